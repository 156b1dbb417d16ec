/** The types of client reports and documents; loaded by code, which stays as it was given. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { defineResource } from './kernel/resource.ts'

const code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{3}$/, 'Enter 3 letters or digits')
const write = z.object({
  code,
  name: z.string().trim().min(1, 'Enter the name').max(100),
  description: z.string().trim().max(500).optional(),
  order: z.int().min(0).max(10_000),
})

export const reportTypes = defineResource({
  model: 'report-types',
  words: ['report type', 'report types'],
  permission: 'REPORT_TYPES',
  record: z.object({
    id: z.int(),
    ...write.required().shape,
    /** On the active site. */
    clientReports: z.int(),
    documents: z.int(),
    /** Institutions and people who are given it. */
    memberships: z.int(),
    /** The product files its own reports, or the banks' uploads, under it. */
    ownUse: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
  write,
  sortable: ['order', 'code', 'name', 'clientReports', 'documents', 'memberships', 'updatedAt'],
  defaultSort: 'order',
  key: code,
})

export const moveReportType = endpoint({
  method: 'POST',
  path: '/api/report-types/:id/move',
  summary: 'Move a report type one place up or down in the order that lists and menus keep.',
  access: permission('REPORT_TYPES', 2, STAFF_ROLES, 'site'),
  input: z.strictObject({ id: code, direction: z.enum(['up', 'down']) }),
  reply: z.object({ codes: z.array(z.string()) }),
})
