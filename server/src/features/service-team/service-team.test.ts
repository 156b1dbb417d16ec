import { getInstitutionTeam, getServiceTeam, getTeamAvatar, setInstitutionTeam } from '@corridor/contract/service-team.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildInstitution, buildSite, buildUser, signedInAs } from '../../test/builders.ts'
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

test('the client reads the team in its order, without who left the firm', async () => {
  expect((await server.callAs(world.client, getServiceTeam, {})).body).toMatchObject({
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

test('the team of an institution on another site is neither read nor ordered', async () => {
  const elsewhere = await buildInstitution(server.ownerDb, { sites: [await buildSite(server.ownerDb)], name: 'Birch Bank' })
  expect((await server.callAs(world.staff, getInstitutionTeam, { id: elsewhere })).status).toBe(404)
  expect((await server.callAs(world.staff, setInstitutionTeam, { id: elsewhere, userIds: [world.ada], before: [] })).status).toBe(404)
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
