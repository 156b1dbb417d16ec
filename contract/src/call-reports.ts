/** Which public Call Reports were imported: the dates that peers can be taken of. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'

export const CALL_REPORT_SOURCES = ['FFIEC', 'INVENTED'] as const

export const listCallReportImports = endpoint({
  method: 'GET',
  path: '/api/report-configuration/call-reports',
  summary: 'The reporting dates whose Call Reports were imported, latest first, with the number of banks.',
  access: permission(['REPORT_CONFIGURATION', 'ANNUAL_QUESTIONNAIRE', 'ANNUAL_BOLI_REVIEW'], 1, STAFF_ROLES, 'site'),
  input: z.strictObject({}),
  reply: z.object({
    records: z.array(
      z.object({
        reportDate: z.string(),
        source: z.enum(CALL_REPORT_SOURCES),
        banks: z.int(),
        holders: z.int(),
        leftOut: z.int(),
        importedAt: z.string(),
      }),
    ),
  }),
})
