import * as mfa from '@corridor/contract/mfa.ts'
import { getSession, getSite, login } from '@corridor/contract/session.ts'
import { Secret, TOTP, URI } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '../../kernel/passwords.ts'
import { buildInstitution, buildSite, buildUser, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { resetMfa } from './service.ts'

const server = useServer({ configuration: { mfaRequired: true } })
const START = new Date('2026-11-21T12:00:00.000Z')
let clock = START
const pass = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000)
  server.setNow(clock)
}
const world = { site: 0, bank: 0 }
beforeEach(async () => {
  // Each test a day later: what earlier ones tried and sent counts no more.
  clock = new Date(clock.getTime() + 25 * 3_600_000)
  server.setNow(clock)
  world.site ||= await buildSite(server.ownerDb)
  world.bank ||= await buildInstitution(server.ownerDb, { sites: [world.site] })
})

async function person({ mfaChannel = null as 'email' | null, mfaValid = false, role = 'c' as 'c' | 'd' } = {}) {
  const userId = await buildUser(server.ownerDb, role, {
    sites: [world.site],
    institutionId: role === 'c' ? world.bank : null,
    mfaChannel,
    ...(role === 'd' ? { permissions: { USERS: 2 } } : {}),
  })
  const open = (valid = mfaValid) =>
    signIn(server.ownerDb, userId, { siteId: world.site, institutionId: role === 'c' ? world.bank : 0, mfaValid: valid, now: clock })
  return { userId, cookie: await open(), open, email: await emailOf(userId) }
}
const emailOf = async (userId: number) =>
  (await server.ownerDb.selectFrom('userAccount').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
const cookieIn = (headers: Record<string, unknown>) => String(/sid=([^;]*)/.exec(String(headers['set-cookie']))?.[1])

async function outbox(recipient: string) {
  return server.ownerDb.selectFrom('mailOutbox').select(['subject', 'bodyText']).where('recipient', '=', recipient).orderBy('id').execute()
}
const codeTo = async (recipient: string) =>
  String(/\b(\d{6})\b/.exec((await outbox(recipient)).findLast((mail) => /code/i.test(mail.subject))?.bodyText ?? '')?.[1])
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const codeOf = (otpauthUri: string | undefined, at = clock) => {
  const totp = URI.parse(String(otpauthUri))
  return totp instanceof TOTP ? totp.generate({ timestamp: at.getTime() }) : ''
}

/** A person with an authenticator app, signed in anew and asked for it. */
async function withApp() {
  const one = await person()
  const { body: setup } = await server.callAs(one.cookie, mfa.startMfaSetup, { channel: 'totp' })
  const done = await server.callAs(one.cookie, mfa.verifyMfa, { code: codeOf(setup.otpauthUri), setupId: setup.id })
  pass(30)
  return {
    ...one,
    uri: setup.otpauthUri,
    valid: cookieIn(done.headers),
    codes: done.body.recoveryCodes ?? [],
    pending: await one.open(false),
  }
}

describe('setting up', () => {
  test('an authenticator app: its first code opens the session under a new id and brings ten recovery codes, once', async () => {
    const one = await person()
    const { status, body: setup } = await server.callAs(one.cookie, mfa.startMfaSetup, { channel: 'totp' })
    expect(status).toBe(200)
    expect(setup.qrSvg).toMatch(/^<svg /)
    expect(setup.otpauthUri).toContain(`otpauth://totp/Corridor%20(local):${encodeURIComponent(one.email)}?`)
    const done = await server.callAs(one.cookie, mfa.verifyMfa, { code: codeOf(setup.otpauthUri), setupId: setup.id })
    expect(done.body).toMatchObject({ userId: one.userId, isMfaValid: true, mfaChannel: 'totp' })
    expect(new Set(done.body.recoveryCodes).size).toBe(10)
    expect((await server.callAs(one.cookie, getSession, {})).body.userId).toBe(0)
    const cookie = cookieIn(done.headers)
    expect((await server.callAs(cookie, getSession, {})).body.isMfaValid).toBe(true)
    const again = await server.callAs(cookie, mfa.startMfaSetup, { channel: 'email' })
    const added = await server.callAs(cookie, mfa.verifyMfa, { code: await codeTo(one.email), setupId: again.body.id })
    expect([added.status, added.body.recoveryCodes]).toEqual([200, undefined])
    expect((await outbox(one.email)).map(({ subject }) => subject)).toContain('Your sign-in to Corridor was changed')
  })

  test('the key of an app is kept sealed, and no recovery code in clear', async () => {
    const one = await withApp()
    const { sealedSecret } = await server.ownerDb
      .selectFrom('mfaMethod')
      .select('sealedSecret')
      .where('userId', '=', one.userId)
      .executeTakeFirstOrThrow()
    const secret = new URL(String(one.uri)).searchParams.get('secret')
    expect(sealedSecret?.includes(Buffer.from(String(secret)))).toBe(false)
    expect(sealedSecret?.includes(Buffer.from(Secret.fromBase32(String(secret)).buffer))).toBe(false)
    const rows = await server.ownerDb.selectFrom('mfaRecoveryCode').selectAll().where('userId', '=', one.userId).execute()
    expect(rows.every(({ verifierHash }) => verifierHash.startsWith('$argon2id$'))).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(one.codes[0]?.slice(5))
  })

  test('a text message goes to the phone named, in the form that phones fill in', async () => {
    const one = await person()
    expect((await server.callAs(one.cookie, mfa.startMfaSetup, { channel: 'sms', phone: '123' })).error.meta).toEqual({
      phone: ['Write the phone number as 10 digits.'],
    })
    const { body } = await server.callAs(one.cookie, mfa.startMfaSetup, { channel: 'sms', phone: '(312) 555-0142' })
    expect(body.sentTo).toBe('(•••) •••-0142')
    const code = await codeTo('tel:+13125550142')
    expect((await outbox('tel:+13125550142'))[0]?.bodyText).toMatch(new RegExp(`\n@localhost #${code}$`))
    expect((await server.callAs(one.cookie, mfa.verifyMfa, { code, setupId: body.id })).body.mfaChannel).toBe('sms')
  })

  test('a password alone adds no factor beside one that is there', async () => {
    const one = await withApp()
    expect((await server.callAs(one.pending, mfa.startMfaSetup, { channel: 'email' })).error.code).toBe('mfa_required')
    expect((await server.callAs(one.pending, mfa.makeRecoveryCodes, {})).error.code).toBe('mfa_required')
    const [method] = (await server.callAs(one.pending, mfa.listMfaMethods, {})).body.methods
    expect((await server.callAs(one.pending, mfa.removeMfaMethod, { id: Number(method?.id) })).error.code).toBe('mfa_required')
    expect((await server.callAs(one.pending, mfa.changeMfaMethod, { id: Number(method?.id), preferred: true })).error.code).toBe(
      'mfa_required',
    )
  })

  test('a set-up of another session is answered by nobody', async () => {
    const one = await person()
    const { body: setup } = await server.callAs(one.cookie, mfa.startMfaSetup, { channel: 'totp' })
    const elsewhere = await one.open()
    expect((await server.callAs(elsewhere, mfa.verifyMfa, { code: codeOf(setup.otpauthUri), setupId: setup.id })).status).toBe(400)
    const stranger = await person()
    expect((await server.callAs(stranger.cookie, mfa.verifyMfa, { code: codeOf(setup.otpauthUri), setupId: setup.id })).status).toBe(400)
  })

  test('changes ask for the password again ten minutes after it was given', async () => {
    const one = await withApp()
    pass(11 * 60)
    expect((await server.callAs(one.valid, mfa.startMfaSetup, { channel: 'email' })).error.code).toBe('confirm_required')
    expect((await server.callAs(one.valid, mfa.makeRecoveryCodes, {})).error.code).toBe('confirm_required')
  })
})

describe('at sign-in', () => {
  test('the e-mail channel of an account needs no set-up: its code opens the session', async () => {
    const email = 'waiting@bank.test'
    await buildUser(server.ownerDb, 'c', {
      sites: [world.site],
      institutionId: world.bank,
      mfaChannel: 'email',
      email,
      passwordHash: await hashPassword('correct horse battery'),
    })
    const first = await server.callAs(undefined, login, { email, password: 'correct horse battery' })
    expect(first.body).toMatchObject({ isMfaValid: false, mfaChannel: 'email' })
    const cookie = cookieIn(first.headers)
    expect((await server.callAs(cookie, mfa.listMfaMethods, {})).body).toMatchObject({
      methods: [{ channel: 'email', hint: 'w•••@bank.test', preferred: true }],
      phone: null,
    })
    expect((await server.callAs(cookie, mfa.sendMfaCode, {})).status).toBe(204)
    const done = await server.callAs(cookie, mfa.verifyMfa, { code: await codeTo(email) })
    expect(done.body).toMatchObject({ isMfaValid: true })
    expect(done.body.recoveryCodes).toBeUndefined()
  })

  test('a pending session reaches what signs it in, and nothing else', async () => {
    const { cookie } = await person({ mfaChannel: 'email' })
    for (const endpoint of [getSession, getSite, mfa.listMfaMethods]) expect((await server.callAs(cookie, endpoint, {})).status).toBe(200)
    const refused = await server.app.inject({ url: '/api/profile', cookies: { sid: cookie } })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'mfa_required'])
  })

  test('an app’s code serves once, one step early or late, and never two steps away', async () => {
    const one = await withApp()
    const code = codeOf(one.uri)
    expect((await server.callAs(one.pending, mfa.verifyMfa, { code: codeOf(one.uri, new Date(clock.getTime() - 60_000)) })).status).toBe(
      400,
    )
    expect((await server.callAs(one.pending, mfa.verifyMfa, { code: codeOf(one.uri, new Date(clock.getTime() + 60_000)) })).status).toBe(
      400,
    )
    expect((await server.callAs(one.pending, mfa.verifyMfa, { code })).status).toBe(200)
    const later = await one.open(false)
    expect((await server.callAs(later, mfa.verifyMfa, { code })).error.meta).toHaveProperty('code')
    expect((await server.callAs(later, mfa.verifyMfa, { code: codeOf(one.uri, new Date(clock.getTime() + 30_000)) })).status).toBe(200)
  })

  test('the same code twice at once opens one session', async () => {
    const one = await withApp()
    const [two, three] = [await one.open(false), await one.open(false)]
    const code = codeOf(one.uri)
    const answers = await Promise.all([one.pending, two, three].map((cookie) => server.callAs(cookie, mfa.verifyMfa, { code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  })

  test('a sent code ends after five tries, ten minutes, or one use, and belongs to the session that asked', async () => {
    const one = await person({ mfaChannel: 'email' })
    await server.callAs(one.cookie, mfa.sendMfaCode, {})
    const code = await codeTo(one.email)
    const other = await one.open()
    expect((await server.callAs(other, mfa.verifyMfa, { code })).status).toBe(400)
    for (let tries = 0; tries < 5; tries++)
      expect((await server.callAs(one.cookie, mfa.verifyMfa, { code: wrongOf(code) })).error.code).toBe('input')
    const sixth = await server.callAs(one.cookie, mfa.verifyMfa, { code })
    expect(sixth.error).toMatchObject({ code: 'too_many_requests', message: 'This code was tried too often. Send a new one.' })

    pass(mfa.RESEND_SECONDS)
    await server.callAs(one.cookie, mfa.sendMfaCode, {})
    const second = await codeTo(one.email)
    pass(10 * 60)
    expect((await server.callAs(one.cookie, mfa.verifyMfa, { code: second })).error.meta).toHaveProperty('code')

    await server.callAs(one.cookie, mfa.sendMfaCode, {})
    const third = await codeTo(one.email)
    const done = await server.callAs(one.cookie, mfa.verifyMfa, { code: third })
    expect(done.status).toBe(200)
    expect((await server.callAs(cookieIn(done.headers), mfa.verifyMfa, { code: third })).status).toBe(400)
  })

  test('fifty guesses at once are five tries', async () => {
    const one = await person({ mfaChannel: 'email' })
    await server.callAs(one.cookie, mfa.sendMfaCode, {})
    const code = await codeTo(one.email)
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.callAs(one.cookie, mfa.verifyMfa, { code: wrongOf(code) })))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45)
  })

  test('signing in again gives no more tries: ten wrong codes in a quarter of an hour wait it out', async () => {
    const one = await withApp()
    const guess = async (cookie: string) => (await server.callAs(cookie, mfa.verifyMfa, { code: '000000' })).status
    for (let tries = 0; tries < 5; tries++) expect(await guess(one.pending)).toBe(400)
    await server.ownerDb.deleteFrom('userSession').where('userId', '=', one.userId).execute()
    const again = await one.open(false)
    for (let tries = 0; tries < 5; tries++) expect(await guess(again)).toBe(400)
    const third = await one.open(false)
    const refused = await server.callAs(third, mfa.verifyMfa, { code: codeOf(one.uri) })
    expect(refused.error).toMatchObject({ code: 'too_many_requests' })
    expect(refused.error.retryAfter).toBeGreaterThan(0)
    pass(15 * 60)
    expect((await server.callAs(await one.open(false), mfa.verifyMfa, { code: codeOf(one.uri) })).status).toBe(200)
  })

  test('codes are sent thirty seconds apart, five in a quarter of an hour', async () => {
    const one = await person({ mfaChannel: 'email' })
    expect((await server.callAs(one.cookie, mfa.sendMfaCode, {})).status).toBe(204)
    const soon = await server.callAs(await one.open(), mfa.sendMfaCode, {})
    expect([soon.status, soon.error.retryAfter]).toEqual([429, mfa.RESEND_SECONDS])
    for (let sent = 1; sent < 5; sent++) {
      pass(mfa.RESEND_SECONDS)
      expect((await server.callAs(one.cookie, mfa.sendMfaCode, {})).status).toBe(204)
    }
    pass(mfa.RESEND_SECONDS)
    expect((await server.callAs(one.cookie, mfa.sendMfaCode, {})).error.message).toMatch(
      /^Too many codes were sent\. Try again in \d+ minutes\.$/,
    )
  })

  test('a recovery code opens the session once, however it is typed, and is mailed', async () => {
    const one = await withApp()
    const code = String(one.codes[3]).toLowerCase().replaceAll('-', ' ')
    expect((await server.callAs(one.pending, mfa.verifyMfa, { code })).body).toMatchObject({ isMfaValid: true })
    expect((await server.callAs(await one.open(false), mfa.verifyMfa, { code })).error.meta).toEqual({
      code: ['That recovery code is not right, or was used already.'],
    })
    expect((await outbox(one.email)).at(-1)?.bodyText).toContain('9 of your recovery codes are left')
    const stranger = await withApp()
    expect((await server.callAs(stranger.pending, mfa.verifyMfa, { code: String(one.codes[4]) })).status).toBe(400)
  })

  test('another of one’s methods may be asked instead, nobody else’s', async () => {
    const one = await withApp()
    const added = await server.callAs(one.valid, mfa.startMfaSetup, { channel: 'email' })
    await server.callAs(one.valid, mfa.verifyMfa, { code: await codeTo(one.email), setupId: added.body.id })
    pass(mfa.RESEND_SECONDS)
    const { methods } = (await server.callAs(one.pending, mfa.listMfaMethods, {})).body
    expect(methods.map(({ channel, preferred }) => [channel, preferred])).toEqual([
      ['totp', true],
      ['email', false],
    ])
    const mail = Number(methods[1]?.id)
    expect((await server.callAs(one.pending, mfa.sendMfaCode, { methodId: mail })).status).toBe(204)
    const stranger = await withApp()
    expect((await server.callAs(stranger.pending, mfa.sendMfaCode, { methodId: mail })).status).toBe(404)
    expect((await server.callAs(one.pending, mfa.verifyMfa, { code: await codeTo(one.email), methodId: mail })).status).toBe(200)
  })
})

