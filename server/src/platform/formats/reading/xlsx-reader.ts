/** XLSX sheets row by row, in little memory: cached values of formulas, dates and percentages by the cell's format. */
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { type Archive, openArchive, pieces } from './archive.ts'
import { MAX_SHEETS } from './lines.ts'
import { FeedRefusal, MAX_CELL_LENGTH, MAX_COLUMNS, MAX_ROWS, type OpenFeed, type RawRow } from './refusal.ts'

const MAX_SHARED_STRINGS = 96 << 20
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export async function openWorkbook(path: string): Promise<OpenFeed> {
  const archive = await openArchive(path)
  try {
    if (archive.names().some((name) => /vbaProject\.bin$|macrosheets\//i.test(name)))
      throw new FeedRefusal('The workbook contains macros. Save it as XLSX without macros and upload that file.', 'unsupported')
    if (archive.has('xl/workbook.bin'))
      throw new FeedRefusal('This is a binary workbook (XLSB). Save it as XLSX or CSV and upload that file.', 'unsupported')
    if (!archive.has('xl/workbook.xml'))
      throw new FeedRefusal('This is an archive, not an Excel workbook. Unpack it and upload the CSV or XLSX inside.', 'unsupported')
    const { sheets, names, date1904 } = await readWorkbook(archive)
    const formats = archive.has('xl/styles.xml') ? await readFormats(archive) : []
    const shared = archive.has('xl/sharedStrings.xml') ? await readSharedStrings(archive) : []
    const tables = sheets.map(({ name, part, place, isHidden }) => {
      const hiddenColumns = new Set<number>()
      return {
        isHidden,
        table: { name, place, hiddenColumns, rows: () => readSheet(archive, part, { formats, shared, date1904 }, hiddenColumns) },
      }
    })
    return {
      mediaType: XLSX,
      notes: [],
      tables: tables.flatMap(({ isHidden, table }) => (isHidden ? [] : [table])),
      hidden: tables.flatMap(({ isHidden, table }) => (isHidden ? [table] : [])),
      sheets: names.length > 1 ? names : null,
      close: async () => archive.close(),
    }
  } catch (cause) {
    archive.close()
    throw cause
  }
}

type Format = 'date' | 'percent' | 'number'
interface Book {
  formats: Format[]
  shared: string[]
  date1904: boolean
}

interface Sheet {
  name: string
  part: string
  place: number
  isHidden: boolean
}

async function readWorkbook(archive: Archive): Promise<{ sheets: Sheet[]; names: string[]; date1904: boolean }> {
  const listed: { name: string; relation: string; isHidden: boolean }[] = []
  let date1904 = false
  await parsePart(archive, 'xl/workbook.xml', {
    open: ({ name, attributes }) => {
      if (name === 'workbookPr') date1904 = attributes.date1904 === '1' || attributes.date1904 === 'true'
      if (name === 'sheet')
        listed.push({
          name: attributes.name ?? '',
          relation: attributes['r:id'] ?? '',
          isHidden: (attributes.state ?? 'visible') !== 'visible',
        })
    },
  })
  const targets = new Map<string, string>()
  await parsePart(archive, 'xl/_rels/workbook.xml.rels', {
    open: ({ name, attributes }) => {
      if (name === 'Relationship' && attributes.Type?.endsWith('/worksheet')) targets.set(attributes.Id ?? '', attributes.Target ?? '')
    },
  })
  if (listed.length > MAX_SHEETS) throw new FeedRefusal(`The workbook has more than ${MAX_SHEETS} sheets. Is this the right file?`)
  const sheets = listed.flatMap(({ name, relation, isHidden }, place) => {
    const target = targets.get(relation)
    const part = target?.startsWith('/') ? target.slice(1) : `xl/${target ?? ''}`
    return target && archive.has(part) ? [{ name, part, place, isHidden }] : []
  })
  if (!sheets.some(({ isHidden }) => !isHidden))
    throw new FeedRefusal('The workbook has no visible sheet with rows. Ask the carrier to send it again.')
  return { sheets, names: listed.map(({ name }) => name), date1904 }
}

/** The format of each cell style, by its index. */
async function readFormats(archive: Archive): Promise<Format[]> {
  const codes = new Map<number, string>()
  const formats: Format[] = []
  let inCells = false
  await parsePart(archive, 'xl/styles.xml', {
    open: ({ name, attributes }) => {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) formats.push(formatOf(Number(attributes.numFmtId ?? 0), codes))
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return formats
}

/** ECMA-376 part 1, 18.8.30: the built-in formats, then the letters of a custom code outside quotes and brackets. */
function formatOf(id: number, codes: Map<number, string>): Format {
  if (id === 9 || id === 10) return 'percent'
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)) return 'date'
  const code = (codes.get(id) ?? '').replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '')
  if (code.includes('%')) return 'percent'
  return /[dmyh]/i.test(code.replace(/general/i, '')) ? 'date' : 'number'
}

async function readSharedStrings(archive: Archive): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let inText = false
  let phonetic = false
  await parsePart(
    archive,
    'xl/sharedStrings.xml',
    {
      open: ({ name }) => {
        if (name === 'si') text = ''
        if (name === 'rPh') phonetic = true
        inText = name === 't' && !phonetic
      },
      text: (piece) => {
        if (inText && text.length < MAX_CELL_LENGTH) text += piece
      },
      close: (name) => {
        if (name === 't') inText = false
        if (name === 'rPh') phonetic = false
        if (name === 'si') strings.push(text)
      },
    },
    MAX_SHARED_STRINGS,
  )
  return strings
}

