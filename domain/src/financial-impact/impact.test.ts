/** Worked numbers of the financial impact, and a public Equias slide. */
import { describe, expect, test } from 'vitest'
import { concentration } from '../calculations/concentration.ts'
import { usd } from '../primitives/money.ts'
import { horizonChart } from './horizon-chart.ts'
import { type FinancialImpactInput, financialImpact } from './impact.ts'
import { purchaseEffect } from './purchase.ts'

const example: FinancialImpactInput = {
  premium: usd(5_000_000),
  policyYield: 0.0395,
  alternativeYield: 0.042,
  policyTax: 0,
  alternativeTax: 0.2574,
  carryingTax: 0,
  loadFraction: 0,
  policyDrift: 0,
  alternativeDrift: 0,
  horizonYears: 10,
  bank: {
    netIncome: usd(7_200_000),
    averageAssets: usd(650_000_000),
    equity: usd(62_000_000),
    shares: 2_500_000,
    priceEarnings: 12,
    taxRate: 0.2574,
  },
}
const impact = financialImpact(example)
const percent = (fraction: number | undefined) => ((fraction ?? Number.NaN) * 100).toFixed(3)

test('year one, side by side', () => {
  expect(impact.alternative).toMatchObject({ preTax: usd(210_000), tax: usd(54_054), afterTax: usd(155_946) })
  expect(impact.policies).toMatchObject({ preTax: usd(197_500), tax: 0, afterTax: usd(197_500), afterTaxYield: 0.0395 })
  expect(impact.difference).toBe(usd(41_554))
  expect((impact.alternative.afterTaxYield * 100).toFixed(4)).toBe('3.1189')
  expect((impact.spread * 10_000).toFixed(1)).toBe('83.1')
  expect(percent(impact.breakEvenAlternativeYield)).toBe('5.319')
})

test('earnings a share, returns, tax rate and value', () => {
  const bank = impact.bank
  expect([bank?.earningsPerShare?.before.toFixed(4), bank?.earningsPerShare?.after.toFixed(4)]).toEqual(['2.8800', '2.8966'])
  expect([percent(bank?.returnOnAssets?.before), percent(bank?.returnOnAssets?.after)]).toEqual(['1.108', '1.114'])
  expect((((bank?.returnOnAssets?.after ?? 0) - (bank?.returnOnAssets?.before ?? 0)) * 10_000).toFixed(3)).toBe('0.639')
  expect([percent(bank?.returnOnEquity?.before), percent(bank?.returnOnEquity?.after)]).toEqual(['11.613', '11.680'])
  expect([percent(bank?.effectiveTaxRate?.before), percent(bank?.effectiveTaxRate?.after)]).toEqual(['25.740', '25.215'])
  expect(bank?.valueAtMultiple).toBe(usd(498_648))
})

test('ten years', () => {
  expect(impact.years).toHaveLength(10)
  expect(impact.years.at(-1)).toMatchObject({
    year: 10,
    policyValue: usd(7_365_715.51),
    alternativeValue: usd(6_797_568.03),
    cumulativeAdvantage: usd(568_147.48),
  })
})

test('the purchase would breach the limit: 32.80 % of Tier 1', () =>
  expect((concentration(usd(14_682_544.81 + 5_000_000), usd(60_000_000)) * 100).toFixed(2)).toBe('32.80'))

test('the public Equias slide', () => {
  const slide = financialImpact({ ...example, policyYield: 0.035, alternativeYield: 0.0258, alternativeTax: 0.25, bank: null })
  expect(slide.alternative).toMatchObject({ preTax: usd(129_000), tax: usd(32_250), afterTax: usd(96_750) })
  expect([slide.policies.afterTax, slide.difference]).toEqual([usd(175_000), usd(78_250)])
  // The slide prints 1.94 % and 1.57 %.
  expect([percent(slide.alternative.afterTaxYield), percent(slide.spread)]).toEqual(['1.935', '1.565'])
})

