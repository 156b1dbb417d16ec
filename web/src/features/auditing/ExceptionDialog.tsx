/** One exception: what the rule compared and by how much it is off, the carrier's line behind it, the months before, and every step; settled from here. */
import { type ExceptionRecord, getException, settleExceptions } from '@corridor/contract/auditing.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { differenceInWords } from '@corridor/domain/auditing/birth-dates.ts'
import { type ExceptionStatus, monthsRunning, REASONS, STATUS_TABLE } from '@corridor/domain/auditing/exceptions.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import type { Explanation } from '@corridor/domain/reports/explanation/explanation.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { CorrectedCells } from '../../shared/CorrectedCells.tsx'
import { explanationOf } from '../../shared/exceptions/explanation.ts'
import { EXCEPTION_BADGES, SEVERITY_BADGES } from '../../shared/exceptions/words.ts'
import { ImportedWithBook } from '../../shared/ImportedWithBook.tsx'
import { lineOfFile } from '../../shared/line-of-file.ts'
import { ExplanationView } from '../../ui/explanation/ExplanationView.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import css from './auditing.module.css'
import { ExceptionFacts } from './ExceptionFacts.tsx'
import { MonthsBefore } from './MonthsBefore.tsx'
import { NamedPolicies } from './NamedPolicies.tsx'
import { SettleDialog, VERBS } from './SettleDialog.tsx'
import { SuppressDialog } from './SuppressDialog.tsx'

type Detail = ReplyOf<typeof getException>

export function ExceptionDialog({ institutionId, id, onClose }: { institutionId: number; id: number; onClose: () => void }) {
  const query = useEndpoint(getException, { institutionId, id })
  return (
    <Modal title={query.data ? `Exception: ${query.data.ruleCode}, ${query.data.ruleTitle}` : 'Exception'} width={820} onClose={onClose}>
      <Loaded query={query}>{(exception) => <Exception exception={exception} />}</Loaded>
    </Modal>
  )
}

