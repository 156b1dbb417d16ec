/** Large files in parts: begun, gone on with after a cut, given up. What becomes of a finished one is said by the feature that keeps it. */
import { dropUpload, getUpload, PART_BYTES, sendPart, startUpload, type Upload } from '@corridor/contract/uploads.ts'
import type { FastifyInstance } from 'fastify'
import type { Trx } from '../../platform/database/database.ts'
import type { StoredFile } from '../../platform/files/file-store.ts'
import { checkPurpose, partAt, readForm, selectUpload } from '../../platform/files/uploads.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { rawRoute, route } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'

/** Unfinished uploads a person may have at once; a drop holds at most 500 files. */
const MOST_OPEN = 1000

export function uploadRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, startUpload, async ({ input: { anew, ...wanted }, session, scope, trx }) => {
    checkPurpose(session, wanted.purpose)
    const mine = trx.selectFrom('upload').where('userId', '=', scope.userId).where('siteId', '=', scope.siteId)
    const before = await mine
      .select('id')
      .where('purpose', '=', wanted.purpose)
      .where('fileName', '=', wanted.fileName)
      .where('sizeBytes', '=', wanted.sizeBytes)
      .orderBy('createdAt', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (before && !anew) return selectUpload(trx, scope, before.id)
    const { open } = await mine
      .whereRef('receivedBytes', '<', 'sizeBytes')
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .executeTakeFirstOrThrow()
    if (Number(open) >= MOST_OPEN)
      throw new AppError('too_many_requests', { message: 'Too many files are on their way. Finish or give up some first.' })
    const now = kernel.now().toISOString()
    const { id } = await trx
      .insertInto('upload')
      .values({
        ...wanted,
        userId: scope.userId,
        siteId: scope.siteId,
        institutionId: scope.institutionId || null,
        createdAt: now,
        updatedAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return selectUpload(trx, scope, id)
  })
  route(app, kernel, getUpload, ({ input, scope, trx }) => selectUpload(trx, scope, input.uploadId))
  rawRoute(app, kernel, sendPart, async ({ input, session, scope, request, transact }) => {
    const { uploadId, start } = input
    // The institution is known before a byte of it is read.
    const upload = await transact(({ trx }) => selectUpload(trx, scope, uploadId))
    checkPurpose(session, upload.purpose)
    const { file } = await readForm(request, kernel.files, PART_BYTES)
    if (!file) throw inputError({ file: ['A part of the file belongs here.'] })
    return transact(({ trx }) => keepPart(kernel, trx, scope, uploadId, start, file))
  })
  route(app, kernel, dropUpload, async ({ input, scope, trx }) => {
    await selectUpload(trx, scope, input.uploadId, { lock: true })
    await trx.deleteFrom('upload').where('id', '=', input.uploadId).execute()
    return undefined
  })
}

/** Parts come in order, each whole; one that is there already may come again. */
async function keepPart(kernel: Kernel, trx: Trx, scope: Scope, uploadId: string, start: number, file: StoredFile) {
  const upload = await selectUpload(trx, scope, uploadId, { lock: true })
  if (isThere(upload, start, file)) return { id: uploadId, receivedBytes: upload.receivedBytes }
  if (start !== upload.receivedBytes || start === upload.sizeBytes)
    throw new AppError('conflict', {
      message: 'This part does not follow on what arrived so far.',
      meta: { receivedBytes: upload.receivedBytes },
    })
  if (file.sizeBytes !== partAt(upload, start))
    throw inputError({ file: [`The part from byte ${start} has ${partAt(upload, start)} bytes; ${file.sizeBytes} came.`] })
  const receivedBytes = start + file.sizeBytes
  await trx.insertInto('uploadPart').values({ uploadId, startByte: start, sizeBytes: file.sizeBytes, sha256: file.sha256 }).execute()
  await trx.updateTable('upload').set({ receivedBytes, updatedAt: kernel.now().toISOString() }).where('id', '=', uploadId).execute()
  return { id: uploadId, receivedBytes }
}

const isThere = ({ parts }: Upload, start: number, { sha256 }: StoredFile): boolean =>
  parts.some((part) => part.startByte === start && part.sha256 === sha256)
