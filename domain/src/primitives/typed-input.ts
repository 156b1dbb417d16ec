/** Typed input: phone numbers, email addresses, dates and money. */
import { type Cents, cents } from './money.ts'
import { daysInMonth, isPlainDate, monthEnd, type PlainDate, plainDate } from './period.ts'

/** The first ten digits of a phone number, a leading US 1 left out. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '')
  return (digits.length > 10 && digits.startsWith('1') ? digits.slice(1) : digits).slice(0, 10)
}

/** A phone number as it is typed: "(555) 01", and "(555) 010-0199" when complete; "" for none. */
export function maskPhone(text: string): string {
  const digits = phoneDigits(text)
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  if (digits.length <= 3) return area === '' ? '' : `(${area}`
  return line === '' ? `(${area}) ${exchange}` : `(${area}) ${exchange}-${line}`
}

/** Whether ten digits stand there that North America could dial: area code and exchange begin with 2 to 9. */
export const isPhone = (text: string): boolean => /^[2-9]\d{2}[2-9]\d{6}$/.test(phoneDigits(text))

// The pattern of HTML's email field, with a dot in the domain, at most the lengths of RFC 5321.
const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

export const isEmail = (text: string): boolean => text.length <= 254 && text.indexOf('@') <= 64 && EMAIL.test(text)

/**
 * A date as people type it into a filter, in ISO order: "9/30" is "09-30", "9/2026" is "2026-09", "9/30/26" and "9/30/2026" are "2026-09-30".
 * ISO dates and months pass. Undefined when it is none of these or not in the calendar.
 */
export function typedDate(text: string): string | undefined {
  const typed = text.trim()
  if (isPlainDate(typed)) return typed
  const isoMonth = /^(\d{4})-(\d{2})$/.exec(typed)
  if (isoMonth) return monthText(Number(isoMonth[1]), Number(isoMonth[2]))
  const parts = typed.split(/[/.-]/)
  if (parts.length < 2 || parts.length > 3 || parts.some((part) => !/^\d{1,4}$/.test(part))) return undefined
  const [month = Number.NaN, second = Number.NaN] = parts.map(Number)
  if (parts[0] === undefined || parts[0].length > 2) return undefined
  if (parts.length === 2) {
    if (parts[1]?.length === 4) return monthText(second, month)
    // 2000 is a leap year: 02/29 is a day of some years.
    return second >= 1 && second <= daysInMonth(2000, month) ? `${two(month)}-${two(second)}` : undefined
  }
  const yearDigits = parts[2] ?? ''
  if (yearDigits.length !== 2 && yearDigits.length !== 4) return undefined
  const date = `${yearDigits.length === 2 ? `20${yearDigits}` : yearDigits}-${two(month)}-${two(second)}`
  return isPlainDate(date) ? date : undefined
}

/**
 * The days a typed date stands for, both included: a month, or a day; a day without a year is that of `year`.
 * @returns undefined when the text is no date, or no day of that year
 */
export function typedDateRange(text: string, year: number): { from: PlainDate; to: PlainDate } | undefined {
  const iso = typedDate(text)
  if (iso === undefined) return undefined
  if (/^\d{4}-\d{2}$/.test(iso)) return { from: plainDate(`${iso}-01`), to: monthEnd(Number(iso.slice(0, 4)), Number(iso.slice(5))) }
  const day = iso.length === 5 ? `${String(year).padStart(4, '0')}-${iso}` : iso
  return isPlainDate(day) ? { from: day, to: day } : undefined
}

const MONTH_NAME = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s+(\d{4})\b/i
const MONTH_DIGITS = /\b(?:(\d{1,2})\/(\d{4})|(\d{4})-(\d{2}))\b/
const MONTH_BEGINNINGS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * The month that a text names ("September 2026", "sep 2026", "9/2026", "2026-09"), as its last day, and the text without it.
 * @returns undefined when it names none
 */
export function typedMonth(text: string): { month: PlainDate; rest: string } | undefined {
  const named = MONTH_NAME.exec(text)
  const found = named ?? MONTH_DIGITS.exec(text)
  if (!found) return undefined
  const year = Number(named ? named[2] : (found[2] ?? found[3]))
  const month = named ? MONTH_BEGINNINGS.indexOf((named[1] ?? '').toLowerCase()) + 1 : Number(found[1] ?? found[4])
  if (year < 1900 || year > 2999 || month < 1 || month > 12) return undefined
  return { month: monthEnd(year, month), rest: text.replace(found[0], ' ').replace(/\s+/g, ' ').trim() }
}

const MONEY = /^(-?)\$?(-?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{0,2}))?$/

/** Money typed by a person, "$" and commas allowed, at most two decimals, parentheses for a minus; null for none, undefined when it is not money. */
export function typedMoney(text: string): Cents | null | undefined {
  const amount = dollarsIn(text)
  if (typeof amount !== 'number') return amount
  return Number.isSafeInteger(amount) ? cents(amount) : undefined
}

/** The amount in cents, which may be too large to be kept. */
export function dollarsIn(text: string): number | null | undefined {
  const inner = /^\((.*[\d.])\)$/.exec(text.trim())?.[1]
  const match = MONEY.exec(inner ?? text.trim())
  if (!match) return undefined
  const [, minus = '', later = '', whole = '', decimals = ''] = match
  const signs = `${minus}${later}${inner === undefined ? '' : '-'}`
  if (whole === '' && decimals === '') return signs === '' ? null : undefined
  if (signs.length > 1) return undefined
  const amount = Number(whole.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'))
  return signs === '' ? amount : -amount
}

const two = (value: number) => String(value).padStart(2, '0')

const monthText = (year: number, month: number) =>
  month >= 1 && month <= 12 && year >= 1800 && year < 3000 ? `${year}-${two(month)}` : undefined
