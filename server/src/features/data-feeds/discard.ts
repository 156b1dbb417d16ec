/** Setting a file aside that was never posted: it no longer counts, its rows stay readable. */
import type { discardFile } from '@corridor/contract/data-feeds.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import { touch } from './counts.ts'
import { lockFile } from './lock.ts'
import { type RemovePolicy, settleBrought } from './policies-from-file.ts'

export async function discard(
  call: Acting,
  { id, reason, ...answer }: ParsedOf<typeof discardFile>,
  removePolicy: RemovePolicy,
): Promise<undefined> {
  const { kernel, scope, trx, record } = call
  const file = await lockFile(trx, scope, id)
  if (file.status === 'POSTED')
    throw new AppError('wrong_status', {
      message: 'The file is posted and cannot be discarded. Upload a corrected file to restate values.',
    })
  if (file.status === 'REJECTED') return undefined
  const settled = await settleBrought(call, file, answer, removePolicy)
  await trx.updateTable('carrierFile').set({ status: 'REJECTED' }).where('id', '=', id).execute()
  await touch(trx, id)
  await record({
    action: 'feed.discarded',
    entity: 'carrierFile',
    entityId: id,
    after: { reason, ...settled },
  })
  await kernel.events.publish(trx, { siteId: scope.siteId, type: 'file', fileId: id, status: 'REJECTED' })
  return undefined
}
