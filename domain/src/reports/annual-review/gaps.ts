/** Fiscal years whose ends lack values of some policies, or of all: what is shown of them, and what is said beside it. */

import type { Cents } from '../../primitives/money.ts'
import { formatDate, formatLongDate } from '../../primitives/period.ts'
import { PARTIAL } from '../table.ts'
import type { ReviewYear } from './figures.ts'

/** The years from the first value on this portal on: a later one without a value is shown as one. */
export function shownYears(years: readonly ReviewYear[]): ReviewYear[] {
  const first = years.findIndex(({ cashSurrenderValue }) => (cashSurrenderValue ?? 0) > 0)
  return first === -1 ? [] : years.slice(first)
}

/**
 * Said once where a scorecard or a table has nothing of the year before: the portal holds this year from its beginning, and no earlier one. "" where it does,
 * as it holds a program that began in the year before.
 */
export function firstFullYear(years: readonly ReviewYear[]): string {
  const [before, year] = years.slice(-2)
  const isFirst = before !== undefined && before === shownYears(years)[0] && before.income === null
  return isFirst && year
    ? `The year to ${formatLongDate(year.to)} is the first full one on this portal: where last year shows "-", there is no figure to compare with.`
    : ''
}

/** The value of a year end where every policy held then has one; null otherwise. */
export const wholeValueOf = (year: Pick<ReviewYear, 'cashSurrenderValue' | 'missing'> | null): Cents | null =>
  year && year.missing === 0 && (year.cashSurrenderValue ?? 0) > 0 ? year.cashSurrenderValue : null

/** Year ends at which policies lack a value, as a sentence for the tables and charts that show them; "" where none does. */
export function gapsOf(years: readonly ReviewYear[]): string {
  const gaps = shownYears(years).filter(({ missing }) => missing > 0)
  const counts = gaps.map(({ to, missing, policies }) => `${formatDate(to)} ${missing} of ${policies}`)
  return gaps.length === 0
    ? ''
    : ` Policies without a value at a year end: ${counts.join('; ')}. A value marked ${PARTIAL} is the sum of the others, "-" is none; no income is shown for such a year or the next.`
}
/** The rows of years whose value leaves policies out. */
export const partialYears = (years: readonly ReviewYear[]): Record<string, readonly string[]> =>
  Object.fromEntries(
    years.flatMap(({ to, missing, cashSurrenderValue }) => (missing > 0 && cashSurrenderValue !== null ? [[to, ['value']]] : [])),
  )
