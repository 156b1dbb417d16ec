import { getInvitation, sendInvitation, users } from '@corridor/contract/users.ts'
import { sql } from 'kysely'
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
  // Somebody of the bank signs in there already: staff may enter colleagues of theirs.
  await buildUser(server.ownerDb, 'c', {
    sites: [world.site],
    institutionId: world.bank,
    email: `first${next()}@bank.example`,
    passwordChangedAt: new Date().toISOString(),
  })
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

test('nobody is made, invited or moved on another site than the active one: what was done there could not be seen here', async () => {
  const manager = await buildUser(server.ownerDb, 'd', { sites: [world.site, world.other], permissions: { USERS: 2 } })
  const cookie = await signIn(server.ownerDb, manager, { siteId: world.site })
  for (const invite of [true, false]) {
    const made = await server.callAs(cookie, of.create, person({ siteIds: [world.other], invite }))
    expect([made.status, made.error.meta]).toEqual([400, { siteIds: [expect.stringMatching(/^Keep .* among the sites/)] }])
  }
  const { id } = (await server.callAs(world.manager, of.create, person())).body
  const moved = await server.callAs(cookie, of.update, { id, updatedAt: await versionOf(cookie, id), siteIds: [world.other] })
  expect([moved.status, moved.error.meta]).toEqual([400, { siteIds: [expect.stringMatching(/^Keep .* among the sites/)] }])
})

test('a deactivated person is out at once', async () => {
  const userId = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank })
  const cookie = await signIn(server.ownerDb, userId, { siteId: world.site, institutionId: world.bank })
  await server.callAs(world.staff, of.update, { id: userId, updatedAt: await versionOf(world.staff, userId), status: 0 })
  expect((await server.callAs(cookie, of.get, { id: userId })).status).toBe(401)
})

const bulk = (cookie: string, input: Parameters<typeof server.callAs<typeof of.bulk>>[2]) => server.callAs(cookie, of.bulk, input)
const statusOf = async (ids: readonly number[]) =>
  (await server.ownerDb.selectFrom('userAccount').select('status').where('id', 'in', ids).execute()).map(({ status }) => status)

test.each(['saved', 'bulk', 'deleted'] as const)(
  'sessions and links of a person deactivated (%s) do not come back with the account',
  async (way) => {
    const userId = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank, passwordHash: null })
    const colleague = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank })
    const cookie = await signIn(server.ownerDb, userId, { siteId: world.site, institutionId: world.bank })
    const other = await signIn(server.ownerDb, colleague, { siteId: world.site, institutionId: world.bank })
    expect((await server.callAs(world.staff, sendInvitation, { id: userId })).status).toBe(200)
    // Something that names the person, so that deleting deactivates.
    await server.ownerDb.insertInto('activity').values({ action: 'session.ended', actorId: userId, siteId: world.site }).execute()
    const isIn = async (who: string, id: number) => (await server.callAs(who, of.get, { id })).status
    expect([await isIn(cookie, userId), await isIn(other, colleague)]).toEqual([200, 200])
    const change = async (status: 0 | 1) =>
      server.callAs(world.staff, of.update, { id: userId, updatedAt: await versionOf(world.staff, userId), status })
    if (way === 'saved') await change(0)
    if (way === 'bulk') await bulk(world.staff, { action: 'deactivate', ids: [userId] })
    if (way === 'deleted') await server.callAs(world.staff, of.remove, { ids: [userId] })
    expect(await statusOf([userId])).toEqual([0])
    expect(await isIn(cookie, userId)).toBe(401)
    expect((await change(1)).status).toBe(200)
    expect([await isIn(cookie, userId), await isIn(other, colleague)]).toEqual([401, 200])
    expect((await server.callAs(world.staff, getInvitation, { id: userId })).body.status).toBe('none')
  },
)

