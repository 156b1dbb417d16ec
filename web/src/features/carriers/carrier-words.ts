/** A carrier's dated rows: their fields, columns and words. */
import {
  type carrierFinancials,
  type carrierRatings,
  type OUTLOOKS,
  type productRates,
  RATED_BY,
  type RATING_ACTIONS,
} from '@corridor/contract/carrier-terms.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { AGENCY_NAMES, type RatingAgency, ratingProblem, ratingWord } from '@corridor/domain/carriers/ratings.ts'
import { cents, formatMoney, formatPercent, MISSING } from '@corridor/domain/primitives/money.ts'
import { BY_DAY, type DatedWords, dateText } from '../../shared/dated-terms/dated-words.ts'
import { choicesOf } from '../../ui/form/form-fields.ts'

export type RatingRow = ReplyOf<typeof carrierRatings.endpoints.list>['records'][number]
type Content<Row> = Omit<Row, 'id' | 'inForce' | 'enteredBy' | 'updatedAt' | 'versions'>
export type Rating = Content<RatingRow>
export type Financials = Content<ReplyOf<typeof carrierFinancials.endpoints.list>['records'][number]>
export type Rate = Content<ReplyOf<typeof productRates.endpoints.list>['records'][number]>

type Agency = (typeof RATED_BY)[number]
const isAgency = (value: unknown): value is Agency => RATED_BY.some((agency) => agency === value)
export const OUTLOOK_NAMES: Readonly<Record<(typeof OUTLOOKS)[number], string>> = {
  POSITIVE: 'Positive',
  STABLE: 'Stable',
  NEGATIVE: 'Negative',
  DEVELOPING: 'Developing',
}
const ACTION_NAMES: Readonly<Record<(typeof RATING_ACTIONS)[number], string>> = {
  AFFIRMED: 'Affirmed',
  UPGRADED: 'Upgraded',
  DOWNGRADED: 'Downgraded',
  WITHDRAWN: 'Withdrawn',
}
/** "Superior" for an A++ of AM Best; a Comdex has no word. */
export const wordOf = (agency: Agency, rating: string): string =>
  agency === 'COMDEX' ? 'of 100' : (ratingWord(agency satisfies RatingAgency, rating) ?? MISSING)

const byAgency = (values: Readonly<Record<string, unknown>>) => values.agency !== 'COMDEX'

export const RATING_WORDS: DatedWords<Rating> = {
  one: 'rating',
  title: 'Ratings',
  note: 'Reports print the ratings in force at month end. Existing reports keep what they printed and are marked for regeneration.',
  date: 'From',
  ...BY_DAY,
  name: ({ agency, effectiveOn }) => `${AGENCY_NAMES[agency]} of ${dateText(effectiveOn)}`,
  columns: [
    { header: 'Agency', text: ({ agency }) => AGENCY_NAMES[agency] },
    { header: 'Rating', text: ({ rating }) => rating },
    { header: 'Meaning', text: ({ agency, rating }) => wordOf(agency, rating) },
    {
      header: 'Outlook',
      text: ({ outlook, watch }) => [outlook ? OUTLOOK_NAMES[outlook] : '', watch ? 'on watch' : ''].filter(Boolean).join(', ') || MISSING,
    },
    { header: 'Action', text: ({ action }) => (action ? ACTION_NAMES[action] : MISSING) },
    { header: 'Source', text: ({ source }) => source },
  ],
  fields: {
    agency: {
      kind: 'select',
      label: 'Agency',
      required: true,
      options: RATED_BY.map((agency) => ({ value: agency, label: AGENCY_NAMES[agency] })),
    },
    effectiveOn: { kind: 'date', label: 'From', required: true },
    rating: {
      kind: 'text',
      label: 'Rating',
      required: true,
      most: 10,
      hint: 'As the agency writes it; a Comdex is a number from 1 to 100',
      check: (value, { agency }) =>
        typeof value === 'string' && value.trim() !== '' && isAgency(agency) ? ratingProblem(agency, value.trim()) : undefined,
    },
    outlook: { kind: 'select', label: 'Outlook', options: choicesOf(OUTLOOK_NAMES), when: byAgency, otherwise: null },
    action: { kind: 'select', label: 'Action', options: choicesOf(ACTION_NAMES), when: byAgency, otherwise: null },
    watch: { kind: 'check', label: 'On watch, or under review', when: byAgency, otherwise: false },
    source: { kind: 'text', label: 'Source', required: true, most: 300, hint: 'The agency’s release and its date' },
  },
  sections: [{ title: 'Rating', fields: ['agency', 'effectiveOn', 'rating', 'outlook', 'action', 'watch', 'source'] }],
  initial: {},
  none: 'No ratings have been entered for this carrier.',
}

