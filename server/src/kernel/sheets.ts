/** A list as a file: its records made flat, its columns named and typed, and in XLSX a sheet that says what the file holds. */
import { CSV_TYPE, csvText } from './csv.ts'
import { inputError } from './errors.ts'
import { type Sheet, type SheetColumn, type SheetKind, type SheetValue, workbookBytes, XLSX_TYPE } from './workbook.ts'

export interface ListFile {
  title: string
  /** What the file holds and whence: filter, who, when. Written on a sheet of its own in XLSX. */
  about: readonly AboutRow[]
  columns: readonly ListColumn[]
  rows: readonly FlatRecord[]
  /** ISO date for the file's properties. */
  date: string
}
export type Cell = string | number | boolean | null | undefined
export type FlatRecord = Readonly<Record<string, Cell>>
export interface ListColumn extends SheetColumn {
  key: string
}

/**
 * Columns of a list as its records show them, in their order or in the one asked for.
 * @param declared the fields of a record, for a list that is empty
 * @throws AppError('input') for a column that the list does not have
 */
export function columnsOf(records: readonly FlatRecord[], wanted?: readonly string[], declared: readonly string[] = []): ListColumn[] {
  const keys = records.length > 0 ? [...new Set(records.flatMap((record) => Object.keys(record)))] : declared
  const unknown = wanted?.filter((key) => !keys.includes(key)) ?? []
  if (unknown.length > 0 && keys.length > 0) throw inputError({ columns: unknown.map((key) => `There is no column ${key}.`) })
  return (wanted ?? keys).map((key) => {
    const [label, kind] = [titleOf(key), kindOf(key, records)]
    const width = widthOf(label, kind, key, records)
    return { key, label, kind, ...(width === undefined ? {} : { width }) }
  })
}

/** A record with the objects in it spread one level deep, lists joined; what has no place in a cell is left out. */
export function flatRecord(record: Readonly<Record<string, unknown>>): FlatRecord {
  const flat: Record<string, Cell> = {}
  for (const [key, value] of Object.entries(record)) {
    if (isCell(value)) flat[key] = value
    else if (Array.isArray(value)) flat[key] = value.filter(isCell).join(', ')
    else for (const [inner, item] of Object.entries(value ?? {})) if (isCell(item)) flat[`${key}.${inner}`] = item
  }
  return flat
}

const isCell = (value: unknown): value is Cell =>
  value === null || value === undefined || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** `cashSurrenderValueCents` -> `Cash Surrender Value`. */
export function titleOf(key: string): string {
  const words = key
    .replace(/Cents$/, '')
    .replace(/[._]/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(' ')
  return words.map((word) => (/^(id|ssn|mbr)$/i.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1))).join(' ')
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

function kindOf(key: string, records: readonly FlatRecord[]): SheetKind {
  const values = records.map((record) => record[key]).filter((value) => value !== null && value !== undefined)
  const all = (test: (value: Cell) => boolean) => values.length > 0 && values.every(test)
  if (all((value) => typeof value === 'boolean')) return 'flag'
  if (all((value) => typeof value === 'number')) {
    if (/Cents$/.test(key)) return 'money'
    if (/(yield|rate|fraction)$/i.test(key) || /^shareOf/.test(key)) return 'percent'
    // A number that names something is written without thousands.
    return all(Number.isInteger) && !/(^id|Id|Year|Line(Number)?)$/.test(key) ? 'count' : 'decimal'
  }
  if (all((value) => typeof value === 'string' && DATE.test(value))) return 'date'
  if (all((value) => typeof value === 'string' && INSTANT.test(value))) return 'instant'
  return 'text'
}

export async function writeList(format: 'xlsx' | 'csv', list: ListFile): Promise<{ content: Buffer; mediaType: string }> {
  const { columns, title, about, date } = list
  const rows = list.rows.map((row) => columns.map(({ key }) => row[key]))
  if (format === 'csv') return { content: Buffer.from(csvText(columns, rows)), mediaType: CSV_TYPE }
  const content = await workbookBytes({
    title,
    author: 'Corridor',
    date,
    sheets: [{ name: title, columns, rows, frozenColumns: columns.length > 6 ? 1 : 0 }, aboutSheet(about)],
  })
  return { content, mediaType: XLSX_TYPE }
}

/** What a file says of itself: how it is written only where it is no text. */
export type AboutRow = readonly [label: string, value: SheetValue, kind?: SheetKind]
/** What a file holds and how to check it. */
export const aboutSheet = (rows: readonly AboutRow[]): Sheet => ({
  name: 'About',
  columns: [
    { label: 'About this file', kind: 'text', width: 34 },
    { label: '', kind: 'text', width: 90 },
  ],
  rows: rows.map(([label, value, kind = 'text']) => ({ cells: [label, { value, kind }] })),
  wraps: true,
  filter: false,
})

const WIDEST = 60

function widthOf(label: string, kind: SheetKind, key: string, rows: readonly FlatRecord[]): number | undefined {
  if (kind !== 'text') return undefined
  return Math.min(
    WIDEST,
    rows.slice(0, 200).reduce((most, row) => Math.max(most, String(row[key] ?? '').length), label.length),
  )
}
