/**
 * Jobs on pg-boss: queued in the transaction that causes them, started by NOTIFY, taken again when their worker dies.
 * The owner holds the queue's schema; staff's runtime role, and the one before a role is chosen (codes, links), may put a job in and read none of it.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type ConstructorOptions, fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Trx } from '../database/database.ts'
import type { JobDefinition, Jobs, Kernel, Log, SendOptions } from '../kernel.ts'

export interface JobRunner extends Jobs {
  /** Takes jobs in this process too. Without it the process only queues them. */
  work: (kernel: Kernel) => Promise<void>
  /** Asks running jobs to come to an end (their `signal`), waits while they do, and puts back what does not end. */
  stop: () => Promise<void>
}

export interface StopOptions {
  /** Milliseconds that running jobs get to end by themselves. */
  endWithin?: number
  /** Called when jobs are left after that: takes away what they may be waiting for. */
  lastCall?: () => Promise<void>
}

/** Facts that startJobs knows of a kind of job, whatever its payload. */
export type AnyJob = Omit<JobDefinition<object>, 'run' | 'canceled'> & {
  run: (kernel: Kernel, payload: unknown, job: Parameters<JobDefinition<object>['run']>[2]) => Promise<void>
  /** As a method, so that a definition whose `run` was exchanged is one still. */
  canceled?(kernel: Kernel, payload: unknown, by: number): Promise<void>
}

/** The reason of a job's signal when a person canceled the job. */
export class JobCanceled extends Error {
  readonly by: number
  constructor(by: number) {
    super('the job was canceled')
    this.by = by
  }
}

/** Forgets a definition's payload type, keeping its parser in front of its handler. */
export const job = <Payload extends object>(definition: JobDefinition<Payload>): AnyJob => ({
  ...definition,
  run: async (kernel, payload, of) => definition.run(kernel, definition.parse(payload), of),
  canceled: async (kernel, payload, by) => definition.canceled?.(kernel, definition.parse(payload), by),
})

/** @param definitions every kind of job; a kind that is not listed cannot be sent */
export async function startJobs(
  ownerUrl: string,
  definitions: readonly AnyJob[],
  log: Log,
  { endWithin = END_WITHIN, lastCall = async () => undefined }: StopOptions = {},
): Promise<JobRunner> {
  const boss = new PgBoss({ ...SETTINGS, connectionString: ownerUrl })
  // While PostgreSQL restarts there are dozens of these; the stack of each tells nothing more.
  let isOver = false
  boss.on('error', (cause) => {
    // PostgreSQL, stopped next, may cut a connection that was just given up and not yet closed on its side: nobody's loss.
    if (!isOver) log.error(`a job queue error: ${cause.message}`)
  })
  await boss.start()
  for (const definition of definitions) await declareQueue(boss, definition)
  await letStaffQueue(boss)
  let reaper: NodeJS.Timeout | undefined
  let reaping: Promise<unknown> = Promise.resolve()
  const stopping = new AbortController()
  const running = new Map<Promise<void>, Running>()
  const deaf: (() => void)[] = []

  const sendAll: JobRunner['sendAll'] = async (trx, { name }, payloads) => {
    if (payloads.length === 0) return
    await boss.insert(
      name,
      payloads.map(({ payload, options }) => ({ data: payload, ...queueOptions(options) })),
      { db: fromKysely(plain(trx)) },
    )
  }
  return {
    sendAll,
    send: (trx, definition, payload, options) => sendAll(trx, definition, [{ payload, ...(options ? { options } : {}) }]),
    work: async (kernel) => {
      for (const definition of definitions) {
        const { name, concurrency } = definition
        await boss.work(name, { ...WORK, localConcurrency: concurrency }, async (jobs: JobWithMetadata<unknown>[]) => {
          for (const taken of jobs) {
            const claim = new AbortController()
            // The queue tells no reason: ours is asked for first.
            const lost = taken.signal
            lost.addEventListener('abort', () => {
              // It aborts at every end of a job, also while the database cannot be asked: that stops no process.
              void noticeLost(boss, running.values())
                .catch((cause: unknown) => log.error('looking for canceled jobs failed', cause))
                .finally(() => claim.abort(lost.reason))
            })
            taken.signal = AbortSignal.any([claim.signal, stopping.signal])
            const one = runOne(kernel, definition, taken, log)
            running.set(one, { name, id: taken.id, retryCount: taken.retryCount, claim })
            await one.finally(() => running.delete(one))
          }
        })
        if (definition.schedule) await boss.schedule(name, definition.schedule, {}, { tz: 'UTC' })
        if (definition.notice) deaf.push(queueOnNotice(boss, kernel, definition.notice, name, log))
      }
      reaper = setInterval(() => {
        reaping = Promise.all([takeBack(boss), noticeLost(boss, running.values())]).catch((cause: unknown) =>
          log.error('looking for dead workers failed', cause),
        )
      }, LOOK_EVERY)
    },
    stop: async () => {
      clearInterval(reaper)
      for (const stopHearing of deaf) stopHearing()
      await reaping
      await Promise.all(definitions.map(({ name }) => boss.offWork(name, { wait: false }).catch(() => undefined)))
      stopping.abort()
      await endOf(running, endWithin)
      if (running.size > 0) {
        await lastCall()
        await endOf(running, LAST_CALL_WITHIN)
      }
      if (running.size > 0)
        log.error(`jobs that did not end in time are put back: ${[...running.values()].map(({ name }) => name).join(', ')}`)
      await boss.stop({ graceful: running.size === 0, timeout: LAST_CALL_WITHIN })
      isOver = true
    },
  }
}

