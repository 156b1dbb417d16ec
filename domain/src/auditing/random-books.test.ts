/** Books drawn at random: the audits find every error that is planted in them, and nothing in those that are clean. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FeedValues, PolicyFacts } from '../data-feeds/row.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { addDays, addMonthEnds, dayOf, daysInYear, monthOf, type PlainDate, yearOf } from '../primitives/period.ts'
import { carrierMonthOf, cohortsOf, ledgerOf, openingsOf, periodsOf, totalsOf } from '../test/random-book-sums.ts'
import { BOOK_YEAR_END, type RandomMonth, type RandomPolicy, randomBook, randomOf } from '../test/random-books.ts'
import { askedOrNot, notAsked, POLICY_RULES } from './applicability.ts'
import { auditCarrierMonth, auditClient, type CarrierMonth } from './client-month.ts'
import { auditOpening, auditOpenings, type OpeningBalance } from './opening-balances.ts'
import { auditPolicy, type PolicyMonth } from './policy-month.ts'
import { notRecomputed } from './recomputation.ts'
import { DEFAULT_RULES } from './rules.ts'
import { type Earnings, offCohort } from './yields.ts'

const SEED = 20_261_031
const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 })
/** How many books, each with how many policies of three account types over 36 months. */
const BOOKS = 8
const POLICIES = 240
const hold = (property: (seed: number) => void) => fc.assert(fc.property(seeds, property), { seed: SEED, numRuns: BOOKS })

/** The same books for every rule: each is drawn once. */
const books = new Map<number, RandomPolicy[]>()
function bookOf(seed: number): RandomPolicy[] {
  const book = books.get(seed) ?? randomBook(seed, POLICIES)
  books.set(seed, book)
  return book
}

const found = (month: PolicyMonth, period: PlainDate): string[] =>
  auditPolicy(month, period, DEFAULT_RULES).map(({ ruleCode, message }) => `${ruleCode} ${period} ${month.policyNumber}: ${message}`)

test('clean books of three account types over 36 months: no exception of a policy, a cohort, a client or an opening balance', () =>
  hold((seed) => {
    const book = bookOf(seed)
    const said = book.flatMap(({ months }) => months.flatMap(({ month, period }) => found(month, period)))
    for (const period of periodsOf(book)) {
      for (const cohort of cohortsOf(book, period)) said.push(...offCohort(cohort, DEFAULT_RULES).map((far) => `Y3 ${JSON.stringify(far)}`))
      said.push(...auditCarrierMonth(carrierMonthOf(book, period), period, DEFAULT_RULES).map(({ message }) => message))
      said.push(...auditClient(totalsOf(book, period), DEFAULT_RULES).map(({ message }) => message))
    }
    const openings = openingsOf(book)
    said.push(...openings.flatMap((balance) => auditOpening(balance, DEFAULT_RULES).map(({ message }) => message)))
    said.push(...auditOpenings(openings, ledgerOf(openings), DEFAULT_RULES).map(({ message }) => message))
    expect(said).toEqual([])
  }))

interface Drawn {
  posted: FeedValues
  facts: PolicyFacts
  earnings: Earnings
  period: PlainDate
  /** From 0 to 1: how far beyond the tolerance. */
  by: number
  sign: 1 | -1
}
interface Planted {
  posted?: Partial<FeedValues> | null
  facts?: Partial<PolicyFacts>
  earnings?: Partial<Earnings>
  fed?: PolicyMonth['fed']
  isHeld?: boolean
}
const more = (value: Cents | null, amount: number): Cents => cents((value ?? 0) + Math.round(amount))
/** A yearly rate of the average invested, for the days of the month, in cents. */
const yearly = ({ earnings, period }: Drawn, rate: number): number =>
  ((earnings.averageInvested ?? 0) * rate * dayOf(period)) / daysInYear(yearOf(period))
const rise = (value: Cents, { posted }: Drawn): Planted => ({
  posted: { cashSurrenderValue: value, accountValueEnd: cents(value + (posted.surrenderCharge ?? 0)) },
})
const priorOf = ({ facts }: Drawn) => {
  if (!facts.prior) throw new Error('the month has one before')
  return facts.prior
}

