/** From simulated policies to rows: plans, insureds, agreements, policies, their valuations with lineage, and what happened to them. */
import { matchKey } from '@corridor/domain/feed-values.ts'
import { type Cents, cents, times } from '@corridor/domain/money.ts'
import { monthEnd, monthOf, type PlainDate, plainDate, yearOf } from '@corridor/domain/period.ts'
import type { Keys } from '../../kernel/keys.ts'
import type { FeedFiles } from './feed-files.ts'
import { FEED_STYLES, type FeedLine } from './feed-styles.ts'
import type { PlanType, SeedPolicy, SplitDollarTerms, Window } from './holdings.ts'
import type { InstitutionTerms } from './institution-terms.ts'
import { consentOf, impossibleSsn, insuredRow, type Person } from './people.ts'
import type { MonthValue } from './policy-life.ts'
import { randomOf } from './random.ts'
import type { Book, Row } from './rows.ts'

const PLANS: Record<PlanType, { name: string; purpose: string; offset: number }> = {
  BOLI_COST_RECOVERY: {
    name: 'Employee Benefit Cost Recovery',
    purpose: 'Recovers part of the cost of employee health and retirement benefits.',
    offset: 0.034,
  },
  SPLIT_DOLLAR: {
    name: 'Officer Split-Dollar Plan',
    purpose: 'Funds a death benefit shared with officers while they serve.',
    offset: 0.012,
  },
  SERP: {
    name: 'Supplemental Executive Retirement Plan',
    purpose: 'Offsets the yearly expense of supplemental executive retirement benefits.',
    offset: 0.03,
  },
  DIRECTOR_RETIREMENT: {
    name: 'Director Retirement Plan',
    purpose: 'Offsets the yearly expense of directors’ retirement benefits.',
    offset: 0.028,
  },
  KEY_PERSON: { name: 'Key Person Protection', purpose: 'Indemnifies against the loss of key officers.', offset: 0 },
  NQDC_COLI: {
    name: 'Nonqualified Deferred Compensation',
    purpose: 'Informally funds deferred compensation balances of executives.',
    offset: 0.03,
  },
}

export const DOCUMENTED_BY = 2

/** Numbers rows that several institutions share. */
export interface Counters {
  plan: number
  agreement: number
  transaction: number
}

/** Adds an institution's policies on all its sites to the book; lines go to the carriers' files, months after `window.until` only as `beyond` says. */
export function addPolicies(
  book: Book,
  seed: string,
  terms: InstitutionTerms,
  policies: readonly SeedPolicy[],
  {
    window,
    files,
    counters,
    keys,
    subsidiaryId,
    posts,
  }: {
    window: Window
    files: FeedFiles
    counters: Counters
    keys: Keys | undefined
    subsidiaryId: number | null
    posts: (policy: SeedPolicy, month: PlainDate) => boolean
  },
): void {
  const planIds = addPlans(book, terms, policies, counters)
  const byPerson = Map.groupBy(policies, ({ person }) => person)
  for (const [person, held] of byPerson) addInsured(book, seed, terms, person, held, window, keys)
  for (const policy of policies) {
    const agreementId = policy.splitDollar ? addAgreement(book, terms, policy, policy.splitDollar, counters) : null
    book.policy.push(
      policyRow(terms, policy, planIds.get(planKey(policy)) ?? 0, agreementId, policy.ofSubsidiary ? subsidiaryId : null, window),
    )
    const lines = addValuations(book, terms, policy, files, posts)
    addTransactions(book, terms, policy, window, counters, lines)
  }
}

const planKey = ({ siteId, planType }: SeedPolicy) => `${siteId} ${planType}`

function addPlans(book: Book, terms: InstitutionTerms, policies: readonly SeedPolicy[], counters: Counters): Map<string, number> {
  const ids = new Map<string, number>()
  for (const [key, members] of Map.groupBy(policies, planKey)) {
    const [first] = members
    if (!first) continue
    counters.plan += 1
    ids.set(key, counters.plan)
    const { name, purpose, offset } = PLANS[first.planType]
    const invested = members.reduce((sum, { life }) => sum + life.initialPremium * (life.renewalPremiums + 1), 0)
    book.plan.push({
      institutionId: terms.id,
      id: counters.plan,
      siteId: first.siteId,
      planName: name,
      planType: first.planType,
      effectiveDate: members.reduce<PlainDate>((earliest, { issueDate }) => (issueDate < earliest ? issueDate : earliest), first.issueDate),
      businessPurpose: purpose,
      benefitExpenseOffsetCents: offset > 0 ? cents(Math.round((invested * offset) / 10_000_00) * 10_000_00) : null,
      rabbiTrust: first.planType === 'NQDC_COLI',
    })
  }
  return ids
}

