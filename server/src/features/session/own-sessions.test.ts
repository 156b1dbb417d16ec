import {
  endOtherSessions,
  endSession,
  endUserSessions,
  enterSite,
  getSession,
  getSite,
  listSessions,
  listUserSessions,
  login,
  logout,
  switchSite,
} from '@corridor/contract/session.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '../../platform/security/passwords.ts'
import { deviceOf } from '../../shared/people/device-name.ts'
import { buildInstitution, buildSite, buildUser, next, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { boli: 0, coli: 0, bank: 0 }

beforeAll(async () => {
  world.boli = await buildSite(server.ownerDb, { displayName: 'BOLI' })
  world.coli = await buildSite(server.ownerDb, { url: 'coli.portal.test/start' })
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.boli, world.coli] })
})
beforeEach(() => server.setNow(undefined))

const cookieIn = (headers: Record<string, unknown>) => /sid=([^;]*)/.exec(String(headers['set-cookie']))?.[1]
const isOpen = async (cookie: string | undefined) => (await server.callAs(cookie, getSession, {})).body.userId !== 0
const client = async (sites = [world.boli]) => {
  const userId = await buildUser(server.ownerDb, 'c', { sites, institutionId: world.bank })
  return { userId, open: () => signIn(server.ownerDb, userId, { siteId: world.boli, institutionId: world.bank }) }
}

describe('one’s own sessions', () => {
  test('are listed with the place, the device and which one asks, and end one by one or all but this', async () => {
    const { userId, open } = await client()
    const [here, there, elsewhere] = [await open(), await open(), await open()]
    await server.ownerDb
      .updateTable('userSession')
      .set({
        userAgent:
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
      })
      .where('userId', '=', userId)
      .execute()
    const { body } = await server.callAs(here, listSessions, {})
    expect(body.records.map(({ current, device, siteName }) => [current, device, siteName]).toSorted()).toEqual([
      [false, 'Edge on Windows', 'BOLI'],
      [false, 'Edge on Windows', 'BOLI'],
      [true, 'Edge on Windows', 'BOLI'],
    ])
    const theirs = (await server.callAs(there, listSessions, {})).body.records.find(({ current }) => current)
    expect((await server.callAs(here, endSession, { id: theirs?.id ?? 0 })).status).toBe(204)
    expect([await isOpen(here), await isOpen(there), await isOpen(elsewhere)]).toEqual([true, false, true])
    expect((await server.callAs(here, endOtherSessions, {})).body).toEqual({ ended: 1 })
    expect([await isOpen(here), await isOpen(elsewhere)]).toEqual([true, false])
    const left = await server.callAs(here, endSession, { id: body.records.find(({ current }) => current)?.id ?? 0 })
    expect([left.status, left.headers['set-cookie'], await isOpen(here)]).toEqual([204, expect.stringContaining('sid=; Max-Age=0'), false])
  })

  test('that ended by themselves, idle or after twelve hours, are listed no more', async () => {
    const { userId, open } = await client()
    const [here, idle, old] = [await open(), await open(), await open()]
    const ids = await server.ownerDb.selectFrom('userSession').select('id').where('userId', '=', userId).orderBy('id').execute()
    const since = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const set = (index: number, change: { lastSeenAt: string } | { absoluteExpiry: string }) =>
      server.ownerDb
        .updateTable('userSession')
        .set(change)
        .where('id', '=', ids[index]?.id ?? 0)
        .execute()
    await set(1, { lastSeenAt: since(15) })
    await set(2, { absoluteExpiry: since(0) })
    expect([await isOpen(idle), await isOpen(old)]).toEqual([false, false])
    expect((await server.callAs(here, listSessions, {})).body.records.map(({ id }) => id)).toEqual([ids[0]?.id])
  })

  test('of others are not there', async () => {
    const [mine, theirs] = [await client(), await client()]
    const [cookie, other] = [await mine.open(), await theirs.open()]
    const { body } = await server.callAs(other, listSessions, {})
    const answer = await server.callAs(cookie, endSession, { id: body.records[0]?.id ?? 0 })
    expect(answer.status).toBe(404)
    expect(answer.bytes).toEqual((await server.callAs(cookie, endSession, { id: 2_147_483_000 })).bytes)
    expect(await isOpen(other)).toBe(true)
  })

  test('cannot be touched before the second factor', async () => {
    const { userId, open } = await client()
    const other = await open()
    const pending = await signIn(server.ownerDb, userId, { siteId: world.boli, institutionId: world.bank, mfaValid: false })
    expect((await server.callAs(pending, listSessions, {})).error.code).toBe('mfa_required')
    expect((await server.callAs(pending, endOtherSessions, {})).error.code).toBe('mfa_required')
    expect(await isOpen(other)).toBe(true)
  })

  test('leave their storage in place unless the person leaves on purpose', async () => {
    const { open } = await client()
    expect((await server.callAs(await open(), logout, {})).headers['clear-site-data']).toBe('"cache", "storage"')
    const ranOut = await server.callAs(await open(), logout, { deliberate: false })
    expect([ranOut.status, ranOut.headers['clear-site-data']]).toEqual([204, undefined])
  })
})

