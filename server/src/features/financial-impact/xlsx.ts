/** Scenarios as a workbook: the inputs of each on a sheet of its own, and its figures as formulas over them, so that a reader changes an input and sees what follows. */
import { DISALLOWED } from '@corridor/domain/financial-impact/alternatives.ts'
import { IMPACT_FORMULAS, TAX_STEPS, YIELD_STEPS } from '@corridor/domain/financial-impact/formulas.ts'
import { fieldOf, isScenarioKey, SCENARIO_KEYS, SCENARIO_SECTIONS, type Scenario } from '@corridor/domain/financial-impact/scenario.ts'
import type { ImpactView } from '@corridor/domain/financial-impact/view.ts'
import { figureOfTable } from '@corridor/domain/reports/explanation/explanation.ts'
import type { FormulaTable } from '@corridor/domain/reports/explanation/formula.ts'
import { workOut } from '@corridor/domain/reports/explanation/formula-text.ts'
import type { ViewRow, ViewTable } from '@corridor/domain/reports/table.ts'
import { aboutSheet } from '../../platform/formats/list-file.ts'
import { columnName, type Sheet, type SheetCell, type StyledRow, workbookBytes } from '../../platform/formats/xlsx-writer.ts'
import { tableSheet } from '../../reporting/document/spreadsheet-tables.ts'
import { comparisonOf, type ImpactPaper } from './print.ts'

const FORMULAS: FormulaTable = IMPACT_FORMULAS

export function impactXlsx(paper: ImpactPaper): Promise<Buffer> {
  const { header, scenarios } = paper
  const comparison = comparisonOf(paper)
  const several = scenarios.length > 1
  return workbookBytes({
    title: `${header.title}, ${header.legalName}, ${header.asOfText.toLowerCase()}`,
    author: header.portalLabel,
    date: header.preparedOn,
    footer: header.stamp.text,
    sheets: [
      ...(comparison ? [tableSheet('Comparison', comparison)] : []),
      ...scenarios.flatMap(({ view, saved }, index) => {
        const inputs = several ? `Inputs ${index + 1}` : 'Inputs'
        return [
          figuresSheet(several ? `Figures ${index + 1}` : 'Figures', inputs, view, saved.scenario),
          inputsSheet(inputs, saved.scenario),
        ]
      }),
      aboutSheet([
        ['Institution', header.legalName],
        ...scenarios.map(({ name, owner }) => ['Scenario', `${name}, saved by ${owner}`] as const),
        ['Prepared on', header.preparedOn, 'date' as const],
        ...scenarios.flatMap(({ name, view }) =>
          [...view.approvals, ...view.alerts, ...view.warnings].map((sentence) => [several ? name : 'Keep in mind', sentence] as const),
        ),
        ...(scenarios[0]?.view.disclosures ?? []).map((sentence) => ['Disclosure', sentence] as const),
      ]),
    ],
  })
}

/** Column of the values on the sheet of inputs. */
const VALUES = 'C'
const inputsSheet = (name: string, { numbers, sources }: Scenario): Sheet => ({
  name,
  columns: [
    { label: 'Part', kind: 'text', width: 18 },
    { label: 'Input', kind: 'text', width: 42 },
    { label: 'Value', kind: 'decimal', width: 18 },
    { label: 'Source', kind: 'text', width: 70 },
  ],
  rows: SCENARIO_KEYS.map((key) => {
    const { section, label, kind } = fieldOf(key)
    return {
      cells: [
        SCENARIO_SECTIONS[section],
        label,
        { value: numbers[key], kind },
        sources[key] ?? (numbers[key] === null ? 'Not known' : 'Entered'),
      ],
    }
  }),
})

