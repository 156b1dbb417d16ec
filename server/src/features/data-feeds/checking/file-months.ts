/**
 * A file of several months is compared with itself: a later month is compared with the earlier one beside it, not only with what is posted already.
 * The file's own value counts before a posted one, because it is what posting will leave in the book.
 */

import { flowsOf } from '@corridor/domain/data-feeds/movements.ts'
import type { FeedValues, PolicyFacts, PostedMonth } from '@corridor/domain/data-feeds/row.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import type { RegisterPolicy } from '../../../shared/auditing/register-month.ts'

type Prior = PostedMonth & { flows: PolicyFacts['priorFlows'] }

export interface FileMonths {
  values: Map<PlainDate, Map<number, Prior>>
  /** Institutions with a value in the file, by month. */
  institutions: Map<PlainDate, Set<number>>
  /** A month came after the one that should have been compared with it: the file is read once more, knowing all of it. */
  outOfOrder: boolean
}

export const noMonths = (): FileMonths => ({ values: new Map(), institutions: new Map(), outOfOrder: false })

/** A matched row was checked. A policy's first row of a month counts; a row without its values says nothing. */
export function noteMonth(months: FileMonths, period: PlainDate, policy: RegisterPolicy, values: FeedValues): void {
  const { cashSurrenderValue, deathBenefit, accountValueEnd, surrenderCharge, grossCreditingRate: grossRate } = values
  if (cashSurrenderValue === null || deathBenefit === null) return
  const ofMonth = of(months.values, period, () => new Map<number, Prior>())
  if (ofMonth.has(policy.policyId)) return
  const flows = flowsOf(values, policy.recorded)
  ofMonth.set(policy.policyId, { cashSurrenderValue, deathBenefit, accountValueEnd, surrenderCharge, grossRate, flows })
  of(months.institutions, period, () => new Set<number>()).add(policy.institutionId)
  if (months.values.get(addMonthEnds(period, 1))?.has(policy.policyId)) months.outOfOrder = true
}

/** The policy with the values of the two months before as the file has them, else as the book does. */
export function withFilePrior(months: FileMonths, period: PlainDate, policy: RegisterPolicy): RegisterPolicy {
  const prior = months.values.get(addMonthEnds(period, -1))?.get(policy.policyId)
  const before = months.values.get(addMonthEnds(period, -2))?.get(policy.policyId)
  if (!prior && !before) return policy
  return {
    ...policy,
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