function addInsured(
  book: Book,
  seed: string,
  terms: InstitutionTerms,
  person: Person,
  held: readonly SeedPolicy[],
  window: Window,
  keys: Keys | undefined,
): void {
  const [first] = held
  if (!first) return
  const last = held.reduce((latest, policy) => (policy.issueDate > latest.issueDate ? policy : latest), first)
  const random = randomOf(seed, 'insured', person.id)
  const face = held.reduce((sum, { life }) => sum + life.faceAmount, 0)
  const state = random.chance(0.9) ? terms.stateCode : random.pick(['FL', 'GA', 'TN', 'OH', 'NC'])
  book.insured.push(insuredRow(person, terms.id, first.siteId, state, consentOf(random, last.issueDate, face), window.until, keys))
}

function addAgreement(book: Book, terms: InstitutionTerms, policy: SeedPolicy, agreement: SplitDollarTerms, counters: Counters): number {
  counters.agreement += 1
  book.splitDollarAgreement.push({
    institutionId: terms.id,
    id: counters.agreement,
    siteId: policy.siteId,
    insuredId: policy.person.id,
    type: 'ENDORSEMENT',
    benefitFormula: agreement.formula,
    amountCents: agreement.amount,
    fraction: agreement.fraction,
    capCents: agreement.cap,
    survivesTermination: agreement.survivesTermination,
    effectiveDate: policy.issueDate,
    terminationDate: agreement.survivesTermination ? null : (policy.person.left?.date ?? null),
  })
  return counters.agreement
}

/** What of a death benefit goes to the insured's family: what the agreement says, never more than the net amount at risk. */
export function insuredShare(
  agreement: SplitDollarTerms | undefined,
  person: Person,
  month: Pick<MonthValue, 'asOfDate' | 'deathBenefit' | 'cashSurrenderValue'>,
): Cents {
  if (!agreement || (!agreement.survivesTermination && person.left && person.left.date <= month.asOfDate)) return cents(0)
  const atRisk = Math.max(month.deathBenefit - month.cashSurrenderValue, 0)
  const promised =
    agreement.formula === 'FIXED_DOLLAR'
      ? (agreement.amount ?? 0)
      : agreement.formula === 'PCT_OF_NAR'
        ? times(cents(atRisk), agreement.fraction ?? 0)
        : times(cents(person.compensationDollars * 100), agreement.fraction ?? 0)
  return cents(Math.min(promised, agreement.cap ?? promised, atRisk))
}

function policyRow(
  terms: InstitutionTerms,
  policy: SeedPolicy,
  planId: number,
  agreementId: number | null,
  subsidiaryId: number | null,
  window: Window,
): Row<'policy'> {
  const { life, person, product, exit } = policy
  const pending = person.death && !exit && person.death.notified <= window.until
  const policyNumber = policyNumberOf(product.carrierCode, policy.id)
  const last = policy.values.findLast(({ asOfDate }) => asOfDate <= window.until)
  const owner = policy.ofSubsidiary ? (terms.coli?.subsidiary?.legalName ?? terms.legalName) : terms.legalName
  return {
    institutionId: terms.id,
    id: policy.id,
    siteId: policy.siteId,
    subsidiaryId,
    planId,
    productId: product.id,
    carrierCode: product.carrierCode,
    insuredId: person.id,
    splitDollarAgreementId: agreementId,
    policyNumber,
    matchKey: matchKey(policyNumber),
    policyStatus: exit?.kind ?? (pending ? 'DEATH_CLAIM_PENDING' : 'IN_FORCE'),
    statusDate: exit?.date ?? (pending ? person.death?.notified : null) ?? policy.issueDate,
    statusReason: exit ? EXIT_REASONS[exit.kind] : pending ? `Insured died ${person.death?.date}; claim filed` : null,
    issueDate: policy.issueDate,
    issueState: terms.stateCode,
    issueAge: policy.issueAge,
    riskClass: 'Guaranteed issue, nonsmoker',
    underwritingBasis: 'GI',
    faceAmountCents: life.faceAmount,
    deathBenefitOption: life.deathBenefitOption,
    singlePremium: life.renewalPremiums === 0,
    initialPremiumCents: life.initialPremium,
    costBasisCents: last?.costBasis ?? life.carriedBasis ?? life.initialPremium,
    mec: life.renewalPremiums === 0,
    isSection1035Replacement: policy.replaces !== undefined,
    replacedCarrier: policy.replaces?.carrierCode ?? null,
    replacedIssueDate: policy.replaces?.issueDate ?? null,
    ownerName: owner,
    beneficiaryName: owner,
  }
}

