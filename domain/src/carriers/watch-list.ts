/** Watch rules over a carrier's ratings: downgrades, negative outlooks, ratings below a board's minimum, falling Comdex, stale ratings. */

import type { CapitalBasis, Outlook } from '../primitives/insurance-terms.ts'
import { addMonthEnds, formatDate, monthEnd, monthOf, type PlainDate, yearOf } from '../primitives/period.ts'
import { AGENCY_NAMES, meetsMinimumRating, RATING_AGENCIES, type RatingAgency, ratingOrdinal } from './ratings.ts'

export interface WatchEntry {
  rule: 'DOWNGRADE' | 'OUTLOOK' | 'WATCH' | 'BELOW_MINIMUM' | 'COMDEX' | 'STALE' | 'UNRATED'
  /** A whole sentence. */
  sentence: string
}

/** Comdex points within a year that put a carrier on watch. */
export const COMDEX_FALL = 5
/** Months after which a rating that was neither affirmed nor changed is stale. */
export const STALE_MONTHS = 15

/**
 * Ratings in force at a date by agency; withdrawn ones are none.
 * @param ratings oldest first
 */
export function ratingsInForce(ratings: readonly ReviewRating[], on: PlainDate): Map<ReviewRating['agency'], ReviewRating> {
  const latest = new Map<ReviewRating['agency'], ReviewRating>()
  for (const rating of ratings) if (rating.effectiveDate <= on) latest.set(rating.agency, rating)
  for (const [agency, { action }] of latest) if (action === 'WITHDRAWN') latest.delete(agency)
  return latest
}

/**
 * Everything that puts a carrier on watch at a date.
 * @param ratings oldest first, those of the last year and the one before them at least
 * @param board whose minimums are tested; null tests none
 */
export function watchEntries(
  ratings: readonly ReviewRating[],
  board: Pick<ReviewBoardLimits, 'minimums' | 'minComdex'> | null,
  on: PlainDate,
): WatchEntry[] {
  const entries: WatchEntry[] = []
  const yearAgo = addMonthEnds(monthEnd(yearOf(on), monthOf(on)), -12)
  const now = ratingsInForce(ratings, on)
  if (![...now.keys()].some((agency) => agency !== 'COMDEX')) entries.push({ rule: 'UNRATED', sentence: 'No agency’s rating is on file.' })
  for (const agency of RATING_AGENCIES) {
    const name = AGENCY_NAMES[agency]
    entries.push(...downgradesOf(ratings, agency, yearAgo, on))
    const held = now.get(agency)
    if (!held) continue
    if (held.outlook === 'NEGATIVE')
      entries.push({ rule: 'OUTLOOK', sentence: `${name} has had a negative outlook since ${formatDate(held.effectiveDate)}.` })
    if (held.watch)
      entries.push({ rule: 'WATCH', sentence: `${name} has ${held.rating} under review since ${formatDate(held.effectiveDate)}.` })
    const minimum = board?.minimums[agency]
    if (minimum !== undefined && meetsMinimumRating(agency, held.rating, minimum) === false)
      entries.push({ rule: 'BELOW_MINIMUM', sentence: `${name} ${held.rating} is below the board’s minimum of ${minimum}.` })
    if (held.effectiveDate < addMonthEnds(monthEnd(yearOf(on), monthOf(on)), -STALE_MONTHS))
      entries.push({
        rule: 'STALE',
        sentence: `${name} ${held.rating} dates from ${formatDate(held.effectiveDate)}, more than ${STALE_MONTHS} months ago.`,
      })
  }
  entries.push(...comdexOf(ratings, board, yearAgo, on))
  return entries
}

function downgradesOf(ratings: readonly ReviewRating[], agency: RatingAgency, after: PlainDate, on: PlainDate): WatchEntry[] {
  const own = ratings.filter((rating) => rating.agency === agency && rating.effectiveDate <= on)
  return own.flatMap((rating, index): WatchEntry[] => {
    const before = own[index - 1]
    if (rating.effectiveDate <= after || !before) return []
    const [was, is] = [ratingOrdinal(agency, before.rating), ratingOrdinal(agency, rating.rating)]
    if (was === null || is === null || is <= was) return []
    return [
      {
        rule: 'DOWNGRADE',
        sentence: `${AGENCY_NAMES[agency]} lowered the rating from ${before.rating} to ${rating.rating} on ${formatDate(rating.effectiveDate)}.`,
      },
    ]
  })
}

function comdexOf(
  ratings: readonly ReviewRating[],
  board: Pick<ReviewBoardLimits, 'minComdex'> | null,
  yearAgo: PlainDate,
  on: PlainDate,
): WatchEntry[] {
  const at = (date: PlainDate) => {
    const held = ratingsInForce(ratings, date).get('COMDEX')
    return held && Number.isInteger(Number(held.rating)) ? Number(held.rating) : null
  }
  const [before, now] = [at(yearAgo), at(on)]
  const entries: WatchEntry[] = []
  if (before !== null && now !== null && before - now >= COMDEX_FALL)
    entries.push({ rule: 'COMDEX', sentence: `Comdex fell from ${before} to ${now} within twelve months.` })
  if (now !== null && board && board.minComdex !== null && now < board.minComdex)
    entries.push({ rule: 'BELOW_MINIMUM', sentence: `Comdex ${now} is below the board’s minimum of ${board.minComdex}.` })
  return entries
}

export interface ReviewBoardLimits {
  effectiveFrom: PlainDate
  perCarrier: number
  aggregate: number
  basis: CapitalBasis
  minimums: Partial<Record<RatingAgency, string>>
  minComdex: number | null
  /** Death benefit over salary. */
  maxSalaryMultiple: number | null
  approvedOn: PlainDate | null
  nextReviewOn: PlainDate | null
}

export interface ReviewRating {
  agency: RatingAgency | 'COMDEX'
  rating: string
  outlook: Outlook | null
  watch: boolean
  action: string | null
  effectiveDate: PlainDate
}
