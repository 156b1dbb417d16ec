/**
 * Findings of the check of a carrier's file, by rules that only a file can be asked: its unmatched and repeated lines, statuses and master data that differ, its control
 * totals. They are exceptions of the month like every other; a reason given before posting goes with them. The same reasons are found for the rules that are asked again.
 */
import { type AuditRuleCode, isAuditRule } from '@corridor/domain/auditing/rules.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Found } from './found.ts'

/** Rules that the posted month cannot be asked. */
export const FILE_RULES = ['V2', 'V10', 'V12', 'V13', 'P5', 'P7'] as const satisfies readonly AuditRuleCode[]

interface FindingRow {
  ruleCode: string
  severity: 'error' | 'warning' | 'info'
  message: string
  institutionId: number
  policyId: number | null
  carrierCode: string
  lineNumber: number | null
  fileId: number
  status: 'OPEN' | 'RESOLVED' | 'ACCEPTED'
  resolution: string | null
  resolvedBy: number | null
  postedBy: number | null
}

/** Reasons given before posting, by rule and policy; and findings that only the file could make, as exceptions. */
export interface FileFindings {
  settled: Map<string, { note: string; by: number | null; postedBy: number | null }>
  found: Found[]
}
export const settledKey = (ruleCode: string, policyId: number | null): string => `${ruleCode} ${policyId ?? ''}`

/** @param fileIds the carrier's files of the month */
export async function selectFileFindings(
  trx: Trx,
  scope: Scope,
  {
    carrierCode,
    period,
    institutionIds,
    fileIds,
  }: { carrierCode: string; period: PlainDate; institutionIds: readonly number[]; fileIds: readonly number[] },
): Promise<FileFindings> {
  if (fileIds.length === 0) return { settled: new Map(), found: [] }
  const { rows } = await sql<FindingRow>`
    select f.rule_code, f.severity, f.message, f.institution_id, f.policy_id, coalesce(r.carrier_code, c.carrier_code, ${carrierCode}) as carrier_code, f.line_number, f.file_id,
      f.status, f.resolution, f.resolved_by, c.posted_by
    from carrier_file_finding f
    join carrier_file c on c.id = f.file_id
    left join carrier_file_row r on r.file_id = f.file_id and r.line_number = f.line_number
    where f.site_id = ${scope.siteId} and f.file_id = any(${[...fileIds]}::int[]) and c.status = 'POSTED' and f.institution_id = any(${[...institutionIds]}::int[])
      and coalesce(r.period, f.period, c.period) = ${period} and coalesce(r.carrier_code, c.carrier_code, ${carrierCode}) = ${carrierCode}
    order by array_position(${[...fileIds]}::int[], f.file_id), f.id`.execute(trx)
  const settled: FileFindings['settled'] = new Map()
  const found: Found[] = []
  for (const row of rows) {
    const { ruleCode } = row
    if (!isAuditRule(ruleCode)) continue
    if (row.resolution !== null)
      settled.set(settledKey(ruleCode, row.policyId), { note: row.resolution, by: row.resolvedBy, postedBy: row.postedBy })
    if (!FILE_RULES.some((rule) => rule === ruleCode) || isDone(row)) continue
    found.push({
      ruleCode,
      severity: row.severity,
      message: row.message,
      measured: null,
      institutionId: row.institutionId,
      carrierCode: row.carrierCode,
      policyId: row.policyId,
      figures: {},
      fileId: row.fileId,
      lineNumber: row.lineNumber,
      enteredBy: row.postedBy,
      settled: null,
    })
  }
  return { settled, found: found.map((one) => withSettled(one, settled)) }
}

/** Rules that the check of a file tries of its columns and its total line: those that it skipped are not asked of the month either. */
const TRIED_OF_FILES = ['V10', 'V11', 'V12', 'V13'] as const satisfies readonly AuditRuleCode[]

/** By file: rules that could not be tried, and what the file lacks, in the words of its check. */
export async function selectFileLacks(
  trx: Trx,
  scope: Scope,
  fileIds: readonly number[],
): Promise<Map<number, Partial<Record<AuditRuleCode, string>>>> {
  const { rows } = await sql<{ id: number; ruleCode: string; reason: string }>`
    select f.id, k ->> 'ruleCode' as rule_code, k ->> 'reason' as reason from carrier_file f cross join jsonb_array_elements(f.summary -> 'skippedChecks') k
    where f.site_id = ${scope.siteId} and f.id = any(${[...fileIds]}::int[]) and f.skipped_rules ?| ${[...TRIED_OF_FILES]}::text[]`.execute(
    trx,
  )
  const lacks = new Map<number, Partial<Record<AuditRuleCode, string>>>()
  for (const { id, ruleCode, reason } of rows)
    if (TRIED_OF_FILES.some((code) => code === ruleCode)) lacks.set(id, { ...lacks.get(id), [ruleCode]: reasonAlone(reason) })
  return lacks
}

/** "Control totals differ: the file ends without a total line." as a reason of its own, beside the rule that it stands at. */
const reasonAlone = (told: string): string => told.replace(/^[^:]*: /, '').replace(/\.$/, '')

/** The line was corrected or rejected, or the register took the carrier's status over: there is nothing left to be found. */
const isDone = ({ status, ruleCode }: FindingRow): boolean => status === 'RESOLVED' || (status === 'ACCEPTED' && ruleCode === 'V10')

/** A reason that a second person gave before posting settles the exception; the poster's own does not. */
export function withSettled(found: Found, settled: FileFindings['settled']): Found {
  const before = settled.get(settledKey(found.ruleCode, found.policyId))
  if (!before) return found
  const isOwn = before.by !== null && before.by === before.postedBy
  if (isOwn && found.severity === 'error') return found
  return { ...found, settled: { reasonCode: 'OTHER', note: `Before posting: ${before.note}`, by: before.by } }
}
