/** Income and yields of cash surrender value (ASC 325-30; yields by Modified Dietz). Yields of totals take summed dollars; percentages are never averaged. */

import type { YieldConvention } from '../primitives/insurance-terms.ts'
import { type Cents, cents, sumCents } from '../primitives/money.ts'
import { daysBetween, daysInYear, monthOf, type PlainDate, yearOf } from '../primitives/period.ts'

/** Premiums and exchanges in raise cash surrender value without being income; the others take it out without being a loss. */
export const ADDING_FLOWS = ['PREMIUM', 'EXCHANGE_IN'] as const
export const REMOVING_FLOWS = ['WITHDRAWAL', 'PREMIUM_REFUND', 'SURRENDER', 'DEATH_CLAIM', 'EXCHANGE_OUT'] as const
export type FlowType = (typeof ADDING_FLOWS)[number] | (typeof REMOVING_FLOWS)[number]

/** A dated movement; `amount` is 0 or more, the type says which way it went. */
export interface Flow {
  date: PlainDate
  type: FlowType
  amount: Cents
}

const isAdding = (type: FlowType): boolean => ADDING_FLOWS.some((adding) => adding === type)

/** Premiums and exchanges in. */
export const additionsOf = (flows: readonly Flow[]): Cents =>
  sumCents(flows.filter((flow) => isAdding(flow.type)).map((flow) => flow.amount))
/** Withdrawals, premium refunds, surrenders, claims and exchanges out. */
export const removalsOf = (flows: readonly Flow[]): Cents =>
  sumCents(flows.filter((flow) => !isAdding(flow.type)).map((flow) => flow.amount))
/** The flows after one day and up to another: those of the period between two month ends. */
export const flowsBetween = <F extends Flow>(flows: readonly F[], after: PlainDate, upTo: PlainDate): F[] =>
  flows.filter((flow) => flow.date > after && flow.date <= upTo)

/**
 * The bank's income: the change of cash surrender value that no flow explains, in cents; negative when value was lost.
 *
 *   increase(usd(0), usd(1_002_400), [{ date, type: 'PREMIUM', amount: usd(1_000_000) }]) // usd(2_400), not usd(1_002_400)
 *
 * @see ASC 325-30: the change of the period is noninterest income
 */
export function increase(begin: Cents, end: Cents, flows: readonly Flow[] = []): Cents {
  return cents(end - begin - additionsOf(flows) + removalsOf(flows))
}

/**
 * Average invested value of a period (Modified Dietz), in cents (a fraction of a cent is kept): the beginning value, and each flow for the days that remained after it.
 * @param from the last day before the period @param to its last day
 * @throws RangeError when the period is empty or a flow lies outside it
 */
export function weightedBegin(begin: Cents, flows: readonly Flow[], from: PlainDate, to: PlainDate): number {
  const days = requireDays(from, to)
  return flows.reduce<number>((total, flow) => {
    if (flow.date <= from || flow.date > to) throw new RangeError(`a flow of ${flow.date} is outside ${from} to ${to}`)
    return total + (isAdding(flow.type) ? 1 : -1) * flow.amount * (daysBetween(flow.date, to) / days)
  }, begin)
}

export interface YieldPeriod {
  /** The last day before the period (the prior month end). */
  from: PlainDate
  /** Its last day (the statement date), whose year gives 365 or 366 days. */
  to: PlainDate
}

/**
 * Annualized net yield of a period, as a fraction.
 * SIMPLE: increase / weighted begin × days in year / days in period. COMPOUND: (1 + ratio)^(days in year / days) - 1.
 * TIMES12: ratio × 12 / months, which reads 31-day months high and February low.
 *
 *   netYield(usd(9_706.52), usd(3_050_000), { from: plainDate('2025-11-30'), to: plainDate('2025-12-31') }) // 0.037471
 *
 * @param gain the increase, cents @param atWork from `weightedBegin`, cents
 * @returns null when nothing was at work, or a loss is too large to compound
 * @throws RangeError when the period is empty
 */
export function netYield(gain: number, atWork: number, period: YieldPeriod, convention: YieldConvention = 'SIMPLE'): number | null {
  const days = requireDays(period.from, period.to)
  if (!(atWork > 0)) return null
  const ratio = gain / atWork
  const perYear = daysInYear(yearOf(period.to)) / days
  if (convention === 'SIMPLE') return ratio * perYear
  if (convention === 'TIMES12') return (ratio * 12) / monthsBetween(period)
  return ratio <= -1 ? null : (1 + ratio) ** perYear - 1
}

/**
 * Year-to-date yield: the year's increase on the average of its month-begin balances, annualized by actual days.
 * @param monthBegins one balance for each month begun since the year start, cents
 * @returns null without balances or when they average to nothing
 */
export function yearToDateYield(ytdIncrease: Cents, monthBegins: readonly Cents[], period: YieldPeriod): number | null {
  const days = requireDays(period.from, period.to)
  const average = monthBegins.reduce((total, balance) => total + balance, 0) / monthBegins.length
  if (!(average > 0)) return null
  return (ytdIncrease / average) * (daysInYear(yearOf(period.to)) / days)
}

/**
 * Weighted average crediting rate: the gross rates weighted by ending cash surrender value; values without a rate are left out.
 * @returns null when no value carries a rate
 */
export function weightedRate(holdings: Iterable<{ cashSurrenderValue: Cents; grossRate: number | null }>): number | null {
  let [weighted, total] = [0, 0]
  for (const { cashSurrenderValue, grossRate } of holdings) {
    if (grossRate === null) continue
    weighted += cashSurrenderValue * grossRate
    total += cashSurrenderValue
  }
  return total > 0 ? weighted / total : null
}

/**
 * Growth a year that turns one value into another: (end / begin)^(1 / years) - 1, as sales illustrations print it.
 * @throws RangeError unless begin and years are above 0
 */
export function compoundGrowth(begin: number, end: number, years: number): number {
  if (!(begin > 0 && years > 0 && end >= 0)) throw new RangeError(`growth from ${begin} to ${end} over ${years} years`)
  return (end / begin) ** (1 / years) - 1
}

const monthsBetween = ({ from, to }: YieldPeriod) => Math.max(1, (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from))

function requireDays(from: PlainDate, to: PlainDate): number {
  const days = daysBetween(from, to)
  if (days <= 0) throw new RangeError(`no days from ${from} to ${to}`)
  return days
}
