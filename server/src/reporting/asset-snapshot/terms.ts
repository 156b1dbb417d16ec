/** The terms a report is computed under: tax profile, capital, board limits, and the carriers' ratings at the period. */
import type { AssetReportSnapshot } from '@corridor/domain/asset-report-snapshot.ts'
import type { InstitutionRow, RatingRow } from './snapshot-queries.ts'

export function termsOf(row: InstitutionRow): Pick<AssetReportSnapshot, 'tax' | 'capital' | 'limits' | 'yieldConvention'> {
  const tax =
    row.federalRate === null ||
    row.stateRate === null ||
    row.taxStateCode === null ||
    row.boliStateTreatment === null ||
    row.taxFrom === null
      ? null
      : {
          federalRate: row.federalRate,
          stateRate: row.stateRate,
          stateCode: row.taxStateCode,
          federalDeductibleFraction: row.federalDeductibleFraction ?? 0,
          boliStateTreatment: row.boliStateTreatment,
          combinedRateOverride: row.combinedRateOverride,
          asOf: row.taxFrom,
          source: row.taxSource ?? '',
        }
  const capital =
    row.tier1 === null || row.capitalAsOf === null
      ? null
      : { tier1: row.tier1, allowance: row.allowance, total: row.totalCapital, asOf: row.capitalAsOf, source: row.capitalSource ?? '' }
  const limits =
    row.perCarrier === null || row.aggregate === null || row.basis === null
      ? null
      : { perCarrier: row.perCarrier, aggregate: row.aggregate, basis: row.basis }
  return { tax, capital, limits, yieldConvention: row.yieldConvention }
}

export function ratingsOf(rows: RatingRow[]): AssetReportSnapshot['carriers'][number]['ratings'] {
  const of = (agency: RatingRow['agency']) => rows.find((row) => row.agency === agency)
  const comdex = Number(of('COMDEX')?.rating)
  const outlook =
    [...rows].sort((a, b) => (a.effectiveDate < b.effectiveDate ? 1 : -1)).find((row) => row.outlook !== null)?.outlook ?? null
  return {
    amBest: of('AM_BEST')?.rating ?? null,
    sp: of('SP')?.rating ?? null,
    moodys: of('MOODYS')?.rating ?? null,
    fitch: of('FITCH')?.rating ?? null,
    comdex: Number.isInteger(comdex) ? comdex : null,
    outlook: of('AM_BEST')?.outlook ?? outlook,
  }
}
