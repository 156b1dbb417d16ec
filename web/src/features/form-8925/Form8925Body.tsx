/** The body of a Form 8925 report on screen: the form's lines, how they came about, what is open, the insured schedule. It draws the view and computes nothing. */
import { sendBankUpload } from '@corridor/contract/bank-uploads.ts'
import { form8925Reports } from '@corridor/contract/form-8925.ts'
import { readInstitutions } from '@corridor/contract/institutions.ts'
import { getMyQuestionnaire } from '@corridor/contract/questionnaire-sheet.ts'
import { sendServiceRequest } from '@corridor/contract/service-desk.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import type { FigureAddress } from '@corridor/domain/reports/explanation/address.ts'
import { lettered } from '@corridor/domain/reports/form-8925/lettered-reasons.ts'
import { type Concerned, type ConcernedPerson, NO_OPEN_ITEMS } from '@corridor/domain/reports/form-8925/open-items.ts'
import { COUNTED_TWICE, FORM_8925, type Form8925View, type FormLine, readForm8925View } from '@corridor/domain/reports/form-8925/view.ts'
import type { Column, ViewRow } from '@corridor/domain/reports/table.ts'
import { useCan } from '../../kernel/session.ts'
import { paths } from '../../paths.ts'
import { Closing, Preliminary, ReleasedOverItems } from '../../reporting/BodyParts.tsx'
import body from '../../reporting/body.module.css'
import type { ReportBodyProps } from '../../reporting/family.ts'
import { useTracing } from '../../reporting/TracePolicy.tsx'
import { FlatTable } from '../../reporting/ViewTables.tsx'
import { Explained, ExplainedFigure } from '../../ui/explanation/Explain.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { PhoneSection } from '../../ui/layout/PhoneSection.tsx'
import { usePhone } from '../../ui/layout/use-phone.ts'
import css from './Form8925Body.module.css'

export function Form8925Body({ view, ...place }: ReportBodyProps) {
  const read = readForm8925View(view)
  return read ? <Figures view={read} {...place} /> : null
}

function Figures({ view, history, ...place }: ReportBodyProps & { view: Form8925View }) {
  const { trace, dialog } = useTracing({ calls: form8925Reports, ...place })
  // Staff follow a line of the schedule to the person's consents and the policy's own page.
  const maySeeRegister = useCan(readInstitutions)
  const maySend = useCan(sendBankUpload.access)
  const { header } = view
  const { schedule, legend } = lettered(view.schedule)
  const linked = (row: ViewRow, column: Column, text: string) => {
    if (!maySeeRegister || !('policyId' in row) || !('insuredId' in row) || row.policyId === null || row.insuredId === null) return text
    const [policyId, insuredId] = [Number(row.policyId), Number(row.insuredId)]
    if (column.key === 'policyNumber') return <Link to={paths.registerPolicy(header.institutionId, policyId)}>{text}</Link>
    if (column.key === 'insured') return <Link to={paths.registerInsured(header.institutionId, insuredId)}>{text}</Link>
    return text
  }
  const cell = (row: ViewRow, column: Column, text: string) => {
    const words = BENEATH[column.key]?.says(row.cells)
    if (words === undefined) return undefined
    return (
      <>
        {linked(row, column, text)}
        {words === '' ? null : <small className={css.beneath}>{words}</small>}
      </>
    )
  }
  return (
    <Explained load={explainerOf(view)} trace={trace}>
      <div className={body.report}>
        <Preliminary reason={header.preliminaryReason} />
        <ReleasedOverItems released={view.released} />
        <div className={css.top}>
          <FormPanel view={view} />
          <div className={css.side}>
            <Panel title="Open items" note="To resolve before the form is filed.">
              {view.openItems.length === 0 ? (
                <p className={css.none}>{NO_OPEN_ITEMS}</p>
              ) : (
                <ol className={css.items}>
                  {view.openItems.map(({ key, text, concerned }) => (
                    <li key={key}>
                      {text}
                      {concerned.map((group) => (
                        <People key={group.reason} {...group} />
                      ))}
                      {OF_EMPLOYMENT.has(key) ? <WhereConfirmed institutionId={header.institutionId} /> : null}
                      {key === 'CONSENT' && maySend ? <Link to={paths.bankUploads()}>Send a signed consent</Link> : null}
                    </li>
                  ))}
                </ol>
              )}
            </Panel>
          </div>
        </div>
        <PhoneSection title={view.reconciliation.title}>
          <Panel
            flush
            title={view.reconciliation.title}
            note={view.notes.includes(COUNTED_TWICE) ? `${header.unit} ${COUNTED_TWICE}` : header.unit}
          >
            <FlatTable table={view.reconciliation} />
          </Panel>
        </PhoneSection>
        <PhoneSection title={`${view.schedule.title} (${formatCount(view.schedule.rows.length)})`} anchor={SCHEDULE}>
          <Panel
            flush
            title={view.schedule.title}
            note={`${header.unit} Contracts in force at the end of the tax year, and those that ended during it.`}
          >
            <FlatTable
              table={{ ...schedule, columns: schedule.columns.filter(({ key }) => !STANDS_BENEATH.has(key)) }}
              cell={cell}
              idOf={rowAnchor}
            />
          </Panel>
          {legend.rows.length > 0 ? (
            <Panel flush title={legend.title} note="The letters beside No in the schedule.">
              <FlatTable table={legend} />
            </Panel>
          ) : null}
        </PhoneSection>
        <Closing view={view} history={history} />
      </div>
      {dialog}
    </Explained>
  )
}

