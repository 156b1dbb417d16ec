/** Concentration of life insurance in carriers and in capital, against limits (Interagency Statement on the Purchase and Risk Management of Life Insurance, OCC 2004-56; bases as in OCC 95-7). */

import type { CapitalBasis } from '../primitives/insurance-terms.ts'
import { type Cents, cents, formatMoney, formatPercent, times } from '../primitives/money.ts'
import { addDays, type PlainDate } from '../primitives/period.ts'
import { breakEvenYears } from './surrender.ts'

/** green, amber, red; `unknown` without capital on file. The words of the charts contract. */
export type LimitStatus = 'within' | 'near' | 'over' | 'unknown'
export const LIMIT_COLORS: Record<LimitStatus, 'green' | 'amber' | 'red' | 'gray'> = {
  within: 'green',
  near: 'amber',
  over: 'red',
  unknown: 'gray',
}

/** The outcome of a test: met, to be watched, not met; `unknown` is what could not be tested, and says why. */
export type TestStatus = 'good' | 'watch' | 'bad' | 'unknown'
export const STATUS_OF_LIMIT: Readonly<Record<LimitStatus, TestStatus>> = {
  within: 'good',
  near: 'watch',
  over: 'bad',
  unknown: 'unknown',
}

/** Guidelines without a board policy: industry shorthand for the legal lending limit, and the agencies' 25 % (FIL-127-2004). */
export const DEFAULT_LIMITS = { perCarrier: 0.15, aggregate: 0.25, basis: 'TIER1' } as const
/** Amber from here on, as a fraction of the limit. */
export const NEAR_LIMIT = 0.9

export const CAPITAL_BASIS_NAMES: Record<CapitalBasis, string> = {
  TIER1: 'Tier 1',
  TIER1_PLUS_ACL: 'Tier 1 + allowance',
  TOTAL: 'total risk-based capital',
}

export interface LimitTest {
  /** The carrier code, or "aggregate". */
  key: string
  label: string
  cashSurrenderValue: Cents
  /** Fraction of capital. */
  limit: number
  basis: CapitalBasis
  capital: Cents | null
  /** A fraction of capital; null without capital. */
  ratio: number | null
  /** Limit × capital - value; negative when over. Null too where parts are not known and it would not be all. */
  headroom: Cents | null
  status: LimitStatus
  /** The parts that the value is the sum of, the report's own policies first; absent where there is only one. */
  parts?: LimitPart[]
  /** The part of the value that is not known: "3 of 8 policies without a value (COLI Portal)". Absent where all of it is. */
  lacking?: string
  /** "Aggregate 24.47% of Tier 1 against a 25% limit: within limit, headroom $317,455.19." */
  sentence: string
}

export interface LimitPart {
  /** "These policies", "COLI Portal" */
  label: string
  cashSurrenderValue: Cents
}

/**
 * Cash surrender value as a fraction of capital; the agencies' threshold is 0.25.
 * @param cashSurrenderValue at the statement date, US cents, 0 or more
 * @param capital as the institution's regulator defines it for concentrations, US cents, above 0
 * @returns unrounded fraction (0.25 is 25 %)
 * @throws RangeError outside those ranges
 * @see FDIC FIL-127-2004, OCC 2004-56, SR 04-19: Interagency Statement on the Purchase and Risk Management of Life Insurance
 */
export function concentration(cashSurrenderValue: Cents, capital: Cents): number {
  if (!(capital > 0 && cashSurrenderValue >= 0)) throw new RangeError(`concentration of ${cashSurrenderValue} in ${capital}`)
  return cashSurrenderValue / capital
}

/** Headroom below a limit: limit × capital - value, in cents; negative when over. */
export function headroom(limit: number, capital: Cents, cashSurrenderValue: Cents): Cents {
  return cents(times(capital, limit) - cashSurrenderValue)
}

/** "headroom $317,455.19", or of what is over: "over the limit by $2,483,547.17". */
export const headroomText = (room: Cents): string =>
  room < 0 ? `over the limit by ${formatMoney(cents(-room))}` : `headroom ${formatMoney(room)}`

/** The same in a column that is headed "Headroom". */
export const headroomCell = (room: Cents | null): string =>
  room !== null && room < 0 ? `Over by ${formatMoney(cents(-room))}` : formatMoney(room)

/** Over above the limit itself, near from 90 % of it. @param ratio null is unknown */
export function limitStatus(ratio: number | null, limit: number): LimitStatus {
  if (ratio === null) return 'unknown'
  if (ratio > limit) return 'over'
  return ratio >= limit * NEAR_LIMIT ? 'near' : 'within'
}

/**
 * The capital that concentrations are measured on. OCC 95-7 and the Federal Reserve use Tier 1 + allowance, the FDIC Tier 1, lending limits total capital.
 * @returns null when the basis needs a part that is not on file
 */
export function capitalBase(capital: { tier1: Cents; allowance: Cents | null; total: Cents | null }, basis: CapitalBasis): Cents | null {
  if (basis === 'TIER1') return capital.tier1
  if (basis === 'TOTAL') return capital.total
  return capital.allowance === null ? null : cents(capital.tier1 + capital.allowance)
}

/**
 * Capital and surplus, the base of the legal lending limit: Tier 1 + Tier 2 + the part of the allowance that Tier 2 does not hold already.
 * @param capital US cents, each 0 or more
 * @throws RangeError when more of the allowance is in Tier 2 than there is
 * @see 12 CFR 32.2
 */
