/** Insurance companies, shared by all sites: who they are, their logo, what they sell and who holds it. */
import { permission, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { DAY_COUNTS, INTEREST_BEGINNINGS, INTEREST_METHODS } from '@corridor/domain/calculations/interest-credited.ts'
import { z } from 'zod'
import { bytes, endpoint, flag, idParam, nothing } from './kernel/endpoint.ts'
import { activeStatus } from './kernel/fields.ts'
import { summed, worded } from './kernel/list-cells.ts'
import { page, pageInput } from './kernel/page.ts'
import { defineResource } from './kernel/resource.ts'
import { ACTIVE_WORDS } from './words.ts'

export const COMPANY_TYPES = ['STOCK', 'MUTUAL', 'MUTUAL_HOLDING'] as const
const write = z.object({
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{2,12}$/, 'Enter 2 to 12 letters and digits'),
  legalName: z.string().trim().min(1, 'Enter the legal name').max(200),
  shortName: z.string().trim().min(1, 'Enter the short name').max(60),
  groupName: z.string().trim().max(200).nullable().optional(),
  naicCompanyCode: z
    .string()
    .regex(/^\d{5}$/, 'Enter the NAIC code as 5 digits')
    .nullable()
    .optional(),
  amBestNumber: z
    .string()
    .regex(/^\d{6}$/, 'Enter the AM Best number as 6 digits')
    .nullable()
    .optional(),
  domicileState: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Enter the state as two letters')
    .nullable()
    .optional(),
  companyType: z.enum(COMPANY_TYPES).nullable().optional(),
  activeInMarket: z.boolean().optional(),
  /** The business day of the next month by which the month's extract is due. */
  feedDueBusinessDay: z.int().min(1).max(20).optional(),
  status: worded(activeStatus, ACTIVE_WORDS).optional(),
})

const read = permission('CARRIERS', 1, STAFF_ROLES, 'site')
const change = permission('CARRIERS', 2, STAFF_ROLES, 'site')

export const carriers = defineResource({
  model: 'carriers',
  key: idParam,
  words: ['carrier', 'carriers'],
  permission: 'CARRIERS',
  record: z.object({
    id: z.int(),
    ...write.required().shape,
    logoUrl: z.string().nullable(),
    /** In force today, by agency; a withdrawn one is none. */
    ratings: z.object({
      amBest: z.string().nullable(),
      sp: z.string().nullable(),
      moodys: z.string().nullable(),
      fitch: z.string().nullable(),
      comdex: z.int().nullable(),
    }),
    /** On the active site. */
    institutions: z.int(),
    policies: z.int(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
  write,
  sortable: ['code', 'legalName', 'shortName', 'groupName', 'feedDueBusinessDay', 'institutions', 'policies', 'status', 'updatedAt'],
  defaultSort: 'shortName',
  filters: { status: activeStatus.optional(), activeInMarket: flag.optional(), code: z.string().max(12).optional() },
})

const one = z.strictObject({ id: idParam })
const logo = z.object({ logoUrl: z.string().nullable(), updatedAt: z.string() })
export const getCarrierLogo = endpoint({
  method: 'GET',
  path: '/api/carriers/:id/logo',
  summary: 'A carrier’s logo.',
  access: signedIn(),
  input: one.extend({ v: z.string().max(64).optional() }),
  reply: bytes,
  kind: 'file',
  background: true,
})
export const setCarrierLogo = endpoint({
  method: 'POST',
  path: '/api/carriers/:id/logo',
  summary: 'Upload a carrier’s logo: PNG, JPEG or WebP, up to 5 MB.',
  access: change,
  input: one,
  reply: logo,
  kind: 'multipart',
})
export const removeCarrierLogo = endpoint({
  method: 'DELETE',
  path: '/api/carriers/:id/logo',
  summary: 'Take a carrier’s logo away.',
  access: change,
  input: one,
  reply: logo,
})

export const listCarrierHolders = endpoint({
  method: 'GET',
  path: '/api/carriers/:id/institutions',
  summary: 'The institutions of the site that hold the carrier’s policies, with their values of the current month.',
  access: read,
  input: pageInput(['institutionName', 'policies', 'cashSurrenderValueCents', 'deathBenefitCents'], 'cashSurrenderValueCents', true).extend(
    {
      id: idParam,
    },
  ),
  reply: page(
    z.object({
      institutionId: z.int(),
      institutionName: z.string(),
      policies: summed(z.int()),
      cashSurrenderValueCents: summed(z.int()),
      deathBenefitCents: summed(z.int()),
      asOf: z.string().nullable(),
    }),
  ),
})

export const ACCOUNT_TYPES = ['GENERAL', 'SEPARATE', 'HYBRID'] as const
export const POLICY_FORMS = ['UL', 'VUL', 'WL', 'SPWL'] as const
export const RATE_METHODS = ['PORTFOLIO', 'NEW_MONEY', 'INDEXED', 'TOTAL_RETURN'] as const
const productFields = {
  productName: z.string().trim().min(1, 'Enter the name').max(200),
  accountType: z.enum(ACCOUNT_TYPES),
  policyForm: z.enum(POLICY_FORMS),
  rateMethod: z.enum(RATE_METHODS),
  guaranteedMinimumRate: z.number().min(0).max(0.2),
  stableValueWrap: z.boolean(),
  /** How it credits interest: what the audits recompute a month by. */
  interestMethod: z.enum(INTEREST_METHODS),
  dayCount: z.enum(DAY_COUNTS),
  interestFrom: z.enum(INTEREST_BEGINNINGS),
}
const product = z.object({
  id: z.int(),
  ...productFields,
  /** Declared, in force today. */
  grossRate: z.number().nullable(),
  rateSince: z.string().nullable(),
  /** On the active site. */
  policies: z.int(),
  updatedAt: z.string(),
})
const named = { id: idParam, productId: idParam }
export const listProducts = endpoint({
  method: 'GET',
  path: '/api/carriers/:id/products',
  summary: 'The carrier’s products, each with the rate it declares today.',
  access: read,
  input: one,
  reply: z.object({ records: z.array(product) }),
})
export const createProduct = endpoint({
  method: 'POST',
  path: '/api/carriers/:id/products',
  summary: 'Add a product of the carrier.',
  access: change,
  input: z.strictObject({
    id: idParam,
    ...productFields,
    interestMethod: productFields.interestMethod.default('EFFECTIVE'),
    dayCount: productFields.dayCount.default('ACTUAL_ACTUAL'),
    interestFrom: productFields.interestFrom.default('RECEIPT'),
  }),
  reply: product,
  success: 201,
  idempotent: true,
})
export const saveProduct = endpoint({
  method: 'PUT',
  path: '/api/carriers/:id/products/:productId',
  summary: 'Save a product; if someone else changed it in the meantime, the answer is 409 with both versions.',
  access: change,
  input: z.strictObject({ ...named, ...z.object(productFields).partial().shape, updatedAt: z.iso.datetime() }),
  reply: product,
})
export const removeProduct = endpoint({
  method: 'DELETE',
  path: '/api/carriers/:id/products/:productId',
  summary: 'Delete a product that no policy is of.',
  access: change,
  input: z.strictObject(named),
  reply: nothing,
  success: 204,
})
