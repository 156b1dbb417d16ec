/** Remaining time comes from the work's own rate, and is not told before there is one. */
import { expect, test } from 'vitest'
import { remainingSeconds, remainingWords } from './remaining-time.ts'

test('ten pieces in nine seconds leave twenty seconds for twenty more', () => {
  expect(remainingSeconds({ done: 10, left: 20, firstDoneAt: 1_000, now: 10_000 })).toBe(20)
})

test('a part of a second counts as a whole one', () => {
  expect(remainingSeconds({ done: 3, left: 1, firstDoneAt: 0, now: 1_001 })).toBe(1)
})

test.each([
  ['nothing is done', { done: 0, left: 9, firstDoneAt: null, now: 5_000 }],
  ['two pieces are done', { done: 2, left: 9, firstDoneAt: 0, now: 5_000 }],
  ['no time has passed since the first', { done: 5, left: 9, firstDoneAt: 5_000, now: 5_000 }],
])('while %s, no time is told', (_, work) => {
  expect(remainingSeconds(work)).toBeNull()
})

test('work with nothing left takes no time', () => {
  expect(remainingSeconds({ done: 0, left: 0, firstDoneAt: null, now: 5_000 })).toBe(0)
})

test.each([
  [0, 'less than a minute'],
  [59, 'less than a minute'],
  [60, 'about a minute'],
  [240, 'about 4 minutes'],
  [89 * 60, 'about 89 minutes'],
  [90 * 60, 'about 2 hours'],
])('%i seconds read as "%s"', (seconds, words) => {
  expect(remainingWords(seconds)).toBe(words)
})
