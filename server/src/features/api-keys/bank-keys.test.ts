/** API keys limited to one institution, and those of a bank's own people: no more than their makers, and ended with what these lose. */
import { createApiKey, listApiKeyScopes, listApiKeys, revokeApiKey, rotateApiKey } from '@corridor/contract/api-keys.ts'
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { institutions } from '@corridor/contract/institutions.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildCarrier, buildInstitution, buildSite, buildUser, next, type Permissions, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { keyMaker, wish } from '../../test/key-calls.ts'

const server = useServer()
const world = { siteId: 0, elsewhere: 0 }
const ALL: Permissions = { USERS: 2, CARRIERS: 2, ASSET_REPORT: 2, INSTITUTIONS: 2 }

beforeAll(async () => {
  world.siteId = await buildSite(server.ownerDb)
  world.elsewhere = await buildSite(server.ownerDb)
})

async function person() {
  const id = await buildUser(server.ownerDb, 'b', {
    sites: [world.siteId, world.elsewhere],
    permissions: ALL,
    firstName: 'Jane',
    lastName: `Doe ${next()}`,
  })
  return { id, cookie: await signIn(server.ownerDb, id, { siteId: world.siteId }) }
}
const keyOf = keyMaker(server)
const institutionsWith = (bearer: Record<string, string>) => server.callAs(undefined, institutions.endpoints.list, {}, bearer)

test('a key that staff limit to an institution lists it alone, and ends when that leaves the site; of another site’s none is made', async () => {
  const { cookie } = await person()
  const institutionId = await buildInstitution(server.ownerDb, { sites: [world.siteId] })
  await buildInstitution(server.ownerDb, { sites: [world.siteId] })
  const { bearer, institutionName, id } = await keyOf(cookie, { scopes: [{ code: 'INSTITUTIONS', access: 1 }], institutionId })
  expect((await institutionsWith(bearer)).body.records).toMatchObject([{ id: institutionId, name: institutionName }])
  const there = await buildInstitution(server.ownerDb, { sites: [world.elsewhere] })
  const refused = await server.callAs(cookie, createApiKey, wish({ institutionId: there }))
  expect(refused.error.meta).toEqual({ institutionId: [expect.stringContaining('No active institution')] })
  await server.ownerDb.deleteFrom('membership').where('institutionId', '=', institutionId).execute()
  await server.ownerDb.deleteFrom('institutionSite').where('institutionId', '=', institutionId).execute()
  expect((await institutionsWith(bearer)).error.code).toBe('key_refused')
  expect((await server.callAs(cookie, listApiKeys, { institutionId })).body.records).toMatchObject([{ id, status: 'STOPPED' }])
})

test('a key for a carrier’s files is limited to no institution, since such files hold many', async () => {
  const { cookie } = await person()
  const institutionId = await buildInstitution(server.ownerDb, { sites: [world.siteId] })
  const both = await server.callAs(
    cookie,
    createApiKey,
    wish({ scopes: [], carrierCode: await buildCarrier(server.ownerDb), institutionId }),
  )
  expect(both.error.meta).toEqual({ institutionId: [expect.stringContaining('many institutions')] })
})

/** A bank with its Client, who makes a key that reads its asset reports. */
async function bank() {
  const institutionId = await buildInstitution(server.ownerDb, { sites: [world.siteId, world.elsewhere], reportTypes: ['MBR'] })
  const one = async () => {
    const id = await buildUser(server.ownerDb, 'c', { sites: [world.siteId], institutionId, lastName: `Lee ${next()}` })
    return { id, cookie: await signIn(server.ownerDb, id, { siteId: world.siteId, institutionId }) }
  }
  const admin = await one()
  const key = await keyOf(admin.cookie, { scopes: [{ code: 'ASSET_REPORT', access: 1 }] })
  return { institutionId, admin, key, one }
}
const batchesWith = (bearer: Record<string, string>) => server.callAs(undefined, assetReports.listBatches, {}, bearer)

test('a bank’s Client makes a key that acts as a client of that bank, and gives it no more than a client may', async () => {
  const { institutionId, admin, key } = await bank()
  expect(key).toMatchObject({ institutionId, ofClient: true, status: 'ACTIVE' })
  expect((await batchesWith(key.bearer)).status).toBe(200)
  for (const [code, access] of [
    ['ASSET_REPORT', 2],
    ['ANNUAL_BOLI_REVIEW', 1],
    ['INSTITUTIONS', 1],
    ['USERS', 1],
  ] as const)
    expect((await server.callAs(admin.cookie, createApiKey, wish({ scopes: [{ code, access }] }))).error.meta).toHaveProperty('scopes')
  const offered = (await server.callAs(admin.cookie, listApiKeyScopes, {})).body
  expect([offered.institutions.map(({ id }) => id), offered.scopes.map(({ code, access }) => [code, access])]).toEqual([
    [institutionId],
    [['ASSET_REPORT', 1]],
  ])
  const other = await buildInstitution(server.ownerDb, { sites: [world.siteId] })
  const wished = await server.callAs(
    admin.cookie,
    createApiKey,
    wish({ scopes: [{ code: 'ASSET_REPORT', access: 1 }], institutionId: other }),
  )
  expect(wished.error.meta).toEqual({ institutionId: [expect.stringContaining('No active institution')] })
})

