/** Taxable and tax-exempt assets that a bank could hold in place of life insurance: their tax treatment and risk weight. */
import { type Alternative, alternativeTaxRate, type TaxProfile } from '../calculations/tax-equivalent-yield.ts'

export interface AlternativeKind {
  label: string
  tax: Alternative
  /** Risk weight of the standardized approach, a fraction (12 CFR 217.32, 324.32). */
  riskWeight: number
  riskWeightSource: string
  /** Years of the Treasury yield that stands nearest to it. */
  treasuryYears: 2 | 10
}

const GOVERNMENT = 'Obligations of the United States, 12 CFR 3.32(a), 217.32(a) or 324.32(a)'
const SPONSORED = 'Government-sponsored enterprises, 12 CFR 3.32(c), 217.32(c) or 324.32(c)'

export const ALTERNATIVES = {
  AGENCY: { label: 'Agency bond', tax: 'US_OBLIGATION', riskWeight: 0.2, riskWeightSource: SPONSORED, treasuryYears: 2 },
  TREASURY: { label: 'Treasury note', tax: 'US_OBLIGATION', riskWeight: 0, riskWeightSource: GOVERNMENT, treasuryYears: 10 },
  MUNICIPAL: {
    label: 'Municipal bond',
    tax: 'MUNICIPAL',
    riskWeight: 0.2,
    riskWeightSource: 'General obligations of states and their parts, 12 CFR 3.32(e), 217.32(e) or 324.32(e); revenue bonds 50%',
    treasuryYears: 10,
  },
  MORTGAGE: { label: 'Agency mortgage-backed security', tax: 'TAXABLE', riskWeight: 0.2, riskWeightSource: SPONSORED, treasuryYears: 10 },
  CORPORATE: {
    label: 'Corporate bond or other taxable asset',
    tax: 'TAXABLE',
    riskWeight: 1,
    riskWeightSource: 'Corporate exposures, 12 CFR 3.32(f), 217.32(f) or 324.32(f)',
    treasuryYears: 10,
  },
} as const satisfies Record<string, AlternativeKind>
export type AlternativeCode = keyof typeof ALTERNATIVES
export const ALTERNATIVE_CODES = ['AGENCY', 'TREASURY', 'MUNICIPAL', 'MORTGAGE', 'CORPORATE'] as const satisfies AlternativeCode[]

/** τA of an alternative. @throws RangeError as `alternativeTaxRate` */
export const taxOfAlternative = (
  code: AlternativeCode,
  profile: TaxProfile,
  state: { usObligationInterestTaxed: boolean; municipalInterestTaxed: boolean },
): number => alternativeTaxRate(profile, ALTERNATIVES[code].tax, state)

/** Interest expense that cannot be deducted: 20 % for bank-qualified bonds (26 U.S.C. 265(b)(3), 291(a)(3)), all of it for others (265(b)(1)). */
export const DISALLOWED = { qualified: 0.2, other: 1 } as const

/**
 * The tax a year, of the amount invested, that carrying a municipal bond costs: disallowed share × cost of funds × federal rate.
 *
 *   carryingTaxOf({ costOfFunds: 0.02, federalRate: 0.21, isBankQualified: true }) // 0.00084
 *
 * @param costOfFunds average cost of the bank's interest-bearing liabilities, a fraction, 0 or more
 */
export const carryingTaxOf = (bond: { costOfFunds: number; federalRate: number; isBankQualified: boolean }): number =>
  (bond.isBankQualified ? DISALLOWED.qualified : DISALLOWED.other) * bond.costOfFunds * bond.federalRate
