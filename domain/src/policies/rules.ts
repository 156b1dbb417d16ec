/** Conditions of a record of the register: each rule answers the fields that break it with a sentence, {} when all is well. */

import { type Cents, formatMoney } from '../primitives/money.ts'
import { formatDate, type PlainDate, plainDate, yearOf } from '../primitives/period.ts'
import type { Consent } from './consents.ts'
import { TRANSACTION_TYPES, type TransactionType } from './register.ts'

export type Refusals = Record<string, string[]>
type Rule = readonly [broken: boolean, field: string, sentence: string]
export const refusals = (rules: readonly Rule[]): Refusals => {
  const found: Refusals = {}
  for (const [broken, field, sentence] of rules) if (broken) (found[field] ??= []).push(sentence)
  return found
}
export const before = (one: PlainDate | null, other: PlainDate | null): boolean => one !== null && other !== null && one < other

export const planRefused = (plan: { benefitExpenseOffsetCents: number | null }): Refusals =>
  refusals([[(plan.benefitExpenseOffsetCents ?? 0) < 0, 'benefitExpenseOffsetCents', 'A yearly expense is 0 or more.']])

export interface PolicyFacts {
  carrierCode: string
  issueDate: PlainDate
  issueAge: number | null
  faceAmountCents: number
  isSection1035Replacement: boolean
  replacedCarrier: string | null
  replacedIssueDate: PlainDate | null
  materialChange: boolean
  isAcquired: boolean
  acquisitionDate: PlainDate | null
}
export function policyRefused(
  policy: PolicyFacts,
  known: {
    productCarrier: string
    dateOfBirth: PlainDate | null
    dateOfDeath: PlainDate | null
    agreementOfAnother: boolean
    today: PlainDate
  },
): Refusals {
  const { issueDate, isSection1035Replacement: replaces } = policy
  const age = known.dateOfBirth === null ? null : ageOn(known.dateOfBirth, issueDate)
  return refusals([
    [
      policy.carrierCode !== known.productCarrier,
      'productId',
      `This product is one of ${known.productCarrier}, not of the policy’s carrier.`,
    ],
    [before(known.today, issueDate), 'issueDate', 'The issue date cannot be in the future.'],
    [before(issueDate, known.dateOfBirth), 'issueDate', `The insured was born on ${formatDate(known.dateOfBirth)}.`],
    [before(known.dateOfDeath, issueDate), 'issueDate', `The insured died on ${formatDate(known.dateOfDeath)}, before this issue date.`],
    // Carriers count age last or nearest birthday.
    [
      policy.issueAge !== null && age !== null && Math.abs(policy.issueAge - age) > 1,
      'issueAge',
      `Born on ${formatDate(known.dateOfBirth)}, the insured was ${age ?? 0} at issue.`,
    ],
    [replaces && !policy.replacedCarrier, 'replacedCarrier', 'Name the carrier of the contract that was exchanged.'],
    [replaces && policy.replacedIssueDate === null, 'replacedIssueDate', 'Enter when the contract that was exchanged was issued.'],
    [before(issueDate, policy.replacedIssueDate), 'replacedIssueDate', 'The contract that was exchanged was issued before this one.'],
    [!replaces && policy.replacedCarrier !== null, 'replacedCarrier', 'Only a section 1035 replacement has a replaced carrier.'],
    [!replaces && policy.replacedIssueDate !== null, 'replacedIssueDate', 'Only a section 1035 replacement has a replaced contract.'],
    [!replaces && policy.materialChange, 'materialChange', 'Only a section 1035 replacement can be a material change.'],
    [policy.isAcquired && policy.acquisitionDate === null, 'acquisitionDate', 'Enter when the policy was acquired.'],
    [!policy.isAcquired && policy.acquisitionDate !== null, 'acquisitionDate', 'Only an acquired policy has an acquisition date.'],
    [before(policy.acquisitionDate, issueDate), 'acquisitionDate', 'The acquisition date must be after the issue date.'],
    [known.agreementOfAnother, 'splitDollarAgreementId', 'This agreement is with another insured.'],
  ])
}