/** The tables below one another, each under its title. */
function figuresSheet(name: string, inputs: string, view: ImpactView, scenario: Scenario): Sheet {
  const tables = view.tables.filter(({ id }) => id !== 'inputs')
  // The header of the sheet is its first row.
  let next = 2
  const firstRows = new Map(
    tables.map((table) => {
      const at = next + 2
      next = at + table.rows.length + 1
      return [table.id, at] as const
    }),
  )
  const sheet: Place = {
    cell: (table, row, key) => {
      const at = tables.find(({ id }) => id === table)
      const [line, column] = [at?.rows.findIndex(({ id }) => id === row) ?? -1, columnsOf(at).indexOf(key)]
      return line < 0 || column < 0 ? null : `${columnName(column)}${(firstRows.get(table) ?? 0) + line}`
    },
    input: (key) => `'${inputs}'!$${VALUES}$${SCENARIO_KEYS.findIndex((one) => one === key) + 2}`,
    view,
    scenario,
  }
  const width = Math.max(...tables.map((table) => columnsOf(table).length))
  const padded = (cells: StyledRow['cells']): StyledRow['cells'] => [...cells, ...Array.from({ length: width - cells.length }, () => null)]
  const rows = tables.flatMap((table): StyledRow[] => [
    { cells: padded([table.title]), style: 'group' },
    { cells: padded(columnsOf(table).map((key) => labelOf(table, key))), style: 'subtotal' },
    ...table.rows.map((row) => ({ cells: padded(columnsOf(table).map((key) => cellOf(sheet, table, row, key))) })),
    { cells: padded([]) },
  ])
  return {
    name,
    columns: Array.from({ length: width }, (_, index) => ({
      label: index === 0 ? 'Financial impact' : '',
      kind: 'text',
      width: index === 0 ? 34 : 19,
    })),
    rows,
    filter: false,
  }
}

/** Columns of the workbook alone: values of the years with their fractions of a cent, which the next year begins with. */
const EXACT = ['exactPolicies', 'exactAlternative', 'exactAdvantage'] as const
const EXACT_LABELS: Readonly<Record<string, string>> = {
  exactPolicies: 'Value, not rounded',
  exactAlternative: 'Alternative, not rounded',
  exactAdvantage: 'Advantage, not rounded',
}
const columnsOf = (table: ViewTable | undefined): string[] =>
  table ? [...table.columns.map(({ key }) => key), ...(table.id === 'horizon' ? EXACT : [])] : []
const labelOf = (table: ViewTable, key: string): string =>
  table.columns.find((column) => column.key === key)?.label ?? EXACT_LABELS[key] ?? ''

interface Place {
  /** The address of a figure of the sheet; null for none. */
  cell: (table: string, row: string, key: string) => string | null
  input: (key: string) => string
  view: ImpactView
  scenario: Scenario
}

function cellOf(place: Place, table: ViewTable, row: ViewRow, key: string): SheetCell {
  const column = table.columns.find((one) => one.key === key)
  if (!column) return exactCell(place, row, key)
  const value = row.cells[key] ?? null
  const plain: SheetCell = { value, kind: column.kind }
  if (typeof value !== 'number') return plain
  const formula = formulaOfCell(place, table, row, key)
  return formula === null ? plain : { ...plain, formula }
}

function formulaOfCell(place: Place, table: ViewTable, row: ViewRow, key: string): string | null {
  if (row.id === 'change') return `${place.cell(table.id, 'after', key)}-${place.cell(table.id, 'before', key)}`
  if (key === 'years') return YEARS(place, table.id, row.id)
  const figure = figureOfTable(table, { table: table.id, row: row.id, column: key })
  const formula = figure?.formula ? FORMULAS[figure.formula] : undefined
  const cents = table.columns.find((column) => column.key === key)?.kind === 'money'
  if (!formula?.text) return statedAs(place, table.id, row.id, key, Number(row.cells[key]), cents)
  // Money is dollars here, so that cents need no division.
  const text = formula.text.replace('netIncome / 100', 'netIncome')
  return excelOf(text, (name) => {
    if (table.id === 'horizon') return yearAddress(place, row, name)
    const { cell: alias, kind } = formula.inputs?.[name] ?? {}
    const isMoney = kind === 'money'
    const inBasis = [row.basis, table.basis].map((basis) => basis?.[name]).find((value) => typeof value === 'number')
    if (inBasis === undefined) {
      const found = [name, alias ?? name]
        .flatMap((one) => (one === key ? [] : [place.cell(table.id, row.id, one)]))
        .find((one) => one !== null)
      if (found) return found
    }
    const value = inBasis ?? 0
    return statedAs(place, table.id, row.id, name, value, isMoney) ?? literal(value, isMoney)
  })
}

const YEARS = (place: Place, table: string, row: string): string =>
  `LN(${place.cell(table, row, 'value')}/${place.cell(table, row, 'reinvested')})/LN((1+${place.input('policyYield')})/(1+${place.input('replacedYield')}))`

