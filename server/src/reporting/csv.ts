/**
 * CSV by RFC 4180: comma, CRLF, quotes doubled, UTF-8 with a byte order mark, without which Excel reads "Dvořák" wrongly.
 *
 * Formula injection: in CSV a spreadsheet evaluates any cell that looks like a formula, so text that begins like one gets a leading
 * apostrophe (OWASP). Numbers are written as numbers: a negative amount keeps its sign and stays a number.
 */
import { Readable } from 'node:stream'
import type { AssetReportView } from '@corridor/domain/asset-report-view.ts'
import { type CsvTable, tablesOf } from './report-tables.ts'
import { dollars, MEANS_FORMULA, type SheetColumn, type SheetKind, type SheetValue } from './sheet.ts'

export const CSV_TYPE = 'text/csv; charset=utf-8'
const BYTE_ORDER_MARK = '\ufeff'

/** The report's policies, or in a summary its carriers, as one rectangular table: what a ledger or another program reads. */
export async function renderCsv(view: AssetReportView): Promise<string> {
  const { columns, rows } = tablesOf(view).csv
  return BYTE_ORDER_MARK + [header(columns), ...rows.map((row) => line(columns, row))].join('')
}

/** A list export as a stream, pulled as fast as the reader takes it. */
export function csvOf(
  columns: readonly SheetColumn[],
  rows: Iterable<readonly SheetValue[]> | AsyncIterable<readonly SheetValue[]>,
): Readable {
  async function* lines() {
    let text = BYTE_ORDER_MARK + header(columns)
    for await (const row of rows) {
      text += line(columns, row)
      if (text.length > 64 * 1024) {
        yield Buffer.from(text)
        text = ''
      }
    }
    if (text !== '') yield Buffer.from(text)
  }
  return Readable.from(lines(), { objectMode: false })
}

export type { CsvTable }

const header = (columns: readonly SheetColumn[]) => `${columns.map(({ label }) => quoted(harmless(label))).join(',')}\r\n`
const line = (columns: readonly SheetColumn[], row: readonly SheetValue[]) =>
  `${columns.map(({ kind }, index) => field(row[index], kind)).join(',')}\r\n`

function field(value: SheetValue, kind: SheetKind): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' && kind !== 'text')
    return kind === 'money' ? dollars(value) : kind === 'percent' ? fraction(value) : String(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return quoted(harmless(String(value)))
}

// Rates as fractions without binary noise: 0.0342, never 0.034200000000000001.
const fraction = (value: number) => String(Number(value.toFixed(10)))

const harmless = (text: string) => (MEANS_FORMULA.test(text) ? `'${text}` : text)
const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
