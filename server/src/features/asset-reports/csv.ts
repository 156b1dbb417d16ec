/** An asset report as CSV: its policies, or in a summary its carriers, as one rectangular table that a ledger or another program reads. */
import type { AssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { statusCsv, tablesOf } from '../../reporting/document/spreadsheet-tables.ts'

export function renderCsv(view: AssetReportView): string {
  const { columns, rows } = tablesOf(view).csv
  return statusCsv(columns, rows, view.header)
}
