/** A client's new files, as every page counts them: visible to them, come since their first visit, and not opened by them. */
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { visibleDocuments } from './documents.ts'
import { unopenedSince } from './first-visits.ts'
import { visibleReports } from './reports.ts'

/** The types of reports and of documents that the person may see. */
export interface FileTypes {
  reports: readonly string[]
  documents: readonly string[]
}

/** A statement's rows, to stand in parentheses after `from`. */
export const newFilesOf = (scope: Scope, types: FileTypes, since: string): RawBuilder<unknown> => sql`
  select 'REPORT' as kind, c.id, c.type_code, c.carrier_code, c.display_name, c.extension, c.path, c.created_at, r.period, r.is_quarterly, r.report_type from client_report c
    left join report r on r.institution_id = c.institution_id and r.id = c.source_report_id
    where ${visibleReports(scope, types.reports, 'c')} and ${unopenedSince(scope, 'REPORT', 'c', since)}
  union all
  select 'DOCUMENT', d.id, d.type_code, d.carrier_code, d.display_name, d.extension, d.path, d.created_at, null, null, null from document d
    where ${visibleDocuments(scope, types.documents, 'd')} and ${unopenedSince(scope, 'DOCUMENT', 'd', since)}`

export async function countNewFiles(
  trx: Trx,
  scope: Scope,
  types: FileTypes,
  since: string,
): Promise<{ reports: number; documents: number }> {
  const { rows } = await sql<{ reports: number; documents: number }>`
    select count(*) filter (where f.kind = 'REPORT')::int as reports, count(*) filter (where f.kind = 'DOCUMENT')::int as documents
    from (${newFilesOf(scope, types, since)}) f`.execute(trx)
  return rows[0] ?? { reports: 0, documents: 0 }
}
