/**
 * How a printed figure comes about: its formula in words and with its numbers, where it is laid down, what it sums up. Made from the view alone, which
 * is made from the stored snapshot: what is shown works out to the figure that stands on the page.
 */

import { MISSING } from '../../primitives/money.ts'
import { type Basis, type CellKind, type CellValue, type Column, formatCell, type ViewRow, type ViewTable } from '../table.ts'
import { type FigureAddress, formulaAt, isExplained } from './address.ts'
import { type FormulaInput, type FormulaTable, formulaOf } from './formula.ts'
import { namesIn, workOut, written } from './formula-text.ts'

export interface ExplanationInput {
  name: string
  label: string
  text: string
  /** How the input itself comes about. */
  by: Explanation | null
  /** The figure that it is, where it stands on the page in the same row. */
  address: FigureAddress | null
}

export interface ExplanationLine {
  label: string
  detail: string | null
  /** How the amount comes about, with its numbers. */
  work?: string
  text: string
  value: number
  /** A policy that went in the period: it moves the sum and is none of the policies held. */
  isGone?: true
  /** The line's own figure, where it stands on the page. */
  address: FigureAddress | null
}

export interface Explanation {
  /** "Net yield, Stonemarch" */
  title: string
  kind: CellKind
  /** Decimals of the figure as it stands on the page; two where it is left out. */
  digits?: number
  /** A word where a line is answered with one: "No". */
  value: number | string
  text: string
  name: string
  /** "increase ÷ average invested value × days in the year ÷ days in the period"; null where the figure is taken over. */
  formula: string | null
  /** The same with its numbers. */
  figures: string | null
  /** Where it has no formula: whence it comes. */
  words: string | null
  inputs: ExplanationInput[]
  /** The figure that is summed; null where nothing is. */
  lines: ExplanationLine[] | null
  /** The kind of the lines, where it is not the figure's own. */
  linesKind?: CellKind
  source: string
  note: string | null
  /** The policy whose figure it is, to be followed to the carrier's line. */
  policyId: number | null
}

/** Everything that stands behind one figure. */
export interface Figure {
  title: string
  kind: CellKind
  digits?: number
  value: CellValue | undefined
  /** By name in the formulas of its family. */
  formula: string | null | undefined
  /** Looked up one after the other. */
  from: readonly (Basis | Readonly<Record<string, CellValue>> | undefined)[]
  lines?: ExplanationLine[] | null
  /** The subject of the lines, where their sum is not the figure itself. */
  linesKind?: CellKind
  /** A note on these numbers, before the formula's own. */
  note?: string
  /** The formula of the lines that it sums, by name: the sum is of the same source. */
  sumOf?: string
  /** The source of this figure, where it is more than its formula knows. */
  source?: string
  policyId?: number | null
  /** The row that it stands in: inputs taken from its cells lead to the figures that they are. */
  stands?: { cells: ViewRow['cells']; at: (column: string) => FigureAddress | null }
}

/** @returns null for what is no number, or has no formula @throws RangeError when an input of the formula is nowhere */
export function explain(figure: Figure, formulas: FormulaTable): Explanation | null {
  const { title, kind, digits, value, formula: key, from, lines = null, linesKind, note, sumOf, source, policyId = null, stands } = figure
  if (value === null || value === undefined || (kind !== 'text' && typeof value !== 'number') || !key) return null
  const formula = formulaOf(formulas, key)
  const found = (name: string) => lookUp(name, formula.inputs?.[name], from)
  const valueOf = (name: string) => found(name).value
  const addressOf = (name: string) => {
    const { key, values } = found(name)
    return stands && values === stands.cells ? stands.at(key) : null
  }
  const shown = (name: string) => shownAs(formula.inputs?.[name], valueOf(name))
  return {
    title,
    kind,
    ...(digits === undefined ? {} : { digits }),
    value,
    text: formatCell(kind, value, digits),
    name: formula.name,
    formula: formula.text && written(formula.text, (name) => formula.inputs?.[name]?.label ?? name),
    figures: formula.text && written(formula.text, shown),
    words: formula.words ?? null,
    inputs: namesIn(formula.text ?? '').map((name) => ({
      name,
      label: formula.inputs?.[name]?.label ?? name,
      text: shown(name),
      by: inputBy(formula.inputs?.[name], valueOf(name), from, formulas),
      address: addressOf(name),
    })),
    lines,
    ...(linesKind ? { linesKind } : {}),
    source: source ?? (sumOf && Object.hasOwn(formulas, sumOf) ? formulaOf(formulas, sumOf) : formula).source,
    note: [note, formula.note].filter((part) => part !== undefined).join(' ') || null,
    policyId,
  }
}

