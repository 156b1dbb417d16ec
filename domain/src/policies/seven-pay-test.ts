/**
 * The 7-pay test of modified endowment contracts (26 U.S.C. 7702A(b)): whether what was paid under a policy ever came to more, in the first seven
 * contract years, than seven level annual premiums would have by then. The level premium is the carrier's; nothing here computes it.
 */

import type { Flow } from '../calculations/yields.ts'
import { type Cents, cents, times } from '../primitives/money.ts'
import { formatDate, type PlainDate, plainDate, yearOf } from '../primitives/period.ts'
import { anniversary } from './illustrations.ts'
import { before, type Refusals, refusals } from './rules.ts'

/** Contract years of a 7-pay period. */
export const SEVEN_YEARS = 7
/** IRC 7702A(a)(1)(A): contracts entered into before this day are not tested. */
export const TESTED_SINCE = plainDate('1988-06-21')

/** As a snapshot holds what the carrier states of one 7-pay period. */
export interface SevenPayPeriod {
  /** The issue date, or the day on which a material change took effect (IRC 7702A(c)(3)). */
  startsOn: PlainDate
  /** The 7-pay premium, above 0. */
  annualPremium: Cents
  /** The carrier's own sum of what was paid in the period, up to the end of `statedOn`; null where it gave none. */
  paid: Cents | null
  statedOn: PlainDate
  source: string
}

/** As a snapshot holds what the test of a policy rests on, beside its flows. */
export interface ReviewSevenPay {
  /** Begun up to the date, oldest first. */
  periods: SevenPayPeriod[]
  /** As the carrier last reported it up to the date; null where it never did. */
  reportedBasis: { on: PlainDate; amount: Cents } | null
  /** The first of the flows is the register's initial premium, not a transaction of the book. */
  isInitialAssumed: boolean
}

export const SEVEN_PAY_RESULTS = {
  WITHIN: 'Within',
  AT_LIMIT: 'At the limit',
  EXCEEDED: 'Exceeded',
  OVER: 'Seven years over',
  UNKNOWN: 'Not known',
  NOT_STATED: 'Not stated',
} as const
export type SevenPayResult = keyof typeof SEVEN_PAY_RESULTS

export interface SevenPayStanding {
  result: SevenPayResult
  /** The newest begun by the day; null when none is on file. */
  period: SevenPayPeriod | null
  /** 1 to 7; null when the seven years are over or no period is on file. */
  contractYear: number | null
  /** Level premiums that count by the day, 1 to 7. */
  premiumsDue: number | null
  /** Level premiums due × the 7-pay premium. */
  limit: Cents | null
  /** Null where the book lacks premiums. Past the seven years, of those years. */
  paid: Cents | null
  /** Limit less paid, negative above the limit. */
  headroom: Cents | null
  /** The parts of `paid`: the carrier's sum, and premiums less refunds, and untaxed withdrawals, of the book since then. */
  parts: { stated: Cents; premiums: Cents; withdrawals: Cents } | null
  /** The first day on which a known period was over its limit: the policy is a modified endowment contract since. */
  exceededOn: PlainDate | null
  /** UNMARKED: the test is failed, and the register says it is none. MARKED: the register says it is one, and nothing on file makes it so. */
  contradiction: 'UNMARKED' | 'MARKED' | null
}

export interface SevenPayPolicy {
  issueDate: PlainDate
  /** As the register marks it. */
  isModifiedEndowment: boolean
  /** Received in an exchange: it may be a modified endowment contract by the one given for it (IRC 7702A(a)(2)). */
  isExchanged: boolean
  /** As the carrier last reported it up to the day; null where it never did. */
  reportedBasis: { on: PlainDate; amount: Cents } | null
  /** Transactions of the book, in any order; nothing assumed. */
  flows: readonly Flow[]
}

