/**
 * Breaks laid-out tables over pages: no heading without rows, no subtotal without the rows above it, no tail of a few lines, groups named again after a break.
 * Sections follow one another; none leaves more of a page empty than MOST_EMPTY.
 */
import type { Measure } from '../pdf/font-metrics.ts'
import { printable } from './printable.ts'
import { isGroup, type LaidOutRow, type LaidOutTable, type Spacing, wrap } from './table-layout.ts'

export interface Section {
  title: string
  /** A sentence or two under the title, line by line as leadOf() breaks them. */
  lead?: string[]
  table: LaidOutTable
  /** Lines to sign on, below the table. */
  signatures?: string[]
}
export interface Piece {
  title: string
  lead: string[]
  /** False on the pages that go on with a table begun before. */
  begins: boolean
  /** Points left free above the piece. */
  above: number
  table: LaidOutTable
  signatures: string[]
}
export interface Flow {
  pages: Piece[][]
  /** Points used on the last page. */
  used: number
}

/** Points that a section's title takes, with its air below; a lead takes more, by the size and the lines that planned-title() of the house style sets. */
export const TITLE_HEIGHT = 22
const LEAD_SIZE = 7.4
const LEAD_HEIGHT = 11
const NEXT_LEAD_LINE = 9.4
/** Running text is set a little wider than its letters measure: a line that is full to the last point would break once more. */
const SAFE = 0.98
export const SIGNATURE_HEIGHT = 44
/** The title again, small, where a table goes on on the next page. */
export const CONTINUED_HEIGHT = 15
export const BETWEEN_SECTIONS = 16
const CLOSE_SECTIONS = 11
/** The house rule for every page of a paper but its last. */
export const MOST_EMPTY = 1 / 3
/** Rows of a table, and of a group in it, on either side of a break: rows of several lines count for as many, and two of them are enough. */
const LEAST_ROWS = 3
const LEAST_TALL_ROWS = 2

/**
 * @param pageHeight points of the text area of a page
 * @param used points already taken on the page where the first section may begin
 */
export function flowSections(sections: Section[], pageHeight: number, used = 0, spacing: Spacing = 'usual'): Flow {
  const pages: Piece[][] = [[]]
  const between = spacing === 'close' ? CLOSE_SECTIONS : BETWEEN_SECTIONS
  for (const section of sections) {
    const empty = pageHeight - used
    const left = empty - between
    // A table that does not fit is torn apart only where it would leave too large a gap, or where its pages are to be filled.
    const maySpare = spacing === 'usual' && empty <= pageHeight * MOST_EMPTY
    if (used > 0 && wholeHeight(section) > left && (maySpare || leastHeight(section) > left)) {
      pages.push([])
      used = 0
    }
    used = place(section, pages, pageHeight, used, between)
  }
  return { pages, used }
}

function place(section: Section, pages: Piece[][], pageHeight: number, usedBefore: number, between: number): number {
  const { table } = section
  let used = usedBefore
  let start = 0
  let begins = true
  do {
    const above = used === 0 ? 0 : between
    const heading = begins ? headHeight(section) : CONTINUED_HEIGHT + table.headerHeight
    const again = begins ? [] : continued(table.rows, start)
    const room = pageHeight - used - above - heading - heightOf(again)
    const end = breakBefore(table.rows, start, room, signatureHeight(section))
    const rows = [...again, ...table.rows.slice(start, end)]
    const isLast = end === table.rows.length
    pages.at(-1)?.push({
      title: section.title,
      lead: section.lead ?? [],
      begins,
      above,
      table: { ...table, rows },
      signatures: isLast ? (section.signatures ?? []) : [],
    })
    used += above + heading + heightOf(rows) + (isLast ? signatureHeight(section) : 0)
    start = end
    begins = false
    if (start < table.rows.length) {
      pages.push([])
      used = 0
    }
  } while (start < table.rows.length)
  return used
}

