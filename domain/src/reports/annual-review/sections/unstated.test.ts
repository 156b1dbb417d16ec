import { expect, test } from 'vitest'
import { plainDate } from '../../../primitives/period.ts'
import { ANSWERS, reviewExample } from '../../../test/review-example.ts'
import { findingOf } from '../../../test/review-parts.ts'
import { buildAnnualReview } from '../build.ts'
import { defaultReviewTexts } from '../outline.ts'
import type { AnnualReviewSnapshot } from '../snapshot.ts'

const signed = {
  text: 'Counsel reviewed section 409A. We hold the insurance.',
  signedBy: 'E. Whitfield',
  signedTitle: null,
  signedOn: plainDate('2026-01-12'),
}
const texts = defaultReviewTexts('BOLI')
const assessed = {
  ...texts,
  risks: {
    ...texts.risks,
    COMPLIANCE: { ...texts.risks.COMPLIANCE, management: signed },
    LIQUIDITY: { ...texts.risks.LIQUIDITY, management: signed },
  },
}
const told = (over: Partial<AnnualReviewSnapshot>, id: string) => {
  const { status, sentence } = findingOf(buildAnnualReview(reviewExample(over)), id) ?? {}
  return [status, sentence]
}

test('what is not stated says where it was looked for, and points to management’s assessment where one is signed', () => {
  expect(told({}, 'section-409a')).toEqual(['unknown', 'The year’s questionnaire has not been returned, so this is not stated in it.'])
  expect(told({ answers: ANSWERS, texts: assessed }, 'section-409a')).toEqual([
    'unknown',
    'The questionnaire does not state this; see management’s assessment of compliance and legal risk.',
  ])
  expect(told({ texts: assessed }, 'liquidity')).toEqual([
    'unknown',
    'Liquidity needs that surrenders would have to meet: the year’s questionnaire has not been returned, so this is not stated in it; see management’s assessment of liquidity risk.',
  ])
})

test('a board meeting on record that took place is the board’s review; one that is ahead is not', () => {
  const { preparedOn } = reviewExample().asset
  expect(told({ texts: { ...texts, boardMeetingOn: preparedOn } }, 'board-review')[0]).toBe('good')
  const [status, sentence] = told({ texts: { ...texts, boardMeetingOn: plainDate('2027-02-17') } }, 'board-review')
  expect([status, sentence]).toEqual(['unknown', expect.stringContaining('it is to consider this review at its meeting of 02/17/2027.')])
})

test('of the date that the questionnaire states and the meeting on record the later one is the board’s last review', () => {
  const met = reviewExample().asset.preparedOn
  const answers = { ...ANSWERS, boardReviewedOn: plainDate('2020-02-18') }
  expect(told({ answers }, 'board-review')).toEqual([
    'bad',
    'The board last reviewed the program on 02/18/2020, more than a year before this review.',
  ])
  expect(told({ answers, texts: { ...texts, boardMeetingOn: met } }, 'board-review')[0]).toBe('good')
})
