/** Changes between two Form 8925 reports, from their stored snapshots alone: lines 1 to 4b, and line 3 contract by contract. */

import { type Cents, cents } from '../../primitives/money.ts'
import { formatLongDate } from '../../primitives/period.ts'
import {
  because,
  type CauseKey,
  type Causes,
  type ComparedPart,
  type Comparison,
  type Concluded,
  changedConclusions,
  sideOf,
  summedMeasure,
  wholeMeasure,
} from '../comparison.ts'
import { addedElsewhere } from './other-portals.ts'
import { type Form8925Finding, findingsOf } from './rules.ts'
import type { Form8925Snapshot } from './snapshot.ts'
import { buildForm8925, type Form8925View } from './view.ts'

/**
 * @param one @param other in any order; the one of the earlier tax year, or of the lower version, is what changed
 * @throws RangeError when they are of two policyholders
 */
export function compareForm8925(one: Form8925Snapshot, other: Form8925Snapshot): Comparison {
  const isBefore = one.period === other.period ? one.version <= other.version : one.period < other.period
  const [from, to] = isBefore ? [one, other] : [other, one]
  const holder = ({ institution, subsidiary, site }: Form8925Snapshot) => [institution.id, subsidiary?.id ?? 0, site.id].join(' ')
  if (holder(from) !== holder(to)) throw new RangeError(`forms of ${holder(from)} and ${holder(to)} are not compared`)
  const sameYear = from.period === to.period
  const [before, after] = [buildForm8925(from), buildForm8925(to)]
  const [old, now] = [findingsOf(from), findingsOf(to)]
  const pairs = pairsOf(old, now)
  const [addedBefore, added] = [addedElsewhere(old), addedElsewhere(now)]
  const withOthers = (causes: Causes, key: 'people' | 'without' | 'contracts'): Causes => {
    because(causes, 'otherPortals', added[key] - addedBefore[key])
    return causes
  }
  const line = (key: string, label: string, of: (view: typeof before) => number | null, causes: Causes = {}) =>
    wholeMeasure(key, label, 'count', [of(before), of(after)], causes)
  return {
    title: 'What changed',
    institutionName: to.institution.name,
    legalName: after.header.subsidiaryName ?? after.header.legalName,
    between: sameYear ? 'versions' : 'periods',
    from: sideOf(before.header, before.footer),
    to: sideOf(after.header, after.footer),
    measures: [
      summedMeasure('insuranceInForce', 'Line 3, insurance in force', [
        ...pairs.map((pair) => partOf(pair, from, sameYear)),
        ...otherPart(addedBefore.insurance, added.insurance),
      ]),
      // A number that the policyholder stated has no cause: another number is a restatement of the same year, or the news of another.
      line('employees', 'Line 1, employees', ({ lines }) => lines.line1, stated(from, to, sameYear)),
      line(
        'insuredEmployees',
        'Line 2, insured employees',
        ({ lines }) => lines.line2,
        withOthers(peopleCauses(pairs, from, sameYear), 'people'),
      ),
      line(
        'withoutConsent',
        'Line 4b, without a valid consent',
        ({ controlTotals }) => controlTotals.withoutConsent,
        withOthers(consentCauses(pairs, from, sameYear), 'without'),
      ),
      line(
        'contracts',
        'Contracts that count',
        ({ controlTotals }) => controlTotals.policies,
        withOthers(contractCauses(pairs, from, sameYear), 'contracts'),
      ),
    ],
    conclusions: changedConclusions(everyConsent(before), everyConsent(after)),
    notes: [
      sameYear
        ? `Two versions of the form for the tax year ended ${formatLongDate(to.period)}, each from the inputs stored with it.`
        : `From the tax year ended ${formatLongDate(from.period)} to the one ended ${formatLongDate(to.period)}, each from the inputs stored with its report.`,
      'Consents are evaluated again for each form. The schedule of each names the people who lack one.',
    ],
  }
}

interface Pair {
  from: Form8925Finding | undefined
  to: Form8925Finding | undefined
}

const everyConsent = ({ form }: Form8925View): Concluded[] =>
  form.flatMap(({ line, label, value }) =>
    line === '4a' && typeof value === 'string'
      ? [{ key: 'line-4a', about: 'Line 4a', label, side: { status: value === 'Yes' ? 'good' : 'bad', text: value } }]
      : [],
  )

/** Contracts of the portal itself: those of another have no number here that two forms would share. */
function pairsOf(from: readonly Form8925Finding[], to: readonly Form8925Finding[]): Pair[] {
  const [before, after] = [from, to].map(
    (findings) => new Map(findings.flatMap((finding) => (finding.elsewhere === null ? [[finding.policy.policyId, finding] as const] : []))),
  )
  const ids = [...new Set([...(after?.keys() ?? []), ...(before?.keys() ?? [])])]
  return ids.map((id) => ({ from: before?.get(id), to: after?.get(id) }))
}