export interface InsuredFacts {
  dateOfBirth: PlainDate | null
  hireDate: PlainDate | null
  insuredRole: string
  employmentStatus: string
  employmentStatusDate: PlainDate | null
  dateOfDeath: PlainDate | null
  deathSource: string | null
  annualCompensationCents: number | null
  compensationAsOf: PlainDate | null
}
export function insuredRefused(
  insured: InsuredFacts,
  known: { lastIssue: PlainDate | null; firstIssue: PlainDate | null; today: PlainDate },
): Refusals {
  const { today } = known
  const deceased = insured.employmentStatus === 'DECEASED'
  const former = insured.insuredRole === 'FORMER_EMPLOYEE' || insured.insuredRole === 'FORMER_DIRECTOR'
  const { dateOfBirth: born, hireDate: hired, dateOfDeath: died } = insured
  return refusals([
    [before(today, born), 'dateOfBirth', 'The date of birth must not be in the future.'],
    [before(known.firstIssue, born), 'dateOfBirth', `A policy on this person was issued on ${formatDate(known.firstIssue)}.`],
    [born !== null && hired !== null && yearOf(hired) - yearOf(born) < 14, 'hireDate', 'The hire date is before the age of 14.'],
    [before(insured.employmentStatusDate, hired), 'employmentStatusDate', `The person was hired on ${formatDate(hired)}.`],
    [before(today, insured.employmentStatusDate), 'employmentStatusDate', 'The date cannot be in the future.'],
    [
      insured.employmentStatus !== 'ACTIVE' && !deceased && insured.employmentStatusDate === null,
      'employmentStatusDate',
      'Enter the date from which this employment status applies.',
    ],
    [former && insured.employmentStatus === 'ACTIVE', 'employmentStatus', 'A former employee or director is not active.'],
    [deceased && died === null, 'dateOfDeath', 'Enter the date of death.'],
    [!deceased && died !== null, 'employmentStatus', 'A person with a date of death must have the status deceased.'],
    [deceased && insured.deathSource === null, 'deathSource', 'Enter who reported the death.'],
    [before(today, died), 'dateOfDeath', 'The date of death must not be in the future.'],
    [before(died, born), 'dateOfDeath', 'The date of death is before the date of birth.'],
    [
      before(died, known.lastIssue),
      'dateOfDeath',
      `A policy on this person was issued on ${formatDate(known.lastIssue)}: no death before issue.`,
    ],
    [
      insured.annualCompensationCents !== null && insured.compensationAsOf === null,
      'compensationAsOf',
      'Enter the as-of date of the compensation.',
    ],
    [before(today, insured.compensationAsOf), 'compensationAsOf', 'The as-of date of the compensation must not be in the future.'],
  ])
}

/** Nine digits that the Social Security Administration could have given, or the Internal Revenue Service (they begin with 9). */
export const isPossibleSsn = (ssn: string): boolean => /^(?!000|666)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(ssn)

/** A consent that came late or says too little is entered as it is: the register then calls it defective. */
export function consentRefused(consent: Consent, today: PlainDate): Refusals {
  const { noticeDate, consentDate } = consent
  return refusals([
    [noticeDate === null && consentDate === null, 'noticeDate', 'Enter the date of the notice or of the consent.'],
    [before(today, noticeDate), 'noticeDate', 'The date of the notice cannot be in the future.'],
    [before(today, consentDate), 'consentDate', 'The date of the consent cannot be in the future.'],
    [before(consentDate, noticeDate), 'consentDate', 'The consent cannot be dated before the notice.'],
    [
      consent.maxFaceDisclosed !== null && consent.maxFaceSalaryMultiple !== null,
      'maxFaceSalaryMultiple',
      'The notice names an amount or a multiple of salary, not both.',
    ],
  ])
}

/** Final split-dollar regulations (Treas. Reg. 1.61-22, 1.7872-15) and, for PS 58 rates, Notice 2002-8. */
const FINAL_REGULATIONS = plainDate('2003-09-17')
const PS58_UNTIL = plainDate('2002-01-28')

export interface AgreementFacts {
  type: string
  benefitFormula: string
  amountCents: number | null
  fraction: number | null
  capCents: number | null
  rateBasis: string
  effectiveDate: PlainDate
  terminationDate: PlainDate | null
}
export function agreementRefused(agreement: AgreementFacts, known: { policiesOfOthers: boolean; policies: number }): Refusals {
  const { benefitFormula: formula, amountCents: amount, fraction } = agreement
  const needsAmount = formula === 'FIXED_DOLLAR' || formula === 'LESSER_OF'
  const needsShare = formula === 'PCT_OF_NAR' || formula === 'PCT_OF_DB' || formula === 'LESSER_OF'
  const needsMultiple = formula === 'MULTIPLE_OF_SALARY'
  return refusals([
    [needsAmount && amount === null, 'amountCents', 'Enter the amount of the insured’s benefit.'],
    [!needsAmount && amount !== null, 'amountCents', 'This formula has no amount.'],
    [needsShare && fraction === null, 'fraction', 'Enter the insured’s share.'],
    [needsMultiple && fraction === null, 'fraction', 'Enter the multiple of salary.'],
    [needsShare && fraction !== null && (fraction <= 0 || fraction > 1), 'fraction', 'A share is more than 0% and at most 100%.'],
    [
      needsMultiple && fraction !== null && (fraction <= 0 || fraction > 20),
      'fraction',
      'A multiple of salary is more than 0 and at most 20.',
    ],
    [!needsShare && !needsMultiple && fraction !== null, 'fraction', 'A fixed amount has no share.'],
    [formula === 'FIXED_DOLLAR' && agreement.capCents !== null, 'capCents', 'A fixed amount needs no cap.'],
    [before(agreement.terminationDate, agreement.effectiveDate), 'terminationDate', 'The end date must be after the effective date.'],
    [
      agreement.type === 'LOAN_REGIME' && agreement.effectiveDate <= FINAL_REGULATIONS,
      'type',
      `The loan regime is for agreements after ${formatDate(FINAL_REGULATIONS)}.`,
    ],
    [
      agreement.type === 'LOAN_REGIME' && agreement.rateBasis !== 'TABLE_2001',
      'rateBasis',
      'A loan has no cost of insurance to report: leave Table 2001.',
    ],
    [
      agreement.rateBasis === 'PS58_GRANDFATHERED' && agreement.effectiveDate >= PS58_UNTIL,
      'rateBasis',
      `PS 58 rates are for agreements made before ${formatDate(PS58_UNTIL)}.`,
    ],
    [known.policies === 0, 'policyIds', 'Choose the policies that the agreement covers.'],
    [known.policiesOfOthers, 'policyIds', 'An agreement covers policies on the same insured.'],
  ])
}

