/** The forms of plans, policies and insureds as data: the same names as the contract's fields, the same sentences as domain's rules. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { getRegister } from '@corridor/contract/register-policies.ts'
import { DEATH_SOURCES, EMPLOYMENT_STATUSES, INSURED_ROLES } from '@corridor/domain/policies/register.ts'
import { isPossibleSsn } from '@corridor/domain/policies/rules.ts'
import { STATE_CHOICES } from '@corridor/domain/primitives/us-states.ts'
import { choicesOf, type RecordFormData, type Values } from '../../ui/form/form-fields.ts'

export type Register = ReplyOf<typeof getRegister>
export const named = (rows: readonly { id: number; name: string }[]) => rows.map(({ id, name }) => ({ value: id, label: name }))
export const REASON = {
  kind: 'text',
  label: 'Why',
  required: true,
  most: 500,
  wide: true,
  hint: 'Kept in the history with the earlier version.',
} as const
/** A correction says why; a new record need not. */
export const corrected = ({ fields, sections }: RecordFormData): Pick<RecordFormData, 'fields' | 'sections'> => ({
  fields: { ...fields, reason: REASON },
  sections: [
    ...sections,
    { title: 'Correction', note: 'The current version is kept in the history, with your reason.', fields: ['reason'] },
  ],
})

const replaced = (values: Values) => values.isSection1035Replacement === true
const acquired = (values: Values) => values.isAcquired === true
const carrierOf = ({ products }: Register, productId: unknown) => products.find(({ id }) => id === productId)?.carrierCode
export const policyForm = (register: Register): RecordFormData => ({
  fields: {
    policyNumber: { kind: 'text', label: 'Policy number', required: true, most: 40 },
    carrierCode: {
      kind: 'dropdown',
      label: 'Carrier',
      required: true,
      options: register.carriers.map(({ code, name }) => ({ value: code, label: name })),
      settles: (carrierCode, { productId }) => (carrierOf(register, productId) === carrierCode ? {} : { productId: null }),
    },
    productId: {
      kind: 'dropdown',
      label: 'Product',
      required: true,
      options: register.products.map(({ id, name, carrierCode }) => ({ value: id, label: `${name} (${carrierCode})` })),
      fitting: (options, { carrierCode, productId }) =>
        carrierCode ? options.filter(({ value }) => carrierOf(register, value) === carrierCode || value === productId) : options,
      settles: (productId): Values => {
        const carrierCode = carrierOf(register, productId)
        return carrierCode === undefined ? {} : { carrierCode }
      },
      // Without a carrier the carrier’s own field says what is missing.
      check: (value, { carrierCode }) =>
        !carrierCode || carrierOf(register, value) === carrierCode ? undefined : 'This product belongs to another carrier',
    },
    planId: { kind: 'select', label: 'Plan', required: true, options: named(register.plans) },
    insuredId: { kind: 'dropdown', label: 'Insured', required: true, options: named(register.insureds) },
    subsidiaryId: { kind: 'select', label: 'Subsidiary', options: named(register.subsidiaries) },
    splitDollarAgreementId: { kind: 'select', label: 'Split-dollar agreement', options: named(register.agreements) },
    issueDate: { kind: 'date', label: 'Issue date', required: true },
    issueState: { kind: 'dropdown', label: 'Issue state', options: STATE_CHOICES },
    issueAge: { kind: 'whole', label: 'Issue age', least: 0, most: 120 },
    riskClass: { kind: 'text', label: 'Risk class', most: 100 },
    underwritingBasis: {
      kind: 'select',
      label: 'Underwriting',
      options: choicesOf({ GI: 'Guaranteed issue', SI: 'Simplified issue', FULL: 'Full' }),
    },
    faceAmountCents: { kind: 'money', label: 'Face amount', required: true, least: 1 },
    deathBenefitOption: {
      kind: 'select',
      label: 'Death benefit option',
      required: true,
      options: choicesOf({ A: 'A, level', B: 'B, increasing' }),
    },
    initialPremiumCents: { kind: 'money', label: 'Initial premium', required: true, least: 0 },
    costBasisCents: { kind: 'money', label: 'Cost basis', required: true, least: 0 },
    singlePremium: { kind: 'check', label: 'Single premium' },
    mec: { kind: 'check', label: 'Modified endowment contract' },
    isSection1035Replacement: { kind: 'check', label: 'Received in a section 1035 exchange' },
    replacedCarrier: { kind: 'text', label: 'Replaced carrier', required: true, most: 100, when: replaced, otherwise: null },
    replacedIssueDate: { kind: 'date', label: 'Replaced contract issued', required: true, when: replaced, otherwise: null },
    materialChange: { kind: 'check', label: 'Materially changed in the exchange', when: replaced, otherwise: false },
    isAcquired: { kind: 'check', label: 'Acquired with another institution' },
    acquisitionDate: { kind: 'date', label: 'Acquired on', required: true, when: acquired, otherwise: null },
    ownerName: { kind: 'text', label: 'Owner', most: 300 },
    beneficiaryName: { kind: 'text', label: 'Beneficiary', most: 300 },
  },
  sections: [
    {
      title: 'Policy',
      fields: [
        'policyNumber',
        'planId',
        'carrierCode',
        'productId',
        'insuredId',
        ...(register.subsidiaries.length > 0 ? ['subsidiaryId'] : []),
        'issueDate',
        'issueState',
        'issueAge',
        'riskClass',
        'underwritingBasis',
        'deathBenefitOption',
      ],
    },
    { title: 'Amounts', fields: ['faceAmountCents', 'initialPremiumCents', 'costBasisCents', 'singlePremium', 'mec'] },
    {
      title: 'Origin',
      note: 'A replacement of a contract issued up to August 17, 2006 needs no consent unless it was materially changed.',
      fields: ['isSection1035Replacement', 'replacedCarrier', 'replacedIssueDate', 'materialChange', 'isAcquired', 'acquisitionDate'],
    },
    { title: 'Owner and beneficiary', fields: ['ownerName', 'beneficiaryName'] },
  ],
  initial: {
    deathBenefitOption: 'A',
    singlePremium: true,
    mec: true,
    isSection1035Replacement: false,
    materialChange: false,
    isAcquired: false,
    subsidiaryId: null,
    splitDollarAgreementId: null,
  },
})

