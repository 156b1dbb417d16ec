/** The three kinds of dated rows of an institution: their fields, columns and words. */
import type { CAPITAL_SOURCES, capitalFigures, policyLimitTerms, taxProfiles } from '@corridor/contract/institution-terms.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { CAPITAL_BASIS_NAMES } from '@corridor/domain/calculations/concentration.ts'
import { AGENCY_NAMES, RATING_SCALES } from '@corridor/domain/carriers/ratings.ts'
import { cents, formatMoney, MISSING } from '@corridor/domain/primitives/money.ts'
import { BY_DAY, type DatedWords, dateText } from '../../shared/dated-terms/dated-words.ts'
import type { Fields } from '../../ui/form/form-fields.ts'
import { choicesOf } from '../../ui/form/form-fields.ts'

export type TaxProfileRow = ReplyOf<typeof taxProfiles.endpoints.list>['records'][number]
export type CapitalRow = ReplyOf<typeof capitalFigures.endpoints.list>['records'][number]
export type LimitsRow = ReplyOf<typeof policyLimitTerms.endpoints.list>['records'][number]

/** The words of one kind; from which day a row holds is told alike for all. */
export type TermWords<Content> = Omit<DatedWords<Content>, 'day' | 'isToCome' | 'name' | 'none' | 'copied'>

/** A new row usually changes one figure of the present one; its date is new. */
export const withDays = <Content extends { effectiveOn: string }>(words: TermWords<Content>): DatedWords<Content> => ({
  ...words,
  ...BY_DAY,
  name: BY_DAY.day,
  copied: (now) => ({ ...now, effectiveOn: null, updatedAt: null }),
  none: 'Nothing has been entered for this institution.',
})

const money = (amount: number | null): string => (amount === null ? MISSING : formatMoney(cents(amount)))
const unbroken = (words: string): string => words.replaceAll(' ', '\u00a0')
/** As a board writes it: 15%, 12.5%. */
export const share = (fraction: number): string => `${Number((fraction * 100).toFixed(4))}%`

/** The row that holds on a day: the latest that began by then. Rows come latest first. */
export const inForce = <Row extends { effectiveOn: string }>(rows: readonly Row[], day: string): Row | undefined =>
  rows.find(({ effectiveOn }) => effectiveOn <= day)

const SOURCES: Record<(typeof CAPITAL_SOURCES)[number], string> = {
  CALL_REPORT: 'Call Report',
  QUESTIONNAIRE: 'Questionnaire',
  STAFF: 'Staff',
}
export const date = (label: string, monthEnds = false): Fields[string] => ({ kind: 'date', label, required: true, monthEnds })

export type Content<Row> = Omit<Row, 'enteredBy' | 'updatedAt' | 'versions'>

export const CAPITAL_WORDS: TermWords<Content<CapitalRow>> = {
  one: 'capital figure',
  title: 'Capital',
  note: 'As of each quarter end. Concentrations use the latest figure on or before their month end.',
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
      title: 'Figures of capital',
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
  note: 'Limits approved by the board. Without a row, the guidelines apply: 15% for one carrier and 25% for all carriers, of Tier 1 capital.',
  date: 'From',
  columns: [
    { header: 'One carrier', numeric: true, text: (row) => share(row.perCarrierLimitFraction) },
    { header: 'All carriers', numeric: true, text: (row) => share(row.aggregateLimitFraction) },
    { header: 'Measured on', text: (row) => unbroken(CAPITAL_BASIS_NAMES[row.capitalBasis]) },
    { header: 'Lowest ratings', text: ratingsOf },
    { header: 'Approved', text: (row) => dateText(row.boardApprovalDate) },
    { header: 'Next review', text: (row) => dateText(row.nextReviewDate) },
  ],
  fields: {
    effectiveOn: date('Effective from'),
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
    maxDeathBenefitMultipleOfSalary: { kind: 'whole', label: 'Maximum death benefit, times salary', least: 0, most: 1000 },
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
