/** Links that set a password: who forgot theirs, who was invited. */
import { changePassword, checkPasswordLink, forgotPassword, getSession, listSitesOfEmail, login } from '@corridor/contract/session.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { hashPassword } from '../../platform/security/passwords.ts'
import { createPasswordLink, sendResetLink } from '../../shared/people/password-links.ts'
import { buildInstitution, buildSite, buildUser, next, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const PASSWORD = 'Seven-quiet-otters-1'
const FRESH = 'Nine-loud-herons-swim-2'
const world = { site: 0, bank: 0, hash: '' }

beforeAll(async () => {
  world.hash = await hashPassword(PASSWORD)
  world.site = await buildSite(server.ownerDb, { name: 'Larkspur', displayName: 'Larkspur Portal' })
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.site], name: 'Wexford Bank' })
})
beforeEach(() => server.setNow(undefined))

const at = (time: string) => server.setNow(new Date(time))

async function person(over: Partial<Parameters<typeof buildUser>[2]> = {}) {
  const email = `person${next()}@wexford.test`
  const userId = await buildUser(server.ownerDb, 'c', {
    sites: [world.site],
    institutionId: world.bank,
    email,
    firstName: 'Rosalind',
    lastName: 'Thackeray',
    passwordHash: world.hash,
    passwordChangedAt: new Date().toISOString(),
    ...over,
  })
  const open = (now = new Date()) => signIn(server.ownerDb, userId, { siteId: world.site, institutionId: world.bank, now })
  return { email, userId, open }
}
const policy = (over: Partial<Record<string, number>>) => server.ownerDb.updateTable('settings').set(over).execute()
const signInWith = (email: string, password: string) => server.callAs(undefined, login, { email, password })

