/** A state row's fields as its form shows them, and its words in lists and notes. */

import { REVIEW_WORDS } from '@corridor/contract/words.ts'
import { CAPITAL_BASIS_NAMES } from '@corridor/domain/calculations/concentration.ts'
import { type CONSENT_TYPES, TAX_BASES, TAX_BASIS_NAMES, TREATMENT_NAMES, TREATMENTS_OF } from '@corridor/domain/calculations/state-tax.ts'
import { combinedRateOf } from '@corridor/domain/calculations/tax-equivalent-yield.ts'
import { formatPercent } from '@corridor/domain/primitives/money.ts'
import { SelectField } from '../../ui/fields/Field.tsx'
import type { Fields, FormSection, OwnKind, Value } from '../../ui/form/form-fields.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'
import { bracketsKind } from './brackets.tsx'

export const REVIEW: StatusTable<'UNREVIEWED' | 'REVIEWED' | 'DUE'> = {
  UNREVIEWED: { label: REVIEW_WORDS.UNREVIEWED, tone: 'warn' },
  REVIEWED: { label: REVIEW_WORDS.REVIEWED, tone: 'good' },
  DUE: { label: REVIEW_WORDS.DUE, tone: 'warn' },
}
const CONSENT_NAMES: Readonly<Record<(typeof CONSENT_TYPES)[number], string>> = {
  WRITTEN: 'In writing',
  NEGATIVE: 'Unless the employee objects',
  BY_CLASS: 'For a class of employees',
}
export const choicesOf = <Code extends string>(names: Readonly<Record<Code, string>>) =>
  Object.entries<string>(names).map(([value, label]) => ({ value, label }))
const upperFirst = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
const treatments = choicesOf(TREATMENT_NAMES)

const YES_NO = [
  { value: '', label: 'Not known' },
  { value: 'YES', label: 'Yes' },
  { value: 'NO', label: 'No' },
]
/** Yes, no, or nobody has said so far. */
const knownOrNot = (label: string): OwnKind => ({
  typed: (stored) => (stored === true ? 'YES' : stored === false ? 'NO' : ''),
  sent: (value) => (value === 'YES' ? true : value === 'NO' ? false : null),
  words: (value) => YES_NO.find((choice) => choice.value === value)?.label ?? 'Not known',
  Control: ({ value, onChange, error }) => (
    <SelectField
      label={label}
      value={String(value ?? '')}
      options={YES_NO}
      onChange={(chosen) => onChange?.(chosen)}
      error={error}
      disabled={!onChange}
    />
  ),
})
const known = (label: string): Fields[string] => ({ kind: 'own', label, own: knownOrNot(label) })

