/**
 * Bytes that a person hands in, by either way: a small file in the call itself, or a large one that came in parts before and is named by its
 * `uploadId`. Parts lie in the file store, so any node can go on; nothing but their sender sees them, and nothing serves them.
 */
import { Readable } from 'node:stream'
import { ONE_CALL_BYTES, PART_BYTES, UPLOAD_ACCESS, UPLOAD_HOURS, type Upload, type UploadPurpose } from '@corridor/contract/uploads.ts'
import { allows } from '@corridor/domain/access/access.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db, Trx } from '../database/database.ts'
import { AppError, inputError } from '../http/errors.ts'
import type { Scope } from '../http/scope.ts'
import type { Kernel } from '../kernel.ts'
import type { FileStore, StoredFile } from './file-store.ts'

export interface ReceivedFile extends StoredFile {
  fileName: string
  /** The other fields of the form, as text. */
  fields: Record<string, string>
}
interface Receiving {
  kernel: Kernel
  scope: Scope
  request: FastifyRequest
  transact: <Result>(work: (call: { trx: Trx }) => Promise<Result>) => Promise<Result>
}

/**
 * The file of a form: its part `file`, or the finished upload that its field `uploadId` names. It lies in the store; no row mentions it yet.
 * May be called again with the same upload, so that a retry after a lost answer finds it still.
 * @throws AppError input, too_large, not_found, wrong_status while parts are missing
 */
export async function receiveFile(call: Receiving, purpose: UploadPurpose): Promise<ReceivedFile> {
  const form = await readForm(call.request, call.kernel.files, ONE_CALL_BYTES)
  const { uploadId, ...fields } = form.fields
  if (form.file) return { ...form.file, fields }
  if (uploadId === undefined) throw inputError({ file: ['Choose a file to upload.'] })
  return { ...(await finishedFile(call, uploadId, purpose)), fields }
}

/** The form's one file, stored, and its text fields, in whatever order they come. @throws AppError too_large, unsupported_file, input when empty */
export async function readForm(
  request: FastifyRequest,
  files: FileStore,
  limit: number,
): Promise<{ file?: StoredFile & { fileName: string }; fields: Record<string, string> }> {
  if (!request.isMultipart()) throw new AppError('unsupported_file', { message: 'Send the file as multipart/form-data.' })
  const fields: Record<string, string> = {}
  let file: (StoredFile & { fileName: string }) | undefined
  let failure: { cause: unknown } | undefined
  for await (const part of request.parts({ limits: { fileSize: limit + 1, files: 1 } })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string' && part.value !== '') fields[part.fieldname] = part.value
      continue
    }
    try {
      file = { ...(await files.put(part.file, { limit })), fileName: part.filename }
    } catch (cause) {
      // Read to its end and dropped, so that the answer reaches who sent it.
      failure = { cause }
      part.file.resume()
    }
  }
  if (failure) return Promise.reject(failure.cause)
  if (file?.sizeBytes === 0) throw inputError({ file: [`${file.fileName}: The file is empty.`] })
  return { ...(file ? { file } : {}), fields }
}

/** A finished upload as one file. Its parts are put together once; from then on the upload has a single part, the whole. */
async function finishedFile({ kernel, scope, transact }: Receiving, uploadId: string, purpose: UploadPurpose) {
  const found = await transact(({ trx }) => selectUpload(trx, scope, uploadId))
  if (found.purpose !== purpose) throw new AppError('not_found')
  const { fileName, sizeBytes, parts } = found
  if (found.receivedBytes < sizeBytes)
    throw new AppError('wrong_status', { message: 'The file has not arrived in full. Send the rest first.' })
  // A restored backup holds the rows of what was on its way, and not its bytes: it has to come again.
  for (const { sha256 } of parts)
    if (!(await kernel.files.has(sha256))) {
      await transact(({ trx }) => trx.deleteFrom('upload').where('id', '=', uploadId).execute())
      throw new AppError('not_found')
    }
  const [first] = parts
  if (parts.length === 1 && first) return { sha256: first.sha256, sizeBytes, fileName }
  const whole = await kernel.files.put(Readable.from(bytesOf(kernel.files, parts)), { limit: sizeBytes })
  await transact(async ({ trx }) => {
    await selectUpload(trx, scope, uploadId, { lock: true })
    await trx.deleteFrom('uploadPart').where('uploadId', '=', uploadId).execute()
    await trx.insertInto('uploadPart').values({ uploadId, startByte: 0, sizeBytes, sha256: whole.sha256 }).execute()
  })
  return { ...whole, fileName }
}

async function* bytesOf(files: FileStore, parts: Upload['parts']): AsyncGenerator<Buffer> {
  for (const { sha256 } of parts) {
    const { stream } = await files.open(sha256)
    yield* stream
  }
}

/** The caller's own upload. @throws AppError not_found, also for somebody else's */
export async function selectUpload(trx: Trx, scope: Scope, id: string, { lock = false } = {}): Promise<Upload> {
  if (!z.uuid().safeParse(id).success) throw new AppError('not_found')
  const query = trx
    .selectFrom('upload')
    .select(['id', 'purpose', 'fileName', 'sizeBytes', 'receivedBytes', 'updatedAt'])
    .where('id', '=', id)
    .where('userId', '=', scope.userId)
    .where('siteId', '=', scope.siteId)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const parts = await trx
    .selectFrom('uploadPart')
    .select(['startByte', 'sizeBytes', 'sha256'])
    .where('uploadId', '=', id)
    .orderBy('startByte')
    .execute()
  return { ...row, parts }
}

/** @throws AppError forbidden: what may be uploaded depends on what it is for */
export function checkPurpose(session: Parameters<typeof allows>[0], purpose: UploadPurpose): void {
  if (!allows(session, UPLOAD_ACCESS[purpose])) throw new AppError('forbidden')
}

/** Where the next part begins, and how long it has to be. */
export const partAt = ({ sizeBytes }: Pick<Upload, 'sizeBytes'>, start: number): number => Math.min(PART_BYTES, sizeBytes - start)

/** Uploads that nobody went on with; their parts go with the next sweep of files. */
export const forgetUploads = (ownerDb: Db, now: Date) =>
  ownerDb
    .deleteFrom('upload')
    .where('updatedAt', '<', new Date(now.getTime() - UPLOAD_HOURS * 3_600_000).toISOString())
    .execute()
