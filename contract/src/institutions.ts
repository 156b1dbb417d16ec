/** The banks and corporations whose holdings the product shows (seed 3 Institution). */
import { CLIENT_ROLES, permission, STAFF_ROLES } from '@corridor/domain/access.ts'
import { z } from 'zod'
import { endpoint, idParam, repeated } from './kernel/endpoint.ts'
import { defineResource } from './kernel/resource.ts'

export const INSTITUTION_TYPES = ['BANK', 'SAVINGS_ASSOCIATION', 'CREDIT_UNION', 'HOLDING_COMPANY', 'CORPORATION'] as const
export const TAX_ENTITY_TYPES = ['C_CORP', 'S_CORP', 'MUTUAL', 'TAX_EXEMPT'] as const
export const activeStatus = z.enum(['ACTIVE', 'INACTIVE'])

const stateCode = z
  .string()
  .regex(/^[A-Z]{2}$/, 'Write the state as two letters')
  .nullable()
const digits = (least: number, most: number, what: string) =>
  z
    .string()
    .regex(new RegExp(`^\\d{${least},${most}}$`), `Write the ${what} as digits`)
    .nullable()
const cents = z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable()

const plain = {
  city: z.string().trim().max(100).nullable(),
  stateCode,
  charterType: z.enum(['NATIONAL', 'STATE_MEMBER', 'STATE_NONMEMBER', 'FED_SAVINGS']).nullable(),
  primaryRegulator: z.enum(['OCC', 'FRB', 'FDIC', 'NCUA', 'STATE']).nullable(),
  fdicCert: digits(1, 6, 'FDIC certificate'),
  rssdId: digits(1, 10, 'RSSD id'),
  ein: z
    .string()
    .regex(/^\d{2}-\d{7}$/, 'Write the EIN as 12-3456789')
    .nullable(),
  sharesOutstanding: z.int().min(0).nullable(),
  totalAssetsCents: cents,
  averageAssetsCents: cents,
  totalEquityCents: cents,
  netIncomeTtmCents: z.int().nullable(),
  priceEarningsMultiple: z.number().min(0).max(1000).nullable(),
}
const chosen = {
  institutionType: z.enum(INSTITUTION_TYPES),
  taxEntityType: z.enum(TAX_ENTITY_TYPES),
  fiscalYearEndMonth: z.int().min(1).max(12),
  callReportForm: z.enum(['FFIEC031', 'FFIEC041', 'FFIEC051', 'NONE']),
  cblrElected: z.boolean(),
  yieldConvention: z.enum(['SIMPLE', 'COMPOUND', 'TIMES12']),
  status: activeStatus,
}
const named = { name: z.string().trim().min(1).max(200), legalName: z.string().trim().min(1).max(300) }

const narrow = z.object({ id: z.int(), ...named, logo: z.string().nullable(), city: plain.city, stateCode, carriers: z.array(z.string()) })

export const institutions = defineResource({
  model: 'institutions',
  key: idParam,
  words: ['institution', 'institutions'],
  permission: 'INSTITUTIONS',
  record: narrow.extend({ ...plain, ...chosen, createdAt: z.string(), updatedAt: z.string() }),
  narrow: { record: narrow, roles: CLIENT_ROLES, list: true },
  write: z.object({ ...named, ...z.object(plain).partial().shape, ...z.object(chosen).partial().shape }),
  sortable: ['name', 'city', 'stateCode', 'status', 'createdAt', 'updatedAt'],
  defaultSort: 'name',
  filters: {
    status: activeStatus.optional(),
    stateCode: z.string().max(2).optional(),
    carrierCode: z.string().max(12).optional(),
    institutionType: repeated(z.enum(INSTITUTION_TYPES)),
  },
})

/** What hangs on an institution, each with the page that lists it. */
export const getRelated = endpoint({
  method: 'GET',
  path: '/api/institutions/:id/related-data',
  summary: 'Counts and links of what hangs on an institution.',
  access: permission('INSTITUTIONS', 1, STAFF_ROLES, 'site'),
  input: z.strictObject({ id: idParam }),
  reply: z.object({
    records: z.array(
      z.object({
        kind: z.enum(['users', 'plans', 'policies', 'reports', 'documents', 'openQuestionnaires']),
        label: z.string(),
        count: z.int(),
        link: z.string().nullable(),
      }),
    ),
  }),
})
