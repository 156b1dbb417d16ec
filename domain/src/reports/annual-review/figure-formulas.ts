/** Which formula each figure of an annual review follows that stands in no table: data, looked up by the name of the group and its own. */
import type { ReviewFormula } from './formulas.ts'

/** Figures of the scorecard, this year and last. */
export const SCORE_FORMULAS: Readonly<Record<string, ReviewFormula>> = {
  value: 'yearEndValue',
  income: 'increase',
  yield: 'netYieldSimple',
  equivalent: 'taxEquivalentYield',
  aggregate: 'programOfBase',
  largest: 'largestOfBase',
  active: 'shareEmployed',
  consents: 'shareConsents',
  deaths: 'deaths',
  proceeds: 'proceeds',
  peers: 'peerPlace',
}
/** A corporation has no base of capital. */
export const COLI_LARGEST: ReviewFormula = 'largestOfProgram'

/** The policies that a figure is of: tagged so (`policy-tags.ts`; all of them without a tag), counted or summed by a column of the appendix. */
export interface FigureSource {
  formula: ReviewFormula
  tag?: string
  sums?: 'value' | 'benefit' | 'basis' | 'share' | 'gain' | 'charge'
}
const of = (formula: ReviewFormula): FigureSource => ({ formula })
const counted = (tag?: string): FigureSource => ({ formula: 'ofPolicies', ...(tag === undefined ? {} : { tag }) })
const shift = of('sensitivity')

/** By the group, a block's id or a risk's "risk-" and code, and the figure's own id. */
export const FIGURE_FORMULAS: Readonly<Record<string, Readonly<Record<string, FigureSource>>>> = {
  recovery: {
    expense: of('benefitExpense'),
    funds: of('answered'),
    income: of('increase'),
    coverage: of('coverage'),
    'after-tax': of('afterTax'),
  },
  holdings: {
    value: { formula: 'ofPolicies', sums: 'value' },
    income: of('increase'),
    benefit: { formula: 'ofPolicies', sums: 'benefit' },
    share: of('institutionShare'),
    policies: counted(),
    insureds: of('ofPeople'),
  },
  capital: {
    tier1: of('capitalStated'),
    allowance: of('capitalStated'),
    'of-tier1': of('shareOfTier1'),
    'of-both': of('shareOfBoth'),
    'all-of-tier1': of('allOfTier1'),
    'all-of-both': of('allOfBoth'),
    herfindahl: of('herfindahl'),
  },
  shares: { carriers: of('carriersHeld'), largest: of('largestOfProgram'), herfindahl: of('herfindahl') },
  mortality: {
    deaths: of('deaths'),
    expected: of('expectedDeaths'),
    proceeds: of('proceeds'),
    gain: of('deathGain'),
    points: of('costPoints'),
  },
  population: { people: of('ofPeople'), active: of('shareEmployed'), highest: of('multiple'), left: of('ofPeople') },
  surrender: {
    gain: { formula: 'gainOverCost', sums: 'gain' },
    tax: of('surrenderTax'),
    penalty: of('surrenderPenalty'),
    net: of('surrenderNet'),
    cost: of('surrenderCost'),
  },
  'risk-LIQUIDITY': {
    'of-assets': of('ofAssets'),
    'surrender-tax': of('surrenderBoth'),
    'surrender-cost': of('surrenderCost'),
    'surrender-charge': { formula: 'surrenderCharges', sums: 'charge' },
    mec: counted('kinds mec'),
  },
  'risk-OPERATIONAL': {
    general: counted('risk-weights GENERAL'),
    hybrid: counted('risk-weights HYBRID'),
    separate: counted('risk-weights SEPARATE'),
    files: of('filesPosted'),
    found: of('audited'),
    cleared: of('audited'),
  },
  'risk-TAX_INSURABLE_INTEREST': {
    states: of('statesOfIssue'),
    acquired: counted('kinds acquired'),
    exchanged: counted('kinds exchanged'),
    rate: of('combinedTax'),
  },
  'risk-REPUTATION': {
    active: of('shareEmployed'),
    missing: of('ofPeople'),
    multiple: of('multiple'),
    shared: { formula: 'ofPolicies', sums: 'share' },
  },
  'risk-CREDIT': {
    carriers: of('carriersHeld'),
    watched: of('carriersHeld'),
    largest: of('largestOfProgram'),
    separate: of('separateOfProgram'),
  },
  'risk-INTEREST_RATE': {
    gross: of('grossRate'),
    'shift-300': shift,
    'shift-200': shift,
    'shift-100': shift,
    shift100: shift,
    shift200: shift,
    shift300: shift,
  },
  'risk-COMPLIANCE': { agreements: of('agreements'), consents: of('ofPeople'), 'insured-8925': of('onForm8925') },
  'risk-PRICE': {
    value: { formula: 'ofPolicies', tag: 'risk-weights SEPARATE', sums: 'value' },
    market: of('marketValue'),
    ratio: of('marketRatio'),
    wrapped: counted('kinds wrapped'),
    unrealized: of('unrealized'),
  },
}
