import { describe, expect, test } from 'vitest'
import { passwordViolations } from '../access/password-policy.ts'
import { conformance, SETTING_RANGES, type SecuritySettings, STANDARDS_PRESET, settingProblems } from './settings.ts'

/** The policy of a new installation. */
const SAMPLE: SecuritySettings = {
  minLength: 12,
  minUniqueChars: 0,
  minUpperAlphaChars: 1,
  minLowerAlphaChars: 1,
  minNumericChars: 1,
  minSymbolChars: 0,
  expirationDays: 90,
  reusePasswords: 5,
  sessionTimeout: 15,
  failedAttempts: 20,
  failedDuration: 4,
  forgottenAttempts: 20,
  forgottenDuration: 4,
}
const broken = (settings: SecuritySettings, secondFactor = true) =>
  conformance(settings, secondFactor).flatMap(({ conforms, source }) => (conforms ? [] : [source]))

describe('the conformance light', () => {
  test('is green for the preset, with and without a second factor', () => {
    for (const secondFactor of [true, false]) expect(broken({ ...SAMPLE, ...STANDARDS_PRESET }, secondFactor)).toEqual([])
  })

  test('names what stands against the policy of a new installation', () => {
    expect(broken(SAMPLE)).toEqual(['NIST 3.1.1.2, ASVS 6.2.5', 'NIST 3.1.1.2, ASVS 6.2.10'])
    expect(broken(SAMPLE, false)).toEqual(['NIST 3.1.1.2, ASVS 6.2.1', 'NIST 3.1.1.2, ASVS 6.2.5', 'NIST 3.1.1.2, ASVS 6.2.10'])
    expect(conformance(SAMPLE, true).find(({ source }) => source.endsWith('6.2.5'))?.why).toBe(
      'Passwords must contain at least 1 upper, 1 lower, 1 numbers.',
    )
  })

  test.each([
    ['minLength', 7, true, '6.2.1'],
    ['minLength', 14, false, '6.2.1'],
    ['minUniqueChars', 1, true, '6.2.5'],
    ['minSymbolChars', 1, true, '6.2.5'],
    ['expirationDays', 365, true, '6.2.10'],
    ['failedAttempts', 101, true, '6.3.1'],
    ['sessionTimeout', 61, true, '7.3.1'],
  ] as const)('%s of %i (second factor: %s) breaks ASVS %s', (name, value, secondFactor, requirement) => {
    const sources = broken({ ...SAMPLE, ...STANDARDS_PRESET, [name]: value }, secondFactor)
    expect(sources.map((source) => source.endsWith(`ASVS ${requirement}`))).toEqual([true])
  })
})

describe('settings', () => {
  test('that no password can meet are refused', () => {
    expect(settingProblems(SAMPLE)).toEqual({})
    expect(Object.keys(settingProblems({ ...SAMPLE, minLength: 8, minNumericChars: 5, minSymbolChars: 5 }))).toEqual(['minLength'])
    expect(Object.keys(settingProblems({ ...SAMPLE, minUniqueChars: 13 }))).toEqual(['minUniqueChars'])
  })

  test('without such problems can be met by some password', () => {
    const extreme = {
      ...SAMPLE,
      minLength: 8,
      minUniqueChars: 8,
      minUpperAlphaChars: 2,
      minLowerAlphaChars: 2,
      minNumericChars: 2,
      minSymbolChars: 2,
    }
    expect(settingProblems(extreme)).toEqual({})
    expect(passwordViolations(extreme, 'ABcd12!?')).toEqual([])
  })

  test('of the preset and the sample lie in the ranges', () => {
    const values: Record<string, number> = { ...SAMPLE, ...STANDARDS_PRESET }
    for (const [name, [from, to]] of Object.entries(SETTING_RANGES)) {
      expect(values[name]).toBeGreaterThanOrEqual(from)
      expect(values[name]).toBeLessThanOrEqual(to)
    }
  })
})
