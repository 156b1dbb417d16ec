/**
 * The audits of one policy's month, as posted: against the carrier's line (V), the month before (M) and what its rate and charges imply (Y). The rules that a file
 * is checked with before posting are asked again, of the posted values, by the same functions. Pure; figures are cents, rates fractions.
 */
import { flowsOf, isClaimed } from '../data-feeds/movements.ts'
import type { FeedValues, PolicyFacts } from '../data-feeds/row.ts'
import { checkRow } from '../data-feeds/row-checks.ts'
import { type Cents, cents, formatMoney } from '../primitives/money.ts'
import { formatDate, type PlainDate } from '../primitives/period.ts'
import { type AuditFinding, gather, isApart } from './finding.ts'
import { auditRecomputation, type ProductTables, recomputed } from './recomputation.ts'
import { type AuditRuleCode, type AuditRules, isAuditRule } from './rules.ts'
import { auditYields, type Earnings } from './yields.ts'

/** The carrier's newest line for the month that was read without an open error. */
export interface FedMonth {
  cashSurrenderValue: Cents
  deathBenefit: Cents
  /** Rules that its file could not be tried with, and what the file lacks. */
  lacks?: Partial<Record<AuditRuleCode, string>> | undefined
}

export interface PolicyMonth {
  policyNumber: string
  /** In force at the month end, by its status of that day. */
  isHeld: boolean
  /** As posted at the month end; null when nothing is. */
  posted: FeedValues | null
  facts: PolicyFacts
  fed: FedMonth | null
  earnings: Earnings
  tables: ProductTables
}

/** @param period the month end @param rules with the tolerances of the policy's carrier and product */
export function auditPolicy(month: PolicyMonth, period: PlainDate, rules: AuditRules): AuditFinding[] {
  const { posted, facts, fed, policyNumber } = month
  if (!posted)
    return gather(rules, (report) => {
      if (!month.isHeld) return
      report('V1', `Policy ${policyNumber} is in force and has no value posted for ${formatDate(period)}.`)
      if (fed) report('P3', `The carrier’s file has policy ${policyNumber}; no value of it is posted for ${formatDate(period)}.`)
    })
  return gather(rules, (report) => {
    if (fed) {
      const surrender = measure(fed.cashSurrenderValue, posted.cashSurrenderValue ?? 0, rules.V3.absolute)
      if (isApart(surrender)) report('V3', differs('cash surrender value', surrender.expected, surrender.actual), surrender)
      const death = measure(fed.deathBenefit, posted.deathBenefit ?? 0, rules.V4.absolute)
      if (isApart(death)) report('V4', differs('death benefit', death.expected, death.actual), death)
    }
    for (const { ruleCode, message, measured, severity } of checkRow(posted, period, facts, null, rules))
      if (isAuditRule(ruleCode)) report(ruleCode, message, measured, severity)
    // A roll-forward that does not add up is said before it is asked whether its parts are right: the first sentence of a rule stands.
    auditRecomputation({ ...month, posted }, period, rules, report)
    if (month.isHeld && !isClaimed(posted, facts)) auditYields({ ...month, posted }, period, rules, report)
  })
}

const measure = (expected: number, actual: number, tolerance: number) => ({ expected, actual, tolerance })
const differs = (what: string, fed: number, posted: number): string =>
  `The carrier’s ${what} is ${formatMoney(cents(fed))}; ${formatMoney(cents(posted))} is posted.`

/** Figures of a policy's month that the month-over-month audit prints beside a finding. */
export function movementOf({ posted, facts, tables }: Pick<PolicyMonth, 'posted' | 'facts' | 'tables'>, period: PlainDate) {
  const { prior } = facts
  const tabled = posted ? recomputed({ posted, facts, tables }, period) : null
  const flows = posted ? flowsOf(posted, facts.recorded) : null
  const increase =
    posted && posted.cashSurrenderValue !== null && prior && flows
      ? posted.cashSurrenderValue - prior.cashSurrenderValue - flows.in + flows.out
      : null
  return {
    priorCashSurrenderValueCents: prior?.cashSurrenderValue ?? null,
    premiumsCents: flows?.in ?? null,
    withdrawalsCents: flows?.out ?? null,
    interestCents: posted?.interestCredited ?? null,
    tabledInterestCents: tabled?.interest ?? null,
    costOfInsuranceCents: posted?.costOfInsurance ?? null,
    tabledCostOfInsuranceCents: tabled?.costOfInsurance ?? null,
    expensesCents: posted?.expenseCharge ?? null,
    cashSurrenderValueCents: posted?.cashSurrenderValue ?? null,
    increaseCents: increase,
    increaseFraction: increase !== null && prior && prior.cashSurrenderValue > 0 ? increase / prior.cashSurrenderValue : null,
    priorDeathBenefitCents: prior?.deathBenefit ?? null,
    deathBenefitCents: posted?.deathBenefit ?? null,
  }
}
