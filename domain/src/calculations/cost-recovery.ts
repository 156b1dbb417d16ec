/** The cost-recovery test of bank-owned life insurance (OCC 2004-56): its income should not exceed the employee-benefit expense and the cost of funds that it is to recover. */
import { type Cents, cents } from '../primitives/money.ts'

export interface CostRecovery {
  /** Benefit expense ÷ income; null without income. */
  coverage: number | null
  /** Whether the income stays within the expense and the cost of funds; null when income or expense is not known. */
  isMet: boolean | null
}

/**
 * `coverage = benefit expense ÷ income`: at least 1 while the insurance recovers benefit costs and no more. Below 1 the test is met still where the cost
 * of funds makes up the difference.
 *
 *   costRecovery(usd(900_000), usd(514_307.55)) // { coverage: 1.7499, isMet: true }
 *   costRecovery(usd(400_000), usd(514_307.55), usd(150_000)) // { coverage: 0.7777, isMet: true }
 *
 * @param benefitExpense of the year, US cents, 0 or more; null when nobody stated it
 * @param income the year's increase in cash surrender value, US cents; null when it is not known
 * @param costOfFunds of the year, of what is invested in the insurance, US cents, 0 or more; 0 when nobody stated it
 */
export function costRecovery(benefitExpense: Cents | null, income: Cents | null, costOfFunds: Cents = cents(0)): CostRecovery {
  if (benefitExpense === null || income === null) return { coverage: null, isMet: null }
  return { coverage: income > 0 ? benefitExpense / income : null, isMet: income <= benefitExpense + costOfFunds }
}
