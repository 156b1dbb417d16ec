/** The funds behind separate accounts, as the register keeps them: their holdings, their stable value wrap, and the risk weight of the policies under them (12 CFR 3.53). */

import { fundWeight, type LookThrough, separateAccountRiskWeightedAssets, weighedByValue } from '../calculations/risk-weight.ts'
import type { AccountType } from '../primitives/insurance-terms.ts'
import { type Cents, cents, roundHalfAwayFromZero, sumCents } from '../primitives/money.ts'
import type { PlainDate } from '../primitives/period.ts'
import { before, type Refusals, refusals } from './rules.ts'

/** How the institution elected to weigh a fund (12 CFR 3.53 and its siblings). */
export const FUND_APPROACHES = {
  FULL: 'Full look-through',
  ALTERNATIVE_MODIFIED: 'Alternative modified look-through',
  SIMPLE_MODIFIED: 'Simple modified look-through',
} as const
export type FundApproach = keyof typeof FUND_APPROACHES

/** A class of a fund's assets; fractions of its market value, 1 is all of it. */
export interface FundClass {
  name: string
  share: number
  /** Risk weight of 12 CFR 3.32: 0.2 is 20 %. */
  weight: number
  /** The greatest share that the fund's guidelines allow; null where they say nothing of it. */
  most: number | null
}

/** Shares are kept to the millionth. */
const SLACK = 1e-6
/** 1250 %, the heaviest that the rules know. */
export const HEAVIEST_WEIGHT = 12.5

export interface FundFacts {
  asOfDate: PlainDate
  wrapProvider: string | null
  wrapRating: string | null
  wrapWeight: number | null
  wrapFeeRate: number | null
  wrapEndsOn: PlainDate | null
  approach: FundApproach
  classes: readonly FundClass[]
  documentDate: PlainDate | null
}
/** Where it stands against the rules, by field: {} when all is well. */
export function fundRefused(
  fund: FundFacts,
  known: { accountType: AccountType; isHeld: boolean; policyOfAnother: boolean; isTaken: boolean; today: PlainDate },
): Refusals {
  const { classes, wrapProvider } = fund
  const wrapped = wrapProvider !== null
  const problem = classProblem({ approach: fund.approach, classes })
  return refusals([
    [known.accountType !== 'SEPARATE', 'productId', 'Only a separate account has a fund of its own.'],
    [known.accountType === 'SEPARATE' && !known.isHeld, 'productId', 'The institution has no policies of this product.'],
    [known.policyOfAnother, 'policyId', 'This policy is of another product.'],
    [known.isTaken, 'asOfDate', 'There is a statement of this day already. Correct that one.'],
    [before(known.today, fund.asOfDate), 'asOfDate', 'The statement date cannot be in the future.'],
    [before(known.today, fund.documentDate), 'documentDate', 'The source date cannot be in the future.'],
    [wrapped && fund.wrapWeight === null, 'wrapWeight', 'Enter the wrap provider’s risk weight.'],
    ...(['wrapRating', 'wrapWeight', 'wrapFeeRate', 'wrapEndsOn'] as const).map(
      (field) => [!wrapped && fund[field] !== null, field, 'Only a wrapped fund has this: enter the provider.'] as const,
    ),
    [problem !== null, 'classes', problem ?? ''],
  ])
}

/** The fault of a fund's classes as a sentence; null when they are sound for the approach. */
export function classProblem({ approach, classes }: Pick<FundFacts, 'approach' | 'classes'>): string | null {
  const sum = (pick: (one: FundClass) => number) => classes.reduce((total, one) => total + pick(one), 0)
  const percent = (share: number) => `${Number((share * 100).toFixed(4))}%`
  const twice = classes.find(({ name }, index) => classes.findIndex((one) => one.name.toLowerCase() === name.toLowerCase()) !== index)
  const shares = sum(({ share }) => share)
  const allowed = sum(({ most }) => most ?? 0)
  if (classes.length === 0) return 'Enter the fund’s holdings.'
  if (twice) return `“${twice.name}” is listed twice.`
  if (classes.some(({ weight }) => weight < 0 || weight > HEAVIEST_WEIGHT)) return `A risk weight is 0% to ${percent(HEAVIEST_WEIGHT)}.`
  if (classes.some(({ share, most }) => share < 0 || share > 1 || (most !== null && (most < 0 || most > 1))))
    return 'A share is 0% to 100%.'
  if (Math.abs(shares - 1) > SLACK) return `The shares add up to ${percent(shares)}; they must add up to 100%.`
  if (approach !== 'ALTERNATIVE_MODIFIED') return null
  const silent = classes.find(({ most }) => most === null)
  if (silent) return `Enter the most that the guidelines allow of “${silent.name}”: the alternative approach weighs by it.`
  return allowed < 1 - SLACK ? `The guidelines allow ${percent(allowed)} in all: that cannot make up a whole fund.` : null
}

