/** One question as it is answered: what we know and what was said last year, the answer, what is still wrong with it, and a colleague's answer beside one's own. */

import { MISSING } from '@corridor/domain/primitives/money.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { maskPhone, phoneDigits } from '@corridor/domain/primitives/typed-input.ts'
import { type Answer, isContact, isRowValue, type RowValue } from '@corridor/domain/questionnaires/answers.ts'
import { isNumeric, type Question } from '@corridor/domain/questionnaires/definition.ts'
import { answerWords, cellWords } from '@corridor/domain/questionnaires/formats.ts'
import { insuredNames, onFileOf } from '@corridor/domain/questionnaires/prefilled-answers.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextArea, TextField } from '../../ui/fields/Field.tsx'
import { formatMoment } from '../../ui/formats.ts'
import type { KeptAnswer } from './answer-keeper.ts'
import css from './answering.module.css'
import { type Answering, openOffers } from './answering.ts'
import { CellInput } from './CellInput.tsx'

export interface QuestionProps {
  question: Question
  answering: Answering
  /** False: read only, because the section was given to somebody else or the questionnaire is not open. */
  open: boolean
}

export function PlainQuestion({ question, answering, open }: QuestionProps) {
  const { sheet, answers, left, keeper } = answering
  const answer = answers.get(question.code)
  const value = answer?.value ?? null
  const [offer] = openOffers(answering, question.code)
  const last = sheet.lastYear?.answers.find((one) => one.question === question.code)
  const problem = answer ? left.get(question.code)?.[0]?.message : undefined
  const onFile = onFileOf(sheet.content, question, sheet.book, plainDate(sheet.questionnaire.period))
  const put = (changed: Partial<Answer>) => keeper.put({ question: question.code, row: '', value, note: answer?.note ?? '', ...changed })
  const asksMore = question.followUp !== undefined && typeof value === 'boolean' && (question.followUp.on === 'yes') === value
  const explains =
    isNumeric(question.type) && question.explainBeyond !== undefined && ((answer?.note ?? '') !== '' || problem?.includes('note') === true)
  return (
    <div className={css.question} data-question={question.code}>
      <div className={css.plain}>
        {question.type === 'contact' ? (
          <ContactFields
            label={question.label}
            value={isContact(value) ? value : NOBODY}
            open={open}
            error={problem}
            onChange={(contact) => put({ value: contact })}
          />
        ) : (
          <CellInput
            type={question.type}
            label={question.label}
            options={question.options}
            value={typeof value === 'object' ? null : value}
            onChange={(cell) => put({ value: cell === '' ? null : cell })}
            error={answer?.state === 'refused' ? answer.problem : asksMore ? undefined : problem}
            hint={question.hint}
            required={question.required}
            disabled={!open}
          />
        )}
      </div>
      {onFile && value !== onFile.denial ? (
        <div className={css.facts}>
          <span>
            On file: <b>{onFile.words}</b>
            {onFile.scope ? `. ${onFile.scope}` : null}
          </span>
        </div>
      ) : null}
      {onFile && value === onFile.denial ? (
        <p className={css.conflict} role="status">
          {onFile.warning}
        </p>
      ) : null}
      {asksMore || explains ? (
        <div className={css.plain}>
          <TextArea
            label={question.followUp?.label ?? 'Note: why it differs so much from the earlier figure'}
            required={question.followUp?.required ?? true}
            error={asksMore ? problem : undefined}
            disabled={!open}
            value={answer?.note ?? ''}
            onChange={(note) => put({ note })}
          />
        </div>
      ) : null}
      {offer && !answer ? <OfferLine question={question} offer={offer} answering={answering} open={open} /> : null}
      {last && !(offer && !answer) ? (
        <div className={css.facts}>
          <span>
            Last year: <b>{answerWords(question, last.value, insuredNames(sheet.book))}</b>
            {last.note ? ` (${last.note})` : ''}
          </span>
        </div>
      ) : null}
      {answer ? <Conflict answer={answer} question={question} answering={answering} /> : null}
    </div>
  )
}

/** The register's or last year's answer, to be confirmed with one press. */
export function OfferLine({
  question,
  offer,
  answering,
  open,
}: {
  question: Question
  offer: Answer & { from?: 'BOOK' | 'LAST_YEAR' }
  answering: Answering
  open: boolean
}) {
  const from = answering.sheet.offers.find((one) => one.question === offer.question && one.row === offer.row)?.from
  const names = insuredNames(answering.sheet.book)
  const words = answerWords(question, offer.value, names)
  const cells = isRowValue(offer.value) ? filledCells(question, offer.value, names) : null
  return (
    <div className={css.offer}>
      <span>
        {from === 'BOOK' ? 'On file: ' : 'Last year: '}
        {cells ? (
          <span className={css.offerCells}>
            {cells.map(([label, text]) => (
              <span key={label}>
                {label} <b>{text}</b>
              </span>
            ))}
          </span>
        ) : (
          <b>{words}</b>
        )}
        {offer.note ? ` (${offer.note})` : ''}
      </span>
      {open ? (
        <Button size="xs" variant="default" aria-label={`Confirm ${question.label}: ${words}`} onClick={() => answering.keeper.put(offer)}>
          Confirm
        </Button>
      ) : null}
    </div>
  )
}

/** The columns of a row that say something, each with its label. */
const filledCells = ({ columns = [] }: Question, { cells }: RowValue, names: ReadonlyMap<string, string>): [string, string][] =>
  columns.flatMap((column): [string, string][] => {
    const words = cellWords(column, cells[column.code], names)
    return words === MISSING ? [] : [[column.label, words]]
  })

/** A colleague answered meanwhile: nothing is written over without being told to. */
export function Conflict({ answer, question, answering }: { answer: KeptAnswer; question: Question; answering: Answering }) {
  const { theirs } = answer
  if (answer.state !== 'conflict' || !theirs) return null
  const key = answer.row === '' ? answer.question : `${answer.question}/${answer.row}`
  return (
    <div className={css.conflict} role="alert">
      <span>
        {theirs.savedBy ?? 'Someone'} answered “{answerWords(question, theirs.value, insuredNames(answering.sheet.book))}” on{' '}
        {formatMoment(theirs.savedAt)}, while you were typing.
      </span>
      <div className={css.buttons}>
        <Button size="xs" variant="default" onClick={() => answering.keeper.settle(key, 'mine')}>
          Keep mine
        </Button>
        <Button size="xs" variant="subtle" onClick={() => answering.keeper.settle(key, 'theirs')}>
          Use theirs
        </Button>
      </div>
    </div>
  )
}

const NOBODY = { name: '', title: '', email: '', phone: '' }
const CONTACT_FIELDS = [
  ['name', 'Name'],
  ['title', 'Title'],
  ['email', 'Email'],
  ['phone', 'Phone'],
] as const

function ContactFields({
  label,
  value,
  open,
  error,
  onChange,
}: {
  label: string
  value: typeof NOBODY
  open: boolean
  error: string | undefined
  onChange: (value: typeof NOBODY) => void
}) {
  return (
    <fieldset className={css.yesNo}>
      <legend>{label}</legend>
      <div className={css.cells}>
        {CONTACT_FIELDS.map(([code, name]) => (
          <TextField
            key={code}
            label={name}
            disabled={!open}
            value={code === 'phone' ? maskPhone(value.phone) : value[code]}
            onChange={(text) => onChange({ ...value, [code]: code === 'phone' ? phoneDigits(text) : text })}
          />
        ))}
      </div>
      {error ? <p className={css.error}>{error}</p> : null}
    </fieldset>
  )
}