/** The least error of each rule, and up to some hundred times as much. */
const PLANTS: Record<(typeof POLICY_RULES)[number] | 'P3', (drawn: Drawn) => Planted> = {
  V1: () => ({ posted: null }),
  P3: () => ({ posted: null }),
  V3: ({ posted, by, sign }) => ({
    fed: { cashSurrenderValue: more(posted.cashSurrenderValue, sign * (2 + by * 1_000)), deathBenefit: posted.deathBenefit ?? cents(0) },
  }),
  V4: ({ posted, by, sign }) => ({
    fed: { cashSurrenderValue: posted.cashSurrenderValue ?? cents(0), deathBenefit: more(posted.deathBenefit, sign * (101 + by * 1_000)) },
  }),
  V5: ({ by }) => ({ posted: { cashSurrenderValue: cents(-Math.round(by * 1_000)) } }),
  V6: ({ posted, by }) => ({ posted: { deathBenefit: more(posted.cashSurrenderValue, -1 - by * 1_000) } }),
  V7: ({ period, by, sign }) => ({ posted: { asOfDate: addDays(period, sign * (4 + Math.floor(by * 20))) } }),
  V8: (drawn) => ({ posted: { cashSurrenderValue: priorOf(drawn).cashSurrenderValue, deathBenefit: priorOf(drawn).deathBenefit } }),
  V9: ({ posted, by, sign }) => ({ posted: { netSurrenderValue: more(posted.netSurrenderValue, sign * (2 + by * 1_000)) } }),
  V10: () => ({ facts: { policyStatus: 'SURRENDERED' }, isHeld: false }),
  V11: ({ posted, by }) => ({
    posted: { insuredShare: more(cents((posted.deathBenefit ?? 0) - (posted.cashSurrenderValue ?? 0)), 2 + by * 1_000) },
  }),
  V12: ({ posted, by, sign }) => ({ posted: { faceAmount: more(posted.faceAmount, sign * (1 + by * 1_000)) } }),
  M1: (drawn) => rise(more(priorOf(drawn).cashSurrenderValue, (drawn.posted.premiumPaid ?? 0) - 1 - drawn.by * 1_000), drawn),
  M2: (drawn) => {
    const { posted, by } = drawn
    const expected = (posted.cashSurrenderValue ?? 0) - priorOf(drawn).cashSurrenderValue - (posted.premiumPaid ?? 0)
    return rise(more(posted.cashSurrenderValue, Math.max(2_600, 0.13 * Math.abs(expected)) * (1 + by)), drawn)
  },
  M3: (drawn) => rise(more(priorOf(drawn).cashSurrenderValue, priorOf(drawn).cashSurrenderValue * (0.0101 + drawn.by * 0.2)), drawn),
  M4: ({ posted, by, sign }) => ({ posted: { interestCredited: more(posted.interestCredited, sign * (6 + by * 1_000)) } }),
  M5: (drawn) => ({ posted: { deathBenefit: more(priorOf(drawn).deathBenefit, priorOf(drawn).deathBenefit * (0.012 + drawn.by * 0.2)) } }),
  M6: ({ posted, by, sign }) => ({ posted: { accountValueBegin: more(posted.accountValueBegin, sign * (2 + by * 1_000)) } }),
  M7: ({ earnings, by, sign }) => ({ earnings: { returns: [...earnings.returns.slice(0, -1), 0.003 + sign * (0.012 + by * 0.05)] } }),
  Y1: ({ earnings, by, sign }) => {
    const rate = (earnings.declaredRate ?? 0) + sign * (0.0019 + by * 0.01)
    return { earnings: { declaredRate: rate, declaredRateBefore: rate } }
  },
  Y2: (drawn) => ({ earnings: { earned: (drawn.earnings.earned ?? 0) + yearly(drawn, drawn.sign * (0.0033 + drawn.by * 0.01)) } }),
  Y3: () => ({}),
  Y4: ({ earnings, by }) => ({ earnings: { guaranteedRate: (earnings.declaredRate ?? 0) + 0.001 + by * 0.02 } }),
  Y5: ({ earnings, by, sign }) => ({ posted: { grossCreditingRate: (earnings.declaredRate ?? 0) + sign * (0.00011 + by * 0.01) } }),
  Y7: ({ earnings, by }) => ({ earnings: { trailingYield: (earnings.illustratedYield ?? 0) - 0.0051 - by * 0.02 } }),
}