describe('what the figures must not hide', () => {
  test('a loss against the alternative', () => {
    const worse = financialImpact({ ...example, policyYield: 0.03 })
    expect(worse.difference).toBeLessThan(0)
    expect(worse.spread).toBeLessThan(0)
  })
  test('a load is taken from year one, and from the value that grows', () => {
    const loaded = financialImpact({ ...example, loadFraction: 0.02, horizonYears: 1 })
    expect(loaded.difference).toBe(usd(41_554 - 100_000))
    expect(loaded.years[0]?.policyValue).toBe(usd(4_900_000 * 1.0395))
    expect(loaded.years[0]?.cumulativeAdvantage).toBe(usd(4_900_000 * 0.0395 - 155_946 - 100_000))
  })
  test.each([
    { policyYield: 0.21 },
    { alternativeYield: -0.06 },
    { horizonYears: 31 },
    { horizonYears: 2.5 },
    { premium: usd(0) },
    { loadFraction: 1.1 },
    { carryingTax: -0.01 },
  ])('nonsense: %o', (change) => expect(() => financialImpact({ ...example, ...change })).toThrow(RangeError))
})

describe('what the purchase does to limits, capital and balance sheet', () => {
  const purchase = {
    premium: usd(5_000_000),
    carrierCode: 'ALPHA',
    carrierName: 'Alpha',
    held: { ALPHA: usd(5_106_175.32), BRAVO: usd(5_565_084.2), CHARLIE: usd(4_011_285.29) },
    capital: { tier1: usd(60_000_000), base: usd(60_000_000), basis: 'TIER1' as const },
    limits: { perCarrier: 0.15, aggregate: 0.25 },
    riskWeighted: { assets: usd(480_000_000), soldWeight: 0.2, boughtWeight: 1 },
    loadFraction: 0,
  }
  test('both limits are broken, and the board must say so beforehand', () => {
    const { carrier, aggregate, approvals, tier1Ratio, balanceSheet } = purchaseEffect(purchase)
    expect([percent(aggregate.before.ratio ?? 0), percent(aggregate.after.ratio ?? 0)]).toEqual(['24.471', '32.804'])
    expect([percent(carrier.before.ratio ?? 0), percent(carrier.after.ratio ?? 0)]).toEqual(['8.510', '16.844'])
    expect(approvals).toHaveLength(2)
    expect(approvals[1]).toMatch(
      /^All carriers 32\.80% of Tier 1 against a 25% limit: over the limit by \$4,682,544\.81\. The board approves/,
    )
    // 60 of 480 million, then of 480 + 5 × (1 - 0.2).
    expect([tier1Ratio?.before, tier1Ratio?.after]).toEqual([0.125, 60 / 484])
    expect(balanceSheet).toEqual({ securities: usd(-5_000_000), otherAssets: usd(5_000_000), equity: 0 })
  })
  test('a load never becomes value; equity bears it', () => {
    const { aggregate, balanceSheet, tier1Ratio } = purchaseEffect({ ...purchase, loadFraction: 0.02 })
    expect(aggregate.after.cashSurrenderValue).toBe(usd(14_682_544.81 + 4_900_000))
    expect(balanceSheet.securities).toBe(balanceSheet.equity - balanceSheet.otherAssets)
    expect(tier1Ratio?.after).toBeCloseTo(59.9 / (480 - 1 + 4.9), 12)
  })
  test('a carrier not held yet begins at nothing, and a bank that does not risk-weight has no ratio', () => {
    const effect = purchaseEffect({ ...purchase, carrierCode: 'DELTA', premium: usd(100_000), riskWeighted: null })
    expect(effect).toMatchObject({ carrier: { before: { cashSurrenderValue: 0, ratio: 0 } }, tier1Ratio: null, approvals: [] })
    expect(() => purchaseEffect({ ...purchase, premium: usd(0) })).toThrow(RangeError)
  })
})

test('in the chart of the values, years follow each other at equal distances, and more stands higher', () => {
  const theme = { fontSize: 10, ink: 'i', mute: 'm', grid: 'g', line: 'l', positive: 'p', negative: 'n', surface: 's' }
  const { points, top, bottom } = horizonChart(impact.years, theme, { width: 600, height: 300 })
  const steps = points.slice(1).map(({ x }, index) => x - (points[index]?.x ?? Number.NaN))
  for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? Number.NaN, 6)
  expect(steps).toHaveLength(9)
  expect(steps[0]).toBeGreaterThan(40)
  const ys = points.map(({ dots }) => dots.map(({ y }) => y))
  for (const [index, [policies = Number.NaN, alternative = Number.NaN]] of ys.entries()) {
    expect(policies).toBeLessThan(alternative)
    expect(policies).toBeLessThan(ys[index - 1]?.[0] ?? bottom)
    expect(policies).toBeGreaterThanOrEqual(top)
  }
})
