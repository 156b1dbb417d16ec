/** Backing of the demo's policies and plans: statements of separate accounts' funds, liabilities of deferred compensation, illustrations,
 * 7-pay premiums. All invented. */
import { anniversary } from '@corridor/domain/policies/illustrations.ts'
import type { FundApproach, FundClass } from '@corridor/domain/policies/separate-account-funds.ts'
import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, monthOf, type PlainDate, plainDate, priorFiscalYearEnd, yearOf } from '@corridor/domain/primitives/period.ts'
import type { SeedPolicy, Window } from './holdings.ts'
import type { InstitutionTerms } from './institution-terms.ts'
import { marketToBook } from './market.ts'
import { randomOf } from './random.ts'
import type { Book } from './rows.ts'

/** Rows are numbered through over all institutions. */
export type BackingCounters = Record<'fund' | 'liability' | 'illustration' | 'sevenPay', number>

interface FundTerms {
  name: string
  wrap: { provider: string; rating: string; weight: number; fee: number; endsOn: PlainDate } | null
  approach: FundApproach
  classes: readonly FundClass[]
}
/** By product. The third separate account has no statement on file: it weighs 100 % until one is entered. */
const FUNDS: ReadonlyMap<number, FundTerms> = new Map([
  [
    6,
    {
      name: 'Heritage Intermediate Bond Division',
      wrap: { provider: 'Ostrava Mutual Life', rating: 'A+', weight: 1, fee: 0.0018, endsOn: plainDate('2027-06-30') },
      approach: 'FULL',
      classes: [
        { name: 'Agency mortgage-backed securities', share: 0.62, weight: 0.2, most: 1 },
        { name: 'US Treasury securities', share: 0.18, weight: 0, most: 1 },
        { name: 'Corporate bonds, investment grade', share: 0.16, weight: 1, most: 0.25 },
        { name: 'Cash and deposits', share: 0.04, weight: 0.2, most: 1 },
      ],
    },
  ],
  [
    11,
    {
      name: 'Vesperin Core Bond Subaccount',
      wrap: null,
      approach: 'ALTERNATIVE_MODIFIED',
      classes: [
        { name: 'Corporate bonds, investment grade', share: 0.41, weight: 1, most: 0.5 },
        { name: 'Agency mortgage-backed securities', share: 0.36, weight: 0.2, most: 0.7 },
        { name: 'US Treasury securities', share: 0.2, weight: 0, most: 1 },
        { name: 'Cash and deposits', share: 0.03, weight: 0.2, most: 0.2 },
      ],
    },
  ],
])

/** The last year end and the last quarter end that are posted: reviews and quarters stand on them. */
function addFunds(
  book: Book,
  terms: InstitutionTerms,
  policies: readonly SeedPolicy[],
  { until }: Window,
  counters: BackingCounters,
): void {
  const quarter = addMonthEnds(until, -(monthOf(until) % 3))
  const yearEnd = addMonthEnds(until, -monthOf(until))
  const held = Map.groupBy(policies, ({ siteId, product }) => `${siteId}/${product.id}`)
  for (const [first, ...rest] of held.values()) {
    const fund = first && FUNDS.get(first.product.id)
    if (!fund) continue
    for (const asOfDate of new Set([yearEnd, quarter])) {
      const carried = sum([first, ...rest], asOfDate)
      if (carried === 0) continue
      counters.fund += 1
      const ratio = marketToBook(first.product, yearOf(asOfDate), monthOf(asOfDate))
      // Without a wrap the policies carry the market value; the book value is what was paid for the assets.
      const [market, cost] = fund.wrap ? [carried * ratio, carried] : [carried, carried / ratio]
      book.separateAccountFund.push({
        institutionId: terms.id,
        id: counters.fund,
        siteId: first.siteId,
        productId: first.product.id,
        policyId: null,
        asOfDate,
        fundName: fund.name,
        marketValueCents: cents(Math.round(market)),
        bookValueCents: cents(Math.round(cost)),
        wrapProvider: fund.wrap?.provider ?? null,
        wrapRating: fund.wrap?.rating ?? null,
        wrapWeight: fund.wrap?.weight ?? null,
        wrapFeeRate: fund.wrap?.fee ?? null,
        wrapEndsOn: fund.wrap?.endsOn ?? null,
        approach: fund.approach,
        classes: JSON.stringify(fund.classes),
        source: 'Statement of the separate account',
        documentDate: addMonthEnds(asOfDate, 1),
      })
    }
  }
}

function sum(policies: readonly SeedPolicy[], at: PlainDate): Cents {
  let value = 0
  for (const { values } of policies) value += values.find(({ asOfDate }) => asOfDate === at)?.cashSurrenderValue ?? 0
  return cents(value)
}

export function addBacking(
  book: Book,
  seed: string,
  terms: InstitutionTerms,
  policies: readonly SeedPolicy[],
  window: Window,
  counters: BackingCounters,
): void {
  addFunds(book, terms, policies, window, counters)
  addLiabilities(book, seed, terms, policies, window, counters)
  addSevenPay(book, seed, terms, policies, window, counters)
  if (terms.id === ILLUSTRATED) addIllustrations(book, terms, policies, window, counters)
}

/** First Coastal, the demo's client, kept the carriers' illustrations of its older policies. */
const ILLUSTRATED = 1
const ILLUSTRATED_YIELD = 0.0365
const ILLUSTRATED_YEARS = 30

