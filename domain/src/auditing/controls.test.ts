import { expect, test } from 'vitest'
import { type ControlsException, controlsOf } from './controls.ts'

const one = (ruleCode: ControlsException['ruleCode'], reasonCode: ControlsException['reasonCode'], isOpen = false): ControlsException => ({
  ruleCode,
  reasonCode,
  isOpen,
})

test('each audit has its line, in the order of the audits, also where nothing was found', () => {
  const lines = controlsOf([], new Set(['V1', 'V3', 'M1']), new Set(['M4', 'B1', 'B2']))
  expect(lines.map(({ title, asked, skipped, found, sentences }) => [title, asked, skipped, found, sentences.length])).toEqual([
    ['Monthly validation of cash surrender values and death benefits', 2, 0, 0, 0],
    ['Month-over-month balance of cash surrender values and death benefits', 1, 1, 0, 0],
    ['Policy reconciliation', 0, 0, 0, 0],
    ['Comparison of balances at the beginning of the year', 0, 2, 0, 0],
    ['Current yield variance', 0, 0, 0, 0],
  ])
})

test('a sentence says how each was settled, and what is not settled yet', () => {
  const [validation, balance] = controlsOf(
    [one('V3', 'CORRECTED'), one('M3', 'CARRIER_CONFIRMED'), one('M3', 'CARRIER_CONFIRMED'), one('M3', null, true), one('M5', 'CONTRACT')],
    new Set(),
    new Set(),
  )
  expect(validation?.sentences).toEqual(['Cash surrender value differs from what is posted: 1 exception; the value was corrected.'])
  expect(balance?.sentences).toEqual([
    'Movement too large: 3 exceptions; 2: the carrier confirmed the value; 1 is not settled yet.',
    'Death benefit moved: 1 exception; the terms of the contract explain it.',
  ])
  expect([balance?.found, balance?.open]).toEqual([4, 1])
})
