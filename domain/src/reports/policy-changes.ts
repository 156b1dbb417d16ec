/** Why the value and the death benefit of a policy differ between two reports of one family, as far as its dates, flows and standing tell. */

import { additionsOf, type Flow, type FlowType, flowsBetween, increase } from '../calculations/yields.ts'
import { type Cents, cents } from '../primitives/money.ts'
import type { PlainDate } from '../primitives/period.ts'
import { because, type CauseKey, type Causes, type ComparedPart } from './comparison.ts'

/** A policy as one report has it: in force at the report's date, or ended by then. */
export interface PolicySide {
  issueDate: PlainDate
  flows: readonly Flow[]
  held: { cashSurrenderValue: Cents; deathBenefit: Cents; valuationVersion: number; isEstimated: boolean } | null
  ended: { on: PlainDate; cause: CauseKey } | null
}

/** One policy in two reports. */
export interface PolicyPair<Side extends PolicySide = PolicySide> {
  from: Side | undefined
  to: Side | undefined
}

/** Dates that two reports lie between. */
export interface Between {
  since: PlainDate
  upTo: PlainDate
  sameDate: boolean
  /** The first day of which the later report tells. */
  looksBackTo: PlainDate
}

export type Measured = Pick<ComparedPart, 'from' | 'to' | 'causes'>

const NOTHING = cents(0)

const FLOW_CAUSES: Record<FlowType, CauseKey> = {
  PREMIUM: 'premiums',
  PREMIUM_REFUND: 'premiums',
  EXCHANGE_IN: 'exchanges',
  WITHDRAWAL: 'withdrawals',
  SURRENDER: 'surrenders',
  DEATH_CLAIM: 'deaths',
  EXCHANGE_OUT: 'exchanges',
}

/** A flow with which a policy leaves. */
export const closes = ({ type }: Flow): boolean =>
  type !== 'PREMIUM' && type !== 'PREMIUM_REFUND' && type !== 'WITHDRAWAL' && type !== 'EXCHANGE_IN'

export function standingOf({ from, to }: PolicyPair): string {
  if (to?.held) return from?.held ? 'Held' : 'New'
  return 'Ended'
}

/**
 * From the earlier value by corrections and flows to the later one.
 * @param openingOf the later report's value at the earlier date; null where it holds none, which leaves the difference unexplained
 * @returns what is explained, and the increase that is left to be; null where nothing is left
 */
export function valueMoved<Side extends PolicySide>(
  { from, to }: PolicyPair<Side>,
  { since, upTo, sameDate, looksBackTo }: Between,
  openingOf: (to: Side) => Cents | null,
): { measured: Measured; rest: { increase: Cents; flows: readonly Flow[]; to: Side } | null } {
  const [begin, end] = [from?.held?.cashSurrenderValue ?? NOTHING, to?.held?.cashSurrenderValue ?? NOTHING]
  const causes: Causes = {}
  const done = { measured: { from: begin, to: end, causes }, rest: null }
  if (!to) {
    // Out of the report without a trace in it: nothing explains that, unless it ended before the days that the later report tells of.
    if (looksBackTo > since) because(causes, 'earlier', -begin)
    return done
  }
  if (sameDate) {
    if (from?.held && to.held) correct(causes, from.held, to.held, end - begin)
    else if (to.held) because(causes, 'takenIn', end)
    else if (to.ended) because(causes, to.ended.cause, -begin)
    return done
  }
  const flows = flowsBetween(to.flows, since, upTo)
  if (to.ended && to.ended.on <= since && flows.length === 0) {
    // Recorded late: the earlier report still held it.
    because(causes, to.ended.cause, -begin)
    return done
  }
  const opening = openingOf(to)
  if (opening === null) return done
  if (!from?.held) because(causes, 'takenIn', opening)
  else because(causes, from.held.isEstimated ? 'estimates' : 'restated', opening - begin)
  const isNew = to.issueDate > since
  for (const { type, amount, date } of flows)
    because(
      causes,
      isNew && (type === 'PREMIUM' || type === 'PREMIUM_REFUND') ? 'newPolicies' : FLOW_CAUSES[type],
      additionsOf([{ date, type, amount }]) > 0 ? amount : -amount,
    )
  return { ...done, rest: { increase: increase(opening, end, flows), flows, to } }
}

export function deathBenefitMoved(pair: PolicyPair, between: Between): Measured {
  const { from, to } = pair
  const [begin, end] = [from?.held?.deathBenefit ?? NOTHING, to?.held?.deathBenefit ?? NOTHING]
  const causes: Causes = {}
  if (from?.held && to?.held)
    if (between.sameDate) correct(causes, from.held, to.held, end - begin)
    else because(causes, 'reported', end - begin)
  else {
    const cause = moveOf(pair, between)
    if (cause) because(causes, cause, end - begin)
  }
  return { from: begin, to: end, causes }
}

/** Why more or fewer policies are held. */
export function countMoved(pairs: readonly PolicyPair[], between: Between): Causes {
  const causes: Causes = {}
  for (const pair of pairs) {
    const change = Number(Boolean(pair.to?.held)) - Number(Boolean(pair.from?.held))
    const cause = change === 0 ? null : moveOf(pair, between)
    if (cause) because(causes, cause, change)
  }
  return causes
}

/** Why a policy is held at one date and not at the other; null when the reports do not say. */
function moveOf({ to }: PolicyPair, { since, upTo, sameDate, looksBackTo }: Between): CauseKey | null {
  if (to?.held) {
    if (!sameDate && to.issueDate > since) return 'newPolicies'
    return flowsBetween(to.flows, since, upTo).some(({ type }) => type === 'EXCHANGE_IN') ? 'exchanges' : 'takenIn'
  }
  if (to?.ended) return to.ended.cause
  return looksBackTo > since ? 'earlier' : null
}

type Held = NonNullable<PolicySide['held']>
/** Between two versions of one date: another posted version of a value is a correction; a figure that moved without one stays unexplained. */
function correct(causes: Causes, from: Held, to: Held, difference: number): void {
  if (from.isEstimated && !to.isEstimated) because(causes, 'estimates', difference)
  else if (from.valuationVersion !== to.valuationVersion) because(causes, 'restated', difference)
}
