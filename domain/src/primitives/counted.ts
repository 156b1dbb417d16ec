/** Numbers of things in sentences: with their noun, in the singular or the plural, and beside names that are not all told. */
import { formatCount } from './money.ts'

/** "1 policy", "1,204 policies". @param many the plural where English does not make it by its rule, such as "people" */
export const counted = (count: number, noun: string, many = pluralOf(noun)): string => `${formatCount(count)} ${count === 1 ? noun : many}`

/** "Total of all 12 banks", "Total of 1 bank" */
export const totalOf = (count: number, noun: string): string => `Total of ${count === 1 ? '' : 'all '}${counted(count, noun)}`

/** Names as a sentence bears them: all, or the first `most` of them "and 4 more". "and 1 more" is as long as the name, so the one is named too. */
export const firstNamed = (names: readonly string[], most: number, between = ', '): string =>
  names.length > most + 1 ? `${names.slice(0, most).join(between)} and ${formatCount(names.length - most)} more` : names.join(between)

function pluralOf(noun: string): string {
  const [head = '', ...rest] = noun.split(' of ')
  const plural = /[^aeiou]y$/.test(head) ? `${head.slice(0, -1)}ies` : /(s|x|ch|sh)$/.test(head) ? `${head}es` : `${head}s`
  return [plural, ...rest].join(' of ')
}
