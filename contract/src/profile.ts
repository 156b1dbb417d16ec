/** One's own profile: what a person changes about themselves, and nothing that decides what they may do. */
import { CLIENT_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { FIRST_STEP_CODES, PROFILE_PARTS } from '@corridor/domain/sites/first-steps.ts'
import { MAIL_FREQUENCY_CODES } from '@corridor/domain/sites/mail-frequency.ts'
import { z } from 'zod'
import { bytes, endpoint } from './kernel/endpoint.ts'
import { oneLine } from './kernel/fields.ts'

const optional = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .nullable()
    .transform((value) => value || null)
const name = oneLine(z.string().trim().min(1, 'Enter a name').max(80))

const fields = {
  firstName: name,
  middleName: optional(80),
  lastName: name,
  displayName: optional(160),
  title: optional(120),
  bio: optional(2000),
  phone: z
    .string()
    .regex(/^[2-9]\d{2}[2-9]\d{6}$/, 'Enter the phone number as 10 digits')
    .nullable(),
  extension: z
    .string()
    .regex(/^\d{1,6}$/, 'Enter up to 6 digits')
    .nullable(),
  /** A mail when files came; false and NONE are the same. */
  mailReports: z.boolean(),
  mailFrequency: z.enum(MAIL_FREQUENCY_CODES),
}
export const profile = z.object({
  ...fields,
  email: z.string(),
  avatarUrl: z.string().nullable(),
  /** When the password was last changed; null for those who never had one. */
  passwordChangedAt: z.string().nullable(),
  updatedAt: z.string(),
})
export type Profile = z.infer<typeof profile>

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/profile',
  summary: 'One’s own profile.',
  access: signedIn(),
  background: true,
  input: z.strictObject({}),
  reply: profile,
})
export const saveProfile = endpoint({
  method: 'PUT',
  path: '/api/profile',
  summary: 'Save one’s own profile; a change of phone asks for the password again.',
  access: signedIn(),
  input: z.strictObject({ ...z.object(fields).partial().shape, updatedAt: z.iso.datetime() }),
  reply: profile,
})
export const uploadAvatar = endpoint({
  method: 'PUT',
  path: '/api/profile/avatar',
  summary: 'Upload a portrait; it is drawn anew at 256 pixels.',
  access: signedIn(),
  kind: 'multipart',
  input: z.strictObject({}),
  reply: profile,
})
export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/profile/avatar',
  summary: 'Remove one’s own portrait.',
  access: signedIn(),
  input: z.strictObject({}),
  reply: profile,
})
export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/profile/avatar',
  summary: 'One’s own portrait.',
  access: signedIn(),
  kind: 'file',
  background: true,
  input: z.strictObject({ v: z.string().max(64).optional() }),
  reply: bytes,
})

/** Choices about the portal's frame, which other browsers of the same person follow. */
const settings = z.object({
  /** Groups of the sidebar that stand open, the one opened last first; null until one was opened or folded. */
  openGroups: z
    .array(z.string().regex(/^[a-z-]{1,40}$/))
    .max(20)
    .nullable(),
  /** The first steps are not shown any more. */
  hidesFirstSteps: z.boolean(),
})
export type PersonSettings = z.infer<typeof settings>

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/profile/settings',
  summary: 'One’s own choices about the frame of the portal.',
  access: signedIn(),
  background: true,
  input: z.strictObject({}),
  reply: settings,
})
export const saveSettings = endpoint({
  method: 'PUT',
  path: '/api/profile/settings',
  summary: 'Keep choices about the frame of the portal; those that are not named stay.',
  access: signedIn(),
  input: z.strictObject(settings.partial().shape),
  reply: settings,
})

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/api/profile/first-steps',
  summary: 'First steps of a manager or a client, each with whether it is done; none once all are, or once they were hidden.',
  access: signedIn(['d', ...CLIENT_ROLES], 'institution'),
  background: true,
  input: z.strictObject({}),
  reply: z.object({
    steps: z.array(z.object({ code: z.enum(FIRST_STEP_CODES), isDone: z.boolean(), lacks: z.array(z.enum(PROFILE_PARTS)).optional() })),
  }),
})
