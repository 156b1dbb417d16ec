/** Versions of reports, and the files made from them. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { reportTitle, typeCodeOf } from '@corridor/domain/reports/families.ts'
import { type Release, type ReportStamp, stampOf } from '@corridor/domain/reports/heading.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import type { StoredFile } from '../platform/files/file-store.ts'
import { keepFile } from '../platform/files/files.ts'
import { AppError } from '../platform/http/errors.ts'
import { inScope, type Scope, scopeOfSystem, visible } from '../platform/http/scope.ts'
import type { Kernel } from '../platform/kernel.ts'
import { familyOf, type StoredVersion } from './family.ts'
import { releasedFileName, withExtension } from './file-name.ts'

export interface VersionFile {
  institutionId: number
  reportId: number
  batchId: number
  version: number
  siteId: number
  reportType: string
  period: PlainDate
  release: Release
  /** As it reads once it is released. */
  stamp: ReportStamp
  /** The released paper; of a version that is not released, what becomes of it. */
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
    Omit<VersionFile, 'uploadName' | 'release' | 'stamp'> &
      Release &
      StampFacts & { isQuarterly: boolean; institutionName: string; subsidiaryName: string | null }
  >`
    select r.institution_id, r.id as report_id, r.batch_id, v.version, r.site_id, r.report_type, r.period, r.is_quarterly, i.name as institution_name, s.name as subsidiary_name,
      ${releaseColumns}, ${stampColumns}, f.sha256 as pdf_sha256, f.size_bytes as pdf_size_bytes, v.xlsx_sha256, x.size_bytes as xlsx_size_bytes
    from report r
    join institution i on i.id = r.institution_id
    left join subsidiary s on s.institution_id = r.institution_id and s.id = r.subsidiary_id
    join report_version v on v.institution_id = r.institution_id and v.report_id = r.id and v.version = ${scope.side === 'staff' && version !== undefined ? version : shown}
    left join stored_file f on f.sha256 = coalesce(v.released_pdf_sha256, v.pdf_sha256)
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
    const { standing, reason, overrideReason, openItems, items, releasedBy, ...file } = row
    return [
      {
        ...file,
        release: {
          standing,
          reason,
          overrideReason: overrideReason ?? null,
          openItems: openItems ?? null,
          items: items ?? null,
          releasedBy: releasedBy ?? null,
        },
        stamp: stampOfVersion(row, row),
        uploadName: withExtension(uploadName, '').replace(/\.$/, ''),
      },
    ]
  })
}

/**
 * Items that were open when a version `v` was released. An asset report released before kept them under the name that a form has for items of its own,
 * which no form of then was released with a reason beside.
 */
export const openAtRelease = sql<
  number | null
>`coalesce((v.control_totals ->> 'openAtRelease')::int, case when v.release_reason is not null then (v.control_totals ->> 'openItems')::int end)`

/** Columns of a version `v` for every statement that shows it: its standing, the reason it was released with, the open items that its stamp counts, and who released it over them. */
export const releaseColumns = sql`case when not v.released then 'draft' when v.withdrawn_at is not null then 'withdrawn' else 'released' end as standing, v.release_reason as reason, ${openAtRelease} as open_items, v.control_totals ->> 'overrideReason' as override_reason, v.control_totals -> 'items' as items, v.control_totals -> 'releasedBy' as released_by`

/** All that a version's stamp tells beside the open items of its release. None may be left out: a stamp that is drawn over a paper's own would lose its warning. */
interface StampFacts {
  preliminary: boolean | null
  restated: boolean | null
  unanswered: number | null
  unaudited: PlainDate[]
}
const stampColumns = sql`v.preliminary, v.restated, (v.control_totals ->> 'unanswered')::int as unanswered, coalesce(v.snapshot #> '{controls,unaudited}', '[]') as unaudited`

const stampOfVersion = (
  { preliminary, restated, unanswered, unaudited }: StampFacts,
  { version, openItems }: { version: number; openItems?: number | null | undefined },
): ReportStamp =>
  stampOf({ preliminary: preliminary === true, restated: restated === true, version, openItems: openItems ?? null, unanswered, unaudited })

/** A version's stamp as it reads once it is released over so many open items. @throws AppError not_found */
export async function readStamp(
  trx: Trx,
  scope: Scope,
  { institutionId, reportId, version }: VersionKey,
  openItems: number | null | undefined,
): Promise<ReportStamp> {
  const { rows } = await sql<StampFacts>`
    select ${stampColumns} from report_version v
    where v.institution_id = ${institutionId} and v.report_id = ${reportId} and v.version = ${version} and ${visible(scope, 'v')}`.execute(
    trx,
  )
  const [row] = rows
  if (!row) throw new AppError('not_found')
  return stampOfVersion(row, { version, openItems })
}

export type VersionKey = Pick<VersionFile, 'institutionId' | 'reportId' | 'version'>

/** The stored inputs of a version, and where it stands; read with the caller's own rights. @throws AppError not_found */
export async function readVersion(trx: Trx, scope: Scope, { institutionId, reportId, version }: VersionKey): Promise<StoredVersion> {
  const { rows } = await sql<Release & { snapshot: unknown }>`
    select v.snapshot, ${releaseColumns} from report_version v
    where v.institution_id = ${institutionId} and v.report_id = ${reportId} and v.version = ${version} and ${visible(scope, 'v')}`.execute(
    trx,
  )
  const [row] = rows
  if (!row) throw new AppError('not_found')
  const { snapshot, ...release } = row
  return { snapshot, release }
}

/**
 * The spreadsheet of a version. Once it is released it is made on first request and kept from then on, so that it is made once and everybody gets the
 * same bytes; before, once it is withdrawn, and where it says a reason that another release may change, it is made each time. PDFs are made with the report; most spreadsheets are never asked for.
 */
export async function spreadsheetOf(kernel: Kernel, file: VersionFile): Promise<StoredFile | Buffer> {
  const isKept = file.release.standing === 'released' && file.release.reason === null
  if (isKept && file.xlsxSha256 !== null && file.xlsxSizeBytes !== null) return { sha256: file.xlsxSha256, sizeBytes: file.xlsxSizeBytes }
  const scope = scopeOfSystem(file.siteId)
  const stored = await inScope(kernel.db, scope, (trx) => readVersion(trx, scope, file))
  const bytes = await familyOf(file.reportType)
    .render({ ...stored, release: file.release })
    .xlsx()
  if (!isKept) return bytes
  const kept = await kernel.files.put(bytes)
  await inScope(kernel.db, scope, async (trx) => {
    await keepFile(trx, kept, SPREADSHEET)
    await trx
      .updateTable('reportVersion')
      .set({ xlsxSha256: kept.sha256 })
      .where('institutionId', '=', file.institutionId)
      .where('reportId', '=', file.reportId)
      .where('version', '=', file.version)
      .where('xlsxSha256', 'is', null)
      .execute()
  })
  return kept
}

export const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
