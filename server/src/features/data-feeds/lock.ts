/** One person at a time changes a file; who comes second with an old page is told. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** Nobody waits longer for whoever works on the file; reading a large one takes its time. */
const PATIENCE = '3s'
const LOCK_NOT_AVAILABLE = '55P03'

/** The file's row, locked until the transaction ends. @throws AppError not_found, already_running; conflict when it changed since `updatedAt` */
export async function lockFile(trx: Trx, scope: Scope, id: number, updatedAt?: string) {
  await sql`select set_config('lock_timeout', ${PATIENCE}, true)`.execute(trx)
  const file = await lockRow(trx, scope, id)
  await sql`select set_config('lock_timeout', '0', true)`.execute(trx)
  if (!file) throw new AppError('not_found')
  if (updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(file.updatedAt))
    throw new AppError('conflict', {
      message: 'Someone else changed this file in the meantime. Review it before you continue.',
      meta: { updatedAt: file.updatedAt, status: file.status },
    })
  return file
}

async function lockRow(trx: Trx, scope: Scope, id: number) {
  try {
    return await trx
      .selectFrom('carrierFile')
      .selectAll()
      .where('id', '=', id)
      .where('siteId', '=', scope.siteId)
      .forUpdate()
      .executeTakeFirst()
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === LOCK_NOT_AVAILABLE)
      throw new AppError('already_running', { message: 'The file is being worked on. Try again in a moment.', cause })
    throw cause
  }
}

/** The same, of a file that can still be changed. @throws AppError wrong_status once it is posted, set aside or not read yet */
export async function lockOpenFile(trx: Trx, scope: Scope, id: number, updatedAt?: string) {
  const file = await lockFile(trx, scope, id, updatedAt)
  const refuse = (message: string) => new AppError('wrong_status', { message, meta: { status: file.status } })
  if (file.status === 'POSTED') throw refuse('The file is posted. Upload a corrected file to restate values.')
  if (file.status === 'REJECTED') throw refuse('The file was discarded or could not be read. Upload it again.')
  if (file.status === 'RECEIVED')
    throw new AppError('already_running', { message: 'The file is still being read. Wait until it is checked.' })
  return file
}
