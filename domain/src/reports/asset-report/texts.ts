/** The words of the asset reports: header, footer, tiles, footnotes, notes. */

import { CAPITAL_BASIS_NAMES, DEFAULT_LIMITS, type LimitTest } from '../../calculations/concentration.ts'
import { TAX_BASIS_NAMES } from '../../calculations/state-tax.ts'
import { combinedRateOf } from '../../calculations/tax-equivalent-yield.ts'
import type { YieldConvention } from '../../primitives/insurance-terms.ts'
import { formatCount, formatMoney, formatPercent } from '../../primitives/money.ts'
import { formatDate, formatLongDate, formatMonth, isQuarterEnd, type PlainDate } from '../../primitives/period.ts'
import { sentence } from '../../primitives/sentence.ts'
import { reportTitle } from '../families.ts'
import { stampOf } from '../heading.ts'
import { PARTIAL } from '../table.ts'
import { aboveGross } from './above-gross.ts'
import { betweenQuarters } from './call-report-income.ts'
import { carriedValues } from './carried.ts'
import { besideEarnings, pendingInBrief } from './claims.ts'
import { EARNINGS, monthKeys, YIELD_FORMULAS } from './columns.ts'
import { controlsNote } from './controls-view.ts'
import { correctionNotes } from './corrections.ts'
import type { Holding } from './holdings.ts'
import { sideBySide, wholeShare } from './limits.ts'
import type { AssetReportSnapshot, SnapshotTax } from './snapshot.ts'
import { POLICY_FLAGS, partialOf } from './tables.ts'
import type { AssetReportHeader, AssetReportTotals, HighlightTile, TrendMonth } from './view.ts'
import { yieldNotes } from './yield-notes.ts'

export function headerOf(snapshot: AssetReportSnapshot): AssetReportHeader {
  const { institution, site, period, priorPeriod, yearStart, planNames, preparedOn } = snapshot
  return {
    title: reportTitle(snapshot.kind, snapshot.isQuarterly),
    portalLabel: `${site.portalLabel} Portal`,
    institutionId: institution.id,
    institutionName: institution.name,
    legalName: institution.legalName,
    subsidiaryName: institution.subsidiary?.legalName ?? null,
    place:
      institution.city && institution.stateCode
        ? `${institution.city}, ${institution.stateCode}`
        : (institution.city ?? institution.stateCode),
    asOf: period,
    asOfText: `As of ${formatLongDate(period)}`,
    priorPeriod,
    yearStart,
    planNames,
    preparedOn,
    preparedText: `Prepared ${formatLongDate(preparedOn)}`,
    stamp: stampOf({ ...snapshot, unaudited: snapshot.controls?.unaudited }),
    preliminaryReason: snapshot.preliminary?.reason ?? null,
    unit: 'Amounts in US dollars. CSV is cash surrender value.',
  }
}

