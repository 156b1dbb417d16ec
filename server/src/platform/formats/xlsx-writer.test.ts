import ExcelJS from 'exceljs'
import { expect, test, vi } from 'vitest'
import { csvText } from './csv.ts'
import { type SheetColumn, type SheetValue, sheetOf } from './xlsx-writer.ts'

const COLUMNS: SheetColumn[] = [
  { label: 'Policy', kind: 'text' },
  { label: 'Issued', kind: 'date' },
  { label: 'CSV', kind: 'money' },
  { label: 'Yield', kind: 'percent' },
  { label: 'Policies', kind: 'count' },
  { label: 'Changed', kind: 'instant' },
  { label: 'Active', kind: 'flag' },
]
async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
async function read(bytes: Buffer): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(Uint8Array.from(bytes).buffer)
  return workbook
}
const exported = async (rows: SheetValue[][]) =>
  (await read(await bytesOf(sheetOf(COLUMNS, rows, { name: 'Policies', date: '2026-09-30' })))).worksheets[0]

test('cells are typed: text, date, dollars, percent, count, time, missing', async () => {
  const sheet = await exported([
    ['007-12', '2024-02-29', -123_456, 0.0342, 1204, '2026-09-30 18:30:00', true],
    ['A', null, null, undefined, 0, '', false],
  ])
  const cell = (address: string) => sheet?.getCell(address)
  expect(cell('A2')).toMatchObject({ type: ExcelJS.ValueType.String, value: '007-12', numFmt: '@' })
  expect(cell('B2')).toMatchObject({ type: ExcelJS.ValueType.Date, value: new Date('2024-02-29T00:00:00Z'), numFmt: 'mm/dd/yyyy' })
  expect(cell('C2')).toMatchObject({ type: ExcelJS.ValueType.Number, value: -1234.56, numFmt: '"$"#,##0.00;-"$"#,##0.00' })
  expect(cell('D2')).toMatchObject({ value: 0.0342, numFmt: '0.00%' })
  expect(cell('E2')).toMatchObject({ value: 1204, numFmt: '#,##0' })
  expect(cell('F2')?.value).toEqual(new Date('2026-09-30T18:30:00.000Z'))
  expect(cell('G2')?.value).toBe('Yes')
  for (const address of ['B3', 'C3', 'D3', 'F3']) expect(cell(address)?.value).toBeNull()
  expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
  expect(sheet?.autoFilter).toBe('A1:G3')
  expect(sheet?.getColumn(3).width).toBeGreaterThan(15)
})

const DANGEROUS = ['=1+1', '+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠1']

test.each(DANGEROUS)('text like %j stays text in XLSX, with its quote prefix, and is defused in CSV', async (text) => {
  const bytes = await bytesOf(sheetOf(COLUMNS, [[text]], { name: 'x', date: '2026-09-30' }))
  const cell = (await read(bytes)).worksheets[0]?.getCell('A2')
  expect(cell?.type).toBe(ExcelJS.ValueType.String)
  expect(cell?.formula).toBeUndefined()
  expect(cell?.text.trim()).toBe(text.trim())
  const csv = csvText([COLUMNS[0] ?? { label: '', kind: 'text' }], [[text]])
  expect(csv.split('\r\n').slice(1).join('\r\n').replace(/^"/, '').startsWith(`'${text[0]}`)).toBe(true)
})

test('a negative amount stays a number in CSV, and quotes, commas and lines keep their place', () => {
  const csv = csvText(COLUMNS.slice(0, 4), [
    ['say "hi", A', '2026-09-30', -5, 0.1 + 0.2],
    ['two\nlines', null, 1_234_567_890, 0],
  ])
  expect(csv).toBe('\ufeffPolicy,Issued,CSV,Yield\r\n"say ""hi"", A",2026-09-30,-0.05,0.3\r\n"two\nlines",,12345678.90,0\r\n')
})

test('characters that XML cannot hold are left out, markup is kept as text', async () => {
  const sheet = await exported([['<b>&"\u0001\ud800 Dvořák 李', null, 9_007_199_254_740_991]])
  expect(sheet?.getCell('A2').value).toMatch(/^<b>&"\ufffd? Dvořák 李$/)
  expect(sheet?.getCell('C2').value).toBe(90_071_992_547_409.91)
})

test('whoever stops reading an export closes the rows it comes from', async () => {
  let closed = false
  async function* endless() {
    try {
      for (let id = 0; ; id++) yield [`P-${id}`, '2026-09-30', id, 0.03, 1]
    } finally {
      closed = true
    }
  }
  const stream = sheetOf(COLUMNS, endless(), { name: 'x', date: '2026-09-30' })
  let taken = 0
  for await (const chunk of stream) if ((taken += chunk.length) > 100_000) break
  await vi.waitFor(() => expect(closed).toBe(true))
})
