/** A table that somebody uploads as a text of separated cells: its columns found by their headers, its cells read, and what is wrong said line by line. */
import type { PlainDate } from '../primitives/period.ts'
import { isPlainDate } from '../primitives/period.ts'
import { typedDate } from '../primitives/typed-input.ts'

export interface TextRow {
  /** Line of the file; 1 is the first. */
  line: number
  cells: readonly string[]
}
export interface LineProblem {
  line: number
  message: string
}

interface WantedColumn {
  label: string
  /** Headers that mean it, in lower case and without what stands in parentheses. */
  headers: readonly string[]
  isNeeded: boolean
}

/** One read, whatever the table: nothing is taken of a file with a problem; notes say how a doubtful thing was read. */
export interface ReadTable<Line> {
  lines: Line[]
  problems: LineProblem[]
  notes: string[]
}

export interface FoundColumns<Field extends string> {
  /** The text of a cell, without spaces around; empty where the file lacks the column. */
  cellOf: (row: TextRow, field: Field) => string
  /** The header as written; empty where the file lacks the column. */
  headerOf: (field: Field) => string
  body: TextRow[]
  problems: LineProblem[]
  notes: string[]
}

const plain = (header: string): string =>
  header
    .replace(/\(.*?\)/g, '')
    .replace(/[^a-z0-9]+/gi, ' ')
    .trim()
    .toLowerCase()

/** The columns by the first row that is not empty, and the rows below it that are not. */
export function findColumns<Field extends string>(
  rows: readonly TextRow[],
  wanted: Readonly<Record<Field, WantedColumn>>,
  fields: readonly Field[],
): FoundColumns<Field> {
  const [head, ...body] = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const places = new Map<Field, number>()
  const problems: LineProblem[] = []
  const unread: string[] = []
  for (const [place, header] of (head?.cells ?? []).entries()) {
    const field = fields.find((one) => wanted[one].headers.includes(plain(header)))
    if (field === undefined) {
      if (header.trim() !== '') unread.push(`“${header.trim()}”`)
    } else if (places.has(field)) problems.push({ line: head?.line ?? 1, message: `Two columns are headed ${wanted[field].label}.` })
    else places.set(field, place)
  }
  const line = head?.line ?? 1
  for (const field of fields)
    if (wanted[field].isNeeded && !places.has(field))
      problems.push({ line, message: `The column ${wanted[field].label} is missing. The first line must name the columns.` })
  if (body.length === 0 && problems.length === 0) problems.push({ line, message: 'The file has no line below its header.' })
  const textAt = (row: TextRow | undefined, field: Field): string => {
    const place = places.get(field)
    return place === undefined ? '' : (row?.cells[place] ?? '').trim()
  }
  return {
    cellOf: textAt,
    headerOf: (field) => textAt(head, field),
    body: problems.length > 0 ? [] : body,
    problems,
    notes: unread.length > 0 ? [`Not read: ${unread.length === 1 ? 'the column' : 'the columns'} ${unread.join(', ')}.`] : [],
  }
}

/** A whole date: 2026-01-07, or 1/7/2026 with the month first. @returns undefined for anything else */
export function dateIn(cell: string): PlainDate | undefined {
  const date = typedDate(cell)
  return date !== undefined && date.length === 10 && isPlainDate(date) ? date : undefined
}
export const isMonthFirst = (cell: string): boolean => /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/.test(cell)

/** A number as people write it, commas of thousands allowed. @returns undefined for anything else */
export function numberIn(cell: string): number | undefined {
  return /^[-+]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/.test(cell) && /\d/.test(cell) ? Number(cell.replaceAll(',', '')) : undefined
}