const money = (amount: number): string => formatMoney(cents(amount))
export const FINANCIAL_WORDS: DatedWords<Financials> = {
  one: 'year',
  title: 'Yearly figures',
  note: 'As of year end, from the statutory statement.',
  date: 'Year',
  day: ({ year }) => String(year),
  isToCome: () => false,
  name: ({ year }) => String(year),
  columns: [
    { header: 'Assets', numeric: true, text: (row) => money(row.assetsCents) },
    { header: 'Liabilities', numeric: true, text: (row) => money(row.liabilitiesCents) },
    { header: 'Surplus', numeric: true, text: (row) => money(row.surplusCents) },
    { header: 'Surplus ratio', numeric: true, text: (row) => formatPercent(row.surplusCents / row.assetsCents) },
    { header: 'Risk-based capital', numeric: true, text: (row) => formatPercent(row.riskBasedCapitalRatio) },
    { header: 'Source', text: (row) => row.source },
  ],
  fields: {
    year: { kind: 'whole', label: 'Year', required: true, least: 1900, most: 2199 },
    riskBasedCapitalRatio: {
      kind: 'percent',
      label: 'Risk-based capital ratio',
      least: 0.0001,
      most: 100,
      hint: 'Total adjusted capital over company action level: 420 for 420%',
    },
    assetsCents: { kind: 'money', label: 'Assets', required: true, least: 1 },
    liabilitiesCents: { kind: 'money', label: 'Liabilities', required: true, least: 0 },
    surplusCents: { kind: 'money', label: 'Surplus', required: true, hint: 'Assets less liabilities' },
    source: { kind: 'text', label: 'Source', required: true, most: 300, hint: 'Annual statement, page or exhibit' },
  },
  sections: [{ title: 'Year', fields: ['year', 'riskBasedCapitalRatio', 'assetsCents', 'liabilitiesCents', 'surplusCents', 'source'] }],
  initial: { source: 'Annual statement' },
  none: 'No yearly figures have been entered for this carrier.',
}

/** @param products of the carrier, by id, to choose from */
export const rateWords = (products: readonly { id: number; productName: string }[]): DatedWords<Rate> => {
  const nameOf = (id: number) => products.find((product) => product.id === id)?.productName ?? MISSING
  return {
    one: 'declared rate',
    title: 'Declared rates',
    note: 'Gross, as the carrier announces them. Reports show changes within their month or quarter.',
    date: 'From',
    ...BY_DAY,
    name: ({ productId, effectiveOn }) => `${nameOf(productId)} of ${dateText(effectiveOn)}`,
    columns: [
      { header: 'Product', text: ({ productId }) => nameOf(productId) },
      { header: 'Gross rate', numeric: true, text: ({ grossRate }) => formatPercent(grossRate) },
      { header: 'Source', text: ({ source }) => source },
    ],
    fields: {
      productId: {
        kind: 'select',
        label: 'Product',
        required: true,
        options: products.map(({ id, productName }) => ({ value: id, label: productName })),
      },
      effectiveOn: { kind: 'date', label: 'From', required: true },
      grossRate: { kind: 'percent', label: 'Gross rate', required: true, least: -0.5, most: 0.5 },
      source: { kind: 'text', label: 'Source', required: true, most: 300, hint: 'The carrier’s letter and its date' },
    },
    sections: [{ title: 'Declared rate', fields: ['productId', 'effectiveOn', 'grossRate', 'source'] }],
    initial: {},
    none: 'No declared rates have been entered for this carrier.',
  }
}
