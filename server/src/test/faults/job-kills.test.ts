/** Workers killed in the middle of every kind of job; `npm run faults` kills at several moments of each, `npm test` of two kinds at one. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { JOBS } from '../../app.ts'
import { closeStreams } from '../../platform/jobs/events.ts'
import { call, openServer, type TestServer } from '../call.ts'
import { testConfiguration } from '../configuration.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { accountObject, policyObject, policyValueObject, startOrganization } from '../salesforce-org.ts'
import { randomOf } from './batch-kills.ts'
import { brokenFiles } from './invariants.ts'
import { fingerprintOf } from './job-fingerprint.ts'
import { JOB_KILL_PROGRAM, type JobToKill } from './job-kill-program.ts'
import { buildJobWorld, INBOX } from './job-world.ts'

const WHOLE = process.env.FAULTS === 'whole'
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const MOMENTS = WHOLE ? 3 : 1
const SAMPLE = 2
const random = randomOf(SEED)
const KINDS = JOBS.map(({ name }) => name).filter((name) => process.env.KIND === undefined || process.env.KIND === name)
const tried = WHOLE ? KINDS : KINDS.toSorted(() => random() - 0.5).slice(0, SAMPLE)

const BANKS = Array.from({ length: 30 }, (_, index) => ({
  number: String(7001 + index),
  name: `Harbor Bank ${index}`,
  city: 'Salem',
  state: 'MA',
}))
const { double, byKey } = await startOrganization(
  {
    Account: accountObject(BANKS),
    Policy__c: policyObject,
    Policy_Value__c: policyValueObject(40, (index) => ({
      policyNumber: `P-${index}`,
      carrier: '',
      date: '2026-10-31',
      cashSurrenderValue: 1000 + index,
      deathBenefit: 5000,
    })),
  },
  { pageSize: 10 },
)
const folder = mkdtempSync(join(tmpdir(), 'corridor-job-kills-'))
const world: { work: Awaited<ReturnType<typeof buildJobWorld>>; database?: TestDatabase } = { work: {} }

beforeAll(async () => {
  const database = await createTestDatabase()
  world.database = database
  const log: string[] = []
  const clock: { now?: Date | undefined } = {}
  const quiet = { info: () => undefined, error: (message: string) => log.push(message) }
  const { app, kernel, close } = await openServer(database, testConfiguration(join(folder, 'world'), { salesforce: byKey }), {
    log: quiet,
    now: () => clock.now ?? new Date(),
  })
  const { configuration } = kernel
  const callAs: TestServer['callAs'] = (...asked) => call(app, kernel, ...asked)
  world.work = await buildJobWorld({
    app,
    kernel,
    ownerDb: database.ownerDb,
    configuration,
    log,
    callAs,
    setNow: (now) => void Object.assign(clock, { now }),
  })
  closeStreams()
  await app.close()
  await close()
  await database.leave()
}, 300_000)
afterAll(async () => {
  await double.close()
  await world.database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('every kind of job has work here that is done once, whenever its worker dies', () => {
  expect(Object.keys(world.work).sort()).toEqual(JOBS.map(({ name }) => name).sort())
})

test.each(tried)(
  `seed ${SEED}: %s, killed in the middle and taken again, leaves what a worker leaves that lives`,
  { timeout: 600_000 },
  async (kind) => {
    const undisturbed = await outcomeOf(kind, [])
    expect(undisturbed.figures, 'the job has nothing to do here').not.toEqual(undisturbed.before)
    const moments = momentsOf(undisturbed.statements)
    for (const moment of moments) {
      const killed = await outcomeOf(kind, [moment])
      expect(killed.broken, `killed before statement ${moment} of ${undisturbed.statements}`).toEqual([])
      expect(killed.figures, `killed before statement ${moment} of ${undisturbed.statements}`).toEqual(undisturbed.figures)
    }
    if (WHOLE) console.log(`${kind}: ${undisturbed.statements} statements, killed before ${moments.join(', ')}`)
  },
)

/** Moments spread over the job's statements, in each part of it one. */
function momentsOf(statements: number): number[] {
  const parts = Math.min(MOMENTS, statements)
  return Array.from({ length: parts }, (_, part) => 1 + Math.floor(((part + random()) * statements) / parts))
}

interface Outcome {
  statements: number
  before: Record<string, string>
  figures: Record<string, string>
  /** Files that a row names and that are not there, or not whole. */
  broken: string[]
}

/** Does the work of a kind in a copy of the world, with a worker that dies at each moment, and then with one that lives. */
async function outcomeOf(kind: string, deaths: readonly number[]): Promise<Outcome> {
  const database = await createTestDatabase(world.database?.name)
  const dataDirectory = join(folder, database.name)
  // Files are never written over, so that links to them are as good as copies.
  execFileSync('cp', ['-al', join(folder, 'world'), dataDirectory])
  try {
    const work = world.work[kind]
    for (const statement of work?.due ?? []) await statement.execute(database.ownerDb)
    const before = await fingerprintOf(database.ownerDb, dataDirectory)
    const order: JobToKill = {
      ownerUrl: database.ownerUrl,
      appUrl: database.appUrl,
      dataDirectory,
      configuration: { inboxDirectory: join(dataDirectory, INBOX), salesforce: byKey },
      kind,
    }
    let statements = 0
    if (deaths.length === 0) statements = await worked({ ...order, payload: work?.payload ?? {} })
    for (const [at, diesAt] of deaths.entries()) {
      await worked({ ...order, diesAt, ...(at === 0 ? { payload: work?.payload ?? {} } : {}) })
      // Until a dead worker's claims lapse, and the jobs that look whether it came to its end begin.
      await sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`.execute(database.ownerDb)
      await sql`update report set lease_until = now() - interval '1 second' where lease_until is not null`.execute(database.ownerDb)
      await sql`update file_text set not_before = now() where status = 'PENDING'`.execute(database.ownerDb)
      await sql`update pgboss.job set start_after = now() where state = 'created'`.execute(database.ownerDb)
    }
    if (deaths.length > 0) await worked(order)
    const figures = await fingerprintOf(database.ownerDb, dataDirectory)
    return { statements, before, figures, broken: await brokenFiles(database.ownerDb, dataDirectory, false) }
  } finally {
    await database.drop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

/** @returns the statements of the job, 0 where the worker died in it */
async function worked(order: JobToKill): Promise<number> {
  const child = spawn(process.execPath, [JOB_KILL_PROGRAM, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  const wrong: string[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => wrong.push(chunk.toString()))
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once('close', (ended, by) => resolve([ended, by])),
  )
  if (signal === 'SIGKILL') return 0
  if (code !== 0 || wrong.length > 0) throw new Error(`the worker of ${order.kind} ended with ${code}: ${wrong.join('')}`)
  return z.object({ statements: z.int() }).parse(JSON.parse(said.join(''))).statements
}
