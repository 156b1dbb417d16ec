/**
 * A file of several months is compared with itself: a later month is compared with the earlier one beside it, not only with what is posted already.
 * The file's own value counts before a posted one, because it is what posting will leave in the book.
 */

import { flowsOf } from '@corridor/domain/data-feeds/movements.ts'
import type { FeedValues, PolicyFacts, PostedMonth } from '@corridor/domain/data-feeds/row.ts'
import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, isMonthEnd, type PlainDate } from '@corridor/domain/primitives/period.ts'
import type { RegisterPolicy } from '../../../shared/auditing/register-month.ts'

export interface FileMonths {
  values: Map<PlainDate, FileMonth>
  /** Institutions with a value in the file, by month. */
  institutions: Map<PlainDate, Set<number>>
  /** A month came after the one that should have been compared with it: the file is read once more, knowing all of it. */
  outOfOrder: boolean
}

/** Values by policy, `FIGURES` numbers each in one list: as objects, those of a long file would be moved about in memory again and again. */
interface FileMonth {
  places: Map<number, number>
  figures: number[]
}
const FIGURES = 7

export const noMonths = (): FileMonths => ({ values: new Map(), institutions: new Map(), outOfOrder: false })

/** A matched row was checked. A policy's first row of a month counts; a row without its values says nothing. */
export function noteMonth(months: FileMonths, period: PlainDate, policy: RegisterPolicy, values: FeedValues): void {
  const { cashSurrenderValue, deathBenefit, accountValueEnd, surrenderCharge, grossCreditingRate } = values
  if (cashSurrenderValue === null || deathBenefit === null) return
  const { places, figures } = of(months.values, period, (): FileMonth => ({ places: new Map(), figures: [] }))
  if (places.has(policy.policyId)) return
  const flows = flowsOf(values, policy.recorded)
  places.set(policy.policyId, figures.length)
  figures.push(
    cashSurrenderValue,
    deathBenefit,
    accountValueEnd ?? Number.NaN,
    surrenderCharge ?? Number.NaN,
    grossCreditingRate ?? Number.NaN,
    flows.in,
    flows.out,
  )
  of(months.institutions, period, () => new Set<number>()).add(policy.institutionId)
  if (months.values.get(addMonthEnds(period, 1))?.places.has(policy.policyId)) months.outOfOrder = true
}

function monthOf(
  months: FileMonths,
  period: PlainDate,
  policyId: number,
): (PostedMonth & { flows: PolicyFacts['priorFlows'] }) | undefined {
  const month = months.values.get(period)
  const place = month?.places.get(policyId)
  if (!month || place === undefined) return undefined
  const [surrender = 0, death = 0, account = 0, charge = 0, grossRate = 0, paid = 0, taken = 0] = month.figures.slice(
    place,
    place + FIGURES,
  )
  const known = (figure: number): Cents | null => (Number.isNaN(figure) ? null : cents(figure))
  return {
    cashSurrenderValue: cents(surrender),
    deathBenefit: cents(death),
    accountValueEnd: known(account),
    surrenderCharge: known(charge),
    grossRate: Number.isNaN(grossRate) ? null : grossRate,
    flows: { in: cents(paid), out: cents(taken) },
  }
}

/** The policy with the values of the two months before as the file has them, else as the book does. */
export function withFilePrior(months: FileMonths, period: PlainDate, policy: RegisterPolicy): RegisterPolicy {
  const prior = monthOf(months, addMonthEnds(period, -1), policy.policyId)
  const before = monthOf(months, addMonthEnds(period, -2), policy.policyId)
  const { diedOn } = policy
  const atDeath =
    diedOn && diedOn <= period ? monthOf(months, isMonthEnd(diedOn) ? diedOn : addMonthEnds(diedOn, -1), policy.policyId) : undefined
  if (!prior && !before && !atDeath) return policy
  return {
    ...policy,
    ...(diedOn && atDeath ? { death: { ...atDeath, on: diedOn } } : {}),
    ...(prior ? { prior, priorFlows: prior.flows } : {}),
    ...(before ? { before } : {}),
  }
}

export const hasMonthBefore = (months: FileMonths, period: PlainDate, institutionId: number): boolean =>
  months.institutions.get(addMonthEnds(period, -1))?.has(institutionId) ?? false

function of<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const fresh = make()
  map.set(key, fresh)
  return fresh
}
