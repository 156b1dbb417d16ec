/**
 * Does a policy's month follow from the month before? The rules M1, M2, M3, M5, M6, V8 and Y4, and P3 where there is nothing to compare with. Pure; figures
 * are cents. Where a figure depends on the day of a payment, which carriers do not report, every day of the month is allowed for.
 */
import { corridorFactor } from '../calculations/cash-value-corridor.ts'
import { type Cents, cents, formatMoney, formatPercent } from '../primitives/money.ts'
import { addMonthEnds, dayOf, daysInYear, formatDate, type PlainDate, yearOf } from '../primitives/period.ts'
import type { FeedValues, PolicyFacts, PostedMonth, RecordedFlows, Report } from './row.ts'
import { FEED_RULES, type FeedRules } from './rules.ts'

const NONE = cents(0)
export const NO_FLOWS: RecordedFlows = {
  premium: NONE,
  refund: NONE,
  withdrawal: NONE,
  byHand: { premium: null, refund: null, withdrawal: null },
  exchangeIn: NONE,
  released: NONE,
}

/** Flows once the row is posted. A premium below zero is one that the carrier pays back. */
export function flowsOf(values: Pick<FeedValues, 'premiumPaid' | 'withdrawals'>, recorded: RecordedFlows): { in: Cents; out: Cents } {
  const { byHand } = recorded
  const fed = values.premiumPaid
  const premium = byHand.premium ?? (fed === null ? recorded.premium : cents(Math.max(fed, 0)))
  const refund = byHand.refund ?? (fed === null ? recorded.refund : cents(Math.max(-fed, 0)))
  const withdrawal = byHand.withdrawal ?? (values.withdrawals === null ? recorded.withdrawal : cents(Math.max(values.withdrawals, 0)))
  return { in: cents(premium + recorded.exchangeIn), out: cents(refund + withdrawal + recorded.released) }
}

export interface Span {
  least: number
  most: number
}
const spanOf = (values: readonly number[]): Span => ({ least: Math.min(...values), most: Math.max(...values) })

/** Rise of the surrender value from a lower surrender charge, which was not earned in the month. */
const released = (before: Cents | null, now: Cents | null): number => (before === null || now === null ? 0 : before - now)

/** Net yield of the month before, a fraction a year; null where it cannot be told: no value at the month end before that, or none left in it. */
export function priorYield({ prior, before, priorFlows }: PolicyFacts, period: PlainDate): Span | null {
  if (!prior || !before) return null
  const gain =
    prior.cashSurrenderValue -
    before.cashSurrenderValue -
    priorFlows.in +
    priorFlows.out -
    released(before.surrenderCharge, prior.surrenderCharge)
  const least = before.cashSurrenderValue - priorFlows.out
  if (least <= 0) return null
  const yearly = perYear(addMonthEnds(period, -1))
  const [one, other] = [(gain / (before.cashSurrenderValue + priorFlows.in)) * yearly, (gain / least) * yearly]
  return { least: Math.min(one, other), most: Math.max(one, other) }
}
/** @param period a month end: its day is the number of days of the month */
const perYear = (period: PlainDate): number => daysInYear(yearOf(period)) / dayOf(period)

/**
 * Expected increase of a month: last month's value × last month's net yield × days / days in year, with the new rate where it was reset, what the surrender
 * charge releases, and premiums and withdrawals on whatever day. A premium's load may come off it.
 *
 *   3,050,000.00 at 3.75 % over 31 days of 365: 9,714.04
 */
export function expectedIncrease(values: FeedValues, facts: PolicyFacts, period: PlainDate): Span | null {
  const { prior } = facts
  const yields = priorYield(facts, period)
  if (!prior || !yields) return null
  const flows = flowsOf(values, facts.recorded)
  const reset = values.grossCreditingRate === null || prior.grossRate === null ? 0 : values.grossCreditingRate - prior.grossRate
  const yearly = perYear(period)
  const [small, large] = [prior.cashSurrenderValue - flows.out, prior.cashSurrenderValue + flows.in]
  const [low, high] = [(yields.least + reset) / yearly, (yields.most + reset) / yearly]
  const least = Math.min(small * low, small * high, large * low, large * high)
  const most = Math.max(small * low, small * high, large * low, large * high)
  const charge = released(prior.surrenderCharge, values.surrenderCharge)
  const load = flows.in > 0 ? Math.max(values.expenseCharge ?? 0, 0) : 0
  return { least: least + charge - load, most: most + charge }
}

