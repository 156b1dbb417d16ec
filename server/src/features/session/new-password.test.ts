/** Which passwords are taken, what taking one does, when one has to be taken, and when it is asked for again. */
import { carriers } from '@corridor/contract/carriers.ts'
import { changePassword, confirmSession, getSession, getSite, login } from '@corridor/contract/session.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '../../platform/security/passwords.ts'
import { isCommon } from '../../shared/people/password-check.ts'
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
const cookieIn = (headers: Record<string, unknown>) => /sid=([^;]*)/.exec(String(headers['set-cookie']))?.[1]

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

describe('a new password', () => {
  const tryOut = async (password: string, over: { confirmation?: string } = {}) => {
    const { open } = await person()
    const { status, error } = await server.callAs(await open(), changePassword, { password, current: PASSWORD, ...over })
    return { status, problems: error.meta }
  }

  test('is refused for everything that is wrong with it at once, in the required words', async () => {
    await policy({ minUniqueChars: 4, minSymbolChars: 1 })
    const { open } = await person()
    const { status, error } = await server.callAs(await open(), changePassword, { password: '', confirmation: 'x', current: 'wrong' })
    await policy({ minUniqueChars: 0, minSymbolChars: 0 })
    expect([status, error.inputError]).toEqual([400, true])
    expect(error.meta).toEqual({
      current: ['This is not your password.'],
      password: [
        'must be at least 12 characters long',
        'must contain at least 4 unique',
        'must contain at least 1 upper',
        'must contain at least 1 lower',
        'must contain at least 1 numbers',
        'must contain at least 1 symbols',
        'passwords must match',
      ],
    })
  })

  test.each([
    ['Larkspur', 'My-larkspur-garden-4'],
    ['the product', 'Corridor-of-doors-12'],
    ['the institution', 'In-WEXFORD-it-rains-5'],
    ['one’s own name', 'Thackeray-reads-on-6'],
    ['one’s own email address', 'x-Person-1-Wexford.Test'],
  ])('that holds the name of %s is refused', async (_, password) => {
    expect((await tryOut(password)).problems).toEqual({
      password: ['must not contain the name of the portal, the site or the institution, nor your own name or email address'],
    })
  })

  test('that is common is refused, however it is written', async () => {
    for (const password of ['Password12345', 'P@ssw0rd-2026', 'Qwertyuiop123'])
      expect((await tryOut(password)).problems?.password).toContain(
        'must not be one of the most common passwords, with or without digits and symbols around it',
      )
  })

  test('cannot be one of the last five, the present one included; the sixth is free again', async () => {
    const { email, open } = await person()
    const take = async (password: string, current: string) =>
      (await server.callAs(await open(), changePassword, { password, current })).error.meta
    const reused = { password: ['must not be one of your last 5 passwords'] }
    expect(await take(PASSWORD, PASSWORD)).toEqual(reused)
    const chain = [PASSWORD, ...[1, 2, 3, 4, 5].map((round) => `Otters-and-herons-${round}`)]
    for (let index = 1; index < 5; index++) expect(await take(String(chain[index]), String(chain[index - 1]))).toBeUndefined()
    // A change of somebody else takes nothing from this person's former ones.
    const other = await person()
    expect((await server.callAs(await other.open(), changePassword, { password: FRESH, current: PASSWORD })).status).toBe(204)
    expect(await take(PASSWORD, String(chain[4]))).toEqual(reused)
    expect(await take(String(chain[5]), String(chain[4]))).toBeUndefined()
    expect(await take(PASSWORD, String(chain[5]))).toBeUndefined()
    expect((await signInWith(email, PASSWORD)).status).toBe(200)
  })

  test.each([
    [1, { password: ['must not be your current password'] }],
    [0, undefined],
  ])('where the last %i are remembered, the present one again is answered so', async (reusePasswords, problems) => {
    await policy({ reusePasswords })
    const { open } = await person()
    const answer = await server.callAs(await open(), changePassword, { password: PASSWORD, current: PASSWORD })
    await policy({ reusePasswords: 5 })
    expect(answer.error.meta).toEqual(problems)
  })

  test.each([
    ['64 characters', `A1${'b'.repeat(62)}`],
    ['72 and 73 characters that differ only at the end', `A1${'c'.repeat(71)}`],
    ['128 characters', `A1${'déjà '.repeat(25)}x`],
    ['emoji, spaces at both ends, other scripts', '  Ωmega 😀😀 пароль 7  '],
    ['1,023 characters', `Z9${'long '.repeat(204)}z`],
  ])('of %s is compared exactly as typed', async (_, password) => {
    const { email, open } = await person()
    expect((await server.callAs(await open(), changePassword, { password, current: PASSWORD })).status).toBe(204)
    expect((await signInWith(email, password)).status).toBe(200)
    expect((await signInWith(email, password.slice(0, -1))).status).toBe(401)
    expect((await signInWith(email, `${password} `)).status).toBe(401)
    expect((await signInWith(email, password.toLowerCase())).status).toBe(401)
  })

  test('ends the person’s other sessions, and the one that asked goes on under a new id', async () => {
    const { email, open } = await person()
    const [here, there] = [await open(), await open()]
    const changed = await server.callAs(here, changePassword, { password: FRESH, current: PASSWORD }, { 'user-agent': 'Firefox/140.0' })
    const mails = await server.ownerDb.selectFrom('mailOutbox').select(['subject', 'bodyText']).where('recipient', '=', email).execute()
    expect(mails.map(({ subject }) => subject)).toEqual(['Your password was changed'])
    for (const said of ['You were signed out everywhere else.', '- Browser: Firefox\n', '\n\nhttp://localhost:3000/forgotten-password\n\n'])
      expect(mails[0]?.bodyText).toContain(said)
    expect(mails[0]?.bodyText).not.toContain(FRESH)
    expect((await server.callAs(there, getSession, {})).body.userId).toBe(0)
    expect((await server.callAs(here, getSession, {})).body.userId).toBe(0)
    expect((await server.callAs(cookieIn(changed.headers), getSession, {})).body.userId).toBeGreaterThan(0)
  })

  test('needs the present one or a link, and a finished sign-in', async () => {
    const { userId, open } = await person()
    expect((await server.callAs(await open(), changePassword, { password: FRESH })).status).toBe(400)
    expect((await server.callAs(undefined, changePassword, { password: FRESH, current: PASSWORD })).error.code).toBe('not_signed_in')
    const pending = await signIn(server.ownerDb, userId, { siteId: world.site, institutionId: world.bank, mfaValid: false })
    expect((await server.callAs(pending, changePassword, { password: FRESH, current: PASSWORD })).error.code).toBe('mfa_required')
  })

  test('leaves no trace in the activity log but that it was changed', async () => {
    const { userId, open } = await person()
    await server.callAs(await open(), changePassword, { password: FRESH, current: PASSWORD })
    const rows = await server.ownerDb.selectFrom('activity').selectAll().where('actorId', '=', userId).execute()
    expect(rows.map(({ action }) => action)).toEqual(['password.changed'])
    expect(JSON.stringify(rows)).not.toContain(FRESH)
  })
})

