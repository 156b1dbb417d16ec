/** The columns of the carrier table and the policy detail: one description for screen, PDF, XLSX and CSV. */

import { CAPITAL_BASIS_NAMES, DEFAULT_LIMITS } from '../../calculations/concentration.ts'
import { addMonthEnds, formatDate, formatShortMonth, type PlainDate } from '../../primitives/period.ts'
import { type Column, type ColumnMaker, column as columnOf } from '../table.ts'
import { isPartOfMore } from './entity-holdings.ts'
import type { AssetFormula } from './formulas.ts'
import type { AssetReportSnapshot } from './snapshot.ts'

/** A column of an asset report, which names only formulas that it has. */
export const column: ColumnMaker<AssetFormula> = columnOf

/** The cells that hold the months of a quarter, with their month ends; none in a monthly report. */
export function monthKeys({ isQuarterly, period }: AssetReportSnapshot): { key: string; end: PlainDate }[] {
  return isQuarterly ? [-2, -1, 0].map((back, index) => ({ key: `month${index + 1}Increase`, end: addMonthEnds(period, back) })) : []
}
const MONTH_FORMULAS = ['month1', 'month2', 'month3'] as const
const monthColumns = (snapshot: AssetReportSnapshot) =>
  monthKeys(snapshot).map(({ key, end }, index) =>
    column(key, `Increase ${formatShortMonth(end)}`, 'money', { width: 12, ...by(MONTH_FORMULAS[index]) }),
  )
const by = (formula: AssetFormula | undefined) => (formula ? { formula } : {})
/** How the figures of a line of policies come about; those of a line of one policy are in DETAIL_FORMULAS. */
export const YIELD_FORMULAS = { SIMPLE: 'netYieldSimple', COMPOUND: 'netYieldCompound', TIMES12: 'netYieldTimes12' } as const
const increaseLabel = ({ isQuarterly }: AssetReportSnapshot) => (isQuarterly ? 'Quarter increase' : 'Monthly increase')

/** The change of value since the start of the year that neither premiums nor anything taken out explains. */
export const EARNINGS = 'Earnings year to date'

/** A stored opening balance need not be what the month end is posted with, which may stand in the next column. */
export const yearStartLabel = ({ yearStart, policies, removedPolicies }: AssetReportSnapshot) =>
  `${[...policies, ...removedPolicies].some(({ opening }) => opening) ? 'Opening CSV' : 'CSV'} ${formatDate(yearStart)}`

