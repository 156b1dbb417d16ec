import * as mfa from '@corridor/contract/mfa.ts'
import { getSession } from '@corridor/contract/session.ts'
import { describe, expect, test } from 'vitest'
import { createPasswordLink } from '../../shared/people/password-links.ts'
import { useServer } from '../../test/call.ts'
import { useSecondFactors } from '../../test/second-factor.ts'
import { resetMfa } from './service.ts'

const server = useServer({ configuration: { mfaRequired: true } })
const { world, pass, person, withApp, withCodes, codeOf, outbox } = useSecondFactors(server)

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
    expect((await server.callAs(one.pending, mfa.verifyMfa, { code: String(one.codes[0]) })).status).toBe(400)
    expect((await server.callAs(one.pending, mfa.verifyMfa, { code: String(recoveryCodes[0]) })).status).toBe(200)
  })

  test('a manager resets another’s, who is mailed; another client does not', async () => {
    const one = await withApp()
    const manager = await person({ role: 'd', mfaValid: true })
    const { methods, recoveryCodesLeft } = (await server.callAs(manager.cookie, mfa.listMfaOfUser, { userId: one.userId })).body
    expect([methods.map(({ channel }) => channel), recoveryCodesLeft]).toEqual([['totp'], 0])
    const id = Number(methods[0]?.id)
    const neighbor = await person({ mfaValid: true })
    expect((await server.callAs(neighbor.cookie, mfa.removeMfaMethod, { id })).status).toBe(404)
    const link = await server.ownerDb.transaction().execute((trx) => createPasswordLink(server.kernel, trx, one.userId, 'reset'))
    expect(link.expiresAt).toBeTruthy()
    expect((await server.callAs(manager.cookie, mfa.removeMfaMethod, { id })).status).toBe(204)
    expect((await server.callAs(one.valid, getSession, {})).body.userId).toBe(0)
    expect(await server.ownerDb.selectFrom('singleUseToken').select('purpose').where('userId', '=', one.userId).execute()).toEqual([])
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

  test('a manager unlinks a bank’s sign-in with a recent password; the person is mailed and signed out', async () => {
    const one = await person({ mfaValid: true })
    const manager = await person({ role: 'd', mfaValid: true })
    const now = new Date().toISOString()
    await server.ownerDb
      .insertInto('userIdentity')
      .values({
        institutionId: world.bank,
        userId: one.userId,
        issuer: 'https://bank.example',
        subject: 'x',
        linkedAt: now,
        lastUsedAt: now,
      })
      .execute()
    const unlink = async () => (await server.callAs(manager.cookie, mfa.unlinkIdentities, { userId: one.userId })).status
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
  })

  test('the command line resets everything, and ends the sessions and links', async () => {
    const one = await withApp()
    await server.ownerDb.transaction().execute((trx) => createPasswordLink(server.kernel, trx, one.userId, 'reset'))
    expect(await resetMfa(server.ownerDb, 'https://portal.test', 'nobody@nowhere.test')).toBe(false)
    expect(await resetMfa(server.ownerDb, 'https://portal.test', one.email.toUpperCase())).toBe(true)
    expect((await server.callAs(one.valid, getSession, {})).body.userId).toBe(0)
    const { methods, recoveryCodesLeft } = (await server.callAs(await one.open(false), mfa.listMfaMethods, {})).body
    expect([methods, recoveryCodesLeft]).toEqual([[], 0])
    expect(await server.ownerDb.selectFrom('singleUseToken').selectAll().where('userId', '=', one.userId).execute()).toEqual([])
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
