/** A carrier's fields as its form shows them, its words for products and ratings, and what setting one inactive does. */

import type { ACCOUNT_TYPES, COMPANY_TYPES, POLICY_FORMS, RATE_METHODS } from '@corridor/contract/carriers.ts'
import { ACTIVE_WORDS } from '@corridor/contract/words.ts'
import type { CreditingTerms } from '@corridor/domain/calculations/interest-credited.ts'
import type { Fields, FormSection } from '../../ui/form/form-fields.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export const CARRIER_STATUS: StatusTable<'ACTIVE' | 'INACTIVE'> = {
  ACTIVE: { label: ACTIVE_WORDS.ACTIVE, tone: 'good' },
  INACTIVE: { label: ACTIVE_WORDS.INACTIVE, tone: 'quiet' },
}
export const MARKET: StatusTable<'yes' | 'no'> = {
  yes: { label: 'In market', tone: 'good' },
  no: { label: 'Not in market', tone: 'quiet' },
}
export const DEACTIVATING = 'New policies and files cannot be entered for it. Its policies, ratings and reports are kept.'
export const DELETING = 'A carrier with products, policies, files or ratings is set inactive instead. Deletion can be undone for 30 days.'

export const COMPANY_TYPE_NAMES: Readonly<Record<(typeof COMPANY_TYPES)[number], string>> = {
  STOCK: 'Stock company',
  MUTUAL: 'Mutual company',
  MUTUAL_HOLDING: 'Mutual holding company',
}
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
export const choicesOf = <Code extends string>(names: Readonly<Record<Code, string>>) =>
  Object.entries<string>(names).map(([value, label]) => ({ value, label }))

const matching = (pattern: RegExp, message: string) => (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && !pattern.test(value.trim()) ? message : undefined

export const CARRIER_FIELDS = {
  shortName: { kind: 'text', label: 'Short name', required: true, most: 60, hint: 'Used where reports and charts are short of room' },
  code: {
    kind: 'text',
    label: 'Code',
    required: true,
    hint: '2 to 12 letters and digits; it cannot be changed, because policies and files refer to it',
    check: matching(/^[A-Za-z0-9]{2,12}$/, 'Enter 2 to 12 letters and digits'),
  },
  legalName: { kind: 'text', label: 'Legal name', required: true, most: 200 },
  groupName: { kind: 'text', label: 'Group', most: 200 },
  companyType: { kind: 'select', label: 'Kind of company', options: choicesOf(COMPANY_TYPE_NAMES) },
  domicileState: {
    kind: 'text',
    label: 'State of domicile',
    check: matching(/^[A-Z]{2}$/, 'Enter the state as two capital letters'),
  },
  naicCompanyCode: { kind: 'text', label: 'NAIC company code', check: matching(/^\d{5}$/, 'Enter the NAIC code as 5 digits') },
  amBestNumber: { kind: 'text', label: 'AM Best number', check: matching(/^\d{6}$/, 'Enter the AM Best number as 6 digits') },
  activeInMarket: { kind: 'check', label: 'Active in market', hint: 'It still issues bank-owned or corporate-owned policies' },
  feedDueBusinessDay: {
    kind: 'whole',
    label: 'File due on business day',
    required: true,
    least: 1,
    most: 20,
    hint: 'Of the following month; after that day its file is late',
  },
} as const satisfies Fields

export const CARRIER_SECTIONS: readonly FormSection[] = [
  { title: 'Company', fields: ['shortName', 'code', 'legalName', 'groupName', 'companyType', 'domicileState'] },
  { title: 'Registration', fields: ['naicCompanyCode', 'amBestNumber'] },
  { title: 'Business with us', fields: ['feedDueBusinessDay', 'activeInMarket'] },
]
