/** Columns, rows and cells of printed tables: one description that screen, PDF, XLSX and CSV all draw from. */

import { cents, formatAmount, formatCount, formatDecimal, formatMoney, formatPercent, MISSING } from '../primitives/money.ts'
import { formatDate, isPlainDate } from '../primitives/period.ts'

/** `money` is cents, `percent` a fraction, `date` a PlainDate, `count` a whole number, `decimal` a number shown with two decimals. */
export type CellKind = 'text' | 'money' | 'percent' | 'date' | 'count' | 'decimal'
export type CellValue = string | number | null

/** Inputs of formulas that are not printed, by name: cents, fractions, counts. */
export type Basis = Readonly<Record<string, number | null>>

export interface Column {
  /** The key of the value in `ViewRow.cells`. */
  key: string
  label: string
  kind: CellKind
  /** Numbers stand right, text and identifiers left. */
  align: 'left' | 'right' | 'center'
  /** Characters that the widest usual value takes: a hint for widths. */
  width: number
  /** `sum`: the total is the sum of the lines, and XLSX may write a formula. `computed`: from summed dollars. `none`: no total. */
  total: 'sum' | 'computed' | 'none'
  /** A wide table may be drawn as several, one a group, each after the `key` columns. */
  group: 'key' | 'ratings' | 'values' | 'yields' | 'deathBenefit'
  /** Decimals of a rate or a decimal number that two would show as unchanged; two where it is left out. */
  digits?: number
  /** How its cells come about, by name in the formulas of its family; a total that is the sum of its lines needs none. */
  formula?: string
}

export interface ViewRow {
  /** Unique in its table, for keys and anchors. */
  id: string
  cells: Record<string, CellValue>
  basis?: Basis
  /** Where cells of this row come about otherwise than their columns say; null: nothing is told of them. */
  formulas?: Readonly<Record<string, string | null>>
  /** Lines of other tables that it is one of, as "table row": what those are the sum of. */
  tags?: readonly string[]
  /** Columns whose sum leaves something out: their figures carry the mark `PARTIAL`, which a note explains. */
  partial?: readonly string[]
}

/** Behind a sum that leaves out what has no value. */
export const PARTIAL = '*'

/** A flat table. `total` is null when there is nothing to total or no rows. An empty table shows `EMPTY_LIST`. */
export interface ViewTable<Row extends ViewRow = ViewRow> {
  id: string
  title: string
  columns: Column[]
  rows: Row[]
  total: ViewRow | null
  /** The number of all its rows. */
  basis?: Basis
}

const WIDTHS: Record<CellKind, number> = { text: 18, money: 15, percent: 8, date: 10, count: 8, decimal: 8 }

type Overrides<Formula extends string> = Partial<Omit<Column, 'key' | 'label' | 'kind' | 'formula'>> & { formula?: Formula }
/** Makes the columns of a family, which name only its own formulas. */
export type ColumnMaker<Formula extends string> = (key: string, label: string, kind: CellKind, overrides?: Overrides<Formula>) => Column

/** A column with the defaults of its kind: numbers right, text left, money and counts summed. */
export function column(key: string, label: string, kind: CellKind, overrides: Overrides<string> = {}): Column {
  return {
    key,
    label,
    kind,
    align: kind === 'text' || kind === 'date' ? 'left' : 'right',
    width: WIDTHS[kind],
    total: kind === 'money' ? 'sum' : 'none',
    group: 'values',
    ...overrides,
  }
}

/**
 * A cell's text, the same on every surface: money "1,234.50" without a dollar sign (the table says US dollars), percent "3.42%", date "09/30/2026",
 * count "1,204", and "-" for a missing value.
 */
export function formatCell(kind: CellKind, value: CellValue | undefined, digits = 2): string {
  if (value === null || value === undefined || value === '') return MISSING
  if (kind === 'text') return String(value)
  if (kind === 'date') return typeof value === 'string' && isPlainDate(value) ? formatDate(value) : String(value)
  if (typeof value === 'string') return value
  if (kind === 'money') return formatAmount(cents(value))
  if (kind === 'decimal') return formatDecimal(value, digits)
  return kind === 'percent' ? formatPercent(value, digits) : formatCount(value)
}

/** A cell of a row as it is drawn: with the mark of a sum that leaves something out. */
export function textOfCell(row: ViewRow, { key, kind, digits }: Pick<Column, 'key' | 'kind' | 'digits'>): string {
  const text = formatCell(kind, row.cells[key], digits)
  return typeof row.cells[key] === 'number' && row.partial?.includes(key) ? `${text}${PARTIAL}` : text
}

/** A highlight's text: as a cell, but money with its dollar sign. */
export const formatFigure = (kind: CellKind, value: CellValue | undefined, digits?: number): string =>
  kind === 'money' && typeof value === 'number' ? formatMoney(cents(value)) : formatCell(kind, value, digits)
