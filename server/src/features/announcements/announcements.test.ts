import {
  announcements,
  countAudience,
  dismissAnnouncement,
  listActiveAnnouncements,
  removeAnnouncement,
  searchAnnouncements,
} from '@corridor/contract/announcements.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildInstitution, buildSite, buildUser, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildQuestionnaire } from '../../test/questionnaires.ts'

const server = useServer()
const NOON = new Date('2026-11-10T17:00:00Z')
const people: Record<string, string> = {}
const world = { east: 0, west: 0, bank: 0, other: 0, far: 0 }
const { create, update, remove, restore, bulk } = announcements.endpoints

beforeAll(async () => {
  const db = server.ownerDb
  world.east = await buildSite(db, { timeZone: 'America/New_York' })
  world.west = await buildSite(db, { timeZone: 'Pacific/Honolulu' })
  world.bank = await buildInstitution(db, { sites: [world.east] })
  world.other = await buildInstitution(db, { sites: [world.east] })
  world.far = await buildInstitution(db, { sites: [world.west] })
  const enter = async (name: string, userId: number, siteId: number, institutionId = 0) => {
    people[name] = await signIn(db, userId, { siteId, institutionId, now: NOON })
  }
  const keeper = await buildUser(db, 'b', { sites: [world.east, world.west], permissions: { ANNOUNCEMENTS: 2 } })
  await enter('keeper', keeper, world.east)
  await enter('keeperWest', keeper, world.west)
  await enter('local', await buildUser(db, 'b', { sites: [world.east], permissions: { ANNOUNCEMENTS: 2 } }), world.east)
  await enter('client', await buildUser(db, 'c', { sites: [world.east], institutionId: world.bank }), world.east, world.bank)
  await enter('team', await buildUser(db, 'a', { sites: [world.east], institutionId: world.bank }), world.east, world.bank)
  await enter('neighbor', await buildUser(db, 'c', { sites: [world.east], institutionId: world.other }), world.east, world.other)
  await enter('far', await buildUser(db, 'c', { sites: [world.west], institutionId: world.far }), world.west, world.far)
  const rep = await buildUser(db, 'e', { sites: [world.east], institutions: [world.bank, world.other] })
  await enter('rep', rep, world.east, world.bank)
  await clock(NOON)
})
/** Moves the time of day without ending anybody's session. */
async function clock(time: Date): Promise<void> {
  server.setNow(time)
  await server.ownerDb.updateTable('userSession').set({ lastSeenAt: time.toISOString(), absoluteExpiry: '2099-01-01T00:00:00Z' }).execute()
}
beforeEach(() => server.ownerDb.deleteFrom('announcement').execute())

const TEXT = {
  title: 'Maintenance',
  body: 'On Saturday.',
  level: 'INFO',
  dismissible: true,
  siteIds: [],
  roles: [],
  institutionIds: [],
  startsOn: '2026-11-01',
  endsOn: null,
} as const
const make = async (over = {}, by = 'keeper') =>
  (await server.callAs(people[by], create, { ...TEXT, ...over })).body as { id: number; updatedAt: string; phase: string }
const seen = async (name: string) => (await server.callAs(people[name], listActiveAnnouncements, {})).body.records.map(({ title }) => title)
const readers = async () => {
  const found: string[] = []
  for (const name of Object.keys(people)) if ((await seen(name)).length > 0) found.push(name)
  return found
}

test.each([
  ['everybody', () => ({}), ['keeper', 'keeperWest', 'local', 'client', 'team', 'neighbor', 'far', 'rep']],
  ['a site', () => ({ siteIds: [world.east] }), ['keeper', 'local', 'client', 'team', 'neighbor', 'rep']],
  ['roles', () => ({ roles: ['c', 'e'] }), ['client', 'neighbor', 'far', 'rep']],
  ['an institution', () => ({ institutionIds: [world.bank] }), ['client', 'team', 'rep']],
  ['roles of an institution', () => ({ institutionIds: [world.bank], roles: ['a'] }), ['team']],
] as const)('for %s, and nobody else', async (_, audience, expected) => {
  await make(audience())
  expect(await readers()).toEqual(expected)
})

test('from the first day to the last by the clock of the reader’s own site', async () => {
  await make({ startsOn: '2026-11-10', endsOn: '2026-11-10' })
  const at = async (time: string) => {
    await clock(new Date(time))
    return [await seen('client'), await seen('far')].map(({ length }) => length)
  }
  expect(await at('2026-11-10T04:59:00Z')).toEqual([0, 0])
  expect(await at('2026-11-10T05:00:00Z')).toEqual([1, 0])
  expect(await at('2026-11-10T10:00:00Z')).toEqual([1, 1])
  expect(await at('2026-11-11T04:59:59Z')).toEqual([1, 1])
  expect(await at('2026-11-11T05:00:00Z')).toEqual([0, 1])
  await clock(NOON)
})

test('dismissed it stays away for that person, on the server; one that must stay cannot be', async () => {
  const { id } = await make()
  expect((await server.callAs(people.client, dismissAnnouncement, { id })).status).toBe(204)
  expect((await server.callAs(people.client, dismissAnnouncement, { id })).status).toBe(404)
  expect([await seen('client'), await seen('team')]).toEqual([[], ['Maintenance']])
  const lasting = await make({ title: 'Outage', level: 'WARNING', dismissible: false })
  expect((await server.callAs(people.client, dismissAnnouncement, { id: lasting.id })).error.meta).toHaveProperty('id')
  expect(await seen('team')).toEqual(['Outage', 'Maintenance'])
  const foreign = await make({ institutionIds: [world.other] })
  expect((await server.callAs(people.client, dismissAnnouncement, { id: foreign.id })).status).toBe(404)
})

