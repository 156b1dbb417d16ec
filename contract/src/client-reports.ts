/** Released and uploaded reports as their institution sees them. */
import { publicAccess, signedIn } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { bytes, endpoint, flag, idParam } from './kernel/endpoint.ts'

export const clientReport = z.object({
  id: z.int(),
  typeCode: z.string(),
  typeName: z.string(),
  institutionId: z.int(),
  uploadName: z.string(),
  yearOverride: z.int(),
  name: z.string(),
  displayName: z.string(),
  extension: z.string(),
  path: z.string(),
  carrierCode: z.string().nullable(),
  isCarrier: z.boolean(),
  isVendor: z.boolean(),
  sizeBytes: z.int(),
  restated: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  sourceReportId: z.int().nullable(),
  sourceBatchId: z.int().nullable(),
})
/** As the institution's own list has it, with the place of its type among the report types. */
const listedReport = clientReport.extend({ typeOrder: z.int() })
export type ClientReport = z.infer<typeof listedReport>

/** The ids in the body are required on the wire; they are compared with the session and never used. */
export const searchReports = endpoint({
  method: 'POST',
  path: '/api/reports/search',
  summary: 'The reports of one type, or of all types, that the caller may see.',
  changes: false,
  access: signedIn(undefined, 'institution'),
  input: z.strictObject({
    siteId: idParam.optional(),
    userId: idParam.optional(),
    institutionId: idParam.optional(),
    filter: z.strictObject({ typeCode: z.string().max(3).optional() }).optional(),
    take: z.int().min(1).max(1000).default(1000),
    skip: z.int().min(0).max(10_000).default(0),
    /** By the period they tell of, or by when they came. */
    sort: z.enum(['period', 'createdAt']).default('period'),
  }),
  reply: z.object({ page: z.object({ totalRecords: z.int() }), records: z.array(listedReport) }),
  background: true,
})
export const reportFile = endpoint({
  method: 'GET',
  path: '/api/reports/:id/file',
  summary: 'The file of a report record.',
  access: signedIn(undefined, 'institution'),
  kind: 'file',
  input: z.strictObject({ id: idParam, inline: flag.optional() }),
  reply: bytes,
})
export const apiDescription = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This description, as OpenAPI 3.1.',
  access: publicAccess,
  input: z.strictObject({}),
  reply: z.unknown(),
  background: true,
})
