import {
  getInstitutionTeam,
  getServiceTeam,
  getTeamAvatar,
  listInstitutionRequests,
  listServiceRequests,
  sendServiceRequest,
  setInstitutionTeam,
} from '@corridor/contract/service-team.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { site: 0, bank: 0, ada: 0, bert: 0, staff: '', client: '' }

beforeAll(async () => {
  const db = server.ownerDb
  world.site = await buildSite(db, { contactName: 'Service desk', contactEmail: 'desk@firm.example' })
  world.ada = await buildUser(db, 'b', {
    sites: [world.site],
    firstName: 'Ada',
    lastName: 'Hart',
    email: 'ada@firm.example',
    title: 'Consultant',
    phone: '3125550100',
  })
  world.bert = await buildUser(db, 'e', { sites: [world.site], firstName: 'Bert', lastName: 'Quill', email: 'bert@firm.example' })
  world.staff = await signedInAs(db, 'b', { siteId: world.site, permissions: { INSTITUTIONS: 2 } })
})
beforeEach(async () => {
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.site], name: 'Alder Bank' })
  world.client = await signedInAs(server.ownerDb, 'c', { siteId: world.site, institutionId: world.bank })
})

const set = (userIds: number[], before: number[] = []) =>
  server.callAs(world.staff, setInstitutionTeam, { id: world.bank, userIds, before })
const ask = (cookie = world.client, over = {}) =>
  server.callAs(cookie, sendServiceRequest, {
    subject: 'Statement of values',
    text: 'Please send the values as of June once more.',
    ...over,
  })
const mails = () =>
  server.ownerDb.selectFrom('mailOutbox').selectAll().where('dedupeKey', 'like', `service-request ${world.bank} %`).execute()

test('the client reads the team in its order, without who left the firm', async () => {
  expect((await server.callAs(world.client, getServiceTeam, {})).body).toEqual({
    records: [],
    contact: { name: 'Service desk', email: 'desk@firm.example', phone: null },
  })
  const left = await buildUser(server.ownerDb, 'b', { sites: [world.site], lastName: 'Gone' })
  await set([world.bert, left, world.ada])
  await server.ownerDb.updateTable('userAccount').set({ status: 0 }).where('id', '=', left).execute()
  const seen = (await server.callAs(world.client, getServiceTeam, {})).body.records
  expect(seen.map(({ firstName, phone }) => [firstName, phone])).toEqual([
    ['Bert', null],
    ['Ada', '3125550100'],
  ])
  const told = (await server.callAs(world.staff, getInstitutionTeam, { id: world.bank })).body.records
  expect(told.map(({ id, active }) => [id, active])).toEqual([
    [world.bert, true],
    [left, false],
    [world.ada, true],
  ])
})

test('two who order the team at once do not overwrite each other, and only people of the firm serve on it', async () => {
  expect((await set([world.ada, world.bert])).status).toBe(200)
  const late = await set([world.bert], [])
  expect([late.status, late.error.meta]).toMatchObject([409, { current: { userIds: [world.ada, world.bert] } }])
  const banker = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank })
  expect((await set([banker], [world.ada, world.bert])).status).toBe(404)
  expect((await set([world.bert, world.ada], [world.ada, world.bert])).body.records.map(({ id }) => id)).toEqual([world.bert, world.ada])
  const log = await server.ownerDb
    .selectFrom('activity')
    .select(['before', 'after'])
    .where('action', '=', 'institutions.service-team')
    .where('institutionId', '=', world.bank)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(log).toEqual({ before: { userIds: [world.ada, world.bert] }, after: { userIds: [world.bert, world.ada] } })
})

test('a portrait is shown to those the person serves, and to nobody else', async () => {
  await server.ownerDb
    .insertInto('storedFile')
    .values({ sha256: 'a'.repeat(64), sizeBytes: 3, mediaType: 'image/webp' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const portrait = await server.kernel.files.put(Buffer.from('RIFF\0\0\0\0WEBPVP8 '))
  await server.ownerDb
    .insertInto('storedFile')
    .values({ ...portrait, mediaType: 'image/webp' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await server.ownerDb.updateTable('userAccount').set({ avatarSha256: portrait.sha256 }).where('id', '=', world.ada).execute()
  expect((await server.callAs(world.client, getTeamAvatar, { id: world.ada })).status).toBe(404)
  await set([world.ada])
  const seen = await server.callAs(world.client, getTeamAvatar, { id: world.ada })
  expect([seen.status, seen.headers['content-type']]).toEqual([200, 'image/webp'])
  expect((await server.callAs(world.client, getServiceTeam, {})).body.records[0]?.avatar).toContain(
    `/api/service-team/${world.ada}/avatar?v=`,
  )
})

test('a request is one mail to the whole team, kept for who asked, told to staff, and hidden from colleagues', async () => {
  await set([world.ada, world.bert])
  const { status, body } = await ask()
  expect([status, body.recipients]).toEqual([201, ['Ada Hart', 'Bert Quill']])
  expect(await mails()).toMatchObject([{ recipient: 'ada@firm.example, bert@firm.example', subject: 'Alder Bank: Statement of values' }])
  expect((await server.callAs(world.client, listServiceRequests, {})).body.records.map(({ subject }) => subject)).toEqual([
    'Statement of values',
  ])
  const colleague = await signedInAs(server.ownerDb, 'a', { siteId: world.site, institutionId: world.bank })
  expect((await server.callAs(colleague, listServiceRequests, {})).body.records).toEqual([])
  const told = (await server.callAs(world.staff, listInstitutionRequests, { id: world.bank })).body.records
  expect(told.map(({ askedBy, text }) => [askedBy.startsWith('Pat'), text])).toEqual([
    [true, 'Please send the values as of June once more.'],
  ])
})

test('without a team it goes to the site’s contact, and with neither the person is told', async () => {
  expect((await ask()).body.recipients).toEqual(['Service desk'])
  const bare = await buildSite(server.ownerDb)
  const bank = await buildInstitution(server.ownerDb, { sites: [bare] })
  const client = await signedInAs(server.ownerDb, 'c', { siteId: bare, institutionId: bank })
  const refused = await ask(client)
  expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('No service team')])
})

test('asked twice with one key it is sent once; the eleventh within the hour waits; a subject adds no header', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const once = { subject: 'Hello\r\nBcc: all@firm.example', text: 'Please call me back tomorrow.' }
  const first = await server.callAs(world.client, sendServiceRequest, once, key)
  expect((await server.callAs(world.client, sendServiceRequest, once, key)).body.id).toBe(first.body.id)
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Alder Bank: Hello Bcc: all@firm.example'])
  for (let count = 1; count < 10; count++) expect((await ask()).status).toBe(201)
  expect((await ask()).status).toBe(429)
  expect(await mails()).toHaveLength(10)
})

test('a representative asks for the institution they act for', async () => {
  const userId = await buildUser(server.ownerDb, 'e', { sites: [world.site], institutions: [world.bank] })
  const rep = await signIn(server.ownerDb, userId, { siteId: world.site, institutionId: world.bank })
  expect((await ask(rep)).status).toBe(201)
  expect(await mails()).toHaveLength(1)
})
