/** Imports of a book on the page Jobs. No worker runs here: each test takes the job in hand itself, so that it knows where the job stands. */
import { cancelJob, listJobs, retryJob, unjam } from '@corridor/contract/jobs.ts'
import { getOnboarding, startOnboarding, undoOnboarding, writeOnboarding } from '@corridor/contract/onboarding.ts'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { JOBS } from '../../app.ts'
import { JobCanceled } from '../../platform/jobs/jobs.ts'
import { buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { firmBook, type Sheets, workbookOf } from '../../test/firm-book.ts'
import { uploadFile } from '../../test/upload-file.ts'

const server = useServer()
const world = { manager: '', site: 0, userId: 0 }
beforeEach(async () => {
  world.site = await buildSite(server.ownerDb)
  world.userId = await buildUser(server.ownerDb, 'd', { sites: [world.site], permissions: { INSTITUTIONS: 2, ASSET_REPORT: 2 } })
  world.manager = await signIn(server.ownerDb, world.userId, { siteId: world.site })
})

/** The firm's workbook, under carriers and addresses that no other test of the file uses. */
let firms = 0
function firm(): Sheets {
  firms++
  const own = (cell: string | number) =>
    String(cell)
      .replace('NORTHB', `NORTHJ${firms}`)
      .replace(/^99991$/, String(10_000 + firms))
      .replace('.example', `${firms}.example`)
  return Object.fromEntries(
    Object.entries(firmBook({ banks: 2, policies: 6, months: 3 })).map(([sheet, rows]) => [sheet, rows.map((row) => row.map(own))]),
  )
}
/** A book whose import was asked for and waits in the queue. */
async function asked(): Promise<number> {
  const { id } = (await server.callAs(world.manager, startOnboarding, { name: 'Northbound' })).body
  await uploadFile(server, world.manager, `/api/onboarding/${id}/files`, { name: 'Book.xlsx', content: await workbookOf(firm()) })
  expect((await server.callAs(world.manager, writeOnboarding, { id })).status).toBe(202)
  return id
}
const detail = async (id: number) => (await server.callAs(world.manager, getOnboarding, { id })).body
const jobOf = async (id: number, cookie = world.manager) =>
  (await server.callAs(cookie, listJobs, { kind: 'onboarding', take: 100 })).body.records.find(({ recordId }) => recordId === id)
const cancel = (id: number, cookie = world.manager) => server.callAs(cookie, cancelJob, { id: `onboarding:${id}` })
const ofImport = (id: number) => sql`name = 'onboarding' and (data->>'id')::int = ${id}`
const takeInHand = (id: number, heart = '0 seconds') =>
  sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - ${heart}::interval where ${ofImport(id)} and state = 'created'`.execute(
    server.ownerDb,
  )
const count = async (table: 'policy' | 'policyValuation' | 'institutionSite') =>
  (
    await server.ownerDb
      .selectFrom(table)
      .select(sql<number>`count(*)::int`.as('count'))
      .where('siteId', '=', world.site)
      .executeTakeFirstOrThrow()
  ).count

const kind = JOBS.find(({ name }) => name === 'onboarding')
const payloadOf = (id: number) => ({ siteId: world.site, id, userId: world.userId, does: 'IMPORT' })
const work = async (id: number, signal = new AbortController().signal) =>
  kind?.run(server.kernel, payloadOf(id), { id: '', attempt: 1, lastAttempt: false, signal })

test('an import that waits is there with its name, its maker and what is to be done, and canceled at once it can be started again', async () => {
  const id = await asked()
  expect(await jobOf(id)).toMatchObject({
    id: `onboarding:${id}`,
    subject: 'Northbound, import',
    status: 'Waiting',
    personName: expect.stringMatching(/\w/),
    can: ['cancel'],
  })
  expect((await cancel(id)).body).toMatchObject({ status: 'Canceled', canceledByName: expect.stringMatching(/\w/), can: ['retry'] })
  expect((await detail(id)).failure).toMatch(/^Canceled by .+\. Nothing was written\. It can be started again\.$/)
  await work(id)
  expect(await count('policy')).toBe(0)
  expect((await server.callAs(world.manager, retryJob, { id: `onboarding:${id}` })).body).toMatchObject({
    status: 'Waiting',
    failure: null,
    canceledByName: null,
  })
  await work(id)
  expect(await detail(id)).toMatchObject({ status: 'DONE', failure: null })
  expect(await count('policy')).toBe(6)
})

test('an import that is canceled while it writes ends after the sheet group in hand: what is written stays, it says so, and goes on when retried', async () => {
  const id = await asked()
  await takeInHand(id)
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // Another transaction keeps the policies from being written meanwhile.
  const holding = server.ownerDb.transaction().execute(async (trx) => {
    await sql`lock table policy in share mode`.execute(trx)
    held.resolve()
    await free.promise
  })
  await held.promise
  onTestFinished(() => free.resolve())
  const claim = new AbortController()
  const working = work(id, claim.signal)
  const outcome = expect(working).rejects.toBeInstanceOf(JobCanceled)
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select from pg_locks where relation = 'policy'::regclass and not granted`.execute(server.ownerDb)
      expect(rows, JSON.stringify(await jobOf(id))).toHaveLength(1)
    },
    { timeout: 20_000, interval: 50 },
  )
  expect(await jobOf(id)).toMatchObject({ status: 'Running', step: 'Writing policies' })
  await takeBeat(id)
  expect((await cancel(id)).status).toBe(200)
  expect((await detail(id)).status).toBe('WRITING')
  claim.abort(new JobCanceled(world.userId))
  free.resolve()
  await holding
  await outcome
  await kind?.canceled?.(server.kernel, payloadOf(id), world.userId)
  expect([await count('institutionSite'), await count('policy'), await count('policyValuation')]).toEqual([2, 6, 0])
  const { status, failure } = await detail(id)
  expect(status).toBe('FAILED')
  expect(failure).toMatch(
    /^Canceled by .+\. What was written stays: 2 institutions, .*6 policies.*\. Start it again, and it goes on where it ended\.$/,
  )
  expect(await jobOf(id)).toMatchObject({ status: 'Canceled', failure, can: ['retry'] })
  await server.callAs(world.manager, retryJob, { id: `onboarding:${id}` })
  await work(id)
  expect((await detail(id)).status).toBe('DONE')
  expect([await count('policy'), await count('policyValuation')]).toEqual([6, 18])
})
const takeBeat = (id: number) => sql`update pgboss.job set heartbeat_on = now() where ${ofImport(id)}`.execute(server.ownerDb)

