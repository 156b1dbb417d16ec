/** The formulas of a scenario's workbook: inputs and figures by their cells, in the spreadsheet's own words. */
import { DISALLOWED } from '@corridor/domain/financial-impact/alternatives.ts'
import { TAX_STEPS, YIELD_STEPS } from '@corridor/domain/financial-impact/grid.ts'
import { fieldOf, isScenarioKey, type Scenario } from '@corridor/domain/financial-impact/scenario.ts'
import type { ImpactView } from '@corridor/domain/financial-impact/view.ts'
import { workOut } from '@corridor/domain/reports/explanation/formula-text.ts'

export interface Place {
  /** The address of a figure of the sheet; null for none. */
  cell: (table: string, row: string, key: string) => string | null
  input: (key: string) => string
  view: ImpactView
  scenario: Scenario
}

/** An input, or what follows from inputs and other figures, where it works out to the very value; null where nothing does. */
export function statedAs(place: Place, table: string, row: string, name: string, value: number, isMoney: boolean): string | null {
  const { scenario } = place
  const candidates = [
    EXPRESSIONS[`${table}.${row}.${name}`],
    EXPRESSIONS[`${table}.${name}`],
    EXPRESSIONS[name],
    rowExpression(table, row, name, scenario),
  ]
  if (name === 'carryingTax' && scenario.alternative === 'MUNICIPAL')
    candidates.unshift(`${scenario.isBankQualified ? DISALLOWED.qualified : DISALLOWED.other} * costOfFunds * federalRate`)
  for (const expression of candidates) {
    if (expression === undefined) continue
    const worth = workOut(
      expression.replaceAll(/@[\w.]+/g, (ref) => ref.replace('@', 'ref_').replaceAll('.', '__')),
      (one) => valueOf(place, one),
    )
    if (Math.abs(worth - value) <= 1e-9 * Math.max(1, Math.abs(value))) return excelOf(expression, (one) => addressOf(place, one))
  }
  return isScenarioKey(name) && scenario.numbers[name] === value && isMoney === (fieldOf(name).kind === 'money') ? place.input(name) : null
}

const refOf = (name: string): [string, string, string] | null => {
  const [table, row, key] = name.replace(/^(@|ref_)/, '').split(/\.|__/)
  return /^(@|ref_)/.test(name) && table && row && key ? [table, row, key] : null
}
function valueOf({ view, scenario }: Place, name: string): number {
  const ref = refOf(name)
  if (!ref) return isScenarioKey(name) ? (scenario.numbers[name] ?? Number.NaN) : Number.NaN
  const value = view.tables.find(({ id }) => id === ref[0])?.rows.find(({ id }) => id === ref[1])?.cells[ref[2]]
  return typeof value === 'number' ? value : Number.NaN
}
function addressOf(place: Place, name: string): string {
  const ref = refOf(name)
  return ref ? (place.cell(...ref) ?? '0') : place.input(name)
}

