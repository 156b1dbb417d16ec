/** Changes on each policy between two asset reports: its value, its death benefit and its income, with what explains the difference. */

import { type Cents, cents, roundHalfAwayFromZero } from '../../primitives/money.ts'
import { daysBetween, daysInYear, type PlainDate, yearOf } from '../../primitives/period.ts'
import { because, type CauseKey, type Causes, type ComparedPart } from '../comparison.ts'
import { type Between, closes, type Measured, type PolicyPair, type PolicySide, valueMoved } from '../policy-changes.ts'
import { type Holding, holdingsOf } from './holdings.ts'
import { sortHoldings } from './order.ts'
import type { AssetReportSnapshot, SnapshotPolicy, SnapshotRemovedPolicy } from './snapshot.ts'

export interface Pair {
  from: AssetReportSnapshot
  to: AssetReportSnapshot
  sameDate: boolean
}
/** One policy in the two reports. */
export interface Line extends PolicyPair<AssetSide> {
  who: Pick<ComparedPart, 'id' | 'policyId' | 'policyNumber' | 'insured' | 'carrier'>
}
interface AssetSide extends PolicySide {
  holding: Holding
}
const NOTHING = cents(0)

export function linesOf({ from, to }: Pair): Line[] {
  const carriers = new Map([...from.carriers, ...to.carriers].map((carrier) => [carrier.code, carrier]))
  const [before, after] = [byPolicy(holdingsOf(from)), byPolicy(holdingsOf(to))]
  const all = [...after.values(), ...[...before].flatMap(([id, holding]) => (after.has(id) ? [] : [holding]))]
  return sortHoldings(all, carriers).map(({ policy }) => ({
    who: {
      id: policy.policyId,
      policyId: policy.policyId,
      policyNumber: policy.policyNumber,
      insured: policy.insuredName,
      carrier: carriers.get(policy.carrierCode)?.shortName ?? policy.carrierCode,
    },
    from: sideOf(before.get(policy.policyId)),
    to: sideOf(after.get(policy.policyId)),
  }))
}
const byPolicy = (holdings: readonly Holding[]) => new Map(holdings.map((holding) => [holding.policy.policyId, holding]))
const sideOf = (holding: Holding | undefined): AssetSide | undefined =>
  holding && {
    holding,
    issueDate: holding.policy.issueDate,
    flows: holding.policy.flows,
    held: holding.inForce && { ...holding.inForce, isEstimated: holding.inForce.flags.estimated },
    ended: holding.removed && { on: holding.removed.removedOn, cause: REMOVAL_CAUSES[holding.removed.removal] },
  }

const REMOVAL_CAUSES: Record<SnapshotRemovedPolicy['removal'], CauseKey> = {
  SURRENDER: 'surrenders',
  DEATH_CLAIM: 'deaths',
  EXCHANGE_OUT: 'exchanges',
  LAPSE: 'lapses',
  TRANSFER: 'lapses',
}

export const betweenOf = ({ from, to, sameDate }: Pair): Between => ({
  since: from.period,
  upTo: to.period,
  sameDate,
  looksBackTo: lookBack(to),
})

/** From the earlier value by corrections, flows, interest and charges to the later one. */
export function cashValue(line: Line, pair: Pair): Measured {
  const { measured, rest } = valueMoved(line, betweenOf(pair), (to) => openingOf(to.holding, pair))
  if (rest === null) return measured
  const { causes } = measured
  const { inForce, span } = rest.to.holding
  if (rest.to.ended) because(causes, rest.flows.some(closes) ? 'growth' : rest.to.ended.cause, rest.increase)
  else if (span.increase === null) because(causes, 'growth', rest.increase)
  else {
    because(causes, 'between', rest.increase - span.increase)
    const given = breakdownOf(inForce)
    if (!given) because(causes, 'growth', span.increase)
    else {
      because(causes, 'interest', given.interest)
      because(causes, 'costOfInsurance', -given.costOfInsurance)
      because(causes, 'expenses', -given.expense)
      because(causes, 'surrenderCharges', given.surrenderChargeRelease)
    }
  }
  return measured
}

