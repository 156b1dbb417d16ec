/** The forms of what is dated in the register: consents, agreements, transactions, statuses, posted values. */
import { STATUSES_AT_ISSUE } from '@corridor/domain/policies/consents.ts'
import { AGREEMENT_TYPES, BENEFIT_FORMULAS, RATE_BASES, TRANSACTION_TYPES } from '@corridor/domain/policies/register.ts'
import { type StatusBook, statusTermFields, TERM_FIELDS } from '../../shared/policy-status/status-fields.ts'
import type { RecordFormData, Values } from '../../ui/form/form-fields.ts'
import { choicesOf } from '../../ui/form/form-fields.ts'
import { named, REASON, type Register } from './fields.ts'
import { POLICY_STATUS_CHOICES } from './words.ts'

export const consentForm: RecordFormData = {
  fields: {
    noticeDate: { kind: 'date', label: 'Notified on' },
    consentDate: { kind: 'date', label: 'Signed on' },
    maxFaceDisclosedCents: { kind: 'money', label: 'Maximum disclosed, in dollars', least: 1 },
    maxFaceSalaryMultiple: { kind: 'number', label: 'Or as a multiple of salary', least: 0.01, most: 100 },
    continueAfterTermination: { kind: 'check', label: 'States that coverage may continue after employment ends' },
    beneficiaryDisclosed: { kind: 'check', label: 'States that the policyholder is a beneficiary' },
    statusAtIssue: { kind: 'select', label: 'Insured’s role at issue', options: choicesOf(STATUSES_AT_ISSUE) },
    statusBasis: { kind: 'text', label: 'Known from', most: 200 },
    keptAt: { kind: 'text', label: 'Where the signed paper is kept', most: 200, wide: true },
  },
  sections: [
    {
      title: 'Notice and consent',
      note: 'Enter the consent as signed. The register determines whether it is valid for each policy (IRC 101(j)(4)).',
      fields: [
        'noticeDate',
        'consentDate',
        'maxFaceDisclosedCents',
        'maxFaceSalaryMultiple',
        'continueAfterTermination',
        'beneficiaryDisclosed',
        'statusAtIssue',
        'statusBasis',
        'keptAt',
      ],
    },
  ],
  initial: { continueAfterTermination: true, beneficiaryDisclosed: true },
}

const isMultiple = (values: Values) => values.benefitFormula === 'MULTIPLE_OF_SALARY'
const isShare = (values: Values) => ['PCT_OF_NAR', 'PCT_OF_DB', 'LESSER_OF'].includes(String(values.benefitFormula))
const isAmount = (values: Values) => ['FIXED_DOLLAR', 'LESSER_OF'].includes(String(values.benefitFormula))
export const agreementForm = (register: Register): RecordFormData => ({
  fields: {
    insuredId: { kind: 'dropdown', label: 'Insured', required: true, options: named(register.insureds) },
    policyIds: {
      kind: 'many',
      label: 'Policies covered',
      required: true,
      options: register.policies.map(({ id, name, insuredId }) => ({
        value: id,
        label: `${name}, ${register.insureds.find((insured) => insured.id === insuredId)?.name ?? ''}`,
      })),
    },
    type: { kind: 'select', label: 'Type', required: true, options: choicesOf(AGREEMENT_TYPES) },
    rateBasis: { kind: 'select', label: 'Cost of insurance by', required: true, options: choicesOf(RATE_BASES) },
    benefitFormula: { kind: 'select', label: 'The insured’s benefit is', required: true, options: choicesOf(BENEFIT_FORMULAS), wide: true },
    amountCents: { kind: 'money', label: 'Amount', required: true, least: 1, when: isAmount, otherwise: null },
    fraction: { kind: 'percent', label: 'Share', required: true, least: 0, most: 1, when: isShare, otherwise: null },
    multiple: { kind: 'number', label: 'Times salary', required: true, least: 0.01, most: 20, when: isMultiple },
    capCents: {
      kind: 'money',
      label: 'Never more than',
      least: 1,
      when: (values) => values.benefitFormula !== 'FIXED_DOLLAR',
      otherwise: null,
    },
    survivesTermination: { kind: 'check', label: 'Continues after employment ends' },
    effectiveDate: { kind: 'date', label: 'Effective date', required: true },
    terminationDate: { kind: 'date', label: 'Ended on' },
  },
  sections: [
    {
      title: 'Agreement',
      fields: ['insuredId', 'policyIds', 'type', 'rateBasis', 'effectiveDate', 'terminationDate', 'survivesTermination'],
    },
    {
      title: 'Benefit',
      note: 'The insured’s share always ends at the net amount at risk.',
      fields: ['benefitFormula', 'amountCents', 'fraction', 'multiple', 'capCents'],
    },
  ],
  initial: { rateBasis: 'TABLE_2001', type: 'ENDORSEMENT', survivesTermination: false, policyIds: [] },
})
/** A share and a multiple of salary are one figure of the record: shown as what they are. */
export const agreementRecord = <Row extends { benefitFormula: string; fraction: number | null }>(row: Row) =>
  row.benefitFormula === 'MULTIPLE_OF_SALARY' ? { ...row, multiple: row.fraction, fraction: null } : { ...row, multiple: null }
