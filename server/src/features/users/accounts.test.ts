import { users } from '@corridor/contract/users.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { buildInstitution, buildSite, buildUser, next, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { site: 0, bank: 0, staff: '', manager: '' }
const of = users.endpoints

beforeAll(async () => {
  world.site = await buildSite(server.ownerDb)
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.site], name: 'Alder Bank' })
  await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank, email: `first${next()}@bank.example`, ...joined })
  world.staff = await signedInAs(server.ownerDb, 'b', { siteId: world.site, permissions: { USERS: 2 } })
  world.manager = await signedInAs(server.ownerDb, 'd', { siteId: world.site, permissions: { USERS: 2 } })
})

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

const mailsTo = async (recipient: string) =>
  (await server.ownerDb.selectFrom('mailOutbox').select('subject').where('recipient', '=', recipient).orderBy('id').execute()).map(
    ({ subject }) => subject,
  )
const joined = { passwordChangedAt: new Date().toISOString() }

test('staff open accounts at a bank only where somebody of the bank signs in already; a manager opens the first one', async () => {
  const outside = person({ email: `own${next()}@mailbox.example` })
  const refused = await server.callAs(world.staff, of.create, outside)
  expect([refused.status, refused.error.message]).toEqual([
    403,
    'No one at this institution signs in with an address at mailbox.example yet. A manager must open the first account there.',
  ])
  expect((await server.callAs(world.manager, of.create, outside)).status).toBe(201)
  // Whoever was invited and never came proves nothing of the bank.
  expect((await server.callAs(world.staff, of.create, person({ email: `next${next()}@mailbox.example` }))).status).toBe(403)
})

test('staff open no account with an address that anybody may have, though somebody of the bank has one too', async () => {
  await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank, email: `cfo${next()}@gmail.com`, ...joined })
  const refused = await server.callAs(world.staff, of.create, person({ email: `own${next()}@gmail.com` }))
  expect([refused.status, refused.error.message]).toEqual([403, expect.stringContaining('Anyone may have an address at gmail.com.')])
  expect((await server.callAs(world.manager, of.create, person({ email: `own${next()}@gmail.com` }))).status).toBe(201)
})

test.each<[string, 'c' | 'e', (id: number) => Promise<{ status: number }>]>([
  [
    'saved as active',
    'c',
    async (id) => server.callAs(world.staff, of.update, { id, updatedAt: await versionOf(world.staff, id), status: 1 }),
  ],
  ['reactivated among others', 'e', (id) => server.callAs(world.staff, of.bulk, { action: 'reactivate', ids: [id] })],
  [
    'brought back after a deletion',
    'c',
    async (id) => {
      await server.ownerDb.updateTable('userAccount').set({ status: 1 }).where('id', '=', id).execute()
      await server.callAs(world.staff, of.remove, { ids: [id] })
      return server.callAs(world.staff, of.restore, { ids: [id] })
    },
  ],
])('the bank’s clients hear of a former colleague who is %s, and the account is as new', async (_, role, back) => {
  const bank = await buildInstitution(server.ownerDb, { sites: [world.site], name: 'Finch Bank' })
  const reader = `cfo${next()}@finch.example`
  await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: bank, email: reader, ...joined })
  const id = await buildUser(server.ownerDb, role, {
    sites: [world.site],
    ...(role === 'c' ? { institutionId: bank } : { institutions: [bank] }),
    email: `left${next()}@finch.example`,
    permissionsUpdatedAt: '2020-01-01T00:00:00Z',
    ...joined,
  })
  await server.ownerDb.updateTable('userAccount').set({ status: 0 }).where('id', '=', id).execute()
  expect((await back(id)).status).toBe(200)
  expect(await mailsTo(reader)).toEqual(['A new person signs in for Finch Bank'])
  const { permissionsUpdatedAt } = await server.ownerDb
    .selectFrom('userAccount')
    .select('permissionsUpdatedAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(Date.parse(permissionsUpdatedAt)).toBeGreaterThan(Date.parse('2026-01-01'))
})

test('managers hear of a former manager whose account opens again', async () => {
  const boss = `boss${next()}@firm.example`
  await buildUser(server.ownerDb, 'd', { sites: [world.site], email: boss, ...joined })
  const id = await buildUser(server.ownerDb, 'd', { sites: [world.site], ...joined })
  await server.ownerDb.updateTable('userAccount').set({ status: 0 }).where('id', '=', id).execute()
  await server.callAs(world.manager, of.bulk, { action: 'reactivate', ids: [id] })
  expect((await mailsTo(boss)).at(-1)).toContain('is Manager from now on')
})