/** The later report's value at the earlier date; null where it does not look back so far. */
function openingOf({ policy }: Holding, { from, to }: Pair): Cents | null {
  const { period } = from
  if (policy.issueDate > period) return NOTHING
  const balance = policy.balances.find(({ date }) => date === period)
  if (balance) return balance.cashSurrenderValue
  const [first] = policy.flows
  const begun = first !== undefined && first.type === 'EXCHANGE_IN' && first.date > period
  return begun && period >= lookBack(to) && !policy.balances.some(({ date }) => date < first.date) ? NOTHING : null
}
/** How far back a report's snapshot holds values and flows. */
export const lookBack = ({ yearStart, priorPeriod }: AssetReportSnapshot): PlainDate => (yearStart < priorPeriod ? yearStart : priorPeriod)

export interface Breakdown {
  interest: Cents
  costOfInsurance: Cents
  expense: Cents
  surrenderChargeRelease: Cents
}

/** The carrier's movement of the value in the report's period; null where it states no interest and charges. */
export function breakdownOf(policy: SnapshotPolicy | null): Breakdown | null {
  if (!policy || policy.interest === null || policy.costOfInsurance === null || policy.expense === null) return null
  const { interest, costOfInsurance, expense, surrenderChargeRelease } = policy
  return { interest, costOfInsurance, expense, surrenderChargeRelease: surrenderChargeRelease ?? cents(0) }
}

/** The income of the two periods beside each other: interest by rate, days and value; charges; policies that came and went. */
export function income(line: Line, pair: Pair): Measured {
  const [from, to] = [line.from?.holding, line.to?.holding]
  const [begin, end] = [from?.span.increase ?? NOTHING, to?.span.increase ?? NOTHING]
  const causes: Causes = {}
  const measured = { from: begin, to: end, causes }
  const difference = end - begin
  if (pair.sameDate) {
    because(causes, 'restated', sameInputs(from, to) ? 0 : difference)
    return measured
  }
  if (!to?.inForce) {
    because(causes, 'ended', difference)
    return measured
  }
  if (!from?.inForce) {
    because(causes, to.policy.issueDate > pair.from.period || from ? 'newPolicies' : 'takenIn', difference)
    return measured
  }
  if (from.inForce.flags.estimated || to.inForce.flags.estimated) {
    because(causes, 'estimates', difference)
    return measured
  }
  const [given, earlier] = [breakdownOf(to.inForce), breakdownOf(from.inForce)]
  if (!given || !earlier || from.span.increase === null || to.span.increase === null) {
    because(causes, 'growth', difference)
    return measured
  }
  splitInterest(causes, given.interest - earlier.interest, { from, to }, pair)
  because(causes, 'costOfInsurance', earlier.costOfInsurance - given.costOfInsurance)
  because(causes, 'expenses', earlier.expense - given.expense)
  because(causes, 'surrenderCharges', given.surrenderChargeRelease - earlier.surrenderChargeRelease)
  return measured
}

/** Rate, days and value one after the other, each on what the ones before it left; the gross rate is effective, so days compound. */
function splitInterest(causes: Causes, difference: number, { from, to }: { from: Holding; to: Holding }, pair: Pair): void {
  const [oldRate, newRate] = [from.inForce?.grossRate ?? null, to.inForce?.grossRate ?? null]
  const [oldValue, newValue] = [from.span.atWork, to.span.atWork]
  if (oldRate === null || newRate === null || oldValue === null || newValue === null) {
    because(causes, 'interest', difference)
    return
  }
  const share = ({ priorPeriod, period }: AssetReportSnapshot) => daysBetween(priorPeriod, period) / daysInYear(yearOf(period))
  const interest = (value: number, rate: number, years: number) => value * ((1 + rate) ** years - 1)
  const [oldShare, newShare] = [share(pair.from), share(pair.to)]
  const steps: [CauseKey, number][] = [
    ['rates', interest(oldValue, newRate, oldShare) - interest(oldValue, oldRate, oldShare)],
    ['days', interest(oldValue, newRate, newShare) - interest(oldValue, newRate, oldShare)],
    ['value', interest(newValue, newRate, newShare) - interest(oldValue, newRate, newShare)],
  ]
  let rest = difference
  for (const [cause, amount] of steps) {
    const rounded = roundHalfAwayFromZero(amount)
    because(causes, cause, rounded)
    rest -= rounded
  }
  because(causes, 'interestOther', rest)
}

const sameInputs = (from: Holding | undefined, to: Holding | undefined): boolean =>
  JSON.stringify(from && inputsOf(from)) === JSON.stringify(to && inputsOf(to))
const inputsOf = ({ policy, inForce, cashSurrenderValue }: Holding) => [
  policy.balances,
  policy.flows,
  cashSurrenderValue,
  inForce?.flags.estimated,
]
