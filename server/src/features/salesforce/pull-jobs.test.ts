/** Pulls on the page Jobs: how far each is, and canceling, retrying and resuming one. */
import { cancelJob, listJobs, retryJob, unjamSalesforce } from '@corridor/contract/jobs.ts'
import { cancelPull, listPulls, startPull } from '@corridor/contract/salesforce.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { buildSite, signedInAs } from '../../test/builders.ts'
import { usePulls } from '../../test/salesforce-server.ts'

const { double, feeds, callAs, as, mapped, pulled, ended } = await usePulls()
const until = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 20_000, interval: 50 })
const jobOf = async (pull: number) =>
  (await callAs(as(), listJobs, { kind: 'salesforce.pull', take: 100 })).body.records.find(({ recordId }) => recordId === pull)
const idOf = (pull: number) => `salesforce.pull:${pull}`
const inQueue = async (pull: number) =>
  (
    await sql<{ state: string }>`
      select state from pgboss.job where name = 'salesforce.pull' and (data->>'id')::int = ${pull} order by created_on`.execute(
      feeds.server.ownerDb,
    )
  ).rows.map(({ state }) => state)

/** A pull that Salesforce lets wait, and that a worker has in hand. */
async function inHand(): Promise<number> {
  await mapped()
  double.fault({ on: '/query', kind: 'slow', milliseconds: 3_000 })
  const { body } = await callAs(as(), startPull, { type: 'valuations' })
  const id = body.records[0]?.id ?? 0
  await until(async () => expect((await jobOf(id))?.status).toBe('Running'))
  return id
}

test('a pull is there with what it read, who asked for it, since when, and how far it came', async () => {
  await mapped()
  const first = await pulled()
  expect(await jobOf(first.id)).toMatchObject({
    id: idOf(first.id),
    title: 'Pull from Salesforce',
    subject: 'Valuations from Policy_Value__c, every record',
    personName: first.startedBy,
    status: 'Done',
    done: 4,
    total: 4,
    failure: null,
    can: [],
  })
  const { id } = await pulled()
  expect((await jobOf(id))?.subject).toBe('Valuations from Policy_Value__c, changes since 11/02/2026')
})

test.each([
  ['the page Jobs', (id: number) => callAs(as(), cancelJob, { id: idOf(id) })],
  ['its own page', (id: number) => callAs(as(), cancelPull, { id })],
])('a pull in hand is canceled on %s: it says by whom, keeps nothing, and is out of the queue', async (_, cancel) => {
  const id = await inHand()
  expect((await cancel(id)).status).toBe(200)
  expect(await jobOf(id)).toMatchObject({ status: 'Canceled', canceledByName: expect.stringMatching(/\w/), can: ['retry'] })
  expect(await inQueue(id)).toEqual(['cancelled'])
  double.healAll()
  expect((await pulled()).status).toBe('DONE')
  expect(await ended(id)).toMatchObject({ status: 'CANCELED', fileId: null })
  expect((await jobOf(id))?.can).toEqual([])
})

test('a pull whose job alone was canceled says so once its worker has let go of it', async () => {
  const id = await inHand()
  await sql`update pgboss.job set state = 'cancelled', completed_on = now(), output = '{"canceledBy": 1}' where name = 'salesforce.pull' and (data->>'id')::int = ${id}`.execute(
    feeds.server.ownerDb,
  )
  await until(async () => expect((await ended(id)).status).toBe('CANCELED'))
})

test('a pull that failed says why, and is asked for again as a new pull of its type', async () => {
  await mapped()
  double.fault({ on: 'oauth2/token', kind: 'refuse', status: 400 })
  const { id } = await pulled()
  expect(await jobOf(id)).toMatchObject({
    status: 'Failed',
    failure: expect.stringContaining('refused to sign the portal in'),
    can: ['retry'],
  })
  double.healAll()
  expect((await callAs(as(), retryJob, { id: idOf(id) })).status).toBe(200)
  const [next] = (await callAs(as(), listPulls, {})).body.records.filter((pull) => pull.id > id)
  expect(await ended(next?.id ?? 0)).toMatchObject({ status: 'DONE', recordsRead: 4, type: 'valuations' })
  expect((await jobOf(id))?.can).toEqual([])
})

test('a pull whose worker died and whose job is gone is found by the unjam of Salesforce, and pulled to its end', async () => {
  await mapped()
  const { id } = await pulled('valuations', true)
  await sql`update salesforce_pull set status = 'RUNNING', ended_at = null, file_id = null, asked_at = now() - interval '2 minutes' where id = ${id}`.execute(
    feeds.server.ownerDb,
  )
  expect(await jobOf(id)).toMatchObject({ status: 'Stopped', can: ['cancel'] })
  const { jams } = (await callAs(as(), unjamSalesforce, {})).body
  expect(jams).toMatchObject([{ what: expect.stringContaining('Valuations from Policy_Value__c'), freed: true }])
  expect((await ended(id)).status).toBe('DONE')
  expect((await callAs(as(), unjamSalesforce, {})).body.jams).toEqual([])
})

test('viewing is enough to see a pull and not to cancel it; another portal sees none', async () => {
  const id = await inHand()
  const viewer = await signedInAs(feeds.server.ownerDb, 'b', { siteId: feeds.book.siteId, permissions: { ASSET_REPORT: 1 } })
  expect((await callAs(viewer, listJobs, { kind: 'salesforce.pull' })).body.records[0]?.can).toEqual([])
  expect((await callAs(viewer, cancelJob, { id: idOf(id) })).status).toBe(403)
  const elsewhere = await signedInAs(feeds.server.ownerDb, 'b', {
    siteId: await buildSite(feeds.server.ownerDb),
    permissions: { ASSET_REPORT: 2 },
  })
  expect((await callAs(elsewhere, cancelJob, { id: idOf(id) })).status).toBe(404)
})
