/** A report as a release holds it. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { GeneratedReportStatus } from '@corridor/domain/reports/statuses.ts'
import type { ControlTotals } from './family.ts'

export interface LockedReport {
  institutionId: number
  id: number
  reportType: string
  subsidiaryId: number | null
  period: PlainDate
  isQuarterly: boolean
  batchId: number
  status: GeneratedReportStatus
  failureCode: string | null
  currentVersion: number
  releasedVersion: number | null
  withdrawnAt: string | null
  deletedAt: string | null
  generatedBy: number | null
  controlTotals: ControlTotals | null
  fileSha256: string | null
  sizeBytes: number | null
  institutionName: string
  subsidiaryName: string | null
}