const EXIT_REASONS = {
  DEATH_PAID: 'Claim paid',
  SURRENDERED: 'Surrendered in full at the owner’s request',
  EXCHANGED_OUT: 'Exchanged under section 1035',
} as const

// 7919 is prime to a million, so that no two ids give one number and neighbours do not look like it.
export function policyNumberOf(carrierCode: string, id: number): string {
  const digits = String((id * 7_919 + 104_729) % 1_000_000).padStart(6, '0')
  const [head, tail] = [digits.slice(0, 3), digits.slice(3)]
  switch (carrierCode) {
    case 'TAMAR':
      return `TH-0${digits}`
    case 'HALCY':
      return `00${digits}`
    case 'CORVA':
      return `CV ${head} ${tail}`
    case 'STONE':
      return `S7-${digits}-01`
    case 'ASHGR':
      return `AH${digits}`
    case 'MERID':
      return `${1000 + (id % 7)}-${digits}`
    case 'QUILL':
      return `QM-${head}-${tail}`
    default:
      return `${carrierCode.slice(0, 2)}${digits}`
  }
}

type Lines = Map<string, { fileId: number; lineNumber: number }>

function addValuations(
  book: Book,
  terms: InstitutionTerms,
  policy: SeedPolicy,
  files: FeedFiles,
  posts: (policy: SeedPolicy, month: PlainDate) => boolean,
): Lines {
  const lines: Lines = new Map()
  for (const month of policy.values) {
    if (!posts(policy, month.asOfDate)) continue
    const line = feedLine(terms, policy, month)
    const written = files.add(policy.product.carrierCode, month.asOfDate, line)
    lines.set(month.asOfDate, written)
    const posted = valuesRead(policy.product.carrierCode, line)
    book.carrierFileRow.push({
      fileId: written.fileId,
      lineNumber: written.lineNumber,
      siteId: policy.siteId,
      matchStatus: 'MATCHED',
      institutionId: terms.id,
      policyId: policy.id,
      period: month.asOfDate,
      carrierCode: policy.product.carrierCode,
      matchKey: matchKey(String(line.policyNumber)),
      policyNumber: String(line.policyNumber),
      insuredName: String(line.insuredName),
      raw: written.cells,
      valuationDate: month.asOfDate,
      policyStatus: String(line.policyStatus),
      ...posted,
      insuredShareCents: fieldsOf(policy.product.carrierCode).has('insuredShare') ? (posted.insuredShareCents ?? null) : null,
    })
    book.policyValuation.push({
      institutionId: terms.id,
      policyId: policy.id,
      asOfDate: month.asOfDate,
      siteId: policy.siteId,
      fileId: written.fileId,
      lineNumber: written.lineNumber,
      valuationDate: month.asOfDate,
      ...posted,
      postedBy: DOCUMENTED_BY,
      postedAt: `${monthEnd(yearOf(month.asOfDate), monthOf(month.asOfDate) + 1).slice(0, 8)}06T20:15:00.000Z`,
    })
  }
  return lines
}

