/** Crediting rates after a shift of market rates (interest rate risk, OCC 2004-56): a shift passes through by crediting method, down to the guarantee. */
import { type Cents, sumCents, times } from '../primitives/money.ts'

export type RateMethod = 'PORTFOLIO' | 'NEW_MONEY' | 'INDEXED' | 'TOTAL_RETURN'

/**
 * The share of a market shift that reaches the crediting rate within the first year. An assumption, printed with the table: a portfolio rate turns over
 * about a fifth of its assets a year; new money and indexed rates follow at their next reset; a total return is the market's.
 */
export const FIRST_YEAR_PASS_THROUGH: Readonly<Record<RateMethod, number>> = {
  PORTFOLIO: 0.2,
  NEW_MONEY: 1,
  INDEXED: 1,
  TOTAL_RETURN: 1,
}

export const RATE_SHIFTS = [-0.03, -0.02, -0.01, 0.01, 0.02, 0.03] as const

export interface CreditedHolding {
  cashSurrenderValue: Cents
  /** Gross, a fraction. */
  rate: number
  guaranteedMinimum: number
  method: RateMethod
}

/**
 * The crediting rate in the first year after a shift of market rates, never below the guarantee (or below the present rate where that is lower still).
 * @param shift a fraction: 0.01 is 100 basis points
 */
export function shiftedRate({ rate, guaranteedMinimum, method }: Omit<CreditedHolding, 'cashSurrenderValue'>, shift: number): number {
  return Math.max(Math.min(guaranteedMinimum, rate), rate + shift * FIRST_YEAR_PASS_THROUGH[method])
}

/**
 * The change of a year's gross interest, US cents, and the weighted crediting rate after the shift; null rate for nothing held.
 */
export function sensitivityOf(holdings: readonly CreditedHolding[], shift: number): { change: Cents; rate: number | null } {
  const change = sumCents(holdings.map((held) => times(held.cashSurrenderValue, shiftedRate(held, shift) - held.rate)))
  const total = sumCents(holdings.map((held) => held.cashSurrenderValue))
  const weighted = holdings.reduce((sum, held) => sum + held.cashSurrenderValue * shiftedRate(held, shift), 0)
  return { change, rate: total > 0 ? weighted / total : null }
}
