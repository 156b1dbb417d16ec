/** A list as a file: numbers as numbers, money as dollars, dates as dates, and text that no spreadsheet takes for a formula. */
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import { inputError } from './errors.ts'

export interface Sheet {
  title: string
  /** What the file holds and whence: filter, who, when. Written on a sheet of its own in XLSX. */
  about: readonly (readonly [string, string])[]
  columns: readonly SheetColumn[]
  rows: readonly FlatRecord[]
}
export type Cell = string | number | boolean | null | undefined
export type FlatRecord = Readonly<Record<string, Cell>>
export interface SheetColumn {
  key: string
  title: string
  kind: 'text' | 'number' | 'integer' | 'dollars' | 'percent' | 'date' | 'instant' | 'yesNo'
}

/**
 * Columns of a list as its records show them, in their order or in the one asked for.
 * @param declared the fields of a record, for a list that is empty
 * @throws AppError('input') for a column that the list does not have
 */
export function columnsOf(records: readonly FlatRecord[], wanted?: readonly string[], declared: readonly string[] = []): SheetColumn[] {
  const keys = records.length > 0 ? [...new Set(records.flatMap((record) => Object.keys(record)))] : declared
  const unknown = wanted?.filter((key) => !keys.includes(key)) ?? []
  if (unknown.length > 0 && keys.length > 0) throw inputError({ columns: unknown.map((key) => `There is no column ${key}.`) })
  return (wanted ?? keys).map((key) => ({ key, title: titleOf(key), kind: kindOf(key, records) }))
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

function kindOf(key: string, records: readonly FlatRecord[]): SheetColumn['kind'] {
  const values = records.map((record) => record[key]).filter((value) => value !== null && value !== undefined)
  const all = (test: (value: Cell) => boolean) => values.length > 0 && values.every(test)
  if (all((value) => typeof value === 'boolean')) return 'yesNo'
  if (all((value) => typeof value === 'number')) {
    if (/Cents$/.test(key)) return 'dollars'
    if (/(yield|rate|fraction)$/i.test(key) || /^shareOf/.test(key)) return 'percent'
    return all(Number.isInteger) ? 'integer' : 'number'
  }
  if (all((value) => typeof value === 'string' && DATE.test(value))) return 'date'
  if (all((value) => typeof value === 'string' && INSTANT.test(value))) return 'instant'
  return 'text'
}

/**
 * Text that a spreadsheet would run stands behind an apostrophe (OWASP WSTG-INPV-21, full-width forms included), in XLSX as well, because a
 * sheet saved as CSV loses its cell types. A number written as text stays what it is, and so does the lone "-" of a missing value.
 */
export function neutral(text: string): string {
  if (/^-?\d+(\.\d+)?%?$/.test(text) || text === '-') return text
  return /^[\s]*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
}

export async function writeSheet(format: 'xlsx' | 'csv', sheet: Sheet): Promise<{ content: Buffer; mediaType: string }> {
  return format === 'csv'
    ? { content: Buffer.from(`\uFEFF${asCsv(sheet)}`), mediaType: 'text/csv; charset=utf-8' }
    : { content: await asWorkbook(sheet), mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }
}

function asCsv({ columns, rows }: Sheet): string {
  const line = (cells: string[]) =>
    `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
  return [
    line(columns.map(({ title }) => title)),
    ...rows.map((row) => line(columns.map((column) => csvCell(row[column.key], column)))),
  ].join('')
}

function csvCell(value: Cell, { kind }: SheetColumn): string {
  if (value === null || value === undefined) return ''
  if (kind === 'dollars' && typeof value === 'number') return (value / 100).toFixed(2)
  if (kind === 'yesNo') return value === true ? 'Yes' : 'No'
  return typeof value === 'number' ? String(value) : neutral(String(value))
}

const FORMATS: Partial<Record<SheetColumn['kind'], string>> = {
  integer: '0',
  number: '#,##0.00####',
  dollars: '$#,##0.00;-$#,##0.00',
  percent: '0.00%',
  date: 'mm/dd/yyyy',
  instant: 'mm/dd/yyyy hh:mm',
}

async function asWorkbook({ title, about, columns, rows }: Sheet): Promise<Buffer> {
  const stream = new PassThrough()
  const bytes = buffer(stream)
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true })
  const sheet = workbook.addWorksheet(title.slice(0, 31).replace(/[\\/*?:[\]]/g, ' '), { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columns.map((column) => ({
    header: column.title,
    key: column.key,
    width: widthOf(column, rows),
    style: FORMATS[column.kind] ? { numFmt: FORMATS[column.kind] ?? '' } : {},
  }))
  sheet.getRow(1).font = { bold: true }
  if (columns.length > 0) sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } }
  for (const row of rows) sheet.addRow(columns.map((column) => cellOf(row[column.key], column))).commit()
  sheet.commit()
  const aboutSheet = workbook.addWorksheet('About')
  aboutSheet.columns = [{ width: 22 }, { width: 80 }]
  for (const [name, value] of about) aboutSheet.addRow([name, neutral(value)]).commit()
  aboutSheet.commit()
  await workbook.commit()
  return bytes
}

function cellOf(value: Cell, { kind }: SheetColumn): string | number | Date | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return kind === 'dollars' ? value / 100 : value
  if (kind === 'yesNo') return value === true ? 'Yes' : 'No'
  if (kind === 'date') return new Date(`${String(value)}T00:00:00Z`)
  if (kind === 'instant') return new Date(String(value))
  return neutral(String(value))
}

function widthOf({ title, key, kind }: SheetColumn, rows: Sheet['rows']): number {
  if (kind === 'date') return 12
  if (kind === 'instant' || kind === 'dollars') return 18
  const longest = rows.slice(0, 200).reduce((most, row) => Math.max(most, String(row[key] ?? '').length), title.length)
  return Math.min(60, longest + 3)
}