export function highlightsOf(
  holdings: readonly Holding[],
  totals: AssetReportTotals,
  snapshot: AssetReportSnapshot,
  tests: readonly LimitTest[],
): HighlightTile[] {
  const { isQuarterly, priorPeriod, yearStart, capital } = snapshot
  /** The owner of the increase in the sum, where it is not everybody's. */
  const of = (known: (holding: Holding) => boolean, since: PlainDate) => {
    const count = holdings.filter(known).length
    const whose =
      count === 0 || count === holdings.length ? 'Since' : `Of ${formatCount(count)} of ${formatCount(holdings.length)} policies, since`
    return `${whose} ${formatDate(since)}`
  }
  const tile = (
    key: keyof typeof TILE_FORMULAS | 'netYield',
    label: string,
    kind: HighlightTile['kind'],
    value: number | null,
    detail: string | null = null,
  ): HighlightTile => ({
    key,
    label,
    kind,
    value,
    detail,
    formula: key === 'netYield' ? YIELD_FORMULAS[snapshot.yieldConvention] : TILE_FORMULAS[key],
  })
  return [
    tile(
      'cashSurrenderValue',
      'Cash surrender value',
      'money',
      totals.cashSurrenderValue,
      carriedValues(holdings, totals.cashSurrenderValue, snapshot)?.detail,
    ),
    tile(
      'increase',
      isQuarterly ? 'Quarter increase' : 'Monthly increase',
      'money',
      totals.increase,
      of(({ span }) => span.increase !== null, priorPeriod),
    ),
    tile(
      'ytdIncrease',
      EARNINGS,
      'money',
      totals.ytdIncrease,
      besideEarnings(
        of(({ ytdIncrease }) => ytdIncrease !== null, yearStart),
        totals.ytdIncrease,
        holdings,
      ),
    ),
    tile(
      'netYield',
      'Current net yield',
      'percent',
      totals.netYield,
      totals.ytdYield === null ? null : `Year to date ${formatPercent(totals.ytdYield)}`,
    ),
    tile(
      'taxEquivalentYield',
      'Tax-equivalent yield',
      'percent',
      totals.taxEquivalentYield,
      totals.combinedTaxRate === null ? null : `At ${formatPercent(totals.combinedTaxRate)} tax`,
    ),
    tile('deathBenefit', 'Death benefit', 'money', totals.deathBenefit),
    tile(
      'institutionShare',
      'Institution’s share',
      'money',
      totals.institutionShare,
      totals.insuredShare === 0 ? 'All of the death benefit' : `Insureds’ share ${formatMoney(totals.insuredShare)}`,
    ),
    tile('policies', 'Policies in force', 'count', totals.policies, pendingInBrief(snapshot)),
    tile('insureds', 'Insureds', 'count', totals.insureds),
    ...(snapshot.withoutCapital
      ? []
      : [
          tile(
            'shareOfTier1',
            'CSV as % of Tier 1',
            'percent',
            totals.shareOfTier1,
            capital === null ? 'No capital on file' : `${wholeShare(tests, capital)}Tier 1 at ${formatDate(capital.asOf)}`,
          ),
        ]),
  ]
}

const TILE_FORMULAS = {
  cashSurrenderValue: 'lines',
  increase: 'increase',
  ytdIncrease: 'ytdIncrease',
  taxEquivalentYield: 'taxEquivalentYield',
  deathBenefit: 'lines',
  institutionShare: 'institutionShare',
  policies: 'lines',
  insureds: 'insureds',
  shareOfTier1: 'shareOfTier1',
} as const

/** The flags that occur, with their meaning. */
export function footnotesOf(flags: Iterable<string>): { symbol: string; text: string }[] {
  const used = new Set(flags)
  return Object.entries(POLICY_FLAGS).flatMap(([symbol, text]) => (used.has(symbol) ? [{ symbol, text }] : []))
}