type Cells = ViewRow['cells']
/** Fifteen columns are nine on screen: what explains a cell stands under it. */
const BENEATH: Readonly<Record<string, { columns: readonly string[]; says: (cells: Cells) => string }>> = {
  insured: { columns: ['role', 'employment'], says: ({ role, employment }) => `${role}, ${employment}` },
  policyNumber: { columns: ['carrier'], says: ({ carrier }) => String(carrier) },
  issueDate: {
    columns: ['section1035'],
    says: ({ section1035 }) => (section1035 === 'No' ? '' : `1035 exchange: ${section1035}`),
  },
}
const STANDS_BENEATH = new Set(Object.values(BENEATH).flatMap(({ columns }) => columns))

/** Loaded with the first figure that is opened. */
const explainerOf = (view: Form8925View) => async () => {
  const { explainForm8925Figure } = await import('@corridor/domain/reports/form-8925/explanation.ts')
  return (address: FigureAddress) => explainForm8925Figure(view, address)
}

/** A phone begins with what is entered; who files it follows. */
function FormPanel({ view }: { view: Form8925View }) {
  const isPhone = usePhone()
  return (
    <section className={css.form} aria-label={`${FORM_8925.name}, ${FORM_8925.title}`}>
      <header className={css.head}>
        <div>
          <strong>{FORM_8925.name}</strong>
          <small>{FORM_8925.revision}</small>
          {isPhone ? null : <small>{FORM_8925.agency}</small>}
        </div>
        <div>
          <h2>{FORM_8925.title}</h2>
          {isPhone ? null : <small>{FORM_8925.attach}</small>}
        </div>
        {isPhone ? null : (
          <div>
            <small>{FORM_8925.omb}</small>
            <small>{FORM_8925.attachment}</small>
          </div>
        )}
      </header>
      {isPhone ? null : <Filer view={view} />}
      <Lines view={view} />
      {isPhone ? <Filer view={view} /> : null}
    </section>
  )
}

const Filer = ({ view }: { view: Form8925View }) => (
  <dl className={css.filer}>
    {view.filer.map((line) => (
      <div key={line.element}>
        <dt>{line.label}</dt>
        <dd>{line.text || <span className={css.blank}>blank</span>}</dd>
      </div>
    ))}
  </dl>
)

