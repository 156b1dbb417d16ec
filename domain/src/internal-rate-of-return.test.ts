/** Worked numbers of domain.md 3.7. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { internalRateOfReturn } from './internal-rate-of-return.ts'
import { addDays, daysBetween, plainDate } from './period.ts'

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
