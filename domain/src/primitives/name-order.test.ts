import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareNames } from './name-order.ts'

test('names stand in the order of an English collator, and no two that differ are the same', () => {
  const collator = new Intl.Collator('en-US', { sensitivity: 'base' })
  const name = fc.string({ unit: fc.constantFrom(...'abzABZ019 éÉüñÇ'.split('')), maxLength: 8 })
  fc.assert(
    fc.property(name, name, (one, other) => {
      const said = Math.sign(collator.compare(one, other))
      if (said !== 0) expect(Math.sign(compareNames(one, other))).toBe(said)
      expect(compareNames(one, other) === 0).toBe(one === other)
      expect(Math.sign(compareNames(other, one))).toBe(-Math.sign(compareNames(one, other)) || 0)
    }),
  )
  expect(['Zürich Life', 'Émile Mutual', 'East & West', 'EAST', 'east', 'Éa'].toSorted(compareNames)).toEqual([
    'Éa',
    'EAST',
    'east',
    'East & West',
    'Émile Mutual',
    'Zürich Life',
  ])
})
