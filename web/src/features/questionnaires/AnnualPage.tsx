/** The institution's annual questionnaire: answered section by section, kept as one types, signed and returned; then what was returned. */
import { assignQuestionnaireSection, getMyQuestionnaire, type QuestionnaireSheet } from '@corridor/contract/questionnaire-sheet.ts'
import { formatLongDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useSession } from '../../kernel/session.ts'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/fields/Button.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatDay, formatMoment } from '../../ui/formats.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { ProgressBar } from '../../ui/states/ProgressBar.tsx'
import css from './answering.module.css'
import { type Answering, openOffers, useAnswering } from './answering.ts'
import { useAskedQuestion } from './asked-question.ts'
import { QuestionnaireFiles } from './QuestionnaireFiles.tsx'
import { QuestionView } from './QuestionView.tsx'
import { SheetView } from './SheetView.tsx'
import { SignPanel } from './SignPanel.tsx'

const url = { section: optionalText, year: optionalText }
/** Not a code that a section can have. */
const SIGN = 'sign!'

export function AnnualPage() {
  const [{ year }] = useUrlSearch(url)
  const asked = year !== undefined && /^20\d\d$/.test(year) ? { year: Number(year) } : {}
  const query = useEndpoint(getMyQuestionnaire, asked)
  return (
    <Loaded query={query}>
      {({ sheet, years }) =>
        sheet ? (
          <Sheet key={sheet.questionnaire.id} sheet={sheet} years={years} />
        ) : (
          <>
            <PageHeader title="Annual Questionnaire" />
            <Panel>
              <EmptyState
                title="No questionnaire is open"
                why="Your service team sends it once a year; you will get an email when it is ready for your answers."
              />
            </Panel>
          </>
        )
      }
    </Loaded>
  )
}

function Sheet({ sheet, years }: { sheet: QuestionnaireSheet; years: readonly number[] }) {
  const { questionnaire } = sheet
  const others = years.filter((each) => each !== questionnaire.year)
  const links = (
    <>
      {others.map((each) => (
        <LinkButton key={each} variant="default" to={paths.myQuestionnaire(undefined, each)}>
          Answers of {each}
        </LinkButton>
      ))}
      <QuestionnaireFiles id={questionnaire.id} />
      {questionnaire.status === 1 ? <QuestionnaireFiles id={questionnaire.id} blank /> : null}
    </>
  )
  if (questionnaire.status !== 1)
    return (
      <>
        <PageHeader title={questionnaire.questionnaireName} note={returnedNote(sheet)} actions={links} />
        <SheetView sheet={sheet} />
      </>
    )
  return <OpenSheet sheet={sheet} links={links} />
}

const returnedNote = ({ returns: [signed] }: QuestionnaireSheet): string =>
  signed ? `Signed by ${signed.signerName}, ${signed.signerTitle}, and returned on ${formatDay(signed.signedAt)}.` : 'Returned.'

function OpenSheet({ sheet, links }: { sheet: QuestionnaireSheet; links: React.ReactNode }) {
  const session = useSession()
  const answering = useAnswering(sheet, session.userId)
  const [search] = useUrlSearch(url)
  const { sections } = sheet.content
  const first = sections.find(({ code }) => sheet.mine.includes(code)) ?? sections[0]
  const current = search.section === SIGN ? SIGN : (sections.find(({ code }) => code === search.section)?.code ?? first?.code ?? SIGN)
  const places = [...sections.map(({ code, title }) => ({ code, title })), { code: SIGN, title: 'Review and sign' }]
  const at = places.findIndex(({ code }) => code === current)
  const { questionnaire } = sheet
  return (
    <>
      <PageHeader
        title={questionnaire.questionnaireName}
        note={
          <>
            {questionnaire.institutionName}
            {questionnaire.dueOn ? ` · please return it by ${formatLongDate(plainDate(questionnaire.dueOn))}` : ''} ·{' '}
            <SavedWords answering={answering} />
          </>
        }
        actions={links}
      />
      {questionnaire.reopenNote ? (
        <div className={css.conflict} style={{ marginBottom: 16 }}>
          <span>
            <b>Your service team reopened it:</b> {questionnaire.reopenNote}
          </span>
        </div>
      ) : null}
      <div className={css.page}>
        <nav className={css.side} aria-label="Sections">
          <Total answering={answering} />
          <SectionPick places={places} current={current} />
          <ul className={css.sections}>
            {places.map(({ code, title }) => (
              <SectionLink key={code} code={code} title={title} answering={answering} current={code === current} />
            ))}
          </ul>
        </nav>
        <div className={css.main}>
          {current === SIGN ? <SignPanel answering={answering} /> : <SectionPanel key={current} code={current} answering={answering} />}
          <div className={css.steps}>
            {at > 0 ? (
              <LinkButton variant="default" to={paths.myQuestionnaire(places[at - 1]?.code)}>
                Back
              </LinkButton>
            ) : (
              <span />
            )}
            {at < places.length - 1 ? (
              <LinkButton to={paths.myQuestionnaire(places[at + 1]?.code)}>Next: {places[at + 1]?.title}</LinkButton>
            ) : null}
          </div>
        </div>
      </div>
    </>
  )
}

