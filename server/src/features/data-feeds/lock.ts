/** One person at a time changes a file; who comes second with an old page is told. */
import { AppError } from '../../kernel/errors.ts'
import type { Trx } from '../../kernel/database.ts'
import type { Scope } from '../../kernel/scope.ts'

/** The file's row, locked until the transaction ends. @throws AppError not_found; conflict when it changed since `updatedAt` */
export async function lockFile(trx: Trx, scope: Scope, id: number, updatedAt?: string) {
  const file = await trx
    .selectFrom('carrierFile')
    .selectAll()
    .where('id', '=', id)
    .where('siteId', '=', scope.siteId)
    .forUpdate()
    .executeTakeFirst()
  if (!file) throw new AppError('not_found')
  if (updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(file.updatedAt))
    throw new AppError('conflict', {
      message: 'Somebody changed this file in the meantime. Look at it again before you go on.',
      meta: { updatedAt: file.updatedAt, status: file.status },
    })
  return file
}

/** The same, of a file that can still be changed. @throws AppError wrong_status once it is posted, set aside or not read yet */
export async function lockOpenFile(trx: Trx, scope: Scope, id: number, updatedAt?: string) {
  const file = await lockFile(trx, scope, id, updatedAt)
  if (file.status === 'POSTED')
    throw new AppError('wrong_status', {
      message: 'The file is posted. Hand in a corrected file to restate values.',
      meta: { status: file.status },
    })
  if (file.status === 'REJECTED')
    throw new AppError('wrong_status', {
      message: 'The file was set aside or could not be read. Hand it in again.',
      meta: { status: file.status },
    })
  if (file.status === 'RECEIVED')
    throw new AppError('already_running', { message: 'The file is still being read. Wait until it is checked.' })
  return file
}
