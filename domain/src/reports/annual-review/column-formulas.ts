/** Which formula each column, metric and figure of an annual review follows: data, looked up by the name of the table or group and its own. */
import type { ReviewFormula } from './formulas.ts'

type Columns = Readonly<Record<string, ReviewFormula>>
const STANDING: Columns = {
  value: 'planValue',
  liability: 'planLiability',
  coverage: 'grossCoverage',
  cost: 'liabilityAfterTax',
  afterTax: 'coverageAfterTax',
  ahead: 'assetAhead',
}
const POLICIES: Columns = { policies: 'ofPolicies', value: 'ofPolicies', benefit: 'ofPolicies', premium: 'ofPolicies' }

export const COLUMN_FORMULAS: Readonly<Record<string, Columns>> = {
  plans: { ...POLICIES, expense: 'planExpense' },
  'plan-coverage': { ...STANDING, value: 'ofPolicies', hedged: 'hedgeRatio' },
  'coverage-by-year': STANDING,
  hedges: { notional: 'hedged', share: 'hedgeRatio' },
  'separate-account-funds': {
    value: 'ofPolicies',
    market: 'marketPart',
    weight: 'fundWeight',
    wrap: 'wrapPart',
    wrapWeight: 'wrapWeight',
    assets: 'fundWeighted',
  },
  'fund-classes': { share: 'fundClass', most: 'fundClass', weight: 'fundClass' },
  'benefit-expense': { amount: 'answered' },
  purchases: { ...POLICIES, exchanged: 'ofPolicies', acquired: 'ofPolicies' },
  carriers: { ...POLICIES, begin: 'yearEndValue', income: 'increase', share: 'shareOfTotal' },
  products: { ...POLICIES, guarantee: 'declaredRate', rate: 'grossRate' },
  years: { value: 'yearEndValue', income: 'increase', yield: 'netYieldSimple', equivalent: 'taxEquivalentYield', proceeds: 'proceeds' },
  concentration: {
    value: 'ofPolicies',
    elsewhere: 'heldElsewhere',
    all: 'hereAndElsewhere',
    ofTier1: 'shareOfTier1',
    ofBoth: 'shareOfBoth',
    limit: 'limit',
    headroom: 'headroom',
    room: 'roomOnBoth',
    share: 'shareOfTotal',
  },
  'entity-holdings': { value: 'measuredPart', ofTier1: 'shareOfTier1', ofBoth: 'shareOfBoth' },
  'limits-compared': {
    perCarrier: 'limitInForce',
    largest: 'largestOfBase',
    carrierRoom: 'roomOfLargest',
    total: 'limitInForce',
    aggregate: 'programOfBase',
    room: 'roomOfProgram',
  },
  'concentration-years': {
    tier1: 'capitalStated',
    allowance: 'capitalStated',
    value: 'yearEndValue',
    elsewhere: 'heldElsewhere',
    all: 'hereAndElsewhere',
    ofTier1: 'shareOfTier1',
    ofBoth: 'shareOfBoth',
  },
  performance: {
    gross: 'grossRate',
    net: 'netYieldSimple',
    equivalent: 'taxEquivalentYield',
    month: 'monthYield',
    irr: 'sinceIssue',
    charges: 'costPoints',
    expense: 'allPoints',
  },
  yields: {
    income: 'increase',
    net: 'netYieldSimple',
    equivalent: 'taxEquivalentYield',
    interest: 'chargedInYear',
    cost: 'chargedInYear',
    expense: 'chargedInYear',
    points: 'costPoints',
  },
  crediting: { guarantee: 'declaredRate', gap: 'aboveGuarantee' },
  alternatives: { yield: 'alternative' },
  illustrations: {
    illustrated: 'illustratedValue',
    actual: 'posted',
    difference: 'overIllustrated',
    illustratedYield: 'illustratedYield',
    earned: 'policyYield',
    points: 'yieldApart',
  },
  deaths: {
    lives: 'lives',
    expected: 'expectedDeaths',
    deaths: 'deaths',
    expectedProceeds: 'expectedProceeds',
    proceeds: 'proceeds',
    gain: 'deathGain',
  },
  claims: { days: 'claimDays', proceeds: 'proceeds', released: 'releasedValue', gain: 'deathGain' },
  ages: { people: 'ofPeople', share: 'shareOfPeople', benefit: 'benefitOfPeople' },
  'carrier-financials': { assets: 'statement', surplus: 'statement', ratio: 'surplusRatio', capital: 'statement' },
  statuses: { people: 'ofPeople', share: 'shareOfPeople', policies: 'policiesOfPeople', benefit: 'benefitOfPeople' },
  multiples: { people: 'ofPeople', benefit: 'benefitOfPeople' },
  'highest-multiples': { policies: 'policiesOfPeople', multiple: 'multiple' },
  left: { policies: 'policiesOfPeople', benefit: 'benefitOfPeople' },
  consents: { people: 'ofPeople' },
  kinds: POLICIES,
  'seven-pay': {
    year: 'contractYear',
    premium: 'sevenPayPremium',
    limit: 'sevenPayLimit',
    paid: 'sevenPayPaid',
    headroom: 'sevenPayRoom',
  },
  'issue-states': POLICIES,
  ended: { released: 'releasedValue', gain: 'endedGain' },
  'split-dollar': { agreements: 'agreements', survives: 'agreements', share: 'ofPolicies', imputed: 'imputedIncome' },
  'call-report': { amount: 'ofPolicies', thousands: 'thousands' },
  'risk-weights': { value: 'ofPolicies', weight: 'riskWeight', assets: 'riskWeighted' },
  'peer-comparison': {
    own: 'peerRatio',
    mean: 'peerStatistic',
    median: 'peerStatistic',
    first: 'peerStatistic',
    third: 'peerStatistic',
    group: 'peerStatistic',
    deviation: 'peerStatistic',
    distance: 'zScore',
    percentile: 'peerPlace',
    rank: 'peerPlace',
    peers: 'peerPlace',
  },
  exceptions: { found: 'audited', cleared: 'audited' },
  policies: { basis: 'register', value: 'posted', benefit: 'posted', share: 'insuredShare' },
}
/** Columns that are named by their year. */
export const YEAR_COLUMN: ReviewFormula = 'declaredRate'

/** The scorecard, this year and last. */
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

/** The policies that a figure is of: tagged so (`annual-review-tags.ts`; all of them without a tag), counted or summed by a column of the appendix. */
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
    unrealised: of('unrealised'),
  },
}
