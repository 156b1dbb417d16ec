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
  /** Smaller lines under a row, across the table. */
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
  /** Its note's included. */
  height: number
  noteHeight?: number
}

/** Points between a cell's edge and its text, left and right together. */
export const CELL_PADDING = 5.6
/** Text that stands right of figures keeps clear of them. */
const AFTER_FIGURES = 14
/** A table of few columns takes half of the width where it fits, so that the eye can follow its rows; every other table takes all of it. */
const FEW_COLUMNS = 4
/** Points between two halves. */
const BETWEEN_HALVES = 20
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
/** Close: less air between rows and sections and fewer tables kept whole, in the same sizes of type, where that saves a last page of a few lines. */
export type Spacing = 'usual' | 'close'
/** Rows closer together. */
export const spaced = (sizes: Sizes, spacing: Spacing): Sizes =>
  spacing === 'close' ? { ...sizes, rowHeight: sizes.rowHeight * 0.95 } : sizes

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
  const widths =
    room >= size * sum(needs.map((need) => need.width))
      ? spread(needs, room, (width + BETWEEN_HALVES) / 2, size)
      : squeeze(needs, room, size, table, measure)
  const header = table.columns.map(({ label }, index) => {
    const lines = wrap(label, (text) => measure(text, 'semibold') * size, widths[index] ?? 0)
    return lines.length === 2 ? inTwo(label, (text) => measure(text, 'semibold')) : lines
  })
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
  /** At which the header takes two lines. */
  twoLines: number
}

function needOf(table: TableContent, column: TableColumn, index: number, measure: Measure): Need {
  const header = Math.max(...column.label.split(' ').map((word) => measure(word, 'semibold')))
  let widest = Math.max(header, column.least ?? 0)
  for (const row of table.rows) {
    if (row.kind === 'row') widest = Math.max(widest, measure(row.cells[index] ?? ''))
    else if (!isGroup(row) && index >= table.labelSpan)
      widest = Math.max(widest, measure(row.cells[index - table.labelSpan + 1] ?? '', 'semibold'))
  }
  const twoLines = Math.max(...inTwo(column.label, (text) => measure(text, 'semibold')).map((line) => measure(line, 'semibold')))
  if (!column.wraps) return { width: widest, least: widest, twoLines }
  // An identifier is broken only when it is longer than any usual one.
  const word = Math.min(LONGEST_WORD, longestWord(table, index, measure))
  const least = Math.min(widest, Math.max(header, word, column.wraps.narrowest, column.least ?? 0))
  return { width: Math.max(least, Math.min(widest, Math.max(header, column.wraps.widest))), least, twoLines }
}

/** A header's words in two lines as even as they can be; a single word stays one. */
function inTwo(label: string, widthOf: (text: string) => number): string[] {
  const parts = label.split(' ')
  const ways = parts.slice(1).map((_, index) => [parts.slice(0, index + 1).join(' '), parts.slice(index + 1).join(' ')])
  const widest = (lines: string[]) => Math.max(...lines.map(widthOf))
  return ways.reduce((best, way) => (widest(way) < widest(best) ? way : best), [label])
}

function longestWord(table: TableContent, index: number, measure: Measure): number {
  let longest = 0
  for (const row of table.rows) {
    if (row.kind !== 'row') continue
    for (const word of words(row.cells[index] ?? '')) longest = Math.max(longest, measure(word.trim()))
  }
  return longest
}

// Spare room first makes headers two lines high, then goes to every column alike, so that the gaps between figures stay even.
function spread(needs: Need[], whole: number, otherHalf: number, size: number): number[] {
  const wide = needs.map(({ width, twoLines }) => Math.max(width, twoLines) * size)
  const widths = sum(wide) <= whole ? wide : needs.map(({ width }) => width * size)
  const room = needs.length <= FEW_COLUMNS && sum(widths) <= whole - otherHalf ? whole - otherHalf : whole
  return widths.map((width) => width + (room - sum(widths)) / needs.length)
}

/** Widths tried between a column's least and its widest; rows whose lines are counted, evenly spaced in a longer table. */
const STEPS = 12
const COUNTED_ROWS = 150
const HALFWAY = 0.3

interface Trial {
  least: number
  step: number
  /** Steps given so far. */
  given: number
  /** By the steps given, the lines that the text takes in each counted row. */
  lines: number[][]
}

// Missing room is taken from wrapping columns, where it costs the rows the fewest lines: from a sentence in a few rows before a name in all of them.
function squeeze(needs: Need[], room: number, size: number, { columns, rows }: TableContent, measure: Measure): number[] {
  const texts = rows.filter(({ kind }) => kind === 'row').map(({ cells }) => cells)
  const counted = texts.filter((_cells, index) => index % Math.ceil(texts.length / COUNTED_ROWS) === 0)
  const trials = needs.map(({ width, least }, index): Trial => {
    const step = ((width - least) * size) / STEPS
    const linesIn = (points: number) =>
      columns[index]?.wraps ? counted.map((cells) => wrap(cells[index] ?? '', (text) => measure(text) * size, points).length) : []
    const lines = Array.from({ length: step > 0 ? STEPS + 1 : 1 }, (_, given) => linesIn(least * size + given * step))
    return { least: least * size, step, given: 0, lines }
  })
  let spare = room - sum(trials.map(({ least }) => least))
  for (let next = worthiest(trials, spare); next; next = worthiest(trials, spare)) {
    spare -= (next.given - next.trial.given) * next.trial.step
    next.trial.given = next.given
  }
  return trials.map(({ least, step, given }) => least + step * given + spare / trials.length)
}

/** The column and the steps that save the most lines for their points. */
function worthiest(trials: readonly Trial[], spare: number): { trial: Trial; given: number } | undefined {
  let best: { trial: Trial; given: number; worth: number } | undefined
  for (const trial of trials) {
    const others = trials.filter((each) => each !== trial)
    const now = trial.lines[trial.given] ?? []
    const beside = now.map((_, row) => Math.max(1, ...others.map((each) => each.lines[each.given]?.[row] ?? 1)))
    for (let given = trial.given + 1; given < trial.lines.length && (given - trial.given) * trial.step <= spare; given++) {
      const own = trial.lines[given] ?? []
      // A row that two columns hold open closes only with the second: the first is worth something, too.
      const saved = sum(
        beside.map((least, row) => {
          const [before, after] = [now[row] ?? 1, own[row] ?? 1]
          return Math.max(least, before) - Math.max(least, after) + HALFWAY * (before - after)
        }),
      )
      const worth = saved / ((given - trial.given) * trial.step)
      if (saved > 0 && worth > (best?.worth ?? 0)) best = { trial, given, worth }
    }
  }
  return best
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
  const height = rowHeight + (lines - 1) * size * LEADING
  if (!row.note) return { kind: row.kind, cells, height }
  const note = wrap(row.note, (text) => measure(text) * size * NOTE_SIZE, sum(widths) + CELL_PADDING * (widths.length - 1))
  const noteHeight = note.length * NOTE_SIZE * size * LEADING
  return { kind: row.kind, cells, height: height + noteHeight, note: note.join('\n'), noteHeight }
}

export const isGroup = (row: TableRow): boolean => row.kind === 'group' || row.kind === 'subgroup'
const sum = (numbers: number[]) => numbers.reduce((total, next) => total + next, 0)
const sizeFor = (room: number, ems: number, greatest: number) => Math.min(greatest, Math.floor((room / ems) * 20) / 20)
