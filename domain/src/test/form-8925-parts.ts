/** One insured officer with a valid consent and one contract of the form, and the form made of such. */
import { usd } from '../primitives/money.ts'
import { plainDate as day } from '../primitives/period.ts'
import type { Form8925Insured, Form8925Policy, Form8925Snapshot } from '../reports/form-8925/snapshot.ts'
import { workedForm8925 } from './form-8925-example.ts'

export const snapshotOf = (
  policies: Form8925Policy[],
  insureds: Form8925Insured[],
  over: Partial<Form8925Snapshot> = {},
): Form8925Snapshot => ({
  ...workedForm8925(),
  policies,
  insureds,
  ...over,
})
export const person = (over: Partial<Form8925Insured> = {}): Form8925Insured => ({
  insuredId: 1,
  personId: over.insuredId ?? 1,
  name: 'Adams, Alice',
  role: 'OFFICER',
  employmentStatus: 'ACTIVE',
  statusDate: day('2010-01-04'),
  hireDate: day('2010-01-04'),
  dateOfDeath: null,
  annualCompensation: usd(200_000),
  consents: [signed()],
  ...over,
})
export const signed = (over: Partial<Form8925Insured['consents'][number]> = {}): Form8925Insured['consents'][number] => ({
  noticeDate: day('2016-01-10'),
  consentDate: day('2016-01-12'),
  maxFaceDisclosed: usd(5_000_000),
  maxFaceSalaryMultiple: null,
  continueAfterTermination: true,
  beneficiaryDisclosed: true,
  keptAt: 'Vault',
  ...over,
})
export const contract = (over: Partial<Form8925Policy> = {}): Form8925Policy => ({
  policyId: 1,
  policyNumber: 'A-1',
  carrierName: 'ALPHA',
  insuredId: 1,
  issueDate: day('2016-03-10'),
  statusAtYearEnd: 'IN_FORCE',
  statusDate: day('2016-03-10'),
  faceAmount: usd(1_000_000),
  deathBenefit: usd(1_000_000),
  isSection1035Replacement: false,
  replacedIssueDate: null,
  materialChange: false,
  ownedThrough: null,
  ...over,
})
