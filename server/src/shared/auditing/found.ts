/** An exception as an audit finds it, before it is compared with what is on record. */

import type { ReasonCode } from '@corridor/domain/auditing/exceptions.ts'
import type { AuditFinding } from '@corridor/domain/auditing/finding.ts'

export interface Found extends AuditFinding {
  institutionId: number
  carrierCode: string | null
  policyId: number | null
  /** The columns of its audit: cents, fractions, dates and words by name. Of an exception of several policies that are named, `policyIds` too. */
  figures: Record<string, number | string | null | readonly number[]>
  fileId: number | null
  lineNumber: number | null
  enteredBy: number | null
  /** Settled when the file was checked, before it was posted. */
  settled: { reasonCode: ReasonCode; note: string; by: number | null } | null
}
