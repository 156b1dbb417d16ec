import { getAvatar, getProfile, type Profile, removeAvatar, saveProfile, uploadAvatar } from '@corridor/contract/profile.ts'
import { getSession } from '@corridor/contract/session.ts'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { asPerson } from '../../platform/database/as-person.ts'
import { buildInstitution, buildSite, buildUser, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { site: 0, bank: 0, userId: 0, cookie: '', profile: {} as Profile }
beforeAll(async () => {
  world.site = await buildSite(server.ownerDb)
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.site] })
})
beforeEach(async () => {
  server.setNow(undefined)
  world.userId = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank, phone: '3125550100' })
  world.cookie = await signIn(server.ownerDb, world.userId, { siteId: world.site, institutionId: world.bank })
  world.profile = (await server.callAs(world.cookie, getProfile, {})).body
})
const save = (change: Partial<Profile>, updatedAt = world.profile.updatedAt) =>
  server.callAs(world.cookie, saveProfile, { ...change, updatedAt })
const account = () =>
  server.ownerDb
    .selectFrom('userAccount')
    .select(['role', 'status', 'institutionId', 'email', 'passwordHash', 'mfaChannel'])
    .where('id', '=', world.userId)
    .executeTakeFirstOrThrow()

test('people change what others read of them, and an empty field is none', async () => {
  const { status, body } = await save({ firstName: ' Ada ', title: 'Treasurer', bio: '', mailReports: false })
  expect([status, body.firstName, body.title, body.bio, body.mailReports]).toEqual([200, 'Ada', 'Treasurer', null, false])
  expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(world.profile.updatedAt))
  const { after } = await server.ownerDb
    .selectFrom('activity')
    .select('after')
    .where('action', '=', 'profile.saved')
    .where('actorId', '=', world.userId)
    .executeTakeFirstOrThrow()
  expect(after).toMatchObject({ firstName: 'Ada', phone: '(masked)' })
})

test.each([
  { role: 'd' },
  { roleNumber: 4 },
  { status: 0 },
  { institutionId: 1 },
  { email: 'else@bank.test' },
  { siteIds: [1] },
  { permissions: [{ code: 'USERS', access: 2 }] },
  { passwordHash: 'x' },
  { mfaChannel: 'sms' },
  { avatarSha256: 'a'.repeat(64) },
  { id: 1 },
])('%j is no part of a profile, and nothing of it is saved', async (extra) => {
  const before = await account()
  const reply = await server.app.inject({
    method: 'PUT',
    url: '/api/profile',
    cookies: { sid: world.cookie },
    payload: { firstName: 'Mallory', ...extra, updatedAt: world.profile.updatedAt },
  })
  expect(reply.statusCode).toBe(400)
  expect(await account()).toEqual(before)
  expect((await server.callAs(world.cookie, getProfile, {})).body).toEqual(world.profile)
})

const INSUFFICIENT_PRIVILEGE = '42501'
test.each(['role', 'status', 'institutionId', 'email'] as const)('the database itself lets nobody set their %s', async (column) => {
  const values = { role: 'd', status: 0, institutionId: null, email: 'x@y.test' } as const
  await expect(
    asPerson(server.kernel.db, world.userId, (trx) =>
      trx
        .updateTable('userAccount')
        .set({ [column]: values[column] })
        .where('id', '=', world.userId)
        .execute(),
    ),
  ).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE })
})

test('a new phone number asks for the password again, other fields do not', async () => {
  server.setNow(new Date(Date.now() + 11 * 60_000))
  expect((await save({ phone: '3125550199' })).error.code).toBe('confirm_required')
  expect((await save({ phone: '3125550100', title: 'CFO' })).status).toBe(200)
})

test('of two savers the second is told what the first wrote', async () => {
  await save({ title: 'First' })
  expect((await save({ title: 'Second' })).error).toMatchObject({ code: 'conflict', meta: { current: { title: 'First' } } })
})

test('a portrait is drawn anew, shown to its owner, and goes', async () => {
  const form = new FormData()
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#468' } })
    .jpeg()
    .toBuffer()
  form.append('file', new Blob([Uint8Array.from(picture)], { type: 'image/jpeg' }), 'me.jpg')
  const handed = await server.app.inject({
    method: uploadAvatar.method,
    url: uploadAvatar.path,
    cookies: { sid: world.cookie },
    payload: form,
  })
  expect(handed.json().avatarUrl).toMatch(/^\/api\/profile\/avatar\?v=[0-9a-f]{12}$/)
  const shown = await server.callAs(world.cookie, getAvatar, {})
  expect([shown.headers['content-type'], (await sharp(shown.bytes).metadata()).width]).toEqual(['image/webp', 256])
  const inHeader = async () => (await server.callAs(world.cookie, getSession, {})).body.avatarUrl
  expect(await inHeader()).toBe(handed.json().avatarUrl)
  expect((await server.callAs(world.cookie, removeAvatar, {})).body.avatarUrl).toBeNull()
  expect(await inHeader()).toBeNull()
  expect((await server.callAs(world.cookie, getAvatar, {})).status).toBe(404)
})
