/** Decisions of people about a file's rows and issues, carried over when it is read again under another mapping. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

interface Rejection {
  lineNumber: number
  reason: string
  by: number | null
}
interface Acceptance {
  lineNumber: number | null
  ruleCode: string
  columnName: string | null
  message: string
  policyId: number | null
  institutionId: number | null
  resolution: string | null
  resolvedBy: number | null
  resolvedAt: string | null
  terms: unknown
}
export interface Decisions {
  rejections: Rejection[]
  acceptances: Acceptance[]
}

export async function keepDecisions(trx: Trx, fileId: number): Promise<Decisions> {
  const rejections = await trx
    .selectFrom('carrierFileRow')
    .select(['lineNumber', 'rejectedReason as reason', 'rejectedBy as by'])
    .where('fileId', '=', fileId)
    .where('matchStatus', '=', 'REJECTED')
    .execute()
  const acceptances = await trx
    .selectFrom('carrierFileFinding')
    .select([
      'lineNumber',
      'ruleCode',
      'columnName',
      'message',
      'policyId',
      'institutionId',
      'resolution',
      'resolvedBy',
      'resolvedAt',
      'terms',
    ])
    .where('fileId', '=', fileId)
    .where('status', '=', 'ACCEPTED')
    .execute()
  return { rejections: rejections.map((row) => ({ ...row, reason: row.reason ?? '' })), acceptances }
}

/** Messages whose words were others when the finding was accepted, as the same finding reads today. */
const inTodaysWords = sql`regexp_replace(replace(d.message, 'or reject the row.', 'or exclude the row.'),
  '; last month’s yield makes (\\S+), (\\S+) apart where (\\S+) may be\\.$', '; at last month’s yield, \\1 was expected. The difference of \\2 is more than the \\3 allowed.')`

/** A rejection stands by its line; an acceptance only while the very same finding is made again, in the words of today or of before. */
export async function restoreDecisions(trx: Trx, fileId: number, { rejections, acceptances }: Decisions): Promise<void> {
  if (rejections.length > 0) {
    await sql`update carrier_file_row r set match_status = 'REJECTED', rejected_reason = d.reason, rejected_by = d.by
      from jsonb_to_recordset(${JSON.stringify(rejections)}::jsonb) as d ("lineNumber" int, reason text, by int)
      where r.file_id = ${fileId} and r.line_number = d."lineNumber"`.execute(trx)
    await sql`update carrier_file_finding f set status = 'RESOLVED', resolution = 'Row excluded: ' || r.rejected_reason, resolved_by = r.rejected_by, resolved_at = now()
      from carrier_file_row r
      where r.file_id = ${fileId} and r.match_status = 'REJECTED' and f.file_id = r.file_id and f.line_number = r.line_number and f.status = 'OPEN'`.execute(
      trx,
    )
  }
  if (acceptances.length > 0)
    await sql`update carrier_file_finding f set status = 'ACCEPTED', resolution = d.resolution, resolved_by = d."resolvedBy", resolved_at = d."resolvedAt", terms = d.terms
      from jsonb_to_recordset(${JSON.stringify(acceptances)}::jsonb)
        as d ("lineNumber" int, "ruleCode" text, "columnName" text, message text, "policyId" int, "institutionId" int, resolution text, "resolvedBy" int, "resolvedAt" timestamptz, terms jsonb)
      where f.file_id = ${fileId} and f.status = 'OPEN' and f.rule_code = d."ruleCode" and f.message in (d.message, ${inTodaysWords}) and f.line_number is not distinct from d."lineNumber"
        and f.column_name is not distinct from d."columnName" and f.policy_id is not distinct from d."policyId" and f.institution_id is not distinct from d."institutionId"`.execute(
      trx,
    )
}