/** Explicit roles: a phone lays the cells out as blocks, which would take the table's meaning away. */
const Lines = ({ view }: { view: Form8925View }) => (
  <table className={css.lines} role="table">
    <caption className="visually-hidden">Lines of {FORM_8925.name}</caption>
    <thead className="visually-hidden">
      <tr>
        <th scope="col">Line</th>
        <th scope="col">Question</th>
        <th scope="col">Entry</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      {view.form.map((line) => (
        <tr key={line.line} role="row">
          <th scope="row" role="rowheader">
            {line.line}
          </th>
          <td role="cell">{line.label}</td>
          <td role="cell" data-entry>
            {line.line === '4a' ? <YesNo line={line} /> : <Entry line={line} />}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

function Entry({ line }: { line: FormLine }) {
  if (!line.text) return <span className={css.blank}>blank</span>
  if (!line.formula) return line.text
  return (
    <ExplainedFigure address={{ table: 'form', row: line.line, column: 'entry' }} name={`${line.text}, line ${line.line}`}>
      {line.text}
    </ExplainedFigure>
  )
}

/** The answer that was given opens how it came about; the other one stands beside it as on the form. */
const YesNo = ({ line }: { line: FormLine }) => (
  <span className={css.choice} {...(line.text ? {} : { role: 'img', 'aria-label': 'blank' })}>
    {['Yes', 'No'].map((answer) =>
      line.text === answer ? (
        <span key={answer} data-on>
          <ExplainedFigure address={{ table: 'form', row: line.line, column: 'entry' }} name={`${answer}, line ${line.line}`}>
            {answer}
          </ExplainedFigure>
        </span>
      ) : (
        <span key={answer} aria-hidden={line.text ? true : undefined}>
          {answer}
        </span>
      ),
    )}
  </span>
)

const SCHEDULE = 'schedule'
const rowAnchor = (row: string): string => `${SCHEDULE}-${row}`

const SHOWN_AT_MOST = 12
function People({ reason, people }: Concerned) {
  const rest = people.length - SHOWN_AT_MOST
  return (
    <div className={css.people}>
      {reason === null ? null : <strong>{reason}</strong>}
      <ul aria-label={reason ?? 'Insured, with their policies'}>
        {people.slice(0, SHOWN_AT_MOST).map((person) => (
          <li key={person.text}>
            <Person {...person} />
          </li>
        ))}
        {rest > 0 ? <li>and {rest} more, see the schedule</li> : null}
      </ul>
    </div>
  )
}

/** Open items that ask to confirm what the register says of people's employment. */
const OF_EMPLOYMENT: ReadonlySet<string> = new Set(['FORMER', 'EMERITUS'])

/** The form takes employment from the register: it is confirmed where the reader may state or change it. */
function WhereConfirmed({ institutionId }: { institutionId: number }) {
  const [maySeeRegister, mayAnswer, mayAsk] = [
    useCan(readInstitutions),
    useCan(getMyQuestionnaire.access),
    useCan(sendServiceRequest.access),
  ]
  if (maySeeRegister)
    return (
      <p>
        What the bank confirms is entered on each person’s page, under Employment:{' '}
        <Link to={paths.register(institutionId, { list: 'insureds' })}>Insureds in the register</Link>
      </p>
    )
  if (mayAnswer)
    return (
      <p>
        Confirm or correct it in the annual questionnaire: <Link to={paths.myQuestionnaire('census')}>Insured census</Link>
      </p>
    )
  return mayAsk ? (
    <p>
      Confirm it to your service team: <Link to={paths.serviceRequest()}>Service Request</Link>
    </p>
  ) : null
}

const Person = ({ text, row }: ConcernedPerson) => (row === null ? text : <a href={`#${rowAnchor(row)}`}>{text}</a>)
