/** Yields by year: what the parts of a row sum to is its income, in every book and every year whose parts are told. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptBefore, livedReviews, reviewAt } from '../../test/lived-review.ts'
import { buildAnnualReview } from './build.ts'
import type { AnnualReviewSnapshot } from './snapshot.ts'

function yieldsOf(snapshot: AnnualReviewSnapshot) {
  const blocks = buildAnnualReview(snapshot).sections.flatMap(({ blocks: each }) => each)
  const block = blocks.find(({ id }) => id === 'yields')
  if (block?.kind !== 'table') throw new Error('no yields by year')
  const rows = block.table.rows.map(({ cells }) => {
    const of = (key: string) => (typeof cells[key] === 'number' ? cells[key] : null)
    return {
      interest: of('interest'),
      cost: of('cost'),
      expense: of('expense'),
      decline: of('decline'),
      other: of('other'),
      income: of('income'),
    }
  })
  return { rows, note: block.note ?? '', hasOther: block.table.columns.some(({ key }) => key === 'other') }
}
const check = (body: (drawn: { review: AnnualReviewSnapshot; hasEnds: boolean }) => void) =>
  fc.assert(
    fc.property(livedReviews, fc.integer({ min: 0, max: 3 }), fc.boolean(), (lived, place, withEnds) => {
      const policies = withEnds ? lived.policies : lived.policies.map((one) => ({ ...one, end: null }))
      body({ review: reviewAt({ ...lived, policies, silent: null }, place), hasEnds: withEnds })
    }),
    { numRuns: 80 },
  )

test('interest less charges plus the decline in surrender charges is the income to the cent; only ended policies leave other changes', () =>
  check(({ review, hasEnds }) => {
    const { rows, hasOther, note } = yieldsOf(review)
    for (const { interest, cost, expense, decline, other, income } of rows) {
      if (income === null || interest === null) continue
      expect((interest ?? 0) - (cost ?? 0) - (expense ?? 0) + (decline ?? 0) + (hasOther ? (other ?? 0) : 0)).toBe(income)
    }
    expect(hasOther && !hasEnds).toBe(false)
    expect(note.includes('Other changes')).toBe(hasOther)
    expect(note).not.toContain('is not known')
  }))

test('a review made before declines were kept shows none, and says that the parts do not sum to the income', () =>
  check(({ review }) => {
    const { rows, hasOther, note } = yieldsOf(keptBefore(review))
    expect([hasOther, rows.some(({ decline }) => decline !== null)]).toEqual([false, false])
    expect(note.includes('Where the decline in surrender charges is not known')).toBe(rows.some(({ interest }) => interest !== null))
  }))