/** M2: how far an increase is from what was expected; null within the tolerance. */
export function offExpectation(
  increase: number,
  { least, most }: Span,
  rules: FeedRules = FEED_RULES,
): { expected: number; variance: number; tolerance: number } | null {
  const { absolute, relative } = rules.M2
  const expected = Math.min(Math.max(increase, least), most)
  const tolerance = Math.max(absolute, relative * Math.abs(expected))
  const nearest = Math.abs(increase - least) < Math.abs(increase - most) ? least : most
  return Math.abs(increase - expected) > tolerance ? { expected: nearest, variance: increase - nearest, tolerance } : null
}

/** Y4: the yield a year that a month's increase comes to, whatever day its flows were; null within the bounds. */
export function yieldOutOfBounds(
  increase: number,
  bases: readonly number[],
  period: PlainDate,
  rules: FeedRules = FEED_RULES,
): number | null {
  const { least, most } = spanOf(bases.map((base) => (increase / base) * perYear(period)))
  return least > rules.Y4.most ? least : most < rules.Y4.least ? most : null
}

/** M5: how far the death benefit moved; null within the tolerance, or where option B, the corridor, a withdrawal or a recorded change of face explains it. */
export function deathBenefitMoved(values: FeedValues, facts: PolicyFacts, period: PlainDate, rules: FeedRules = FEED_RULES): number | null {
  const { prior } = facts
  if (!prior || values.deathBenefit === null || values.cashSurrenderValue === null || facts.hasFaceChange) return null
  // V5 and V6 say more of it.
  if (values.deathBenefit <= 0 || values.deathBenefit < values.cashSurrenderValue) return null
  const moved = values.deathBenefit - prior.deathBenefit
  const tolerance = Math.max(rules.M5.absolute, rules.M5.relative * Math.abs(prior.deathBenefit))
  if (Math.abs(moved) <= tolerance) return null
  // A withdrawal takes the benefit down with it, by up to as much.
  if (moved < 0 && -moved <= flowsOf(values, facts.recorded).out + tolerance) return null
  const [was, is] =
    prior.accountValueEnd !== null && values.accountValueEnd !== null
      ? [prior.accountValueEnd, values.accountValueEnd]
      : [prior.cashSurrenderValue, values.cashSurrenderValue]
  if (facts.deathBenefitOption === 'B' && Math.abs(moved - (is - was)) <= tolerance) return null
  if (facts.dateOfBirth === null) return isInStep(prior.deathBenefit / was, values.deathBenefit / is, rules.M5.relative) ? null : moved
  const factors = corridorFactors(facts.dateOfBirth, period)
  const isAt = (benefit: number, value: number) =>
    value > 0 && benefit >= factors.least * value - tolerance && benefit <= factors.most * value + tolerance
  const isLevel = facts.faceAmount !== null && Math.abs(values.deathBenefit - facts.faceAmount) <= tolerance
  if (isAt(values.deathBenefit, is) || (isLevel && isAt(prior.deathBenefit, was))) return null
  return moved
}

/** Age is counted by birthday, by policy year or to the nearest birthday: a year either way is allowed for. */
function corridorFactors(born: PlainDate, period: PlainDate): Span {
  const age = yearOf(period) - yearOf(born)
  return { least: corridorFactor(age + 1), most: corridorFactor(age - 2) }
}

/** Without an age: benefit and value moved alike, at a ratio that a corridor may have. */
const isInStep = (was: number, is: number, apart: number): boolean => was > 1 && was <= corridorFactor(0) && Math.abs(is / was - 1) <= apart

