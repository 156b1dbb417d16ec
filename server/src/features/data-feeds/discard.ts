/** Setting a file aside that was never posted: it no longer counts, its rows stay readable. */
import type { Trx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import type { ActivityEvent, Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { lockFile } from './lock.ts'
import { touch } from './settle.ts'

export async function discard(
  { kernel, scope, trx, record }: { kernel: Kernel; scope: Scope; trx: Trx; record: (event: ActivityEvent) => Promise<void> },
  id: number,
): Promise<undefined> {
  const file = await lockFile(trx, scope, id)
  if (file.status === 'POSTED')
    throw new AppError('wrong_status', { message: 'The file is posted and stays. Hand in a corrected file to restate values.' })
  if (file.status === 'REJECTED') return undefined
  await trx.updateTable('carrierFile').set({ status: 'REJECTED' }).where('id', '=', id).execute()
  await touch(trx, id)
  await record({ action: 'feed.discarded', entity: 'carrierFile', entityId: id })
  await kernel.events.publish(trx, { siteId: scope.siteId, type: 'file', fileId: id, status: 'REJECTED' })
  return undefined
}
