/** A board reads "Met" beside what is held against a limit, and beside nothing else. */
import { expect, test } from 'vitest'
import { BOARD, reviewExample } from '../../../test/review-example.ts'
import { findingOf } from '../../../test/review-parts.ts'
import { buildAnnualReview } from '../build.ts'
import { figuresOfReview } from '../figures.ts'
import { populationFindings } from './population.ts'

function of(edition: 6 | 7) {
  const { asset, ...example } = reviewExample()
  const snapshot = { ...example, asset: { ...asset, edition } }
  const view = buildAnnualReview(snapshot)
  return { view, snapshot, interest: view.risks.find(({ code }) => code === 'INTEREST_RATE') }
}
const EMPLOYED = '80.00% of 5 people insured are still employed.'
const LAG = /fifth of a shift reaches portfolio rates within a year, all of it reaches others, and guarantees hold\./

test('the share of insured people who are still employed is a figure without a status, told with the conclusion on them', () => {
  const { view, snapshot } = of(7)
  expect(findingOf(view, 'active')).toBeUndefined()
  expect(populationFindings(figuresOfReview(snapshot)).map(({ id }) => id)).toEqual(['multiples'])
  const { conclusions } = buildAnnualReview({ ...snapshot, board: { ...BOARD, maxSalaryMultiple: 1_000 } }).summary
  const people = conclusions.find(({ id }) => id === 'conclusion-people')
  expect(people?.sentence).toContain(EMPLOYED)
})

test('what shifted rates do to the year’s interest is stated for each shift, with the way it is computed, and is no test', () => {
  const { view, interest } = of(7)
  expect(findingOf(view, 'sensitivity')).toBeUndefined()
  expect(interest?.note).toMatch(LAG)
  expect(interest?.facts.flatMap(({ series }) => series?.at ?? [])).toEqual([
    '−300 bps',
    '−200 bps',
    '−100 bps',
    '+100 bps',
    '+200 bps',
    '+300 bps',
  ])
})

test('a review of before counts both among its tests, as its certification does', () => {
  const { view, interest } = of(6)
  expect(findingOf(view, 'active')).toMatchObject({ status: 'good', sentence: EMPLOYED })
  expect(findingOf(view, 'sensitivity')).toMatchObject({ status: 'good', sentence: expect.stringMatching(LAG) })
  expect(interest?.note).toBeUndefined()
})

test('who is still employed is said in words that leave active directors among them', () => {
  const notes = of(7).view.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'table' && block.id === 'statuses' ? block.note : [])),
  )
  expect(notes[0]).toContain('former employees and former directors are not')
})
