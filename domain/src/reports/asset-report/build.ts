/** Makes the asset report and the summary asset report from their stored inputs. */

import {
  CODES_OF,
  callReport as callReportOf,
  INCOME_ITEM,
  separateAccountExposure,
  WEIGHTED_ITEM,
} from '../../calculations/call-report.ts'
import { herfindahl } from '../../calculations/concentration.ts'
import { combinedRateOf } from '../../calculations/tax-equivalent-yield.ts'
import { type WeighedProgram, weighedProgram } from '../../policies/separate-account-funds.ts'
import { sumCents } from '../../primitives/money.ts'
import { isMonthEnd } from '../../primitives/period.ts'
import { footerOf } from '../heading.ts'
import type { ViewRow } from '../table.ts'
import { activityTables } from './activity.ts'
import { lineBasis, reportBasis } from './basis.ts'
import { callReportIncome, filesCallReport } from './call-report-income.ts'
import { carriedValues } from './carried.ts'
import { claimsLead } from './claims.ts'
import { column } from './columns.ts'
import { controlsView } from './controls-view.ts'
import { figuresOf, type Holding, holdingsOf, ytdYieldOf } from './holdings.ts'
import { ledgerView } from './journal-tables.ts'
import { limitTestsOf } from './limits.ts'
import { controlsNotPerformed, tablesLeftOut } from './not-applicable.ts'
import { openingsView } from './openings.ts'
import { groupBy, sortHoldings } from './order.ts'
import { riskWeightNotes, riskWeightView } from './risk-weights.ts'
import { type AssetReportSnapshot, sourceOfValues } from './snapshot.ts'
import { carrierTable, detailTable, valueByAccountType } from './tables.ts'
import { footnotesOf, headerOf, highlightsOf, notesOf } from './texts.ts'
import { trendView } from './trend.ts'
import type { AssetReportTotals, AssetReportView, CallReportView } from './view.ts'
import { yearToDateView } from './year-to-date.ts'

export { type AssetReportSnapshot, readAssetReportSnapshot } from './snapshot.ts'
export type { AssetReportView } from './view.ts'

/**
 * Computes everything a report shows. Pure: the same snapshot gives an equal view.
 * @throws RangeError when dates are out of order, a policy names a carrier that the snapshot lacks, or a policy comes twice
 */
export function buildAssetReport(snapshot: AssetReportSnapshot): AssetReportView {
  requireSound(snapshot)
  const carriers = new Map(snapshot.carriers.map((carrier) => [carrier.code, carrier]))
  const holdings = sortHoldings(holdingsOf(snapshot), carriers)
  const totals = totalsOf(holdings, snapshot)
  const limitTests = limitTestsOf(holdings, carriers, snapshot)
  const isSummary = snapshot.kind === 'AssetSummaryReport'
  const detail = isSummary ? null : detailTable(holdings, totals, carriers, snapshot)
  const weighed = weighedProgram(snapshot.policies, snapshot.funds)
  const trend = trendView(holdings, totals, snapshot)
  const callReport = callReportView(holdings, totals, snapshot, weighed)
  const openings = openingsView(holdings, snapshot)
  const ledger = ledgerView(holdings, carriers, snapshot)
  const activity = isSummary ? null : activityTables(snapshot, carriers)
  const pending = isSummary ? null : claimsLead(snapshot)
  const controls = isSummary ? null : controlsView(snapshot)
  const { isQuarterly } = snapshot
  const flags = detail ? detail.carriers.flatMap(({ products }) => products.flatMap(({ rows }) => rows.flatMap((row) => row.flags))) : []
  return {
    kind: snapshot.kind,
    isQuarterly,
    header: headerOf(snapshot),
    footer: footerOf(snapshot, sourceOfValues(snapshot)),
    highlights: highlightsOf(holdings, totals, snapshot, limitTests),
    totals,
    carried: carriedValues(holdings, totals.cashSurrenderValue, snapshot),
    basis: {
      ...reportBasis(snapshot, totals.cashSurrenderValue),
      ...lineBasis(holdings, totals, snapshot),
      repeated: totals.policies - totals.insureds,
    },
    carriers: carrierTable(holdings, totals, carriers, limitTests, snapshot),
    yearToDate: isSummary ? null : yearToDateView(holdings, totals, carriers, snapshot),
    detail,
    trend,
    ledger,
    limitTests,
    callReport,
    activity,
    ...(pending === null ? {} : { claimsLead: pending }),
    openings,
    controls,
    notApplicable: tablesLeftOut({
      isQuarterly,
      ledger,
      activity,
      isTieOutQuarterly: !isQuarterly && !isSummary && filesCallReport(snapshot),
      hasRateResets: snapshot.activity.transactions.some(({ type }) => type === 'RATE_RESET'),
    }),
    notPerformed: controlsNotPerformed({ controls }),
    footnotes: footnotesOf(flags),
    notes: [
      ...notesOf(holdings, totals, snapshot, trend.months, limitTests),
      ...(openings?.notes ?? []),
      ...(callReport?.riskWeights ? riskWeightNotes(weighed) : []),
    ],
    controlTotals: {
      rows: totals.policies,
      cashSurrenderValue: totals.cashSurrenderValue,
      deathBenefit: totals.deathBenefit,
      increase: totals.increase,
    },
  }
}