/** An input, or what follows from inputs and other figures, where it works out to the very value; null where nothing does. */
function statedAs(place: Place, table: string, row: string, name: string, value: number, isMoney: boolean): string | null {
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
  ...Object.fromEntries(
    ['yield', 'preTax', 'tax', 'load', 'afterTax', 'afterTaxYield'].flatMap((key) => [
      [`yearOne.difference.${key}Policies`, `@yearOne.policies.${key}`],
      [`yearOne.difference.${key}Alternative`, `@yearOne.alternative.${key}`],
    ]),
  ),
  'ratios.gained': '@yearOne.difference.afterTax',
  'ratios.netIncomeBefore': 'netIncome',
  'ratios.before.incomeTax': 'netIncome / (1 - taxRate) - netIncome',
  'ratios.before.preTaxIncome': 'netIncome / (1 - taxRate)',
  'ratios.after.incomeTax': 'netIncome / (1 - taxRate) - netIncome - @yearOne.alternative.tax + @yearOne.policies.tax',
  'ratios.after.preTaxIncome': 'netIncome / (1 - taxRate) - @yearOne.alternative.preTax + @yearOne.policies.preTax',
  'balanceSheet.securities.before': 'securities',
  'balanceSheet.securities.change': '-premium',
  'balanceSheet.lifeInsurance.change': BOUGHT,
  'balanceSheet.totalAssets.before': 'totalAssets',
  'balanceSheet.totalAssets.change': `-${LOAD}`,
  'balanceSheet.otherAssets.before':
    '@balanceSheet.totalAssets.before - @balanceSheet.securities.before - @balanceSheet.lifeInsurance.before',
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
  return { policyBegin: 'premium * (1 - loadFraction)', alternativeBegin: 'premium', advantageBefore: '-premium * loadFraction' }[name]
}

/** The value with its fractions of a cent, from the year before. */
function exactCell(place: Place, row: ViewRow, key: string): SheetCell {
  const basis = row.basis ?? {}
  const at = (name: string) => basis[name] ?? 0
  const policyIncome = at('policyBegin') * at('policyYield') * (1 - at('policyTax'))
  const alternativeIncome = at('alternativeBegin') * (at('alternativeYield') * (1 - at('alternativeTax')) - at('carryingTax'))
  const [text, value] =
    key === 'exactPolicies'
      ? ['policyBegin * (1 + policyYield * (1 - policyTax))', at('policyBegin') + policyIncome]
      : key === 'exactAlternative'
        ? ['alternativeBegin * (1 + alternativeYield * (1 - alternativeTax) - carryingTax)', at('alternativeBegin') + alternativeIncome]
        : [
            'advantageBefore + policyBegin * policyYield * (1 - policyTax) - alternativeBegin * (alternativeYield * (1 - alternativeTax) - carryingTax)',
            at('advantageBefore') + policyIncome - alternativeIncome,
          ]
  return { value: value / 100, kind: 'decimal', formula: excelOf(text, (name) => yearAddress(place, row, name)) }
}

const BEGINS: Readonly<Record<string, string>> = {
  policyBegin: 'exactPolicies',
  alternativeBegin: 'exactAlternative',
  advantageBefore: 'exactAdvantage',
}
function yearAddress(place: Place, row: ViewRow, name: string): string {
  if (name === 'yearAdvantage')
    return `${place.cell('horizon', row.id, 'exactAdvantage')}-${wrapped(yearAddress(place, row, 'advantageBefore'))}`
  const before = BEGINS[name]
  const address = before === undefined || row.id === '1' ? null : place.cell('horizon', String(Number(row.id) - 1), before)
  const value = row.basis?.[name] ?? 0
  const isMoney = before !== undefined
  return address ?? statedAs(place, 'horizon', row.id, name, value, isMoney) ?? literal(value, isMoney)
}

const literal = (value: number, isMoney: boolean): string => {
  const text = String(isMoney ? value / 100 : value)
  return value < 0 ? `(${text})` : text
}

/** A formula of the view as the spreadsheet writes it. Its amounts are dollars, so that `round`, which rounds cents, rounds to two decimals. */
function excelOf(text: string, address: (name: string) => string): string {
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
const CALLS: Readonly<Record<string, string>> = { round: 'ROUND', max: 'MAX', min: 'MIN', sqrt: 'SQRT' }
/** An address that is a calculation stays together. */
const wrapped = (address: string): string => (/^[$'\w!. ]+$/.test(address) || /^\([^()]*\)$/.test(address) ? address : `(${address})`)