const deceased = (values: Values) => values.employmentStatus === 'DECEASED'
export const insuredForm = (seesPersonal: boolean, ssn: { lastFour: string | null } = { lastFour: null }): RecordFormData => ({
  fields: {
    firstName: { kind: 'text', label: 'First name', required: true, most: 80 },
    middleName: { kind: 'text', label: 'Middle name', most: 80 },
    lastName: { kind: 'text', label: 'Last name', required: true, most: 80 },
    suffix: { kind: 'text', label: 'Suffix', most: 20 },
    gender: { kind: 'select', label: 'Gender', options: choicesOf({ F: 'Female', M: 'Male' }) },
    smokerStatus: {
      kind: 'select',
      label: 'Smoker',
      options: choicesOf({ NONSMOKER: 'Nonsmoker', SMOKER: 'Smoker', UNKNOWN: 'Unknown' }),
    },
    stateOfResidence: { kind: 'dropdown', label: 'State of residence', options: STATE_CHOICES },
    employeeId: { kind: 'text', label: 'Employee number', most: 40 },
    title: { kind: 'text', label: 'Title', most: 120 },
    hireDate: { kind: 'date', label: 'Hired on' },
    insuredRole: { kind: 'select', label: 'Role', required: true, options: choicesOf(INSURED_ROLES) },
    employmentStatus: { kind: 'select', label: 'Employment', required: true, options: choicesOf(EMPLOYMENT_STATUSES) },
    employmentStatusDate: { kind: 'date', label: 'Since' },
    dateOfDeath: { kind: 'date', label: 'Date of death', required: true, when: deceased, otherwise: null },
    deathSource: {
      kind: 'select',
      label: 'Reported by',
      required: true,
      options: choicesOf(DEATH_SOURCES),
      when: deceased,
      otherwise: null,
    },
    dateOfBirth: { kind: 'date', label: 'Date of birth' },
    annualCompensationCents: { kind: 'money', label: 'Annual compensation', least: 0 },
    compensationAsOf: { kind: 'date', label: 'Compensation as of' },
    ssn: {
      kind: 'text',
      label: 'Social Security number',
      autoComplete: 'off',
      most: 11,
      hint: ssn.lastFour
        ? `On file, ending in ${ssn.lastFour}. Type all nine digits only to replace it.`
        : 'Nine digits. It is encrypted and never shown in full again.',
      check: (value) =>
        typeof value !== 'string' || value.trim() === '' || isPossibleSsn(value.replaceAll(/[\s-]/g, ''))
          ? undefined
          : 'Enter a valid nine-digit Social Security number',
    },
  },
  sections: [
    { title: 'Person', fields: ['firstName', 'middleName', 'lastName', 'suffix', 'gender', 'smokerStatus', 'stateOfResidence'] },
    {
      title: 'Employment',
      fields: ['insuredRole', 'title', 'employeeId', 'hireDate', 'employmentStatus', 'employmentStatusDate', 'dateOfDeath', 'deathSource'],
    },
    ...(seesPersonal
      ? [
          {
            title: 'Personal',
            note: 'Visible to staff who may change institutions; each view of this page is recorded.',
            fields: ['dateOfBirth', 'ssn', 'annualCompensationCents', 'compensationAsOf'],
          },
        ]
      : []),
  ],
  initial: { insuredRole: 'EMPLOYEE', employmentStatus: 'ACTIVE' },
})
