/** The columns that a rule's audit prints of a policy: cents, fractions, basis points, dates and words by name. */
import { movementOf } from '@corridor/domain/auditing/policy-month.ts'
import { type AuditRuleCode, checkOf } from '@corridor/domain/auditing/rules.ts'
import { yieldOf } from '@corridor/domain/auditing/yields.ts'
import { chargeBasisPoints } from '@corridor/domain/calculations/cost-of-insurance.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import type { Found } from './found.ts'
import type { AuditedPolicy } from './policy-months.ts'

export function figuresOf(ruleCode: AuditRuleCode, { row, month }: AuditedPolicy, period: PlainDate): Found['figures'] {
  const { posted, fed, facts, earnings } = month
  switch (checkOf(ruleCode)) {
    case 'client-exceptions':
      return {
        fedCashSurrenderValueCents: fed?.cashSurrenderValue ?? null,
        postedCashSurrenderValueCents: posted?.cashSurrenderValue ?? null,
        fedDeathBenefitCents: fed?.deathBenefit ?? null,
        postedDeathBenefitCents: posted?.deathBenefit ?? null,
        valuationDate: posted?.asOfDate ?? null,
      }
    case 'cash-surrender-exceptions':
      return movementOf(month, period)
    case 'yield-exceptions': {
      const now = yieldOf(earnings, period)
      const since = { from: addMonthEnds(period, -1), to: period }
      const bps = (charge: number | null) =>
        charge === null || !facts.prior || !posted || posted.cashSurrenderValue === null
          ? null
          : chargeBasisPoints(cents(charge), facts.prior.cashSurrenderValue, posted.cashSurrenderValue, since)
      return {
        product: row.productName,
        cashSurrenderValueCents: posted?.cashSurrenderValue ?? null,
        grossRate: posted?.grossCreditingRate ?? null,
        declaredRate: earnings.declaredRate,
        costOfInsuranceBps: bps(posted?.costOfInsurance ?? null),
        expenseBps: bps(posted?.expenseCharge ?? null),
        currentNetYield: now,
        lastReset: row.lastReset,
      }
    }
    case 'policy-count-exceptions':
    case 'beginning-year-balance':
      return {}
  }
}
