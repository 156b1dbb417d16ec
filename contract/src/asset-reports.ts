/** Asset and summary asset reports: batches, their reports, generation, release, files (seed 7 "Asset reports", product.md 5). */
import { type Access, permission, STAFF_ROLES } from '@corridor/domain/access.ts'
import { isMonthEnd, isPlainDate, type PlainDate } from '@corridor/domain/period.ts'
import { z } from 'zod'
import { bytes, endpoint, flag, idList, idParam, nothing, repeated } from './kernel/endpoint.ts'
import { page, pageInput } from './kernel/page.ts'

export const REPORT_TYPES = ['AssetReport', 'AssetSummaryReport'] as const
export const reportType = z.enum(REPORT_TYPES)
export type ReportType = z.infer<typeof reportType>

// Both spellings of the parameter are the seed's; one of them, and AssetReport when neither is sent.
const family = { ReportType: reportType.optional(), reportType: reportType.optional() }
/** The report type of a parsed call. */
export const reportTypeOf = (input: { ReportType?: ReportType | undefined; reportType?: ReportType | undefined }): ReportType =>
  input.ReportType ?? input.reportType ?? 'AssetReport'

const eitherFamily = ['ASSET_REPORT', 'ASSET_SUMMARY_REPORT'] as const
const read: Access = permission(eitherFamily, 1)
const write: Access = permission(eitherFamily, 2, STAFF_ROLES, 'site')
/** The permission that a report type needs: the call admits either family, the service then asks for this one. */
export const PERMISSION_OF: Record<ReportType, 'ASSET_REPORT' | 'ASSET_SUMMARY_REPORT'> = {
  AssetReport: 'ASSET_REPORT',
  AssetSummaryReport: 'ASSET_SUMMARY_REPORT',
}

export const plainDateText = z.string().transform((text, context): PlainDate => {
  if (isPlainDate(text)) return text
  context.addIssue({ code: 'custom', message: 'Write a date as YYYY-MM-DD' })
  return z.NEVER
})
export const monthEndText = plainDateText.refine(isMonthEnd, 'Choose the last day of a calendar month')

export const batchStats = z.object({
  Ready: z.int(),
  remaining: z.int(),
  scheduled: z.int(),
  failed: z.int(),
  released: z.int(),
  total: z.int(),
})
export const assetBatch = z.object({
  id: z.int(),
  batchName: z.string(),
  reportType,
  period: z.string(),
  year: z.int(),
  month: z.int(),
  isQuarterly: z.boolean(),
  hold: z.boolean(),
  stats: batchStats,
  createdBy: z.string(),
  createdAt: z.string(),
  completedAt: z.string().nullable(),
})
export type AssetBatch = z.infer<typeof assetBatch>

export const REPORT_STATUSES = ['Scheduled', 'Generating', 'Ready', 'Refreshing', 'Failed'] as const
export const assetReportRow = z.object({
  id: z.int(),
  batchId: z.int(),
  reportName: z.string(),
  reportDisplayName: z.string(),
  reportType,
  institutionId: z.int(),
  institutionName: z.string(),
  subsidary_id: z.int().nullable(),
  subsidiaryName: z.string().nullable(),
  period: z.string(),
  year: z.int(),
  month: z.int(),
  isQuarterly: z.boolean(),
  createdAt: z.string(),
  statementDate: z.string(),
  status: z.enum(REPORT_STATUSES),
  completedAt: z.string().nullable(),
  failureCode: z.string().nullable(),
  failureReason: z.string().nullable(),
  failurePolicies: z.array(z.object({ policyId: z.int(), policyNumber: z.string() })),
  currentVersion: z.int(),
  releasedVersion: z.int().nullable(),
  releasedAt: z.string().nullable(),
  releasedBy: z.string().nullable(),
  withdrawnAt: z.string().nullable(),
  preliminary: z.boolean(),
  totalCashSurrenderValueCents: z.int().nullable(),
  totalDeathBenefitCents: z.int().nullable(),
  monthlyIncreaseCents: z.int().nullable(),
  policyCount: z.int().nullable(),
  /** What the close gate says of this institution and period; null when Release is open. */
  closeGate: z.string().nullable(),
  /** When figures it prints were corrected after it was made; null when it knows of every correction. */
  outdatedSince: z.string().nullable(),
  /** What the caller may do with it now: Release, Withdraw, Regenerate, Delete, MakePreliminary. */
  can: z.array(z.enum(['release', 'withdraw', 'regenerate', 'delete', 'makePreliminary'])),
})
export type AssetReportRow = z.infer<typeof assetReportRow>

