/** The insured's share of a death benefit under a split-dollar agreement (Treas. Reg. 1.61-22). */
import { type Cents, cents, times } from '../primitives/money.ts'
import type { PlainDate } from '../primitives/period.ts'

export interface SplitDollarAgreement {
  benefitFormula: 'FIXED_DOLLAR' | 'PCT_OF_NAR' | 'PCT_OF_DB' | 'MULTIPLE_OF_SALARY' | 'LESSER_OF'
  /** For FIXED_DOLLAR and LESSER_OF. */
  amount: Cents | null
  /** A part of the net amount at risk, of the death benefit, or a multiple of salary. */
  fraction: number | null
  cap: Cents | null
  survivesTermination: boolean
  effectiveDate: PlainDate
  terminationDate: PlainDate | null
}

/** Values of the last month end before the insured died, or of the day itself. */
export interface ValueAtDeath {
  on: PlainDate
  deathBenefit: Cents
  cashSurrenderValue: Cents
}

/**
 * min(formula, cap, death benefit - cash surrender value), never below 0: the insured's share ends at the net amount at risk.
 * 0 without an agreement, before and after its term, and after employment ended unless it survives that.
 * LESSER_OF is the lesser of the amount and the fraction of the net amount at risk.
 * From the insured's death on it stands as at the death: the net amount at risk is fixed then, whatever the value grows to until the claim is paid.
 */
export function insuredShare(
  agreement: SplitDollarAgreement | null,
  policy: {
    deathBenefit: Cents
    cashSurrenderValue: Cents
    annualCompensation: Cents | null
    employmentEnded: boolean
    on: PlainDate
    death?: ValueAtDeath | null
  },
): Cents {
  const { deathBenefit, cashSurrenderValue, on } = policy.death && policy.death.on <= policy.on ? policy.death : policy
  if (!agreement || on < agreement.effectiveDate || (agreement.terminationDate !== null && on > agreement.terminationDate)) return cents(0)
  if (policy.employmentEnded && !agreement.survivesTermination) return cents(0)
  const atRisk = cents(Math.max(deathBenefit - cashSurrenderValue, 0))
  const limits: number[] = [atRisk]
  const { benefitFormula, amount, fraction, cap } = agreement
  if (cap !== null) limits.push(cap)
  if (amount !== null && (benefitFormula === 'FIXED_DOLLAR' || benefitFormula === 'LESSER_OF')) limits.push(amount)
  if (fraction !== null && (benefitFormula === 'PCT_OF_NAR' || benefitFormula === 'LESSER_OF')) limits.push(times(atRisk, fraction))
  if (fraction !== null && benefitFormula === 'PCT_OF_DB') limits.push(times(deathBenefit, fraction))
  if (benefitFormula === 'MULTIPLE_OF_SALARY')
    limits.push(fraction === null || policy.annualCompensation === null ? 0 : times(policy.annualCompensation, fraction))
  return cents(Math.max(Math.min(...limits), 0))
}
