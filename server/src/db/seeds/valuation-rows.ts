/** Month-end values as rows with their lineage: each with the carrier's line it was read from, findings and restatements included. */
import { matchKey } from '@corridor/domain/feed-values.ts'
import { type Cents, cents, formatMoney } from '@corridor/domain/money.ts'
import { addMonthEnds, type PlainDate, plainDate } from '@corridor/domain/period.ts'
import { STAFF_ID } from './accounts.ts'
import { carrierOf } from './carriers.ts'
import { businessDayAfter, type FeedFiles } from './feed-files.ts'
import { FEED_STYLES, type FeedLine, feedStyleOf } from './feed-styles.ts'
import type { SeedPolicy } from './holdings.ts'
import type { InstitutionTerms } from './institution-terms.ts'
import { insuredShareOf } from './insured-share.ts'
import { fdicCertificateOf, policyNumberOf } from './numbers.ts'
import { impossibleSsn } from './people.ts'
import { type Plant, RESTATEMENT } from './plants.ts'
import type { MonthValue } from './policy-life.ts'
import type { Book, Row } from './rows.ts'

/** The lines of a policy by month end. */
export type Lines = Map<string, { fileId: number; lineNumber: number }>

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
    const right = feedLine(terms, policy, month)
    const plant = plants.get(plantKey(policy.id, month.asOfDate))
    const line = plant?.misprint(right) ?? right
    const written = files.add(carrierCode, month.asOfDate, line)
    if (!posts(policy, month.asOfDate)) continue
    lines.set(month.asOfDate, written)
    const restated = plant?.then === 'restated'
    // The share that is posted follows from the agreement, whatever the carrier says.
    const values = { ...valuesRead(carrierCode, line), insuredShareCents: cents(Number(right.insuredShare)) }
    pushRow(book, terms, policy, line, written, values, month.asOfDate)
    book.policyValuation.push({
      institutionId: terms.id,
      policyId: policy.id,
      asOfDate: month.asOfDate,
      version: 1,
      siteId: policy.siteId,
      status: restated ? 'SUPERSEDED' : 'POSTED',
      fileId: written.fileId,
      lineNumber: written.lineNumber,
      valuationDate: dateOf(line),
      ...values,
      restatementReason: null,
      postedBy: STAFF_ID,
      postedAt: postedAt(month.asOfDate, carrierCode),
    })
    if (policy.issueDate > until) {
      const message = `Policy ${line.policyNumber} is not in the book of ${terms.name}. Accept it as a new policy, or reject the row.`
      pushFinding(
        book,
        policy,
        terms,
        written,
        'V2',
        'error',
        headerOf(carrierCode, 'policyNumber'),
        written.cells,
        message,
        'RESOLVED',
        'Accepted as a new policy.',
        month.asOfDate,
      )
    }
    if (plant?.finding)
      pushFinding(
        book,
        policy,
        terms,
        written,
        plant.finding.rule,
        'warning',
        headerOf(carrierCode, plant.finding.field),
        written.cells,
        plant.finding.message(line, right),
        'ACCEPTED',
        plant.finding.reason,
        month.asOfDate,
      )
    if (restated) lines.set(month.asOfDate, correct(book, terms, policy, files, right, line, month))
    const before = plants.get(plantKey(policy.id, addMonthEnds(month.asOfDate, -1)))
    if (before?.then === 'restated')
      questionOpening(
        book,
        terms,
        policy,
        written,
        month,
        before.misprint(feedLine(terms, policy, policy.values.find(({ asOfDate }) => asOfDate === before.period) ?? month)),
      )
  }
  return lines
}

