import { getSession, getSite, login, logout, noteRefusedPage, refreshSession } from '@corridor/contract/session.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '../../platform/security/passwords.ts'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const PASSWORD = 'correct horse battery'
const world = { boli: 0, coli: 0, bank: 0, other: 0, hash: '' }

beforeAll(async () => {
  world.hash = await hashPassword(PASSWORD)
  world.boli = await buildSite(server.ownerDb, { timeZone: 'Pacific/Honolulu' })
  world.coli = await buildSite(server.ownerDb)
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.boli, world.coli], name: 'Alder Bank', reportTypes: ['MBR'] })
  world.other = await buildInstitution(server.ownerDb, { sites: [world.boli], name: 'Birch Bank' })
})
beforeEach(() => server.setNow(undefined))

/** From an address of its own: what counts per address does not meet the other tests. */
const signInFrom = (remoteAddress: string, email: string, password: string) =>
  server.app.inject({ method: 'POST', url: '/api/session/login', remoteAddress, payload: { email, password } })
const cookieIn = (headers: Record<string, unknown>) => /sid=([^;]*)/.exec(String(headers['set-cookie']))?.[1]

describe('signing in', () => {
  test('gives a client a session with their institution, site and report types', async () => {
    await buildUser(server.ownerDb, 'c', {
      sites: [world.boli],
      institutionId: world.bank,
      email: 'Client@Alder.test',
      passwordHash: world.hash,
    })
    const { status, body, headers } = await server.callAs(undefined, login, { email: 'client@alder.TEST', password: PASSWORD })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      userRole: 'c',
      institutionId: world.bank,
      institutionName: 'Alder Bank',
      siteId: world.boli,
      timeZone: 'Pacific/Honolulu',
      reportTypeCodes: ['MBR'],
      isMfaValid: true,
      msLength: 14 * 60_000,
    })
    expect([headers['set-cookie']].flat()[0]).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    const again = await server.callAs(cookieIn(headers), getSession, {})
    expect(again.body.userId).toBe(body.userId)
  })

  test('answers an unknown address, a wrong password, none, and a deactivated or invited person alike', async () => {
    await buildUser(server.ownerDb, 'b', { sites: [world.boli], email: 'known@firm.test', passwordHash: world.hash })
    await buildUser(server.ownerDb, 'b', { sites: [world.boli], email: 'gone@firm.test', passwordHash: world.hash, status: 0 })
    await buildUser(server.ownerDb, 'b', { sites: [world.boli], email: 'invited@firm.test', passwordHash: null })
    const answers = [
      await server.callAs(undefined, login, { email: 'nobody@firm.test', password: PASSWORD }),
      await server.callAs(undefined, login, { email: 'known@firm.test', password: 'wrong' }),
      await server.callAs(undefined, login, { email: 'gone@firm.test', password: PASSWORD }),
      await server.callAs(undefined, login, { email: 'known@firm.test', password: '' }),
      await server.callAs(undefined, login, { email: 'nobody@firm.test', password: '' }),
      await server.callAs(undefined, login, { email: 'invited@firm.test', password: '' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401])
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1)
    expect(answers[0]?.error.message).toBe('The email address or the password is incorrect.')
  })

  test('locks an address after the allowed failures, whether it exists or not, and opens it again in time', async () => {
    for (const email of ['locked@firm.test', 'never-was@firm.test']) {
      if (email === 'locked@firm.test') await buildUser(server.ownerDb, 'b', { sites: [world.boli], email, passwordHash: world.hash })
      server.setNow(new Date('2026-11-02T10:00:00Z'))
      const guesses = await Promise.all(Array.from({ length: 30 }, () => signInFrom('192.0.2.3', email, 'guess')))
      expect(guesses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(20)
      const refused = await signInFrom('192.0.2.3', email, PASSWORD)
      expect([refused.statusCode, refused.json().retryAfter]).toEqual([429, 240])
      server.setNow(new Date('2026-11-02T10:04:01Z'))
      expect((await signInFrom('192.0.2.3', email, PASSWORD)).statusCode).toBe(email === 'locked@firm.test' ? 200 : 401)
    }
  })

  test('answers alike while locked, whoever has the address and whatever password is given', async () => {
    await buildUser(server.ownerDb, 'b', { sites: [world.boli], email: 'shut@firm.test', passwordHash: world.hash })
    server.setNow(new Date('2026-11-03T10:00:00Z'))
    const tried = (email: string, password: string) => signInFrom('192.0.2.9', email, password)
    for (const email of ['shut@firm.test', 'shut-nobody@firm.test'])
      await Promise.all(Array.from({ length: 20 }, () => tried(email, 'guess')))
    const answers = [
      await tried('shut@firm.test', PASSWORD),
      await tried('shut@firm.test', 'wrong'),
      await tried('shut@firm.test', ''),
      await tried('shut-nobody@firm.test', 'wrong'),
    ]
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]?.json()).toMatchObject({ code: 'too_many_requests', retryAfter: 240 })
  })

  test('lets no address try a password on many accounts, and whoever knows theirs in from another', async () => {
    await buildUser(server.ownerDb, 'b', { sites: [world.boli], email: 'sprayed@firm.test', passwordHash: world.hash })
    await server.ownerDb.updateTable('settings').set({ failedAttempts: 3 }).execute()
    server.setNow(new Date('2026-11-04T10:00:00Z'))
    const tried = []
    for (let account = 0; account < 20; account++)
      tried.push((await signInFrom('192.0.2.7', `spray${account}@firm.test`, 'Spring2026')).statusCode)
    expect(tried).toEqual([...Array.from({ length: 15 }, () => 401), ...Array.from({ length: 5 }, () => 429)])
    expect((await signInFrom('192.0.2.7', 'sprayed@firm.test', PASSWORD)).statusCode).toBe(429)
    expect((await signInFrom('192.0.2.8', 'sprayed@firm.test', PASSWORD)).statusCode).toBe(200)
    server.setNow(new Date('2026-11-04T10:04:01Z'))
    expect((await signInFrom('192.0.2.7', 'sprayed@firm.test', PASSWORD)).statusCode).toBe(200)
    await server.ownerDb.updateTable('settings').set({ failedAttempts: 20 }).execute()
  })

  test('keeps nothing of an id that the browser brought along', async () => {
    await buildUser(server.ownerDb, 'b', { sites: [world.boli], email: 'fixed@firm.test', passwordHash: world.hash })
    const planted = 'A'.repeat(43)
    const { headers } = await server.callAs(planted, login, { email: 'fixed@firm.test', password: PASSWORD })
    expect(cookieIn(headers)).not.toBe(planted)
    expect((await server.callAs(planted, getSession, {})).body.userId).toBe(0)
  })

  test('replaces a session that the browser already had, and records both sign-ins', async () => {
    const id = await buildUser(server.ownerDb, 'b', { sites: [world.boli], email: 'twice@firm.test', passwordHash: world.hash })
    const first = cookieIn((await server.callAs(undefined, login, { email: 'twice@firm.test', password: PASSWORD })).headers)
    const second = cookieIn((await server.callAs(first, login, { email: 'twice@firm.test', password: PASSWORD })).headers)
    expect(second).not.toBe(first)
    expect((await server.callAs(first, getSession, {})).body.userId).toBe(0)
    const rows = await server.ownerDb.selectFrom('activity').select('action').where('actorId', '=', id).execute()
    expect(rows.map(({ action }) => action)).toEqual(['session.started', 'session.started'])
  })

  test('refuses a call that another site’s page makes', async () => {
    const input = { email: 'x@firm.test', password: 'x' }
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ])
      expect((await server.callAs(undefined, login, input, headers)).error.code).toBe('cross_site')
    expect(
      (await server.callAs(undefined, login, input, { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' })).status,
    ).toBe(401)
  })
})

