/** The participant's part of a month's death benefit, by the product's own rule. */

import { insuredShare } from '@corridor/domain/policies/split-dollar.ts'
import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import type { SeedPolicy } from './holdings.ts'
import type { MonthValue } from './policy-life.ts'

export function insuredShareOf({ splitDollar, person, issueDate, values }: SeedPolicy, month: MonthValue): Cents {
  if (!splitDollar) return cents(0)
  const { death } = person
  const atDeath = death && values.findLast(({ asOfDate }) => asOfDate <= death.date)
  const { formula, amount, fraction, cap, survivesTermination } = splitDollar
  return insuredShare(
    { benefitFormula: formula, amount, fraction, cap, survivesTermination, effectiveDate: issueDate, terminationDate: null },
    {
      deathBenefit: month.deathBenefit,
      cashSurrenderValue: month.cashSurrenderValue,
      annualCompensation: cents(person.compensationDollars * 100),
      employmentEnded: person.left !== undefined && person.left.date < month.asOfDate,
      on: month.asOfDate,
      death: atDeath ? { ...atDeath, on: death.date } : null,
    },
  )
}
