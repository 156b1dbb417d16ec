import { expect, test } from 'vitest'
import { tileRows } from './printed-parts.ts'

/** Every letter half as wide as high. */
const measure = (text: string) => text.length * 0.5
const tile = (label: string, note = '') => ({ label, size: 12, value: '$1.00', note, tone: 'blue', noteTone: '' })
const LEAST = 30

test('a label or a note of two lines makes every tile of the row as high, and labels and figures each begin at the same height', () => {
  const one = tileRows([tile('Policies')], measure, 100, LEAST)
  const label = tileRows([tile('Policies'), tile('Deaths expected by the table of the year')], measure, 100, LEAST)
  const note = tileRows([tile('Policies', 'Untaxed while the policies are held')], measure, 100, LEAST)
  expect([one.height, label.height > one.height, note.height > one.height]).toEqual([LEAST, true, true])
  expect(label.label).toBeGreaterThan(2 * one.label)
  expect(label.tiles).toHaveLength(2)
  for (const { above } of [one, label, note]) expect(above).toBeGreaterThanOrEqual(4)
})
