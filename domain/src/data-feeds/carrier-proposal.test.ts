import { expect, test } from 'vitest'
import { proposeCarrier } from './carrier-proposal.ts'

const numbers = (all: number, found: number, ...each: number[]) => ({
  all,
  found,
  carriers: each.map((count, place) => ({ code: `C${place}`, name: ['Stonemarch', 'Harborline'][place] ?? '', numbers: count })),
})

test('a carrier is proposed with how many of the file’s policy numbers are its own', () =>
  expect(proposeCarrier(numbers(75, 71, 71))).toEqual({
    code: 'C0',
    name: 'Stonemarch',
    reason: '71 of 75 policy numbers are Stonemarch’s.',
  }))

test.each([
  ['three policies are enough', numbers(3, 3, 3), 'C0'],
  ['two are not', numbers(2, 2, 2), undefined],
  ['four of five found may be its own', numbers(5, 5, 4, 1), 'C0'],
  ['fewer may not', numbers(100, 100, 79, 21), undefined],
  ['half of the file’s numbers are found', numbers(8, 4, 4), 'C0'],
  ['less than half are', numbers(9, 4, 4), undefined],
  ['two carriers have the same numbers', numbers(5, 5, 5, 4), undefined],
  ['the other’s same numbers are too few of them', numbers(5, 5, 5, 3), 'C0'],
  ['a file without policy numbers', numbers(0, 0), undefined],
])('by its numbers alone: %s', (_, counted, code) => expect(proposeCarrier(counted)?.code).toBe(code))
