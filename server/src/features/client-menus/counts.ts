/** Counts of a menu, and its new files: client reports and documents of the types a person may see. */
import type { menuCounts, newFiles } from '@corridor/contract/client-menus.ts'
import { NEW_FILES_MOST } from '@corridor/contract/client-menus.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { VENDOR_CARRIER } from '@corridor/domain/client-menu/items.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import { typeNameOf } from '../../shared/papers/type-name.ts'
import { siteDayOf } from '../../shared/site-day.ts'
import { visibleDocuments } from '../../shared/visibility/documents.ts'
import { newFrom } from '../../shared/visibility/first-visits.ts'
import { type FileTypes, newFilesOf } from '../../shared/visibility/new-files.ts'

type Counts = ReplyOf<typeof menuCounts>
/** Which rows are counted, and of which types. */
export interface Counting {
  reports: RawBuilder<SqlBool>
  documents: RawBuilder<SqlBool>
  /** Files that wait for their check, or were found harmful, are shown to staff only. */
  hidesUnchecked: boolean
}

/** The files a caller may see: their institution's, or for staff the site's. @param types of client reports and of documents */
export const countedFor = (scope: Scope, types: FileTypes): Counting => ({
  reports: sql<SqlBool>`${visible(scope, 'c')} and c.type_code = any(${[...types.reports]}::text[])`,
  documents: visibleDocuments(scope, types.documents, 'd'),
  hidesUnchecked: scope.side === 'client',
})

/** The files a client of that institution may see, asked by staff. */
export const countedOf = ({ siteId }: Scope, institutionId: number, types: FileTypes): Counting => ({
  reports: sql<SqlBool>`c.site_id = ${siteId} and c.institution_id = ${institutionId} and c.type_code = any(${[...types.reports]}::text[])`,
  documents: sql<SqlBool>`d.site_id = ${siteId} and d.deleted_at is null and d.type_code = any(${[...types.documents]}::text[])
    and (d.institution_id = ${institutionId} or d.carrier_code = ${VENDOR_CARRIER} or d.carrier_code = any(array(
      select distinct held.carrier_code from policy held where held.site_id = ${siteId} and held.institution_id = ${institutionId})))
    and exists (select from stored_file f where f.sha256 = d.file_sha256 and f.safety in ('TRUSTED', 'PASSED'))`,
  hidesUnchecked: true,
})

/**
 * Reports are counted from an index alone (client_report_counted holds what a client can see, and nothing else). It does not know their files:
 * the few that are unchecked are taken off, looked for only where there are any.
 */
export async function selectMenuCounts(trx: Trx, { reports, documents, hidesUnchecked }: Counting): Promise<Counts> {
  const mine = sql`${reports} and c.withdrawn_at is null and c.deleted_at is null`
  const { rows } = await sql<{ list: keyof Counts; typeCode: string; carrierCode: string; carrierName: string; count: number }>`
    select case f.carrier_code when '' then f.own when ${VENDOR_CARRIER} then 'vendors' else 'carriers' end as list,
      f.type_code, f.carrier_code, coalesce(k.short_name, f.carrier_code) as carrier_name, sum(f.count)::int as count
    from (
      select 'reports' as own, c.type_code, coalesce(c.carrier_code, '') as carrier_code, count(*) as count from client_report c where ${mine} group by 2, 3
      union all
      select 'reports', c.type_code, coalesce(c.carrier_code, ''), -count(*) from client_report c join stored_file s on s.sha256 = c.file_sha256 and s.safety in ('HELD', 'REFUSED')
        where ${hidesUnchecked} and exists (select from stored_file where safety in ('HELD', 'REFUSED')) and ${mine} group by 2, 3
      union all
      select 'documents', d.type_code, coalesce(d.carrier_code, ''), count(*) from document d where ${documents} group by 2, 3
    ) f left join carrier k on k.code = f.carrier_code
    group by 1, 2, 3, 4 having sum(f.count) > 0 order by 1, 2, 4, 3`.execute(trx)
  const of = (list: keyof Counts) => rows.filter((row) => row.list === list)
  const counted = (list: keyof Counts) => of(list).map(({ typeCode, count }) => ({ typeCode, count }))
  return {
    reports: counted('reports'),
    documents: counted('documents'),
    carriers: of('carriers').map(({ typeCode, carrierCode, carrierName, count }) => ({ typeCode, carrierCode, carrierName, count })),
    vendors: counted('vendors'),
  }
}

/** For a client role; the newest day first, and of one day the newest month. */
export async function selectNewFiles(trx: Trx, scope: Scope, types: FileTypes): Promise<ReplyOf<typeof newFiles>> {
  const since = await newFrom(trx, scope)
  if (since === null) return { since, total: 0, files: [] }
  const { rows } = await sql<ReplyOf<typeof newFiles>['files'][number] & { total: number }>`
    select f.kind, f.id, f.type_code, f.carrier_code, k.short_name as carrier_name, f.display_name, f.extension, f.path, f.created_at, ${typeNameOf('t', 'f')} as type_name, count(*) over ()::int as total
    from (${newFilesOf(scope, types, since)}) f join report_type t on t.code = f.type_code left join carrier k on k.code = f.carrier_code order by ${siteDayOf(sql`f.created_at`, scope.siteId)} desc, f.period desc nulls last, f.created_at desc, f.kind, f.id desc limit ${NEW_FILES_MOST}`.execute(
    trx,
  )
  return { since, total: rows[0]?.total ?? 0, files: rows.map(({ total: _, ...file }) => file) }
}
