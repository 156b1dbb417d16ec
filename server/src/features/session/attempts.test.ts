import { changePassword, confirmSession, login } from '@corridor/contract/session.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '../../platform/security/passwords.ts'
import { createPasswordLink } from '../../shared/people/password-links.ts'
import { buildSite, buildUser, next, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const PASSWORD = 'correct horse battery'
const world = { site: 0, hash: '' }

beforeAll(async () => {
  world.hash = await hashPassword(PASSWORD)
  world.site = await buildSite(server.ownerDb)
  // Few, so that five times as many are quickly made.
  await server.ownerDb.updateTable('settings').set({ failedAttempts: 3, failedDuration: 4 }).execute()
})
beforeEach(async () => {
  await server.ownerDb.deleteFrom('signInFailure').execute()
  server.setNow(new Date('2026-11-02T10:00:00Z'))
})

async function person() {
  const email = `victim${next()}@firm.test`
  const userId = await buildUser(server.ownerDb, 'b', { sites: [world.site], email, passwordHash: world.hash })
  return { email, userId }
}
/** From a network address, with the cookies of a browser. */
async function tryFrom(remoteAddress: string, email: string, password: string, device = '') {
  const reply = await server.app.inject({
    method: 'POST',
    url: login.path,
    payload: { email, password },
    remoteAddress,
    cookies: device ? { device } : {},
  })
  const given = reply.cookies.find(({ name }) => name === 'device')?.value
  return { status: reply.statusCode, device: given === undefined ? '' : decodeURIComponent(given) }
}
const guess = async (times: number, address: (time: number) => string, email: string, device = '') => {
  const statuses: number[] = []
  for (let time = 0; time < times; time++) statuses.push((await tryFrom(address(time), email, 'guess', device)).status)
  return statuses
}
const OFFICE = '198.51.100.7'
const THIEF = '192.0.2.66'

describe('somebody who guesses', () => {
  test('is shut out where they are, and shuts out the person nowhere else', async () => {
    const [{ email }, neighbor] = [await person(), await person()]
    expect(await guess(5, () => THIEF, email)).toEqual([401, 401, 401, 429, 429])
    await guess(3, () => OFFICE, neighbor.email)
    expect((await tryFrom(THIEF, email, PASSWORD)).status).toBe(429)
    expect((await tryFrom(OFFICE, email, PASSWORD)).status).toBe(200)
    expect((await tryFrom(OFFICE, neighbor.email, PASSWORD)).status).toBe(429)
    // Failed tries stay counted, whoever signs in elsewhere.
    expect((await tryFrom(THIEF, email, PASSWORD)).status).toBe(429)
  })

  test('from everywhere gets five times as many in a window, and no more', async () => {
    const { email } = await person()
    const answers = await guess(20, (time) => `203.0.113.${time}`, email)
    expect(answers.filter((status) => status === 401)).toHaveLength(15)
    expect((await tryFrom(OFFICE, email, PASSWORD)).status).toBe(429)
    server.setNow(new Date('2026-11-02T10:04:01Z'))
    expect((await tryFrom(OFFICE, email, PASSWORD)).status).toBe(200)
  })

  test('does not keep out a browser that the person signed in with before, not even from the same office', async () => {
    const { email } = await person()
    const { device } = await tryFrom(OFFICE, email, PASSWORD)
    expect(device).not.toBe('')
    await guess(5, () => OFFICE, email)
    await guess(20, (time) => `203.0.113.${time}`, email)
    expect((await tryFrom(OFFICE, email, PASSWORD)).status).toBe(429)
    expect((await tryFrom(OFFICE, email, PASSWORD, device)).status).toBe(200)
  })

  test('with the person’s own browser gets the allowed number, and signing in as someone else there gives no more', async () => {
    const [victim, thief] = [await person(), await person()]
    const { device } = await tryFrom(OFFICE, victim.email, PASSWORD)
    const { device: both } = await tryFrom(OFFICE, thief.email, PASSWORD, device)
    expect(await guess(5, () => OFFICE, victim.email, both)).toEqual([401, 401, 401, 429, 429])
    const { device: again } = await tryFrom(OFFICE, thief.email, PASSWORD, both)
    expect((await tryFrom(OFFICE, victim.email, PASSWORD, again)).status).toBe(429)
  })
})

test.each<[string, (device: string) => string]>([
  ['altered', (device) => `${device.slice(0, -1)}${device.endsWith('A') ? 'B' : 'A'}`],
  ['of another day', (device) => device.replace(/\.\d+\./, '.99999.')],
  ['of nobody', () => `${'A'.repeat(22)}.20000.${'A'.repeat(43)}`],
])('a browser’s number that is %s counts for nothing', async (_, change) => {
  const { email } = await person()
  const { device } = await tryFrom(OFFICE, email, PASSWORD)
  await guess(5, () => OFFICE, email)
  expect((await tryFrom(OFFICE, email, PASSWORD, change(device))).status).toBe(429)
  expect((await tryFrom(OFFICE, email, PASSWORD, device)).status).toBe(200)
})

test('a browser’s number is of one account, and over after half a year', async () => {
  const [mine, other] = [await person(), await person()]
  const { device } = await tryFrom(OFFICE, mine.email, PASSWORD)
  await guess(5, () => OFFICE, other.email)
  expect((await tryFrom(OFFICE, other.email, PASSWORD, device)).status).toBe(429)
  server.setNow(new Date('2027-05-05T10:00:00Z'))
  await guess(5, () => OFFICE, mine.email)
  expect((await tryFrom(OFFICE, mine.email, PASSWORD, device)).status).toBe(429)
})

test('a new password by a link opens what was locked, also the browser that the person knows', async () => {
  const [{ email, userId }, other] = [await person(), await person()]
  const { device } = await tryFrom(OFFICE, email, PASSWORD)
  await guess(3, () => THIEF, other.email)
  await guess(5, () => OFFICE, email, device)
  await guess(20, (time) => `203.0.113.${time}`, email)
  await server.ownerDb.transaction().execute((trx) => createPasswordLink(server.kernel, trx, userId, 'reset'))
  const mail = await server.ownerDb.selectFrom('mailOutbox').select('bodyText').where('recipient', '=', email).executeTakeFirstOrThrow()
  const token = /#token=([\w-]{43})/.exec(mail.bodyText)?.[1]
  const password = 'Another-Lantern-2026'
  const set = await server.app.inject({ method: 'POST', url: changePassword.path, payload: { token, password }, cookies: { device } })
  expect(set.statusCode).toBe(204)
  expect([(await tryFrom(OFFICE, email, password, device)).status, (await tryFrom('198.51.100.8', email, password)).status]).toEqual([
    200, 200,
  ])
  expect((await tryFrom(THIEF, other.email, PASSWORD)).status).toBe(429)
})

test('an open session gives its password again whatever others guess, and counts its own guesses', async () => {
  const { email, userId } = await person()
  const open = () => signIn(server.ownerDb, userId, { siteId: world.site, now: server.kernel.now() })
  const [cookie, second] = [await open(), await open()]
  await guess(5, () => '127.0.0.1', email)
  await guess(20, (time) => `203.0.113.${time}`, email)
  const confirm = async (session: string, password: string) => (await server.callAs(session, confirmSession, { password })).status
  expect(await confirm(cookie, PASSWORD)).toBe(204)
  const tried: number[] = []
  for (let time = 0; time < 4; time++) tried.push(await confirm(second, 'guess'))
  expect([tried, await confirm(second, PASSWORD)]).toEqual([[400, 400, 400, 429], 429])
  expect((await tryFrom(OFFICE, email, PASSWORD)).status).toBe(429)
  server.setNow(new Date('2026-11-02T10:04:01Z'))
  expect([await confirm(second, PASSWORD), (await tryFrom(OFFICE, email, PASSWORD)).status]).toEqual([204, 200])
})

test('the right password of an open session takes its wrong ones back', async () => {
  const { userId } = await person()
  let cookie = await signIn(server.ownerDb, userId, { siteId: world.site, now: server.kernel.now() })
  for (let round = 0; round < 3; round++) {
    expect((await server.callAs(cookie, confirmSession, { password: 'guess' })).status).toBe(400)
    expect((await server.callAs(cookie, confirmSession, { password: 'guess' })).status).toBe(400)
    const { headers, status } = await server.callAs(cookie, confirmSession, { password: PASSWORD })
    expect(status).toBe(204)
    cookie = String(/sid=([^;]*)/.exec(String(headers['set-cookie']))?.[1])
  }
})
