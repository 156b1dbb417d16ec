/** The line under a batch's title: who asked for it, how many reports were generated, can be released and are blocked. */
import type { ReportBatch, ReportRow } from '@corridor/contract/reports.ts'
import { countedReason, gateReasons, gateSentence } from '@corridor/domain/auditing/close-gate.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { paths } from '../paths.ts'
import { Link } from '../ui/fields/Link.tsx'
import { formatDay } from '../ui/formats.ts'
import { BatchProgress } from './BatchProgress.tsx'
import type { ReportPages } from './family.ts'
import css from './reports.module.css'
import { isReadyToRelease } from './statuses.ts'

export function BatchNote({
  family,
  about,
  staff,
  releasable,
}: {
  family: ReportPages
  about: ReportBatch
  staff: boolean
  releasable: readonly ReportRow[]
}) {
  return (
    <div className={css.note}>
      <span>
        {staff
          ? `Requested ${about.createdBy ? `by ${about.createdBy} ` : ''}on ${formatDay(about.createdAt)}`
          : `${formatMonth(plainDate(about.period))}${about.isQuarterly ? ', quarter' : ''}`}
      </span>
      {staff && about.canceledAt ? (
        <span>
          Canceled by {about.canceledBy ?? 'a former user'} on {formatDay(about.canceledAt)}
        </span>
      ) : null}
      {staff ? <BatchProgress stats={about.stats} remainingSeconds={about.remainingSeconds} /> : null}
      {releasable.length > 0 ? <span>{releaseWords(releasable)}</span> : null}
      {staff ? (
        <Link to={paths.reportsOfPeriod(about.period, family.reportType)}>{`All reports of ${formatMonth(plainDate(about.period))}`}</Link>
      ) : null}
    </div>
  )
}

/** "8 can be released, 2 are not complete, 4 are blocked: Corvane’s feed is missing." Reasons that differ from bank to bank stand in the list. */
function releaseWords(reports: readonly ReportRow[]): string {
  const blocked = reports.flatMap(({ closeGate }) =>
    closeGate === null ? [] : [gateSentence(gateReasons(closeGate).map((reason) => countedReason(reason).words))],
  )
  const open = reports.filter(isReadyToRelease).length
  const incomplete = reports.length - open - blocked.length
  const [reason, another] = new Set(blocked)
  return [
    ...(open > 0 ? [`${formatCount(open)} can be released`] : []),
    ...(incomplete > 0 ? [`${formatCount(incomplete)} ${incomplete === 1 ? 'is' : 'are'} not complete`] : []),
    ...(blocked.length > 0
      ? [
          `${formatCount(blocked.length)} ${blocked.length === 1 ? 'is' : 'are'} blocked: ${another === undefined ? reason : 'the reasons stand with each report.'}`,
        ]
      : []),
  ].join(', ')
}
