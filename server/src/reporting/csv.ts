/** An asset report as CSV: its policies, or in a summary its carriers, as one rectangular table that a ledger or another program reads. */
import type { AssetReportView } from '@corridor/domain/asset-report-view.ts'
import { csvText } from '../kernel/csv.ts'
import { tablesOf } from './report-tables.ts'

export function renderCsv(view: AssetReportView): string {
  const { columns, rows } = tablesOf(view).csv
  return csvText(columns, rows)
}
