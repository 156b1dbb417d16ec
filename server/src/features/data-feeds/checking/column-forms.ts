/**
 * How the dates and the rates of a column are meant where a cell alone does not tell: 03/04/2026, or 0.15 among percentages. All cells of the column
 * decide, then the book, then a person; a file whose cells decide otherwise than it was read is read once more.
 */

import {
  type ColumnForm,
  type DateOrder,
  dateOrderOf,
  isUnreadable,
  type RateUnit,
  rateUnitOf,
  readDate,
  readRate,
  type Unreadable,
} from '@corridor/domain/data-feeds/cell-values.ts'
import { type FeedField } from '@corridor/domain/data-feeds/columns.ts'
import { isPersonal } from '@corridor/domain/data-feeds/headers.ts'
import type { RuleCode } from '@corridor/domain/data-feeds/rules.ts'
import { formatLongDate, type PlainDate } from '@corridor/domain/primitives/period.ts'

export type ColumnForms = Record<string, ColumnForm>
/** `asked`: nobody and nothing tells. `mixed`: its cells contradict each other, or what was said of it. */
export type FormSource = 'cells' | 'book' | 'given' | 'asked' | 'mixed'
export interface DecidedForm {
  form: ColumnForm
  by: FormSource
}

interface Proof {
  count: number
  first: { line: number; cell: string } | null
}
const noProof = (): Proof => ({ count: 0, first: null })
const prove = (proof: Proof, line: number, cell: string) => {
  proof.count++
  proof.first ??= { line, cell: cell.trim().slice(0, 40) }
}

export interface DateColumn {
  header: string
  isPersonal: boolean
  order: DateOrder
  proven: Record<DateOrder | 'EITHER', Proof>
  /** Cells of two readings of which the book has one. */
  inBook: Record<DateOrder, number>
}
export interface RateColumn {
  header: string
  unit: RateUnit | undefined
  proven: Record<RateUnit, Proof>
}

export interface FormsTracker {
  /** Reads a cell of a column of dates and notes what it proves. @returns EITHER as `open` where the order makes a difference */
  date: (column: DateColumn, cell: string, line: number, latestYear?: number) => { value: PlainDate | null | Unreadable; open: boolean }
  dateColumn: (header: string, field: FeedField) => DateColumn
  rate: (column: RateColumn, cell: string, line: number) => { value: number | null | Unreadable; odd: boolean }
  rateColumn: (header: string) => RateColumn
  /** The book holds one date for a cell that can be read as two. */
  compare: (column: DateColumn, cell: string, book: PlainDate | null, latestYear?: number) => void
  settle: () => SettledForms
}
export interface SettledForms {
  /** Not as it was read: once more, please. */
  again: ColumnForms | null
  findings: { ruleCode: Extract<RuleCode, 'DATES' | 'NOTE'>; header: string; message: string }[]
  decided: Record<string, DecidedForm>
}

/** @param given by a person, for this file or kept for its carrier @param decided by an earlier reading of the same file */
export function trackForms(
  given: ColumnForms,
  decided: ColumnForms,
  say: (line: number) => string = (line) => `line ${line.toLocaleString('en-US')}`,
): FormsTracker {
  const dates = new Map<string, DateColumn>()
  const rates = new Map<string, RateColumn>()
  return {
    dateColumn: (header, field) => {
      const form = given[header] ?? decided[header]
      const fresh: DateColumn = {
        header,
        isPersonal: isPersonal(header, field),
        order: form === 'DMY' ? 'DMY' : 'MDY',
        proven: { MDY: noProof(), DMY: noProof(), EITHER: noProof() },
        inBook: { MDY: 0, DMY: 0 },
      }
      return known(dates, header, fresh)
    },
    rateColumn: (header) => {
      const form = given[header] ?? decided[header]
      const unit = form === 'PERCENT' || form === 'FRACTION' ? form : undefined
      return known(rates, header, { header, unit, proven: { PERCENT: noProof(), FRACTION: noProof() } })
    },
    date: (column, cell, line, latestYear) => {
      // YYYY-MM-DD, by far the most, is one way only.
      const proof = cell.charCodeAt(4) === 45 && cell.length === 10 ? undefined : dateOrderOf(cell)
      if (proof) prove(column.proven[proof], line, cell)
      return { value: readDate(cell, latestYear, column.order), open: proof === 'EITHER' }
    },
    rate: (column, cell, line) => {
      const proof = rateUnitOf(cell)
      if (proof) prove(column.proven[proof], line, cell)
      const odd = proof === 'FRACTION' && column.unit === 'PERCENT' && given[column.header] === undefined
      return { value: readRate(cell, column.unit), odd }
    },
    compare: (column, cell, book, latestYear) => {
      if (book === null) return
      for (const order of ['MDY', 'DMY'] as const) if (readDate(cell, latestYear, order) === book) column.inBook[order]++
    },
    settle: () => {
      const again: ColumnForms = {}
      const settled: SettledForms = { again: null, findings: [], decided: {} }
      for (const column of dates.values()) {
        const outcome = decideDates(column, given[column.header] === 'MDY' || given[column.header] === 'DMY', say)
        if (!outcome) continue
        settled.decided[column.header] = { form: outcome.order, by: outcome.by }
        if (outcome.finding) settled.findings.push({ ...outcome.finding, header: column.header })
        if (outcome.order !== column.order) again[column.header] = outcome.order
      }
      for (const { header, unit, proven } of rates.values()) {
        if (proven.PERCENT.count + proven.FRACTION.count === 0) continue
        // Where both occur, most cells tell what the column is in; the others are found odd on the second reading.
        const form = unit ?? (proven.PERCENT.count >= proven.FRACTION.count ? 'PERCENT' : 'FRACTION')
        settled.decided[header] = { form, by: given[header] === undefined ? 'cells' : 'given' }
        if (unit === undefined && proven.PERCENT.count > 0 && proven.FRACTION.count > 0) again[header] = form
      }
      if (Object.keys(again).length > 0) settled.again = { ...decided, ...again }
      return settled
    },
  }
}

