/** A firm's files as a book: CSV files by their names, workbooks by their sheets, reports and documents in folders. What is none of these is named, and nothing is passed over. */
import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join, relative } from 'node:path'
import type { RecordType } from '@corridor/domain/onboarding/columns.ts'
import { isSystemFile, paperName } from '@corridor/domain/onboarding/papers.ts'
import type { OnboardingProblem, OnboardingRow } from '@corridor/domain/onboarding/read-row.ts'
import { recordTypeOfName, sameName } from '@corridor/domain/onboarding/record-types.ts'
import { openFeed } from '../../platform/formats/reading/open.ts'
import { FeedRefusal, type FeedTable, type RawRow } from '../../platform/formats/reading/refusal.ts'
import type { OnboardingBook } from './order.ts'
import type { BookPart } from './staging.ts'

/** The sheet of the templates that explains the others. */
export const GUIDE = 'Guide'

interface BookFile {
  path: string
  name: string
}

/** @param path a folder with all that lies in its folders, or one file */
export async function filesOf(path: string): Promise<BookFile[]> {
  const found = await stat(path)
  if (!found.isDirectory()) return [{ path, name: basename(path) }]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const { compare } = new Intl.Collator('en', { numeric: true })
  return entries
    .flatMap((entry) =>
      entry.isDirectory() ? [] : [{ path: join(entry.parentPath, entry.name), name: relative(path, join(entry.parentPath, entry.name)) }],
    )
    .filter(({ name }) => !isSystemFile(name))
    .toSorted((a, b) => compare(a.name, b.name))
}

/** Opens every file and reads its headers. @returns the book, and what closes its files */
export async function openBook(files: readonly BookFile[]): Promise<{ book: OnboardingBook; close: () => Promise<void> }> {
  const parts: BookPart[] = []
  const problems: OnboardingProblem[] = []
  const closing: (() => Promise<void>)[] = []
  const tell = (source: string, problem: string, column: string | null = null) =>
    problems.push({ recordType: 'book', source, column, value: null, problem })
  const papers = files.flatMap(({ path, name }) => {
    const within = paperName(name)
    return within === null ? [] : [{ path, name: within }]
  })
  for (const { path, name } of files) {
    if (paperName(name) !== null) continue
    if (name !== basename(name)) {
      tell(name, 'is in a folder of the book other than Reports and Documents and was not read')
      continue
    }
    const kind = extname(name).toLowerCase()
    if (!['.csv', '.txt', '.xlsx'].includes(kind)) {
      tell(
        name,
        'is neither a CSV file nor an XLSX workbook and was not read; reports and documents are in the folders Reports and Documents',
      )
      continue
    }
    try {
      const feed = await openFeed(path)
      closing.push(feed.close)
      const isBook = kind === '.xlsx'
      for (const { name: sheet } of feed.hidden) tell(`${name}/${sheet}`, 'is a hidden sheet and was not read: show it or delete it')
      for (const table of feed.tables) {
        const title = isBook ? table.name : basename(name, extname(name))
        if (sameName(title) === sameName(GUIDE)) continue
        const type = recordTypeOfName(title)
        if (!type) tell(isBook ? `${name}/${title}` : name, 'is no sheet of the templates: name it as the template does')
        else parts.push(...(await openTable(type, table, isBook ? `${name}/${table.name}` : name, tell)))
      }
    } catch (cause) {
      if (!(cause instanceof FeedRefusal)) throw cause
      tell(name, cause.message)
    }
  }
  if (parts.length === 0 && papers.length === 0 && problems.length === 0) tell('The folder', 'holds no file of the templates')
  return {
    book: { parts, problems, papers },
    close: async () => {
      for (const close of closing) await close()
    },
  }
}

type Tell = (source: string, problem: string, column?: string | null) => void

async function openTable(type: RecordType, table: FeedTable, name: string, tell: Tell): Promise<BookPart[]> {
  const header = await headerOf(table)
  if (!header) return []
  const fields: (string | null)[] = []
  const byHeader = new Map(type.columns.map((column) => [sameName(column.header), column.field]))
  for (const cell of header.cells) {
    const field = byHeader.get(sameName(cell)) ?? null
    if (cell.trim() === '') fields.push(null)
    else if (field === null) {
      tell(`${name}/${header.line}`, `is no column of the sheet ${type.sheet}: rename it as the template does, or delete it`, cell)
      fields.push(null)
    } else if (fields.includes(field)) {
      tell(`${name}/${header.line}`, 'is there twice', cell)
      fields.push(null)
    } else fields.push(field)
  }
  for (const column of type.columns)
    if (column.required && !fields.includes(column.field)) tell(`${name}/${header.line}`, 'is missing from the sheet', column.header)
  const hidden = [...table.hiddenColumns].filter((index) => fields[index])
  for (const index of hidden)
    tell(`${name}/${header.line}`, 'is hidden in the spreadsheet: show it or delete it', header.cells[index] ?? null)
  const known = fields.flatMap((field) => field ?? [])
  return [{ type, name, fields: known, rows: () => rowsOf(table, name, fields, header.line) }]
}

const isEmpty = ({ cells }: RawRow): boolean => cells.every((cell) => cell.trim() === '')

async function headerOf(table: FeedTable): Promise<RawRow | undefined> {
  for await (const rows of table.rows()) {
    const first = rows.find((row) => !isEmpty(row))
    if (first) return first
  }
  return undefined
}

async function* rowsOf(
  table: FeedTable,
  name: string,
  fields: readonly (string | null)[],
  header: number,
): AsyncGenerator<OnboardingRow[]> {
  for await (const rows of table.rows()) {
    const read: OnboardingRow[] = []
    for (const row of rows) {
      if (row.line <= header || isEmpty(row)) continue
      const values: Record<string, string> = {}
      for (let index = 0; index < fields.length; index++) {
        const field = fields[index]
        if (field) values[field] = row.cells[index] ?? ''
      }
      // A cell without a usable value (an error of Excel, a formula never computed) is read as what it shows, which no kind of cell takes.
      for (const { column } of row.problems ?? []) {
        const field = fields[column]
        if (field && values[field] === '') values[field] = '#N/A'
      }
      read.push({ source: `${name}/${row.line}`, values })
    }
    yield read
  }
}
