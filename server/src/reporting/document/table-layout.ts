/**
 * Lays a table out for print: the text size at which every figure fits on one line, column widths, header lines, row heights.
 * Done here and not by Typst because known widths and heights halve its work, and because page breaks can then be chosen well.
 */
import type { Measure } from '../pdf/font-metrics.ts'

export interface TableColumn {
  label: string
  align: 'left' | 'right' | 'center'
  /** Text that may go over several lines: the most ems it is given, and the ems it can make do with when the page is short. Figures never wrap. */
  wraps?: { widest: number; narrowest: number }
  /** Ems that the column takes however little is in it. */
  least?: number
}
/** `minor` is a subtotal inside a subtotal. */
export type RowKind = 'row' | 'group' | 'subgroup' | 'minor' | 'subtotal' | 'total'
export interface TableRow {
  kind: RowKind
  /** A row: one text a column. A group: one text, set across the table. A subtotal or total: its label, then the columns after `labelSpan`. */
  cells: string[]
  /** A second, smaller line under a row's first text. */
  note?: string
}
export interface TableContent {
  columns: TableColumn[]
  rows: TableRow[]
  /** How many leading columns the label of a subtotal or total stands across; at least 1. */
  labelSpan: number
  /** Text read to a listener before the table. */
  summary: string
}

export interface LaidOutTable {
  size: number
  widths: number[]
  aligns: string[]
  /** Points before the text of each column's cells. */
  insets: number[]
  header: string[]
  headerHeight: number
  rows: LaidOutRow[]
  labelSpan: number
  summary: string
}
export interface LaidOutRow extends TableRow {
  height: number
}

/** Points between a cell's edge and its text, left and right together. */
export const CELL_PADDING = 5.6
/** Text that stands right of figures keeps clear of them. */
const AFTER_FIGURES = 14
/** A table of few columns stays narrow, so that the eye can follow its rows. */
const FEW_COLUMNS = 4
const MOST_SPARE = 44
/** In ems; a policy number of 20 digits is 13. */
const LONGEST_WORD = 14
const LEADING = 1.36
/** A fraction of the line above it; as in templates/house-style.typ. */
const NOTE_SIZE = 0.88

export interface Sizes {
  greatest: number
  /** Below this, wrapping columns give way first. */
  comfortable: number
  least: number
  rowHeight: number
}

/** @param width of the page's text area, in points   @throws RangeError when figures do not fit at the least size */
export function layOutTable(table: TableContent, measure: Measure, width: number, sizes: Sizes): LaidOutTable {
  const needs = table.columns.map((column, index) => needOf(table, column, index, measure))
  const insets = table.columns.map((column, index) =>
    column.align === 'left' && table.columns[index - 1]?.align === 'right' ? AFTER_FIGURES : CELL_PADDING / 2,
  )
  const room = width - (CELL_PADDING / 2) * table.columns.length - sum(insets)
  const natural = sizeFor(room, sum(needs.map((need) => need.width)), sizes.greatest)
  // Wrapping columns give way only as far as it takes to print comfortably.
  const tight = sizeFor(room, sum(needs.map((need) => need.least)), sizes.comfortable)
  const size = natural >= sizes.comfortable ? natural : Math.max(natural, tight)
  if (size < sizes.least) throw new RangeError(`a table of ${needs.length} columns does not fit the page at ${sizes.least} points`)
  const widths = share(needs, room, size)
  const header = table.columns.map((column, index) => wrap(column.label, (text) => measure(text, 'semibold') * size, widths[index] ?? 0))
  const headerLines = Math.max(1, ...header.map((lines) => lines.length))
  return {
    size,
    widths: widths.map((own, index) => own + CELL_PADDING / 2 + (insets[index] ?? 0)),
    insets,
    aligns: table.columns.map((column) => column.align),
    header: header.map((lines) => lines.join('\n')),
    headerHeight: headerLines * size * LEADING + 8,
    rows: table.rows.map((row) => layOutRow(row, table, widths, measure, size, sizes.rowHeight)),
    labelSpan: table.labelSpan,
    summary: table.summary,
  }
}

