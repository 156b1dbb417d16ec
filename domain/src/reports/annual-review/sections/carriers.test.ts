import { expect, test } from 'vitest'
import type { ReviewRating } from '../../../carriers/watch-list.ts'
import { plainDate } from '../../../primitives/period.ts'
import { reviewExample } from '../../../test/review-example.ts'
import { findingOf, rowOf } from '../../../test/review-parts.ts'
import { buildAnnualReview } from '../build.ts'

const rating = (day: string, more: Partial<ReviewRating>): ReviewRating => ({
  agency: 'AM_BEST',
  rating: 'A',
  outlook: 'STABLE',
  watch: false,
  action: 'AFFIRMED',
  effectiveDate: plainDate(day),
  ...more,
})

/** The example bank after one of its carriers was lowered, left the market, and is under review. */
function loweredReview(ratings: ReviewRating[]) {
  const example = reviewExample()
  const carriers = example.carriers.map((carrier) =>
    carrier.code === 'BRAVO' ? { ...carrier, activeInMarket: false, ratings } : { ...carrier, activeInMarket: true },
  )
  return buildAnnualReview({ ...example, carriers })
}
const LOWERED = [rating('2024-06-01', {}), rating('2025-08-01', { rating: 'A-', watch: true, action: 'DOWNGRADED' })]

test('the executive summary names the carrier on watch before it says what happened to it', () => {
  const view = loweredReview(LOWERED)
  const name = findingOf(view, 'carrier-credit-BRAVO')?.label ?? 'no carrier'
  const said = view.summary.conclusions.find(({ id }) => id === 'conclusion-carriers')?.sentence
  expect(said).toContain(`${name}: AM Best lowered the rating from A to A- on 08/01/2025.`)
  expect(said).toContain('The carrier no longer sells this kind of insurance.')
})

test('a rating under review is under review in the history as well, and the day that the review began is a change', () => {
  const outlook = (ratings: ReviewRating[], day: string) => rowOf(loweredReview(ratings), 'rating-history', `BRAVO-AM_BEST-${day}`).outlook
  expect(outlook(LOWERED, '2024-06-01')).toBe('Stable')
  expect(outlook(LOWERED, '2025-08-01')).toBe('Under review')
  expect(outlook([rating('2024-06-01', {}), rating('2025-08-01', { watch: true })], '2025-08-01')).toBe('Under review')
  expect(outlook([rating('2025-08-01', { watch: true, outlook: 'NEGATIVE' })], '2025-08-01')).toBe('Negative, under review')
})