test('all that a search matches are deactivated in one go, when it is as many as the person was told; Undo brings back exactly those', async () => {
  const surname = `Harrow${next()}`
  const ids: number[] = []
  for (let count = 0; count < 30; count++)
    ids.push(
      await buildUser(server.ownerDb, 'c', {
        sites: [world.site],
        institutionId: world.bank,
        lastName: surname,
        status: count === 0 ? 0 : 1,
      }),
    )
  await buildUser(server.ownerDb, 'c', { sites: [world.other], institutionId: world.foreign, lastName: surname })
  const matching = { search: surname, role: ['2'] }
  const shown = await server.callAs(world.staff, of.list, { ...matching, take: 5 })
  expect(shown.body.page.totalRecords).toBe(30)

  const stale = await bulk(world.staff, { action: 'deactivate', matching, expected: 29 })
  expect([stale.status, stale.error.meta]).toEqual([409, { matching: 30 }])
  expect(await statusOf(ids)).toContain(1)

  const done = await bulk(world.staff, { action: 'deactivate', matching, expected: 30 })
  expect(done.body).toMatchObject({ unchanged: 1, refused: [] })
  expect(done.body.done.toSorted()).toEqual(ids.slice(1).toSorted())
  expect(await statusOf(ids)).not.toContain(1)
  await bulk(world.staff, { action: 'reactivate', ids: done.body.done.map(Number) })
  expect((await statusOf(ids)).filter((status) => status === 0)).toHaveLength(1)
})

test('whom a rule protects is named, the others are done', async () => {
  const client = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank })
  const colleague = await buildUser(server.ownerDb, 'b', { sites: [world.site], firstName: 'Mara', lastName: 'Lind' })
  const { body } = await bulk(world.staff, { action: 'deactivate', ids: [client, colleague] })
  expect(body.done).toEqual([client])
  expect(body.refused).toEqual([{ id: colleague, name: 'Mara Lind', message: 'Only a manager can change staff and roles.' }])
})

test('a bulk action takes rows or a filter, not both, and none of another site', async () => {
  expect((await bulk(world.staff, { action: 'delete' })).status).toBe(400)
  expect((await bulk(world.staff, { action: 'delete', ids: [1], matching: {} })).status).toBe(400)
  const stranger = await buildUser(server.ownerDb, 'c', { sites: [world.other], institutionId: world.foreign })
  expect((await bulk(world.staff, { action: 'deactivate', ids: [stranger] })).status).toBe(404)
})

test('an invitation goes out with the account, and its use is seen', async () => {
  const made = await server.callAs(world.staff, of.create, person({ invite: true }))
  const id = Number(made.body.id)
  expect(made.body).toMatchObject({ invitation: 'sent' })
  const mails = () => server.ownerDb.selectFrom('mailOutbox').select('recipient').where('recipient', '=', String(made.body.email)).execute()
  expect(await mails()).toHaveLength(1)
  expect((await server.callAs(world.staff, sendInvitation, { id })).body).toMatchObject({ status: 'sent', usedAt: null })
  expect(await mails()).toHaveLength(2)
  expect((await server.callAs(world.staff, of.list, { invitation: 'sent', search: String(made.body.email) })).body.records).toHaveLength(1)
  await server.ownerDb.updateTable('userAccount').set({ passwordHash: 'x' }).where('id', '=', id).execute()
  expect((await server.callAs(world.staff, getInvitation, { id })).body.status).toBe('accepted')
  expect((await server.callAs(world.staff, sendInvitation, { id })).error.code).toBe('wrong_status')
})

test('a person who was deactivated is not invited before they are reactivated', async () => {
  const id = Number((await server.callAs(world.staff, of.create, person({ invite: false }))).body.id)
  await server.ownerDb.updateTable('userAccount').set({ status: 0 }).where('id', '=', id).execute()
  expect((await server.callAs(world.staff, sendInvitation, { id })).error).toMatchObject({
    code: 'wrong_status',
    message: 'Reactivate this person first.',
  })
  expect((await server.callAs(world.staff, getInvitation, { id })).body).toMatchObject({ status: 'none' })
})

test('staff do not open the account of other staff', async () => {
  const colleague = await buildUser(server.ownerDb, 'b', { sites: [world.site], passwordHash: null })
  expect((await server.callAs(world.staff, sendInvitation, { id: colleague })).status).toBe(403)
  expect((await server.callAs(world.manager, sendInvitation, { id: colleague })).status).toBe(200)
})

test('a stale save tells who changed it and when', async () => {
  const id = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank })
  const updatedAt = await versionOf(world.staff, id)
  await server.callAs(world.manager, of.update, { id, updatedAt, title: 'Treasurer' })
  const stale = await server.callAs(world.staff, of.update, { id, updatedAt, title: 'Auditor' })
  expect(stale.status).toBe(409)
  expect(stale.error.meta).toMatchObject({
    current: { title: 'Treasurer' },
    yours: { title: 'Auditor' },
    changedBy: expect.stringMatching(/^Pat Person/),
  })
  expect(Date.parse(String(stale.error.meta?.changedAt))).toBeGreaterThan(Date.now() - 60_000)
})

