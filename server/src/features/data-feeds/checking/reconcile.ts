/** Do the carrier, the book and last month agree on which policies exist (rules P1, P2, P4)? Per institution in the file. */
import { FEED_RULES, type RuleCode } from '@corridor/domain/feed-rules.ts'
import { formatDate, formatMonth } from '@corridor/domain/period.ts'
import type { CheckedFinding } from './batch.ts'
import { type Book, type BookPolicy, decodePolicy, isExpected, isNewInMonth } from './book.ts'

/** What a file said about one carrier at one month end. */
export interface Coverage {
  carrierCode: string
  book: Book
  seen: Set<number>
  institutions: Set<number>
  /** Rows of policies not in the book, by the institution they name. */
  unknown: Map<number, number>
  /** The first line of each policy, to notice the second. */
  lines: Map<string, number>
}
export const coverageOf = (carrierCode: string, book: Book): Coverage => ({
  carrierCode,
  book,
  seen: new Set(),
  institutions: new Set(),
  unknown: new Map(),
  lines: new Map(),
})

/** Institutions the file does not mention are not missing from it: a carrier may send one file a bank. */
export function compareWithBook(
  { carrierCode, book, seen, institutions, unknown }: Coverage,
  add: (finding: CheckedFinding) => void,
): void {
  const counts = new Map<number, { expected: number; fed: number; prior: number; entered: number; left: number }>()
  const missing: BookPolicy[] = []
  for (const records of book.policies.values())
    for (const record of records) {
      const policy = decodePolicy(record)
      if (!institutions.has(policy.institutionId)) continue
      const count = counts.get(policy.institutionId) ?? {
        expected: 0,
        fed: unknown.get(policy.institutionId) ?? 0,
        prior: 0,
        entered: 0,
        left: 0,
      }
      counts.set(policy.institutionId, count)
      const expected = isExpected(policy, book.period)
      if (expected) count.expected++
      if (seen.has(policy.policyId)) count.fed++
      else if (expected) missing.push(policy)
      if (policy.prior) count.prior++
      if (expected && !policy.prior && isNewInMonth(policy, book.period)) count.entered++
      if (!expected && policy.prior) count.left++
    }
  const found = (ruleCode: RuleCode, institutionId: number, policyId: number | null, message: string, value: string | null = null) =>
    add({ line: null, columnName: null, value, ruleCode, severity: FEED_RULES[ruleCode].severity, message, institutionId, policyId })
  for (const [institutionId, { expected, fed, prior, entered, left }] of counts) {
    if (fed !== expected)
      found(
        'P1',
        institutionId,
        null,
        `${carrierCode}, ${formatMonth(book.period)}: the file has ${plural(fed)}, the book expects ${expected}. The lines behind the difference are listed below.`,
      )
    if (prior > 0 && expected !== prior + entered - left)
      found(
        'P2',
        institutionId,
        null,
        `${carrierCode}: ${prior} were valued last month, ${entered} came in and ${left} left, which makes ${prior + entered - left}; the book has ${expected} in force at ${formatDate(book.period)}.`,
      )
  }
  for (const policy of missing)
    found(
      'P4',
      policy.institutionId,
      policy.policyId,
      `Policy ${policy.policyNumber} is in force in the book and missing from the file. It will have no value for ${formatMonth(book.period)}; absence never ends a policy.`,
      policy.policyNumber,
    )
}

const plural = (count: number): string => (count === 1 ? '1 policy' : `${count.toLocaleString('en-US')} policies`)
