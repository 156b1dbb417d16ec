import { expect, test } from 'vitest'
import { counted, firstNamed } from './counted.ts'

test.each([
  [1, 'policy', '1 policy'],
  [0, 'policy', '0 policies'],
  [1204, 'policy', '1,204 policies'],
  [2, 'day', '2 days'],
  [2, 'class', '2 classes'],
  [2, 'batch of reports', '2 batches of reports'],
  [3, 'entry of the activity log', '3 entries of the activity log'],
  [1, 'service request', '1 service request'],
])('%i of a %s is written %s', (count, noun, text) => expect(counted(count, noun)).toBe(text))

test('a noun with a plural of its own brings it', () => {
  expect([1, 3].map((count) => counted(count, 'person', 'people'))).toEqual(['1 person', '3 people'])
})

test('names that a sentence does not bear are counted after the first ones, unless one alone would be left out', () => {
  const names = ['A-1', 'A-2', 'A-3', 'A-4']
  const all = 'A-1, A-2, A-3, A-4'
  expect([4, 3, 2].map((most) => firstNamed(names, most))).toEqual([all, all, 'A-1, A-2 and 2 more'])
  expect(firstNamed([], 3)).toBe('')
})
