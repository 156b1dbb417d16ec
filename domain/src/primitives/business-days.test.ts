import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bankHolidays, businessDayAfter, daysOfMonthAfter, isBusinessDay } from './business-days.ts'
import { addDays, monthEnd, plainDate } from './period.ts'

test.each([
  // As published by Federal Reserve Bank Services: of 2026 July 4 is a Saturday and is not made up, of 2027 it is a Sunday and is kept on Monday.
  [
    2026,
    [
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-07-04',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ],
  ],
  [
    2027,
    [
      '2027-01-01',
      '2027-01-18',
      '2027-02-15',
      '2027-05-31',
      '2027-06-19',
      '2027-07-05',
      '2027-09-06',
      '2027-10-11',
      '2027-11-11',
      '2027-11-25',
      '2027-12-25',
    ],
  ],
])('the bank holidays of %i', (year, days) => expect(bankHolidays(year)).toEqual(days))

test.each([
  ['2026-10-31', 5, '2026-11-06'],
  ['2026-10-31', 8, '2026-11-12'],
  ['2026-12-31', 5, '2027-01-08'],
  ['2026-06-30', 3, '2026-07-03'],
  ['2027-06-30', 3, '2027-07-06'],
])('after %s the business day %i is %s', (end, count, day) => expect(businessDayAfter(plainDate(end), count)).toBe(day))

test('between a month end and its n-th business day lie n business days, the last of which it is', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 2000, max: 2099 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 20 }),
      (year, month, count) => {
        const end = monthEnd(year, month)
        const day = businessDayAfter(end, count)
        let counted = 0
        for (let date = addDays(end, 1); date <= day; date = addDays(date, 1)) if (isBusinessDay(date)) counted += 1
        expect([counted, isBusinessDay(day)]).toEqual([count, true])
      },
    ),
  ))

test('there is no business day before the first', () => expect(() => businessDayAfter(plainDate('2026-10-31'), 0)).toThrow(RangeError))

test('the days of November 2026: 30 of them from a Sunday, the n-th business day where a file due on it is', () => {
  const days = daysOfMonthAfter(plainDate('2026-10-31'))
  expect([days.length, days[0], days.at(-1)]).toEqual([
    30,
    { on: '2026-11-01', weekday: 0, businessDay: null },
    { on: '2026-11-30', weekday: 1, businessDay: 19 },
  ])
  // Veterans Day and Thanksgiving are none.
  expect(days.filter(({ weekday, businessDay }) => weekday % 6 !== 0 && businessDay === null).map(({ on }) => on)).toEqual([
    '2026-11-11',
    '2026-11-26',
  ])
  for (const { on, businessDay } of days) if (businessDay !== null) expect(businessDayAfter(plainDate('2026-10-31'), businessDay)).toBe(on)
})
