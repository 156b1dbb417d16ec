import { users } from '@corridor/contract/users.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildInstitution, buildSite, buildUser, next, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { site: 0, other: 0, bank: 0, foreign: 0, staff: '', manager: '' }

beforeAll(async () => {
  world.site = await buildSite(server.ownerDb)
  world.other = await buildSite(server.ownerDb)
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.site], name: 'Alder Bank' })
  world.foreign = await buildInstitution(server.ownerDb, { sites: [world.other], name: 'Foreign Bank' })
  world.staff = await signedInAs(server.ownerDb, 'b', { siteId: world.site, permissions: { USERS: 2 } })
  world.manager = await signedInAs(server.ownerDb, 'd', { siteId: world.site, permissions: { USERS: 2 } })
})

const of = users.endpoints
const versionOf = async (cookie: string, id: number) => {
  const { body } = await server.callAs(cookie, of.get, { id })
  return 'updatedAt' in body ? body.updatedAt : ''
}
const person = (over = {}) => ({
  firstName: 'Ada',
  lastName: 'Quill',
  email: `ada${next()}@bank.example`,
  role: 2 as const,
  institutionId: world.bank,
  ...over,
})

test('staff make a client, whose personal data stays out of the activity log', async () => {
  const made = await server.callAs(world.staff, of.create, person({ phone: '3125550100' }))
  expect(made.body).toMatchObject({ role: 2, status: 1, institutionName: 'Alder Bank', siteIds: [world.site] })
  const row = await server.ownerDb
    .selectFrom('activity')
    .select('after')
    .where('entity', '=', 'users')
    .where('entityId', '=', String(made.body.id))
    .executeTakeFirstOrThrow()
  expect(row.after).toMatchObject({ lastName: 'Quill', email: '(masked)', phone: '(masked)' })
})

test('staff make no staff and change no role; managers do', async () => {
  const asStaff = { role: 0 as const, institutionId: null }
  expect((await server.callAs(world.staff, of.create, person(asStaff))).status).toBe(403)
  const made = await server.callAs(world.manager, of.create, person(asStaff))
  expect(made.status).toBe(201)
  const { id, updatedAt } = made.body
  expect((await server.callAs(world.staff, of.update, { id: Number(id), updatedAt: String(updatedAt), firstName: 'Eve' })).status).toBe(403)
  expect((await server.callAs(world.manager, of.update, { id: Number(id), updatedAt: String(updatedAt), role: 4 })).body).toMatchObject({
    role: 4,
  })
})

test('nobody changes their own role, and the last manager stays', async () => {
  const alone = await buildSite(server.ownerDb)
  const userId = await buildUser(server.ownerDb, 'd', { sites: [alone], permissions: { USERS: 2 } })
  const cookie = await signIn(server.ownerDb, userId, { siteId: alone })
  expect((await server.callAs(cookie, of.update, { id: userId, updatedAt: await versionOf(cookie, userId), role: 0 })).status).toBe(403)
  expect((await server.callAs(cookie, of.remove, { ids: [userId] })).status).toBe(403)
})

test('a client needs an institution, and one of another site is not there', async () => {
  expect((await server.callAs(world.staff, of.create, person({ institutionId: null }))).error.meta).toHaveProperty('institutionId')
  expect((await server.callAs(world.staff, of.create, person({ institutionId: world.foreign }))).status).toBe(404)
  expect((await server.callAs(world.staff, of.create, person({ siteIds: [world.other] }))).status).toBe(404)
  expect(
    (await server.callAs(world.staff, of.create, person({ role: 1, institutionId: null, institutionIds: [world.foreign] }))).status,
  ).toBe(404)
})

test('a deactivated person is out at once', async () => {
  const userId = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank })
  const cookie = await signIn(server.ownerDb, userId, { siteId: world.site, institutionId: world.bank })
  await server.callAs(world.staff, of.update, { id: userId, updatedAt: await versionOf(world.staff, userId), status: 0 })
  expect((await server.callAs(cookie, of.get, { id: userId })).status).toBe(401)
})
