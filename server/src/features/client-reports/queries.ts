/** Report records as their institution finds them: in search, menu and list. */
import type { ClientReport } from '@corridor/contract/client-reports.ts'
import { sql } from 'kysely'
import type { Trx } from '../../kernel/database.ts'
import { type Scope, visible } from '../../kernel/scope.ts'

export interface Wanted {
  typeCode?: string | undefined
  typeCodes: readonly string[]
  institutionId?: number | undefined
}

/** Newest years first. @param wanted.typeCodes what the caller may see at all */
export async function selectClientReports(
  trx: Trx,
  scope: Scope,
  wanted: Wanted,
  { take, skip }: { take: number; skip: number },
): Promise<{ records: ClientReport[]; total: number }> {
  const codes = wanted.typeCode === undefined ? [...wanted.typeCodes] : wanted.typeCodes.filter((code) => code === wanted.typeCode)
  const where = sql`${visible(scope, 'c')} and c.withdrawn_at is null and c.type_code = any(${codes}::text[]) ${wanted.institutionId === undefined ? sql`` : sql`and c.institution_id = ${wanted.institutionId}`}`
  const { rows } = await sql<ClientReport>`
    select c.id, c.type_code, t.name as type_name, c.institution_id, c.upload_name, c.year_override, c.name, c.display_name, c.extension, c.path, c.carrier_code,
      c.carrier_code is not null and c.carrier_code <> ${VENDOR} as is_carrier, c.carrier_code is not distinct from ${VENDOR} as is_vendor, c.size_bytes,
      coalesce(v.restated, false) as restated, c.created_at, c.updated_at, c.source_report_id, v.batch_id as source_batch_id
    from client_report c
    join report_type t on t.code = c.type_code
    left join report r on r.institution_id = c.institution_id and r.id = c.source_report_id
    left join report_version v on v.institution_id = c.institution_id and v.report_id = c.source_report_id and v.version = c.source_version
    where ${where}
    order by c.year_override desc, coalesce(r.period, c.created_at::date) desc, c.display_name, c.id desc limit ${take} offset ${skip}`.execute(
    trx,
  )
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from client_report c where ${where}`.execute(trx)
  return { records: rows, total: counted[0]?.total ?? 0 }
}

/** @returns undefined when it is not there for the caller */
export async function selectClientReportFile(trx: Trx, scope: Scope, id: number, typeCodes: readonly string[]) {
  return trx
    .selectFrom('clientReport')
    .select(['id', 'institutionId', 'typeCode', 'uploadName', 'extension', 'fileSha256 as sha256', 'sizeBytes', 'sourceVersion'])
    .where('id', '=', id)
    .where(visible(scope))
    .where('withdrawnAt', 'is', null)
    .where('typeCode', '=', sql<string>`any(${[...typeCodes]}::text[])`)
    .executeTakeFirst()
}

export const selectTypeCodes = async (trx: Trx): Promise<string[]> =>
  (await trx.selectFrom('reportType').select('code').execute()).map(({ code }) => code)

/** Records by type, and those that belong to a carrier by carrier as well. */
export async function selectCounts(trx: Trx, scope: Scope, typeCodes: readonly string[]) {
  const { rows } = await sql<{ typeCode: string; carrierCode: string | null; count: number }>`
    select c.type_code, c.carrier_code, count(*)::int as count from client_report c
    where ${visible(scope, 'c')} and c.withdrawn_at is null and c.type_code = any(${[...typeCodes]}::text[])
    group by c.type_code, c.carrier_code order by c.type_code, c.carrier_code`.execute(trx)
  return rows
}

/** Carrier code of what belongs to a vendor (seed 5). */
export const VENDOR = 'BCC'
