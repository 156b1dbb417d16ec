/** The formulas of the years: two values that grow, and the advantages between them. */
import { type FormulaTable, HOUSE, money, rate } from '../reports/explanation/formula.ts'

export const TAX = 'Growth inside a policy is not taxed as it accrues (26 U.S.C. 72(e)); interest is (26 U.S.C. 61(a)(4)).'

const CARRIED = 'Values are carried with fractions of a cent and rounded for display.'
const FIRST = 'The income of the first year is rounded as in the table of year one.'
const POLICIES_OF_YEAR = {
  policyBegin: money('value at its beginning'),
  policyYield: rate('net yield of the year'),
  policyTax: rate('tax on the growth'),
}
const ALTERNATIVE_OF_YEAR = {
  alternativeBegin: money('value at the year’s beginning'),
  alternativeYield: rate('yield of the year'),
  alternativeTax: rate('tax on its interest'),
  carryingTax: rate('tax on carrying it'),
}

export const YEARS_FORMULAS = {
  policyValue: {
    name: 'Cash surrender value at the end of the year',
    text: 'round(policyBegin * (1 + policyYield * (1 - policyTax)))',
    inputs: POLICIES_OF_YEAR,
    source: TAX,
    note: CARRIED,
  },
  policyValueFirst: {
    name: 'Cash surrender value at the end of the first year',
    text: 'policyBegin + round(policyBegin * policyYield) - round(round(policyBegin * policyYield) * policyTax)',
    inputs: POLICIES_OF_YEAR,
    source: TAX,
    note: FIRST,
  },
  alternativeValue: {
    name: 'Value of the alternative after tax',
    text: 'round(alternativeBegin * (1 + alternativeYield * (1 - alternativeTax) - carryingTax))',
    inputs: ALTERNATIVE_OF_YEAR,
    source: TAX,
    note: `Its income after tax is reinvested at the same yield. ${CARRIED}`,
  },
  alternativeValueFirst: {
    name: 'Value of the alternative after tax, first year',
    text: 'alternativeBegin + round(alternativeBegin * alternativeYield) - round(round(alternativeBegin * alternativeYield) * alternativeTax) - round(alternativeBegin * carryingTax)',
    inputs: ALTERNATIVE_OF_YEAR,
    source: TAX,
    note: FIRST,
  },
  advantage: {
    name: 'Advantage of the year',
    text: 'policyValue - policyBefore - (alternativeValue - alternativeBefore)',
    inputs: {
      policyValue: money('cash surrender value at the year’s end'),
      policyBefore: money('cash surrender value a year before'),
      alternativeValue: money('value of the alternative at the year’s end'),
      alternativeBefore: money('value of the alternative a year before'),
    },
    source: HOUSE,
    note: 'Of values rounded to the cent, so that the printed figures foot.',
  },
  cumulativeAdvantage: {
    name: 'Cumulative advantage',
    text: 'policyValue - alternativeValue',
    inputs: { policyValue: money('cash surrender value'), alternativeValue: money('value of the alternative after tax') },
    source: HOUSE,
    note: 'A load lowers it from the beginning.',
  },
} satisfies FormulaTable
