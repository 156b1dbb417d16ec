/** How the statuses of reports read and look. */
import type { AssetReportRow } from '@corridor/contract/asset-reports.ts'
import type { StatusTable } from '../../ui/StatusBadge.tsx'

/** A report's status, with what its institution sees of it. */
type Shown = AssetReportRow['status'] | 'Released' | 'Withdrawn' | 'Restated'

export const REPORT_STATUS: StatusTable<Shown> = {
  Scheduled: { label: 'Scheduled', tone: 'quiet' },
  Generating: { label: 'Generating', tone: 'busy' },
  Refreshing: { label: 'Refreshing', tone: 'busy' },
  Ready: { label: 'Ready', tone: 'note' },
  Failed: { label: 'Failed', tone: 'bad' },
  Released: { label: 'Released', tone: 'good' },
  Withdrawn: { label: 'Withdrawn', tone: 'warn' },
  /** A newer version waits for its release; the institution still sees the older one. */
  Restated: { label: 'Ready, new version', tone: 'warn' },
}

export function shownStatus(report: Pick<AssetReportRow, 'status' | 'releasedVersion' | 'currentVersion' | 'withdrawnAt'>): Shown {
  if (report.status !== 'Ready') return report.status
  if (report.withdrawnAt) return 'Withdrawn'
  if (report.releasedVersion === null) return 'Ready'
  return report.releasedVersion === report.currentVersion ? 'Released' : 'Restated'
}

export const isUnderWay = (report: Pick<AssetReportRow, 'status'>): boolean =>
  ['Scheduled', 'Generating', 'Refreshing'].includes(report.status)
