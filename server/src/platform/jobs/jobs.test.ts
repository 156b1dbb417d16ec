import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { inScope, scopeOfSystem } from '../http/scope.ts'
import type { Kernel } from '../kernel.ts'
import { JobCanceled, type JobRunner, job, type StopOptions, startJobs } from './jobs.ts'

const database = useDatabase()
const heard: { name: string; payload: unknown; attempt: number; lastAttempt: boolean }[] = []
const waiting: { count: number; done: () => void }[] = []
const log: string[] = []
let jobs: JobRunner
const children: ChildProcess[] = []

const parse = (payload: unknown) => payload as { number?: number }
const hear = (name: string, fail: (attempt: number) => boolean = () => false) =>
  job({
    name,
    title: name,
    concurrency: 2,
    retryLimit: 2,
    parse,
    run: async (_kernel: Kernel, payload: { number?: number }, { attempt, lastAttempt }) => {
      heard.push({ name, payload, attempt, lastAttempt })
      for (const wait of waiting) if (heard.length >= wait.count) wait.done()
      if (fail(attempt)) throw new Error('not yet')
    },
  })
const plain = hear('plain')
const flaky = hear('flaky', (attempt) => attempt < 3)
const endure = hear('endure')
const scope = scopeOfSystem(1)

/** Resolves with the job's own event, never by the clock alone. */
const hearing = (count: number) => new Promise<void>((done) => (heard.length >= count ? done() : waiting.push({ count, done })))

beforeAll(async () => {
  jobs = await startJobs(database.ownerUrl, [plain, flaky, endure], { info: (line) => log.push(line), error: (line) => log.push(line) })
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await jobs.stop()
})

