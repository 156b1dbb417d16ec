/** The firm's settings: the policy on passwords, guessing and sessions, with the range of each, and the preset of the standards. */

import type { PasswordPolicy } from '../access/password-policy.ts'
import { counted } from '../primitives/counted.ts'

export interface SecuritySettings extends PasswordPolicy {
  /** Days until a password has to be changed; 0: never. */
  expirationDays: number
  /** How many of the last passwords may not be taken again, the present one included; 0: any may. */
  reusePasswords: number
  /** Minutes without activity until a session ends. */
  sessionTimeout: number
  /** Failed sign-ins within `failedDuration` minutes that lock an email address for as long. */
  failedAttempts: number
  failedDuration: number
  /** The same of requests for a reset link. */
  forgottenAttempts: number
  forgottenDuration: number
}
export type SettingName = keyof SecuritySettings

/** From and to, both allowed. */
export const SETTING_RANGES: Record<SettingName, readonly [number, number]> = {
  // Below 8 no standard goes, whatever the second factor (NIST SP 800-63B-4 3.1.1.2, ASVS 6.2.1).
  minLength: [8, 128],
  minUniqueChars: [0, 64],
  minUpperAlphaChars: [0, 20],
  minLowerAlphaChars: [0, 20],
  minNumericChars: [0, 20],
  minSymbolChars: [0, 20],
  expirationDays: [0, 3650],
  reusePasswords: [0, 24],
  // The session ends after twelve hours in any case.
  sessionTimeout: [1, 720],
  // NIST SP 800-63B-4 3.2.2: no more than 100 failures in a row.
  failedAttempts: [3, 100],
  failedDuration: [1, 1440],
  forgottenAttempts: [1, 100],
  forgottenDuration: [1, 1440],
}

/** Rules that no password could meet together: {field: [messages]}. */
export function settingProblems(settings: SecuritySettings): Partial<Record<SettingName, string[]>> {
  const characters = settings.minUpperAlphaChars + settings.minLowerAlphaChars + settings.minNumericChars + settings.minSymbolChars
  const problems: Partial<Record<SettingName, string[]>> = {}
  if (characters > settings.minLength)
    problems.minLength = [`The counts ask for ${characters} characters; the length must be at least that`]
  if (settings.minUniqueChars > settings.minLength)
    problems.minUniqueChars = [`A password of ${settings.minLength} characters cannot hold ${settings.minUniqueChars} different ones`]
  return problems
}

/** "NIST 800-63B-4 / ASVS 5.0": length alone, no expiry, few guesses. */
export const STANDARDS_PRESET = {
  minLength: 15,
  minUniqueChars: 0,
  minUpperAlphaChars: 0,
  minLowerAlphaChars: 0,
  minNumericChars: 0,
  minSymbolChars: 0,
  expirationDays: 0,
  failedAttempts: 5,
  failedDuration: 15,
} as const satisfies Partial<SecuritySettings>

export interface Conformance {
  requirement: string
  /** Where it is written. */
  source: string
  conforms: boolean
  /** The setting now, in words. */
  why: string
}

/**
 * Requirement by requirement, whether the policy does what NIST SP 800-63B-4 and OWASP ASVS 5.0 ask.
 * @param secondFactor whether everybody is asked for a second factor at every sign-in: shorter passwords will then do
 */
export function conformance(settings: SecuritySettings, secondFactor: boolean): Conformance[] {
  const needed = secondFactor ? 8 : 15
  const counts: [number, string][] = [
    [settings.minUniqueChars, 'unique'],
    [settings.minUpperAlphaChars, 'upper'],
    [settings.minLowerAlphaChars, 'lower'],
    [settings.minNumericChars, 'numbers'],
    [settings.minSymbolChars, 'symbols'],
  ]
  const composed = counts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`)
  const passes = (count: number, most: number) => count >= 1 && count <= most
  return [
    {
      requirement: secondFactor ? 'At least 8 characters, beside a second factor' : 'At least 15 characters, without a second factor',
      source: 'NIST 3.1.1.2, ASVS 6.2.1',
      conforms: settings.minLength >= needed,
      why: `Passwords have at least ${settings.minLength} characters; ${secondFactor ? 'a second factor is asked at every sign-in' : 'this server asks for no second factor'}.`,
    },
    {
      requirement: 'No rules on which characters a password is made of',
      source: 'NIST 3.1.1.2, ASVS 6.2.5',
      conforms: composed.length === 0,
      why: composed.length === 0 ? 'Any characters are allowed.' : `Passwords must contain at least ${composed.join(', ')}.`,
    },
    {
      requirement: 'Passwords do not expire after a set time',
      source: 'NIST 3.1.1.2, ASVS 6.2.10',
      conforms: settings.expirationDays === 0,
      why:
        settings.expirationDays === 0 ? 'Passwords do not expire.' : `Passwords expire after ${counted(settings.expirationDays, 'day')}.`,
    },
    {
      requirement: 'No more than 100 failed sign-ins in a row',
      source: 'NIST 3.2.2, ASVS 6.3.1',
      conforms: passes(settings.failedAttempts, 100),
      why: `${settings.failedAttempts} failures within ${minutes(settings.failedDuration)} lock the account for as long.`,
    },
    {
      requirement: 'Requests for a new password are limited',
      source: 'ASVS 6.3.1',
      conforms: passes(settings.forgottenAttempts, 100),
      why: `${settings.forgottenAttempts} requests within ${minutes(settings.forgottenDuration)}.`,
    },
    {
      requirement: 'Sessions end after at most an hour without activity',
      source: 'NIST 2.2.3, ASVS 7.3.1',
      conforms: settings.sessionTimeout <= 60,
      why: `Sessions end after ${minutes(settings.sessionTimeout)} without activity.`,
    },
    ...BUILT_IN,
  ]
}

const minutes = (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`)

/** Rules of the product whatever is set; each is held by a test. */
const BUILT_IN: readonly Conformance[] = [
  ['Sessions end after at most 24 hours in any case', 'NIST 2.2.3, ASVS 7.3.2', 'They end 12 hours after sign-in.'],
  [
    'The most common passwords are refused',
    'NIST 3.1.1.2, ASVS 6.2.4',
    'A list of 49,000 is looked up, also with digits and symbols around a word.',
  ],
  ['Context-specific words are refused', 'ASVS 6.2.11', 'Names of the portal, site, institution and person are.'],
  [
    'At least 64 characters of any kind, compared exactly as typed',
    'NIST 3.1.1.2, ASVS 6.2.8, 6.2.9',
    'Up to 1,024, spaces and Unicode included; nothing is cut or folded.',
  ],
  [
    'Passwords can be pasted and shown, and managers fill them in',
    'NIST 3.1.1.2, ASVS 6.2.6, 6.2.7',
    'They can, on every page that asks for one.',
  ],
].map(([requirement = '', source = '', why = '']) => ({ requirement, source, why, conforms: true }))
