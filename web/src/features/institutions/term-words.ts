/** The three kinds of dated rows of an institution: their fields, columns and words. */
import type {
  CAPITAL_SOURCES,
  capitalFigures,
  policyLimitTerms,
  STATE_TREATMENTS,
  taxProfiles,
} from '@corridor/contract/institution-terms.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { CAPITAL_BASIS_NAMES } from '@corridor/domain/concentration.ts'
import { cents, formatMoney, formatPercent, MISSING } from '@corridor/domain/money.ts'
import { formatDate, plainDate } from '@corridor/domain/period.ts'
import { AGENCY_NAMES, RATING_SCALES } from '@corridor/domain/ratings.ts'
import { combinedRateOf } from '@corridor/domain/tax-equivalent-yield.ts'
import type { Fields, FormSection } from '../../ui/form/form-fields.ts'
import { choicesOf } from './institution-fields.ts'

export type TaxProfileRow = ReplyOf<typeof taxProfiles.endpoints.list>['records'][number]
export type CapitalRow = ReplyOf<typeof capitalFigures.endpoints.list>['records'][number]
export type LimitsRow = ReplyOf<typeof policyLimitTerms.endpoints.list>['records'][number]

/** What a kind's rows show; the same for a row and for what it said before. */
export interface TermColumn<Content> {
  header: string
  numeric?: boolean
  text: (content: Content) => string
}
export interface TermWords<Content> {
  /** "tax profile": in sentences and buttons. */
  one: string
  title: string
  note: string
  /** Of the date column. */
  date: string
  columns: readonly TermColumn<Content>[]
  fields: Fields
  sections: readonly FormSection[]
  initial: Readonly<Record<string, unknown>>
}

export const dateText = (date: string | null): string => (date === null ? MISSING : formatDate(plainDate(date)))
const money = (amount: number | null): string => (amount === null ? MISSING : formatMoney(cents(amount)))
const unbroken = (words: string): string => words.replaceAll(' ', '\u00a0')
/** As a board writes it: 15%, 12.5%. */
const share = (fraction: number): string => `${Number((fraction * 100).toFixed(4))}%`

/** The row that holds on a day: the latest that began by then. Rows come latest first. */
export const inForce = <Row extends { effectiveOn: string }>(rows: readonly Row[], day: string): Row | undefined =>
  rows.find(({ effectiveOn }) => effectiveOn <= day)

const TREATMENTS: Record<(typeof STATE_TREATMENTS)[number], string> = {
  EXCLUDED: 'Not taxed',
  TAXED: 'Growth is taxed',
  IN_CAPITAL_BASE: 'State taxes capital',
  NOT_APPLICABLE: 'No income tax',
}
const SOURCES: Record<(typeof CAPITAL_SOURCES)[number], string> = {
  CALL_REPORT: 'Call report',
  QUESTIONNAIRE: 'Questionnaire',
  STAFF: 'Staff',
}
const date = (label: string, monthEnds = false): Fields[string] => ({ kind: 'date', label, required: true, monthEnds })

type Content<Row> = Omit<Row, 'enteredBy' | 'updatedAt' | 'versions'>

export const TAX_WORDS: TermWords<Content<TaxProfileRow>> = {
  one: 'tax profile',
  title: 'Tax profile',
  note: 'Reports use the row that holds at their month end. Released reports stay as they are.',
  date: 'From',
  columns: [
    { header: 'Federal', numeric: true, text: (row) => formatPercent(row.federalRate) },
    { header: 'State', numeric: true, text: (row) => formatPercent(row.stateRate) },
    { header: 'Of state', text: (row) => row.stateCode },
    { header: 'Federal deductible', numeric: true, text: (row) => share(row.federalDeductibleFraction) },
    { header: 'Insurance in the state', text: (row) => TREATMENTS[row.boliStateTreatment] },
    {
      header: 'Combined',
      numeric: true,
      text: (row) => `${formatPercent(combinedRateOf(row))}${row.combinedRateOverride === null ? '' : ', entered'}`,
    },
    { header: 'Source', text: (row) => row.source },
  ],
  fields: {
    effectiveOn: date('Holds from'),
    federalRate: { kind: 'percent', label: 'Federal rate', required: true, least: 0, most: 0.5 },
    stateRate: {
      kind: 'percent',
      label: 'State rate',
      required: true,
      least: 0,
      most: 0.5,
      hint: 'The state’s rate for banks, before any deduction',
    },
    stateCode: {
      kind: 'text',
      label: 'State',
      required: true,
      check: (value) =>
        typeof value === 'string' && !/^[A-Z]{2}$/.test(value.trim()) ? 'Write the state as two capital letters' : undefined,
    },
    federalDeductibleFraction: {
      kind: 'percent',
      label: 'Share of federal tax the state lets a bank deduct',
      required: true,
      least: 0,
      most: 1,
      hint: '0 in most states, 100 as in Alabama, 50 as in Missouri',
    },
    boliStateTreatment: { kind: 'select', label: 'Life insurance in the state', required: true, options: choicesOf(TREATMENTS) },
    combinedRateOverride: {
      kind: 'percent',
      label: 'Combined rate, when it is not to be calculated',
      least: 0,
      most: 0.8,
      hint: 'Left empty, it is computed from the rates',
    },
    source: { kind: 'text', label: 'Source', required: true, most: 300, hint: 'A return, a letter, who confirmed it and when' },
  },
  sections: [
    {
      title: 'Tax profile',
      fields: [
        'effectiveOn',
        'stateCode',
        'federalRate',
        'stateRate',
        'federalDeductibleFraction',
        'boliStateTreatment',
        'combinedRateOverride',
        'source',
      ],
    },
  ],
  initial: { federalRate: 0.21, federalDeductibleFraction: 0, boliStateTreatment: 'EXCLUDED' },
}