/** For every other policy paid by one premium: its value if it earned the illustrated yield. */
function addIllustrations(
  book: Book,
  terms: InstitutionTerms,
  policies: readonly SeedPolicy[],
  { until }: Window,
  counters: BackingCounters,
): void {
  const single = policies.filter(
    ({ life, exit, issueDate, replaces }) => life.renewalPremiums === 0 && !exit && !replaces && issueDate <= addMonthEnds(until, -24),
  )
  for (const [index, policy] of single.entries()) {
    if (index % 2 === 1) continue
    counters.illustration += 1
    book.policyIllustration.push({
      institutionId: terms.id,
      id: counters.illustration,
      siteId: policy.siteId,
      policyId: policy.id,
      illustratedOn: policy.issueDate,
      illustratedYield: ILLUSTRATED_YIELD,
      yearlyValues: JSON.stringify(
        Array.from({ length: ILLUSTRATED_YEARS }, (_, year) => ({
          year: year + 1,
          value: Math.round(policy.life.initialPremium * (1 + ILLUSTRATED_YIELD) ** (year + 1)),
        })),
      ),
      source: 'Illustration of the carrier at purchase',
    })
  }
}

const NOTIONAL_FUNDS = ['Large Company Index', 'International Equity', 'Core Bond', 'Stable Value'] as const

/** For plans of deferred compensation at the last year ends: a liability a little below the value of the policies, which cover it after tax. */
function addLiabilities(
  book: Book,
  seed: string,
  terms: InstitutionTerms,
  policies: readonly SeedPolicy[],
  { from, until }: Window,
  counters: BackingCounters,
): void {
  const latest = priorFiscalYearEnd(until, terms.fiscalYearEndMonth)
  for (const plan of book.plan.filter(({ institutionId, planType }) => institutionId === terms.id && planType === 'NQDC_COLI')) {
    const random = randomOf(seed, 'liability', terms.id)
    const members = policies.filter(({ siteId, planType }) => siteId === plan.siteId && planType === plan.planType)
    for (const asOfDate of [addMonthEnds(latest, -24), addMonthEnds(latest, -12), latest]) {
      const value = asOfDate < from ? 0 : sum(members, asOfDate)
      if (value === 0 || plan.id === undefined) continue
      const liability = cents(Math.round((value * random.between(1.1, 1.4)) / 100_000) * 100_000)
      const hedged = random.between(0.66, 0.8)
      const parts = [0.45, 0.2, 0.25, 0.1]
      counters.liability += 1
      book.planLiability.push({
        institutionId: terms.id,
        id: counters.liability,
        siteId: plan.siteId,
        planId: plan.id,
        asOfDate,
        liabilityCents: liability,
        hedges: JSON.stringify(
          NOTIONAL_FUNDS.map((fund, index) => ({
            fund,
            notional: Math.round((liability * hedged * (parts[index] ?? 0)) / 100_000) * 100_000,
          })),
        ),
        source: 'Year-end statement of the plan’s recordkeeper',
      })
    }
  }
}

/** Corporate policies bought since this year have their carriers' 7-pay premiums on file, but for every fifth. */
const SEVEN_PAY_SINCE = 2014
/** The first is paid almost all that it may be; one had its face amount raised, which began the test anew. */
const TIGHT = { nth: 0, room: 25_00 }
const CHANGED = { nth: 2, year: 3, face: 1.25 }
const UNSTATED = { every: 5, from: 3 }

/** For policies paid by seven level premiums: the carrier's yearly limit is a little more than the premium. */
function addSevenPay(
  book: Book,
  seed: string,
  terms: InstitutionTerms,
  policies: readonly SeedPolicy[],
  { until }: Window,
  counters: BackingCounters,
): void {
  const random = randomOf(seed, 'seven-pay', terms.id)
  const level = policies.filter(
    ({ life, exit, issueDate, replaces }) =>
      life.renewalPremiums > 0 && !exit && !replaces && yearOf(issueDate) >= SEVEN_PAY_SINCE && issueDate <= until,
  )
  const add = ({ id, siteId }: SeedPolicy, startsOn: PlainDate, annualPremium: number, source: string) => {
    counters.sevenPay += 1
    book.policySevenPay.push({
      institutionId: terms.id,
      id: counters.sevenPay,
      siteId,
      policyId: id,
      startsOn,
      annualPremiumCents: cents(Math.round(annualPremium)),
      paidCents: null,
      statedOn: startsOn,
      source,
    })
  }
  // The newest first: theirs is the test that runs.
  const newest = level.toSorted((a, b) => (a.issueDate === b.issueDate ? a.id - b.id : a.issueDate > b.issueDate ? -1 : 1))
  for (const [nth, policy] of newest.entries()) {
    const premium = policy.life.initialPremium
    const allowed = nth === TIGHT.nth ? premium + TIGHT.room : premium * random.between(1.06, 1.34)
    if (nth % UNSTATED.every === UNSTATED.from) continue
    add(policy, policy.issueDate, allowed, 'Policy schedule of the carrier')
    const changedOn = anniversary(policy.issueDate, CHANGED.year)
    if (nth === CHANGED.nth && changedOn <= until)
      add(policy, changedOn, allowed * CHANGED.face, 'Letter of the carrier: face amount raised')
  }
}
