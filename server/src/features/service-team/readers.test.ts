/** Access of a bank's people as its Client reads it: two banks, two sites, and whoever is assigned, invited or gone. */
import { getServiceTeam } from '@corridor/contract/service-team.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { site: 0, other: 0, bank: 0, neighbor: 0, client: '' }

beforeAll(async () => {
  const db = server.ownerDb
  world.site = await buildSite(db)
  world.other = await buildSite(db)
  world.bank = await buildInstitution(db, { sites: [world.site, world.other], name: 'Alder Bank' })
  world.neighbor = await buildInstitution(db, { sites: [world.site, world.other], name: 'Birch Bank' })
  const of = (institutionId: number, firstName: string, more: Partial<Parameters<typeof buildUser>[2]> = {}) =>
    buildUser(db, 'a', { sites: [world.site], institutionId, firstName, lastName: 'Hale', email: `${firstName}@hale.example`, ...more })
  const ann = await buildUser(db, 'c', {
    sites: [world.site, world.other],
    institutionId: world.bank,
    firstName: 'Ann',
    lastName: 'Archer',
    email: 'ann@alder.example',
    title: 'Chief Financial Officer',
  })
  world.client = await signIn(db, ann, { siteId: world.site, institutionId: world.bank })
  await of(world.bank, 'Ben')
  const invited = await of(world.bank, 'Ivy', { passwordHash: null })
  await db
    .insertInto('singleUseToken')
    .values({ purpose: 'invite', userId: invited, tokenHash: Buffer.from('ivy'), expiresAt: '2999-01-01T00:00:00Z' })
    .execute()
  await of(world.bank, 'Gone', { status: 0 })
  await of(world.bank, 'Elsewhere', { sites: [world.other] })
  await of(world.neighbor, 'Neighbor')
  await buildUser(db, 'e', {
    sites: [world.site],
    institutions: [world.bank, world.neighbor],
    firstName: 'Rae',
    lastName: 'Quill',
    email: 'rae@firm.example',
  })
  await buildUser(db, 'e', { sites: [world.site], institutions: [world.neighbor], firstName: 'Not', lastName: 'Assigned' })
  await buildUser(db, 'e', { sites: [world.other], institutions: [world.bank], firstName: 'Other', lastName: 'Site' })
  await buildUser(db, 'e', { sites: [world.site], institutions: [world.bank], firstName: 'Left', lastName: 'Firm', status: 0 })
  const signedIn = (at: string, more: object = {}) =>
    db
      .insertInto('activity')
      .values({ action: 'session.started', actorId: ann, siteId: world.site, at, ...more })
      .execute()
  await signedIn('2026-10-01T14:00:00.000Z')
  await signedIn('2026-10-20T14:00:00.000Z')
  await signedIn('2026-10-25T14:00:00.000Z', { siteId: world.other })
  await signedIn('2026-10-26T14:00:00.000Z', { action: 'session.refused' })
})

const told = async (cookie: string) => (await server.callAs(cookie, getServiceTeam, {})).body.readers

test('a Client is told who of the bank has access on the site, and how each stands; nobody of another bank, of another site, or deactivated', async () => {
  const people = (await told(world.client))?.people ?? []
  expect(people.map(({ id: _, ...person }) => person)).toEqual([
    {
      name: 'Ann Archer',
      email: 'ann@alder.example',
      title: 'Chief Financial Officer',
      role: 'c',
      invitation: 'accepted',
      lastSignedInAt: '2026-10-20T14:00:00.000Z',
    },
    { name: 'Ben Hale', email: 'Ben@hale.example', title: null, role: 'a', invitation: 'accepted', lastSignedInAt: null },
    { name: 'Ivy Hale', email: 'Ivy@hale.example', title: null, role: 'a', invitation: 'sent', lastSignedInAt: null },
  ])
})

test('representatives the bank is assigned to on the site are named, and no others', async () => {
  expect((await told(world.client))?.representatives).toMatchObject([{ name: 'Rae Quill', email: 'rae@firm.example' }])
})

test('Team Members and representatives are told of the team, and not of who has access', async () => {
  for (const role of ['a', 'e'] as const) {
    const cookie = await signedInAs(server.ownerDb, role, { siteId: world.site, institutionId: world.neighbor })
    expect((await server.callAs(cookie, getServiceTeam, {})).body).toMatchObject({ records: [], readers: null })
  }
})
