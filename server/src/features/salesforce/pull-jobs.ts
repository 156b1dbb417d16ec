/** Pulls as jobs: how far each is, and canceling, retrying and resuming one. A pull hands in all of its records or none: canceled, it leaves nothing. */
import { PULL_TYPE_WORDS, PULL_TYPES } from '@corridor/domain/onboarding/salesforce.ts'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../platform/http/errors.ts'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { JobDefinition } from '../../platform/kernel.ts'
import { isListed, isQueued, queueOf } from '../../shared/jobs.ts'
import { cancelOpenPull, endPull, PULL_JOB, type PullPayload, pullAgain, selectPull } from './pulls.ts'

/** A pull's type in words, by its code in `p.type`. */
export const pullLabel: RawBuilder<string> = sql`case p.type ${sql.join(
  PULL_TYPES.map((type) => sql`when ${sql.lit(type)} then ${sql.lit(PULL_TYPE_WORDS[type])}`),
  sql` `,
)} end`

/** Retrying asks for what a newer pull of the type has not brought meanwhile. */
const rows = sql`
  select p.id::bigint, ${pullLabel} || ' from ' || p.object || case when p.since is null then ', every record'
      else ', changes since ' || to_char(p.since at time zone s.time_zone, 'MM/DD/YYYY') end,
    null::text, null::int[], p.started_by, p.asked_at, p.started_at, p.ended_at,
    case p.status when 'DONE' then 'Done' when 'FAILED' then 'Failed' when 'CANCELED' then 'Canceled'
      else case when q.is_active then 'Running' when q.is_alive then 'Waiting'
        when q.subject_id is not null or p.asked_at < now() - interval '1 minute' then 'Stopped' else 'Waiting' end end,
    case when p.records_expected is not null then p.records_read end, greatest(p.records_expected, p.records_read), p.started_at,
    coalesce(q.attempts, case when p.started_at is null then 0 else 1 end), p.failure, p.canceled_by,
    p.status in ('FAILED', 'CANCELED') and not exists (select from salesforce_pull n where n.site_id = p.site_id and n.type = p.type and n.id > p.id), null::text
  from salesforce_pull p
  join site s on s.id = p.site_id
  left join ${queueOf(PULL_JOB)} q on q.subject_id = p.id
  where p.site_id = (select app_site()) and (p.status in ('WAITING', 'RUNNING') or ${isListed(sql`p.asked_at`)})`

type OfPulls = Pick<JobDefinition<PullPayload>, 'rows' | 'cancel' | 'retry' | 'resume' | 'canceled'>

/** @param job the job that pulls */
export const pullJobs = (job: JobDefinition<PullPayload>): OfPulls => ({
  rows,
  cancel: async (change) => {
    await selectPull(change.trx, change.scope, change.id)
    await cancelOpenPull(change)
  },
  retry: (change) => pullAgain(change, job),
  resume: async ({ kernel, trx, scope, id }) => {
    const { status } = await selectPull(trx, scope, id)
    if (status !== 'WAITING' && status !== 'RUNNING') throw new AppError('wrong_status', { message: 'The pull has ended already.' })
    // The job of a dead worker is taken back by itself: a second one would read everything twice.
    if (await isQueued(trx, PULL_JOB, id)) return false
    await kernel.jobs.send(trx, job, { siteId: scope.siteId, id }, { singletonKey: String(id) })
    return true
  },
  canceled: (kernel, { siteId, id }, by) =>
    inScope(
      kernel.db,
      scopeOfSystem(siteId),
      async (trx) => void (await endPull(trx, kernel, siteId, id, { status: 'CANCELED', failure: null, canceledBy: by })),
    ),
})
