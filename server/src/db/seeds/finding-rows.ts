/** Findings of the import as rows of a file that was posted in spite of them: accepted with a reason, or settled otherwise. */
import type { FeedField } from '@corridor/domain/data-feeds/columns.ts'
import { FEED_RULES, type RuleCode } from '@corridor/domain/data-feeds/rules.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { STAFF_ID } from './accounts.ts'
import { carrierOf } from './carriers.ts'
import { businessDayAfter } from './feed-files.ts'
import { feedStyleOf } from './feed-styles.ts'
import type { SeedPolicy } from './holdings.ts'
import type { InstitutionTerms } from './institution-terms.ts'
import type { Book } from './rows.ts'

/** One posted line of a policy. */
export interface PostedLine {
  book: Book
  terms: InstitutionTerms
  policy: SeedPolicy
  period: PlainDate
  fileId: number
  lineNumber: number
  cells: readonly string[]
}

export interface SettledFinding {
  rule: RuleCode
  /** Null for a finding about the file and not one of its lines. */
  field: FeedField | null
  message: string
  status: 'ACCEPTED' | 'RESOLVED'
  resolution: string
}

export function addFinding(
  { book, terms, policy, period, fileId, lineNumber, cells }: PostedLine,
  { rule, field, message, status, resolution }: SettledFinding,
): void {
  const { carrierCode } = policy.product
  const { columns } = feedStyleOf(carrierCode)
  const column = columns.findIndex(([, known]) => known === field)
  book.carrierFileFinding.push({
    fileId,
    siteId: policy.siteId,
    ruleCode: rule,
    severity: FEED_RULES[rule].severity,
    message,
    status,
    resolution,
    // Unique in the file: an institution's few findings are numbered from ten times its policy's id.
    id: policy.id * 10 + (book.carrierFileFinding.length % 10),
    lineNumber: field === null ? null : lineNumber,
    columnName: columns[column]?.[0] ?? null,
    value: field === 'insuredDateOfBirth' ? null : (cells[column] ?? null),
    institutionId: terms.id,
    policyId: field === null ? null : policy.id,
    resolvedBy: STAFF_ID,
    resolvedAt: postedAt(period, carrierCode),
  })
}

/** When a carrier's file of a month was posted. */
export const postedAt = (period: PlainDate, carrierCode: string): string =>
  `${businessDayAfter(period, carrierOf(carrierCode).feedDueBusinessDay)}T20:15:00.000Z`