test('nobody announces to a site they do not belong to, nor to institutions of another', async () => {
  expect((await server.callAs(people.local, create, { ...TEXT, siteIds: [world.east, world.west] })).status).toBe(404)
  expect((await server.callAs(people.keeper, create, { ...TEXT, siteIds: [world.west] })).error.meta).toHaveProperty('siteIds')
  expect((await server.callAs(people.keeper, create, { ...TEXT, institutionIds: [world.far] })).status).toBe(404)
  expect((await server.callAs(people.keeper, create, { ...TEXT, endsOn: '2026-10-31' })).error.meta).toHaveProperty('endsOn')
  expect((await server.callAs(people.client, create, { ...TEXT })).status).toBe(403)
})

test('the list tells what is shown today, and the search by POST answers the same', async () => {
  await make()
  const coming = await make({ title: 'Later', startsOn: '2026-12-01' })
  await make({ title: 'Gone', startsOn: '2026-01-01', endsOn: '2026-01-31' })
  await make({ title: 'West', siteIds: [world.west] }, 'keeperWest')
  const listed = async (input: object) =>
    (await server.callAs(people.keeper, searchAnnouncements, input)).body.records.map(({ title, phase }) => [title, phase])
  expect(await listed({ sort: 'title' })).toEqual([
    ['Gone', 'OVER'],
    ['Later', 'TO_COME'],
    ['Maintenance', 'SHOWN'],
  ])
  expect(await listed({ phase: ['TO_COME', 'OVER'], sort: 'title' })).toEqual([
    ['Gone', 'OVER'],
    ['Later', 'TO_COME'],
  ])
  await server.callAs(people.keeper, bulk, { action: 'deactivate', ids: [coming.id] })
  expect(await listed({ search: 'later' })).toEqual([['Later', 'OFF']])
})

test('a late save is told of the other’s; what is deleted comes back', async () => {
  const { id, updatedAt } = await make()
  expect((await server.callAs(people.keeper, update, { id, updatedAt, title: 'Maintenance at noon' })).status).toBe(200)
  expect((await server.callAs(people.local, update, { id, updatedAt, title: 'Late' })).error).toMatchObject({
    code: 'conflict',
    meta: { current: { title: 'Maintenance at noon' } },
  })
  expect((await server.callAs(people.keeper, removeAnnouncement, { id })).status).toBe(204)
  expect(await seen('client')).toEqual([])
  await server.callAs(people.keeper, restore, { ids: [id] })
  expect(await seen('client')).toEqual(['Maintenance at noon'])
  await server.callAs(people.keeper, remove, { ids: [id] })
})

test('the number of people is that of those who are shown it', async () => {
  const count = async (audience: object) =>
    (await server.callAs(people.keeper, countAudience, { siteIds: [], roles: [], institutionIds: [], ...audience })).body
  // The keeper is signed in twice, and is one person.
  expect((await count({})).people).toBe(7)
  expect((await count({ siteIds: [world.west] })).byRole).toEqual([
    { role: 'b', people: 1 },
    { role: 'c', people: 1 },
  ])
  expect(await count({ institutionIds: [world.bank] })).toEqual({
    people: 3,
    byRole: [
      { role: 'a', people: 1 },
      { role: 'c', people: 1 },
      { role: 'e', people: 1 },
    ],
  })
})

test('what leads to the questionnaire is shown to who signs it and to who answers a section of it, until it is returned', async () => {
  const { ownerDb } = server
  const sha256 = 'a'.repeat(64)
  await ownerDb
    .insertInto('storedFile')
    .values({ sha256, sizeBytes: 3, mediaType: 'application/pdf' })
    .onConflict((on) => on.doNothing())
    .execute()
  const userId = await buildUser(ownerDb, 'c', { sites: [world.east], institutionId: world.bank })
  const { questionnaireId } = await buildQuestionnaire(ownerDb, { institutionId: world.bank, siteId: world.east }, userId, sha256)
  await ownerDb
    .updateTable('membership')
    .set({ reportTypeCodes: ['AQU'] })
    .execute()
  await make({ body: 'Please [answer online](/questionnaires/annual).' })
  expect([await seen('client'), await seen('team'), await seen('rep'), await seen('neighbor'), await seen('keeper')]).toEqual([
    ['Maintenance'],
    [],
    [],
    [],
    ['Maintenance'],
  ])
  await sql`insert into questionnaire_assignment (institution_id, questionnaire_id, section_code, site_id, user_id)
    select ${world.bank}, ${questionnaireId}, 'employees', ${world.east}, s.user_id from user_session s join user_account u on u.id = s.user_id
    where u.role = 'a' and u.institution_id = ${world.bank}`.execute(ownerDb)
  expect(await seen('team')).toEqual(['Maintenance'])
  await ownerDb.updateTable('questionnaire').set({ status: 2, returnedAt: NOON.toISOString() }).where('id', '=', questionnaireId).execute()
  expect([await seen('client'), await seen('keeper')]).toEqual([[], ['Maintenance']])
})
