import { expect, test } from 'vitest'
import { layOutTable } from './table-layout.ts'

const ROW_HEIGHT = 11
/** Every letter half as wide as high. */
const measure = (text: string) => text.length * 0.5

test('a note under a row that goes over several lines makes its row as high as they are', () => {
  const { rows } = layOutTable(
    {
      columns: [
        { label: 'Carrier', align: 'left', wraps: { widest: 20, narrowest: 6 } },
        { label: 'Cash surrender value', align: 'right' },
      ],
      rows: ['General', 'General, Hybrid, Separate · A++ · AA+ · Aa2 · AA · 96'].map((note) => ({
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
  const lines = long?.note?.split('\n').length ?? 0
  expect([short?.note, lines > 1]).toEqual(['General', true])
  expect((long?.height ?? 0) - ROW_HEIGHT).toBeCloseTo(lines * ((short?.height ?? 0) - ROW_HEIGHT))
})
