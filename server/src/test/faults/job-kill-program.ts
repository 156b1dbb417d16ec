/**
 * A worker for the fault tests: does one job and what follows from it, and is cut off, as by a power failure, before a given statement of the job.
 * Without one it works until nothing is left, and tells how many statements the job took.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { JOBS } from '../../app.ts'
import type { Configuration } from '../../platform/configuration.ts'
import type { AnyJob } from '../../platform/jobs/jobs.ts'
import { createKernel } from '../../start/create-kernel.ts'
import { testConfiguration } from '../configuration.ts'

export interface JobToKill {
  ownerUrl: string
  appUrl: string
  dataDirectory: string
  configuration: Partial<Configuration>
  kind: string
  /** The payload that the job is queued with; without it the worker takes what is queued. */
  payload?: object
  /** The statement of the job before which the process dies. */
  diesAt?: number
}

/** Path of this program, for the tests that start it as a process. */
export const JOB_KILL_PROGRAM = fileURLToPath(import.meta.url)

if (process.argv[1] === JOB_KILL_PROGRAM) await work(JSON.parse(process.argv[2] ?? '{}'))

async function work({ ownerUrl, appUrl, dataDirectory, configuration, kind, payload, diesAt }: JobToKill): Promise<void> {
  const inJob = new AsyncLocalStorage<{ statements: number }>()
  const most = { statements: 0 }
  const query: unknown = pg.Client.prototype.query
  if (typeof query !== 'function') throw new Error('the driver has no query')
  Object.defineProperty(pg.Client.prototype, 'query', {
    value(this: unknown, ...given: unknown[]) {
      const counted = inJob.getStore()
      if (counted) {
        counted.statements++
        if (counted.statements === diesAt) process.kill(process.pid, 'SIGKILL')
        most.statements = Math.max(most.statements, counted.statements)
      }
      return Reflect.apply(query, this, given)
    },
  })
  const watched = (job: AnyJob): AnyJob => {
    // The clock and notices would start other work in between, in one run and not in the next.
    const { schedule: _clock, notice: _notice, ...alone } = job
    return job.name === kind ? { ...alone, run: (...run) => inJob.run({ statements: 0 }, () => job.run(...run)) } : alone
  }
  const definitions = JOBS.map(watched)
  const { kernel, close } = await createKernel(testConfiguration(dataDirectory, configuration), {
    ownerUrl,
    appUrl,
    definitions,
    log: { info: () => {}, error: (message, cause) => process.stderr.write(`${message} ${String(cause)}\n`) },
  })
  const job = definitions.find(({ name }) => name === kind)
  if (!job) throw new Error(`there is no job ${kind}`)
  const send = (given: object) =>
    kernel.ownerDb.transaction().execute((trx) => kernel.jobs.send(trx, job, given, { singletonKey: 'fault' }))
  const untilIdle = async () => {
    for (let calm = 0; calm < 3; ) {
      const { rows } = await sql<{ open: boolean }>`
        select exists (select from pgboss.job where state < 'completed' and start_after <= now() and name not like '\\_\\_%') as open`.execute(
        kernel.ownerDb,
      )
      calm = rows[0]?.open ? 0 : calm + 1
      await delay(50)
    }
  }
  if (payload) await send(payload)
  await kernel.jobs.work(kernel)
  await untilIdle()
  // The clock comes around again: what a dead worker of such a kind left is for the next.
  if (diesAt === undefined && JOBS.some(({ name, schedule }) => name === kind && schedule !== undefined)) {
    await send({})
    await untilIdle()
  }
  await close()
  process.stdout.write(JSON.stringify(most))
}
