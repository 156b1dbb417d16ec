/** One institution's policies on one site: who was insured when, with which carrier, and what became of each policy. */

import { annualMortality } from '@corridor/domain/calculations/mortality.ts'
import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import {
  addDays,
  addMonthEnds,
  daysBetween,
  monthEnd,
  monthOf,
  type PlainDate,
  plainDate,
  yearOf,
} from '@corridor/domain/primitives/period.ts'
import type { Holding, InstitutionTerms } from './institution-terms.ts'
import { rateByMonth } from './market.ts'
import { ageAt, invent, liveThrough, type Person } from './people.ts'
import { faceForPremium, type LifeTerms, type MonthValue, rollForward, valueAt } from './policy-life.ts'
import { PRODUCTS, type ProductTerms } from './products.ts'
import { type PlanType, type Purchase, productSold, purchasesOf } from './purchases.ts'
import { type Random, randomOf } from './random.ts'

/** The months a book tells of: `from` and `until` are posted month ends, `simulated` the last one for which values are made. */
export interface Window {
  from: PlainDate
  until: PlainDate
  simulated: PlainDate
}

export interface SeedPolicy {
  id: number
  siteId: number
  person: Person
  product: ProductTerms
  planType: PlanType
  issueDate: PlainDate
  issueAge: number
  life: LifeTerms
  ofSubsidiary: boolean
  splitDollar: SplitDollarTerms | undefined
  replaces: { policyId: number; carrierCode: string; issueDate: PlainDate } | undefined
  exit: { kind: 'DEATH_PAID' | 'SURRENDERED' | 'EXCHANGED_OUT'; date: PlainDate; released: Cents } | undefined
  /** In the window, up to the month before an exit. */
  values: MonthValue[]
}

export interface SplitDollarTerms {
  formula: 'FIXED_DOLLAR' | 'PCT_OF_NAR' | 'MULTIPLE_OF_SALARY'
  amount: Cents | null
  fraction: number | null
  cap: Cents | null
  survivesTermination: boolean
}

/** Numbers rows in the order in which they are made. */
export type NextId = (kind: 'person' | 'policy') => number

export function buildHolding(
  seed: string,
  terms: InstitutionTerms,
  siteId: 1 | 2,
  holding: Holding,
  window: Window,
  nextId: NextId,
): SeedPolicy[] {
  const random = randomOf(seed, 'holding', terms.id, siteId)
  const policies: SeedPolicy[] = []
  for (const purchase of purchasesOf(random, siteId, holding, window))
    policies.push(...insure(random, terms, siteId, purchase, policies, nextId))
  const people = new Set(policies.map(({ person }) => person))
  for (const person of people) {
    // Whoever was insured inside the window is taken to be alive and at work at its end.
    const since = policies
      .filter((policy) => policy.person === person)
      .reduce((last, { issueDate }) => (issueDate > last ? issueDate : last), plainDate('1900-01-01'))
    if (since < window.from) liveThrough(randomOf(seed, 'life', person.id), person, since, window)
  }
  if (holding.claim) plantClaim(policies, holding.claim, window)
  for (const policy of policies) {
    // A policy that a feed has just brought has no agreement on file yet.
    if (policy.issueDate > window.until) policy.splitDollar = undefined
    simulate(policy, window)
  }
  if (holding.exchange) policies.push(...exchange(policies, holding.exchange, window, nextId))
  if (holding.surrender) surrender(policies, holding.surrender)
  return policies
}

function insure(
  random: Random,
  terms: InstitutionTerms,
  siteId: 1 | 2,
  purchase: Purchase,
  before: readonly SeedPolicy[],
  nextId: NextId,
): SeedPolicy[] {
  const policies: SeedPolicy[] = []
  const level = terms.averagePremiumDollars * random.between(0.8, 1.25)
  // Insured again at most once: nobody's death may shake a bank's balance.
  const once = [...Map.groupBy(before, ({ person }) => person)].filter(
    ([, held]) => new Set(held.map(({ issueDate }) => issueDate)).size === 1,
  )
  const known = random.shuffled(once.map(([person]) => person)).filter((person) => {
    const age = ageAt(person.dateOfBirth, purchase.date)
    return person.role !== 'DIRECTOR' && age >= 30 && age <= 58 && person.hireDate < purchase.date
  })
  while (policies.length < purchase.policies) {
    const person =
      (random.chance(0.25) ? known.pop() : undefined) ??
      invent(random, nextId('person'), purchase.date, purchase.planType === 'DIRECTOR_RETIREMENT' || random.chance(0.06))
    const weight = Math.min(Math.max(0.45 + person.compensationDollars / 210_000, 0.5), 2.2) * random.between(0.85, 1.15)
    for (const product of purchase.products) {
      if (policies.length === purchase.policies) break
      const premium = cents(Math.max(Math.round((level * weight) / purchase.products.length / 500), 20) * 50_000)
      policies.push(issue(random, terms, siteId, purchase, person, product, premium, nextId))
    }
  }
  return policies
}

