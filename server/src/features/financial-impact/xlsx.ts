/** Scenarios as a workbook: the inputs of each on a sheet of its own, and its figures as formulas over them, so that a reader changes an input and sees what follows. */
import { IMPACT_FORMULAS } from '@corridor/domain/financial-impact/formulas.ts'
import { fieldOf, inputLabel, isUsed, SCENARIO_KEYS, SCENARIO_SECTIONS, type Scenario } from '@corridor/domain/financial-impact/scenario.ts'
import { type ImpactView, TAX_RATES } from '@corridor/domain/financial-impact/view.ts'
import { figureOfTable } from '@corridor/domain/reports/explanation/explanation.ts'
import type { FormulaTable } from '@corridor/domain/reports/explanation/formula.ts'
import type { ViewRow, ViewTable } from '@corridor/domain/reports/table.ts'
import { aboutSheet } from '../../platform/formats/list-file.ts'
import { columnName, type Sheet, type SheetCell, type StyledRow, workbookBytes } from '../../platform/formats/xlsx-writer.ts'
import { tableSheet } from '../../reporting/document/spreadsheet-tables.ts'
import { excelOf, literal, type Place, statedAs } from './live-formulas.ts'
import { comparisonOf, type ImpactPaper } from './print.ts'

const FORMULAS: FormulaTable = IMPACT_FORMULAS

export function impactXlsx(paper: ImpactPaper): Promise<Buffer> {
  const { header, scenarios } = paper
  const comparison = comparisonOf(paper)
  const several = scenarios.length > 1
  return workbookBytes({
    title: `${header.title}, ${header.legalName}, ${header.asOfText}`,
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
        ...(scenarios.some(({ view }) => view.tables.some(({ id }) => id === 'ratios')) ? [['Tax rate', TAX_RATES] as const] : []),
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
const usedKeys = (scenario: Scenario) => SCENARIO_KEYS.filter((key) => isUsed(key, scenario))
const inputsSheet = (name: string, scenario: Scenario): Sheet => ({
  name,
  columns: [
    { label: 'Part', kind: 'text', width: 18 },
    { label: 'Input', kind: 'text', width: 42 },
    { label: 'Value', kind: 'decimal', width: 18 },
    { label: 'Source', kind: 'text', width: 70 },
  ],
  rows: usedKeys(scenario).map((key) => {
    const { section, kind } = fieldOf(key)
    const value = scenario.numbers[key]
    return {
      cells: [
        SCENARIO_SECTIONS[section],
        inputLabel(key, scenario),
        { value, kind },
        scenario.sources[key] ?? (value === null ? 'Not known' : 'Entered'),
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
    input: (key) => `'${inputs}'!$${VALUES}$${usedKeys(scenario).findIndex((one) => one === key) + 2}`,
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
const EXACT = ['exactPolicies', 'exactAlternative']
const EXACT_LABELS: Readonly<Record<string, string>> = {
  exactPolicies: 'Value, not rounded',
  exactAlternative: 'Alternative, not rounded',
}
const columnsOf = (table: ViewTable | undefined): string[] =>
  table ? [...table.columns.map(({ key }) => key), ...(table.id === 'horizon' ? EXACT : [])] : []
const labelOf = (table: ViewTable, key: string): string =>
  table.columns.find((column) => column.key === key)?.label ?? EXACT_LABELS[key] ?? ''

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

/** The value with its fractions of a cent, from the year before; of the first year the printed one. */
function exactCell(place: Place, row: ViewRow, key: string): SheetCell {
  const [printed, side] = key === 'exactPolicies' ? (['policyValue', 'policies'] as const) : (['alternativeValue', 'alternative'] as const)
  const value = (place.view.years[Number(row.id) - 1]?.end[side] ?? 0) / 100
  const text = FORMULAS[row.formulas?.[printed] ?? printed]?.text?.replace(/^round\((.*)\)$/, '$1') ?? ''
  return { value, kind: 'decimal', formula: excelOf(text, (name) => yearAddress(place, row, name)) }
}

/** The cell of a year's beginning, which is the end of the year before. */
const BEFORE: Readonly<Record<string, string>> = {
  policyBegin: 'exactPolicies',
  alternativeBegin: 'exactAlternative',
  policyBefore: 'policyValue',
  alternativeBefore: 'alternativeValue',
}
function yearAddress(place: Place, row: ViewRow, name: string): string {
  const before = BEFORE[name]
  const printed =
    place.cell('horizon', row.id, name) ?? (before === undefined ? null : place.cell('horizon', String(Number(row.id) - 1), before))
  const value = row.basis?.[name] ?? 0
  const isMoney = before !== undefined
  return printed ?? statedAs(place, 'horizon', row.id, name, value, isMoney) ?? literal(value, isMoney)
}
