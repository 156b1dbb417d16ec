/** The extent of an audit and its results in one sentence: also an empty result says how much was looked at, and what was not asked. */

import { counted } from '../primitives/counted.ts'
import { formatCount } from '../primitives/money.ts'
import { formatMonth, plainDate } from '../primitives/period.ts'
import { groupedSkips, NOT_RECOMPUTED, type Skip } from './skips.ts'

export interface AuditStatement {
  /** The audited month end. */
  period: string
  examined: { policies: number; valued: number; auditedAt: string | null }
  rules: readonly { code: string; skipped: readonly Skip[] }[]
  found: number
  open: number
  openErrors: number
  /** By what was done about those that are not open. */
  acknowledged: number
  resolved: number
  falsePositives: number
}

/** "1 resolved, 2 acknowledged": who acknowledges an exception knows of it and still waits for something. Null where all are open. */
export function doneInWords({ resolved, falsePositives, acknowledged }: Pick<AuditStatement, (typeof DONE)[number]>): string | null {
  const words = [
    resolved > 0 ? `${formatCount(resolved)} resolved` : '',
    falsePositives > 0 ? counted(falsePositives, 'false positive') : '',
    acknowledged > 0 ? `${formatCount(acknowledged)} acknowledged` : '',
  ]
  return words.filter((word) => word !== '').join(', ') || null
}
const DONE = ['resolved', 'falsePositives', 'acknowledged'] as const

/** "All 6 exceptions are closed: 6 resolved." Null while one is open, or where none was found. */
export function settledInWords({ found, open, ...done }: Pick<AuditStatement, 'found' | 'open' | (typeof DONE)[number]>): string | null {
  const words = doneInWords(done)
  if (found === 0 || open > 0 || words === null) return null
  return found === 1 ? `The only exception is closed: ${words}.` : `All ${counted(found, 'exception')} are closed: ${words}.`
}

/** Carriers named in a sentence; more are counted. */
const NAMED = 3
const listed = (names: readonly string[]): string => {
  if (names.length > NAMED) return counted(names.length, 'carrier')
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Rules that were not asked for one reason of the same carriers, counted together; those of most policies first. */
export function skippedOf(rules: AuditStatement['rules']): string[] {
  const groups = new Map<string, { rules: Set<string>; skip: Skip }>()
  for (const { code, skipped } of rules)
    for (const skip of groupedSkips(skipped)) {
      const key = JSON.stringify([skip.reason, skip.carriers, skip.institutions])
      const known = groups.get(key) ?? { rules: new Set<string>(), skip }
      known.rules.add(code)
      known.skip = { ...skip, policies: Math.max(known.skip.policies, skip.policies) }
      groups.set(key, known)
    }
  return [...groups.values()]
    .toSorted((one, other) => other.skip.policies - one.skip.policies)
    .map(({ rules: { size }, skip: { reason, policies, carriers, institutions } }) => {
      const what = `${counted(size, 'rule')} ${reason.startsWith(NOT_RECOMPUTED) ? 'applied in part' : 'skipped'}`
      return institutions === undefined
        ? `${what} for ${listed(carriers)}: ${reason} (${counted(policies, 'policy', 'policies')})`
        : `${what} for ${counted(institutions, 'institution')}: ${reason}`
    })
}

/** Reasons in the sentence; the table of rules tells every one. */
const REASONS_TOLD = 3

const notAudited = (period: string): string => `${formatMonth(plainDate(period))} has not been audited yet.`

function skippedParts(rules: AuditStatement['rules']): string[] {
  const skipped = skippedOf(rules)
  const more = skipped.length - REASONS_TOLD
  return [...skipped.slice(0, REASONS_TOLD), ...(more > 0 ? [`${counted(more, 'more reason')} in the table of rules`] : [])]
}

/** The part of the sentence that no count beside it says: the rules that were skipped, or that nothing was audited. Null where there is none. */
export function remarkOf({ period, examined, rules }: Pick<AuditStatement, 'period' | 'examined' | 'rules'>): string | null {
  if (examined.auditedAt === null) return notAudited(period)
  const parts = skippedParts(rules)
  return parts.length === 0 ? null : `${parts.join('; ')}.`
}

export function statementOf({ period, examined, rules, found, open, openErrors, ...done }: AuditStatement): string {
  if (examined.auditedAt === null) return notAudited(period)
  const parts = [
    `${formatCount(examined.valued)} of ${counted(examined.policies, 'policy', 'policies')} valued`,
    [
      counted(found, 'exception'),
      doneInWords(done),
      open === 0 ? null : `${formatCount(open)} open`,
      openErrors === 0 ? null : `${counted(openErrors, 'error')} among them`,
    ]
      .filter((words) => words !== null)
      .join(', '),
    ...skippedParts(rules),
  ]
  return `${parts.join('; ')}.`
}
