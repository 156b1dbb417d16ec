/** Releases that take a reason: of a month that is not closed, which is kept, and of a report that is not complete, which prints it. */
import { stampOf } from '@corridor/domain/reports/heading.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { keepFile } from '../platform/files/files.ts'
import type { Scope } from '../platform/http/scope.ts'
import type { Kernel } from '../platform/kernel.ts'
import type { LockedReport } from './locked-report.ts'
import { pdfAs } from './release-files.ts'

/** A report that may be released, with what was passed over for it. */
export interface AcceptedReport extends LockedReport {
  gate: string | undefined
  incomplete: string | null
}
export interface ReleaseReasons {
  /** Why a closed gate is passed over. */
  overrideReason?: string | undefined
  /** Why a report is released that is not complete: its institution reads it. */
  incompleteReason?: string | undefined
}

/**
 * The papers that institutions get: those of reports that are not complete print the reason. Their files are stored before the rows that name them, like
 * every file; when the process dies between, the same release makes the same bytes.
 */
export async function withPrintedReasons(
  kernel: Kernel,
  trx: Trx,
  scope: Scope,
  reports: readonly AcceptedReport[],
  { incompleteReason }: ReleaseReasons,
): Promise<AcceptedReport[]> {
  const papers: AcceptedReport[] = []
  for (const report of reports) {
    if (report.incomplete === null || incompleteReason === undefined) {
      papers.push(report)
      continue
    }
    const { institutionId, id, currentVersion, reportType, fileSha256, preliminary, restated } = report
    const bytes = await pdfAs(
      kernel,
      {
        institutionId,
        reportId: id,
        version: currentVersion,
        siteId: scope.siteId,
        reportType,
        stamp: stampOf({ preliminary, restated: restated === true, version: currentVersion }),
        pdfSha256: fileSha256,
      },
      { standing: 'released', reason: incompleteReason },
    )
    const stored = await kernel.files.put(bytes)
    await keepFile(trx, stored, 'application/pdf')
    papers.push({ ...report, fileSha256: stored.sha256, sizeBytes: stored.sizeBytes })
  }
  return papers
}

/** Each reason with the version that it was given for; the reason of one that is not complete with the paper that prints it. */
export async function keepReasons(
  trx: Trx,
  scope: Scope,
  reports: readonly AcceptedReport[],
  userId: number | null,
  { overrideReason, incompleteReason }: ReleaseReasons,
): Promise<void> {
  if (userId === null) return
  const kept = reports.flatMap((report) => {
    const key = { institutionId: report.institutionId, reportId: report.id, version: report.currentVersion, siteId: scope.siteId, userId }
    return [
      ...(report.gate !== undefined && overrideReason !== undefined
        ? [{ ...key, kind: 'CLOSE_GATE' as const, reason: overrideReason, pdfSha256: null }]
        : []),
      ...(report.incomplete !== null && incompleteReason !== undefined
        ? [{ ...key, kind: 'INCOMPLETE' as const, reason: incompleteReason, pdfSha256: report.fileSha256 }]
        : []),
    ]
  })
  if (kept.length > 0) await trx.insertInto('releaseOverride').values(kept).execute()
  const printed = kept.filter(({ kind }) => kind === 'INCOMPLETE')
  if (printed.length === 0) return
  await sql`update report_version v set release_reason = given.reason, released_pdf_sha256 = given.sha256
    from unnest(${printed.map(({ institutionId }) => institutionId)}::int[], ${printed.map(({ reportId }) => reportId)}::int[], ${printed.map(({ version }) => version)}::int[],
      ${printed.map(({ reason }) => reason)}::text[], ${printed.map(({ pdfSha256 }) => pdfSha256)}::text[]) as given (institution_id, report_id, version, reason, sha256)
    where v.site_id = ${scope.siteId} and v.institution_id = given.institution_id and v.report_id = given.report_id and v.version = given.version`.execute(
    trx,
  )
}