/**
 * Where a policy stands in the 7-pay test at the end of a day.
 *
 * Limit: the 7-pay premium times the contract years begun, because a level premium is due on the first day of each (IRC 7702A(b)).
 * Paid: premiums since the period began, less withdrawals that are not income (IRC 7702A(e)(1)(A)). Of withdrawals the book knows no taxed part, so they
 * reduce what was paid to 0 and no further; on one day premiums are counted first. Loans, their repayment and exchanges do not count: what came in by
 * exchange, and the value at a material change, are in the carrier's 7-pay premium (IRC 7702A(c)(3)(A)). A premium paid back reduces what was paid
 * (IRC 7702A(e)(1)(B)) on the day it is; what exceeded the limit until then did, unless the carrier's own sum says otherwise, which takes the place of
 * the book up to its day.
 * The test is failed at any time of the seven years, and stays failed whatever comes after.
 *
 *   sevenPayStanding(policy, [{ startsOn: plainDate('2023-03-01'), annualPremium: usd(50_000), … }], plainDate('2024-03-01')).limit // usd(100_000)
 *
 * @param periods of the policy, oldest first; those that begin after the day are left out
 * @param on the day, at or after the issue date
 * @returns UNKNOWN where the book lacks premiums and no sum of the carrier's replaces them: the cost basis that the carrier reports is above what the book's
 *   flows come to, or, where it reports none, the book has no premium and no exchange of the policy's first year
 * @throws RangeError for a premium that is not above 0
 * @see Internal Revenue Code 7702A(b), (c)(3), (e)(1)
 */
export function sevenPayStanding(policy: SevenPayPolicy, periods: readonly SevenPayPeriod[], on: PlainDate): SevenPayStanding {
  const begun = periods.filter(({ startsOn }) => startsOn <= on)
  const walks = begun.map((period, index) => walk(policy, period, begun[index + 1]?.startsOn ?? null, on))
  const newest = walks.at(-1)
  if (!newest) return NOTHING_STATED
  const exceededOn = walks.find((one) => one.exceededOn !== null)?.exceededOn ?? null
  const isComplete = !lacksPremiums(policy, on)
  const limit = times(newest.period.annualPremium, newest.premiumsDue)
  const paid = newest.hasCarriersSum || isComplete ? newest.paid : null
  const result: SevenPayResult =
    exceededOn !== null
      ? 'EXCEEDED'
      : newest.contractYear === null
        ? 'OVER'
        : paid === null
          ? 'UNKNOWN'
          : paid === limit
            ? 'AT_LIMIT'
            : 'WITHIN'
  // A failed test of a period that nobody stated, or of the contract given for this one, would make it one as well.
  const isWholeLife = begun[0]?.startsOn === policy.issueDate && !policy.isExchanged && isComplete
  return {
    result,
    period: newest.period,
    contractYear: newest.contractYear,
    premiumsDue: newest.premiumsDue,
    limit,
    paid,
    headroom: paid === null ? null : cents(limit - paid),
    parts: paid === null ? null : newest.parts,
    exceededOn,
    contradiction:
      exceededOn !== null && !policy.isModifiedEndowment
        ? 'UNMARKED'
        : exceededOn === null && policy.isModifiedEndowment && isWholeLife
          ? 'MARKED'
          : null,
  }
}

const NOTHING_STATED: SevenPayStanding = {
  result: 'NOT_STATED',
  period: null,
  contractYear: null,
  premiumsDue: null,
  limit: null,
  paid: null,
  headroom: null,
  parts: null,
  exceededOn: null,
  contradiction: null,
}

interface Walk {
  period: SevenPayPeriod
  contractYear: number | null
  premiumsDue: number
  paid: Cents
  parts: { stated: Cents; premiums: Cents; withdrawals: Cents }
  exceededOn: PlainDate | null
  hasCarriersSum: boolean
}

