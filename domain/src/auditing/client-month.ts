/**
 * The audits of a client's month: which policies the register, the carrier and last month agree on (P), what the carrier sent against what is posted in sum (V3),
 * and the client's increase and yield against its recent months (M8, Y6). Pure; figures are cents, rates fractions.
 */
import { netYield } from '../calculations/yields.ts'
import { counted, firstNamed } from '../primitives/counted.ts'
import { type Cents, cents, formatAmount, formatMoney, formatPercent } from '../primitives/money.ts'
import { addMonthEnds, formatDate, formatMonth, type PlainDate } from '../primitives/period.ts'
import { type AuditFinding, gather, isApart } from './finding.ts'
import type { AuditRuleCode, AuditRules } from './rules.ts'

/** A client's policies with one carrier at a month end. */
export interface CarrierMonth {
  carrierName: string
  /** Posted at the month end before, and by the register's dates since. */
  prior: number
  added: number
  removed: number
  /** In force by the register. */
  expected: number
  /** With a posted value. */
  posted: number
  /** Lines of the carrier's newest file; null when none came. */
  fed: number | null
  /** Policies of the file that no value is posted of, and posted policies that the file lacks. */
  missing: readonly string[]
  extra: readonly string[]
  /** Over policies that have both: a value on one side only is found by P3 or P4, and is no difference of these. */
  fedCashSurrenderValue: Cents
  postedCashSurrenderValue: Cents
  /** The carrier's day for this month is past. */
  isDue: boolean
}

export function auditCarrierMonth(month: CarrierMonth, period: PlainDate, rules: AuditRules): AuditFinding[] {
  return gather(rules, (report) => {
    if (month.fed === null) {
      if (month.isDue && month.expected > 0)
        report(
          'P6',
          `${month.carrierName} sent no file for ${formatMonth(period)}; ${policies(month.expected)} of the institution ${are(month.expected)} in force there.`,
        )
    } else {
      if (month.fed !== month.posted)
        report(
          'P1',
          `${month.carrierName}’s file has ${policies(month.fed)}; ${month.posted} ${are(month.posted)} posted.`,
          exact(month.fed, month.posted),
        )
      if (month.extra.length > 0)
        report(
          'P4',
          `Missing from ${month.carrierName}’s file: ${counted(month.extra.length, 'posted policy')}, ${list(month.extra)}.`,
          exact(0, month.extra.length),
        )
    }
    const rolled = month.prior + month.added - month.removed
    if (month.posted > 0 && month.prior > 0 && month.posted !== rolled)
      report(
        'P2',
        `${month.prior} ${are(month.prior)} posted at ${formatDate(addMonthEnds(period, -1))}; ${month.added} came in and ${month.removed} left, which makes ${rolled}; ${month.posted} ${are(month.posted)} posted.`,
        exact(rolled, month.posted),
      )
    const sums = { expected: month.fedCashSurrenderValue, actual: month.postedCashSurrenderValue, tolerance: rules.V3.total }
    if (isApart(sums))
      report(
        'V3',
        `${month.carrierName}’s cash surrender values add up to ${formatMoney(month.fedCashSurrenderValue)}; ${formatMoney(month.postedCashSurrenderValue)} is posted.`,
        sums,
      )
  })
}
/** "$37,003.92 without a line in the carrier’s file, 1 policy": what is posted of policies that the file lacks; null where it has them all. */
export const unfedInWords = (count: number, amount: number): string | null =>
  count === 0 ? null : `${formatMoney(cents(amount))} without a line in the carrier’s file, ${policies(count)}`
/** The same under a difference: its amount is said where it is a part of the difference alone. */
export const unfedOf = (count: number, amount: number, difference: number | null): string | null =>
  count === 0 ? null : `${amount === difference ? '' : `${formatAmount(cents(amount))} of `}${policies(count)} without a line`

