/** Month-end values as rows with their lineage: each with the carrier's line it was read from, findings and restatements included. */
import { matchKey } from '@corridor/domain/data-feeds/cell-values.ts'
import { RESOLVES_BY_ITSELF } from '@corridor/domain/data-feeds/rules.ts'
import { cents, formatMoney } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, formatMonth, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { STAFF_ID } from './accounts.ts'
import { carrierOf } from './carriers.ts'
import { businessDayAfter, type FeedFiles } from './feed-files.ts'
import { feedLine, valuesRead } from './feed-line.ts'
import { type FeedLine, feedStyleOf } from './feed-styles.ts'
import { addFinding, type PostedLine, postedAt } from './finding-rows.ts'
import type { SeedPolicy } from './holdings.ts'
import type { InstitutionTerms } from './institution-terms.ts'
import { type Plant, RESTATEMENT } from './plants.ts'
import type { MonthValue } from './policy-life.ts'
import type { Book, Row } from './rows.ts'

/** The posted lines of a policy by month end. */
export type Lines = Map<string, PostedLine>

export interface ValuationSources {
  files: FeedFiles
  posts: (policy: SeedPolicy, month: PlainDate) => boolean
  /** By policy and period, of this institution. */
  plants: ReadonlyMap<string, Plant>
  /** The last month of the book proper: what was issued after it came in through a feed. */
  until: PlainDate
}

export const plantKey = (policyId: number, period: string): string => `${policyId} ${period}`

/** Writes every simulated month into the carrier's file, and those that are posted into the book. */
export function addValuations(
  book: Book,
  terms: InstitutionTerms,
  policy: SeedPolicy,
  { files, posts, plants, until }: ValuationSources,
): Lines {
  const lines: Lines = new Map()
  const { carrierCode } = policy.product
  for (const month of policy.values) {
    const period = month.asOfDate
    const right = feedLine(terms, policy, month)
    const plant = plants.get(plantKey(policy.id, period))
    const line = plant?.misprint(right) ?? right
    if (plant?.outcome === 'left out') {
      book.policyValuation.push(valuation({ terms, policy, period }, right, right))
      continue
    }
    const written = files.add(carrierCode, period, line)
    if (!posts(policy, period)) continue
    const posted: PostedLine = { book, terms, policy, period, ...written }
    lines.set(period, posted)
    post(posted, plant?.correction ? right : line, right, {
      status: plant?.outcome === 'restated' ? 'SUPERSEDED' : 'POSTED',
      valued: plant?.outcome === 'posted right' || plant?.correction ? right : line,
    })
    if (plant?.correction) correctCell(posted, right, plant.correction)
    if (policy.issueDate > until) settleNewPolicy(posted, line)
    if (plant?.finding)
      addFinding(posted, {
        ...plant.finding,
        message: plant.finding.message(line, right),
        status: 'ACCEPTED',
        resolution: plant.finding.reason,
      })
    if (plant?.outcome === 'restated') lines.set(period, correct(posted, files, right, line))
    const before = plants.get(plantKey(policy.id, addMonthEnds(period, -1)))
    if (before?.outcome === 'restated') questionOpening(posted, month, before)
  }
  return lines
}

interface Posting {
  version?: number
  status?: 'POSTED' | 'SUPERSEDED'
  reason?: string | null
  at?: string
}

/** The row as read and the value made from it. @param right the line as it should be: the share posted follows from the agreement, whatever the carrier says */
function post(
  posted: PostedLine,
  line: FeedLine,
  right: FeedLine,
  { valued = line, ...posting }: Posting & { valued?: FeedLine } = {},
): void {
  const { book, terms, policy, period, fileId, lineNumber, cells } = posted
  const { carrierCode } = policy.product
  book.carrierFileRow.push({
    fileId,
    lineNumber,
    siteId: policy.siteId,
    matchStatus: 'MATCHED',
    institutionId: terms.id,
    policyId: policy.id,
    period,
    carrierCode,
    matchKey: matchKey(String(line.policyNumber)),
    policyNumber: String(line.policyNumber),
    insuredName: String(line.insuredName),
    raw: [...cells],
    policyStatus: String(line.policyStatus),
    ...amountsOf(carrierCode, line, right),
  })
  book.policyValuation.push({ ...valuation(posted, valued, right, posting), fileId, lineNumber })
}

/** The value made from a line; of no file until it is named. */
function valuation(
  { terms, policy, period }: Pick<PostedLine, 'terms' | 'policy' | 'period'>,
  line: FeedLine,
  right: FeedLine,
  { version = 1, status = 'POSTED', reason = null, at = postedAt(period, policy.product.carrierCode) }: Posting = {},
): Row<'policyValuation'> {
  return {
    institutionId: terms.id,
    policyId: policy.id,
    asOfDate: period,
    version,
    siteId: policy.siteId,
    status,
    fileId: null,
    lineNumber: null,
    ...amountsOf(policy.product.carrierCode, line, right),
    restatementReason: reason,
    postedBy: STAFF_ID,
    postedAt: at,
  }
}