/** The corrected extract: one line, and a second version of the value. */
function correct(
  book: Book,
  terms: InstitutionTerms,
  policy: SeedPolicy,
  files: FeedFiles,
  right: FeedLine,
  wrong: FeedLine,
  month: MonthValue,
) {
  const { carrierCode } = policy.product
  const corrected = files.add(carrierCode, month.asOfDate, right, 'corrected')
  const values = { ...valuesRead(carrierCode, right), insuredShareCents: cents(Number(right.insuredShare)) }
  pushRow(book, terms, policy, right, corrected, values, month.asOfDate)
  book.policyValuation.push({
    institutionId: terms.id,
    policyId: policy.id,
    asOfDate: month.asOfDate,
    version: 2,
    siteId: policy.siteId,
    status: 'POSTED',
    fileId: corrected.fileId,
    lineNumber: corrected.lineNumber,
    valuationDate: dateOf(right),
    ...values,
    restatementReason: RESTATEMENT.reason,
    postedBy: STAFF_ID,
    postedAt: `${businessDayAfter(addMonthEnds(month.asOfDate, 1), 8)}T16:40:00.000Z`,
  })
  book.auditException.push({
    institutionId: terms.id,
    id: policy.id,
    siteId: policy.siteId,
    checkCode: 'cash-surrender-exceptions',
    ruleCode: 'M6',
    severity: 'error',
    period: addMonthEnds(month.asOfDate, 1),
    carrierCode,
    policyId: policy.id,
    expected: String(wrong.accountValueEnd),
    actual: String(right.accountValueEnd),
    differenceCents: cents(Number(right.accountValueEnd) - Number(wrong.accountValueEnd)),
    message: 'The carrier opened May below the value posted for April.',
    fileId: corrected.fileId,
    lineNumber: corrected.lineNumber,
    status: 'RESOLVED',
    note: RESTATEMENT.reason,
    firstSeen: postedAt(addMonthEnds(month.asOfDate, 1), carrierCode),
    resolvedBy: STAFF_ID,
    resolvedAt: `${businessDayAfter(addMonthEnds(month.asOfDate, 1), 8)}T16:40:00.000Z`,
  })
  return corrected
}

/** What the import said when the next month opened elsewhere than the restated one had closed. */
function questionOpening(
  book: Book,
  terms: InstitutionTerms,
  policy: SeedPolicy,
  written: { fileId: number; lineNumber: number; cells: string[] },
  month: MonthValue,
  wrong: FeedLine,
): void {
  const message = `The carrier opens the month at ${formatMoney(month.begin)}; ${formatMoney(cents(Number(wrong.accountValueEnd)))} was posted at the end of the last. The carrier may have restated history.`
  pushFinding(
    book,
    policy,
    terms,
    written,
    'M6',
    'error',
    headerOf(policy.product.carrierCode, 'accountValueBegin'),
    written.cells,
    message,
    'ACCEPTED',
    RESTATEMENT.question,
    month.asOfDate,
  )
}

function pushFinding(
  book: Book,
  policy: SeedPolicy,
  terms: InstitutionTerms,
  written: { fileId: number; lineNumber: number },
  ruleCode: string,
  severity: 'error' | 'warning',
  columnName: string | null,
  cells: readonly string[],
  message: string,
  status: 'ACCEPTED' | 'RESOLVED',
  resolution: string,
  period: PlainDate,
): void {
  const column = feedStyleOf(policy.product.carrierCode).columns.findIndex(([header]) => header === columnName)
  const personal = feedStyleOf(policy.product.carrierCode).columns[column]?.[1] === 'insuredDateOfBirth'
  book.carrierFileFinding.push({
    fileId: written.fileId,
    id: book.carrierFileFinding.length + policy.id * 10,
    siteId: policy.siteId,
    lineNumber: written.lineNumber,
    columnName,
    value: personal ? null : (cells[column] ?? null),
    ruleCode,
    severity,
    message,
    institutionId: terms.id,
    policyId: policy.id,
    status,
    resolution,
    resolvedBy: STAFF_ID,
    resolvedAt: postedAt(period, policy.product.carrierCode),
  })
}

function pushRow(
  book: Book,
  terms: InstitutionTerms,
  policy: SeedPolicy,
  line: FeedLine,
  written: { fileId: number; lineNumber: number; cells: string[] },
  values: Values & { insuredShareCents: Cents },
  period: PlainDate,
): void {
  book.carrierFileRow.push({
    fileId: written.fileId,
    lineNumber: written.lineNumber,
    siteId: policy.siteId,
    matchStatus: 'MATCHED',
    institutionId: terms.id,
    policyId: policy.id,
    period,
    carrierCode: policy.product.carrierCode,
    matchKey: matchKey(String(line.policyNumber)),
    policyNumber: String(line.policyNumber),
    insuredName: String(line.insuredName),
    raw: written.cells,
    valuationDate: dateOf(line),
    policyStatus: String(line.policyStatus),
    ...values,
  })
}