function totalsOf(holdings: readonly Holding[], snapshot: AssetReportSnapshot): AssetReportTotals {
  const values = groupBy(holdings, ({ policy }) => policy.carrierCode).map(([, held]) =>
    sumCents(held.map((holding) => holding.cashSurrenderValue)),
  )
  return {
    ...figuresOf(holdings, snapshot, sumCents(values)),
    policies: snapshot.policies.length,
    insureds: new Set(snapshot.policies.map((policy) => policy.insuredId)).size,
    ytdYield: ytdYieldOf(holdings, snapshot),
    herfindahl: herfindahl(values),
    combinedTaxRate: snapshot.tax ? combinedRateOf(snapshot.tax) : null,
  }
}

/** The Call Report counts calendar quarters, and its income the calendar year, whatever the fiscal year. */
function callReportView(
  holdings: readonly Holding[],
  totals: AssetReportTotals,
  snapshot: AssetReportSnapshot,
  weighed: WeighedProgram,
): CallReportView | null {
  const { kind, isQuarterly, institution } = snapshot
  if (!isQuarterly || !filesCallReport(snapshot)) return null
  const values = valueByAccountType(holdings)
  const year = callReportIncome(snapshot, totals, holdings)
  const report = callReportOf(values, year.income)
  const lines = [
    ...report.lines,
    report.total,
    ...(report.income ? [report.income] : []),
    ...(weighed.funds.length > 0 ? separateAccountExposure({ value: values.SEPARATE, assets: weighed.separate }) : []),
  ]
  const columns = [
    column('item', 'Item', 'text', { width: 10, group: 'key' }),
    column('code', 'Code', 'text', { width: 6, group: 'key' }),
    column('label', 'Description', 'text', { width: 56, group: 'key' }),
    column('amount', 'US dollars', 'money', { total: 'none', formula: 'accountTypes' }),
    column('thousands', '$ thousands', 'count', { width: 12, formula: 'thousands' }),
  ]
  const rows = lines.map(
    ({ item, code, label, amount, thousands }): ViewRow => ({
      id: item.replace(/\W+/g, '-').toLowerCase(),
      cells: { item, code, label, amount, thousands },
      ...(item === WEIGHTED_ITEM ? { formulas: { amount: 'fundsWeighted' as const } } : {}),
      ...(item === INCOME_ITEM && year.basis ? { basis: year.basis, formulas: { amount: 'increase' as const } } : {}),
    }),
  )
  return {
    table: {
      id: 'call-report',
      title: `Call Report tie-out, ${institution.callReportForm.replace('FFIEC', 'FFIEC ')}`,
      columns,
      rows,
      total: null,
    },
    note: [report.roundingNote, year.note, CODES_OF].filter((part) => part !== null).join(' '),
    riskWeights: kind === 'AssetReport' ? riskWeightView(values, weighed) : null,
  }
}

function requireSound({ period, priorPeriod, yearStart, policies, removedPolicies, carriers }: AssetReportSnapshot): void {
  if (!isMonthEnd(period) || !isMonthEnd(priorPeriod) || !isMonthEnd(yearStart) || priorPeriod >= period || yearStart >= period) {
    throw new RangeError(`an asset report from ${priorPeriod} and ${yearStart} to ${period}`)
  }
  const known = new Set(carriers.map(({ code }) => code))
  const seen = new Set<number>()
  for (const { policyId, policyNumber, carrierCode } of [...policies, ...removedPolicies]) {
    if (!known.has(carrierCode)) throw new RangeError(`policy ${policyNumber} names carrier ${carrierCode}, which the snapshot lacks`)
    if (seen.has(policyId)) throw new RangeError(`policy ${policyNumber} comes twice`)
    seen.add(policyId)
  }
}
