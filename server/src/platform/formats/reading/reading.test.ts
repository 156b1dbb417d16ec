import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import fc from 'fast-check'
import Papa from 'papaparse'
import { afterAll, expect, test } from 'vitest'
import { zipStream } from '../zip.ts'
import { createTokenizer, dialectOf } from './delimited.ts'
import { openFeed } from './open.ts'
import { FeedRefusal, type RawRow } from './refusal.ts'

const folder = mkdtempSync(join(tmpdir(), 'corridor-reading-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const stored = (content: Buffer | string) => {
  const path = join(folder, crypto.randomUUID())
  writeFileSync(path, content)
  return path
}

async function read(content: Buffer | string): Promise<{ rows: RawRow[]; notes: string[] }> {
  const feed = await openFeed(stored(content))
  try {
    const rows: RawRow[] = []
    for (const table of feed.tables) {
      for await (const batch of table.rows()) rows.push(...batch)
      if (rows.length > 0) break
    }
    return { rows, notes: feed.notes }
  } finally {
    await feed.close()
  }
}
const cells = async (content: Buffer | string) => (await read(content)).rows.map((row) => row.cells)
const sentence = async (content: Buffer | string) => {
  try {
    await read(content)
  } catch (error) {
    if (error instanceof FeedRefusal) return error.message
    throw error
  }
  return 'read without complaint'
}

const plain = 'Policy No,CSV\nA-1,"1,234.50"\nA-2,2\n'
const expected = [
  ['Policy No', 'CSV'],
  ['A-1', '1,234.50'],
  ['A-2', '2'],
]

test.each([
  ['UTF-8', Buffer.from(plain)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${plain}`)],
  ['UTF-16 little endian with a mark', Buffer.from(`\ufeff${plain}`, 'utf16le')],
  ['UTF-16 little endian without', Buffer.from(plain, 'utf16le')],
  ['UTF-16 big endian with a mark', Buffer.from(`\ufeff${plain}`, 'utf16le').swap16()],
  ['Windows line ends', Buffer.from(plain.replaceAll('\n', '\r\n'))],
  ['old Macintosh line ends', Buffer.from(plain.replaceAll('\n', '\r'))],
  ['no line end after the last row', Buffer.from(plain.slice(0, -1))],
])('reads %s', async (_, content) => expect(await cells(content)).toEqual(expected))

test.each([[';'], ['\t'], ['|'], [',']])('finds the separator %j', async (separator) =>
  expect(await cells(`Carrier: ALPHA\nPolicy No${separator}DB${separator}CSV\nA-1${separator}5${separator}"7${separator}8"\n`)).toEqual([
    ['Carrier: ALPHA'],
    ['Policy No', 'DB', 'CSV'],
    ['A-1', '5', `7${separator}8`],
  ]),
)

test('a separator that Excel declares in the first line is taken', () => expect(dialectOf('sep=;\r\na;b\r\n').separator).toBe(';'))

test('Windows-1252 is read, with a sentence to check the names', async () => {
  const { rows, notes } = await read(Buffer.from('Insured,CSV\nJos\u00e9,1\n', 'latin1'))
  expect(rows[1]?.cells).toEqual(['José', '1'])
  expect(notes).toEqual([expect.stringContaining('read as Windows-1252')])
})

test('a cell over several lines keeps the line numbers of what follows exact', async () => {
  const { rows } = await read('Policy No,Insured\nA-1,"Doe,\n""John"""\nA-2,Roe\n')
  expect(rows.map((row) => [row.line, ...row.cells])).toEqual([
    [1, 'Policy No', 'Insured'],
    [2, 'A-1', 'Doe,\n"John"'],
    [4, 'A-2', 'Roe'],
  ])
})

test('any table comes back as it was written, however the text is cut into pieces, as papaparse reads it too', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '7', ' ', ',', ';', '"', '\n', 'é', '.'), maxLength: 8 })
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(table, fc.array(fc.nat({ max: 60 }), { maxLength: 6 }), (rows, cuts) => {
      const text = Papa.unparse(rows, { quotes: true, newline: '\n' })
      const tokenizer = createTokenizer({ separator: ',', newline: '\n' })
      const found: RawRow[] = []
      let rest = text
      for (const cut of cuts) {
        found.push(...tokenizer.push(rest.slice(0, cut)))
        rest = rest.slice(cut)
      }
      found.push(...tokenizer.push(rest), ...tokenizer.end())
      expect(found.map((row) => row.cells)).toEqual(rows)
      expect(found.map((row) => row.cells)).toEqual(Papa.parse(text, { delimiter: ',', newline: '\n' }).data)
    }),
    { numRuns: 300 },
  )
})

/** With its byte order mark, as some mainframe tools write it. */
function utf32(text: string, order: 'LE' | 'BE'): Buffer {
  const marked = `\ufeff${text}`
  const content = Buffer.alloc(marked.length * 4)
  for (let index = 0; index < marked.length; index++) {
    if (order === 'LE') content.writeUInt32LE(marked.charCodeAt(index), index * 4)
    else content.writeUInt32BE(marked.charCodeAt(index), index * 4)
  }
  return content
}

test.each([
  ['an empty file', Buffer.alloc(0), 'The file is empty'],
  ['a PDF named .csv', Buffer.from('%PDF-1.7\n1 0 obj'), 'This is a PDF document'],
  ['a packed file', Buffer.from([0x1f, 0x8b, 8, 0]), 'packed (gzip)'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), 'a picture'],
  ['a web page named .xls', Buffer.from('\n<html><table><tr><td>1</td></tr></table></html>'), 'a web page'],
  ['an XML document', Buffer.from('<?xml version="1.0"?><a/>'), 'XML'],
  ['an old XLS workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]), 'old XLS format'],
  [
    'an encrypted workbook',
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(100), Buffer.from('EncryptedPackage', 'utf16le')]),
    'protected with a password',
  ],
  ['binary data', Buffer.from('Policy No,CSV\nA-1,\0\0\u0001\n'), 'binary data'],
  ['NUL inside UTF-16', Buffer.from('\ufeffPolicy No,CSV\nA-1,1\u00002\n', 'utf16le'), 'characters that no text has'],
  ['half a character at the end of UTF-16', Buffer.from('\ufeffPolicy No,CSV\nA-1,1\n\ud83d', 'utf16le'), 'characters that no text has'],
  [
    'an odd byte at the end of UTF-16',
    Buffer.concat([Buffer.from('\ufeffPolicy No,CSV\nA-1,1\n', 'utf16le'), Buffer.from('A')]),
    'characters that',
  ],
  ['UTF-32 little endian', utf32('Policy No,CSV\nA-1,1\n', 'LE'), 'encoded in UTF-32'],
  ['UTF-32 big endian', utf32('Policy No,CSV\nA-1,1\n', 'BE'), 'encoded in UTF-32'],
  ['an unknown encoding', Buffer.from([0x41, 0x2c, 0x42, 0x0a, 0x81, 0x2c, 0x9d, 0x0a]), 'neither UTF-8 nor Windows-1252'],
  ['an open quotation mark', Buffer.from('Policy No,CSV\nA-1,"12\nA-2,3\n'), 'quotation mark opened in line 2 is never closed'],
  ['far too many columns', Buffer.from(`${'a,'.repeat(600)}\n`), 'more than 500 are not read'],
])('%s is answered with a sentence', async (_, content, expected) => expect(await sentence(content)).toContain(expected))

test('a quotation mark that swallows a large file is noticed before all of it is read', async () =>
  expect(await sentence(`a,b\n1,"2\n${'3,4\n'.repeat(200_000)}`)).toContain('opened in line 2 is never closed'))

async function workbook(fill: (sheet: ExcelJS.Worksheet, book: ExcelJS.Workbook) => void): Promise<Buffer> {
  const book = new ExcelJS.Workbook()
  fill(book.addWorksheet('In force'), book)
  return Buffer.from(await book.xlsx.writeBuffer())
}

test('a workbook gives dates as dates, percentages as percentages, numbers without binary noise, formulas by their cached value', async () => {
  const content = await workbook((sheet) => {
    sheet.addRow(['Policy No', 'Val Date', 'Rate', 'CSV', 'Net', 'MEC', 'Issued'])
    sheet.addRow([
      '007',
      new Date(Date.UTC(2026, 9, 31)),
      0.041,
      3059706.52,
      { formula: 'D2-1', result: 3059705.52 },
      true,
      new Date(Date.UTC(1998, 1, 28)),
    ])
    sheet.getCell('B2').numFmt = 'mm/dd/yyyy'
    sheet.getCell('C2').numFmt = '0.00%'
    sheet.getCell('G2').numFmt = '[$-409]d-mmm-yy'
    sheet.getCell('I4').value = 'far right'
  })
  const { rows } = await read(content)
  expect(rows.map((row) => row.line)).toEqual([1, 2, 4])
  expect(rows[1]?.cells).toEqual(['007', '2026-10-31', '4.1%', '3059706.52', '3059705.52', 'TRUE', '1998-02-28'])
  expect(rows[2]?.cells).toEqual(['', '', '', '', '', '', '', '', 'far right'])
})

test('a formula never computed and an Excel error are named by cell', async () => {
  const { rows } = await read(await workbook((sheet) => sheet.addRow(['A-1', { formula: 'B9*2' }, { error: '#REF!' }])))
  expect(rows[0]?.problems).toEqual([
    { column: 1, reason: expect.stringContaining('formula without a computed value') },
    { column: 2, reason: expect.stringContaining('#REF!') },
  ])
})

test('hidden sheets are passed over, rich text is joined', async () => {
  const content = await workbook((sheet, book) => {
    sheet.state = 'hidden'
    sheet.addRow(['secret'])
    book.addWorksheet('Second').addRow([{ richText: [{ text: 'Policy ' }, { text: 'No', font: { bold: true } }] }])
  })
  expect(await cells(content)).toEqual([['Policy No']])
})

const zip = (parts: Record<string, string | Buffer>): Promise<Buffer> =>
  buffer(zipStream(Object.entries(parts).map(([name, content]) => ({ name, content: Buffer.from(content), compress: true }))))
const skeleton = {
  'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}

test.each([
  ['macros', { ...skeleton, 'xl/vbaProject.bin': 'x' }, 'contains macros'],
  ['a binary workbook', { 'xl/workbook.bin': 'x' }, 'XLSB'],
  ['an archive of other things', { 'feed.csv': 'a,b' }, 'not an Excel workbook'],
  ['no sheet', { ...skeleton, 'xl/workbook.xml': '<workbook><sheets/></workbook>' }, 'no visible sheet'],
  ['a damaged sheet', { ...skeleton, 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c>' }, 'damaged'],
  [
    'entities (billion laughs)',
    { ...skeleton, 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "bb">]><worksheet>&b;</worksheet>' },
    'declares XML entities',
  ],
  ['a bomb', { ...skeleton, 'xl/worksheets/sheet1.xml': Buffer.alloc(60 << 20, 0x20) }, 'unpacks to far more'],
])('a workbook with %s is refused with a sentence', async (_, parts, expected) => {
  expect(await sentence(await zip(parts))).toContain(expected)
})

test.each(['<row r="2"/><row r="2"/>', '<row r="x"/>', '<row r="1048577"/>', '<row r="1.5"/>', '<row r="1"><c r="1"/></row>'])(
  'a sheet whose rows read %s is refused as damaged, or for its columns: two lines of one number would be one',
  async (rows) => {
    const content = await zip({ ...skeleton, 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>` })
    expect(await sentence(content)).toMatch(/rows are not in order|more than 500 columns/)
  },
)

test('an archive that lies about its sizes is refused as damaged', async () => {
  const content = await zip({ ...skeleton, 'xl/worksheets/sheet1.xml': `<worksheet>${' '.repeat(100_000)}</worksheet>` })
  const declared = Buffer.alloc(4)
  declared.writeUInt32LE(100_000 + '<worksheet></worksheet>'.length)
  for (let at = content.indexOf(declared); at >= 0; at = content.indexOf(declared, at + 1)) content.writeUInt32LE(9, at)
  expect(await sentence(content)).toContain('damaged')
})

test('a cut-off workbook is refused as damaged', async () => {
  const content = await workbook((sheet) => sheet.addRow(['Policy No', 'CSV']))
  expect(await sentence(content.subarray(0, content.length - 200))).toContain('damaged')
})

test('the mark that ended files under DOS is no line', async () => {
  expect(await cells(`${plain}\u001a`)).toEqual(await cells(plain))
})
test.each(['{\n "rows": []}', '[{"policy": 1}]', '{"policy":1}'])('JSON is named: %s', async (text) =>
  expect(await sentence(text)).toMatch(/^This is JSON/),
)
