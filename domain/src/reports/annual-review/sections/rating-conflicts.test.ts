import { expect, test } from 'vitest'
import { plainDate } from '../../../primitives/period.ts'
import { reviewExample } from '../../../test/review-example.ts'
import { rowOf } from '../../../test/review-parts.ts'
import { buildAnnualReview } from '../build.ts'
import { executiveSummaryOf } from '../executive-summary.ts'
import { defaultReviewTexts, type ReviewRiskWords } from '../outline.ts'

const SIGNED = { text: 'Ours.', signedBy: 'Pat Person', signedTitle: null, signedOn: plainDate('2026-02-03') }
const UNRATED = { quantity: null, quality: null, direction: null, conclusion: '', management: null } as const

/** The example bank, whose notices and consents are not complete, with its compliance risk rated and signed. */
function reviewOf(words: Partial<ReviewRiskWords>, edition: 4 | 5 = 5) {
  const texts = defaultReviewTexts('BOLI')
  texts.risks.COMPLIANCE = { ...UNRATED, ...words }
  const example = reviewExample({ texts })
  return buildAnnualReview({ ...example, asset: { ...example.asset, edition } })
}
const TOLD = 'Compliance and legal risk is rated low although its test “Notice and consent” is not met.'

test('a risk that is rated low although its own test is not met says so beside the rating, among the open items and in the certification', () => {
  const view = reviewOf({ quantity: 'LOW', management: SIGNED })
  expect(view.risks.find(({ code }) => code === 'COMPLIANCE')?.findings.at(-1)).toMatchObject({
    label: 'Rating',
    status: 'watch',
    sentence: TOLD,
  })
  expect(rowOf(view, 'open-tests', 'rating-COMPLIANCE')).toMatchObject({ section: 'Risk assessments', status: 'Watch', sentence: TOLD })
  expect(view.summary.certification.at(-1)).toBe(TOLD)
  expect(view.summary.actions).toContain('Reconsider the ratings of risk that their own tests contradict, or record why they stand.')
  expect(executiveSummaryOf(view).certification).toContain(TOLD)
})

test('a rating above low contradicts no test that is not met, and a low one no test that is met', () => {
  const said = (words: Partial<ReviewRiskWords>) => reviewOf(words).summary.certification.join(' ')
  expect(said({ quantity: 'MODERATE', management: SIGNED })).not.toContain('although')
  expect(reviewOf({ quantity: 'MODERATE' }).summary.actions.join(' ')).not.toContain('Reconsider')
  const texts = defaultReviewTexts('BOLI')
  texts.risks.LIQUIDITY = { ...UNRATED, quantity: 'LOW' }
  expect(buildAnnualReview(reviewExample({ texts })).summary.certification.join(' ')).not.toContain('although')
})

test('management’s signature under a risk that nobody has rated is held against its tests as well', () => {
  expect(reviewOf({ management: SIGNED }).summary.certification.at(-1)).toBe(
    'Compliance and legal risk is not rated, and management’s assessment of it is signed, although its test “Notice and consent” is not met.',
  )
  expect(reviewOf({}).summary.certification.join(' ')).not.toContain('although')
})

test('a review of before says nothing of it', () => {
  const view = reviewOf({ quantity: 'LOW' }, 4)
  expect(JSON.stringify(view)).not.toContain('although this test')
})
