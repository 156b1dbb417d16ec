/** Reading the cells of a feed: money, rates, dates, statuses as carriers write them. A problem is a sentence, never a guess. */
import type { PolicyStatus } from '../policies/statuses.ts'
import { type Cents, cents, roundHalfAwayFromZero } from '../primitives/money.ts'
import { isPlainDate, type PlainDate, plainDate } from '../primitives/period.ts'

/** Why a cell cannot be read: shown to people beside line, column and value. */
export interface Unreadable {
  problem: string
}
export const isUnreadable = (value: unknown): value is Unreadable => typeof value === 'object' && value !== null && 'problem' in value

/** The statuses a policy may have. */
export type FeedPolicyStatus = PolicyStatus

/** Cells that mean "nothing here". */
const isBlank = (text: string): boolean => text === '' || text === '-' || text === '--' || /^(n\/?a|null|none|nil|\.)$/i.test(text)

/** Dollars as cents, null when blank. Takes $ and US commas, a minus on either side, and brackets for negatives; rounds what is finer than a cent. */
export function readMoney(cell: string): Cents | null | Unreadable {
  const quick = readPlainMoney(cell)
  if (quick !== undefined) return quick
  const text = cell.trim()
  if (isBlank(text)) return null
  const bracketed = /^(?:(?:US?)?\$|USD)?\s*\((.*)\)$/i.exec(text)
  let body = (bracketed?.[1] ?? text).replace(/\s|US?\$|\$|USD/gi, '')
  let negative = bracketed !== null
  if (/^[-−–]/.test(body) || /[-−–]$/.test(body)) {
    if (negative) return { problem: 'has two minus signs' }
    negative = true
    body = body.replace(/^[-−–]|[-−–]$/, '')
  }
  body = body.replace(/^\+/, '')
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(body) || /^\d+,\d{1,2}$/.test(body)) return { problem: 'uses a comma for the decimals; write 1234.56' }
  if (/e[+-]?\d+$/i.test(body)) return { problem: 'is shortened to an exponent; format the column as a number' }
  if (/\d\s*(CR|DR)\)?$/i.test(body)) return { problem: 'ends in CR or DR, which carriers use both ways; export it with a minus sign' }
  if (/^#+$/.test(body)) return { problem: 'shows #### in the spreadsheet: widen the column and export again' }
  if (!/^(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/.test(body) || !/\d/.test(body)) return { problem: 'is not an amount of money' }
  return bounded(roundHalfAwayFromZero(Number(body.replaceAll(',', '')) * 100), negative)
}

/** A trillion dollars: no policy's amount comes near, and what is computed from a row's amounts stays exact. */
const MOST_CENTS = 100_000_000_000_000
const bounded = (amount: number, negative: boolean): Cents | Unreadable =>
  amount > MOST_CENTS ? { problem: 'is larger than any amount kept here' } : cents(negative ? -amount : amount)

/** The usual cell, digits with up to two decimals, without a regular expression: an import reads millions. */
function readPlainMoney(cell: string): Cents | Unreadable | undefined {
  const length = cell.length
  if (length === 0 || length > 15) return undefined
  let amount = 0
  let decimals = -1
  for (let index = 0; index < length; index++) {
    const code = cell.charCodeAt(index)
    if (code >= 48 && code <= 57) {
      amount = amount * 10 + (code - 48)
      if (decimals >= 0) decimals++
    } else if (code === 46 && decimals < 0 && index > 0) decimals = 0
    else return undefined
  }
  if (decimals > 2) return undefined
  return bounded(decimals === 2 ? amount : decimals === 1 ? amount * 10 : amount * 100, false)
}

/** Ways to read a column that its cells alone may leave open. */
export const COLUMN_FORMS = ['MDY', 'DMY', 'PERCENT', 'FRACTION'] as const
export type ColumnForm = (typeof COLUMN_FORMS)[number]

/** How the numbers of a column of rates are meant: 4.10 (percent) or 0.0410 (fraction), where no sign tells. */
export type RateUnit = Extract<ColumnForm, 'PERCENT' | 'FRACTION'>

/** Up to here a number without a sign is a fraction (20 % a year), above it a percentage: no crediting rate of life insurance is near that border. */
const HIGHEST_FRACTION = 0.2

/** The unit that a cell alone shows for its column; undefined where it carries its own sign, or no number above zero. */
export function rateUnitOf(cell: string): RateUnit | undefined {
  const value = Number(cell)
  return value > 0 ? (value <= HIGHEST_FRACTION ? 'FRACTION' : 'PERCENT') : undefined
}

/**
 * A rate as a fraction, null when blank: "4.10%", "0.041" and "4.10" are one. Without a sign the unit of the column tells, which all its cells decide;
 * where none is given, the cell itself.
 */
export function readRate(cell: string, columnUnit?: RateUnit): number | null | Unreadable {
  const text = cell.trim()
  if (isBlank(text)) return null
  const match = /^([-−]?)(\d+(?:\.\d*)?|\.\d+)\s*(%|bps?|pct)?$/i.exec(text)
  if (!match) return { problem: 'is not a rate; write 4.10% or 0.0410' }
  const value = Number(match[2]) * (match[1] ? -1 : 1)
  const sign = match[3]?.toLowerCase()
  const unit = columnUnit ?? (Math.abs(value) <= HIGHEST_FRACTION ? 'FRACTION' : 'PERCENT')
  const fraction = sign === undefined ? (unit === 'FRACTION' ? value : value / 100) : sign.startsWith('b') ? value / 10_000 : value / 100
  if (Math.abs(fraction) > 0.2)
    return {
      problem:
        sign === undefined && columnUnit === 'FRACTION' && Math.abs(value) <= 20
          ? `is ${Math.round(value * 100)} % a year in a column of fractions; ${value} % would be written ${Number((value / 100).toPrecision(12))}`
          : 'is more than 20 % a year',
    }
  return Math.round(fraction * 1e9) / 1e9
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Which of the numbers of 03/04/2026 is the month: the first, as in the United States, or the second. */
export type DateOrder = Extract<ColumnForm, 'MDY' | 'DMY'>

const NUMBERED = /^(\d{1,2})[/\-.](\d{1,2})[/\-.](\d{4}|\d{2})( .*)?$/

/** The order that a cell alone proves, EITHER where both make another day; undefined for dates written in another way. */
export function dateOrderOf(cell: string): DateOrder | 'EITHER' | undefined {
  const numbered = NUMBERED.exec(cell.trim())
  if (!numbered) return undefined
  const [first, second] = [Number(numbered[1]), Number(numbered[2])]
  if (first > 12) return second <= 12 ? 'DMY' : undefined
  return second > 12 ? 'MDY' : first === second ? undefined : 'EITHER'
}

/** Born two digits ago or more: a two-digit year of birth is never in the future. */
export const LATEST_BIRTH_YEAR = 2019

/**
 * A date in one of the ways carriers write it, null when blank.
 * @param latestYear a two-digit year becomes the latest year that ends so and is not after this one; 2069 for terms, an early one for births
 */
export function readDate(cell: string, latestYear = 2069, order: DateOrder = 'MDY'): PlainDate | null | Unreadable {
  if (cell.length === 10 && isPlainDate(cell)) return cell
  const text = cell.trim()
  if (isBlank(text) || /^0+([-/]0+)*$/.test(text)) return null
  const iso =
    /^(\d{4})-(\d{1,2})-(\d{1,2})([T ].*)?$/.exec(text) ??
    /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/.exec(text) ??
    /^((?:18|19|20|21)\d{2})(\d{2})(\d{2})$/.exec(text)
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbered = NUMBERED.exec(text)
  if (numbered) {
    const [month, day] = order === 'MDY' ? [Number(numbered[1]), Number(numbered[2])] : [Number(numbered[2]), Number(numbered[1])]
    if (month > 12 && day <= 12)
      return order === 'MDY'
        ? { problem: 'has the day before the month; write mm/dd/yyyy' }
        : { problem: 'has the month before the day, and its column is read day first' }
    return dateOf(fullYear(numbered[3] ?? '', latestYear), month, day)
  }
  const named = /^(\d{1,2})[- ]([a-z]{3,9})\.?,?[- ](\d{4}|\d{2})$/i.exec(text)
  if (named) return dateOf(fullYear(named[3] ?? '', latestYear), monthNumber(named[2]), Number(named[1]))
  const long = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i.exec(text)
  if (long) return dateOf(Number(long[3]), monthNumber(long[1]), Number(long[2]))
  if (/^\d{5}(\.\d+)?$/.test(text)) return { problem: 'is a spreadsheet’s day number; format the column as a date' }
  return { problem: 'is not a date; write mm/dd/yyyy' }
}

const monthNumber = (name: string | undefined): number => MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1

function fullYear(text: string, latestYear: number): number {
  if (text.length === 4) return Number(text)
  const century = Math.floor(latestYear / 100) * 100
  const year = century + Number(text)
  return year > latestYear ? year - 100 : year
}

function dateOf(year: number, month: number, day: number): PlainDate | Unreadable {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isPlainDate(text) ? plainDate(text) : { problem: 'is not a calendar date' }
}

const STATUSES: Record<FeedPolicyStatus, readonly string[]> = {
  IN_FORCE: ['in force', 'inforce', 'if', 'active', 'a', 'act', 'premium paying', 'pp', 'single premium'],
  PAID_UP: ['paid up', 'pu', 'paidup', 'rpu', 'reduced paid up'],
  GRACE: ['grace', 'gr', 'in grace', 'grace period', 'lapse pending'],
  PENDING: ['pending', 'applied', 'issued not paid', 'pn', 'pend'],
  DEATH_CLAIM_PENDING: [
    'death claim pending',
    'death claim',
    'claim pending',
    'dc',
    'death pending',
    'claim',
    'pending claim',
    'pending death claim',
  ],
  DEATH_PAID: ['death paid', 'death', 'dp', 'deceased', 'claim paid', 'death claim paid', 'terminated death', 'd'],
  SURRENDERED: ['surrendered', 'su', 'surr', 'surrender', 'full surrender', 's', 'terminated surrender'],
  LAPSED: ['lapsed', 'la', 'lapse', 'l', 'terminated lapse'],
  EXCHANGED_OUT: ['exchanged out', 'exchanged', '1035', '1035 exchange', 'ex', '1035 out'],
  TRANSFERRED: ['transferred', 'tr', 'transfer', 'ownership change'],
}
const STATUS_BY_CODE = new Map<string, FeedPolicyStatus>()
for (const status of [
  'IN_FORCE',
  'PAID_UP',
  'GRACE',
  'PENDING',
  'DEATH_CLAIM_PENDING',
  'DEATH_PAID',
  'SURRENDERED',
  'LAPSED',
  'EXCHANGED_OUT',
  'TRANSFERRED',
] as const)
  for (const code of STATUSES[status]) STATUS_BY_CODE.set(code, status)

/** A carrier's status word or code, null when blank. */
export function readStatus(cell: string): FeedPolicyStatus | null | Unreadable {
  const text = cell.trim()
  if (isBlank(text)) return null
  return (
    STATUS_BY_CODE.get(
      text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim(),
    ) ?? { problem: 'is not a known policy status' }
  )
}

export function readGender(cell: string): 'M' | 'F' | null | Unreadable {
  const text = cell.trim()
  if (isBlank(text) || /^(u|unknown|unisex)$/i.test(text)) return null
  if (/^(m|male|1)$/i.test(text)) return 'M'
  if (/^(f|female|2)$/i.test(text)) return 'F'
  return { problem: 'is neither M nor F' }
}

export function readYesNo(cell: string): boolean | null | Unreadable {
  const text = cell.trim()
  if (isBlank(text)) return null
  if (/^(y|yes|true|t|1|mec)$/i.test(text)) return true
  if (/^(n|no|false|f|0|non-?mec|not a mec)$/i.test(text)) return false
  return { problem: 'is neither yes nor no' }
}

/** Text without the tricks that keep a spreadsheet from changing it: ="007", '007. */
export function readText(cell: string): string {
  const text = cell.trim()
  return text.charCodeAt(0) === 61 || text.charCodeAt(0) === 39 ? text.replace(/^="(.*)"$/, '$1').replace(/^'/, '') : text
}

/** A policy number as it stands; one that a spreadsheet shortened to an exponent has lost its digits. */
export function readPolicyNumber(cell: string): string | Unreadable {
  const text = readText(cell)
  if (/^\d(\.\d+)?E\+\d+$|^\d\.\d+E\d+$/i.test(text))
    return { problem: 'is shortened to an exponent; format the column as text and export again' }
  if (text.length > 60) return { problem: 'is longer than any policy number' }
  return text
}

/** Match key of policy numbers: upper case, without spaces and dashes, leading zeros kept. Empty when there is none. */
export function matchKey(policyNumber: string): string {
  return policyNumber.replace(/[\s\-‐-―]+/g, '').toUpperCase()
}

/** "Doe, John Q" and "John Q Doe" taken apart; null when there is no telling. */
export function readName(name: string): { firstName: string; middleName: string | null; lastName: string } | null {
  const comma = /^([^,]+),\s*(\S+)(?:\s+(\S.*))?$/.exec(name.trim())
  if (comma?.[1] && comma[2]) return { firstName: comma[2], middleName: comma[3] ?? null, lastName: comma[1].trim() }
  const words = name.trim().split(/\s+/)
  const [first, last] = [words[0], words.at(-1)]
  if (words.length < 2 || words.length > 4 || !first || !last) return null
  return { firstName: first, middleName: words.length > 2 ? words.slice(1, -1).join(' ') : null, lastName: last }
}
