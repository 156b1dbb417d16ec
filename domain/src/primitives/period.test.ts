/** Dates without time zones: month ends, fiscal years, days between, at every month's edge. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonthEnds,
  daysBetween,
  daysInYear,
  formatDate,
  formatLongDate,
  formatMonth,
  formatShortMonth,
  isMonthEnd,
  isPlainDate,
  isQuarterEnd,
  monthEnd,
  monthEndsBetween,
  plainDate,
  priorFiscalYearEnd,
} from './period.ts'

test.each(['2025-12-31', '2024-02-29', '2000-02-29', '1800-01-01', '2999-12-31'])('%s is a date', (text) =>
  expect(plainDate(text)).toBe(text),
)
test.each([
  '2025-02-29',
  '1900-02-29',
  '2025-13-01',
  '2025-00-10',
  '2025-04-31',
  '25-04-30',
  '2025-4-30',
  '2025-04-30T00:00:00Z',
  '',
  '3000-01-01',
])('%j is none', (text) => {
  expect(isPlainDate(text)).toBe(false)
  expect(() => plainDate(text)).toThrow(RangeError)
})

test('month ends, over years and leap days', () => {
  expect([monthEnd(2024, 2), monthEnd(2025, 2), monthEnd(2025, 0), monthEnd(2025, 13), monthEnd(2025, -11)]).toEqual([
    '2024-02-29',
    '2025-02-28',
    '2024-12-31',
    '2026-01-31',
    '2024-01-31',
  ])
  expect(addMonthEnds(plainDate('2025-03-31'), -1)).toBe('2025-02-28')
  expect(addMonthEnds(plainDate('2025-01-15'), 1)).toBe('2025-02-28')
  expect([
    isMonthEnd(plainDate('2024-02-29')),
    isMonthEnd(plainDate('2024-02-28')),
    isQuarterEnd(plainDate('2025-06-30')),
    isQuarterEnd(plainDate('2025-07-31')),
  ]).toEqual([true, false, true, false])
})

test.each([
  ['2025-12-31', 12, '2024-12-31'],
  ['2025-01-31', 12, '2024-12-31'],
  ['2025-06-30', 6, '2024-06-30'],
  ['2025-07-31', 6, '2025-06-30'],
  ['2025-02-28', 2, '2024-02-29'],
])('the fiscal year of %s that ends in month %i began after %s', (date, month, end) =>
  expect(priorFiscalYearEnd(plainDate(date), month)).toBe(end),
)

test('days between, and back', () => {
  expect(daysBetween(plainDate('2016-06-15'), plainDate('2025-12-31'))).toBe(3486)
  expect([daysInYear(2024), daysInYear(2025), daysInYear(1900), daysInYear(2000)]).toEqual([366, 365, 365, 366])
  // The days on which clocks change, where a count of hours would slip.
  expect([
    daysBetween(plainDate('2025-03-08'), plainDate('2025-03-10')),
    daysBetween(plainDate('2025-11-01'), plainDate('2025-11-03')),
  ]).toEqual([2, 2])
})

const anyDate = fc.integer({ min: 0, max: 300_000 }).map((days) => addDays(plainDate('1900-01-01'), days))
test('adding days and counting them are inverse, in whatever time zone this runs', () =>
  fc.assert(
    fc.property(anyDate, fc.integer({ min: -20_000, max: 20_000 }), (date, days) => {
      expect(daysBetween(date, addDays(date, days))).toBe(days)
    }),
  ))
test('month ends between two dates are all and only month ends', () =>
  fc.assert(
    fc.property(anyDate, fc.integer({ min: 0, max: 60 }), (date, months) => {
      const to = addMonthEnds(date, months)
      const ends = monthEndsBetween(date, to)
      expect(ends).toHaveLength(months + 1)
      expect(ends.every(isMonthEnd)).toBe(true)
      expect(ends.at(-1)).toBe(to)
    }),
  ))

test('dates are written the American way', () => {
  const date = plainDate('2026-09-30')
  expect([formatLongDate(date), formatMonth(date), formatShortMonth(date), formatDate(date), formatDate(null)]).toEqual([
    'September 30, 2026',
    'September 2026',
    'Sep 2026',
    '09/30/2026',
    '-',
  ])
})
