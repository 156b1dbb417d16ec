/** When a batch is complete. */
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import type { Kernel } from '../platform/kernel.ts'

/**
 * Marks a batch complete when none of its reports remains. The batch's row is locked first: of two makers that finish its last two reports
 * at once, the second then sees the first one's, and the mark is not missed. The open pages of whoever asked for it hear of it.
 */
export async function completeBatch({ events }: Pick<Kernel, 'events'>, trx: Trx, batchId: number): Promise<void> {
  await sql`select from report_batch where id = ${batchId} for no key update`.execute(trx)
  const { rows } = await sql<{ siteId: number; createdBy: number | null }>`
    update report_batch b set completed_at = now()
    where b.id = ${batchId} and b.completed_at is null and not exists (
      select from report_batch_entry e join report r on r.institution_id = e.institution_id and r.id = e.report_id
      where e.batch_id = b.id and r.deleted_at is null and r.status in ('Scheduled', 'Generating', 'Refreshing'))
    returning b.site_id, b.created_by`.execute(trx)
  const [done] = rows
  if (done)
    await events.publish(trx, {
      siteId: done.siteId,
      type: 'batch',
      batchId,
      status: 'Complete',
      ...(done.createdBy === null ? {} : { userId: done.createdBy }),
    })
}
