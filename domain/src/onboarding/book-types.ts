/** Record types of the book: policies with their owners and insureds, consents, split-dollar agreements, transactions, month-end values, control totals. */
import { FEED_FIELD_NAMES, FEED_FIELDS } from '../data-feeds/columns.ts'
import { isMoneyField, isRateField } from '../data-feeds/row.ts'
import { STATUSES_AT_ISSUE } from '../policies/consents.ts'
import {
  AGREEMENT_TYPES,
  BENEFIT_FORMULAS,
  DEATH_SOURCES,
  EMPLOYMENT_STATUSES,
  INSURED_ROLES,
  RATE_BASES,
  TRANSACTION_TYPES,
} from '../policies/register.ts'
import { POLICY_STATUSES } from '../policies/statuses.ts'
import { BACKING_TYPES } from './backing-types.ts'
import {
  type Column,
  code,
  date,
  decimal,
  money,
  monthEndDate,
  policyNumber,
  REQUIRED,
  type RecordType,
  rate,
  reference,
  ssn,
  state,
  text,
  wholeNumber,
  yesNo,
} from './columns.ts'
import { carrier, institution, ofPolicy } from './naming-columns.ts'

const labels = <Words extends Record<string, { label: string }>>(words: Words) =>
  Object.fromEntries(Object.entries(words).map(([name, { label }]) => [name, label]))

const insured = reference('insured', 'Insured number', 'E-0042', REQUIRED)
const insureds: RecordType = {
  code: 'insureds',
  group: 'policies',
  sheet: 'Insureds',
  words: ['insured', 'insureds'],
  note: 'The people whose lives are insured, once for each institution.',
  key: ['institution', 'insuredNumber'],
  columns: [
    institution,
    text('insuredNumber', 'Insured number', 'E-0042', { ...REQUIRED, most: 40, note: 'Your own number, unique in the institution.' }),
    text('firstName', 'First name', 'Morgan', { ...REQUIRED, most: 80 }),
    text('middleName', 'Middle name', '', { most: 80 }),
    text('lastName', 'Last name', 'Reyes', { ...REQUIRED, most: 80 }),
    text('suffix', 'Suffix', '', { most: 20 }),
    ssn('ssn', 'SSN', '', { note: 'Nine digits; kept sealed, and only the last four are shown again.' }),
    date('dateOfBirth', 'Date of birth', '1971-04-09'),
    code('gender', 'Gender', { M: 'Male', F: 'Female' }),
    code('smokerStatus', 'Smoker status', { NONSMOKER: 'Nonsmoker', SMOKER: 'Smoker', UNKNOWN: 'Unknown' }),
    text('employeeId', 'Employee number', '4711', { most: 40 }),
    text('title', 'Title', 'Senior Vice President', { most: 120 }),
    date('hireDate', 'Hire date', '2004-06-01'),
    code('insuredRole', 'Role', INSURED_ROLES, { otherwise: 'EMPLOYEE' }),
    code('employmentStatus', 'Employment status', EMPLOYMENT_STATUSES, { otherwise: 'ACTIVE' }),
    date('employmentStatusDate', 'Employment status since', ''),
    date('dateOfDeath', 'Date of death', ''),
    code('deathSource', 'Death known from', DEATH_SOURCES),
    money('annualCompensationCents', 'Annual compensation', '185000.00', { least: 0 }),
    date('compensationAsOf', 'Compensation as of', '2025-12-31'),
    state('stateOfResidence', 'State of residence', 'NC'),
  ],
}

