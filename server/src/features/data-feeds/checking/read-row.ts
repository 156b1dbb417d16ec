/** One line of a feed turned into values, each unreadable cell named with its reason. */

import {
  isUnreadable,
  LATEST_BIRTH_YEAR,
  readGender,
  readMoney,
  readPolicyNumber,
  readStatus,
  readText,
  readYesNo,
  type Unreadable,
} from '@corridor/domain/data-feeds/cell-values.ts'
import { FEED_FIELDS, type FeedField } from '@corridor/domain/data-feeds/columns.ts'
import { isPersonalField } from '@corridor/domain/data-feeds/headers.ts'
import { isNewPolicyDate, type NewPolicyValue, readNewPolicyCell } from '@corridor/domain/data-feeds/new-policy.ts'
import { isNewPolicyField, type NewPolicyField } from '@corridor/domain/data-feeds/new-policy-fields.ts'
import { type FeedValues, isChargeField, isMoneyField, isRateField, NO_VALUES, type RateField } from '@corridor/domain/data-feeds/row.ts'
import type { RuleCode } from '@corridor/domain/data-feeds/rules.ts'
import { type Cents, cents, formatMoney } from '@corridor/domain/primitives/money.ts'
import type { RawRow } from '../../../platform/formats/reading/refusal.ts'
import { columnOf } from './batch.ts'
import type { DateColumn, FormsTracker } from './column-forms.ts'
import type { FoundHeader } from './header.ts'

/** Text a row carries beside its values. */
export interface RowTexts {
  policyNumber: string
  carrierCode: string
  institutionId: string
  fdicCertificate: string
  institutionName: string
  planName: string
  insuredName: string
  insuredFirstName: string
  insuredLastName: string
  insuredSsnLast4: string
}

export interface CellProblem {
  ruleCode: RuleCode
  column: number | null
  field: FeedField | null
  value: string | null
  message: string
}

export type SentAmounts = Pick<FeedValues, 'cashSurrenderValue' | 'deathBenefit'>

export interface ReadRow {
  line: number
  cells: string[]
  /** Cells as received, where corrected ones stand in `cells`. */
  received?: ReadonlyMap<number, string>
  values: FeedValues
  /** The amounts with a control total, as the carrier sent them: set where staff corrected one of them. */
  sent?: SentAmounts
  texts: RowTexts
  /** Read for new policies alone. */
  newPolicy: Partial<Record<NewPolicyField, NewPolicyValue>>
  /** ACORD tells interest on loaned and on unloaned funds apart. */
  loanedInterest: Cents | null
  /** Itemized beside the expense charge, which they are added to. */
  charges: Cents | null
  problems: CellProblem[]
  /** Dates that the order of day and month decides: the book may tell which it is. */
  openDates: { field: 'issueDate' | 'insuredDateOfBirth'; column: DateColumn; cell: string }[]
  /** The line did not fit the header: nothing in it was read. */
  ragged: boolean
}

/** Columns whose unreadable cell leaves the row's values as they are. */
const OF_THE_POLICY: ReadonlySet<FeedField> = new Set<FeedField>([
  'issueDate',
  'insuredDateOfBirth',
  'insuredGender',
  'mecIndicator',
  'faceAmount',
])

/** @param padShort lines shorter than the header are completed with blanks, as spreadsheets leave them; text files are ragged instead */
export function rowReader(
  header: Pick<FoundHeader, 'headers' | 'fields'>,
  padShort: boolean,
  forms: FormsTracker,
): (row: RawRow, line?: number) => ReadRow {
  const width = header.headers.length
  const readers = [...header.fields].map(([column, field]) => ({
    column,
    field,
    read: cellReader(field, header.headers[column] ?? '', forms),
  }))
  return (row, line = row.line) => {
    const into: ReadRow = {
      line,
      cells: row.cells,
      values: { ...NO_VALUES },
      texts: noTexts(),
      newPolicy: {},
      loanedInterest: null,
      charges: null,
      problems: [],
      openDates: [],
      ragged: false,
    }
    if (row.cells.length !== width) fit(into, row.line, width, padShort)
    if (into.ragged) return into
    for (const { column, field, read } of readers) {
      const cell = into.cells[column]
      if (cell === undefined || cell === '') continue
      const problem = read(cell, into)
      if (problem)
        into.problems.push({
          ruleCode: problem.ruleCode ?? (OF_THE_POLICY.has(field) || isNewPolicyField(field) ? 'MASTER' : 'VALUE'),
          column,
          field,
          value: cell,
          message: `${FEED_FIELDS[field].label}: ${isPersonalField(field) ? 'what is written' : `“${cell.trim().slice(0, 60)}”`} ${problem.problem}.`,
        })
    }
    if (into.charges !== null) into.values.expenseCharge = cents((into.values.expenseCharge ?? 0) + into.charges)
    // The policy was credited with both; on loaned funds alone tells nothing of the whole.
    if (into.loanedInterest !== null && into.values.interestCredited !== null)
      into.values.interestCredited = cents(into.values.interestCredited + into.loanedInterest)
    if (into.loanedInterest !== null && into.loanedInterest !== 0 && into.values.interestCredited === null)
      into.problems.push({
        ruleCode: 'UNUSED',
        column: columnOf(header.fields, 'loanedInterestCredited'),
        field: 'loanedInterestCredited',
        value: null,
        message: `Interest on loaned funds of ${formatMoney(into.loanedInterest)} is not used: the row has no interest on the rest, and it cannot be used alone.`,
      })
    for (const { column, reason } of row.problems ?? []) {
      const field = header.fields.get(column) ?? null
      if (field) into.problems.push({ ruleCode: 'VALUE', column, field, value: row.cells[column] ?? null, message: reason })
    }
    return into
  }
}