/** Section 6: rates and capital with their dates, values estimated or missing, definitions of the yields. */
export function notesOf(
  holdings: readonly Holding[],
  totals: AssetReportTotals,
  snapshot: AssetReportSnapshot,
  months: readonly TrendMonth[],
  tests: readonly LimitTest[],
): string[] {
  const { tax, capital, limits, preliminary, yieldConvention, priorPeriod, yearStart, isQuarterly } = snapshot
  // The summary prints neither crediting rates nor amounts at risk, and its notes share one page with everything else.
  const isSummary = snapshot.kind === 'AssetSummaryReport'
  const inForce = holdings.filter((holding) => holding.inForce)
  const estimated = inForce.filter((holding) => holding.inForce?.flags.estimated).length
  const unknownIncrease = inForce.filter(({ span }) => span.increase === null).length - estimated
  const covered = inForce.length - estimated - unknownIncrease
  const unknownYear = inForce.filter(({ ytdIncrease }) => ytdIncrease === null).length
  const unpaid = inForce.filter((holding) => holding.isUnpaid).length
  const span = isQuarterly ? 'quarter' : 'month'
  return [
    preliminary &&
      [
        `Preliminary: ${sentence(preliminary.reason)}`,
        estimated > 0 &&
          `${countOf(estimated, 'policy carries', 'policies carry')} the last value known; ${estimated === 1 ? 'its' : 'their'} increase for the ${span} is not shown and not in the totals.`,
        covered > 0 &&
          covered < inForce.length &&
          `The increase and its journal entry cover ${formatCount(covered)} of ${countOf(inForce.length, 'policy', 'policies')}.`,
      ]
        .filter(Boolean)
        .join(' '),
    `The increase for the ${span} is the change in cash surrender value since ${formatLongDate(priorPeriod)} that premiums and their refunds, withdrawals, surrenders, claims and exchanges do not explain. The year to date starts at ${formatLongDate(yearStart)}.`,
    unknownIncrease > 0 &&
      `${countOf(unknownIncrease, 'policy has', 'policies have')} no value at ${formatLongDate(priorPeriod)}: the increase is shown as "-", is not in the totals, and no growth entry is suggested.${unknownYear > 0 ? '' : ' Earnings year to date include it.'}`,
    unknownYear > 0 &&
      `${countOf(unknownYear, 'policy has', 'policies have')} no value at ${formatLongDate(yearStart)}: earnings year to date are shown as "-" and are not in the totals.`,
    unpaid > 0 &&
      `${countOf(unpaid, 'policy', 'policies')} issued since ${formatLongDate(yearStart)} ${unpaid === 1 ? 'has' : 'have'} no premium on file: without it, what was paid in cannot be separated from earnings, so no earnings are stated.`,
    ...correctionNotes(holdings, snapshot),
    ...partialNotes(holdings, snapshot, months),
    `Current net yield: ${YIELD_WORDS[yieldConvention]} Yields of subtotals and totals are computed from summed dollars, never from averaged percentages.`,
    ...yieldNotes(holdings, totals, snapshot),
    totals.ytdYield !== null &&
      `Year-to-date yield (${formatPercent(totals.ytdYield)}): the increase since ${formatLongDate(yearStart)} on the average of month-begin balances, annualized by actual days.`,
    !isSummary &&
      `The gross crediting rate is an effective annual rate before charges, weighted by cash surrender value in totals. The net yield is below or above it by charges, changes in surrender charges and the difference between effective and simple annualization.${aboveGross(holdings, snapshot)}`,
    tax ? `${taxNote(tax)}${stateNote(tax, isSummary)}` : 'No tax profile is on file: tax-equivalent yields are not shown.',
    capital
      ? `Tier 1 capital of ${formatMoney(capital.tier1)}${capital.allowance === null ? '' : ` and allowance for credit losses of ${formatMoney(capital.allowance)}`} as of ${formatLongDate(capital.asOf)} (${sourceName(capital.source)}).`
      : !snapshot.withoutCapital && 'No capital is on file: shares of capital and limits are not tested.',
    capital &&
      (limits
        ? `Limits are the board’s: ${formatPercent(limits.perCarrier)} a carrier and ${formatPercent(limits.aggregate)} in total, of ${CAPITAL_BASIS_NAMES[limits.basis]}.`
        : `No board limits are on file: the guideline of ${formatPercent(DEFAULT_LIMITS.perCarrier)} a carrier and ${formatPercent(DEFAULT_LIMITS.aggregate)} in total of Tier 1 is shown (interagency statement of December 7, 2004).`),
    capital && sideBySide(totals, capital, snapshot, tests),
    isQuarterly && snapshot.institution.callReportForm !== 'NONE' && !isQuarterEnd(snapshot.period) && betweenQuarters(snapshot.period),
    !isSummary && 'Net at risk is the institution’s share of the death benefit less cash surrender value.',
    isSummary && controlsNote(snapshot),
  ].filter((note) => typeof note === 'string')
}

/** The meaning of a mark behind a sum, and the months that lack values, each with its count. */
function partialNotes(holdings: readonly Holding[], snapshot: AssetReportSnapshot, months: readonly TrendMonth[]): string[] {
  const gaps = months.filter(({ missing = 0 }) => missing > 0)
  const counts = gaps.map(
    ({ period, policies, missing = 0 }) => `${formatMonth(period)} ${formatCount(missing)} of ${formatCount(policies)}`,
  )
  const quarter = monthKeys(snapshot).flatMap(({ end }, index) => {
    const untold = holdings.filter(({ months: own }) => (own[index]?.increase ?? null) === null).length
    return untold > 0 && untold < holdings.length ? [`${formatMonth(end)} ${formatCount(untold)} of ${formatCount(holdings.length)}`] : []
  })
  const isMarked = partialOf(holdings, snapshot).partial !== undefined || gaps.some(({ cashSurrenderValue }) => cashSurrenderValue !== null)
  return [
    isMarked && `A sum marked ${PARTIAL} leaves out policies without a value: it is not the whole program’s.`,
    gaps.length > 0 &&
      `Policies without a posted value, by month: ${counts.join('; ')}. The value of such a month is the sum of the others, or "-" where none has one; no increase is shown for it or for the month after.`,
    quarter.length > 0 && `Policies whose increase of a month of the quarter is not known, by month: ${quarter.join('; ')}.`,
  ].filter((note) => typeof note === 'string')
}