export function checkMovement(values: FeedValues, period: PlainDate, facts: PolicyFacts, report: Report, rules: FeedRules = FEED_RULES) {
  const { cashSurrenderValue: surrender, deathBenefit: death } = values
  const { prior } = facts
  if (!prior) {
    const issuedBefore = facts.issueDate === null || facts.issueDate <= addMonthEnds(period, -1)
    if (facts.othersHavePrior && issuedBefore)
      report(
        'P3',
        'policyNumber',
        `No value was posted for this policy at ${formatDate(addMonthEnds(period, -1))}, though it was issued before.`,
      )
    return
  }
  if (surrender === null) return
  const flows = flowsOf(values, facts.recorded)
  const isStale =
    death !== null &&
    surrender === prior.cashSurrenderValue &&
    death === prior.deathBenefit &&
    (values.grossCreditingRate ?? values.netCreditingRate ?? 0) > 0 &&
    surrender > 0
  if (isStale)
    report(
      'V8',
      'cashSurrenderValue',
      `Both values are exactly last month’s (${formatMoney(surrender)}) although interest is credited. Did the carrier send last month’s file?`,
      { measured: { expected: prior.cashSurrenderValue, actual: surrender, tolerance: 0 } },
    )
  const increase = cents(surrender - prior.cashSurrenderValue - flows.in + flows.out)
  const fell = facts.cannotFall && -increase > rules.M1.absolute
  if (fell)
    report(
      'M1',
      'cashSurrenderValue',
      `The value fell by ${formatMoney(cents(-increase))} against last month’s ${formatMoney(prior.cashSurrenderValue)}, and nothing reported explains it.`,
      { measured: { expected: prior.cashSurrenderValue + flows.in - flows.out, actual: surrender, tolerance: rules.M1.absolute } },
    )
  const movement = prior.cashSurrenderValue > 0 ? (surrender - prior.cashSurrenderValue) / prior.cashSurrenderValue : 0
  const leapt = flows.in === 0 && flows.out === 0 && Math.abs(movement) > rules.M3.relative
  if (leapt)
    report(
      'M3',
      'cashSurrenderValue',
      `The value moved by ${formatPercent(movement)} in a month, from ${formatMoney(prior.cashSurrenderValue)} to ${formatMoney(surrender)}, without a premium or withdrawal.`,
      { measured: { expected: 0, actual: movement, tolerance: rules.M3.relative } },
    )
  // A movement that M1, M3 or V8 reported is not reported again. Values that follow the market have a rule of their own.
  let isSaid = fell || leapt || isStale || isClaimed(values, facts)
  if (facts.cannotFall && !fell && !isStale && !isClaimed(values, facts)) {
    if (!leapt && checkYield(values, increase, period, prior, flows, report, rules)) isSaid = true
    if (checkExpectation(values, increase, period, facts, report, rules)) isSaid = true
  }
  if (!isSaid) checkParts(values, increase, prior, flows, facts, period, report, rules)
  const moved = isClaimed(values, facts) ? null : deathBenefitMoved(values, facts, period, rules)
  if (moved !== null)
    report(
      'M5',
      'deathBenefit',
      `The death benefit moved by ${formatMoney(cents(moved))}, from ${formatMoney(prior.deathBenefit)} to ${formatMoney(death)}. No change of face amount is recorded, and neither option B nor the corridor explains it.`,
      {
        measured: {
          expected: prior.deathBenefit,
          actual: prior.deathBenefit + moved,
          tolerance: Math.max(rules.M5.absolute, rules.M5.relative * Math.abs(prior.deathBenefit)),
        },
      },
    )
  const opening = prior.accountValueEnd ?? prior.cashSurrenderValue
  if (values.accountValueBegin !== null && Math.abs(values.accountValueBegin - opening) > rules.M6.absolute)
    report(
      'M6',
      'accountValueBegin',
      `The carrier opens the month at ${formatMoney(values.accountValueBegin)}; ${formatMoney(opening)} was posted at the end of the last. The carrier may have restated history.`,
      { measured: { expected: opening, actual: values.accountValueBegin, tolerance: rules.M6.absolute } },
    )
}

/**
 * Compares the parts of the month that a row has with its movement, where it has too few of them for M4: charges that would take more than any account earns, a roll
 * forward from last month's value that is off by more than what carriers leave out, and an account value that moved without the surrender value.
 */
