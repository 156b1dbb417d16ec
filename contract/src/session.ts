/** Signing in and out, and what the browser knows of the session (product.md 2). */
import { PERMISSION_CODES, publicAccess, ROLES, signedIn } from '@corridor/domain/access.ts'
import { LONGEST_PASSWORD } from '@corridor/domain/password-policy.ts'
import { z } from 'zod'
import { endpoint, idParam, nothing } from './kernel/endpoint.ts'

export const session = z.object({
  /** 0 when signed out */
  userId: z.int(),
  userRole: z.enum(ROLES),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  title: z.string().nullable(),
  mfaChannel: z.string().nullable(),
  isMfaValid: z.boolean(),
  /** the seed's second name of the same fact */
  isMFAEnabled: z.boolean(),
  permissions: z.array(z.object({ code: z.enum(PERMISSION_CODES), access: z.literal([0, 1, 2]) })),
  /** Report types of the active institution's membership; decides what client roles may see. */
  reportTypeCodes: z.array(z.string()),
  siteId: z.int(),
  siteName: z.string(),
  /** "BOLI Portal" on site 1, "COLI Portal" on every other (seed 1). */
  portalLabel: z.string(),
  sites: z.array(z.object({ id: z.int(), name: z.string() })),
  /** 0 for staff */
  institutionId: z.int(),
  institutionName: z.string(),
  /** Where the header finds its logo; null shows a monogram. */
  institutionLogo: z.string().nullable(),
  /** A representative's institutions; empty for everyone else. */
  institutions: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Milliseconds until the session ends without activity; the server's figure. */
  msLength: z.int(),
  /** Milliseconds until it ends whatever the person does. */
  msAbsolute: z.int(),
  /** Nothing but choosing a new password is open to the person. */
  passwordExpired: z.boolean(),
  /** The e-mail address of the site's service contact, where requests go when no team is named; empty when there is none. */
  serviceRequest: z.string(),
  environment: z.string(),
  version: z.string(),
  actingAs: z.object({ userId: z.int(), name: z.string() }).nullable(),
})
export type Session = z.infer<typeof session>

const emailAddress = z.string().trim().min(1).max(254)
/** As typed: no trimming, no folding, no cutting (ASVS 6.2.8). */
const password = z.string().max(LONGEST_PASSWORD)

export const getSession = endpoint({
  method: 'GET',
  path: '/api/session',
  summary: 'Who is signed in; userId 0 when nobody is.',
  access: publicAccess,
  input: z.strictObject({}),
  reply: session,
  background: true,
})
export const login = endpoint({
  method: 'POST',
  path: '/api/session/login',
  summary: 'Sign in with e-mail address and password.',
  access: publicAccess,
  // An empty password is compared as any other: what is refused sooner tells that nothing was compared. Signing in again over a live page
  // names the institution worked on, so that nothing typed for one bank is saved to another.
  input: z.strictObject({ email: emailAddress, password, siteId: idParam.optional(), institutionId: idParam.optional() }),
  reply: session,
})
export const refreshSession = endpoint({
  method: 'GET',
  path: '/api/session/refresh',
  summary: 'Keep the session alive after a word from the person.',
  access: signedIn(),
  input: z.strictObject({}),
  reply: session,
})
export const logout = endpoint({
  method: 'POST',
  path: '/api/session/logout',
  summary: 'Sign out.',
  access: publicAccess,
  // Only who leaves on purpose has this browser's storage cleared; a session that ran out may still hold typed work.
  input: z.strictObject({ deliberate: z.boolean().default(true) }),
  reply: nothing,
  success: 204,
})
/** Asked for by the code `confirm_required`; lasts ten minutes. */
export const confirmSession = endpoint({
  method: 'POST',
  path: '/api/session/confirm',
  summary: 'Give the password again before a sensitive change.',
  access: signedIn(),
  input: z.strictObject({ password }),
  reply: nothing,
  success: 204,
})
export const switchInstitution = endpoint({
  method: 'POST',
  path: '/api/session/institution/:id',
  summary: 'Act for another of one’s institutions.',
  access: signedIn(['e', 'b', 'd']),
  input: z.strictObject({ id: idParam }),
  reply: session,
})
export const switchSite = endpoint({
  method: 'POST',
  path: '/api/session/site/:id',
  summary: 'Work on another of one’s sites.',
  access: signedIn(),
  input: z.strictObject({ id: idParam }),
  reply: session,
})

/** Shown on the sign-in page before anybody is known. */
export const getSite = endpoint({
  method: 'GET',
  path: '/api/site',
  summary: 'The active site: name, portal label, logo, environment.',
  access: publicAccess,
  input: z.strictObject({}),
  reply: z.object({
    id: z.int(),
    name: z.string(),
    displayName: z.string(),
    portalLabel: z.string(),
    url: z.string().nullable(),
    linkedUrl: z.string().nullable(),
    logoUrl: z.string().nullable(),
    theme: z.unknown(),
    siteNavigation: z.array(z.unknown()),
    environment: z.string(),
    version: z.string(),
    /** Demo mode lists its accounts so that a visitor can try them. */
    demoAccounts: z.array(z.object({ email: z.string(), role: z.enum(ROLES), password: z.string() })),
  }),
  background: true,
})