test('a search for the whole name finds the person, a filter by institution their representative too', async () => {
  const surname = `Okafor${next()}`
  await buildUser(server.ownerDb, 'e', { sites: [world.site], institutions: [world.bank], firstName: 'Tess', lastName: surname })
  const found = await server.callAs(world.staff, of.list, { search: `tess ${surname}`, institutionId: world.bank })
  expect(found.body.records.map(({ lastName }) => lastName)).toEqual([surname])
})

test('people without history are deleted together and brought back together; whoever has history is deactivated', async () => {
  const [first, second, active] = [
    await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank }),
    await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank }),
    await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank }),
  ]
  await server.ownerDb.insertInto('activity').values({ action: 'session.started', actorId: active, siteId: world.site }).execute()
  const { body } = await bulk(world.staff, { action: 'delete', ids: [first, second, active] })
  expect([body.done.toSorted(), body.deactivated]).toEqual([[first, second, active].toSorted(), [active]])
  expect(await statusOf([first, second, active])).toEqual([0])
  await server.callAs(world.staff, of.restore, { ids: body.done.map(Number) })
  expect(await statusOf([first, second, active])).toEqual([1, 1, 1])
})

test('staff that a manager deleted or deactivated come back by a manager alone', async () => {
  const [gone, off] = [
    await buildUser(server.ownerDb, 'd', { sites: [world.site] }),
    await buildUser(server.ownerDb, 'b', { sites: [world.site] }),
  ]
  await server.ownerDb.insertInto('activity').values({ action: 'session.started', actorId: off, siteId: world.site }).execute()
  const deletion = await server.callAs(world.manager, of.remove, { ids: [gone, off] })
  expect(deletion.body).toEqual({ deleted: [gone], deactivated: [off] })
  const statusAs = async (cookie: string, id: number) => (await server.callAs(cookie, of.restore, { ids: [id] })).status
  expect([await statusAs(world.staff, gone), await statusAs(world.staff, off)]).toEqual([403, 403])
  expect(await statusOf([gone, off])).toEqual([0])
  expect([await statusAs(world.manager, gone), await statusAs(world.manager, off)]).toEqual([200, 200])
  expect(await statusOf([gone, off])).toEqual([1, 1])
})

test('more than a thousand at once are too many, and the person is told what to do', async () => {
  const surname = `Crowd${next()}`
  await sql`with made as (insert into user_account (email, first_name, last_name, role, institution_id)
    select ${surname} || n || '@bank.example', 'A', ${surname}, 'c', ${world.bank} from generate_series(1, 1001) n returning id)
    insert into user_site (user_id, site_id) select id, ${world.site} from made`.execute(server.ownerDb)
  const { status, error } = await bulk(world.staff, { action: 'deactivate', matching: { search: surname }, expected: 1001 })
  expect([status, error.meta]).toEqual([400, { matching: ['At most 1,000 users at a time: narrow the search or add a filter.'] }])
})

test('an address that somebody has already is refused at its field, on creation and on saving', async () => {
  const email = `twice${next()}@bank.example`
  const first = await server.callAs(world.staff, of.create, person({ email }))
  expect((await server.callAs(world.staff, of.create, person({ email: email.toUpperCase() }))).error.meta).toEqual({
    email: ['This is already taken.'],
  })
  const other = await server.callAs(world.staff, of.create, person())
  const taken = await server.callAs(world.staff, of.update, { id: Number(other.body.id), updatedAt: String(other.body.updatedAt), email })
  expect([first.status, taken.status, taken.error.meta]).toEqual([201, 400, { email: ['This is already taken.'] }])
})

test('a file of the list says role and status in words, and holds the asked columns alone', async () => {
  const email = `export${next()}@bank.example`
  await server.callAs(world.staff, of.create, person({ email }))
  const columns = ['lastName', 'roleName', 'statusName', 'email']
  const { bytes } = await server.callAs(world.staff, of.list, { search: email, format: 'csv', columns })
  expect(bytes.toString()).toBe(`\uFEFFLast Name,Role Name,Status Name,Email\r\nQuill,Client,Not invited,${email}\r\n`)
  const statusOf = async () =>
    (await server.callAs(world.staff, of.list, { search: email })).body.records.map((each) => 'statusName' in each && each.statusName)
  await server.ownerDb.updateTable('userAccount').set({ passwordHash: 'any' }).where('email', '=', email).execute()
  expect(await statusOf()).toEqual(['Active'])
  await server.ownerDb.updateTable('userAccount').set({ status: 0 }).where('email', '=', email).execute()
  expect(await statusOf()).toEqual(['Deactivated'])
})