describe('a session', () => {
  const staff = (over: object = {}) => signedInAs(server.ownerDb, 'b', { siteId: world.boli, ...over })

  test('ends for good when the person logs out', async () => {
    const cookie = await staff()
    expect((await server.callAs(cookie, logout, {})).status).toBe(204)
    expect((await server.callAs(cookie, refreshSession, {})).error).toMatchObject({ code: 'not_signed_in' })
  })

  test('ends when the person is idle, and only their own calls count as activity', async () => {
    const began = new Date('2026-11-02T09:00:00Z')
    const minutes = (count: number) => new Date(began.getTime() + count * 60_000)
    const userId = await buildUser(server.ownerDb, 'b', { sites: [world.boli] })
    const active = await signIn(server.ownerDb, userId, { siteId: world.boli, now: began })
    const idle = await signIn(server.ownerDb, userId, { siteId: world.boli, now: began })
    server.setNow(minutes(10))
    expect((await server.callAs(active, refreshSession, {})).body.msLength).toBe(14 * 60_000)
    expect((await server.callAs(idle, getSession, {})).body.msLength).toBe(4 * 60_000)
    server.setNow(minutes(17))
    expect((await server.callAs(active, getSession, {})).body.userId).toBe(userId)
    expect((await server.callAs(idle, getSession, {})).body.userId).toBe(0)
  })

  test.each([15, 1, 720])('of %i minutes ends with the last of them, never later, and its page has counted down before', async (length) => {
    await server.ownerDb.updateTable('settings').set({ sessionTimeout: length }).execute()
    const began = new Date('2026-11-02T09:00:00Z')
    const userId = await buildUser(server.ownerDb, 'b', { sites: [world.boli] })
    const open = () => signIn(server.ownerDb, userId, { siteId: world.boli, now: began })
    const [cookie, busy] = [await open(), await open()]
    const at = (milliseconds: number) => server.setNow(new Date(began.getTime() + milliseconds))
    const isOpen = async (one: string) => (await server.callAs(one, getSession, {})).body.userId !== 0
    // The last call that the idle clock does not write: the page counts its length from here.
    const unwritten = Math.min(60_000, length * 12_000) - 1
    at(unwritten)
    const { msLength } = (await server.callAs(busy, refreshSession, {})).body
    expect(unwritten + msLength).toBeLessThan(length * 60_000)
    at(length * 60_000 - 1)
    expect([await isOpen(cookie), await isOpen(busy)]).toEqual([true, true])
    at(length * 60_000)
    expect([await isOpen(cookie), await isOpen(busy)]).toEqual([false, false])
    await server.ownerDb.updateTable('settings').set({ sessionTimeout: 15 }).execute()
  })

  test('ends twelve hours after sign-in however busy the person is', async () => {
    const began = new Date('2026-11-02T06:00:00Z')
    const userId = await buildUser(server.ownerDb, 'b', { sites: [world.boli] })
    const cookie = await signIn(server.ownerDb, userId, { siteId: world.boli, now: began })
    for (let minute = 10; minute < 720; minute += 10) {
      server.setNow(new Date(began.getTime() + minute * 60_000))
      expect((await server.callAs(cookie, refreshSession, {})).status).toBe(200)
    }
    server.setNow(new Date(began.getTime() + 720 * 60_000))
    expect((await server.callAs(cookie, refreshSession, {})).status).toBe(401)
  })

  test('writes its idle clock once a minute at most', async () => {
    const began = new Date('2026-11-02T09:00:00Z')
    const userId = await buildUser(server.ownerDb, 'b', { sites: [world.boli] })
    const cookie = await signIn(server.ownerDb, userId, { siteId: world.boli, now: began })
    const seen = async () =>
      (await server.ownerDb.selectFrom('userSession').select('lastSeenAt').where('userId', '=', userId).executeTakeFirstOrThrow())
        .lastSeenAt
    server.setNow(new Date('2026-11-02T09:00:59Z'))
    await server.callAs(cookie, refreshSession, {})
    expect(await seen()).toBe('2026-11-02T09:00:00.000Z')
    server.setNow(new Date('2026-11-02T09:01:00Z'))
    await server.callAs(cookie, refreshSession, {})
    expect(await seen()).toBe('2026-11-02T09:01:00.000Z')
  })

  test.each([
    [
      'the person is deactivated',
      (userId: number) => server.ownerDb.updateTable('userAccount').set({ status: 0 }).where('id', '=', userId).execute(),
    ],
    ['the person leaves the site', (userId: number) => server.ownerDb.deleteFrom('userSite').where('userId', '=', userId).execute()],
    [
      'the institution is taken from the representative',
      (userId: number) => server.ownerDb.deleteFrom('userInstitution').where('userId', '=', userId).execute(),
    ],
  ])('ends at the next call when %s', async (_, change) => {
    const userId = await buildUser(server.ownerDb, 'e', { sites: [world.boli], institutions: [world.bank] })
    const cookie = await signIn(server.ownerDb, userId, { siteId: world.boli, institutionId: world.bank })
    expect((await server.callAs(cookie, getSession, {})).body.userId).toBe(userId)
    await change(userId)
    expect((await server.callAs(cookie, getSession, {})).body.userId).toBe(0)
  })

  test('of somebody who has not passed the second factor reaches nothing but session, MFA and site', async () => {
    const cookie = await signedInAs(server.ownerDb, 'e', { siteId: world.boli, institutionId: world.bank, mfaValid: false })
    expect((await server.callAs(cookie, getSession, {})).body.isMfaValid).toBe(false)
    expect((await server.callAs(cookie, getSite, {})).status).toBe(200)
  })
})

test('a page that was refused is written down under the reference its reader is shown, without what they searched for', async () => {
  const userId = await buildUser(server.ownerDb, 'b', { sites: [world.boli] })
  const cookie = await signIn(server.ownerDb, userId, { siteId: world.boli })
  const { body } = await server.callAs(cookie, noteRefusedPage, { code: '403', path: '/users?search=Ellison' })
  const row = await server.ownerDb
    .selectFrom('activity')
    .select(['action', 'requestId', 'after'])
    .where('actorId', '=', userId)
    .executeTakeFirst()
  expect(row).toEqual({ action: 'page.refused', requestId: body.reference, after: { code: '403', path: '/users' } })
  expect((await server.callAs(undefined, noteRefusedPage, { code: '404', path: '/nowhere' })).body.reference).toMatch(/^[\w-]{36}$/)
})
