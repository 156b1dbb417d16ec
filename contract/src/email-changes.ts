/** A change of the address somebody signs in with: asked for, proved at the new address, agreed to by the person or by a second manager. */
import { permission, publicAccess, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { endpoint, idParam, nothing } from './kernel/endpoint.ts'

/** An open request lasts a week, as an invitation does. */
export const EMAIL_CHANGE_DAYS = 7

const emailChange = z.object({
  newEmail: z.string(),
  requestedBy: z.string(),
  requestedAt: z.string(),
  expiresAt: z.string(),
  /** The link in the mail to the new address was used. */
  provedAt: z.string().nullable(),
  agreedAt: z.string().nullable(),
  agreedBy: z.string().nullable(),
  /** The caller is a manager who may agree: not the one who asked, nor the person. */
  mayAgree: z.boolean(),
})
export type EmailChange = z.infer<typeof emailChange>
const open = z.object({ change: emailChange.nullable() })
const one = z.strictObject({ id: idParam })
const wanted = { email: z.email('Enter an address such as pat.lee@firstcoastal.example').max(254) }
const path = '/api/users/:id/email-change'

export const getEmailChange = endpoint({
  method: 'GET',
  path,
  summary: 'The open request to change a person’s sign-in address, if there is one.',
  access: permission('USERS', 1, STAFF_ROLES, 'site'),
  background: true,
  input: one,
  reply: open,
})
export const requestEmailChange = endpoint({
  method: 'POST',
  path,
  summary: 'Ask for another sign-in address of a person: both addresses get a link, and nothing changes until both sides agreed.',
  access: permission('USERS', 2, STAFF_ROLES, 'site'),
  input: one.extend(wanted),
  reply: open,
})
export const agreeToEmailChange = endpoint({
  method: 'POST',
  path: `${path}/agreement`,
  summary: 'Agree to a change of address in the person’s place, as a manager other than the one who asked.',
  access: permission('USERS', 2, ['d'], 'site'),
  input: one,
  reply: open,
})
export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path,
  summary: 'Cancel an open request to change a person’s sign-in address.',
  access: permission('USERS', 2, STAFF_ROLES, 'site'),
  input: one,
  reply: nothing,
  success: 204,
})

const ownPath = '/api/profile/email-change'
export const getOwnEmailChange = endpoint({
  method: 'GET',
  path: ownPath,
  summary: 'The open request to change one’s own sign-in address, if there is one.',
  access: signedIn(),
  background: true,
  input: z.strictObject({}),
  reply: open,
})
export const requestOwnEmailChange = endpoint({
  method: 'POST',
  path: ownPath,
  summary: 'Ask for another sign-in address of one’s own; it counts once the link sent there was used.',
  access: signedIn(),
  input: z.strictObject(wanted),
  reply: open,
})
export const cancelOwnEmailChange = endpoint({
  method: 'DELETE',
  path: ownPath,
  summary: 'Cancel the open request to change one’s own sign-in address.',
  access: signedIn(),
  input: z.strictObject({}),
  reply: nothing,
  success: 204,
})

/** In the body, not in the path: a token in an address ends up in logs (ASVS 14.2.1). */
const token = z.string().regex(/^[\w-]{43}$/)
const linkView = z.object({
  /** Which address the link was sent to. */
  sentTo: z.enum(['new', 'present']),
  firstName: z.string(),
  newEmail: z.string(),
  requestedBy: z.string(),
  /** The person asked for it: the link to the present address only cancels. */
  own: z.boolean(),
})
export const readEmailChangeLink = endpoint({
  method: 'POST',
  path: '/api/session/email-change/link',
  summary: 'What the link of a mail about a change of address is about.',
  access: publicAccess,
  background: true,
  changes: false,
  input: z.strictObject({ token }),
  reply: linkView,
})
export const answerEmailChangeLink = endpoint({
  method: 'POST',
  path: '/api/session/email-change',
  summary: 'Confirm or refuse a change of address by the link of a mail.',
  access: publicAccess,
  input: z.strictObject({ token, answer: z.enum(['confirm', 'refuse']) }),
  reply: z.object({ status: z.enum(['waiting', 'changed', 'refused', 'taken']) }),
})
