/** Released reports of an institution's last month of a kind, one an owner: the same that its holdings are read from. */
import type { ReportTypeName } from '@corridor/domain/reports/families.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'

export interface ReleasedReport<Type extends ReportTypeName> {
  id: number
  batchId: number
  version: number
  reportType: Type
  snapshot: unknown
}

/** A month's own report comes before its quarter's, which holds the same month; the institution's before its subsidiaries'. @param types in the order of preference */
export async function selectLastReleased<Type extends ReportTypeName>(
  trx: Trx,
  scope: Scope,
  institutionId: number,
  types: readonly Type[],
): Promise<ReleasedReport<Type>[]> {
  const { rows } = await sql<ReleasedReport<Type>>`
    with shown as materialized (
      select r.institution_id, r.id, r.batch_id, r.subsidiary_id, r.period, r.released_version, r.is_quarterly, r.report_type
      from report r where ${visible(scope, 'r')} and r.institution_id = ${institutionId} and r.report_type = any(${[...types]}::text[])
        and r.released_version is not null and r.withdrawn_at is null and r.deleted_at is null)
    select distinct on (coalesce(s.subsidiary_id, 0)) s.id, s.batch_id, v.version, s.report_type, v.snapshot
    from shown s join report_version v on v.institution_id = s.institution_id and v.report_id = s.id and v.version = s.released_version
    where s.period = (select max(period) from shown)
    order by coalesce(s.subsidiary_id, 0), s.is_quarterly, array_position(${[...types]}::text[], s.report_type), s.id`.execute(trx)
  return rows
}