function Exception({ exception }: { exception: Detail }) {
  const { institutionId } = exception
  const running = monthsRunning(exception.months)
  return (
    <div className={css.exception}>
      <div>
        <p className={css.told}>{exception.message}</p>
        <p className={css.badges}>
          <StatusBadge status={exception.severity} table={SEVERITY_BADGES} />
          <StatusBadge status={exception.status} table={EXCEPTION_BADGES} />
          {running ? <strong>{running}</strong> : null}
        </p>
      </div>
      {exception.birthDates ? <BirthDates dates={exception.birthDates} institutionId={institutionId} /> : null}
      <Actions exception={exception} />
      <section>
        <h3>What the rule compares</h3>
        <Explained exception={exception} />
      </section>
      <ExceptionFacts exception={exception} />
      <NamedPolicies exception={exception} />
      <Line exception={exception} />
      <MonthsBefore exception={exception} />
      <section>
        <h3>Steps</h3>
        <ol className={css.steps}>
          {exception.steps.some(({ by }) => by === null) ? null : (
            <li>
              <b>Found by the audit</b> <time>{formatMoment(exception.firstSeen)}</time>
            </li>
          )}
          {exception.steps.map((step) => (
            <li key={step.id}>
              <b>{stepOf(step)}</b> <time>{formatMoment(step.at)}</time> {step.by}
              {step.note ? <span>{step.note}</span> : null}
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

/** The difference as reports explain a figure, and how a side of it comes about where it was worked out. */
function Explained({ exception }: { exception: Detail }) {
  const [inner, setInner] = useState<Explanation | null>(null)
  const explanation = explanationOf(exception)
  if (!explanation) return null
  // A count of one or two says less than its sentence does.
  if (explanation.formula !== null && exception.unit === 'count')
    return (
      <>
        <p>{explanation.note}</p>
        <details className={css.rules}>
          <summary>How it is counted</summary>
          <ExplanationView explanation={{ ...explanation, note: null }} onOpen={() => undefined} />
        </details>
      </>
    )
  // Without figures there is nothing to draw large: the rule is the dialog's title.
  if (explanation.formula === null)
    return (
      <>
        <p>{explanation.words}</p>
        {explanation.note ? <p>{explanation.note}</p> : null}
        <p className={css.source}>{explanation.source}</p>
      </>
    )
  if (inner)
    return (
      <>
        <ExplanationView
          key={inner.title}
          explanation={inner}
          shown={(element) => element?.focus({ preventScroll: true })}
          onOpen={() => undefined}
        />
        <Button size="xs" variant="default" onClick={() => setInner(null)}>
          Back
        </Button>
      </>
    )
  return <ExplanationView explanation={explanation} onOpen={(by) => ('title' in by ? setInner(by) : undefined)} />
}

/** Both dates side by side for those who may see them; for everybody else that they are hidden, and in what they differ. */
function BirthDates({ dates, institutionId }: { dates: NonNullable<Detail['birthDates']>; institutionId: number }) {
  const { insuredId, carrier, register, differ, hidden } = dates
  if (hidden)
    return (
      <section>
        <h3>Dates of birth</h3>
        <p>
          {`Both dates are hidden from you: dates of birth are for those with the right to change institutions. ${differenceInWords(differ)} Assign the exception to somebody with that right.`}
        </p>
      </section>
    )
  const sides = [
    ['The carrier’s file', carrier],
    ['The register', register],
  ] as const
  return (
    <section>
      <h3>Dates of birth</h3>
      <dl className={css.facts}>
        {sides.map(([name, date]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{date === null ? '-' : formatDate(plainDate(date))}</dd>
          </div>
        ))}
      </dl>
      <p>{`${differenceInWords(differ)} The activity report records that you viewed them.`}</p>
      <p>
        <Link to={paths.registerInsured(institutionId, insuredId)}>The insured in the register</Link>
      </p>
    </section>
  )
}

/** A step of nobody is the audit’s own; an assignment keeps the status it found, without a note. */
function stepOf({ status, by, reasonCode, note, assignedTo, dueOn }: Detail['steps'][number]): string {
  if (by === null && status === 'OPEN') return 'Found by the audit'
  if (by !== null && note === null && reasonCode === null)
    return `${assignedTo === null ? 'Assigned to no one' : `Assigned to ${assignedTo}`}${dueOn ? `, due ${formatDate(plainDate(dueOn))}` : ''}`
  return `${STATUS_TABLE[status].label}${reasonCode ? `: ${REASONS[reasonCode].label.toLowerCase()}` : ''}`
}

/** The carrier's line, or the row of the firm's book, with the way to it. */
function Line({ exception: { line, corrections, fileId, fileName, sheet, lineNumber, policyNumber, bookRow } }: { exception: Detail }) {
  if (bookRow)
    return (
      <section>
        <h3>The row of the firm’s book</h3>
        <p>
          <ImportedWithBook bookRow={bookRow} />
        </p>
      </section>
    )
  if (fileId === null) return null
  return (
    <section>
      <h3>{lineNumber === null ? 'The carrier’s file' : 'The carrier’s line'}</h3>
      <p>
        <Link to={paths.dataFeed(fileId, { policy: policyNumber })}>{fileName ?? 'The file'}</Link>
        {lineNumber === null ? null : `, ${lineOfFile({ sheet, lineNumber })}`}
      </p>
      {line ? (
        <div className={css.line} role="region" aria-label="The carrier’s line" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {line.map(({ header }, index) => (
                  <th key={index} scope="col">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr>
                {line.map(({ cell }, index) => (
                  <td key={index}>{cell ?? '-'}</td>
                ))}
              </tr>
            </tbody>
          </table>
        </div>
      ) : null}
      <CorrectedCells corrections={corrections} />
    </section>
  )
}

function Actions({ exception }: { exception: Detail }) {
  const mayChange = useCan(settleExceptions.access)
  const [asking, setAsking] = useState<ExceptionStatus | 'assign' | 'suppress' | null>(null)
  if (!mayChange) return null
  const { institutionId, id, policyId, mayClear, nextStatuses, birthDates } = exception
  const one = { count: 1, selection: { records: [{ institutionId, id }] }, onClose: () => setAsking(null), onDone: () => undefined }
  const isStopped = (to: ExceptionStatus) => to !== 'OPEN' && !mayClear
  return (
    <div className={css.actions}>
      {nextStatuses.map((to) => (
        <Button
          key={to}
          size="xs"
          variant={to === 'RESOLVED' && !birthDates?.hidden ? 'filled' : 'default'}
          disabled={isStopped(to)}
          onClick={() => setAsking(to)}
        >
          {VERBS[to].button}
        </Button>
      ))}
      <Button size="xs" variant="default" onClick={() => setAsking('assign')}>
        Assign
      </Button>
      {policyId === null ? null : (
        <Button size="xs" variant="default" onClick={() => setAsking('suppress')}>
          Suppress
        </Button>
      )}
      {nextStatuses.some(isStopped) ? (
        <p className={css.stopped}>You posted or entered this value. Someone else has to clear its error.</p>
      ) : null}
      {exception.isLocked ? <p className={css.stopped}>The month is locked: its values stay as they are.</p> : null}
      {asking === 'assign' ? <AssignDialog {...one} present={presentOf(exception)} /> : null}
      {asking === 'suppress' && policyId !== null ? <SuppressDialog exception={{ ...exception, policyId }} onClose={one.onClose} /> : null}
      {asking !== null && asking !== 'assign' && asking !== 'suppress' ? <SettleDialog {...one} to={asking} /> : null}
    </div>
  )
}

const presentOf = ({ assignedTo, dueOn }: ExceptionRecord) => ({ assignedTo, dueOn: dueOn ? plainDate(dueOn) : null })
