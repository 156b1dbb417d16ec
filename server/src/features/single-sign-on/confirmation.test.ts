import { getSession } from '@corridor/contract/session.ts'
import * as sso from '@corridor/contract/single-sign-on.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { SETTLED, useBankSignIn } from '../../test/bank-sign-in.ts'
import { buildUser, next, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { startDns } from '../../test/dns-server.ts'
import { startIdentityProvider } from '../../test/identity-provider.ts'

const bank = await startIdentityProvider('http://localhost:3000/api/session/single-sign-on/callback')
const dns = await startDns()
const server = useServer({ configuration: { mfaRequired: true, dnsServers: [dns.address] } })
const { world, signer, answer, providerNow, change, offered, save, person, visitBank, comeBack, reasons, signInThrough } = useBankSignIn(
  server,
  bank,
)
afterAll(async () => {
  await bank.close()
  await dns.close()
})
const JOINED = { passwordChangedAt: new Date().toISOString() }

describe('a provider that the bank has not confirmed', () => {
  const fresh = async () => {
    await server.callAs(world.manager, sso.removeIdentityProvider, { id: world.bank })
    expect((await save()).status).toBe(200)
  }

  test('is entered by a manager alone, with a recent password, and lets nobody in', async () => {
    const settings = { id: world.bank, issuer: bank.issuer, clientId: 'x', domains: [world.domain], strongAcrValues: [], enabled: true }
    const updatedAt = (await providerNow()).updatedAt
    expect((await server.callAs(world.staff, sso.saveIdentityProvider, { ...settings, updatedAt })).status).toBe(403)
    expect((await server.callAs(world.staff, sso.removeIdentityProvider, { id: world.bank })).status).toBe(403)
    await sql`update user_session set confirmed_at = now() - interval '11 minutes'`.execute(server.ownerDb)
    expect((await server.callAs(world.manager, sso.saveIdentityProvider, { ...settings, updatedAt })).error.code).toBe('confirm_required')
    expect((await server.callAs(world.manager, sso.removeIdentityProvider, { id: world.bank })).error.code).toBe('confirm_required')
    expect((await answer('confirm')).error.code).toBe('confirm_required')
    await sql`update user_session set confirmed_at = now()`.execute(server.ownerDb)
    await fresh()
    const { email } = await person({ amr: ['mfa'] })
    expect([await offered(), (await server.callAs(undefined, sso.startSingleSignOn, { email })).status]).toEqual([false, 404])
    expect((await answer('confirm')).status).toBe(200)
    expect((await comeBack(await visitBank(email))).session?.isMfaValid).toBe(true)
  })

  test('lets nobody in whose answer was on its way when the settings changed', async () => {
    const { email } = await person()
    const visit = await visitBank(email)
    await change({ strongAcrValues: ['urn:bank:weak'] })
    expect((await comeBack(visit)).session).toBeUndefined()
    expect((await reasons()).at(-1)).toEqual(['session.refused', 'the bank has not confirmed the provider'])
  })

  test('is confirmed by a Client of the bank whose own address is of the domain, and by nobody else', async () => {
    await fresh()
    const elsewhere = await signer(`cfo${next()}@mailbox.example`)
    expect((await answer('confirm', elsewhere)).error.meta).toEqual({
      answer: [
        `Your own address is not in any of these domains. A Client with an address at ${world.domain} must confirm it, or a record in the bank’s DNS.`,
      ],
    })
    const neighbor = await signer(`cfo${next()}@${world.domain}`, world.neighbor)
    expect((await answer('confirm', neighbor)).status).toBe(404)
    const invited = await buildUser(server.ownerDb, 'c', {
      sites: [world.site],
      institutionId: world.bank,
      email: `new${next()}@${world.domain}`,
    })
    const opened = await signIn(server.ownerDb, invited, { siteId: world.site, institutionId: world.bank })
    expect((await answer('confirm', opened)).status).toBe(400)
    for (const role of ['a', 'e', 'b', 'd'] as const) {
      const cookie = await signedInAs(server.ownerDb, role, {
        siteId: world.site,
        institutionId: world.bank,
        permissions: { INSTITUTIONS: 2 },
      })
      const { status } = await server.callAs(cookie, sso.answerOwnProvider, { answer: 'confirm', updatedAt: new Date().toISOString() })
      expect([role, status]).toEqual([role, 403])
    }
    expect(await offered()).toBe(false)
    expect((await answer('confirm')).body.provider?.domains).toEqual([{ domain: world.domain, confirmed: true, mine: true }])
    expect(await offered()).toBe(true)
  })

  test('is not confirmed by an account that was opened, or came to the bank, within a week: who enters a provider could have made it', async () => {
    await fresh()
    const account = { sites: [world.site], institutionId: world.bank, ...JOINED }
    for (const young of [{ createdAt: new Date().toISOString() }, { permissionsUpdatedAt: new Date().toISOString() }]) {
      const made = await buildUser(server.ownerDb, 'c', { ...account, email: `made${next()}@${world.domain}`, ...SETTLED, ...young })
      const cookie = await signIn(server.ownerDb, made, { siteId: world.site, institutionId: world.bank })
      expect((await answer('confirm', cookie)).error.meta).toEqual({ answer: [expect.stringContaining('less than 7 days old')] })
    }
    expect(await offered()).toBe(false)
  })

  test('is for no mail service where anybody may have an address', async () => {
    expect((await change({ domains: [world.domain, 'gmail.com'] })).error.meta).toEqual({
      'domains.1': [expect.stringContaining('Anyone may have an address there')],
    })
  })

  test('is not confirmed by who came in through it, nor unseen', async () => {
    const { email, userId } = await person()
    await server.ownerDb.updateTable('userAccount').set(JOINED).where('id', '=', userId).execute()
    const through = await signInThrough(email)
    await server.ownerDb.updateTable('userSession').set({ mfaValid: true }).where('userId', '=', userId).execute()
    expect((await answer('confirm', through)).status).toBe(403)
    for (const said of ['confirm', 'refuse'] as const) {
      const stale = await server.callAs(world.signer, sso.answerOwnProvider, { answer: said, updatedAt: new Date(0).toISOString() })
      expect([said, stale.status, stale.error.message]).toEqual([said, 409, expect.stringMatching(/^These settings were changed/)])
    }
    expect(await offered()).toBe(true)
  })

  test('is confirmed by the bank’s DNS: just this record, of just these settings', async () => {
    await fresh()
    const check = () => server.callAs(world.manager, sso.checkProviderDomain, { id: world.bank, domain: world.domain })
    expect((await check()).error.meta).toEqual({ domain: [expect.stringContaining('There is no TXT record')] })
    const [record] = (await providerNow()).proofs
    if (!record) throw new Error('there is no record to enter')
    dns.records.set(record.recordName, ['v=spf1 -all', `${record.recordValue}x`])
    expect((await check()).error.meta).toEqual({ domain: [expect.stringContaining('has another value')] })
    dns.records.set(record.recordName, ['v=spf1 -all', record.recordValue])
    expect((await server.callAs(world.staff, sso.checkProviderDomain, { id: world.bank, domain: world.domain })).status).toBe(403)
    expect((await check()).body.proofs).toMatchObject([{ domain: world.domain, proof: 'DNS' }])
    const unknown = await server.callAs(world.manager, sso.checkProviderDomain, { id: world.bank, domain: 'unknown.example' })
    expect(unknown.status).toBe(404)
    expect(await offered()).toBe(true)
    await change({ strongAcrValues: ['urn:bank:weak'] })
    expect([await offered(), (await check()).status]).toEqual([false, 400])
  })
})

describe('with a change of the provider', () => {
  const isOpen = async (cookie: string) => (await server.callAs(cookie, getSession, {})).body.userId !== 0

  test.each<[string, () => Promise<{ status: number }>, boolean]>([
    ['its client', () => change({ clientId: 'another' }), false],
    ['its acr values', () => change({ strongAcrValues: [] }), false],
    ['its secret', () => change({ clientSecret: 'another' }), true],
    ['a further domain', () => change({ domains: [world.domain, `more${next()}.example`] }), true],
    ['being turned off', () => change({ enabled: false }), false],
    ['its removal', () => server.callAs(world.manager, sso.removeIdentityProvider, { id: world.bank }), false],
    ['a refusal by the bank', () => answer('refuse'), false],
  ])(
    'sessions begun through it end with %s, others go on; what was confirmed stays so only where nothing decisive changed',
    async (_, act, stays) => {
      const { email } = await person()
      const through = await signInThrough(email)
      expect([await isOpen(through), await isOpen(world.signer)]).toEqual([true, true])
      expect((await act()).status).toBeLessThan(300)
      expect([await isOpen(through), await isOpen(world.signer), await offered()]).toEqual([false, true, stays])
    },
  )

  test('a session that ended stays so when the provider comes back as it was', async () => {
    const { email } = await person()
    const through = await signInThrough(email)
    await change({ enabled: false })
    await change({ enabled: true })
    expect(await isOpen(through)).toBe(false)
  })

  test('the bank’s people hear of it, and the managers of a refusal', async () => {
    const { email } = await person()
    await server.ownerDb.deleteFrom('mailOutbox').execute()
    const boss = `boss${next()}@firm.example`
    await buildUser(server.ownerDb, 'd', { sites: [world.site], email: boss })
    await change({ clientId: 'another' })
    await answer('refuse')
    const mails = await server.ownerDb.selectFrom('mailOutbox').select(['recipient', 'subject']).orderBy('id').execute()
    const subjects = (to: string) => mails.filter(({ recipient }) => recipient === to).map(({ subject }) => subject.replace(/^.*: /, ''))
    expect([subjects(email), subjects(`signer@${world.domain}`)]).toEqual([
      ['changed', 'refused'],
      ['changed', 'refused'],
    ])
    expect(subjects(boss)).toEqual([expect.stringContaining('refused its sign-in provider')])
  })
})

test('signing in with one’s bank ends the session that the browser had', async () => {
  const { email, userId } = await person()
  const visit = await visitBank(email)
  const { back, browser } = visit
  await server.app.inject({ url: back.pathname + back.search, cookies: { sso: browser, sid: world.staff } })
  expect((await server.callAs(world.staff, getSession, {})).body.userId).toBe(0)
  const seen = await server.ownerDb.selectFrom('userSession').select('userId').where('userId', '=', userId).execute()
  expect(seen).toEqual([{ userId }])
})

test('an address that the ID token has is taken from there', async () => {
  const { email, userId } = await person({ email_verified: false })
  const said = { email: email.toUpperCase(), email_verified: true }
  bank.altered.set('/token', (answer) => ({ ...answer, id_token: bank.sign(String(answer.id_token), said) }))
  expect((await comeBack(await visitBank(email))).session?.userId).toBe(userId)
})

test('a provider that does not answer is told apart from a wrong password, asked again, and known for an hour once it did', async () => {
  const start = async () => (await server.callAs(undefined, sso.startSingleSignOn, { email: `x@${world.domain}` })).error
  const broken = (answer: object) => ({ ...answer, issuer: 'https://elsewhere.example' })
  bank.altered.set('/.well-known/openid-configuration', broken)
  expect(await start()).toMatchObject({
    code: 'unavailable',
    message: 'Your bank’s sign-in cannot be reached. Sign in with your password, or try again later.',
  })
  bank.altered.clear()
  expect((await start()).code).toBe('')
  bank.altered.set('/.well-known/openid-configuration', broken)
  expect((await start()).code).toBe('')
  server.setNow(new Date(Date.now() + 3_601_000))
  expect((await start()).code).toBe('unavailable')
  server.setNow(undefined)
})

test('settings begin with a secret, and take it anew when the one kept no longer opens', async () => {
  const other = { id: world.neighbor, domains: ['other.example'], clientSecret: undefined }
  expect((await save(other)).error.meta).toEqual({ clientSecret: ['Enter the client secret'] })
  expect((await server.callAs(world.manager, sso.removeIdentityProvider, { id: world.neighbor })).status).toBe(404)
  await server.ownerDb
    .updateTable('identityProvider')
    .set({ sealedSecret: Buffer.from('sealed with a key that is gone') })
    .where('institutionId', '=', world.bank)
    .execute()
  expect((await change({})).error.meta).toEqual({ clientSecret: ['The stored secret cannot be read. Enter it again.'] })
  expect((await change({ clientSecret: bank.clientSecret })).status).toBe(200)
  expect((await change({})).status).toBe(200)
})