const exact = (expected: number, actual: number) => ({ expected, actual, tolerance: 0 })
const policies = (count: number): string => counted(count, 'policy')
const are = (count: number): string => (count === 1 ? 'is' : 'are')
/** More numbers than a sentence bears are counted. */
const LISTED = 8
const list = (numbers: readonly string[]): string => firstNamed(numbers, LISTED)

/** Sums of a client over the policies valued at both ends of a month. */
export interface ClientTotals {
  period: PlainDate
  begin: Cents
  increase: Cents
  /** Modified Dietz base, cents. */
  averageInvested: number
  /** By how much the crediting rates of the month differ from those of the month before, weighted by value; a fraction a year. */
  reset: number
  /** Every policy in force has its value: a partial month tells nothing. */
  isWhole: boolean
}

/** Months that the mean of M8 is taken over. */
const TRAILING = 3

/** Rules of a client's month as a whole. */
export const CLIENT_MONTH_RULES = ['M8', 'Y6'] as const satisfies readonly AuditRuleCode[]

/**
 * The lack for which a rule is not asked of a client's month; null where it is asked. A month that is not whole is neither asked nor compared with.
 * @param months oldest first, the audited month last; none where no policy has a value at both ends of it
 */
export function clientLacks(ruleCode: (typeof CLIENT_MONTH_RULES)[number], months: readonly ClientTotals[]): string | null {
  const now = months.at(-1)
  if (!now) return 'no policy whose value does not follow the market has one at both ends of the month'
  if (!now.isWhole) return 'not every policy in force has a value for the month'
  if (ruleCode === 'M8') {
    const past = months.slice(-1 - TRAILING, -1)
    return past.length === TRAILING && past.every(({ isWhole }) => isWhole)
      ? null
      : 'not every policy has a value in each of the three months before'
  }
  const before = months.at(-2)
  if (!before?.isWhole) return 'not every policy has a value in the month before'
  return yieldOfTotals(now) === null || yieldOfTotals(before) === null ? 'no yield of the month or of the month before' : null
}

/** @param months oldest first, the audited month last */
export function auditClient(months: readonly ClientTotals[], rules: AuditRules): AuditFinding[] {
  const now = months.at(-1)
  const before = months.at(-2)
  if (!now) return []
  return gather(rules, (report) => {
    if (clientLacks('M8', months) === null) {
      const past = months.slice(-1 - TRAILING, -1)
      // The mean is of what each month's value earned, laid on this month's: a purchase is no exception.
      const expected = Math.round((past.reduce((sum, month) => sum + rateOf(month), 0) / TRAILING) * now.averageInvested)
      const measured = { expected, actual: now.increase, tolerance: rules.M8.relative * Math.abs(expected) }
      if (isApart(measured))
        report(
          'M8',
          `The institution’s values rose by ${formatMoney(now.increase)}; its last three months lead to expect ${formatMoney(cents(expected))}.`,
          measured,
        )
    }
    const [yields, prior] = [now, before].map((month) => (month ? yieldOfTotals(month) : null))
    if (clientLacks('Y6', months) === null && typeof yields === 'number' && typeof prior === 'number') {
      // Rates that were declared anew explain what they come to.
      const measured = { expected: prior + now.reset, actual: yields, tolerance: rules.Y6.rate }
      const resets = Math.abs(now.reset) < LEAST_RESET ? '' : `, and its crediting rates were reset by ${formatPercent(now.reset)}`
      if (isApart(measured))
        report(
          'Y6',
          `The institution’s policies yield ${formatPercent(yields)}, the month before ${formatPercent(prior)}${resets}.`,
          measured,
        )
    }
  })
}
/** A reset that would be printed as nothing is not told. */
const LEAST_RESET = 0.00005
const rateOf = ({ increase, averageInvested }: ClientTotals): number => (averageInvested > 0 ? increase / averageInvested : 0)
const yieldOfTotals = ({ period, increase, averageInvested }: ClientTotals): number | null =>
  netYield(increase, averageInvested, { from: addMonthEnds(period, -1), to: period })
