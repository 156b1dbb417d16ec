/** An institution's own fields as its forms show them, with the words for each choice. */

import type { institutions } from '@corridor/contract/institutions.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import {
  ACTIVE_WORDS,
  CALL_REPORT_WORDS,
  CHARTER_WORDS,
  INSTITUTION_TYPE_WORDS,
  REGULATOR_WORDS,
  TAX_ENTITY_WORDS,
  YIELD_CONVENTION_WORDS,
} from '@corridor/contract/words.ts'
import { STATE_CHOICES } from '@corridor/domain/primitives/us-states.ts'
import { choicesOf, type Fields, type FormSection } from '../../ui/form/form-fields.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

/** Staff are answered the full form; the narrow one is clients'. */
export type Institution = Extract<ReplyOf<typeof institutions.endpoints.get>, { updatedAt: string }>
export const isFull = (record: ReplyOf<typeof institutions.endpoints.get>): record is Institution => 'updatedAt' in record

export const ACTIVE_STATUS: StatusTable<'ACTIVE' | 'INACTIVE'> = {
  ACTIVE: { label: ACTIVE_WORDS.ACTIVE, tone: 'good' },
  INACTIVE: { label: ACTIVE_WORDS.INACTIVE, tone: 'quiet' },
}
const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  value: index + 1,
  label: new Date(Date.UTC(2000, index, 1)).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' }),
}))

export const NEW_INSTITUTION = {
  institutionType: 'BANK',
  taxEntityType: 'C_CORP',
  fiscalYearEndMonth: 12,
  callReportForm: 'FFIEC051',
  cblrElected: false,
  yieldConvention: 'SIMPLE',
}

const matching = (pattern: RegExp, sentence: string) => (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && !pattern.test(value.trim()) ? sentence : undefined

export const institutionFields = (owners: readonly { id: number; name: string; title: string | null }[]): Fields => ({
  name: { kind: 'text', label: 'Name', required: true, most: 200, hint: 'Short name, for lists and the client’s header' },
  legalName: { kind: 'text', label: 'Legal name', required: true, most: 300, hint: 'As printed on reports' },
  institutionType: { kind: 'select', label: 'Type', required: true, options: choicesOf(INSTITUTION_TYPE_WORDS) },
  charterType: { kind: 'select', label: 'Charter', options: choicesOf(CHARTER_WORDS) },
  primaryRegulator: { kind: 'select', label: 'Primary regulator', options: choicesOf(REGULATOR_WORDS) },
  callReportForm: { kind: 'select', label: 'Call Report form', required: true, options: choicesOf(CALL_REPORT_WORDS) },
  fdicCert: { kind: 'text', label: 'FDIC certificate', check: matching(/^\d{1,6}$/, 'Enter the FDIC certificate as up to 6 digits') },
  rssdId: { kind: 'text', label: 'RSSD ID', check: matching(/^\d{1,10}$/, 'Enter the RSSD ID as up to 10 digits') },
  ein: { kind: 'text', label: 'EIN', check: matching(/^\d{2}-\d{7}$/, 'Enter the EIN as 12-3456789'), hint: 'Printed on Form 8925' },
  naicsBusinessType: { kind: 'text', label: 'Type of business', most: 120, hint: 'Printed on Form 8925' },
  taxEntityType: { kind: 'select', label: 'Taxed as', required: true, options: choicesOf(TAX_ENTITY_WORDS) },
  fiscalYearEndMonth: { kind: 'select', label: 'Fiscal year ends in', required: true, options: MONTHS },
  city: { kind: 'text', label: 'City', most: 100 },
  stateCode: { kind: 'dropdown', label: 'State', options: STATE_CHOICES },
  relationshipOwnerId: {
    kind: 'dropdown',
    label: 'Relationship owner',
    options: owners.map(({ id, name, title }) => ({ value: id, label: title ? `${name}, ${title}` : name })),
  },
  yieldConvention: { kind: 'select', label: 'Yield convention', required: true, options: choicesOf(YIELD_CONVENTION_WORDS) },
  cblrElected: { kind: 'check', label: 'Community bank leverage ratio elected', hint: 'The bank does not risk-weight its assets' },
  totalAssetsCents: { kind: 'money', label: 'Total assets', least: 0 },
  averageAssetsCents: { kind: 'money', label: 'Average assets', least: 0 },
  totalEquityCents: { kind: 'money', label: 'Total equity', least: 0 },
  netIncomeTtmCents: { kind: 'money', label: 'Net income, trailing 12 months' },
  sharesOutstanding: { kind: 'whole', label: 'Shares outstanding', least: 0 },
  priceEarningsMultiple: {
    kind: 'text',
    label: 'Price to earnings',
    check: matching(/^\d{1,3}(\.\d{1,4})?$/, 'Enter a multiple such as 12.5'),
  },
})

export const INSTITUTION_SECTIONS: readonly FormSection[] = [
  { title: 'Identity', fields: ['name', 'legalName', 'institutionType', 'relationshipOwnerId', 'city', 'stateCode'] },
  {
    title: 'Charter and registration',
    fields: ['charterType', 'primaryRegulator', 'fdicCert', 'rssdId', 'ein', 'naicsBusinessType', 'callReportForm', 'cblrElected'],
  },
  { title: 'Reporting', fields: ['fiscalYearEndMonth', 'taxEntityType', 'yieldConvention'] },
  {
    title: 'Size and earnings',
    note: 'Inputs of the financial-impact calculation',
    fields: [
      'totalAssetsCents',
      'averageAssetsCents',
      'totalEquityCents',
      'netIncomeTtmCents',
      'sharesOutstanding',
      'priceEarningsMultiple',
    ],
  },
]

/** The multiple is typed as text and sent as a number. */
export const toInstitutionInput = (input: Record<string, unknown>): Record<string, unknown> =>
  typeof input.priceEarningsMultiple === 'string' ? { ...input, priceEarningsMultiple: Number(input.priceEarningsMultiple) } : input
