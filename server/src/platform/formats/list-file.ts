/** A list as a file, written from rows on the disk, and in XLSX a sheet that says what the file holds. */
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Cell, FlatRecord, ListColumn } from '../http/list-columns.ts'
import { clockOf } from './clock.ts'
import { csvHead, csvLine } from './csv.ts'
import { type Sheet, type SheetKind, type SheetValue, type StyledRow, workbookStream } from './xlsx-writer.ts'

export interface ListFile {
  format: 'xlsx' | 'csv'
  title: string
  /** Origin of the file: filter, person, time. Written on a sheet of its own in XLSX. */
  about: readonly AboutRow[]
  columns: readonly ListColumn[]
  /** Sums of columns by their keys. */
  totals?: ReadonlyMap<string, number>
  /** The clock that moments are written on. */
  timeZone: string
  /** ISO date for the file's properties. */
  date: string
  /** Where its rows lie, one piece of JSON after another, each of so many bytes. */
  rows: { path: string; pieces: readonly number[] }
  /** Where the file is to be written. */
  path: string
}
/** Writes the file row by row: a piece of the list is in memory at a time. */
export async function writeList(list: ListFile, signal: AbortSignal): Promise<void> {
  const { format, columns, title, about, date, totals } = list
  const sheet: Sheet = {
    name: title,
    columns,
    rows: rowsOf(list),
    frozenColumns: columns.length > 6 ? 1 : 0,
    ...(columns.some(({ key }) => totals?.has(key)) ? { below: totalsRow(columns.map(({ key }) => totals?.get(key))) } : {}),
  }
  const content =
    format === 'csv' ? Readable.from(csvOf(list)) : workbookStream({ title, author: 'Corridor', date, sheets: [sheet, aboutSheet(about)] })
  await pipeline(content, createWriteStream(list.path), { signal })
}

/** Sums that follow the workbook's own filter: a spreadsheet counts only the rows in sight, and the About sheet keeps the sums of all. */
const totalsRow =
  (sums: readonly (number | undefined)[]) =>
  (letters: readonly string[], last: number): StyledRow => ({
    style: 'total',
    cells: sums.map((value, at) =>
      value !== undefined
        ? { value, formula: `SUBTOTAL(109,${letters[at]}2:${letters[at]}${last})` }
        : at === sums.indexOf(undefined)
          ? { value: 'Total', kind: 'text' }
          : null,
    ),
  })

async function* csvOf(list: ListFile): AsyncGenerator<Buffer> {
  let text = csvHead(list.columns)
  for await (const row of rowsOf(list)) {
    text += csvLine(list.columns, row)
    if (text.length < CSV_CHUNK) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}
const CSV_CHUNK = 96 * 1024

async function* rowsOf({ rows, columns, timeZone }: ListFile): AsyncGenerator<Cell[]> {
  const clock = clockOf(timeZone)
  const file = await open(rows.path)
  try {
    for (const length of rows.pieces) {
      const { buffer } = await file.read({ buffer: Buffer.alloc(length) })
      const records: FlatRecord[] = JSON.parse(buffer.toString())
      for (const record of records)
        yield columns.map(({ key, kind }) => {
          const cell = record[key]
          return kind === 'instant' && typeof cell === 'string' ? clock(cell) : cell
        })
    }
  } finally {
    await file.close()
  }
}

/** A file's own statements: those on its writing only where it is no text. */
export type AboutRow = readonly [label: string, value: SheetValue, kind?: SheetKind]
/** The contents of a file and the way to check them. */
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
