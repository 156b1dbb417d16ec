/** Bringing a firm's whole book over: templates, a checked and tied-out import, its history, and the undoing of the last one. */
import { permission } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { bytes, endpoint, flag, idParam } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { page, pageInput } from './kernel/page.ts'
import { monthEndText } from './reports.ts'
import { ONBOARDING_STATUS_WORDS, PAPER_KIND_WORDS, PAPER_OUTCOME_WORDS } from './words.ts'

/** Managers who may create institutions. */
const bring = permission('INSTITUTIONS', 2, ['d'], 'site')

/** A workbook, a CSV file or a zip of them. */
export const ONBOARDING_FILE_BYTES = 200_000_000
export const ONBOARDING_FILES_MOST = 200

const counts = z.object({ read: z.int(), added: z.int(), changed: z.int(), same: z.int() })
const onboardingImport = z.object({
  id: z.int(),
  name: z.string(),
  status: worded(z.enum(['WAITING', 'CHECKING', 'CHECKED', 'WRITING', 'DONE', 'FAILED', 'UNDOING', 'UNDONE']), ONBOARDING_STATUS_WORDS),
  problemCount: z.int(),
  differenceCount: z.int(),
  startedAt: z.string(),
  startedBy: z.string().nullable(),
  endedAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
  undoneBy: z.string().nullable(),
})
export type OnboardingImport = z.infer<typeof onboardingImport>
const detail = onboardingImport.extend({
  failure: z.string().nullable(),
  acceptedReason: z.string().nullable(),
  progress: z.object({ step: z.string(), rows: z.int().nullable() }).nullable(),
  files: z.array(z.object({ name: z.string(), sizeBytes: z.int() })),
  counts: z.record(z.string(), counts),
  /** The number of totals that the firm stated. */
  statedTotals: z.int(),
  isLast: z.boolean().meta({ description: 'Whether it is the last one of the portal, which can be undone.' }),
})
export type OnboardingDetail = z.infer<typeof detail>

const one = z.strictObject({ id: idParam })

export const listOnboarding = endpoint({
  method: 'GET',
  path: '/api/onboarding',
  summary: 'Imports of a firm’s book on the portal, newest first.',
  access: bring,
  input: pageInput(['startedAt', 'name', 'status', 'problemCount', 'differenceCount'], 'startedAt', true).extend({
    withValues: flag.optional().meta({ description: 'Only finished imports that brought month-end values.' }),
    month: monthEndText.optional().meta({ description: 'With `withValues`: values of this month end that still stand.' }),
  }),
  reply: page(onboardingImport),
})
export const startOnboarding = endpoint({
  method: 'POST',
  path: '/api/onboarding',
  summary: 'Begin an import: its files are added next.',
  access: bring,
  input: z.strictObject({ name: z.string().trim().min(1, 'Enter a name').max(200) }),
  reply: detail,
  success: 201,
  idempotent: true,
})
export const downloadTemplates = endpoint({
  method: 'GET',
  path: '/api/onboarding/templates',
  summary: 'The templates: a workbook with a sheet for each record type, or a zip of CSV files.',
  access: bring,
  input: z.strictObject({ format: z.enum(['xlsx', 'zip']).default('xlsx') }),
  reply: bytes,
  kind: 'file',
})
export const getOnboarding = endpoint({
  method: 'GET',
  path: '/api/onboarding/:id',
  summary: 'One import: its files, progress, counts by record type.',
  access: bring,
  input: one,
  background: true,
  reply: detail,
})
/** multipart: file. */
export const addOnboardingFile = endpoint({
  method: 'POST',
  path: '/api/onboarding/:id/files',
  summary: 'Add a file to an import that has not been checked: a workbook, a CSV file, or a zip of them, up to 200 MB.',
  access: bring,
  kind: 'multipart',
  input: one,
  reply: detail,
})
export const checkOnboarding = endpoint({
  method: 'POST',
  path: '/api/onboarding/:id/check',
  summary: 'Read and check the files, and tie them out; nothing is written.',
  access: bring,
  input: one,
  reply: detail,
  success: 202,
})
export const writeOnboarding = endpoint({
  method: 'POST',
  path: '/api/onboarding/:id/import',
  summary: 'Check the files once more and write the book; with differences from the stated totals, only with a reason.',
  access: bring,
  input: one.extend({
    acceptedReason: z.string().trim().min(3, 'Enter a reason that the next reader will understand').max(500).optional(),
  }),
  reply: detail,
  success: 202,
})
export const undoOnboarding = endpoint({
  method: 'POST',
  path: '/api/onboarding/:id/undo',
  summary: 'Undo the last import, while nothing depends on it.',
  access: bring,
  input: one,
  reply: detail,
  success: 202,
})

