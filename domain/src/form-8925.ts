/**
 * Form 8925, Report of Employer-Owned Life Insurance Contracts: which contract of a policyholder counts, who of its insured is an employee, lines 1 to 4b.
 * The form counts people, not contracts, at the end of the tax year (domain.md 2.4).
 * @see Form 8925 (Rev. September 2017), IRC 6039I, IRC 101(j), Notice 2009-48
 */
import { type Consent, type ConsentFinding, type ConsentPolicy, consentOfPolicy, OUTSIDE_SECTION_101J } from './consents.ts'
import type { Form8925Insured, Form8925Policy, Form8925Snapshot } from './form-8925-snapshot.ts'
import { type Cents, sumCents } from './money.ts'
import { formatDate, type PlainDate } from './period.ts'
import { hadDied, hadLeft, leftEmployment } from './register.ts'

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
  reason: ScopeReason
  /** Of a contract that counts; null for others. */
  consent: ConsentFinding | null
  /** The consent that speaks for the contract, whether it counts or not; null where none is on file or none is needed. */
  given: Consent | null
}

export interface Form8925Lines {
  /** Employees at the end of the tax year, directors included; null when nobody said. Never derived from the insured. */
  line1: number | null
  /** Of them, people insured under a contract that counts. */
  line2: number
  /** Whole death benefit of the contracts that count, both shares, cents. */
  line3: Cents
  /** Null when nobody is insured: the question then has no subject. */
  line4a: boolean | null
  /** People without a valid consent for every contract that counts; null when line 4a is Yes or has no subject. */
  line4b: number | null
}

/** Statuses in which a contract is in force (domain.md 1.5); a claim that is not paid yet leaves it in force, but its insured counts no more. */
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
export function findingsOf({ period, policies, insureds }: Pick<Form8925Snapshot, 'period' | 'policies' | 'insureds'>): Form8925Finding[] {
  const people = new Map(insureds.map((insured) => [insured.insuredId, insured]))
  const judged = policies.map((policy) => {
    const insured = people.get(policy.insuredId)
    if (!insured) throw new RangeError(`policy ${policy.policyNumber} has no insured`)
    const contract = contractReason(policy, period)
    return { policy, insured, reason: contract === 'IN_SCOPE' ? employmentReason(insured, period) : contract }
  })
  const counted = Map.groupBy(
    judged.filter(({ reason }) => reason === 'IN_SCOPE'),
    ({ insured }) => insured.personId,
  )
  const signed = Map.groupBy(insureds, ({ personId }) => personId)
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

function benefitOf({ policy }: Form8925Finding): Cents {
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
  const inForce = findings.filter(({ reason }) => reason !== 'NOT_IN_FORCE' && reason !== 'ISSUED_AFTER')
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

/** Things to settle before the form is filed, each a sentence; `policies` are their numbers. */
export interface OpenItem {
  key: string
  text: string
  policies: string[]
}

/** @param taxYearEnd when line 1 is stated for; another day than the snapshot's while the year still runs */
export function openItemsOf(snapshot: Form8925Snapshot, findings: readonly Form8925Finding[], taxYearEnd = snapshot.period): OpenItem[] {
  const { employees, period, yearStart } = snapshot
  const holder = snapshot.subsidiary ?? snapshot.institution
  const lines = linesOf(findings, employees?.count ?? null)
  const items: OpenItem[] = []
  const say = (key: string, text: string, of: readonly Form8925Finding[] = []) =>
    items.push({ key, text, policies: of.map(({ policy }) => policy.policyNumber) })
  const each = (test: (finding: Form8925Finding) => boolean, key: string, text: (count: number) => string) => {
    const found = findings.filter(test)
    if (found.length > 0) say(key, text(found.length), found)
  }

  if (employees === null)
    say(
      'LINE_1',
      `Line 1 is blank: ${holder.legalName} has not stated its employees, directors included, at ${formatDate(taxYearEnd)}. The annual questionnaire asks for them; staff enter them on the institution’s page.`,
    )
  else if (employees.count < lines.line2)
    say(
      'LINE_1_LOW',
      `Line 1 states ${employees.count} employees, fewer than the ${lines.line2} insured on line 2. Ask for the number again, directors included.`,
    )
  if (!snapshot.institution.ein) say('EIN', `${snapshot.institution.legalName} has no EIN on file: the identifying number is blank.`)
  if (!snapshot.institution.businessType)
    say('BUSINESS', `No type of business is on file for ${snapshot.institution.legalName}: the line is blank.`)
  each(
    ({ consent }) => consent !== null && consent.status !== 'VALID',
    'CONSENT',
    (count) =>
      `${lines.line4b === 1 ? 'One employee' : `${lines.line4b} employees`} on line 2 ${lines.line4b === 1 ? 'is' : 'are'} without a valid consent (${policiesOf(count)}): see the schedule for the reasons.`,
  )
  each(
    ({ insured }) => insured.dateOfDeath !== null && insured.dateOfDeath > yearStart && insured.dateOfDeath <= period,
    'DEATH',
    (count) =>
      `A death in the tax year concerns ${policiesOf(count)}: check that the proceeds were excluded from income rightly (IRC 101(j)).`,
  )
  each(
    ({ policy, reason }) =>
      reason !== 'ISSUED_AFTER' && reason !== 'NOT_IN_FORCE' && policy.isSection1035Replacement && policy.replacedIssueDate === null,
    'UNKNOWN_1035',
    (count) =>
      `${capital(policiesOf(count))} came by a section 1035 exchange, but the issue date of the replaced contract is not on file, so the exception is not applied.`,
  )
  each(
    ({ reason }) => reason === 'FORMER_EMPLOYEE',
    'FORMER',
    (count) =>
      `${capital(policiesOf(count))} on former employees ${count === 1 ? 'is' : 'are'} not on lines 2 and 3. Confirm that they had left by ${formatDate(period)}.`,
  )
  each(
    ({ insured, reason }) => reason === 'IN_SCOPE' && insured.employmentStatus === 'DIRECTOR_EMERITUS',
    'EMERITUS',
    (count) =>
      `${capital(policiesOf(count))} on directors emeriti ${count === 1 ? 'is' : 'are'} counted as on directors. Confirm that they still serve as such.`,
  )
  each(
    ({ policy }) => policy.ownedThrough !== null,
    'NO_OWN_RETURN',
    (count) => `${capital(policiesOf(count))} of subsidiaries without an EIN of their own ${count === 1 ? 'is' : 'are'} on this form.`,
  )
  return items
}

const policiesOf = (count: number): string => (count === 1 ? '1 policy' : `${count} policies`)
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
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