export const listBatches = endpoint({
  method: 'GET',
  path: '/api/asset-reports',
  summary: 'Batches of asset reports, newest first.',
  access: read,
  input: pageInput(['createdAt', 'batchName', 'period', 'completedAt'], 'createdAt', true).extend({
    ...family,
    batchName: z.string().trim().max(200).optional(),
    period: plainDateText.optional(),
    isQuarterly: flag.optional(),
    createdAt: plainDateText.optional(),
  }),
  reply: page(assetBatch),
})

export const listReports = endpoint({
  method: 'GET',
  path: '/api/asset-reports/:batch/reports',
  summary: 'The reports of a batch; batch 0 is any batch.',
  access: read,
  input: pageInput(
    ['reportName', 'institutionName', 'createdAt', 'statementDate', 'status', 'completedAt', 'releasedAt'],
    'reportName',
  ).extend({
    batch: idParam,
    ...family,
    reportName: z.string().trim().max(200).optional(),
    createdAt: plainDateText.optional(),
    status: repeated(z.enum(REPORT_STATUSES)),
    institutionId: idParam.optional(),
    period: plainDateText.optional(),
    released: flag.optional(),
  }),
  reply: page(assetReportRow).extend({ batch: assetBatch.nullable() }),
})

export const getReport = endpoint({
  method: 'GET',
  path: '/api/asset-reports/:batch/reports/:report',
  summary: 'One report with every figure on it, and the sources of its policies.',
  access: read,
  input: z.strictObject({ batch: idParam, report: idParam, ...family, version: idParam.optional() }),
  reply: z.object({
    report: assetReportRow,
    version: z.int(),
    /** AssetReportView of @corridor/domain/asset-report.ts; null while nothing has been made. */
    view: z.unknown().nullable(),
    versions: z.array(
      z.object({
        version: z.int(),
        generatedAt: z.string(),
        generatedBy: z.string(),
        preliminary: z.boolean(),
        released: z.boolean(),
        restated: z.boolean(),
        totalCashSurrenderValueCents: z.int(),
        snapshotHash: z.string(),
        current: z.boolean(),
      }),
    ),
  }),
})

export const generatableInstitution = z.object({
  id: z.int(),
  name: z.string(),
  city: z.string().nullable(),
  stateCode: z.string().nullable(),
  subsidary_id: z.int().nullable(),
  subsidiaryName: z.string().nullable(),
  policyCount: z.int(),
  policiesWithoutValue: z.int(),
  existing: z
    .object({ reportId: z.int(), batchId: z.int(), status: z.enum(REPORT_STATUSES), currentVersion: z.int(), released: z.boolean() })
    .nullable(),
  closeGate: z.string().nullable(),
})
export type GeneratableInstitution = z.infer<typeof generatableInstitution>

export const listInstitutionsToGenerate = endpoint({
  method: 'GET',
  path: '/api/asset-reports/institutions',
  summary: 'The institutions (and subsidiaries) with policies at a period, and what exists for it already.',
  access: permission(eitherFamily, 1, STAFF_ROLES, 'site'),
  input: z.strictObject({ period: monthEndText, ...family, isQuarterly: flag.optional() }),
  reply: z.object({ records: z.array(generatableInstitution), currentPeriod: z.string() }),
})

