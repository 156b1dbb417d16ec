/** Illustrated values between policy years, by numbers worked by hand: a published series of a single premium of 1,000,000. */
import { expect, test } from 'vitest'
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { anniversary, illustratedAt, illustratedGrowthAt, illustrationRefused } from './illustrations.ts'

const issued = plainDate('2021-03-01')
const values = [
  { year: 1, value: usd(1_030_102) },
  { year: 2, value: usd(1_060_221) },
  { year: 3, value: usd(1_091_234) },
]
const at = (date: string) => illustratedAt(issued, values, plainDate(date))

test('on an anniversary the illustrated value is that of the year, between two it lies on a straight line', () => {
  expect([at('2022-03-01'), at('2023-03-01'), at('2024-03-01')]).toEqual([usd(1_030_102), usd(1_060_221), usd(1_091_234)])
  // 306 of the 365 days after March 1, 2022
  expect(at('2023-01-01')).toBe(usd(1_055_352.45))
  expect([at('2021-12-31'), at('2024-03-02'), at('2020-12-31')]).toEqual([null, null, null])
})
test('the illustrated yield of the policy year that runs: 1,060,221 over 1,030,102', () => {
  expect(illustratedGrowthAt(issued, values, plainDate('2022-12-31'))).toBeCloseTo(0.02924, 5)
  expect(illustratedGrowthAt(issued, values, plainDate('2024-03-01')), 'after the last').toBeNull()
})
test('who was issued on February 29 has an anniversary each year', () =>
  expect([anniversary(plainDate('2020-02-29'), 1), anniversary(plainDate('2020-02-29'), 4)]).toEqual(['2021-02-28', '2024-02-29']))
test('each rule of the register names its field', () => {
  const told = { illustratedOn: plainDate('2021-02-01'), illustratedYield: null, yearlyValues: values }
  const known = { isTaken: false, today: plainDate('2026-01-01') }
  const fields = (over: Partial<typeof told>, taken = false) =>
    Object.keys(illustrationRefused({ ...told, ...over }, { ...known, isTaken: taken }))
  expect([fields({}), fields({}, true), fields({ illustratedOn: plainDate('2026-01-02') })]).toEqual([
    [],
    ['illustratedOn'],
    ['illustratedOn'],
  ])
  expect(fields({ yearlyValues: [...values, ...values.slice(0, 1)] })).toEqual(['yearlyValues'])
  expect(fields({ yearlyValues: [] })).toEqual(['illustratedYield'])
})