function decideDates(
  { header, isPersonal: hides, order, proven, inBook }: DateColumn,
  isGiven: boolean,
  say: (line: number) => string,
): { order: DateOrder; by: FormSource; finding?: Omit<SettledForms['findings'][number], 'header'> } | undefined {
  const { MDY: month, DMY: day, EITHER: either } = proven
  const shown = ({ first }: Proof) => (first ? `${hides ? '' : `${first.cell} in `}${say(first.line)}` : '')
  if (month.count + day.count + either.count === 0) return undefined
  const against = order === 'MDY' ? day : month
  if (isGiven)
    return against.count === 0
      ? { order, by: 'given' }
      : {
          order,
          by: 'mixed',
          finding: {
            ruleCode: 'DATES',
            message: `“${header}” is kept as written ${WORDS[order]}, but ${counted(against.count)} it otherwise (${shown(against)}). Correct the choice under Column mapping, or ask the carrier for a file written in one way.`,
          },
        }
  if (month.count > 0 && day.count > 0)
    return {
      order,
      by: 'mixed',
      finding: {
        ruleCode: 'DATES',
        message: `“${header}” is written in two ways: ${counted(month.count)} the month first (${shown(month)}), ${counted(day.count)} the day first (${shown(day)}). Its other dates could be either. Ask the carrier for a file written in one way.`,
      },
    }
  const byCells = month.count > 0 ? 'MDY' : day.count > 0 ? 'DMY' : null
  const byBook = inBook.MDY > 0 && inBook.DMY === 0 ? 'MDY' : inBook.DMY > 0 && inBook.MDY === 0 ? 'DMY' : null
  if (byCells !== null && byBook !== null && byCells !== byBook)
    return {
      order,
      by: 'mixed',
      finding: {
        ruleCode: 'DATES',
        message: `“${header}”: ${counted(proven[byCells].count)} it ${WORDS[byCells]} (${shown(proven[byCells])}), but ${WORDS[byBook]} its other dates are those of the register. Ask the carrier for a file written in one way.`,
      },
    }
  const decided = byCells ?? byBook
  if (decided !== null) {
    const by = byCells ? 'cells' : 'book'
    return decided === 'MDY' ? { order: decided, by } : { order: decided, by, finding: dayFirst(header, shown(byCells ? day : either)) }
  }
  return {
    order,
    by: 'asked',
    finding: {
      ruleCode: 'DATES',
      message: `Every date of “${header}” that is written in numbers can be read in two ways${hides ? '' : `: ${readings(either)}`}. Choose under Column mapping whether the month or the day comes first.`,
    },
  }
}

const WORDS: Record<DateOrder, string> = { MDY: 'month first', DMY: 'day first' }
const counted = (cells: number) => (cells === 1 ? 'one cell has' : `${cells.toLocaleString('en-US')} cells have`)
const dayFirst = (header: string, where: string) => ({
  ruleCode: 'NOTE' as const,
  message: `“${header}” is written with the day before the month (${where}), and all its dates were read so.`,
})
function readings({ first }: Proof): string {
  const [month, day] = (['MDY', 'DMY'] as const).map((order) => readDate(first?.cell ?? '', undefined, order))
  const words = (date: typeof month) => (date === null || date === undefined || isUnreadable(date) ? '' : formatLongDate(date))
  return `${first?.cell} is ${words(month)}, or ${words(day)}`
}

function known<Column>(columns: Map<string, Column>, header: string, fresh: Column): Column {
  const before = columns.get(header)
  if (before) return before
  columns.set(header, fresh)
  return fresh
}
