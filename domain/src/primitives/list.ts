/** Rules of lists and form fields that every page shares: pages, dropdowns, typed dates, phones, e-mail, money typed by people, sizes (seed 2, 5, 9). */
import { type Cents, cents, separated } from './money.ts'
import { daysInMonth, isPlainDate, monthEnd, type PlainDate, plainDate } from './period.ts'

/** The page a query parameter asks for: a whole number, 1 when it is below 1, missing or no number. */
export function pageNumber(text: string | null | undefined): number {
  const page = Number(text ?? 1)
  return Number.isFinite(page) && page >= 1 ? Math.floor(page) : 1
}

export const DROPDOWN_PLACEHOLDER = 'Please select an option'
export const DROPDOWN_MOST = 6
export const INSTITUTION_DROPDOWN_MOST = 1000

/** The options whose label contains the text, whatever its case; at most `most`, in their order. Enter picks the first. */
export function dropdownMatches<Option extends { label: string }>(
  options: readonly Option[],
  text: string,
  most: number = DROPDOWN_MOST,
): Option[] {
  const wanted = text.trim().toLowerCase()
  const matches: Option[] = []
  for (const option of options) {
    if (matches.length >= most) break
    if (option.label.toLowerCase().includes(wanted)) matches.push(option)
  }
  return matches
}

/** What leaving the field means: the option typed in full, else the default item (empty or unmatched text reverts to it). */
export function dropdownChoice<Option extends { label: string }>(
  options: readonly Option[],
  text: string,
  fallback: Option | null,
): Option | null {
  const wanted = text.trim().toLowerCase()
  return wanted === '' ? fallback : (options.find((option) => option.label.trim().toLowerCase() === wanted) ?? fallback)
}

/**
 * Names in the order in which an English reader looks for them: case and accents tell apart only what is alike without. For letters, digits and
 * spaces `Intl.Collator` says the same; its first use takes 14 ms of a page.
 *
 * @returns below zero when `one` comes first, 0 only for the very same text
 */
export function compareNames(one: string, other: string): number {
  const [first, second] = [plainName(one), plainName(other)]
  return first === second ? order(one, other) : order(first, second)
}
const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const plainName = (name: string) => (/^[ -~]*$/.test(name) ? name : name.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase()

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

// The pattern of HTML's e-mail field, with a dot in the domain, at most the lengths of RFC 5321.
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

/** Money typed by a person, "$" and commas allowed, at most two decimals; null for none, undefined when it is not money. */
export function typedMoney(text: string): Cents | null | undefined {
  const match = /^(-?)\$?(-?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{0,2}))?$/.exec(text.trim())
  if (!match) return undefined
  const [, minus = '', later = '', whole = '', decimals = ''] = match
  if (whole === '' && decimals === '') return minus === '' && later === '' ? null : undefined
  if (minus !== '' && later !== '') return undefined
  const amount = Number(whole.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'))
  return Number.isSafeInteger(amount) ? cents(minus === '' && later === '' ? amount : -amount) : undefined
}

/** Bytes in steps of 1000, three digits: "0 B", "999 B", "1.34 kB", "12.3 MB". @throws RangeError below 0 */
export const prettyBytes = (bytes: number): string => inSteps(bytes, 1000, ['B', 'kB', 'MB', 'GB', 'TB', 'PB'])
/** A file's size in steps of 1024: "1 KiB", "1.31 KiB", "5.25 MiB". @throws RangeError below 0 */
export const fileSize = (bytes: number): string => inSteps(bytes, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'])

function inSteps(bytes: number, base: number, units: readonly string[]): string {
  if (!(bytes >= 0 && Number.isFinite(bytes))) throw new RangeError(`${bytes} bytes`)
  const rounded = (value: number) => Number(value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0))
  let [value, step] = [bytes, 0]
  // 999,999 bytes round to 1 MB, not to 1,000 kB.
  while (step < units.length - 1 && rounded(value) >= base) {
    value /= base
    step += 1
  }
  return `${separated(String(rounded(value)))} ${units[step]}`
}

const two = (value: number) => String(value).padStart(2, '0')
const monthText = (year: number, month: number) =>
  month >= 1 && month <= 12 && year >= 1800 && year < 3000 ? `${year}-${two(month)}` : undefined
