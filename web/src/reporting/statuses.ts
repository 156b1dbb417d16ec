/** How the statuses of reports read and look. */
import type { ReportRow } from '@corridor/contract/reports.ts'
import type { TestStatus } from '@corridor/domain/calculations/concentration.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { REVIEW_STATUSES } from '@corridor/domain/reports/annual-review/view.ts'
import { isWithdrawn, SHOWN_REPORT_STATUSES, type ShownReportStatus } from '@corridor/domain/reports/statuses.ts'
import type { StatusTable } from '../ui/states/StatusBadge.tsx'

export const REPORT_STATUS: StatusTable<ShownReportStatus> = {
  Scheduled: { label: SHOWN_REPORT_STATUSES.Scheduled, tone: 'quiet', sign: 'planned' },
  Generating: { label: SHOWN_REPORT_STATUSES.Generating, tone: 'busy' },
  Refreshing: { label: SHOWN_REPORT_STATUSES.Refreshing, tone: 'busy', sign: 'again' },
  Ready: { label: SHOWN_REPORT_STATUSES.Ready, tone: 'note', sign: 'ready' },
  Blocked: { label: SHOWN_REPORT_STATUSES.Blocked, tone: 'warn', sign: 'blocked' },
  Incomplete: { label: SHOWN_REPORT_STATUSES.Incomplete, tone: 'warn', sign: 'attention' },
  Failed: { label: SHOWN_REPORT_STATUSES.Failed, tone: 'bad' },
  Canceled: { label: SHOWN_REPORT_STATUSES.Canceled, tone: 'warn', sign: 'canceled' },
  Released: { label: SHOWN_REPORT_STATUSES.Released, tone: 'good' },
  Withdrawn: { label: SHOWN_REPORT_STATUSES.Withdrawn, tone: 'warn', sign: 'takenBack' },
  Restated: { label: SHOWN_REPORT_STATUSES.Restated, tone: 'warn', sign: 'newVersion' },
}

/** A status as it is kept: "Ready" says that a report was generated, and nothing of its release. */
export const KEPT_STATUS: Readonly<Record<ReportRow['status'], string>> = {
  Scheduled: REPORT_STATUS.Scheduled.label,
  Generating: REPORT_STATUS.Generating.label,
  Ready: 'Generated',
  Refreshing: REPORT_STATUS.Refreshing.label,
  Failed: REPORT_STATUS.Failed.label,
  Canceled: REPORT_STATUS.Canceled.label,
}

type Versions = Pick<ReportRow, 'releasedVersion' | 'currentVersion' | 'withdrawnAt'>
/** Released again on its own only, whatever else is released. */
export const isTakenBack = (report: Versions): boolean => isWithdrawn({ ...report, withdrawn: report.withdrawnAt !== null })

/** Beside the status of one that is released over a closed gate: "2 open items". */
export const openItemsText = ({ openItems }: NonNullable<ReportRow['override']>): string =>
  openItems === null ? 'Open items' : counted(openItems, 'open item')

/** Released by one button; any other asks for a reason, or for a second thought. */
export const isReadyToRelease = (report: Pick<ReportRow, 'closeGate' | 'incomplete'> & Versions): boolean =>
  report.closeGate === null && report.incomplete === null && !isTakenBack(report)

export const isUnderWay = (report: Pick<ReportRow, 'status'>): boolean => ['Scheduled', 'Generating', 'Refreshing'].includes(report.status)

/** Its figures, or what it says of its audits, are older than what is on file. */
export const isOutdated = (report: Pick<ReportRow, 'outdatedSince' | 'outdatedControls'>): boolean =>
  report.outdatedSince !== null || report.outdatedControls !== null

/** Outcomes of an annual review's tests. */
export const TEST_STATUSES: StatusTable<TestStatus> = {
  good: { label: REVIEW_STATUSES.good, tone: 'good' },
  watch: { label: REVIEW_STATUSES.watch, tone: 'warn' },
  bad: { label: REVIEW_STATUSES.bad, tone: 'bad' },
  unknown: { label: REVIEW_STATUSES.unknown, tone: 'quiet' },
}
