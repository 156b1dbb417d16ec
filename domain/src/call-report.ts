/** What a bank's Call Report takes from its policies, in thousands of dollars (FFIEC 031, 041, 051; domain.md 3.10). */
import type { AccountType } from './asset-report-snapshot.ts'
import { type Cents, cents, formatCount, roundHalfAwayFromZero, sumCents } from './money.ts'

export interface CallReportLine {
  /** "RC-F 5.a" */
  item: string
  /** The MDRM code as far as it is confirmed. */
  code: string | null
  label: string
  amount: Cents
  /** The amount rounded half away from zero to thousands of dollars. */
  thousands: number
}
export interface CallReport {
  lines: CallReportLine[]
  total: CallReportLine
  /** RI-E 1.b, the calendar year's increase; null when it is not known. */
  income: CallReportLine | null
  /** Says that the printed lines do not add to the printed total; null when they do. */
  roundingNote: string | null
}

/**
 * RC-F item 5 by account type, its total in RC item 11, and RI-E item 1.b (RIADC014) within RI item 5.l.
 * Codes K201 and K270 are to be checked against the form of the filing season; K202 and C014 are published.
 * @param values cash surrender value by account type at the quarter end, cents, 0 or more
 * @param yearToDateIncrease of the calendar year, cents; null leaves RI-E out
 */
export function callReport(values: Record<AccountType, Cents>, yearToDateIncrease: Cents | null): CallReport {
  const lines = [
    line('RC-F 5.a', 'K201', 'General account life insurance assets', values.GENERAL),
    line('RC-F 5.b', 'K202', 'Separate account life insurance assets', values.SEPARATE),
    line('RC-F 5.c', 'K270', 'Hybrid account life insurance assets', values.HYBRID),
  ]
  const total = line('RC 11', null, 'Total life insurance assets, within Other assets', sumCents(lines.map(({ amount }) => amount)))
  const footed = lines.reduce((sum, { thousands }) => sum + thousands, 0)
  const income =
    yearToDateIncrease === null
      ? null
      : line('RI-E 1.b', 'C014', 'Earnings on/increase in value of cash surrender value, year to date', yearToDateIncrease)
  const roundingNote =
    footed === total.thousands
      ? null
      : `Each line is rounded to thousands of dollars on its own: the lines add to ${formatCount(footed)}, the total is ${formatCount(total.thousands)}.`
  return { lines, total, income, roundingNote }
}

/** Cents as thousands of dollars, half away from zero. */
export const thousandsOf = (amount: Cents): number => roundHalfAwayFromZero(amount / 100_000)

const line = (item: string, code: string | null, label: string, amount: Cents): CallReportLine => ({
  item,
  code,
  label,
  amount: cents(amount),
  thousands: thousandsOf(amount),
})
