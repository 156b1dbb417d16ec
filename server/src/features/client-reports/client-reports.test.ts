import { assetReports } from '@corridor/contract/asset-reports.ts'
import { menuCounts } from '@corridor/contract/client-menus.ts'
import { reportFile, searchReports } from '@corridor/contract/client-reports.ts'
import { expect, test, vi } from 'vitest'
import { buildInstitution, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()

async function releasedWorld() {
  const world = await buildReportWorld(server, { institutions: 1 })
  const batchId = await world.start()
  await world.make(batchId)
  const [institutionId = 0] = world.institutionIds
  await server.callAs(world.staff, assetReports.releaseReports, { batch: batchId, reportIds: [(await world.reportOf(institutionId)).id] })
  const record = await server.ownerDb
    .selectFrom('clientReport')
    .select(['id', 'typeCode'])
    .where('institutionId', '=', institutionId)
    .executeTakeFirstOrThrow()
  return { ...world, institutionId, client: world.clients[0] ?? '', record }
}

test('the menu counts what the person may see, and nothing of others', async () => {
  const { client, record, siteId, staff } = await releasedWorld()
  expect((await server.callAs(client, menuCounts, {})).body).toEqual({
    reports: [{ typeCode: record.typeCode, count: 1 }],
    documents: [],
    carriers: [],
    vendors: [],
  })
  const other = await buildInstitution(server.ownerDb, { sites: [siteId], reportTypes: ['MBR', 'MCR'] })
  expect(
    (await server.callAs(await signedInAs(server.ownerDb, 'c', { siteId, institutionId: other }), menuCounts, {})).body.reports,
  ).toEqual([])
  expect((await server.callAs(staff, menuCounts, {})).body.reports).toEqual([{ typeCode: record.typeCode, count: 1 }])
})

test('a Team Member sees a family’s records with its permission only; a membership narrowed to one person narrows them too', async () => {
  const { institutionId, siteId, record } = await releasedWorld()
  const found = async (cookie: string) => (await server.callAs(cookie, searchReports, {})).body.records.length
  expect(await found(await signedInAs(server.ownerDb, 'a', { siteId, institutionId }))).toBe(0)
  expect(await found(await signedInAs(server.ownerDb, 'a', { siteId, institutionId, permissions: { ASSET_REPORT: 1 } }))).toBe(1)
  const narrowed = await buildUser(server.ownerDb, 'c', { sites: [siteId], institutionId })
  await server.ownerDb
    .insertInto('membership')
    .values({ institutionId, siteId, userId: narrowed, reportTypeCodes: ['SMB'] })
    .execute()
  const cookie = await signIn(server.ownerDb, narrowed, { siteId, institutionId })
  expect(await found(cookie)).toBe(0)
  expect((await server.callAs(cookie, reportFile, { id: record.id })).status).toBe(404)
})

test('a representative sees the active institution’s records', async () => {
  const { institutionId, siteId } = await releasedWorld()
  const rep = await signedInAs(server.ownerDb, 'e', { siteId, institutionId })
  expect((await server.callAs(rep, searchReports, {})).body.records).toHaveLength(1)
})

test('ids in the body are compared with the session, never used', async () => {
  const { client, institutionId, siteId, clientIds } = await releasedWorld()
  const ask = async (ids: { siteId?: number; userId?: number; institutionId?: number }) =>
    (await server.callAs(client, searchReports, ids)).status
  expect(await ask({ siteId, userId: clientIds[0] ?? 0, institutionId })).toBe(200)
  expect([await ask({ institutionId: institutionId + 1 }), await ask({ siteId: siteId + 1 }), await ask({ userId: 999_999 })]).toEqual([
    404, 404, 404,
  ])
})
