import { expect, test } from 'vitest'
import type { PeerBank } from '../../../calculations/peers.ts'
import { usd } from '../../../primitives/money.ts'
import { plainDate } from '../../../primitives/period.ts'
import { reviewExample } from '../../../test/review-example.ts'
import { findingOf } from '../../../test/review-parts.ts'
import { buildAnnualReview } from '../build.ts'

const bank = (idRssd: number, ratio: number): PeerBank => ({
  idRssd,
  name: `Bank ${idRssd}`,
  stateCode: 'PA',
  totalAssets: usd(600_000_000),
  lifeInsurance: usd(60_000_000 * ratio),
  tier1: usd(60_000_000),
  totalCapital: null,
})
/** Ten peers from 10% to 19% of Tier 1. */
const GROUP = Array.from({ length: 10 }, (_, index) => bank(index + 1, 0.1 + index / 100))

function tier1Of(own: number, edition: 4 | 5 | 7 = 5) {
  const peers = {
    reportDate: plainDate('2025-12-31'),
    source: 'INVENTED' as const,
    banks: 320,
    own: bank(0, own),
    sizeGroup: '$500 to $749 million',
    stateCode: null,
    group: GROUP,
  }
  const example = reviewExample({ peers })
  const view = buildAnnualReview({ ...example, asset: { ...example.asset, edition } })
  const facts = view.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.id === 'peer-places' && block.kind === 'text' ? block.paragraphs : [])),
  )
  return { facts, place: findingOf(view, 'peer-tier1'), scored: view.summary.scorecard.find(({ id }) => id === 'peers')?.status }
}

test('a bank among the highest tenth of its peers is on watch, in the section and on the scorecard', () => {
  const highest = tier1Of(0.2)
  expect(highest).toMatchObject({ place: { status: 'watch' }, scored: 'watch' })
  expect(highest.place?.sentence).toMatch(/^20\.00%, higher than all 10 peers, 1\.82 standard deviations above/)
  expect(tier1Of(0.185)).toMatchObject({ place: { status: 'watch' } })
})

test('in a review of before a bank below them meets the test, and the scorecard holds it against nothing', () => {
  expect(tier1Of(0.175)).toMatchObject({ place: { status: 'good' }, scored: null })
  expect(tier1Of(0.175).place?.sentence).toContain('above 80% of 10 peers')
  expect(tier1Of(0.05).place?.sentence).toContain('lower than all 10 peers')
})

test('a place that is held against no limit is a fact without a status; one that stands apart says from where on it is watched', () => {
  const usual = tier1Of(0.175, 7)
  expect(usual).toMatchObject({ place: undefined, scored: null })
  expect(usual.facts[0]).toMatch(/^Life insurance, of Tier 1 capital: 17\.50%, above 80% of 10 peers, /)
  const apart = tier1Of(0.2, 7)
  expect(apart).toMatchObject({ place: { status: 'watch' }, scored: 'watch' })
  expect(apart.place?.sentence).toMatch(
    /above their mean\. A place among the highest tenth of the peers, or more than two standard deviations above their mean, is a point to review\.$/,
  )
  expect(apart.facts.some((fact) => fact.includes('Tier 1'))).toBe(false)
})

test('a review of before watches the distance alone', () => {
  expect(tier1Of(0.2, 4)).toMatchObject({ place: { status: 'good' }, scored: null })
  expect(tier1Of(0.3, 4)).toMatchObject({ place: { status: 'watch' } })
})
