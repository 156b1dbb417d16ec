/** A policy's illustrated values, as sold, beside its values now: by policy year, read at any day. */
import { type Cents, cents, roundHalfAwayFromZero } from '../primitives/money.ts'
import { dayOf, daysBetween, daysInMonth, monthOf, type PlainDate, plainDate, yearOf } from '../primitives/period.ts'
import { before, type Refusals, refusals } from './rules.ts'

export interface IllustratedValue {
  /** Policy years completed. */
  year: number
  /** Cash surrender value at the end of that policy year. */
  value: Cents
}

/** As a snapshot holds a policy’s illustration. */
export interface ReviewIllustration {
  illustratedOn: PlainDate
  /** A fraction; null where only values were illustrated. */
  yield: number | null
  values: IllustratedValue[]
  source: string
}

/** A trailing twelve-month yield so far below the illustrated one is told: 50 basis points. */
export const YIELD_SHORTFALL = 0.005

export const illustrationRefused = (
  illustration: { illustratedOn: PlainDate; illustratedYield: number | null; yearlyValues: readonly IllustratedValue[] },
  known: { isTaken: boolean; today: PlainDate },
): Refusals => {
  const years = illustration.yearlyValues.map(({ year }) => year)
  return refusals([
    [before(known.today, illustration.illustratedOn), 'illustratedOn', 'The date of an illustration must not be in the future.'],
    [known.isTaken, 'illustratedOn', 'An illustration of this date exists already. Correct that one.'],
    [new Set(years).size < years.length, 'yearlyValues', 'Each policy year can be entered once.'],
    [
      illustration.illustratedYield === null && years.length === 0,
      'illustratedYield',
      'Enter the illustrated yield, or values by policy year.',
    ],
  ])
}

/** The anniversary of an issue date after so many policy years; of February 29 the 28th where there is none. */
export function anniversary(issueDate: PlainDate, years: number): PlainDate {
  const [year, month] = [yearOf(issueDate) + years, monthOf(issueDate)]
  const day = Math.min(dayOf(issueDate), daysInMonth(year, month))
  return plainDate(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)
}

export interface BetweenYears {
  /** Policy years completed. */
  year: number
  from: IllustratedValue
  to: IllustratedValue
  /** Days of the policy year that runs, up to the day, and all of them. */
  passed: number
  days: number
}

/** The two illustrated values that a day lies between; null before the first, after the last, or where a year between is missing. */
export function betweenYears(issueDate: PlainDate, values: readonly IllustratedValue[], date: PlainDate): BetweenYears | null {
  if (date < issueDate) return null
  const years = yearOf(date) - yearOf(issueDate)
  const year = anniversary(issueDate, years) <= date ? years : years - 1
  const [start, end] = [anniversary(issueDate, year), anniversary(issueDate, year + 1)]
  const [passed, days] = [daysBetween(start, date), daysBetween(start, end)]
  const at = (of: number) => values.find((one) => one.year === of)
  const from = at(year)
  // On the anniversary itself the next year need not be there.
  const to = at(year + 1) ?? (passed === 0 ? from : undefined)
  return from && to ? { year, from, to, passed, days } : null
}

/** The illustrated value at a day: in a straight line between two policy years' ends. US cents; null where it is not illustrated. */
export function illustratedAt(issueDate: PlainDate, values: readonly IllustratedValue[], date: PlainDate): Cents | null {
  const found = betweenYears(issueDate, values, date)
  return found && cents(roundHalfAwayFromZero(found.from.value + (found.to.value - found.from.value) * (found.passed / found.days)))
}

/** Growth of the illustrated value in the policy year that runs, a fraction: its yield where no premium is due. */
export function illustratedGrowthAt(issueDate: PlainDate, values: readonly IllustratedValue[], date: PlainDate): number | null {
  const found = betweenYears(issueDate, values, date)
  return found && found.to.year > found.from.year && found.from.value > 0 ? found.to.value / found.from.value - 1 : null
}
