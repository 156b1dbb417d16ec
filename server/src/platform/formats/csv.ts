/**
 * CSV by RFC 4180: comma, CRLF, quotes doubled, UTF-8 with a byte order mark, without which Excel reads "Dvořák" wrongly.
 *
 * Formula injection: in CSV a spreadsheet evaluates any cell that looks like a formula, so text that begins like one gets a leading
 * apostrophe (OWASP). Numbers are written as numbers: a negative amount keeps its sign and stays a number.
 */
import { dollars, meansFormula, type SheetColumn, type SheetKind, type SheetValue } from './xlsx-writer.ts'

export const CSV_TYPE = 'text/csv; charset=utf-8'
const BYTE_ORDER_MARK = '\ufeff'

export const csvText = (columns: readonly SheetColumn[], rows: readonly (readonly SheetValue[])[]): string =>
  csvHead(columns) + rows.map((row) => csvLine(columns, row)).join('')

/** Text that no spreadsheet runs. */
export const neutral = (text: string): string => (meansFormula(text) ? `'${text}` : text)

export const csvHead = (columns: readonly SheetColumn[]): string =>
  `${BYTE_ORDER_MARK}${columns.map(({ label }) => quoted(neutral(label))).join(',')}\r\n`
export const csvLine = (columns: readonly SheetColumn[], row: readonly SheetValue[]): string =>
  `${columns.map(({ kind }, index) => field(row[index], kind)).join(',')}\r\n`

function field(value: SheetValue, kind: SheetKind): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' && kind !== 'text')
    return kind === 'money' ? twoDecimals(value) : kind === 'percent' ? fraction(value) : String(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return quoted(neutral(String(value)))
}

// 1234 as 1234.00, so that a column of money reads as one.
const twoDecimals = (cents: number) => (cents % 100 === 0 ? `${dollars(cents)}.00` : dollars(cents))

// Rates as fractions without binary noise: 0.0342, never 0.034200000000000001.
const fraction = (value: number) => String(Number(value.toFixed(10)))

const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
