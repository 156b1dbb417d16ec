/** Worked numbers of domain.md 3.5 and the status colours of limits. */
import { expect, test } from 'vitest'
import { capitalBase, concentration, headroom, herfindahl, LIMIT_COLOURS, limitStatus, limitTest } from './concentration.ts'
import { cents, usd } from './money.ts'

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
] as const)('%s of capital against 25 %% is %s, %s', (ratio, status, colour) => {
  expect(limitStatus(ratio, 0.25)).toBe(status)
  expect(LIMIT_COLOURS[status]).toBe(colour)
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
