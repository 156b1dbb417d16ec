/** The audit of a whole month as a job: after a posting, each night, and at a click. Each part commits by itself, so that a killed worker loses one part at most. */
import { businessDayAfter } from '@corridor/domain/primitives/business-days.ts'
import { addMonthEnds, monthEnd, monthOf, type PlainDate, plainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { recordSystemActivity } from '../../platform/audit-log/activity.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { inScope, type Scope, scopeOfSystem } from '../../platform/http/scope.ts'
import { JobCanceled } from '../../platform/jobs/jobs.ts'
import type { JobDefinition, Kernel } from '../../platform/kernel.ts'
import { canceledWords, cancelQueued, isListed, isQueued, queueOf } from '../jobs.ts'
import { dayOfSite } from '../site-day.ts'
import { auditClients, turnsOf } from './audit-clients.ts'
import { auditPart } from './audit-month.ts'
import { auditCohorts, type Cohorts } from './cohorts.ts'
import { partsOf } from './parts.ts'
import { type AuditTotals, addTotals, NOTHING_AUDITED } from './totals.ts'
import { beginAudit } from './turns.ts'

/** Business days after a month end in which the month before is still the one that is looked at, unless a file of the new one is posted. */
const CURRENT_AFTER = 5

/** The month that the audits are about: the last one that has ended, once its files come in. */
export async function currentMonth(trx: Trx, scope: Scope, today: PlainDate): Promise<PlainDate> {
  const last = lastMonthEnd(today)
  if (today >= businessDayAfter(last, CURRENT_AFTER)) return last
  const { rows } = await sql<{ isPosted: boolean }>`
    select exists (select from policy_valuation v where v.site_id = ${scope.siteId} and v.as_of_date = ${last} and v.status = 'POSTED') as is_posted`.execute(
    trx,
  )
  return rows[0]?.isPosted ? last : addMonthEnds(last, -1)
}
/** The last month end that is past: a month is current once its last day has passed. */
export const lastMonthEnd = (today: PlainDate): PlainDate => addMonthEnds(monthEnd(yearOf(today), monthOf(today)), -1)

/** Puts the audit of a month in the queue; one that waits already is enough. @returns the run, which tells its progress */
export async function askForAudit(kernel: Pick<Kernel, 'jobs'>, trx: Trx, scope: Scope, period: PlainDate): Promise<number> {
  const waiting = await sql<{ id: number }>`
    select id from audit_run where site_id = ${scope.siteId} and period = ${period} and started_at is null and asked_at > now() - interval '1 hour' order by id limit 1`.execute(
    trx,
  )
  const known = waiting.rows[0]?.id
  if (known !== undefined) return known
  const { id } = await trx
    .insertInto('auditRun')
    .values({ siteId: scope.siteId, period, askedBy: scope.userId || null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kernel.jobs.send(trx, runAudit, { siteId: scope.siteId, runId: id })
  return id
}

export const runAudit: JobDefinition<{ siteId: number; runId: number }> = {
  name: 'audit-month',
  title: 'Audit of a month',
  parse: (payload) => z.object({ siteId: z.int(), runId: z.int() }).parse(payload),
  concurrency: 1,
  retryLimit: 2,
  run: async (kernel, { siteId, runId }, { lastAttempt, signal }) => {
    try {
      await auditWholeMonth(kernel, siteId, runId, signal)
    } catch (cause) {
      if (cause instanceof JobCanceled || signal.reason instanceof JobCanceled) return
      // A process that stops is no failure: the next worker begins the audit again.
      if (signal.aborted) return inScope(kernel.db, scopeOfSystem(siteId), (trx) => kernel.jobs.send(trx, runAudit, { siteId, runId }))
      if (!lastAttempt) throw cause
      await inScope(kernel.db, scopeOfSystem(siteId), async (trx) => {
        await trx
          .updateTable('auditRun')
          .set({ failure: 'The audit ended in an error. Start it again; the log tells more.', endedAt: kernel.now().toISOString() })
          .where('id', '=', runId)
          .execute()
        await announce(kernel, trx, siteId, 'FAILED')
      })
      throw cause
    }
  },
  rows: sql`
    select a.id::bigint, to_char(a.period, 'FMMonth YYYY'), null::text, null::int[], a.asked_by, a.asked_at, a.started_at, a.ended_at,
      case when a.canceled_by is not null then 'Canceled' when a.failure is not null then 'Failed' when a.ended_at is not null then 'Done'
        when q.is_active then 'Running' when q.is_alive then 'Waiting' when q.subject_id is not null or a.asked_at < now() - interval '1 minute' then 'Stopped' else 'Waiting' end,
      a.parts_done, nullif(a.parts, 0), a.started_at, coalesce(q.attempts, case when a.started_at is null then 0 else 1 end), a.failure, a.canceled_by, a.failure is not null, null::text
    from audit_run a
    left join ${queueOf('audit-month')} q on q.subject_id = a.id
    where a.site_id = (select app_site()) and (a.ended_at is null or ${isListed(sql`a.asked_at`)})`,
  cancel: async ({ kernel, trx, scope, id }) => {
    await openRun(trx, scope, id)
    await cancelQueued(trx, scope, 'audit-month', id)
    await markCanceled(kernel, trx, scope.siteId, id, scope.userId)
  },
  retry: async ({ kernel, trx, scope, id }) => {
    const run = await trx.selectFrom('auditRun').select('period').where('id', '=', id).where('siteId', '=', scope.siteId).executeTakeFirst()
    if (!run) throw new AppError('not_found')
    await askForAudit(kernel, trx, scope, plainDate(run.period))
  },
  resume: async ({ kernel, trx, scope, id }) => {
    await openRun(trx, scope, id)
    // The job of a dead worker is taken back by itself: a second one would audit the month twice.
    if (await isQueued(trx, 'audit-month', id)) return false
    await kernel.jobs.send(trx, runAudit, { siteId: scope.siteId, runId: id })
    return true
  },
}

/** @throws AppError not_found, wrong_status when it has ended */
async function openRun(trx: Trx, scope: Scope, id: number): Promise<void> {
  const run = await trx.selectFrom('auditRun').select('endedAt').where('id', '=', id).where('siteId', '=', scope.siteId).executeTakeFirst()
  if (!run) throw new AppError('not_found')
  if (run.endedAt !== null) throw new AppError('wrong_status', { message: 'This audit has ended already.' })
}

/** The parts that were audited stay; a part is audited whole or not at all. */
async function markCanceled(kernel: Pick<Kernel, 'events' | 'now'>, trx: Trx, siteId: number, runId: number, by: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('auditRun')
    .set({
      canceledBy: by,
      failure: `${await canceledWords(trx, by)} Start the audit again to look at the whole month.`,
      endedAt: kernel.now().toISOString(),
    })
    .where('id', '=', runId)
    .where('siteId', '=', siteId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await announce(kernel, trx, siteId, 'CANCELED')
}

/** Every site's current month, in the early morning of the United States. */
export const auditEachNight: JobDefinition<object> = {
  name: 'audit-each-night',
  title: 'Nightly audits',
  parse: () => ({}),
  concurrency: 1,
  retryLimit: 1,
  schedule: '30 9 * * *',
  run: async (kernel) => {
    const sites = await kernel.ownerDb.selectFrom('site').select('id').orderBy('id').execute()
    for (const { id } of sites)
      await inScope(kernel.db, scopeOfSystem(id), async (trx, scope = scopeOfSystem(id)) => {
        await askForAudit(kernel, trx, scope, await currentMonth(trx, scope, await dayOfSite(kernel, trx, id)))
      })
  },
}

/** Audits part after part. @returns null when the run is not there any more */
export async function auditWholeMonth(kernel: Kernel, siteId: number, runId: number, signal?: AbortSignal): Promise<AuditTotals | null> {
  const scope = scopeOfSystem(siteId)
  const started = await inScope(kernel.db, scope, async (trx) => {
    const run = await trx
      .selectFrom('auditRun')
      .select(['period', 'canceledBy'])
      .where('id', '=', runId)
      .where('siteId', '=', siteId)
      .forUpdate()
      .executeTakeFirst()
    if (!run || run.canceledBy !== null) return null
    const reach = { period: run.period, today: await dayOfSite(kernel, trx, siteId), isWhole: true }
    const parts = await partsOf(trx, scope, reach)
    const clients = turnsOf([...new Set(parts.flatMap((part) => part.institutionIds))])
    await trx
      .updateTable('auditRun')
      .set({ startedAt: kernel.now().toISOString(), endedAt: null, failure: null, parts: parts.length + clients.length, partsDone: 0 })
      .where('id', '=', runId)
      .execute()
    return { reach, parts, clients }
  })
  if (!started) return null
  const { reach, parts, clients } = started
  let totals = NOTHING_AUDITED
  const step = (work: (trx: Trx) => Promise<AuditTotals>) =>
    inScope(kernel.db, scope, async (trx) => {
      await beginAudit(trx, scope)
      totals = addTotals(totals, await work(trx))
      const { rows } = await sql<{
        canceledBy: number | null
      }>`update audit_run set parts_done = parts_done + 1, policies = ${totals.policies}, opened = ${totals.opened}, reopened = ${totals.reopened}, resolved = ${totals.resolved}
        where id = ${runId} returning canceled_by`.execute(trx)
      // Canceled meanwhile: this part is taken back whole.
      const by = rows[0]?.canceledBy ?? null
      if (by !== null) throw new JobCanceled(by)
      await announce(kernel, trx, siteId, 'RUNNING')
    })
  for (const [carrierCode, of] of Map.groupBy(parts, (part) => part.carrierCode)) {
    const cohorts: Cohorts = new Map()
    for (const [place, part] of of.entries()) {
      signal?.throwIfAborted()
      await step(async (trx) => {
        const kept = await auditPart(trx, scope, reach, part, cohorts)
        if (place < of.length - 1) return kept
        const institutionIds = of.flatMap((one) => one.institutionIds)
        return addTotals(kept, await auditCohorts(trx, scope, { ...reach, carrierCode, institutionIds }, cohorts))
      })
    }
  }
  for (const institutionIds of clients) {
    signal?.throwIfAborted()
    await step((trx) => auditClients(trx, scope, { ...reach, institutionIds }))
  }
  await inScope(kernel.db, scope, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('auditRun')
      .set({ endedAt: kernel.now().toISOString() })
      .where('id', '=', runId)
      .where('canceledBy', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await recordSystemActivity(trx, {
      action: 'audit.ran',
      entity: 'audit',
      entityId: runId,
      siteId,
      after: { period: reach.period, ...totals },
    })
    await announce(kernel, trx, siteId, 'DONE')
  })
  return totals
}

const announce = (kernel: Pick<Kernel, 'events'>, trx: Trx, siteId: number, status: string) =>
  kernel.events.publish(trx, { siteId, type: 'audit', status })
