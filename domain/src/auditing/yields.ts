/**
 * The earnings of a policy's month, against what its declared rate and charges imply (Y1), the month before (Y2), its guarantee (Y4), the declared rate (Y5), its
 * illustration (Y7), and for a value that follows the market its own past (M7); and against policies of its product and year of issue (Y3).
 */
import { type CreditingTerms, yearsBetween } from '../calculations/interest-credited.ts'
import { netYield } from '../calculations/yields.ts'
import { priorYield } from '../data-feeds/movements.ts'
import type { FeedValues, PolicyFacts } from '../data-feeds/row.ts'
import { formatPercent } from '../primitives/money.ts'
import { addMonthEnds, dayOf, daysInYear, monthOf, type PlainDate, yearOf } from '../primitives/period.ts'
import { type AuditReport, isApart } from './finding.ts'
import { type ProductTables, recomputed } from './recomputation.ts'
import type { AuditRules } from './rules.ts'

export interface Earnings {
  /** Modified Dietz base of the month, cents; null without a value at the month end before. */
  averageInvested: number | null
  /** The increase less what a falling surrender charge released, cents. */
  earned: number | null
  /** The declared gross rate of the product on the month's last day, and on the last day of the month before; null where none is entered. */
  declaredRate: number | null
  declaredRateBefore: number | null
  /** The guaranteed minimum of the product. */
  guaranteedRate: number
  /** Yield of the twelve months to the month end, and as illustrated; null where either cannot be told. */
  trailingYield: number | null
  illustratedYield: number | null
  /** Monthly returns of a value that follows the market, oldest first, this month's last. Empty for every other. */
  returns: readonly number[]
}

/** The net yield a year of the month, by Modified Dietz; null when nothing was invested. */
export function yieldOf({ averageInvested, earned }: Earnings, period: PlainDate): number | null {
  if (averageInvested === null || earned === null) return null
  return netYield(earned, averageInvested, { from: addMonthEnds(period, -1), to: period })
}

/** The same before the charges that the carrier reports: what policies of one product earn alike, whatever the age of their insureds. */
export function yieldBeforeCharges(
  { posted, earnings }: { posted: Pick<FeedValues, 'costOfInsurance' | 'expenseCharge'>; earnings: Earnings },
  period: PlainDate,
): number | null {
  const charges = (posted.costOfInsurance ?? 0) + (posted.expenseCharge ?? 0)
  return yieldOf({ ...earnings, earned: earnings.earned === null ? null : earnings.earned + charges }, period)
}

/**
 * The net yield that a declared rate implies after charges: the rate credited for the month's days as the product credits it, annualized simply, less cost of insurance and expenses.
 *
 *   4.10 % on 3,050,000.00 over 31 days less 720.00: 3.747 %
 *
 * @param interestBase the account value at the month's beginning, cents @param averageInvested the base of the yield, cents @param terms of the product
 */
export function impliedYield(
  declaredRate: number,
  charges: number,
  interestBase: number,
  averageInvested: number,
  period: PlainDate,
  terms: CreditingTerms,
): number {
  const perYear = daysInYear(yearOf(period)) / dayOf(period)
  const years = yearsBetween(addMonthEnds(period, -1), period, terms.dayCount)
  const credited = terms.interestMethod === 'EFFECTIVE' ? (1 + declaredRate) ** years - 1 : declaredRate * years
  return ((credited * interestBase - charges) / averageInvested) * perYear
}

interface YieldMonth {
  posted: FeedValues
  facts: PolicyFacts
  earnings: Earnings
  tables: ProductTables
}