/** A worker's next step with the requests that were queued. */
async function work(): Promise<number[]> {
  const { rows } = await sql<{ id: string; data: unknown }>`
    delete from pgboss.job where name = ${sendResetLink.name} and state = 'created' returning id, data`.execute(server.ownerDb)
  const users: number[] = []
  for (const { id, data } of rows) {
    const { userId } = z.object({ userId: z.int() }).parse(data)
    await sendResetLink.run(server.kernel, { userId }, { id, attempt: 1, lastAttempt: false, signal: new AbortController().signal })
    users.push(userId)
  }
  return users
}
const mailsTo = (recipient: string) =>
  server.ownerDb
    .selectFrom('mailOutbox')
    .select(['subject', 'bodyText', 'secret'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
const tokenTo = async (email: string) =>
  String(/#token=([\w-]{43})/.exec((await mailsTo(email)).findLast(({ bodyText }) => bodyText.includes('#token='))?.bodyText ?? '')?.[1])
const linkFor = async (userId: number, email: string, purpose: 'invite' | 'reset' = 'reset') => {
  // An invitation as staff send it, a reset as the job does.
  const make = (trx: Trx) => createPasswordLink(server.kernel, trx, userId, purpose)
  await (purpose === 'invite' ? inScope(server.kernel.db, scopeOfSystem(world.site), make) : server.ownerDb.transaction().execute(make))
  return tokenTo(email)
}

describe('a forgotten password', () => {
  test('sends a link by mail that chooses a new one, once, and signs nobody in by itself', async () => {
    const { email, userId, open } = await person()
    const cookie = await open()
    expect((await server.callAs(undefined, forgotPassword, { email: email.toUpperCase() })).status).toBe(204)
    expect(await work()).toEqual([userId])
    const [mail] = await mailsTo(email)
    expect(mail).toMatchObject({ subject: 'Choose a new password', secret: true })
    expect(mail?.bodyText).toContain('http://localhost:3000/change-password#token=')
    const token = await tokenTo(email)
    expect((await server.callAs(undefined, checkPasswordLink, { token })).body).toEqual({ purpose: 'reset', email, firstName: 'Rosalind' })
    const changed = await server.callAs(undefined, changePassword, { token, password: FRESH, confirmation: FRESH })
    expect([changed.status, changed.headers['set-cookie']]).toEqual([204, undefined])
    expect((await server.callAs(cookie, getSession, {})).body.userId).toBe(0)
    expect((await signInWith(email, PASSWORD)).status).toBe(401)
    expect((await signInWith(email, FRESH)).status).toBe(200)
    const mails = await mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Choose a new password', 'Your password was changed'])
    expect(mails[1]?.bodyText).toContain(
      'set for your account through the link in an email to this address. You were signed out everywhere.',
    )
    const again = await server.callAs(undefined, changePassword, { token, password: `${FRESH}3` })
    expect([again.status, again.error.code]).toEqual([410, 'link_over'])
    expect((await server.callAs(undefined, checkPasswordLink, { token })).status).toBe(410)
  })

  test('is held to the same rules as any other: one that breaks them is refused, and the link still works', async () => {
    const { email, userId } = await person()
    const token = await linkFor(userId, email)
    const choose = (password: string, confirmation = password) =>
      server.callAs(undefined, changePassword, { token, password, confirmation })
    for (const password of ['Too-short-7', 'Thackeray-reads-on-6', PASSWORD]) {
      const { status, error } = await choose(password)
      expect([status, error.meta], password).toEqual([400, { password: [expect.any(String)] }])
    }
    expect((await choose(FRESH, `${FRESH}x`)).error.meta).toEqual({ password: ['passwords must match'] })
    expect((await signInWith(email, PASSWORD)).status).toBe(200)
    expect((await choose(FRESH)).status).toBe(204)
  })

  test('is one person’s: the password, links and sessions of others stay', async () => {
    const [one, other] = [await person(), await person()]
    const [cookie, link] = [await other.open(), await linkFor(other.userId, other.email)]
    const token = await linkFor(one.userId, one.email)
    expect((await server.callAs(undefined, changePassword, { token, password: FRESH })).status).toBe(204)
    expect((await server.callAs(cookie, getSession, {})).body.userId).toBe(other.userId)
    expect((await server.callAs(undefined, checkPasswordLink, { token: link })).status).toBe(200)
    expect((await signInWith(other.email, PASSWORD)).status).toBe(200)
  })

  test('of two who use the link at once, one finds it used', async () => {
    const { email, userId } = await person()
    const token = await linkFor(userId, email)
    const both = await Promise.all(
      ['A-first-one-of-two-8', 'The-other-one-of-two-9'].map((password) => server.callAs(undefined, changePassword, { token, password })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 410])
  })

  test('is answered alike for an address nobody has, a deactivated person, and one that asked too often, and only the first sends anything', async () => {
    const [known, gone] = [await person(), await person({ status: 0 })]
    at('2026-11-02T10:00:00Z')
    const answers = [known.email, gone.email, 'nobody@wexford.test', ...Array.from({ length: 22 }, () => 'often@wexford.test')]
    const replies = []
    for (const email of answers) replies.push(await server.callAs(undefined, forgotPassword, { email }))
    expect(new Set(replies.map(({ status, bytes }) => `${status} ${bytes.toString()}`))).toEqual(new Set(['204 ']))
    expect((await work()).filter((id) => id !== 0)).toEqual([known.userId])
  })

  test('sends at most the allowed number of links within the window, and again after it', async () => {
    const { email, userId } = await person()
    await policy({ forgottenAttempts: 2, forgottenDuration: 4 })
    at('2026-11-03T10:00:00Z')
    for (let round = 0; round < 5; round++) await server.callAs(undefined, forgotPassword, { email })
    expect((await work()).filter((id) => id === userId)).toHaveLength(2)
    at('2026-11-03T10:04:01Z')
    await server.callAs(undefined, forgotPassword, { email })
    expect(await work()).toEqual([userId])
    await policy({ forgottenAttempts: 20 })
  })

  const holds = async (token: string) => (await server.callAs(undefined, checkPasswordLink, { token })).status === 200

  test('its link is over after 30 minutes', async () => {
    const { email, userId } = await person()
    at('2026-11-02T10:00:00Z')
    const token = await linkFor(userId, email)
    at('2026-11-02T10:29:59Z')
    expect(await holds(token)).toBe(true)
    at('2026-11-02T10:30:00Z')
    expect((await server.callAs(undefined, changePassword, { token, password: FRESH })).error.code).toBe('link_over')
  })

  test('the last three links hold beside each other, and using one ends them all', async () => {
    const { email, userId } = await person()
    const tokens: string[] = []
    for (let minute = 0; minute < 4; minute++) {
      at(`2026-11-02T10:0${minute}:00Z`)
      tokens.push(await linkFor(userId, email))
    }
    const [first = '', ...last] = tokens
    expect([await holds(first), await Promise.all(last.map(holds))]).toEqual([false, [true, true, true]])
    expect((await server.callAs(undefined, changePassword, { token: String(last[0]), password: FRESH })).status).toBe(204)
    expect(await Promise.all(last.map(holds))).toEqual([false, false, false])
  })

  test('asked for twenty times in somebody’s name is one mail, and another once the window is over', async () => {
    const { email, userId } = await person()
    const sent = async () => (await mailsTo(email)).length
    at('2026-11-05T10:00:00Z')
    for (let request = 0; request < 20; request++) await server.callAs(undefined, forgotPassword, { email })
    expect([(await work()).filter((id) => id === userId).length, await sent()]).toEqual([20, 1])
    at('2026-11-05T10:04:00Z')
    await server.callAs(undefined, forgotPassword, { email })
    await work()
    expect(await sent()).toBe(2)
  })

  test('ends the guesses that locked the account', async () => {
    const { email, userId } = await person()
    await policy({ failedAttempts: 3 })
    for (let guess = 0; guess < 4; guess++) await signInWith(email, 'guess')
    expect((await signInWith(email, PASSWORD)).status).toBe(429)
    const token = await linkFor(userId, email)
    await server.callAs(undefined, changePassword, { token, password: FRESH })
    expect((await signInWith(email, FRESH)).status).toBe(200)
    await policy({ failedAttempts: 20 })
  })

  test('keeps the link’s text no longer than it takes to send it', async () => {
    const { email, userId } = await person()
    const token = await linkFor(userId, email)
    const { rows } = await sql<{
      text: string
    }>`select single_use_token::text as text from single_use_token where user_id = ${userId}`.execute(server.ownerDb)
    expect(rows[0]?.text).not.toContain(token)
  })
})

describe('an invitation', () => {
  test('is worded by the signup template and sets the first password, within seven days', async () => {
    const { email, userId } = await person({ passwordHash: null, passwordChangedAt: null })
    await server.ownerDb
      .insertInto('emailTemplate')
      .values({
        name: 'Welcome',
        type: 0,
        usedEverywhere: true,
        subject: 'Welcome to {{institutionName}}',
        body: 'Dear {{firstName}},\n\nBegin here:\n{{loginLink}}\n',
      })
      .execute()
    at('2026-11-02T10:00:00Z')
    const token = await linkFor(userId, email, 'invite')
    expect((await mailsTo(email))[0]).toMatchObject({ subject: 'Welcome to Wexford Bank', secret: true })
    expect((await signInWith(email, '')).status).toBe(401)
    at('2026-11-09T09:59:00Z')
    expect((await server.callAs(undefined, checkPasswordLink, { token })).body.purpose).toBe('invite')
    expect((await server.callAs(undefined, changePassword, { token, password: FRESH })).status).toBe(204)
    expect((await mailsTo(email))[1]?.subject).toBe('Your password was set')
    expect((await signInWith(email, FRESH)).status).toBe(200)
  })

  test('cannot be made by staff for somebody of another site', async () => {
    const { userId } = await person()
    const elsewhere = await buildSite(server.ownerDb)
    await expect(
      inScope(server.kernel.db, scopeOfSystem(elsewhere), (trx) => createPasswordLink(server.kernel, trx, userId, 'invite')),
    ).rejects.toThrow(/row-level security/)
  })
})

test('everybody is told of the same sites', async () => {
  const { email } = await person()
  const [known, unknown] = [email, 'nobody@wexford.test'].map((one) => Buffer.from(one).toString('base64'))
  const answers = await Promise.all([known, unknown].map((one) => server.callAs(undefined, listSitesOfEmail, { email: String(one) })))
  expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1)
})