/** A policy's month as the carrier would tell it, before it is written in the carrier's way. */
export function feedLine(terms: InstitutionTerms, policy: SeedPolicy, month: MonthValue): FeedLine {
  const { person, product, life } = policy
  const share = insuredShare(policy.splitDollar, person, month)
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

/** Certificates from 990001 on belong to no bank. */
export const fdicCertificateOf = ({ id, institutionType }: InstitutionTerms): string | null =>
  institutionType === 'BANK' || institutionType === 'SAVINGS_ASSOCIATION' ? String(990_000 + id) : null

type Values = Pick<
  Row<'policyValuation'>,
  | 'faceAmountCents'
  | 'accountValueBeginCents'
  | 'accountValueEndCents'
  | 'surrenderChargeCents'
  | 'cashSurrenderValueCents'
  | 'netSurrenderValueCents'
  | 'loanBalanceCents'
  | 'deathBenefitCents'
  | 'insuredShareCents'
  | 'premiumPaidCents'
  | 'cumulativePremiumCents'
  | 'withdrawalsCents'
  | 'interestCreditedCents'
  | 'costOfInsuranceCents'
  | 'expenseChargeCents'
  | 'grossCreditingRate'
  | 'guaranteedRate'
  | 'marketValueCents'
  | 'bookValueCents'
  | 'costBasisCents'
>

/** What an import reads from a carrier's line: the fields it has columns for, null for the others. */
function valuesRead(carrierCode: string, line: FeedLine): Values {
  const present = fieldsOf(carrierCode)
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
    insuredShareCents: cents(Number(line.insuredShare ?? 0)),
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

const FIELDS = new Map(FEED_STYLES.map(({ carrierCode, columns }) => [carrierCode, new Set(columns.map(([, field]) => field))]))
const fieldsOf = (carrierCode: string): ReadonlySet<keyof FeedLine> => FIELDS.get(carrierCode) ?? new Set()

function addTransactions(book: Book, terms: InstitutionTerms, policy: SeedPolicy, window: Window, counters: Counters, lines: Lines): void {
  const add = (transactionDate: PlainDate, type: Row<'policyTransaction'>['type'], amountCents: Cents | null, note: string | null) => {
    if (transactionDate > window.simulated) return
    const line =
      type === 'PREMIUM' || type === 'WITHDRAWAL' || type === 'EXCHANGE_IN'
        ? lines.get(monthEnd(yearOf(transactionDate), monthOf(transactionDate)))
        : undefined
    if (transactionDate > window.until && !line) return
    counters.transaction += 1
    book.policyTransaction.push({
      institutionId: terms.id,
      id: counters.transaction,
      siteId: policy.siteId,
      policyId: policy.id,
      transactionDate,
      type,
      amountCents,
      note,
      fileId: line?.fileId ?? null,
      lineNumber: line?.lineNumber ?? null,
      createdBy: DOCUMENTED_BY,
    })
  }
  const { life, exit, person, replaces } = policy
  const ends = exit?.date ?? '2999-12-31'
  if (replaces) add(policy.issueDate, 'EXCHANGE_IN', life.initialPremium, `Exchanged from ${replaces.carrierCode} under section 1035`)
  else add(policy.issueDate, 'PREMIUM', life.initialPremium, null)
  for (let year = 1; year <= life.renewalPremiums; year += 1) {
    const date = anniversary(policy.issueDate, year)
    if (date < ends) add(date, 'PREMIUM', life.renewalPremium, null)
  }
  if (life.withdrawal) {
    const date = anniversary(policy.issueDate, life.withdrawal.year - yearOf(policy.issueDate))
    const month = policy.values.find(({ asOfDate }) => asOfDate >= date)
    if (date < ends && month && month.withdrawals > 0) add(date, 'WITHDRAWAL', month.withdrawals, 'Benefit payments')
  }
  if (person.death && person.death.notified <= window.until)
    add(person.death.notified, 'STATUS_CHANGE', null, `Death on ${person.death.date} notified; claim filed`)
  if (exit)
    add(
      exit.date,
      exit.kind === 'DEATH_PAID' ? 'DEATH_CLAIM' : exit.kind === 'SURRENDERED' ? 'SURRENDER' : 'EXCHANGE_OUT',
      exit.released,
      EXIT_REASONS[exit.kind],
    )
}

const anniversary = (date: PlainDate, years: number): PlainDate =>
  plainDate(`${yearOf(date) + years}-${date.slice(5) === '02-29' ? '02-28' : date.slice(5)}`)
