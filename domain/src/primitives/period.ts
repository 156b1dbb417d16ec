/** Plain dates and statement months. A date without a time is the text `YYYY-MM-DD`; no time zone plays any part. */

declare const dateBrand: unique symbol

/** A calendar date `YYYY-MM-DD`. Minted by `plainDate` and the database driver only. */
export type PlainDate = string & { readonly [dateBrand]: 'PlainDate' }

/** Mint of PlainDate. @throws RangeError when the text is not a real calendar date, 1800 to 2999 */
export function plainDate(text: string): PlainDate {
  if (!isPlainDate(text)) throw new RangeError(`${JSON.stringify(text)} is not a date YYYY-MM-DD`)
  return text
}

export function isPlainDate(text: string): text is PlainDate {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return false
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)]
  return year >= 1800 && year <= 2999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** A number of digits only, NaN otherwise: an import asks millions of times, which a regular expression is too slow for. */
function digits(text: string, from: number, to: number): number {
  let value = 0
  for (let index = from; index < to; index++) {
    const digit = text.charCodeAt(index) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

export const yearOf = (date: PlainDate): number => Number(date.slice(0, 4))
/** 1 to 12 */
export const monthOf = (date: PlainDate): number => Number(date.slice(5, 7))
export const dayOf = (date: PlainDate): number => Number(date.slice(8, 10))

export const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
export const daysInYear = (year: number): number => (isLeapYear(year) ? 366 : 365)

/** @param month 1 to 12 */
export function daysInMonth(year: number, month: number): number {
  return [31, isLeapYear(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

/** The last day of a calendar month. @param month any integer; 0 is December of the year before */
export function monthEnd(year: number, month: number): PlainDate {
  const index = year * 12 + (month - 1)
  const [y, m] = [Math.floor(index / 12), (index % 12) + 1]
  return plainDate(`${String(y).padStart(4, '0')}-${pad(m)}-${pad(daysInMonth(y, m))}`)
}

export const isMonthEnd = (date: PlainDate): boolean => date === monthEnd(yearOf(date), monthOf(date))
export const isQuarterEnd = (date: PlainDate): boolean => isMonthEnd(date) && monthOf(date) % 3 === 0

/** The month end `months` after (before, when negative) the month of `date`. */
export function addMonthEnds(date: PlainDate, months: number): PlainDate {
  // A file of values asks for the same few neighbors with every row.
  const known = NEIGHBORS.get(date)?.[months + NEAR]
  if (known !== undefined) return known
  const end = monthEnd(yearOf(date), monthOf(date) + months)
  if (Math.abs(months) > NEAR) return end
  if (NEIGHBORS.size > 1_000) NEIGHBORS.clear()
  const ends = NEIGHBORS.get(date) ?? []
  ends[months + NEAR] = end
  NEIGHBORS.set(date, ends)
  return end
}
const NEAR = 2
const NEIGHBORS = new Map<PlainDate, PlainDate[]>()

/** The last day of the fiscal year before the one that holds `date`; 12 is the calendar year. */
export function priorFiscalYearEnd(date: PlainDate, fiscalYearEndMonth = 12): PlainDate {
  const thisYear = monthEnd(yearOf(date), fiscalYearEndMonth)
  return thisYear < date ? thisYear : monthEnd(yearOf(date) - 1, fiscalYearEndMonth)
}

/** Whole days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: PlainDate, to: PlainDate): number {
  return Math.round((dayNumber(to) - dayNumber(from)) / 86_400_000)
}

export function addDays(date: PlainDate, days: number): PlainDate {
  return plainDate(new Date(dayNumber(date) + days * 86_400_000).toISOString().slice(0, 10))
}

/** All month ends from one to the other, both included. */
export function monthEndsBetween(from: PlainDate, to: PlainDate): PlainDate[] {
  const ends: PlainDate[] = []
  for (let end = monthEnd(yearOf(from), monthOf(from)); end <= to; end = addMonthEnds(end, 1)) ends.push(end)
  return ends
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

/** "September 30, 2026" */
export const formatLongDate = (date: PlainDate): string => `${MONTHS[monthOf(date) - 1]} ${dayOf(date)}, ${yearOf(date)}`
/** "September" */
export const monthName = (date: PlainDate): string => MONTHS[monthOf(date) - 1] ?? ''
/** "September 2026" */
export const formatMonth = (date: PlainDate): string => `${monthName(date)} ${yearOf(date)}`
/** "Sep 2026" */
export const formatShortMonth = (date: PlainDate): string => `${MONTHS[monthOf(date) - 1]?.slice(0, 3)} ${yearOf(date)}`
/** "09/30/2026"; "-" when missing */
export const formatDate = (date: PlainDate | null | undefined): string =>
  date ? `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}` : '-'
/** 11/10/1965 and 10/11/1965: the same but for the order of day and month. */
export const areDayAndMonthExchanged = (one: PlainDate, other: PlainDate): boolean =>
  one !== other && yearOf(one) === yearOf(other) && monthOf(one) === dayOf(other) && dayOf(one) === monthOf(other)

const pad = (value: number) => String(value).padStart(2, '0')
const dayNumber = (date: PlainDate) => Date.UTC(yearOf(date), monthOf(date) - 1, dayOf(date))
