/** How the figures of a scenario come about, as data beside the functions that compute them. */
import {
  count,
  type Formula,
  type FormulaInput,
  type FormulaTable,
  HOUSE,
  INTERAGENCY,
  money,
  rate,
} from '../reports/explanation/formula.ts'
import { SHARED_FORMULAS } from '../reports/explanation/formulas.ts'
import { GRID_FORMULAS } from './grid.ts'
import { TAX, YEARS_FORMULAS } from './years-formulas.ts'

const decimal = (label: string): FormulaInput => ({ label, kind: 'decimal' })
const STATED = 'Entered or taken over, as the list of inputs states.'

const side = {
  amount: money('amount invested'),
  yield: rate('yield'),
  sideTax: rate('tax rate'),
  carryingTax: rate('tax on carrying it, of the amount'),
}
const difference = (name: string, column: string, kind: FormulaInput['kind']): Formula => ({
  name: `Difference: ${name.toLowerCase()}`,
  text: `${column}Policies - ${column}Alternative`,
  inputs: {
    [`${column}Policies`]: { label: 'life insurance', kind },
    [`${column}Alternative`]: { label: 'alternative', kind },
  },
  source: HOUSE,
})
const change = (name: string): Formula => ({
  name: `Change: ${name}`,
  text: null,
  words: 'After the purchase less before it.',
  source: HOUSE,
})
const netIncome = { netIncome: money('net income') }
const stated = (name: string): Formula => ({ name, text: null, words: STATED, source: HOUSE })