/**
 * A job whose worker died is taken again within 15 s. pg-boss counts a heart as stopped after 10 s at the least and looks every minute, because its
 * look also counts the queues; ours is one narrow statement a second. The last beat is at most 2 s old, counts for 8, the retry is found within 1.
 */
const BEAT_EVERY_SECONDS = 2
const BEAT_COUNTS_SECONDS = 8
const LOOK_EVERY = 1_000
const POLL_EVERY_SECONDS = 1
const NOTICE_GATHERS = 150
const RUN_AT_MOST_SECONDS = 30 * 60
/** Together less than what the end of the process waits for them (lifecycle.ts). */
const END_WITHIN = 12_000
const LAST_CALL_WITHIN = 3_000

const SETTINGS: ConstructorOptions = {
  application_name: 'corridor jobs',
  schema: 'pgboss',
  max: 4,
  useListenNotify: true,
  maintenanceIntervalSeconds: 600,
}
const WORK = {
  includeMetadata: true,
  batchSize: 1,
  heartbeatRefreshSeconds: BEAT_EVERY_SECONDS,
  // NOTIFY starts a new job at once; the poll finds those put back.
  pollingIntervalSeconds: POLL_EVERY_SECONDS,
  notifyPollingIntervalSeconds: POLL_EVERY_SECONDS,
} as const

async function declareQueue(boss: PgBoss, { name, retryLimit }: AnyJob): Promise<void> {
  const options = {
    retryLimit,
    retryDelay: 0,
    retryBackoff: false,
    heartbeatSeconds: 10,
    expireInSeconds: RUN_AT_MOST_SECONDS,
    deleteAfterSeconds: 24 * 3600,
    notify: true,
  }
  // "stately": of one singletonKey one job waits and one runs.
  await boss.createQueue(name, { ...options, policy: 'stately' })
  await boss.updateQueue(name, options)
}

/** Payloads are ids; still, of a queued job its maker can read only the id it gets back. */
async function letStaffQueue(boss: PgBoss): Promise<void> {
  await boss.getDb().executeSql(`
    grant usage on schema pgboss to corridor_staff, corridor_limited, corridor_app;
    grant select on pgboss.queue to corridor_staff, corridor_limited, corridor_app;
    grant insert, select (id, start_after) on pgboss.job, pgboss.job_common to corridor_staff, corridor_limited, corridor_app`)
}

