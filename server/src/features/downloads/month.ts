/** The released reports of a month as one archive, with a manifest that says of each what it is, its SHA-256 and its control totals. */
import { createHash } from 'node:crypto'
import type { downloadMonth } from '@corridor/contract/downloads.ts'
import type { Session } from '@corridor/contract/session.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { type ReportTypeName, reportTitle } from '@corridor/domain/reports/families.ts'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { csvText } from '../../platform/formats/csv.ts'
import type { SheetColumn, SheetValue } from '../../platform/formats/xlsx-writer.ts'
import { namesInArchive, zipLength, zipStream } from '../../platform/formats/zip.ts'
import { AppError } from '../../platform/http/errors.ts'
import { titleOf } from '../../platform/http/list-columns.ts'
import type { RawCall } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { sendArchive } from '../../platform/http/send-file.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { type ControlTotals, familyOf } from '../../reporting/family.ts'
import { siteDayOf } from '../../shared/site-day.ts'
import { noteOpening } from '../../shared/visibility/read-receipts.ts'
import { typesOf } from '../../shared/visibility/report-types.ts'
import { visibleReports } from '../../shared/visibility/reports.ts'

interface Released {
  id: number
  institutionId: number
  institutionName: string
  subsidiaryName: string | null
  reportType: ReportTypeName
  isQuarterly: boolean
  version: number
  releasedOn: string | null
  preparedOn: string
  preliminary: boolean
  restated: boolean
  uploadName: string
  sizeBytes: number
  sha256: string
  controlTotals: ControlTotals
}

export async function sendMonth(
  kernel: Kernel,
  { input: { period }, session, scope, transact, request, reply }: RawCall<typeof downloadMonth>,
): Promise<FastifyReply> {
  const reports = await transact(async ({ trx, record }) => {
    const found = await selectReleased(trx, scope, session, period)
    if (found.length === 0) throw new AppError('not_found', { message: 'No report of this month is released to you.' })
    if (request.method !== 'HEAD') {
      await record({
        action: 'client_reports.archived',
        entity: 'client_report',
        ...(scope.side === 'staff' ? {} : { institutionId: scope.institutionId }),
        after: { period, files: found.length, ids: found.map(({ id }) => id) },
      })
      await noteOpening(
        trx,
        scope,
        'REPORT',
        found.map(({ id }) => id),
      )
    }
    return found
  })
  const nameOf = namesInArchive()
  const named = [nameOf(MANIFEST), ...reports.map(({ uploadName }) => nameOf(uploadName))]
  const manifest = Buffer.from(manifestOf(period, reports, named.slice(1)))
  const entries = [
    { name: MANIFEST, content: manifest, size: manifest.length, known: true },
    ...reports.map(({ sha256, sizeBytes }, at) => ({
      name: named[at + 1] ?? '',
      size: sizeBytes,
      content: async () => (await kernel.files.open(sha256)).stream,
    })),
  ]
  return sendArchive(request, reply, {
    fileName: `reports-${period.slice(0, 7)}.zip`,
    sizeBytes: zipLength(entries),
    etag: `"${createHash('sha256').update(manifest).digest('hex')}"`,
    open: () => zipStream(entries),
  })
}

const MANIFEST = 'manifest.csv'

/** Reports of the month that the caller may open, as they were released: a later version that waits for its release is not in it. */
async function selectReleased(trx: Trx, scope: Scope, session: Session, period: PlainDate): Promise<Released[]> {
  const { rows } = await sql<Released>`
    select f.id, f.institution_id, i.name as institution_name, s.name as subsidiary_name, r.report_type, b.is_quarterly, v.version, v.preliminary, v.restated,
      v.prepared_on, ${siteDayOf(sql`r.released_at`, scope.siteId)} as released_on, f.upload_name, f.file_sha256 as sha256, f.size_bytes, v.control_totals
    from client_report f
    join report r on r.institution_id = f.institution_id and r.id = f.source_report_id
    join report_batch b on b.id = r.batch_id
    join report_version v on v.institution_id = f.institution_id and v.report_id = f.source_report_id and v.version = f.source_version
    join institution i on i.id = f.institution_id
    left join subsidiary s on s.institution_id = r.institution_id and s.id = r.subsidiary_id
    where ${visibleReports(scope, await typesOf(trx, session), 'f')} and r.period = ${period}
    order by i.name, f.institution_id, r.report_type, s.name nulls first, f.id`.execute(trx)
  return rows
}

const COLUMNS: readonly SheetColumn[] = [
  { label: 'Period', kind: 'date' },
  { label: 'Institution ID', kind: 'decimal' },
  { label: 'Institution', kind: 'text' },
  { label: 'Subsidiary', kind: 'text' },
  { label: 'Report', kind: 'text' },
  { label: 'Version', kind: 'decimal' },
  { label: 'Standing', kind: 'text' },
  { label: 'Prepared', kind: 'date' },
  { label: 'Released', kind: 'date' },
  { label: 'File', kind: 'text' },
  { label: 'Bytes', kind: 'decimal' },
  { label: 'SHA-256', kind: 'text' },
]

/** One line a file; a total that a report does not have is empty. */
function manifestOf(period: string, reports: readonly Released[], names: readonly string[]): string {
  const totals = reports.map(({ reportType, controlTotals }) => familyOf(reportType).totalsOf(controlTotals))
  const keys = [...new Set(totals.flatMap((one) => Object.keys(one)))]
  const columns = keys.map(
    (key): SheetColumn => ({
      label: `Control total: ${titleOf(key)}`,
      kind: key.endsWith('Cents') ? 'money' : 'decimal',
    }),
  )
  const rows = reports.map((report, at): SheetValue[] => [
    period,
    report.institutionId,
    report.institutionName,
    report.subsidiaryName,
    reportTitle(report.reportType, report.isQuarterly),
    report.version,
    report.preliminary ? 'Preliminary' : report.restated ? 'Restated' : 'Final',
    report.preparedOn,
    report.releasedOn,
    names[at],
    report.sizeBytes,
    report.sha256,
    ...keys.map((key) => totals[at]?.[key] ?? null),
  ])
  return csvText([...COLUMNS, ...columns], rows)
}
