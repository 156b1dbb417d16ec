/** The change of a bank's earnings when money moves from a taxable asset into life insurance. */

import { type Cents, cents, roundHalfAwayFromZero, times } from '../primitives/money.ts'

export interface FinancialImpactInput {
  /** Moved, cents, above 0. */
  premium: Cents
  /** Net yield of the policies and yield of the alternative, fractions of -5 % to 20 %. */
  policyYield: number
  alternativeYield: number
  /** τB on policy growth and τA on the alternative, fractions of 0 to below 1. */
  policyTax: number
  alternativeTax: number
  /**
   * Federal tax a year, of the amount invested, on the interest expense that carrying a municipal bond makes nondeductible (26 U.S.C. 265(b), 291(e));
   * 0 for every other alternative.
   */
  carryingTax: number
  /** Paid once, of the premium, 0 to 1. */
  loadFraction: number
  /** Added to each yield every year after the first. */
  policyDrift: number
  alternativeDrift: number
  /** 1 to 30 */
  horizonYears: number
  /** Null without net income; what else is unknown leaves its own ratio out. */
  bank: {
    netIncome: Cents
    averageAssets: Cents | null
    equity: Cents | null
    shares: number | null
    priceEarnings: number | null
    /** The combined rate that turns net income into pre-tax income. */
    taxRate: number
  } | null
}

export interface ImpactSide {
  preTax: Cents
  tax: Cents
  afterTax: Cents
  /** After tax, of the premium. */
  afterTaxYield: number
}
/** A ratio before and after the purchase. */
export interface Change {
  before: number
  after: number
}
/** The printed values are whole cents, and both advantages are differences of printed values. */
export interface ImpactYear {
  year: number
  /** Not rounded after the first year. */
  begin: { policies: number; alternative: number }
  end: { policies: number; alternative: number }
  /** The yields of this year, fractions. */
  policyYield: number
  alternativeYield: number
  /** As printed at the end of the year before; of the first year what was invested, less the load. */
  policyBefore: Cents
  alternativeBefore: Cents
  policyValue: Cents
  alternativeValue: Cents
  /** The growth of the policies' printed value, less that of the alternative's. */
  advantage: Cents
  cumulativeAdvantage: Cents
}
export interface FinancialImpact {
  alternative: ImpactSide
  policies: ImpactSide
  /** Year one, after tax: what the bank gains, less the load. */
  difference: Cents
  spread: number
  /** The yield at which the alternative would leave as much: (b(1 - τB) + carrying tax) / (1 - τA). */
  breakEvenAlternativeYield: number
  bank: {
    /** Dollars a share. */
    earningsPerShare: Change | null
    returnOnAssets: Change | null
    returnOnEquity: Change | null
    effectiveTaxRate: Change | null
    /** The difference at the price-earnings multiple. */
    valueAtMultiple: Cents | null
  } | null
  years: ImpactYear[]
  /** Sentences that must stand beside the figures. */
  warnings: string[]
}

/**
 * @throws RangeError outside the ranges stated with the input
 */
export function financialImpact(input: FinancialImpactInput): FinancialImpact {
  requireRanges(input)
  const { premium, policyYield, alternativeYield, policyTax, alternativeTax, carryingTax, loadFraction } = input
  const alternative = sideOf(premium, alternativeYield, alternativeTax, carryingTax)
  const policies = sideOf(premium, policyYield, policyTax, 0)
  const difference = cents(policies.afterTax - alternative.afterTax - times(premium, loadFraction))
  const spread = policies.afterTaxYield - alternative.afterTaxYield
  const warnings = [
    'Life insurance is illiquid: surrender is taxed, and a modified endowment contract adds a penalty of 10% of the gain.',
    'Crediting rates are not guaranteed above their minimum, and a gain in the death benefit depends on mortality.',
  ]
  return {
    alternative,
    policies,
    difference,
    spread,
    breakEvenAlternativeYield: (policyYield * (1 - policyTax) + carryingTax) / (1 - alternativeTax),
    bank: input.bank && bankRatios(input.bank, alternative, policies, difference),
    years: yearsOf(input),
    warnings,
  }
}

function sideOf(premium: Cents, annual: number, taxRate: number, carryingTax: number): ImpactSide {
  const preTax = times(premium, annual)
  const tax = cents(times(preTax, taxRate) + times(premium, carryingTax))
  return { preTax, tax, afterTax: cents(preTax - tax), afterTaxYield: annual * (1 - taxRate) - carryingTax }
}

