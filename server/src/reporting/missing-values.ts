/** Policies in force without a posted value: a report fails by their names, or is preliminary on the values of the month before. */
import { type Failure, type FailurePolicy, failure } from './failures.ts'
import type { ReportOrder } from './family.ts'

/** What a snapshot says of itself where last month's values stand in. */
export type StandIn = { reason: string; policyIds: number[] } | null

/** @param hasEarlier whether the month before has a value of it */
export function standInOf<Row extends FailurePolicy>(
  { preliminaryReason: reason }: Pick<ReportOrder, 'preliminaryReason'>,
  missing: readonly Row[],
  hasEarlier: (row: Row) => boolean,
): { failure: Failure } | { preliminary: StandIn } {
  if (missing.length === 0) return { preliminary: null }
  if (reason === null) return { failure: failure('missing_values', named(missing), `${listed(missing)} without a value.`) }
  const unknown = missing.filter((row) => !hasEarlier(row))
  if (unknown.length > 0) return { failure: failure('no_earlier_values', named(unknown), `${listed(unknown)} without any value.`) }
  return { preliminary: { reason, policyIds: missing.map(({ policyId }) => policyId) } }
}

const named = (policies: readonly FailurePolicy[]): FailurePolicy[] =>
  policies.map(({ policyId, policyNumber }) => ({ policyId, policyNumber }))

/** "Policies A-1001, A-1002 and 3 others" */
function listed(policies: readonly FailurePolicy[]): string {
  const names = policies.slice(0, 5).map(({ policyNumber }) => policyNumber)
  const rest = policies.length - names.length
  return `${policies.length === 1 ? 'Policy' : 'Policies'} ${names.join(', ')}${rest > 0 ? ` and ${rest} ${rest === 1 ? 'other' : 'others'}` : ''}`
}