const agreements: RecordType = {
  code: 'agreements',
  group: 'policies',
  sheet: 'Split-dollar',
  words: ['split-dollar agreement', 'split-dollar agreements'],
  note: 'Agreements that give an insured a part of the death benefit.',
  key: ['institution', 'agreementNumber'],
  columns: [
    institution,
    text('agreementNumber', 'Agreement number', 'SD-7', { ...REQUIRED, most: 40, note: 'Your own number, unique in the institution.' }),
    insured,
    code('type', 'Agreement type', AGREEMENT_TYPES, REQUIRED),
    code('benefitFormula', 'Benefit formula', BENEFIT_FORMULAS, REQUIRED),
    money('amountCents', 'Amount', '250000.00', { least: 0 }),
    decimal('fraction', 'Share or multiple', '', {
      least: 0,
      most: 100,
      note: 'A share as a fraction (0.5), a multiple of salary as it is (2).',
    }),
    money('capCents', 'Most', '', { least: 0 }),
    yesNo('survivesTermination', 'Survives termination', 'No', { otherwise: 'No' }),
    code('rateBasis', 'Rate basis', RATE_BASES, { otherwise: 'TABLE_2001' }),
    date('effectiveDate', 'Effective from', '2014-03-01', REQUIRED),
    date('terminationDate', 'Ended', ''),
  ],
}

const policies: RecordType = {
  code: 'policies',
  group: 'policies',
  sheet: 'Policies',
  words: ['policy', 'policies'],
  note: 'Every policy that has a value in the months you bring, those that ended included.',
  key: ['institution', 'carrier', 'policyNumber'],
  columns: [
    institution,
    carrier,
    policyNumber('policyNumber', 'Policy number', 'CV-0012345', REQUIRED),
    reference('product', 'Product', 'Corvane BOLI Select', REQUIRED),
    reference('plan', 'Plan', 'Employee Benefit Cost Recovery', REQUIRED),
    insured,
    reference('subsidiary', 'Subsidiary', '', { note: 'Where a subsidiary owns the policy; its name on the Subsidiaries sheet.' }),
    reference('agreement', 'Split-dollar agreement', ''),
    code('policyStatus', 'Status', labels(POLICY_STATUSES), { otherwise: 'IN_FORCE' }),
    date('statusDate', 'Status since', '', { note: 'Of a policy that ended, the day it ended.' }),
    text('statusReason', 'Reason of the status', '', { most: 300 }),
    date('issueDate', 'Issue date', '2014-03-01', REQUIRED),
    state('issueState', 'Issue state', 'NC'),
    wholeNumber('issueAge', 'Issue age', '42', { least: 0, most: 120 }),
    text('riskClass', 'Risk class', 'Guaranteed issue, nonsmoker', { most: 80 }),
    code('underwritingBasis', 'Underwriting', { GI: 'Guaranteed issue', SI: 'Simplified issue', FULL: 'Full' }),
    money('faceAmountCents', 'Face amount', '500000.00', { ...REQUIRED, least: 0 }),
    code('deathBenefitOption', 'Death benefit option', { A: 'Level', B: 'Increasing' }, { otherwise: 'A' }),
    yesNo('singlePremium', 'Single premium', 'Yes', { otherwise: 'Yes' }),
    money('initialPremiumCents', 'Initial premium', '180000.00', { ...REQUIRED, least: 0 }),
    money('costBasisCents', 'Cost basis', '180000.00', { ...REQUIRED, least: 0 }),
    yesNo('mec', 'Modified endowment contract', 'Yes', { otherwise: 'Yes' }),
    yesNo('isSection1035Replacement', '1035 exchange', 'No', { otherwise: 'No' }),
    text('replacedCarrier', 'Replaced carrier', '', { most: 200 }),
    date('replacedIssueDate', 'Replaced issue date', ''),
    yesNo('materialChange', 'Material change', 'No', { otherwise: 'No' }),
    yesNo('isAcquired', 'Acquired by merger', 'No', { otherwise: 'No' }),
    date('acquisitionDate', 'Acquired on', ''),
    text('ownerName', 'Owner', 'First Coastal Bank', { most: 300 }),
    text('beneficiaryName', 'Beneficiary', 'First Coastal Bank', { most: 300 }),
  ],
}

