/**
 * Form 8925, Report of Employer-Owned Life Insurance Contracts: which contract of a policyholder counts, who of its insured is an employee, lines 1 to 4b.
 * The form counts people, not contracts, at the end of the tax year (lines 1 to 4).
 * @see Form 8925 (Rev. September 2017), IRC 6039I, IRC 101(j), Notice 2009-48
 */
import { type Consent, type ConsentFinding, type ConsentPolicy, consentOfPolicy, OUTSIDE_SECTION_101J } from '../../policies/consents.ts'
import { hadDied, hadLeft, leftEmployment } from '../../policies/register.ts'
import { type Cents, sumCents } from '../../primitives/money.ts'
import type { PlainDate } from '../../primitives/period.ts'
import { contractsOf } from './contracts.ts'
import type { Form8925Insured, Form8925Policy, Form8925Site, Form8925Snapshot } from './snapshot.ts'

/** Why a contract counts, or why not. The order is that of the reconciliation. */
export const SCOPE_REASONS = {
  IN_SCOPE: 'Employee, contract issued after August 17, 2006',
  NOT_IN_FORCE: 'Not in force at the end of the tax year',
  ISSUED_AFTER: 'Issued after the end of the tax year',
  BEFORE_101J: 'Issued on or before August 17, 2006',
  EXCHANGED_1035: 'Section 1035 exchange of a contract issued on or before August 17, 2006, without material change',
  DECEASED: 'Insured had died by the end of the tax year',
  FORMER_EMPLOYEE: 'Insured was no longer an employee at the end of the tax year',
  NOT_YET_EMPLOYED: 'Insured was hired after the end of the tax year',
} as const satisfies Record<string, string>
export type ScopeReason = keyof typeof SCOPE_REASONS

export interface Form8925Finding {
  policy: Form8925Policy
  insured: Form8925Insured
  /** The portal that keeps it, where that is another: its name and number are not known here. */
  elsewhere: Form8925Site | null
  reason: ScopeReason
  /** For a contract that counts; null for others. */
  consent: ConsentFinding | null
  /** The consent that speaks for the contract, whether it counts or not; null where none is on file or none is needed. */
  given: Consent | null
}

export interface Form8925Lines {
  /** Employees at the end of the tax year, directors included; null when nobody said. Never derived from the insured. */
  line1: number | null
  /** People among them insured under a contract that counts. */
  line2: number
  /** Whole death benefit of the contracts that count, both shares, cents. */
  line3: Cents
  /** Null when nobody is insured: the question then has no subject. */
  line4a: boolean | null
  /** People without a valid consent for every contract that counts; null when line 4a is Yes or has no subject. */
  line4b: number | null
}

/** Statuses in which a contract is in force; a claim that is not paid yet leaves it in force, but its insured counts no more. */
const IN_FORCE: ReadonlySet<string> = new Set(['IN_FORCE', 'GRACE', 'PAID_UP', 'DEATH_CLAIM_PENDING'])

/**
 * Whether a contract is one that line 2 speaks of, whoever its insured is: in force, issued after 17 August 2006 and by the year's end, and not an
 * unchanged section 1035 replacement of one issued before (page 2 of the form, "Section 1035 exchanges").
 * @param taxYearEnd last day of the policyholder's tax year
 */
export function contractReason(policy: Form8925Policy, taxYearEnd: PlainDate): ScopeReason {
  if (policy.issueDate > taxYearEnd) return 'ISSUED_AFTER'
  if (!IN_FORCE.has(policy.statusAtYearEnd)) return 'NOT_IN_FORCE'
  if (policy.issueDate <= OUTSIDE_SECTION_101J) return 'BEFORE_101J'
  const { isSection1035Replacement, replacedIssueDate, materialChange } = policy
  if (isSection1035Replacement && replacedIssueDate !== null && replacedIssueDate <= OUTSIDE_SECTION_101J && !materialChange)
    return 'EXCHANGED_1035'
  return 'IN_SCOPE'
}

/**
 * Whether the insured is among the employees of line 1 at the year's end: officers, directors and highly compensated employees are (IRC 101(j)(5)(A)),
 * those who left or died are not. What the register knows without a date is taken to hold already; a director emeritus counts as a director.
 */
export function employmentReason(insured: Form8925Insured, taxYearEnd: PlainDate): ScopeReason {
  if (hadDied(insured, taxYearEnd)) return 'DECEASED'
  if (hadLeft(insured, taxYearEnd)) return 'FORMER_EMPLOYEE'
  const { hireDate } = insured
  return hireDate !== null && hireDate > taxYearEnd ? 'NOT_YET_EMPLOYED' : 'IN_SCOPE'
}