/**
 * The result of a formula from the inputs of a figure, unrounded; the sum of the lines where they make it; null where it takes a figure over.
 * @internal for tests, which hold it against the figure on the page
 */
export function workedOut({ formula: key, value, from, lines, linesKind }: Figure, formulas: FormulaTable): number | null {
  if (!key || typeof value !== 'number') return null
  const formula = formulaOf(formulas, key)
  if (formula.text !== null) return workOut(formula.text, (name) => lookUp(name, formula.inputs?.[name], from).value)
  return lines && !linesKind ? lines.reduce((total, line) => total + line.value, 0) : null
}

/** A cell of a flat table. Its total is the sum of the rows above it. */
export function figureOfTable(table: ViewTable, { row: id, column: key }: FigureAddress): Figure | null {
  const column = table.columns.find((each) => each.key === key)
  const isTotal = table.total?.id === id
  const row = isTotal ? table.total : table.rows.find((each) => each.id === id)
  if (!column || !row) return null
  const formula = formulaAt(column, row, isTotal)
  return {
    title: `${column.label}, ${labelOf(row, table.columns)}`,
    kind: column.kind,
    ...(column.digits === undefined ? {} : { digits: column.digits }),
    value: row.cells[key],
    formula,
    ...(formula === 'lines' && column.formula ? { sumOf: column.formula } : {}),
    from: [row.basis, row.cells, table.basis],
    lines: isTotal && formula === 'lines' ? table.rows.flatMap((line) => lineOf(table.id, line, column, table.columns)) : null,
    stands: standing(table, row, isTotal, key),
  }
}

/** A figure's row, whose other figures it may be made of. */
export function standing(
  { id, columns }: Pick<ViewTable, 'id' | 'columns'>,
  row: ViewRow,
  isTotal: boolean,
  own: string,
): NonNullable<Figure['stands']> {
  return {
    cells: row.cells,
    at: (key) => {
      const column = columns.find((each) => each.key === key)
      return column && key !== own && isExplained(column, row, isTotal) ? { table: id, row: row.id, column: key } : null
    },
  }
}

/** A row as a line of what it is summed into; none where it has no such figure. */
export function lineOf(table: string, row: ViewRow, column: Column, columns: readonly Column[]): ExplanationLine[] {
  const value = row.cells[column.key]
  if (typeof value !== 'number') return []
  const detail = row.cells.policyNumber
  return [
    {
      label: labelOf(row, columns),
      detail: typeof detail === 'string' ? detail : null,
      text: formatCell(column.kind, value),
      value,
      address: isExplained(column, row, false) ? { table, row: row.id, column: column.key } : null,
    },
  ]
}

export function labelOf(row: ViewRow, columns: readonly Column[]): string {
  const first = (wanted: CellKind) => columns.flatMap(({ key, kind }) => (kind === wanted && row.cells[key] ? [row.cells[key]] : []))[0]
  // Rows of years are named by their date.
  const words = first('text') ?? formatCell('date', first('date'))
  return typeof words === 'string' && words !== MISSING ? words : 'Total'
}

interface Found {
  value: number
  key: string
  values?: Figure['from'][number]
}

function lookUp(name: string, input: FormulaInput | undefined, from: Figure['from']): Found {
  for (const key of [name, ...(input?.cell ? [input.cell] : [])])
    for (const values of from) {
      const value = values?.[key]
      if (typeof value === 'number') return { value, key, values }
    }
  if (input?.otherwise !== undefined) return { value: input.otherwise, key: name }
  throw new RangeError(`a formula asks for ${name}, which its figure lacks`)
}

/** Rates as inputs carry four decimals, so that what is written works out. */
const shownAs = (input: FormulaInput | undefined, value: number): string =>
  input?.kind === 'percent'
    ? `${Number((value * 100).toFixed(6))}%`
    : formatCell(input?.kind ?? 'count', input?.kind === 'decimal' ? value : Math.round(value), 4)

function inputBy(input: FormulaInput | undefined, value: number, from: Figure['from'], formulas: FormulaTable): Explanation | null {
  if (!input?.by) return null
  const entered = `${input.by}Override`
  const key = from.some((values) => values?.[entered] === 1) ? entered : input.by
  return explain({ title: input.label, kind: input.kind, value, formula: key, from }, formulas)
}
