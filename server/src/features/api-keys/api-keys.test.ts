/** API keys over HTTP: made, used, renewed and ended; and never more than their maker. */
import { listActivity } from '@corridor/contract/activity.ts'
import { createApiKey, listApiKeyScopes, listApiKeys, revokeApiKey, rotateApiKey } from '@corridor/contract/api-keys.ts'
import { carriers } from '@corridor/contract/carriers.ts'
import { listFiles, postFile } from '@corridor/contract/data-feeds.ts'
import { institutions } from '@corridor/contract/institutions.ts'
import type { InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { getSession } from '@corridor/contract/session.ts'
import { users } from '@corridor/contract/users.ts'
import type { Level, PermissionCode, Role } from '@corridor/domain/access/access.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildCarrier, buildInstitution, buildSite, buildUser, next, type Permissions, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { inDays, keyMaker, wish } from '../../test/key-calls.ts'

const server = useServer()
const world = { siteId: 0, elsewhere: 0 }
const ALL: Permissions = { USERS: 2, CARRIERS: 2, ASSET_REPORT: 2, INSTITUTIONS: 2, ACTIVITY_REPORT: 1, SITES: 2, PERMISSION_TEMPLATES: 2 }

beforeAll(async () => {
  world.siteId = await buildSite(server.ownerDb)
  world.elsewhere = await buildSite(server.ownerDb)
})

async function person(role: Role = 'b', permissions: Permissions = ALL) {
  const id = await buildUser(server.ownerDb, role, {
    sites: [world.siteId, world.elsewhere],
    permissions,
    firstName: 'Jane',
    lastName: `Doe ${next()}`,
  })
  return { id, cookie: await signIn(server.ownerDb, id, { siteId: world.siteId }) }
}
const keyOf = keyMaker(server)
const carriersWith = (bearer: Record<string, string>) => server.callAs(undefined, carriers.endpoints.list, {}, bearer)

test('a key reads what its scope opens, changes nothing beyond it, and its secret is nowhere in the database', async () => {
  const { cookie } = await person()
  const { secret, hint, bearer } = await keyOf(cookie)
  expect([secret, secret.startsWith(hint)]).toEqual([expect.stringMatching(/^corridor_key_[\w-]{43}$/), true])
  expect((await carriersWith(bearer)).status).toBe(200)
  const change = await server.callAs(
    undefined,
    carriers.endpoints.create,
    { code: 'KEYCO', legalName: 'Key Life', shortName: 'Key' },
    bearer,
  )
  expect([change.status, change.error.code, change.error.message]).toEqual([403, 'forbidden', expect.stringContaining('“Nightly extract”')])
  const rows = await server.ownerDb.selectFrom('apiKey').selectAll().execute()
  const kept = JSON.stringify([rows, await server.ownerDb.selectFrom('activity').select(['after', 'before']).execute()])
  expect(kept).not.toContain(secret.slice(hint.length))
})

test('a key does not act as a session: it needs no cookie, ignores one, and who is signed in stays nobody', async () => {
  const { cookie } = await person()
  const { bearer } = await keyOf(cookie)
  expect((await server.callAs(undefined, getSession, {}, bearer)).body.userId).toBe(0)
  expect((await server.callAs(cookie, users.endpoints.list, {}, bearer)).status).toBe(403)
  const wrong = { authorization: `Bearer corridor_key_${'x'.repeat(43)}` }
  expect((await server.callAs(cookie, carriers.endpoints.list, {}, wrong)).error.code).toBe('key_refused')
  expect((await server.callAs(cookie, carriers.endpoints.list, {}, { authorization: 'Bearer nothing' })).error.code).toBe('key_refused')
})

test.each<[what: string, change: (id: number) => Promise<unknown>, status: number]>([
  ['is deactivated', (id) => server.ownerDb.updateTable('userAccount').set({ status: 0 }).where('id', '=', id).execute(), 401],
  [
    'leaves the site',
    (id) => server.ownerDb.deleteFrom('userSite').where('userId', '=', id).where('siteId', '=', world.siteId).execute(),
    401,
  ],
  ['becomes a client', (id) => server.ownerDb.updateTable('userAccount').set({ role: 'e' }).where('id', '=', id).execute(), 401],
  [
    'loses the permission',
    (id) => server.ownerDb.deleteFrom('userPermission').where('userId', '=', id).where('code', '=', 'CARRIERS').execute(),
    403,
  ],
])('a key follows its maker at the next call: one who %s', async (_, change, status) => {
  const { id, cookie } = await person()
  const { bearer } = await keyOf(cookie)
  expect((await carriersWith(bearer)).status).toBe(200)
  await change(id)
  expect((await carriersWith(bearer)).status).toBe(status)
})

test('a demotion to level 1 takes level 2 from the key as well', async () => {
  const { id, cookie } = await person()
  const { bearer } = await keyOf(cookie, { scopes: [{ code: 'CARRIERS', access: 2 }] })
  const make = (code: string) =>
    server.callAs(undefined, carriers.endpoints.create, { code, legalName: `${code} Life`, shortName: code }, bearer)
  expect((await make('FIRST')).status).toBe(201)
  await server.ownerDb.updateTable('userPermission').set({ access: 1 }).where('userId', '=', id).where('code', '=', 'CARRIERS').execute()
  expect([(await make('SECOND')).status, (await carriersWith(bearer)).status]).toEqual([403, 200])
})

test('a key stays on its site, whichever others its maker belongs to', async () => {
  const { cookie } = await person()
  const { bearer } = await keyOf(cookie, { scopes: [{ code: 'INSTITUTIONS', access: 1 }] })
  const here = await buildInstitution(server.ownerDb, { sites: [world.siteId] })
  const there = await buildInstitution(server.ownerDb, { sites: [world.elsewhere] })
  const ask = async (id: number) => (await server.callAs(undefined, institutions.endpoints.get, { id }, bearer)).status
  expect([await ask(here), await ask(there)]).toEqual([200, 404])
})

test('nobody gives a key more than they hold, or what no key may do', async () => {
  const { cookie } = await person('b', { USERS: 2, CARRIERS: 1, PERMISSION_TEMPLATES: 2, SITES: 2 })
  const refused = async (code: PermissionCode, access: 1 | 2) =>
    (await server.callAs(cookie, createApiKey, wish({ scopes: [{ code, access }] }))).error.meta
  for (const [code, access] of [
    ['CARRIERS', 2],
    ['INSTITUTIONS', 1],
    ['USERS', 2],
    ['PERMISSION_TEMPLATES', 2],
    ['SITES', 1],
  ] as const)
    expect([code, access, await refused(code, access)]).toEqual([code, access, { scopes: [expect.stringContaining('more than you may')] }])
  const offered = (await server.callAs(cookie, listApiKeyScopes, {})).body.scopes.map(({ code, access }): [PermissionCode, Level] => [
    code,
    access,
  ])
  expect(offered).toEqual([
    ['PERMISSION_TEMPLATES', 1],
    ['CARRIERS', 1],
    ['USERS', 1],
  ])
  const drop = await server.callAs(cookie, createApiKey, wish({ scopes: [], carrierCode: await buildCarrier(server.ownerDb) }))
  expect(drop.error.meta).toEqual({ carrierCode: [expect.stringContaining('beyond your own rights')] })
})

test('a key is made for a year at most, from today on, with a scope or a carrier, by someone who gave the password just now', async () => {
  const { cookie, id } = await person()
  const metaOf = async (input: Partial<InputOf<typeof createApiKey>>) =>
    Object.keys((await server.callAs(cookie, createApiKey, wish(input))).error.meta ?? {})
  expect(await metaOf({ expiresOn: inDays(-2) })).toEqual(['expiresOn'])
  expect(await metaOf({ expiresOn: inDays(370) })).toEqual(['expiresOn'])
  expect(await metaOf({ scopes: [] })).toEqual(['scopes'])
  expect(await metaOf({ carrierCode: 'NOBODY', scopes: [] })).toEqual(['carrierCode'])
  await server.ownerDb
    .updateTable('userSession')
    .set({ confirmedAt: new Date(Date.now() - 11 * 60_000).toISOString() })
    .where('userId', '=', id)
    .execute()
  expect((await server.callAs(cookie, createApiKey, wish())).error.code).toBe('confirm_required')
})

test('a key ends with its last day, in the time zone of its site', async () => {
  const { cookie } = await person()
  server.setNow(new Date('2026-11-02T17:00:00Z'))
  await server.ownerDb
    .updateTable('userSession')
    .set({ lastSeenAt: '2026-11-02T17:00:00Z', confirmedAt: '2026-11-02T17:00:00Z', absoluteExpiry: '2026-11-02T20:00:00Z' })
    .execute()
  const { bearer } = await keyOf(cookie, { expiresOn: '2026-11-03' })
  const at = async (time: string) => {
    server.setNow(new Date(time))
    return (await carriersWith(bearer)).status
  }
  // Midnight in New York is 05:00 in Universal Time.
  expect([await at('2026-11-04T04:59:00Z'), await at('2026-11-04T05:00:00Z')]).toEqual([200, 401])
  server.setNow(undefined)
})

test('a new secret ends the one before at once, or after the hours that were chosen; another person’s key cannot be renewed', async () => {
  const { cookie } = await person()
  const first = await keyOf(cookie)
  const renew = async (as: string, overlapHours: 0 | 24) => server.callAs(as, rotateApiKey, { id: first.id, overlapHours })
  const second = (await renew(cookie, 24)).body
  const bearer = { authorization: `Bearer ${second.secret}` }
  expect([(await carriersWith(first.bearer)).status, (await carriersWith(bearer)).status]).toEqual([200, 200])
  server.setNow(new Date(Date.now() + 25 * 3_600_000))
  expect([(await carriersWith(first.bearer)).status, (await carriersWith(bearer)).status]).toEqual([401, 200])
  server.setNow(undefined)
  const third = (await renew(cookie, 0)).body
  expect([(await carriersWith(bearer)).status, (await carriersWith({ authorization: `Bearer ${third.secret}` })).status]).toEqual([
    401, 200,
  ])
  const other = await person()
  expect((await renew(other.cookie, 0)).error.code).toBe('forbidden')
})

test('whoever keeps the site’s people revokes any key of it, at once and for good; those of other sites are not there', async () => {
  const maker = await person()
  const { id, bearer } = await keyOf(maker.cookie)
  const other = await person('b', { USERS: 2 })
  const stranger = await buildUser(server.ownerDb, 'b', { sites: [world.elsewhere], permissions: { USERS: 2 } })
  const away = await signIn(server.ownerDb, stranger, { siteId: world.elsewhere })
  expect((await server.callAs(away, revokeApiKey, { id })).status).toBe(404)
  expect((await server.callAs(away, listApiKeys, {})).body.records).toEqual([])
  expect((await server.callAs(other.cookie, revokeApiKey, { id })).body).toMatchObject({
    status: 'REVOKED',
    revokedByName: expect.stringContaining('Jane Doe'),
  })
  expect((await carriersWith(bearer)).error).toMatchObject({ code: 'key_refused' })
  expect((await server.callAs(other.cookie, revokeApiKey, { id })).status).toBe(200)
  const rows = await server.ownerDb
    .selectFrom('activity')
    .select('action')
    .where('entity', '=', 'api-keys')
    .where('entityId', '=', String(id))
    .orderBy('id')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['api-keys.made', 'api-keys.revoked'])
})

