import { getNoticeChoices, listNotifications, readNotifications, saveNoticeChoice } from '@corridor/contract/notifications.ts'
import { startViewAs } from '@corridor/contract/rights.ts'
import { NOTICE_DAYS } from '@corridor/domain/sites/notice-kinds.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { asPerson } from '../../platform/database/as-person.ts'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { keepHouse } from '../../shared/housekeeping.ts'
import { mailAtOnce, tellPeople } from '../../shared/notifications/bell.ts'
import { mailUnread } from '../../shared/notifications/bell-mails.ts'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { site: 0, other: 0, bank: 0, rival: 0, staff: 0, client: 0, rivals: 0, staffCookie: '', clientCookie: '' }
beforeAll(async () => {
  world.site = await buildSite(server.ownerDb)
  world.other = await buildSite(server.ownerDb)
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.site] })
  world.rival = await buildInstitution(server.ownerDb, { sites: [world.site] })
})
beforeEach(async () => {
  world.staff = await buildUser(server.ownerDb, 'd', { sites: [world.site, world.other] })
  world.client = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank })
  world.rivals = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.rival })
  world.staffCookie = await signIn(server.ownerDb, world.staff, { siteId: world.site })
  world.clientCookie = await signIn(server.ownerDb, world.client, { siteId: world.site, institutionId: world.bank })
})

const came = (subject = 'request 1') =>
  ({ kind: 'REQUEST_CAME', subject, title: `About ${subject}`, link: '/service-requests/1', institutionId: world.bank }) as const
const answered = () =>
  ({ kind: 'REQUEST_ANSWERED', subject: 'request 1', title: 'News', link: '/service-request/1', institutionId: world.bank }) as const
const tell = (people: number[], notice: Parameters<typeof tellPeople>[2]) =>
  inScope(server.kernel.db, scopeOfSystem(world.site), (trx) => tellPeople(trx, people, notice))
const bell = async (cookie: string) => (await server.callAs(cookie, listNotifications, {})).body
const mailsTo = async (person: number) => {
  const { email } = await server.ownerDb.selectFrom('userAccount').select('email').where('id', '=', person).executeTakeFirstOrThrow()
  return server.ownerDb.selectFrom('mailOutbox').select(['subject', 'bodyText']).where('recipient', '=', email).execute()
}

test('a person is told on the site that it happened on, reads it, and it stays read', async () => {
  await tell([world.staff], came())
  const { records, unread } = await bell(world.staffCookie)
  expect([unread, records]).toMatchObject([
    1,
    [{ kind: 'REQUEST_CAME', title: 'About request 1', link: '/service-requests/1', isRead: false }],
  ])
  expect((await server.callAs(world.staffCookie, readNotifications, { ids: [records[0]?.id ?? 0] })).status).toBe(204)
  expect(await bell(world.staffCookie)).toMatchObject({ unread: 0, records: [{ isRead: true }] })
  const elsewhere = await signIn(server.ownerDb, world.staff, { siteId: world.other })
  expect((await bell(elsewhere)).records).toEqual([])
})

test('news of the same subject comes back as unread, once', async () => {
  await tell([world.staff], came())
  await server.callAs(world.staffCookie, readNotifications, {})
  await tell([world.staff], { ...came(), title: 'And again' })
  expect(await bell(world.staffCookie)).toMatchObject({ unread: 1, records: [{ title: 'And again', isRead: false }] })
  expect((await bell(world.staffCookie)).records).toHaveLength(1)
})

test('what a bank is told, no other bank’s people are, whoever is named', async () => {
  expect([...(await tell([world.client, world.rivals], answered()))]).toEqual([world.client])
  const rivals = await signIn(server.ownerDb, world.rivals, { siteId: world.site, institutionId: world.rival })
  expect([(await bell(world.clientCookie)).unread, (await bell(rivals)).unread]).toEqual([1, 0])
})

test('the database shows nobody another’s bell, and lets nobody mark it', async () => {
  await tell([world.client], answered())
  const [seen, marked] = await asPerson(server.kernel.db, world.rivals, async (trx) => [
    await trx.selectFrom('notification').selectAll().execute(),
    await trx.updateTable('notification').set({ readAt: new Date().toISOString() }).where('userId', '=', world.client).executeTakeFirst(),
  ])
  expect([seen, marked?.numUpdatedRows]).toEqual([[], 0n])
  const { records } = await bell(world.clientCookie)
  await server.callAs(world.staffCookie, readNotifications, { ids: records.map(({ id }) => id) })
  expect((await bell(world.clientCookie)).unread).toBe(1)
  await expect(
    inScope(server.kernel.db, scopeOfSystem(world.site), (trx) => trx.selectFrom('notification').selectAll().execute()),
  ).rejects.toThrow(/permission denied/)
})

