/** A bank whose provider its signer has confirmed, people on both sides, and a browser that goes there and back: `const { person, visitBank } = useBankSignIn(server, bank)`. */
import { getSession } from '@corridor/contract/session.ts'
import * as sso from '@corridor/contract/single-sign-on.ts'
import { beforeEach, expect } from 'vitest'
import { buildInstitution, buildSite, buildUser, next, signedInAs, signIn } from './builders.ts'
import type { TestServer } from './call.ts'
import type { ProviderPerson, TestProvider } from './identity-provider.ts'

/** There for more than a week, and so a person of their own (shared/people/settled-accounts.ts). */
export const SETTLED = { createdAt: '2020-01-01T00:00:00Z', permissionsUpdatedAt: '2020-01-01T00:00:00Z' }

export function useBankSignIn(server: TestServer, bank: TestProvider) {
  const world = { site: 0, bank: 0, neighbor: 0, staff: '', manager: '', signer: '', domain: '' }

  beforeEach(async () => {
    bank.people.clear()
    bank.altered.clear()
    world.site = await buildSite(server.ownerDb)
    world.bank = await buildInstitution(server.ownerDb, { sites: [world.site] })
    world.neighbor = await buildInstitution(server.ownerDb, { sites: [world.site] })
    world.staff = await signedInAs(server.ownerDb, 'b', { siteId: world.site, permissions: { INSTITUTIONS: 2 } })
    world.manager = await signedInAs(server.ownerDb, 'd', { siteId: world.site, permissions: { INSTITUTIONS: 2 } })
    world.domain = `bank${next()}.example`
    world.signer = await signer(`signer@${world.domain}`)
    expect((await save()).status).toBe(200)
    expect((await answer('confirm')).status).toBe(200)
  })

  /** A Client of the bank who has joined, signed in. */
  async function signer(email: string, institutionId = world.bank) {
    const account = { sites: [world.site], institutionId, email, passwordChangedAt: new Date().toISOString(), ...SETTLED }
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

  /** Signs in through the provider and keeps the cookie. */
  async function signInThrough(email: string): Promise<string> {
    const { back, browser } = await visitBank(email)
    const reply = await server.app.inject({ url: back.pathname + back.search, cookies: { sso: browser } })
    return String(cookieOf(reply.headers, 'sid'))
  }

  return { world, signer, answer, providerNow, change, offered, save, person, visitBank, comeBack, reasons, signInThrough }
}
