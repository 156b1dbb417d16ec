/**
 * Policies in force without a posted value, by one rule for every paper: it fails by their names, or is preliminary with a reason. A value of the statement
 * date is stood in for by the month before; a missing value at the beginning leaves the policy without an increase and out of the growth entry.
 */

import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { formatLongDate } from '@corridor/domain/primitives/period.ts'
import { holdingsOf } from '@corridor/domain/reports/asset-report/holdings.ts'
import type { AssetReportSnapshot } from '@corridor/domain/reports/asset-report/snapshot.ts'
import { type Failure, type FailurePolicy, failure } from '../failures.ts'
import type { Prepared, ReportOrder } from '../family.ts'

/** The snapshot's note on values where last month's stand in. */
export type StandIn = { reason: string; policyIds: number[] } | null

/** Policies of another portal that lack a value: counted, because their numbers stay there. */
export interface MissingElsewhere {
  site: { portalLabel: string }
  policies: number
  /** Policies among them that lack the month before too. */
  unknown: number
}

/**
 * @param hasEarlier whether the month before has a value of it
 * @param elsewhere what other portals lack of a paper that takes them in
 */
export function standInOf<Row extends FailurePolicy>(
  { preliminaryReason: reason, period }: Pick<ReportOrder, 'preliminaryReason' | 'period'>,
  missing: readonly Row[],
  hasEarlier: (row: Row) => boolean,
  elsewhere: readonly MissingElsewhere[] = [],
): { failure: Failure } | { preliminary: StandIn } {
  if (missing.length === 0 && elsewhere.length === 0) return { preliminary: null }
  if (reason === null) {
    const those = together(missing, elsewhere, ({ policies }) => policies)
    return { failure: failure('missing_values', named(missing), `${those} without a value at ${formatLongDate(period)}.`) }
  }
  const unknown = missing.filter((row) => !hasEarlier(row))
  if (unknown.length > 0 || elsewhere.some((one) => one.unknown > 0)) {
    const those = together(unknown, elsewhere, (one) => one.unknown)
    return { failure: failure('no_earlier_values', named(unknown), `${those} without any value.`) }
  }
  return { preliminary: { reason, policyIds: missing.map(({ policyId }) => policyId) } }
}

/**
 * A growth entry that covers some of the policies in force is not final: those without a value where the period begins have no increase. Where no policy
 * has one (a book that begins, a month that no carrier delivered) there is no entry, and nothing that it leaves out.
 * @returns null when the entry covers every policy, or there is none
 */
export function entryGapOf(
  { preliminaryReason: reason }: Pick<ReportOrder, 'preliminaryReason'>,
  snapshot: AssetReportSnapshot,
): Prepared<AssetReportSnapshot> | null {
  const held = holdingsOf(snapshot).flatMap(({ inForce, span }) => (inForce ? [{ inForce, increase: span.increase }] : []))
  const covered = held.filter(({ increase }) => increase !== null).length
  const gaps = held.flatMap(({ inForce, increase }) => (increase === null && !inForce.flags.estimated ? [inForce] : []))
  if (gaps.length === 0 || covered === 0) return null
  if (reason === null)
    return {
      failure: failure(
        'missing_values',
        named(gaps),
        `${listed(gaps)} without a value at ${formatLongDate(snapshot.priorPeriod)}, where the increase begins: the increase and its journal entry would cover ${formatCount(covered)} of ${formatCount(held.length)} policies.`,
      ),
    }
  return { snapshot: { ...snapshot, preliminary: snapshot.preliminary ?? { reason, policyIds: [] } }, isPreliminary: true }
}

/** "Policy A-1001 and 3 policies kept in the COLI Portal" */
function together(own: readonly FailurePolicy[], elsewhere: readonly MissingElsewhere[], of: (one: MissingElsewhere) => number): string {
  const others = elsewhere.flatMap((one) =>
    of(one) === 0 ? [] : [`${of(one) === 1 ? '1 policy' : `${of(one)} policies`} kept in the ${one.site.portalLabel} Portal`],
  )
  return [...(own.length > 0 ? [listed(own)] : []), ...others].join(' and ')
}

const named = (policies: readonly FailurePolicy[]): FailurePolicy[] =>
  policies.map(({ policyId, policyNumber }) => ({ policyId, policyNumber }))

/** "Policies A-1001, A-1002 and 3 others" */
function listed(policies: readonly FailurePolicy[]): string {
  const names = policies.slice(0, 5).map(({ policyNumber }) => policyNumber)
  const rest = policies.length - names.length
  return `${policies.length === 1 ? 'Policy' : 'Policies'} ${names.join(', ')}${rest > 0 ? ` and ${counted(rest, 'other')}` : ''}`
}
