import { expect, test } from 'vitest'
import { reviewExample } from '../../test/review-example.ts'
import { figureOf, tableOf } from '../../test/review-parts.ts'
import { buildAnnualReview } from './build.ts'
import { explainReviewFigure } from './explanation.ts'

test('a multiple of salary has the decimals of its table in both tiles, and where it is explained', () => {
  const view = buildAnnualReview(reviewExample())
  const column = tableOf(view, 'highest-multiples').columns.find(({ key }) => key === 'multiple')
  const fact = view.risks.find(({ code }) => code === 'REPUTATION')?.facts.find(({ id }) => id === 'multiple')
  expect(column?.digits).toBe(1)
  for (const tile of [figureOf(view, 'highest'), fact]) expect(tile).toMatchObject({ value: 14.2, digits: column?.digits })
  expect(explainReviewFigure(view, { table: 'risk-REPUTATION', row: 'multiple', column: '' })).toMatchObject({ text: '14.2', digits: 1 })
})