test('the 3,000 commonest passwords are refused, in capitals too', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const commonest = dictionary['passwords-common'].slice(0, 3_000)
  expect(commonest).toHaveLength(3_000)
  expect(commonest.filter((password) => !isCommon(password) || !isCommon(password.toUpperCase()))).toEqual([])
})

describe('an expired password', () => {
  test('lets a person sign in and do nothing but choose another', async () => {
    const { email } = await person({ passwordChangedAt: new Date(Date.now() - 91 * 86_400_000).toISOString() })
    const signed = await signInWith(email, PASSWORD)
    expect(signed.body.passwordExpired).toBe(true)
    const cookie = cookieIn(signed.headers)
    expect((await server.callAs(cookie, carriers.endpoints.list, {})).error.code).toBe('password_expired')
    expect((await server.callAs(cookie, getSite, {})).status).toBe(200)
    const changed = await server.callAs(cookie, changePassword, { password: FRESH, current: PASSWORD })
    expect(changed.status).toBe(204)
    expect((await server.callAs(cookieIn(changed.headers), getSession, {})).body.passwordExpired).toBe(false)
  })

  test('comes after the second factor', async () => {
    const { userId } = await person({ passwordChangedAt: new Date(Date.now() - 91 * 86_400_000).toISOString() })
    const pending = await signIn(server.ownerDb, userId, { siteId: world.site, institutionId: world.bank, mfaValid: false })
    expect((await server.callAs(pending, carriers.endpoints.list, {})).error.code).toBe('mfa_required')
  })

  test('does not expire under somebody’s hands', async () => {
    const { open } = await person({ passwordChangedAt: new Date(Date.now() - 90 * 86_400_000 + 60_000).toISOString() })
    const cookie = await open()
    server.setNow(new Date(Date.now() + 5 * 60_000))
    expect((await server.callAs(cookie, getSession, {})).body.passwordExpired).toBe(false)
  })
})

describe('a sensitive change', () => {
  test('asks for the password again ten minutes after it was given, and giving it changes the session’s id', async () => {
    const { open } = await person()
    const began = new Date('2026-11-02T10:00:00Z')
    const cookie = await open(began)
    at('2026-11-02T10:11:00Z')
    expect((await server.callAs(cookie, confirmSession, { password: 'wrong' })).error.meta).toEqual({
      password: ['This is not your password.'],
    })
    const confirmed = await server.callAs(cookie, confirmSession, { password: PASSWORD })
    expect(confirmed.status).toBe(204)
    expect((await server.callAs(cookie, getSession, {})).body.userId).toBe(0)
    expect((await server.callAs(cookieIn(confirmed.headers), getSession, {})).body.userId).toBeGreaterThan(0)
    const row = await server.ownerDb
      .selectFrom('userSession')
      .select('confirmedAt')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(row.confirmedAt).toBe('2026-11-02T10:11:00.000Z')
  })
})

test('a stored hash is argon2id of the advised cost', () => {
  expect(world.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('nobody’s password is ever right', async () => {
  expect(await verifyPassword(undefined, 'nobody has this password')).toBe(false)
  expect(await verifyPassword(null, '')).toBe(false)
})
