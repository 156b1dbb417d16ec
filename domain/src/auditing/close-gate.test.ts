import { expect, test } from 'vitest'
import { countedReason, gateReasons, gateSentence } from './close-gate.ts'

const EXCEPTIONS = '2 open exceptions: Movement too large (PL-1, PL-2), No file from the carrier (Corvane)'

test('reasons stand in one sentence, and come apart as they went in', () => {
  const reasons = ['Corvane’s feed lacks 2 of 9 policies', EXCEPTIONS]
  expect(gateSentence(reasons)).toBe(`Corvane’s feed lacks 2 of 9 policies; ${EXCEPTIONS}.`)
  expect(gateReasons(gateSentence(reasons))).toEqual(reasons)
})

test('a list counts exceptions, whose names stand behind the count; other reasons stay as they are', () => {
  expect(countedReason(EXCEPTIONS)).toEqual({
    words: '2 open exceptions',
    names: 'Movement too large (PL-1, PL-2), No file from the carrier (Corvane)',
  })
  expect(countedReason('1 open exception: Roll-forward does not add up (PL-1)').words).toBe('1 open exception')
  expect(countedReason('3 open errors in carrier files')).toEqual({ words: '3 open errors in carrier files', names: null })
})