test('staff move nobody with an address of elsewhere to a bank', async () => {
  const other = await buildInstitution(server.ownerDb, { sites: [world.site] })
  const id = await buildUser(server.ownerDb, 'c', {
    sites: [world.site],
    institutionId: other,
    email: `m${next()}@other.example`,
    ...joined,
  })
  const move = async (cookie: string) =>
    server.callAs(cookie, of.update, { id, updatedAt: await versionOf(cookie, id), institutionId: world.bank })
  expect([(await move(world.staff)).status, (await move(world.manager)).status]).toEqual([403, 200])
})

test('a representative gets institutions from a manager alone; what they have, staff may leave or take', async () => {
  const rep = person({ role: 1 as const, institutionId: null, institutionIds: [world.bank] })
  expect((await server.callAs(world.staff, of.create, rep)).status).toBe(403)
  const { body } = await server.callAs(world.manager, of.create, rep)
  const id = Number(body.id)
  const save = async (institutionIds: number[]) =>
    (await server.callAs(world.staff, of.update, { id, updatedAt: await versionOf(world.staff, id), institutionIds })).status
  const more = await buildInstitution(server.ownerDb, { sites: [world.site] })
  expect([await save([world.bank]), await save([world.bank, more]), await save([])]).toEqual([200, 403, 200])
})

test('the bank’s clients hear who else signs in for it, other managers who is made staff', async () => {
  const bank = await buildInstitution(server.ownerDb, { sites: [world.site], name: 'Lark Bank' })
  const reader = `cfo${next()}@lark.example`
  await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: bank, email: reader, ...joined })
  await server.callAs(world.staff, of.create, person({ institutionId: bank, email: `new${next()}@lark.example` }))
  expect(await mailsTo(reader)).toEqual(['A new person signs in for Lark Bank'])

  const colleague = `boss${next()}@firm.example`
  await buildUser(server.ownerDb, 'd', { sites: [world.site], email: colleague, ...joined })
  await server.callAs(world.manager, of.create, person({ role: 4 as const, institutionId: null, firstName: 'Max' }))
  expect(await mailsTo(colleague)).toEqual(['Max Quill is Manager from now on'])
})

test('of the first person of a bank the other managers hear, who made the account does not', async () => {
  const bank = await buildInstitution(server.ownerDb, { sites: [world.site], name: 'Wren Bank' })
  const [boss, first] = [`boss${next()}@firm.example`, `cfo${next()}@wren.example`]
  await buildUser(server.ownerDb, 'd', { sites: [world.site], email: boss, ...joined })
  await server.callAs(world.manager, of.create, person({ institutionId: bank, email: first }))
  expect([await mailsTo(boss), await mailsTo(first)]).toEqual([['A new person signs in for Wren Bank'], []])
})

test('before somebody joined, a mistyped address is put right with a recent password; the link sent to it ends, and both addresses are told', async () => {
  const wrong = `adda${next()}@bank.example`
  const right = `ada${next()}@bank.example`
  const { body } = await server.callAs(world.staff, of.create, person({ email: wrong, invite: true }))
  const id = Number(body.id)
  const save = async () => server.callAs(world.staff, of.update, { id, updatedAt: await versionOf(world.staff, id), email: right })
  await sql`update user_session set confirmed_at = confirmed_at - interval '11 minutes'`.execute(server.ownerDb)
  expect((await save()).error.code).toBe('confirm_required')
  await sql`update user_session set confirmed_at = now()`.execute(server.ownerDb)
  expect((await save()).body).toMatchObject({ email: right, invitation: 'none' })
  expect([(await mailsTo(wrong)).at(-1), await mailsTo(right)]).toEqual([
    'An invitation to Corridor was withdrawn',
    ['An account at Corridor has this address now'],
  ])
})

test('a colleague’s phone number changes with a recent password, and the person is told', async () => {
  const email = `p${next()}@bank.example`
  const id = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank, email, ...joined })
  const save = async (phone: string) =>
    server.callAs(world.staff, of.update, { id, updatedAt: await versionOf(world.staff, id), phone, title: 'CFO' })
  await sql`update user_session set confirmed_at = confirmed_at - interval '11 minutes'`.execute(server.ownerDb)
  expect((await save('3125550142')).error.code).toBe('confirm_required')
  await sql`update user_session set confirmed_at = now()`.execute(server.ownerDb)
  expect((await save('3125550142')).status).toBe(200)
  expect(await mailsTo(email)).toEqual(['Your phone number at Corridor was changed'])
  await sql`update user_session set confirmed_at = confirmed_at - interval '11 minutes'`.execute(server.ownerDb)
  expect((await save('3125550142')).status).toBe(200)
})
