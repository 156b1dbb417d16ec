/** An institution's tax profile: its fields, columns and words, and the state's row it may take its figures from. */

import { STATE_TREATMENTS } from '@corridor/contract/institution-terms.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { stateTaxRows } from '@corridor/contract/states.ts'
import { isOnIncome, stateRowOn, stateShareOf } from '@corridor/domain/calculations/state-tax.ts'
import { combinedRateOf } from '@corridor/domain/calculations/tax-equivalent-yield.ts'
import { formatPercent } from '@corridor/domain/primitives/money.ts'
import { STATE_CHOICES } from '@corridor/domain/primitives/us-states.ts'
import { dateText } from '../../shared/dated-terms/dated-words.ts'
import type { Values } from '../../ui/form/form-fields.ts'
import { choicesOf } from '../../ui/form/form-fields.ts'
import { type Content, date, share, type TaxProfileRow, type TermWords } from './term-words.ts'

export type StateTaxRow = ReplyOf<typeof stateTaxRows>['records'][number]
export const rowOn = (rows: readonly StateTaxRow[], stateCode: string, day: string): StateTaxRow | undefined =>
  stateRowOn(rows, stateCode, day)

const TREATMENTS: Record<(typeof STATE_TREATMENTS)[number], string> = {
  EXCLUDED: 'Not taxed',
  TAXED: 'Growth is taxed',
  IN_CAPITAL_BASE: 'State taxes capital',
  NOT_APPLICABLE: 'No income tax',
}
const ownFigures = (values: Values): boolean => values.usesStateRow !== true

/** @param rows of the states, which a profile may take its figures from */
export const taxWords = (rows: readonly StateTaxRow[]): TermWords<Content<TaxProfileRow>> => ({
  one: 'tax profile',
  title: 'Tax profile',
  note: 'Reports use the row in effect at their month end. Released reports stay as they are.',
  date: 'From',
  columns: [
    { header: 'Federal', numeric: true, text: (row) => formatPercent(row.federalRate) },
    { header: 'State', numeric: true, text: (row) => formatPercent(row.stateRate) },
    { header: 'Of state', text: (row) => (row.usesStateRow ? `${row.stateCode}, state\u00a0row` : row.stateCode) },
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
    effectiveOn: date('Effective from'),
    federalRate: { kind: 'percent', label: 'Federal rate', required: true, least: 0, most: 0.5 },
    stateRate: {
      kind: 'percent',
      label: 'State rate',
      required: true,
      least: 0,
      most: 0.5,
      hint: 'The state’s rate for banks, before any deduction',
      when: ownFigures,
      otherwise: 0,
    },
    stateCode: { kind: 'dropdown', label: 'State', required: true, options: STATE_CHOICES },
    usesStateRow: {
      kind: 'check',
      label: 'State figures from the state configuration',
      hint: 'Each report then uses the state’s row in effect on its date',
      hintFrom: (typed) => offered(rows, typed),
      wide: true,
    },
    federalDeductibleFraction: {
      kind: 'percent',
      label: 'Share of federal tax the state lets a bank deduct',
      required: true,
      least: 0,
      most: 1,
      hint: '0 in most states, 100 as in Alabama, 50 as in Missouri',
      when: ownFigures,
      otherwise: 0,
    },
    boliStateTreatment: {
      kind: 'select',
      label: 'Life insurance in the state',
      required: true,
      options: choicesOf(TREATMENTS),
      when: ownFigures,
      otherwise: 'EXCLUDED',
    },
    combinedRateOverride: {
      kind: 'percent',
      label: 'Combined rate, if not calculated',
      least: 0,
      most: 0.8,
      hint: 'If empty, it is computed from the rates',
      hintFrom: (typed) => (typed.combinedRateOverride === null ? combinedSoFar(rows, typed) : undefined),
    },
    source: { kind: 'text', label: 'Source', required: true, most: 300, hint: 'A return, a letter, who confirmed it and when' },
  },
  sections: [
    {
      title: 'State and rates',
      fields: [
        'effectiveOn',
        'stateCode',
        'usesStateRow',
        'federalRate',
        'stateRate',
        'federalDeductibleFraction',
        'boliStateTreatment',
        'combinedRateOverride',
        'source',
      ],
    },
  ],
  initial: { federalRate: 0.21, usesStateRow: false, federalDeductibleFraction: 0, boliStateTreatment: 'EXCLUDED' },
})

/** The figures of the state's row, where the profile takes them and one holds on its first day; else those typed. */
function stateShare(rows: readonly StateTaxRow[], typed: Typed) {
  if (typed.usesStateRow === true) {
    const row = rowFor(rows, typed)
    return row && stateShareOf(row)
  }
  const [stateRate, federalDeductibleFraction] = [fractionUpTo(0.5, typed.stateRate), fractionUpTo(1, typed.federalDeductibleFraction)]
  const boliStateTreatment = STATE_TREATMENTS.find((treatment) => treatment === typed.boliStateTreatment)
  if (stateRate === null || federalDeductibleFraction === null || !boliStateTreatment) return undefined
  return { stateRate, federalDeductibleFraction, boliStateTreatment }
}

/** The combined rate typed so far; nothing while a rate is missing or beyond its limits. */
function combinedSoFar(rows: readonly StateTaxRow[], typed: Typed): string | undefined {
  const federalRate = fractionUpTo(0.5, typed.federalRate)
  const share = stateShare(rows, typed)
  if (federalRate === null || share === undefined || share.stateRate > 0.5) return undefined
  return `If empty, it is computed from the rates: ${formatPercent(combinedRateOf({ federalRate, ...share, combinedRateOverride: null }))}`
}
const fractionUpTo = (most: number, value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= most ? value : null

type Typed = Readonly<Record<string, unknown>>
const rowFor = (rows: readonly StateTaxRow[], { stateCode, effectiveOn }: Typed): StateTaxRow | undefined =>
  typeof stateCode === 'string' && typeof effectiveOn === 'string' ? rowOn(rows, stateCode, effectiveOn) : undefined

/** The row that the state and the day typed so far lead to. */
function offered(rows: readonly StateTaxRow[], typed: Typed): string | undefined {
  if (typeof typed.stateCode !== 'string' || typed.stateCode === '' || typeof typed.effectiveOn !== 'string') return undefined
  const row = rowFor(rows, typed)
  return row
    ? `${stateRowWords(row)}. Each report uses the row in effect on its date`
    : `No row of ${typed.stateCode} is in effect on that day`
}

/** "Georgia: corporate income tax, 5.75%, from 01/01/2020; figures of 2020, not reviewed" */
export function stateRowWords(row: StateTaxRow): string {
  const { stateRate, federalDeductibleFraction } = stateShareOf(row)
  const rate = isOnIncome(row.taxBasis) ? formatPercent(stateRate) : 'no tax on income'
  const deductible = federalDeductibleFraction > 0 ? `, ${share(federalDeductibleFraction)} of federal tax deductible` : ''
  const review = row.reviewStatus === 'UNREVIEWED' ? 'not reviewed' : 'reviewed'
  return `${row.stateName}: ${row.taxName}, ${rate}${deductible}, from ${dateText(row.effectiveFrom)}; figures of ${row.figuresYear}, ${review}`
}
