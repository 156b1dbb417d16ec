/** Columns, rows and cells of printed tables: one description that screen, PDF, XLSX and CSV all draw from. */
import { cents, formatAmount, formatCount, formatMoney, formatPercent, MISSING } from './money.ts'
import { formatDate, isPlainDate } from './period.ts'

/** `money` is cents, `percent` a fraction, `date` a PlainDate, `count` a whole number. */
export type CellKind = 'text' | 'money' | 'percent' | 'date' | 'count'
export type CellValue = string | number | null

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
}

export interface ViewRow {
  /** Unique in its table, for keys and anchors. */
  id: string
  cells: Record<string, CellValue>
}

const WIDTHS: Record<CellKind, number> = { text: 18, money: 15, percent: 8, date: 10, count: 8 }

/** A column with the defaults of its kind: numbers right, text left, money and counts summed. */
export function column(
  key: string,
  label: string,
  kind: CellKind,
  overrides: Partial<Omit<Column, 'key' | 'label' | 'kind'>> = {},
): Column {
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
export function formatCell(kind: CellKind, value: CellValue | undefined): string {
  if (value === null || value === undefined || value === '') return MISSING
  if (kind === 'text') return String(value)
  if (kind === 'date') return typeof value === 'string' && isPlainDate(value) ? formatDate(value) : String(value)
  if (typeof value === 'string') return value
  if (kind === 'money') return formatAmount(cents(value))
  return kind === 'percent' ? formatPercent(value) : formatCount(value)
}

/** A highlight's text: as a cell, but money with its dollar sign. */
export const formatFigure = (kind: CellKind, value: CellValue | undefined): string =>
  kind === 'money' && typeof value === 'number' ? formatMoney(cents(value)) : formatCell(kind, value)
