/** The firm's settings: the policy on passwords, guessing and sessions. Managers alone. */
import { signedIn } from '@corridor/domain/access/access.ts'
import { SETTING_RANGES, type SettingName } from '@corridor/domain/sites/settings.ts'
import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'

const within = (name: SettingName) => {
  const [from, to] = SETTING_RANGES[name]
  const message = `Enter a whole number from ${from} to ${to.toLocaleString('en-US')}`
  return z.int(message).min(from, message).max(to, message)
}

const fields = {
  minLength: within('minLength'),
  minUniqueChars: within('minUniqueChars'),
  minUpperAlphaChars: within('minUpperAlphaChars'),
  minLowerAlphaChars: within('minLowerAlphaChars'),
  minNumericChars: within('minNumericChars'),
  minSymbolChars: within('minSymbolChars'),
  expirationDays: within('expirationDays'),
  reusePasswords: within('reusePasswords'),
  sessionTimeout: within('sessionTimeout'),
  failedAttempts: within('failedAttempts'),
  failedDuration: within('failedDuration'),
  forgottenAttempts: within('forgottenAttempts'),
  forgottenDuration: within('forgottenDuration'),
  /** Reports are released by somebody other than who generated them. */
  fourEyesRelease: z.boolean(),
}
/** Without the ranges: what is stored may be older than they are, and is shown as it is. */
const settings = z.object({
  id: z.int(),
  minLength: z.int(),
  minUniqueChars: z.int(),
  minUpperAlphaChars: z.int(),
  minLowerAlphaChars: z.int(),
  minNumericChars: z.int(),
  minSymbolChars: z.int(),
  expirationDays: z.int(),
  reusePasswords: z.int(),
  sessionTimeout: z.int(),
  failedAttempts: z.int(),
  failedDuration: z.int(),
  forgottenAttempts: z.int(),
  forgottenDuration: z.int(),
  fourEyesRelease: z.boolean(),
  updatedAt: z.string(),
  /** Whether this server asks everybody for a second factor: the standards then allow shorter passwords. */
  secondFactor: z.boolean(),
  /** The server's configuration asks for four eyes whatever is chosen here. */
  fourEyesForced: z.boolean(),
})

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'The policy on passwords, guessing and sessions.',
  access: signedIn(['d']),
  input: z.strictObject({}),
  reply: settings,
})
export const saveSettings = endpoint({
  method: 'PUT',
  path: '/api/settings',
  summary: 'Change the policy on passwords, guessing and sessions.',
  access: signedIn(['d']),
  // A field that is not named stays as it is.
  input: z.strictObject({ ...z.object(fields).partial().shape, updatedAt: z.iso.datetime() }),
  reply: settings,
})
