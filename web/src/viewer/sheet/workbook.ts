/** A workbook's sheets as Excel shows them: stored values by their number formats, as many rows as a page draws, no formula worked out. */
import { format, isDateFormat } from 'numfmt'
import { formatCodeOf } from './format-codes.ts'
import { entriesOf, textOf, type ZipEntry } from './zip.ts'

export interface Cell {
  text: string
  /** Numbers and dates stand to the right. */
  right: boolean
}
export interface SheetRows {
  /** A missing cell is empty. */
  rows: (Cell | undefined)[][]
  /** There are more. */
  cut: boolean
}
export interface Workbook {
  sheets: readonly string[]
  read: (sheet: number, mostRows: number, mostColumns: number) => Promise<SheetRows>
}

export type WorkbookFault = 'broken' | 'encrypted' | 'tooLarge'
/** Bytes of one part, unpacked. */
const LARGEST_PART = 150_000_000

/** @throws the fault, as text of an Error */
export async function openWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Workbook> {
  // A password turns a workbook into a file of Microsoft's compound format.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw fault('encrypted')
  const entries = entriesOf(bytes)
  if (!entries) throw fault('broken')
  const part = (name: string) => whole(bytes, entries.get(name))
  const [book, relations, styles, strings] = await Promise.all([
    part('xl/workbook.xml'),
    part('xl/_rels/workbook.xml.rels'),
    part('xl/styles.xml'),
    part('xl/sharedStrings.xml'),
  ])
  if (book === '') throw fault('broken')
  const targets = new Map(tags(relations, 'Relationship').map((tag) => [attribute(tag, 'Id'), attribute(tag, 'Target')]))
  const sheets = tags(book, 'sheet')
    .filter((tag) => !/hidden/i.test(attribute(tag, 'state')))
    .map((tag) => ({ name: attribute(tag, 'name'), path: pathOf(targets.get(attribute(tag, '\\w+:id')) ?? '') }))
    .filter(({ path }) => entries.has(path))
  if (sheets.length === 0) throw fault('broken')
  const from1904 = /^(1|true)$/.test(attribute(tags(book, 'workbookPr')[0] ?? '', 'date1904'))
  const formats = formatsOf(styles)
  const words = [...strings.matchAll(/<(?:\w+:)?si\b[^>]*?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?si>)/g)].map(([, content = '']) => textIn(content))
  return {
    sheets: sheets.map(({ name }) => name),
    read: (sheet, mostRows, mostColumns) => {
      const entry = entries.get(sheets[sheet]?.path ?? '')
      if (!entry) throw fault('broken')
      return rowsOf(bytes, entry, mostRows, (row) => cellsOf(row, mostColumns, { words, formats, from1904 }))
    },
  }
}

const fault = (name: WorkbookFault): Error => new Error(name)

async function whole(bytes: Uint8Array<ArrayBuffer>, entry: ZipEntry | undefined): Promise<string> {
  if (!entry) return ''
  if (entry.encrypted) throw fault('encrypted')
  try {
    let text = ''
    for await (const part of textOf(bytes, entry, LARGEST_PART)) text += part
    return text
  } catch (cause) {
    throw cause instanceof RangeError ? fault('tooLarge') : fault('broken')
  }
}

/** Rows as they come out of the archive; reading ends with the last row that is shown. */
async function rowsOf(
  bytes: Uint8Array<ArrayBuffer>,
  entry: ZipEntry,
  most: number,
  read: (row: string) => (Cell | undefined)[],
): Promise<SheetRows> {
  const rows: (Cell | undefined)[][] = []
  let left = ''
  try {
    for await (const text of textOf(bytes, entry, LARGEST_PART)) {
      left += text
      let done = 0
      for (const found of left.matchAll(/<(?:\w+:)?row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?row>)/g)) {
        const number = Number(attribute(found[1] ?? '', 'r')) || rows.length + 1
        if (number > most) return { rows, cut: true }
        while (rows.length < number - 1) rows.push([])
        rows[number - 1] = read(found[2] ?? '')
        done = found.index + found[0].length
      }
      left = left.slice(done)
    }
  } catch (cause) {
    // The readable part of a damaged sheet would look like all of it.
    throw cause instanceof RangeError ? fault('tooLarge') : fault('broken')
  }
  return { rows, cut: false }
}

interface Shared {
  words: readonly string[]
  formats: readonly string[]
  from1904: boolean
}

function cellsOf(row: string, mostColumns: number, shared: Shared): (Cell | undefined)[] {
  const cells: (Cell | undefined)[] = []
  for (const [, attributes = '', content = ''] of row.matchAll(/<(?:\w+:)?c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g)) {
    const column = columnOf(attribute(attributes, 'r')) ?? cells.length
    if (column < mostColumns) cells[column] = cellOf(attributes, content, shared)
  }
  return cells
}

function cellOf(attributes: string, content: string, { words, formats, from1904 }: Shared): Cell | undefined {
  const type = attribute(attributes, 't')
  if (type === 'inlineStr') return { text: textIn(content), right: false }
  const value = /<(?:\w+:)?v\b[^>]*>([\s\S]*?)<\/(?:\w+:)?v>/.exec(content)?.[1]
  if (value === undefined || value === '') return undefined
  if (type === 's') return { text: words[Number(value)] ?? '', right: false }
  if (type === 'b') return { text: value === '1' ? 'TRUE' : 'FALSE', right: false }
  if (type === 'str' || type === 'e' || type === 'd') return { text: unescaped(value), right: false }
  const number = Number(value)
  if (!Number.isFinite(number)) return { text: unescaped(value), right: false }
  return { text: shownNumber(number, formats[Number(attribute(attributes, 's')) || 0] ?? 'General', from1904), right: true }
}

/** Days from Excel's first day to that of old Macintosh files. */
const DAYS_TO_1904 = 1462

/** @param code as in the file */
export function shownNumber(value: number, code: string, from1904 = false): string {
  // A euro amount keeps American separators, as Excel shows it on an American machine: 1.234 is not read as one and a bit.
  const pattern = code.replace(/\[\$([^\]-]+)-[^\]]*\]/g, '[$$$1]')
  const stored = from1904 && isDateFormat(pattern) ? value + DAYS_TO_1904 : value
  return format(pattern, stored, { dateErrorNumber: false, dateSpanLarge: false, throws: false, overflow: '########' }).trim()
}

/** The format code of each cell style. */
function formatsOf(styles: string): string[] {
  const own = new Map(tags(styles, 'numFmt').map((tag) => [Number(attribute(tag, 'numFmtId')), attribute(tag, 'formatCode')]))
  const cells = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? ''
  return tags(cells, 'xf').map((tag) => {
    const id = Number(attribute(tag, 'numFmtId'))
    return own.get(id) ?? formatCodeOf(id)
  })
}

const tags = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) => attributes)

const attribute = (tag: string, name: string): string => unescaped(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

/** Text of a string: its runs, without the readings that East Asian text carries. */
const textIn = (content: string): string =>
  [...content.replace(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, '').matchAll(/<(?:\w+:)?t\b[^>]*>([\s\S]*?)<\/(?:\w+:)?t>/g)]
    .map(([, text = '']) => unescaped(text))
    .join('')

const SIGNS: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
/** XML's signs, and Excel's own way to write control characters. */
function unescaped(text: string): string {
  if (!/[&_]/.test(text)) return text
  return text
    .replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (sign, hex?: string, decimal?: string, name?: string) => {
      if (name) return SIGNS[name] ?? sign
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** 0 for A. @returns undefined without letters */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (!letters) return undefined
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const pathOf = (target: string): string => (target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`)
