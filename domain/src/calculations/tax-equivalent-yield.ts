/** Combined tax rates and tax-equivalent yields; growth inside a policy is not taxed as it accrues (26 U.S.C. 72(e)), state tax is deductible (164). Rates are fractions. */

import type { StateTreatment } from '../primitives/insurance-terms.ts'
import { formatPercent } from '../primitives/money.ts'

export interface TaxRates {
  federalRate: number
  stateRate: number
  /** The share of federal tax that the state lets a bank deduct: 0 in most, 1 as in Alabama, 0.5 as in Missouri. */
  federalDeductibleFraction: number
}
export interface TaxProfile extends TaxRates {
  boliStateTreatment: StateTreatment
  combinedRateOverride: number | null
}

/**
 * The state's part of the combined rate: S = s(1 - d·f) / (1 - s·d·f), the solution of F = f(1 - S), S = s(1 - d·F).
 * @throws RangeError for a rate outside 0 to 0.5 or a deductible share outside 0 to 1
 */
export function effectiveStateRate({ federalRate: f, stateRate: s, federalDeductibleFraction: d }: TaxRates): number {
  requireRate('federal rate', f)
  requireRate('state rate', s)
  if (!(d >= 0 && d <= 1)) throw new RangeError(`a deductible share of ${d}`)
  return (s * (1 - d * f)) / (1 - s * d * f)
}

/**
 * Federal and state tax on one more dollar: tc = S + f(1 - S).
 *
 *   combinedTaxRate({ federalRate: 0.21, stateRate: 0.06, federalDeductibleFraction: 0 }) // 0.2574
 *
 * @throws RangeError as `effectiveStateRate`
 */
export function combinedTaxRate(rates: TaxRates): number {
  const state = effectiveStateRate(rates)
  return state + rates.federalRate * (1 - state)
}

/**
 * The combined rate of an institution: its override when it has one; federal only when the state taxes capital, shares or deposits
 * instead of income, since there is then no state income tax to save.
 */
export function combinedRateOf(profile: TaxProfile): number {
  if (profile.combinedRateOverride !== null) return profile.combinedRateOverride
  return combinedTaxRate(taxesIncome(profile) ? profile : { ...profile, stateRate: 0 })
}

/** One line of a calculation: what is computed, the formula, the formula with its figures, the result. */
export interface CalculationStep {
  what: string
  formula: string
  figures: string
  result: string
}

/**
 * The combined rate step by step, as a reviewer recomputes it; the last result is `combinedRateOf` to four decimals.
 * @throws RangeError as `effectiveStateRate`
 */
export function combinedRateSteps(profile: TaxProfile): CalculationStep[] {
  const { federalRate: f, federalDeductibleFraction: d, combinedRateOverride } = profile
  const combined = formatPercent(combinedRateOf(profile), 4)
  if (combinedRateOverride !== null)
    return [{ what: 'Combined rate', formula: 'as entered', figures: 'overrides the calculation', result: combined }]
  const s = taxesIncome(profile) ? profile.stateRate : 0
  const [federal, state] = [formatPercent(f, 2), formatPercent(s, 2)]
  const effective = effectiveStateRate({ federalRate: f, stateRate: s, federalDeductibleFraction: d })
  const ofState: CalculationStep = taxesIncome(profile)
    ? {
        what: 'State rate after the federal deduction',
        formula: 'S = s(1 − d·f) ÷ (1 − s·d·f)',
        figures: `${state} × (1 − ${d} × ${federal}) ÷ (1 − ${state} × ${d} × ${federal})`,
        result: formatPercent(effective, 4),
      }
    : { what: 'State rate', formula: 'S = 0', figures: 'no state tax applies to income', result: formatPercent(0, 4) }
  return [
    ofState,
    {
      what: 'Combined rate',
      formula: 'tc = S + f(1 − S)',
      figures: `${formatPercent(effective, 4)} + ${federal} × (1 − ${formatPercent(effective, 4)})`,
      result: combined,
    },
  ]
}

/** Tax on the growth of life insurance: none, or s(1 - f) where the state taxes it. */
export function policyGrowthTaxRate({ federalRate, stateRate, boliStateTreatment }: TaxProfile): number {
  return boliStateTreatment === 'TAXED' ? stateRate * (1 - federalRate) : 0
}

/**
 * F2: the yield a taxable asset must have to leave as much after tax: y(1 - τB) / (1 - τA).
 * @param netYield of the policies, a fraction; may be negative
 * @param policyTax τB, on policy growth @param alternativeTax τA, on the alternative; f alone for a Treasury in a state that exempts it
 * @throws RangeError for a tax outside 0 to below 1
 */
export function taxEquivalentYield(netYield: number, policyTax: number, alternativeTax: number): number {
  for (const tax of [policyTax, alternativeTax]) if (!(tax >= 0 && tax < 1)) throw new RangeError(`a tax rate of ${tax}`)
  return (netYield * (1 - policyTax)) / (1 - alternativeTax)
}

/** Alternatives to life insurance: a fully taxable bond, a Treasury or agency obligation, a bank-qualified municipal bond. */
export type Alternative = 'TAXABLE' | 'US_OBLIGATION' | 'MUNICIPAL'

/**
 * τA, the tax on an alternative's interest. A state with a tax on income may leave interest on obligations of the United States untaxed (31 USC 3124
 * lets it tax them in a franchise tax only), and may tax that of other states' municipal bonds; the federal part of the latter is 0, the disallowed
 * cost of carrying them (TEFRA, IRC 265(b), 291) is not modelled.
 * @param state whether its tax on income reaches these two kinds of interest
 * @returns a fraction, 0 to below 1
 * @throws RangeError as `effectiveStateRate`
 */
export function alternativeTaxRate(
  profile: TaxProfile,
  alternative: Alternative,
  state: { usObligationInterestTaxed: boolean; municipalInterestTaxed: boolean },
): number {
  const ofState = taxesIncome(profile) ? effectiveStateRate(profile) : 0
  if (alternative === 'MUNICIPAL') return state.municipalInterestTaxed ? ofState : 0
  if (alternative === 'US_OBLIGATION' && !state.usObligationInterestTaxed) return profile.federalRate
  return combinedRateOf(profile)
}

/** F2 under a tax profile; null when the yield or the profile is unknown. */
export function taxEquivalentYieldOf(netYield: number | null, profile: TaxProfile | null): number | null {
  return netYield === null || profile === null ? null : taxEquivalentYield(netYield, policyGrowthTaxRate(profile), combinedRateOf(profile))
}

const taxesIncome = ({ boliStateTreatment }: TaxProfile) => boliStateTreatment === 'EXCLUDED' || boliStateTreatment === 'TAXED'

function requireRate(name: string, rate: number): void {
  if (!(rate >= 0 && rate <= 0.5)) throw new RangeError(`a ${name} of ${rate}`)
}
