/** A scenario that can be computed, with the least of every input and nothing of a bank. */
import { scenario } from '@corridor/contract/financial-impact.ts'
import { fieldOf, SCENARIO_KEYS, type Scenario } from '@corridor/domain/financial-impact/scenario.ts'

export const LEAST_SCENARIO: Scenario = scenario.parse({
  numbers: Object.fromEntries(
    SCENARIO_KEYS.map((key) => {
      const { isOptional, kind, low } = fieldOf(key)
      return [key, isOptional ? null : kind === 'percent' ? Math.max(low, 0) : low]
    }),
  ),
  alternative: 'TREASURY',
  isBankQualified: false,
  carrierCode: '',
  carrierName: '',
  productName: '',
  basis: 'TIER1',
  held: [],
  lacking: null,
  replacedIsModifiedEndowment: false,
  sources: {},
})
