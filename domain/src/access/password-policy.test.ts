import { describe, expect, test } from 'vitest'
import { commonForms, holdsName } from './common-passwords.ts'
import { type PasswordPolicy, passwordExpired, passwordRules, passwordViolations, SYMBOLS } from './password-policy.ts'

const policy = (over: Partial<PasswordPolicy> = {}): PasswordPolicy => ({
  minLength: 0,
  minUniqueChars: 0,
  minUpperAlphaChars: 0,
  minLowerAlphaChars: 0,
  minNumericChars: 0,
  minSymbolChars: 0,
  ...over,
})

describe('the rules of a policy', () => {
  test('answer in the required words, all at once', () => {
    const strict = policy({
      minLength: 12,
      minUniqueChars: 6,
      minUpperAlphaChars: 1,
      minLowerAlphaChars: 2,
      minNumericChars: 3,
      minSymbolChars: 4,
    })
    expect(passwordViolations(strict, '', 'x')).toEqual([
      'must be at least 12 characters long',
      'must contain at least 6 unique',
      'must contain at least 1 upper',
      'must contain at least 2 lower',
      'must contain at least 3 numbers',
      'must contain at least 4 symbols',
      'passwords must match',
    ])
    expect(passwordViolations(strict, 'aB123!!!!cdef', 'aB123!!!!cdef')).toEqual([])
  })

  test('that ask for nothing are not listed', () => {
    expect(passwordRules(policy({ minLength: 8 }), 'x').map(({ field }) => field)).toEqual(['minLength'])
  })

  test.each([
    ['a character outside the first plane is one character', '😀😀😀😀', policy({ minLength: 4 }), true],
    ['and not two', '😀😀😀', policy({ minLength: 4 }), false],
    ['spaces count', 'a b c d ', policy({ minLength: 8 }), true],
    ['spaces are no symbols', 'a b c', policy({ minSymbolChars: 1 }), false],
    ['capital letters of other alphabets count', 'Ω', policy({ minUpperAlphaChars: 1 }), true],
    ['small letters of other alphabets count', 'ж', policy({ minLowerAlphaChars: 1 }), true],
    ['digits of other scripts count', '٣', policy({ minNumericChars: 1 }), true],
    ['a thousand characters are welcome', 'long '.repeat(200), policy({ minLength: 1000 }), true],
  ])('%s', (_, password, asked, will) => expect(passwordViolations(asked, password).length === 0).toBe(will))

  test('every character of the punctuation set is a symbol, and nothing else of ASCII is', () => {
    for (let code = 32; code < 127; code++) {
      const character = String.fromCharCode(code)
      const isPunctuation = !/[a-z0-9 ]/i.test(character)
      expect([character, passwordViolations(policy({ minSymbolChars: 1 }), character).length === 0]).toEqual([character, isPunctuation])
    }
    expect(new Set(SYMBOLS).size).toBe(32)
  })

  test('hold for any password: adding a character breaks no rule that held, and the violations are those of the plain counts', () => {
    const random = randomOf(20_261_121)
    const alphabet = Array.from(`abcXYZ0189${SYMBOLS} éΩ٣😀`)
    const pick = () => alphabet[Math.floor(random() * alphabet.length)] ?? ' '
    for (let round = 0; round < 2_000; round++) {
      const of = () => Math.floor(random() * 6)
      const asked = policy({
        minLength: of() * 3,
        minUniqueChars: of(),
        minUpperAlphaChars: of(),
        minLowerAlphaChars: of(),
        minNumericChars: of(),
        minSymbolChars: of(),
      })
      const characters = Array.from({ length: Math.floor(random() * 20) }, pick)
      const password = characters.join('')
      const count = (expression: RegExp) => (password.match(expression) ?? []).length
      const expected = [
        characters.length < asked.minLength,
        new Set(characters).size < asked.minUniqueChars,
        count(/\p{Lu}/gu) < asked.minUpperAlphaChars,
        count(/\p{Ll}/gu) < asked.minLowerAlphaChars,
        count(/\p{Nd}/gu) < asked.minNumericChars,
        characters.filter((character) => SYMBOLS.includes(character)).length < asked.minSymbolChars,
      ].filter(Boolean).length
      const broken = passwordViolations(asked, password)
      expect([password, asked, broken.length]).toEqual([password, asked, expected])
      const longer = passwordViolations(asked, password + pick())
      expect(longer.every((message) => broken.includes(message))).toBe(true)
    }
  })
})

describe('expiry', () => {
  const set = Date.parse('2026-01-01T00:00:00Z')
  const day = 86_400_000
  test.each([
    ['the day before', set, 90, set + 90 * day - 1, false],
    ['on the day', set, 90, set + 90 * day, true],
    ['never, when the policy asks for none', set, 0, set + 9_000 * day, false],
    ['never, for somebody without a password here', null, 90, set, false],
  ])('%s', (_, changedAt, days, now, expired) => expect(passwordExpired(changedAt, days, now)).toBe(expired))
})

describe('what a guesser tries first', () => {
  test.each([
    ['password', 'password'],
    ['PassWord', 'password'],
    ['Password2026!', 'password'],
    ['--letmein--1', 'letmein'],
    ['P@ssw0rd', 'password'],
    ['P4$$w0rd2026!!', 'password'],
    ['dragondragon', 'dragon'],
    ['123456789012', '123456789012'],
  ])('%s is looked up as %s', (password, form) => expect(commonForms(password)).toContain(form))

  test('a passphrase is looked up as a whole only', () => {
    const forms = commonForms('dragon keepers sing at noon')
    expect(forms).not.toContain('dragon')
  })

  const names = ['Corridor', 'First Coastal Bank', 'Jordan', 'Li', 'jordan.castillo@firstcoastal.example']
  test.each([
    ['My-Corridor-Password-1', true],
    ['c.o.r.r.i.d.o.r 77', true],
    ['firstcoastalbank!9x', true],
    ['the coastal road home', true],
    ['JORDAN-has-two-cats', true],
    ['a castillo in the sand', true],
    ['my first bank holiday', false],
    ['living on the river', false],
    ['four walls and a roof', false],
  ])('%s holds a known name: %s', (password, holds) => expect(holdsName(password, names)).toBe(holds))

  test('a name of generic words alone is refused in one piece', () => {
    expect(holdsName('FirstNationalBank#1', ['First National Bank'])).toBe(true)
    expect(holdsName('the first of May, national day', ['First National Bank'])).toBe(false)
  })
})

/** mulberry32: the same numbers at every run. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
