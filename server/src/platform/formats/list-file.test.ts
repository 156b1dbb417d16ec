import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, type FlatRecord, flatRecord, type ListColumn, titleOf, watchColumns } from '../http/list-columns.ts'
import { clockOf } from './clock.ts'
import { csvText, neutral } from './csv.ts'
import { aboutSheet, type ListFile, writeList } from './list-file.ts'
import { type SheetKind, workbookBytes } from './xlsx-writer.ts'

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
].map((record) => flatRecord(record))

function columnsOf(rows: readonly FlatRecord[], wanted?: readonly string[], declared?: readonly string[]): ListColumn[] {
  const seen = watchColumns()
  for (const row of rows) seen.add(row)
  return seen.columns(wanted, declared)
}

const about: ListFile['about'] = [['Rows', '2']]
/** The file of a list whose rows come in pieces of so many. */
async function fileOf(format: ListFile['format'], rows: readonly FlatRecord[], each = 1): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'corridor-sheets-'))
  try {
    const pieces = Array.from({ length: Math.ceil(rows.length / each) }, (_, at) =>
      Buffer.from(JSON.stringify(rows.slice(at * each, (at + 1) * each))),
    )
    const [path, from] = [join(folder, 'list'), join(folder, 'rows')]
    await writeFile(from, Buffer.concat(pieces))
    const list = { format, title: 'Asset Reports', about, columns: columnsOf(rows), timeZone: 'Pacific/Honolulu', date: '2026-11-21', path }
    await writeList({ ...list, rows: { path: from, pieces: pieces.map(({ length }) => length) } }, new AbortController().signal)
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('an exported workbook holds numbers, dollars, fractions and dates as such, and codes as text', async () => {
  const content = await fileOf('xlsx', records)
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
  const content = await fileOf('csv', records)
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

/** Facts about the columns of a list, stated for all its rows at once. */
function columnsOfAll(rows: readonly FlatRecord[]): ListColumn[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].map((key) => {
    const values = rows.map((row) => row[key]).filter((value) => value !== null && value !== undefined)
    const all = (test: (value: Cell) => boolean) => values.length > 0 && values.every(test)
    const isNumbers = all((value) => typeof value === 'number')
    const kinds: [SheetKind, boolean][] = [
      ['flag', all((value) => typeof value === 'boolean')],
      ['money', isNumbers && key.endsWith('Cents')],
      ['percent', isNumbers && (/(yield|rate|fraction)$/i.test(key) || key.startsWith('shareOf'))],
      ['count', isNumbers && all(Number.isInteger) && !/(^id|Id|Year|Line(Number)?)$/.test(key)],
      ['decimal', isNumbers],
      ['date', all((value) => /^\d{4}-\d\d-\d\d$/.test(String(value)))],
      ['instant', all((value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(String(value)))],
    ]
    const [kind] = kinds.find(([, is]) => is) ?? (['text'] as const)
    const label = titleOf(key)
    if (kind !== 'text') return { key, label, kind }
    const lengths = rows.slice(0, 200).map((row) => String(row[key] ?? '').length)
    return { key, label, kind, width: Math.min(60, Math.max(label.length, ...lengths)) }
  })
}

const cell = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constantFrom(
    '2026-09-30',
    '2026-09-30T10:11:12Z',
    '2026-09-30T10:11:12.345Z',
    '=1+1',
    '-',
    '007',
    'a\u2028b\r\nc',
    'Dvořák 🏦',
    '\ud800',
  ),
  fc.string({ unit: 'binary' }),
)
const KEYS = ['id', 'name', 'valueCents', 'netYield', 'shareOfAll', 'planYear', 'lineNumber', 'releasedAt', 'stats.Ready']
/** A column is mostly of one kind, as lists are, sometimes of several; some rows are without it. */
const lists = fc
  .tuple(
    ...KEYS.map(() => fc.array(cell, { minLength: 1, maxLength: 3 })),
    fc.array(fc.array(fc.nat(8), { maxLength: 9 }), { maxLength: 12 }),
  )
  .map((made) => {
    const [choices, rows] = [made.slice(0, -1) as Cell[][], made.at(-1) as number[][]]
    return rows.map((picks) =>
      Object.fromEntries(
        picks.map((pick, at) => [
          KEYS[at] ?? '',
          pick === 8 ? undefined : pick === 7 ? null : choices[at]?.[pick % (choices[at]?.length ?? 1)],
        ]),
      ),
    )
  })

test('columns learned row by row are those that all rows together have, and the file is the one made of all rows in memory, to the byte', async () => {
  await fc.assert(
    fc.asyncProperty(lists, fc.integer({ min: 1, max: 5 }), async (rows, each) => {
      const columns = columnsOfAll(rows)
      expect(columnsOf(rows)).toEqual(columns)
      const onSite = clockOf('Pacific/Honolulu')
      const shown = (value: Cell, kind: SheetKind) => (kind === 'instant' && value ? onSite(String(value)) : value)
      const cells = rows.map((row) => columns.map(({ key, kind }) => shown(row[key], kind)))
      expect(await fileOf('csv', rows, each)).toEqual(Buffer.from(csvText(columns, cells)))
      const sheet = { name: 'Asset Reports', columns, rows: cells, frozenColumns: columns.length > 6 ? 1 : 0 }
      const whole = { title: 'Asset Reports', author: 'Corridor', date: '2026-11-21', sheets: [sheet, aboutSheet(about)] }
      expect((await fileOf('xlsx', rows, each)).equals(await workbookBytes(whole))).toBe(true)
    }),
    { numRuns: 150 },
  )
})
