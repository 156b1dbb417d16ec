/** Worked numbers of concentration, and the status colors of limits. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, usd } from '../primitives/money.ts'
import { addDays, daysBetween, plainDate } from '../primitives/period.ts'
import {
  capitalAndSurplus,
  capitalBase,
  concentration,
  headroom,
  headroomCell,
  headroomText,
  herfindahl,
  LIMIT_COLORS,
  limitStatus,
  limitTest,
  projectedBreach,
} from './concentration.ts'

const TIER1 = usd(60_000_000)
const BOTH = usd(65_400_000)
const percent = (fraction: number) => Number((fraction * 100).toFixed(4))

test.each([
  ['ALPHA', 5_106_175.32, 8.5103, 7.8076, 0.15, 3_893_824.68],
  ['BRAVO', 5_565_084.2, 9.2751, 8.5093, 0.15, 3_434_915.8],
  ['CHARLIE', 4_011_285.29, 6.6855, 6.1335, 0.15, 4_988_714.71],
  ['aggregate', 14_682_544.81, 24.4709, 22.4504, 0.25, 317_455.19],
])('%s', (_, value, ofTier1, ofBoth, limit, room) => {
  expect(percent(concentration(usd(value), TIER1))).toBe(ofTier1)
  expect(percent(concentration(usd(value), BOTH))).toBe(ofBoth)
  expect(headroom(limit, TIER1, usd(value))).toBe(usd(room))
})

test('headroom on Tier 1 and allowance', () => expect(headroom(0.25, BOTH, usd(14_682_544.81))).toBe(usd(1_667_455.19)))
test('the Herfindahl index of the carriers', () =>
  expect(Math.round(herfindahl([usd(5_106_175.32), usd(5_565_084.2), usd(4_011_285.29)]) ?? 0)).toBe(3392))
test('one carrier is 10,000, none is unknown', () => {
  expect(herfindahl([usd(7)])).toBe(10_000)
  expect(herfindahl([])).toBeNull()
  expect(() => herfindahl([cents(-1)])).toThrow(RangeError)
})

test('nothing held is nothing of capital, and a carrier without value has no share', () => {
  expect(concentration(usd(0), TIER1)).toBe(0)
  expect(herfindahl([usd(5), usd(0)])).toBe(10_000)
})
test('a quarter of capital is the threshold', () => expect(concentration(usd(25), usd(100))).toBe(0.25))
test.each([
  [0, usd(1)],
  [usd(-1), usd(1)],
])('capital of nothing is refused, and a value below it', (capital, value) => {
  expect(() => concentration(value, cents(capital))).toThrow(RangeError)
})

test.each([
  [0.2249, 'within', 'green'],
  [0.225, 'near', 'amber'],
  [0.244709, 'near', 'amber'],
  [0.25, 'near', 'amber'],
  [0.2500001, 'over', 'red'],
  [null, 'unknown', 'gray'],
] as const)('%s of capital against 25 %% is %s, %s', (ratio, status, color) => {
  expect(limitStatus(ratio, 0.25)).toBe(status)
  expect(LIMIT_COLORS[status]).toBe(color)
})

test.each([
  [14_682_544.81, 0.25, TIER1, 'Aggregate 24.47% of Tier 1 against a 25% limit: within limit, headroom $317,455.19.'],
  [19_682_544.81, 0.25, TIER1, 'Aggregate 32.80% of Tier 1 against a 25% limit: over the limit by $4,682,544.81.'],
  [15_000_000, 0.25, TIER1, 'Aggregate 25.00% of Tier 1 against a 25% limit: within limit, headroom $0.00.'],
  [14_682_544.81, 0.125, null, 'Aggregate: no Tier 1 on file, so the 12.5% limit cannot be tested.'],
])('the limit line of %f', (value, limit, capital, sentence) =>
  expect(limitTest({ key: 'aggregate', label: 'Aggregate', cashSurrenderValue: usd(value), limit, basis: 'TIER1', capital }).sentence).toBe(
    sentence,
  ),
)

test('the basis is named', () =>
  expect(
    limitTest({ key: 'aggregate', label: 'Aggregate', cashSurrenderValue: usd(1), limit: 0.25, basis: 'TIER1_PLUS_ACL', capital: BOTH })
      .sentence,
  ).toContain('of Tier 1 + allowance against'))
test('a basis needs its parts', () => {
  const capital = { tier1: usd(60), allowance: usd(5.4), total: null }
  expect([
    capitalBase(capital, 'TIER1'),
    capitalBase(capital, 'TIER1_PLUS_ACL'),
    capitalBase(capital, 'TOTAL'),
    capitalBase({ ...capital, allowance: null }, 'TIER1_PLUS_ACL'),
  ]).toEqual([usd(60), usd(65.4), null, null])
})

test('headroom of each carrier on Tier 1 and allowance', () =>
  expect([5_106_175.32, 5_565_084.2, 4_011_285.29].map((value) => headroom(0.15, BOTH, usd(value)))).toEqual(
    [4_703_824.68, 4_244_915.8, 5_798_714.71].map(usd),
  ))

test('capital and surplus counts the allowance once', () => {
  const capital = { tier1: usd(60), tier2: usd(9), allowance: usd(5.4), allowanceInTier2: usd(4.4) }
  expect(capitalAndSurplus(capital)).toBe(usd(70))
  expect(() => capitalAndSurplus({ ...capital, allowance: usd(4) })).toThrow(RangeError)
})

const bank = {
  cashSurrenderValue: usd(14_682_544.81),
  growth: 0.034217,
  capital: TIER1,
  capitalGrowth: 0,
  limit: 0.25,
  from: plainDate('2025-12-31'),
}
// Counted day by day, apart from the formula: 233 days, and 565 where capital grows by 2 % a year.
test.each([
  ['capital stands still', {}, '2026-08-21'],
  ['capital grows more slowly', { capitalGrowth: 0.02 }, '2027-07-19'],
  ['capital grows as fast', { capitalGrowth: 0.034217 }, null],
  ['the limit is passed already', { limit: 0.24 }, '2025-12-31'],
  ['the limit is far above', { limit: 0.9, growth: 0.001 }, null],
  ['the value shrinks', { growth: -0.01 }, null],
])('the fixture bank passes its limit, where %s: %o, %s', (_, over, day) => expect(projectedBreach({ ...bank, ...over })).toBe(day))

test('on the day of the breach the limit is passed, and on the day before it is not', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000_000, max: 15_000_000 }),
      fc.double({ min: 0.005, max: 0.09, noNaN: true }),
      fc.double({ min: -0.05, max: 0.05, noNaN: true }),
      (dollars, growth, capitalGrowth) => {
        const position = { ...bank, cashSurrenderValue: usd(dollars), growth, capitalGrowth }
        const day = projectedBreach(position)
        const over = (days: number) => (dollars * (1 + growth) ** (days / 365)) / (60_000_000 * (1 + capitalGrowth) ** (days / 365)) - 0.25
        if (day === null) expect(over(36_500)).toBeLessThan(1e-9)
        else {
          const days = daysBetween(bank.from, day)
          expect(over(days)).toBeGreaterThan(-1e-9)
          expect(over(days - 1)).toBeLessThan(1e-9)
          expect(day).toBe(addDays(bank.from, days))
        }
      },
    ),
  ))

test('a room below zero is words, in a sentence and in a column of headroom', () => {
  expect([headroomText(usd(317_455.19)), headroomText(usd(-2_483_547.17))]).toEqual([
    'headroom $317,455.19',
    'over the limit by $2,483,547.17',
  ])
  expect([usd(0), usd(-2_483_547.17), null].map(headroomCell)).toEqual(['$0.00', 'Over by $2,483,547.17', '-'])
})
