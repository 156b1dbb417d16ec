/**
 * Contracts of a policyholder that another portal keeps. The form is the policyholder's, so lines 1 to 4b take them in; names, policy numbers and carriers stay
 * where the contracts are kept, so the schedule shows them as totals (ADR 0040).
 */

import { type Cents, cents, formatCount, sumCents } from '../../primitives/money.ts'
import { portalName } from '../portals.ts'
import type { ViewRow } from '../table.ts'
import { type Form8925Finding, isInForce, SCOPE_REASONS, type ScopeReason } from './rules.ts'
import type { Form8925Site } from './snapshot.ts'

/** The contracts of one portal together, for one reason why they count or do not. */
export interface ElsewhereTotal {
  site: Form8925Site
  reason: ScopeReason
  policies: number
  people: number
  /** People who stand in no line above it for the same reason: what it adds to them. */
  further: number
  /** The same among the lines of all contracts in force, whatever the reason. */
  furtherInForce: number
  /** Null for contracts not in force. */
  deathBenefit: Cents | null
  /** For contracts that count: people without a valid consent, and of them those that no line above has named. */
  without: number
  furtherWithout: number
}

export function elsewhereTotals(findings: readonly Form8925Finding[]): ElsewhereTotal[] {
  const own = findings.filter(({ elsewhere }) => elsewhere === null)
  const idsOf = (some: readonly Form8925Finding[]) => new Set(some.map(({ insured }) => insured.personId))
  const known = new Map<ScopeReason, Set<number>>()
  const inForce = idsOf(own.filter(isInForce))
  const named = idsOf(own.filter(isWithout))
  const add = (to: Set<number>, ids: ReadonlySet<number>): number => {
    const before = to.size
    for (const id of ids) to.add(id)
    return to.size - before
  }
  return findings
    .reduce<Form8925Site[]>(
      (sites, { elsewhere }) => (elsewhere && !sites.some(({ id }) => id === elsewhere.id) ? [...sites, elsewhere] : sites),
      [],
    )
    .flatMap((site) =>
      REASONS.flatMap((reason): ElsewhereTotal[] => {
        const theirs = findings.filter((one) => one.elsewhere?.id === site.id && one.reason === reason)
        if (theirs.length === 0) return []
        const above = known.get(reason) ?? idsOf(own.filter((one) => one.reason === reason))
        known.set(reason, above)
        const [people, without] = [idsOf(theirs), idsOf(theirs.filter(isWithout))]
        return [
          {
            site,
            reason,
            policies: theirs.length,
            people: people.size,
            further: add(above, people),
            furtherInForce: isInForce({ reason }) ? add(inForce, people) : 0,
            deathBenefit: isInForce({ reason }) ? sumCents(theirs.map(({ policy }) => policy.deathBenefit ?? cents(0))) : null,
            without: without.size,
            furtherWithout: add(named, without),
          },
        ]
      }),
    )
}

export const isWithout = ({ reason, consent }: Form8925Finding): boolean => reason === 'IN_SCOPE' && consent?.status !== 'VALID'
const REASONS: readonly ScopeReason[] = [
  'IN_SCOPE',
  'BEFORE_101J',
  'EXCHANGED_1035',
  'FORMER_EMPLOYEE',
  'DECEASED',
  'NOT_YET_EMPLOYED',
  'NOT_IN_FORCE',
  'ISSUED_AFTER',
]

const people = (count: number) => (count === 1 ? 'one person' : `${formatCount(count)} people`)
const policiesText = (count: number) => (count === 1 ? 'one policy' : `${formatCount(count)} policies`)

/** The cells of the schedule's line for it. */
export function elsewhereCells(total: ElsewhereTotal, all: readonly Form8925Site[]): ViewRow['cells'] {
  const portal = portalName(total.site, all)
  const counts = total.reason === 'IN_SCOPE'
  return {
    insured: `And ${people(total.people)} insured under ${policiesText(total.policies)} kept in the ${portal}; figures included, names not shown here`,
    inScope: counts ? 'Yes' : 'No',
    reason: SCOPE_REASONS[total.reason],
    deathBenefit: total.deathBenefit,
    line3: counts ? total.deathBenefit : null,
    consent: counts ? (total.without === 0 ? 'Yes' : 'No') : null,
    consentReason:
      total.without === 0
        ? null
        : `${total.without === total.people ? '' : `${formatCount(total.without)} of `}${people(total.people)} without a valid consent. The copy of this form in the ${portal} says why.`,
  }
}

/** Additions of other portals to the lines, beyond the portal's own contracts. */
export function addedElsewhere(findings: readonly Form8925Finding[]): {
  contracts: number
  people: number
  without: number
  insurance: Cents
} {
  const counted = elsewhereTotals(findings).filter(({ reason }) => reason === 'IN_SCOPE')
  const sum = (of: (total: ElsewhereTotal) => number) => counted.reduce((all, total) => all + of(total), 0)
  return {
    contracts: sum(({ policies }) => policies),
    people: sum(({ further }) => further),
    without: sum(({ furtherWithout }) => furtherWithout),
    insurance: sumCents(counted.map(({ deathBenefit }) => deathBenefit ?? cents(0))),
  }
}
