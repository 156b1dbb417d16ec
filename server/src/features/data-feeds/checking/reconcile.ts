/** Do the carrier, the book and last month agree on which policies exist (rules P1, P2, P4)? Per institution in the file. */

import { FEED_RULES, RESOLVES_BY_ITSELF, type RuleCode } from '@corridor/domain/data-feeds/rules.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatDate, formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { isExpected, isNewInMonth } from '../../../shared/auditing/register-facts.ts'
import { decodePolicy, identityOf, type RegisterMonth, type RegisterPolicy } from '../../../shared/auditing/register-month.ts'
import type { CheckedFinding } from './batch.ts'

interface Count {
  /** Rows of its policies; without any, the file does not cover the institution. */
  seen: number
  expected: number
  fed: number
  prior: number
  entered: number
  left: number
  /** Expected, not in the file, and with a value of the month that another file or a person gave. */
  posted: number
}

/** A row as a finding about its date names it. */
export interface DatedRow {
  date: PlainDate
  finding: Pick<CheckedFinding, 'line' | 'columnName' | 'value' | 'institutionId' | 'policyId'>
}

/** The file's statements about one carrier at one month end. */
export interface Coverage {
  carrierCode: string
  /** As sentences call it. */
  carrierName: string
  book: RegisterMonth
  seen: Set<number>
  counts: Map<number, Count>
  /** The first line of each policy, to notice the second. */
  lines: Map<number | string, number>
  /** Its rows, with the first of them: where they are few, their dates may be wrong. */
  rows: number
  firstRows: DatedRow[]
  dates: Set<PlainDate | null>
  /** Policies whose movement nothing was expected of, by why. */
  unexpected: Record<Unexpected, number>
}
/** No yield of the month before; a value that follows the market; a pending claim. */
export type Unexpected = 'firstMonths' | 'market' | 'claim'

export const coverageOf = (carrierCode: string, book: RegisterMonth, carrierName = carrierCode): Coverage => ({
  carrierCode,
  carrierName,
  book,
  seen: new Set(),
  counts: new Map(),
  lines: new Map(),
  rows: 0,
  firstRows: [],
  dates: new Set(),
  unexpected: { firstMonths: 0, market: 0, claim: 0 },
})

const countOf = ({ counts }: Coverage, institutionId: number): Count => {
  const known = counts.get(institutionId)
  if (known) return known
  const fresh = { seen: 0, expected: 0, fed: 0, prior: 0, entered: 0, left: 0, posted: 0 }
  counts.set(institutionId, fresh)
  return fresh
}

/** A row of the policy was read. */
export function noteSeen(coverage: Coverage, policy: RegisterPolicy): void {
  if (coverage.seen.has(policy.policyId)) return
  coverage.seen.add(policy.policyId)
  const count = countOf(coverage, policy.institutionId)
  count.seen++
  count.fed++
  countInBook(count, policy, coverage.book)
}

/** A row of a policy was read that is not in the book of the institution it names. */
export const noteUnknown = (coverage: Coverage, institutionId: number): void => {
  countOf(coverage, institutionId).fed++
}

function countInBook(count: Count, policy: RegisterPolicy, book: RegisterMonth): void {
  const expected = isExpected(policy, book.period)
  if (expected) count.expected++
  if (policy.prior) count.prior++
  if (expected && !policy.prior && isNewInMonth(policy, book.period)) count.entered++
  if (!expected && policy.prior) count.left++
}

/** Institutions the file does not mention are not missing from it: a carrier may send one file a bank. Neither are policies with a posted value of the month. */
export function compareWithBook(
  coverage: Coverage,
  add: (finding: CheckedFinding) => void,
  withPrior: (policy: RegisterPolicy) => RegisterPolicy = (policy) => policy,
): void {
  const { carrierName, book, seen, counts } = coverage
  const missing: RegisterPolicy[] = []
  for (const records of book.policies.values())
    for (const record of records) {
      const { institutionId, policyId } = identityOf(record)
      const count = counts.get(institutionId)
      if (!count?.seen || seen.has(policyId)) continue
      const policy = withPrior(decodePolicy(record))
      countInBook(count, policy, book)
      if (!isExpected(policy, book.period)) continue
      if (book.posted.has(policyId)) count.posted++
      else missing.push(policy)
    }
  const found = (ruleCode: RuleCode, institutionId: number, policyId: number | null, message: string, value: string | null = null) =>
    add({
      line: null,
      columnName: null,
      value,
      ruleCode,
      severity: FEED_RULES[ruleCode].severity,
      message,
      institutionId,
      policyId,
      period: book.period,
    })
  for (const [institutionId, { seen: rows, expected, fed, prior, entered, left, posted }] of counts) {
    if (rows === 0) continue
    if (fed + posted !== expected)
      found(
        'P1',
        institutionId,
        null,
        `${carrierName}, ${formatMonth(book.period)}: the file has ${counted(fed, 'policy')}, ${posted > 0 ? `${counted(posted, 'other')} ${posted === 1 ? 'is' : 'are'} posted already, ` : ''}the register expects ${expected}. ${RESOLVES_BY_ITSELF}`,
      )
    if (prior > 0 && expected !== prior + entered - left)
      found(
        'P2',
        institutionId,
        null,
        `${carrierName}: ${prior} were valued last month, ${entered} came in and ${left} left, which makes ${prior + entered - left}; the register has ${expected} in force at ${formatDate(book.period)}.`,
      )
  }
  if (book.postedSince !== null && seen.size > 0)
    add({
      line: null,
      columnName: null,
      value: null,
      ruleCode: 'PERIOD',
      severity: FEED_RULES.PERIOD.severity,
      message: `${carrierName}: nothing is posted for ${formatMonth(book.period)} nor the month before, while months up to ${formatMonth(book.postedSince)} are. Is the year right? Accept to enter values of an earlier month.`,
      institutionId: null,
      policyId: null,
      period: book.period,
    })
  for (const policy of missing)
    found(
      'P4',
      policy.institutionId,
      policy.policyId,
      `Policy ${policy.policyNumber} is in force in the register and missing from the file. It will have no value for ${formatMonth(book.period)}; absence never ends a policy.`,
      policy.policyNumber,
    )
}
