/**
 * Signing in with one's bank. The provider proves who somebody is at the bank; whether that is anybody here is decided by the institution's
 * own active people: nobody is created, staff never come in this way, and every refusal looks the same from outside.
 */
import { createHash } from 'node:crypto'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { finishSingleSignOn, SingleSignOnProblem, startSingleSignOn } from '@corridor/contract/single-sign-on.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { recordVisitor } from '../../platform/audit-log/activity.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { endSession, newId, sessionRowOf, startSession } from '../../platform/http/sessions.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { type Arrival, arrival, clientOf, departure, type Provider, provesSecondFactor, redirectUriOf } from './provider.ts'

interface Visit {
  kernel: Kernel
  request: FastifyRequest
  reply: FastifyReply
}

const MINUTES = 10
const hashed = (text: string): Buffer => createHash('sha256').update(text).digest()
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

const providers = (db: Db | Trx) =>
  db
    .selectFrom('identityProvider as p')
    .select(['p.institutionId', 'p.siteId', 'p.issuer', 'p.clientId', 'p.sealedSecret', 'p.strongAcrValues', 'p.updatedAt'])
    .where('p.enabled', '=', true)

/** The provider of a domain that the bank confirmed: on the site named, else on the first that has it. */
export const selectProvider = (db: Db, domain: string, siteId: number | undefined): Promise<Provider | undefined> =>
  providers(db)
    .innerJoin('identityProviderDomain as d', (join) =>
      join.onRef('d.institutionId', '=', 'p.institutionId').onRef('d.siteId', '=', 'p.siteId'),
    )
    .where('d.domain', '=', domain)
    .where('d.proof', 'is not', null)
    .orderBy(sql`p.site_id <> ${siteId ?? 0}`)
    .orderBy('p.siteId')
    .limit(1)
    .executeTakeFirst()

export async function leave(
  { kernel, reply }: Visit,
  { email, siteId, returnTo }: ParsedOf<typeof startSingleSignOn>,
): Promise<{ url: string }> {
  const provider = await selectProvider(kernel.db, domainOf(email), siteId)
  if (!provider) throw new AppError('not_found', { message: 'This address is not set up for sign-in with a bank. Use your password.' })
  const { configuration } = kernel
  const client = await clientOf(kernel, provider)
  const { url, state, nonce, codeVerifier } = await departure(client, {
    email,
    redirectUri: redirectUriOf(configuration),
    strongAcrValues: provider.strongAcrValues,
  })
  // The answer counts in the browser that asked only: nobody is signed in as somebody else by a link.
  const browser = newId()
  const now = kernel.now()
  await kernel.db
    .insertInto('singleSignOnRequest')
    .values({
      institutionId: provider.institutionId,
      siteId: provider.siteId,
      stateHash: hashed(state),
      browserHash: hashed(browser),
      nonce,
      codeVerifier,
      returnTo: returnTo ?? null,
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + MINUTES * 60_000).toISOString(),
    })
    .execute()
  reply.setCookie(cookieOf(kernel), browser, { ...COOKIE, secure: isHttps(kernel), maxAge: MINUTES * 60 })
  return { url }
}

/** @returns where the browser goes on to, on this server */
export async function arrive(visit: Visit, input: ParsedOf<typeof finishSingleSignOn>): Promise<string> {
  const { kernel, request, reply } = visit
  const browser = request.cookies[cookieOf(kernel)]
  reply.clearCookie(cookieOf(kernel), { ...COOKIE, secure: isHttps(kernel) })
  // Taken out as it is read: a state serves once.
  const asked =
    input.state && browser
      ? await kernel.db
          .deleteFrom('singleSignOnRequest')
          .where('stateHash', '=', hashed(input.state))
          .where('browserHash', '=', hashed(browser))
          .returning(['institutionId', 'siteId', 'nonce', 'codeVerifier', 'returnTo', 'expiresAt'])
          .executeTakeFirst()
      : undefined
  if (!asked || !input.state || Date.parse(asked.expiresAt) <= kernel.now().getTime()) return refuse(visit, 'expired', 'state')
  const provider = await providers(kernel.db)
    .where('p.institutionId', '=', asked.institutionId)
    .where('p.siteId', '=', asked.siteId)
    .executeTakeFirst()
  if (!provider) return refuse(visit, 'unavailable', 'turned off', asked)
  if (input.error) return refuse(visit, 'refused', `provider: ${input.error.slice(0, 60)}`, asked)

  const url = new URL(redirectUriOf(kernel.configuration))
  url.search = new URL(request.url, url).search
  let proof: Arrival
  try {
    proof = await arrival(await clientOf(kernel, provider), url, {
      state: input.state,
      nonce: asked.nonce,
      codeVerifier: asked.codeVerifier,
    })
  } catch (cause) {
    kernel.log.error(`single sign-on of institution ${provider.institutionId} failed`, cause)
    return refuse(visit, cause instanceof AppError ? 'unavailable' : 'refused', 'answer does not hold', asked)
  }
  const refused = await enter(visit, provider, proof)
  return refused === undefined ? (asked.returnTo ?? '/') : refuse(visit, 'unknown', refused, asked)
}

