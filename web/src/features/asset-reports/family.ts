/** Asset and summary asset reports for the shared pages of report families. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { readAssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { REPORT_FAMILIES } from '@corridor/domain/reports/families.ts'
import { lazy } from 'react'
import type { ReportPages } from '../../reporting/family.ts'

const shared = {
  calls: assetReports,
  figures: [
    { key: 'policyCount', header: 'Policies', kind: 'count', isSummed: true },
    { key: 'totalCashSurrenderValueCents', header: 'Cash surrender value ($)', kind: 'money', isSummed: true },
    { key: 'monthlyIncreaseCents', header: 'Increase ($)', kind: 'money', isSummed: true },
  ],
  downloads: [
    { format: 'pdf', label: 'Report (PDF)' },
    { format: 'xlsx', label: 'Excel workbook (XLSX)' },
    { format: 'csv', label: 'Policy detail, spreadsheet (.csv)' },
  ],
  changeNote:
    'The change in value includes premiums, withdrawals, and policies that were added or ended. The increase in the list and on the report leaves them out: it is what the policies earned in the month.',
  quarterlyHint: 'Three months side by side, with the Call Report page.',
  headingOf: (view) => readAssetReportView(view)?.header ?? null,
  Body: lazy(() => import('./ReportView.tsx').then((file) => ({ default: file.ReportView }))),
} satisfies Partial<ReportPages>

const posting = () => import('../../shared/PostEntries.tsx')
export const assetReportPages: ReportPages = {
  reportType: 'AssetReport',
  ...REPORT_FAMILIES.AssetReport,
  ...shared,
  Actions: lazy(() => posting().then((file) => ({ default: file.PostAssetReport }))),
}
export const assetSummaryReportPages: ReportPages = {
  reportType: 'AssetSummaryReport',
  ...REPORT_FAMILIES.AssetSummaryReport,
  ...shared,
  Actions: lazy(() => posting().then((file) => ({ default: file.PostAssetSummary }))),
}