export const IMPACT_FORMULAS = {
  ...SHARED_FORMULAS,
  stated: stated('As stated'),
  preTax: { name: 'Pre-tax income', text: 'round(amount * yield)', inputs: side, source: HOUSE },
  tax: {
    name: 'Tax',
    text: 'round(round(amount * yield) * sideTax) + round(amount * carryingTax)',
    inputs: side,
    source: `${TAX} Interest expense of carrying tax-exempt bonds: 26 U.S.C. 265(b), 291(a)(3) and (e).`,
  },
  afterTax: {
    name: 'After-tax income of year one',
    text: 'preTax - tax - load',
    inputs: { preTax: money('pre-tax income'), tax: money('tax'), load: money('load') },
    source: HOUSE,
  },
  afterTaxYield: { name: 'After-tax yield', text: 'yield * (1 - sideTax) - carryingTax', inputs: side, source: TAX },
  load: {
    name: 'Load',
    text: 'round(amount * loadFraction)',
    inputs: { amount: money('amount invested'), loadFraction: rate('one-time load') },
    source: HOUSE,
  },
  yieldDifference: difference('Yield', 'yield', 'percent'),
  preTaxDifference: difference('Pre-tax income', 'preTax', 'money'),
  taxDifference: difference('Tax', 'tax', 'money'),
  loadDifference: difference('Load', 'load', 'money'),
  afterTaxDifference: difference('After-tax income of year one', 'afterTax', 'money'),
  afterTaxYieldDifference: difference('After-tax yield', 'afterTaxYield', 'percent'),
  taxEquivalent: {
    name: 'Tax-equivalent yield',
    text: 'policyYield * (1 - policyTax) / (1 - taxRate)',
    inputs: { policyYield: rate('net yield of the policies'), policyTax: rate('tax on their growth'), taxRate: rate('combined tax rate') },
    source: TAX,
    note: 'The yield that a fully taxable asset must have to leave as much.',
  },
  breakEvenAlternative: {
    name: 'Break-even yield of the alternative',
    text: '(policyYield * (1 - policyTax) + carryingTax) / (1 - alternativeTax)',
    inputs: {
      policyYield: rate('net yield of the policies'),
      policyTax: rate('tax on their growth'),
      carryingTax: rate('tax on carrying the alternative'),
      alternativeTax: rate('tax on its interest'),
    },
    source: TAX,
    note: 'Above it the alternative leaves more.',
  },
  breakEvenPolicy: {
    name: 'Break-even yield of the policies',
    text: '(alternativeYield * (1 - alternativeTax) - carryingTax + loadFraction) / (1 - policyTax)',
    inputs: {
      alternativeYield: rate('yield of the alternative'),
      alternativeTax: rate('tax on its interest'),
      carryingTax: rate('tax on carrying it'),
      loadFraction: rate('one-time load'),
      policyTax: rate('tax on the policies’ growth'),
    },
    source: TAX,
    note: 'Below it the alternative leaves more in year one, load included.',
  },
  perShare: {
    name: 'Earnings per share',
    text: 'netIncome / 100 / shares',
    inputs: { ...netIncome, shares: count('shares outstanding') },
    source: 'ASC 260, basic earnings per share.',
  },
  returnOnAssets: {
    name: 'Return on assets',
    text: 'netIncome / averageAssets',
    inputs: { ...netIncome, averageAssets: money('average assets') },
    source: 'Uniform Bank Performance Report: net income of average assets.',
  },
  returnOnEquity: {
    name: 'Return on equity',
    text: 'netIncome / equity',
    inputs: { ...netIncome, equity: money('equity') },
    source: 'Uniform Bank Performance Report: net income of equity.',
  },
  assumedTaxRate: {
    name: 'Tax rate, before (combined statutory rate assumed)',
    text: 'taxRate',
    inputs: { taxRate: rate('combined tax rate') },
    source: HOUSE,
    note: 'Pre-tax income is not entered: it is net income ÷ (1 − this rate).',
  },
  effectiveTaxRate: {
    name: 'Effective tax rate, after',
    text: 'incomeTax / preTaxIncome',
    inputs: { incomeTax: money('income tax'), preTaxIncome: money('pre-tax income') },
    source: 'ASC 740-270: income tax of pre-tax income. The load is left out: it is paid once.',
    note: 'Pre-tax income before the purchase is net income ÷ (1 − combined tax rate); income tax is the difference.',
  },
  valueAtMultiple: {
    name: 'Value at the price-earnings multiple',
    text: 'round(netIncome * priceEarnings)',
    inputs: { ...netIncome, priceEarnings: decimal('price-earnings multiple') },
    source: HOUSE,
  },
  netIncomeAfter: {
    name: 'Net income after the purchase',
    text: 'netIncomeBefore + gained',
    inputs: { netIncomeBefore: money('net income before'), gained: money('difference of year one') },
    source: HOUSE,
  },
  change: change('of the ratio'),
  ...YEARS_FORMULAS,
  balanceAfter: {
    name: 'After the purchase',
    text: 'before + change',
    inputs: { before: money('before'), change: money('change') },
    source: 'Call Report, Schedule RC; life insurance is among other assets (RC-F item 5).',
  },
  heldAfter: {
    name: 'Cash surrender value after the purchase',
    text: 'before + added',
    inputs: { before: money('held before'), added: money('bought, less the load') },
    source: INTERAGENCY,
  },
  shareBefore: {
    name: 'Share of capital before',
    text: 'before / capital',
    inputs: { before: money('held before'), capital: money('capital') },
    source: INTERAGENCY,
  },
  shareAfter: {
    name: 'Share of capital after',
    text: 'after / capital',
    inputs: { after: money('held after'), capital: money('capital') },
    source: INTERAGENCY,
  },
  headroom: {
    name: 'Headroom',
    text: 'round(capital * limit) - after',
    inputs: { capital: money('capital'), limit: rate('limit'), after: money('held after') },
    source: INTERAGENCY,
    note: 'Negative when the limit is exceeded.',
  },
  tier1After: {
    name: 'Tier 1 capital after the purchase',
    text: 'tier1Before - load',
    inputs: { tier1Before: money('Tier 1 capital before'), load: money('load, an expense') },
    source: '12 CFR 217.20; tax on the load is not taken into account.',
  },
  riskWeightedAfter: {
    name: 'Risk-weighted assets after the purchase',
    text: 'round(assetsBefore - premium * soldWeight + bought * boughtWeight)',
    inputs: {
      assetsBefore: money('risk-weighted assets before'),
      premium: money('sold'),
      soldWeight: rate('weight of what is sold'),
      bought: money('bought, less the load'),
      boughtWeight: rate('weight of the policies'),
    },
    source: '12 CFR 217.32, 217.51 to 217.53 (12 CFR 3 and 324 alike).',
  },
  tier1Ratio: {
    name: 'Tier 1 capital ratio',
    text: 'tier1 / riskWeighted',
    inputs: { tier1: money('Tier 1 capital'), riskWeighted: money('risk-weighted assets') },
    source: '12 CFR 217.10(b)(2).',
  },
  surrenderTax: {
    name: 'Tax on the gain',
    text: 'round(max(gain, 0) * wayTax)',
    inputs: { gain: money('gain over cost'), wayTax: rate('combined tax rate') },
    source: '26 U.S.C. 72(e)(5); an exchange under 26 U.S.C. 1035 is not taxed.',
  },
  surrenderPenalty: {
    name: 'Additional tax on a modified endowment contract',
    text: 'round(max(gain, 0) * penaltyRate)',
    inputs: { gain: money('gain over cost'), penaltyRate: rate('additional tax') },
    source: '26 U.S.C. 72(v).',
  },
  charge: {
    name: 'Charge of the carrier',
    text: 'round(value * chargeFraction)',
    inputs: { value: money('cash surrender value'), chargeFraction: rate('charge') },
    source: 'The policies’ contracts.',
  },
  reinvested: {
    name: 'Reinvested',
    text: 'value - tax - penalty - charge',
    inputs: {
      value: money('cash surrender value'),
      tax: money('tax'),
      penalty: money('additional tax'),
      charge: money('charge'),
    },
    source: HOUSE,
  },
  breakEvenYears: {
    name: 'Years to break even',
    text: 'ln(value / reinvested) / ln((1 + newYield) / (1 + oldYield))',
    inputs: {
      value: money('value given up'),
      reinvested: money('reinvested'),
      newYield: rate('new net yield'),
      oldYield: rate('net yield today'),
    },
    source: HOUSE,
    note: 'Until then the new policies are worth less than the old ones would be.',
  },
  nothingLost: {
    name: 'Years to break even',
    text: null,
    words: 'Everything is reinvested: there is nothing to earn back.',
    source: HOUSE,
  },
  ...GRID_FORMULAS,
} satisfies FormulaTable
