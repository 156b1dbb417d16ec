import * as mfa from '@corridor/contract/mfa.ts'
import { getSession } from '@corridor/contract/session.ts'
import type { Insertable } from 'kysely'
import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import type { MfaMethod } from '../../db/schema.ts'
import { createPasswordLink } from '../../shared/people/password-links.ts'
import { buildSite, buildUser } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { cookieIn, useSecondFactors } from '../../test/second-factor.ts'
import { resetMfa } from './service.ts'

const server = useServer({ configuration: { mfaRequired: true } })
const { world, pass, person, withApp, withCodes, codeOf, outbox } = useSecondFactors(server)

const addMethods = (userId: number, ...methods: Omit<Insertable<MfaMethod>, 'userId'>[]) =>
  server.ownerDb
    .insertInto('mfaMethod')
    .values(methods.map((method) => ({ userId, ...method })))
    .execute()
const addCode = (userId: number) =>
  server.ownerDb
    .insertInto('mfaRecoveryCode')
    .values({ userId, selector: 'AAAA', verifierHash: 'of no code', createdAt: '2026-11-20T12:00:00Z' })
    .execute()
const passkeyOf = (userId: number, name: string) =>
  ({
    channel: 'passkey',
    name,
    credentialId: Buffer.from(`${userId} ${name}`).toString('base64url'),
    publicKey: Buffer.from('of no passkey'),
  }) as const