function issue(
  random: Random,
  terms: InstitutionTerms,
  siteId: 1 | 2,
  purchase: Purchase,
  person: Person,
  product: ProductTerms,
  premium: Cents,
  nextId: NextId,
): SeedPolicy {
  const issueAge = ageAt(person.dateOfBirth, purchase.date)
  const mortality = mortalityOf(person)
  // COLI is funded over seven years, so that it is no modified endowment contract; BOLI by a single premium.
  const yearly = siteId === 2
  const initialPremium = yearly ? cents(Math.round(premium / 6 / 50_000) * 50_000) : premium
  const optionB = yearly ? random.chance(0.4) : purchase.planType === 'DIRECTOR_RETIREMENT' && issueAge < 58 && random.chance(0.3)
  const full = faceForPremium(yearly ? cents(initialPremium * 7) : premium, issueAge, mortality)
  return {
    id: nextId('policy'),
    siteId,
    person,
    product,
    planType: purchase.planType,
    issueDate: purchase.date,
    issueAge,
    life: {
      product,
      rate: RATES.get(product.id) ?? (() => undefined),
      mortality,
      issueDate: purchase.date,
      issueAge,
      faceAmount: optionB ? cents(Math.round((full * 0.55) / 100) * 100) : full,
      deathBenefitOption: optionB ? 'B' : 'A',
      initialPremium,
      renewalPremium: yearly ? initialPremium : cents(0),
      renewalPremiums: yearly ? 6 : 0,
      withdrawal:
        yearly && yearOf(purchase.date) < 2016 && random.chance(0.3)
          ? { year: 2024 + random.whole(0, 2), amount: cents(Math.round((initialPremium * 0.35) / 10_000) * 10_000) }
          : undefined,
      carriedBasis: undefined,
      chargesUntil: undefined,
    },
    ofSubsidiary: siteId === 2 && terms.coli?.subsidiary !== undefined && random.chance(0.35),
    splitDollar: splitDollarOf(random, purchase.planType, person, full - premium),
    replaces: undefined,
    exit: undefined,
    values: [],
  }
}

/** @param atRisk face over premium at issue, cents: nobody is promised more than a good part of it */
function splitDollarOf(random: Random, planType: PlanType, person: Person, atRisk: number): SplitDollarTerms | undefined {
  const wanted =
    planType === 'SPLIT_DOLLAR'
      ? 1
      : planType === 'BOLI_COST_RECOVERY'
        ? 0.25
        : planType === 'SERP'
          ? 0.35
          : planType === 'DIRECTOR_RETIREMENT'
            ? 0.4
            : 0
  if (!random.chance(wanted)) return undefined
  const survivesTermination = random.chance(0.3)
  const kind = random.next()
  const amount = random.pick([15_000, 25_000, 25_000, 50_000, 50_000, 75_000, 100_000]) * 100
  if (kind < 0.55 && amount < atRisk * 0.4)
    return { formula: 'FIXED_DOLLAR', amount: cents(amount), fraction: null, cap: null, survivesTermination }
  if (kind > 0.85 && person.compensationDollars * 100 < atRisk * 0.5)
    return { formula: 'MULTIPLE_OF_SALARY', amount: null, fraction: 1, cap: cents(40_000_000), survivesTermination }
  return {
    formula: 'PCT_OF_NAR',
    amount: null,
    fraction: random.pick([0.1, 0.15, 0.2, 0.25, 0.4]),
    cap: cents(50_000_000),
    survivesTermination,
  }
}