const consents: RecordType = {
  code: 'consents',
  group: 'policies',
  sheet: 'Consents',
  words: ['consent', 'consents'],
  note: 'Notice and consent under IRC 101(j)(4), for Form 8925.',
  key: ['institution', 'insured', 'noticeDate', 'consentDate'],
  columns: [
    institution,
    insured,
    date('noticeDate', 'Notice date', '2014-02-01'),
    date('consentDate', 'Consent date', '2014-02-08'),
    money('maxFaceDisclosedCents', 'Maximum face disclosed', '750000.00', { least: 0.01 }),
    decimal('maxFaceSalaryMultiple', 'Maximum as a multiple of salary', '', { least: 0, most: 100 }),
    yesNo('continueAfterTermination', 'Continues after termination', 'Yes', { otherwise: 'No' }),
    yesNo('beneficiaryDisclosed', 'Beneficiary disclosed', 'Yes', { otherwise: 'No' }),
    code('statusAtIssue', 'Status at issue', STATUSES_AT_ISSUE),
    text('statusBasis', 'Basis of the status', 'Payroll record', { most: 200 }),
    text('keptAt', 'Paper kept at', 'Consent binder, human resources', { most: 200 }),
  ],
}

const transactions: RecordType = {
  code: 'transactions',
  group: 'policies',
  sheet: 'Transactions',
  words: ['transaction', 'transactions'],
  note: 'Premiums, withdrawals, loans and endings by day. Two of one type on one day are told apart by their order.',
  key: ['carrier', 'policy', 'transactionDate', 'type'],
  columns: [
    ...ofPolicy,
    date('transactionDate', 'Date', '2014-03-01', REQUIRED),
    code('type', 'Type', labels(TRANSACTION_TYPES), REQUIRED),
    money('amountCents', 'Amount', '180000.00', { least: 0 }),
    text('note', 'Note', '', { most: 500 }),
  ],
}

/** The amounts and rates of a carrier's file, under the names that posted values have. */
const valueColumns: readonly Column[] = FEED_FIELD_NAMES.flatMap((field) => {
  const { label } = FEED_FIELDS[field]
  if (field === 'cashSurrenderValue' || field === 'deathBenefit')
    return money(`${field}Cents`, label, '250000.00', { ...REQUIRED, least: 0 })
  if (isRateField(field)) return rate(field, label, '')
  return isMoneyField(field) && field !== 'institutionShare' ? money(`${field}Cents`, label, '') : []
})
const values: RecordType = {
  code: 'values',
  group: 'values',
  sheet: 'Values',
  words: ['month-end value', 'month-end values'],
  note: 'One row a policy and month end. Several files may hold them: Values 2016.csv, Values 2017.csv.',
  key: ['carrier', 'policy', 'asOfDate'],
  columns: [...ofPolicy, monthEndDate('asOfDate', 'Month end', '2026-09-30', REQUIRED), ...valueColumns],
}

const controlTotals: RecordType = {
  code: 'controlTotals',
  group: 'totals',
  sheet: 'Control totals',
  words: ['control total', 'control totals'],
  note: 'What your own system says of an institution’s month end. The import is compared with it, and a difference stops it.',
  key: ['institution', 'monthEnd'],
  columns: [
    institution,
    monthEndDate('monthEnd', 'Month end', '2026-09-30', REQUIRED),
    wholeNumber('policies', 'Policies with a value', '128', { ...REQUIRED, least: 0 }),
    money('cashSurrenderValueCents', 'Cash surrender value', '31250000.00', { ...REQUIRED, least: 0 }),
    money('deathBenefitCents', 'Death benefit', '72400000.00', { ...REQUIRED, least: 0 }),
  ],
}

export const BOOK_TYPES: readonly RecordType[] = [
  insureds,
  agreements,
  policies,
  consents,
  transactions,
  ...BACKING_TYPES,
  values,
  controlTotals,
]
