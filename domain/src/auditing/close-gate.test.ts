import { expect, test } from 'vitest'
import { plainDate } from '../primitives/period.ts'
import { countedReason, gateReasons, gateSentence, isMissingFile, missingFeedOf, unvaluedSentence, withMissingFile } from './close-gate.ts'

const EXCEPTIONS = '2 open audit errors: Movement too large (PL-1, PL-2), No file from the carrier (Corvane)'

test('reasons stand in one sentence, and come apart as they went in', () => {
  const reasons = ['Corvane’s feed lacks 2 of 9 policies', EXCEPTIONS]
  expect(gateSentence(reasons)).toBe(`Corvane’s feed lacks 2 of 9 policies; ${EXCEPTIONS}.`)
  expect(gateReasons(gateSentence(reasons))).toEqual(reasons)
})

test('a list counts exceptions, whose names stand behind the count; other reasons stay as they are', () => {
  expect(countedReason(EXCEPTIONS)).toEqual({
    words: '2 open audit errors',
    names: 'Movement too large (PL-1, PL-2), No file from the carrier (Corvane)',
  })
  // As the gate was worded when an earlier release was refused.
  expect(countedReason('1 open exception: Roll-forward does not add up (PL-1)').words).toBe('1 open exception')
  expect(countedReason('3 open errors in carrier files')).toEqual({ words: '3 open errors in carrier files', names: null })
})

test('a missing feed that the audit found is one reason: a list leads from it to the error, and it is still its carrier’s', () => {
  const reason = withMissingFile('O’Dell Life’s feed is missing')
  expect(reason).toBe('O’Dell Life’s feed is missing (open audit error: No file from the carrier)')
  expect(countedReason(reason)).toEqual({ words: 'O’Dell Life’s feed is missing', names: 'No file from the carrier' })
  expect(gateReasons(gateSentence([reason, EXCEPTIONS]))).toEqual([reason, EXCEPTIONS])
  expect([missingFeedOf(reason), isMissingFile(reason)]).toEqual(['O’Dell Life', false])
})

test('values that a posted file does not bring are its carrier’s too', () => {
  const sentences = [
    unvaluedSentence(1234, 'O’Dell Life', plainDate('2026-10-31')),
    unvaluedSentence(1, 'Corvane', plainDate('2026-05-31')),
  ]
  expect(sentences).toEqual(['1,234 O’Dell Life policies have no value for October 2026', '1 Corvane policy has no value for May 2026'])
  expect(sentences.map(missingFeedOf)).toEqual(['O’Dell Life', 'Corvane'])
})

test('a missing value or file is its carrier’s; an error of the audits beside it is the bank’s', () => {
  expect(['Corvane’s feed lacks 2 of 9 policies', 'O’Dell Life’s feed is missing', EXCEPTIONS].map(missingFeedOf)).toEqual([
    'Corvane',
    'O’Dell Life',
    null,
  ])
  expect(
    [
      '1 open audit error: No file from the carrier (Corvane)',
      '2 open audit errors: No file from the carrier (Corvane, O’Dell Life)',
      '2 open audit errors: No file from the carrier (Corvane), No value posted (PL-1)',
      EXCEPTIONS,
      'Corvane’s feed is missing',
    ].map(isMissingFile),
  ).toEqual([true, true, false, false, false])
})