async function* readSheet(archive: Archive, part: string, book: Book, hiddenColumns: Set<number>): AsyncGenerator<RawRow[]> {
  let rows: RawRow[] = []
  let row: RawRow = { line: 0, cells: [] }
  let cell = { column: 0, type: 'n', style: 0, hasFormula: false, value: '' }
  let reading = false
  let nextColumn = 0
  const parser = parserOf({
    open: ({ name, attributes }) => {
      if (name === 'row') {
        row = { line: rowOf(attributes.r, row.line), cells: [] }
        if (isTrue(attributes.hidden)) row.isHidden = true
        nextColumn = 0
      } else if (name === 'col' && isTrue(attributes.hidden)) {
        const last = Math.min(Number(attributes.max), MAX_COLUMNS)
        for (let column = Number(attributes.min); column <= last; column++) hiddenColumns.add(column - 1)
      } else if (name === 'c') {
        const column = attributes.r ? columnOf(attributes.r) : nextColumn
        if (!(column >= 0 && column < MAX_COLUMNS))
          throw new FeedRefusal(`Row ${row.line} has more than ${MAX_COLUMNS} columns. Is this the right sheet?`)
        cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), hasFormula: false, value: '' }
        nextColumn = column + 1
      } else if (name === 'f') cell.hasFormula = true
      else reading = name === 'v' || (name === 't' && cell.type === 'inlineStr')
    },
    text: (piece) => {
      if (reading && cell.value.length < MAX_CELL_LENGTH) cell.value += piece
    },
    close: (name) => {
      if (name === 'v' || name === 't') reading = false
      else if (name === 'c') {
        while (row.cells.length < cell.column) row.cells.push('')
        const text = textOf(cell, book)
        row.cells.push(text)
        if (cell.hasFormula && cell.value === '')
          problem(
            row,
            cell.column,
            'The cell holds a formula without a computed value. Open the file in Excel, save it, and upload it again.',
          )
        else if (cell.type === 'e') problem(row, cell.column, `The cell shows the Excel error ${text}. Ask the carrier for the value.`)
      } else if (name === 'row') rows.push(row)
    },
  })
  for await (const piece of pieces(await archive.stream(part))) {
    parser.write(piece)
    if (rows.length === 0) continue
    const batch = rows
    rows = []
    yield batch
  }
  parser.close()
  if (rows.length > 0) yield rows
}

const isTrue = (attribute: string | undefined): boolean => attribute === '1' || attribute === 'true'

/** The number that a row gives itself: they rise, up to the last row a sheet may have. */
function rowOf(reference: string | undefined, before: number): number {
  const line = reference === undefined ? before + 1 : Number(reference)
  if (Number.isInteger(line) && line > before && line <= MAX_ROWS) return line
  throw new FeedRefusal(
    'The workbook is damaged: its rows are not in order. Open it in Excel, save it again as XLSX, and upload that file.',
  )
}

function problem(row: RawRow, column: number, reason: string) {
  row.problems ??= []
  row.problems.push({ column, reason })
}

function textOf(cell: { type: string; style: number; value: string }, book: Book): string {
  if (cell.value === '') return ''
  switch (cell.type) {
    case 's':
      return book.shared[Number(cell.value)] ?? ''
    case 'b':
      return cell.value === '1' ? 'TRUE' : 'FALSE'
    case 'str':
    case 'inlineStr':
    case 'e':
      return cell.value
    case 'd':
      return cell.value.slice(0, 10)
    default: {
      const value = Number(cell.value)
      if (!Number.isFinite(value)) return cell.value
      const format = book.formats[cell.style] ?? 'number'
      if (format === 'date') return dateOf(value, book.date1904)
      // Written as a percentage, so that 0.041 shown as 4.10 % cannot be taken for 0.041 %.
      return format === 'percent' ? `${plainNumber(value * 100)}%` : plainNumber(value)
    }
  }
}

/** Without the binary noise of a spreadsheet's 15 digits, and without an exponent. */
function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(15))
  const text = String(rounded)
  return text.includes('e') ? rounded.toFixed(Math.abs(rounded) < 1 ? 15 : 0) : text
}

/** A serial date of Excel; day 60 is the 29 February 1900 that never was. */
function dateOf(serial: number, date1904: boolean): string {
  const days = Math.floor(serial) + (date1904 ? 1462 : 0)
  if (days < 1 || days > 401_768) return plainNumber(serial)
  return new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * 86_400_000).toISOString().slice(0, 10)
}

function columnOf(reference: string): number {
  let column = 0
  for (let index = 0; index < reference.length; index++) {
    const letter = reference.charCodeAt(index) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}

interface Handlers {
  open?: (tag: { name: string; attributes: Record<string, string | undefined> }) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

async function parsePart(archive: Archive, part: string, handlers: Handlers, limit = 32 << 20): Promise<void> {
  const parser = parserOf(handlers)
  for await (const piece of pieces(await archive.stream(part, limit))) parser.write(piece)
  parser.close()
}

function parserOf({ open, text, close }: Handlers): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: false })
  // Some writers prefix every element (x:row); the local name decides.
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', (cause) => {
    throw Object.assign(
      new FeedRefusal('The workbook is damaged: a sheet cannot be read. Open it in Excel, save it again as XLSX, and upload that file.'),
      { cause },
    )
  })
  parser.on('doctype', () => {
    throw new FeedRefusal('The workbook declares XML entities, which no spreadsheet program does. It was not read.', 'unsupported')
  })
  if (open) parser.on('opentag', (tag: SaxesTagPlain) => open({ name: local(tag.name), attributes: tag.attributes }))
  if (text) parser.on('text', text)
  if (close) parser.on('closetag', (tag: SaxesTagPlain) => close(local(tag.name)))
  return parser
}
