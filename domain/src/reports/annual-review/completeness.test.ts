import { expect, test } from 'vitest'
import { plainDate } from '../../primitives/period.ts'
import { reviewExample } from '../../test/review-example.ts'
import { annualReviewAs, buildAnnualReview } from './build.ts'
import { completenessOf, incompleteText } from './completeness.ts'
import { executiveSummaryOf } from './executive-summary.ts'
import { REVIEW_RISK_CODES, type ReviewRiskCode, type ReviewRiskWords } from './outline.ts'
import type { AnnualReviewSnapshot } from './snapshot.ts'

const RATED = { quantity: 'MODERATE', quality: 'STRONG', direction: 'STABLE', conclusion: 'Sound.' } as const
const signedOn = (day: string, signedBy = 'Pat Person') => ({
  text: 'Ours.',
  signedBy,
  signedTitle: 'Chief Financial Officer',
  signedOn: plainDate(day),
})
const COMPLETE: ReviewRiskWords = { ...RATED, management: signedOn('2026-02-03') }

function review(words: (code: ReviewRiskCode) => ReviewRiskWords, more: Partial<AnnualReviewSnapshot['texts']> = {}): AnnualReviewSnapshot {
  const example = reviewExample()
  const risks = Object.fromEntries(REVIEW_RISK_CODES.map((code) => [code, words(code)]))
  return { ...example, texts: { ...example.texts, risks: { ...example.texts.risks, ...risks }, ...more } }
}
const certificationOf = (snapshot: AnnualReviewSnapshot) => {
  const section = buildAnnualReview(snapshot).sections.find(({ code }) => code === 'CERTIFICATION')
  const paragraphs = (section?.blocks ?? []).flatMap((block) => (block.kind === 'text' ? block.paragraphs : []))
  // The tests that were not made have tests of their own.
  return paragraphs.filter((words) => !words.startsWith('This certification does not cover'))
}

test('the certification of a complete review says that all is rated, and who signed when', () => {
  const snapshot = review(() => COMPLETE)
  expect(certificationOf(snapshot).slice(1)).toEqual([
    'All 8 risks are rated.',
    'Management’s assessment of the risks was signed on February 3, 2026 by Pat Person, Chief Financial Officer.',
  ])
  const view = buildAnnualReview(snapshot)
  expect([view.missing, view.controlTotals.unrated, view.controlTotals.unsigned]).toEqual([[], 0, 0])
  expect(view.summary.actions).not.toContain('Complete and sign management’s assessment of each risk.')
})

test('a certification claims no rating and no signature that is not there, and says which are', () => {
  const words: Partial<Record<ReviewRiskCode, ReviewRiskWords>> = {
    CREDIT: { ...COMPLETE, direction: null },
    LIQUIDITY: { ...COMPLETE, management: null },
    REPUTATION: { ...COMPLETE, management: signedOn('2026-03-01', 'Robin Other') },
  }
  const said = certificationOf(review((code) => words[code] ?? COMPLETE))
  expect(said.slice(1)).toEqual([
    'Not rated: Credit.',
    'Management’s assessment of the risks was signed on February 3, 2026 by Pat Person, Chief Financial Officer for: Transaction and operational, Tax and insurable interest, Credit, Interest rate, Compliance and legal, and Price.',
    'Management’s assessment of the risks was signed on March 1, 2026 by Robin Other, Chief Financial Officer for: Reputation.',
    'Management’s assessment of the risks is not yet signed for: Liquidity.',
  ])
  // The board certifies by signing, and nothing of what it has not signed is told as done.
  expect(said[0]).toMatch(/^By signing below, the board of directors of .* certifies that it has reviewed/)
  expect(said.join(' ')).not.toContain('management’s own assessment of each risk')
  expect(executiveSummaryOf(buildAnnualReview(review((code) => words[code] ?? COMPLETE))).certification).toEqual(
    expect.arrayContaining(said),
  )
})

test('a meeting that is yet to come has considered nothing', () => {
  const on = (day: string) => buildAnnualReview(review(() => COMPLETE, { boardMeetingOn: plainDate(day) })).summary.meeting
  const { preparedOn } = reviewExample().asset
  expect(on(preparedOn)).toMatch(/^Considered by the board/)
  expect(on('2099-01-15')).toBe('To be considered by the board at its meeting of January 15, 2099.')
})

test('what is missing is told to who releases it, and nothing where nothing is', () => {
  expect(incompleteText({ risks: 7, unrated: 1, unsigned: 7 })).toBe('1 of 7 risks is not rated; management’s assessment is not signed.')
  expect(incompleteText({ risks: 7, unrated: 0, unsigned: 2 })).toBe('Management’s assessment is not signed for 2 of 7 risks.')
  expect(incompleteText({ risks: 7, unrated: 0, unsigned: 0 })).toBeNull()
  expect(completenessOf([]).missing).toEqual([])
})

test('a review notes its release where it stands; one released before reasons were asked for reads as it was released', () => {
  const view = buildAnnualReview(review(() => ({ ...COMPLETE, management: null })))
  const missing = 'Management’s assessment of the risks is not yet signed.'
  expect(annualReviewAs(view, { standing: 'draft', reason: null }).note).toEqual({
    title: 'Not complete',
    lines: [missing, 'It can be released only with a reason, which is then printed here.'],
  })
  const released = annualReviewAs(view, { standing: 'released', reason: 'The examiners ask for it.' })
  expect(released.note).toEqual({
    title: 'Released before it was complete',
    lines: [missing, 'Reason for the release: The examiners ask for it.'],
  })
  expect(executiveSummaryOf(released).certification.at(-1)).toBe(
    'Released before it was complete. Reason for the release: The examiners ask for it.',
  )
  expect(annualReviewAs(view, { standing: 'released', reason: null }).note).toBeNull()
  expect(annualReviewAs(buildAnnualReview(review(() => COMPLETE)), { standing: 'draft', reason: null }).note).toBeNull()
})

test('a review of before says what it said when it was made', () => {
  const now = review(() => COMPLETE, { boardMeetingOn: plainDate('2099-01-15') })
  const before = buildAnnualReview({ ...now, asset: { ...now.asset, edition: 2 } })
  expect(before.summary.certification).toHaveLength(1)
  expect(before.summary.meeting).toMatch(/^Considered/)
  expect(before.summary.actions).toContain('Complete and sign management’s assessment of each risk.')
})
