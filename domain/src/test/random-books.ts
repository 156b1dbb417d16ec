/** For tests of the audits: books drawn from a seed. Interest is credited by the product’s own rule, charges are taken, flows come in, each month follows from the one before. */
import type { FedMonth, PolicyMonth } from '../auditing/policy-month.ts'
import type { ProductTables } from '../auditing/recomputation.ts'
import type { Earnings } from '../auditing/yields.ts'
import { attainedAgeAt, type InsuredClass, interestCredited, monthlyCharge, rateOf } from '../calculations/interest-credited.ts'
import { type Flow, increase, netYield, weightedBegin } from '../calculations/yields.ts'
import { NO_FLOWS } from '../data-feeds/movements.ts'
import { type FeedValues, NO_VALUES, type PostedMonth } from '../data-feeds/row.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { addMonthEnds, dayOf, daysInMonth, monthEnd, monthOf, type PlainDate, plainDate, yearOf } from '../primitives/period.ts'
import { POLICY } from './feed-rows.ts'
import { productOf, type RandomProduct } from './random-product.ts'

export const BOOK_MONTHS = 36
const LAST = plainDate('2026-09-30')

export interface RandomPolicy {
  id: number
  product: RandomProduct
  issueDate: PlainDate
  months: RandomMonth[]
}
export interface RandomMonth {
  period: PlainDate
  month: PolicyMonth & { posted: FeedValues }
  flows: readonly Flow[]
}
/** Numbers from 0 to 1, the same for a seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Six products of three account types, each with an equal part of the policies. */
export function randomBook(seed: number, policies: number): RandomPolicy[] {
  const random = randomOf(seed)
  const products = Array.from({ length: 6 }, (_, index) => productOf(index, random))
  return Array.from({ length: policies }, (_, id) => {
    const product = products[id % products.length]
    if (!product) throw new RangeError('a book without products')
    return policyOf(id, product, random)
  })
}

function policyOf(id: number, product: RandomProduct, random: () => number): RandomPolicy {
  const issueDate = plainDate(
    `${2014 + Math.floor(random() * 2)}-${two(1 + Math.floor(random() * 12))}-${two(1 + Math.floor(random() * 28))}`,
  )
  const start = Math.round(5_000_000 + random() * 300_000_000)
  const deathBenefitOption = random() < 0.2 ? 'B' : 'A'
  const face = cents(Math.round((start * (3 + random() * 3)) / 100) * 100)
  const chargeYears = random() < 0.3 ? 15 : 0
  const renewal = random() < 0.15 ? Math.round(start * (0.02 + random() * 0.05)) : 0
  const issueAge = 35 + Math.floor(random() * 20)
  const sex = random() < 0.4 ? 'F' : 'M'
  const smokerClass = random() < 0.1 ? 'SMOKER' : 'NONSMOKER'
  let sign = random() < 0.5 ? -1 : 1
  const values: Simulated[] = []
  let balance = start
  let death = deathBenefitOption === 'B' ? face + start : face
  for (let back = BOOK_MONTHS; back >= 0; back--) {
    const period = addMonthEnds(LAST, -back)
    const [year, month, days] = [yearOf(period), monthOf(period), dayOf(period)]
    const isAnniversary = month === monthOf(issueDate)
    const insured = { sex, smokerClass, attainedAge: attainedAgeAt(issueAge, issueDate, period) } as const
    const gross = product.rate(year, month)
    sign = -sign
    // A fund's quiet month: carry, and a price that goes up and down by turns.
    const growth = 0.003 + sign * (0.0015 + random() * 0.0015)
    const paidOn = plainDate(`${year}-${two(month)}-${two(Math.min(dayOf(issueDate), daysInMonth(year, month)))}`)
    const premium = isAnniversary ? renewal : 0
    const flows: Flow[] = premium > 0 ? [{ date: paidOn, type: 'PREMIUM', amount: cents(premium) }] : []
    const interest =
      gross === null
        ? Math.round(balance * growth + premium * ((1 + growth) ** ((days - dayOf(paidOn)) / days) - 1))
        : interestCredited(
            cents(balance),
            flows,
            [{ from: monthEnd(2000, 1), rate: gross }],
            { from: addMonthEnds(period, -1), to: period },
            product.terms,
          )
    const charged = rateOf(product.costOfInsurance, insured) ?? 0
    const costOfInsurance = monthlyCharge(charged, product.costOfInsurance.per, cents(Math.max(death - balance, 0)))
    const expense = Math.round((balance * product.expense) / 12)
    const end = balance + premium + interest - costOfInsurance - expense
    const age = (year - yearOf(issueDate)) * 12 + month - monthOf(issueDate)
    const charge = Math.round(start * 0.05 * Math.max(1 - age / (chargeYears * 12 || 1), 0))
    death = deathBenefitOption === 'B' ? face + end : face
    values.push({
      period,
      begin: cents(balance),
      end: cents(end),
      charge: cents(charge),
      surrender: cents(end - charge),
      death: cents(death),
      insured,
      interest: cents(interest),
      costOfInsurance: cents(costOfInsurance),
      expense: cents(expense),
      gross,
      flows,
    })
    balance = end
  }
  const terms = { id, product, issueDate, face, deathBenefitOption } as const
  return { id, product, issueDate, months: values.slice(1).map((_, index) => monthOfPolicy(terms, values, index + 1)) }
}
const two = (value: number): string => String(value).padStart(2, '0')