export const agreementInput = ({ multiple, ...input }: Record<string, unknown>, values: Values): Record<string, unknown> =>
  isMultiple(values) && multiple !== undefined ? { ...input, fraction: multiple } : input

const BY_HAND = Object.entries(TRANSACTION_TYPES).flatMap(([value, { label, byHand }]) => (byHand ? [{ value, label }] : []))
export const transactionForm = (register: Register, isNew: boolean): RecordFormData => ({
  fields: {
    policyId: { kind: 'dropdown', label: 'Policy', required: true, fixed: !isNew, options: named(register.policies) },
    type: {
      kind: 'select',
      label: 'Type',
      required: true,
      options: isNew ? BY_HAND : Object.entries(TRANSACTION_TYPES).map(([value, { label }]) => ({ value, label })),
      hint: 'Surrenders, claims and exchanges out are entered as a status of the policy.',
    },
    transactionDate: { kind: 'date', label: 'Date', required: true },
    amountCents: { kind: 'money', label: 'Amount', when: ({ type }) => type !== 'RATE_RESET' && type !== 'STATUS_CHANGE', otherwise: null },
    pairedPolicyId: {
      kind: 'dropdown',
      label: 'Exchanged out of',
      hint: 'A policy of this institution; leave it empty if the old contract had another owner.',
      options: named(register.policies),
      when: ({ type }) => type === 'EXCHANGE_IN',
    },
    note: { kind: 'text', label: 'Note', most: 500, wide: true, hint: 'For a rate reset: the old and the new rate.' },
  },
  sections: [{ title: 'Transaction', fields: ['policyId', 'type', 'transactionDate', 'amountCents', 'pairedPolicyId', 'note'] }],
  initial: { pairedPolicyId: null },
})

export const statusForm = (book: StatusBook): RecordFormData => ({
  fields: {
    status: { kind: 'select', label: 'Status', required: true, options: POLICY_STATUS_CHOICES },
    effectiveDate: { kind: 'date', label: 'From', required: true },
    ...statusTermFields(book),
    reason: REASON,
  },
  sections: [
    {
      title: 'Status',
      note: 'Reports for a month show the status at month end. A status that ends the policy books the journal entry below.',
      fields: ['status', 'effectiveDate', ...TERM_FIELDS, 'reason'],
    },
  ],
  initial: {},
})

export const valueForm: RecordFormData = {
  fields: {
    asOfDate: { kind: 'date', label: 'Month end', required: true, monthEnds: true },
    cashSurrenderValueCents: { kind: 'money', label: 'Cash surrender value', required: true, least: 0 },
    deathBenefitCents: { kind: 'money', label: 'Death benefit', required: true, least: 0 },
    insuredShareCents: { kind: 'money', label: 'Insured’s share', required: true, least: 0 },
    accountValueEndCents: { kind: 'money', label: 'Account value', least: 0 },
    surrenderChargeCents: { kind: 'money', label: 'Surrender charge', least: 0 },
    reason: REASON,
  },
  sections: [
    {
      title: 'Posted value',
      note: 'The earlier value is kept. Reports made with it are marked until they are regenerated.',
      fields: [
        'asOfDate',
        'cashSurrenderValueCents',
        'deathBenefitCents',
        'insuredShareCents',
        'accountValueEndCents',
        'surrenderChargeCents',
        'reason',
      ],
    },
  ],
  initial: { insuredShareCents: 0 },
}
