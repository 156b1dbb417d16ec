/** Client reports as the service team keeps them: uploaded by drop, found, corrected, replaced, deleted and restored. */
import { permission, ROLES, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { clientReport } from './client-reports.ts'
import { fileVersions } from './file-versions.ts'
import { bytes, endpoint, flag, idParam, repeated } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { page } from './kernel/page.ts'
import { defineResource } from './kernel/resource.ts'
import { ORIGIN_WORDS, REPORT_SAFETY_WORDS } from './words.ts'

const read = permission('CLIENT_REPORTS', 1, STAFF_ROLES, 'site')
const change = permission('CLIENT_REPORTS', 2, STAFF_ROLES, 'site')
const typeCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{3}$/, 'Choose a type')
const year = z.coerce.number().int().min(1900, 'Enter the year with four digits').max(2199, 'Enter the year with four digits')
export const REPORT_ORIGINS = ['UPLOADED', 'RELEASED'] as const

const base = defineResource({
  model: 'reports',
  words: ['client report', 'client reports'],
  permission: 'CLIENT_REPORTS',
  key: idParam,
  record: clientReport.extend({
    institutionName: z.string(),
    /** RELEASED follows its report: it is withdrawn there, and neither changed nor deleted here. */
    origin: worded(z.enum(REPORT_ORIGINS), ORIGIN_WORDS),
    version: z.int(),
    /** HELD waits for the scanner, REFUSED was found harmful: neither is served. */
    safety: worded(z.enum(['TRUSTED', 'PASSED', 'HELD', 'REFUSED']), REPORT_SAFETY_WORDS),
    /** How many people of the institution opened it. */
    readers: z.int(),
    createdBy: z.string().nullable(),
    deletedAt: z.string().nullable(),
    deletedBy: z.string().nullable(),
  }),
  // Everybody else sees what they may open, as search shows it.
  narrow: { record: clientReport, roles: ROLES },
  write: z.object({ displayName: z.string().trim().min(1, 'Enter a name').max(200), yearOverride: year, typeCode }),
  sortable: ['displayName', 'institutionName', 'typeCode', 'yearOverride', 'origin', 'sizeBytes', 'createdAt', 'updatedAt', 'deletedAt'],
  defaultSort: 'createdAt',
  filters: {
    institutionId: idParam.optional(),
    typeCode: repeated(typeCode),
    yearOverride: idParam.optional(),
    origin: z.enum(REPORT_ORIGINS).optional(),
    safety: z.enum(['HELD', 'REFUSED']).optional(),
    /** From the last 30 days: the records that can be restored. */
    deleted: flag.optional(),
  },
})
export type ReportRecord = z.output<typeof base.record>

/** The upload batch: one mail a recipient. */
const uploadBatch = z.uuid()
/** multipart: file or uploadId; its name says institution, type and year (institutionId-typeCode-YY-name.ext). */
export const reportForm = z.strictObject({ uploadBatch: uploadBatch.optional() })
const create = endpoint({
  method: 'POST',
  path: '/api/reports',
  summary: 'Upload a client report; its file name says whose it is, of which type and year.',
  access: change,
  kind: 'multipart',
  success: 201,
  idempotent: true,
  // The fields that describe the file come with it, in the form.
  input: z.strictObject({}),
  reply: base.record,
})
/** Whoever may list them all sees each in full. */
const list = endpoint({ ...base.endpoints.list, reply: page(base.record) })
export const reports = { ...base, endpoints: { ...base.endpoints, list, create } }

/** Why a file of that name cannot be uploaded. */
export const NAME_PROBLEMS = ['name', 'kind', 'institution', 'type', 'duplicate', 'repeated'] as const
export const checkedName = z.object({
  fileName: z.string(),
  /** The parts of the name, as far as they are there and known. */
  institutionId: z.int().nullable(),
  institutionName: z.string().nullable(),
  typeCode: z.string().nullable(),
  typeName: z.string().nullable(),
  yearOverride: z.int().nullable(),
  displayName: z.string().nullable(),
  problem: z.enum(NAME_PROBLEMS).nullable(),
  /** The sentence for the person; null when the file can be uploaded. */
  message: z.string().nullable(),
  /** The stored report of the same name. */
  duplicateOf: z.int().nullable(),
  /** A report of this name lies in the trash; that is no hindrance. */
  inTrash: z.boolean(),
})
export type CheckedName = z.infer<typeof checkedName>
export const checkReportNames = endpoint({
  method: 'POST',
  path: '/api/reports/names',
  summary: 'What names of files say, and which could not be uploaded, before a byte is sent.',
  access: change,
  changes: false,
  input: z.strictObject({ fileNames: z.array(z.string().max(1000)).min(1).max(500) }),
  reply: z.object({ records: z.array(checkedName) }),
})
export const finishReportBatch = endpoint({
  method: 'POST',
  path: '/api/reports/batches/:uploadBatch/done',
  summary: 'Nothing more comes of what was dropped together: its institutions are told now, by one mail a recipient.',
  access: change,
  input: z.strictObject({ uploadBatch }),
  reply: z.object({ files: z.int(), mails: z.int() }),
})

/** multipart: file or uploadId, and `updatedAt` as the person saw the record. */
export const replaceReport = endpoint({
  method: 'POST',
  path: '/api/reports/:id/replace',
  summary: 'Put another file in place of a report’s; the one before is kept as a version.',
  access: change,
  kind: 'multipart',
  input: z.strictObject({ id: idParam }),
  reply: base.record,
})
export const listReportVersions = endpoint({
  method: 'GET',
  path: '/api/reports/:id/versions',
  summary: 'The files a report has had, newest first.',
  access: read,
  input: z.strictObject({ id: idParam }),
  reply: fileVersions,
})
export const reportVersionFile = endpoint({
  method: 'GET',
  path: '/api/reports/:id/versions/:version/file',
  summary: 'The file of a report as it was in a version.',
  access: read,
  kind: 'file',
  input: z.strictObject({ id: idParam, version: idParam }),
  reply: bytes,
})
export const reportChoices = endpoint({
  method: 'GET',
  path: '/api/reports/choices',
  summary: 'The types and years that reports are filed under.',
  access: read,
  background: true,
  input: z.strictObject({}),
  reply: z.object({ types: z.array(z.object({ code: z.string(), name: z.string() })), years: z.array(z.int()) }),
})
