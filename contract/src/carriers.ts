/** Insurance companies, shared by all sites (seed 3 Carrier). */
import { z } from 'zod'
import { activeStatus } from './institutions.ts'
import { flag, idParam } from './kernel/endpoint.ts'
import { defineResource } from './kernel/resource.ts'

const write = z.object({
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{2,12}$/, 'Write 2 to 12 letters and digits'),
  legalName: z.string().trim().min(1).max(200),
  shortName: z.string().trim().min(1).max(60),
  groupName: z.string().trim().max(200).nullable().optional(),
  naicCompanyCode: z
    .string()
    .regex(/^\d{5}$/, 'Write the NAIC code as 5 digits')
    .nullable()
    .optional(),
  amBestNumber: z
    .string()
    .regex(/^\d{6}$/, 'Write the AM Best number as 6 digits')
    .nullable()
    .optional(),
  domicileState: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Write the state as two letters')
    .nullable()
    .optional(),
  companyType: z.enum(['STOCK', 'MUTUAL', 'MUTUAL_HOLDING']).nullable().optional(),
  activeInMarket: z.boolean().optional(),
  /** The business day of the next month by which the month's extract is due. */
  feedDueBusinessDay: z.int().min(1).max(20).optional(),
  status: activeStatus.optional(),
})

export const carriers = defineResource({
  model: 'carriers',
  key: idParam,
  words: ['carrier', 'carriers'],
  permission: 'CARRIERS',
  record: z.object({ id: z.int(), ...write.required().shape, createdAt: z.string(), updatedAt: z.string() }),
  write,
  sortable: ['code', 'legalName', 'shortName', 'groupName', 'status', 'updatedAt'],
  defaultSort: 'code',
  filters: { status: activeStatus.optional(), activeInMarket: flag.optional(), code: z.string().max(12).optional() },
})
