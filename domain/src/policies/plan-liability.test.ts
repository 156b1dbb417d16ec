/** Coverage of a plan's liability by numbers worked by hand, at a combined rate of 25.74 %. */
import { expect, test } from 'vitest'
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { liabilityRefused, planStanding } from './plan-liability.ts'

test('8,000,000 against 10,000,000 covers 80 % gross, and 107.73 % of the 7,426,000 that it costs after tax', () => {
  const hedges = [
    { fund: 'Large company index', notional: usd(4_500_000) },
    { fund: 'Bond index', notional: usd(2_700_000) },
  ]
  const standing = planStanding(usd(8_000_000), usd(10_000_000), hedges, 0.2574)
  expect(standing).toMatchObject({ coverage: 0.8, afterTaxCost: usd(7_426_000), ahead: usd(574_000), hedgeRatio: 0.72 })
  expect(standing.afterTaxCoverage).toBeCloseTo(1.0773, 4)
  expect(standing.hedgeTarget).toBeCloseTo(0.7426, 12)
})
test('an asset behind its liability is behind by dollars; what is not known is not told', () => {
  expect(planStanding(usd(5_000_000), usd(10_000_000), [], 0.21)).toMatchObject({ ahead: usd(-2_900_000), hedgeRatio: null })
  expect(planStanding(usd(5_000_000), usd(10_000_000), [], null)).toEqual({
    coverage: 0.5,
    afterTaxCoverage: null,
    afterTaxCost: null,
    ahead: null,
    hedgeRatio: null,
    hedgeTarget: null,
  })
  expect(planStanding(usd(5_000_000), usd(0), [{ fund: 'A', notional: usd(1) }], 0.21)).toMatchObject({
    coverage: null,
    afterTaxCoverage: null,
    hedgeRatio: null,
  })
})
test('each rule of the register names its field', () => {
  const stated = { asOfDate: plainDate('2025-12-31'), hedges: [{ fund: 'Index', notional: usd(1) }] }
  const known = { planType: 'NQDC_COLI', effectiveDate: plainDate('2020-01-01'), isTaken: false, today: plainDate('2026-02-01') }
  const fields = (over: Partial<typeof stated>, knownOver: Partial<typeof known> = {}) =>
    Object.keys(liabilityRefused({ ...stated, ...over }, { ...known, ...knownOver }))
  expect(fields({})).toEqual([])
  expect(fields({}, { planType: 'KEY_PERSON' })).toEqual(['planId'])
  expect(fields({}, { isTaken: true })).toEqual(['asOfDate'])
  expect(fields({ asOfDate: plainDate('2026-03-01') })).toEqual(['asOfDate'])
  expect(fields({ asOfDate: plainDate('2019-12-31') })).toEqual(['asOfDate'])
  expect(fields({ hedges: [...stated.hedges, { fund: 'INDEX', notional: usd(2) }] })).toEqual(['hedges'])
})
