/** The form of a carrier's product, which is added with the carrier or beside the new policies of its file. */
import type { ACCOUNT_TYPES, POLICY_FORMS, RATE_METHODS } from '@corridor/contract/carriers.ts'
import type { CreditingTerms } from '@corridor/domain/calculations/interest-credited.ts'
import { choicesOf, type Fields, type FormSection, type RecordFormData } from '../../ui/form/form-fields.ts'

export const ACCOUNT_TYPE_NAMES: Readonly<Record<(typeof ACCOUNT_TYPES)[number], string>> = {
  GENERAL: 'General account',
  SEPARATE: 'Separate account',
  HYBRID: 'Hybrid account',
}
export const POLICY_FORM_NAMES: Readonly<Record<(typeof POLICY_FORMS)[number], string>> = {
  UL: 'Universal life',
  VUL: 'Variable universal life',
  WL: 'Whole life',
  SPWL: 'Single-premium whole life',
}
export const RATE_METHOD_NAMES: Readonly<Record<(typeof RATE_METHODS)[number], string>> = {
  PORTFOLIO: 'Portfolio',
  NEW_MONEY: 'New money',
  INDEXED: 'Indexed',
  TOTAL_RETURN: 'Total return',
}
export const INTEREST_METHOD_NAMES: Readonly<Record<CreditingTerms['interestMethod'], string>> = {
  EFFECTIVE: 'Effective: (1 + rate) to the part of the year, less 1',
  SIMPLE: 'Simple: rate × part of the year',
}
export const DAY_COUNT_NAMES: Readonly<Record<CreditingTerms['dayCount'], string>> = {
  ACTUAL_ACTUAL: 'Actual days of 365 or 366',
  ACTUAL_365: 'Actual days of 365',
  THIRTY_360: '30 days of 360',
}
export const INTEREST_FROM_NAMES: Readonly<Record<CreditingTerms['interestFrom'], string>> = {
  RECEIPT: 'The day it is received',
  DAY_AFTER: 'The day after',
}
const fields: Fields = {
  productName: { kind: 'text', label: 'Name', required: true, most: 200 },
  accountType: { kind: 'select', label: 'Account', required: true, options: choicesOf(ACCOUNT_TYPE_NAMES) },
  policyForm: { kind: 'select', label: 'Policy form', required: true, options: choicesOf(POLICY_FORM_NAMES) },
  rateMethod: { kind: 'select', label: 'How rates are set', required: true, options: choicesOf(RATE_METHOD_NAMES) },
  guaranteedMinimumRate: { kind: 'percent', label: 'Guaranteed minimum rate', required: true, least: 0, most: 0.2 },
  stableValueWrap: { kind: 'check', label: 'Stable value wrap', hint: 'For a separate or hybrid account' },
  interestMethod: { kind: 'select', label: 'Interest of part of a year', required: true, options: choicesOf(INTEREST_METHOD_NAMES) },
  dayCount: { kind: 'select', label: 'Day count', required: true, options: choicesOf(DAY_COUNT_NAMES) },
  interestFrom: { kind: 'select', label: 'A premium earns from', required: true, options: choicesOf(INTEREST_FROM_NAMES) },
}
const CREDITING = ['interestMethod', 'dayCount', 'interestFrom']
const sections: readonly FormSection[] = [
  { title: 'Product', fields: Object.keys(fields).filter((field) => !CREDITING.includes(field)) },
  { title: 'How interest is credited', note: 'What the audits recompute a month by, from the rate table.', fields: CREDITING },
]

export const PRODUCT_FORM: RecordFormData = {
  fields,
  sections,
  initial: {
    guaranteedMinimumRate: 0.02,
    stableValueWrap: false,
    interestMethod: 'EFFECTIVE',
    dayCount: 'ACTUAL_ACTUAL',
    interestFrom: 'RECEIPT',
  },
}
