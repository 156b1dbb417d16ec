/** The figures of policies, products, carriers and the whole report: integer cents summed, yields from the sums. */

import { capitalBase, DEFAULT_LIMITS } from '../../calculations/concentration.ts'
import { taxEquivalentYieldOf } from '../../calculations/tax-equivalent-yield.ts'
import {
  additionsOf,
  type Flow,
  flowsBetween,
  increase,
  netYield,
  removalsOf,
  weightedBegin,
  weightedRate,
  yearToDateYield,
} from '../../calculations/yields.ts'
import { type Cents, cents, sumCents } from '../../primitives/money.ts'
import { addMonthEnds, monthEndsBetween, type PlainDate } from '../../primitives/period.ts'
import type { AssetReportSnapshot, SnapshotOpening, SnapshotPolicy, SnapshotRemovedPolicy } from './snapshot.ts'
import type { HoldingFigures } from './view.ts'

/** One printed line: a policy in force, or one that ended and is shown so that sums foot. */
export interface Holding {
  policy: SnapshotPolicy | SnapshotRemovedPolicy
  inForce: SnapshotPolicy | null
  removed: SnapshotRemovedPolicy | null
  /** Value that the year to date starts from: the stored opening balance, or what is posted at the year end where none is stored. */
  yearStartValue: Cents | null
  /** Stored opening balance that it is, beside what is posted at the year end; null where it is no opening balance. */
  opening: (SnapshotOpening & { posted: Cents | null }) | null
  priorValue: Cents | null
  cashSurrenderValue: Cents
  additions: Cents
  removals: Cents
  /** The report's period. */
  span: Span
  /** By month of the quarter; empty in a monthly report. */
  months: Span[]
  /** Since the start of the year, up to the day that its value is of. */
  yearFlows: Flow[]
  ytdIncrease: Cents | null
  /** It began since the start of the year, and what was paid for it is not on file. */
  isUnpaid: boolean
}

/** Movements of a holding between two month ends; null where the value at the beginning (or, when estimated, the end) is missing. */
export interface Span {
  increase: Cents | null
  atWork: number | null
  /** The values that the increase lies between. */
  begin: Cents | null
  end: Cents | null
}

export function holdingsOf(snapshot: AssetReportSnapshot): Holding[] {
  const { period, priorPeriod, yearStart, isQuarterly } = snapshot
  const quarter = isQuarterly ? [-2, -1, 0].map((back) => addMonthEnds(period, back)) : []
  const lastMonth = addMonthEnds(period, -1)
  const holding = (policy: Holding['policy'], inForce: SnapshotPolicy | null, removed: SnapshotRemovedPolicy | null): Holding => {
    const periodFlows = flowsBetween(policy.flows, priorPeriod, period)
    const own = { policy, inForce, removed, cashSurrenderValue: inForce?.cashSurrenderValue ?? cents(0) }
    // An estimated value is last month's: it tells the year's increase up to then, and nothing of the month itself.
    const ytdTo = inForce?.flags.estimated ? lastMonth : period
    const opening = openingOf(own, yearStart, snapshot)
    const yearFlows = flowsBetween(policy.flows, yearStart, ytdTo)
    const yearStartValue = opening ? opening.cashSurrenderValue : valueAt(own, yearStart, snapshot)
    return {
      ...own,
      yearStartValue,
      opening,
      priorValue: valueAt(own, priorPeriod, snapshot),
      additions: additionsOf(periodFlows),
      removals: removalsOf(periodFlows),
      span: spanOf(own, priorPeriod, period, snapshot),
      months: quarter.map((end) => spanOf(own, addMonthEnds(end, -1), end, snapshot)),
      yearFlows,
      ytdIncrease: yearStartValue === null ? null : increase(yearStartValue, own.cashSurrenderValue, yearFlows),
      isUnpaid: opening === null && isUnpaid(own, yearStart, snapshot),
    }
  }
  return [
    ...snapshot.policies.map((policy) => holding(policy, policy, null)),
    ...snapshot.removedPolicies.map((policy) => holding(policy, null, policy)),
  ]
}

/** Sums holdings into the figures of a line. @param totalValue of the whole report, for shares */
export function figuresOf(holdings: readonly Holding[], snapshot: AssetReportSnapshot, totalValue: Cents): HoldingFigures {
  const policies = holdings.flatMap(({ inForce }) => (inForce ? [inForce] : []))
  const cashSurrenderValue = sumCents(holdings.map((holding) => holding.cashSurrenderValue))
  const deathBenefit = sumCents(policies.map((policy) => policy.deathBenefit))
  const insuredShare = sumCents(policies.map((policy) => policy.insuredShare))
  const institutionShare = cents(deathBenefit - insuredShare)
  const base = snapshot.capital ? capitalBase(snapshot.capital, (snapshot.limits ?? DEFAULT_LIMITS).basis) : null
  const earned = yieldOf(
    holdings.map(({ span }) => span),
    { from: snapshot.priorPeriod, to: snapshot.period },
    snapshot,
  )
  return {
    costBasis: sumCents(policies.map((policy) => policy.costBasis)),
    yearStartValue: sumKnown(holdings.map((holding) => holding.yearStartValue)),
    priorValue: sumKnown(holdings.map((holding) => holding.priorValue)),
    additions: sumCents(holdings.map((holding) => holding.additions)),
    removals: sumCents(holdings.map((holding) => holding.removals)),
    increase: sumKnown(holdings.map(({ span }) => span.increase)),
    cashSurrenderValue,
    ytdIncrease: sumKnown(holdings.map((holding) => holding.ytdIncrease)),
    netYield: earned,
    taxEquivalentYield: taxEquivalentYieldOf(earned, snapshot.tax),
    grossRate: weightedRate(policies),
    deathBenefit,
    insuredShare,
    institutionShare,
    netAmountAtRisk: cents(institutionShare - sumCents(policies.map((policy) => policy.cashSurrenderValue))),
    shareOfTotal: totalValue > 0 ? cashSurrenderValue / totalValue : null,
    shareOfTier1: snapshot.capital ? cashSurrenderValue / snapshot.capital.tier1 : null,
    shareOfLimitBasis: base === null ? null : cashSurrenderValue / base,
  }
}

