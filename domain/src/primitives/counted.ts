/** A number with its noun, in the singular or the plural. */
import { formatCount } from './money.ts'

/** "1 policy", "1,204 policies". @param many the plural where English does not make it by its rule, such as "people" */
export const counted = (count: number, noun: string, many = pluralOf(noun)): string => `${formatCount(count)} ${count === 1 ? noun : many}`

const pluralOf = (noun: string): string =>
  /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
