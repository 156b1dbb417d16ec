/** The annual review whose narrative is written. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'

export interface ReviewReport {
  id: number
  batchId: number
  institutionId: number
  institutionName: string
  period: PlainDate
  currentVersion: number
}