/** Rules that leave some months alone which they are asked of otherwise: a reset or an anniversary explains the yield, a flow the movement. */
const isOpenTo = (rule: string, { facts, earnings }: PolicyMonth, period: PlainDate): boolean => {
  const anniversary = facts.issueDate && [period, addMonthEnds(period, -1)].some((end) => monthOf(end) === monthOf(facts.issueDate ?? end))
  if (rule === 'Y2') return !anniversary && earnings.declaredRate === earnings.declaredRateBefore
  if (rule === 'M2' || rule === 'M3') return !anniversary
  return true
}
const RULES = [...POLICY_RULES.filter((code) => code !== 'Y3'), 'P3'] as const

describe('one to five errors of a rule, planted in a random book, are all found', () => {
  test.each(RULES)('%s', (rule) =>
    hold((seed) => {
      const random = randomOf(seed)
      const open = bookOf(seed).flatMap(({ months }) =>
        months.filter(({ month, period }) => (rule === 'P3' || notAsked(rule, month, period) === null) && isOpenTo(rule, month, period)),
      )
      for (let count = 1 + Math.floor(random() * 5); count > 0; count--) {
        const one = open[Math.floor(random() * open.length)]
        if (!one) throw new Error(`no month of the book can be asked ${rule}`)
        const codes: string[] = auditPolicy(plantedIn(one, rule, random), one.period, DEFAULT_RULES).map(({ ruleCode }) => ruleCode)
        expect(codes, `${one.month.policyNumber} ${one.period}`).toContain(rule)
      }
    }),
  )

  function plantedIn({ month, period }: RandomMonth, rule: keyof typeof PLANTS, random: () => number): PolicyMonth {
    const drawn: Drawn = { ...month, period, by: random(), sign: random() < 0.5 ? 1 : -1 }
    const { posted = {}, facts = {}, earnings = {}, ...rest } = PLANTS[rule](drawn)
    return {
      ...month,
      ...rest,
      posted: posted === null ? null : { ...month.posted, ...posted },
      facts: { ...month.facts, ...facts },
      earnings: { ...month.earnings, ...earnings },
    }
  }

  // The carrier's own parts still add up: only the product's tables tell that one of them is wrong.
  const outOfTable: [what: string, plant: (posted: FeedValues, off: number) => Partial<FeedValues>][] = [
    [
      'interest',
      ({ interestCredited, expenseCharge }, off) => ({
        interestCredited: more(interestCredited, off),
        expenseCharge: more(expenseCharge, off),
      }),
    ],
    [
      'cost of insurance',
      ({ costOfInsurance, expenseCharge }, off) => ({
        costOfInsurance: more(costOfInsurance, off),
        expenseCharge: more(expenseCharge, -off),
      }),
    ],
  ]
  test.each(outOfTable)('M4 of %s that is not by the product’s tables', (_, plant) =>
    hold((seed) => {
      const random = randomOf(seed)
      const open = bookOf(seed).flatMap(({ months }) => months.filter(({ month, period }) => notRecomputed(month, period) === null))
      for (let count = 1 + Math.floor(random() * 5); count > 0; count--) {
        const { month, period } = open[Math.floor(random() * open.length)] ?? fail('a book without tables')
        const off = (random() < 0.5 ? -1 : 1) * Math.round(6 + random() * 900)
        const codes = auditPolicy({ ...month, posted: { ...month.posted, ...plant(month.posted, off) } }, period, DEFAULT_RULES)
        expect(codes.map(({ ruleCode, measured }) => [ruleCode, (measured?.actual ?? 0) - (measured?.expected ?? 0)])).toContainEqual([
          'M4',
          off,
        ])
      }
    }),
  )

  test('Y3', () =>
    hold((seed) => {
      const random = randomOf(seed)
      const cohorts = cohortsOf(bookOf(seed), BOOK_YEAR_END)
      const of = cohorts.find((cohort) => cohort.length >= 11) ?? []
      const chosen = new Set(of.slice(0, 1 + Math.floor(random() * 5)).map(({ policyId }) => policyId))
      const planted = cohorts.map((cohort) =>
        cohort.map((member) =>
          chosen.has(member.policyId)
            ? { ...member, yield: member.yield + (random() < 0.5 ? -1 : 1) * (0.0035 + random() * 0.02) }
            : member,
        ),
      )
      expect(chosen.size).toBeGreaterThan(0)
      expect(new Set(planted.flatMap((cohort) => offCohort(cohort, DEFAULT_RULES)).map(({ policyId }) => policyId))).toEqual(chosen)
    }))

  const carrierPlants: [rule: string, plant: (month: CarrierMonth, count: number) => Partial<CarrierMonth>][] = [
    ['V3', (month, count) => ({ postedCashSurrenderValue: more(month.postedCashSurrenderValue, 100 + count) })],
    ['P1', (month, count) => ({ fed: (month.fed ?? 0) - count })],
    ['P2', (_, count) => ({ removed: count })],
    ['P4', (_, count) => ({ extra: Array.from({ length: count }, (__, index) => `R-${index}`) })],
    ['P6', () => ({ fed: null })],
  ]
  test.each(carrierPlants)('%s of a client with a carrier', (rule, plant) =>
    hold((seed) => {
      const month = carrierMonthOf(bookOf(seed), BOOK_YEAR_END)
      const planted = { ...month, ...plant(month, 1 + (seed % 5)) }
      expect(auditCarrierMonth(planted, BOOK_YEAR_END, DEFAULT_RULES).map(({ ruleCode }) => ruleCode)).toEqual([rule])
    }),
  )

  const clientPlants: [rule: string, factor: number][] = [
    ['M8', 1.4],
    ['Y6', 1.06],
  ]
  test.each(clientPlants)('%s of a whole client', (rule, factor) =>
    hold((seed) => {
      const months = totalsOf(bookOf(seed), BOOK_YEAR_END)
      const planted = months.map((month, index) =>
        index < months.length - 1 ? month : { ...month, increase: cents(Math.round(month.increase * (factor + (seed % 100) / 500))) },
      )
      expect(auditClient(planted, DEFAULT_RULES).map(({ ruleCode }) => ruleCode)).toContain(rule)
    }),
  )

  const openingPlants: [rule: string, plant: (balance: OpeningBalance, random: () => number) => Partial<OpeningBalance>][] = [
    ['B1', ({ postedYearEnd }, random) => ({ postedYearEnd: more(postedYearEnd, 2 + random() * 2_000) })],
    ['B2', ({ statement }, random) => ({ statement: more(statement, -2 - random() * 2_000) })],
    ['B3', () => ({ opening: null })],
    ['B3', ({ yearEnd }, random) => ({ issueDate: addDays(yearEnd, 1 + Math.floor(random() * 200)) })],
    ['B4', ({ increases }, random) => ({ increases: more(increases, 6 + random() * 2_000) })],
    ['B5', ({ yearEnd }, random) => ({ restatedOn: addDays(yearEnd, 30 + Math.floor(random() * 200)) })],
  ]
  test.each(openingPlants)('%s', (rule, plant) =>
    hold((seed) => {
      const random = randomOf(seed)
      const openings = openingsOf(bookOf(seed))
      const chosen = new Set(Array.from({ length: 1 + Math.floor(random() * 5) }, () => Math.floor(random() * openings.length)))
      for (const [place, balance] of openings.entries()) {
        const planted = chosen.has(place) ? { ...balance, ...plant(balance, random) } : balance
        expect(auditOpening(planted, DEFAULT_RULES).map(({ ruleCode }) => ruleCode)).toEqual(chosen.has(place) ? [rule] : [])
      }
    }),
  )
  test('B6, and B4 of a client whose policies are cents off', () =>
    hold((seed) => {
      const openings = openingsOf(bookOf(seed))
      const codes = (balances: OpeningBalance[], ledger: Cents) =>
        auditOpenings(balances, ledger, DEFAULT_RULES).map(({ ruleCode }) => ruleCode)
      expect(codes(openings, more(ledgerOf(openings), (seed % 2 ? 1 : -1) * (101 + (seed % 5_000))))).toEqual(['B6'])
      const off = openings.map((balance) => ({ ...balance, increases: more(balance.increases, 2) }))
      expect(codes(off, ledgerOf(openings))).toEqual(['B4'])
    }))
})

test('every month of a product with both tables is recomputed; of the others M4 says why it is not', () =>
  hold((seed) => {
    const reasons = new Set(
      bookOf(seed)
        .flatMap(({ months }) => months.flatMap(({ month, period }) => askedOrNot('M4', month, period)))
        .filter((reason) => reason),
    )
    expect([...reasons]).toEqual(['interest and charges not recomputed: the value follows the market'])
  }))

function fail(what: string): never {
  throw new Error(what)
}
