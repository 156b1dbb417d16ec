/** Corrections by hand and excluded rows stand between what the carriers sent and the figure as read, and add up to the cent. */
import { expect, test } from 'vitest'
import { randomOf } from '../test/random-books.ts'
import { changesInWords, NOTHING_CHANGED, receivedLines } from './received.ts'

test('whatever was corrected and excluded, the lines add up to the figure as read, to the cent', () => {
  const random = randomOf(20_261_127)
  const whole = (most: number) => Math.floor(random() * most)
  for (let book = 0; book < 500; book++) {
    const asRead = whole(9_000_000_000)
    const correctedPolicies = whole(3)
    const excludedRows = whole(3)
    const lines = receivedLines(
      asRead,
      {
        correctedPolicies,
        correctedCents: correctedPolicies === 0 ? 0 : whole(2_000_000) - 1_000_000,
        excludedRows,
        excludedCents: excludedRows === 0 ? 0 : whole(900_000_000),
        unreadRows: 0,
      },
      0,
    )
    const isTold = correctedPolicies + excludedRows > 0
    expect(lines.length).toBe(isTold ? 1 + Math.sign(correctedPolicies) + Math.sign(excludedRows) : 0)
    if (isTold) expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(asRead)
  }
})

test('a month without a correction and without an excluded row has no lines', () => {
  expect(receivedLines(100, NOTHING_CHANGED, 0)).toEqual([])
  expect(changesInWords(NOTHING_CHANGED)).toEqual([])
})

test('a received value that could not be read is told, and adds nothing; so is an excluded row of no known institution', () => {
  const received = { correctedPolicies: 1, correctedCents: 50_000, excludedRows: 2, excludedCents: 1_000, unreadRows: 1 }
  expect(receivedLines(150_000, received, 1)).toEqual([
    {
      label: 'Cash surrender value received from the carriers',
      note: '1 row’s received value is blank or could not be read, and adds nothing',
      cents: 101_000,
    },
    { label: 'Corrected by hand', note: '1 policy', cents: 50_000 },
    { label: 'Excluded rows', note: '2 rows, 1 of no institution in the register', cents: -1_000 },
  ])
  expect(receivedLines(150_000, { ...received, unreadRows: 2 }, 0)[0]?.note).toBe(
    '2 rows have a received value that is blank or could not be read, and add nothing',
  )
  expect(changesInWords(received)).toEqual(['corrected 500.00', 'excluded -10.00', '1 not readable'])
})
