/** A released report that its reader has before them is new to them no longer, on whichever page or in whichever file they read it. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { newFiles } from '@corridor/contract/client-menus.ts'
import { startViewAs } from '@corridor/contract/rights.ts'
import { reportOpenings } from '@corridor/contract/viewers.ts'
import { expect, test, vi } from 'vitest'
import { buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()

async function releasedWorld() {
  const world = await buildReportWorld(server, { institutions: 1 })
  const { siteId } = world
  const batchId = await world.start()
  await world.make(batchId)
  const [institutionId = 0] = world.institutionIds
  const [client = ''] = world.clients
  const [clientId = 0] = world.clientIds
  const { id } = await world.reportOf(institutionId)
  await server.callAs(world.staff, assetReports.releaseReports, { batch: batchId, reportIds: [id] })
  const came = async (userId: number) => {
    await server.ownerDb.insertInto('siteVisit').values({ userId, siteId, institutionId, beganAt: '2026-01-01T00:00:00Z' }).execute()
    return userId
  }
  await came(clientId)
  const isNewTo = async (cookie: string) => (await server.callAs(cookie, newFiles, {})).body.total === 1
  const read = (cookie: string) => server.callAs(cookie, assetReports.getReport, { batch: 0, report: id })
  const file = await server.ownerDb.selectFrom('clientReport').select('id').where('sourceReportId', '=', id).executeTakeFirstOrThrow()
  const openings = async () => (await server.callAs(world.staff, reportOpenings, { id: file.id })).body.records
  return { ...world, institutionId, client, clientId, id, came, isNewTo, read, openings }
}

test('a report read on its page is new to that reader no longer, and to a colleague still; whoever comes back within the half hour has read it once', async () => {
  const { siteId, institutionId, client, clientId, came, isNewTo, read, openings } = await releasedWorld()
  const colleagueId = await came(await buildUser(server.ownerDb, 'c', { sites: [siteId], institutionId }))
  const colleague = await signIn(server.ownerDb, colleagueId, { siteId, institutionId })
  expect([await isNewTo(client), await isNewTo(colleague)]).toEqual([true, true])
  expect((await read(client)).status).toBe(200)
  expect([await isNewTo(client), await isNewTo(colleague)]).toEqual([false, true])
  await read(client)
  expect(await openings()).toMatchObject([{ userId: clientId, times: 1 }])
  await server.ownerDb.updateTable('fileOpening').set({ lastOpenedAt: '2026-01-01T00:00:00Z' }).where('userId', '=', clientId).execute()
  await read(client)
  expect(await openings()).toMatchObject([{ userId: clientId, times: 2 }])
})

test('staff who read it, as themselves or through the client’s eyes, leave its mark; a file out of the batch takes it', async () => {
  const { siteId, client, clientId, id, staff, isNewTo, read, openings } = await releasedWorld()
  const manager = await signedInAs(server.ownerDb, 'd', { siteId, permissions: { USERS: 2, INSTITUTIONS: 2, ASSET_REPORT: 2 } })
  const { headers } = await server.callAs(manager, startViewAs, { userId: clientId })
  const through = /sid=([^;]*)/.exec(String(headers['set-cookie']))?.[1] ?? ''
  expect([(await read(staff)).status, (await read(through)).status]).toEqual([200, 200])
  expect([await openings(), await isNewTo(client)]).toEqual([[], true])
  await server.callAs(client, assetReports.downloadReports, { batch: 0, reportIds: String(id), format: 'csv' })
  expect([await openings(), await isNewTo(client)]).toMatchObject([[{ userId: clientId }], false])
})
