import { expect, test } from 'vitest'
import { cents } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { reviewExample } from '../../test/review-example.ts'
import { buildAnnualReview } from './build.ts'
import { executiveSummaryOf, readExecutiveSummary, summaryOwner } from './executive-summary.ts'
import { defaultReviewTexts } from './outline.ts'
import { findingsOfReview } from './view.ts'

const summary = executiveSummaryOf(buildAnnualReview(reviewExample()))

test('the fixture bank’s 24.47% of 25% is amber, with last year and the limit beside it', () => {
  const aggregate = summary.scorecard.find(({ metric }) => metric.startsWith('All carriers'))
  expect(aggregate).toMatchObject({ thisYear: '24.47%', limit: '25.00%', status: 'watch', signal: 'Watch' })
  expect(summary.scorecardYears).toEqual(['This year', 'Last year'])
  expect(summary.scorecard.every(({ status, signal }) => (status === null) === (signal === ''))).toBe(true)
})

test('cost recovery is a conclusion of its own, and performance says the worst of its section’s tests', () => {
  const view = buildAnnualReview(reviewExample())
  const concluded = (label: string) => summary.conclusions.find((one) => one.label === label)
  const cost = findingsOfReview(view).find(({ id }) => id === 'cost-recovery')
  expect(concluded('Cost recovery')).toMatchObject({ status: cost?.status, sentence: cost?.sentence })
  expect(concluded('Performance')?.sentence).not.toContain('benefit expense')
  const illustrated = reviewExample()
  const [first] = illustrated.policies
  if (!first) throw new Error('an example without a policy')
  const values = [{ year: 1, value: cents(1) }]
  const illustration = { illustratedOn: plainDate('2020-01-31'), yield: 0.2, values, source: 'Proposal' }
  const short = executiveSummaryOf(
    buildAnnualReview({ ...illustrated, policies: illustrated.policies.map((one) => ({ ...one, illustration })) }),
  )
  expect(short.conclusions.find(({ label }) => label === 'Performance')).toMatchObject({ status: 'watch' })
  expect(short.conclusions.find(({ label }) => label === 'Performance')?.sentence).toContain('over 50 basis points less')
  expect(summary.statusScale).toContain('Watch (amber): 90% of a limit or more, or a point to review.')
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
    management: '02/01/2026',
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