export const generateReports = endpoint({
  method: 'POST',
  path: '/api/asset-reports',
  summary: 'Make reports for a period and the chosen institutions; answers the batch at once and works in the background.',
  access: write,
  input: z.strictObject({
    period: monthEndText,
    institutions: z
      .array(z.union([idParam, z.strictObject({ id: idParam, subsidary_id: idParam.nullable() })]))
      .min(1, 'Choose at least one institution')
      .max(5000),
    isRegenerating: flag.default(false),
    ...family,
    isQuarterly: flag.default(false),
    hold: flag.default(true),
  }),
  reply: assetBatch,
  success: 202,
  idempotent: true,
})

export const makePreliminary = endpoint({
  method: 'POST',
  path: '/api/asset-reports/:batch/reports/:report/preliminary',
  summary: 'Make a failed report on last month’s values, marked PRELIMINARY, with a reason.',
  access: write,
  input: z.strictObject({
    batch: idParam,
    report: idParam,
    reason: z.string().trim().min(5, 'Say why, in a few words').max(500),
    ...family,
  }),
  reply: assetReportRow,
  success: 202,
  idempotent: true,
})

const selection = { batch: idParam, reportIds: z.array(idParam).min(1).max(5000), ...family }
export const releaseReports = endpoint({
  method: 'POST',
  path: '/api/asset-reports/:batch/release',
  summary: 'Show Ready reports to their institutions and queue the mails.',
  access: write,
  input: z.strictObject({ ...selection, overrideReason: z.string().trim().min(5).max(500).optional() }),
  reply: z.object({
    released: z.array(idParam),
    refused: z.array(z.object({ reportId: z.int(), code: z.string(), message: z.string() })),
    mailsQueued: z.int(),
  }),
  idempotent: true,
})
export const withdrawReports = endpoint({
  method: 'POST',
  path: '/api/asset-reports/:batch/withdraw',
  summary: 'Hide released reports from their institutions again.',
  access: write,
  input: z.strictObject({ ...selection, reason: z.string().trim().min(5).max(500) }),
  reply: z.object({
    withdrawn: z.array(idParam),
    refused: z.array(z.object({ reportId: z.int(), code: z.string(), message: z.string() })),
  }),
})
export const deleteReport = endpoint({
  method: 'DELETE',
  path: '/api/asset-reports/:batch/reports/:report',
  summary: 'Delete a report that was never released; it can be restored for 30 days.',
  access: write,
  input: z.strictObject({ batch: idParam, report: idParam, ...family }),
  reply: nothing,
  success: 204,
})
export const restoreReport = endpoint({
  method: 'POST',
  path: '/api/asset-reports/:batch/reports/:report/restore',
  summary: 'Undo a deletion within 30 days.',
  access: write,
  input: z.strictObject({ batch: idParam, report: idParam, ...family }),
  reply: assetReportRow,
})

export const REPORT_FORMATS = ['pdf', 'xlsx', 'csv'] as const
export const downloadReports = endpoint({
  method: 'GET',
  path: '/api/asset-reports/:batch/download',
  summary: 'One report as a file, or several as a zip.',
  access: read,
  kind: 'file',
  input: z.strictObject({
    batch: idParam,
    reportIds: idList,
    format: z.enum(REPORT_FORMATS).default('pdf'),
    ...family,
    version: idParam.optional(),
    inline: flag.optional(),
  }),
  reply: bytes,
})

/** Where a printed figure comes from: the valuation, and the line of the carrier's file it was read from. */
export const traceValuation = endpoint({
  method: 'GET',
  path: '/api/asset-reports/:batch/reports/:report/policies/:policy',
  summary: 'A policy row of a report traced to the valuation and the feed line behind it.',
  access: permission(eitherFamily, 1, STAFF_ROLES, 'site'),
  input: z.strictObject({ batch: idParam, report: idParam, policy: idParam, ...family }),
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

/** Live progress: events `batch` {batchId} and `report` {reportId, batchId, institutionId, status}. They say what changed; a page that shows it reads it again. */
export const reportEvents = endpoint({
  method: 'GET',
  path: '/api/asset-reports/events',
  summary: 'Progress of batches as it happens (server-sent events).',
  access: read,
  kind: 'events',
  input: z.strictObject({ ...family }),
  reply: bytes,
  background: true,
})