export interface TransactionFacts {
  type: TransactionType
  transactionDate: PlainDate
  amountCents: number | null
  note: string | null
}
export interface TransactionSurroundings {
  issueDate: PlainDate
  endedOn: PlainDate | null
  isReplacement: boolean
  /** The last posted value before the day; null when there is none. */
  valueBefore: Cents | null
  /** Loans less repayments, without this transaction. */
  loansOutstanding: Cents
  /** The other half of an exchange: null when it is outside the institution's book. */
  pair: { policyNumber: string; transactionDate: PlainDate; amountCents: Cents | null } | null
  today: PlainDate
}
export function transactionRefused(transaction: TransactionFacts, known: TransactionSurroundings): Refusals {
  const { type, transactionDate: date, amountCents: amount, note } = transaction
  const { pair, endedOn } = known
  const kind = TRANSACTION_TYPES[type]
  const takesOut = type === 'WITHDRAWAL' || type === 'PREMIUM_REFUND' || type === 'LOAN'
  const most = known.valueBefore
  return refusals([
    [kind.amount === 'required' && amount === null, 'amountCents', `A ${kind.label.toLowerCase()} has an amount.`],
    [kind.amount === 'none' && amount !== null, 'amountCents', `A ${kind.label.toLowerCase()} has no amount.`],
    [
      amount !== null && amount <= 0 && type !== 'CORRECTION' && type !== 'FACE_CHANGE' && kind.byHand,
      'amountCents',
      'Enter an amount above 0.',
    ],
    [kind.note === 'required' && !note, 'note', type === 'RATE_RESET' ? 'Enter the old and the new rate.' : 'Enter a description.'],
    [before(date, known.issueDate), 'transactionDate', `The policy was issued on ${formatDate(known.issueDate)}.`],
    [before(known.today, date), 'transactionDate', 'The date cannot be in the future.'],
    [kind.byHand && before(endedOn, date), 'transactionDate', `The policy ended on ${formatDate(endedOn)}.`],
    [takesOut && amount !== null && most !== null && amount > most, 'amountCents', `The policy’s value then was ${formatMoney(most)}.`],
    [
      type === 'LOAN_REPAY' && amount !== null && amount > known.loansOutstanding,
      'amountCents',
      `Loans of ${formatMoney(known.loansOutstanding)} are outstanding.`,
    ],
    [
      type === 'EXCHANGE_IN' && !known.isReplacement,
      'type',
      'The policy is not marked as a section 1035 replacement. Correct the policy first.',
    ],
    [
      pair !== null && pair.transactionDate !== date,
      'transactionDate',
      `The exchange out of ${pair?.policyNumber} is of ${formatDate(pair?.transactionDate)}.`,
    ],
    [
      pair !== null && pair.amountCents !== amount,
      'amountCents',
      `${pair?.policyNumber} released ${formatMoney(pair?.amountCents)}: both sides must be equal.`,
    ],
  ])
}

export interface ValuationFacts {
  cashSurrenderValueCents: number
  deathBenefitCents: number
  insuredShareCents: number
  accountValueEndCents: number | null
  surrenderChargeCents: number | null
}
/** The identities between a policy's figures. */
export function valuationRefused(value: ValuationFacts): Refusals {
  const { cashSurrenderValueCents: surrender, deathBenefitCents: death, accountValueEndCents: account } = value
  const charge = value.surrenderChargeCents ?? 0
  return refusals([
    [surrender < 0, 'cashSurrenderValueCents', 'A cash surrender value is 0 or more.'],
    [death < surrender, 'deathBenefitCents', 'The death benefit is at least the cash surrender value.'],
    [value.insuredShareCents < 0, 'insuredShareCents', 'The insured’s share is 0 or more.'],
    [value.insuredShareCents > Math.max(death - surrender, 0), 'insuredShareCents', 'The insured’s share ends at the net amount at risk.'],
    [
      account !== null && Math.abs(account - charge - surrender) > 1,
      'cashSurrenderValueCents',
      'It differs from the account value less the surrender charge.',
    ],
  ])
}

/** Age last birthday. */
function ageOn(born: PlainDate, day: PlainDate): number {
  return yearOf(day) - yearOf(born) - (day.slice(5) < born.slice(5) ? 1 : 0)
}
