import { expect, test } from 'vitest'
import { layOutTable } from './table-layout.ts'

const ROW_HEIGHT = 11
/** Every letter half as wide as high. */
const measure = (text: string) => text.length * 0.5

test('a note under a row stands across the table, and makes its row as high as its lines', () => {
  const { rows } = layOutTable(
    {
      columns: [
        { label: 'Carrier', align: 'left', wraps: { widest: 20, narrowest: 6 } },
        { label: 'Cash surrender value', align: 'right' },
      ],
      rows: ['General account', 'General, hybrid and separate account, AM Best A++, S&P AA+, Comdex 96'].map((note) => ({
        kind: 'row' as const,
        cells: ['Granite', '2,700,204.85'],
        note,
      })),
      labelSpan: 1,
      summary: 'Carriers',
    },
    measure,
    120,
    { greatest: 7, comfortable: 6.5, least: 4, rowHeight: ROW_HEIGHT },
  )
  const [short, long] = rows
  expect([short?.note, long?.note?.split('\n').length]).toEqual(['General account', 2])
  expect(short?.height).toBeCloseTo(ROW_HEIGHT + (short?.noteHeight ?? 0))
  expect((long?.height ?? 0) - ROW_HEIGHT).toBeCloseTo(2 * ((short?.height ?? 0) - ROW_HEIGHT))
})

test('missing room is taken from the sentence of a few rows before the names of all of them', () => {
  const [name, sentence] = ['Farrell, Katherine D', 'No. Insured was no longer an employee at the end of the tax year']
  const { rows } = layOutTable(
    {
      columns: [
        { label: 'Insured', align: 'left', wraps: { widest: 12, narrowest: 4 } },
        { label: 'Counts', align: 'left', wraps: { widest: 20, narrowest: 4 } },
      ],
      rows: Array.from({ length: 20 }, (_, index) => ({ kind: 'row' as const, cells: [name, index === 0 ? sentence : 'Yes'] })),
      labelSpan: 1,
      summary: 'Insured schedule',
    },
    measure,
    140,
    { greatest: 7, comfortable: 6.5, least: 4, rowHeight: ROW_HEIGHT },
  )
  expect(rows.map(({ cells }) => cells[0])).toEqual(rows.map(() => name))
  expect(rows.filter(({ height }) => height === ROW_HEIGHT)).toHaveLength(19)
})

test('where there is room, a header of three words takes two lines, as even as they can be', () => {
  const { header } = layOutTable(
    {
      columns: ['Premiums and exchanges in', 'Gross crediting rate', 'Yield'].map((label) => ({ label, align: 'right' as const })),
      rows: [{ kind: 'row', cells: ['1.00', '4.28%', '3.69%'] }],
      labelSpan: 1,
      summary: 'Carriers',
    },
    measure,
    150,
    { greatest: 7, comfortable: 6.5, least: 4, rowHeight: ROW_HEIGHT },
  )
  expect(header).toEqual(['Premiums and\nexchanges in', 'Gross\ncrediting rate', 'Yield'])
})

test.each([
  ['a table of few columns takes half of the page where it fits', 3, 8, 190],
  ['one that does not fit into half takes all of it', 3, 22, 400],
  ['one of many columns takes all of it', 5, 8, 400],
] as const)('%s', (_name, count, letters, width) => {
  const { widths } = layOutTable(
    {
      columns: Array.from({ length: count }, () => ({ label: 'x', align: 'right' as const })),
      rows: [{ kind: 'row', cells: Array.from({ length: count }, () => '1'.repeat(letters)) }],
      labelSpan: 1,
      summary: 'Policies',
    },
    measure,
    400,
    { greatest: 7, comfortable: 6.5, least: 4, rowHeight: ROW_HEIGHT },
  )
  expect(widths.reduce((sum, each) => sum + each, 0)).toBeCloseTo(width)
})
