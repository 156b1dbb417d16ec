/**
 * Breaks laid-out tables over pages: no heading without rows, no subtotal without the rows above it, groups named again after a break.
 */
import { isGroup, type LaidOutRow, type LaidOutTable } from './table-layout.ts'

export interface Section {
  title: string
  /** One sentence under the title. */
  lead?: string
  table: LaidOutTable
  /** Begins on a page of its own. */
  startsPage?: boolean
  /** Lines to sign on, below the table. */
  signatures?: string[]
}
export interface Piece {
  title: string
  lead: string
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

/** Points that a section's title takes, with its air below; a lead takes more. */
export const TITLE_HEIGHT = 22
export const LEAD_HEIGHT = 11
export const SIGNATURE_HEIGHT = 44
/** The title again, small, where a table goes on on the next page. */
export const CONTINUED_HEIGHT = 15
export const BETWEEN_SECTIONS = 16

/**
 * @param pageHeight points of the text area of a page
 * @param used points already taken on the page where the first section may begin
 */
export function flowSections(sections: Section[], pageHeight: number, used = 0): Flow {
  const pages: Piece[][] = [[]]
  for (const section of sections) {
    const heading = TITLE_HEIGHT + (section.lead ? LEAD_HEIGHT : 0) + section.table.headerHeight
    const whole = heading + heightOf(section.table.rows) + signatureHeight(section)
    const gap = used === 0 ? 0 : BETWEEN_SECTIONS
    const left = pageHeight - used - gap
    const fitsHere = whole <= left
    // A short table is not torn apart; a long one begins here only when a good part of the page is left.
    if (used > 0 && !fitsHere && (section.startsPage || whole <= pageHeight * 0.6 || left < pageHeight * 0.4)) {
      pages.push([])
      used = 0
    } else if (section.startsPage && used > 0) {
      pages.push([])
      used = 0
    }
    used = place(section, pages, pageHeight, used)
  }
  return { pages, used }
}

function place(section: Section, pages: Piece[][], pageHeight: number, usedBefore: number): number {
  const { table } = section
  let used = usedBefore
  let start = 0
  let begins = true
  do {
    const above = used === 0 ? 0 : BETWEEN_SECTIONS
    const heading = begins ? TITLE_HEIGHT + (section.lead ? LEAD_HEIGHT : 0) : CONTINUED_HEIGHT
    const again = begins ? [] : continued(table.rows, start)
    const room = pageHeight - used - above - heading - table.headerHeight - heightOf(again)
    const end = breakBefore(table.rows, start, room, signatureHeight(section))
    const rows = [...again, ...table.rows.slice(start, end)]
    const isLast = end === table.rows.length
    pages.at(-1)?.push({
      title: section.title,
      lead: section.lead ?? '',
      begins,
      above,
      table: { ...table, rows },
      signatures: isLast ? (section.signatures ?? []) : [],
    })
    used += above + heading + table.headerHeight + heightOf(rows) + (isLast ? signatureHeight(section) : 0)
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

function mayBreakBefore(rows: LaidOutRow[], index: number): boolean {
  const [before, row, after] = [rows[index - 1], rows[index], rows[index + 1]]
  if (!before || !row) return true
  if (isGroup(before) || row.kind === 'subtotal' || row.kind === 'total') return false
  const firstOfGroup = index >= 2 && before.kind === 'row' && isGroup(rows[index - 2] ?? before) && row.kind === 'row'
  const lastOfGroup = row.kind === 'row' && (after?.kind === 'subtotal' || after?.kind === 'total') && before.kind === 'row'
  return !firstOfGroup && !lastOfGroup
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
