/** Sign-in through a bank's own OpenID Connect provider: what the sign-in page asks, and the settings staff keep for an institution. */
import { permission, publicAccess, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { isPublicMail } from '@corridor/domain/access/public-mail.ts'
import { z } from 'zod'
import { bytes, endpoint, idParam, nothing } from './kernel/endpoint.ts'

const DOMAIN = /^(?=.{4,253}$)([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
const domain = z.string().trim().toLowerCase().regex(DOMAIN, 'Enter a domain such as firstcoastal.example')
/** A mailbox that anybody may open proves no bank by its domain. */
const bankDomain = domain.refine((name) => !isPublicMail(name), 'Anyone may have an address there: enter a domain that belongs to the bank')
/** A place on this server to go on to: no other host, however written (an open redirect otherwise). */
const returnTo = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u, 'This is not a page of the portal.')

/** By the address's domain alone: nobody learns from it who has an account. */
export const offerSingleSignOn = endpoint({
  method: 'GET',
  path: '/api/session/single-sign-on',
  summary: 'Whether people of an email domain may sign in with their bank.',
  access: publicAccess,
  background: true,
  input: z.strictObject({ domain, siteId: idParam.optional() }),
  reply: z.object({ offered: z.boolean() }),
})
export const startSingleSignOn = endpoint({
  method: 'POST',
  path: '/api/session/single-sign-on',
  summary: 'Begin to sign in with one’s bank: where to send the browser.',
  access: publicAccess,
  input: z.strictObject({ email: z.string().trim().max(254), siteId: idParam.optional(), returnTo: returnTo.optional() }),
  reply: z.object({ url: z.url() }),
})
const given = z.string().max(4000).optional()
/** Fields that providers add to their answer; none of it but code, state, iss and error is read. */
export const finishSingleSignOn = endpoint({
  method: 'GET',
  path: '/api/session/single-sign-on/callback',
  summary: 'Where the bank’s provider sends the browser back; goes on to the portal, or to the sign-in page with a reason.',
  access: publicAccess,
  kind: 'file',
  input: z.strictObject({
    code: given,
    state: given,
    iss: given,
    error: given,
    error_description: given,
    error_uri: given,
    session_state: given,
    scope: given,
    authuser: given,
    hd: given,
    prompt: given,
  }),
  reply: bytes,
})

/** Why the sign-in page is shown again; it says no more than this, the activity log does. */
export const SINGLE_SIGN_ON_PROBLEMS = {
  expired: 'The sign-in took too long or was started in another browser. Start again.',
  refused: 'Your bank’s sign-in did not let you through. Try again, or sign in with your password.',
  unknown: 'Your bank’s sign-in worked, but there is no account here for it. Ask your contact to open one for this address.',
  unavailable: 'Your bank’s sign-in cannot be reached. Sign in with your password, or try again later.',
} as const
export type SingleSignOnProblem = keyof typeof SINGLE_SIGN_ON_PROBLEMS

const settings = {
  issuer: z.url({ protocol: /^https?$/, error: 'Enter the issuer’s address, such as https://login.firstcoastal.example' }).max(500),
  clientId: z.string().trim().min(1, 'Enter the client id').max(300),
  domains: z.array(bankDomain).min(1, 'Enter at least one email domain').max(50),
  /** Beside `mfa` in amr and the well-known values: what this provider says in acr when more than a password was asked. */
  strongAcrValues: z.array(z.string().trim().min(1).max(300)).max(20),
  enabled: z.boolean(),
}
const domainProof = z.object({
  domain: z.string(),
  /** The proof at the bank that this provider serves the domain: its DNS, or a Client with an address there. Without it nobody comes in. */
  proof: z.enum(['DNS', 'SIGNER']).nullable(),
  provedAt: z.string().nullable(),
  provedBy: z.string().nullable(),
  /** The TXT record with which the bank's DNS says so; it changes with issuer, client and acr values. */
  recordName: z.string(),
  recordValue: z.string(),
})
export const identityProvider = z.object({ ...settings, proofs: z.array(domainProof), updatedAt: z.string() })
export type IdentityProvider = z.infer<typeof identityProvider>

const staff = permission('INSTITUTIONS', 2, STAFF_ROLES, 'site')
/** Whoever chooses the provider chooses who gets in. */
const managers = permission('INSTITUTIONS', 2, ['d'], 'site')
const path = '/api/institutions/:id/identity-provider'

export const getIdentityProvider = endpoint({
  method: 'GET',
  path,
  summary: 'An institution’s own sign-in provider; never its secret.',
  access: staff,
  input: z.strictObject({ id: idParam }),
  reply: z.object({
    provider: identityProvider.nullable(),
    /** To be entered at the bank's provider. */
    redirectUri: z.string(),
  }),
})
export const saveIdentityProvider = endpoint({
  method: 'PUT',
  path,
  summary:
    'Save an institution’s sign-in provider; it is checked before it is turned on, and no one can sign in through it before the bank confirms it.',
  access: managers,
  input: z.strictObject({
    id: idParam,
    ...settings,
    /** Left out, the one that is kept stays. */
    clientSecret: z.string().min(1).max(1000).optional(),
    /** The settings changed; null when there were none. */
    updatedAt: z.iso.datetime().nullable(),
  }),
  reply: identityProvider,
})
export const removeIdentityProvider = endpoint({
  method: 'DELETE',
  path,
  summary: 'Remove an institution’s sign-in provider; its people sign in with their passwords.',
  access: managers,
  input: z.strictObject({ id: idParam }),
  reply: nothing,
  success: 204,
})
export const checkProviderDomain = endpoint({
  method: 'POST',
  path: `${path}/domains/:domain/check`,
  summary: 'Look for the TXT record with which a bank’s DNS confirms its sign-in provider.',
  access: managers,
  input: z.strictObject({ id: idParam, domain }),
  reply: identityProvider,
})

/** The statement that a bank's Client is asked to confirm. */
const ownProvider = z.object({
  issuer: z.string(),
  strongAcrValues: z.array(z.string()),
  enabled: z.boolean(),
  domains: z.array(z.object({ domain: z.string(), confirmed: z.boolean(), /** The caller's own address is there. */ mine: z.boolean() })),
  updatedAt: z.string(),
})
export type OwnProvider = z.infer<typeof ownProvider>
const bankPath = '/api/bank-sign-in'
export const getOwnProvider = endpoint({
  method: 'GET',
  path: bankPath,
  summary: 'The sign-in provider that was entered for one’s own bank, to be confirmed.',
  access: signedIn(['c'], 'institution'),
  background: true,
  input: z.strictObject({}),
  reply: z.object({ provider: ownProvider.nullable() }),
})
export const answerOwnProvider = endpoint({
  method: 'POST',
  path: bankPath,
  summary: 'Confirm for one’s own bank that its people may sign in through this provider, or refuse it.',
  access: signedIn(['c'], 'institution'),
  input: z.strictObject({ answer: z.enum(['confirm', 'refuse']), updatedAt: z.iso.datetime() }),
  reply: getOwnProvider.reply,
})
