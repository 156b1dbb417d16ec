/** A carrier's fields as its form shows them, its words for products and ratings, and what setting one inactive does. */

import type { COMPANY_TYPES } from '@corridor/contract/carriers.ts'
import { ACTIVE_WORDS } from '@corridor/contract/words.ts'
import { STATE_CHOICES } from '@corridor/domain/primitives/us-states.ts'
import { choicesOf, type Fields, type FormSection } from '../../ui/form/form-fields.ts'
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
  domicileState: { kind: 'dropdown', label: 'State of domicile', options: STATE_CHOICES },
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
