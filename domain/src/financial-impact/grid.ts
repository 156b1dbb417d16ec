/** The grid of a scenario: its steps of yield and tax, and the formula of each of its columns. */
import { type Formula, HOUSE, money, rate } from '../reports/explanation/formula.ts'

/** Steps of the grid, added to the yield of the policies and to the tax on the alternative. */
export const YIELD_STEPS = [-0.01, -0.005, 0, 0.005, 0.01] as const
export const TAX_STEPS = [-0.05, -0.025, 0, 0.025, 0.05] as const

export const GRID_FORMULAS: Readonly<Record<string, Formula>> = Object.fromEntries(
  TAX_STEPS.map((_, index): [string, Formula] => [
    `sensitivity${index}`,
    {
      name: 'Difference of year one',
      text: `round(premium * policyYield) - round(round(premium * policyYield) * policyTax) - (round(premium * alternativeYield) - round(round(premium * alternativeYield) * tax${index}) - round(premium * carryingTax)) - load`,
      inputs: {
        premium: money('premium'),
        policyYield: rate('net yield of the policies'),
        policyTax: rate('tax on their growth'),
        alternativeYield: rate('yield of the alternative'),
        [`tax${index}`]: rate('tax on its interest'),
        carryingTax: rate('tax on carrying it'),
        load: money('load'),
      },
      source: HOUSE,
    },
  ]),
)
