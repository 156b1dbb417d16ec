/** Which stored files a download holds: what the caller may open, and nothing else. */
import type { downloadClientReports, downloadDocuments } from '@corridor/contract/downloads.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { AccessSubject } from '@corridor/domain/access/access.ts'
import { pathsOpenedBy, VENDOR_CODE } from '@corridor/domain/files/document-paths.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { matches } from '../../platform/http/lists.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { visibleDocuments } from '../../shared/visibility/documents.ts'
import { visibleReports } from '../../shared/visibility/reports.ts'
import { reportFileFor, reportSizeFor } from '../../shared/visibility/salaries.ts'

export interface WantedFile {
  kind: 'REPORT' | 'DOCUMENT'
  id: number
  institutionId: number | null
  uploadName: string
  extension: string
  sha256: string
  sizeBytes: number
  version: number
  safety: 'TRUSTED' | 'PASSED' | 'HELD' | 'REFUSED'
}

/** In the order of lists: newest year first. @param reader decides about salaries in them  @param types those the caller may see at all */
export const selectReportFiles = (
  trx: Trx,
  scope: Scope,
  reader: AccessSubject,
  types: readonly string[],
  { ids, search, origin, safety, ...others }: ParsedOf<typeof downloadClientReports>,
): Promise<WantedFile[]> =>
  select(trx, reader, 'REPORT', reportsOf(scope, types), [
    ...(ids ? [sql<SqlBool>`f.id = any(${ids}::int[])`] : []),
    ...(origin ? [sql<SqlBool>`f.origin = ${origin}`] : []),
    ...(safety ? [sql<SqlBool>`s.safety = ${safety}`] : []),
    ...common(others),
    ...(search ? [matches(search, ['f.displayName', 'f.uploadName'])] : []),
  ])

/** @param types those the caller may see at all */
export const selectDocumentFiles = (
  trx: Trx,
  scope: Scope,
  reader: AccessSubject,
  types: readonly string[],
  { ids, search, owner, carrierCode, vendorName, ...others }: ParsedOf<typeof downloadDocuments>,
): Promise<WantedFile[]> =>
  select(trx, reader, 'DOCUMENT', documentsOf(scope, types), [
    ...(ids ? [sql<SqlBool>`f.id = any(${ids}::int[])`] : []),
    ...(owner ? [OWNED_BY[owner]] : []),
    ...(carrierCode === undefined ? [] : [sql<SqlBool>`f.carrier_code = ${carrierCode}`]),
    ...(vendorName === undefined ? [] : [sql<SqlBool>`f.vendor_name = ${vendorName}`]),
    ...common(others),
    ...(search ? [matches(search, ['f.displayName', 'f.uploadName', 'f.vendorName'])] : []),
  ])

/** The record that a logical name belongs to; of two reports by one name the later. */
export async function selectFileByPath(
  trx: Trx,
  scope: Scope,
  reader: AccessSubject,
  path: string,
  types: { reports: readonly string[]; documents: readonly string[] },
): Promise<WantedFile | undefined> {
  const named = [sql<SqlBool>`f.path = any(${pathsOpenedBy(path)}::text[])`]
  const [document] = await select(trx, reader, 'DOCUMENT', documentsOf(scope, types.documents), named)
  if (document) return document
  return (await select(trx, reader, 'REPORT', reportsOf(scope, types.reports), named)).toSorted((a, b) => b.id - a.id)[0]
}

const OWNED_BY: Record<'institution' | 'carrier' | 'vendor', RawBuilder<SqlBool>> = {
  institution: sql`f.institution_id is not null`,
  carrier: sql`f.carrier_code <> ${sql.lit(VENDOR_CODE)}`,
  vendor: sql`f.carrier_code = ${sql.lit(VENDOR_CODE)}`,
}

const reportsOf = (scope: Scope, types: readonly string[]) => visibleReports(scope, types, 'f')
const documentsOf = (scope: Scope, types: readonly string[]) => visibleDocuments(scope, types, 'f')

function common(wanted: {
  institutionId?: number | undefined
  typeCode?: string[] | undefined
  yearOverride?: number | undefined
}): RawBuilder<SqlBool>[] {
  return [
    ...(wanted.institutionId === undefined ? [] : [sql<SqlBool>`f.institution_id = ${wanted.institutionId}`]),
    ...(wanted.typeCode === undefined ? [] : [sql<SqlBool>`f.type_code = any(${wanted.typeCode}::text[])`]),
    ...(wanted.yearOverride === undefined ? [] : [sql<SqlBool>`f.year_override = ${wanted.yearOverride}`]),
  ]
}

async function select(
  trx: Trx,
  reader: AccessSubject,
  kind: WantedFile['kind'],
  reach: RawBuilder<SqlBool>,
  wanted: readonly Expression<SqlBool>[],
): Promise<WantedFile[]> {
  const table = kind === 'REPORT' ? sql`client_report` : sql`document`
  const [file, size] =
    kind === 'REPORT' ? [reportFileFor(reader, 'f'), reportSizeFor(reader, 'f')] : [sql`f.file_sha256`, sql`f.size_bytes`]
  const { rows } =
    await sql<WantedFile>`select ${kind}::text as kind, f.id, f.institution_id, f.upload_name, f.extension, ${file} as sha256,
      ${size} as size_bytes, f.version, s.safety
    from ${table} f join stored_file s on s.sha256 = f.file_sha256 where ${sql.join([reach, ...wanted], sql` and `)}
    order by f.year_override desc, f.type_code, f.upload_name, f.id`.execute(trx)
  return rows
}
