/** A scenario: every input of the calculation by name, as it is typed, saved and printed. */
import type { CapitalBasis } from '../primitives/insurance-terms.ts'
import { ALTERNATIVES, type AlternativeCode, carryingTaxOf } from './alternatives.ts'

/** `money` is cents, `percent` a fraction, `count` a whole number, `decimal` any other number. */
export interface ScenarioField {
  label: string
  kind: 'money' | 'percent' | 'count' | 'decimal'
  section: ScenarioSection
  low: number
  high: number
  /** May be unknown: what is made of it is then left out. */
  isOptional?: true
  hint?: string
}
export const SCENARIO_SECTIONS = {
  purchase: 'Purchase',
  alternative: 'Alternative',
  bank: 'Bank',
  capital: 'Capital and limits',
  restructure: 'Policies replaced',
} as const
export type ScenarioSection = keyof typeof SCENARIO_SECTIONS

/** A hundred times the largest bank. */
const MOST = 1e15
/** Thirty years of the highest yields keep such an amount within exact cents. */
const MOST_PREMIUM = 1e12
const amount = (label: string, section: ScenarioSection, more: Partial<ScenarioField> = {}): ScenarioField => ({
  label,
  kind: 'money',
  section,
  low: 0,
  high: MOST,
  ...more,
})
const share = (label: string, section: ScenarioSection, low: number, high: number, more: Partial<ScenarioField> = {}): ScenarioField => ({
  label,
  kind: 'percent',
  section,
  low,
  high,
  ...more,
})

/** The order is that of the form and of the paper. */
export const SCENARIO_FIELDS = {
  premium: amount('Premium', 'purchase', { low: 100, high: MOST_PREMIUM }),
  policyYield: share('Net yield of the policies', 'purchase', -0.05, 0.2),
  policyTax: share('State tax on policy growth', 'purchase', 0, 0.8, { hint: '0% where the state does not tax it' }),
  loadFraction: share('One-time load', 'purchase', 0, 0.5, { hint: 'Of the premium' }),
  policyDrift: share('Change of the policies’ yield each year', 'purchase', -0.005, 0.005),
  horizonYears: { label: 'Years shown', kind: 'count', section: 'purchase', low: 1, high: 30 },
  alternativeYield: share('Yield of the alternative', 'alternative', -0.05, 0.2),
  alternativeTax: share('Tax on its interest', 'alternative', 0, 0.8, { hint: 'Federal and state, combined' }),
  alternativeDrift: share('Change of its yield each year', 'alternative', -0.005, 0.005),
  soldWeight: share('Risk weight of what is sold', 'alternative', 0, 12.5),
  costOfFunds: share('Cost of funds', 'alternative', 0, 0.2, {
    hint: 'For a municipal bond: its interest expense that cannot be deducted',
  }),
  federalRate: share('Federal tax rate', 'alternative', 0, 0.5),
  netIncome: amount('Net income, last twelve months', 'bank', { low: -1e13, high: 1e13, isOptional: true }),
  taxRate: share('Combined tax rate', 'bank', 0, 0.8),
  averageAssets: amount('Average assets', 'bank', { isOptional: true, low: 1 }),
  totalAssets: amount('Total assets', 'bank', { isOptional: true, low: 1 }),
  securities: amount('Securities', 'bank', { isOptional: true }),
  equity: amount('Equity', 'bank', { isOptional: true, low: 1 }),
  shares: { label: 'Shares outstanding', kind: 'count', section: 'bank', low: 1, high: MOST, isOptional: true },
  priceEarnings: { label: 'Price-earnings multiple', kind: 'decimal', section: 'bank', low: 0, high: 500, isOptional: true },
  tier1: amount('Tier 1 capital', 'capital', { isOptional: true, low: 1 }),
  capitalBase: amount('Capital that limits are measured on', 'capital', { isOptional: true, low: 1 }),
  perCarrierLimit: share('Limit for one carrier', 'capital', 0.001, 1),
  aggregateLimit: share('Limit for all carriers', 'capital', 0.001, 1),
  riskWeightedAssets: amount('Risk-weighted assets', 'capital', { isOptional: true, low: 1 }),
  boughtWeight: share('Risk weight of the policies', 'capital', 0, 12.5, { hint: 'A general account weighs 100%' }),
  replacedValue: amount('Cash surrender value replaced', 'restructure', { isOptional: true, low: 100, high: MOST_PREMIUM }),
  replacedGain: amount('Gain over cost', 'restructure', { low: -MOST_PREMIUM, isOptional: true }),
  replacedYield: share('Their net yield today', 'restructure', -0.05, 0.2, { isOptional: true }),
  replacedCharge: share('Surrender or exchange charge', 'restructure', 0, 0.5, { isOptional: true, hint: 'Of the value' }),
} satisfies Record<string, ScenarioField>

export type ScenarioKey = keyof typeof SCENARIO_FIELDS

/** One carrier's cash surrender value held by the legal entity, US cents. */
export interface HeldValue {
  carrierCode: string
  carrierName: string
  cashSurrenderValue: number
}

