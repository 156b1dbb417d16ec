/** Files of reports: one as it was stored, several as an archive that is written while it is read. */
import { Readable } from 'node:stream'
import type { ReportCalls } from '@corridor/contract/reports.ts'
import { type ReportTypeName, reportFamily } from '@corridor/domain/reports/families.ts'
import type { FastifyReply } from 'fastify'
import type { StoredFile } from '../platform/files/file-store.ts'
import { type ZipEntry, zipStream } from '../platform/formats/zip.ts'
import { sendMade } from '../platform/http/archives.ts'
import { inputError } from '../platform/http/errors.ts'
import type { RawCall } from '../platform/http/route.ts'
import { inScope } from '../platform/http/scope.ts'
import { isFirstPart, sendBytes, sendFile } from '../platform/http/send-file.ts'
import type { Kernel } from '../platform/kernel.ts'
import { noteReading } from '../shared/visibility/read-receipts.ts'
import { familyOf, type ReportDocument } from './family.ts'
import { pdfOf } from './release-files.ts'
import { readVersion, SPREADSHEET, selectVersionFiles, spreadsheetOf, type VersionFile } from './versions.ts'

type Format = 'pdf' | 'xlsx' | 'csv' | 'docx'
const MEDIA_TYPES: Record<Format, string> = {
  pdf: 'application/pdf',
  xlsx: SPREADSHEET,
  csv: 'text/csv; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

export async function download(
  kernel: Kernel,
  { input, scope, transact, request, reply }: RawCall<ReportCalls['downloadReports']>,
  reportType: ReportTypeName,
): Promise<FastifyReply> {
  const asked = input.ReportType ?? input.reportType
  const paper = asked === undefined ? undefined : familyOf(reportType).documents?.[asked]
  const format = paper ? (input.needsConversion ? 'pdf' : 'docx') : input.format
  if (format === 'docx' && !paper) throw inputError({ format: ['This report has no Word document.'] })
  const files = await transact(async ({ trx, record }) => {
    const versions = await selectVersionFiles(trx, scope, reportType, input.batch, input.reportIds, input.version)
    if (isFirstPart(request)) {
      for (const { reportId, institutionId, version } of versions)
        await record({
          action: input.inline && versions.length === 1 ? 'report.opened' : 'report.downloaded',
          entity: 'report',
          entityId: reportId,
          institutionId,
          after: { version, format, ...(paper ? { document: asked } : {}) },
        })
      if (!paper) await noteReading(trx, scope, input.reportIds)
    }
    return versions
  })
  const versionOf = (file: VersionFile) => inScope(kernel.db, scope, (trx) => readVersion(trx, scope, file))
  const csvOf = async (file: VersionFile) =>
    Buffer.from(
      familyOf(file.reportType)
        .render(await versionOf(file))
        .csv(),
    )
  const paperOf = async (file: VersionFile, { docx, pdf }: ReportDocument) =>
    (format === 'pdf' ? pdf : docx)(await versionOf(file), kernel.files)
  /** As it is kept, or made as it is asked for. */
  const contentOf = (file: VersionFile): Promise<StoredFile | Buffer> => {
    if (paper) return paperOf(file, paper)
    return format === 'csv' ? csvOf(file) : format === 'xlsx' ? spreadsheetOf(kernel, file) : pdfOf(kernel, file)
  }
  const nameOf = (file: VersionFile) => `${file.uploadName}${paper ? `-${paper.fileName}` : ''}.${format}`

  const [first, ...others] = files
  if (first && others.length === 0) {
    const named = { fileName: nameOf(first), mediaType: MEDIA_TYPES[format], inline: input.inline }
    const content = await contentOf(first)
    return Buffer.isBuffer(content) ? sendBytes(reply, content, named) : sendFile(request, reply, kernel.files, { ...content, ...named })
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const file of files) {
      const content = async (): Promise<Readable> => {
        const kept = await contentOf(file)
        return Buffer.isBuffer(kept) ? Readable.from([kept]) : (await kernel.files.open(kept.sha256)).stream
      }
      yield { name: nameOf(file), content, compress: format === 'csv' }
    }
  }
  return sendMade(request, reply, () => zipStream(entries()), {
    fileName: `${reportFamily(reportType).plural.toLowerCase().replaceAll(' ', '-')}-${first?.period.slice(0, 7) ?? ''}.zip`,
    mediaType: 'application/zip',
  })
}
