/** Checks of carriers' files as jobs: how far each is, and canceling, retrying and resuming one. A check is one transaction: canceled, it leaves nothing. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { inScope, type Scope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { JobChange, JobDefinition, Kernel } from '../../platform/kernel.ts'
import { canceledWords, cancelQueued, isListed, queueOf } from '../../shared/jobs.ts'
import { readCarrierFile } from './receive.ts'

type OfFiles = Pick<JobDefinition<{ siteId: number; fileId: number }>, 'rows' | 'cancel' | 'retry' | 'resume' | 'canceled'>

export const fileJobs: OfFiles = {
  rows: sql`
    select f.id::bigint, f.file_name, null::text, null::int[], f.received_by, f.received_at, null::timestamptz, f.checked_at,
      case when f.status = 'REJECTED' and f.checked_at is not null and f.row_count = 0 and f.failure is not null then 'Failed' when f.status <> 'RECEIVED' then 'Done'
        when f.canceled_by is not null then 'Canceled' when q.is_active then 'Running' when q.is_alive then 'Waiting'
        when q.subject_id is not null or f.received_at < now() - interval '1 minute' then 'Stopped' else 'Waiting' end,
      null::int, null::int, null::timestamptz, coalesce(q.attempts, case when f.checked_at is null then 0 else 1 end), f.failure, f.canceled_by, f.status = 'RECEIVED' and f.canceled_by is not null, null::text
    from carrier_file f
    left join ${queueOf('read-carrier-file')} q on q.subject_id = f.id
    where f.site_id = (select app_site()) and (f.status = 'RECEIVED' or ${isListed(sql`f.received_at`)})`,
  cancel: async ({ kernel, trx, scope, id }) => {
    await assertWaiting(trx, scope, id)
    if (await cancelQueued(trx, scope, 'read-carrier-file', id)) return
    if (!(await markCanceled(kernel, trx, scope.siteId, id, scope.userId))) throw checked()
  },
  retry: async (change) => {
    const { trx, scope, id } = change
    await trx
      .updateTable('carrierFile')
      .set({ canceledBy: null, failure: null, updatedAt: sql<string>`clock_timestamp()` })
      .where('id', '=', id)
      .where('siteId', '=', scope.siteId)
      .where('status', '=', 'RECEIVED')
      .execute()
    await queue(change)
  },
  // Equal jobs fold, and a file that is read is left alone.
  resume: async (change) => {
    await queue(change)
    return true
  },
  canceled: (kernel, { siteId, fileId }, by) =>
    inScope(kernel.db, scopeOfSystem(siteId), async (trx) => void (await markCanceled(kernel, trx, siteId, fileId, by))),
}

async function queue({ kernel, trx, scope, id }: JobChange): Promise<void> {
  await assertWaiting(trx, scope, id)
  await kernel.jobs.send(trx, readCarrierFile, { siteId: scope.siteId, fileId: id }, { singletonKey: String(id) })
  await kernel.events.publish(trx, { siteId: scope.siteId, type: 'file', fileId: id, status: 'RECEIVED' })
}

/** @returns false when it was read meanwhile */
async function markCanceled(kernel: Pick<Kernel, 'events'>, trx: Trx, siteId: number, fileId: number, by: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('carrierFile')
    .set({
      canceledBy: by,
      failure: `${await canceledWords(trx, by)} Nothing of the file was read. Retry its check on the page Jobs.`,
      updatedAt: sql<string>`clock_timestamp()`,
    })
    .where('id', '=', fileId)
    .where('siteId', '=', siteId)
    .where('status', '=', 'RECEIVED')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await kernel.events.publish(trx, { siteId, type: 'file', fileId, status: 'CANCELED' })
  return true
}

async function assertWaiting(trx: Trx, scope: Scope, id: number): Promise<void> {
  const file = await trx
    .selectFrom('carrierFile')
    .select('status')
    .where('id', '=', id)
    .where('siteId', '=', scope.siteId)
    .executeTakeFirst()
  if (!file) throw new AppError('not_found')
  if (file.status !== 'RECEIVED') throw checked()
}
const checked = () => new AppError('wrong_status', { message: 'This file is read and checked already.' })
