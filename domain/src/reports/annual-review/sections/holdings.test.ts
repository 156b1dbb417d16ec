import { expect, test } from 'vitest'
import { reviewExample } from '../../../test/review-example.ts'
import { tableOf } from '../../../test/review-parts.ts'
import { buildAnnualReview } from '../build.ts'

test('a product that one policy is of names its carrier', () => {
  const { asset, ...rest } = reviewExample()
  const one = buildAnnualReview({ ...rest, asset: { ...asset, policies: asset.policies.slice(0, 1) } })
  expect(tableOf(one, 'products').rows.map(({ cells }) => [cells.policies, cells.carrier === null])).toEqual([[1, false]])
})
