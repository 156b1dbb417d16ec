/** Facts that a viewer shows beside the file itself. */
import type { Openings, ViewedFile } from '@corridor/contract/viewers.ts'
import { isReportTypeName } from '@corridor/domain/reports/families.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import { typeNameOf } from '../../shared/papers/type-name.ts'
import { siteDayOf } from '../../shared/site-day.ts'
import { visibleDocuments } from '../../shared/visibility/documents.ts'
import type { OpenedKind } from '../../shared/visibility/read-receipts.ts'
import { visibleReports } from '../../shared/visibility/reports.ts'

interface Row extends Omit<ViewedFile, 'previous' | 'next' | 'source'> {
  previousId: number | null
  previousName: string | null
  nextId: number | null
  nextName: string | null
  sourceBatchId: number | null
  sourceReportId: number | null
  sourceType: string | null
}

/** @param typeCodes what the caller may see at all  @returns undefined when it is not there for the caller */
export async function selectViewedReport(
  trx: Trx,
  scope: Scope,
  id: number,
  typeCodes: readonly string[],
): Promise<ViewedFile | undefined> {
  const shown = visibleReports(scope, typeCodes, 'c')
  const { rows } = await sql<Row>`
    with one as (select c.* from client_report c where c.id = ${id} and ${shown}),
    around as (
      select c.id, ${neighbors('c')} from client_report c
      left join report r on r.institution_id = c.institution_id and r.id = c.source_report_id
      where ${shown} and (c.institution_id, c.type_code, c.year_override) = (select institution_id, type_code, year_override from one)
      window by_list as (order by coalesce(r.period, ${siteDayOf(sql`c.created_at`, scope.siteId)}) desc, c.display_name, c.id desc))
    select c.id, c.display_name, c.upload_name, c.extension, c.size_bytes, c.type_code, ${typeNameOf('t', 'r')} as type_name, c.year_override,
      coalesce(c.source_version, c.version) as version, c.created_at, c.updated_at, c.institution_id, i.name as institution_name, c.carrier_code,
      coalesce(v.restated, false) as restated, r.period as data_as_of, v.batch_id as source_batch_id, c.source_report_id, r.report_type as source_type,
      a.previous_id, a.previous_name, a.next_id, a.next_name, a.position, a.siblings
    from one c
    join around a on a.id = c.id
    join report_type t on t.code = c.type_code
    join institution i on i.id = c.institution_id
    left join report r on r.institution_id = c.institution_id and r.id = c.source_report_id
    left join report_version v on v.institution_id = c.institution_id and v.report_id = c.source_report_id and v.version = c.source_version`.execute(
    trx,
  )
  return rows[0] && recordOf(rows[0])
}

export async function selectViewedDocument(
  trx: Trx,
  scope: Scope,
  id: number,
  typeCodes: readonly string[],
): Promise<ViewedFile | undefined> {
  const shown = visibleDocuments(scope, typeCodes, 'd')
  const { rows } = await sql<Row>`
    with one as (select d.* from document d where d.id = ${id} and ${shown}),
    around as (
      select d.id, ${neighbors('d')} from document d join one
        on d.institution_id is not distinct from one.institution_id and d.carrier_code is not distinct from one.carrier_code
        and d.type_code = one.type_code and d.year_override = one.year_override
      where ${shown}
      window by_list as (order by d.created_at desc, d.display_name, d.id desc))
    select d.id, d.display_name, d.upload_name, d.extension, d.size_bytes, d.type_code, t.name as type_name, d.year_override, d.version,
      d.created_at, d.updated_at, d.institution_id, i.name as institution_name, d.carrier_code, false as restated, null as data_as_of,
      null::int as source_batch_id, null::int as source_report_id, null as source_type, a.previous_id, a.previous_name, a.next_id, a.next_name, a.position, a.siblings
    from one d
    join around a on a.id = d.id
    join report_type t on t.code = d.type_code
    left join institution i on i.id = d.institution_id`.execute(trx)
  return rows[0] && recordOf(rows[0])
}

/** Openings of one file on the staff member's site, latest first. */
export async function selectOpenings(trx: Trx, scope: Scope, kind: OpenedKind, fileId: number): Promise<Openings> {
  const { rows } = await sql<Openings['records'][number]>`
    select o.user_id, trim(u.first_name || ' ' || u.last_name) as name, u.role, i.name as institution_name, o.first_opened_at, o.last_opened_at, o.times
    from file_opening o join user_account u on u.id = o.user_id join institution i on i.id = o.institution_id
    where ${visible(scope, 'o')} and o.kind = ${kind} and o.file_id = ${fileId}
    order by o.last_opened_at desc, o.user_id limit 200`.execute(trx)
  return { records: rows }
}

/** Whether staff have this file on their site: receipts of what is not there are not there either. */
export async function isOnSite(trx: Trx, scope: Scope, kind: OpenedKind, id: number): Promise<boolean> {
  const table: RawBuilder<unknown> = kind === 'REPORT' ? sql`client_report` : sql`document`
  const { rows } = await sql`select from ${table} f where f.id = ${id} and ${visible(scope, 'f')}`.execute(trx)
  return rows.length > 0
}

const neighbors = (table: 'c' | 'd') => {
  const of = (column: string) => sql.ref(`${table}.${column}`)
  return sql`lag(${of('id')}) over by_list as previous_id, lag(${of('display_name')}) over by_list as previous_name,
    lead(${of('id')}) over by_list as next_id, lead(${of('display_name')}) over by_list as next_name,
    (row_number() over by_list)::int as position, (count(*) over ())::int as siblings`
}

function recordOf({ previousId, previousName, nextId, nextName, sourceBatchId, sourceReportId, sourceType, ...row }: Row): ViewedFile {
  const named = (id: number | null, displayName: string | null) => (id === null || displayName === null ? null : { id, displayName })
  return {
    ...row,
    previous: named(previousId, previousName),
    next: named(nextId, nextName),
    source:
      sourceBatchId === null || sourceReportId === null || sourceType === null || !isReportTypeName(sourceType)
        ? null
        : { reportType: sourceType, batchId: sourceBatchId, reportId: sourceReportId },
  }
}
