/** Tolerances typed and read back. */
import { expect, test } from 'vitest'
import { limitIn, limitsWords, limitWords, typedOf } from './limit-words.ts'

test.each([
  ['absolute', 2_500, '25.00', '$25.00 per policy'],
  ['total', 100, '1.00', '$1.00 per institution'],
  ['relative', 0.1, '10', 'relative difference 10.00%'],
  ['rate', 0.0015, '15', 'yield or rate 15.00 bps'],
  ['days', 3, '3', '3 days'],
  ['most', 0.08, '8', 'greatest yield 8.00%'],
] as const)('%s of %s is typed %s and read "%s"', (name, value, typed, words) => {
  expect(typedOf(name, value)).toBe(typed)
  expect(limitIn(name, typed)).toBe(value)
  expect(limitWords(name, value)).toBe(words)
})

test('several limits stand in the order of their names', () =>
  expect(limitsWords({ relative: 0.1, absolute: 2_500 })).toBe('$25.00 per policy, relative difference 10.00%'))

test.each([
  ['absolute', 'ten'],
  ['rate', ''],
  ['relative', '1e3'],
  ['days', '3 days'],
] as const)('%s of "%s" is none', (name, typed) => expect(limitIn(name, typed)).toBeNull())