/** A problem with a rule of its own leaves the value as it was read. */
type CellReader = (cell: string, into: ReadRow) => (Unreadable & { ruleCode?: RuleCode }) | undefined

const isText = (field: FeedField): field is keyof RowTexts => field in noTexts()

/** How a cell of a field is read and where its value goes. */
function cellReader(field: FeedField, header: string, forms: FormsTracker): CellReader {
  if (isMoneyField(field)) return put(readMoney, (into, value) => (into.values[field] = value))
  if (isChargeField(field))
    return put(readMoney, (into, value) => (into.charges = value === null ? into.charges : cents((into.charges ?? 0) + value)))
  if (isRateField(field)) return rateReader(field, header, forms)
  if (isNewPolicyField(field)) return newPolicyReader(field, header, forms)
  if (field === 'policyNumber') return put(readPolicyNumber, (into, value) => (into.texts.policyNumber = value))
  if (isText(field))
    return (cell, into) => {
      into.texts[field] = readText(cell)
      return undefined
    }
  switch (field) {
    case 'asOfDate':
    case 'issueDate':
    case 'insuredDateOfBirth':
      return dateReader(field, header, forms)
    case 'loanedInterestCredited':
      return put(readMoney, (into, value) => (into.loanedInterest = value))
    case 'mecIndicator':
      return put(readYesNo, (into, value) => (into.values.mecIndicator = value))
    case 'insuredGender':
      return put(readGender, (into, value) => (into.values.insuredGender = value))
    case 'policyStatus':
      return put(readStatus, (into, value) => (into.values.policyStatus = value))
    case 'productName':
      return put(readText, (into, value) => (into.values.productName = value || null))
    default:
      throw new Error(`no reader for ${String(field)}`)
  }
}

function dateReader(field: 'asOfDate' | 'issueDate' | 'insuredDateOfBirth', header: string, forms: FormsTracker): CellReader {
  const column = forms.dateColumn(header, field)
  const latestYear = field === 'insuredDateOfBirth' ? LATEST_BIRTH_YEAR : undefined
  return (cell, into) => {
    const { value, open } = forms.date(column, cell, into.line, latestYear)
    if (open && field !== 'asOfDate') into.openDates.push({ field, column, cell })
    if (isUnreadable(value)) return value
    into.values[field] = value
    return undefined
  }
}

function newPolicyReader(field: NewPolicyField, header: string, forms: FormsTracker): CellReader {
  const column = isNewPolicyDate(field) ? forms.dateColumn(header, field) : null
  return (cell, into) => {
    const value = column ? forms.date(column, cell, into.line).value : readNewPolicyCell(field, cell)
    if (isUnreadable(value)) return value
    if (value !== null) into.newPolicy[field] = value
    return undefined
  }
}

function rateReader(field: RateField, header: string, forms: FormsTracker): CellReader {
  const column = forms.rateColumn(header)
  return (cell, into) => {
    const { value, odd } = forms.rate(column, cell, into.line)
    if (isUnreadable(value)) return value
    into.values[field] = value
    if (!odd) return undefined
    const meant = value === null ? '' : `${Number((value * 100).toPrecision(9))} %`
    return { ruleCode: 'RATE', problem: `is read as ${meant}, because the other cells of the column are percentages` }
  }
}

function put<Value>(read: (cell: string) => Value | Unreadable, set: (into: ReadRow, value: Value) => unknown): CellReader {
  return (cell, into) => {
    const value = read(cell)
    if (isUnreadable(value)) return value
    set(into, value)
    return undefined
  }
}

/** Makes the line as wide as the header, or says that it is not. */
function fit(read: ReadRow, line: number, width: number, padShort: boolean) {
  const { cells } = read
  if (cells.length > width) {
    const extra = cells.slice(width)
    if (extra.some((cell) => cell.trim() !== '')) {
      read.ragged = true
      read.cells = [...cells.slice(0, width - 1), cells.slice(width - 1).join(' ')]
    } else read.cells = cells.slice(0, width)
  } else {
    if (!padShort) read.ragged = true
    read.cells = [...cells, ...Array.from({ length: width - cells.length }, () => '')]
  }
  if (read.ragged)
    read.problems.push({
      ruleCode: 'RAGGED',
      column: null,
      field: null,
      value: null,
      message: `Line ${line} has ${cells.length} columns, the header ${width}. A separator inside a value needs quotation marks around it. Correct the line or reject it.`,
    })
}

const noTexts = (): RowTexts => ({
  policyNumber: '',
  carrierCode: '',
  institutionId: '',
  fdicCertificate: '',
  institutionName: '',
  planName: '',
  insuredName: '',
  insuredFirstName: '',
  insuredLastName: '',
  insuredSsnLast4: '',
})
/** In one column, or from those of last and first name. */
export const insuredNameOf = (texts: ReadRow['texts']): string | null =>
  texts.insuredName || [texts.insuredLastName, texts.insuredFirstName].filter((part) => part !== '').join(', ') || null
