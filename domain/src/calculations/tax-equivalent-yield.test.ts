/** Worked numbers of tax-equivalent yields, and the public checks of Georgia, Alabama, Newport and Newcleus. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  alternativeTaxRate,
  combinedRateOf,
  combinedRateSteps,
  combinedTaxRate,
  effectiveStateRate,
  policyGrowthTaxRate,
  taxEquivalentYield,
  taxEquivalentYieldOf,
} from './tax-equivalent-yield.ts'

const percent = (fraction: number) => Number((fraction * 100).toFixed(4))
const profile = (change: object = {}) => ({
  federalRate: 0.21,
  stateRate: 0.06,
  federalDeductibleFraction: 0,
  boliStateTreatment: 'EXCLUDED' as const,
  combinedRateOverride: null,
  ...change,
})
const portfolio = (42_544.81 / 14_640_000) * (365 / 31)

test.each([
  ['a normal state', 0.06, 0, 6, 25.74],
  ['full federal deductibility (Alabama type)', 0.065, 1, 5.2061, 25.1128],
  ['half deductibility (Missouri type)', 0.0448, 0.5, 4.0286, 24.1826],
])('combined rate: %s', (_, stateRate, federalDeductibleFraction, state, combined) => {
  const rates = { federalRate: 0.21, stateRate, federalDeductibleFraction }
  expect(percent(effectiveStateRate(rates))).toBe(state)
  expect(percent(combinedTaxRate(rates))).toBe(combined)
})

test('the calculation is written out with its figures, and ends in the rate that reports use', () => {
  expect(combinedRateSteps(profile({ stateRate: 0.065, federalDeductibleFraction: 1 }))).toEqual([
    {
      what: 'State rate after the federal deduction',
      formula: 'S = s(1 − d·f) ÷ (1 − s·d·f)',
      figures: '6.50% × (1 − 1 × 21.00%) ÷ (1 − 6.50% × 1 × 21.00%)',
      result: '5.2061%',
    },
    { what: 'Combined rate', formula: 'tc = S + f(1 − S)', figures: '5.2061% + 21.00% × (1 − 5.2061%)', result: '25.1128%' },
  ])
  expect(combinedRateSteps(profile({ boliStateTreatment: 'IN_CAPITAL_BASE' })).map(({ result }) => result)).toEqual(['0.0000%', '21.0000%'])
  expect(combinedRateSteps(profile({ combinedRateOverride: 0.3 })).map(({ result }) => result)).toEqual(['30.0000%'])
})

test('the public table: Georgia 25.7 %, Alabama 25.1 %', () => {
  expect((combinedTaxRate({ federalRate: 0.21, stateRate: 0.06, federalDeductibleFraction: 0 }) * 100).toFixed(1)).toBe('25.7')
  expect((combinedTaxRate({ federalRate: 0.21, stateRate: 0.065, federalDeductibleFraction: 1 }) * 100).toFixed(1)).toBe('25.1')
})

describe('F2 at 3.4217 %', () => {
  test.each([
    ['federal only, or a state that taxes capital', profile({ boliStateTreatment: 'IN_CAPITAL_BASE' }), 4.3312],
    ['federal and state, growth exempt in both', profile(), 4.6077],
    ['the state taxes the growth', profile({ boliStateTreatment: 'TAXED' }), 4.3893],
    ['the institution’s own combined rate', profile({ combinedRateOverride: 0.21 }), 4.3312],
  ])('%s', (_, tax, expected) => expect(percent(taxEquivalentYieldOf(portfolio, tax) ?? 0)).toBe(expected))
})

test.each([
  ['Newport', 3.75, 0.4, 6.25],
  ['Newport', 3.75, 0.25, 5],
  ['Newcleus', 2.37, 0.21, 3],
  ['Newcleus', 2.69, 0.21, 3.41],
])('%s: %f %% at %f tax is %f %%', (_, yielded, tax, expected) =>
  expect(Number((taxEquivalentYield(yielded / 100, 0, tax) * 100).toFixed(2))).toBe(expected),
)

test('growth is taxed only where the state taxes it', () => {
  expect(policyGrowthTaxRate(profile({ boliStateTreatment: 'TAXED' }))).toBeCloseTo(0.0474, 12)
  expect(policyGrowthTaxRate(profile())).toBe(0)
})

test('what is unknown stays unknown, and nonsense is refused', () => {
  expect([taxEquivalentYieldOf(null, profile()), taxEquivalentYieldOf(0.03, null)]).toEqual([null, null])
  expect(() => taxEquivalentYield(0.03, 0, 1)).toThrow(RangeError)
  expect(() => combinedTaxRate({ federalRate: 0.6, stateRate: 0, federalDeductibleFraction: 0 })).toThrow(RangeError)
  expect(() => combinedTaxRate({ federalRate: 0.21, stateRate: 0.06, federalDeductibleFraction: 2 })).toThrow(RangeError)
})

const rate = fc.double({ min: 0, max: 0.5, noNaN: true })
test('the combined rate solves F = f(1 - S), S = s(1 - d·F), and never falls below either rate’s share', () =>
  fc.assert(
    fc.property(rate, rate, fc.double({ min: 0, max: 1, noNaN: true }), (federalRate, stateRate, d) => {
      const rates = { federalRate, stateRate, federalDeductibleFraction: d }
      const state = effectiveStateRate(rates)
      const federal = combinedTaxRate(rates) - state
      expect(federal).toBeCloseTo(federalRate * (1 - state), 12)
      expect(state).toBeCloseTo(stateRate * (1 - d * federal), 12)
      expect(combinedRateOf({ ...rates, boliStateTreatment: 'EXCLUDED', combinedRateOverride: null })).toBeGreaterThanOrEqual(
        federalRate - 1e-12,
      )
    }),
  ))

test('a tax-equivalent yield rises with the yield and with the tax saved, and falls with tax on growth', () =>
  fc.assert(
    fc.property(
      fc.double({ min: 0.0001, max: 0.1, noNaN: true }),
      fc.double({ min: 0, max: 0.4, noNaN: true }),
      fc.double({ min: 0, max: 0.4, noNaN: true }),
      fc.double({ min: 0.001, max: 0.1, noNaN: true }),
      (yielded, policyTax, tax, more) => {
        const here = taxEquivalentYield(yielded, policyTax, tax)
        expect(taxEquivalentYield(yielded + more, policyTax, tax)).toBeGreaterThan(here)
        expect(taxEquivalentYield(yielded, policyTax, tax + more)).toBeGreaterThan(here)
        expect(taxEquivalentYield(yielded, policyTax + more, tax)).toBeLessThan(here)
      },
    ),
  ))

describe('the tax on the alternative', () => {
  const usual = { usObligationInterestTaxed: false, municipalInterestTaxed: false }
  const at = (change: object, alternative: 'TAXABLE' | 'US_OBLIGATION' | 'MUNICIPAL', state = usual) =>
    percent(alternativeTaxRate(profile(change), alternative, state))
  test('a bond pays both taxes; a Treasury federal tax alone, where the state leaves it; a municipal bond none', () =>
    expect([at({}, 'TAXABLE'), at({}, 'US_OBLIGATION'), at({}, 'MUNICIPAL')]).toEqual([25.74, 21, 0]))
  test('a franchise tax measured by income reaches the Treasury, and other states’ bonds', () => {
    const franchise = { usObligationInterestTaxed: true, municipalInterestTaxed: true }
    expect([at({}, 'US_OBLIGATION', franchise), at({}, 'MUNICIPAL', franchise)]).toEqual([25.74, 6])
    expect(at({ boliStateTreatment: 'IN_CAPITAL_BASE' }, 'MUNICIPAL', franchise)).toBe(0)
  })
  test('against a Treasury that the state does not tax, 3.4217 % of policies is worth 4.3312 %', () =>
    expect(percent(taxEquivalentYield(portfolio, 0, alternativeTaxRate(profile(), 'US_OBLIGATION', usual)))).toBe(4.3312))
})