/** pg-boss reads its rows by its own names: the camel-casing of ours would be harmless for ids today, and a trap tomorrow. */
const plain = (trx: Trx) => trx.withoutPlugins()

const queueOptions = ({ singletonKey, startAfterSeconds, priority }: SendOptions = {}) => ({
  // Without a key of its own a job folds with none.
  singletonKey: singletonKey ?? randomUUID(),
  ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
  ...(priority === undefined ? {} : { priority }),
})

/** Messages that come in a burst queue one job: it looks at all there is. */
function queueOnNotice(boss: PgBoss, kernel: Kernel, channel: string, name: string, log: Log): () => void {
  let soon: NodeJS.Timeout | undefined
  const unsubscribe = kernel.events.onNotice(channel, () => {
    soon ??= setTimeout(() => {
      soon = undefined
      boss
        .send(name, {}, queueOptions({ singletonKey: channel }))
        .catch((cause: unknown) => log.error(`job ${name} could not be queued`, cause))
    }, NOTICE_GATHERS)
  })
  return () => {
    clearTimeout(soon)
    unsubscribe()
  }
}

interface Running {
  name: string
  id: string
  retryCount: number
  claim: AbortController
}

/** Tells the jobs of this process that are theirs no longer, with a JobCanceled where a person canceled them. */
async function noticeLost(boss: PgBoss, running: Iterable<Running>): Promise<void> {
  const byId = new Map([...running].map((one) => [one.id, one]))
  if (byId.size === 0) return
  const { rows } = await boss.getDb().executeSql(
    `select j.id, (j.output->>'canceledBy')::int as "canceledBy" from pgboss.job j join unnest($1::uuid[], $2::int[]) as mine (id, retry_count) on mine.id = j.id
     where j.state <> 'active' or j.retry_count <> mine.retry_count`,
    [[...byId.keys()], [...byId.values()].map(({ retryCount }) => retryCount)],
  )
  for (const { id, canceledBy } of rows)
    byId.get(id)?.claim.abort(canceledBy === null ? new Error('the claim on the job was lost') : new JobCanceled(canceledBy))
}

async function runOne(kernel: Kernel, definition: AnyJob, taken: JobWithMetadata<unknown>, log: Log): Promise<void> {
  const { id, data, retryCount, retryLimit, signal } = taken
  const byWhom = () => (signal.reason instanceof JobCanceled ? signal.reason.by : undefined)
  try {
    await definition
      .run(kernel, data ?? {}, { id, attempt: retryCount + 1, lastAttempt: retryCount >= retryLimit, signal })
      .catch((cause: unknown) => {
        if (byWhom() === undefined) throw cause
      })
    const by = byWhom()
    if (by !== undefined) await definition.canceled?.(kernel, data ?? {}, by)
  } catch (cause) {
    log.error(`job ${definition.name} ${taken.id} failed (attempt ${taken.retryCount + 1} of ${taken.retryLimit + 1})`, cause)
    throw cause
  }
}

/** Waits for what runs now and what it is followed by, at most so many milliseconds. */
async function endOf(running: ReadonlyMap<Promise<void>, unknown>, milliseconds: number): Promise<void> {
  const limit = new AbortController()
  const late = delay(milliseconds, 'late', { signal: limit.signal }).catch(() => 'late')
  while (running.size > 0) if ((await Promise.race([Promise.allSettled(running.keys()), late])) === 'late') break
  limit.abort()
}

async function takeBack(boss: PgBoss): Promise<void> {
  const { rows } = await boss
    .getDb()
    .executeSql(
      `select name, id, retry_count as "retryCount" from pgboss.job where state = 'active' and heartbeat_on < now() - interval '${BEAT_COUNTS_SECONDS} seconds' limit 200`,
    )
  for (const { name, id, retryCount } of rows) await boss.fail(name, { id, retryCount }, { message: 'the worker died' })
}
