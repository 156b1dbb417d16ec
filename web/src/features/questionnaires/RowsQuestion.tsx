/** A table of a questionnaire as cards: the book's rows are confirmed or changed one by one, others are added and taken away. */

import { counted } from '@corridor/domain/primitives/counted.ts'
import { type Answer, bookRows, isRowValue, type RowValue } from '@corridor/domain/questionnaires/answers.ts'
import type { Question } from '@corridor/domain/questionnaires/definition.ts'
import { answerWords } from '@corridor/domain/questionnaires/formats.ts'
import { insuredNames, rowTitle } from '@corridor/domain/questionnaires/prefilled-answers.ts'
import { IconCircleCheck, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import css from './answering.module.css'
import { type Answering, openOffers } from './answering.ts'
import { CellInput } from './CellInput.tsx'
import { Conflict, OfferLine, type QuestionProps } from './PlainQuestion.tsx'

/** From here on a table is searched, and drawn in parts. */
const MANY = 12
const AT_ONCE = 40

export function RowsQuestion(props: QuestionProps) {
  const { question, answering } = props
  const missing = answering.left.get(question.code)?.find(({ row }) => row === '')?.message
  return (
    <div className={css.question} data-question={question.code}>
      <h3>
        {question.label}
        {question.required ? <span aria-hidden> *</span> : null}
      </h3>
      {question.hint ? <p className={css.hint}>{question.hint}</p> : null}
      {question.rows === 'ADDED' ? <AddedRows {...props} /> : <BookRows {...props} />}
      {missing && question.rows === 'ADDED' ? <p className={css.hint}>{missing}</p> : null}
    </div>
  )
}

function BookRows(props: QuestionProps) {
  const { question, answering, open } = props
  const { sheet } = answering
  const rows = bookRows(question, sheet.book)
  const [text, setText] = useState('')
  const [shown, setShown] = useState(AT_ONCE)
  const found = rows.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
  const untouched = rows.filter(({ key }) => !answering.answers.get(`${question.code}/${key}`))
  const offered = new Set(sheet.offers.flatMap((offer) => (offer.question === question.code ? [offer.row] : [])))
  const toConfirm = question.rows === 'ENTITIES' ? untouched.filter(({ key }) => offered.has(key)).length : 0
  if (rows.length === 0) return <p className={css.hint}>No insureds: there is nothing to confirm.</p>
  return (
    <>
      <div className={css.facts}>
        <span>
          <b>{rows.length - untouched.length}</b> of {rows.length} answered
          {toConfirm > 0 ? `; ${counted(toConfirm, 'figure')} on file to be confirmed` : ''}
        </span>
        {open && question.rows === 'INSUREDS' && untouched.length > 1 ? (
          <Button variant="default" onClick={() => confirmAll(answering, question, untouched)}>
            No change for {untouched.length < rows.length ? 'the other' : 'all'} {untouched.length}
          </Button>
        ) : null}
      </div>
      {rows.length > MANY ? <SearchField label="Find a name" value={text} onSearch={setText} /> : null}
      <div className={css.rows}>
        {found.slice(0, shown).map(({ key, name }) => (
          <BookRow key={key} row={key} name={name} {...props} />
        ))}
      </div>
      {found.length === 0 ? <p className={css.hint}>No matching names.</p> : null}
      {found.length > shown ? (
        <div className={css.buttons}>
          <Button variant="default" onClick={() => setShown(shown + AT_ONCE)}>
            Show {Math.min(AT_ONCE, found.length - shown)} more of {found.length}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function confirmAll({ keeper }: Answering, question: Question, rows: readonly { key: string }[]) {
  for (const { key } of rows) keeper.put({ question: question.code, row: key, value: { cells: {}, unchanged: true }, note: '' })
}

function BookRow({ question, answering, open, row, name }: QuestionProps & { row: string; name: string }) {
  const { answers, sheet, left, keeper } = answering
  const answer = answers.get(`${question.code}/${row}`)
  const value = answer && isRowValue(answer.value) ? answer.value : null
  const offer = sheet.offers.find((one) => one.question === question.code && one.row === row)
  const offered = offer && isRowValue(offer.value) ? offer.value : NO_CELLS
  const [changing, setChanging] = useState(false)
  const problem = answer ? left.get(question.code)?.find((one) => one.row === row)?.message : undefined
  const put = (next: RowValue | null) => keeper.put({ question: question.code, row, value: next, note: '' })
  // The book's own rows are confirmed with one press; an entity's figures are always typed.
  const confirms = question.rows === 'INSUREDS'
  const editing = changing || (value !== null && !value.unchanged) || !confirms
  const known = answerWords(question, offered, insuredNames(sheet.book))
  return (
    <div className={css.row} role="group" aria-label={name} data-row={row} data-left={problem ? true : undefined}>
      <div className={css.rowHead}>
        <b>{name}</b>
        <span>{value?.unchanged ? <Done /> : editing ? confirms ? `On file: ${known}` : null : known}</span>
        {open && confirms ? (
          <div className={css.buttons}>
            {value?.unchanged ? null : (
              <Button
                size="xs"
                variant="default"
                aria-label={`No change for ${name}`}
                onClick={() => {
                  setChanging(false)
                  put({ cells: {}, unchanged: true })
                }}
              >
                No change
              </Button>
            )}
            {editing ? null : (
              <Button
                size="xs"
                variant="subtle"
                aria-label={`Change ${name}`}
                onClick={() => {
                  setChanging(true)
                  if (value?.unchanged) put({ cells: offered.cells })
                }}
              >
                Change
              </Button>
            )}
          </div>
        ) : null}
      </div>
      {editing ? <Cells question={question} answering={answering} open={open} value={value ?? offered} onChange={put} /> : null}
      {!confirms && !answer && offer ? <OfferLine question={question} offer={offer} answering={answering} open={open} /> : null}
      {problem ? <p className={css.error}>{problem}</p> : null}
      {answer?.state === 'refused' ? <p className={css.error}>{answer.problem}</p> : null}
      {answer ? <Conflict answer={answer} question={question} answering={answering} /> : null}
    </div>
  )
}

const NO_CELLS: RowValue = { cells: {} }
const Done = () => (
  <span className={css.saved}>
    <IconCircleCheck size={15} aria-hidden /> No change
  </span>
)

function AddedRows({ question, answering, open }: QuestionProps) {
  const { answers, left, keeper, sheet } = answering
  const rows = [...answers.values()].filter((answer) => answer.question === question.code && answer.value !== null)
  const offers = openOffers(answering, question.code)
  const put = (answer: Pick<Answer, 'row' | 'value'>) => keeper.put({ question: question.code, note: '', ...answer })
  return (
    <>
      <div className={css.rows}>
        {rows.map((answer, index) => {
          const value = isRowValue(answer.value) ? answer.value : NO_CELLS
          const name = rowTitle(question, value, sheet.book) || `Row ${index + 1}`
          const problem = left.get(question.code)?.find(({ row }) => row === answer.row)?.message
          return (
            <div key={answer.row} className={css.row} role="group" aria-label={name} data-left={problem ? true : undefined}>
              <div className={css.rowHead}>
                <b>{name}</b>
                <span />
                {open ? (
                  <Button size="xs" variant="subtle" aria-label={`Remove ${name}`} onClick={() => put({ row: answer.row, value: null })}>
                    Remove
                  </Button>
                ) : null}
              </div>
              <Cells
                question={question}
                answering={answering}
                open={open}
                value={value}
                onChange={(next) => put({ row: answer.row, value: next })}
              />
              {problem ? <p className={css.error}>{problem}</p> : null}
              {answer.state === 'refused' ? <p className={css.error}>{answer.problem}</p> : null}
              <Conflict answer={answer} question={question} answering={answering} />
            </div>
          )
        })}
      </div>
      {offers.map((offer) => (
        <OfferLine key={offer.row} question={question} offer={offer} answering={answering} open={open} />
      ))}
      {open ? (
        <div className={css.buttons}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => put({ row: crypto.randomUUID(), value: { cells: {} } })}
          >
            Add a row
          </Button>
          {offers.length > 1 ? (
            <Button
              variant="default"
              onClick={() => {
                for (const offer of offers) keeper.put(offer)
              }}
            >
              Confirm all {offers.length}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  )
}

interface CellsProps {
  question: Question
  answering: Answering
  open: boolean
  value: RowValue
  onChange: (value: RowValue) => void
}
function Cells({ question, answering, open, value, onChange }: CellsProps) {
  return (
    <div className={css.cells}>
      {(question.columns ?? []).map((column) => (
        <CellInput
          key={column.code}
          type={column.type}
          label={column.label}
          options={column.options}
          insureds={[...insuredNames(answering.sheet.book)].map(([id, name]) => ({ id: Number(id), name }))}
          required={column.required ?? false}
          value={value.cells[column.code] ?? null}
          disabled={!open}
          onChange={(cell) => onChange({ cells: { ...value.cells, [column.code]: cell } })}
        />
      ))}
    </div>
  )
}