/** @returns why not, for the log; undefined when the session has begun */
async function enter({ kernel, request, reply }: Visit, provider: Provider, proof: Arrival): Promise<string | undefined> {
  const { institutionId, siteId } = provider
  const secondFactor = provesSecondFactor(proof, provider.strongAcrValues)
  const before = sessionRowOf(request)
  return kernel.db.transaction().execute(async (trx) => {
    await sql`select set_config('app.institution', ${String(institutionId)}, true)`.execute(trx)
    const found = await personOf(trx, kernel, provider, proof)
    if (typeof found === 'string') return found
    if (before) await endSession(kernel, trx, before.idHash, reply)
    await startSession(kernel, trx, request, reply, {
      userId: found.id,
      siteId,
      institutionId,
      mfaValid: secondFactor || !kernel.configuration.mfaRequired,
      providerSiteId: siteId,
      providerUpdatedAt: provider.updatedAt,
    })
    await recordVisitor(trx, request, {
      action: 'session.started',
      actorId: found.id,
      actorRole: found.role,
      siteId,
      institutionId,
      after: { by: 'single sign-on', issuer: proof.issuer, secondFactor },
    })
    return undefined
  })
}

/** By issuer and subject, once linked; before that by an address the provider has verified, of a domain that is the bank's. */
async function personOf(trx: Trx, kernel: Kernel, provider: Provider, { issuer, subject, email, emailVerified }: Arrival) {
  const { institutionId, siteId } = provider
  const people = trx
    .selectFrom('userAccount as u')
    .innerJoin('userSite as us', (join) => join.onRef('us.userId', '=', 'u.id').on('us.siteId', '=', siteId))
    .innerJoin('institution as i', (join) => join.onRef('i.id', '=', 'u.institutionId').on('i.status', '=', 'ACTIVE'))
    .innerJoin('institutionSite as s', (join) => join.onRef('s.institutionId', '=', 'i.id').onRef('s.siteId', '=', 'us.siteId'))
    .select(['u.id', 'u.role'])
    .where('u.institutionId', '=', institutionId)
    .where('u.status', '=', 1)
    .where('u.role', 'in', ['a', 'c'])
  const now = kernel.now().toISOString()
  const link = trx
    .selectFrom('userIdentity')
    .select(['userId', 'subject'])
    .where('institutionId', '=', institutionId)
    .where('issuer', '=', issuer)
  const domains = await trx
    .selectFrom('identityProviderDomain')
    .select('domain')
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', siteId)
    .where('proof', 'is not', null)
    .execute()
  if (domains.length === 0) return 'the bank has not confirmed the provider'
  const linked = await link.where('subject', '=', subject).executeTakeFirst()
  if (linked) {
    const person = await people.where('u.id', '=', linked.userId).executeTakeFirst()
    if (!person) return 'the linked person is not active here'
    await trx
      .updateTable('userIdentity')
      .set({ lastUsedAt: now })
      .where('institutionId', '=', institutionId)
      .where('userId', '=', linked.userId)
      .where('issuer', '=', issuer)
      .execute()
    return person
  }
  if (email === undefined || !emailVerified) return 'the email address is not verified'
  if (!domains.some(({ domain }) => domain === domainOf(email))) return 'the email address is of another domain'
  const person = await people.where(sql`lower(u.email)`, '=', email.toLowerCase()).executeTakeFirst()
  if (!person) return 'nobody active of this institution has the address'
  // An address given to somebody new at the bank must not open the account of who had it before.
  if (await link.where('userId', '=', person.id).executeTakeFirst()) return 'the person is linked to another account of the provider'
  await trx
    .insertInto('userIdentity')
    .values({ institutionId, userId: person.id, issuer, subject, linkedAt: now, lastUsedAt: now })
    .execute()
  return person
}

async function refuse(
  { kernel, request }: Visit,
  problem: SingleSignOnProblem,
  reason: string,
  where: { institutionId?: number; siteId?: number } = {},
): Promise<string> {
  await recordVisitor(kernel.db, request, {
    action: 'session.refused',
    ...(where.institutionId === undefined ? {} : { institutionId: where.institutionId }),
    ...(where.siteId === undefined ? {} : { siteId: where.siteId }),
    after: { by: 'single sign-on', reason },
  })
  return `/login?sso=${problem}`
}

const COOKIE = { path: '/', httpOnly: true, sameSite: 'lax' } as const
const isHttps = (kernel: Kernel) => kernel.configuration.publicUrl.startsWith('https:')
const cookieOf = (kernel: Kernel) => (isHttps(kernel) ? '__Host-sso' : 'sso')
