import ExcelJS from 'exceljs'
import { expect, test } from 'vitest'
import { neutral } from './csv.ts'
import { columnsOf, flatRecord, type ListFile, titleOf, writeList } from './sheets.ts'

const records = [
  {
    id: 1,
    name: '=HYPERLINK("http://evil")',
    cashSurrenderValueCents: -123_456,
    netYield: 0.0412,
    statementDate: '2026-09-30',
    code: '0001',
    released: true,
  },
  {
    id: 2,
    name: 'Alder, "National" Bank',
    cashSurrenderValueCents: 5,
    netYield: null,
    statementDate: '2026-10-31',
    code: '0002',
    released: false,
  },
].map(flatRecord)
const list = (): ListFile => ({
  title: 'Asset Reports',
  about: [['Rows', '2']],
  columns: columnsOf(records),
  rows: records,
  date: '2026-11-21',
})

test('an exported workbook holds numbers, dollars, fractions and dates as such, and codes as text', async () => {
  const { content } = await writeList('xlsx', list())
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(new Uint8Array(content).buffer)
  const sheet = workbook.getWorksheet('Asset Reports')
  expect(sheet?.getRow(1).values).toEqual([
    undefined,
    'ID',
    'Name',
    'Cash Surrender Value',
    'Net Yield',
    'Statement Date',
    'Code',
    'Released',
  ])
  expect(sheet?.getRow(2).values).toEqual([
    undefined,
    1,
    // A text with a leading quote of the spreadsheet's own: it keeps its value and never runs.
    '=HYPERLINK("http://evil")',
    -1234.56,
    0.0412,
    new Date('2026-09-30T00:00:00Z'),
    '0001',
    'Yes',
  ])
  expect(sheet?.getCell('B2').type).toBe(ExcelJS.ValueType.String)
  expect(sheet?.getCell('A2').numFmt ?? 'General').toBe('General')
  expect(sheet?.getCell('C2').numFmt).toBe('"$"#,##0.00;-"$"#,##0.00')
  expect(sheet?.getCell('E2').numFmt).toBe('mm/dd/yyyy')
  expect(sheet?.getCell('F2').numFmt).toBe('@')
  expect(sheet?.autoFilter).toBe('A1:G3')
  expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
  expect(workbook.getWorksheet('About')?.getRow(2).values).toEqual([undefined, 'Rows', '2'])
})

test('an exported CSV quotes what needs it, keeps negative numbers and neutralises formulas', async () => {
  const { content } = await writeList('csv', list())
  expect(content.toString()).toBe(
    '\uFEFFID,Name,Cash Surrender Value,Net Yield,Statement Date,Code,Released\r\n' +
      `1,"'=HYPERLINK(""http://evil"")",-1234.56,0.0412,2026-09-30,0001,Yes\r\n` +
      '2,"Alder, ""National"" Bank",0.05,,2026-10-31,0002,No\r\n',
  )
})

test.each(['=1+1', '+1 (555)', '-2+3', '@SUM(A1)', '\tx', '\rx', '\n=1', '＝1', '＋1', '－1', '＠a', '  =1'])(
  'text %j does not reach a spreadsheet as a formula',
  (text) => {
    expect(neutral(text)).toBe(`'${text}`)
  },
)
test.each(['-', '-12.50', '0001', 'A-1', '-3%', 'plain'])('text %j stays as it is', (text) => expect(neutral(text)).toBe(text))

test('the caller chooses the columns and their order, and a column that is not there is refused', () => {
  expect(columnsOf(records, ['code', 'id']).map(({ label }) => label)).toEqual(['Code', 'ID'])
  expect(() => columnsOf(records, ['password'])).toThrow()
})

test('what lies one level deep becomes columns, lists become text', () => {
  expect(flatRecord({ id: 1, stats: { Ready: 2, deep: {} }, can: ['release', 'delete'], gone: null })).toEqual({
    id: 1,
    'stats.Ready': 2,
    can: 'release, delete',
    gone: null,
  })
  expect(titleOf('stats.Ready')).toBe('Stats Ready')
})
