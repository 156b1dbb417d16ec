/** Gain of a policy over its cost, and the cost of ending it (26 U.S.C. 72(e), and 72(v) for modified endowment contracts). "Imputed gain" is three things; each has its own name here. */
import { type Cents, cents, roundHalfAwayFromZero, sumCents, times } from '../primitives/money.ts'

/** IRC 72(v): a modified endowment contract adds 10 % of the gain. */
export const MEC_PENALTY_RATE = 0.1

/** Cash surrender value less cost basis; negative when the policy is under water. */
export const embeddedGain = (cashSurrenderValue: Cents, costBasis: Cents): Cents => cents(cashSurrenderValue - costBasis)

/** Policies surrendered together: every amount follows from amounts that are printed beside it. */
export interface SurrenderOfAll {
  /** The gain of policies worth more than they cost; the loss of others is no deduction. */
  gain: Cents
  /** The loss of policies worth less than they cost, 0 or more. */
  loss: Cents
  /** The part of the gain that lies in modified endowment contracts. */
  endowmentGain: Cents
  tax: Cents
  penalty: Cents
  netProceeds: Cents
  costFraction: number | null
}

/**
 * The proceeds of surrendering every policy. Tax and penalty are their rates on the summed gains, rounded once: a reader who takes 10 % of the printed
 * gain has the printed penalty, which the sum of each policy's own rounding would miss by cents. A policy without gain pays neither tax nor penalty; its
 * loss is not deductible.
 * @param taxRate the combined rate, 0 to below 1
 * @throws RangeError for another tax rate
 */
export function surrenderOfAll(
  policies: readonly { cashSurrenderValue: Cents; costBasis: Cents; isModifiedEndowment: boolean }[],
  taxRate: number,
): SurrenderOfAll {
  if (!(taxRate >= 0 && taxRate < 1)) throw new RangeError(`a tax rate of ${taxRate}`)
  const gainOf = (held: (typeof policies)[number]) => embeddedGain(held.cashSurrenderValue, held.costBasis)
  const taxable = (held: (typeof policies)[number]) => cents(Math.max(gainOf(held), 0))
  const value = sumCents(policies.map(({ cashSurrenderValue }) => cashSurrenderValue))
  const gain = sumCents(policies.map(taxable))
  const endowmentGain = sumCents(policies.filter(({ isModifiedEndowment }) => isModifiedEndowment).map(taxable))
  const [tax, penalty] = [times(gain, taxRate), times(endowmentGain, MEC_PENALTY_RATE)]
  return {
    gain,
    loss: cents(gain - sumCents(policies.map(gainOf))),
    endowmentGain,
    tax,
    penalty,
    netProceeds: cents(value - tax - penalty),
    costFraction: value > 0 ? (tax + penalty) / value : null,
  }
}

/**
 * Years until a smaller amount at a better rate has caught up: ln(before / after) / ln((1 + new) / (1 + old)).
 * @returns null when it never does: the new rate is not above the old
 * @throws RangeError unless both amounts are above 0 and both rates above -1
 */
export function breakEvenYears({
  before,
  after,
  oldRate,
  newRate,
}: {
  before: Cents
  after: Cents
  oldRate: number
  newRate: number
}): number | null {
  if (!(before > 0 && after > 0 && oldRate > -1 && newRate > -1))
    throw new RangeError(`break-even of ${before} at ${oldRate} and ${after} at ${newRate}`)
  if (after >= before) return 0
  return newRate > oldRate ? Math.log(before / after) / Math.log((1 + newRate) / (1 + oldRate)) : null
}

/**
 * Table 2001 of IRS Notice 2002-8, dollars a year per $1,000 by attained age 20 to 80.
 * TO BE VERIFIED value by value against the notice before any use on a tax form: it could not be looked up where this was written.
 */
export const TABLE_2001_FIRST_AGE = 20
export const TABLE_2001: readonly number[] = [
  0.62, 0.62, 0.64, 0.66, 0.68, 0.71, 0.73, 0.76, 0.8, 0.83, 0.87, 0.9, 0.93, 0.96, 0.98, 0.99, 1.01, 1.04, 1.06, 1.07, 1.1, 1.13, 1.2,
  1.29, 1.4, 1.53, 1.67, 1.83, 1.98, 2.13, 2.3, 2.52, 2.81, 3.2, 3.65, 4.15, 4.68, 5.2, 5.66, 6.06, 6.51, 7.11, 7.96, 9.08, 10.41, 11.9,
  13.51, 15.2, 16.92, 18.7, 20.62, 22.72, 25.07, 27.57, 30.18, 33.05, 36.33, 40.17, 44.33, 49.23, 54.56,
]

/** Dollars a year per $1,000 of death benefit. @throws RangeError for an age outside 20 to 80, which the table here does not hold */
export function table2001Rate(attainedAge: number): number {
  const rate = TABLE_2001[attainedAge - TABLE_2001_FIRST_AGE]
  if (rate === undefined) throw new RangeError(`Table 2001 holds no age ${attainedAge}`)
  return rate
}

/**
 * The insured's yearly taxable income from an endorsement split dollar: rate / 1,000 × the insured's share, to the cent.
 * @param ratePerThousand from Table 2001, or the carrier's own where the arrangement allows it
 */
export const imputedIncome = (insuredShare: Cents, ratePerThousand: number): Cents =>
  cents(roundHalfAwayFromZero((insuredShare * ratePerThousand) / 1000))
