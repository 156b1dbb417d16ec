/** The tables of what a purchase earns: year one, yields, the bank's ratios, the years, the grid. */
import { taxEquivalentYield } from '../calculations/tax-equivalent-yield.ts'
import { type Cents, cents, formatPercent, times } from '../primitives/money.ts'
import { type Basis, column, type ViewTable } from '../reports/table.ts'
import { TAX_STEPS, YIELD_STEPS } from './grid.ts'
import type { Change, FinancialImpact, ImpactSide } from './impact.ts'
import { changeOf, flatTable, type Given, rowOf } from './rows.ts'
import { alternativeName, enteredDigits, type Scenario } from './scenario.ts'

export function yearOne(scenario: Scenario, { alternative, policies }: FinancialImpact, given: Given, carryingTax: number): ViewTable {
  const premium = cents(given('premium'))
  const load = times(premium, given('loadFraction'))
  const side = (of: ImpactSide, annual: number, paid: Cents) => ({
    amount: premium,
    yield: annual,
    preTax: of.preTax,
    tax: of.tax,
    load: paid,
    afterTax: cents(of.afterTax - paid),
    afterTaxYield: of.afterTaxYield,
  })
  const [sold, bought] = [side(alternative, given('alternativeYield'), cents(0)), side(policies, given('policyYield'), load)]
  const keys = ['yield', 'preTax', 'tax', 'load', 'afterTax', 'afterTaxYield'] as const
  return flatTable(
    'yearOne',
    'Year one',
    [
      column('label', 'Side', 'text', { width: 26 }),
      column('amount', 'Invested', 'money', { formula: 'stated' }),
      column('yield', 'Yield', 'percent', { formula: 'stated', digits: enteredDigits(sold.yield, bought.yield) }),
      column('preTax', 'Pre-tax income', 'money', { formula: 'preTax' }),
      column('tax', 'Tax', 'money', { formula: 'tax' }),
      column('load', 'Load', 'money', { formula: 'load' }),
      column('afterTax', 'After\u2011tax income', 'money', { formula: 'afterTax' }),
      column('afterTaxYield', 'After\u2011tax yield', 'percent', { formula: 'afterTaxYield', digits: 4, width: 11 }),
    ],
    [
      rowOf(
        'alternative',
        { label: alternativeName(scenario), ...sold },
        { sideTax: given('alternativeTax'), carryingTax, loadFraction: 0 },
      ),
      rowOf(
        'policies',
        { label: scenario.productName || 'Life insurance', ...bought },
        { sideTax: given('policyTax'), carryingTax: 0, loadFraction: given('loadFraction') },
      ),
      rowOf(
        'difference',
        { label: 'Difference', amount: null, ...Object.fromEntries(keys.map((key) => [key, bought[key] - sold[key]])) },
        Object.fromEntries(
          keys.flatMap((key) => [
            [`${key}Policies`, bought[key]],
            [`${key}Alternative`, sold[key]],
          ]),
        ),
        Object.fromEntries(keys.map((key) => [key, `${key}Difference`])),
      ),
    ],
  )
}

export function yields(given: Given, carryingTax: number, { breakEvenAlternativeYield }: FinancialImpact): ViewTable {
  const names = ['policyYield', 'policyTax', 'alternativeYield', 'alternativeTax', 'taxRate', 'loadFraction'] as const
  const basis = { ...Object.fromEntries(names.map((name) => [name, given(name)])), carryingTax }
  const line = (id: string, label: string, value: number) => rowOf(id, { label, value }, basis, { value: id })
  return flatTable(
    'yields',
    'Yields that compare',
    [column('label', 'Figure', 'text', { width: 40 }), column('value', 'Yield', 'percent', { digits: 3, formula: 'stated' })],
    [
      line(
        'taxEquivalent',
        'Tax-equivalent yield of the policies',
        taxEquivalentYield(given('policyYield'), given('policyTax'), given('taxRate')),
      ),
      line('breakEvenAlternative', 'Break-even yield of the alternative', breakEvenAlternativeYield),
      line(
        'breakEvenPolicy',
        'Break-even yield of the policies, year one',
        (given('alternativeYield') * (1 - given('alternativeTax')) - carryingTax + given('loadFraction')) / (1 - given('policyTax')),
      ),
    ],
  )
}

