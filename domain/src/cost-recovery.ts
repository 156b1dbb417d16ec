/** The cost-recovery test of bank-owned life insurance (domain.md 2.5): its income should not exceed the employee-benefit expense that it is to recover. */
import type { Cents } from './money.ts'

export interface CostRecovery {
  /** Benefit expense ÷ income; null without income. */
  coverage: number | null
  /** Whether the income stays within the expense; null when either is not known. */
  isMet: boolean | null
}

/**
 * `coverage = benefit expense ÷ income`: at least 1 while the insurance recovers costs and no more.
 *
 *   costRecovery(usd(900_000), usd(514_307.55)) // { coverage: 1.7499, isMet: true }
 *
 * @param benefitExpense of the year, US cents, 0 or more; null when nobody stated it
 * @param income the year's increase in cash surrender value, US cents; null when it is not known
 */
export function costRecovery(benefitExpense: Cents | null, income: Cents | null): CostRecovery {
  if (benefitExpense === null || income === null) return { coverage: null, isMet: null }
  return { coverage: income > 0 ? benefitExpense / income : null, isMet: income <= benefitExpense }
}
