/** One file as its viewer shows it: what it is, where it stands among its like, and who of its institution opened it. */
import { permission, ROLES, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { REPORT_TYPE_NAMES } from '@corridor/domain/reports/families.ts'
import { z } from 'zod'
import { endpoint, idParam } from './kernel/endpoint.ts'

const neighbor = z.object({ id: z.int(), displayName: z.string() }).nullable()

export const viewedFile = z.object({
  id: z.int(),
  displayName: z.string(),
  uploadName: z.string(),
  extension: z.string(),
  sizeBytes: z.int(),
  typeCode: z.string(),
  typeName: z.string(),
  yearOverride: z.int(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Null for papers of a carrier or vendor. */
  institutionId: z.int().nullable(),
  institutionName: z.string().nullable(),
  carrierCode: z.string().nullable(),
  restated: z.boolean(),
  /** The statement date of a report made here. */
  dataAsOf: z.string().nullable(),
  /** The report it was released from. */
  source: z.object({ reportType: z.enum(REPORT_TYPE_NAMES), batchId: z.int(), reportId: z.int() }).nullable(),
  /** Among the files of the same owner, type and year, in the order of lists. */
  previous: neighbor,
  next: neighbor,
  position: z.int(),
  siblings: z.int(),
})
export type ViewedFile = z.infer<typeof viewedFile>

const input = z.strictObject({ id: idParam })

export const viewReport = endpoint({
  method: 'GET',
  path: '/api/reports/:id/view',
  summary: 'A report record as its viewer shows it, with the one before and the one after.',
  access: signedIn(undefined, 'institution'),
  input,
  reply: viewedFile,
})
export const viewDocument = endpoint({
  method: 'GET',
  path: '/api/documents/:id/view',
  summary: 'A document as its viewer shows it, with the one before and the one after.',
  access: signedIn(undefined, 'institution'),
  input,
  reply: viewedFile,
})

const openings = z.object({
  records: z.array(
    z.object({
      userId: z.int(),
      name: z.string(),
      role: z.enum(ROLES),
      institutionName: z.string(),
      firstOpenedAt: z.string(),
      lastOpenedAt: z.string(),
      times: z.int(),
    }),
  ),
})
export type Openings = z.infer<typeof openings>

export const reportOpenings = endpoint({
  method: 'GET',
  path: '/api/reports/:id/openings',
  summary: 'Who of the institution opened a report, first and last.',
  access: permission('CLIENT_REPORTS', 1, STAFF_ROLES, 'site'),
  input,
  reply: openings,
})
export const documentOpenings = endpoint({
  method: 'GET',
  path: '/api/documents/:id/openings',
  summary: 'Who of which institution opened a document, first and last.',
  access: permission('DOCUMENT_CENTER', 1, STAFF_ROLES, 'site'),
  input,
  reply: openings,
})