describe('keeping methods in order', () => {
  test('the last one removed sends the next sign-in to the set-up', async () => {
    const one = await withApp()
    const [method] = (await server.callAs(one.valid, mfa.listMfaMethods, {})).body.methods
    expect((await server.callAs(one.valid, mfa.removeMfaMethod, { id: Number(method?.id) })).status).toBe(204)
    const next = await one.open(false)
    expect((await server.callAs(next, getSession, {})).body).toMatchObject({ isMfaValid: false, mfaChannel: null })
    expect((await server.callAs(next, mfa.verifyMfa, { code: String(one.codes[0]) })).status).toBe(400)
    expect((await server.callAs(next, mfa.startMfaSetup, { channel: 'totp' })).status).toBe(200)
    expect((await outbox(one.email)).at(-1)?.bodyText).toContain('It was the last one')
  })

  test('new recovery codes end the old ones', async () => {
    const one = await withApp()
    const { recoveryCodes } = (await server.callAs(one.valid, mfa.makeRecoveryCodes, {})).body
    expect(recoveryCodes).toHaveLength(10)
    expect((await server.callAs(one.pending, mfa.verifyMfa, { code: String(one.codes[0]) })).status).toBe(400)
    expect((await server.callAs(one.pending, mfa.verifyMfa, { code: String(recoveryCodes[0]) })).status).toBe(200)
  })

  test('a manager resets another’s, who is mailed; another client does not', async () => {
    const one = await withApp()
    const manager = await person({ role: 'd', mfaValid: true })
    const { methods, recoveryCodesLeft } = (await server.callAs(manager.cookie, mfa.listMfaOfUser, { userId: one.userId })).body
    expect([methods.map(({ channel }) => channel), recoveryCodesLeft]).toEqual([['totp'], 10])
    const id = Number(methods[0]?.id)
    const neighbour = await person({ mfaValid: true })
    expect((await server.callAs(neighbour.cookie, mfa.removeMfaMethod, { id })).status).toBe(404)
    expect((await server.callAs(manager.cookie, mfa.removeMfaMethod, { id })).status).toBe(204)
    expect((await server.callAs(await one.open(false), getSession, {})).body.mfaChannel).toBeNull()
    expect((await outbox(one.email)).at(-1)?.bodyText).toMatch(/a manager, removed Authenticator app/)
    const row = await server.ownerDb
      .selectFrom('activity')
      .select(['actorId', 'entityId'])
      .where('action', '=', 'mfa.reset')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(row).toEqual({ actorId: manager.userId, entityId: String(one.userId) })
  })

  test('the command line resets everything, and ends the sessions', async () => {
    const one = await withApp()
    expect(await resetMfa(server.ownerDb, 'https://portal.test', 'nobody@nowhere.test')).toBe(false)
    expect(await resetMfa(server.ownerDb, 'https://portal.test', one.email.toUpperCase())).toBe(true)
    expect((await server.callAs(one.valid, getSession, {})).body.userId).toBe(0)
    const { methods, recoveryCodesLeft } = (await server.callAs(await one.open(false), mfa.listMfaMethods, {})).body
    expect([methods, recoveryCodesLeft]).toEqual([[], 0])
  })

  test('no code, key or recovery code is in the activity log', async () => {
    const one = await withApp()
    await server.callAs(one.pending, mfa.verifyMfa, { code: String(one.codes[0]) })
    const rows = await server.ownerDb
      .selectFrom('activity')
      .select(['action', 'before', 'after'])
      .where('actorId', '=', one.userId)
      .execute()
    expect(rows.map(({ action }) => action).toSorted()).toEqual(['mfa.added', 'mfa.begun', 'mfa.passed'])
    const text = JSON.stringify(rows)
    for (const secret of [...one.codes, new URL(String(one.uri)).searchParams.get('secret')]) expect(text).not.toContain(secret)
  })
})

test.each([
  ['3125550142', { phone: '3125550142', valid: true, e164: '+13125550142' }],
  ['1-312-555-0142', { phone: '3125550142', valid: true, e164: '+13125550142' }],
  ['0125550142', { phone: '0125550142', valid: false, e164: null }],
  ['55501', { phone: '55501', valid: false, e164: null }],
])('the phone %s', async (phone, expected) => {
  const { cookie } = await person()
  expect((await server.callAs(cookie, mfa.checkPhone, { phone })).body).toEqual(expected)
})
