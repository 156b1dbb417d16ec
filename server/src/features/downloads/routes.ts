/** Several files as one archive that is written while it is read, and a file by its logical name. */
import { createHash } from 'node:crypto'
import { downloadClientReports, downloadDocuments, downloadMonth, fileByPath } from '@corridor/contract/downloads.ts'
import { kindOfExtension } from '@corridor/domain/files/accepted-kinds.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Trx } from '../../platform/database/database.ts'
import { type ZipEntry, zipLength, zipStream } from '../../platform/formats/zip.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type RawCall, rawRoute } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { isFirstPart, sendArchive, sendFile } from '../../platform/http/send-file.ts'
import type { ActivityEvent, Kernel } from '../../platform/kernel.ts'
import { noteOpening } from '../../shared/visibility/read-receipts.ts'
import { documentTypesOf, typesOf } from '../../shared/visibility/report-types.ts'
import { sendMonth } from './month.ts'
import { selectDocumentFiles, selectFileByPath, selectReportFiles, type WantedFile } from './queries.ts'

export function downloadRoutes(app: FastifyInstance, kernel: Kernel): void {
  rawRoute(app, kernel, downloadClientReports, (call) =>
    sendFiles(kernel, call, 'reports', async (trx) =>
      selectReportFiles(trx, call.scope, call.session, await typesOf(trx, call.session), call.input),
    ),
  )
  rawRoute(app, kernel, downloadMonth, (call) => sendMonth(kernel, call))
  rawRoute(app, kernel, downloadDocuments, (call) =>
    sendFiles(kernel, call, 'documents', async (trx) =>
      selectDocumentFiles(trx, call.scope, call.session, await documentTypesOf(trx, call.session), call.input),
    ),
  )
  rawRoute(app, kernel, fileByPath, async ({ input, session, scope, transact, request, reply }) => {
    const file = await transact(async ({ trx, record }) => {
      const types = { reports: await typesOf(trx, session), documents: await documentTypesOf(trx, session) }
      const found = await selectFileByPath(trx, scope, session, input.path, types)
      if (!found) throw new AppError('not_found')
      if (isFirstPart(request)) {
        await record({
          action: input.inline ? OPENED[found.kind] : DOWNLOADED[found.kind],
          entity: found.kind === 'REPORT' ? 'client_report' : 'documents',
          entityId: found.id,
          ...ofOne([found]),
          after: { version: found.version, path: input.path },
        })
        await noteOpening(trx, scope, found.kind, found.id)
      }
      return found
    })
    return sendFile(request, reply, kernel.files, {
      sha256: file.sha256,
      sizeBytes: file.sizeBytes,
      fileName: file.uploadName,
      mediaType: kindOfExtension(file.extension)?.mediaType ?? 'application/octet-stream',
      inline: input.inline,
    })
  })
}

const OPENED = { REPORT: 'client_report.opened', DOCUMENT: 'documents.opened' }
const DOWNLOADED = { REPORT: 'client_report.downloaded', DOCUMENT: 'documents.downloaded' }

interface Downloading extends Pick<RawCall<typeof downloadClientReports>, 'request' | 'reply' | 'transact' | 'scope'> {
  input: { ids?: number[] | undefined; yearOverride?: number | undefined }
}

/** All that was asked for or nothing: one number that is not the caller's is as good as missing. What is not served is named in the archive. */
async function sendFiles(
  kernel: Kernel,
  { request, reply, transact, scope, input }: Downloading,
  what: 'reports' | 'documents',
  select: (trx: Trx) => Promise<WantedFile[]>,
): Promise<FastifyReply> {
  const files = await transact(async ({ trx, record }) => {
    const found = await select(trx)
    if (found.length === 0 || (input.ids && found.length < new Set(input.ids).size)) throw new AppError('not_found')
    const served = found.filter(isServed)
    if (request.method !== 'HEAD') {
      await record(downloaded(what, found))
      await noteOpenings(trx, scope, served)
    }
    return found
  })
  const left = files.filter((file) => !isServed(file))
  const entries: (ZipEntry & { size: number; known?: boolean })[] = [
    ...leftOut(left),
    ...files.filter(isServed).map(({ uploadName, sha256, sizeBytes }) => ({
      name: uploadName,
      size: sizeBytes,
      content: async () => (await kernel.files.open(sha256)).stream,
    })),
  ]
  const hash = createHash('sha256')
  for (const { sha256, uploadName, safety } of files) hash.update(`${sha256} ${safety} ${uploadName}\n`)
  return sendArchive(request, reply, {
    fileName: `${what}${input.yearOverride === undefined ? '' : `-${input.yearOverride}`}.zip`,
    sizeBytes: zipLength(entries),
    etag: `"${hash.digest('hex')}"`,
    open: () => zipStream(entries),
  })
}

const isServed = ({ safety }: WantedFile): boolean => safety === 'TRUSTED' || safety === 'PASSED'

function leftOut(files: readonly WantedFile[]): (ZipEntry & { size: number; known: true })[] {
  if (files.length === 0) return []
  const lines = files.map(
    ({ uploadName, safety }) =>
      `${uploadName}: ${safety === 'HELD' ? 'is still being checked; download it again later' : 'was found harmful and cannot be downloaded'}`,
  )
  const content = Buffer.from(['These files are not in the archive:', '', ...lines, ''].join('\r\n'))
  return [{ name: 'Not included.txt', content, size: content.length, known: true }]
}

/** Names up to here stand in the log in full; of more the numbers do. */
const NAMED = 1000

const downloaded = (what: 'reports' | 'documents', files: readonly WantedFile[]): ActivityEvent => ({
  action: what === 'reports' ? 'client_reports.archived' : 'documents.archived',
  entity: what === 'reports' ? 'client_report' : 'documents',
  ...ofOne(files),
  after: {
    files: files.length,
    ids: files.map(({ id }) => id),
    names: files.slice(0, NAMED).map(({ uploadName }) => uploadName),
    leftOut: files.filter((file) => !isServed(file)).map(({ uploadName }) => uploadName),
  },
})

/** The institution they all belong to, if it is one. */
function ofOne(files: readonly WantedFile[]): { institutionId?: number } {
  const [first] = files
  const institutionId = first?.institutionId ?? null
  return institutionId !== null && files.every((file) => file.institutionId === institutionId) ? { institutionId } : {}
}

const noteOpenings = (trx: Trx, scope: Scope, files: readonly WantedFile[]) => {
  const [first] = files
  return first
    ? noteOpening(
        trx,
        scope,
        first.kind,
        files.map(({ id }) => id),
      )
    : undefined
}
