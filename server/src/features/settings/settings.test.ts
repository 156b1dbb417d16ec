import { confirmSession } from '@corridor/contract/session.ts'
import { getSettings, saveSettings } from '@corridor/contract/settings.ts'
import { STANDARDS_PRESET } from '@corridor/domain/sites/settings.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../../platform/security/passwords.ts'
import { buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { site: 0, cookie: '', userId: 0 }

beforeAll(async () => {
  world.site = await buildSite(server.ownerDb)
  world.userId = await buildUser(server.ownerDb, 'd', { sites: [world.site], passwordHash: await hashPassword('Seven-quiet-otters-1') })
})
beforeEach(async () => {
  server.setNow(undefined)
  world.cookie = await signIn(server.ownerDb, world.userId, { siteId: world.site })
})

async function changed(over: object) {
  const { body } = await server.callAs(world.cookie, getSettings, {})
  const { id: _, secondFactor: __, fourEyesForced: ___, ...fields } = body
  return { ...fields, ...over }
}

test('begin as the required sample', async () => {
  expect((await server.callAs(world.cookie, getSettings, {})).body).toMatchObject({
    minLength: 12,
    minUniqueChars: 0,
    minUpperAlphaChars: 1,
    minLowerAlphaChars: 1,
    minNumericChars: 1,
    minSymbolChars: 0,
    expirationDays: 90,
    reusePasswords: 5,
    sessionTimeout: 15,
    failedAttempts: 20,
    failedDuration: 4,
    forgottenAttempts: 20,
    forgottenDuration: 4,
  })
})

test('are for managers alone', async () => {
  for (const role of ['b', 'e', 'c'] as const) {
    const institutionId = role === 'b' ? 0 : ((await server.ownerDb.selectFrom('institution').select('id').executeTakeFirst())?.id ?? 0)
    if (role !== 'b' && institutionId === 0) continue
    const cookie = await signedInAs(server.ownerDb, role, { siteId: world.site, institutionId, permissions: { USERS: 2, SITES: 2 } })
    expect((await server.callAs(cookie, getSettings, {})).status).toBe(403)
  }
})

test('are saved with what was before and after in the activity log', async () => {
  const saved = await server.callAs(world.cookie, saveSettings, await changed(STANDARDS_PRESET))
  expect(saved.body).toMatchObject(STANDARDS_PRESET)
  const row = await server.ownerDb
    .selectFrom('activity')
    .select(['before', 'after'])
    .where('action', '=', 'settings.saved')
    .executeTakeFirstOrThrow()
  expect(row.before).toMatchObject({ minLength: 12, expirationDays: 90 })
  expect(row.after).toMatchObject({ minLength: 15, expirationDays: 0 })
  expect(Object.keys(Object(row.after))).not.toContain('reusePasswords')
})

test('that someone else changed meanwhile are not overwritten: both versions come back', async () => {
  const [mine, theirs] = [await changed({ sessionTimeout: 20 }), await changed({ sessionTimeout: 30 })]
  expect((await server.callAs(world.cookie, saveSettings, theirs)).status).toBe(200)
  const late = await server.callAs(world.cookie, saveSettings, mine)
  expect(late.status).toBe(409)
  expect(late.error.meta).toMatchObject({ current: { sessionTimeout: 30 }, yours: { sessionTimeout: 20 } })
})

test.each([
  [{ minLength: 7 }, ['minLength']],
  [{ failedAttempts: 101 }, ['failedAttempts']],
  [{ sessionTimeout: 0 }, ['sessionTimeout']],
  [{ expirationDays: 1.5 }, ['expirationDays']],
  [{ minLength: 8, minUpperAlphaChars: 5, minSymbolChars: 5 }, ['minLength']],
  [{ minLength: 12, minUniqueChars: 13 }, ['minUniqueChars']],
])('of %o are refused at the field', async (over, fields) => {
  const { status, error } = await server.callAs(world.cookie, saveSettings, await changed(over))
  expect([status, Object.keys(error.meta ?? {})]).toEqual([400, fields])
})

test('ask for the password again when it was given more than ten minutes ago', async () => {
  const input = await changed({ sessionTimeout: 25 })
  server.setNow(new Date(Date.now() + 11 * 60_000))
  expect((await server.callAs(world.cookie, saveSettings, input)).error.code).toBe('confirm_required')
  const confirmed = await server.callAs(world.cookie, confirmSession, { password: 'Seven-quiet-otters-1' })
  const cookie = /sid=([^;]*)/.exec(String(confirmed.headers['set-cookie']))?.[1]
  expect((await server.callAs(cookie, saveSettings, input)).status).toBe(200)
})