/** Every contract of the snapshot with its reason, and of those that count the consent, judged with all that count on the same person. */
export function findingsOf(snapshot: Pick<Form8925Snapshot, 'period' | 'policies' | 'insureds' | 'elsewhere'>): Form8925Finding[] {
  const { period } = snapshot
  const kept = contractsOf(snapshot)
  const judged = kept.map((one) => {
    const contract = contractReason(one.policy, period)
    return { ...one, reason: contract === 'IN_SCOPE' ? employmentReason(one.insured, period) : contract }
  })
  const counted = Map.groupBy(
    judged.filter(({ reason }) => reason === 'IN_SCOPE'),
    ({ insured }) => insured.personId,
  )
  const entries = [...new Set([...snapshot.insureds, ...kept.map(({ insured }) => insured)])]
  const signed = Map.groupBy(entries, ({ personId }) => personId)
  return judged.map((one) => {
    const { policy, insured, reason } = one
    const theirs = reason === 'IN_SCOPE' ? (counted.get(insured.personId) ?? []) : [one]
    const { consent: given, ...consent } = consentOfPolicy(
      asContract(policy),
      theirs.map((each) => asContract(each.policy)),
      (signed.get(insured.personId) ?? []).flatMap(({ consents }) => consents),
      leaving(insured),
    )
    return { ...one, consent: reason === 'IN_SCOPE' ? consent : null, given }
  })
}

/**
 * Lines 1 to 4b. Line 3 is the sum of the schedule's death benefits that count.
 * @param employees as the policyholder stated them for the tax year end, directors included; null when it did not
 * @throws RangeError for a number of employees that is none, or a contract that counts without a death benefit
 */
export function linesOf(findings: readonly Form8925Finding[], employees: number | null): Form8925Lines {
  if (employees !== null && !(Number.isInteger(employees) && employees >= 0)) throw new RangeError(`${employees} employees`)
  const counted = findings.filter(({ reason }) => reason === 'IN_SCOPE')
  const people = Map.groupBy(counted, ({ insured }) => insured.personId)
  const without = [...people.values()].filter((theirs) => theirs.some(({ consent }) => consent?.status !== 'VALID')).length
  return {
    line1: employees,
    line2: people.size,
    line3: sumCents(counted.map(benefitOf)),
    line4a: people.size === 0 ? null : without === 0,
    line4b: without === 0 ? null : without,
  }
}

/** At the end of the tax year. */
export const isInForce = ({ reason }: Pick<Form8925Finding, 'reason'>): boolean => reason !== 'NOT_IN_FORCE' && reason !== 'ISSUED_AFTER'

export function benefitOf({ policy }: Form8925Finding): Cents {
  if (policy.deathBenefit === null) throw new RangeError(`policy ${policy.policyNumber} is in force without a death benefit`)
  return policy.deathBenefit
}

/** A step of the way from all contracts in force to lines 2 and 3. */
export interface ReconciliationStep {
  key: ScopeReason | 'IN_FORCE'
  label: string
  policies: number
  /** Distinct people. */
  insureds: number
  deathBenefit: Cents
}

const STEPS = ['BEFORE_101J', 'EXCHANGED_1035', 'FORMER_EMPLOYEE', 'DECEASED', 'NOT_YET_EMPLOYED'] as const

/** In force at the year's end, less what does not count by reason, is lines 2 and 3. People with contracts of both kinds are counted in each step, so that only contracts and amounts subtract. */
export function reconciliationOf(findings: readonly Form8925Finding[]): ReconciliationStep[] {
  const inForce = findings.filter(isInForce)
  const step = (key: ReconciliationStep['key'], label: string, of: readonly Form8925Finding[]): ReconciliationStep => ({
    key,
    label,
    policies: of.length,
    insureds: new Set(of.map(({ insured }) => insured.personId)).size,
    deathBenefit: sumCents(of.map(benefitOf)),
  })
  return [
    step('IN_FORCE', 'Contracts in force at the end of the tax year', inForce),
    ...STEPS.map((reason) =>
      step(
        reason,
        `Less: ${lower(SCOPE_REASONS[reason])}`,
        inForce.filter((finding) => finding.reason === reason),
      ),
    ),
    step(
      'IN_SCOPE',
      'Lines 2 and 3',
      inForce.filter(({ reason }) => reason === 'IN_SCOPE'),
    ),
  ]
}

const lower = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

const asContract = ({
  issueDate,
  faceAmount,
  isSection1035Replacement,
  replacedIssueDate,
  materialChange,
}: Form8925Policy): ConsentPolicy => ({
  issueDate,
  faceAmount,
  isSection1035Replacement,
  replacedIssueDate,
  materialChange,
})
/** Notice 2009-48: the contract must be issued before the employment ends. */
const leaving = ({ annualCompensation, employmentStatus, statusDate }: Form8925Insured) => ({
  annualCompensation,
  leftOn: leftEmployment(employmentStatus) ? statusDate : null,
})
