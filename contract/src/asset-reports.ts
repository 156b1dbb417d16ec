/** Asset and summary asset reports: the calls of a report family. */
import { z } from 'zod'
import { reportCalls } from './reports.ts'

export const REPORT_TYPES = ['AssetReport', 'AssetSummaryReport'] as const
export type ReportType = (typeof REPORT_TYPES)[number]

const amount = z.int().nullable()
export const assetReports = reportCalls({
  base: '/api/asset-reports',
  noun: 'asset reports',
  reportTypes: REPORT_TYPES,
  totals: { totalCashSurrenderValueCents: amount, totalDeathBenefitCents: amount, monthlyIncreaseCents: amount, policyCount: amount },
  history: { totalCashSurrenderValueCents: amount },
})
