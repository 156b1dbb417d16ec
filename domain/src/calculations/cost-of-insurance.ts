/** Charges of policies as rates: basis points of cash surrender value, and dollars per $1,000 at risk. */
import type { Cents } from '../primitives/money.ts'
import { daysBetween, daysInYear, type PlainDate, yearOf } from '../primitives/period.ts'

export interface ChargePeriod {
  /** The last day before the period. */
  from: PlainDate
  to: PlainDate
}

/**
 * A charge in basis points of value a year: charge × days in year / days in period / average of begin and end × 10,000.
 *
 *   chargeBasisPoints(usd(720), usd(3_050_000), usd(3_059_706.52), december2025) // 27.75
 *
 * @param charge cost of insurance, or that and expenses, of the period, cents
 * @returns null when the average value is not above 0
 * @throws RangeError when the period is empty
 */
export function chargeBasisPoints(charge: Cents, begin: Cents, end: Cents, { from, to }: ChargePeriod): number | null {
  const days = requireDays(from, to)
  const average = (begin + end) / 2
  return average > 0 ? ((charge * daysInYear(yearOf(to))) / days / average) * 10_000 : null
}

function requireDays(from: PlainDate, to: PlainDate): number {
  const days = daysBetween(from, to)
  if (days <= 0) throw new RangeError(`no days from ${from} to ${to}`)
  return days
}