/** The classes as the elected approach reads them. A class that the fund may hold counts for the heaviest, held or not. */
export function lookThroughOf({ approach, classes }: Pick<FundFacts, 'approach' | 'classes'>): LookThrough {
  if (approach === 'FULL') return { approach, holdings: classes }
  if (approach === 'ALTERNATIVE_MODIFIED') return { approach, limits: classes.map(({ weight, most }) => ({ weight, share: most ?? 1 })) }
  return { approach, weights: classes.filter(({ share, most }) => share > 0 || most === null || most > 0).map(({ weight }) => weight) }
}

/**
 * The part of a carrying value that is the fund's assets: its part of market over book value. Without a wrap the policies carry the market value itself.
 * @returns US cents, never above the carrying value
 */
export const marketPartOf = (carryingValue: Cents, { wrap, marketValue, bookValue }: SnapshotFund): Cents =>
  wrap === null ? carryingValue : cents(Math.min(carryingValue, roundHalfAwayFromZero((carryingValue * marketValue) / bookValue)))

export interface HeldUnderFund {
  policyId: number
  carrierCode: string
  productName: string
  accountType: AccountType
  cashSurrenderValue: Cents
}

/** The fund that a policy's value lies in: its own, else its product's. */
export const fundOf = (policy: HeldUnderFund, funds: readonly SnapshotFund[]): SnapshotFund | undefined =>
  policy.accountType !== 'SEPARATE'
    ? undefined
    : (funds.find(({ policyId }) => policyId === policy.policyId) ??
      funds.find(
        ({ policyId, carrierCode, productName }) =>
          policyId === null && carrierCode === policy.carrierCode && productName === policy.productName,
      ))

/** The policies under one fund, and what they weigh. */
export interface WeighedFund {
  fund: SnapshotFund
  policies: number
  policyIds: number[]
  carryingValue: Cents
  /** The value of the fund's assets, and the wrap provider's part. */
  marketPart: Cents
  wrapPart: Cents
  weight: number
  wrapWeight: number
  assets: Cents
}

export interface WeighedProgram {
  general: Cents
  hybrid: Cents
  separate: Cents
  total: Cents
  funds: WeighedFund[]
  /** Carrying value of separate accounts whose fund is not on file: all of it weighs 100 %. */
  withoutFund: Cents
}

/**
 * Risk-weighted assets of an institution's policies: separate accounts by the funds on file, those without one at the heaviest a fund might weigh.
 * @returns US cents; `separate` is what Schedule RC-R Part II item 8.a takes
 */
export function weighedProgram(policies: readonly HeldUnderFund[], funds: readonly SnapshotFund[] = []): WeighedProgram {
  const valueOf = (held: readonly HeldUnderFund[]) => sumCents(held.map(({ cashSurrenderValue }) => cashSurrenderValue))
  const of = (accountType: AccountType) => policies.filter((policy) => policy.accountType === accountType)
  const under = Map.groupBy(of('SEPARATE'), (policy) => fundOf(policy, funds))
  const weighed = funds.flatMap((fund): WeighedFund[] => {
    const held = under.get(fund)
    if (!held) return []
    const carryingValue = valueOf(held)
    const marketPart = marketPartOf(carryingValue, fund)
    const [weight, wrapWeight] = [fundWeight(lookThroughOf(fund)), fund.wrap?.weight ?? 1]
    return [
      {
        fund,
        policies: held.length,
        policyIds: held.map(({ policyId }) => policyId),
        carryingValue,
        marketPart,
        wrapPart: cents(carryingValue - marketPart),
        weight,
        wrapWeight,
        assets: separateAccountRiskWeightedAssets({ carryingValue, marketValue: marketPart, wrapWeight }, weight),
      },
    ]
  })
  const withoutFund = valueOf(under.get(undefined) ?? [])
  const rest = weighedByValue({ GENERAL: valueOf(of('GENERAL')), HYBRID: valueOf(of('HYBRID')), SEPARATE: withoutFund })
  const separate = sumCents([rest.separate, ...weighed.map(({ assets }) => assets)])
  return { ...rest, separate, total: sumCents([rest.general, rest.hybrid, separate]), funds: weighed, withoutFund }
}

/** Classes of which a fund holds more than its guidelines allow. */
export const aboveGuidelines = ({ classes }: Pick<SnapshotFund, 'classes'>): FundClass[] =>
  classes.filter(({ share, most }) => most !== null && share > most + SLACK)

export interface SnapshotFund {
  fundId: number
  carrierCode: string
  productName: string
  /** One policy alone; null is every other policy of the product. */
  policyId: number | null
  policyNumber: string | null
  name: string
  asOf: PlainDate
  marketValue: Cents
  bookValue: Cents
  /** Null is a fund without a stable value wrap. */
  wrap: { provider: string; rating: string | null; weight: number; feeRate: number | null; endsOn: PlainDate | null } | null
  approach: FundApproach
  classes: FundClass[]
  source: string
  documentDate: PlainDate | null
}
