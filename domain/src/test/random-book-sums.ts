/** Random books added up: cohorts, a client with a carrier, a whole client, opening balances, as the audits read them. */
import type { CarrierMonth, ClientTotals } from '../auditing/client-month.ts'
import type { OpeningBalance } from '../auditing/opening-balances.ts'
import type { PolicyMonth } from '../auditing/policy-month.ts'
import { yieldBeforeCharges } from '../auditing/yields.ts'
import { type Cents, cents, sumCents } from '../primitives/money.ts'
import { addMonthEnds, type PlainDate, yearOf } from '../primitives/period.ts'
import { BOOK_YEAR_END, type RandomMonth, type RandomPolicy } from './random-books.ts'

export const periodsOf = (book: readonly RandomPolicy[]): PlainDate[] => (book[0]?.months ?? []).map(({ period }) => period)
const monthAt = ({ months }: RandomPolicy, period: PlainDate): RandomMonth => {
  const month = months.find((one) => one.period === period)
  if (!month) throw new Error(`no month ${period}`)
  return month
}

/** Each cohort's policies with their yields. */
export function cohortsOf(book: readonly RandomPolicy[], period: PlainDate): { policyId: number; yield: number }[][] {
  const members = book.flatMap((policy) => {
    const { month } = monthAt(policy, period)
    const yields = month.facts.cannotFall ? yieldBeforeCharges(month, period) : null
    return yields === null ? [] : [{ policyId: policy.id, cohort: `${policy.product.id} ${yearOf(policy.issueDate)}`, yield: yields }]
  })
  return [...Map.groupBy(members, ({ cohort }) => cohort).values()].map((cohort) =>
    cohort.map(({ policyId, yield: yields }) => ({ policyId, yield: yields })),
  )
}

export function carrierMonthOf(book: readonly RandomPolicy[], period: PlainDate): CarrierMonth {
  const value = sumCents(book.map((policy) => monthAt(policy, period).month.posted.cashSurrenderValue ?? cents(0)))
  const count = book.length
  return {
    ...{
      carrierName: 'Stonemarch',
      prior: count,
      added: 0,
      removed: 0,
      expected: count,
      posted: count,
      fed: count,
      missing: [],
      extra: [],
    },
    ...{ fedCashSurrenderValue: value, postedCashSurrenderValue: value, isDue: true },
  }
}

/** The month and the three before it, as far as the book goes back. */
export function totalsOf(book: readonly RandomPolicy[], period: PlainDate): ClientTotals[] {
  const steady = book.filter(({ product }) => product.accountType !== 'SEPARATE')
  return [-3, -2, -1, 0].flatMap((back): ClientTotals[] => {
    const at = addMonthEnds(period, back)
    if (!periodsOf(book).includes(at)) return []
    const months = steady.map((policy) => monthAt(policy, at).month)
    return [
      {
        period: at,
        begin: sumCents(months.map(({ facts }) => facts.prior?.cashSurrenderValue ?? cents(0))),
        increase: cents(Math.round(months.reduce((sum, { earnings }) => sum + (earnings.earned ?? 0), 0))),
        averageInvested: months.reduce((sum, { earnings }) => sum + (earnings.averageInvested ?? 0), 0),
        reset: resetOf(months),
        isWhole: true,
      },
    ]
  })
}

function resetOf(months: readonly PolicyMonth[]): number {
  const weights = months.map(({ facts }): number => facts.prior?.cashSurrenderValue ?? 0)
  const changes = months.map(({ posted, facts }) => (posted?.grossCreditingRate ?? 0) - (facts.prior?.grossRate ?? 0))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return changes.reduce((sum, change, place) => sum + change * (weights[place] ?? 0), 0) / total
}

/** At the book’s last month, from the year end before. */
export function openingsOf(book: readonly RandomPolicy[]): OpeningBalance[] {
  return book.map((policy) => {
    const opening = monthAt(policy, BOOK_YEAR_END).month.posted.cashSurrenderValue
    const now = policy.months.at(-1)?.month.posted.cashSurrenderValue ?? null
    const since = policy.months.filter(({ period }) => period > BOOK_YEAR_END)
    const flowsIn = sumCents(since.flatMap(({ flows }) => flows.map(({ amount }) => amount)))
    const increases = since.reduce(
      (sum, { month: { posted, facts } }) =>
        sum + (posted.cashSurrenderValue ?? 0) - (facts.prior?.cashSurrenderValue ?? 0) - (posted.premiumPaid ?? 0),
      0,
    )
    return {
      policyNumber: `R-${policy.id}`,
      ...{ issueDate: policy.issueDate, yearEnd: BOOK_YEAR_END, opening, postedYearEnd: opening, statement: opening, wasHeld: true },
      ...{ restatedOn: null, increases: cents(increases), now, flowsIn, flowsOut: cents(0) },
    }
  })
}
export const ledgerOf = (openings: readonly OpeningBalance[]): Cents => sumCents(openings.map(({ opening }) => opening ?? cents(0)))
