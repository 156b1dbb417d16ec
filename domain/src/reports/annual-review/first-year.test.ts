/** The first full year of a program on this portal: no figure stands for the year before, and the review says once why. */
import { expect, test } from 'vitest'
import { usd } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { YEAR_START } from '../../test/first-example-bank.ts'
import { reviewExample } from '../../test/review-example.ts'
import { buildAnnualReview } from './build.ts'
import { executiveSummaryOf } from './executive-summary.ts'

const first = buildAnnualReview(reviewExample())
const example = reviewExample()
const later = buildAnnualReview({
  ...example,
  policies: example.policies.map((policy) => ({
    ...policy,
    values: [
      { date: plainDate('2023-12-31'), cashSurrenderValue: usd(1_000_000), deathBenefit: usd(2_000_000), institutionShare: usd(2_000_000) },
      ...policy.values,
    ],
  })),
})
/** Every policy was bought in the year before. */
const bought = buildAnnualReview({
  ...example,
  asset: { ...example.asset, policies: example.asset.policies.map((policy) => ({ ...policy, issueDate: plainDate('2024-05-01') })) },
  policies: example.policies.map((policy) => ({
    ...policy,
    flows: [{ date: plainDate('2024-05-01'), type: 'PREMIUM' as const, amount: usd(1_000_000) }],
  })),
})
const blockOf = (view: typeof first, id: string) => {
  const block = view.sections.flatMap(({ blocks }) => blocks).find((each) => each.id === id)
  if (!block) throw new Error(`no block ${id}`)
  return block
}
const WHY =
  'The year to December 31, 2025 is the first full one on this portal: where last year shows "-", there is no figure to compare with.'

test('the scorecard of the first full year says why last year has no figures; that of a later year, or after the year of purchase, does not', () => {
  expect(blockOf(first, 'scorecard')).toMatchObject({ note: WHY })
  expect(executiveSummaryOf(first).statusScale).toMatch(/^The year to December 31, 2025 is the first .* Watch \(amber\)/)
  for (const view of [later, bought]) expect(blockOf(view, 'scorecard')).not.toHaveProperty('note')
  expect(executiveSummaryOf(later).statusScale).toMatch(/^Watch \(amber\)/)
})

test('yields by year begin with the first year that has one', () => {
  const yearsOf = (view: typeof first) => {
    const block = blockOf(view, 'yields')
    return block.kind === 'table' ? block.table.rows.map(({ id }) => id) : []
  }
  expect(yearsOf(first)).toEqual(['2025-12-31'])
  expect(yearsOf(later)).toEqual([YEAR_START, '2025-12-31'])
})