describe('a manager', () => {
  const manager = () => signedInAs(server.ownerDb, 'd', { siteId: world.boli, permissions: { USERS: 2 } })

  test('signs a person of the site out everywhere', async () => {
    const { userId, open } = await client()
    const [cookie, colleague] = [await open(), await (await client()).open()]
    const boss = await manager()
    expect((await server.callAs(boss, listUserSessions, { id: userId })).body.records).toHaveLength(1)
    expect((await server.callAs(boss, endUserSessions, { id: userId })).body).toEqual({ ended: 1 })
    expect([await isOpen(cookie), await isOpen(colleague), await isOpen(boss)]).toEqual([false, true, true])
    const [row] = await server.ownerDb
      .selectFrom('activity')
      .select(['entityId', 'after'])
      .where('action', '=', 'session.ended_for')
      .execute()
    expect(row).toEqual({ entityId: String(userId), after: { ended: 1 } })
  })

  test('reaches nobody of another site, and staff nobody at all', async () => {
    const elsewhere = await buildSite(server.ownerDb)
    const userId = await buildUser(server.ownerDb, 'b', { sites: [elsewhere] })
    expect((await server.callAs(await manager(), endUserSessions, { id: userId })).status).toBe(404)
    const staff = await signedInAs(server.ownerDb, 'b', { siteId: world.boli, permissions: { USERS: 2 } })
    expect((await server.callAs(staff, endUserSessions, { id: userId })).status).toBe(403)
  })
})