const STATE_WORDS = {
  idle: 'everything is saved',
  saving: 'saving…',
  offline: 'no connection: your answers are kept in this browser and sent when it is back',
  closed: 'it has been returned; no more changes can be saved',
}
function SavedWords({ answering }: { answering: Answering }) {
  const stuck = [...answering.answers.values()].filter(({ state }) => state === 'conflict' || state === 'refused').length
  const waits = [...answering.answers.values()].some(({ state }) => state === 'waiting')
  const words =
    answering.state === 'idle' && stuck > 0
      ? `${stuck} ${stuck === 1 ? 'answer is' : 'answers are'} not saved`
      : answering.state === 'idle' && waits
        ? STATE_WORDS.saving
        : STATE_WORDS[answering.state]
  return (
    <span
      className={css.saved}
      role="status"
      data-bad={stuck > 0 || answering.state === 'offline' || answering.state === 'closed' || undefined}
    >
      {words}
    </span>
  )
}

function Total({ answering: { progress } }: { answering: Answering }) {
  let [done, required] = [0, 0]
  for (const section of progress) {
    done += section.done
    required += section.required
  }
  return (
    <div className={css.total}>
      <ProgressBar label="Required answers given" value={done} of={required} />
      <p className={css.hint}>
        {done.toLocaleString('en-US')} of {required.toLocaleString('en-US')} required answers given
      </p>
    </div>
  )
}

function SectionPick({ places, current }: { places: readonly { code: string; title: string }[]; current: string }) {
  const [, change] = useUrlSearch(url)
  return (
    <div className={css.pick}>
      <SelectField
        label="Section"
        value={current}
        options={places.map(({ code, title }, index) => ({ value: code, label: `${index + 1}. ${title}` }))}
        onChange={(code) => change({ section: code })}
      />
    </div>
  )
}

function SectionLink({ code, title, answering, current }: { code: string; title: string; answering: Answering; current: boolean }) {
  const progress = answering.progress.find((section) => section.code === code)
  // Without a required answer there is nothing to be complete with.
  const done = progress !== undefined && progress.required > 0 && progress.left.length === 0
  const Icon = done ? IconCircleCheck : IconCircleDashed
  const assigned = answering.sheet.assignments.find(({ section }) => section === code)
  return (
    <li>
      <Link
        to={paths.myQuestionnaire(code)}
        aria-current={current ? 'step' : undefined}
        data-done={done || undefined}
        {...(assigned ? { title: `Assigned to ${assigned.name}` } : {})}
      >
        {progress ? <Icon size={17} aria-hidden /> : null}
        {title}
        {progress ? (
          <span>
            {done ? <b className="visually-hidden">complete, </b> : null}
            {progress.required > 0 ? `${progress.done}/${progress.required}` : 'Optional'}
          </span>
        ) : null}
      </Link>
    </li>
  )
}

function SectionPanel({ code, answering }: { code: string; answering: Answering }) {
  const { sheet, keeper } = answering
  useAskedQuestion()
  const section = sheet.content.sections.find((one) => one.code === code)
  if (!section) return null
  const open = sheet.mine.includes(code) && answering.state !== 'closed'
  const assigned = sheet.assignments.find((one) => one.section === code)
  const questions = section.questions.filter((question) => isShown(answering, question))
  // Rows are confirmed at their table: many at once are not looked at.
  const offers = questions.filter(({ type }) => type !== 'rows').flatMap((question) => openOffers(answering, question.code))
  const required = questions.filter((question) => question.required && offers.some((offer) => offer.question === question.code)).length
  return (
    <Panel
      title={section.title}
      {...(section.note ? { note: section.note } : {})}
      actions={
        open && offers.length > 1 ? (
          <Button
            variant="default"
            onClick={() => {
              for (const offer of offers) keeper.put(offer)
            }}
          >
            {confirmWords(offers.length, required)}
          </Button>
        ) : null
      }
    >
      <div>
        {sheet.signs ? <AssignField section={code} answering={answering} /> : null}
        {open ? null : (
          <p className={css.hint}>
            {assigned ? `${assigned.name} answers this section.` : 'This section is not assigned to you; the signer can assign it.'}
          </p>
        )}
        {questions.map((question) => (
          <QuestionView key={question.code} question={question} answering={answering} open={open} />
        ))}
      </div>
    </Panel>
  )
}

/** The section counts required answers alone: the number beside it rises by as many. */
const confirmWords = (all: number, required: number): string =>
  `Confirm all ${all} on file${required < all ? ` (${required} required)` : ''}`

/** Asked by what was answered before it. */
function isShown({ answers }: Answering, { when }: QuestionnaireSheet['content']['sections'][number]['questions'][number]): boolean {
  if (!when) return true
  const value = answers.get(when.question)?.value
  return (value === true ? 'yes' : value === false ? 'no' : value) === when.is
}

function AssignField({ section, answering: { sheet } }: { section: string; answering: Answering }) {
  const assign = useAction(assignQuestionnaireSection, { invalidates: [getMyQuestionnaire], success: 'Saved!' })
  const assigned = sheet.assignments.find((one) => one.section === section)
  if (sheet.colleagues.length < 2) return null
  return (
    <div className={css.assign}>
      <SelectField
        label="Answered by"
        hint={assigned ? `Asked on ${formatMoment(assigned.assignedAt)}` : 'A colleague you choose is notified by email.'}
        value={String(assigned?.userId ?? 0)}
        disabled={assign.running}
        options={[{ value: '0', label: 'The signer' }, ...sheet.colleagues.map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={(chosen) => void assign.run({ id: sheet.questionnaire.id, section, userId: chosen === '0' ? null : Number(chosen) })}
      />
    </div>
  )
}
