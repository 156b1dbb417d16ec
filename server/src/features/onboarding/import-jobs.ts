/** Imports of a book as jobs: how far each is, and canceling, retrying and resuming one. Canceled, it ends between two sheet groups; what was written stays. */
import { writeOnboarding } from '@corridor/contract/onboarding.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { inScope, type Scope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { JobDefinition } from '../../platform/kernel.ts'
import { cancelQueued, isListed, isQueued, queueOf } from '../../shared/jobs.ts'
import { cancelImport, STEP } from '../../shared/onboarding/imports-at-work.ts'
import { beginWork, ONBOARDING_JOB, type Payload, sendOnboarding } from './job.ts'

const AT_WORK = sql`i.status in ('CHECKING', 'WRITING', 'UNDOING')`

/** Rows that Salesforce sent are imports as well, without a file of their own: the jobs of the pulls tell of those. */
const rows = sql`
  select i.id::bigint, i.name || case when i.status in ('UNDOING', 'UNDONE') then ', undo' when i.purpose = 'CHECK' then ', check' else ', import' end,
    null::text, null::int[], case when i.status in ('UNDOING', 'UNDONE') then i.undone_by else i.started_by end, i.started_at, null::timestamptz,
    case when not ${AT_WORK} then coalesce(i.undone_at, i.ended_at) end,
    case when ${AT_WORK} then case when q.is_active then 'Running' when q.is_alive then 'Waiting' else 'Stopped' end
      when i.canceled_by is not null then 'Canceled'
      when i.status = 'FAILED' or i.failure is not null or (i.status = 'CHECKED' and i.purpose = 'IMPORT') then 'Failed' else 'Done' end,
    null::int, null::int, null::timestamptz, coalesce(q.attempts, 1),
    case when i.status = 'CHECKED' and i.purpose = 'IMPORT' then 'It has problems, or differs from the stated totals. Nothing was written. Its page tells more.' else i.failure end,
    i.canceled_by, i.status = 'FAILED', ${STEP}
  from onboarding_import i
  left join ${queueOf(ONBOARDING_JOB)} q on q.subject_id = i.id
  where i.site_id = (select app_site()) and i.status <> 'WAITING' and (${AT_WORK} or ${isListed(sql`i.started_at`)})
    and exists (select from onboarding_source s where s.import_id = i.id and s.file_sha256 is not null)`

type OfImports = Pick<JobDefinition<Payload>, 'access' | 'rows' | 'cancel' | 'retry' | 'resume' | 'canceled'>

export const importJobs: OfImports = {
  access: writeOnboarding.access,
  rows,
  cancel: async ({ trx, scope, id }) => {
    const { status } = await importOf(trx, scope, id)
    if (status === 'UNDOING')
      throw new AppError('wrong_status', { message: 'An undo cannot be canceled: it is done whole, or not at all.' })
    if (status !== 'CHECKING' && status !== 'WRITING') throw ended()
    if (await cancelQueued(trx, scope, ONBOARDING_JOB, id)) return
    if (!(await cancelImport(trx, { siteId: scope.siteId, importId: id, by: scope.userId }))) throw ended()
  },
  retry: async ({ kernel, trx, scope, id }) => {
    const { status, purpose, acceptedReason } = await importOf(trx, scope, id)
    if (status !== 'FAILED') throw new AppError('wrong_status')
    await beginWork(kernel, trx, scope, { id, does: purpose === 'CHECK' ? 'CHECK' : 'IMPORT', acceptedReason })
  },
  resume: async ({ kernel, trx, scope, id }) => {
    const { status, startedBy, undoneBy } = await importOf(trx, scope, id)
    const does = DOES[status]
    if (!does) throw ended()
    // The job of a dead worker is taken back by itself.
    if (await isQueued(trx, ONBOARDING_JOB, id)) return false
    const userId = (does === 'UNDO' ? undoneBy : startedBy) ?? scope.userId
    await sendOnboarding(kernel, trx, { siteId: scope.siteId, id, userId, does })
    return true
  },
  canceled: (kernel, { siteId, id, does }, by) =>
    inScope(kernel.db, scopeOfSystem(siteId), async (trx) => {
      if (does !== 'UNDO') await cancelImport(trx, { siteId, importId: id, by })
      await kernel.events.publish(trx, { siteId, type: 'job' })
    }),
}

const DOES: Readonly<Record<string, Payload['does']>> = { CHECKING: 'CHECK', WRITING: 'IMPORT', UNDOING: 'UNDO' }
const ended = () => new AppError('wrong_status', { message: 'This import has ended already.' })

/** @throws AppError not_found */
async function importOf(trx: Trx, scope: Scope, id: number) {
  const found = await trx
    .selectFrom('onboardingImport')
    .select(['status', 'purpose', 'acceptedReason', 'startedBy', 'undoneBy'])
    .where('id', '=', id)
    .where('siteId', '=', scope.siteId)
    // The group that is being written refers to the row: a stronger lock would wait for it.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw new AppError('not_found')
  return found
}
