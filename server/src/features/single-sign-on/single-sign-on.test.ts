import { getSession } from '@corridor/contract/session.ts'
import * as sso from '@corridor/contract/single-sign-on.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPrivate, mayCall } from '../../kernel/outbound.ts'
import { buildInstitution, buildSite, buildUser, next, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { startDns } from '../../test/dns-server.ts'
import { type ProviderPerson, startIdentityProvider, type TestProvider } from '../../test/identity-provider.ts'

const dns = await startDns()
const server = useServer({ configuration: { mfaRequired: true, dnsServers: [dns.address] } })
const JOINED = { passwordChangedAt: new Date().toISOString() }
const world = { site: 0, bank: 0, neighbour: 0, staff: '', manager: '', signer: '', domain: '' }
let bank: TestProvider

beforeAll(async () => {
  bank = await startIdentityProvider('http://localhost:3000/api/session/single-sign-on/callback')
})
afterAll(async () => {
  await bank.close()
  await dns.close()
})
beforeEach(async () => {
  bank.people.clear()
  bank.altered.clear()
  world.site = await buildSite(server.ownerDb)
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.site] })
  world.neighbour = await buildInstitution(server.ownerDb, { sites: [world.site] })
  world.staff = await signedInAs(server.ownerDb, 'b', { siteId: world.site, permissions: { INSTITUTIONS: 2 } })
  world.manager = await signedInAs(server.ownerDb, 'd', { siteId: world.site, permissions: { INSTITUTIONS: 2 } })
  world.domain = `bank${next()}.example`
  world.signer = await signer(`signer@${world.domain}`)
  expect((await save()).status).toBe(200)
  expect((await answer('confirm')).status).toBe(200)
})

/** A Client of the bank who has joined, signed in. */
async function signer(email: string, institutionId = world.bank) {
  const account = { sites: [world.site], institutionId, email, passwordChangedAt: new Date().toISOString() }
  return signIn(server.ownerDb, await buildUser(server.ownerDb, 'c', account), { siteId: world.site, institutionId })
}
async function answer(said: 'confirm' | 'refuse', cookie = world.signer) {
  const { provider } = (await server.callAs(cookie, sso.getOwnProvider, {})).body
  return server.callAs(cookie, sso.answerOwnProvider, { answer: said, updatedAt: provider?.updatedAt ?? new Date().toISOString() })
}
const providerNow = async () => {
  const { provider } = (await server.callAs(world.manager, sso.getIdentityProvider, { id: world.bank })).body
  if (!provider) throw new Error('there is no provider')
  return provider
}
/** Changes what is kept, as the form does. */
const change = async (over: Partial<Parameters<typeof save>[0]>) => {
  const { updatedAt, issuer, clientId, domains, strongAcrValues, enabled } = await providerNow()
  return save({ issuer, clientId, domains, strongAcrValues, enabled, clientSecret: undefined, updatedAt, ...over })
}
const offered = async () => (await server.callAs(undefined, sso.offerSingleSignOn, { domain: world.domain })).body.offered

const save = (over: Partial<Parameters<typeof server.callAs<typeof sso.saveIdentityProvider>>[2]> = {}) =>
  server.callAs(world.manager, sso.saveIdentityProvider, {
    id: world.bank,
    issuer: bank.issuer,
    clientId: bank.clientId,
    clientSecret: bank.clientSecret,
    domains: [world.domain],
    strongAcrValues: ['urn:bank:strong'],
    enabled: true,
    updatedAt: null,
    ...over,
  })

/** A person here, and who the provider says they are. */
async function person(over: Partial<ProviderPerson> = {}, account?: Parameters<typeof buildUser>[2]) {
  const email = `p${next()}@${world.domain}`
  const userId = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank, email, ...account })
  const subject = `subject-${next()}`
  bank.people.set(email, { subject, email, email_verified: true, ...over })
  return { email, userId, subject }
}

const cookieOf = (headers: Record<string, unknown>, name: string) =>
  new RegExp(`(?:^|[,;\\s])${name}=([^;]+)`).exec([headers['set-cookie']].flat().join('\n'))?.[1]

