/** Plans and people of the register: insureds with what is personal, and their consents under IRC 101(j)(4). */
import { CONSENT_FLAW_CODES, CONSENT_STATUS_CODES, CONSENT_STATUSES, STATUSES_AT_ISSUE } from '@corridor/domain/policies/consents.ts'
import { DEATH_SOURCES, EMPLOYMENT_STATUSES, INSURED_ROLES, PLAN_TYPES } from '@corridor/domain/policies/register.ts'
import { isPossibleSsn } from '@corridor/domain/policies/rules.ts'
import { codesOf } from '@corridor/domain/primitives/codes.ts'
import { z } from 'zod'
import { idParam, repeated } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { amount, day, holding, holdingTotals, needed, registerCalls, text } from './register-calls.ts'

export const plans = registerCalls({
  path: 'plans',
  words: ['plan', 'plans'],
  fields: {
    planName: needed('the plan’s name', 200),
    planType: worded(z.enum(codesOf(PLAN_TYPES)), PLAN_TYPES),
    effectiveDate: day,
    businessPurpose: needed('what the plan is for', 500),
    benefitExpenseOffsetCents: amount.nullable(),
    rabbiTrust: z.boolean(),
  },
  row: {
    planName: z.string(),
    planType: worded(z.enum(codesOf(PLAN_TYPES)), PLAN_TYPES),
    effectiveDate: z.string(),
    businessPurpose: z.string(),
    benefitExpenseOffsetCents: z.int().nullable(),
    rabbiTrust: z.boolean(),
    ...holding,
  },
  filters: { planType: repeated(z.enum(codesOf(PLAN_TYPES))) },
  totals: holdingTotals,
  sortable: ['planName', 'planType', 'effectiveDate', 'policies', 'cashSurrenderValueCents', 'deathBenefitCents'],
  defaultSort: 'planName',
})

const personal = {
  dateOfBirth: day.nullable(),
  annualCompensationCents: amount.nullable(),
  compensationAsOf: day.nullable(),
}
const insuredFields = {
  firstName: needed('the first name', 80),
  middleName: text(80),
  lastName: needed('the last name', 80),
  suffix: text(20),
  gender: z.enum(['M', 'F']).nullable(),
  smokerStatus: z.enum(['NONSMOKER', 'SMOKER', 'UNKNOWN']).nullable(),
  employeeId: text(40),
  title: text(120),
  hireDate: day.nullable(),
  insuredRole: z.enum(codesOf(INSURED_ROLES)),
  employmentStatus: z.enum(codesOf(EMPLOYMENT_STATUSES)),
  employmentStatusDate: day.nullable(),
  dateOfDeath: day.nullable(),
  deathSource: z.enum(codesOf(DEATH_SOURCES)).nullable(),
  stateOfResidence: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Enter the state as two letters')
    .nullable(),
}
/** Written only: it is never shown again but for its last four digits. */
export const ssn = z
  .string()
  .transform((typed) => typed.replace(/[\s-]/g, ''))
  .refine(isPossibleSsn, 'Enter a valid nine-digit Social Security number')
export const insureds = registerCalls({
  path: 'insureds',
  words: ['insured', 'insureds'],
  fields: { ...insuredFields, ...personal, ssn: ssn.nullable().optional() },
  row: {
    insuredName: z.string(),
    title: z.string().nullable(),
    insuredRole: worded(z.enum(codesOf(INSURED_ROLES)), INSURED_ROLES),
    employmentStatus: worded(z.enum(codesOf(EMPLOYMENT_STATUSES)), EMPLOYMENT_STATUSES),
    employmentStatusDate: z.string().nullable(),
    ...holding,
  },
  filters: {
    insuredRole: repeated(z.enum(codesOf(INSURED_ROLES))),
    employmentStatus: repeated(z.enum(codesOf(EMPLOYMENT_STATUSES))),
    planId: idParam.optional(),
  },
  totals: holdingTotals,
  sortable: [
    'insuredName',
    'title',
    'insuredRole',
    'employmentStatus',
    'employmentStatusDate',
    'policies',
    'cashSurrenderValueCents',
    'deathBenefitCents',
  ],
  defaultSort: 'insuredName',
})
/** An insured's own page; what is personal is null below level 2. */
export const insuredRecord = z.object({
  id: z.int(),
  ...insuredFields,
  ...personal,
  ssnLast4: z.string().nullable(),
  hasSsn: z.boolean(),
  updatedAt: z.string(),
})

const consentFields = {
  noticeDate: day.nullable(),
  consentDate: day.nullable(),
  maxFaceDisclosedCents: amount.min(1, 'A maximum is above 0').nullable(),
  maxFaceSalaryMultiple: z.number().gt(0, 'A multiple is above 0').max(100).nullable(),
  continueAfterTermination: z.boolean(),
  beneficiaryDisclosed: z.boolean(),
  statusAtIssue: worded(
    z.enum(['DIRECTOR', 'HIGHLY_COMPENSATED_EMPLOYEE', 'HIGHLY_COMPENSATED_INDIVIDUAL', 'OTHER_EMPLOYEE']),
    STATUSES_AT_ISSUE,
  ).nullable(),
  statusBasis: text(200),
  keptAt: text(200),
}
export const consentRecord = z.object({ id: z.int(), insuredId: z.int(), ...consentFields, updatedAt: z.string() })
export const consents = registerCalls({
  path: 'consents',
  words: ['consent', 'consents'],
  fields: { insuredId: idParam, ...consentFields },
  /** One row an insured: the consent that speaks for the policies, and what it is worth. `id` is the insured's. */
  row: {
    insuredName: z.string(),
    insuredRole: worded(z.enum(codesOf(INSURED_ROLES)), INSURED_ROLES),
    employmentStatus: worded(z.enum(codesOf(EMPLOYMENT_STATUSES)), EMPLOYMENT_STATUSES),
    /** Held policies that section 101(j) covers, and their face amounts. */
    policies: z.int(),
    firstIssue: z.string().nullable(),
    faceAmountCents: z.int(),
    noticeDate: z.string().nullable(),
    consentDate: z.string().nullable(),
    maxFaceDisclosedCents: z.int().nullable(),
    statusAtIssue: consentFields.statusAtIssue,
    consents: z.int(),
    consentStatus: worded(z.enum(CONSENT_STATUS_CODES), CONSENT_STATUSES),
    reasons: z.string().nullable(),
  },
  filters: {
    consentStatus: repeated(z.enum(CONSENT_STATUS_CODES)),
    flaw: repeated(z.enum(CONSENT_FLAW_CODES)),
    employmentStatus: repeated(z.enum(codesOf(EMPLOYMENT_STATUSES))),
  },
  totals: z.object({
    VALID: z.int(),
    MISSING: z.int(),
    DEFECTIVE: z.int(),
    NOT_REQUIRED: z.int(),
    NO_POLICY: z.int().meta({ description: 'Employed people without a policy in force: a consent is needed before one is issued.' }),
    /** People by what is wrong, whichever of these the list is narrowed to; one person may stand under several. */
    flaws: z.record(z.enum(CONSENT_FLAW_CODES), z.int()),
  }),
  sortable: [
    'insuredName',
    'insuredRole',
    'employmentStatus',
    'policies',
    'firstIssue',
    'faceAmountCents',
    'noticeDate',
    'consentDate',
    'consentStatus',
  ],
  defaultSort: 'insuredName',
})