export function capitalAndSurplus(capital: { tier1: Cents; tier2: Cents; allowance: Cents; allowanceInTier2: Cents }): Cents {
  const outside = capital.allowance - capital.allowanceInTier2
  if (outside < 0) throw new RangeError(`an allowance of ${capital.allowance} of which Tier 2 holds ${capital.allowanceInTier2}`)
  return cents(capital.tier1 + capital.tier2 + outside)
}

/** No board plans further than this. */
const FURTHEST_YEARS = 100

/**
 * The first day on which value, growing at its yield, is above the limit of capital growing at its own rate; both grow daily at effective annual
 * rates, actual/365.
 *
 *   projectedBreach({ cashSurrenderValue: usd(14_682_544.81), growth: 0.034217, capital: usd(60_000_000), capitalGrowth: 0, limit: 0.25, from: plainDate('2025-12-31') }) // '2026-08-21'
 *
 * @param position values in US cents above 0; growth a year and limit as fractions, growth above -1
 * @returns `from` itself when the limit is passed already; null when it is not passed within a hundred years
 * @throws RangeError outside those ranges
 */
export function projectedBreach(position: {
  cashSurrenderValue: Cents
  growth: number
  capital: Cents
  capitalGrowth: number
  limit: number
  from: PlainDate
}): PlainDate | null {
  const { cashSurrenderValue, growth, capital, capitalGrowth, limit, from } = position
  if (concentration(cashSurrenderValue, capital) > limit) return from
  const years = breakEvenYears({ before: times(capital, limit), after: cashSurrenderValue, oldRate: capitalGrowth, newRate: growth })
  if (years === null || years > FURTHEST_YEARS || growth <= capitalGrowth) return null
  return addDays(from, Math.floor(years * 365) + 1)
}

/**
 * One line of the limit table, with the sentence that reports print. What may be more than is known is never within a limit: it is over it, or not tested.
 * @param institution what the institution holds without its subsidiaries, where they hold something
 */
export function limitTest(
  input: Pick<LimitTest, 'key' | 'label' | 'cashSurrenderValue' | 'limit' | 'basis' | 'capital' | 'parts' | 'lacking'>,
  institution: Cents | null = null,
): LimitTest {
  const { cashSurrenderValue, limit, capital, lacking } = input
  const ratio = capital === null ? null : concentration(cashSurrenderValue, capital)
  const room = capital === null ? null : headroom(limit, capital, cashSurrenderValue)
  const isKnown = lacking === undefined || ratio === null || ratio > limit
  const test = { ...input, ratio, headroom: isKnown ? room : null, status: isKnown ? limitStatus(ratio, limit) : ('unknown' as const) }
  return { ...test, sentence: [limitSentence(test), ...partSentences(test, institution)].join(' ') }
}

/** The value of the report's own policies in a test. */
export const ownValueOf = ({ parts, cashSurrenderValue }: Pick<LimitTest, 'parts' | 'cashSurrenderValue'>): Cents =>
  parts?.[0]?.cashSurrenderValue ?? cashSurrenderValue

/**
 * Herfindahl index of carriers: the sum of squared percentage shares, 0 to 10,000; 10,000 is one carrier.
 * @returns null when the values sum to nothing
 * @throws RangeError for a negative value
 */
export function herfindahl(values: readonly Cents[]): number | null {
  let total = 0
  for (const value of values) {
    if (value < 0) throw new RangeError(`a share of ${value}`)
    total += value
  }
  if (total === 0) return null
  return values.reduce((index, value) => index + (value / total) ** 2, 0) * 10_000
}

function limitSentence({ label, basis, limit, ratio, headroom: room, lacking }: Omit<LimitTest, 'sentence'>): string {
  const [capital, limitText] = [CAPITAL_BASIS_NAMES[basis], `${Number((limit * 100).toFixed(2))}%`]
  if (ratio === null) return `${label}: no ${capital} on file, so the ${limitText} limit cannot be tested.`
  const opening = `${label} ${lacking === undefined ? '' : 'at least '}${formatPercent(ratio)} of ${capital} against a ${limitText} limit`
  if (room === null) return `${opening}, which cannot be tested: ${lacking}.`
  if (room >= 0) return `${opening}: within limit, ${headroomText(room)}.`
  const least = lacking === undefined ? '' : 'at least '
  return `${opening}: over the limit by ${least}${formatMoney(cents(-room))}${lacking === undefined ? '' : `; ${lacking}`}.`
}

/** The parts of what was measured, as shares of the same capital, and the institution without its subsidiaries. Of a part nothing but being over is told. */
function partSentences(
  { parts = [], capital, limit, basis, cashSurrenderValue }: Omit<LimitTest, 'sentence'>,
  institution: Cents | null,
): string[] {
  if (capital === null || parts.length < 2) return []
  const share = (value: Cents) => formatPercent(concentration(value, capital))
  const alone = institution === null || institution === cashSurrenderValue ? null : headroom(limit, capital, institution)
  return [
    `${parts
      .filter(({ cashSurrenderValue: value }) => value > 0)
      .map((part) => `${part.label} ${share(part.cashSurrenderValue)}`)
      .join(', ')}.`,
    ...(institution === null || alone === null
      ? []
      : [
          `Without subsidiaries ${share(institution)} of ${CAPITAL_BASIS_NAMES[basis]}${alone < 0 ? `: over the limit by ${formatMoney(cents(-alone))}` : ''}.`,
        ]),
  ]
}
