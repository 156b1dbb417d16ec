/** The register in words: the kinds of plan, insured, agreement and transaction, as forms, lists and sentences name them. */
import type { PlainDate } from '../primitives/period.ts'

export const PLAN_TYPES = {
  BOLI_COST_RECOVERY: 'BOLI, cost recovery',
  SERP: 'Supplemental executive retirement',
  DIRECTOR_RETIREMENT: 'Director retirement',
  DEFERRED_COMP: 'Deferred compensation',
  SPLIT_DOLLAR: 'Split dollar',
  KEY_PERSON: 'Key person',
  NQDC_COLI: 'COLI, nonqualified deferred compensation',
} as const
export const INSURED_ROLES = {
  EMPLOYEE: 'Employee',
  OFFICER: 'Officer',
  DIRECTOR: 'Director',
  FORMER_EMPLOYEE: 'Former employee',
  FORMER_DIRECTOR: 'Former director',
} as const
export const EMPLOYMENT_STATUSES = {
  ACTIVE: 'Active',
  RETIRED: 'Retired',
  TERMINATED: 'Terminated',
  DISABLED: 'Disabled',
  DECEASED: 'Deceased',
  DIRECTOR_EMERITUS: 'Director emeritus',
} as const
const LEFT: ReadonlySet<string> = new Set(['RETIRED', 'TERMINATED'])
/** Left in their lifetime. Who is disabled has not; a director emeritus is a director still. */
export const leftEmployment = (employmentStatus: string): boolean => LEFT.has(employmentStatus)
const FORMER: ReadonlySet<string> = new Set(['FORMER_EMPLOYEE', 'FORMER_DIRECTOR'])

/** Employment by the register: the last status, and the day it began. */
export interface Employment {
  role: string
  employmentStatus: string
  statusDate: PlainDate | null
  dateOfDeath: PlainDate | null
}

/** Died by a date. A death without a date is taken to have happened when the status began, or to hold already. */
export const hadDied = ({ dateOfDeath, employmentStatus, statusDate }: Employment, on: PlainDate): boolean =>
  dateOfDeath === null ? employmentStatus === 'DECEASED' && (statusDate === null || statusDate <= on) : dateOfDeath <= on

/** Left the institution, or its board, by a date: retired, terminated, or former in role, whatever the status. What has no date holds already. */
export const hadLeft = ({ role, employmentStatus, statusDate }: Employment, on: PlainDate): boolean =>
  (leftEmployment(employmentStatus) || FORMER.has(role)) && (statusDate === null || statusDate <= on)

/** Whether somebody is an employee, officer or director by what the register says now. */
export const isEmployed = ({ role, employmentStatus }: Pick<Employment, 'role' | 'employmentStatus'>): boolean =>
  employmentStatus !== 'DECEASED' && !leftEmployment(employmentStatus) && !FORMER.has(role)

/** Whether somebody was an employee, officer or director at a date, as every report counts it. */
export const isEmployedAt = (employment: Employment, on: PlainDate): boolean => !hadDied(employment, on) && !hadLeft(employment, on)

/** The role at a date: who became a former employee or director after it was one then. */
export function roleAt({ role, statusDate }: Employment, on: PlainDate): string {
  if (statusDate === null || statusDate <= on) return role
  return role === 'FORMER_EMPLOYEE' ? 'EMPLOYEE' : role === 'FORMER_DIRECTOR' ? 'DIRECTOR' : role
}

/** The employment status at a date; who changed it after that was active until then, as far as the register knows. */
export function employmentStatusAt(employment: Employment, on: PlainDate): string {
  if (hadDied(employment, on)) return 'DECEASED'
  const { employmentStatus, statusDate } = employment
  return employmentStatus === 'DECEASED' || (statusDate !== null && statusDate > on) ? 'ACTIVE' : employmentStatus
}
export const DEATH_SOURCES = {
  BANK: 'The institution',
  SWEEP: 'A Social Security sweep',
  CARRIER: 'The carrier',
  OBITUARY: 'An obituary',
} as const
export const AGREEMENT_TYPES = {
  ENDORSEMENT: 'Endorsement',
  COLLATERAL_ASSIGNMENT: 'Collateral assignment',
  LOAN_REGIME: 'Loan regime',
} as const
export const BENEFIT_FORMULAS = {
  FIXED_DOLLAR: 'A fixed amount',
  PCT_OF_NAR: 'A share of the net amount at risk',
  PCT_OF_DB: 'A share of the death benefit',
  MULTIPLE_OF_SALARY: 'A multiple of salary',
  LESSER_OF: 'The lesser of an amount and a share of the net amount at risk',
} as const
export const RATE_BASES = {
  TABLE_2001: 'Table 2001',
  CARRIER_ALTERNATIVE: 'The carrier’s alternative rates',
  PS58_GRANDFATHERED: 'PS 58, grandfathered',
} as const

/** `amount`: whether it carries money. `byHand`: entered by itself; the others come with a status of the policy and are balanced by it. */
export const TRANSACTION_TYPES = {
  PREMIUM: { label: 'Premium', amount: 'required', byHand: true, note: 'optional' },
  PREMIUM_REFUND: { label: 'Premium refund', amount: 'required', byHand: true, note: 'optional' },
  WITHDRAWAL: { label: 'Withdrawal', amount: 'required', byHand: true, note: 'optional' },
  LOAN: { label: 'Policy loan', amount: 'required', byHand: true, note: 'optional' },
  LOAN_REPAY: { label: 'Loan repayment', amount: 'required', byHand: true, note: 'optional' },
  EXCHANGE_IN: { label: '1035 exchange in', amount: 'required', byHand: true, note: 'optional' },
  FACE_CHANGE: { label: 'Face amount changed', amount: 'required', byHand: true, note: 'required' },
  RATE_RESET: { label: 'Crediting rate reset', amount: 'none', byHand: true, note: 'required' },
  CORRECTION: { label: 'Correction', amount: 'optional', byHand: true, note: 'required' },
  SURRENDER: { label: 'Surrender', amount: 'required', byHand: false, note: 'optional' },
  DEATH_CLAIM: { label: 'Death claim', amount: 'required', byHand: false, note: 'optional' },
  EXCHANGE_OUT: { label: '1035 exchange out', amount: 'required', byHand: false, note: 'optional' },
  STATUS_CHANGE: { label: 'Status change', amount: 'none', byHand: false, note: 'optional' },
} as const satisfies Record<
  string,
  { label: string; amount: 'required' | 'optional' | 'none'; byHand: boolean; note: 'required' | 'optional' }
>
export type TransactionType = keyof typeof TRANSACTION_TYPES

export const CHANGE_ACTIONS = { ADDED: 'Added', CORRECTED: 'Corrected', REMOVED: 'Taken out' } as const
export type ChangeAction = keyof typeof CHANGE_ACTIONS
/** The record that a change was made to. */
export const REGISTER_ENTITIES = {
  plan: 'Plan',
  policy: 'Policy',
  insured: 'Insured',
  consent: 'Consent',
  agreement: 'Split-dollar agreement',
  transaction: 'Transaction',
  status: 'Status',
  valuation: 'Posted value',
  fund: 'Fund of a separate account',
  liability: 'Plan liability',
  illustration: 'Illustration',
  sevenPay: '7-pay premium',
} as const
export type RegisterEntity = keyof typeof REGISTER_ENTITIES
