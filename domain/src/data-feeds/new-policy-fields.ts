/** Columns of carriers' files that only new policies are read by. */

import { type FeedFieldDefinition, field, type NewPolicyKind } from './field.ts'

/** Columns that a policy takes along into the register and that no month's value has: employment, notice and consent, section 1035 exchange. */
export const NEW_POLICY_FIELDS = {
  insuredTitle: field('Title', 'words', 'Job Title; Position; Insured Title'),
  insuredRole: field('Role of the insured', 'role', 'Insured Role; Role; Employee Class; Participant Type'),
  employmentStatus: field('Employment status', 'employment', 'Emp Status; Employee Status; Employment'),
  employmentStatusDate: field(
    'Employment status since',
    'day',
    'Employment Status Date; Termination Date; Retirement Date; Date of Termination',
  ),
  hireDate: field('Hire date', 'day', 'Date of Hire; DOH; Hired; Employment Date'),
  annualCompensation: field('Annual compensation', 'amount', 'Salary; Annual Salary; Compensation; Annual Comp; Base Salary'),
  compensationAsOf: field('Compensation as of', 'day', 'Salary Date; Compensation Date; Salary as of'),
  stateOfResidence: field('State of residence', 'state', 'Residence State; Insured State; Resident State'),
  noticeDate: field('Notice date', 'day', 'Date of Notice; Notice Given'),
  consentDate: field('Consent date', 'day', 'Date of Consent; Consent Signed; Consent Signed Date'),
  maxFaceDisclosed: field('Maximum face amount disclosed', 'amount', 'Max Face Disclosed; Maximum Face; Max Face; Maximum Face Disclosed'),
  continueAfterTermination: field(
    'Coverage may continue after termination',
    'answer',
    'Continue After Termination; Continues After Termination',
  ),
  beneficiaryDisclosed: field('Beneficiary disclosed', 'answer', 'Employer Beneficiary Disclosed'),
  statusAtIssue: field('Status at issue', 'statusAtIssue', 'Status at Issue 101(j); 101(j) Status'),
  consentKeptAt: field('Consent kept at', 'words', 'Consent Location; Consent File'),
  isSection1035Replacement: field('Section 1035 exchange', 'answer', '1035; 1035 Exchange; Sec 1035; 1035 Flag; Section 1035; IRC 1035'),
  replacedCarrier: field('Replaced carrier', 'words', '1035 Carrier; Prior Carrier; Exchanged From'),
  replacedIssueDate: field(
    'Replaced contract issued',
    'day',
    'Replaced Issue Date; 1035 Issue Date; Original Issue Date; Prior Issue Date',
  ),
} as const satisfies Record<string, FeedFieldDefinition<NewPolicyKind>>
export type NewPolicyField = keyof typeof NEW_POLICY_FIELDS
export const isNewPolicyField = (name: string): name is NewPolicyField => Object.hasOwn(NEW_POLICY_FIELDS, name)
export const kindOfNewPolicy = (field: NewPolicyField): NewPolicyKind => NEW_POLICY_FIELDS[field].kind