/** The index of the first row that goes to the next page. At least one row is placed, however little room there is. */
function breakBefore(rows: LaidOutRow[], start: number, room: number, afterLast: number): number {
  let end = start
  let height = 0
  while (end < rows.length && height + (rows[end]?.height ?? 0) <= room) height += rows[end++]?.height ?? 0
  // Text after the last row stays with it.
  if (end === rows.length && height + afterLast <= room) return end
  if (end === rows.length) end--
  for (let candidate = end; candidate > start; candidate--) if (mayBreakBefore(rows, candidate)) return candidate
  return Math.max(end, start + 1)
}

const headHeight = ({ lead = [], table }: Section): number => TITLE_HEIGHT + leadHeight(lead) + table.headerHeight
export const leadHeight = (lead: readonly string[]): number => (lead.length === 0 ? 0 : LEAD_HEIGHT + (lead.length - 1) * NEXT_LEAD_LINE)

/** @param width in points */
export const leadOf = (text: string, measure: Measure, width: number): string[] =>
  text === '' ? [] : wrap(printable(text), (part) => measure(part) * LEAD_SIZE, width * SAFE)

const wholeHeight = (section: Section): number => headHeight(section) + heightOf(section.table.rows) + signatureHeight(section)

/** The heading with the rows that stay below it. */
function leastHeight(section: Section): number {
  const { rows } = section.table
  const end = rows.findIndex((_row, index) => index > 0 && mayBreakBefore(rows, index))
  return end === -1 ? wholeHeight(section) : headHeight(section) + heightOf(rows.slice(0, end))
}

function mayBreakBefore(rows: LaidOutRow[], index: number): boolean {
  const [before, row] = [rows[index - 1], rows[index]]
  if (!before || !row) return true
  if (isGroup(before) || (row.kind !== 'row' && !isGroup(row))) return false
  const isRow = ({ kind }: LaidOutRow) => kind === 'row'
  const inGroup = (some: LaidOutRow[]) => some.findIndex((one) => !isRow(one))
  // Between two groups nothing of either is torn.
  const isWithin = before.kind === 'row' && row.kind === 'row'
  const [above, below] = [rows.slice(0, index).reverse(), rows.slice(index)]
  const isAlone = (some: LaidOutRow[]) => inGroup(some) !== -1 && inGroup(some) < LEAST_ROWS
  if (isWithin && (isAlone(above) || isAlone(below))) return false
  const least = Math.min(...rows.filter(isRow).map(({ height }) => height))
  const areEnough = (some: LaidOutRow[]) => some.length >= LEAST_TALL_ROWS && heightOf(some) > (LEAST_ROWS - 0.5) * least
  return areEnough(above.filter(isRow)) && areEnough(below.filter(isRow))
}

// The groups that are open where a page breaks, to be named again at the top of the next.
function continued(rows: LaidOutRow[], start: number): LaidOutRow[] {
  const next = rows[start]
  if (!next || next.kind !== 'row') return next?.kind === 'subgroup' ? carriedOn(lastOf(rows, start, 'group')) : []
  const group = lastOf(rows, start, 'group')
  const subgroup = lastOf(rows, start, 'subgroup')
  const ofGroup = subgroup && group && rows.indexOf(subgroup) > rows.indexOf(group) ? subgroup : undefined
  return [...carriedOn(group), ...carriedOn(ofGroup)]
}

const carriedOn = (group: LaidOutRow | undefined): LaidOutRow[] =>
  group ? [{ ...group, cells: [`${group.cells[0] ?? ''} (continued)`] }] : []

function lastOf(rows: LaidOutRow[], before: number, kind: 'group' | 'subgroup'): LaidOutRow | undefined {
  for (let index = before - 1; index >= 0; index--) if (rows[index]?.kind === kind) return rows[index]
  return undefined
}

const signatureHeight = ({ signatures }: Section) => (signatures && signatures.length > 0 ? SIGNATURE_HEIGHT : 0)
const heightOf = (rows: LaidOutRow[]) => rows.reduce((height, row) => height + row.height, 0)
