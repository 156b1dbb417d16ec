/** Worked numbers of the internal rate of return. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usd } from '../primitives/money.ts'
import { addDays, daysBetween, plainDate } from '../primitives/period.ts'
import { internalRateOfReturn, returnSinceIssue } from './internal-rate-of-return.ts'

const issued = plainDate('2016-06-15')
const today = plainDate('2025-12-31')
const percent = (rate: number | null) => (rate === null ? null : Number((rate * 100).toFixed(4)))

test('A-1001 was held 3,486 days', () => expect(daysBetween(issued, today)).toBe(3486))
test('A-1001 surrendered today returns 2.1379 % a year', () =>
  expect(
    percent(
      internalRateOfReturn([
        { date: issued, amount: -2_500_000 },
        { date: today, amount: 3_059_706.52 },
      ]),
    ),
  ).toBe(2.1379))
test('its death benefit today would return 10.3429 %', () =>
  expect(
    percent(
      internalRateOfReturn([
        { date: issued, amount: -2_500_000 },
        { date: today, amount: 6_400_000 },
      ]),
    ),
  ).toBe(10.3429))
test('a policy’s flows give the same two returns, and a withdrawal is received', () => {
  const premium = { date: issued, type: 'PREMIUM' as const, amount: usd(2_500_000) }
  expect(percent(returnSinceIssue([premium], { date: today, amount: usd(3_059_706.52) }))).toBe(2.1379)
  expect(percent(returnSinceIssue([premium], { date: today, amount: usd(6_400_000) }))).toBe(10.3429)
  const year = { date: addDays(issued, 365), amount: usd(1_050) }
  expect(
    returnSinceIssue(
      [
        { ...premium, amount: usd(2_000) },
        { ...year, type: 'WITHDRAWAL' },
      ],
      { date: year.date, amount: usd(1_050) },
    ),
  ).toBeCloseTo(0.05, 9)
  expect(returnSinceIssue([{ ...year, type: 'WITHDRAWAL' }], { date: today, amount: usd(1) })).toBeNull()
})
test('the public EBN series is the return since issue of each year', () => {
  const values = [1_030_102, 1_060_221, 1_091_234, 1_122_113, 1_154_458, 1_188_352, 1_223_202, 1_259_188, 1_297_830, 1_337_373]
  const start = plainDate('2021-01-01')
  const shown = values.map((value, index) => {
    const rate = returnSinceIssue([{ date: start, type: 'PREMIUM', amount: usd(1_000_000) }], {
      date: addDays(start, 365 * (index + 1)),
      amount: usd(value),
    })
    return ((rate ?? 0) * 100).toFixed(2)
  })
  expect(shown).toEqual(['3.01', '2.97', '2.95', '2.92', '2.91', '2.92', '2.92', '2.92', '2.94', '2.95'])
})
test('payments of one sign have no rate', () => {
  expect(
    internalRateOfReturn([
      { date: issued, amount: -1 },
      { date: today, amount: -1 },
    ]),
  ).toBeNull()
  expect(internalRateOfReturn([])).toBeNull()
})
test('where Newton’s steps leave the bracket, bisection answers', () => {
  expect(
    internalRateOfReturn([
      { date: plainDate('2025-01-01'), amount: -1_000 },
      { date: plainDate('2026-01-01'), amount: 30 },
    ]),
  ).toBeCloseTo(-0.97, 6)
  expect(
    internalRateOfReturn([
      { date: plainDate('2025-01-01'), amount: -1 },
      { date: plainDate('2026-01-01'), amount: 10.5 },
    ]),
  ).toBeCloseTo(9.5, 6)
})
test('a rate beyond the bracket is not told', () =>
  expect(
    internalRateOfReturn([
      { date: plainDate('2025-01-01'), amount: -1 },
      { date: plainDate('2026-01-01'), amount: 1_000 },
    ]),
  ).toBeNull())
test('an amount that is no number is refused', () =>
  expect(() => internalRateOfReturn([{ date: issued, amount: Number.NaN }])).toThrow(RangeError))

test('premiums growing at a rate return that rate', () =>
  fc.assert(
    fc.property(
      fc.double({ min: -0.5, max: 2, noNaN: true }),
      fc.array(fc.record({ day: fc.integer({ min: 0, max: 5000 }), amount: fc.integer({ min: 1, max: 1e7 }) }), {
        minLength: 1,
        maxLength: 8,
      }),
      (rate, premiums) => {
        const end = addDays(issued, 5400)
        const value = premiums.reduce((sum, { day, amount }) => sum + amount * (1 + rate) ** ((5400 - day) / 365), 0)
        const found = internalRateOfReturn([
          ...premiums.map(({ day, amount }) => ({ date: addDays(issued, day), amount: -amount })),
          { date: end, amount: value },
        ])
        expect(found).toBeCloseTo(rate, 6)
      },
    ),
  ))