const mortalityOf = (person: Person) => {
  const table = MORTALITY[person.gender]
  return (age: number) => table[Math.min(age, 120)] ?? 1
}
const MORTALITY = { M: tableOf('M'), F: tableOf('F') }
function tableOf(gender: 'M' | 'F'): number[] {
  return Array.from({ length: 121 }, (_, age) => annualMortality(age, gender))
}
const RATES = new Map(PRODUCTS.map((product) => [product.id, rateByMonth(product, plainDate('2026-12-31'))]))

function simulate(policy: SeedPolicy, window: Window): void {
  const { death } = policy.person
  policy.life.chargesUntil = death ? monthEnd(yearOf(death.date), monthOf(death.date)) : undefined
  policy.values = rollForward(policy.life, window.from, window.simulated)
  if (death?.paid) end(policy, 'DEATH_PAID', death.paid)
}

/** Ends a policy: no value from the month of the exit on. A claim releases what stood on the books, a surrender what was earned until its day. */
function end(policy: SeedPolicy, kind: 'DEATH_PAID' | 'SURRENDERED' | 'EXCHANGED_OUT', date: PlainDate): void {
  const month = policy.values.find(({ asOfDate }) => asOfDate >= date)
  if (!month) return
  const charge = cents(
    month.begin - (policy.values.find(({ asOfDate }) => asOfDate === addMonthEnds(month.asOfDate, -1))?.cashSurrenderValue ?? month.begin),
  )
  const released = kind === 'DEATH_PAID' ? cents(month.begin - charge) : cents(valueAt(month, date) - charge)
  policy.exit = { kind, date, released }
  policy.values = policy.values.filter(({ asOfDate }) => asOfDate < date)
}

function plantClaim(policies: SeedPolicy[], claim: { dateOfDeath: string; carrier: string }, window: Window): void {
  const policy = policies.find(
    ({ product, person, issueDate }) => product.carrierCode === claim.carrier && issueDate < window.from && !person.death && !person.left,
  )
  if (!policy) throw new Error(`no policy with ${claim.carrier} for a claim`)
  const date = plainDate(claim.dateOfDeath)
  policy.person.death = { date, notified: addDays(date, 7), paid: undefined, source: 'BANK' }
}

function exchange(
  policies: SeedPolicy[],
  plan: { date: string; from: string; to: string; policies: number },
  window: Window,
  nextId: NextId,
): SeedPolicy[] {
  const date = plainDate(plan.date)
  const product = productSold([plan.to], 1, yearOf(date))
  const old = policies
    .filter(({ product: held, exit, person }) => held.carrierCode === plan.from && !exit && !person.left && !person.death)
    .slice(0, plan.policies)
  if (!product || old.length < plan.policies) throw new Error(`cannot exchange ${plan.policies} policies of ${plan.from}`)
  return old.map((before) => {
    const basis = before.values.find(({ asOfDate }) => asOfDate > date)?.costBasis ?? before.life.initialPremium
    end(before, 'EXCHANGED_OUT', date)
    const premium = before.exit?.released ?? before.life.initialPremium
    const issueAge = ageAt(before.person.dateOfBirth, date)
    const life: LifeTerms = {
      ...before.life,
      product,
      rate: RATES.get(product.id) ?? (() => undefined),
      issueDate: date,
      issueAge,
      initialPremium: premium,
      faceAmount: faceForPremium(premium, issueAge, mortalityOf(before.person)),
      deathBenefitOption: 'A',
      withdrawal: undefined,
      carriedBasis: basis,
    }
    const policy: SeedPolicy = {
      ...before,
      id: nextId('policy'),
      product,
      issueDate: date,
      issueAge,
      life,
      splitDollar: undefined,
      exit: undefined,
      values: [],
      replaces: { policyId: before.id, carrierCode: plan.from, issueDate: before.issueDate },
    }
    simulate(policy, window)
    return policy
  })
}

function surrender(policies: SeedPolicy[], plan: { date: string; policies: number }): void {
  const date = plainDate(plan.date)
  const chosen = policies
    .filter(({ exit, person, issueDate }) => !exit && !person.death && daysBetween(issueDate, date) > 3_650)
    .slice(0, plan.policies)
  if (chosen.length < plan.policies) throw new Error('too few old policies to surrender')
  for (const policy of chosen) end(policy, 'SURRENDERED', date)
}
