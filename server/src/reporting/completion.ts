/** When a batch is complete. */
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'

/**
 * Marks a batch complete when none of its reports remains. The batch's row is locked first: of two makers that finish its last two reports
 * at once, the second then sees the first one's, and the mark is not missed.
 */
export async function completeBatch(trx: Trx, batchId: number): Promise<void> {
  await sql`select from report_batch where id = ${batchId} for no key update`.execute(trx)
  await sql`
    update report_batch b set completed_at = now()
    where b.id = ${batchId} and b.completed_at is null and not exists (
      select from report_batch_entry e join report r on r.institution_id = e.institution_id and r.id = e.report_id
      where e.batch_id = b.id and r.deleted_at is null and r.status in ('Scheduled', 'Generating', 'Refreshing'))`.execute(trx)
}
