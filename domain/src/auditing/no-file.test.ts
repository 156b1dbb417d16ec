import { expect, test } from 'vitest'
import { lacksCarrier, standingOf } from './no-file.ts'
import { auditRuleCodes } from './rules.ts'

const missed = { expected: 22, posted: 0, prior: 22, fed: null, isMissed: true }
const lacking = (counts: typeof missed | (Omit<typeof missed, 'fed'> & { fed: number })) =>
  auditRuleCodes.filter((code) => lacksCarrier(code, counts) !== null).filter((code) => /^[VP]/.test(code))

test('where a carrier sent no file, no rule of its values, of its lines and of the roll-forward was asked, and P6 alone says so', () => {
  expect(lacking(missed)).toEqual([...Array.from({ length: 13 }, (_, at) => `V${at + 1}`), 'P1', 'P2', 'P3', 'P4', 'P5', 'P7'])
  expect(lacksCarrier('V1', missed)).toBe('no file from the carrier, see P6 of Policy Reconciliation')
  expect(lacksCarrier('P2', missed)).toBe('no file from the carrier, see P6')
  expect(lacksCarrier('P6', missed)).toBeNull()
})

test('a file that is not due yet is not missing: P6 was not asked either', () => {
  const awaited = { ...missed, isMissed: false }
  for (const code of ['V1', 'P2', 'P6'] as const) expect(lacksCarrier(code, awaited)).toBe('the carrier’s file is not due yet')
})

test('values entered without a file are checked; the lines of a file are not', () =>
  expect(lacking({ ...missed, posted: 22 })).toEqual(['P1', 'P3', 'P4', 'P5', 'P7']))

test('of a file of which nothing is posted, the roll-forward alone is not asked; of no policies nothing is', () => {
  expect(lacking({ ...missed, fed: 22 })).toEqual(['P2'])
  expect(lacksCarrier('P2', { ...missed, fed: 22 })).toBe('no value is posted')
  expect(lacking({ ...missed, expected: 0 })).toEqual([])
})

test.each([
  ['1 open error', 3, 1, 1],
  ['2 open errors', 2, 2, 2],
  ['1 open error, 2 others open', 3, 3, 1],
  ['2 open errors, 1 other open', 3, 3, 2],
  ['2 open', 2, 2, 0],
  ['None open', 2, 0, 0],
  ['Clear', 0, 0, 0],
])('each exception is counted once in the status “%s”', (words, exceptions, open, errors) =>
  expect(standingOf({ expected: 22, fed: 22, exceptions, open, errors })).toBe(words),
)

test('a row without a file is not clear, also once its exceptions are settled; an open one is told first', () => {
  const row = { expected: 22, fed: null, exceptions: 0, open: 0, errors: 0 }
  expect(standingOf(row)).toBe('No file')
  expect(standingOf({ ...row, exceptions: 1 })).toBe('No file')
  expect(standingOf({ ...row, exceptions: 1, open: 1, errors: 1 })).toBe('1 open error')
  expect(standingOf({ ...row, expected: 0 })).toBe('Clear')
})