export interface Scenario {
  numbers: Record<ScenarioKey, number | null>
  alternative: AlternativeCode
  /** A municipal bond of a small issuer, whose carrying cost is deductible but for a fifth. */
  isBankQualified: boolean
  /** Empty while none is chosen. */
  carrierCode: string
  carrierName: string
  productName: string
  basis: CapitalBasis
  held: HeldValue[]
  /** The part of the holdings that is not known, in words; null when all of it is. */
  lacking: string | null
  /** The month end of the holdings' values, and of the yield where it is theirs; null where the scenario does not rest on any. */
  valuesOn: string | null
  replacedIsModifiedEndowment: boolean
  /** The source of each input in words; an input without one was entered for the scenario. */
  sources: Partial<Record<ScenarioKey, string>>
}

/** In place of the holdings, for a reader who may not read the reports that tell them: nothing is within a limit then. */
export const HOLDINGS_WITHHELD: Pick<Scenario, 'held' | 'lacking'> = { held: [], lacking: 'holdings, which your rights do not include' }

export const isScenarioKey = (key: string): key is ScenarioKey => Object.hasOwn(SCENARIO_FIELDS, key)
export const SCENARIO_KEYS: readonly ScenarioKey[] = Object.keys(SCENARIO_FIELDS).filter(isScenarioKey)
export const fieldOf = (key: ScenarioKey): ScenarioField => SCENARIO_FIELDS[key]

/** Inputs of a municipal bond only. */
const OF_MUNICIPAL: ReadonlySet<ScenarioKey> = new Set<ScenarioKey>(['costOfFunds', 'federalRate'])
/** Whether the chosen alternative is computed with it: what is not is neither asked for nor printed. */
export const isUsed = (key: ScenarioKey, { alternative }: Pick<Scenario, 'alternative'>): boolean =>
  alternative === 'MUNICIPAL' || !OF_MUNICIPAL.has(key)

type Yielding = Pick<Scenario, 'alternative' | 'sources'>
/** Years of the Treasury whose yield stands for that of another alternative, by its source; undefined where the yield is the alternative's own. */
export const treasuryYearsOf = ({ alternative, sources }: Yielding): string | undefined =>
  alternative === 'TREASURY' ? undefined : /^(\d+)-year Treasury of /.exec(sources.alternativeYield ?? '')?.[1]
/** "Agency bond (2-year Treasury)": no yield stands under a name that is not its own. */
export function alternativeName(scenario: Yielding): string {
  const { label } = ALTERNATIVES[scenario.alternative]
  const years = treasuryYearsOf(scenario)
  return years === undefined ? label : `${label} (${years}-year Treasury)`
}
export function inputLabel(key: ScenarioKey, scenario: Yielding): string {
  const years = key === 'alternativeYield' ? treasuryYearsOf(scenario) : undefined
  return years === undefined ? fieldOf(key).label : `${fieldOf(key).label} (${years}-year Treasury)`
}

/** Whether two scenarios say the same. The database keeps the names of an object in an order of its own, which is no change. */
export const isSameScenario = (one: Scenario, other: Scenario): boolean => inOrder(one) === inOrder(other)
const inOrder = (scenario: Scenario): string =>
  JSON.stringify(scenario, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

/** The sentences of what cannot be computed with, by input; none when the scenario is complete. */
export function flawsOf({ numbers }: Pick<Scenario, 'numbers'>): Partial<Record<ScenarioKey, string>> {
  const flaws: Partial<Record<ScenarioKey, string>> = {}
  for (const key of SCENARIO_KEYS) {
    const { low, high, kind, isOptional: mayLack } = fieldOf(key)
    const value = numbers[key]
    if (value === null) {
      if (!mayLack) flaws[key] = 'Enter a value.'
    } else if (!(value >= low && value <= high)) flaws[key] = rangeSentence(kind, low, high, value)
    else if ((kind === 'count' || kind === 'money') && !Number.isInteger(value)) flaws[key] = 'Enter a whole number.'
  }
  if ((numbers.replacedGain ?? 0) > (numbers.replacedValue ?? Number.POSITIVE_INFINITY))
    flaws.replacedGain = 'The gain cannot be more than the cash surrender value.'
  return flaws
}

function rangeSentence(kind: ScenarioField['kind'], low: number, high: number, value: number): string {
  const shown = (bound: number) =>
    kind === 'percent'
      ? `${Number((bound * 100).toFixed(2))}%`
      : kind === 'money'
        ? `$${(bound / 100).toLocaleString('en-US')}`
        : String(bound)
  return value < low ? `Enter ${shown(low)} or more.` : `Enter ${shown(high)} or less.`
}

/** Decimals that print rates as they were entered, at least two and at most four: a product of a figure beside one must work out. */
export const enteredDigits = (...rates: readonly number[]): number =>
  Math.max(...rates.map((rate) => [2, 3].find((digits) => Math.abs(Number((rate * 100).toFixed(digits)) - rate * 100) < 1e-9) ?? 4))

/** The yearly tax on carrying a municipal bond; 0 for every other alternative. */
export function carryingTaxIn({ alternative, isBankQualified, numbers: { costOfFunds, federalRate } }: Scenario): number {
  return alternative === 'MUNICIPAL' ? carryingTaxOf({ costOfFunds: costOfFunds ?? 0, federalRate: federalRate ?? 0, isBankQualified }) : 0
}