function bankRatios(
  bank: NonNullable<FinancialImpactInput['bank']>,
  alternative: ImpactSide,
  policies: ImpactSide,
  difference: Cents,
): NonNullable<FinancialImpact['bank']> {
  const { netIncome, averageAssets, equity, shares, priceEarnings, taxRate } = bank
  const preTax = netIncome / (1 - taxRate)
  const tax = preTax - netIncome
  const preTaxAfter = preTax - alternative.preTax + policies.preTax
  const per = (base: number | null): Change | null =>
    base === null ? null : { before: netIncome / base, after: (netIncome + difference) / base }
  return {
    earningsPerShare: per(shares === null ? null : shares * 100),
    returnOnAssets: per(averageAssets),
    returnOnEquity: per(equity),
    // There is no rate of an income of nothing.
    effectiveTaxRate:
      preTax === 0 || preTaxAfter === 0 ? null : { before: taxRate, after: (tax - alternative.tax + policies.tax) / preTaxAfter },
    valueAtMultiple: priceEarnings === null ? null : cents(roundHalfAwayFromZero(difference * priceEarnings)),
  }
}

/**
 * Both sides grow on what they kept. The first year's income is rounded as year one rounds it, so that the two tables agree; later values are rounded
 * for display only, so that thirty years of rounding do not add up.
 */
function yearsOf({
  premium,
  policyYield,
  alternativeYield,
  policyTax,
  alternativeTax,
  carryingTax,
  loadFraction,
  policyDrift,
  alternativeDrift,
  horizonYears,
}: FinancialImpactInput): ImpactYear[] {
  let begin = { policies: premium - times(premium, loadFraction), alternative: Number(premium) }
  return Array.from({ length: horizonYears }, (_, index) => {
    const [policies, alternative] = [policyYield + policyDrift * index, alternativeYield + alternativeDrift * index]
    const first = index === 0
    const end = {
      policies:
        begin.policies +
        (first ? sideOf(cents(begin.policies), policies, policyTax, 0).afterTax : begin.policies * policies * (1 - policyTax)),
      alternative:
        begin.alternative +
        (first
          ? sideOf(premium, alternative, alternativeTax, carryingTax).afterTax
          : begin.alternative * (alternative * (1 - alternativeTax) - carryingTax)),
    }
    const shown = (value: number) => cents(roundHalfAwayFromZero(value))
    const [policyBefore, alternativeBefore] = [shown(begin.policies), shown(begin.alternative)]
    const [policyValue, alternativeValue] = [shown(end.policies), shown(end.alternative)]
    const year = {
      year: index + 1,
      begin,
      end,
      policyYield: policies,
      alternativeYield: alternative,
      policyBefore,
      alternativeBefore,
      policyValue,
      alternativeValue,
      advantage: cents(policyValue - policyBefore - (alternativeValue - alternativeBefore)),
      cumulativeAdvantage: cents(policyValue - alternativeValue),
    }
    begin = end
    return year
  })
}

function requireRanges({
  premium,
  policyYield,
  alternativeYield,
  policyTax,
  alternativeTax,
  carryingTax,
  loadFraction,
  horizonYears,
  bank,
}: FinancialImpactInput): void {
  const within = (name: string, value: number, low: number, high: number) => {
    if (!(value >= low && value <= high)) throw new RangeError(`${name} of ${value} is not within ${low} and ${high}`)
  }
  within('a premium', premium, 1, Number.MAX_SAFE_INTEGER)
  within('a policy yield', policyYield, -0.05, 0.2)
  within('an alternative yield', alternativeYield, -0.05, 0.2)
  within('a tax on policies', policyTax, 0, 0.8)
  within('a tax on the alternative', alternativeTax, 0, 0.8)
  within('a tax on carrying', carryingTax, 0, 0.11)
  within('a load', loadFraction, 0, 0.5)
  if (!Number.isInteger(horizonYears)) throw new RangeError(`a horizon of ${horizonYears} years`)
  within('a horizon', horizonYears, 1, 30)
  if (bank) within('a tax rate', bank.taxRate, 0, 0.8)
  if (bank && [bank.shares, bank.averageAssets, bank.equity].some((base) => base !== null && base <= 0))
    throw new RangeError('a bank with shares, assets or equity of nothing or less')
}
