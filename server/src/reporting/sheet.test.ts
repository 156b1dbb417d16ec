import { buildAssetReport } from '@corridor/domain/asset-report.ts'
import { plainDate } from '@corridor/domain/period.ts'
import ExcelJS from 'exceljs'
import { afterEach, expect, test, vi } from 'vitest'
import { csvOf, renderCsv } from './csv.ts'
import { sampleSnapshot } from './sample-snapshot.ts'
import { type SheetColumn, type SheetValue, sheetOf } from './sheet.ts'
import { renderXlsx } from './xlsx.ts'

afterEach(() => vi.useRealTimers())

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
    ['007-12', '2024-02-29', -123_456, 0.0342, 1204, '2026-09-30T18:30:00Z', true],
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
  const csv = (await bytesOf(csvOf([COLUMNS[0] ?? { label: '', kind: 'text' }], [[text]]))).toString()
  expect(csv.split('\r\n').slice(1).join('\r\n').replace(/^"/, '').startsWith(`'${text[0]}`)).toBe(true)
})

test('a negative amount stays a number in CSV, and quotes, commas and lines keep their place', async () => {
  const csv = (
    await bytesOf(
      csvOf(COLUMNS.slice(0, 4), [
        ['say "hi", A', '2026-09-30', -5, 0.1 + 0.2],
        ['two\nlines', null, 1_234_567_890, 0],
      ]),
    )
  ).toString()
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

test('the workbook of a report has its sheets, typed figures, and formulas whose results are the sums', async () => {
  const view = buildAssetReport(sampleSnapshot({ policies: 50, isQuarterly: true }))
  const workbook = await read(await renderXlsx(view))
  expect(workbook.worksheets.map(({ name }) => name)).toEqual([
    'Summary',
    'Carriers',
    'Policies',
    'Ledger entries',
    'Ledger accounts',
    'Entries by policy',
    'Activity',
    'Trend',
    'Call Report',
    'Notes',
    'About',
  ])
  const policies = workbook.getWorksheet('Policies')
  if (!policies) throw new Error('no sheet of policies')
  const last = policies.getRow(policies.rowCount)
  expect(last.getCell(1).value).toBe('Total')
  let formulas = 0
  policies.eachRow((row) =>
    row.eachCell((cell) => {
      const range = /^SUBTOTAL\(9,([A-Z]+)(\d+):[A-Z]+(\d+)\)$/.exec(cell.formula ?? '')
      if (!range) return
      formulas++
      let cents = 0
      for (let index = Number(range[2]); index <= Number(range[3]); index++) {
        const { value } = policies.getCell(`${range[1]}${index}`)
        if (typeof value === 'number') cents += Math.round(value * 100)
      }
      expect(Math.round(Number(cell.result) * 100)).toBe(cents)
    }),
  )
  expect(formulas).toBeGreaterThan(50)
  const labels = policies.getRow(1).values
  const index = Array.isArray(labels) ? labels.findIndex((label) => label === 'CSV 09/30/2026') : -1
  expect(Math.round(Number(last.getCell(index).result) * 100)).toBe(view.controlTotals.cashSurrenderValue)
  const about = workbook.getWorksheet('About')
  const facts = new Map<unknown, unknown>()
  about?.eachRow((row) => facts.set(row.getCell(1).value, row.getCell(2).value))
  expect(facts.get('Values (snapshot hash)')).toBe('9f3ac21b')
  expect(facts.get('As of')).toEqual(new Date('2026-09-30T00:00:00Z'))
  expect(facts.get('Policies in force')).toBe(50)
  expect(facts.get('Control total, cash surrender value')).toBe(view.controlTotals.cashSurrenderValue / 100)
})

test('the same report makes the same workbook and CSV at any time', async () => {
  const view = buildAssetReport(sampleSnapshot({ policies: 9, period: plainDate('2025-12-31') }))
  const [xlsx, csv] = [await renderXlsx(view), await renderCsv(view)]
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2033-01-01T00:00:00Z') })
  expect((await renderXlsx(structuredClone(view))).equals(xlsx)).toBe(true)
  expect(await renderCsv(structuredClone(view))).toBe(csv)
  expect(csv.trimEnd().split('\r\n')).toHaveLength(10)
})

test('a summary, and a report without policies, make workbooks too', async () => {
  for (const options of [{ policies: 20, kind: 'AssetSummaryReport' }, { policies: 0 }] as const) {
    const workbook = await read(await renderXlsx(buildAssetReport(sampleSnapshot(options))))
    expect(workbook.getWorksheet('About')).toBeDefined()
  }
})
