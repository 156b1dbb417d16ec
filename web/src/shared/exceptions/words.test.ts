/** Figures of exceptions by the unit of their rule. */
import { expect, test } from 'vitest'
import { basisPointsOf, differenceOf, figureOf, toleranceOf } from './words.ts'

test.each([
  ['cents', '115312682', '$1,153,126.82'],
  ['cents', '97140.4', '$971.40'],
  ['fraction', '0.041', '4.100%'],
  ['days', '1', '1 day'],
  ['days', '12', '12 days'],
  ['days', '2026-10-26', '10/26/2026'],
  ['count', '1204', '1,204'],
  ['words', 'in force', 'in force'],
  ['cents', null, '-'],
] as const)('%s of %s reads %s', (unit, stored, shown) => expect(figureOf(unit, stored)).toBe(shown))

test('differences are dollars, basis points or a number; words have none', () => {
  expect(differenceOf({ unit: 'cents', expected: '115312682', actual: '113512682', differenceCents: -1_800_000, ruleCode: 'V3' })).toBe(
    '-$18,000.00',
  )
  expect(differenceOf({ unit: 'fraction', expected: '0.041', actual: '0.0435', differenceCents: null, ruleCode: 'Y2' })).toBe('25.00 bps')
  expect(differenceOf({ unit: 'fraction', expected: '0', actual: '0.014986', differenceCents: null, ruleCode: 'M3' })).toBe('1.499%')
  expect(differenceOf({ unit: 'count', expected: '2', actual: '1', differenceCents: null, ruleCode: 'P1' })).toBe('-1')
  expect(differenceOf({ unit: 'words', expected: 'in force', actual: 'lapsed', differenceCents: null, ruleCode: 'V10' })).toBe('-')
  const days = { unit: 'days', expected: '2026-10-31', differenceCents: null, ruleCode: 'V7' } as const
  expect([differenceOf({ ...days, actual: '2026-10-26' }), differenceOf({ ...days, actual: '2026-10-30' })]).toEqual(['-5 days', '-1 day'])
  expect(basisPointsOf({ unit: 'cents', expected: '1', actual: '2' })).toBeNull()
})

test('a tolerance is told in the unit of its rule, and none says so', () => {
  expect(toleranceOf({ unit: 'fraction', tolerance: 0.0025, ruleCode: 'Y2' })).toBe('25.00 bps')
  expect(toleranceOf({ unit: 'fraction', tolerance: 0.01, ruleCode: 'M3' })).toBe('1.000%')
  expect(toleranceOf({ unit: 'cents', tolerance: 0, ruleCode: 'M1' })).toBe('None: it must be exact')
  expect(toleranceOf({ unit: 'words', tolerance: null, ruleCode: 'V10' })).toBe('None: it must agree')
})
