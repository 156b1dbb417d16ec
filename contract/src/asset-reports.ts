/** Asset and summary asset reports (seed 7 "Asset reports"): the calls of a report family, and the way from a figure to the carrier's line. */
import { permission, STAFF_ROLES } from '@corridor/domain/access.ts'
import { z } from 'zod'
import { endpoint, idParam } from './kernel/endpoint.ts'
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
/** Where a printed figure comes from: the valuation, and the line of the carrier's file it was read from. */
export const traceValuation = endpoint({
  method: 'GET',
  path: '/api/asset-reports/:batch/reports/:report/policies/:policy',
  summary: 'A policy row of a report traced to the valuation and the feed line behind it.',
  access: permission(['ASSET_REPORT', 'ASSET_SUMMARY_REPORT'], 1, STAFF_ROLES, 'site'),
  input: z.strictObject({ batch: idParam, report: idParam, policy: idParam, ...assetReports.family }),
  reply: z.object({
    policyId: z.int(),
    policyNumber: z.string(),
    carrierCode: z.string(),
    valuations: z.array(
      z.object({
        asOfDate: z.string(),
        version: z.int(),
        status: z.string(),
        cashSurrenderValueCents: z.int(),
        deathBenefitCents: z.int(),
        restatementReason: z.string().nullable(),
        postedAt: z.string(),
        postedBy: z.string().nullable(),
        source: z
          .object({
            fileId: z.int(),
            fileName: z.string(),
            sha256: z.string(),
            receivedAt: z.string(),
            lineNumber: z.int(),
            raw: z.record(z.string(), z.string().nullable()),
          })
          .nullable(),
      }),
    ),
  }),
})