test('the log says which key it was, whose, and what it was refused; the list when and from where it last called', async () => {
  const { cookie, id } = await person()
  const { bearer, id: keyId } = await keyOf(cookie, { name: 'Gateway of the log', scopes: [{ code: 'CARRIERS', access: 2 }] })
  await server.callAs(undefined, carriers.endpoints.create, { code: 'LOGCO', legalName: 'Log Life', shortName: 'Log' }, bearer)
  await server.callAs(undefined, carriers.endpoints.list, { format: 'csv' }, bearer)
  await server.callAs(undefined, listFiles, {}, bearer)
  const told = (await server.callAs(cookie, listActivity, { actorId: id, take: 100 })).body.records.map(({ sentence }) => sentence)
  const { lastName } = await server.ownerDb.selectFrom('userAccount').select('lastName').where('id', '=', id).executeTakeFirstOrThrow()
  const who = `API key “Gateway of the log” of Jane ${lastName}`
  expect(told).toEqual(
    expect.arrayContaining([
      expect.stringMatching(`^${who} created carrier`),
      expect.stringMatching(`^${who} exported a list`),
      `${who} was refused: the right was missing (GET /api/etl/files)`,
      `Jane ${lastName} created API key Gateway of the log`,
    ]),
  )
  const listed = (await server.callAs(cookie, listApiKeys, { search: 'Gateway of the log' })).body.records
  expect(listed).toMatchObject([{ id: keyId, status: 'ACTIVE', lastUsedFrom: '127.0.0.1', lastUsedAt: expect.any(String) }])
})

