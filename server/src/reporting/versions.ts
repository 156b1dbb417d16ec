/** Versions of reports, and the files made from them. */
import type { PlainDate } from '@corridor/domain/period.ts'
import { reportTitle, typeCodeOf } from '@corridor/domain/report-families.ts'
import { sql } from 'kysely'
import type { JsonValue } from '../db/schema.ts'
import type { Trx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { keepFile } from '../kernel/files.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { inScope, type Scope, scopeOfSystem, visible } from '../kernel/scope.ts'
import { familyOf } from './family.ts'
import { releasedFileName, withExtension } from './file-name.ts'

export interface VersionFile {
  institutionId: number
  reportId: number
  batchId: number
  version: number
  siteId: number
  reportType: string
  period: PlainDate
  pdfSha256: string | null
  pdfSizeBytes: number | null
  xlsxSha256: string | null
  xlsxSizeBytes: number | null
  /** Without its ending. */
  uploadName: string
}

/**
 * The versions a caller may have of the reports named, each looked up for itself: staff the current one (or the one asked for), clients the released one.
 * @throws AppError not_found when any of them is not there for the caller
 */
export async function selectVersionFiles(
  trx: Trx,
  scope: Scope,
  reportType: string,
  batchId: number,
  reportIds: readonly number[],
  version?: number,
): Promise<VersionFile[]> {
  const ids = [...new Set(reportIds)]
  const shown = scope.side === 'staff' ? sql`r.current_version` : sql`r.released_version`
  const { rows } = await sql<
    Omit<VersionFile, 'uploadName'> & { isQuarterly: boolean; institutionName: string; subsidiaryName: string | null }
  >`
    select r.institution_id, r.id as report_id, r.batch_id, v.version, r.site_id, r.report_type, r.period, r.is_quarterly, i.name as institution_name, s.name as subsidiary_name,
      v.pdf_sha256, f.size_bytes as pdf_size_bytes, v.xlsx_sha256, x.size_bytes as xlsx_size_bytes
    from report r
    join institution i on i.id = r.institution_id
    left join subsidiary s on s.institution_id = r.institution_id and s.id = r.subsidiary_id
    join report_version v on v.institution_id = r.institution_id and v.report_id = r.id and v.version = ${scope.side === 'staff' && version !== undefined ? version : shown}
    left join stored_file f on f.sha256 = v.pdf_sha256
    left join stored_file x on x.sha256 = v.xlsx_sha256
    where r.id = any(${ids}::int[]) and r.report_type = ${reportType} and r.deleted_at is null and ${visible(scope, 'r')}
      and (${batchId} = 0 or exists (select from report_batch_entry e where e.institution_id = r.institution_id and e.report_id = r.id and e.batch_id = ${batchId}))
      ${scope.side === 'client' ? sql`and r.released_version is not null and r.withdrawn_at is null` : sql``}
      ${scope.side === 'client' && version !== undefined ? sql`and r.released_version = ${version}` : sql``}`.execute(trx)
  if (rows.length !== ids.length) throw new AppError('not_found')
  const byId = new Map(rows.map((row) => [row.reportId, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const { uploadName } = releasedFileName({
      ...row,
      typeCode: typeCodeOf(row.reportType, row.siteId),
      title: reportTitle(row.reportType, row.isQuarterly),
    })
    return [{ ...row, uploadName: withExtension(uploadName, '').replace(/\.$/, '') }]
  })
}

/** The stored inputs of a version; read with the caller's own rights. @throws AppError not_found */
export async function readSnapshot(
  trx: Trx,
  scope: Scope,
  { institutionId, reportId, version }: Pick<VersionFile, 'institutionId' | 'reportId' | 'version'>,
): Promise<JsonValue> {
  const row = await trx
    .selectFrom('reportVersion')
    .select('snapshot')
    .where('institutionId', '=', institutionId)
    .where('reportId', '=', reportId)
    .where('version', '=', version)
    .where(visible(scope))
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row.snapshot
}

/**
 * The spreadsheet of a version: made on first request from the stored snapshot and kept from then on, so that it is made once and everybody gets
 * the same bytes. PDFs are made with the report; most spreadsheets are never asked for.
 */
export async function spreadsheetOf(kernel: Kernel, file: VersionFile): Promise<{ sha256: string; sizeBytes: number }> {
  if (file.xlsxSha256 !== null && file.xlsxSizeBytes !== null) return { sha256: file.xlsxSha256, sizeBytes: file.xlsxSizeBytes }
  const scope = scopeOfSystem(file.siteId)
  const snapshot = await inScope(kernel.db, scope, (trx) => readSnapshot(trx, scope, file))
  const stored = await kernel.files.put(await familyOf(file.reportType).render(snapshot).xlsx())
  await inScope(kernel.db, scope, async (trx) => {
    await keepFile(trx, stored, SPREADSHEET)
    await trx
      .updateTable('reportVersion')
      .set({ xlsxSha256: stored.sha256 })
      .where('institutionId', '=', file.institutionId)
      .where('reportId', '=', file.reportId)
      .where('version', '=', file.version)
      .where('xlsxSha256', 'is', null)
      .execute()
  })
  return stored
}

export const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
