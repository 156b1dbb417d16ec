/** Internal rate of return of dated payments, actual/365, which illustrations and annual reviews call yield since issue. */
import type { Cents } from '../primitives/money.ts'
import { daysBetween, type PlainDate } from '../primitives/period.ts'
import { ADDING_FLOWS, type Flow } from './yields.ts'

/** Paid in is negative, paid out positive; any one unit of money. */
export interface DatedPayment {
  date: PlainDate
  amount: number
}

export const RATE_BRACKET = { low: -0.99, high: 10 } as const
const TOLERANCE = 1e-9

/**
 * The annual rate at which the payments are worth nothing: Newton's method from 10 %, bisection of the bracket where that leaves it.
 *
 *   internalRateOfReturn([{ date: plainDate('2016-06-15'), amount: -2_500_000 }, { date: plainDate('2025-12-31'), amount: 3_059_706.52 }]) // 0.021379
 *
 * @returns a fraction within -0.99 and 10; null ("-") when all payments share a sign or no rate of the bracket fits
 * @throws RangeError for an amount that is not finite
 */
export function internalRateOfReturn(payments: readonly DatedPayment[]): number | null {
  const first = payments.reduce<PlainDate | null>((earliest, { date }) => (earliest === null || date < earliest ? date : earliest), null)
  if (first === null) return null
  const flows = payments.map(({ date, amount }) => {
    if (!Number.isFinite(amount)) throw new RangeError(`a payment of ${amount}`)
    return { years: daysBetween(first, date) / 365, amount }
  })
  if (!flows.some(({ amount }) => amount > 0) || !flows.some(({ amount }) => amount < 0)) return null
  return newton(flows) ?? bisection(flows)
}

/**
 * A policy's return since issue: premiums and exchanges in are paid, withdrawals received, and at the end the cash surrender value (surrender
 * return) or the institution's death benefit (mortality return).
 *
 *   returnSinceIssue([{ date: plainDate('2016-06-15'), type: 'PREMIUM', amount: usd(2_500_000) }], { date: plainDate('2025-12-31'), amount: usd(6_400_000) }) // 0.103429
 *
 * @returns as `internalRateOfReturn`
 */
export function returnSinceIssue(flows: readonly Flow[], end: { date: PlainDate; amount: Cents }): number | null {
  const signed = flows.map(({ date, type, amount }) => ({
    date,
    amount: ADDING_FLOWS.some((adding) => adding === type) ? -amount : amount,
  }))
  return internalRateOfReturn([...signed, end])
}

/** Payments of one day (below 0), or receipts: their day, how many payments, cents. Short, because a large book has thousands. */
export type PaymentDay = readonly [date: PlainDate, payments: number, amount: number]

/** Payments of one day count together: they are discounted alike. What was paid and what was received stand apart. */
export function paymentsByDay(payments: readonly PaymentDay[]): PaymentDay[] {
  const days = new Map<string, PaymentDay>()
  for (const [date, count, amount] of payments) {
    const key = `${date} ${amount < 0}`
    const [, before, sum] = days.get(key) ?? [date, 0, 0]
    days.set(key, [date, before + count, sum + amount])
  }
  return [...days.values()].toSorted(([a, , paid], [b, , other]) => (a === b ? paid - other : a < b ? -1 : 1))
}

interface TimedAmount {
  years: number
  amount: number
}
const presentValue = (flows: readonly TimedAmount[], rate: number): number =>
  flows.reduce((value, { years, amount }) => value + amount / (1 + rate) ** years, 0)
const slope = (flows: readonly TimedAmount[], rate: number): number =>
  flows.reduce((value, { years, amount }) => value - (years * amount) / (1 + rate) ** (years + 1), 0)

function newton(flows: readonly TimedAmount[]): number | null {
  let rate = 0.1
  for (let step = 0; step < 50; step++) {
    const next = rate - presentValue(flows, rate) / slope(flows, rate)
    if (!(next > RATE_BRACKET.low && next < RATE_BRACKET.high)) return null
    if (Math.abs(next - rate) < TOLERANCE) return next
    rate = next
  }
  return null
}

function bisection(flows: readonly TimedAmount[]): number | null {
  let { low, high }: { low: number; high: number } = RATE_BRACKET
  const sign = Math.sign(presentValue(flows, low))
  if (sign === 0) return low
  if (sign === Math.sign(presentValue(flows, high))) return null
  while (high - low > TOLERANCE) {
    const middle = (low + high) / 2
    if (Math.sign(presentValue(flows, middle)) === sign) low = middle
    else high = middle
  }
  return (low + high) / 2
}
