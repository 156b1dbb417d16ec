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

const NONE = { open: 0, errors: 0, acknowledged: 0, resolved: 0, falsePositives: 0 }
test.each([
  ['1 open error', { open: 1, errors: 1, resolved: 2 }],
  ['2 open errors', { open: 2, errors: 2 }],
  ['1 open error, 2 others open', { open: 3, errors: 1 }],
  ['2 open errors, 1 other open', { open: 3, errors: 2 }],
  ['2 open', { open: 2 }],
  ['2 resolved', { resolved: 2 }],
  ['1 acknowledged, 1 resolved, 2 false positives', { acknowledged: 1, resolved: 1, falsePositives: 2 }],
  ['Clear', {}],
])('each exception is counted once in the status “%s”', (words, own) =>
  expect(standingOf({ expected: 22, fed: 22 }, { ...NONE, ...own }, null)).toBe(words),
)

test('a row without a file is not clear, also once its exceptions are settled; an open one is told first', () => {
  const row = { expected: 22, fed: null }
  expect(standingOf(row, NONE, null)).toBe('No file')
  expect(standingOf(row, { ...NONE, resolved: 1 }, null)).toBe('No file')
  expect(standingOf(row, { ...NONE, open: 1, errors: 1 }, null)).toBe('1 open error')
  expect(standingOf({ ...row, expected: 0 }, NONE, null)).toBe('Clear')
})

test('a row whose values differ is never clear: it says how far the exception stands that the policy reconciliation found', () => {
  const stands = (reconciled: Partial<typeof NONE>, own: Partial<typeof NONE> = {}) =>
    standingOf({ expected: 12, fed: 11 }, { ...NONE, ...own }, { ...NONE, ...reconciled })
  expect(stands({ open: 2, errors: 2 })).toBe('2 open errors in Policy Reconciliation')
  expect(stands({ resolved: 2 })).toBe('2 resolved in Policy Reconciliation')
  expect(stands({ open: 1 }, { resolved: 1 })).toBe('1 open in Policy Reconciliation')
  expect(stands({ resolved: 2 }, { acknowledged: 1 })).toBe('1 acknowledged; 2 resolved in Policy Reconciliation')
  // A cent that the tolerance allows.
  expect(stands({})).toBe('No exception')
})
