/** From simulated policies to rows: plans, insureds, agreements, policies, their valuations with lineage, and what happened to them. */

import { matchKey } from '@corridor/domain/data-feeds/cell-values.ts'
import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import { monthEnd, monthOf, type PlainDate, plainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import type { Keys } from '../../platform/security/keys.ts'
import { STAFF_ID } from './accounts.ts'
import { carrierOf } from './carriers.ts'
import type { FeedFiles } from './feed-files.ts'
import type { SeedPolicy, SplitDollarTerms, Window } from './holdings.ts'
import type { InstitutionTerms } from './institution-terms.ts'
import { policyNumberOf } from './numbers.ts'
import { insuredRow, type Person } from './people.ts'
import type { Plant } from './plants.ts'
import type { PlanType } from './purchases.ts'
import { randomOf } from './random.ts'
import { addConsents, addRegisterRows, claimReason, oldExchange } from './register-rows.ts'
import type { Book, Counters, Row } from './rows.ts'
import { addValuations, type Lines, plantKey, settlePolicyCount } from './valuation-rows.ts'

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

export interface PolicySources {
  window: Window
  files: FeedFiles
  counters: Counters
  keys: Keys | undefined
  subsidiaryId: number | null
  posts: (policy: SeedPolicy, month: PlainDate) => boolean
  plants: readonly Plant[]
}

/** Adds an institution's policies on all its sites to the book; every month's line goes to the carriers' files, values as `posts` says. */
export function addPolicies(
  book: Book,
  seed: string,
  terms: InstitutionTerms,
  policies: readonly SeedPolicy[],
  sources: PolicySources,
): void {
  const { window, counters } = sources
  // A policy issued after the book's last month is in it once the feed that brings it is posted.
  const inBook = policies.filter(
    (policy) => policy.issueDate <= window.until || policy.values.some(({ asOfDate }) => sources.posts(policy, asOfDate)),
  )
  oldExchange(terms, inBook)
  const planIds = addPlans(book, terms, inBook, counters)
  for (const [person, held] of Map.groupBy(inBook, ({ person }) => person))
    addInsured(book, seed, terms, person, held, window, sources.keys, counters)
  const plants = placed(sources.plants, terms, policies)
  for (const policy of policies) {
    if (inBook.includes(policy)) {
      const agreementId = policy.splitDollar ? addAgreement(book, terms, policy, policy.splitDollar, counters) : null
      book.policy.push(
        policyRow(terms, policy, planIds.get(planKey(policy)) ?? 0, agreementId, policy.ofSubsidiary ? sources.subsidiaryId : null, window),
      )
    }
    const lines = addValuations(book, terms, policy, { ...sources, plants, until: window.until })
    if (!inBook.includes(policy)) continue
    addTransactions(book, terms, policy, window, counters, lines)
    const arrival = policy.issueDate > window.until ? lines.get(policy.values[0]?.asOfDate ?? '') : undefined
    if (arrival) {
      const fed = policies.filter(
        ({ product, values }) =>
          product.carrierCode === policy.product.carrierCode && values.some(({ asOfDate }) => asOfDate === arrival.period),
      ).length
      settlePolicyCount(arrival, fed, 1)
    }
  }
  addRegisterRows(book, terms, inBook, counters)
}

/** The plants of an institution by the policy and month they fall on. @throws Error when there is no such policy */
function placed(plants: readonly Plant[], terms: InstitutionTerms, policies: readonly SeedPolicy[]): Map<string, Plant> {
  const byPolicy = new Map<string, Plant>()
  for (const plant of plants) {
    if (plant.institutionId !== terms.id) continue
    const candidates = policies.filter(
      (policy) =>
        policy.product.carrierCode === plant.carrierCode &&
        !policy.person.death &&
        policy.values.some(({ asOfDate }) => asOfDate === plant.period) &&
        (plant.among?.(policy) ?? true),
    )
    const policy = candidates[plant.nth]
    if (!policy) throw new Error(`no policy ${plant.nth} of ${plant.carrierCode} at ${terms.name} to plant on`)
    byPolicy.set(plantKey(policy.id, plant.period), plant)
  }
  return byPolicy
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
  counters: Counters,
): void {
  const [first] = held
  if (!first) return
  const random = randomOf(seed, 'insured', person.id)
  const face = held.reduce((sum, { life }) => sum + life.faceAmount, 0)
  const state = random.chance(0.9) ? terms.stateCode : random.pick(['FL', 'GA', 'TN', 'OH', 'NC'])
  book.insured.push(insuredRow(person, terms.id, first.siteId, state, window.until, keys))
  addConsents(book, random, person, held, { institutionId: terms.id, siteId: first.siteId, face, counters })
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
    statusReason: exit ? EXIT_REASONS[exit.kind] : pending && person.death ? claimReason(person.death) : null,
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
    replacedCarrier: policy.replaces ? carrierOf(policy.replaces.carrierCode).shortName : null,
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
      createdBy: STAFF_ID,
    })
  }
  const { life, exit, person, replaces } = policy
  const ends = exit?.date ?? '2999-12-31'
  if (replaces)
    add(
      policy.issueDate,
      'EXCHANGE_IN',
      life.initialPremium,
      `Exchanged from ${carrierOf(replaces.carrierCode).shortName} under section 1035`,
    )
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
  if (person.death && person.death.notified <= window.until) add(person.death.notified, 'STATUS_CHANGE', null, claimReason(person.death))
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
