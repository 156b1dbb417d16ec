/** Accepted pulls on the page Jobs: how far each is written, and canceling, retrying and resuming one. */
import { cancelJob, listJobs, retryJob, unjamSalesforce } from '@corridor/contract/jobs.ts'
import { acceptPull, listPulls } from '@corridor/contract/salesforce.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { JOBS } from '../../app.ts'
import { JobCanceled } from '../../platform/jobs/jobs.ts'
import { signedInAs } from '../../test/builders.ts'
import { accountObject } from '../../test/salesforce-org.ts'
import { usePulls } from '../../test/salesforce-server.ts'

const { double, feeds, callAs, as, mapped, pulled } = await usePulls()
const manager = () =>
  signedInAs(feeds.server.ownerDb, 'd', { siteId: feeds.book.siteId, permissions: { ASSET_REPORT: 2, INSTITUTIONS: 2 } })
const jobOf = async (pull: number, cookie = as()) =>
  (await callAs(cookie, listJobs, { kind: 'salesforce.accept', take: 100 })).body.records.find(({ recordId }) => recordId === pull)
const written = (pull: number) =>
  vi.waitFor(async () => expect((await jobOf(pull))?.status).toBe('Done'), { timeout: 20_000, interval: 50 })
const importOf = async (id: number) => (await callAs(as(), listPulls, {})).body.records.find((pull) => pull.id === id)?.import
/** As a worker leaves an import when it dies, and its job is lost with it. */
const lost = (pull: number) =>
  sql`update onboarding_import i set status = 'WRITING', ended_at = null from salesforce_pull p where p.id = ${pull} and i.id = p.import_id`.execute(
    feeds.server.ownerDb,
  )

async function accepted(): Promise<number> {
  double.objects.set('Account', accountObject([{ number: '7001', name: 'Harbor Light Bank', city: 'Salem', state: 'MA' }]))
  await mapped('institutions', 'Account')
  const { id } = await pulled('institutions')
  expect((await callAs(await manager(), acceptPull, { id })).status).toBe(202)
  await written(id)
  return id
}

test('an accepted pull is there with what it writes and who accepted it', async () => {
  const id = await accepted()
  expect(await jobOf(id)).toMatchObject({
    id: `salesforce.accept:${id}`,
    title: 'Import of records pulled from Salesforce',
    subject: 'Institutions from Account',
    personName: expect.stringMatching(/\w/),
    failure: null,
    can: [],
  })
})

test('an accepted pull whose worker died is freed by the unjam of Salesforce and written to its end', async () => {
  const id = await accepted()
  await lost(id)
  expect((await jobOf(id))?.status).toBe('Stopped')
  expect((await callAs(as(), unjamSalesforce, {})).body.jams).toMatchObject([{ freed: true }])
  await written(id)
})

test('an import that is canceled says what stays, and is written to its end when a manager retries it; other staff can do neither', async () => {
  const id = await accepted()
  await lost(id)
  const cookie = await manager()
  const job = `salesforce.accept:${id}`
  expect((await jobOf(id))?.can).toEqual([])
  expect((await callAs(as(), cancelJob, { id: job })).status).toBe(409)
  expect((await callAs(cookie, cancelJob, { id: job })).body).toMatchObject({ status: 'Canceled', can: ['retry'] })
  expect(await importOf(id)).toMatchObject({ status: 'FAILED', failure: expect.stringMatching(/^Canceled by .+ stays: 1 institution/) })
  expect((await callAs(as(), retryJob, { id: job })).status).toBe(409)
  expect((await callAs(cookie, retryJob, { id: job })).status).toBe(200)
  await written(id)
  expect(await importOf(id)).toMatchObject({ status: 'DONE', failure: null })
})

test('an import in hand that is canceled says so once its worker has let go of it', async () => {
  const id = await accepted()
  await lost(id)
  const kind = JOBS.find(({ name }) => name === 'salesforce.accept')
  const { siteId } = feeds.book
  const signal = AbortSignal.abort(new JobCanceled(1))
  await expect(kind?.run(feeds.server.kernel, { siteId, id }, { id: '', attempt: 1, lastAttempt: false, signal })).rejects.toThrow()
  expect((await importOf(id))?.status).toBe('WRITING')
  await kind?.canceled?.(feeds.server.kernel, { siteId, id }, 1)
  expect((await jobOf(id))?.status).toBe('Canceled')
})

test('an older pull is not retried once a newer one of its type has come in', async () => {
  const id = await accepted()
  await lost(id)
  const cookie = await manager()
  await callAs(cookie, cancelJob, { id: `salesforce.accept:${id}` })
  await pulled('institutions', true)
  expect((await jobOf(id, cookie))?.can).toEqual([])
})