/** The net yield of spans between the same two month ends, from their summed dollars; spans without an increase are left out on both sides. */
export function yieldOf(spans: readonly Span[], between: { from: PlainDate; to: PlainDate }, snapshot: AssetReportSnapshot): number | null {
  let [gain, atWork] = [0, 0]
  for (const span of spans) {
    if (span.increase === null || span.atWork === null) continue
    gain += span.increase
    atWork += span.atWork
  }
  return netYield(gain, atWork, between, snapshot.yieldConvention)
}

/** The year's increase on the average of month-begin balances; null when a balance of the year is missing. */
export function ytdYieldOf(holdings: readonly Holding[], snapshot: AssetReportSnapshot): number | null {
  const { yearStart, period } = snapshot
  const begins = monthEndsBetween(yearStart, addMonthEnds(period, -1)).map((monthBegin) =>
    holdings.map((holding) => (monthBegin === yearStart ? holding.yearStartValue : valueAt(holding, monthBegin, snapshot))),
  )
  if (begins.some((values) => values.some((value) => value === null)) || holdings.some((holding) => holding.ytdIncrease === null))
    return null
  const ytdIncrease = sumKnown(holdings.map((holding) => holding.ytdIncrease))
  return ytdIncrease === null
    ? null
    : yearToDateYield(
        ytdIncrease,
        begins.map((values) => sumKnown(values) ?? cents(0)),
        { from: yearStart, to: period },
      )
}

/** The sum of what is known; null when nothing is. A missing value prints "-" and a note says that totals leave it out. */
export function sumKnown(amounts: readonly (Cents | null)[]): Cents | null {
  const known = amounts.filter((amount) => amount !== null)
  return known.length === 0 ? null : sumCents(known)
}

type Made = Pick<AssetReportSnapshot, 'period' | 'edition'>
type Valued = Pick<Holding, 'policy' | 'inForce' | 'removed' | 'cashSurrenderValue'>

/** The value at a month end: nothing before the policy was held or after it ended; null when it is missing, or when what was paid for it is. */
function valueAt(own: Valued, date: PlainDate, made: Made): Cents | null {
  const { policy, cashSurrenderValue } = own
  if (hasEnded(own, date)) return cents(0)
  if (date === made.period) return cashSurrenderValue
  const balance = policy.balances.find((held) => held.date === date)
  if (balance) return balance.cashSurrenderValue
  return startsAfter(policy, date) && !isUnpaid(own, date, made) ? cents(0) : null
}

/** It starts after the day, and no premium since is on file: measured from nothing, all of its value would read as earnings. */
function isUnpaid({ policy, cashSurrenderValue }: Valued, date: PlainDate, { period, edition }: Made): boolean {
  const { balances, flows } = policy
  const isWorthSomething = cashSurrenderValue !== 0 || flows.length > 0 || balances.some((held) => held.cashSurrenderValue !== 0)
  return (edition ?? 1) >= 4 && startsAfter(policy, date) && isWorthSomething && additionsOf(flowsBetween(flows, date, period)) === 0
}

/** A claim that is paid months after the death keeps its value until then. */
const hasEnded = ({ removed }: Valued, date: PlainDate): boolean =>
  removed !== null && removed.removedOn <= date && !removed.flows.some((flow) => flow.date > date)

/** A policy whose end before the year was recorded late has nothing to start from, whatever was stored. */
function openingOf(own: Valued, yearStart: PlainDate, made: Made): Holding['opening'] {
  const { opening } = own.policy
  return opening && !hasEnded(own, yearStart) ? { ...opening, posted: valueAt(own, yearStart, made) } : null
}

/** A policy starts with its issue, or, when it was taken over from elsewhere, with the exchange or premium that brought it into the book. */
function startsAfter({ issueDate, balances, flows }: Valued['policy'], date: PlainDate): boolean {
  if (issueDate > date) return true
  const [first] = flows
  const held = balances[0]?.date
  return first !== undefined && first.type === 'EXCHANGE_IN' && first.date > date && (held === undefined || held >= first.date)
}

function spanOf(own: Valued, from: PlainDate, to: PlainDate, made: Made): Span {
  const unknown = { increase: null, atWork: null, begin: null, end: null }
  if (own.inForce?.flags.estimated && to === made.period) return unknown
  const [begin, end] = [valueAt(own, from, made), valueAt(own, to, made)]
  if (begin === null || end === null) return unknown
  const flows = flowsBetween(own.policy.flows, from, to)
  return { increase: increase(begin, end, flows), atWork: weightedBegin(begin, flows, from, to), begin, end }
}