const problem = z.object({
  id: z.int(),
  recordType: z.string(),
  sheet: z.string(),
  source: z.string(),
  columnName: z.string().nullable(),
  value: z.string().nullable(),
  problem: z.string(),
})
export const listOnboardingProblems = endpoint({
  method: 'GET',
  path: '/api/onboarding/:id/problems',
  summary: 'What is wrong with the files of an import, by sheet, row, column and value.',
  access: bring,
  input: pageInput(['id', 'sheet', 'source', 'columnName', 'problem'], 'id').extend({
    id: idParam,
    recordType: z.string().max(40).optional(),
  }),
  reply: page(problem),
})
const record = z.object({
  id: z.int(),
  sheet: z.string(),
  institutionName: z.string().nullable(),
  ownNumber: z.string().nullable().meta({ description: 'The firm’s own number of it.' }),
  source: z
    .string()
    .nullable()
    .meta({ description: 'The row that it came from: file, sheet and row, or object, id and moment of a record of Salesforce.' }),
  isNew: z.boolean(),
  changed: z
    .array(z.string())
    .meta({ description: 'The columns that the import changed, in the words of the sheet; none for a new record.' }),
})
export const listOnboardingRecords = endpoint({
  method: 'GET',
  path: '/api/onboarding/:id/records',
  summary: 'The records that an import added or changed, each with the row that it came from. Month-end values name theirs themselves.',
  access: bring,
  input: pageInput(['id', 'sheet', 'institutionName', 'ownNumber', 'source', 'isNew'], 'id').extend({
    id: idParam,
    recordType: z.string().max(40).optional(),
    isNew: flag.optional(),
  }),
  reply: page(record),
})
const bookFile = z.object({
  id: z.int(),
  path: z.string().meta({ description: 'Its folders and name within the book.' }),
  listedIn: z.string().nullable().meta({ description: 'The row of the sheet Files that speaks of it.' }),
  kind: worded(z.enum(['REPORT', 'DOCUMENT']), PAPER_KIND_WORDS).nullable(),
  ownerName: z.string().nullable(),
  typeCode: z.string().nullable(),
  yearOverride: z.int().nullable(),
  uploadName: z.string().nullable(),
  sizeBytes: z.int().nullable(),
  isHeld: z.boolean().meta({ description: 'Waits for the virus scanner, and is served to nobody until then.' }),
  outcome: worded(z.enum(['NEW', 'VERSION', 'SAME', 'REFUSED']), PAPER_OUTCOME_WORDS),
  reason: z.string().nullable(),
})
export type OnboardingFile = z.infer<typeof bookFile>
export const listOnboardingFiles = endpoint({
  method: 'GET',
  path: '/api/onboarding/:id/files',
  summary: 'The reports and documents of an import: what each becomes, or why it is not taken.',
  access: bring,
  input: pageInput(['id', 'path', 'ownerName', 'typeCode', 'yearOverride', 'outcome'], 'id').extend({
    id: idParam,
    outcome: z.enum(['NEW', 'VERSION', 'SAME', 'REFUSED']).optional(),
  }),
  reply: page(bookFile),
})
const total = z.object({
  id: z.int(),
  institutionName: z.string(),
  monthEnd: z.string(),
  statedPolicies: z.int().nullable(),
  policies: z.int(),
  statedCashSurrenderValueCents: z.int().nullable(),
  cashSurrenderValueCents: z.int(),
  statedDeathBenefitCents: z.int().nullable(),
  deathBenefitCents: z.int(),
  differs: z.boolean(),
})
export type OnboardingTotal = z.infer<typeof total>
export const listOnboardingTotals = endpoint({
  method: 'GET',
  path: '/api/onboarding/:id/totals',
  summary: 'What the firm stated of each institution and month beside what the book will hold.',
  access: bring,
  input: pageInput(
    ['institutionName', 'monthEnd', 'policies', 'cashSurrenderValueCents', 'deathBenefitCents', 'differs'],
    'institutionName',
  ).extend({
    id: idParam,
    differs: flag.optional(),
  }),
  reply: page(total),
})