interface Simulated {
  period: PlainDate
  begin: Cents
  end: Cents
  charge: Cents
  surrender: Cents
  death: Cents
  interest: Cents
  costOfInsurance: Cents
  expense: Cents
  gross: number | null
  insured: InsuredClass
  flows: Flow[]
}
interface Terms {
  id: number
  product: RandomProduct
  issueDate: PlainDate
  face: Cents
  deathBenefitOption: 'A' | 'B'
}

/** A month as the audit reads it from the ledger: the posted value, the two month ends before, the carrier’s line, what it earned. */
function monthOfPolicy(terms: Terms, values: readonly Simulated[], place: number): RandomMonth {
  const { id, product, issueDate, face, deathBenefitOption } = terms
  const [before, prior, now] = [values[place - 2], values[place - 1], values[place]]
  if (!prior || !now) throw new RangeError('a month without the one before')
  const premium = now.flows.reduce((sum, { amount }) => sum + amount, 0)
  const cannotFall = product.accountType !== 'SEPARATE'
  const posted: FeedValues = {
    ...NO_VALUES,
    asOfDate: now.period,
    faceAmount: face,
    accountValueBegin: now.begin,
    accountValueEnd: now.end,
    surrenderCharge: now.charge,
    cashSurrenderValue: now.surrender,
    netSurrenderValue: now.surrender,
    loanBalance: cents(0),
    deathBenefit: now.death,
    premiumPaid: cents(premium),
    withdrawals: cents(0),
    interestCredited: now.interest,
    costOfInsurance: now.costOfInsurance,
    expenseCharge: now.expense,
    grossCreditingRate: now.gross,
    guaranteedRate: null,
    insuredShare: cents(0),
  }
  const fed: FedMonth = { cashSurrenderValue: now.surrender, deathBenefit: now.death }
  const earlier: PostedMonth = {
    cashSurrenderValue: prior.surrender,
    deathBenefit: prior.death,
    accountValueEnd: prior.end,
    surrenderCharge: prior.charge,
    grossRate: prior.gross,
  }
  return {
    period: now.period,
    flows: now.flows,
    month: {
      policyNumber: `R-${id}`,
      isHeld: true,
      posted,
      fed,
      facts: {
        ...POLICY,
        issueDate,
        faceAmount: face,
        dateOfBirth: plainDate('1975-05-05'),
        cannotFall,
        deathBenefitOption,
        prior: earlier,
        before: before ? { cashSurrenderValue: before.surrender, surrenderCharge: before.charge } : null,
        priorFlows: { in: cents(prior.flows.reduce((sum, { amount }) => sum + amount, 0)), out: cents(0) },
        recorded: { ...NO_FLOWS, premium: cents(premium) },
        usual: earlier,
      },
      earnings: earningsOf(product, values, place, prior, now, id),
      tables: tablesOf(product, prior, now),
    },
  }
}

const tablesOf = (
  { terms, costOfInsurance }: RandomProduct,
  prior: Simulated,
  { insured, flows, gross, period }: Simulated,
): ProductTables => ({
  terms,
  rates: [
    ...(prior.gross === null ? [] : [{ from: monthEnd(2000, 1), rate: prior.gross }]),
    ...(gross === null || gross === prior.gross ? [] : [{ from: plainDate(`${period.slice(0, 8)}01`), rate: gross }]),
  ],
  followsIndex: false,
  costOfInsurance,
  insured,
  flows,
  flowsAreDated: true,
})

function earningsOf(
  product: RandomProduct,
  values: readonly Simulated[],
  place: number,
  prior: Simulated,
  now: Simulated,
  id: number,
): Earnings {
  const year = values[place - 12]
  const flows = values.slice(Math.max(place - 11, 0), place + 1).flatMap((month) => month.flows)
  const trailingYield = year
    ? netYield(increase(year.surrender, now.surrender, flows), weightedBegin(year.surrender, flows, year.period, now.period), {
        from: year.period,
        to: now.period,
      })
    : null
  return {
    averageInvested: weightedBegin(prior.surrender, now.flows, prior.period, now.period),
    earned: increase(prior.surrender, now.surrender, now.flows) - (prior.charge - now.charge),
    declaredRate: now.gross,
    declaredRateBefore: prior.gross,
    guaranteedRate: product.guaranteedRate,
    trailingYield,
    // Every other policy has an illustration, a little above what it earned.
    illustratedYield: id % 2 === 0 && trailingYield !== null ? trailingYield + 0.003 : null,
    returns:
      product.accountType === 'SEPARATE'
        ? values.slice(1, place + 1).map((month, index) => {
            const start = values[index]
            return start ? increase(start.surrender, month.surrender, month.flows) / start.surrender : 0
          })
        : [],
  }
}

/** The month end of December in the book’s second year: where a fiscal year closes. */
export const BOOK_YEAR_END = monthEnd(2025, 12)