/** A policy's month as the carrier would tell it, before it is written in the carrier's way. */
export function feedLine(terms: InstitutionTerms, policy: SeedPolicy, month: MonthValue): FeedLine {
  const { person, product, life } = policy
  const share = insuredShareOf(policy, month)
  const claimed = person.death !== undefined && person.death.notified <= month.asOfDate
  return {
    policyNumber: policyNumberOf(product.carrierCode, policy.id),
    carrierCode: product.carrierCode,
    asOfDate: month.asOfDate,
    fdicCertificate: fdicCertificateOf(terms),
    institutionName: terms.legalName,
    insuredName: [`${person.lastName}, ${person.firstName}`, person.middleName].filter(Boolean).join(' '),
    insuredDateOfBirth: person.dateOfBirth,
    insuredGender: person.gender,
    insuredSsnLast4: impossibleSsn(person.id).slice(-4),
    policyStatus: claimed ? 'DEATH_CLAIM_PENDING' : 'IN_FORCE',
    issueDate: policy.issueDate,
    faceAmount: life.faceAmount,
    accountValueBegin: month.begin,
    premiumPaid: month.premium,
    withdrawals: month.withdrawals,
    interestCredited: month.interest,
    costOfInsurance: month.costOfInsurance,
    expenseCharge: month.expense,
    accountValueEnd: month.end,
    surrenderCharge: month.surrenderCharge,
    cashSurrenderValue: month.cashSurrenderValue,
    loanBalance: 0,
    netSurrenderValue: month.cashSurrenderValue,
    deathBenefit: month.deathBenefit,
    insuredShare: share,
    institutionShare: month.deathBenefit - share,
    grossCreditingRate: month.grossRate,
    guaranteedRate: product.guaranteedMinimumRate,
    marketValue: month.marketValue,
    bookValue: month.marketValue === null ? null : month.end,
    costBasis: month.costBasis,
    cumulativePremium: month.cumulativePremium,
  }
}

type Values = Pick<
  Row<'carrierFileRow'>,
  Exclude<`${string}Cents` & keyof Row<'carrierFileRow'>, 'insuredShareCents'> | 'grossCreditingRate' | 'guaranteedRate'
> & {
  cashSurrenderValueCents: Cents
  deathBenefitCents: Cents
}

/** What an import reads from a carrier's line: the fields it has columns for, null for the others. */
function valuesRead(carrierCode: string, line: FeedLine): Values {
  const present = FIELDS.get(carrierCode) ?? new Set()
  const money = (field: keyof FeedLine): Cents | null => (present.has(field) && typeof line[field] === 'number' ? cents(line[field]) : null)
  const rate = (field: keyof FeedLine): number | null => (present.has(field) && typeof line[field] === 'number' ? line[field] : null)
  return {
    faceAmountCents: money('faceAmount'),
    accountValueBeginCents: money('accountValueBegin'),
    accountValueEndCents: money('accountValueEnd'),
    surrenderChargeCents: money('surrenderCharge'),
    cashSurrenderValueCents: cents(Number(line.cashSurrenderValue)),
    netSurrenderValueCents: money('netSurrenderValue'),
    loanBalanceCents: money('loanBalance'),
    deathBenefitCents: cents(Number(line.deathBenefit)),
    premiumPaidCents: money('premiumPaid'),
    cumulativePremiumCents: money('cumulativePremium'),
    withdrawalsCents: money('withdrawals'),
    interestCreditedCents: money('interestCredited'),
    costOfInsuranceCents: money('costOfInsurance'),
    expenseChargeCents: money('expenseCharge'),
    grossCreditingRate: rate('grossCreditingRate'),
    guaranteedRate: rate('guaranteedRate'),
    marketValueCents: money('marketValue'),
    bookValueCents: money('bookValue'),
    costBasisCents: money('costBasis'),
  }
}
const FIELDS = new Map(FEED_STYLES.map(({ carrierCode, columns }) => [carrierCode, new Set<string>(columns.map(([, field]) => field))]))

const headerOf = (carrierCode: string, field: string): string | null =>
  feedStyleOf(carrierCode).columns.find(([, known]) => known === field)?.[0] ?? null
const dateOf = (line: FeedLine): PlainDate => plainDate(String(line.asOfDate))
const postedAt = (period: PlainDate, carrierCode: string): string =>
  `${businessDayAfter(period, carrierOf(carrierCode).feedDueBusinessDay)}T20:15:00.000Z`
