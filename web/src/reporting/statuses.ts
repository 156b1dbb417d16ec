/** How the statuses of reports read and look. */
import type { ReportRow } from '@corridor/contract/reports.ts'
import type { TestStatus } from '@corridor/domain/calculations/concentration.ts'
import { REVIEW_STATUSES } from '@corridor/domain/reports/annual-review/view.ts'
import { isWithdrawn } from '@corridor/domain/reports/statuses.ts'
import type { StatusTable } from '../ui/states/StatusBadge.tsx'

/** A report's status, with what its institution sees of it. */
type Shown = ReportRow['status'] | 'Blocked' | 'Incomplete' | 'Released' | 'Withdrawn' | 'Restated'

export const REPORT_STATUS: StatusTable<Shown> = {
  Scheduled: { label: 'Scheduled', tone: 'quiet', sign: 'planned' },
  Generating: { label: 'Generating', tone: 'busy' },
  Refreshing: { label: 'Refreshing', tone: 'busy', sign: 'again' },
  Ready: { label: 'Ready', tone: 'note', sign: 'ready' },
  /** Generated, and kept from release by what is open in its month. */
  Blocked: { label: 'Blocked', tone: 'warn', sign: 'blocked' },
  /** Generated, and released with a printed reason only: ratings or signatures are still missing. */
  Incomplete: { label: 'Not complete', tone: 'warn', sign: 'attention' },
  Failed: { label: 'Failed', tone: 'bad' },
  Canceled: { label: 'Canceled', tone: 'warn', sign: 'canceled' },
  Released: { label: 'Released', tone: 'good' },
  Withdrawn: { label: 'Withdrawn', tone: 'warn', sign: 'takenBack' },
  /** A newer version waits for its release; the institution still sees the older one. */
  Restated: { label: 'Ready, new version', tone: 'warn', sign: 'newVersion' },
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

/** Released by one button; any other asks for a reason, or for a second thought. */
export const isReadyToRelease = (report: Pick<ReportRow, 'closeGate' | 'incomplete'> & Versions): boolean =>
  report.closeGate === null && report.incomplete === null && !isTakenBack(report)

export function shownStatus(report: Pick<ReportRow, 'status' | 'closeGate' | 'incomplete'> & Versions): Shown {
  if (report.status !== 'Ready') return report.status
  if (isTakenBack(report)) return 'Withdrawn'
  if (report.releasedVersion === report.currentVersion) return 'Released'
  if (report.closeGate !== null) return 'Blocked'
  if (report.incomplete !== null) return 'Incomplete'
  return report.releasedVersion === null ? 'Ready' : 'Restated'
}

export const isUnderWay = (report: Pick<ReportRow, 'status'>): boolean => ['Scheduled', 'Generating', 'Refreshing'].includes(report.status)

/** Outcomes of an annual review's tests. */
export const TEST_STATUSES: StatusTable<TestStatus> = {
  good: { label: REVIEW_STATUSES.good, tone: 'good' },
  watch: { label: REVIEW_STATUSES.watch, tone: 'warn' },
  bad: { label: REVIEW_STATUSES.bad, tone: 'bad' },
  unknown: { label: REVIEW_STATUSES.unknown, tone: 'quiet' },
}
