/** Memberships: the report types an institution's people may see, and who of them sees fewer. */
import { getInstitutionMembership, listUserMemberships, saveInstitutionMembership, saveMembership } from '@corridor/contract/rights.ts'
import { getSession } from '@corridor/contract/session.ts'
import { getMembership } from '@corridor/contract/users.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { site: 0, elsewhere: 0, bank: 0, manager: '' }

beforeAll(async () => {
  world.site = await buildSite(server.ownerDb)
  world.elsewhere = await buildSite(server.ownerDb)
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.site], name: 'Alder Bank', reportTypes: ['MBR', 'SMB'] })
  await server.ownerDb.deleteFrom('reportType').execute()
  for (const [order, code] of ['MBR', 'SMB', 'LEG'].entries())
    await server.ownerDb
      .insertInto('reportType')
      .values({ code, name: `Type ${code}`, displayOrder: order })
      .execute()
  world.manager = await signedInAs(server.ownerDb, 'd', { siteId: world.site, permissions: { USERS: 2 } })
})

const clientOf = (institutionId: number) => buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId })
const of = async (userId: number) => (await server.callAs(world.manager, listUserMemberships, { userId })).body.records
const types = async (userId: number) => (await server.callAs(world.manager, getMembership, { userId })).body.reportTypeCodes

test('of a person narrow those of the institution, and go back to all of them', async () => {
  const userId = await clientOf(world.bank)
  const cookie = await signIn(server.ownerDb, userId, { siteId: world.site, institutionId: world.bank })
  const narrow = async (ownTypeCodes: string[] | null) =>
    server.callAs(world.manager, saveMembership, {
      userId,
      institutionId: world.bank,
      ownTypeCodes,
      updatedAt: (await of(userId))[0]?.updatedAt ?? null,
    })
  expect(await of(userId)).toMatchObject([
    { institutionName: 'Alder Bank', reportTypeCodes: ['MBR', 'SMB'], ownTypeCodes: null, updatedAt: null },
  ])
  // A type that the institution does not have adds nothing.
  expect((await narrow(['SMB', 'LEG'])).body.ownTypeCodes).toEqual(['SMB', 'LEG'])
  expect([await types(userId), (await server.callAs(cookie, getSession, {})).body.reportTypeCodes]).toEqual([['SMB'], ['SMB']])
  expect((await narrow([])).status).toBe(200)
  expect(await types(userId)).toEqual([])
  expect((await narrow(null)).body.ownTypeCodes).toBeNull()
  expect((await server.callAs(cookie, getSession, {})).body.reportTypeCodes).toEqual(['MBR', 'SMB'])
  const rows = await server.ownerDb
    .selectFrom('activity')
    .select(['before', 'after'])
    .where('action', '=', 'membership.changed')
    .where('entityId', '=', String(userId))
    .orderBy('id')
    .execute()
  expect(rows[0]).toEqual({ before: { reportTypeCodes: null }, after: { reportTypeCodes: ['SMB', 'LEG'] } })
})

test('of an institution reach all its people at once; a stale save, an unknown type and a foreign institution are refused', async () => {
  const bank = await buildInstitution(server.ownerDb, { sites: [world.site], reportTypes: ['MBR'] })
  const userId = await clientOf(bank)
  const cookie = await signedInAs(server.ownerDb, 'b', { siteId: world.site, permissions: { INSTITUTIONS: 2 } })
  const { body } = await server.callAs(cookie, getInstitutionMembership, { id: bank })
  expect(body.people).toMatchObject([{ userId, userRole: 'c', ownTypeCodes: null }])
  const save = (id: number, reportTypeCodes: string[], updatedAt: string | null) =>
    server.callAs(cookie, saveInstitutionMembership, { id, reportTypeCodes, updatedAt })
  expect((await save(bank, ['NO'], body.updatedAt)).error.meta).toHaveProperty('reportTypeCodes')
  expect((await save(bank, ['MBR', 'LEG'], body.updatedAt)).body.reportTypeCodes).toEqual(['MBR', 'LEG'])
  expect(await types(userId)).toEqual(['MBR', 'LEG'])
  expect((await save(bank, [], body.updatedAt)).status).toBe(409)
  const foreign = await buildInstitution(server.ownerDb, { sites: [world.elsewhere] })
  expect((await save(foreign, [], null)).status).toBe(404)
  expect(
    (await server.callAs(world.manager, saveMembership, { userId, institutionId: world.bank, ownTypeCodes: [], updatedAt: null })).status,
  ).toBe(404)
})
