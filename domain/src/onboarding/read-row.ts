/**
 * A row of a sheet, or a record of another system, into the values of its record type. A cell that cannot be read is named with its column, value and reason;
 * nothing is guessed.
 */
import {
  isUnreadable,
  readDate,
  readMoney,
  readPolicyNumber,
  readRate,
  readText,
  readYesNo,
  type Unreadable,
} from '../data-feeds/cell-values.ts'
import { isPossibleSsn } from '../policies/rules.ts'
import { isMonthEnd } from '../primitives/period.ts'
import { isEmail, isPhone, phoneDigits } from '../primitives/typed-input.ts'
import { CLEARED, type Column, type RecordType, type SheetGroup } from './columns.ts'
import { sameName } from './record-types.ts'

export type OnboardingValue = string | number | boolean | readonly string[] | null
/** A record as any way in hands it over: cells as text under the fields of its type. */
export interface OnboardingRow {
  /** `file/sheet/row`, or `object/id/field/systemModstamp` of another system: what a figure is traced back to. */
  source: string
  values: Readonly<Record<string, string>>
}
export interface OnboardingProblem {
  recordType: string
  source: string
  /** The column's header; null where the whole row or sheet is meant. */
  column: string | null
  value: string | null
  problem: string
}
export interface ReadRow {
  source: string
  values: Record<string, OnboardingValue>
  /** Fields whose value is taken out of the book. */
  cleared: readonly string[]
  isWhole: boolean
}

/** @param problems those found are added; a cell that cannot be read is null in the values, which then are not whole */
export function readOnboardingRow(type: RecordType, row: OnboardingRow, problems: OnboardingProblem[]): ReadRow {
  const values: Record<string, OnboardingValue> = {}
  const found = problems.length
  let cleared: string[] = NONE
  for (const column of type.columns) {
    const cell = row.values[column.field] ?? ''
    if (cell === CLEARED) {
      if (mayBeCleared(type, column)) cleared = [...cleared, column.field]
      else problems.push(problemOf(type, row.source, column, cell, 'cannot be cleared: the portal keeps no such record without it'))
      values[column.field] = null
      continue
    }
    const value = readCell(column, cell)
    if (isUnreadable(value)) problems.push(problemOf(type, row.source, column, cell, value.problem))
    else if (value === null && column.required) problems.push(problemOf(type, row.source, column, cell, 'is missing'))
    values[column.field] = isUnreadable(value) ? null : value
  }
  return { source: row.source, values, cleared, isWhole: problems.length === found }
}

const NONE: string[] = []
const NEVER_CLEARED: readonly SheetGroup[] = ['values', 'totals', 'files']
/** Not what tells the record from others, nor what has a meaning where it is empty; of a month's value a correction says why, and a list is replaced as a whole. */
export const mayBeCleared = ({ group, key, isWithin }: RecordType, { field, required, isKept = false, otherwise }: Column): boolean =>
  isWithin === undefined && !required && !isKept && otherwise === undefined && !key.includes(field) && !NEVER_CLEARED.includes(group)

/** A Social Security number is in no list of errors. */
const problemOf = (type: RecordType, source: string, column: Column, cell: string, problem: string): OnboardingProblem => ({
  recordType: type.code,
  source,
  column: column.header,
  value: cell === '' ? null : column.kind === 'ssn' ? '•••' : cell.slice(0, MOST_SHOWN),
  problem,
})
const MOST_SHOWN = 200

/** The value of a cell; null when it is empty, which leaves what the book has, and in a new record what the template says of it (`otherwise`). */
export function readCell(column: Column, cell: string): OnboardingValue | Unreadable {
  return readText(cell) === '' ? null : READERS[column.kind](column, cell)
}

