/** Rules that tested some of an institution's policies and not the others, counted from what the audit of each carrier kept: no rule is told as if it had tested all of them. */
import { firstNamed } from '../primitives/counted.ts'
import { formatCount } from '../primitives/money.ts'
import { COVERED_RULES } from './applicability.ts'
import { type CarrierCounts, lackOfCarrier } from './no-file.ts'
import { type AuditRuleCode, auditRuleCodes, rulesOf } from './rules.ts'
import { groupedSkips, NOT_RECOMPUTED } from './skips.ts'

/** The policies of an institution with one carrier, as the last audit of the month kept them. */
export interface CarrierCoverage extends CarrierCounts {
  /** Policies by the rule that was asked of them. */
  asked: Readonly<Record<string, number>>
  skipped: readonly { ruleCode: string; reason: string; policies: number }[]
}

/** How far a rule went: of so many policies it tested so many, and what the others lacked; empty where that takes more words than it tells. */
interface Reach {
  tested: number
  of: number
  why: string
}

/** Rules that went equally far, and lacked the same of the others. */
export interface PartlyApplied extends Reach {
  rules: string[]
}

/** Rules that were asked of a policy, and not of every one; those of whole institutions are not among them. */
export const reachesOf = (rows: readonly CarrierCoverage[]): Map<AuditRuleCode, Reach> =>
  new Map(
    auditRuleCodes.flatMap((code) => {
      const reach = COVERED_RULES.some((rule) => rule === code)
        ? reachOfPolicies(code, rows)
        : rulesOf('policy-count-exceptions').includes(code)
          ? reachOfCarriers(code, rows)
          : null
      return reach && reach.tested < reach.of ? [[code, reach] as const] : []
    }),
  )

function reachOfPolicies(code: AuditRuleCode, rows: readonly CarrierCoverage[]): Reach | null {
  let [asked, of] = [0, 0]
  const skips: { reason: string; policies: number }[] = []
  for (const row of rows) {
    const own = row.skipped.filter(({ ruleCode }) => ruleCode === code)
    // V1 is asked of every policy, also of one without a value.
    const policies = row.asked['V1'] ?? row.expected
    // Months that were audited before the rule was counted tell nothing of it.
    if ('V1' in row.asked && !(code in row.asked) && own.length === 0) return null
    const lack = lackOfCarrier(code, row)
    of += policies
    asked += lack === null ? (row.asked[code] ?? 0) : 0
    skips.push(...(lack === null ? own : [{ reason: lack, policies }]))
  }
  if (asked === 0) return null
  const isHalf = ({ reason }: { reason: string }) => reason.startsWith(NOT_RECOMPUTED)
  const [half, whole] = [skips.filter(isHalf), skips.filter((skip) => !isHalf(skip))]
  // A policy whose parts could not be added up is skipped for that, and asked where interest and charges were recomputed.
  const onlyRecomputed = code === 'M4' ? sumOf(whole) - (of - asked) : 0
  return {
    tested: asked - sumOf(half) - onlyRecomputed,
    of,
    why: whyOf([...(half.length > 0 ? [{ reason: NOT_RECOMPUTED_ALONE, policies: sumOf(half) }] : []), ...whole]),
  }
}
const NOT_RECOMPUTED_ALONE = 'interest and charges were added up and not recomputed'

/** A rule of a carrier's file as a whole tests all policies with the carrier, or none. */
function reachOfCarriers(code: AuditRuleCode, rows: readonly CarrierCoverage[]): Reach | null {
  const skips = rows.flatMap((row) => {
    const reason = lackOfCarrier(code, row)
    return reason === null ? [] : [{ reason, policies: row.expected }]
  })
  const of = rows.reduce((sum, { expected }) => sum + expected, 0)
  const tested = of - sumOf(skips)
  return tested === 0 ? null : { tested, of, why: whyOf(skips) }
}

const sumOf = (skips: readonly { policies: number }[]): number => skips.reduce((sum, { policies }) => sum + policies, 0)

function whyOf(skips: readonly { reason: string; policies: number }[]): string {
  const reasons = [...new Set(groupedSkips(skips.map((skip) => ({ ...skip, carriers: [] }))).map(({ reason }) => reason))].toSorted()
  return reasons.length > REASONS_TOLD ? '' : reasons.join(' or ')
}
const REASONS_TOLD = 2

/** Rules that went equally far together, those that tested the fewest first. */
export const partlyOf = (rules: readonly (readonly [title: string, reach: Reach])[]): PartlyApplied[] =>
  [...Map.groupBy(rules, ([, { tested, of, why }]) => JSON.stringify([tested, of, why])).values()]
    .flatMap((same) => (same[0] ? [{ rules: same.map(([title]) => title), ...same[0][1] }] : []))
    .toSorted((one, other) => one.tested / one.of - other.tested / other.of)

/** "shares of the death benefit (16 of 91; for the others, no shares of the death benefit)" */
export const partInWords = ({ rules, tested, of, why }: PartlyApplied): string =>
  `${firstNamed(rules, NAMED)} (${rules.length === 1 ? '' : 'each '}${formatCount(tested)} of ${formatCount(of)}${why === '' ? '' : `; for the others, ${why}`})`
const NAMED = 3

/** "3 of them not to every policy"; null where each was applied to all. */
export function partlyInBrief(partly: readonly PartlyApplied[]): string | null {
  const count = partly.reduce((sum, { rules }) => sum + rules.length, 0)
  return count === 0 ? null : `${formatCount(count)} of them not to every policy`
}

/** All audits together: "3 of them to some policies only: shares of the death benefit (16 of 91 policies), increase against expectation, movement of the death benefit (each 87 of 91 policies)" */
export function partlyNamed(partly: readonly PartlyApplied[]): string | null {
  const named = [...Map.groupBy(partly, ({ tested, of }) => `${formatCount(tested)} of ${formatCount(of)} policies`)]
    .toSorted(([, [one]], [, [other]]) => (one ? one.tested / one.of : 0) - (other ? other.tested / other.of : 0))
    .map(([reach, same]) => {
      const rules = same.flatMap((one) => one.rules)
      return `${rules.join(', ')} (${rules.length === 1 ? '' : 'each '}${reach})`
    })
  const count = partly.reduce((sum, { rules }) => sum + rules.length, 0)
  return count === 0 ? null : `${formatCount(count)} of them to some policies only: ${named.join(', ')}`
}
