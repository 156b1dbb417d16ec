import { expect, test } from 'vitest'
import { sheetFor, UPRIGHT } from './sheet.ts'
import type { Sizes, TableContent } from './table-layout.ts'

/** Every letter half as wide as high. */
const measure = (text: string) => text.length * 0.5
const sizes: Sizes = { greatest: 8, comfortable: 7, least: 4, rowHeight: 12 }
const tableOf = (columns: number): { content: TableContent; sizes: Sizes } => ({
  content: {
    columns: Array.from({ length: columns }, (_, index) => ({ label: `Amount ${index + 1}`, align: 'right' })),
    rows: [{ kind: 'row', cells: Array.from({ length: columns }, () => '12,345,678.90') }],
    labelSpan: 1,
    summary: 'Amounts',
  },
  sizes,
})

test('a paper stands upright while its widest table can be set there in a comfortable size, and lies on its side from the next column on', () => {
  const least = Array.from({ length: 30 }, (_, index) => index + 1).find((columns) => sheetFor([tableOf(columns)], measure).isFlipped) ?? 0
  // Thirteen letters at seven points and the cell’s edges are 51 points of 552.
  expect(least).toBe(11)
  expect(sheetFor([tableOf(least - 1)], measure)).toBe(UPRIGHT)
})

test('one wide table among narrow ones turns the paper; a paper without tables stays upright', () => {
  expect(sheetFor([tableOf(2), tableOf(14), tableOf(3)], measure)).toMatchObject({ isFlipped: true, width: 736, height: 509 })
  expect(sheetFor([], measure)).toMatchObject({ isFlipped: false, width: 552, height: 689 })
})

test('words that may wrap do not turn a paper', () => {
  const [first, ...others] = tableOf(8).content.columns
  const words = {
    ...tableOf(8).content,
    columns: [{ label: 'Finding', align: 'left' as const, wraps: { widest: 60, narrowest: 6 } }, ...others],
  }
  const rows = [
    {
      kind: 'row' as const,
      cells: ['A long sentence about a finding that goes over several lines of its cell', ...others.map(() => '1,000.00')],
    },
  ]
  expect(first).toBeDefined()
  expect(sheetFor([{ content: { ...words, rows }, sizes }], measure)).toBe(UPRIGHT)
})