/** The cell as received stays in the row; what is read in its place stands beside it. */
function correctCell(
  { book, policy, period, fileId, lineNumber, cells }: PostedLine,
  right: FeedLine,
  correction: Required<Plant>['correction'],
) {
  const { field, reason } = correction
  const { carrierCode } = policy.product
  const { columns, write } = feedStyleOf(carrierCode)
  const column = columns.findIndex(([, known]) => known === field)
  book.carrierFileCorrection.push({
    siteId: policy.siteId,
    fileId,
    lineNumber,
    columnName: columns[column]?.[0] ?? '',
    received: cells[column] ?? '',
    value: write(field, right[field]),
    reason,
    isReasonPrinted: true,
    correctedBy: STAFF_ID,
    correctedAt: postedAt(period, carrierCode),
  })
}

const amountsOf = (carrierCode: string, line: FeedLine, right: FeedLine) => ({
  valuationDate: plainDate(String(line.asOfDate)),
  ...valuesRead(carrierCode, line),
  insuredShareCents: cents(Number(right.insuredShare)),
})

/** The issue that the import raised for a policy that was not in the register, before it was accepted. */
function settleNewPolicy(posted: PostedLine, line: FeedLine): void {
  const message = `Policy ${line.policyNumber} is not in the register of ${posted.terms.name}. Correct the number, accept it as a new policy, or exclude the row.`
  addFinding(posted, { rule: 'V2', field: 'policyNumber', message, status: 'RESOLVED', resolution: 'Accepted as a new policy.' })
}

/** And of the number of policies, which differed for the same reason. @param fed the institution's policies in the file, of which `fresh` are new */
export function settlePolicyCount(posted: PostedLine, fed: number, fresh: number): void {
  const { shortName } = carrierOf(posted.policy.product.carrierCode)
  const message = `${shortName}, ${formatMonth(posted.period)}: the file has ${fed} policies, the register expects ${fed - fresh}. ${RESOLVES_BY_ITSELF}`
  addFinding(posted, { rule: 'P1', field: null, message, status: 'RESOLVED', resolution: 'Every line behind the difference is settled.' })
}

/** The corrected extract: one line, a second version of the value, and the exception it settles. */
function correct(posted: PostedLine, files: FeedFiles, right: FeedLine, wrong: FeedLine): PostedLine {
  const { book, terms, policy, period } = posted
  const { carrierCode } = policy.product
  const next = addMonthEnds(period, 1)
  const at = `${businessDayAfter(next, 8)}T16:40:00.000Z`
  const corrected: PostedLine = { ...posted, ...files.add(carrierCode, period, right, 'corrected') }
  post(corrected, right, right, { version: 2, reason: RESTATEMENT.reason, at })
  book.auditException.push({
    institutionId: terms.id,
    id: policy.id,
    siteId: policy.siteId,
    checkCode: 'cash-surrender-exceptions',
    ruleCode: 'M6',
    severity: 'error',
    period: next,
    carrierCode,
    policyId: policy.id,
    expected: String(wrong.accountValueEnd),
    actual: String(right.accountValueEnd),
    differenceCents: cents(Number(right.accountValueEnd) - Number(wrong.accountValueEnd)),
    message: `The carrier opened ${formatMonth(next)} below the value posted for ${formatMonth(period)}.`,
    fileId: corrected.fileId,
    lineNumber: corrected.lineNumber,
    status: 'RESOLVED',
    note: RESTATEMENT.reason,
    firstSeen: postedAt(next, carrierCode),
    resolvedBy: STAFF_ID,
    resolvedAt: at,
  })
  return corrected
}

/** The issue that the import raised when the month after opened elsewhere than the misprinted one had closed. */
function questionOpening(posted: PostedLine, month: MonthValue, plant: Plant): void {
  const { terms, policy } = posted
  const misprinted = policy.values.find(({ asOfDate }) => asOfDate === plant.period)
  if (!misprinted) return
  const closed = cents(Number(plant.misprint(feedLine(terms, policy, misprinted)).accountValueEnd))
  const message = `The carrier opens the month at ${formatMoney(month.begin)}; ${formatMoney(closed)} was posted at the end of the last. The carrier may have restated history.`
  addFinding(posted, { rule: 'M6', field: 'accountValueBegin', message, status: 'ACCEPTED', resolution: RESTATEMENT.question })
}
