/** Signing in and out, and what the browser knows of the session. */
import { PERMISSION_CODES, permission, publicAccess, ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { LONGEST_PASSWORD } from '@corridor/domain/access/password-policy.ts'
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
  /** One's own portrait; without it the header shows initials. */
  avatarUrl: z.string().nullable().optional(),
  mfaChannel: z.string().nullable(),
  isMfaValid: z.boolean(),
  /** other names of the same fact, required on the wire */
  isMFAEnabled: z.boolean(),
  isMFAValid: z.boolean(),
  permissions: z.array(z.object({ code: z.enum(PERMISSION_CODES), access: z.literal([0, 1, 2]) })),
  /** Report types of the active institution's membership; decides what client roles may see. */
  reportTypeCodes: z.array(z.string()),
  siteId: z.int(),
  siteName: z.string(),
  /** The site's, such as "America/New_York": every moment is shown and every paper dated in it. */
  timeZone: z.string(),
  /** "BOLI Portal" on site 1, "COLI Portal" on every other. */
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
  /** The email address of the site's service contact, where requests go when no team is named; empty when there is none. */
  serviceRequest: z.string(),
  environment: z.string(),
  version: z.string(),
  actingAs: z.object({ userId: z.int(), name: z.string(), withheld: z.array(z.enum(PERMISSION_CODES)).optional() }).nullable(),
})
export type Session = z.infer<typeof session>

const emailAddress = z.string().trim().min(1).max(254)
/** As typed: no trimming, no folding, no cutting (ASVS 6.2.8). */
const password = z.string().max(LONGEST_PASSWORD)
const linkToken = z.string().regex(/^[\w-]{43}$/)

export const getSession = endpoint({
  method: 'GET',
  path: '/api/session',
  summary: 'The person signed in; userId 0 when no one is.',
  access: publicAccess,
  input: z.strictObject({}),
  reply: session,
  background: true,
})
export const login = endpoint({
  method: 'POST',
  path: '/api/session/login',
  summary: 'Sign in with email address and password.',
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
  access: signedIn(['e', 'b', 'd'], 'institution'),
  input: z.strictObject({ id: idParam }),
  reply: session,
})
/** A site that answers on a host of its own gets a cookie of its own: the browser goes to `handOver`, which is good once and for a minute. */
export const switchSite = endpoint({
  method: 'POST',
  path: '/api/session/site/:id',
  summary: 'Work on another of one’s sites.',
  access: signedIn(undefined, 'site'),
  input: z.strictObject({ id: idParam }),
  reply: session.extend({ handOver: z.string().nullable() }),
})
export const enterSite = endpoint({
  method: 'POST',
  path: '/api/session/enter',
  summary: 'Bring a session over from the site it was switched from.',
  access: publicAccess,
  input: z.strictObject({ token: linkToken }),
  reply: session,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/session/password/forgot',
  summary: 'Ask for a link to choose a new password; the same answer for every address.',
  access: publicAccess,
  input: z.strictObject({ email: emailAddress }),
  reply: nothing,
  success: 204,
})
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/session/password',
  summary: 'Choose a password, with the present one or by a link.',
  access: publicAccess,
  input: z.strictObject({
    password,
    /** The password typed again, where a person was asked to. */
    confirmation: password.optional(),
    current: password.optional(),
    token: linkToken.optional(),
  }),
  reply: nothing,
  success: 204,
})
/** In the body, not in the path: a token in an address ends up in logs (ASVS 14.2.1). */
export const checkPasswordLink = endpoint({
  method: 'POST',
  path: '/api/session/password/link',
  summary: 'Whether a link to choose a password still holds, and whose it is.',
  access: publicAccess,
  input: z.strictObject({ token: linkToken }),
  reply: z.object({ purpose: z.enum(['invite', 'reset']), email: z.string(), firstName: z.string() }),
  background: true,
})

const openSession = z.object({
  id: z.int(),
  /** The one that asks. */
  current: z.boolean(),
  siteName: z.string(),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  /** "Chrome on Windows" */
  device: z.string(),
  address: z.string().nullable(),
})
export type OpenSession = z.infer<typeof openSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/session/sessions',
  summary: 'Where one is signed in.',
  access: signedIn(),
  input: z.strictObject({}),
  reply: z.object({ records: z.array(openSession) }),
})
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/session/sessions/:id',
  summary: 'End one of one’s own sessions.',
  access: signedIn(),
  input: z.strictObject({ id: idParam }),
  reply: nothing,
  success: 204,
})
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/session/sessions',
  summary: 'End all of one’s sessions but this one.',
  access: signedIn(),
  input: z.strictObject({}),
  reply: z.object({ ended: z.int() }),
})
const ofUsers = permission('USERS', 2, ['d'], 'site')
export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/users/:id/sessions',
  summary: 'Where a person is signed in.',
  access: ofUsers,
  input: z.strictObject({ id: idParam }),
  reply: z.object({ records: z.array(openSession) }),
})
export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  summary: 'Sign a person out everywhere.',
  access: ofUsers,
  input: z.strictObject({ id: idParam }),
  reply: z.object({ ended: z.int() }),
})

/** A page the browser's own guard refused, or found nowhere: the person gets a reference that the log and the activity report hold too. */
export const noteRefusedPage = endpoint({
  method: 'POST',
  path: '/api/session/refused-page',
  summary: 'Write down that a page was refused, and answer the reference of it.',
  access: publicAccess,
  input: z.strictObject({ code: z.string().regex(/^\d{3}$/), path: z.string().max(500) }),
  reply: z.object({ reference: z.string() }),
  background: true,
  changes: false,
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
    /** There are others: the sign-in page keeps a place for the choice before it knows their names. */
    severalSites: z.boolean(),
    environment: z.string(),
    version: z.string(),
    /** False in a demo that is set up without (DEMO_MFA): a password alone signs in. */
    asksSecondFactor: z.boolean(),
    /** Demo mode lists its accounts so that a visitor can try them. */
    demoAccounts: z.array(z.object({ email: z.string(), role: z.enum(ROLES), password: z.string() })),
  }),
  background: true,
})

/** Every active site for everyone, so that the answer tells nobody who has an account. */
export const listSitesOfEmail = endpoint({
  method: 'GET',
  path: '/api/users/:email/sites',
  summary: 'The sites to choose from at sign-in; the same answer for every address.',
  access: publicAccess,
  background: true,
  input: z.strictObject({ email: z.string().max(400) }),
  reply: z.object({ records: z.array(z.object({ id: z.int(), name: z.string(), url: z.string().nullable() })) }),
})