export function auditYields(month: YieldMonth, period: PlainDate, rules: AuditRules, report: AuditReport): void {
  const { posted, facts, earnings, tables } = month
  const now = yieldOf(earnings, period)
  const { declaredRate, declaredRateBefore } = earnings
  if (declaredRate !== null && posted.grossCreditingRate !== null) {
    const measured = { expected: declaredRate, actual: posted.grossCreditingRate, tolerance: rules.Y5.rate }
    if (isApart(measured))
      report(
        'Y5',
        `The carrier credited ${formatPercent(posted.grossCreditingRate, 3)}; ${formatPercent(declaredRate, 3)} is declared for the product.`,
        measured,
      )
  }
  auditIllustration(earnings, rules, report)
  if (!facts.cannotFall) {
    auditReturns(earnings.returns, rules, report)
    return
  }
  if (now === null || !facts.prior || !earnings.averageInvested) return
  const charges = (posted.costOfInsurance ?? 0) + (posted.expenseCharge ?? 0)
  // By the product's own table where one is entered: with the carrier's charge alone Y1 would only repeat the roll-forward.
  const costOfInsurance = recomputed(month, period)?.costOfInsurance ?? posted.costOfInsurance
  if (declaredRate !== null && costOfInsurance !== null) {
    const base = posted.accountValueBegin ?? facts.prior.accountValueEnd ?? facts.prior.cashSurrenderValue
    const flows = earnings.averageInvested - facts.prior.cashSurrenderValue
    const due = costOfInsurance + (posted.expenseCharge ?? 0)
    const implied = impliedYield(declaredRate, due, base + flows, earnings.averageInvested, period, tables.terms)
    const measured = { expected: implied, actual: now, tolerance: rules.Y1.rate }
    if (isApart(measured))
      report(
        'Y1',
        `The month yields ${formatPercent(now)}; the declared ${formatPercent(declaredRate)} less charges implies ${formatPercent(implied)}.`,
        measured,
      )
  }
  const before = priorYield(facts, addMonthEnds(period, 0))
  const isReset =
    (declaredRate !== null && declaredRateBefore !== null && declaredRate !== declaredRateBefore) ||
    (posted.grossCreditingRate !== null && facts.prior.grossRate !== null && posted.grossCreditingRate !== facts.prior.grossRate)
  const isAnniversary = facts.issueDate !== null && monthOf(facts.issueDate) === monthOf(period)
  const followsAnniversary = facts.issueDate !== null && monthOf(facts.issueDate) === monthOf(addMonthEnds(period, -1))
  if (before && !isReset && !isAnniversary && !followsAnniversary) {
    const expected = Math.min(Math.max(now, before.least), before.most)
    const measured = { expected, actual: now, tolerance: rules.Y2.rate }
    if (isApart(measured))
      report(
        'Y2',
        `The month yields ${formatPercent(now)}, the month before ${formatPercent(expected)}; no rate reset nor anniversary is recorded.`,
        measured,
      )
  }
  auditGuarantee(posted, charges, now, earnings, period, report)
}

/** Y7 of every account: an illustration promises the same whether the value follows the market or not. */
function auditIllustration({ trailingYield, illustratedYield }: Earnings, rules: AuditRules, report: AuditReport): void {
  if (trailingYield === null || illustratedYield === null) return
  const measured = { expected: illustratedYield, actual: trailingYield, tolerance: rules.Y7.rate }
  if (trailingYield < illustratedYield && isApart(measured))
    report('Y7', `The twelve months yield ${formatPercent(trailingYield)}; ${formatPercent(illustratedYield)} was illustrated.`, measured)
}

/** Y4 also: before its charges a policy earns no less than its guarantee. Asked where the carrier sends the charges, with a basis point of room for its rounding. */
function auditGuarantee(
  posted: FeedValues,
  charges: number,
  now: number,
  { averageInvested, guaranteedRate }: Earnings,
  period: PlainDate,
  report: AuditReport,
): void {
  const guaranteed = posted.guaranteedRate ?? guaranteedRate
  if (posted.costOfInsurance === null || posted.expenseCharge === null || !averageInvested || guaranteed <= 0) return
  const perYear = daysInYear(yearOf(period)) / dayOf(period)
  const gross = now + (charges / averageInvested) * perYear
  const least = ((1 + guaranteed) ** (1 / perYear) - 1) * perYear
  const measured = { expected: least, actual: gross, tolerance: GUARANTEE_ROOM }
  if (gross < least && isApart(measured))
    report(
      'Y4',
      `Before charges the month yields ${formatPercent(gross)}; at least ${formatPercent(guaranteed)} a year is guaranteed.`,
      measured,
    )
}
const GUARANTEE_ROOM = 0.0001

/** Fewer returns than these tell nothing of a usual range. */
export const RETURNS_LEAST = 12

function auditReturns(returns: readonly number[], rules: AuditRules, report: AuditReport): void {
  const past = returns.slice(0, -1)
  const now = returns.at(-1)
  if (now === undefined || past.length < RETURNS_LEAST) return
  const mean = past.reduce((sum, value) => sum + value, 0) / past.length
  const deviation = Math.sqrt(past.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (past.length - 1))
  const measured = { expected: mean, actual: now, tolerance: rules.M7.deviations * deviation }
  if (isApart(measured))
    report(
      'M7',
      `The month returned ${formatPercent(now)}; the ${past.length} months before average ${formatPercent(mean)} with a standard deviation of ${formatPercent(deviation)}.`,
      measured,
    )
}

/** Y3: members of one cohort, a product and year of issue, whose yield is far from its median. */
export function offCohort<Member extends { yield: number }>(
  members: readonly Member[],
  { Y3: { rate, deviations, cohort: least } }: AuditRules,
): (Member & { median: number; tolerance: number })[] {
  if (members.length < Math.max(1, least)) return []
  const median = medianOf(members.map((member) => member.yield))
  const tolerance = Math.max(rate, deviations * medianOf(members.map((member) => Math.abs(member.yield - median))))
  return members.flatMap((member) =>
    isApart({ expected: median, actual: member.yield, tolerance }) ? [{ ...member, median, tolerance }] : [],
  )
}

/** @throws RangeError for no values */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[sorted.length % 2 === 1 ? half : half - 1], sorted[half]]
  if (low === undefined || high === undefined) throw new RangeError('the median of no values')
  return (low + high) / 2
}
