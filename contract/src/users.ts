/** The people who sign in, and what may be asked about them before or beside that. */
import { permission, permissionOrOwn, ROLES, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { MAIL_FREQUENCIES, MAIL_FREQUENCY_CODES } from '@corridor/domain/sites/mail-frequency.ts'
import { z } from 'zod'
import { bytes, endpoint, idParam, repeated, rowId } from './kernel/endpoint.ts'
import { oneLine } from './kernel/fields.ts'
import { worded } from './kernel/list-cells.ts'
import { defineResource } from './kernel/resource.ts'
import { INVITATION_WORDS } from './words.ts'

/** `User.role`, the number on the wire: 0 Staff, 1 Outside Sales Rep, 2 Client, 3 Team Member, 4 Manager. */
export const roleNumber = z.literal([0, 1, 2, 3, 4])
/** 1 is active. */
export const userStatus = z.literal([0, 1])
/** State of the mail with which a person chooses the first password: never sent, waiting, over, or used. */
export const invitationStatus = worded(z.enum(['none', 'sent', 'expired', 'accepted']), INVITATION_WORDS)
const text = (most: number) => z.string().trim().max(most)
const name = oneLine(text(80).min(1))

const profile = {
  firstName: name,
  middleName: text(80).nullable(),
  lastName: name,
  email: z.email().max(254),
  title: text(120).nullable(),
  bio: text(2000).nullable(),
  phone: z
    .string()
    .regex(/^\d{10}$/, 'Enter the phone number as 10 digits')
    .nullable(),
  extension: z
    .string()
    .regex(/^\d{1,6}$/)
    .nullable(),
  displayName: text(160).nullable(),
  /** A mail when files came; false and NONE are the same. */
  mailReports: z.boolean(),
  mailFrequency: worded(z.enum(MAIL_FREQUENCY_CODES), MAIL_FREQUENCIES),
}
const narrow = z.object({
  id: z.int(),
  ...profile,
  avatar: z.string().nullable(),
  role: roleNumber,
  status: userStatus,
  institutionId: z.int().nullable(),
  institutionName: z.string().nullable(),
})
const places = { siteIds: z.array(rowId).min(1, 'Choose at least one site'), institutionIds: z.array(rowId).max(5000) }

export const users = defineResource({
  model: 'users',
  key: idParam,
  words: ['user', 'users'],
  permission: 'USERS',
  record: narrow.extend({
    ...places,
    /** Role and status in the words of the page, for files of the list. */
    roleName: z.string(),
    statusName: z.string(),
    invitation: invitationStatus,
    mfaChannel: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
  narrow: { record: narrow, roles: ROLES },
  write: z.object({
    firstName: name,
    lastName: name,
    email: profile.email,
    role: roleNumber,
    middleName: profile.middleName.optional(),
    title: profile.title.optional(),
    bio: profile.bio.optional(),
    phone: profile.phone.optional(),
    extension: profile.extension.optional(),
    displayName: profile.displayName.optional(),
    mailReports: profile.mailReports.optional(),
    mailFrequency: profile.mailFrequency.optional(),
    status: userStatus.optional(),
    institutionId: idParam.nullable().optional(),
    siteIds: places.siteIds.optional(),
    institutionIds: places.institutionIds.optional(),
    /** On creation: send the mail with which the person chooses a password. */
    invite: z.boolean().optional(),
  }),
  sortable: ['lastName', 'firstName', 'email', 'role', 'status', 'institutionName', 'createdAt', 'updatedAt'],
  defaultSort: 'lastName',
  filters: {
    role: repeated(z.coerce.number().pipe(roleNumber)),
    status: z.coerce.number().pipe(userStatus).optional(),
    institutionId: idParam.optional(),
    invitation: invitationStatus.optional(),
  },
})

export const getMembership = endpoint({
  method: 'GET',
  path: '/api/memberships/:userId',
  summary: 'The report types a person may see on the active site.',
  access: signedIn(undefined, 'site'),
  background: true,
  input: z.strictObject({ userId: idParam }),
  reply: z.object({ reportTypeCodes: z.array(z.string()) }),
})

export const getInvitation = endpoint({
  method: 'GET',
  path: '/api/users/:id/invitation',
  summary: 'Whether a person was invited, until when the link holds, and whether it was used.',
  access: permission('USERS', 1, STAFF_ROLES, 'site'),
  background: true,
  input: z.strictObject({ id: idParam }),
  reply: z.object({ status: invitationStatus, expiresAt: z.string().nullable(), usedAt: z.string().nullable() }),
})
export const sendInvitation = endpoint({
  method: 'POST',
  path: '/api/users/:id/invitation',
  summary: 'Send the invitation, or send it again; a link sent before ends.',
  access: permission('USERS', 2, STAFF_ROLES, 'site'),
  input: z.strictObject({ id: idParam }),
  reply: getInvitation.reply,
})
export const userPortrait = endpoint({
  method: 'GET',
  path: '/api/users/:id/avatar',
  summary: 'The portrait of a person one may see.',
  access: permissionOrOwn(permission('USERS', 1, STAFF_ROLES, 'site'), ROLES),
  kind: 'file',
  background: true,
  input: z.strictObject({ id: idParam, v: z.string().max(64).optional() }),
  reply: bytes,
})