const LOAD = 'round(premium * loadFraction)'
const BOUGHT = `premium - ${LOAD}`
/** Figures that no formula of the view makes, over inputs and, with @, over figures of the sheet: by table, row and name, by table and name, by name. */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  'yearOne.amount': 'premium',
  'yearOne.alternative.yield': 'alternativeYield',
  'yearOne.policies.yield': 'policyYield',
  'yearOne.alternative.sideTax': 'alternativeTax',
  'yearOne.policies.sideTax': 'policyTax',
  // No input: a load or a tax of nothing that is entered afterwards is of the other line alone.
  'yearOne.alternative.loadFraction': '0',
  'restructure.exchange.wayTax': '0',
  ...Object.fromEntries(
    ['yield', 'preTax', 'tax', 'load', 'afterTax', 'afterTaxYield'].flatMap((key) => [
      [`yearOne.difference.${key}Policies`, `@yearOne.policies.${key}`],
      [`yearOne.difference.${key}Alternative`, `@yearOne.alternative.${key}`],
    ]),
  ),
  'ratios.gained': '@yearOne.difference.afterTax',
  'ratios.netIncomeBefore': 'netIncome',
  'ratios.after.incomeTax': 'netIncome / (1 - taxRate) - netIncome - @yearOne.alternative.tax + @yearOne.policies.tax',
  'ratios.after.preTaxIncome': 'netIncome / (1 - taxRate) - @yearOne.alternative.preTax + @yearOne.policies.preTax',
  'balanceSheet.securities.before': 'securities',
  'balanceSheet.securities.change': '-premium',
  'balanceSheet.lifeInsurance.change': BOUGHT,
  'balanceSheet.totalAssets.before': 'totalAssets',
  'balanceSheet.totalAssets.change': `-${LOAD}`,
  'balanceSheet.otherAssets.before':
    '@balanceSheet.totalAssets.before - @balanceSheet.securities.before - @balanceSheet.lifeInsurance.before',
  'balanceSheet.restOfAssets.before': '@balanceSheet.totalAssets.before - @balanceSheet.lifeInsurance.before',
  'balanceSheet.restOfAssets.change': '-premium',
  'balanceSheet.liabilities.before': '@balanceSheet.totalAssets.before - @balanceSheet.equity.before',
  'balanceSheet.equity.before': 'equity',
  'balanceSheet.equity.change': `-${LOAD}`,
  'concentrations.aggregate.limit': 'aggregateLimit',
  'concentrations.limit': 'perCarrierLimit',
  'concentrations.added': BOUGHT,
  'concentrations.capital': 'capitalBase',
  'capital.before.riskWeighted': 'riskWeightedAssets',
  'restructure.value': 'replacedValue',
  tier1Before: 'tier1',
  assetsBefore: 'riskWeightedAssets',
  bought: BOUGHT,
  load: LOAD,
  gain: 'replacedGain',
  newYield: 'policyYield',
  oldYield: 'replacedYield',
  wayTax: 'taxRate',
  chargeFraction: 'replacedCharge',
}

/** The years and the grid: their expressions change with the row. */
function rowExpression(table: string, row: string, name: string, { numbers }: Scenario): string | undefined {
  if (table === 'sensitivity') {
    const step = YIELD_STEPS[Number(row.slice('yield'.length))] ?? 0
    if (name === 'label' || name === 'policyYield') return `policyYield + ${step}`.replace('+ -', '- ')
    const tax = TAX_STEPS[Number(name.slice('tax'.length))]
    return name.startsWith('tax') && tax !== undefined ? `alternativeTax + ${tax}`.replace('+ -', '- ') : undefined
  }
  if (table !== 'horizon') return undefined
  const year = Number(row)
  if (name === 'policyYield') return numbers.policyDrift === null ? undefined : `policyYield + policyDrift * ${year - 1}`
  if (name === 'alternativeYield')
    return numbers.alternativeDrift === null ? undefined : `alternativeYield + alternativeDrift * ${year - 1}`
  if (year !== 1) return undefined
  return { policyBegin: BOUGHT, policyBefore: BOUGHT, alternativeBegin: 'premium', alternativeBefore: 'premium' }[name]
}

export const literal = (value: number, isMoney: boolean): string => {
  const text = String(isMoney ? value / 100 : value)
  return value < 0 ? `(${text})` : text
}

/** A formula of the view as the spreadsheet writes it. Its amounts are dollars, so that `round`, which rounds cents, rounds to two decimals. */
export function excelOf(text: string, address: (name: string) => string): string {
  const open: string[] = []
  const tokens = [...text.matchAll(/@?[A-Za-z_][\w.]*|\d[\d.]*(?:e-?\d+)?|[-+*/^(),]/g)].map(([token]) => token)
  return tokens
    .map((token, index) => {
      const call = CALLS[token]
      if (call && tokens[index + 1] === '(') return call
      if (token === '(') open.push(tokens[index - 1] ?? '')
      if (token === ')') return open.pop() === 'round' ? ',2)' : ')'
      return /^[@A-Za-z_]/.test(token) ? wrapped(address(token)) : token
    })
    .join('')
}
const CALLS: Readonly<Record<string, string>> = { round: 'ROUND', max: 'MAX', min: 'MIN', sqrt: 'SQRT', ln: 'LN' }
/** An address that is a calculation stays together. */
const wrapped = (address: string): string => (/^[$'\w!. ]+$/.test(address) || /^\([^()]*\)$/.test(address) ? address : `(${address})`)