describe('a site on another host', () => {
  const ON_COLI = { host: 'coli.portal.test', 'user-agent': 'a browser' }
  const away = async () => {
    const { userId, open } = await client([world.boli, world.coli])
    const cookie = await open()
    const { body } = await server.callAs(cookie, switchSite, { id: world.coli }, { 'user-agent': 'a browser' })
    const token = String(/^https:\/\/coli\.portal\.test\/login#enter=([\w-]{43})$/.exec(body.handOver ?? '')?.[1])
    return { userId, cookie, body, token }
  }

  test('is entered with a token good once: the session moves there, and ends here', async () => {
    const { userId, cookie, body, token } = await away()
    expect(body.siteId).toBe(world.boli)
    const entered = await server.callAs(undefined, enterSite, { token }, ON_COLI)
    expect(entered.body).toMatchObject({ userId, siteId: world.coli, institutionId: world.bank })
    expect(await isOpen(cookie)).toBe(false)
    expect(await isOpen(cookieIn(entered.headers))).toBe(true)
    expect((await server.callAs(undefined, enterSite, { token }, ON_COLI)).error.code).toBe('link_over')
  })

  test('is not entered on another host, by another browser, or a minute later', async () => {
    const { cookie, token } = await away()
    const refused = async (headers: Record<string, string>) => (await server.callAs(undefined, enterSite, { token }, headers)).error.code
    expect(await refused({ 'user-agent': 'another browser', host: 'coli.portal.test' })).toBe('link_over')
    server.setNow(new Date(Date.now() + 61_000))
    expect(await refused(ON_COLI)).toBe('link_over')
    server.setNow(undefined)
    expect(await refused({ 'user-agent': 'a browser', host: 'localhost' })).toBe('link_over')
    expect(await isOpen(cookie)).toBe(true)
  })

  test('keeps a sign-in that waits for its second factor waiting', async () => {
    const userId = await buildUser(server.ownerDb, 'c', { sites: [world.boli, world.coli], institutionId: world.bank })
    const pending = await signIn(server.ownerDb, userId, { siteId: world.boli, institutionId: world.bank, mfaValid: false })
    const { body } = await server.callAs(pending, switchSite, { id: world.coli }, { 'user-agent': 'a browser' })
    const token = String(body.handOver?.split('#enter=')[1])
    expect((await server.callAs(undefined, enterSite, { token }, ON_COLI)).body).toMatchObject({ userId, isMfaValid: false })
  })

  test('ends the session that the browser has there, and leads nowhere once the site is closed to the person', async () => {
    const [one, other] = [await away(), await away()]
    const there = await (await client([world.coli])).open()
    expect((await server.callAs(there, enterSite, { token: one.token }, ON_COLI)).body.userId).toBe(one.userId)
    expect(await isOpen(there)).toBe(false)
    await server.ownerDb.deleteFrom('userSite').where('userId', '=', other.userId).where('siteId', '=', world.coli).execute()
    expect((await server.callAs(undefined, enterSite, { token: other.token }, ON_COLI)).error.code).toBe('link_over')
    expect(await isOpen(other.cookie)).toBe(true)
  })

  test('is entered from the network that asked, and for a representative at an institution that is theirs there', async () => {
    const { token } = await away()
    const elsewhere = await server.app.inject({
      method: 'POST',
      url: enterSite.path,
      remoteAddress: '192.0.2.40',
      headers: ON_COLI,
      payload: { token },
    })
    expect(elsewhere.json().code).toBe('link_over')
    const [here, there] = [
      await buildInstitution(server.ownerDb, { sites: [world.boli] }),
      await buildInstitution(server.ownerDb, { sites: [world.coli] }),
    ]
    const userId = await buildUser(server.ownerDb, 'e', { sites: [world.boli, world.coli], institutions: [here, there] })
    const cookie = await signIn(server.ownerDb, userId, { siteId: world.boli, institutionId: here })
    const { body } = await server.callAs(cookie, switchSite, { id: world.coli }, { 'user-agent': 'a browser' })
    const passage = String(body.handOver?.split('#enter=')[1])
    const entered = await server.callAs(undefined, enterSite, { token: passage }, ON_COLI)
    expect(entered.body).toMatchObject({ userId, siteId: world.coli, institutionId: there })
  })

  test('is named by its whole address where its settings have one', async () => {
    const secure = await buildSite(server.ownerDb, { url: 'https://third.portal.test/start' })
    const userId = await buildUser(server.ownerDb, 'b', { sites: [world.boli, secure] })
    const { body } = await server.callAs(await signIn(server.ownerDb, userId, { siteId: world.boli }), switchSite, { id: secure })
    expect(body.handOver).toMatch(/^https:\/\/third\.portal\.test\/login#enter=/)
  })

  test('on this host moves at once', async () => {
    const near = await buildSite(server.ownerDb, { url: 'http://localhost:3000' })
    const userId = await buildUser(server.ownerDb, 'b', { sites: [world.boli, near] })
    const cookie = await signIn(server.ownerDb, userId, { siteId: world.boli })
    expect((await server.callAs(cookie, switchSite, { id: near }, { host: 'localhost' })).body).toMatchObject({
      siteId: near,
      handOver: null,
    })
  })
})

test('a stranger is shown the site whose address they came by, else the first, and where there is none who creates one', async () => {
  const shown = async (host = 'elsewhere.test') => (await server.callAs(undefined, getSite, {}, { host })).body
  expect(await shown('coli.portal.test')).toMatchObject({ id: world.coli, severalSites: true, asksSecondFactor: false, demoAccounts: [] })
  expect((await shown()).id).toBe(world.boli)
  const close = (but: number[]) => server.ownerDb.updateTable('site').set({ status: 'INACTIVE' }).where('id', 'not in', but).execute()
  await close([world.boli, world.coli])
  expect((await shown()).severalSites).toBe(true)
  await close([world.coli])
  expect(await shown()).toMatchObject({ id: world.coli, severalSites: false })
  await close([0])
  expect((await server.callAs(undefined, getSite, {})).error.message).toMatch(/^There is no site yet\./)
  await server.ownerDb.updateTable('site').set({ status: 'ACTIVE' }).execute()
})

test('somebody to whom nothing is open is told what to do', async () => {
  const [email, password] = [`alone${next()}@firm.test`, 'Seven-quiet-otters-1']
  await buildUser(server.ownerDb, 'e', { sites: [world.boli], email, passwordHash: await hashPassword(password) })
  const { error } = await server.callAs(undefined, login, { email, password })
  expect(error.message).toBe('No institution or site is open to you yet. Ask your contact to add you to one.')
})

describe('signing in again over a live page', () => {
  test('comes back to the institution worked on, so that nothing typed for one bank is saved to another', async () => {
    const passwordHash = await hashPassword('Seven-quiet-otters-1')
    const second = await buildInstitution(server.ownerDb, { sites: [world.boli], name: 'Zephyr Bank' })
    const signInAs = async (role: 'b' | 'e', email: string) => {
      await buildUser(server.ownerDb, role, {
        sites: [world.boli],
        institutions: role === 'e' ? [world.bank, second] : [],
        email,
        passwordHash,
      })
      const { body } = await server.callAs(undefined, login, {
        email,
        password: 'Seven-quiet-otters-1',
        siteId: world.boli,
        institutionId: second,
      })
      return body.institutionId
    }
    expect(await signInAs('e', `rep${next()}@firm.test`)).toBe(second)
    expect(await signInAs('b', `staff${next()}@firm.test`)).toBe(second)
    const foreign = await buildInstitution(server.ownerDb, { sites: [world.coli] })
    const email = `rep${next()}@firm.test`
    await buildUser(server.ownerDb, 'e', { sites: [world.boli], institutions: [world.bank], email, passwordHash })
    const { body } = await server.callAs(undefined, login, {
      email,
      password: 'Seven-quiet-otters-1',
      siteId: world.boli,
      institutionId: foreign,
    })
    expect(body.institutionId).toBe(world.bank)
  })
})

test.each([
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1', 'Safari on iOS'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['HeadlessChrome/140.0', 'Chrome'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36 OPR/120.0', 'Opera on Windows'],
  ['curl/8.9', 'Another program'],
  [null, 'Another program'],
])('%s is %s', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device))
