/**
 * The calls of a report family: batches, their reports, generation, release, files. `reportCalls` makes them from what differs between
 * families; the server binds them with `reportRoutes`, the pages take them as data.
 */
import { type Access, permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { codesOf } from '@corridor/domain/primitives/codes.ts'
import { isMonthEnd, isPlainDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { REPORT_FAMILIES, REPORT_TYPE_NAMES, REPORT_TYPE_WORDS, type ReportTypeName } from '@corridor/domain/reports/families.ts'
import { SHOWN_REPORT_STATUSES } from '@corridor/domain/reports/statuses.ts'
import { z } from 'zod'
import { bytes, type Endpoint, endpoint, flag, idList, idParam, nothing, repeated } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { page, pageInput } from './kernel/page.ts'
import { changesCall } from './report-changes.ts'
import { traceCall } from './report-trace.ts'

export const plainDateText = z.string().transform((text, context): PlainDate => {
  if (isPlainDate(text)) return text
  context.addIssue({ code: 'custom', message: 'Enter a date as YYYY-MM-DD' })
  return z.NEVER
})
export const monthEndText = plainDateText.refine(isMonthEnd, 'Choose the last day of a calendar month')

const batchStats = z.object({
  Ready: z.int(),
  remaining: z.int(),
  scheduled: z.int(),
  failed: z.int(),
  canceled: z.int(),
  released: z.int(),
  total: z.int(),
})
const reportBatch = z.object({
  id: z.int(),
  batchName: z.string(),
  reportType: worded(z.enum(REPORT_TYPE_NAMES), REPORT_TYPE_WORDS),
  period: z.string(),
  year: z.int(),
  month: z.int(),
  isQuarterly: z.boolean(),
  hold: z.boolean(),
  stats: batchStats,
  createdBy: z.string(),
  createdAt: z.string(),
  completedAt: z.string().nullable(),
  canceledAt: z.string().nullable(),
  canceledBy: z.string().nullable(),
  remainingSeconds: z
    .int()
    .nullable()
    .meta({ description: 'From the rate of its own reports; null while that tells nothing, or nothing is left to make.' }),
})
export type ReportBatch = z.infer<typeof reportBatch>

export const REPORT_STATUSES = ['Scheduled', 'Generating', 'Ready', 'Refreshing', 'Failed', 'Canceled'] as const
const reportRow = z.object({
  id: z.int(),
  batchId: z.int(),
  reportName: z.string(),
  reportDisplayName: z.string(),
  reportType: worded(z.enum(REPORT_TYPE_NAMES), REPORT_TYPE_WORDS),
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
  /** As a list shows them, for its file: the status with what keeps it from release, and no version of a report that was never made. */
  shown: z.object({ status: worded(z.enum(codesOf(SHOWN_REPORT_STATUSES)), SHOWN_REPORT_STATUSES), version: z.int().nullable() }),
  completedAt: z.string().nullable(),
  failureCode: z.string().nullable(),
  failureReason: z.string().nullable(),
  failurePolicies: z.array(z.object({ policyId: z.int(), policyNumber: z.string() })),
  currentVersion: z.int(),
  releasedVersion: z.int().nullable(),
  releasedAt: z.string().nullable(),
  releasedBy: z.string().nullable(),
  withdrawnAt: z.string().nullable(),
  /** In words by whom, when and why its present version was withdrawn; null for clients, and for any other. */
  withdrawn: z.string().nullable(),
  preliminary: z.boolean(),
  /** The release check's reason for this institution and period; null when Release is open. */
  closeGate: z.string().nullable(),
  /** The missing parts of its present version, for which Release asks a reason that it then prints; null when it is complete. */
  incomplete: z.string().nullable(),
  /** The reason it was released with over a closed gate, and the items that its stamp counts; null for clients, and for any other release. */
  override: z.object({ reason: z.string(), openItems: z.int().nullable() }).nullable(),
  /** When figures it prints were corrected after it was made; null when it knows of every correction. */
  outdatedSince: z.string().nullable(),
  /** In words what was decided of its exceptions and audits after it was made, which its controls do not say; null for clients, and where they say all. */
  outdatedControls: z.string().nullable(),
  /** The caller's actions on it now: Release, Withdraw, Regenerate, Delete, MakePreliminary. */
  can: z.array(z.enum(['release', 'withdraw', 'regenerate', 'delete', 'makePreliminary'])),
})
/** A report as every family lists it; each adds figures of its own. */
export type ReportRow = z.infer<typeof reportRow>

const releasePreview = z.object({
  /** The family's leading amount, in cents. */
  label: z.string(),
  records: z.array(
    z.object({
      reportId: z.int(),
      institutionName: z.string(),
      subsidiaryName: z.string().nullable(),
      amountCents: z.number().nullable(),
      /** The same report of the latest earlier period that the institution saw; null when there is none. */
      earlier: z.object({ period: z.string(), amountCents: z.number().nullable() }).nullable(),
      /** The amount of the version that this one replaces; null when none was released. */
      replacedCents: z.number().nullable(),
      /** In words by whom, when and why its present version was withdrawn; null for any other. */
      withdrawn: z.string().nullable(),
      /** Open items of its month as its paper is going to name them; null where none is open, or its paper names none. */
      openItems: z.array(z.string()).nullable(),
      /** Month ends of its span that were not audited when it was made, which its stamp says. */
      unaudited: z.array(z.string()),
      /** In words the decisions on its exceptions and audits that came after it was made; null where its controls say them. */
      outdatedControls: z.string().nullable(),
      /** The released version that it takes the place of, and the number it is restated under; null where it restates none. */
      restates: z
        .object({
          from: z.int(),
          to: z.int(),
          isUnchanged: z.boolean().meta({ description: 'No figure, line or conclusion differs from that version.' }),
        })
        .nullable(),
      /** How many people of the institution may open it: without one, its release is seen by nobody. */
      readers: z.int(),
      /** Null where somebody may open it. */
      unreadWhy: z.enum(['type', 'nobody', 'both', 'rights']).nullable().meta({
        description: 'The institution does not have the type, or no active person, or both; or none of its people may see the type.',
      }),
      /** Names of the people who get an email, at once or with their digest. */
      recipients: z.array(z.string()),
      /** Names of the people who get none because they were never invited and cannot sign in. */
      uninvited: z.array(z.string()),
    }),
  ),
  announced: z.boolean().meta({ description: 'Whether the batch sends emails at all.' }),
  leftOut: z.array(z.object({ reportId: z.int(), institutionName: z.string(), subsidiaryName: z.string().nullable(), why: z.string() })),
})
export type ReleasePreview = z.infer<typeof releasePreview>

const generatableInstitution = z.object({
  id: z.int(),
  name: z.string(),
  city: z.string().nullable(),
  stateCode: z.string().nullable(),
  subsidary_id: z.int().nullable(),
  subsidiaryName: z.string().nullable(),
  policyCount: z.int(),
  policiesWithoutValue: z.int(),
  quarterEnds: z.boolean().meta({ description: 'Whether a quarter of its fiscal year ends with the period.' }),
  existing: z
    .object({
      reportId: z.int(),
      batchId: z.int(),
      status: z.enum(REPORT_STATUSES),
      currentVersion: z.int(),
      released: z.boolean(),
      shown: z.enum(codesOf(SHOWN_REPORT_STATUSES)).meta({ description: 'Its status as the list of its batch shows it.' }),
      incomplete: z.string().nullable().meta({ description: 'The missing parts of its present version; null when it is complete.' }),
    })
    .nullable(),
  closeGate: z.string().nullable(),
})
export type GeneratableInstitution = z.infer<typeof generatableInstitution>

export const REPORT_FORMATS = ['pdf', 'xlsx', 'csv'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

interface FamilyOfCalls<Totals extends z.ZodRawShape, History extends z.ZodRawShape> {
  /** "/api/asset-reports" */
  base: string
  /** "asset reports": the calls speak of them so. */
  noun: string
  /** The ReportTypes of the family; the first is meant when a call names none. */
  reportTypes: readonly [ReportTypeName, ...ReportTypeName[]]
  /** Figures of a report beside those that every family has; null while it is not made. */
  totals: Totals
  /** Those of them that the history tells of each version. */
  history: History
  /** Papers made beside a report, of the same snapshot; a view or a download names one in place of the ReportType. */
  documents?: readonly string[]
  /** Reports kept elsewhere whose files are required under this family's address too: the call that has them, by their ReportType. */
  elsewhere?: Readonly<Record<string, Endpoint>>
}

/** Both spellings of the parameter are accepted; one of them, or neither. */
type AskedType = { ReportType?: string | undefined; reportType?: string | undefined }

const byReport = (reason: z.ZodString) =>
  z
    .array(z.strictObject({ reportId: idParam, reason }))
    .max(5000)
    .optional()

/** Everything a family is called with. What only one family has (lineage, say) is written beside it. */
export function reportCalls<Totals extends z.ZodRawShape, History extends z.ZodRawShape>({
  base,
  noun,
  reportTypes,
  totals,
  history,
  documents = [],
  elsewhere = {},
}: FamilyOfCalls<Totals, History>) {
  const codes = [...new Set(reportTypes.map((name) => REPORT_FAMILIES[name].permission))]
  const reportType = z.enum(reportTypes)
  const readType = worded(reportType, REPORT_TYPE_WORDS)
  const family = { ReportType: reportType.optional(), reportType: reportType.optional() }
  const viewType = z.enum([...reportTypes, ...documents]).optional()
  const fileType = z.enum([...reportTypes, ...documents, ...Object.keys(elsewhere)])
  const read: Access = permission(codes, 1)
  const readFiles: Access = { ...read, anyOf: [...codes, ...Object.values(elsewhere).flatMap(({ access }) => access.anyOf)] }
  const readOnSite: Access = permission(codes, 1, STAFF_ROLES, 'site')
  const write: Access = permission(codes, 2, STAFF_ROLES, 'site')
  const batch = reportBatch.extend({ reportType: readType })
  const row = reportRow.extend({ reportType: readType, ...totals })
  const one = { batch: idParam, report: idParam, ...family }
  const overrideReason = z.string().trim().min(5).max(500)
  const incompleteReason = z.string().trim().min(5).max(300)
  const selection = { batch: idParam, reportIds: z.array(idParam).min(1).max(5000), ...family }
  const refused = z.array(z.object({ reportId: z.int(), code: z.string(), message: z.string() }))
  const fileInput = (byDefault: ReportFormat) =>
    z.strictObject({
      batch: idParam,
      reportIds: idList,
      format: z.enum([...REPORT_FORMATS, 'docx']).default(byDefault),
      ReportType: fileType.optional(),
      reportType: fileType.optional(),
      /** For a paper that is a Word document: as PDF. */
      needsConversion: flag.optional(),
      version: idParam.optional(),
      inline: flag.optional(),
    })

  return {
    reportTypes,
    family,
    fileInput,
    elsewhere,
    listBatches: endpoint({
      method: 'GET',
      path: base,
      summary: `Batches of ${noun}, newest first.`,
      access: read,
      input: pageInput(['createdAt', 'batchName', 'period', 'completedAt'], 'createdAt', true).extend({
        ...family,
        batchName: z.string().trim().max(200).optional(),
        period: plainDateText.optional(),
        /** Annual families: the calendar year in which a period ends. */
        year: z.coerce.number().int().min(1900).max(2999).optional(),
        isQuarterly: flag.optional(),
        createdAt: plainDateText.optional(),
      }),
      reply: page(batch),
    }),
    listReports: endpoint({
      method: 'GET',
      path: `${base}/:batch/reports`,
      summary: 'The reports of a batch, or of all batches (0).',
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
        /** The same by the required name of annual families. */
        reportingPeriod: plainDateText.optional(),
        released: flag.optional(),
      }),
      reply: page(row).extend({ batch: batch.nullable() }),
    }),
    getReport: endpoint({
      method: 'GET',
      path: `${base}/:batch/reports/:report`,
      summary: 'One report with every figure on it, and the sources of its policies.',
      access: read,
      input: z.strictObject({ ...one, ReportType: viewType, reportType: viewType, version: idParam.optional() }),
      reply: z.object({
        report: row,
        version: z.int(),
        /** The family's view, as its domain functions make it, or that of the paper beside it that was asked for; null while nothing has been made. */
        view: z.unknown().nullable(),
        versions: z.array(
          z.object({
            version: z.int(),
            generatedAt: z.string(),
            generatedBy: z.string(),
            preliminary: z.boolean(),
            released: z.boolean(),
            /** Whether it stands withdrawn. */
            withdrawn: z.boolean(),
            /** Each of its releases and withdrawals, the earliest first; none for clients. */
            steps: z.array(
              z.object({
                step: z.enum(['released', 'withdrawn']),
                at: z.string(),
                by: z.string().nullable(),
                reason: z.string().nullable().meta({ description: 'Of a withdrawal.' }),
              }),
            ),
            restated: z.boolean(),
            ...history,
            snapshotHash: z.string(),
            current: z.boolean(),
          }),
        ),
      }),
    }),
    listChanges: changesCall(base, read, family),
    tracePolicy: traceCall(base, readOnSite, family),
    listInstitutionsToGenerate: endpoint({
      method: 'GET',
      path: `${base}/institutions`,
      summary: 'The institutions (and subsidiaries) with policies at a period, and what exists for it already.',
      access: readOnSite,
      input: z.strictObject({ period: monthEndText, ...family, isQuarterly: flag.optional() }),
      reply: z.object({
        records: z.array(generatableInstitution),
        otherYears: z.array(z.object({ id: z.int(), name: z.string(), fiscalYearEndMonth: z.int() })).meta({
          description: 'Of annual families: the institutions with policies at the period whose fiscal year ends in another month.',
        }),
        currentPeriod: z.string().meta({
          description: 'The newest period of the family that values have reached; of an annual family the end of a calendar year.',
        }),
        completePeriod: z
          .string()
          .nullable()
          .meta({ description: 'The newest period at which every policy in force has its value; null where none of the last year has.' }),
        /** Told by the month, whatever the family's rhythm: an annual family's years end in any of them. */
        values: z.object({
          latest: z.string().meta({ description: 'The newest month that any value is posted for.' }),
          complete: z
            .string()
            .nullable()
            .meta({ description: 'The newest month at which every policy in force has its value; null where none of the last year has.' }),
        }),
        today: z.string(),
      }),
    }),
    generateReports: endpoint({
      method: 'POST',
      path: base,
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
      /** `beingMade`: how many that were asked for anew are being made already, by another batch; they are not made a second time. */
      reply: batch.extend({ beingMade: z.int().default(0) }),
      success: 202,
      idempotent: true,
    }),
    makePreliminary: endpoint({
      method: 'POST',
      path: `${base}/:batch/reports/:report/preliminary`,
      summary: 'Make a failed report on last month’s values, marked PRELIMINARY, with a reason.',
      access: write,
      input: z.strictObject({ ...one, reason: z.string().trim().min(5, 'Enter a reason in a few words').max(500) }),
      reply: row,
      success: 202,
      idempotent: true,
    }),
    previewRelease: endpoint({
      method: 'POST',
      path: `${base}/:batch/release/preview`,
      summary:
        'Before a release: totals beside what the institutions saw last, who gets an email, and reports of the batch that are left out.',
      access: write,
      changes: false,
      input: z.strictObject(selection),
      reply: releasePreview,
    }),
    releaseReports: endpoint({
      method: 'POST',
      path: `${base}/:batch/release`,
      summary: 'Show Ready reports to their institutions and queue the mails.',
      access: write,
      input: z.strictObject({
        ...selection,
        /** Printed on every report with open items that has no reason of its own. */
        overrideReason: overrideReason.optional(),
        /** By report: printed on that report alone. With these, nothing is released while a report with open items has no reason. */
        overrideReasons: byReport(overrideReason),
        /** The note of reports that are not complete: printed on every one that has no note of its own. */
        incompleteReason: incompleteReason.optional(),
        /** By report: printed on that report alone. With these, nothing is released while a report that is not complete has none. */
        incompleteReasons: byReport(incompleteReason),
      }),
      reply: z.object({ released: z.array(idParam), refused, mailsQueued: z.int() }),
      idempotent: true,
    }),
    cancelBatch: endpoint({
      method: 'POST',
      path: `${base}/:batch/cancel`,
      summary: 'Cancel a batch: the reports that are made stay, the others are not made until they are asked for again.',
      access: write,
      input: z.strictObject({ batch: idParam, ...family }),
      reply: batch.extend({ canceled: z.int() }),
    }),
    withdrawReports: endpoint({
      method: 'POST',
      path: `${base}/:batch/withdraw`,
      summary: 'Hide released reports from their institutions again.',
      access: write,
      input: z.strictObject({ ...selection, reason: z.string().trim().min(5).max(500) }),
      reply: z.object({ withdrawn: z.array(idParam), refused }),
    }),
    deleteReport: endpoint({
      method: 'DELETE',
      path: `${base}/:batch/reports/:report`,
      summary: 'Delete a report that was never released; it can be restored for 30 days.',
      access: write,
      input: z.strictObject(one),
      reply: nothing,
      success: 204,
    }),
    restoreReport: endpoint({
      method: 'POST',
      path: `${base}/:batch/reports/:report/restore`,
      summary: 'Undo a deletion within 30 days.',
      access: write,
      input: z.strictObject(one),
      reply: row,
    }),
    downloadReports: endpoint({
      method: 'GET',
      path: `${base}/:batch/download`,
      summary: 'One report as a file, or several as a zip.',
      access: readFiles,
      kind: 'file',
      input: fileInput('pdf'),
      reply: bytes,
    }),
    /** Live progress: events `batch` {batchId} and `report` {reportId, batchId, institutionId, status}. They say what changed; a page that shows it reads it again. */
    reportEvents: endpoint({
      method: 'GET',
      path: `${base}/events`,
      summary: 'Progress of batches as it happens (server-sent events).',
      access: read,
      kind: 'events',
      input: z.strictObject({ ...family }),
      reply: bytes,
      background: true,
    }),
  }
}

/** Replies that carry a family's own figures are known to what serves every family without them. */
type Wide<Call> = Call extends Endpoint<infer Input, infer Reply> ? Endpoint<Input, z.ZodType<z.output<Reply>, z.input<Reply>>> : Call
type Made = ReturnType<typeof reportCalls<Record<never, never>, Record<never, never>>>
/** The calls of any family, as the engine and the shared pages hold them. */
export type ReportCalls = { [Name in keyof Made]: Wide<Made[Name]> }

/** The report type of a parsed call. */
export const reportTypeOf = ({ reportTypes }: Pick<ReportCalls, 'reportTypes'>, input: AskedType): ReportTypeName => {
  const asked = input.ReportType ?? input.reportType
  return reportTypes.find((name) => name === asked) ?? reportTypes[0]
}
