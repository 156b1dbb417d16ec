/** Financial impact: the change of a bank's earnings and limits when money moves from a taxable asset into life insurance. */

import { type LimitTest, limitTest } from '../../calculations/concentration.ts'
import type { CapitalBasis } from '../../primitives/insurance-terms.ts'
import { type Cents, cents, roundHalfAwayFromZero, sumCents, times } from '../../primitives/money.ts'

export interface FinancialImpactInput {
  /** Moved, cents, above 0. */
  premium: Cents
  /** Net yield of the policies and yield of the alternative, fractions of -5 % to 20 %. */
  policyYield: number
  alternativeYield: number
  /** τB on policy growth and τA on the alternative, fractions of 0 to below 1. */
  policyTax: number
  alternativeTax: number
  /** Paid once, of the premium, 0 to 1. */
  loadFraction: number
  /** Added to each yield every year after the first. */
  policyDrift: number
  alternativeDrift: number
  /** 1 to 30 */
  horizonYears: number
  bank: {
    netIncome: Cents
    averageAssets: Cents
    equity: Cents
    shares: number
    priceEarnings: number
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
export interface ImpactYear {
  year: number
  policyValue: Cents
  alternativeValue: Cents
  /** The year's after-tax income of the policies less the alternative's. */
  advantage: Cents
  cumulativeAdvantage: Cents
}
export interface FinancialImpact {
  alternative: ImpactSide
  policies: ImpactSide
  /** Year one, after tax: what the bank gains, less the load. */
  difference: Cents
  spread: number
  /** The yield at which the taxable alternative would leave as much: b(1 - τB) / (1 - τA). */
  breakEvenAlternativeYield: number
  bank: {
    earningsPerShare: Change
    returnOnAssets: Change
    returnOnEquity: Change
    effectiveTaxRate: Change
    valueAtMultiple: Cents
  } | null
  years: ImpactYear[]
  /** Sentences that must stand beside the figures. */
  warnings: string[]
}

export interface PurchaseInput {
  /** Moved from securities into policies of `carrierCode`, cents, above 0. */
  premium: Cents
  carrierCode: string
  /** Cash surrender value held already, by carrier code: all that the legal entity holds, in every portal and with other vendors. */
  held: Readonly<Record<string, Cents>>
  /** The unknown part, as `LimitTest` has it: nothing is within a limit then. */
  lacking?: string
  /** The base of the limits, and of the capital ratio Tier 1. */
  capital: { tier1: Cents; base: Cents; basis: CapitalBasis }
  limits: { perCarrier: number; aggregate: number }
  /** Before the purchase, with the weights of what is sold and what is bought; null for a bank that does not risk-weight. */
  riskWeighted: { assets: Cents; soldWeight: number; boughtWeight: number } | null
  loadFraction: number
}
export interface PurchaseEffect {
  /** The carrier and the total, before and after. */
  carrier: { before: LimitTest; after: LimitTest }
  aggregate: { before: LimitTest; after: LimitTest }
  /** Tier 1 over risk-weighted assets; the load is an expense that lowers Tier 1. */
  tier1Ratio: Change | null
  /** Changes of the balance sheet: securities fall, other assets rise by what becomes cash surrender value, equity bears the load. They foot to 0. */
  balanceSheet: { securities: Cents; otherAssets: Cents; equity: Cents }
  /** Texts that a board must have read and approved before the purchase; empty when every limit holds. */
  approvals: string[]
}

/**
 * Effects of a purchase on concentrations, capital ratio and balance sheet: the part that a gain must not hide.
 * @throws RangeError for a premium or load outside its range, or capital of nothing
 * @internal until its page is made
 */
export function purchaseEffect(input: PurchaseInput): PurchaseEffect {
  const { premium, carrierCode, held, capital, limits, riskWeighted, loadFraction, lacking } = input
  if (!(premium > 0 && loadFraction >= 0 && loadFraction < 1))
    throw new RangeError(`a purchase of ${premium} with a load of ${loadFraction}`)
  const load = times(premium, loadFraction)
  const bought = cents(premium - load)
  const test = (key: string, label: string, cashSurrenderValue: Cents, limit: number) =>
    limitTest({ key, label, cashSurrenderValue, limit, basis: capital.basis, capital: capital.base, ...(lacking ? { lacking } : {}) })
  const both = (key: string, label: string, before: Cents, limit: number) => ({
    before: test(key, label, before, limit),
    after: test(key, label, cents(before + bought), limit),
  })
  const carrier = both(carrierCode, carrierCode, held[carrierCode] ?? cents(0), limits.perCarrier)
  const aggregate = both('aggregate', 'Aggregate', sumCents(Object.values(held)), limits.aggregate)
  const tier1Ratio = riskWeighted && {
    before: capital.tier1 / riskWeighted.assets,
    after: (capital.tier1 - load) / (riskWeighted.assets - premium * riskWeighted.soldWeight + bought * riskWeighted.boughtWeight),
  }
  const approvals = [carrier.after, aggregate.after].flatMap(({ status, sentence }) =>
    status === 'over' ? [`${sentence} The board approves a purchase above the limit beforehand, on an analysis that justifies it.`] : [],
  )
  const balanceSheet = { securities: cents(-premium), otherAssets: bought, equity: cents(-load) }
  return { carrier, aggregate, tier1Ratio, balanceSheet, approvals }
}

/**
 * @throws RangeError outside the ranges stated with the input
 * @internal until its page is made
 */
export function financialImpact(input: FinancialImpactInput): FinancialImpact {
  requireRanges(input)
  const { premium, policyYield, alternativeYield, policyTax, alternativeTax, loadFraction } = input
  const alternative = sideOf(premium, alternativeYield, alternativeTax)
  const policies = sideOf(premium, policyYield, policyTax)
  const difference = cents(policies.afterTax - alternative.afterTax - times(premium, loadFraction))
  const spread = policies.afterTaxYield - alternative.afterTaxYield
  const warnings = [
    spread < 0 && 'After tax the policies earn less than the alternative.',
    'Life insurance is illiquid: surrender is taxed, and a modified endowment contract adds a penalty of 10% of the gain.',
    'Crediting rates are not guaranteed above their minimum, and a gain in the death benefit depends on mortality.',
  ].filter((warning) => typeof warning === 'string')
  return {
    alternative,
    policies,
    difference,
    spread,
    breakEvenAlternativeYield: (policyYield * (1 - policyTax)) / (1 - alternativeTax),
    bank: input.bank && bankRatios(input.bank, alternative, policies, difference),
    years: yearsOf(input),
    warnings,
  }
}

function sideOf(premium: Cents, annual: number, taxRate: number): ImpactSide {
  const preTax = times(premium, annual)
  const tax = times(preTax, taxRate)
  return { preTax, tax, afterTax: cents(preTax - tax), afterTaxYield: annual * (1 - taxRate) }
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
  const per = (base: number): Change => ({ before: netIncome / base, after: (netIncome + difference) / base })
  return {
    // In dollars a share.
    earningsPerShare: per(shares * 100),
    returnOnAssets: per(averageAssets),
    returnOnEquity: per(equity),
    effectiveTaxRate: { before: taxRate, after: (tax - alternative.tax + policies.tax) / (preTax - alternative.preTax + policies.preTax) },
    valueAtMultiple: cents(roundHalfAwayFromZero(difference * priceEarnings)),
  }
}

/** Both sides grow on what they kept; values are rounded for display only, so that thirty years of rounding do not add up. */
function yearsOf({
  premium,
  policyYield,
  alternativeYield,
  policyTax,
  alternativeTax,
  loadFraction,
  policyDrift,
  alternativeDrift,
  horizonYears,
}: FinancialImpactInput): ImpactYear[] {
  let [policyValue, alternativeValue, cumulative] = [premium * (1 - loadFraction), premium * 1, -premium * loadFraction]
  return Array.from({ length: horizonYears }, (_, index) => {
    const policyIncome = policyValue * (policyYield + policyDrift * index) * (1 - policyTax)
    const alternativeIncome = alternativeValue * (alternativeYield + alternativeDrift * index) * (1 - alternativeTax)
    policyValue += policyIncome
    alternativeValue += alternativeIncome
    cumulative += policyIncome - alternativeIncome
    const shown = (value: number) => cents(roundHalfAwayFromZero(value))
    return {
      year: index + 1,
      policyValue: shown(policyValue),
      alternativeValue: shown(alternativeValue),
      advantage: shown(policyIncome - alternativeIncome),
      cumulativeAdvantage: shown(cumulative),
    }
  })
}

function requireRanges({
  premium,
  policyYield,
  alternativeYield,
  policyTax,
  alternativeTax,
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
  within('a load', loadFraction, 0, 1)
  if (!Number.isInteger(horizonYears)) throw new RangeError(`a horizon of ${horizonYears} years`)
  within('a horizon', horizonYears, 1, 30)
  if (bank && !(bank.shares > 0 && bank.averageAssets > 0 && bank.equity > 0 && bank.taxRate >= 0 && bank.taxRate < 1))
    throw new RangeError('a bank without shares, assets or equity')
}