const YIELD_WORDS: Record<YieldConvention, string> = {
  SIMPLE:
    'the increase divided by the beginning value, weighted for flows by days, times days in the year over days in the period (simple).',
  COMPOUND: 'the increase divided by the beginning value, weighted for flows by days, compounded to a year by actual days.',
  TIMES12: 'the increase divided by the beginning value, weighted for flows by days, times twelve over the months of the period.',
}

function taxNote(tax: SnapshotTax): string {
  const combined = formatPercent(combinedRateOf(tax))
  const asOf = `as of ${formatLongDate(tax.asOf)} (${sourceName(tax.source)})`
  if (combinedRateOf(tax) === 0) return `The institution pays no income tax, so tax-equivalent yields equal net yields, ${asOf}.`
  if (tax.combinedRateOverride !== null) return `Tax-equivalent yields use the institution’s own combined tax rate of ${combined}, ${asOf}.`
  const federal = `federal ${formatPercent(tax.federalRate)}`
  if (tax.boliStateTreatment === 'IN_CAPITAL_BASE' || tax.boliStateTreatment === 'NOT_APPLICABLE') {
    return `Tax-equivalent yields use ${federal} alone: no ${tax.stateCode} tax applies to the institution’s income, ${asOf}.`
  }
  const deduction =
    tax.federalDeductibleFraction > 0
      ? `, which allows ${formatPercent(tax.federalDeductibleFraction, 0)} of federal tax as a deduction`
      : ''
  const taxed =
    tax.boliStateTreatment === 'TAXED' ? ` ${tax.stateCode} taxes the growth of policies, which the yields take into account.` : ''
  return `Tax-equivalent yields use a combined rate of ${combined}: ${federal}, ${tax.stateCode} ${formatPercent(tax.stateRate)}${deduction}, ${asOf}.${taxed}`
}

/** Which row of the state configuration the figures are of, and how far they may be trusted; the summary has room for the row alone. */
function stateNote({ stateRow, stateCode, combinedRateOverride }: SnapshotTax, isSummary: boolean): string {
  if (stateRow === undefined || combinedRateOverride !== null) return ''
  if (stateRow === 'NONE_IN_FORCE')
    return ` No row of the state configuration is in effect for ${stateCode} on this date: the figures are those copied when the profile was entered.`
  const { stateName, taxName, taxBasis, effectiveFrom, figuresYear, source, reviewedOn, footnote } = stateRow
  const review = reviewedOn === null ? 'not reviewed by a tax reviewer' : `reviewed ${formatDate(reviewedOn)}`
  const row = ` State row: ${stateName}, in use from ${formatDate(effectiveFrom)}, figures of ${figuresYear}, ${review}.`
  if (isSummary) return row
  const tax = taxBasis === 'NONE' ? TAX_BASIS_NAMES.NONE : `${taxName}, measured by ${TAX_BASIS_NAMES[taxBasis].toLowerCase()}`
  return `${row} ${tax}; source: ${source}.${footnote ? ` ${sentence(footnote)}` : ''}`
}

const countOf = (count: number, one: string, several: string) => `${formatCount(count)} ${count === 1 ? one : several}`

/** Where a figure was entered, for readers: the codes of the book in words, anything else as it was written. */
const SOURCE_NAMES: Record<string, string> = {
  QUESTIONNAIRE: 'annual questionnaire',
  CALL_REPORT: 'Call Report',
  STAFF: 'entered by staff',
}
export const sourceName = (source: string): string => SOURCE_NAMES[source] ?? source
