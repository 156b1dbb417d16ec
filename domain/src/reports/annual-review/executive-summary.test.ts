import { expect, test } from 'vitest'
import { plainDate } from '../../primitives/period.ts'
import { reviewExample } from '../../test/review-example.ts'
import { buildAnnualReview } from './build.ts'
import { executiveSummaryOf, readExecutiveSummary, summaryOwner } from './executive-summary.ts'
import { defaultReviewTexts } from './outline.ts'

const summary = executiveSummaryOf(buildAnnualReview(reviewExample()))

test('the fixture bank’s 24.47% of 25% is amber, with last year and the limit beside it', () => {
  const aggregate = summary.scorecard.find(({ metric }) => metric.startsWith('All carriers'))
  expect(aggregate).toMatchObject({ thisYear: '24.47%', limit: '25.00%', status: 'watch', signal: 'Watch' })
  expect(summary.scorecardYears).toEqual(['2025', '2024'])
  expect(summary.scorecard.every(({ status, signal }) => (status === null) === (signal === ''))).toBe(true)
})

test('the last of five years has the share of the greatest that its value is', () => {
  const years = summary.years
  expect(years.length).toBeLessThanOrEqual(5)
  expect(years.at(-1)).toMatchObject({ name: '2025', cashSurrenderValue: '$14,682,544.81' })
  expect(Math.max(...years.map(({ share }) => share))).toBe(1)
  for (const { share } of years) expect(share).toBeGreaterThan(0)
})

test('a rating, a signature and the board’s day are told; what is missing is a dash, or a line to write on', () => {
  const texts = defaultReviewTexts('BOLI')
  texts.boardMeetingOn = plainDate('2026-02-17')
  texts.risks = {
    ...texts.risks,
    CREDIT: {
      quantity: 'MODERATE',
      quality: 'STRONG',
      direction: 'STABLE',
      conclusion: '',
      management: { text: 'Sound.', signedBy: 'Pat', signedTitle: null, signedOn: plainDate('2026-02-01') },
    },
  }
  const rated = executiveSummaryOf(buildAnnualReview(reviewExample({ texts })))
  expect(rated.risks.find(({ title }) => title === 'Credit')).toEqual({
    title: 'Credit',
    quantity: 'Moderate',
    quality: 'Strong',
    direction: 'Stable',
    management: 'Signed 02/01/2026',
  })
  expect(rated.meeting).toBe('To be considered by the board at its meeting of February 17, 2026.')
  expect(summary.risks.find(({ title }) => title === 'Credit')).toMatchObject({ quantity: '-', management: 'Not signed' })
  expect(summary.meeting).toMatch(/^Date of the board’s meeting: _+$/)
})

test('it names whose it is, and what it certifies is filled in', () => {
  expect(summaryOwner(summary)).toBe('First Example Bank, N.A., year ended December 31, 2025')
  expect(summary.certification.join(' ')).not.toContain('{{')
  expect(summary.conclusions.length).toBeGreaterThan(3)
})

test('a page takes a summary for one, nothing for one that is still to be made, and the review itself for neither', () => {
  expect(readExecutiveSummary(JSON.parse(JSON.stringify(summary)))?.conclusions).toEqual(summary.conclusions)
  expect(readExecutiveSummary(null)).toBeNull()
  expect(() => readExecutiveSummary(buildAnnualReview(reviewExample()))).toThrow(RangeError)
})