function checkParts(
  values: FeedValues,
  increase: Cents,
  prior: PostedMonth,
  flows: { in: Cents; out: Cents },
  { cannotFall }: PolicyFacts,
  period: PlainDate,
  report: Report,
  rules: FeedRules,
) {
  const { cashSurrenderValue: surrender, accountValueEnd: account, interestCredited: interest } = values
  const { costOfInsurance: cost, expenseCharge: expense, surrenderCharge: charge } = values
  if (surrender === null) return
  if (charge === null && account !== null && account >= surrender && prior.accountValueEnd !== null) {
    const moved = account - surrender - (prior.accountValueEnd - prior.cashSurrenderValue)
    if (Math.abs(moved) > rules.V9.relative * Math.max(account, prior.accountValueEnd))
      report(
        'V9',
        'accountValueEnd',
        `Account value and cash surrender value were ${formatMoney(cents(prior.accountValueEnd - prior.cashSurrenderValue))} apart last month, and are ${formatMoney(cents(account - surrender))} now.`,
      )
  }
  if (!cannotFall || (values.accountValueBegin !== null && account !== null && values.premiumPaid !== null && values.withdrawals !== null))
    return
  const charges = Math.max(cost ?? 0, 0) + Math.max(expense ?? 0, 0)
  const earned = increase + charges - released(prior.surrenderCharge, charge)
  const yearly = (earned / Math.max(prior.cashSurrenderValue + flows.in, account ?? 0, 1)) * perYear(period)
  if (charges > 0 && yearly > rules.Y4.charged)
    report(
      'SIZE',
      (cost ?? 0) >= (expense ?? 0) ? 'costOfInsurance' : 'expenseCharge',
      `Charges of ${formatMoney(cents(charges))} beside an increase of ${formatMoney(increase)} would take interest of ${formatPercent(yearly)} a year. Are these the charges of the month?`,
    )
  else if (interest !== null && cost !== null && expense !== null) {
    const expected = interest - cost - expense + released(prior.surrenderCharge, charge)
    if (Math.abs(increase - expected) > Math.max(rules.M2.absolute, rules.M2.relative * Math.abs(interest)))
      report(
        'M4',
        'cashSurrenderValue',
        `Interest ${formatMoney(interest)} less charges of ${formatMoney(cents(cost + expense))} is ${formatMoney(cents(interest - cost - expense))}; the value rose by ${formatMoney(increase)}.`,
        {
          severity: 'warning',
          measured: { expected, actual: increase, tolerance: Math.max(rules.M2.absolute, rules.M2.relative * Math.abs(interest)) },
        },
      )
  }
}

/** Charges end, and interest may begin, with a death: its month is like none before. */
export const isClaimed = (values: Pick<FeedValues, 'policyStatus'>, facts: Pick<PolicyFacts, 'policyStatus'>): boolean =>
  values.policyStatus === 'DEATH_CLAIM_PENDING' || facts.policyStatus === 'DEATH_CLAIM_PENDING'

function checkYield(
  values: FeedValues,
  increase: Cents,
  period: PlainDate,
  prior: PostedMonth,
  flows: { in: Cents; out: Cents },
  report: Report,
  rules: FeedRules,
): boolean {
  const bases = [prior.cashSurrenderValue - flows.out, prior.cashSurrenderValue + flows.in].filter((base) => base > 0)
  if (bases.length === 0) return false
  const earned = increase - released(prior.surrenderCharge, values.surrenderCharge)
  const yearly = yieldOutOfBounds(earned, bases, period, rules)
  if (yearly !== null)
    report(
      'Y4',
      'cashSurrenderValue',
      `The increase of ${formatMoney(increase)} on ${formatMoney(prior.cashSurrenderValue)} is ${formatPercent(yearly)} a year; a policy earns between ${formatPercent(rules.Y4.least, 0)} and ${formatPercent(rules.Y4.most, 0)}. Are two digits exchanged?`,
      { measured: { expected: yearly > rules.Y4.most ? rules.Y4.most : rules.Y4.least, actual: yearly, tolerance: 0 } },
    )
  return yearly !== null
}

function checkExpectation(
  values: FeedValues,
  increase: Cents,
  period: PlainDate,
  facts: PolicyFacts,
  report: Report,
  rules: FeedRules,
): boolean {
  const expected = expectedIncrease(values, facts, period)
  const off = expected && offExpectation(increase, expected, rules)
  if (off)
    report(
      'M2',
      'cashSurrenderValue',
      `The value rose by ${formatMoney(increase)}; at last month’s yield, ${formatMoney(cents(Math.round(off.expected)))} was expected. The difference of ${formatMoney(cents(Math.round(Math.abs(off.variance))))} is more than the ${formatMoney(cents(Math.round(off.tolerance)))} allowed.`,
      { measured: { expected: Math.round(off.expected), actual: increase, tolerance: Math.round(off.tolerance) } },
    )
  return off !== null
}
