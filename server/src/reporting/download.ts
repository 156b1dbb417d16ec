/** Files of reports: one as it was stored, several as an archive that is written while it is read. */
import { Readable } from 'node:stream'
import type { ReportCalls } from '@corridor/contract/reports.ts'
import { type ReportTypeName, reportFamily } from '@corridor/domain/report-families.ts'
import type { FastifyReply } from 'fastify'
import { inputError } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { RawCall } from '../kernel/route.ts'
import { inScope } from '../kernel/scope.ts'
import { isFirstPart, sendBytes, sendFile, sendStream, storedFile } from '../kernel/send-file.ts'
import { type ZipEntry, zipStream } from '../kernel/zip.ts'
import { familyOf, type ReportDocument } from './family.ts'
import { readSnapshot, SPREADSHEET, selectVersionFiles, spreadsheetOf, type VersionFile } from './versions.ts'

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
    if (isFirstPart(request))
      for (const { reportId, institutionId, version } of versions)
        await record({
          action: 'report.downloaded',
          entity: 'report',
          entityId: reportId,
          institutionId,
          after: { version, format, ...(paper ? { document: asked } : {}) },
        })
    return versions
  })
  const snapshotOf = (file: VersionFile) => inScope(kernel.db, scope, (trx) => readSnapshot(trx, scope, file))
  const csvOf = async (file: VersionFile) =>
    Buffer.from(
      familyOf(file.reportType)
        .render(await snapshotOf(file))
        .csv(),
    )
  const paperOf = async (file: VersionFile, { docx, pdf }: ReportDocument) =>
    format === 'pdf' ? pdf(await snapshotOf(file), kernel.files) : docx(await snapshotOf(file))
  /** What is not stored is made as it is asked for. */
  const madeOf = paper ? (file: VersionFile) => paperOf(file, paper) : format === 'csv' ? csvOf : undefined
  const storedOf = (file: VersionFile) =>
    format === 'xlsx' ? spreadsheetOf(kernel, file) : storedFile({ sha256: file.pdfSha256, sizeBytes: file.pdfSizeBytes })
  const nameOf = (file: VersionFile) => `${file.uploadName}${paper ? `-${paper.fileName}` : ''}.${format}`

  const [first, ...others] = files
  if (first && others.length === 0) {
    const named = { fileName: nameOf(first), mediaType: MEDIA_TYPES[format], inline: input.inline }
    if (madeOf) return sendBytes(reply, await madeOf(first), named)
    return sendFile(request, reply, kernel.files, { ...(await storedOf(first)), ...named })
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const file of files) {
      const content = async (): Promise<Readable> =>
        madeOf ? Readable.from([await madeOf(file)]) : (await kernel.files.open((await storedOf(file)).sha256)).stream
      yield { name: nameOf(file), content, compress: format === 'csv' }
    }
  }
  return sendStream(reply, zipStream(entries()), {
    fileName: `${reportFamily(reportType).plural.toLowerCase().replaceAll(' ', '-')}-${first?.period.slice(0, 7) ?? ''}.zip`,
    mediaType: 'application/zip',
  })
}
