/** Rows that are dated in another month than nearly all others of their carrier: said by line, as the date is likelier wrong than that a month has so few rows. */
import { FEED_RULES } from '@corridor/domain/data-feeds/rules.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { formatLongDate, formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import type { CheckedFinding } from './batch.ts'
import type { Coverage, DatedRow } from './reconcile.ts'

/** More rows of a month than a person checks one by one are a month that the carrier sent on purpose. */
const MOST = 50
/** At most one of ten rows is astray. */
const SHARE = 10
/** In a file too short for that, a single row is, beside at least so many others. */
const BESIDE_ONE = 4

/** The row counts for its month. @param row null where the row states no date, and is of the month the file was given */
export function noteDate(coverage: Coverage, date: PlainDate | null, row: () => DatedRow['finding']): void {
  coverage.rows++
  coverage.dates.add(date)
  if (date !== null && coverage.firstRows.length < MOST) coverage.firstRows.push({ date, finding: row() })
}

/**
 * Months that a few rows of a carrier are dated in, beside the month of nearly all: that month has at least nine of ten rows, or all but one of five or more,
 * and the other month at most 50. A catch-up file brings many rows for each of its months, so none of them has nine of ten; where it does bring a few rows
 * for another month on purpose, accepting each named row is less work than one false finding a policy. Nothing is missing from such a month, so the register
 * is not compared with it.
 */
export function findStrays(coverages: readonly Coverage[], add: (finding: CheckedFinding) => void): Set<Coverage> {
  const strays = new Set<Coverage>()
  for (const [, months] of Map.groupBy(coverages, (each) => each.carrierCode)) {
    const rows = months.reduce((sum, month) => sum + month.rows, 0)
    const main = months.reduce((most, month) => (month.rows > most.rows ? month : most))
    const isOneCarrier = months.length === coverages.length
    const all = isOneCarrier ? formatCount(rows) : `${main.carrierName}’s ${formatCount(rows)}`
    const others = rows - main.rows
    if (others * SHARE > rows && !(others === 1 && main.rows >= BESIDE_ONE)) continue
    for (const month of months) {
      // Rows without a date of their own are of the month that the file was given, which is nobody’s slip.
      if (month === main || month.rows > month.firstRows.length) continue
      strays.add(month)
      for (const { date, finding } of month.firstRows)
        add({
          ...finding,
          ruleCode: 'PERIOD',
          severity: FEED_RULES.PERIOD.severity,
          message: `This row is dated ${formatLongDate(date)}; ${formatCount(main.rows)} of ${all} rows are ${datesOf(main)}. Correct the date, or accept to post the row to ${formatMonth(month.book.period)}.`,
        })
    }
  }
  return strays
}

/** The one date that all have, else their month: rows dated a few days off belong to it as well. */
function datesOf({ dates, book }: Coverage): string {
  const [only] = dates
  return dates.size === 1 && only ? `dated ${formatLongDate(only)}` : `of ${formatMonth(book.period)}`
}