test('calls that another node answered count as well', async () => {
  const { bearer, id } = await keyOf((await person()).cookie)
  server.setNow(new Date())
  const since = server.kernel.now().toISOString()
  await server.ownerDb.insertInto('apiKeyCalls').values({ keyId: id, since, calls: 119 }).execute()
  expect([(await carriersWith(bearer)).status, (await carriersWith(bearer)).status]).toEqual([200, 429])
  server.setNow(undefined)
})

test('a key that calls too often is told when to call again, and another goes on; guesses from one address are stopped', async () => {
  const { cookie } = await person()
  const [busy, calm] = [await keyOf(cookie), await keyOf(cookie)]
  const start = new Date()
  server.setNow(start)
  for (let call = 0; call < 120; call++) await carriersWith(busy.bearer)
  const refused = await carriersWith(busy.bearer)
  expect([refused.status, refused.headers['retry-after'], refused.error.message]).toEqual([
    429,
    '60',
    expect.stringContaining('Wait 60 seconds'),
  ])
  expect((await carriersWith(calm.bearer)).status).toBe(200)
  server.setNow(new Date(start.getTime() + 60_000))
  expect((await carriersWith(busy.bearer)).status).toBe(200)
  const guess = () =>
    server.app.inject({
      url: '/api/carriers',
      headers: { authorization: `Bearer corridor_key_${'y'.repeat(43)}` },
      remoteAddress: '192.0.2.9',
    })
  for (let call = 0; call < 60; call++) await guess()
  expect((await guess()).statusCode).toBe(429)
  server.setNow(undefined)
})

test('a carrier’s key sends that carrier’s files and reaches nothing else', async () => {
  const { cookie } = await person()
  const { bearer } = await keyOf(cookie, { scopes: [], carrierCode: await buildCarrier(server.ownerDb) })
  const refusals = [await server.callAs(undefined, listFiles, {}, bearer), await server.callAs(undefined, postFile, { id: 1 }, bearer)]
  expect(refusals.map(({ status, error }) => [status, error.message])).toEqual(
    Array(2).fill([403, expect.stringContaining('for files of one carrier')]),
  )
})
