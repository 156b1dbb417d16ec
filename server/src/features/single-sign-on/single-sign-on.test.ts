import * as sso from '@corridor/contract/single-sign-on.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { isPrivate, mayCall } from '../../platform/http/outbound.ts'
import { useBankSignIn } from '../../test/bank-sign-in.ts'
import { buildSite, buildUser, next } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { startIdentityProvider } from '../../test/identity-provider.ts'

const bank = await startIdentityProvider('http://localhost:3000/api/session/single-sign-on/callback')
const server = useServer({ configuration: { mfaRequired: true } })
const { world, change, offered, save, person, visitBank, comeBack, reasons } = useBankSignIn(server, bank)
afterAll(() => bank.close())

describe('signing in with one’s bank', () => {
  test('a person with a verified address comes in, with PKCE, state and nonce, and back to where they wanted to go', async () => {
    const { email, userId, subject } = await person()
    const visit = await visitBank(email, '/reports?type=MBR')
    for (const name of ['state', 'nonce', 'code_challenge']) expect(visit.asked.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
    const others = ['code_challenge_method', 'scope', 'login_hint', 'acr_values'].map((name) => visit.asked.searchParams.get(name))
    expect(others).toEqual(['S256', 'openid email', email, 'urn:bank:strong'])
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
    ['an address the provider has not verified', { email_verified: false }, {}, 'the email address is not verified'],
    ['a disabled person', {}, { status: 0 as const }, 'nobody active of this institution has the address'],
    ['an address of another domain', { email: 'boss@elsewhere.example' }, {}, 'the email address is of another domain'],
  ])('%s', async (_, says, account, reason) => {
    const { email } = await person(says, { sites: [world.site], ...account })
    expect(await comeBack(await visitBank(email))).toEqual({ status: 302, to: '/login?sso=unknown', session: undefined })
    expect((await reasons()).at(-1)).toEqual(['session.refused', reason])
  })

  test('somebody of another institution, a representative, staff, and nobody at all', async () => {
    for (const [role, institutionId] of [
      ['c', world.neighbor],
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

  test.each<[string, (idToken: string) => string]>([
    ['another client’s', (idToken) => bank.sign(idToken, { aud: 'somebody-else' })],
    ['several clients’', (idToken) => bank.sign(idToken, { aud: ['corridor', 'somebody-else'], azp: 'somebody-else' })],
    ['another issuer’s', (idToken) => bank.sign(idToken, { iss: 'https://elsewhere.example' })],
    ['over', (idToken) => bank.sign(idToken, { exp: Math.floor(Date.now() / 1000) - 120 })],
    ['of another sign-in', (idToken) => bank.sign(idToken, { nonce: 'another' })],
    ['signed with the client secret', (idToken) => bank.sign(idToken, {}, { alg: 'HS256', secret: bank.clientSecret })],
  ])('holds, and still nobody gets in with a token that is %s', async (_, altered) => {
    const { email } = await person()
    bank.altered.set('/token', (answer) => ({ ...answer, id_token: altered(String(answer.id_token)) }))
    expect(await comeBack(await visitBank(email))).toEqual({ status: 302, to: '/login?sso=refused', session: undefined })
  })

  test('and the claims it covers are those that count', async () => {
    const { email } = await person()
    bank.altered.set('/token', (answer) => ({ ...answer, id_token: bank.sign(String(answer.id_token), { amr: ['mfa'] }) }))
    expect((await comeBack(await visitBank(email))).session?.isMfaValid).toBe(true)
  })

  test('holds by the key that the provider publishes now, also a moment after it changed', async () => {
    const { email, userId } = await person()
    expect((await comeBack(await visitBank(email))).session?.userId).toBe(userId)
    bank.rotateKeys()
    expect((await comeBack(await visitBank(email))).session?.userId).toBe(userId)
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
    expect((await save({ id: world.neighbor })).error.meta).toEqual({
      domains: [`Another institution’s people sign in with ${world.domain}.`],
    })
  })

  test('saving one bank’s domains takes none from another bank, nor from the same bank on another site', async () => {
    const elsewhere = await buildSite(server.ownerDb)
    const others = [
      { institutionId: world.neighbor, siteId: world.site, domain: 'neighbor.example' },
      { institutionId: world.bank, siteId: elsewhere, domain: 'branch.example' },
    ]
    const provider = await server.ownerDb
      .selectFrom('identityProvider')
      .selectAll()
      .where('institutionId', '=', world.bank)
      .executeTakeFirstOrThrow()
    for (const { domain: _, ...key } of others)
      await server.ownerDb
        .insertInto('identityProvider')
        .values({ ...provider, ...key })
        .execute()
    await server.ownerDb.insertInto('identityProviderDomain').values(others).execute()
    expect((await change({ clientId: 'another-client', clientSecret: bank.clientSecret })).status).toBe(200)
    const all = await server.ownerDb.selectFrom('identityProviderDomain').select(['institutionId', 'siteId', 'domain']).execute()
    expect(all).toEqual(expect.arrayContaining(others))
  })

  test('a provider that does not answer, answers as another, or may not be called is not turned on', async () => {
    const refused = async (issuer: string) => (await save({ id: world.neighbor, domains: ['other.example'], issuer })).error.meta
    for (const issuer of [`${bank.issuer}/elsewhere`, 'http://login.bank.example', 'http://169.254.169.254/latest', 'https://10.0.0.1'])
      expect([issuer, await refused(issuer)]).toEqual([issuer, { issuer: [expect.stringMatching(/./)] }])
  })

  test.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri'])(
    'nor is one whose %s is missing or may not be called',
    async (name) => {
      for (const address of [undefined, 'http://login.bank.example/x', 'ftp://127.0.0.1/x']) {
        bank.altered.set('/.well-known/openid-configuration', (answer) => ({ ...answer, [name]: address }))
        const { error } = await save({ id: world.neighbor, domains: ['other.example'] })
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