type Reader = (column: Column, cell: string) => OnboardingValue | Unreadable
const READERS: Record<Column['kind'], Reader> = {
  text: (column, cell) => {
    const text = readText(cell)
    if (column.pattern && !column.pattern.matches.test(text)) return { problem: column.pattern.problem }
    return text.length > (column.most ?? MOST_TEXT) ? { problem: `is longer than ${column.most ?? MOST_TEXT} characters` } : text
  },
  code: (column, cell) => codeOf(column.words ?? {}, cell) ?? { problem: `is none of: ${Object.values(column.words ?? {}).join(', ')}` },
  codes: (_column, cell) => [
    ...new Set(
      readText(cell)
        .split(/[;,]/)
        .map((code) => code.trim().toUpperCase())
        .filter((code) => code !== ''),
    ),
  ],
  money: (column, cell) => {
    const amount = readMoney(cell)
    if (amount === null || isUnreadable(amount)) return amount
    return column.least !== undefined && amount < Math.round(column.least * 100)
      ? { problem: column.least === 0 ? 'is less than zero' : 'is not more than zero' }
      : amount
  },
  rate: (_column, cell) => readRate(cell),
  share: (column, cell) => within(column, fractionOf(readText(cell))),
  decimal: (column, cell) => within(column, numberOf(readText(cell), /^-?\d{1,12}(\.\d{1,10})?$/, 'is not a number')),
  wholeNumber: (column, cell) => within(column, numberOf(readText(cell).replace(/\.0+$/, ''), /^-?\d{1,15}$/, 'is not a whole number')),
  date: (_column, cell) => readDate(cell),
  monthEnd: (_column, cell) => {
    const day = readDate(cell)
    return day === null || isUnreadable(day) || isMonthEnd(day) ? day : { problem: 'is not the last day of a month' }
  },
  yesNo: (_column, cell) => readYesNo(cell),
  policyNumber: (_column, cell) => readPolicyNumber(cell),
  email: (_column, cell) => {
    const address = readText(cell)
    return isEmail(address) ? address : { problem: 'is not an email address' }
  },
  phone: (_column, cell) => (isPhone(cell) ? phoneDigits(cell) : { problem: 'is not a phone number of ten digits' }),
  state: (_column, cell) => {
    const letters = readText(cell).toUpperCase()
    return /^[A-Z]{2}$/.test(letters) ? letters : { problem: 'is not a state in two letters' }
  },
  ssn: (_column, cell) => {
    const digits = readText(cell).replace(/[\s-]/g, '')
    return isPossibleSsn(digits) ? digits : { problem: 'is not a Social Security number' }
  },
  reference: (_column, cell) => readText(cell),
}
const MOST_TEXT = 300

/** A code as it stands or in its words, whatever the case and punctuation. */
function codeOf(words: Readonly<Record<string, string>>, cell: string): string | undefined {
  const given = readText(cell)
  if (Object.hasOwn(words, given)) return given
  const name = sameName(given)
  return Object.entries(words).find(([code, word]) => sameName(code) === name || sameName(word) === name)?.[0]
}

/** Without a sign a number up to 1 is a fraction; above that it could be meant in two ways. */
function fractionOf(text: string): number | Unreadable {
  const match = /^(\d{1,4}(?:\.\d{1,8})?|\.\d{1,10})\s*(%)?$/.exec(text)
  if (!match) return { problem: 'is not a share; write 25% or 0.25' }
  const value = Number(match[1])
  if (match[2] === '%') return Math.round(value * 1e8) / 1e10
  return value <= 1 ? value : { problem: 'can be read in two ways; write 25% or 0.25' }
}

const numberOf = (text: string, pattern: RegExp, problem: string): number | Unreadable => {
  const digits = text.replace(/,(?=\d{3}(\D|$))/g, '')
  return pattern.test(digits) ? Number(digits) : { problem }
}

function within(column: Column, value: number | Unreadable): number | Unreadable {
  if (isUnreadable(value)) return value
  if (column.least !== undefined && value < column.least) return { problem: `is less than ${column.least}` }
  if (column.most !== undefined && value > column.most)
    return { problem: `is more than ${column.kind === 'share' ? `${column.most * 100}%` : column.most.toLocaleString('en-US')}` }
  return value
}
