/** When a limit on life insurance would be passed, if value goes on growing as it did and capital as it is planned; and why that is not told where something is unknown. */

import type { Cents } from '../primitives/money.ts'
import { addMonthEnds, formatMonth, monthEnd, monthOf, type PlainDate, yearOf } from '../primitives/period.ts'
import { CAPITAL_BASIS_NAMES, type LimitTest, projectedBreach } from './concentration.ts'
import { type Flow, increase, weightedBegin } from './yields.ts'

/** Boards plan in years, not in decades. */
export const OUTLOOK_YEARS = 10

export interface GrowthMonth {
  /** Its last day. */
  period: PlainDate
  cashSurrenderValue: Cents
  beginCashSurrenderValue: Cents
  flows: readonly Flow[]
  /** False when a policy held at the end lacks a value at the beginning. */
  comparable: boolean
  /** Policies held at its end without a value. */
  missing?: number
}

/**
 * Growth of value over the twelve months that end with a month, without what was paid in or taken out: each month's increase on its average invested
 * value (Modified Dietz), linked.
 *
 *   growthOfYear(twelve months of 0.3 % each, plainDate('2026-09-30')) // 1.003 ** 12 - 1 = 0.036600
 *
 * @param months oldest first; earlier ones count for nothing
 * @param to the last month's end
 * @returns a fraction a year; null where one of the twelve months is missing, cannot be compared, lacks values, or had nothing at work
 */
export function growthOfYear(months: readonly GrowthMonth[], to: PlainDate): number | null {
  const year = months.slice(-12)
  const isWhole = year.length === 12 && year.every(({ period }, index) => period === addMonthEnds(to, index - 11))
  if (!isWhole || year.some(({ comparable, missing = 0 }) => !comparable || missing > 0)) return null
  let factor = 1
  for (const { period, cashSurrenderValue: end, beginCashSurrenderValue: begin, flows } of year) {
    const atWork = weightedBegin(begin, flows, addMonthEnds(period, -1), period)
    if (!(atWork > 0)) return null
    factor *= 1 + increase(begin, end, flows) / atWork
  }
  return factor > 0 ? factor - 1 : null
}

export interface LimitOutlook {
  /** The first month end, within ten years, at which value is above the limit; the present one when it is above it already. Null: none, or not told. */
  breachOn: PlainDate | null
  /** Whether a projection was made at all. */
  isTold: boolean
  sentence: string
}

/**
 * The outlook of one limit. Value grows at its rate and capital at its own, both daily at effective annual rates, actual/365.
 *
 *   limitOutlook({ cashSurrenderValue: usd(14_682_544.81), limit: 0.25, capital: usd(60_000_000), basis: 'TIER1' }, { growth: 0.034217, capitalGrowth: 0, from: plainDate('2025-12-31') })
 *   // breachOn '2026-08-31', 'Exceeded at the end of August 2026.': the limit of $15,000,000.00 is passed on August 21, 2026
 *
 * @param test a line of the limit table: cents, and the limit as a fraction of capital
 * @param terms growth a year as fractions above -1; `growth` null is unknown; `from` is the day of the values
 * @throws RangeError outside those ranges
 */
export function limitOutlook(
  test: Pick<LimitTest, 'cashSurrenderValue' | 'limit' | 'capital' | 'basis' | 'lacking'>,
  terms: { growth: number | null; capitalGrowth: number; from: PlainDate },
): LimitOutlook {
  const { cashSurrenderValue, limit, capital, basis, lacking } = test
  const { growth, capitalGrowth, from } = terms
  if (capital === null) return untold(`no ${CAPITAL_BASIS_NAMES[basis]} capital is on file`)
  if (lacking !== undefined) return untold(`not all that is held is known: ${lacking}`)
  if (growth === null) return untold('twelve comparable months are needed to tell the growth')
  if (cashSurrenderValue === 0) return { breachOn: null, isTold: true, sentence: 'Nothing is held.' }
  const day = projectedBreach({ cashSurrenderValue, growth, capital, capitalGrowth, limit, from })
  if (day === from) return { breachOn: from, isTold: true, sentence: 'The limit is exceeded now.' }
  const breachOn = day === null ? null : monthEnd(yearOf(day), monthOf(day))
  if (breachOn === null || breachOn > addMonthEnds(from, 12 * OUTLOOK_YEARS))
    return { breachOn: null, isTold: true, sentence: `Not within ${OUTLOOK_YEARS} years.` }
  return { breachOn, isTold: true, sentence: `Exceeded at the end of ${formatMonth(breachOn)}.` }
}

const untold = (why: string): LimitOutlook => ({ breachOn: null, isTold: false, sentence: `Not projected: ${why}.` })