describe('keeping methods in order', () => {
  test('the last one removed sends the next sign-in to the set-up', async () => {
    const one = await withCodes()
    const [method] = (await server.callAs(one.valid, mfa.listMfaMethods, {})).body.methods
    expect((await server.callAs(one.valid, mfa.removeMfaMethod, { id: Number(method?.id) })).status).toBe(204)
    const next = await one.open(false)
    expect((await server.callAs(next, getSession, {})).body).toMatchObject({ isMfaValid: false, mfaChannel: null })
    expect((await server.callAs(next, mfa.verifyMfa, { code: String(one.codes[0]) })).status).toBe(400)
    expect((await server.callAs(next, mfa.startMfaSetup, { channel: 'totp' })).status).toBe(200)
    expect((await outbox(one.email)).at(-1)?.bodyText).toContain('It was the last one')
  })

  test('of two who begin the first set-up with the same password, only the one who ends it first gets in', async () => {
    const one = await person()
    const [owner, thief] = [await one.open(false), await one.open(false)]
    const begin = async (cookie: string) => (await server.callAs(cookie, mfa.startMfaSetup, { channel: 'totp' })).body
    const [own, stolen] = [await begin(owner), await begin(thief)]
    const end = (cookie: string, setup: typeof own) =>
      server.callAs(cookie, mfa.verifyMfa, { code: codeOf(setup.otpauthUri), setupId: setup.id })
    expect((await end(owner, own)).status).toBe(200)
    expect((await end(thief, stolen)).error.code).toBe('mfa_required')
    const { methods } = (await server.callAs(await one.open(true), mfa.listMfaMethods, {})).body
    expect(methods).toHaveLength(1)
  })

  test('new recovery codes end the old ones', async () => {
    const one = await withCodes()
    const { recoveryCodes } = (await server.callAs(one.valid, mfa.makeRecoveryCodes, {})).body
    expect(recoveryCodes).toHaveLength(10)
    const told = await outbox(one.email)
    expect(told.map(({ bodyText }) => /\n\n(.*created.*)\n\n/.exec(bodyText)?.[1])).toEqual([
      'Authenticator app was added as a sign-in method. New recovery codes were created with it.',
      'New recovery codes were created. The earlier ones no longer work.',
    ])
    expect((await server.callAs(one.pending, mfa.verifyMfa, { code: String(one.codes[0]) })).status).toBe(400)
    expect((await server.callAs(one.pending, mfa.verifyMfa, { code: String(recoveryCodes[0]) })).status).toBe(200)
  })

  test('a manager resets another’s, who is mailed; another client does not', async () => {
    const one = await withApp()
    const manager = await person({ role: 'd', mfaValid: true })
    const { methods, recoveryCodesLeft } = (await server.callAs(manager.cookie, mfa.listMfaOfUser, { userId: one.userId })).body
    expect([methods.map(({ channel }) => channel), recoveryCodesLeft]).toEqual([['totp'], 0])
    const id = Number(methods[0]?.id)
    const elsewhere = await buildUser(server.ownerDb, 'd', { sites: [await buildSite(server.ownerDb)] })
    expect((await server.callAs(manager.cookie, mfa.listMfaOfUser, { userId: elsewhere })).status).toBe(404)
    expect((await server.callAs(manager.cookie, mfa.removeMfaMethod, { id: id + 1000 })).status).toBe(404)
    const neighbor = await person({ mfaValid: true })
    expect((await server.callAs(neighbor.cookie, mfa.removeMfaMethod, { id })).status).toBe(404)
    const link = await server.ownerDb.transaction().execute((trx) => createPasswordLink(server.kernel, trx, one.userId, 'reset'))
    expect(link.expiresAt).toBeTruthy()
    expect((await server.callAs(manager.cookie, mfa.removeMfaMethod, { id })).status).toBe(204)
    expect((await server.callAs(one.valid, getSession, {})).body.userId).toBe(0)
    expect(await server.ownerDb.selectFrom('singleUseToken').select('purpose').where('userId', '=', one.userId).execute()).toEqual([])
    expect((await server.callAs(await one.open(false), getSession, {})).body.mfaChannel).toBeNull()
    expect((await outbox(one.email)).at(-1)?.bodyText).toMatch(/a manager, removed Authenticator app as a sign-in method\.\n\nYou can see/)
    const row = await server.ownerDb
      .selectFrom('activity')
      .select(['actorId', 'entityId'])
      .where('action', '=', 'mfa.reset')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(row).toEqual({ actorId: manager.userId, entityId: String(one.userId) })
  })

  test('of two methods one is left when the other is removed, with the recovery codes of its holder and of everybody else', async () => {
    const [one, other] = [await withApp(), await withApp()]
    const manager = await person({ role: 'd', mfaValid: true })
    await addMethods(one.userId, { channel: 'sms', name: 'Text message', phone: '3125550142' }, { channel: 'email', name: 'Email' })
    for (const { userId } of [one, other]) await addCode(userId)
    const codesOf = async ({ userId }: { userId: number }) =>
      (await server.callAs(manager.cookie, mfa.listMfaOfUser, { userId })).body.recoveryCodesLeft
    const [totp, sms] = (await server.callAs(one.valid, mfa.listMfaMethods, {})).body.methods
    expect((await server.callAs(one.valid, mfa.removeMfaMethod, { id: Number(sms?.id) })).status).toBe(204)
    expect((await outbox(one.email)).at(-1)?.bodyText).toMatch(
      /\nText message was removed as a sign-in method\.\n\n- When: 1\d\/\d\d\/2026, .*\n- Browser: /,
    )
    expect((await server.callAs(manager.cookie, mfa.removeMfaMethod, { id: Number(totp?.id) })).status).toBe(204)
    expect((await server.callAs(await one.open(false), getSession, {})).body.mfaChannel).toBe('email')
    expect((await server.callAs(other.valid, getSession, {})).body.mfaChannel).toBe('totp')
    expect([await codesOf(one), await codesOf(other)]).toEqual([1, 1])
    const [mail] = (await server.callAs(manager.cookie, mfa.listMfaOfUser, { userId: one.userId })).body.methods
    expect((await server.callAs(manager.cookie, mfa.removeMfaMethod, { id: Number(mail?.id) })).status).toBe(204)
    expect([await codesOf(one), await codesOf(other)]).toEqual([0, 1])
  })

  test('a passkey is given another name, nothing else is; whoever prefers another method is mailed once', async () => {
    const one = await withApp()
    await addMethods(one.userId, ...['Key ring', 'Phone'].map((name) => passkeyOf(one.userId, name)))
    const change = (input: { id: number; name?: string; preferred?: true }) => server.callAs(one.valid, mfa.changeMfaMethod, input)
    const listed = async () => (await server.callAs(one.valid, mfa.listMfaMethods, {})).body.methods
    const shown = async () => (await listed()).map(({ name, preferred }) => [name, preferred])
    const [totp, key, phone] = (await listed()).map(({ id }) => id)
    const ids = { totp: Number(totp), key: Number(key), phone: Number(phone) }
    expect((await change({ id: ids.key, name: 'Blue key' })).body).toMatchObject({ name: 'Blue key', preferred: false })
    expect((await change({ id: ids.totp, name: 'My app' })).error.meta).toEqual({ name: ['Only passkeys have names of their own.'] })
    expect(await shown()).toEqual([
      ['Authenticator app', true],
      ['Blue key', false],
      ['Phone', false],
    ])
    expect(await outbox(one.email)).toEqual([])
    expect((await change({ id: ids.phone, preferred: true })).body).toMatchObject({ name: 'Phone', preferred: false })
    expect((await change({ id: ids.key, preferred: true })).body).toMatchObject({ name: 'Blue key', preferred: true })
    expect(await shown()).toEqual([
      ['Blue key', true],
      ['Phone', false],
      ['Authenticator app', false],
    ])
    expect((await outbox(one.email)).map(({ bodyText }) => /\n(Passkey is now .*)\n/.exec(bodyText)?.[1])).toEqual([
      'Passkey is now your first method to confirm your sign-in.',
    ])
    const stranger = await withApp()
    expect((await server.callAs(stranger.valid, mfa.changeMfaMethod, { id: ids.key, name: 'Mine' })).status).toBe(404)
    pass(11 * 60)
    expect((await change({ id: ids.key, name: 'Later' })).error.code).toBe('confirm_required')
    const log = await server.ownerDb
      .selectFrom('activity')
      .select(['entityId', 'before', 'after'])
      .where('actorId', '=', one.userId)
      .where('action', '=', 'mfa.changed')
      .orderBy('id')
      .execute()
    expect(log).toEqual([
      { entityId: String(ids.key), before: { name: 'Key ring' }, after: { channel: 'passkey', name: 'Blue key' } },
      { entityId: String(ids.phone), before: { name: 'Phone' }, after: { channel: 'passkey', name: 'Phone', preferred: true } },
      { entityId: String(ids.key), before: { name: 'Blue key' }, after: { channel: 'passkey', name: 'Blue key', preferred: true } },
    ])
  })

  test('nobody holds more than ten passkeys, and a device is not asked to make a second one', async () => {
    const one = await withApp()
    await addMethods(one.userId, ...Array.from({ length: 9 }, (_, at) => passkeyOf(one.userId, `Key ${at}`)))
    const begin = (channel: mfa.MfaChannel) => server.callAs(one.valid, mfa.startMfaSetup, { channel })
    expect((await begin('passkey')).body.options?.excludeCredentials).toHaveLength(9)
    await addMethods(one.userId, passkeyOf(one.userId, 'Key 10'))
    expect((await begin('passkey')).error.meta).toEqual({ channel: ['You have 10 passkeys. Remove one before you add another.'] })
    expect((await begin('email')).status).toBe(200)
  })

  test('an app set up anew takes the place of the one before', async () => {
    const one = await withApp()
    const { body: setup } = await server.callAs(one.valid, mfa.startMfaSetup, { channel: 'totp' })
    const done = await server.callAs(one.valid, mfa.verifyMfa, { code: codeOf(setup.otpauthUri), setupId: setup.id })
    expect((await server.callAs(cookieIn(done.headers), mfa.listMfaMethods, {})).body.methods.map(({ id }) => id)).toEqual([setup.id])
    expect((await outbox(one.email)).at(-1)?.bodyText).toContain('Authenticator app was set up anew as a sign-in method.')
    expect((await server.callAs(await one.open(false), mfa.verifyMfa, { code: codeOf(one.uri) })).status).toBe(400)
  })

  test('there are recovery codes only beside a method that they replace', async () => {
    const one = await person({ mfaValid: true })
    expect((await server.callAs(one.cookie, mfa.makeRecoveryCodes, {})).error.meta).toEqual({
      code: ['Set up a second factor first. Recovery codes replace it when it is lost.'],
    })
  })

  test('a manager unlinks a bank’s sign-in with a recent password; the person is mailed and signed out', async () => {
    const one = await person({ mfaValid: true })
    const manager = await person({ role: 'd', mfaValid: true })
    const colleague = await person({ mfaValid: true })
    const now = new Date().toISOString()
    for (const { userId } of [one, colleague])
      await server.ownerDb
        .insertInto('userIdentity')
        .values({
          institutionId: world.bank,
          userId,
          issuer: 'https://bank.example',
          subject: `subject ${userId}`,
          linkedAt: now,
          lastUsedAt: now,
        })
        .execute()
    const unlink = async () => (await server.callAs(manager.cookie, mfa.unlinkIdentities, { userId: one.userId })).status
    const issuers = async ({ userId }: { userId: number }) =>
      (await server.callAs(manager.cookie, mfa.listMfaOfUser, { userId })).body.identities.map(({ issuer }) => issuer)
    pass(601)
    expect(await unlink()).toBe(403)
    await server.ownerDb
      .updateTable('userSession')
      .set({ confirmedAt: new Date('2100-01-01').toISOString() })
      .where('userId', '=', manager.userId)
      .execute()
    expect(await unlink()).toBe(204)
    expect((await server.callAs(one.cookie, getSession, {})).body.userId).toBe(0)
    expect((await outbox(one.email)).at(-1)?.bodyText).toContain('unlinked your sign-in with your bank')
    expect([await issuers(one), await issuers(colleague)]).toEqual([[], ['https://bank.example']])
    expect((await server.callAs(colleague.cookie, getSession, {})).body.userId).toBe(colleague.userId)
  })

  test('the command line resets everything, and ends the sessions and links', async () => {
    const [one, other] = [await withApp(), await withApp()]
    for (const { userId } of [one, other]) {
      await addCode(userId)
      await server.ownerDb.transaction().execute((trx) => createPasswordLink(server.kernel, trx, userId, 'reset'))
    }
    expect(await resetMfa(server.ownerDb, 'https://portal.test', 'nobody@nowhere.test')).toBe(false)
    expect(await resetMfa(server.ownerDb, 'https://portal.test', one.email.toUpperCase())).toBe(true)
    expect((await outbox(one.email)).at(-1)?.bodyText).toContain('An administrator removed all your sign-in methods.')
    expect((await server.callAs(one.valid, getSession, {})).body.userId).toBe(0)
    const { methods, recoveryCodesLeft } = (await server.callAs(await one.open(false), mfa.listMfaMethods, {})).body
    expect([methods, recoveryCodesLeft]).toEqual([[], 0])
    const links = async (userId: number) =>
      server.ownerDb.selectFrom('singleUseToken').select('purpose').where('userId', '=', userId).execute()
    expect([await links(one.userId), await links(other.userId)]).toEqual([[], [{ purpose: 'reset' }]])
    const ofOther = (await server.callAs(other.valid, mfa.listMfaMethods, {})).body
    expect([ofOther.methods.length, ofOther.recoveryCodesLeft]).toEqual([1, 1])
    expect((await server.callAs(other.valid, getSession, {})).body.mfaChannel).toBe('totp')
  })

  test('the key of an app is kept sealed, and no recovery code in clear', async () => {
    const one = await withCodes()
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

  test('no code, key or recovery code is in the activity log', async () => {
    const one = await withCodes()
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
