import * as mfa from '@corridor/contract/mfa.ts'
import { getSession, getSite, login } from '@corridor/contract/session.ts'
import { describe, expect, test } from 'vitest'
import { hashPassword } from '../../platform/security/passwords.ts'
import { buildUser } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { cookieIn, useSecondFactors } from '../../test/second-factor.ts'
import { newAuthenticator } from './codes.ts'

const server = useServer({ configuration: { mfaRequired: true } })
const { world, pass, person, withApp, withCodes, codeOf, codeTo, outbox } = useSecondFactors(server)
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('setting up', () => {
  test('an authenticator app: its first code opens the session under a new id and brings ten recovery codes, once', async () => {
    const one = await person()
    const { status, body: setup } = await server.callAs(one.cookie, mfa.startMfaSetup, { channel: 'totp' })
    expect(status).toBe(200)
    expect(setup.qrSvg).toMatch(/^<svg /)
    expect(setup.otpauthUri).toContain(`otpauth://totp/Corridor%20(local):${encodeURIComponent(one.email)}?`)
    const inProduction = { ...server.configuration, environmentText: 'production' }
    expect((await newAuthenticator(inProduction, { id: one.userId, email: 'a@b.test' })).otpauthUri).toContain('totp/Corridor:a')
    const done = await server.callAs(one.cookie, mfa.verifyMfa, { code: codeOf(setup.otpauthUri), setupId: setup.id })
    expect(done.body).toMatchObject({ userId: one.userId, isMfaValid: true, mfaChannel: 'totp' })
    expect(new Set(done.body.recoveryCodes).size).toBe(10)
    expect((await server.callAs(one.cookie, getSession, {})).body.userId).toBe(0)
    const cookie = cookieIn(done.headers)
    expect((await server.callAs(cookie, getSession, {})).body.isMfaValid).toBe(true)
    const again = await server.callAs(cookie, mfa.startMfaSetup, { channel: 'email' })
    const added = await server.callAs(cookie, mfa.verifyMfa, { code: await codeTo(one.email), setupId: again.body.id })
    expect([added.status, added.body.recoveryCodes]).toEqual([200, undefined])
    // A set-up is answered with the number that its method has from then on.
    const { methods } = (await server.callAs(cookieIn(added.headers), mfa.listMfaMethods, {})).body
    expect(methods.map(({ id, channel }) => [id, channel])).toEqual([
      [setup.id, 'totp'],
      [again.body.id, 'email'],
    ])
    expect((await outbox(one.email)).map(({ subject }) => subject)).toContain('Your sign-in to Corridor was changed')
  })

  test('a text message goes to the phone named, in the form that phones fill in', async () => {
    const one = await person()
    expect((await server.callAs(one.cookie, mfa.startMfaSetup, { channel: 'sms', phone: '123' })).error.meta).toEqual({
      phone: ['Enter the phone number as 10 digits.'],
    })
    expect((await server.callAs(one.cookie, mfa.startMfaSetup, { channel: 'sms' })).error.meta).toEqual({
      phone: ['Enter the number of a mobile phone.'],
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
  test('the email channel of an account needs no set-up: its code opens the session', async () => {
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
    expect((await server.callAs(cookie, getSite, {})).body.asksSecondFactor).toBe(true)
    for (const endpoint of [getSession, mfa.listMfaMethods]) expect((await server.callAs(cookie, endpoint, {})).status).toBe(200)
    const refused = await server.app.inject({ url: '/api/profile', cookies: { sid: cookie } })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'mfa_required'])
  })

  test('an app’s code serves once, one step early or late, and never two steps away', async () => {
    const one = await withApp()
    const code = codeOf(one.uri)
    expect((await server.callAs(one.pending, mfa.verifyMfa, { code: codeOf(one.uri, -60) })).status).toBe(400)
    expect((await server.callAs(one.pending, mfa.verifyMfa, { code: codeOf(one.uri, 60) })).status).toBe(400)
    const done = await server.callAs(one.pending, mfa.verifyMfa, { code })
    expect(done.status).toBe(200)
    const [method] = (await server.callAs(cookieIn(done.headers), mfa.listMfaMethods, {})).body.methods
    expect(method?.lastUsedAt).toBe(server.kernel.now().toISOString())
    const later = await one.open(false)
    expect((await server.callAs(later, mfa.verifyMfa, { code })).error.meta).toHaveProperty('code')
    expect((await server.callAs(later, mfa.verifyMfa, { code: codeOf(one.uri, 30) })).status).toBe(200)
  })

  test('the same code twice at once opens one session', async () => {
    const one = await withApp()
    const [two, three] = [await one.open(false), await one.open(false)]
    const code = codeOf(one.uri)
    const answers = await Promise.all([one.pending, two, three].map((cookie) => server.callAs(cookie, mfa.verifyMfa, { code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  })

  test('a sent code answered twice at once opens one session, and ends the codes of nobody else', async () => {
    const [one, another] = [await person({ mfaChannel: 'email' }), await person({ mfaChannel: 'email' })]
    for (const { cookie } of [one, another]) await server.callAs(cookie, mfa.sendMfaCode, {})
    const code = await codeTo(one.email)
    const answers = await Promise.all([one, one].map(({ cookie }) => server.callAs(cookie, mfa.verifyMfa, { code })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await server.callAs(another.cookie, mfa.verifyMfa, { code: await codeTo(another.email) })).status).toBe(200)
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
    expect(sixth.error).toMatchObject({ code: 'too_many_requests', message: 'This code was tried too many times. Send a new one.' })

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
    expect((await server.callAs(one.pending, mfa.verifyMfa, { code: codeOf(one.uri) })).error).toMatchObject({
      message: 'Too many wrong codes. Try again in 10 minutes, or choose another method.',
      retryAfter: 600,
    })
    await server.ownerDb.deleteFrom('userSession').where('userId', '=', one.userId).execute()
    const again = await one.open(false)
    for (let tries = 0; tries < 5; tries++) expect(await guess(again)).toBe(400)
    const third = await one.open(false)
    const refused = await server.callAs(third, mfa.verifyMfa, { code: codeOf(one.uri) })
    expect(refused.error).toMatchObject({ message: 'Too many wrong codes. Try again in 15 minutes.', retryAfter: 900 })
    pass(15 * 60)
    expect((await server.callAs(await one.open(false), mfa.verifyMfa, { code: codeOf(one.uri) })).status).toBe(200)
  })

  test('fifty wrong codes, or twenty that were sent, are enough for a day', async () => {
    const [guesser, asker] = [await withApp(), await person({ mfaChannel: 'email' })]
    await server.callAs(guesser.pending, mfa.verifyMfa, { code: '000000' })
    await server.callAs(asker.cookie, mfa.sendMfaCode, {})
    const earlier = server.ownerDb.updateTable('mfaChallenge').set({ failures: 50 }).where('userId', '=', guesser.userId)
    await earlier.execute()
    const [sent] = await server.ownerDb.selectFrom('mfaChallenge').selectAll().where('userId', '=', asker.userId).execute()
    const { id: _, ...copy } = sent ?? expect.unreachable()
    const copies = Array.from({ length: 19 }, () => copy)
    await server.ownerDb.insertInto('mfaChallenge').values(copies).execute()
    pass(16 * 60)
    const [guess, ask] = [
      await server.callAs(await guesser.open(false), mfa.verifyMfa, { code: codeOf(guesser.uri) }),
      await server.callAs(await asker.open(), mfa.sendMfaCode, {}),
    ]
    expect(guess.error).toMatchObject({ message: 'Too many wrong codes. Try again in 1424 minutes.', retryAfter: 1424 * 60 })
    expect(ask.error).toMatchObject({ message: 'Too many codes were sent. Try again in 1424 minutes.', retryAfter: 1424 * 60 })
    pass(1424 * 60)
    expect((await server.callAs(await guesser.open(false), mfa.verifyMfa, { code: codeOf(guesser.uri) })).status).toBe(200)
    expect((await server.callAs(await asker.open(), mfa.sendMfaCode, {})).status).toBe(204)
  })

  test('what sends nothing is asked for nothing, and a wrong code of the app holds up no message', async () => {
    const one = await withApp()
    await server.ownerDb.updateTable('userAccount').set({ phone: '3125550142' }).where('id', '=', one.userId).execute()
    const { methods, phone } = (await server.callAs(one.pending, mfa.listMfaMethods, {})).body
    expect([phone, (await server.callAs(one.valid, mfa.listMfaMethods, {})).body.phone]).toEqual([null, '3125550142'])
    for (const methodId of [undefined, Number(methods[0]?.id)])
      expect((await server.callAs(one.pending, mfa.sendMfaCode, { methodId })).error.meta).toEqual({
        methodId: ['No code is sent for this method. Open your authenticator app, or choose another method.'],
      })
    expect((await server.callAs(one.pending, mfa.askPasskey, {})).error).toMatchObject({
      code: 'not_found',
      message: 'You have no passkey yet. Choose another method.',
    })
    await server.ownerDb.insertInto('mfaMethod').values({ userId: one.userId, channel: 'email', name: 'Email' }).execute()
    const mail = Number((await server.callAs(one.pending, mfa.listMfaMethods, {})).body.methods[1]?.id)
    const answered = async (methodId: number) => (await server.callAs(one.pending, mfa.verifyMfa, { code: '000000', methodId })).error
    expect((await answered(mail)).meta).toEqual({ code: ['The code has expired or was used. Send a new one.'] })
    expect((await answered(mail + 1000)).code).toBe('not_found')
    expect((await answered(Number(methods[0]?.id))).meta).toEqual({ code: [expect.stringContaining('in your app')] })
    expect((await server.callAs(one.pending, mfa.sendMfaCode, {})).status).toBe(204)
  })

  test('codes are sent thirty seconds apart, five in a quarter of an hour', async () => {
    const one = await person({ mfaChannel: 'email' })
    expect((await server.callAs(one.cookie, mfa.sendMfaCode, {})).status).toBe(204)
    const soon = await server.callAs(await one.open(), mfa.sendMfaCode, {})
    expect([soon.status, soon.error.retryAfter, soon.error.message]).toEqual([
      429,
      mfa.RESEND_SECONDS,
      'A code was sent a moment ago. Try again in 30 seconds.',
    ])
    for (let sent = 1; sent < 5; sent++) {
      pass(mfa.RESEND_SECONDS)
      expect((await server.callAs(one.cookie, mfa.sendMfaCode, {})).status).toBe(204)
    }
    pass(mfa.RESEND_SECONDS)
    expect((await server.callAs(one.cookie, mfa.sendMfaCode, {})).error).toMatchObject({
      message: 'Too many codes were sent. Try again in 13 minutes.',
      retryAfter: 750,
    })
  })

  test('a recovery code opens nothing when only its first part is right, nor does another person’s', async () => {
    const [one, other] = [await withCodes(), await withCodes()]
    const [mine = '', next = ''] = one.codes
    const mixed = `${mine.slice(0, 4)}${next.slice(4)}`
    for (const code of [mixed, String(other.codes[0])])
      expect((await server.callAs(one.pending, mfa.verifyMfa, { code })).error.meta).toEqual({
        code: [expect.stringContaining('incorrect')],
      })
    expect((await server.callAs(one.pending, mfa.verifyMfa, { code: mine })).body.isMfaValid).toBe(true)
  })

  test('a recovery code opens the session once, however it is typed, and is mailed', async () => {
    const one = await withCodes()
    const code = String(one.codes[3]).toLowerCase().replaceAll('-', ' ')
    expect((await server.callAs(one.pending, mfa.verifyMfa, { code })).body).toMatchObject({ isMfaValid: true })
    expect((await server.callAs(await one.open(false), mfa.verifyMfa, { code })).error.meta).toEqual({
      code: ['That recovery code is incorrect or was already used.'],
    })
    expect((await outbox(one.email)).at(-1)).toEqual({
      subject: 'A recovery code was used to sign in',
      bodyText: expect.stringContaining('9 recovery codes are left'),
    })
    const stranger = await withApp()
    expect((await server.callAs(stranger.pending, mfa.verifyMfa, { code: String(one.codes[4]) })).status).toBe(400)
    const kept = one.codes.slice(4, 6).map((kept) => kept.slice(0, 4))
    await server.ownerDb
      .updateTable('mfaRecoveryCode')
      .set({ usedAt: '2026-11-20T12:00:00Z' })
      .where('userId', '=', one.userId)
      .where('selector', 'not in', kept)
      .execute()
    expect((await server.callAs(await one.open(false), mfa.verifyMfa, { code: String(one.codes[4]) })).status).toBe(200)
    expect((await outbox(one.email)).at(-1)?.bodyText).toContain('One recovery code is left.')
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