export const STATE_FIELDS = {
  stateName: { kind: 'text', label: 'State', required: true, most: 60 },
  stateCode: {
    kind: 'text',
    label: 'Abbreviation',
    required: true,
    check: (value: Value) =>
      typeof value === 'string' && value.trim() !== '' && !/^[A-Za-z]{2}$/.test(value.trim())
        ? 'Enter the state as two letters'
        : undefined,
  },
  effectiveFrom: { kind: 'date', label: 'Effective from', required: true },
  effectiveTo: { kind: 'date', label: 'Effective until', hint: 'If empty, it stays in effect until another row is entered' },
  taxName: { kind: 'text', label: 'Tax on banks', required: true, most: 120 },
  taxBasis: {
    kind: 'select',
    label: 'Measured by',
    required: true,
    options: TAX_BASES.map((value) => ({ value, label: TAX_BASIS_NAMES[value] })),
    hint: 'A tax on capital, shares, deposits or receipts adds nothing to tax-equivalent yields',
  },
  financialInstitutionRate: {
    kind: 'percent',
    label: 'Rate for banks',
    least: 0,
    most: 1,
    hint: 'With graduated rates, the marginal rate',
    hintFrom: combinedSoFar,
  },
  corporateRate: { kind: 'percent', label: 'Rate for corporations', least: 0, most: 1, hint: 'Used if no rate for banks is given' },
  federalDeductibleFraction: {
    kind: 'percent',
    label: 'Share of federal tax that is deductible',
    required: true,
    least: 0,
    most: 1,
    hint: '0 in most states, 100 as in Alabama, 50 as in Missouri',
  },
  bracketTable: { kind: 'own', label: 'Brackets', own: bracketsKind, wide: true },
  boliGrowthTreatment: {
    kind: 'select',
    label: 'Growth of cash surrender value',
    required: true,
    options: treatments,
    check: (value: Value, values: Readonly<Record<string, Value>>) => {
      const basis = TAX_BASES.find((one) => one === values.taxBasis)
      const fitting = basis ? TREATMENTS_OF[basis] : []
      if (!basis || fitting.some((one) => one === value)) return undefined
      return `With “${TAX_BASIS_NAMES[basis]}” choose ${fitting.map((one) => TREATMENT_NAMES[one].toLowerCase()).join(' or ')}`
    },
  },
  deathBenefitTreatment: { kind: 'select', label: 'Death benefits', required: true, options: treatments },
  surrenderGainTreatment: { kind: 'select', label: 'Gain on surrender', required: true, options: treatments },
  usObligationInterestTaxed: known('Interest on US obligations is taxed'),
  municipalInterestTaxed: known('Interest on other states’ municipal bonds is taxed'),
  insurableInterestStatute: { kind: 'text', label: 'Insurable-interest statute', most: 200 },
  consentType: { kind: 'select', label: 'Consent of the insured', options: choicesOf(CONSENT_NAMES) },
  stateCharteredLimitPerCarrierFraction: { kind: 'percent', label: 'Limit for one carrier', least: 0, most: 1 },
  stateCharteredLimitAggregateFraction: { kind: 'percent', label: 'Limit for all carriers', least: 0, most: 1 },
  limitBasis: {
    kind: 'select',
    label: 'Measured on',
    options: Object.entries(CAPITAL_BASIS_NAMES).map(([value, name]) => ({ value, label: upperFirst(name) })),
  },
  approvalRequired: known('A purchase needs the state’s approval'),
  reportFootnote: { kind: 'area', label: 'Footnote of reports', most: 400, hint: 'Printed with the notes of reports that use the row' },
  figuresYear: { kind: 'whole', label: 'Tax year of the figures', required: true, least: 1900, most: 2199 },
  sourceCitation: {
    kind: 'text',
    label: 'Source',
    required: true,
    most: 500,
    wide: true,
    hint: 'The statute, table or letter the figures come from',
  },
} satisfies Fields

export const STATE_SECTIONS: readonly FormSection[] = [
  { title: 'State and period', fields: ['stateName', 'stateCode', 'effectiveFrom', 'effectiveTo'] },
  {
    title: 'Tax on banks',
    note: 'Used in combined rates and tax-equivalent yields.',
    fields: [
      'taxName',
      'taxBasis',
      'financialInstitutionRate',
      'corporateRate',
      'federalDeductibleFraction',
      'boliGrowthTreatment',
      'bracketTable',
    ],
  },
  {
    title: 'Life insurance and other income',
    fields: ['deathBenefitTreatment', 'surrenderGainTreatment', 'usObligationInterestTaxed', 'municipalInterestTaxed'],
  },
  {
    title: 'State-chartered banks',
    note: 'What the state allows them to buy, and what it requires of the insured.',
    fields: [
      'stateCharteredLimitPerCarrierFraction',
      'stateCharteredLimitAggregateFraction',
      'limitBasis',
      'approvalRequired',
      'insurableInterestStatute',
      'consentType',
    ],
  },
  { title: 'Source', fields: ['figuresYear', 'reportFootnote', 'sourceCitation'] },
]

const FEDERAL = 0.21

/** The rate from the figures typed so far and the federal rate of corporations. */
function combinedSoFar(typed: Readonly<Record<string, unknown>>): string | undefined {
  const rate = typed.financialInstitutionRate ?? typed.corporateRate
  const deductible = typed.federalDeductibleFraction
  if (typeof rate !== 'number' || typeof deductible !== 'number' || rate > 0.5 || rate < 0 || deductible < 0 || deductible > 1)
    return undefined
  const onIncome = typed.taxBasis === 'NET_INCOME' || typed.taxBasis === 'FRANCHISE_MEASURED_BY_INCOME'
  const combined = combinedRateOf({
    federalRate: FEDERAL,
    stateRate: rate,
    federalDeductibleFraction: deductible,
    boliStateTreatment: onIncome ? 'EXCLUDED' : 'NOT_APPLICABLE',
    combinedRateOverride: null,
  })
  return `With ${formatPercent(FEDERAL, 0)} federal tax: ${formatPercent(combined)} combined`
}