test('a worker that is told to stop leaves its import as it was, and the next one writes it to its end', async () => {
  const id = await asked()
  await expect(work(id, AbortSignal.abort(new Error('the process stops')))).rejects.toThrow()
  expect((await detail(id)).status).toBe('WRITING')
  await work(id)
  expect((await detail(id)).status).toBe('DONE')
})

test('an import whose worker died is seen as stopped; without its job it is queued again, once', async () => {
  const id = await asked()
  await takeInHand(id, '1 minute')
  expect((await jobOf(id))?.status).toBe('Stopped')
  await sql`delete from pgboss.job where ${ofImport(id)}`.execute(server.ownerDb)
  await server.callAs(world.manager, unjam, {})
  await server.callAs(world.manager, unjam, {})
  const { rows } = await sql`select state, data from pgboss.job where ${ofImport(id)}`.execute(server.ownerDb)
  expect(rows).toEqual([{ state: 'created', data: payloadOf(id) }])
})

test('an undo cannot be canceled', async () => {
  const id = await asked()
  await work(id)
  await server.callAs(world.manager, undoOnboarding, { id })
  expect((await jobOf(id))?.subject).toBe('Northbound, undo')
  expect((await cancel(id)).error.message).toBe('An undo cannot be canceled: it is done whole, or not at all.')
})

test('staff who may cancel other jobs and may not bring a book over cannot cancel an import', async () => {
  const id = await asked()
  const staff = await signedInAs(server.ownerDb, 'b', { siteId: world.site, permissions: { ASSET_REPORT: 2, INSTITUTIONS: 2 } })
  expect((await jobOf(id, staff))?.can).toEqual([])
  expect((await cancel(id, staff)).status).toBe(409)
  expect((await detail(id)).status).toBe('WRITING')
})
