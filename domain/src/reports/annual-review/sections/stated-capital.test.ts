import { expect, test } from 'vitest'
import { usd } from '../../../primitives/money.ts'
import { plainDate } from '../../../primitives/period.ts'
import { ANSWERS, reviewExample } from '../../../test/review-example.ts'
import { findingOf, tableOf } from '../../../test/review-parts.ts'
import { buildAnnualReview } from '../build.ts'
import type { StatedCapital } from '../questionnaire-answers.ts'

const AS_OF = plainDate('2025-09-30')
const SAME: StatedCapital = { asOf: AS_OF, tier1: usd(60_000_000), allowance: usd(5_400_000), total: null, totalAssets: usd(650_000_000) }
const reviewed = (stated: Partial<StatedCapital>) =>
  buildAnnualReview(reviewExample({ answers: { ...ANSWERS, capital: { ...SAME, ...stated } } }))
const told = (stated: Partial<StatedCapital>) => findingOf(reviewed(stated), 'stated-capital')?.sentence

test('a review says where the signed questionnaire has other capital of the same day, with what it makes of the program, and lists it as open', () => {
  const view = reviewed({ tier1: usd(57_367_875), totalAssets: usd(640_000_000) })
  const finding = findingOf(view, 'stated-capital')
  expect(finding).toMatchObject({ status: 'watch', label: 'Capital stated' })
  expect(finding?.sentence).toBe(
    'The questionnaire returned 01/20/2026 states other capital at 09/30/2025 than this review uses (Call Report): Tier 1 capital of $57,367,875.00, not $60,000,000.00; total assets of $640,000,000.00, not $650,000,000.00. All that is held is 25.59% of the Tier 1 capital stated, 24.47% of the one used.',
  )
  expect(tableOf(view, 'open-tests').rows.map(({ id }) => id)).toContain('stated-capital')
})

test('a dollar under a thousand is rounding, and figures of another day differ by right', () => {
  expect(told({})).toBeUndefined()
  expect([told({ tier1: usd(60_000_999) }), told({ tier1: usd(60_001_000) })]).toEqual([
    undefined,
    expect.stringContaining('Tier 1 capital'),
  ])
  expect(told({ asOf: plainDate('2025-12-31'), tier1: usd(1) })).toBeUndefined()
  // Without a day it is of the year's end, and the review has the quarter before.
  expect(told({ asOf: null, tier1: usd(1) })).toBeUndefined()
  expect(told({ allowance: usd(5_000_000) })).not.toContain('All that is held')
})