/** The carrier table of the full report, or of the one-page summary. */
export function carrierColumns(snapshot: AssetReportSnapshot): Column[] {
  const { period, priorPeriod, kind } = snapshot
  const rating = (key: string, label: string) => column(key, label, 'text', { width: 6, align: 'center', group: 'ratings' })
  const computed = { total: 'computed', group: 'yields' } as const
  const ratings = [
    rating('amBest', 'AM Best'),
    rating('sp', 'S&P'),
    rating('moodys', 'Moody’s'),
    rating('fitch', 'Fitch'),
    column('comdex', 'Comdex', 'count', { width: 6, group: 'ratings', formula: 'rating' }),
  ]
  const yields = [
    column('netYield', 'Net yield', 'percent', { ...computed, formula: YIELD_FORMULAS[snapshot.yieldConvention] }),
    column('taxEquivalentYield', 'Tax-equivalent yield', 'percent', { ...computed, formula: 'taxEquivalentYield' }),
  ]
  const summed = { formula: 'lines' } as const
  const prior = column('priorValue', `CSV ${formatDate(priorPeriod)}`, 'money', summed)
  const current = column('cashSurrenderValue', `CSV ${formatDate(period)}`, 'money', summed)
  const gain = [...monthColumns(snapshot), column('increase', increaseLabel(snapshot), 'money', { width: 12, formula: 'increase' })]
  const ytd = column('ytdIncrease', EARNINGS, 'money', { width: 12, formula: 'ytdIncrease' })
  const key = [
    column('carrier', 'Carrier', 'text', { width: 22, group: 'key' }),
    column('accountType', 'Account', 'text', { width: 9, group: 'ratings' }),
  ]
  const ofTier1 = snapshot.withoutCapital
    ? []
    : [column('shareOfTier1', '% of Tier 1', 'percent', { ...computed, formula: 'shareOfTier1' })]
  if (kind === 'AssetSummaryReport') {
    const basis = (snapshot.limits ?? DEFAULT_LIMITS).basis
    const ofBasis =
      basis === 'TIER1'
        ? []
        : [column('shareOfLimitBasis', `% of ${CAPITAL_BASIS_NAMES[basis]}`, 'percent', { ...computed, formula: 'shareOfLimitBasis' })]
    const limits = [
      column('limit', 'Limit', 'percent', { ...computed, formula: 'limit' }),
      column('headroom', isPartOfMore(snapshot) ? 'Headroom, in total' : 'Headroom', 'money', {
        total: 'computed',
        group: 'yields',
        formula: 'headroom',
      }),
    ]
    const capital = snapshot.withoutCapital ? [] : [...ofTier1, ...ofBasis, ...limits]
    return [...key, ...ratings, prior, current, ...gain, ytd, ...yields, ...capital]
  }
  return [
    ...key,
    ...ratings,
    column('policies', 'Policies', 'count', { total: 'sum', group: 'ratings', formula: 'policyCount' }),
    column('costBasis', 'Cost basis', 'money', summed),
    column('yearStartValue', yearStartLabel(snapshot), 'money', summed),
    prior,
    column('additions', 'Premiums added', 'money', { width: 12, ...summed }),
    column('removals', 'Removed', 'money', { width: 12, ...summed }),
    ...gain,
    current,
    ytd,
    ...yields,
    column('grossRate', 'Gross crediting rate', 'percent', { ...computed, formula: 'grossRate' }),
    column('shareOfTotal', '% of total', 'percent', { ...computed, formula: 'shareOfTotal' }),
    ...ofTier1,
  ]
}

/** The policy detail. */
export function detailColumns(snapshot: AssetReportSnapshot): Column[] {
  const { period, priorPeriod } = snapshot
  const rate = { total: 'computed', group: 'yields' } as const
  return [
    column('insured', 'Insured', 'text', { width: 22, group: 'key' }),
    column('policyNumber', 'Policy number', 'text', { width: 13, group: 'key' }),
    column('flags', 'Notes', 'text', { width: 4, align: 'center', group: 'key' }),
    column('issueDate', 'Issued', 'date'),
    column('costBasis', 'Cost basis', 'money', { formula: 'register' }),
    column('grossRate', 'Gross rate', 'percent', { ...rate, formula: 'carrierRate' }),
    column('netYield', 'Net yield', 'percent', { ...rate, formula: YIELD_FORMULAS[snapshot.yieldConvention] }),
    column('yearStartValue', yearStartLabel(snapshot), 'money', { formula: 'posted' }),
    column('priorValue', `CSV ${formatDate(priorPeriod)}`, 'money', { formula: 'posted' }),
    ...monthColumns(snapshot),
    column('increase', increaseLabel(snapshot), 'money', { width: 12, formula: 'increase' }),
    column('cashSurrenderValue', `CSV ${formatDate(period)}`, 'money', { formula: 'posted' }),
    column('ytdIncrease', EARNINGS, 'money', { width: 12, formula: 'ytdIncrease' }),
    column('deathBenefit', 'Death benefit', 'money', { group: 'deathBenefit', formula: 'posted' }),
    column('insuredShare', 'Insured’s share', 'money', { group: 'deathBenefit', formula: 'insuredShare' }),
    column('institutionShare', 'Institution’s share', 'money', { group: 'deathBenefit', formula: 'institutionShare' }),
    column('netAmountAtRisk', 'Institution’s net at risk', 'money', { group: 'deathBenefit', formula: 'netAmountAtRisk' }),
  ]
}
