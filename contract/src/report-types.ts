/** The types of client reports and documents (seed 3 Report type); loaded by code. */
import { z } from 'zod'
import { defineResource } from './kernel/resource.ts'

const code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{3}$/, 'Write 3 letters or digits')
const write = z.object({
  code,
  name: z.string().trim().min(1).max(100),
  description: z.string().trim().max(500).optional(),
  order: z.int().min(0).max(10_000),
})

export const reportTypes = defineResource({
  model: 'report-types',
  words: ['report type', 'report types'],
  permission: 'REPORT_TYPES',
  record: z.object({ id: z.int(), ...write.required().shape, createdAt: z.string(), updatedAt: z.string() }),
  write,
  sortable: ['order', 'code', 'name', 'updatedAt'],
  defaultSort: 'order',
  key: code,
})