/** One period from its first day to the day asked, its seventh anniversary, or the next period, whichever comes first. */
function walk(policy: SevenPayPolicy, period: SevenPayPeriod, next: PlainDate | null, on: PlainDate): Walk {
  if (!(period.annualPremium > 0)) throw new RangeError(`a 7-pay premium of ${period.annualPremium}`)
  const ends = [anniversary(period.startsOn, SEVEN_YEARS), ...(next === null ? [] : [next])].reduce((a, b) => (a < b ? a : b))
  const limitOn = (day: PlainDate) => times(period.annualPremium, Math.min(yearsBegun(period.startsOn, day), SEVEN_YEARS))
  const isOfPeriod = period.statedOn >= period.startsOn && period.statedOn < ends && period.statedOn <= on
  const stated = isOfPeriod ? period.paid : null
  const parts = { stated: stated ?? cents(0), premiums: cents(0), withdrawals: cents(0) }
  let paid = parts.stated
  let exceededOn = stated !== null && stated > limitOn(period.statedOn) ? period.statedOn : null
  const flows = policy.flows
    .filter(({ date }) => date >= period.startsOn && date < ends && date <= on && (stated === null || date > period.statedOn))
    .toSorted((a, b) => (a.date === b.date ? order(a) - order(b) : a.date < b.date ? -1 : 1))
  for (const { type, amount, date } of flows) {
    if (type === 'PREMIUM') {
      parts.premiums = cents(parts.premiums + amount)
      paid = cents(paid + amount)
      if (paid > limitOn(date)) exceededOn ??= date
    }
    if (type === 'PREMIUM_REFUND') {
      // A premium from before the period, or before the carrier's sum, does not count here.
      const returned = cents(Math.min(amount, paid))
      parts.premiums = cents(parts.premiums - returned)
      paid = cents(paid - returned)
    }
    if (type === 'WITHDRAWAL') {
      const untaxed = cents(Math.min(amount, paid))
      parts.withdrawals = cents(parts.withdrawals + untaxed)
      paid = cents(paid - untaxed)
    }
  }
  const years = yearsBegun(period.startsOn, on)
  return {
    period,
    contractYear: years > SEVEN_YEARS ? null : years,
    premiumsDue: Math.min(years, SEVEN_YEARS),
    paid,
    parts,
    exceededOn,
    hasCarriersSum: stated !== null,
  }
}

const order = ({ type }: Flow): number => (type === 'PREMIUM' ? 0 : 1)

/** Contract years begun by a day, at least 1. */
function yearsBegun(startsOn: PlainDate, day: PlainDate): number {
  const years = yearOf(day) - yearOf(startsOn)
  return years + (anniversary(startsOn, years) <= day ? 1 : 0)
}

/** Cost basis is premiums paid less untaxed withdrawals: where it is above the book's own, the book lacks premiums. An exchange carries another's over. */
function lacksPremiums({ issueDate, flows, reportedBasis, isExchanged }: SevenPayPolicy, on: PlainDate): boolean {
  if (reportedBasis === null || reportedBasis.on > on || isExchanged)
    return !flows.some(({ type, date }) => (type === 'PREMIUM' || type === 'EXCHANGE_IN') && date < anniversary(issueDate, 1))
  let own = 0
  for (const { type, amount, date } of flows.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : order(a) - order(b)))) {
    if (date > reportedBasis.on) break
    if (type === 'PREMIUM') own += amount
    if (type === 'WITHDRAWAL' || type === 'PREMIUM_REFUND') own = Math.max(own - amount, 0)
  }
  return reportedBasis.amount > own
}

export const sevenPayRefused = (
  stated: { startsOn: PlainDate; paidCents: number | null; statedOn: PlainDate },
  known: { issueDate: PlainDate; isTaken: boolean; today: PlainDate },
): Refusals =>
  refusals([
    [before(known.today, stated.startsOn), 'startsOn', 'The period cannot begin in the future.'],
    [before(stated.startsOn, known.issueDate), 'startsOn', 'It begins with the policy’s issue, or with a material change after it.'],
    [before(stated.startsOn, TESTED_SINCE), 'startsOn', `Contracts entered into before ${formatDate(TESTED_SINCE)} are not tested.`],
    [known.isTaken, 'startsOn', 'The policy has a period that begins on this day already. Correct that one.'],
    [before(known.today, stated.statedOn), 'statedOn', 'The statement date cannot be in the future.'],
    [
      stated.paidCents !== null && before(stated.statedOn, stated.startsOn),
      'paidCents',
      'What was paid before the period began does not count in it.',
    ],
  ])