/** Breaks a text at spaces and after hyphens, and inside a word only when the word alone is too wide. */
export function wrap(text: string, widthOf: (text: string) => number, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words(text)) {
    if (widthOf((line + word).trim()) <= width + 0.01) line += word
    else {
      if (line !== '') lines.push(line.trim())
      line = word.trim()
      while (widthOf(line) > width + 0.01 && line.length > 1) {
        let cut = line.length - 1
        while (cut > 1 && widthOf(line.slice(0, cut)) > width + 0.01) cut--
        lines.push(line.slice(0, cut))
        line = line.slice(cut)
      }
    }
  }
  return [...lines, line.trim()]
}

const words = (text: string): string[] => text.split(/(?<=-)(?=\p{L}\p{L})|(?= )/u)

interface Need {
  width: number
  least: number
}

function needOf(table: TableContent, column: TableColumn, index: number, measure: Measure): Need {
  const header = Math.max(...column.label.split(' ').map((word) => measure(word, 'semibold')))
  let widest = Math.max(header, column.least ?? 0)
  for (const row of table.rows) {
    if (row.kind === 'row')
      widest = Math.max(widest, measure(row.cells[index] ?? ''), index === 0 && row.note ? measure(row.note) * NOTE_SIZE : 0)
    else if (!isGroup(row) && index >= table.labelSpan)
      widest = Math.max(widest, measure(row.cells[index - table.labelSpan + 1] ?? '', 'semibold'))
  }
  if (!column.wraps) return { width: widest, least: widest }
  // An identifier is broken only when it is longer than any usual one.
  const word = Math.min(LONGEST_WORD, longestWord(table, index, measure))
  const least = Math.min(widest, Math.max(header, word, column.wraps.narrowest, column.least ?? 0))
  return { width: Math.max(least, Math.min(widest, Math.max(header, column.wraps.widest))), least }
}

function longestWord(table: TableContent, index: number, measure: Measure): number {
  let longest = 0
  for (const row of table.rows) {
    if (row.kind !== 'row') continue
    for (const word of words(row.cells[index] ?? '')) longest = Math.max(longest, measure(word.trim()))
  }
  return longest
}

// Spare room goes to every column alike, so that the gaps between figures stay even; missing room is taken from wrapping columns.
function share(needs: Need[], room: number, size: number): number[] {
  const spare = room - size * sum(needs.map((need) => need.width))
  if (spare >= 0)
    return needs.map((need) => need.width * size + Math.min(needs.length <= FEW_COLUMNS ? MOST_SPARE : spare, spare / needs.length))
  const give = size * sum(needs.map((need) => need.width - need.least))
  return needs.map((need) => need.width * size + (give > 0 ? (spare * (need.width - need.least) * size) / give : 0))
}

function layOutRow(
  row: TableRow,
  { columns, labelSpan }: TableContent,
  widths: number[],
  measure: Measure,
  size: number,
  rowHeight: number,
): LaidOutRow {
  if (isGroup(row)) return { ...row, height: rowHeight + (row.kind === 'group' ? 5 : 1) }
  if (row.kind !== 'row') {
    const span = sum(widths.slice(0, labelSpan)) + CELL_PADDING * (labelSpan - 1)
    const label = wrap(row.cells[0] ?? '', (text) => measure(text, 'semibold') * size, span)
    return { kind: row.kind, cells: [label.join('\n'), ...row.cells.slice(1)], height: rowHeight + 2 + (label.length - 1) * size * LEADING }
  }
  let lines = 1
  const cells = row.cells.map((cell, index) => {
    if (columns[index]?.wraps === undefined) return cell
    const wrapped = wrap(cell, (text) => measure(text) * size, widths[index] ?? 0)
    lines = Math.max(lines, wrapped.length)
    return wrapped.join('\n')
  })
  const note = row.note ? wrap(row.note, (text) => measure(text) * size * NOTE_SIZE, widths[0] ?? 0) : []
  const height = rowHeight + (lines - 1 + note.length * NOTE_SIZE) * size * LEADING
  return { kind: row.kind, cells, height, ...(note.length > 0 ? { note: note.join('\n') } : {}) }
}

export const isGroup = (row: TableRow): boolean => row.kind === 'group' || row.kind === 'subgroup'
const sum = (numbers: number[]) => numbers.reduce((total, next) => total + next, 0)
const sizeFor = (room: number, ems: number, greatest: number) => Math.min(greatest, Math.floor((room / ems) * 20) / 20)
