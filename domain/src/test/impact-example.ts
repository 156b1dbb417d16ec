/** A purchase of $5,000,000 by a bank of which everything is known, and the texts of its tables. */
import fc from 'fast-check'
import { ALTERNATIVE_CODES } from '../financial-impact/alternatives.ts'
import { fieldOf, flawsOf, SCENARIO_KEYS, type Scenario } from '../financial-impact/scenario.ts'
import type { ImpactView } from '../financial-impact/view.ts'
import { usd } from '../primitives/money.ts'
import { textOfCell } from '../reports/table.ts'

export const example: Scenario = {
  numbers: {
    premium: usd(5_000_000),
    policyYield: 0.0395,
    policyTax: 0,
    loadFraction: 0,
    policyDrift: 0,
    horizonYears: 10,
    alternativeYield: 0.042,
    alternativeTax: 0.2574,
    alternativeDrift: 0,
    soldWeight: 0.2,
    costOfFunds: 0.02,
    federalRate: 0.21,
    netIncome: usd(7_200_000),
    taxRate: 0.2574,
    averageAssets: usd(650_000_000),
    totalAssets: usd(660_000_000),
    securities: usd(120_000_000),
    equity: usd(62_000_000),
    shares: 2_500_000,
    priceEarnings: 12,
    tier1: usd(60_000_000),
    capitalBase: usd(60_000_000),
    perCarrierLimit: 0.15,
    aggregateLimit: 0.25,
    riskWeightedAssets: usd(480_000_000),
    boughtWeight: 1,
    replacedValue: usd(3_000_000),
    replacedGain: usd(600_000),
    replacedYield: 0.026,
    replacedCharge: 0,
  },
  alternative: 'MORTGAGE',
  isBankQualified: true,
  carrierCode: 'ALPHA',
  carrierName: 'Alpha Life',
  productName: '',
  basis: 'TIER1',
  held: [
    { carrierCode: 'ALPHA', carrierName: 'Alpha Life', cashSurrenderValue: usd(5_106_175.32) },
    { carrierCode: 'BRAVO', carrierName: 'Bravo Life', cashSurrenderValue: usd(5_565_084.2) },
    { carrierCode: 'CHARLIE', carrierName: 'Charlie Life', cashSurrenderValue: usd(4_011_285.29) },
  ],
  lacking: null,
  valuesOn: '2025-12-31',
  replacedIsModifiedEndowment: true,
  sources: { tier1: 'Call Report of December 31, 2025' },
}
export const withNumbers = (numbers: Partial<Scenario['numbers']>, more: Partial<Scenario> = {}): Scenario => ({
  ...example,
  ...more,
  numbers: { ...example.numbers, ...numbers },
})
export const tableOf = (view: ImpactView, id: string) => {
  const table = view.tables.find((each) => each.id === id)
  if (!table) throw new Error(`no table ${id}`)
  return table
}
export const textsOf = (view: ImpactView, id: string, row: string) => {
  const { rows, columns } = tableOf(view, id)
  const found = rows.find((each) => each.id === row)
  return found && columns.map((column) => textOfCell(found, column))
}

/** Numbers within their fields' ranges, of sizes that banks have. */
export const scenarios = fc
  .record({
    numbers: fc.record(
      Object.fromEntries(
        SCENARIO_KEYS.map((key) => {
          const { kind, low, high, isOptional } = fieldOf(key)
          const value =
            kind === 'percent' || kind === 'decimal'
              ? fc.double({ min: low, max: Math.min(high, 15), noNaN: true })
              : fc.integer({ min: Math.max(low, -1e12), max: Math.min(high, 1e13) })
          return [key, isOptional ? fc.option(value, { nil: null, freq: 8 }) : value]
        }),
      ),
    ),
    alternative: fc.constantFrom(...ALTERNATIVE_CODES),
    isBankQualified: fc.boolean(),
    carrierCode: fc.constantFrom('', 'ALPHA', 'DELTA'),
    replacedIsModifiedEndowment: fc.boolean(),
  })
  .map(({ numbers, ...rest }) => withNumbers(numbers, rest))
  .filter((scenario) => Object.keys(flawsOf(scenario)).length === 0)
