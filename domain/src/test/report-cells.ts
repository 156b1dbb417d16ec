/** Finds the cells that tests speak of in a report's view. */
import type { AssetReportView, DetailRow } from '../reports/asset-report/view.ts'
import type { CellValue } from '../reports/table.ts'

type Cells = Record<string, CellValue>
export const carrierCells = (view: AssetReportView, code: string): Cells =>
  view.carriers.rows.find((row) => row.carrierCode === code)?.cells ?? {}
export const detailRows = (view: AssetReportView): DetailRow[] =>
  view.detail?.carriers.flatMap(({ products }) => products.flatMap(({ rows }) => rows)) ?? []
export const policyCells = (view: AssetReportView, policyId: number): Cells =>
  detailRows(view).find((row) => row.policyId === policyId)?.cells ?? {}
/** A fraction as a percentage with four decimals. */
export const percent = (value: CellValue | undefined): number | null => (typeof value === 'number' ? Math.round(value * 1e6) / 1e4 : null)
