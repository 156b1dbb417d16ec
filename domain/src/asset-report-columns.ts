/** The columns of the carrier table and the policy detail: one description for screen, PDF, XLSX and CSV (domain.md 2.1 to 2.3). */
import type { AssetReportSnapshot } from './asset-report-snapshot.ts'
import { type Column, column } from './cells.ts'
import { CAPITAL_BASIS_NAMES, DEFAULT_LIMITS } from './concentration.ts'
import { addMonthEnds, formatDate, formatShortMonth, type PlainDate } from './period.ts'

/** The cells that hold the months of a quarter, with their month ends; none in a monthly report. */
export function monthKeys({ isQuarterly, period }: AssetReportSnapshot): { key: string; end: PlainDate }[] {
  return isQuarterly ? [-2, -1, 0].map((back, index) => ({ key: `month${index + 1}Increase`, end: addMonthEnds(period, back) })) : []
}
const monthColumns = (snapshot: AssetReportSnapshot) =>
  monthKeys(snapshot).map(({ key, end }) => column(key, `Increase ${formatShortMonth(end)}`, 'money', { width: 12 }))
const increaseLabel = ({ isQuarterly }: AssetReportSnapshot) => (isQuarterly ? 'Quarter increase' : 'Monthly increase')

/** Of 2.1 section 2, or of the summary (2.2). */
export function carrierColumns(snapshot: AssetReportSnapshot): Column[] {
  const { period, priorPeriod, yearStart, kind } = snapshot
  const rating = (key: string, label: string) => column(key, label, 'text', { width: 6, align: 'center', group: 'ratings' })
  const computed = { total: 'computed', group: 'yields' } as const
  const ratings = [
    rating('amBest', 'AM Best'),
    rating('sp', 'S&P'),
    rating('moodys', 'Moody’s'),
    rating('fitch', 'Fitch'),
    column('comdex', 'Comdex', 'count', { width: 6, group: 'ratings' }),
  ]
  const yields = [
    column('netYield', 'Net yield', 'percent', computed),
    column('taxEquivalentYield', 'Tax-equivalent yield', 'percent', computed),
  ]
  const prior = column('priorValue', `CSV ${formatDate(priorPeriod)}`, 'money')
  const current = column('cashSurrenderValue', `CSV ${formatDate(period)}`, 'money')
  const gain = [...monthColumns(snapshot), column('increase', increaseLabel(snapshot), 'money', { width: 12 })]
  const ytd = column('ytdIncrease', 'YTD increase', 'money', { width: 12 })
  const key = [
    column('carrier', 'Carrier', 'text', { width: 22, group: 'key' }),
    column('accountType', 'Account', 'text', { width: 9, group: 'ratings' }),
  ]
  const ofTier1 = column('shareOfTier1', '% of Tier 1', 'percent', computed)
  if (kind === 'AssetSummaryReport') {
    const basis = (snapshot.limits ?? DEFAULT_LIMITS).basis
    const ofBasis = basis === 'TIER1' ? [] : [column('shareOfLimitBasis', `% of ${CAPITAL_BASIS_NAMES[basis]}`, 'percent', computed)]
    const limits = [
      column('limit', 'Limit', 'percent', computed),
      column('headroom', 'Headroom', 'money', { total: 'computed', group: 'yields' }),
    ]
    return [...key, ...ratings, prior, current, ...gain, ytd, ...yields, ofTier1, ...ofBasis, ...limits]
  }
  return [
    ...key,
    ...ratings,
    column('policies', 'Policies', 'count', { total: 'sum', group: 'ratings' }),
    column('costBasis', 'Premium', 'money'),
    column('yearStartValue', `CSV ${formatDate(yearStart)}`, 'money'),
    prior,
    column('additions', 'Premiums added', 'money', { width: 12 }),
    column('removals', 'Removed', 'money', { width: 12 }),
    ...gain,
    current,
    ytd,
    ...yields,
    column('grossRate', 'Gross crediting rate', 'percent', computed),
    column('shareOfTotal', '% of total', 'percent', computed),
    ofTier1,
  ]
}

/** Of 2.1 section 3. */
export function detailColumns(snapshot: AssetReportSnapshot): Column[] {
  const { period, priorPeriod, yearStart } = snapshot
  const rate = { total: 'computed', group: 'yields' } as const
  return [
    column('insured', 'Insured', 'text', { width: 22, group: 'key' }),
    column('policyNumber', 'Policy number', 'text', { width: 13, group: 'key' }),
    column('flags', 'Notes', 'text', { width: 4, align: 'center', group: 'key' }),
    column('issueDate', 'Issued', 'date'),
    column('costBasis', 'Premium', 'money'),
    column('grossRate', 'Gross rate', 'percent', rate),
    column('netYield', 'Net yield', 'percent', rate),
    column('yearStartValue', `CSV ${formatDate(yearStart)}`, 'money'),
    column('priorValue', `CSV ${formatDate(priorPeriod)}`, 'money'),
    ...monthColumns(snapshot),
    column('increase', increaseLabel(snapshot), 'money', { width: 12 }),
    column('cashSurrenderValue', `CSV ${formatDate(period)}`, 'money'),
    column('ytdIncrease', 'YTD increase', 'money', { width: 12 }),
    column('deathBenefit', 'Death benefit', 'money', { group: 'deathBenefit' }),
    column('insuredShare', 'Insured’s share', 'money', { group: 'deathBenefit' }),
    column('institutionShare', 'Institution’s share', 'money', { group: 'deathBenefit' }),
    column('netAmountAtRisk', 'Institution’s net at risk', 'money', { group: 'deathBenefit' }),
  ]
}
