import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, usd } from '../primitives/money.ts'
import { addMonthEnds, daysBetween, monthEndsBetween, plainDate } from '../primitives/period.ts'
import { concentration } from './concentration.ts'
import { type GrowthMonth, growthOfYear, limitOutlook } from './limit-outlook.ts'

const SEPTEMBER = plainDate('2026-09-30')
const flat = { capitalGrowth: 0, from: plainDate('2025-12-31') }
const bank = { cashSurrenderValue: usd(14_682_544.81), limit: 0.25, capital: usd(60_000_000), basis: 'TIER1' } as const

/** Months to September 2026 whose value grows by a fraction each, with nothing paid in. */
const grown = (fractions: readonly number[], start = usd(10_000_000)): GrowthMonth[] => {
  let value = start
  return fractions.map((fraction, index) => {
    const begin = value
    value = cents(Math.round(begin * (1 + fraction)))
    return {
      period: addMonthEnds(SEPTEMBER, index - fractions.length + 1),
      beginCashSurrenderValue: begin,
      cashSurrenderValue: value,
      flows: [],
      comparable: true,
    }
  })
}
const TWELVE = Array<number>(12).fill(0.003)

describe('growth of a year', () => {
  test('links twelve months: 0.3% each is 3.66% a year', () => expect(growthOfYear(grown(TWELVE), SEPTEMBER)).toBeCloseTo(0.0366, 6))
  test('a thirteenth month before them counts for nothing', () =>
    expect(growthOfYear(grown([0.5, ...TWELVE]), SEPTEMBER)).toBeCloseTo(0.0366, 6))
  test('a premium is no growth', () => {
    const months = grown(TWELVE)
    const last = months.at(-1)
    if (!last) throw new Error('there are twelve months')
    const paid = { ...last, cashSurrenderValue: cents(last.cashSurrenderValue + usd(5_000_000)) }
    const flow = { date: SEPTEMBER, type: 'PREMIUM', amount: usd(5_000_000) } as const
    expect(growthOfYear([...months.slice(0, -1), { ...paid, flows: [flow] }], SEPTEMBER)).toBeCloseTo(0.0366, 6)
  })
  test.each([
    ['only eleven months', grown(TWELVE.slice(1))],
    ['the last month missing', grown(TWELVE).slice(0, -1)],
    ['a month that cannot be compared', grown(TWELVE).map((month, index) => ({ ...month, comparable: index !== 4 }))],
    ['a month with a policy that has no value', grown(TWELVE).map((month, index) => ({ ...month, missing: index === 7 ? 1 : 0 }))],
    ['a gap between months', grown([...TWELVE, 0.003]).toSpliced(5, 1)],
    ['nothing at work in its first month', grown(TWELVE, cents(0))],
  ])('is not told with %s', (_, months) => expect(growthOfYear(months, SEPTEMBER)).toBeNull())
})

describe('the outlook of a limit', () => {
  // By hand: 25% of $60,000,000.00 is $15,000,000.00; ln(15,000,000 / 14,682,544.81) / ln(1.034217) is 0.6358 years, 233 days: August 21, 2026.
  test('is the first month end above the limit', () =>
    expect(limitOutlook(bank, { ...flat, growth: 0.034217 })).toEqual({
      breachOn: '2026-08-31',
      isTold: true,
      sentence: 'Exceeded at the end of August 2026.',
    }))
  // With capital growing 2% a year it is 565 days: July 19, 2027.
  test('takes planned growth of capital in', () =>
    expect(limitOutlook(bank, { ...flat, growth: 0.034217, capitalGrowth: 0.02 })).toMatchObject({
      breachOn: '2027-07-31',
      sentence: 'Exceeded at the end of July 2027.',
    }))
  test.each([
    ['over the limit now', { limit: 0.24 }, { growth: 0.03 }, '2025-12-31', true, 'The limit is exceeded now.'],
    ['over it, and shrinking', { limit: 0.24 }, { growth: -0.03 }, '2025-12-31', true, 'The limit is exceeded now.'],
    ['growth no faster than capital', {}, { growth: 0.02, capitalGrowth: 0.02 }, null, true, 'Not within 10 years.'],
    ['a limit that is eleven years away', { limit: 0.36 }, { growth: 0.034217 }, null, true, 'Not within 10 years.'],
    ['nothing held', { cashSurrenderValue: cents(0) }, { growth: 0.03 }, null, true, 'Nothing is held.'],
    ['no capital', { capital: null }, { growth: 0.03 }, null, false, 'Not projected: no Tier 1 capital is on file.'],
    [
      'an unknown part',
      { lacking: '3 of 8 policies without a value' },
      { growth: 0.03 },
      null,
      false,
      'Not projected: not all that is held is known: 3 of 8 policies without a value.',
    ],
    ['unknown growth', {}, { growth: null }, null, false, 'Not projected: twelve comparable months are needed to tell the growth.'],
  ] as const)('with %s', (_, over, terms, breachOn, isTold, sentence) =>
    expect(limitOutlook({ ...bank, ...over }, { ...flat, ...terms })).toEqual({ breachOn, isTold, sentence }),
  )
  test('at that month end the limit is passed, at the one before it is not, and without one it holds for ten years', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 5_000_000, max: 16_000_000 }),
        fc.double({ min: -0.02, max: 0.12, noNaN: true }),
        fc.double({ min: -0.03, max: 0.06, noNaN: true }),
        (dollars, growth, capitalGrowth) => {
          const { from } = flat
          const { breachOn } = limitOutlook({ ...bank, cashSurrenderValue: usd(dollars) }, { growth, capitalGrowth, from })
          const ratio = (day: typeof from) => {
            const years = daysBetween(from, day) / 365
            return concentration(
              cents(Math.round(usd(dollars) * (1 + growth) ** years)),
              cents(Math.round(usd(60_000_000) * (1 + capitalGrowth) ** years)),
            )
          }
          const last = addMonthEnds(from, 120)
          const passed = [from, ...monthEndsBetween(addMonthEnds(from, 1), last)].find((day) => ratio(day) > 0.25 + 1e-9)
          if (breachOn === null) expect(passed).toBeUndefined()
          else {
            expect(ratio(breachOn)).toBeGreaterThan(0.25 - 1e-9)
            if (passed !== undefined) expect(breachOn <= passed).toBe(true)
            if (breachOn > from) expect(ratio(addMonthEnds(breachOn, -1))).toBeLessThan(0.25 + 1e-9)
          }
        },
      ),
    ))
})
