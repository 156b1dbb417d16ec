/** Risk-weighted assets of life insurance (12 CFR 3.51 to 3.53; 217.51 and 324.51 are the same for the other agencies). Weights are fractions: 1 is 100 %. */

import type { AccountType } from '../primitives/insurance-terms.ts'
import { type Cents, cents, sumCents, times } from '../primitives/money.ts'

/** As a paper cites them, whoever supervises the bank: the Comptroller of the Currency, the Federal Reserve or the FDIC. */
export const WEIGHT_RULES = '12 CFR 3.51 to 3.53, 217.51 to 217.53 or 324.51 to 324.53, by the bank’s regulator'

/** General account: an unsecured claim on the insurer. Hybrid too, unless the bank documents otherwise. */
export const GENERAL_ACCOUNT_WEIGHT = 1
/** A fund whose holdings are not on file. */
const HEAVIEST_OF_UNKNOWN = 1
/** No investment fund weighs less. */
export const LEAST_FUND_WEIGHT = 0.2

/** A separate account: its fund, and the part of the carrying value that the stable value wrap owes. */
export interface SeparateAccount {
  carryingValue: Cents
  /** The carrying value of the fund's assets; the wrap's part is the excess of the carrying value. */
  marketValue: Cents
  /** The wrap provider's exposure. */
  wrapWeight: number
}

export interface FundPart {
  /** A fraction of the fund. */
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

/** How a separate account's fund is weighed: by its holdings, by its guidelines, or all at the heaviest (12 CFR 3.53). */
export type LookThrough =
  | { approach: 'FULL'; holdings: readonly FundPart[] }
  | { approach: 'ALTERNATIVE_MODIFIED'; limits: readonly FundPart[] }
  | { approach: 'SIMPLE_MODIFIED'; weights: readonly number[] }

/** A bank's policies under one product, as Schedule RC-R takes them. */
export type WeighedHolding = { carryingValue: Cents } & (
  | { accountType: Exclude<AccountType, 'SEPARATE'>; documentedWeight?: number }
  | { accountType: 'SEPARATE'; marketValue: Cents; wrapWeight: number; lookThrough: LookThrough }
)

export const fundWeight = (lookThrough: LookThrough): number => {
  if (lookThrough.approach === 'FULL') return lookThroughWeight(lookThrough.holdings)
  return lookThrough.approach === 'SIMPLE_MODIFIED' ? heaviestWeight(lookThrough.weights) : guidelineWeight(lookThrough.limits)
}

/**
 * Risk-weighted assets of a portfolio by account type. General and hybrid accounts weigh 100 % unless the bank documents a weight of its own.
 * @returns US cents; `separate` is what Schedule RC-R Part II item 8.a takes beside the separate accounts' carrying value
 * @throws RangeError for a fund that is not whole, or a documented weight below 0
 */
export function portfolioRiskWeightedAssets(holdings: readonly WeighedHolding[]): {
  general: Cents
  hybrid: Cents
  separate: Cents
  total: Cents
} {
  const weighed = holdings.map((holding) => ({ accountType: holding.accountType, assets: assetsOf(holding) }))
  const of = (accountType: AccountType) => sumCents(weighed.flatMap((one) => (one.accountType === accountType ? one.assets : [])))
  const [general, hybrid, separate] = [of('GENERAL'), of('HYBRID'), of('SEPARATE')]
  return { general, hybrid, separate, total: sumCents([general, hybrid, separate]) }
}

function assetsOf(holding: WeighedHolding): Cents {
  if (holding.accountType === 'SEPARATE') return separateAccountRiskWeightedAssets(holding, fundWeight(holding.lookThrough))
  const weight = holding.documentedWeight ?? GENERAL_ACCOUNT_WEIGHT
  if (!(weight >= 0)) throw new RangeError(`a risk weight of ${weight}`)
  return times(holding.carryingValue, weight)
}

/**
 * Risk weights of policies while only their values are known: general and hybrid accounts as unsecured claims, separate accounts all at the heaviest weight that
 * a fund of unknown holdings may have (simple modified look-through).
 */
export const weighedByValue = (values: Readonly<Record<AccountType, Cents>>) =>
  portfolioRiskWeightedAssets([
    { accountType: 'GENERAL', carryingValue: values.GENERAL },
    { accountType: 'HYBRID', carryingValue: values.HYBRID },
    {
      accountType: 'SEPARATE',
      carryingValue: values.SEPARATE,
      marketValue: values.SEPARATE,
      wrapWeight: GENERAL_ACCOUNT_WEIGHT,
      lookThrough: { approach: 'SIMPLE_MODIFIED', weights: [HEAVIEST_OF_UNKNOWN] },
    },
  ])