export function ratios({ bank, difference, alternative, policies }: FinancialImpact, netIncome: Cents, { numbers }: Scenario): ViewTable {
  if (!bank) throw new RangeError('ratios without a bank')
  const after = cents(netIncome + difference)
  const { shares, averageAssets, equity, priceEarnings, taxRate } = numbers
  const preTaxIncome = netIncome / (1 - (taxRate ?? 0))
  const incomeTax = preTaxIncome - netIncome
  const value = (income: Cents) => (priceEarnings === null ? null : times(income, priceEarnings))
  const of = (change: Change | null, when: keyof Change) => change && change[when]
  const line = (id: keyof Change, label: string, income: Cents, basis: Basis) =>
    rowOf(
      id,
      {
        label,
        netIncome: income,
        perShare: of(bank.earningsPerShare, id),
        returnOnAssets: of(bank.returnOnAssets, id),
        returnOnEquity: of(bank.returnOnEquity, id),
        effectiveTaxRate: of(bank.effectiveTaxRate, id),
        valueAtMultiple: value(income),
      },
      { shares, averageAssets, equity, priceEarnings, ...basis },
      id === 'after' ? { netIncome: 'netIncomeAfter' } : { effectiveTaxRate: 'assumedTaxRate' },
    )
  const before = line('before', 'Before', netIncome, { taxRate: taxRate ?? 0 })
  const then = line('after', 'After', after, {
    netIncomeBefore: netIncome,
    gained: difference,
    incomeTax: incomeTax - alternative.tax + policies.tax,
    preTaxIncome: preTaxIncome - alternative.preTax + policies.preTax,
  })
  return flatTable(
    'ratios',
    'Earnings and returns',
    [
      column('label', 'Time', 'text', { width: 12 }),
      column('netIncome', 'Net income', 'money', { formula: 'stated' }),
      column('perShare', 'Earnings per share, $', 'decimal', { formula: 'perShare', digits: 4, width: 12 }),
      column('returnOnAssets', 'Return on assets', 'percent', { formula: 'returnOnAssets', digits: 3, width: 11 }),
      column('returnOnEquity', 'Return on equity', 'percent', { formula: 'returnOnEquity', digits: 3, width: 11 }),
      column('effectiveTaxRate', 'Tax rate', 'percent', { formula: 'effectiveTaxRate', digits: 3, width: 11 }),
      column('valueAtMultiple', 'Value at the multiple', 'money', { formula: 'valueAtMultiple' }),
    ],
    [before, then, changeOf(before, then)],
  )
}

export function horizon({ years }: FinancialImpact, given: Given, carryingTax: number): ViewTable {
  const taxes = { policyTax: given('policyTax'), alternativeTax: given('alternativeTax'), carryingTax }
  const rows = years.map(
    ({ year, begin, policyYield, alternativeYield, policyBefore, alternativeBefore, end: _, ...printed }): ViewTable['rows'][number] =>
      rowOf(
        String(year),
        { year: `Year ${year}`, ...printed },
        {
          policyBegin: begin.policies,
          alternativeBegin: begin.alternative,
          policyBefore,
          alternativeBefore,
          policyYield,
          alternativeYield,
          ...taxes,
        },
        year === 1 ? { policyValue: 'policyValueFirst', alternativeValue: 'alternativeValueFirst' } : {},
      ),
  )
  return flatTable(
    'horizon',
    'Over the years',
    [
      column('year', 'Year', 'text', { width: 9 }),
      column('policyValue', 'Cash surrender value', 'money', { formula: 'policyValue' }),
      column('alternativeValue', 'Alternative after tax', 'money', { formula: 'alternativeValue' }),
      column('advantage', 'Advantage of the year', 'money', { formula: 'advantage' }),
      column('cumulativeAdvantage', 'Cumulative advantage', 'money', { formula: 'cumulativeAdvantage' }),
    ],
    rows,
  )
}

export function sensitivity(given: Given, carryingTax: number): ViewTable {
  const premium = cents(given('premium'))
  const taxes = TAX_STEPS.map((step) => Math.min(0.8, Math.max(0, given('alternativeTax') + step)))
  const load = times(premium, given('loadFraction'))
  const left = (annual: number, tax: number, carrying: number) =>
    times(premium, annual) - times(times(premium, annual), tax) - times(premium, carrying)
  return flatTable(
    'sensitivity',
    'Difference of year one, by yield and tax',
    [
      column('label', 'Net yield of the policies', 'percent', { align: 'left', width: 14, digits: enteredDigits(given('policyYield')) }),
      ...taxes.map((tax, index) =>
        column(`tax${index}`, `Tax ${formatPercent(tax, enteredDigits(given('alternativeTax')))}`, 'money', {
          formula: `sensitivity${index}`,
        }),
      ),
    ],
    YIELD_STEPS.map((step, at) => {
      const policyYield = given('policyYield') + step
      const cells = taxes.map((tax, index) => [
        `tax${index}`,
        cents(left(policyYield, given('policyTax'), 0) - left(given('alternativeYield'), tax, carryingTax) - load),
      ])
      const rates = Object.fromEntries(taxes.map((tax, index) => [`tax${index}`, tax]))
      return rowOf(`yield${at}`, { label: policyYield, ...Object.fromEntries(cells) }, { policyYield, ...rates })
    }),
    {
      premium,
      alternativeYield: given('alternativeYield'),
      policyTax: given('policyTax'),
      carryingTax,
      load,
    },
  )
}