test.each<[what: string, change: (of: { id: number; institutionId: number }) => Promise<unknown>, status: number]>([
  [
    'the person is deactivated',
    ({ id }) => server.ownerDb.updateTable('userAccount').set({ status: 0 }).where('id', '=', id).execute(),
    401,
  ],
  [
    'the person moves to another bank',
    async ({ id }) => {
      const institutionId = await buildInstitution(server.ownerDb, { sites: [world.siteId], reportTypes: ['MBR'] })
      await server.ownerDb.updateTable('userAccount').set({ institutionId }).where('id', '=', id).execute()
    },
    401,
  ],
  [
    'the person is a Team Member now',
    ({ id }) => server.ownerDb.updateTable('userAccount').set({ role: 'a' }).where('id', '=', id).execute(),
    401,
  ],
  [
    'the person joins the firm',
    ({ id }) => server.ownerDb.updateTable('userAccount').set({ role: 'd', institutionId: null }).where('id', '=', id).execute(),
    401,
  ],
  ['the person leaves the site', ({ id }) => server.ownerDb.deleteFrom('userSite').where('userId', '=', id).execute(), 401],
  [
    'the bank is closed',
    ({ institutionId }) => server.ownerDb.updateTable('institution').set({ status: 'INACTIVE' }).where('id', '=', institutionId).execute(),
    401,
  ],
  [
    'the membership no longer includes these reports',
    ({ institutionId }) =>
      server.ownerDb.updateTable('membership').set({ reportTypeCodes: [] }).where('institutionId', '=', institutionId).execute(),
    403,
  ],
])('a bank’s key is refused at the next call when %s', async (_, change, status) => {
  const { institutionId, admin, key } = await bank()
  expect((await batchesWith(key.bearer)).status).toBe(200)
  await change({ id: admin.id, institutionId })
  expect((await batchesWith(key.bearer)).status).toBe(status)
})

test('a bank’s Clients see and revoke the keys of their own people, not those of another bank or of the firm; staff see and revoke them all', async () => {
  const { institutionId, admin, key, one } = await bank()
  const staff = await person()
  const ofFirm = await keyOf(staff.cookie, { scopes: [{ code: 'INSTITUTIONS', access: 1 }], institutionId })
  const colleague = await one()
  const neighbor = await bank()
  const idsFor = async (cookie: string) => (await server.callAs(cookie, listApiKeys, { institutionId })).body.records.map(({ id }) => id)
  expect([await idsFor(admin.cookie), await idsFor(colleague.cookie), await idsFor(neighbor.admin.cookie)]).toEqual([
    [key.id],
    [key.id],
    [],
  ])
  expect((await idsFor(staff.cookie)).toSorted()).toEqual([key.id, ofFirm.id].toSorted())
  for (const [cookie, id] of [
    [neighbor.admin.cookie, key.id],
    [admin.cookie, ofFirm.id],
  ] as const)
    expect((await server.callAs(cookie, revokeApiKey, { id })).status).toBe(404)
  expect((await server.callAs(colleague.cookie, rotateApiKey, { id: key.id, overlapHours: 0 })).error.code).toBe('forbidden')
  expect((await server.callAs(colleague.cookie, revokeApiKey, { id: key.id })).body.status).toBe('REVOKED')
  expect((await batchesWith(key.bearer)).status).toBe(401)
  expect((await server.callAs(staff.cookie, revokeApiKey, { id: neighbor.key.id })).body.status).toBe('REVOKED')
  expect((await batchesWith(neighbor.key.bearer)).status).toBe(401)
})

test('a colleague who left the site is told as stopped to the bank’s own Clients, who do not see where colleagues belong', async () => {
  const { admin, key, one } = await bank()
  const colleague = await one()
  const { id } = await keyOf(colleague.cookie, { scopes: [{ code: 'ASSET_REPORT', access: 1 }] })
  await server.ownerDb.deleteFrom('userSite').where('userId', '=', colleague.id).execute()
  const { records } = (await server.callAs(admin.cookie, listApiKeys, { sort: 'name' })).body
  expect(new Map(records.map((one) => [one.id, one.status]))).toEqual(
    new Map([
      [key.id, 'ACTIVE'],
      [id, 'STOPPED'],
    ]),
  )
})

test('Team Members and representatives of a bank keep no keys', async () => {
  const { institutionId } = await bank()
  for (const role of ['a', 'e'] as const) {
    const id = await buildUser(server.ownerDb, role, { sites: [world.siteId], institutionId: role === 'a' ? institutionId : null })
    if (role === 'e') await server.ownerDb.insertInto('userInstitution').values({ userId: id, institutionId }).execute()
    const cookie = await signIn(server.ownerDb, id, { siteId: world.siteId, institutionId })
    const answers = [await server.callAs(cookie, listApiKeys, {}), await server.callAs(cookie, createApiKey, wish())]
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
  }
})