test('whoever views as a client sees no bell, and leaves the client’s as it is', async () => {
  await tell([world.client], answered())
  const manager = await signedInAs(server.ownerDb, 'd', { siteId: world.site, permissions: { USERS: 2, INSTITUTIONS: 2 } })
  const reply = await server.callAs(manager, startViewAs, { userId: world.client })
  const viewing = /sid=([^;]*)/.exec(String(reply.headers['set-cookie']))?.[1] ?? ''
  expect(await bell(viewing)).toEqual({ records: [], unread: 0 })
  expect((await server.callAs(viewing, readNotifications, {})).error.code).toBe('read_only')
  expect((await bell(world.clientCookie)).unread).toBe(1)
})

test('each kind is as usual until the person chooses, and the choice is in the activity log', async () => {
  const choices = async () => (await server.callAs(world.clientCookie, getNoticeChoices, {})).body.choices
  expect(await choices()).toEqual({ REQUEST_ANSWERED: 'NOW' })
  await server.callAs(world.clientCookie, saveNoticeChoice, { kind: 'REQUEST_ANSWERED', delivery: 'NONE' })
  expect(await choices()).toEqual({ REQUEST_ANSWERED: 'NONE' })
  expect([...(await tell([world.client], answered()))]).toEqual([])
  const logged = await server.ownerDb
    .selectFrom('activity')
    .select('after')
    .where('action', '=', 'profile.saved')
    .where('actorId', '=', world.client)
    .execute()
  expect(logged).toEqual([{ after: { REQUEST_ANSWERED: 'NONE' } }])
})

test('what is chosen for the morning comes in one mail, without what was read, and once', async () => {
  await server.callAs(world.staffCookie, saveNoticeChoice, { kind: 'REQUEST_CAME', delivery: 'DAILY' })
  expect([...(await tell([world.staff], came('request 1')))]).toEqual([])
  await tell([world.staff], came('request 2'))
  await tell([world.staff], came('request 3'))
  const { records } = await bell(world.staffCookie)
  await server.callAs(world.staffCookie, readNotifications, { ids: records.filter(({ title }) => title.endsWith('3')).map(({ id }) => id) })
  await mailUnread(server.kernel)
  await mailUnread(server.kernel)
  const mails = await mailsTo(world.staff)
  expect(mails.map(({ subject }) => subject)).toEqual(['2 notifications'])
  expect(mails[0]?.bodyText).toMatch(/- About request 1\n- About request 2\n\n/)
})

test('a kind without a mail of its own is mailed at once to who chose so', async () => {
  const notice = { kind: 'BATCH_DONE', subject: 'batch 9', title: 'Batch: 3 ready', link: '/asset-reporting/9' } as const
  expect([...(await tell([world.staff], notice))]).toEqual([])
  await server.callAs(world.staffCookie, saveNoticeChoice, { kind: 'BATCH_DONE', delivery: 'NOW' })
  const now = await tell([world.staff], notice)
  await inScope(server.kernel.db, scopeOfSystem(world.site), (trx) =>
    mailAtOnce(server.kernel, trx, now, { ...notice, cause: 'batch-done 9' }),
  )
  expect((await mailsTo(world.staff)).map(({ subject }) => subject)).toEqual(['Batch: 3 ready'])
})

test('who may not sign in any more is not told', async () => {
  await server.ownerDb.updateTable('userAccount').set({ status: 0 }).where('id', '=', world.staff).execute()
  await tell([world.staff], came())
  expect(await server.ownerDb.selectFrom('notification').selectAll().where('userId', '=', world.staff).execute()).toEqual([])
})

test('the bell forgets after three months', async () => {
  await tell([world.staff], came('old'))
  await tell([world.staff], came('new'))
  await sql`update notification set created_at = now() - make_interval(days => ${NOTICE_DAYS + 1}) where user_id = ${world.staff} and subject = 'old'`.execute(
    server.ownerDb,
  )
  await keepHouse.run(server.kernel, {}, { id: 'x', attempt: 1, lastAttempt: true, signal: new AbortController().signal })
  expect((await bell(world.staffCookie)).records.map(({ title }) => title)).toEqual(['About new'])
})
