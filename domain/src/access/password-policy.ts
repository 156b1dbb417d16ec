/** The password policy of the settings: what a password must be, in the required words. The live checklist and the server read the same rules. */

export interface PasswordPolicy {
  minLength: number
  minUniqueChars: number
  minUpperAlphaChars: number
  minLowerAlphaChars: number
  minNumericChars: number
  minSymbolChars: number
}

export interface PasswordRule {
  /** The policy's field the rule comes from; `confirmation` when the password is typed twice. */
  field: keyof PasswordPolicy | 'confirmation'
  message: string
  met: boolean
}

/** Symbols are the punctuation of ASCII, a fixed set. A space is no symbol, but may be part of a password. */
export const SYMBOLS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
/** Longer ones are refused, never cut: hashing an unbounded text is work that anybody could ask for. */
export const LONGEST_PASSWORD = 1024

/**
 * Every rule that the policy asks for, with whether the password meets it. A rule of 0 asks for nothing and is left out.
 * Characters are Unicode code points, letters and digits of every script count (NIST SP 800-63B-4 3.1.1.2).
 * @param confirmation the password typed again, where that is asked for
 */
export function passwordRules(policy: PasswordPolicy, password: string, confirmation?: string): PasswordRule[] {
  const characters = Array.from(password)
  const rules: PasswordRule[] = RULES.flatMap(({ field, message, count }) => {
    const needed = policy[field]
    return needed > 0 ? [{ field, message: message(needed), met: count(characters) >= needed }] : []
  })
  return confirmation === undefined
    ? rules
    : [...rules, { field: 'confirmation', message: 'passwords must match', met: password === confirmation }]
}

/** The messages of the rules that are broken, all at once; empty when the password will do. */
export const passwordViolations = (policy: PasswordPolicy, password: string, confirmation?: string): string[] =>
  passwordRules(policy, password, confirmation).flatMap(({ met, message }) => (met ? [] : [message]))

/**
 * Whether a password set at that moment has to be changed now.
 * @param changedAt epoch milliseconds; null: never set here, as with people who sign in at their bank's own provider
 * @param expirationDays 0: passwords do not expire
 */
export const passwordExpired = (changedAt: number | null, expirationDays: number, now: number): boolean =>
  changedAt !== null && expirationDays > 0 && changedAt + expirationDays * DAY <= now

const DAY = 86_400_000

interface Rule {
  field: keyof PasswordPolicy
  message: (needed: number) => string
  count: (characters: readonly string[]) => number
}

const those =
  (test: (character: string) => boolean) =>
  (characters: readonly string[]): number =>
    characters.filter(test).length

const RULES: readonly Rule[] = [
  { field: 'minLength', message: (needed) => `must be at least ${needed} characters long`, count: (characters) => characters.length },
  {
    field: 'minUniqueChars',
    message: (needed) => `must contain at least ${needed} unique`,
    count: (characters) => new Set(characters).size,
  },
  {
    field: 'minUpperAlphaChars',
    message: (needed) => `must contain at least ${needed} upper`,
    count: those((character) => /^\p{Lu}$/u.test(character)),
  },
  {
    field: 'minLowerAlphaChars',
    message: (needed) => `must contain at least ${needed} lower`,
    count: those((character) => /^\p{Ll}$/u.test(character)),
  },
  {
    field: 'minNumericChars',
    message: (needed) => `must contain at least ${needed} numbers`,
    count: those((character) => /^\p{Nd}$/u.test(character)),
  },
  {
    field: 'minSymbolChars',
    message: (needed) => `must contain at least ${needed} symbols`,
    count: those((character) => SYMBOLS.includes(character)),
  },
]
