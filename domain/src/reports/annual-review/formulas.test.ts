/** The formulas that annual reviews add: cost recovery, watch rules of carriers, sensitivity of crediting rates. */

import { describe, expect, test } from 'vitest'
import { costRecovery } from '../../calculations/cost-recovery.ts'
import { sensitivityOf, shiftedRate } from '../../calculations/crediting-rate-sensitivity.ts'
import type { ReviewRating } from '../../carriers/watch-list.ts'
import { ratingsInForce, watchEntries } from '../../carriers/watch-list.ts'
import { cents, usd } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'

const ON = plainDate('2025-12-31')
const rating = (agency: ReviewRating['agency'], effectiveDate: string, given: string, more: Partial<ReviewRating> = {}): ReviewRating => ({
  agency,
  rating: given,
  outlook: 'STABLE',
  watch: false,
  action: 'AFFIRMED',
  effectiveDate: plainDate(effectiveDate),
  ...more,
})
const rules = (...ratings: ReviewRating[]) =>
  watchEntries(ratings, { minimums: { AM_BEST: 'A-', SP: 'A' }, minComdex: 75 }, ON).map(({ rule }) => rule)

describe('cost recovery', () => {
  test.each([
    [usd(900_000), usd(514_307.55), 1.7499, true],
    [usd(500_000), usd(514_307.55), 0.9722, false],
    [usd(500_000), usd(500_000), 1, true],
    [null, usd(500_000), null, null],
    [usd(500_000), null, null, null],
    [usd(500_000), usd(-10), null, true],
    [usd(500_000), usd(514_307.55), 0.9722, true, usd(14_307.55)],
    [usd(500_000), usd(514_307.55), 0.9722, false, usd(14_307.54)],
    [null, usd(500_000), null, null, usd(500_000)],
  ] as const)('expense %s against income %s', (expense, income, coverage, isMet, funds = usd(0)) => {
    const found = costRecovery(expense, income, funds)
    expect(found.isMet).toBe(isMet)
    if (coverage === null) expect(found.coverage).toBeNull()
    else expect(found.coverage).toBeCloseTo(coverage, 4)
  })
})

describe('watch rules', () => {
  test('current and stable ratings at the board’s minimum raise none', () => {
    expect(rules(rating('AM_BEST', '2025-06-01', 'A-'), rating('SP', '2025-01-15', 'A'), rating('COMDEX', '2025-03-01', '75'))).toEqual([])
  })

  test.each([
    ['a downgrade of the last twelve months', [rating('AM_BEST', '2024-02-01', 'A+'), rating('AM_BEST', '2025-01-02', 'A')], ['DOWNGRADE']],
    ['not one before', [rating('AM_BEST', '2023-02-01', 'A+'), rating('AM_BEST', '2024-12-31', 'A')], []],
    ['an upgrade is none', [rating('AM_BEST', '2024-02-01', 'A'), rating('AM_BEST', '2025-01-02', 'A+')], []],
    ['a negative outlook', [rating('SP', '2025-01-02', 'AA', { outlook: 'NEGATIVE' })], ['OUTLOOK']],
    ['under review', [rating('SP', '2025-01-02', 'AA', { watch: true })], ['WATCH']],
    ['below the minimum', [rating('AM_BEST', '2025-01-02', 'B++')], ['BELOW_MINIMUM']],
    ['never across agencies: A+ of S&P is above its own minimum', [rating('SP', '2025-01-02', 'A+')], []],
    ['older than fifteen months', [rating('SP', '2024-09-29', 'AA')], ['STALE']],
    ['fifteen months to the day is not', [rating('SP', '2024-09-30', 'AA')], []],
    [
      'a fall of five in Comdex',
      [rating('SP', '2025-02-01', 'AA'), rating('COMDEX', '2024-11-01', '90'), rating('COMDEX', '2025-06-01', '85')],
      ['COMDEX'],
    ],
    ['four is none', [rating('SP', '2025-02-01', 'AA'), rating('COMDEX', '2024-11-01', '90'), rating('COMDEX', '2025-06-01', '86')], []],
    ['a Comdex below the minimum', [rating('SP', '2025-02-01', 'AA'), rating('COMDEX', '2025-06-01', '74')], ['BELOW_MINIMUM']],
    [
      'withdrawn ratings are none',
      [rating('SP', '2024-11-01', 'AA'), rating('SP', '2025-06-01', 'AA', { action: 'WITHDRAWN' })],
      ['UNRATED'],
    ],
    ['what came later is not known yet', [rating('SP', '2025-06-01', 'AA'), rating('SP', '2026-01-15', 'BBB')], []],
  ] as const)('%s', (_, ratings, expected) => {
    expect(rules(...ratings)).toEqual(expected)
  })

  test('the newest of each agency is in force', () => {
    const held = ratingsInForce(
      [rating('AM_BEST', '2024-01-01', 'A'), rating('AM_BEST', '2025-01-01', 'A+'), rating('FITCH', '2026-01-01', 'AA')],
      ON,
    )
    expect([...held].map(([agency, { rating: given }]) => [agency, given])).toEqual([['AM_BEST', 'A+']])
  })
})

describe('sensitivity', () => {
  test('a fifth of a shift reaches a portfolio rate, all of it a new-money rate, and no rate falls below its guarantee', () => {
    expect(shiftedRate({ rate: 0.041, guaranteedMinimum: 0.02, method: 'PORTFOLIO' }, -0.03)).toBeCloseTo(0.035, 10)
    expect(shiftedRate({ rate: 0.041, guaranteedMinimum: 0.02, method: 'NEW_MONEY' }, -0.03)).toBe(0.02)
    expect(shiftedRate({ rate: 0.015, guaranteedMinimum: 0.02, method: 'NEW_MONEY' }, -0.01)).toBe(0.015)
    expect(shiftedRate({ rate: 0.039, guaranteedMinimum: 0, method: 'TOTAL_RETURN' }, 0.01)).toBeCloseTo(0.049, 10)
  })

  test('income changes by the dollars behind each rate', () => {
    const held = [
      { cashSurrenderValue: usd(5_000_000), rate: 0.04, guaranteedMinimum: 0.02, method: 'PORTFOLIO' },
      { cashSurrenderValue: usd(1_000_000), rate: 0.04, guaranteedMinimum: 0.035, method: 'NEW_MONEY' },
    ] as const
    expect(sensitivityOf(held, -0.01)).toEqual({ change: usd(-15_000), rate: expect.closeTo(0.0375, 10) })
    expect(sensitivityOf([], 0.01)).toEqual({ change: cents(0), rate: null })
  })
})
