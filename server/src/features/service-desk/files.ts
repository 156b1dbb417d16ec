/** Files of service requests: added by their sender, looked at as every other upload, and seen by others once their message is sent. */

import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { REQUEST_FILES_MOST, type ServiceRequestFile } from '@corridor/contract/service-desk.ts'
import type { Trx } from '../../platform/database/database.ts'
import { acceptContent, type HandedIn, keepChecked, type Verdict } from '../../platform/files/inspection.ts'
import type { ReceivedFile } from '../../platform/files/uploads.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Acting, RawCall } from '../../platform/http/route.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import type { JobDefinition } from '../../platform/kernel.ts'
import type { Key } from './conversation.ts'

/** Files that wait for a message of one person: several forms may be open. */
const WAITING_MOST = 50
const WAITING_HOURS = 24

type Receiving = Pick<RawCall<Endpoint>, 'kernel' | 'scope' | 'transact'>

/** @throws AppError not_found, input, too_many_requests, and what the look at the file refuses */
export async function addFile({ kernel, scope, transact }: Receiving, file: ReceivedFile): Promise<ServiceRequestFile> {
  const verdict = await acceptContent(kernel, file)
  return transact(async ({ trx, record }) => {
    const institutionId = scope.side === 'client' ? scope.institutionId : await institutionOf(trx, scope, Number(file.fields.requestId))
    const { count } = await trx
      .selectFrom('serviceRequestFile')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('userId', '=', scope.userId)
      .where('requestId', 'is', null)
      .executeTakeFirstOrThrow()
    if (count >= WAITING_MOST)
      throw new AppError('too_many_requests', { message: 'Send the files that you have added first, or remove them.', retryAfter: 60 })
    const id = await keepFile({ kernel, trx, scope, record }, institutionId, file, verdict)
    return { id, uploadName: file.fileName, sizeBytes: file.sizeBytes, safety: verdict.safety }
  })
}

/** A file that was looked at waits for its message. @returns its number */
export async function keepFile(
  { kernel, trx, scope, record }: Pick<Acting, 'kernel' | 'trx' | 'scope' | 'record'>,
  institutionId: number,
  file: HandedIn,
  verdict: Verdict,
): Promise<number> {
  await keepChecked(trx, file, verdict)
  const { id } = await trx
    .insertInto('serviceRequestFile')
    .values({
      institutionId,
      siteId: scope.siteId,
      userId: scope.userId,
      uploadName: file.fileName,
      extension: verdict.extension,
      fileSha256: file.sha256,
      sizeBytes: file.sizeBytes,
      createdAt: kernel.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record({
    action: 'service-requests.attached',
    entity: 'service-requests',
    institutionId,
    after: {
      uploadName: file.fileName,
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
      ...(verdict.safety === 'HELD' ? { held: true } : {}),
    },
  })
  return id
}

async function institutionOf(trx: Trx, scope: Scope, requestId: number): Promise<number> {
  if (!Number.isSafeInteger(requestId)) throw inputError({ requestId: ['Name the request that the file belongs to.'] })
  const request = await trx
    .selectFrom('serviceRequest as r')
    .select('r.institutionId')
    .where(visible(scope, 'r'))
    .where('r.id', '=', requestId)
    .executeTakeFirst()
  if (!request) throw new AppError('not_found')
  return request.institutionId
}

/** The caller's own waiting files become the message's, all of them or none. @throws AppError input when one is gone */
export async function sendFiles(
  trx: Trx,
  scope: Scope,
  { institutionId, id }: Key,
  messageId: number | null,
  files: readonly number[],
): Promise<void> {
  const wanted = [...new Set(files)].slice(0, REQUEST_FILES_MOST)
  if (wanted.length === 0) return
  const { numUpdatedRows } = await trx
    .updateTable('serviceRequestFile')
    .set({ requestId: id, messageId })
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', scope.siteId)
    .where('userId', '=', scope.userId)
    .where('requestId', 'is', null)
    .where('id', 'in', wanted)
    .executeTakeFirst()
  if (Number(numUpdatedRows) !== wanted.length)
    throw inputError({ files: ['A file is no longer there. Remove it from the list and add it again.'] })
}

/** @throws AppError('not_found') also for one that was sent */
export async function removeFile({ trx, scope, record }: Acting, id: number): Promise<void> {
  const removed = await trx
    .deleteFrom('serviceRequestFile')
    .where('siteId', '=', scope.siteId)
    .where('userId', '=', scope.userId)
    .where('requestId', 'is', null)
    .where('id', '=', id)
    .returning(['institutionId', 'uploadName'])
    .executeTakeFirst()
  if (!removed) throw new AppError('not_found')
  await record({
    action: 'service-requests.detached',
    entity: 'service-requests',
    institutionId: removed.institutionId,
    after: { uploadName: removed.uploadName },
  })
}

/** Sent, or still the caller's own: row-level security leaves out those of internal notes and of requests that a client cannot read. */
export async function selectFile(trx: Trx, scope: Scope, id: number) {
  const file = await trx
    .selectFrom('serviceRequestFile as f')
    .innerJoin('storedFile as s', 's.sha256', 'f.fileSha256')
    .select(['f.institutionId', 'f.requestId', 'f.uploadName as fileName', 'f.fileSha256 as sha256', 'f.sizeBytes', 's.mediaType'])
    .where(visible(scope, 'f'))
    .where('f.id', '=', id)
    .where((where) => where.or([where('f.requestId', 'is not', null), where('f.userId', '=', scope.userId)]))
    .executeTakeFirst()
  if (!file) throw new AppError('not_found')
  return file
}

/** A file whose message was never sent goes after a day; its bytes with the next sweep. */
export const forgetWaitingFiles: JobDefinition<Record<string, never>> = {
  name: 'forget-waiting-files',
  title: 'Cleanup of unused request files',
  parse: () => ({}),
  concurrency: 1,
  retryLimit: 1,
  schedule: '37 * * * *',
  run: async ({ ownerDb, now }) => {
    await ownerDb
      .deleteFrom('serviceRequestFile')
      .where('requestId', 'is', null)
      .where('createdAt', '<', new Date(now().getTime() - WAITING_HOURS * 3_600_000).toISOString())
      .execute()
  },
}