test('a job waits with its transaction, and is not there when that rolls back', async () => {
  await expect(
    inScope(database.db, scope, async (trx) => {
      await jobs.send(trx, plain, { number: 1 })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await inScope(database.db, scope, (trx) => jobs.send(trx, plain, { number: 2 }))
  const { rows } = await sql<{ data: unknown }>`select data from pgboss.job where name = 'plain' and state = 'created'`.execute(
    database.ownerDb,
  )
  expect(rows).toEqual([{ data: { number: 2 } }])
})

test('equal jobs fold into the one that waits', async () => {
  await inScope(database.db, scope, async (trx) => {
    await jobs.sendAll(
      trx,
      plain,
      [1, 1, 2].map((number) => ({ payload: { number }, options: { singletonKey: `fold ${number}` } })),
    )
  })
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job where singleton_key like 'fold %'`.execute(
    database.ownerDb,
  )
  expect(rows).toEqual([{ count: 2 }])
})

test('the runtime role queues a job and reads none', async () => {
  await expect(inScope(database.db, scope, (trx) => sql`select data from pgboss.job`.execute(trx))).rejects.toThrow('permission denied')
  await expect(inScope(database.db, scope, (trx) => sql`delete from pgboss.job`.execute(trx))).rejects.toThrow('permission denied')
})

test('a job starts within a moment of its commit, and one that fails is tried again to its limit', async () => {
  await jobs.work({} as Kernel)
  await hearing(3)
  const waits: number[] = []
  for (let round = 0; round < 5; round++) {
    const before = heard.length
    const began = performance.now()
    await inScope(database.db, scope, (trx) => jobs.send(trx, plain, { number: 7 }))
    await hearing(before + 1)
    waits.push(performance.now() - began)
  }
  // About 20 ms on an idle machine, where a poll alone would take half a second on average.
  expect(Math.min(...waits)).toBeLessThan(250)
  const before = heard.length
  await inScope(database.db, scope, (trx) => jobs.send(trx, flaky, { number: 8 }))
  await hearing(before + 3)
  expect(heard.filter(({ name }) => name === 'flaky').map(({ attempt, lastAttempt }) => [attempt, lastAttempt])).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ])
  expect(log.filter((line) => line.startsWith('job flaky'))).toHaveLength(2)
}, 20_000)

test('a job whose worker is killed is taken again within 15 seconds', async () => {
  const first = worker('killed')
  await first.says('working')
  const producer = await startJobs(database.ownerUrl, [hear('killed')], { info: () => undefined, error: () => undefined })
  await inScope(database.db, scope, (trx) => producer.send(trx, hear('killed'), {}))
  await producer.stop()
  await first.says('taken 1')
  const second = worker('killed')
  await second.says('working')
  first.child.kill('SIGKILL')
  const began = performance.now()
  await second.says('taken 2')
  expect(performance.now() - began).toBeLessThan(15_000)
}, 40_000)

test('a stop asks a running job to end, and waits while it still needs its connections', async () => {
  const said: string[] = []
  const { kernel, ended, lingering, runner } = await lingeringJob(
    'linger',
    async (signal) => {
      await new Promise((done) => signal.addEventListener('abort', done, { once: true }))
      // Last writes of the job go to a database that must still be there.
      await sql`select pg_sleep(0.3)`.execute(kernel.ownerDb)
      said.push('handed back')
    },
    said,
  )
  await lingering
  const began = performance.now()
  await runner.stop()
  expect(performance.now() - began).toBeLessThan(5_000)
  await ended
  expect(said).toEqual(['handed back'])
})

test('a running job that a person cancels hears of it, and by whom, within two seconds, and is not taken again', async () => {
  const said: string[] = []
  const { lingering, runner, ended } = await lingeringJob(
    'regretted',
    (signal) =>
      new Promise((_, fail) =>
        signal.addEventListener('abort', () => fail(signal.reason instanceof JobCanceled ? signal.reason : undefined)),
      ),
    said,
  )
  await lingering
  const began = performance.now()
  await sql`update pgboss.job set state = 'cancelled', output = '{"canceledBy": 7}' where name = 'regretted'`.execute(database.ownerDb)
  await ended
  expect(performance.now() - began).toBeLessThan(2_000)
  await runner.stop()
  expect(said).toEqual([])
  const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'regretted'`.execute(database.ownerDb)
  expect(rows).toEqual([{ state: 'cancelled' }])
})

test('a job that does not hear is told of in one line, loses what it waits for, and is put back', async () => {
  const said: string[] = []
  const never = Promise.withResolvers<void>()
  const { lingering, runner, ended } = await lingeringJob('deaf', () => never.promise, said, {
    endWithin: 50,
    lastCall: async () => never.reject(new Error('the presses are closed')),
  })
  await lingering
  await runner.stop()
  await ended
  expect(said).toEqual([expect.stringMatching(/^job deaf .* failed \(attempt 1 of 3\)$/)])
  const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'deaf'`.execute(database.ownerDb)
  expect(rows).toEqual([{ state: 'retry' }])
})

test('a job that ends while the queue cannot be asked is told of in the log, and takes neither the others nor the process with it', async () => {
  const said: string[] = []
  const held = Promise.withResolvers<void>()
  let taken = 0
  const { lingering, runner, another } = await lingeringJob(
    'steady',
    async () => {
      taken += 1
      if (taken === 1) await held.promise
      else await sql`alter table pgboss.job rename to job_away`.execute(database.ownerDb)
    },
    said,
  )
  await lingering
  await another()
  await vi.waitFor(() => expect(said).toContain('looking for canceled jobs failed'), 10_000)
  await sql`alter table pgboss.job_away rename to job`.execute(database.ownerDb)
  held.resolve()
  await runner.stop()
  const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'steady' order by created_on`.execute(
    database.ownerDb,
  )
  expect(rows[0]).toEqual({ state: 'completed' })
}, 30_000)

/** A runner of its own, with a job that runs until told. */
async function lingeringJob(name: string, work: (signal: AbortSignal) => Promise<void>, said: string[], options: StopOptions = {}) {
  const [taken, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lingers = job({
    name,
    title: name,
    concurrency: 2,
    retryLimit: 2,
    parse,
    run: async (_kernel: Kernel, _payload: { number?: number }, { signal }) => {
      taken.resolve()
      await work(signal).finally(over.resolve)
    },
  })
  const runner = await startJobs(
    database.ownerUrl,
    [lingers],
    { info: (line) => said.push(line), error: (line) => said.push(line) },
    options,
  )
  const kernel = { ownerDb: database.ownerDb } as Kernel
  await runner.work(kernel)
  const another = () => inScope(database.db, scope, (trx) => runner.send(trx, lingers, {}))
  await another()
  return { kernel, runner, another, lingering: taken.promise, ended: over.promise }
}

function worker(name: string): { child: ChildProcess; says: (line: string) => Promise<void> } {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../test/job-worker-program.ts'), database.ownerUrl, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines: string[] = []
  const listeners = new Set<() => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    for (const listener of listeners) listener()
  })
  return {
    child,
    says: (line) =>
      new Promise((done, fail) => {
        const look = () => lines.includes(line) && done()
        listeners.add(look)
        child.on('exit', (code) => fail(new Error(`the worker ended with ${code} before it said ${line}`)))
        look()
      }),
  }
}
