/** Background jobs: the list, what a person can do with one, and freeing what stopped. */
import { cancelJob, listJobs, retryJob, runJob, takeBatchNotices, unjam, unjamSalesforce } from '@corridor/contract/jobs.ts'
import type { Session } from '@corridor/contract/session.ts'
import { allows } from '@corridor/domain/access/access.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/http/errors.ts'
import { type Call, route } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { AnyJob } from '../../platform/jobs/jobs.ts'
import type { JobChange, Kernel } from '../../platform/kernel.ts'
import { takeNotices } from '../../reporting/batch-notices.ts'
import { type Acting, kindOf, selectJob, selectJobs } from './queries.ts'
import { freeJams } from './unjam.ts'

/** @param definitions every kind of job there is (app.ts) */
export const jobRoutes = (definitions: () => readonly AnyJob[]) => (app: FastifyInstance, kernel: Kernel) => {
  const actingAs = (session: Session, scope: Scope): Acting => ({
    scope,
    mayAct: ({ access }) => allows(session, cancelJob.access) && (access === undefined || allows(session, access)),
  })

  route(app, kernel, listJobs, async ({ input, session, scope, trx }) => ({
    ...(await selectJobs(trx, definitions(), actingAs(session, scope), input)),
    kinds: definitions().map(({ name, title }) => ({ kind: name, title })),
  }))

  type Action = 'cancel' | 'retry' | 'run'
  const act = async (
    { input, session, scope, trx, record }: Pick<Call<typeof cancelJob>, 'input' | 'session' | 'scope' | 'trx' | 'record'>,
    action: Action,
    work: (kind: AnyJob, change: JobChange) => Promise<void>,
  ) => {
    const acting = actingAs(session, scope)
    const kind = kindOf(definitions(), input.id)
    const before = await selectJob(trx, definitions(), acting, input.id)
    if (!kind || !before) throw new AppError('not_found')
    if (!before.can.includes(action)) throw new AppError('wrong_status', { message: REFUSED[action] })
    await work(kind, { kernel, trx, scope, id: before.recordId ?? 0 })
    await record({ action: RECORDED[action], entity: 'job', entityId: input.id, after: { title: before.title, subject: before.subject } })
    await kernel.events.publish(trx, { siteId: scope.siteId, type: 'job' })
    return (await selectJob(trx, definitions(), acting, input.id)) ?? before
  }
  route(app, kernel, cancelJob, (call) => act(call, 'cancel', async (kind, change) => kind.cancel?.(change)))
  route(app, kernel, retryJob, (call) => act(call, 'retry', async (kind, change) => kind.retry?.(change)))
  route(app, kernel, runJob, (call) =>
    act(call, 'run', (kind, { trx }) => kernel.jobs.send(trx, { ...kind, parse: () => ({}) }, {}, { singletonKey: 'now' })),
  )

  route(app, kernel, takeBatchNotices, async ({ scope, trx }) => ({ records: await takeNotices(trx, scope) }))

  route(app, kernel, unjam, async ({ input, scope, trx, record }) =>
    freeJams({ kernel, trx, scope, record }, definitions(), { dryRun: input.dryRun, idleSeconds: LOCK_IDLE_SECONDS }),
  )
  route(app, kernel, unjamSalesforce, async ({ input, scope, trx, record }) =>
    freeJams(
      { kernel, trx, scope, record },
      definitions().filter(({ name }) => name.startsWith('salesforce.')),
      {
        dryRun: input.dryRun,
        idleSeconds: null,
      },
    ),
  )
}

/** Work between two statements of a transaction that holds a lock takes a second at most. */
const LOCK_IDLE_SECONDS = 30

const RECORDED = { cancel: 'job.canceled', retry: 'job.retried', run: 'job.started' } as const

const REFUSED = {
  cancel: 'This job has ended already, or cannot be canceled.',
  retry: 'This job did not fail and was not canceled, or cannot be retried.',
  run: 'This job runs already, or not by itself.',
} as const