const counts = (finding: Form8925Finding | undefined): boolean => finding?.reason === 'IN_SCOPE'
const amountOf = (finding: Form8925Finding | undefined): Cents => (counts(finding) ? (finding?.policy.deathBenefit ?? cents(0)) : cents(0))

function partOf(pair: Pair, before: Form8925Snapshot, sameYear: boolean): ComparedPart {
  const { policy, insured } = pair.to ?? pair.from ?? nobody()
  const [from, to] = [amountOf(pair.from), amountOf(pair.to)]
  const causes: Causes = {}
  because(causes, causeOf(pair, before, sameYear), to - from)
  return {
    id: policy.policyId,
    policyId: policy.policyId,
    policyNumber: policy.policyNumber,
    insured: insured.name,
    carrier: policy.carrierName,
    standing: counts(pair.to) ? (counts(pair.from) ? 'Counts' : 'Counts now') : counts(pair.from) ? 'No longer counts' : '',
    from,
    to,
    causes,
  }
}

/** Contracts that other portals keep, all of them in one line. */
function otherPart(from: Cents, to: Cents): ComparedPart[] {
  if (from === 0 && to === 0) return []
  const causes: Causes = {}
  because(causes, 'otherPortals', to - from)
  return [{ id: 0, policyId: null, policyNumber: null, insured: null, carrier: 'Other portals', standing: '', from, to, causes }]
}

/** Why a contract's part of the lines differs. */
function causeOf({ from, to }: Pair, before: Form8925Snapshot, sameYear: boolean): CauseKey {
  if (counts(from) && counts(to)) return sameYear ? 'restated' : 'reported'
  if (counts(to)) {
    if (to && to.policy.issueDate > before.period) return 'newPolicies'
    return from ? 'scope' : 'takenIn'
  }
  if (to?.reason === 'DECEASED' || to?.policy.statusAtYearEnd === 'DEATH_PAID') return 'deaths'
  if (to?.reason === 'NOT_IN_FORCE') return ENDED[to.policy.statusAtYearEnd] ?? 'lapses'
  return to ? 'scope' : 'earlier'
}
const ENDED: Readonly<Record<string, CauseKey>> = { SURRENDERED: 'surrenders', EXCHANGED_OUT: 'exchanges', DEATH_CLAIM_PENDING: 'deaths' }

function contractCauses(pairs: readonly Pair[], before: Form8925Snapshot, sameYear: boolean): Causes {
  const causes: Causes = {}
  for (const pair of pairs) because(causes, causeOf(pair, before, sameYear), Number(counts(pair.to)) - Number(counts(pair.from)))
  return causes
}

/** Line 2 counts people: each comes or goes once, by the reason of the first of their contracts that does. */
function peopleCauses(pairs: readonly Pair[], before: Form8925Snapshot, sameYear: boolean): Causes {
  const causes: Causes = {}
  for (const [, theirs] of Map.groupBy(pairs, ({ from, to }) => (to ?? from ?? nobody()).insured.personId)) {
    const change = Number(theirs.some(({ to }) => counts(to))) - Number(theirs.some(({ from }) => counts(from)))
    const decisive = theirs.find(({ from, to }) => counts(from) !== counts(to))
    if (change !== 0 && decisive) because(causes, causeOf(decisive, before, sameYear), change)
  }
  return causes
}

/** Line 4b: people who came or went without a valid consent, and those whose consents are judged otherwise now. */
function consentCauses(pairs: readonly Pair[], before: Form8925Snapshot, sameYear: boolean): Causes {
  const causes: Causes = {}
  const lacks = (finding: Form8925Finding | undefined) => counts(finding) && finding?.consent?.status !== 'VALID'
  for (const [, theirs] of Map.groupBy(pairs, ({ from, to }) => (to ?? from ?? nobody()).insured.personId)) {
    const change = Number(theirs.some(({ to }) => lacks(to))) - Number(theirs.some(({ from }) => lacks(from)))
    const decisive = theirs.find(({ from, to }) => lacks(from) !== lacks(to))
    if (change === 0 || !decisive) continue
    because(causes, counts(decisive.from) && counts(decisive.to) ? 'consents' : causeOf(decisive, before, sameYear), change)
  }
  return causes
}

function stated(from: Form8925Snapshot, to: Form8925Snapshot, sameYear: boolean): Causes {
  const causes: Causes = {}
  if (from.employees && to.employees) because(causes, sameYear ? 'restated' : 'stated', to.employees.count - from.employees.count)
  return causes
}

function nobody(): never {
  throw new RangeError('a contract in neither of two forms')
}
