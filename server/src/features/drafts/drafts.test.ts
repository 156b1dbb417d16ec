import { DRAFT_DAYS, DRAFT_MOST, discardDraft, listDrafts, saveDraft } from '@corridor/contract/drafts.ts'
import { beforeAll, expect, test } from 'vitest'
import { keepHouse } from '../../shared/housekeeping.ts'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { site: 0, other: 0, bank: 0, manager: 0, cookie: '' }
const WRITER = '11111111-1111-4111-8111-111111111111'
const OTHER_TAB = '22222222-2222-4222-8222-222222222222'

beforeAll(async () => {
  world.site = await buildSite(server.ownerDb)
  world.other = await buildSite(server.ownerDb)
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.site] })
  world.manager = await buildUser(server.ownerDb, 'd', { sites: [world.site, world.other] })
  world.cookie = await signIn(server.ownerDb, world.manager, { siteId: world.site })
})

const kept = async (cookie: string, key: string) =>
  (await server.callAs(cookie, listDrafts, { key })).body.records.map(({ content }) => content)

test('what is typed comes back to whoever typed it, letter by letter, from another session too', async () => {
  const content = { values: { bio: 'Zürich – “café”, 漢字, \u0001 and\nlines, 🏦' } }
  expect(
    (await server.callAs(world.cookie, saveDraft, { key: 'users:1', writer: WRITER, version: 1, content: { values: { bio: 'Z' } } }))
      .status,
  ).toBe(200)
  await server.callAs(world.cookie, saveDraft, { key: 'users:1', writer: WRITER, version: 1, content })
  const again = await signIn(server.ownerDb, world.manager, { siteId: world.site })
  expect(await kept(again, 'users:1')).toEqual([content])
})

test('an older text that arrives late does not undo the newer one', async () => {
  await server.callAs(world.cookie, saveDraft, { key: 'users:9', writer: WRITER, version: 2, content: { bio: 'whole' } })
  await server.callAs(world.cookie, saveDraft, { key: 'users:9', writer: WRITER, version: 1, content: { bio: 'wh' } })
  expect(await kept(world.cookie, 'users:9')).toEqual([{ bio: 'whole' }])
})

test('two open forms keep a draft each, and saving one forgets that one', async () => {
  await server.callAs(world.cookie, saveDraft, { key: 'users:2', writer: WRITER, version: 1, content: { tab: 1 } })
  await server.callAs(world.cookie, saveDraft, { key: 'users:2', writer: OTHER_TAB, version: 1, content: { tab: 2 } })
  expect(await kept(world.cookie, 'users:2')).toHaveLength(2)
  expect((await server.callAs(world.cookie, discardDraft, { key: 'users:2', writer: WRITER })).status).toBe(204)
  expect(await kept(world.cookie, 'users:2')).toEqual([{ tab: 2 }])
})

test('nobody else finds it: neither a colleague, nor a client, nor oneself on another site', async () => {
  await server.callAs(world.cookie, saveDraft, { key: 'users:3', writer: WRITER, version: 1, content: { secret: 'yes' } })
  const colleague = await signedInAs(server.ownerDb, 'd', { siteId: world.site, permissions: { USERS: 2 } })
  const client = await signedInAs(server.ownerDb, 'c', { siteId: world.site, institutionId: world.bank })
  const elsewhere = await signIn(server.ownerDb, world.manager, { siteId: world.other })
  for (const cookie of [colleague, client, elsewhere]) expect(await kept(cookie, 'users:3')).toEqual([])
  await server.callAs(colleague, discardDraft, { key: 'users:3', writer: WRITER })
  expect(await kept(world.cookie, 'users:3')).toHaveLength(1)
})

test('clients keep drafts of their own forms', async () => {
  const client = await signedInAs(server.ownerDb, 'c', { siteId: world.site, institutionId: world.bank })
  await server.callAs(client, saveDraft, { key: 'service-request', writer: WRITER, version: 1, content: { body: 'Please' } })
  expect(await kept(client, 'service-request')).toEqual([{ body: 'Please' }])
})

test('a key that is none is refused, and so is more than a form can hold', async () => {
  expect((await server.callAs(world.cookie, saveDraft, { key: '../x', writer: WRITER, version: 1, content: {} })).status).toBe(400)
  const content = { bio: 'x'.repeat(DRAFT_MOST) }
  expect((await server.callAs(world.cookie, saveDraft, { key: 'users:4', writer: WRITER, version: 1, content })).status).toBe(413)
})

test('a draft that nobody came back to goes after a month', async () => {
  await server.callAs(world.cookie, saveDraft, { key: 'users.8', writer: WRITER, version: 1, content: { old: true } })
  const job = { id: 'x', attempt: 1, lastAttempt: true, signal: new AbortController().signal }
  server.setNow(new Date(Date.now() + (DRAFT_DAYS - 1) * 86_400_000))
  await server.ownerDb
    .updateTable('userSession')
    .set({ lastSeenAt: new Date(Date.now() + 365 * 86_400_000).toISOString() })
    .execute()
  await server.ownerDb
    .updateTable('userSession')
    .set({ absoluteExpiry: new Date(Date.now() + 365 * 86_400_000).toISOString() })
    .execute()
  await keepHouse.run(server.kernel, {}, job)
  expect(await kept(world.cookie, 'users.8')).toHaveLength(1)
  server.setNow(new Date(Date.now() + (DRAFT_DAYS + 1) * 86_400_000))
  await keepHouse.run(server.kernel, {}, job)
  expect(await kept(world.cookie, 'users.8')).toEqual([])
  server.setNow(undefined)
})
