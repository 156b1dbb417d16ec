/** Risk-weighted assets of life insurance (domain.md 3.10; 12 CFR 3.51 to 3.53 and their siblings). Weights are fractions: 1 is 100 %. */
import { type Cents, cents, times } from './money.ts'

/** General account: an unsecured claim on the insurer. Hybrid too, unless the bank documents otherwise. */
export const GENERAL_ACCOUNT_WEIGHT = 1
/** No investment fund weighs less. */
export const LEAST_FUND_WEIGHT = 0.2

/** A separate account: its fund, and the part of the carrying value that the stable value wrap owes. */
export interface SeparateAccount {
  carryingValue: Cents
  /** Of the fund's assets; the wrap's part is what the carrying value exceeds it by. */
  marketValue: Cents
  /** Of the wrap provider. */
  wrapWeight: number
}

export interface FundPart {
  /** Of the fund, a fraction. */
  share: number
  weight: number
}

/**
 * Full look-through: each holding of the fund at its own weight, at least 20 % in all.
 * @throws RangeError unless the shares add to 1
 */
export function lookThroughWeight(holdings: readonly FundPart[]): number {
  const total = holdings.reduce((sum, { share }) => sum + share, 0)
  if (Math.abs(total - 1) > 1e-6) throw new RangeError(`holdings of ${total} of a fund`)
  return Math.max(
    LEAST_FUND_WEIGHT,
    holdings.reduce((sum, { share, weight }) => sum + share * weight, 0),
  )
}

/**
 * Alternative modified look-through: the fund is assumed to hold as much as its guidelines allow of its heaviest assets, then of the next.
 * @param limits the greatest share of each weight
 * @throws RangeError when the limits do not reach the whole fund
 */
export function guidelineWeight(limits: readonly FundPart[]): number {
  let [left, weight] = [1, 0]
  for (const limit of [...limits].sort((one, other) => other.weight - one.weight)) {
    const share = Math.min(limit.share, left)
    weight += share * limit.weight
    left -= share
  }
  if (left > 1e-6) throw new RangeError(`guidelines that leave ${left} of a fund open`)
  return Math.max(LEAST_FUND_WEIGHT, weight)
}

/** Simple modified look-through: all of the fund at the heaviest weight it may hold. @throws RangeError without weights */
export function heaviestWeight(weights: readonly number[]): number {
  if (weights.length === 0) throw new RangeError('a fund without weights')
  return Math.max(LEAST_FUND_WEIGHT, ...weights)
}

/** Market value at the fund's weight, and what the wrap owes at its provider's. Where the market value is above the carrying value, the latter is weighed. */
export function separateAccountRiskWeightedAssets({ carryingValue, marketValue, wrapWeight }: SeparateAccount, fundWeight: number): Cents {
  const fund = cents(Math.min(carryingValue, marketValue))
  return cents(times(fund, fundWeight) + times(cents(carryingValue - fund), wrapWeight))
}
