/** Second line behind the job queue: finds reports that nobody works on and batches left unmarked, and puts them right. */
import { sql } from 'kysely'
import { inScope, scopeOfSystem } from '../platform/http/scope.ts'
import type { JobDefinition, Kernel } from '../platform/kernel.ts'
import { completeBatch } from './completion.ts'
import { generateReports } from './generation.ts'

/** One that waits is enough: others fold into it. */
export const SWEEP_NEXT = { singletonKey: 'next', startAfterSeconds: 5 }

/** Looks every few seconds: each run queues the next, and the schedule starts the chain again should it ever break. */
export const sweepReports: JobDefinition<Record<string, never>> = {
  name: 'sweep-reports',
  title: 'Recovery of stalled reports',
  parse: () => ({}),
  run: async (kernel) => {
    await sweep(kernel)
    await kernel.ownerDb.transaction().execute((trx) => kernel.jobs.send(trx, sweepReports, {}, SWEEP_NEXT))
  },
  concurrency: 1,
  retryLimit: 20,
  schedule: '* * * * *',
}

/** A report queued for longer may have lost its job; if it only waits its turn, one more job does no harm. */
const QUEUED_FOR = 8

/** @returns the batches that got a new job */
export async function sweep(kernel: Pick<Kernel, 'ownerDb' | 'db' | 'jobs' | 'events' | 'now' | 'configuration'>): Promise<number[]> {
  const { rows: waiting } = await sql<{ siteId: number; batchId: number }>`
    select distinct site_id, batch_id from report
    where status in ('Scheduled', 'Generating', 'Refreshing') and deleted_at is null
      and coalesce(lease_until, updated_at + make_interval(secs => ${QUEUED_FOR})) < clock_timestamp()`.execute(kernel.ownerDb)
  for (const { siteId, batchId } of waiting)
    await inScope(kernel.db, scopeOfSystem(siteId), (trx) =>
      kernel.jobs.send(trx, generateReports, { siteId, batchId }, { singletonKey: `batch ${batchId}` }),
    )
  const { rows: unmarked } = await sql<{ id: number; siteId: number }>`
    select b.id, b.site_id from report_batch b
    where b.completed_at is null and b.created_at < now() - interval '10 seconds' and not exists (
      select from report_batch_entry e join report r on r.institution_id = e.institution_id and r.id = e.report_id
      where e.batch_id = b.id and r.deleted_at is null and r.status in ('Scheduled', 'Generating', 'Refreshing'))
    limit 100`.execute(kernel.ownerDb)
  for (const { id, siteId } of unmarked) await inScope(kernel.db, scopeOfSystem(siteId), (trx) => completeBatch(kernel, trx, id))
  return waiting.map(({ batchId }) => batchId)
}
