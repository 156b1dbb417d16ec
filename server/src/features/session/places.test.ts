/** The site and the institution that a session is on: at sign-in, and when somebody moves to another. */
import { getSession, login, switchInstitution, switchSite } from '@corridor/contract/session.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../platform/security/passwords.ts'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const PASSWORD = 'correct horse battery'
const world = { boli: 0, coli: 0, bank: 0, other: 0, hash: '' }

beforeAll(async () => {
  world.hash = await hashPassword(PASSWORD)
  world.boli = await buildSite(server.ownerDb)
  world.coli = await buildSite(server.ownerDb)
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.boli, world.coli], name: 'Alder Bank', reportTypes: ['MBR'] })
  world.other = await buildInstitution(server.ownerDb, { sites: [world.boli], name: 'Birch Bank' })
})

const cookieIn = (headers: Record<string, unknown>) => /sid=([^;]*)/.exec(String(headers['set-cookie']))?.[1]

test('a client whose bank is on two sites signs in to the site chosen, else to the first', async () => {
  const email = 'both@alder.test'
  await buildUser(server.ownerDb, 'c', {
    sites: [world.boli, world.coli],
    institutionId: world.bank,
    email,
    passwordHash: world.hash,
  })
  const landsOn = async (siteId?: number) =>
    (await server.callAs(undefined, login, { email, password: PASSWORD, institutionId: world.bank, ...(siteId ? { siteId } : {}) })).body
      .siteId
  expect([await landsOn(), await landsOn(world.coli)]).toEqual([world.boli, world.coli])
})

describe('moving', () => {
  test('a representative moves among the institutions assigned, under a new session id', async () => {
    const userId = await buildUser(server.ownerDb, 'e', { sites: [world.boli], institutions: [world.bank, world.other] })
    const cookie = await signIn(server.ownerDb, userId, { siteId: world.boli, institutionId: world.bank })
    const moved = await server.callAs(cookie, switchInstitution, { id: world.other })
    expect(moved.body).toMatchObject({ institutionId: world.other, institutionName: 'Birch Bank', reportTypeCodes: ['MBR', 'SMB'] })
    expect((await server.callAs(cookie, getSession, {})).body.userId).toBe(0)
    const fresh = cookieIn(moved.headers)
    expect((await server.callAs(fresh, getSession, {})).body.institutionId).toBe(world.other)
    const foreign = await buildInstitution(server.ownerDb, { sites: [world.boli] })
    expect((await server.callAs(fresh, switchInstitution, { id: foreign })).status).toBe(404)
  })

  test('staff look at one institution of the site, or at none', async () => {
    const cookie = await signedInAs(server.ownerDb, 'b', { siteId: world.boli })
    const looked = await server.callAs(cookie, switchInstitution, { id: world.other })
    expect(looked.body.institutionId).toBe(world.other)
    const back = await server.callAs(cookieIn(looked.headers), switchInstitution, { id: 0 })
    expect([back.status, back.body.institutionId]).toEqual([200, 0])
    const foreign = await buildInstitution(server.ownerDb, { sites: [world.coli] })
    expect((await server.callAs(cookieIn(back.headers), switchInstitution, { id: foreign })).status).toBe(404)
  })

  test('a client may not choose an institution at all', async () => {
    const cookie = await signedInAs(server.ownerDb, 'c', { siteId: world.boli, institutionId: world.bank })
    expect((await server.callAs(cookie, switchInstitution, { id: world.other })).status).toBe(403)
  })

  test('somebody on two sites moves between them, and nowhere else', async () => {
    const userId = await buildUser(server.ownerDb, 'c', { sites: [world.boli, world.coli], institutionId: world.bank })
    const cookie = await signIn(server.ownerDb, userId, { siteId: world.boli, institutionId: world.bank })
    const moved = await server.callAs(cookie, switchSite, { id: world.coli })
    expect(moved.body).toMatchObject({ siteId: world.coli, institutionId: world.bank })
    const elsewhere = await buildSite(server.ownerDb)
    expect((await server.callAs(cookieIn(moved.headers), switchSite, { id: elsewhere })).status).toBe(404)
  })
})
