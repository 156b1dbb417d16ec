/** Worked numbers of risk weights (12 CFR 3.51 to 3.53). */
import { expect, test } from 'vitest'
import { cents, usd } from '../primitives/money.ts'
import { callReport, thousandsOf } from './call-report.ts'
import {
  GENERAL_ACCOUNT_WEIGHT,
  guidelineWeight,
  heaviestWeight,
  lookThroughWeight,
  portfolioRiskWeightedAssets,
  separateAccountRiskWeightedAssets,
} from './risk-weight.ts'

const c3001 = { carryingValue: usd(4_011_285.29), marketValue: usd(3_880_000), wrapWeight: 1 }
const holdings = [
  { share: 0.8, weight: 0.2 },
  { share: 0.15, weight: 1 },
  { share: 0.05, weight: 0.2 },
]

test('full look-through weighs C-3001 at 32 %', () => {
  expect(lookThroughWeight(holdings)).toBeCloseTo(0.32, 12)
  const assets = separateAccountRiskWeightedAssets(c3001, lookThroughWeight(holdings))
  expect(assets).toBe(usd(1_372_885.29))
  expect(((assets / c3001.carryingValue) * 100).toFixed(2)).toBe('34.23')
})
test('alternative modified, with at most 20 % corporates, weighs it at 36 %', () => {
  const weight = guidelineWeight([
    { share: 0.2, weight: 1 },
    { share: 1, weight: 0.2 },
  ])
  expect(weight).toBeCloseTo(0.36, 12)
  expect(separateAccountRiskWeightedAssets(c3001, weight)).toBe(usd(1_528_085.29))
})
test('guidelines fill the heaviest assets first, in whatever order they are written', () =>
  expect(
    guidelineWeight([
      { share: 1, weight: 0.2 },
      { share: 0.1, weight: 1 },
      { share: 0.3, weight: 0.5 },
    ]),
  ).toBeCloseTo(0.1 + 0.15 + 0.12, 12))
test('simple modified weighs all of it', () =>
  expect(separateAccountRiskWeightedAssets(c3001, heaviestWeight([0.2, 1]))).toBe(usd(4_011_285.29)))
test('the portfolio with look-through', () => {
  const general = (usd(5_106_175.32) + usd(5_565_084.2)) * GENERAL_ACCOUNT_WEIGHT
  expect(cents(general + separateAccountRiskWeightedAssets(c3001, lookThroughWeight(holdings)))).toBe(usd(12_044_144.81))
})
test('no fund weighs below 20 %, and a fund is whole', () => {
  expect(lookThroughWeight([{ share: 1, weight: 0 }])).toBe(0.2)
  expect(() => lookThroughWeight([{ share: 0.5, weight: 0.2 }])).toThrow(RangeError)
  expect(() => guidelineWeight([{ share: 0.5, weight: 0.2 }])).toThrow(RangeError)
})
test('a fund worth more than the carrying value is weighed at the latter', () =>
  expect(separateAccountRiskWeightedAssets({ carryingValue: usd(100), marketValue: usd(130), wrapWeight: 1 }, 0.5)).toBe(usd(50)))

test('the Call Report’s lines in thousands, rounded each on its own', () => {
  const report = callReport({ GENERAL: usd(5_106_175.32), SEPARATE: usd(4_011_285.29), HYBRID: usd(5_565_084.2) }, usd(514_307.55))
  expect(report.lines.map(({ item, code, thousands }) => [item, code, thousands])).toEqual([
    ['RC-F 5.a', 'K201', 5106],
    ['RC-F 5.b', 'K202', 4011],
    ['RC-F 5.c', 'K270', 5565],
  ])
  expect([report.total.thousands, report.income?.code, report.income?.thousands]).toEqual([14_683, 'C014', 514])
  expect(report.roundingNote).toContain('the lines add to 14,682, the total is 14,683')
  expect([thousandsOf(c3001.carryingValue), thousandsOf(usd(1_372_885.29))]).toEqual([4011, 1373])
})
test('lines that foot carry no note, and a half rounds away from zero', () => {
  expect(callReport({ GENERAL: usd(1_000), SEPARATE: usd(2_000), HYBRID: usd(0) }, null)).toMatchObject({
    roundingNote: null,
    income: null,
  })
  expect([thousandsOf(usd(500)), thousandsOf(usd(-500)), thousandsOf(usd(499.99))]).toEqual([1, -1, 0])
})

test('the fixture portfolio by account type, under each approach, and where the bank documents its hybrid', () => {
  const separate = { ...c3001, accountType: 'SEPARATE' as const }
  const rest = [
    { accountType: 'GENERAL' as const, carryingValue: usd(5_106_175.32) },
    { accountType: 'HYBRID' as const, carryingValue: usd(5_565_084.2) },
  ]
  const full = portfolioRiskWeightedAssets([...rest, { ...separate, lookThrough: { approach: 'FULL', holdings } }])
  expect(full).toEqual({ general: usd(5_106_175.32), hybrid: usd(5_565_084.2), separate: usd(1_372_885.29), total: usd(12_044_144.81) })
  expect(thousandsOf(full.separate)).toBe(1373)
  const limits = [
    { share: 0.2, weight: 1 },
    { share: 1, weight: 0.2 },
  ]
  expect(portfolioRiskWeightedAssets([{ ...separate, lookThrough: { approach: 'ALTERNATIVE_MODIFIED', limits } }]).total).toBe(
    usd(1_528_085.29),
  )
  expect(portfolioRiskWeightedAssets([{ ...separate, lookThrough: { approach: 'SIMPLE_MODIFIED', weights: [0.2, 1] } }]).total).toBe(
    usd(4_011_285.29),
  )
  const documented = { accountType: 'HYBRID' as const, carryingValue: usd(100), documentedWeight: 0.2 }
  expect(portfolioRiskWeightedAssets([documented]).hybrid).toBe(usd(20))
  expect(() => portfolioRiskWeightedAssets([{ ...documented, documentedWeight: -1 }])).toThrow(RangeError)
  expect(portfolioRiskWeightedAssets([]).total).toBe(0)
})
