/** The terms a report is computed under: tax profile, capital, board limits, and the carriers' ratings at the period. */

import { stateShareOf } from '@corridor/domain/calculations/state-tax.ts'
import type { AssetReportSnapshot, SnapshotTax } from '@corridor/domain/reports/asset-report/snapshot.ts'
import type { InstitutionRow, RatingRow, StateRow } from './snapshot-queries.ts'

export function termsOf(
  row: InstitutionRow,
): Pick<AssetReportSnapshot, 'tax' | 'capital' | 'withoutCapital' | 'limits' | 'yieldConvention'> {
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
          ...(row.usesStateRow === true ? ofState(row.stateRow) : {}),
        }
  // Whatever was entered for it: a corporation has no Tier 1 capital, and no agency's limits.
  if (row.institutionType === 'CORPORATION')
    return { tax, capital: null, withoutCapital: true, limits: null, yieldConvention: row.yieldConvention }
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

/** The state row's figures in place of the profile's own; those stand where no row holds. */
function ofState(row: StateRow | null): Partial<SnapshotTax> {
  if (row === null) return { stateRow: 'NONE_IN_FORCE' }
  const { id, stateName, taxName, taxBasis, effectiveFrom, effectiveTo, figuresYear, sourceCitation, reviewedOn, reportFootnote } = row
  return {
    ...stateShareOf(row),
    stateRow: {
      id,
      stateName,
      taxName,
      taxBasis,
      effectiveFrom,
      effectiveTo,
      figuresYear,
      source: sourceCitation,
      reviewedOn,
      footnote: reportFootnote,
    },
  }
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