/** To the provider and back, as a browser goes; answers what the provider sends the browser back with. */
async function visitBank(email: string, returnTo?: string) {
  const left = await server.callAs(undefined, sso.startSingleSignOn, { email, ...(returnTo ? { returnTo } : {}) })
  expect(left.status).toBe(200)
  const jar = new Map<string, string>()
  let url = left.body.url
  for (let hop = 0; hop < 8 && url.startsWith(bank.issuer); hop++) {
    const reply = await fetch(url, { redirect: 'manual', headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') } })
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    url = new URL(reply.headers.get('location') ?? '', url).href
  }
  return { back: new URL(url), browser: String(cookieOf(left.headers, 'sso')), asked: new URL(left.body.url) }
}

async function comeBack({ back, browser }: { back: URL; browser: string }) {
  const reply = await server.app.inject({ url: back.pathname + back.search, cookies: { sso: browser } })
  const cookie = cookieOf(reply.headers, 'sid')
  return {
    status: reply.statusCode,
    to: reply.headers.location,
    session: cookie ? (await server.callAs(cookie, getSession, {})).body : undefined,
  }
}
const reasons = async () =>
  (
    await server.ownerDb
      .selectFrom('activity')
      .select(['action', 'after'])
      .where('siteId', '=', world.site)
      .where('action', 'like', 'session.%')
      .orderBy('id')
      .execute()
  ).map(({ action, after }) => [action, after && typeof after === 'object' && 'reason' in after ? after.reason : undefined])

describe('signing in with one’s bank', () => {
  test('a person with a verified address comes in, with PKCE, state and nonce, and back to where they wanted to go', async () => {
    const { email, userId, subject } = await person()
    const visit = await visitBank(email, '/reports?type=MBR')
    for (const name of ['state', 'nonce', 'code_challenge']) expect(visit.asked.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
    expect(visit.asked.searchParams.get('code_challenge_method')).toBe('S256')
    const { status, to, session } = await comeBack(visit)
    expect([status, to]).toEqual([302, '/reports?type=MBR'])
    expect(session).toMatchObject({ userId, institutionId: world.bank, siteId: world.site, isMfaValid: false })
    const link = await server.ownerDb.selectFrom('userIdentity').select(['subject', 'issuer']).where('userId', '=', userId).execute()
    expect(link).toEqual([{ subject, issuer: bank.issuer }])
  })

  test.each([
    ['mfa in amr', { amr: ['pwd', 'mfa'] }, true],
    ['an acr the settings name', { acr: 'urn:bank:strong' }, true],
    ['a password alone', { amr: ['pwd'] }, false],
    ['another acr', { acr: 'urn:bank:weak' }, false],
  ])('after %s our own second factor is asked for or not', async (_, says, valid) => {
    const { email } = await person(says)
    expect((await comeBack(await visitBank(email))).session?.isMfaValid).toBe(valid)
  })

  test('who is linked is known by the subject, whatever became of the address', async () => {
    const { email, userId, subject } = await person()
    await comeBack(await visitBank(email))
    bank.people.set(email, { subject, email: 'married@elsewhere.example', email_verified: false })
    expect((await comeBack(await visitBank(email))).session?.userId).toBe(userId)
  })

  test('an address given to somebody new at the bank does not open the old account', async () => {
    const { email } = await person()
    await comeBack(await visitBank(email))
    bank.people.set(email, { subject: 'the-new-one', email, email_verified: true })
    expect(await comeBack(await visitBank(email))).toEqual({ status: 302, to: '/login?sso=unknown', session: undefined })
    expect((await reasons()).at(-1)).toEqual(['session.refused', 'the person is linked to another account of the provider'])
  })
})

describe('refused, each alike', () => {
  test('a wrong nonce', async () => {
    const visit = await visitBank((await person()).email)
    await server.ownerDb.updateTable('singleSignOnRequest').set({ nonce: 'another' }).where('siteId', '=', world.site).execute()
    expect(await comeBack(visit)).toEqual({ status: 302, to: '/login?sso=refused', session: undefined })
    expect(server.log.at(-1)).toMatch(/single sign-on of institution \d+ failed: ClientError: unexpected JWT claim value/)
  })

  test('another PKCE verifier', async () => {
    const visit = await visitBank((await person()).email)
    await server.ownerDb
      .updateTable('singleSignOnRequest')
      .set({ codeVerifier: 'x'.repeat(43) })
      .where('siteId', '=', world.site)
      .execute()
    expect((await comeBack(visit)).to).toBe('/login?sso=refused')
  })

  test('a replayed state, another browser, and ten minutes later', async () => {
    const { email } = await person()
    const visit = await visitBank(email)
    expect((await comeBack({ ...visit, browser: 'another-browser' })).to).toBe('/login?sso=expired')
    expect((await comeBack(visit)).to).toBe('/')
    expect(await comeBack(visit)).toEqual({ status: 302, to: '/login?sso=expired', session: undefined })
    const late = await visitBank(email)
    server.setNow(new Date(Date.now() + 11 * 60_000))
    const { to } = await comeBack(late)
    server.setNow(undefined)
    expect(to).toBe('/login?sso=expired')
  })

  test('an answer in the name of another issuer', async () => {
    const visit = await visitBank((await person()).email)
    visit.back.searchParams.set('iss', 'https://login.elsewhere.example')
    expect((await comeBack(visit)).to).toBe('/login?sso=refused')
  })

  test.each([
    ['an address the provider has not verified', { email_verified: false }, {}, 'the e-mail address is not verified'],
    ['a disabled person', {}, { status: 0 as const }, 'nobody active of this institution has the address'],
    ['an address of another domain', { email: 'boss@elsewhere.example' }, {}, 'the e-mail address is of another domain'],
  ])('%s', async (_, says, account, reason) => {
    const { email } = await person(says, { sites: [world.site], ...account })
    expect(await comeBack(await visitBank(email))).toEqual({ status: 302, to: '/login?sso=unknown', session: undefined })
    expect((await reasons()).at(-1)).toEqual(['session.refused', reason])
  })

  test('somebody of another institution, a representative, staff, and nobody at all', async () => {
    for (const [role, institutionId] of [
      ['c', world.neighbour],
      ['e', null],
      ['b', null],
      ['d', null],
    ] as const) {
      const email = `x${next()}@${world.domain}`
      await buildUser(server.ownerDb, role, { sites: [world.site], institutionId, email, institutions: role === 'e' ? [world.bank] : [] })
      bank.people.set(email, { subject: `s${next()}`, email, email_verified: true })
      expect([role, (await comeBack(await visitBank(email))).to]).toEqual([role, '/login?sso=unknown'])
    }
    const email = `nobody@${world.domain}`
    bank.people.set(email, { subject: `s${next()}`, email, email_verified: true })
    expect((await comeBack(await visitBank(email))).to).toBe('/login?sso=unknown')
    expect(await server.ownerDb.selectFrom('userAccount').select('id').where('email', '=', email).execute()).toEqual([])
  })

  test('a person disabled after the first sign-in', async () => {
    const { email, userId } = await person()
    await comeBack(await visitBank(email))
    await server.ownerDb.updateTable('userAccount').set({ status: 0 }).where('id', '=', userId).execute()
    expect((await comeBack(await visitBank(email))).to).toBe('/login?sso=unknown')
  })

  test('whom the provider refuses', async () => {
    const { email } = await person()
    bank.people.delete(email)
    expect((await comeBack(await visitBank(email))).to).toBe('/login?sso=refused')
  })

  test('a provider turned off meanwhile', async () => {
    const visit = await visitBank((await person()).email)
    await server.ownerDb.updateTable('identityProvider').set({ enabled: false }).where('siteId', '=', world.site).execute()
    expect((await comeBack(visit)).to).toBe('/login?sso=unavailable')
  })

  test.each(['//elsewhere.example', '/\\elsewhere.example', 'https://elsewhere.example', '/a\nb', 'javascript:alert(1)'])(
    'going on to %j',
    async (returnTo) => {
      expect((await server.callAs(undefined, sso.startSingleSignOn, { email: `x@${world.domain}`, returnTo })).error.code).toBe('input')
    },
  )
})

describe('the signature of an ID token', () => {
  const parts = (idToken: string) => idToken.split('.')
  const claimed = (idToken: string, claims: object) => {
    const [header = '', payload = '', signature = ''] = parts(idToken)
    const said: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return [header, Buffer.from(JSON.stringify({ ...(said as object), ...claims })).toString('base64url'), signature].join('.')
  }

  test.each<[string, (idToken: string) => string]>([
    ['is nobody’s', (idToken) => [...parts(idToken).slice(0, 2), 'AAAA'].join('.')],
    ['is of other claims', (idToken) => claimed(idToken, { amr: ['mfa'] })],
    ['is left out', (idToken) => [Buffer.from('{"alg":"none"}').toString('base64url'), parts(idToken)[1], ''].join('.')],
  ])('that %s signs nobody in', async (_, altered) => {
    const { email } = await person()
    bank.altered.set('/token', (answer) => ({ ...answer, id_token: altered(String(answer.id_token)) }))
    expect(await comeBack(await visitBank(email))).toEqual({ status: 302, to: '/login?sso=refused', session: undefined })
    expect((await reasons()).at(-1)).toEqual(['session.refused', 'answer does not hold'])
  })

  test('holds by the key that the provider publishes now, also a moment after it changed', async () => {
    const { email, userId } = await person()
    expect((await comeBack(await visitBank(email))).session?.userId).toBe(userId)
    bank.rotateKeys()
    expect((await comeBack(await visitBank(email))).session?.userId).toBe(userId)
  })
})

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
    expect((await answer('confirm', elsewhere)).error.meta).toEqual({ answer: [expect.stringContaining(world.domain)] })
    const neighbour = await signer(`cfo${next()}@${world.domain}`, world.neighbour)
    expect((await answer('confirm', neighbour)).status).toBe(404)
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

  test('is not confirmed by who came in through it, nor unseen', async () => {
    const { email, userId } = await person()
    await server.ownerDb.updateTable('userAccount').set(JOINED).where('id', '=', userId).execute()
    const { back, browser } = await visitBank(email)
    const reply = await server.app.inject({ url: back.pathname + back.search, cookies: { sso: browser } })
    const through = String(cookieOf(reply.headers, 'sid'))
    await server.ownerDb.updateTable('userSession').set({ mfaValid: true }).where('userId', '=', userId).execute()
    expect((await answer('confirm', through)).status).toBe(403)
    const stale = await server.callAs(world.signer, sso.answerOwnProvider, { answer: 'confirm', updatedAt: new Date(0).toISOString() })
    expect(stale.status).toBe(409)
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
    expect(await offered()).toBe(true)
    await change({ strongAcrValues: ['urn:bank:weak'] })
    expect([await offered(), (await check()).status]).toEqual([false, 400])
  })
})

describe('with a change of the provider', () => {
  const signedInThrough = async (email: string) => {
    const { back, browser } = await visitBank(email)
    const reply = await server.app.inject({ url: back.pathname + back.search, cookies: { sso: browser } })
    return String(cookieOf(reply.headers, 'sid'))
  }
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
      const through = await signedInThrough(email)
      expect([await isOpen(through), await isOpen(world.signer)]).toEqual([true, true])
      expect((await act()).status).toBeLessThan(300)
      expect([await isOpen(through), await isOpen(world.signer), await offered()]).toEqual([false, true, stays])
    },
  )

  test('a session that ended stays so when the provider comes back as it was', async () => {
    const { email } = await person()
    const through = await signedInThrough(email)
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

describe('what is offered', () => {
  test('goes by the domain alone: who exists and who does not get the same answer', async () => {
    const { email } = await person()
    const offered = async (domain: string) => (await server.callAs(undefined, sso.offerSingleSignOn, { domain })).body.offered
    expect([await offered(world.domain), await offered(world.domain.toUpperCase()), await offered('elsewhere.example')]).toEqual([
      true,
      true,
      false,
    ])
    const [known, unknown] = [
      await server.callAs(undefined, sso.startSingleSignOn, { email }),
      await server.callAs(undefined, sso.startSingleSignOn, { email: `nobody@${world.domain}` }),
    ]
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect((await server.callAs(undefined, sso.startSingleSignOn, { email: 'a@elsewhere.example' })).status).toBe(404)
  })

  test('ends when staff turn it off or remove it', async () => {
    expect((await change({ enabled: false })).status).toBe(200)
    expect(await offered()).toBe(false)
    expect((await server.callAs(world.manager, sso.removeIdentityProvider, { id: world.bank })).status).toBe(204)
    expect((await server.callAs(world.staff, sso.getIdentityProvider, { id: world.bank })).body.provider).toBeNull()
  })
})

describe('settings', () => {
  test('never answer the secret, keep it sealed, and leave it out of the log', async () => {
    const shown = await server.callAs(world.staff, sso.getIdentityProvider, { id: world.bank })
    expect(shown.body.redirectUri).toBe('http://localhost:3000/api/session/single-sign-on/callback')
    const { sealedSecret } = await server.ownerDb
      .selectFrom('identityProvider')
      .select('sealedSecret')
      .where('institutionId', '=', world.bank)
      .executeTakeFirstOrThrow()
    const logged = await server.ownerDb.selectFrom('activity').select('after').where('action', '=', 'identity-provider.saved').execute()
    for (const text of [shown.bytes.toString(), sealedSecret.toString('latin1'), JSON.stringify(logged)])
      expect(text).not.toContain(bank.clientSecret)
    expect(JSON.stringify(logged)).toContain('(masked)')
  })

  test('a stale form is told what is there now, and a domain leads to one institution of a site', async () => {
    expect((await save()).error).toMatchObject({ code: 'conflict', meta: { current: { issuer: bank.issuer } } })
    expect((await save({ id: world.neighbour })).error.meta).toEqual({
      domains: [`Another institution’s people sign in with ${world.domain}.`],
    })
  })

  test('a provider that does not answer, answers as another, or may not be called is not turned on', async () => {
    const refused = async (issuer: string) => (await save({ id: world.neighbour, domains: ['other.example'], issuer })).error.meta
    for (const issuer of [`${bank.issuer}/elsewhere`, 'http://login.bank.example', 'http://169.254.169.254/latest', 'https://10.0.0.1'])
      expect([issuer, await refused(issuer)]).toEqual([issuer, { issuer: [expect.stringMatching(/./)] }])
  })

  test.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri'])(
    'nor is one whose %s is missing or may not be called',
    async (name) => {
      for (const address of [undefined, 'http://login.bank.example/x', 'ftp://127.0.0.1/x']) {
        bank.altered.set('/.well-known/openid-configuration', (answer) => ({ ...answer, [name]: address }))
        const { error } = await save({ id: world.neighbour, domains: ['other.example'] })
        expect([address, error.meta]).toEqual([address, { issuer: [expect.stringContaining('no usable endpoints')] }])
      }
    },
  )
})

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['::1', true],
  ['::ffff:10.0.0.1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['93.184.215.14', false],
  ['172.32.0.1', false],
  ['2606:2800:21f::1', false],
])('%s is of a private network: %s', (address, expected) => expect(isPrivate(address)).toBe(expected))

test('plain http is for this machine, and only where the portal itself is', () => {
  expect(mayCall({ publicUrl: 'http://localhost:3000' }, 'http://127.0.0.1:4000')).toBe(true)
  expect(mayCall({ publicUrl: 'https://portal.bank.example' }, 'http://127.0.0.1:4000')).toBe(false)
  expect(mayCall({ publicUrl: 'http://localhost:3000' }, 'http://login.bank.example')).toBe(false)
  expect(mayCall({ publicUrl: 'https://portal.bank.example' }, 'https://login.bank.example')).toBe(true)
})
