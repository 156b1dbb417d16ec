import { expect, test } from 'vitest'
import { usd } from './money.ts'
import { dateProblem, moneyProblem } from './typed-problems.ts'

test.each([
  ['5,000.00', undefined, undefined],
  ['12,34', undefined, 'Enter an amount such as 1,234.56'],
  ['99999999999999999999', undefined, 'Too large: enter $90,071,992,547,409.91 or less'],
  ['99999999999999999999', usd(5), 'Too large: enter $5.00 or less'],
  ['(99999999999999999999)', undefined, 'Too far below zero: enter -$90,071,992,547,409.91 or more'],
])('of the amount %s at most %s it is said: %s', (typed, most, words) => expect(moneyProblem(typed, most)).toBe(words))

test.each([
  ['2/28/2026', undefined],
  ['2/30/2026', '02/30/2026 is not a calendar date.'],
  ['04-31-2026', '04/31/2026 is not a calendar date.'],
  ['30/4/2026', 'Enter a date as mm/dd/yyyy'],
  ['soon', 'Enter a date as mm/dd/yyyy'],
])('of the date %s it is said: %s', (typed, words) => expect(dateProblem(typed, 2026)).toBe(words))
