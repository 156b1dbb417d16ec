/** Business days of banks: weekdays that are no holiday of the Federal Reserve Banks. */
import { addDays, addMonthEnds, type PlainDate, plainDate, yearOf } from './period.ts'

/**
 * The n-th business day after a month end.
 *
 *   businessDayAfter(plainDate('2026-12-31'), 5) // 2027-01-08: New Year's Day is none
 *
 * @param count 1 or more
 * @throws RangeError for a count that is none
 */
export function businessDayAfter(monthEnd: PlainDate, count: number): PlainDate {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`the business day ${count} of a month`)
  let date = monthEnd
  for (let left = count; left > 0; ) {
    date = addDays(date, 1)
    if (isBusinessDay(date)) left -= 1
  }
  return date
}

export interface MonthDay {
  on: PlainDate
  /** Sunday is 0. */
  weekday: number
  /** Its number among the month's business days, from 1; null on weekends and holidays. */
  businessDay: number | null
}

/** The days of the month after a month end, in order: 28 to 31. */
export function daysOfMonthAfter(monthEnd: PlainDate): MonthDay[] {
  const last = addMonthEnds(monthEnd, 1)
  const days: MonthDay[] = []
  let count = 0
  for (let on = addDays(monthEnd, 1); on <= last; on = addDays(on, 1))
    days.push({ on, weekday: weekdayOf(on), businessDay: isBusinessDay(on) ? ++count : null })
  return days
}

export const isBusinessDay = (date: PlainDate): boolean => {
  const day = weekdayOf(date)
  return day !== SUNDAY && day !== SATURDAY && !holidaysOf(yearOf(date)).has(date)
}

const known = new Map<number, ReadonlySet<PlainDate>>()
function holidaysOf(year: number): ReadonlySet<PlainDate> {
  const holidays = known.get(year) ?? new Set(bankHolidays(year))
  known.set(year, holidays)
  return holidays
}

/**
 * The days on which the Federal Reserve Banks are closed. A holiday on a Sunday is kept on the Monday after it; one on a Saturday is not made up.
 * @see 5 USC 6103(a); Federal Reserve Bank Services, holiday schedules
 */
export function bankHolidays(year: number): PlainDate[] {
  const fixed = [
    [1, 1],
    [6, 19],
    [7, 4],
    [11, 11],
    [12, 25],
  ] as const
  return [
    ...fixed.map(([month, day]) => dayAt(year, month, day)).map((date) => (weekdayOf(date) === SUNDAY ? addDays(date, 1) : date)),
    // Birthday of Martin Luther King, Jr.; Washington's Birthday; Labor Day; Columbus Day; Thanksgiving Day.
    nth(year, 1, MONDAY, 3),
    nth(year, 2, MONDAY, 3),
    nth(year, 9, MONDAY, 1),
    nth(year, 10, MONDAY, 2),
    nth(year, 11, THURSDAY, 4),
    // Memorial Day, the last Monday of May.
    addDays(nth(year, 6, MONDAY, 1), -7),
  ].toSorted()
}

const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6]
const weekdayOf = (date: PlainDate): number => new Date(`${date}T00:00:00Z`).getUTCDay()
const two = (number: number) => String(number).padStart(2, '0')
const dayAt = (year: number, month: number, day: number): PlainDate => plainDate(`${year}-${two(month)}-${two(day)}`)

function nth(year: number, month: number, weekday: number, count: number): PlainDate {
  const first = dayAt(year, month, 1)
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (count - 1) * 7)
}
