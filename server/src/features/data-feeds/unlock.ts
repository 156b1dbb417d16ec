/** A workbook that came with a password: opened once, and kept beside what was received without it, since a file is read many times and the password is kept nowhere. */

import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { unlockFile } from '@corridor/contract/feed-passwords.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { Trx } from '../../platform/database/database.ts'
import { keepFile } from '../../platform/files/files.ts'
import { MAX_FEED_BYTES } from '../../platform/formats/reading/open.ts'
import { unlockWorkbook } from '../../platform/formats/reading/unlock.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { ActivityEvent, Kernel } from '../../platform/kernel.ts'
import { lockOpenFile } from './lock.ts'
import { readAgain } from './read-again.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
type Stored = Awaited<ReturnType<Kernel['files']['put']>>

/** The protected bytes of the file. @throws AppError wrong_status for a file that needs no password */
export async function protectedBytes(trx: Trx, scope: Scope, { id, updatedAt }: ParsedOf<typeof unlockFile>): Promise<string> {
  const file = await lockOpenFile(trx, scope, id, updatedAt)
  if (!file.needsPassword) throw new AppError('wrong_status', { message: 'This file needs no password.' })
  return file.sha256
}

/** @throws AppError input for a wrong password, or a workbook that is damaged or protected otherwise */
export async function openProtected(kernel: Kernel, sha256: string, password: string): Promise<Stored> {
  const folder = await mkdtemp(join(tmpdir(), 'corridor-feed-'))
  try {
    const path = join(folder, 'feed')
    const { stream } = await kernel.files.open(sha256)
    await pipeline(stream, createWriteStream(path))
    const answer = await unlockWorkbook({ path, password })
    if ('wrong' in answer) throw inputError({ password: ['This is not the password of the workbook.'] })
    if ('refusal' in answer) throw inputError({ password: [answer.refusal] })
    return await kernel.files.put(Readable.from([Buffer.from(answer.opened)]), { limit: MAX_FEED_BYTES })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function readOpened(
  kernel: Kernel,
  scope: Scope,
  trx: Trx,
  { id, updatedAt }: ParsedOf<typeof unlockFile>,
  stored: Stored,
  record: (event: ActivityEvent) => Promise<void>,
): Promise<void> {
  await lockOpenFile(trx, scope, id, updatedAt)
  await keepFile(trx, stored, XLSX)
  const file = await trx
    .updateTable('carrierFile')
    .set({ openedSha256: stored.sha256, needsPassword: false })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await readAgain(kernel, scope, trx, file)
  await record({ action: 'feed.unlocked', entity: 'carrierFile', entityId: id })
}
