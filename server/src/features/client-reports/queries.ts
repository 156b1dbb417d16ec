/** Report records as their institution finds them: in search, menu and list. */
import type { ClientReport } from '@corridor/contract/client-reports.ts'
import type { AccessSubject } from '@corridor/domain/access/access.ts'
import { VENDOR_CODE } from '@corridor/domain/files/document-paths.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { typeNameOf } from '../../shared/papers/type-name.ts'
import { siteDayOf } from '../../shared/site-day.ts'
import { visibleReports } from '../../shared/visibility/reports.ts'
import { reportFileFor, reportSizeFor } from '../../shared/visibility/salaries.ts'

export interface Wanted {
  typeCode?: string | undefined
  typeCodes: readonly string[]
  institutionId?: number | undefined
}

/** The newest first. @param wanted.typeCodes what the caller may see at all */
export async function selectClientReports(
  trx: Trx,
  scope: Scope,
  reader: AccessSubject,
  wanted: Wanted,
  { take, skip, sort }: { take: number; skip: number; sort: keyof ReturnType<typeof orders> },
): Promise<{ records: ClientReport[]; total: number }> {
  const codes = wanted.typeCode === undefined ? [...wanted.typeCodes] : wanted.typeCodes.filter((code) => code === wanted.typeCode)
  const where = sql`${visibleReports(scope, codes, 'c')} ${wanted.institutionId === undefined ? sql`` : sql`and c.institution_id = ${wanted.institutionId}`}`
  const { rows } = await sql<ClientReport>`
    select c.id, c.type_code, ${typeNameOf('t', 'r')} as type_name, t.display_order as type_order, c.institution_id, c.upload_name, c.year_override, c.name, c.display_name, c.extension, c.path, c.carrier_code,
      c.carrier_code is not null and c.carrier_code <> ${VENDOR_CODE} as is_carrier, c.carrier_code is not distinct from ${VENDOR_CODE} as is_vendor, ${reportSizeFor(reader, 'c')} as size_bytes,
      coalesce(v.restated, false) as restated, c.created_at, c.updated_at, c.source_report_id, v.batch_id as source_batch_id
    from client_report c
    join report_type t on t.code = c.type_code
    left join report r on r.institution_id = c.institution_id and r.id = c.source_report_id
    left join report_version v on v.institution_id = c.institution_id and v.report_id = c.source_report_id and v.version = c.source_version
    where ${where}
    order by ${orders(siteDayOf(sql`c.created_at`, scope.siteId))[sort]} limit ${take} offset ${skip}`.execute(trx)
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from client_report c where ${where}`.execute(trx)
  return { records: rows, total: counted[0]?.total ?? 0 }
}

const orders = (came: ReturnType<typeof siteDayOf>) => ({
  // A file that is of no month stands where it came, within the year that it is of.
  period: sql`c.year_override desc, coalesce(r.period, least(${came}, make_date(c.year_override, 12, 31))) desc, c.created_at desc, c.display_name, c.id desc`,
  // The files of one day, the newest month first.
  createdAt: sql`${came} desc, r.period desc nulls last, c.created_at desc, c.display_name, c.id desc`,
})

/** @returns undefined when it is not there for the caller */
export async function selectClientReportFile(trx: Trx, scope: Scope, reader: AccessSubject, id: number, typeCodes: readonly string[]) {
  return trx
    .selectFrom('clientReport')
    .select(['id', 'institutionId', 'typeCode', 'uploadName', 'extension', 'sourceVersion'])
    .select([reportFileFor(reader).as('sha256'), reportSizeFor(reader).as('sizeBytes')])
    .where('id', '=', id)
    .where(visibleReports(scope, typeCodes))
    .executeTakeFirst()
}
