/** Sending, withdrawing and taking: what both forms of the bank uploads do. */

import { randomUUID } from 'node:crypto'
import { bankUploadForm } from '@corridor/contract/bank-uploads.ts'
import type { Session } from '@corridor/contract/session.ts'
import type { Trx } from '../../platform/database/database.ts'
import { acceptContent, keepChecked } from '../../platform/files/inspection.ts'
import type { ReceivedFile } from '../../platform/files/uploads.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { ActivityEvent, Kernel } from '../../platform/kernel.ts'
import { countSince, lockSending, selectBankUploads, selectRows, selectSent } from './queries.ts'

/** Uploads of one person in an hour: a team's list is not for a program to fill. */
const FILES_AN_HOUR = 300

export interface Doing {
  scope: Scope
  session: Session
  transact: <Result>(work: (call: { trx: Trx; record: (event: ActivityEvent) => Promise<void> }) => Promise<Result>) => Promise<Result>
}

/** @throws AppError with a sentence for the person: refused by content, too many, a form that is not valid */
export async function sendFile(
  kernel: Kernel,
  { scope, session, transact }: Doing,
  file: Omit<ReceivedFile, 'fields'>,
  fields: Record<string, string>,
) {
  const form = bankUploadForm.safeParse(fields)
  if (!form.success)
    throw inputError(Object.fromEntries(form.error.issues.map(({ path, message }) => [path.join('.') || 'form', [message]])))
  const verdict = await acceptContent(kernel, file)
  const now = kernel.now()
  return transact(async ({ trx, record }) => {
    await lockSending(trx, form.data.uploadBatch)
    const sent = await selectSent(trx, scope, form.data.uploadBatch)
    // An answer that was lost on the way is asked for again, perhaps while the first call still works: the same file of the same sending is there once.
    const same = sent.find(({ uploadName, fileSha256 }) => uploadName === file.fileName && fileSha256 === file.sha256)
    if (same) return recordOf(trx, scope, same.id)
    if ((await countSince(trx, scope, new Date(now.getTime() - 3_600_000).toISOString())) >= FILES_AN_HOUR)
      throw new AppError('too_many_requests', {
        message: 'You have sent many files within the hour. Try again later, or call your service team.',
        retryAfter: 3600,
      })
    await keepChecked(trx, file, verdict)
    const { id } = await trx
      .insertInto('bankUpload')
      .values({
        institutionId: scope.institutionId,
        siteId: scope.siteId,
        userId: session.userId,
        // The team was told of that sending: what still comes is one of its own.
        uploadBatch: sent.some(({ toldAt }) => toldAt !== null) ? randomUUID() : form.data.uploadBatch,
        note: form.data.note || null,
        uploadName: file.fileName,
        extension: verdict.extension,
        fileSha256: file.sha256,
        sizeBytes: file.sizeBytes,
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record({
      action: 'bank-uploads.sent',
      entity: 'bank-uploads',
      entityId: id,
      institutionId: scope.institutionId,
      after: {
        uploadName: file.fileName,
        sizeBytes: file.sizeBytes,
        sha256: file.sha256,
        ...(verdict.safety === 'HELD' ? { held: true } : {}),
      },
    })
    await changed(kernel, trx, scope, scope.institutionId, 'SENT')
    return recordOf(trx, scope, id)
  })
}

/** @throws AppError not_found, wrong_status once it was taken */
export async function withdraw(kernel: Kernel, { scope, session, transact }: Doing, id: number): Promise<string> {
  return transact(async ({ trx, record }) => {
    const now = kernel.now().toISOString()
    // A row that may not be withdrawn is not even locked for its sender: the update itself decides the race with whoever takes it.
    const { numUpdatedRows } = await trx
      .updateTable('bankUpload')
      .set({ status: 'WITHDRAWN', withdrawnBy: session.userId, withdrawnAt: now, updatedAt: now })
      .where('institutionId', '=', scope.institutionId)
      .where('siteId', '=', scope.siteId)
      .where('id', '=', id)
      .where('status', '=', 'SENT')
      .executeTakeFirst()
    const row = await recordOf(trx, scope, id)
    if (numUpdatedRows === 0n)
      throw new AppError('wrong_status', {
        message:
          row.status === 'TAKEN'
            ? `${row.takenBy ?? 'Your service team'} has taken this file already. Ask for it to be deleted.`
            : 'This file was withdrawn already.',
      })
    await record({
      action: 'bank-uploads.withdrawn',
      entity: 'bank-uploads',
      entityId: id,
      institutionId: scope.institutionId,
      after: { uploadName: row.uploadName },
    })
    await changed(kernel, trx, scope, scope.institutionId, 'WITHDRAWN')
    return row.uploadName
  })
}

/** All or none. @throws AppError not_found, wrong_status naming the first that cannot be taken */
export async function take(
  kernel: Kernel,
  trx: Trx,
  scope: Scope,
  userId: number,
  ids: readonly number[],
  record: (event: ActivityEvent) => Promise<void>,
): Promise<number> {
  const wanted = [...new Set(ids)]
  const rows = await selectRows(trx, scope, wanted)
  if (rows.length !== wanted.length) throw new AppError('not_found')
  const safe = new Set(
    (
      await trx
        .selectFrom('storedFile')
        .select('sha256')
        .where(
          'sha256',
          'in',
          rows.map(({ fileSha256 }) => fileSha256),
        )
        .where('safety', 'in', ['PASSED', 'TRUSTED'])
        .execute()
    ).map(({ sha256 }) => sha256),
  )
  for (const { status, uploadName, takenBy, fileSha256 } of rows) {
    if (status === 'WITHDRAWN') throw new AppError('wrong_status', { message: `${uploadName} was withdrawn by its sender.` })
    if (status === 'TAKEN')
      throw new AppError('wrong_status', { message: `${uploadName} was taken by ${takenBy ?? 'someone else'} already.` })
    if (!safe.has(fileSha256)) throw new AppError('file_held', { message: `${uploadName} has not passed the virus scanner.` })
  }
  const now = kernel.now().toISOString()
  await trx
    .updateTable('bankUpload')
    .set({ status: 'TAKEN', takenBy: userId, takenAt: now, updatedAt: now })
    .where('siteId', '=', scope.siteId)
    .where('id', 'in', wanted)
    .execute()
  for (const { id, institutionId, uploadName } of rows)
    await record({ action: 'bank-uploads.taken', entity: 'bank-uploads', entityId: id, institutionId, after: { uploadName } })
  for (const institutionId of new Set(rows.map((row) => row.institutionId))) await changed(kernel, trx, scope, institutionId, 'TAKEN')
  return rows.length
}

const changed = (kernel: Kernel, trx: Trx, { siteId }: Scope, institutionId: number, status: string) =>
  kernel.events.publish(trx, { siteId, institutionId, type: 'upload', status })

async function recordOf(trx: Trx, scope: Scope, id: number) {
  const row = await selectBankUploads(trx, scope).where('b.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}
