/** A number with its noun, in the singular or the plural. */
import { formatCount } from './money.ts'

/** "1 policy", "1,204 policies". @param many the plural where English does not make it by its rule, such as "people" */
export const counted = (count: number, noun: string, many = pluralOf(noun)): string => `${formatCount(count)} ${count === 1 ? noun : many}`

function pluralOf(noun: string): string {
  const [head = '', ...rest] = noun.split(' of ')
  const plural = /[^aeiou]y$/.test(head) ? `${head.slice(0, -1)}ies` : /(s|x|ch|sh)$/.test(head) ? `${head}es` : `${head}s`
  return [plural, ...rest].join(' of ')
}
