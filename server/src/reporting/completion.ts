/** When a batch is complete. */
import { REPORT_FAMILIES, type ReportTypeName } from '@corridor/domain/reports/families.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import type { Kernel } from '../platform/kernel.ts'
import { mailAtOnce, tellPeople } from '../shared/notifications/bell.ts'
import { countOutcomes, outcomeOf } from './batch-notices.ts'

/**
 * Marks a batch complete when none of its reports remains. The batch's row is locked first: of two makers that finish its last two reports
 * at once, the second then sees the first one's, and the mark is not missed. The bell and the open pages of whoever asked for it hear of it.
 */
export async function completeBatch(
  kernel: Pick<Kernel, 'events' | 'jobs' | 'now' | 'configuration'>,
  trx: Trx,
  batchId: number,
): Promise<void> {
  await sql`select from report_batch where id = ${batchId} for no key update`.execute(trx)
  const { rows } = await sql<{ siteId: number; createdBy: number | null; batchName: string; reportType: ReportTypeName }>`
    update report_batch b set completed_at = now()
    where b.id = ${batchId} and b.completed_at is null and not exists (
      select from report_batch_entry e join report r on r.institution_id = e.institution_id and r.id = e.report_id
      where e.batch_id = b.id and r.deleted_at is null and r.status in ('Scheduled', 'Generating', 'Refreshing'))
    returning b.site_id, b.created_by, b.batch_name, b.report_type`.execute(trx)
  const [done] = rows
  if (!done) return
  if (done.createdBy !== null) {
    const outcome = outcomeOf(await countOutcomes(trx, batchId))
    const link = `${REPORT_FAMILIES[done.reportType].address}/${batchId}`
    const title = `${done.batchName}: ${outcome}`
    const now = await tellPeople(trx, [done.createdBy], { kind: 'BATCH_DONE', subject: `batch ${batchId}`, title, link })
    await mailAtOnce(kernel, trx, now, { title, link, cause: `batch-done ${batchId} ${kernel.now().toISOString()}` })
  }
  await kernel.events.publish(trx, {
    siteId: done.siteId,
    type: 'batch',
    batchId,
    status: 'Complete',
    ...(done.createdBy === null ? {} : { userId: done.createdBy }),
  })
}