export const CAPITAL_WORDS: TermWords<Content<CapitalRow>> = {
  one: 'capital figure',
  title: 'Capital',
  note: 'As of each quarter end. Concentrations divide by the latest figure up to their month end.',
  date: 'As of',
  columns: [
    { header: 'Tier 1', numeric: true, text: (row) => money(row.tier1CapitalCents) },
    { header: 'Allowance', numeric: true, text: (row) => money(row.allowanceForCreditLossesCents) },
    { header: 'Tier 2', numeric: true, text: (row) => money(row.tier2CapitalCents) },
    { header: 'Total risk-based', numeric: true, text: (row) => money(row.totalRiskBasedCapitalCents) },
    { header: 'Total assets', numeric: true, text: (row) => money(row.totalAssetsCents) },
    { header: 'Source', text: (row) => unbroken(SOURCES[row.source]) },
  ],
  fields: {
    effectiveOn: date('As of', true),
    tier1CapitalCents: { kind: 'money', label: 'Tier 1 capital', required: true, least: 1 },
    allowanceForCreditLossesCents: { kind: 'money', label: 'Allowance for credit losses', least: 0 },
    tier2CapitalCents: { kind: 'money', label: 'Tier 2 capital', least: 0 },
    totalRiskBasedCapitalCents: { kind: 'money', label: 'Total risk-based capital', least: 0 },
    totalAssetsCents: { kind: 'money', label: 'Total assets', least: 0 },
    source: { kind: 'select', label: 'Source', required: true, options: choicesOf(SOURCES) },
  },
  sections: [
    {
      title: 'Capital',
      fields: [
        'effectiveOn',
        'source',
        'tier1CapitalCents',
        'allowanceForCreditLossesCents',
        'tier2CapitalCents',
        'totalRiskBasedCapitalCents',
        'totalAssetsCents',
      ],
    },
  ],
  initial: { source: 'CALL_REPORT' },
}

const rating = (agency: keyof typeof RATING_SCALES): Fields[string] => ({
  kind: 'select',
  label: `Lowest ${AGENCY_NAMES[agency]} rating`,
  options: RATING_SCALES[agency].map((grade) => ({ value: grade, label: grade })),
})
const ratingsOf = (row: Content<LimitsRow>): string =>
  [
    [AGENCY_NAMES.AM_BEST, row.minAmBest],
    [AGENCY_NAMES.SP, row.minSp],
    [AGENCY_NAMES.MOODYS, row.minMoodys],
    [AGENCY_NAMES.FITCH, row.minFitch],
    [AGENCY_NAMES.COMDEX, row.minComdex],
  ]
    .flatMap(([agency, least]) => (least === null ? [] : [`${agency} ${least}`]))
    .join(', ') || MISSING

export const LIMITS_WORDS: TermWords<Content<LimitsRow>> = {
  one: 'set of limits',
  title: 'Policy limits',
  note: 'What the board allows. Without a row the guidelines hold: 15% for one carrier, 25% for all, of Tier 1.',
  date: 'From',
  columns: [
    { header: 'One carrier', numeric: true, text: (row) => share(row.perCarrierLimitFraction) },
    { header: 'All carriers', numeric: true, text: (row) => share(row.aggregateLimitFraction) },
    { header: 'Of', text: (row) => unbroken(CAPITAL_BASIS_NAMES[row.capitalBasis]) },
    { header: 'Lowest ratings', text: ratingsOf },
    { header: 'Approved', text: (row) => dateText(row.boardApprovalDate) },
    { header: 'Next review', text: (row) => dateText(row.nextReviewDate) },
  ],
  fields: {
    effectiveOn: date('Holds from'),
    capitalBasis: {
      kind: 'select',
      label: 'Measured on',
      required: true,
      options: Object.entries(CAPITAL_BASIS_NAMES).map(([value, name]) => ({ value, label: name.charAt(0).toUpperCase() + name.slice(1) })),
    },
    perCarrierLimitFraction: { kind: 'percent', label: 'Limit for one carrier', required: true, least: 0, most: 1 },
    aggregateLimitFraction: { kind: 'percent', label: 'Limit for all carriers', required: true, least: 0, most: 1 },
    minAmBest: rating('AM_BEST'),
    minSp: rating('SP'),
    minMoodys: rating('MOODYS'),
    minFitch: rating('FITCH'),
    minComdex: { kind: 'whole', label: 'Lowest Comdex', least: 1, most: 100 },
    maxDeathBenefitMultipleOfSalary: { kind: 'whole', label: 'Death benefit, times salary at most', least: 0, most: 1000 },
    boardApprovalDate: { kind: 'date', label: 'Approved by the board on' },
    nextReviewDate: { kind: 'date', label: 'Next review on' },
  },
  sections: [
    { title: 'Limits', fields: ['effectiveOn', 'capitalBasis', 'perCarrierLimitFraction', 'aggregateLimitFraction'] },
    {
      title: 'Carriers and coverage',
      fields: ['minAmBest', 'minSp', 'minMoodys', 'minFitch', 'minComdex', 'maxDeathBenefitMultipleOfSalary'],
    },
    { title: 'Board', fields: ['boardApprovalDate', 'nextReviewDate'] },
  ],
  initial: { perCarrierLimitFraction: 0.15, aggregateLimitFraction: 0.25, capitalBasis: 'TIER1' },
}
