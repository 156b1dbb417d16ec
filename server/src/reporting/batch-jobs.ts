/** Batches as jobs: how far each is, and canceling, retrying and resuming one. */
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import type { Scope } from '../platform/http/scope.ts'
import type { JobChange, JobOnPage } from '../platform/kernel.ts'
import { canceledWords, cancelQueued, isListed } from '../shared/jobs.ts'
import { NUMBERED } from './batch-list.ts'
import { requeue, sendWork } from './batches.ts'
import { completeBatch } from './completion.ts'

const KIND = 'generate-reports'
const UNFINISHED = sql`r.status in ('Scheduled', 'Generating', 'Refreshing')`

/** A report that a later batch took over is that one's to make, and done for this one. */
const rows = sql`
  select b.id::bigint, b.batch_name || ${NUMBERED}, b.report_type, s.institution_ids, b.created_by, b.created_at, s.first_done_at, b.completed_at,
    case when s.remaining > 0 then case when s.is_stopped then 'Stopped' when s.is_held or s.made > 0 then 'Running' else 'Waiting' end
      when b.canceled_at is not null and s.canceled > 0 then 'Canceled' when s.failed > 0 then 'Failed' else 'Done' end,
    s.made, (s.made + s.remaining)::int, s.first_done_at, s.attempts,
    case when s.failed > 0 then s.failed || case when s.failed = 1 then ' report' else ' reports' end || ' could not be made. The batch says why.' end, b.canceled_by,
    s.remaining = 0 and s.failed + s.canceled > 0, null::text
  from report_batch b
  cross join lateral (
    select (count(*) filter (where mine and ${UNFINISHED}))::int as remaining, (count(*) filter (where mine and r.status = 'Failed'))::int as failed,
      (count(*) filter (where mine and r.status = 'Canceled'))::int as canceled,
      (count(*) filter (where not mine or r.status in ('Ready', 'Failed')))::int as made,
      coalesce(bool_or(r.lease_until < clock_timestamp()) filter (where mine and ${UNFINISHED}), false) as is_stopped,
      coalesce(bool_or(r.lease_until >= clock_timestamp()) filter (where mine and ${UNFINISHED}), false) as is_held,
      min(r.completed_at) filter (where mine and r.status in ('Ready', 'Failed') and r.completed_at >= b.created_at) as first_done_at,
      coalesce(max(r.attempts) filter (where mine), 0) as attempts, array_agg(distinct e.institution_id) as institution_ids
    from report_batch_entry e
    join report r on r.institution_id = e.institution_id and r.id = e.report_id and r.deleted_at is null
    cross join lateral (select r.batch_id = b.id as mine) m
    where e.batch_id = b.id) s
  where b.site_id = (select app_site()) and (b.completed_at is null or ${isListed(sql`b.created_at`)})`

/**
 * Reports that are made stay; every other report of the batch is marked canceled, also one that is being printed: its maker finds its claim gone and leaves no trace.
 * @returns how many were canceled
 * @throws AppError not_found, wrong_status when nothing of it is left to make
 */
export async function cancelBatch({ kernel, trx, scope, id }: JobChange): Promise<number> {
  await assertBatch(trx, scope, id)
  const reason = `${await canceledWords(trx, scope.userId)} Regenerate the report when it is wanted.`
  // In the order in which everybody takes reports (leases.ts), and the batch after them.
  const { rows } = await sql<{ institutionId: number; id: number }>`
    with left_over as materialized (
      select r.institution_id, r.id from report r where r.batch_id = ${id} and r.site_id = ${scope.siteId} and ${UNFINISHED} and r.deleted_at is null
      order by r.institution_id, r.id for no key update)
    update report r set status = 'Canceled', failure_code = 'canceled', failure_reason = ${reason}, failure_detail = null, lease_token = null, lease_until = null,
      attempts = 0, completed_at = now(), updated_at = now()
    from left_over l where r.institution_id = l.institution_id and r.id = l.id and ${UNFINISHED}
    returning r.institution_id, r.id`.execute(trx)
  if (rows.length === 0) throw new AppError('wrong_status', { message: 'Every report of this batch is made already.' })
  await trx.updateTable('reportBatch').set({ canceledAt: sql<string>`now()`, canceledBy: scope.userId }).where('id', '=', id).execute()
  await completeBatch(kernel, trx, id)
  await cancelQueued(trx, scope, KIND, id)
  for (const report of rows)
    await kernel.events.publish(trx, {
      siteId: scope.siteId,
      institutionId: report.institutionId,
      type: 'report',
      batchId: id,
      reportId: report.id,
      status: 'Canceled',
    })
  return rows.length
}

/** Reports of the batch that failed or were canceled are asked for again. @throws AppError not_found, wrong_status when there are none */
async function retryBatch({ kernel, trx, scope, id }: JobChange): Promise<void> {
  await assertBatch(trx, scope, id)
  const { rows } = await sql<{ institutionId: number; id: number }>`
    select r.institution_id, r.id from report r
    where r.batch_id = ${id} and r.site_id = ${scope.siteId} and r.status in ('Failed', 'Canceled') and r.deleted_at is null
    order by r.institution_id, r.id for no key update`.execute(trx)
  if (rows.length === 0) throw new AppError('wrong_status', { message: 'No report of this batch failed or was canceled.' })
  await requeue(trx, id, rows)
  await trx
    .updateTable('reportBatch')
    .set({ completedAt: null, canceledAt: null, canceledBy: null, makerToldAt: null })
    .where('id', '=', id)
    .execute()
  await sendWork(kernel, trx, scope, id, rows.length)
  await kernel.events.publish(trx, { siteId: scope.siteId, type: 'batch', batchId: id })
}

/** Lapsed claims are taken away, and makers called. */
async function resumeBatch({ kernel, trx, scope, id }: JobChange): Promise<boolean> {
  await sql`
    with lapsed as materialized (
      select r.institution_id, r.id from report r where r.batch_id = ${id} and r.site_id = ${scope.siteId} and ${UNFINISHED} and r.lease_until < clock_timestamp()
      order by r.institution_id, r.id for no key update skip locked)
    update report r set lease_token = null, lease_until = null from lapsed l
    where r.institution_id = l.institution_id and r.id = l.id and r.lease_until < clock_timestamp()`.execute(trx)
  await sendWork(kernel, trx, scope, id, 1)
  return true
}

export const batchJobs: Omit<JobOnPage, 'title'> = {
  rows,
  failed: sql<number>`(select count(*)::int from report f where f.batch_id = r.key and f.status = 'Failed' and f.deleted_at is null)`,
  cancel: async (change) => void (await cancelBatch(change)),
  retry: retryBatch,
  resume: resumeBatch,
}

async function assertBatch(trx: Trx, scope: Scope, id: number): Promise<void> {
  const batch = await trx.selectFrom('reportBatch').select('id').where('id', '=', id).where('siteId', '=', scope.siteId).executeTakeFirst()
  if (!batch) throw new AppError('not_found')
}
