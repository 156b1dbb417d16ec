/** Accepted pulls as jobs: how far each is written, and canceling, retrying and resuming one. */
import { acceptPull } from '@corridor/contract/salesforce.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { inScope, type Scope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { JobChange, JobDefinition } from '../../platform/kernel.ts'
import { cancelQueued, isListed, isQueued, queueOf } from '../../shared/jobs.ts'
import { cancelImport, STEP } from '../../shared/onboarding/imports-at-work.ts'
import { ACCEPT_JOB, acceptSalesforce } from './accept.ts'
import { pullLabel } from './pull-jobs.ts'
import type { PullPayload } from './pulls.ts'

const IS_DONE = sql`i.status in ('DONE', 'UNDOING', 'UNDONE')`

/** An older pull would put back what a newer one of its type has brought. */
const IS_NEWEST = sql<boolean>`not exists (select from salesforce_pull n
  where n.site_id = p.site_id and n.type = p.type and n.id > p.id and n.status = 'DONE' and n.import_id is not null)`

const rows = sql`
  select p.id::bigint, ${pullLabel} || ' from ' || p.object, null::text, null::int[], p.accepted_by, p.accepted_at, null::timestamptz, i.ended_at,
    case when ${IS_DONE} then 'Done' when q.is_active then 'Running' when q.is_alive then 'Waiting' when i.canceled_by is not null then 'Canceled'
      when i.status in ('FAILED', 'CHECKED') then 'Failed' else 'Stopped' end,
    null::int, null::int, null::timestamptz, coalesce(q.attempts, 1),
    case when i.status = 'CHECKED' then 'Checked against the book once more, its rows have problems. Nothing was written. The page of Salesforce tells more.'
      when not ${IS_DONE} then i.failure end,
    i.canceled_by, i.status in ('FAILED', 'CHECKED') and ${IS_NEWEST}, ${STEP}
  from salesforce_pull p
  join onboarding_import i on i.id = p.import_id
  left join ${queueOf(ACCEPT_JOB)} q on q.subject_id = p.id
  where p.site_id = (select app_site()) and p.accepted_at is not null and (i.status in ('WAITING', 'WRITING') or ${isListed(sql`p.accepted_at`)})`

type OfAccepted = Pick<JobDefinition<PullPayload>, 'access' | 'rows' | 'cancel' | 'retry' | 'resume' | 'canceled'>

export const acceptJobs: OfAccepted = {
  access: acceptPull.access,
  rows,
  cancel: async ({ trx, scope, id }) => {
    const { importId } = await acceptedOf(trx, scope, id)
    if (await cancelQueued(trx, scope, ACCEPT_JOB, id)) return
    if (!(await cancelImport(trx, { siteId: scope.siteId, importId, by: scope.userId })))
      throw new AppError('wrong_status', { message: 'This import has ended already.' })
  },
  retry: async (change) => {
    const { trx, scope, id } = change
    const { importId, status, isNewest } = await acceptedOf(trx, scope, id)
    if ((status !== 'FAILED' && status !== 'CHECKED') || !isNewest) throw new AppError('wrong_status')
    await trx
      .updateTable('onboardingImport')
      .set({ status: 'WAITING', canceledBy: null, failure: null, endedAt: null })
      .where('id', '=', importId)
      .where('siteId', '=', scope.siteId)
      .execute()
    await queue(change)
  },
  resume: async (change) => {
    const { status } = await acceptedOf(change.trx, change.scope, change.id)
    if (status !== 'WAITING' && status !== 'WRITING') throw new AppError('wrong_status', { message: 'This import has ended already.' })
    // The job of a dead worker is taken back by itself.
    if (await isQueued(change.trx, ACCEPT_JOB, change.id)) return false
    await queue(change)
    return true
  },
  canceled: (kernel, { siteId, id }, by) => {
    const scope = scopeOfSystem(siteId)
    return inScope(kernel.db, scope, async (trx) => {
      const { importId } = await acceptedOf(trx, scope, id)
      await cancelImport(trx, { siteId, importId, by })
      await kernel.events.publish(trx, { siteId, type: 'file', status: 'pull accepted' })
    })
  },
}

const queue = ({ kernel, trx, scope, id }: JobChange): Promise<void> =>
  kernel.jobs.send(trx, acceptSalesforce, { siteId: scope.siteId, id }, { singletonKey: String(id) })

/** @throws AppError not_found */
async function acceptedOf(trx: Trx, scope: Scope, id: number) {
  const found = await trx
    .selectFrom('salesforcePull as p')
    .innerJoin('onboardingImport as i', 'i.id', 'p.importId')
    .select(['i.id as importId', 'i.status', IS_NEWEST.as('isNewest')])
    .where('p.siteId', '=', scope.siteId)
    .where('p.id', '=', id)
    .where('p.acceptedAt', 'is not', null)
    // The group that is being written refers to the row: a stronger lock would wait for it.
    .forNoKeyUpdate('i')
    .executeTakeFirst()
  if (!found) throw new AppError('not_found')
  return found
}
