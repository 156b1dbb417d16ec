/** A policy of the register as a row's checks compare with it. */
import { hasValue, type PolicyFacts } from '@corridor/domain/data-feeds/row.ts'
import { insuredShare } from '@corridor/domain/policies/split-dollar.ts'
import { type Cents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import type { RegisterMonth, RegisterPolicy } from './register-month.ts'

/** The facts the row's checks compare with; the insured's share is computed at the row's values. */
export function factsOf(
  policy: RegisterPolicy,
  book: RegisterMonth,
  row: { cashSurrenderValue: Cents | null; deathBenefit: Cents | null },
  /** Others of the institution have a value of the month before in the file itself. */
  othersInFile = false,
): PolicyFacts {
  return {
    policyStatus: policy.policyStatus,
    issueDate: policy.issueDate,
    faceAmount: policy.faceAmount,
    productName: policy.productName,
    dateOfBirth: policy.dateOfBirth,
    gender: policy.gender,
    isModifiedEndowment: policy.isModifiedEndowment,
    cannotFall: policy.cannotFall,
    deathBenefitOption: policy.deathBenefitOption,
    prior: policy.prior,
    before: policy.before,
    priorFlows: policy.priorFlows,
    recorded: policy.recorded,
    usual: usualOf(policy),
    costBasis: policy.exchangedIn ? null : policy.costBasis,
    hasFaceChange: policy.hasFaceChange,
    othersHavePrior: (othersInFile || book.withPrior.has(policy.institutionId)) && !policy.exchangedIn,
    insuredShare: shareOf(policy, row, book.period),
  }
}

/** Expected values of the policy; none for a policy that this very file brings. */
function usualOf({ prior, exchangedIn, costBasis, faceAmount }: RegisterPolicy): PolicyFacts['usual'] {
  if (prior) return prior
  return exchangedIn ? null : { cashSurrenderValue: costBasis, deathBenefit: faceAmount }
}

export function shareOf(
  policy: RegisterPolicy,
  row: { cashSurrenderValue: Cents | null; deathBenefit: Cents | null },
  on: PlainDate,
): Cents | null {
  if (row.cashSurrenderValue === null || row.deathBenefit === null) return null
  return insuredShare(policy.agreement, {
    deathBenefit: row.deathBenefit,
    cashSurrenderValue: row.cashSurrenderValue,
    annualCompensation: policy.annualCompensation,
    employmentEnded: policy.employmentEnded,
    on,
    death: policy.death,
  })
}

/** Policies the book expects a value for at the month end: in force, and issued by then. */
export const isExpected = (policy: RegisterPolicy, period: PlainDate): boolean =>
  hasValue(policy.policyStatus) && (policy.issueDate === null || policy.issueDate <= period)
/** New in the month: issued or exchanged in after the month end before. */
export const isNewInMonth = (policy: RegisterPolicy, period: PlainDate): boolean =>
  policy.exchangedIn || (policy.issueDate !== null && policy.issueDate > addMonthEnds(period, -1))
