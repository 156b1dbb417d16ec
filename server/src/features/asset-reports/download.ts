/** Files of reports: one as it was stored, several as an archive that is written while it is read. */
import { Readable } from 'node:stream'
import type { downloadReports, ReportType } from '@corridor/contract/asset-reports.ts'
import type { FastifyReply } from 'fastify'
import type { Kernel } from '../../kernel/kernel.ts'
import type { RawCall } from '../../kernel/route.ts'
import { inScope } from '../../kernel/scope.ts'
import { isFirstPart, sendBytes, sendFile, sendStream, storedFile } from '../../kernel/send-file.ts'
import { type ZipEntry, zipStream } from '../../kernel/zip.ts'
import { familyOf } from '../../reporting/family.ts'
import { readSnapshot, SPREADSHEET, selectVersionFiles, spreadsheetOf, type VersionFile } from '../../reporting/versions.ts'

type Format = 'pdf' | 'xlsx' | 'csv'
const MEDIA_TYPES: Record<Format, string> = { pdf: 'application/pdf', xlsx: SPREADSHEET, csv: 'text/csv; charset=utf-8' }

export async function download(
  kernel: Kernel,
  { input, scope, transact, request, reply }: RawCall<typeof downloadReports>,
  reportType: ReportType,
): Promise<FastifyReply> {
  const files = await transact(async ({ trx, record }) => {
    const versions = await selectVersionFiles(trx, scope, reportType, input.batch, input.reportIds, input.version)
    if (isFirstPart(request))
      for (const { reportId, institutionId, version } of versions)
        await record({
          action: 'report.downloaded',
          entity: 'report',
          entityId: reportId,
          institutionId,
          after: { version, format: input.format },
        })
    return versions
  })
  const csvOf = async (file: VersionFile) => {
    const snapshot = await inScope(kernel.db, scope, (trx) => readSnapshot(trx, scope, file))
    return Buffer.from(familyOf(file.reportType).render(snapshot).csv())
  }
  const storedOf = (file: VersionFile) =>
    input.format === 'xlsx' ? spreadsheetOf(kernel, file) : storedFile({ sha256: file.pdfSha256, sizeBytes: file.pdfSizeBytes })
  const nameOf = (file: VersionFile) => `${file.uploadName}.${input.format}`

  const [first, ...others] = files
  if (first && others.length === 0) {
    const named = { fileName: nameOf(first), mediaType: MEDIA_TYPES[input.format], inline: input.inline }
    if (input.format === 'csv') return sendBytes(reply, await csvOf(first), named)
    return sendFile(request, reply, kernel.files, { ...(await storedOf(first)), ...named })
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const file of files) {
      const content = async (): Promise<Readable> =>
        input.format === 'csv' ? Readable.from([await csvOf(file)]) : (await kernel.files.open((await storedOf(file)).sha256)).stream
      yield { name: nameOf(file), content, compress: input.format === 'csv' }
    }
  }
  return sendStream(reply, zipStream(entries()), {
    fileName: `${reportType === 'AssetReport' ? 'asset' : 'summary-asset'}-reports-${first?.period.slice(0, 7) ?? ''}.zip`,
    mediaType: 'application/zip',
  })
}
