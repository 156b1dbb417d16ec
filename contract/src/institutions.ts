/** The banks and corporations whose holdings the product shows. */
import { CLIENT_ROLES, permission, permissionOrOwn, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { bytes, endpoint, idParam, repeated, rowId } from './kernel/endpoint.ts'
import { activeStatus } from './kernel/fields.ts'
import { worded } from './kernel/list-cells.ts'
import { defineResource } from './kernel/resource.ts'
import {
  ACTIVE_WORDS,
  CALL_REPORT_WORDS,
  CHARTER_WORDS,
  INSTITUTION_TYPE_WORDS,
  REGULATOR_WORDS,
  TAX_ENTITY_WORDS,
  YIELD_CONVENTION_WORDS,
} from './words.ts'

export const INSTITUTION_TYPES = ['BANK', 'SAVINGS_ASSOCIATION', 'CREDIT_UNION', 'HOLDING_COMPANY', 'CORPORATION'] as const
export const TAX_ENTITY_TYPES = ['C_CORP', 'S_CORP', 'MUTUAL', 'TAX_EXEMPT'] as const

const stateCode = z
  .string()
  .regex(/^[A-Z]{2}$/, 'Enter the state as two letters')
  .nullable()
const digits = (least: number, most: number, what: string) =>
  z
    .string()
    .regex(new RegExp(`^\\d{${least},${most}}$`), `Enter the ${what} as digits`)
    .nullable()
const cents = z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable()

export const ein = z
  .string()
  .regex(/^\d{2}-\d{7}$/, 'Enter the EIN as 12-3456789')
  .nullable()

const plain = {
  city: z.string().trim().max(100).nullable(),
  stateCode,
  charterType: worded(z.enum(['NATIONAL', 'STATE_MEMBER', 'STATE_NONMEMBER', 'FED_SAVINGS']), CHARTER_WORDS).nullable(),
  primaryRegulator: worded(z.enum(['OCC', 'FRB', 'FDIC', 'NCUA', 'STATE']), REGULATOR_WORDS).nullable(),
  fdicCert: digits(1, 6, 'FDIC certificate'),
  rssdId: digits(1, 10, 'RSSD ID'),
  ein,
  /** Printed on Form 8925. */
  naicsBusinessType: z.string().trim().max(120).nullable(),
  relationshipOwnerId: idParam.nullable(),
  sharesOutstanding: z.int().min(0).nullable(),
  totalAssetsCents: cents,
  averageAssetsCents: cents,
  totalEquityCents: cents,
  netIncomeTtmCents: z.int().nullable(),
  priceEarningsMultiple: z.number().min(0).max(1000).nullable(),
}
const chosen = {
  institutionType: worded(z.enum(INSTITUTION_TYPES), INSTITUTION_TYPE_WORDS),
  taxEntityType: worded(z.enum(TAX_ENTITY_TYPES), TAX_ENTITY_WORDS),
  fiscalYearEndMonth: z.int().min(1).max(12),
  callReportForm: worded(z.enum(['FFIEC031', 'FFIEC041', 'FFIEC051', 'NONE']), CALL_REPORT_WORDS),
  cblrElected: z.boolean(),
  yieldConvention: worded(z.enum(['SIMPLE', 'COMPOUND', 'TIMES12']), YIELD_CONVENTION_WORDS),
  status: worded(activeStatus, ACTIVE_WORDS),
}
export const institutionNames = {
  name: z.string().trim().min(1, 'Enter the name').max(200),
  legalName: z.string().trim().min(1, 'Enter the legal name').max(300),
}
const named = institutionNames

const narrow = z.object({
  id: z.int(),
  ...named,
  logo: z.string().nullable(),
  city: plain.city,
  stateCode,
  carriers: z.array(z.string()),
  /** In the order of their codes. */
  carrierNames: z.array(z.string()),
})

export const institutions = defineResource({
  model: 'institutions',
  key: idParam,
  words: ['institution', 'institutions'],
  permission: 'INSTITUTIONS',
  record: narrow.extend({
    ...plain,
    ...chosen,
    relationshipOwner: z.string().nullable(),
    /** In force now, on this site. */
    policies: z.int(),
    /** Subsidiaries included, at the last month that has all values, as the institution's page states it; null where there is none. */
    cashSurrenderValueCents: z.int().nullable(),
    /** That month's end. */
    valueAsOf: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
  narrow: { record: narrow, roles: CLIENT_ROLES, list: true },
  write: z.object({ ...named, ...z.object(plain).partial().shape, ...z.object(chosen).partial().shape }),
  sortable: [
    'name',
    'city',
    'stateCode',
    'institutionType',
    'relationshipOwner',
    'policies',
    'cashSurrenderValueCents',
    'status',
    'createdAt',
    'updatedAt',
  ],
  defaultSort: 'name',
  filters: {
    status: activeStatus.optional(),
    stateCode: z.string().max(2).optional(),
    carrierCode: z.string().max(12).optional(),
    institutionType: repeated(z.enum(INSTITUTION_TYPES)),
    relationshipOwnerId: idParam.optional(),
  },
})

export const readInstitutions = permission('INSTITUTIONS', 1, STAFF_ROLES, 'site')
export const changeInstitutions = permission('INSTITUTIONS', 2, STAFF_ROLES, 'site')
const one = z.strictObject({ id: idParam })

/** Records that depend on an institution, each with the page that lists it. */
export const getRelated = endpoint({
  method: 'GET',
  path: '/api/institutions/:id/related-data',
  summary: 'Counts and links of what hangs on an institution.',
  access: readInstitutions,
  input: one,
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

/** Candidates for the staff contact of an institution: its active staff and representatives on the site. */
export const listOwners = endpoint({
  method: 'GET',
  path: '/api/institutions/owners',
  summary: 'The people of the firm who may look after an institution.',
  access: readInstitutions,
  input: z.strictObject({}),
  background: true,
  reply: z.object({ records: z.array(z.object({ id: z.int(), name: z.string(), title: z.string().nullable() })) }),
})

/** Its officers, auditors and preparers, as it named them in its questionnaire; kept by accepting what it answers. */
export const listContacts = endpoint({
  method: 'GET',
  path: '/api/institutions/:id/contacts',
  summary: 'The people an institution named, most of them without an account.',
  access: readInstitutions,
  input: one,
  reply: z.object({
    records: z.array(
      z.object({
        key: z.string(),
        role: z.string().nullable(),
        name: z.string(),
        title: z.string().nullable(),
        email: z.string().nullable(),
        phone: z.string().nullable(),
        receives: z.string().nullable(),
        /** The account with this address, among the institution's own people. */
        userId: z.int().nullable(),
        source: z.string(),
        updatedAt: z.string(),
      }),
    ),
  }),
})

// ---------------------------------------------------------------- its logo
const logo = z.object({ logo: z.string().nullable(), updatedAt: z.string() })
export const getInstitutionLogo = endpoint({
  method: 'GET',
  path: '/api/institutions/:id/logo',
  summary: 'The picture that an institution’s people see in the header.',
  access: permissionOrOwn(readInstitutions, CLIENT_ROLES),
  input: one.extend({ v: z.string().max(64).optional() }),
  reply: bytes,
  kind: 'file',
  background: true,
})
export const setInstitutionLogo = endpoint({
  method: 'POST',
  path: '/api/institutions/:id/logo',
  summary: 'Upload an institution’s logo: PNG, JPEG or WebP, up to 5 MB.',
  access: changeInstitutions,
  input: one,
  reply: logo,
  kind: 'multipart',
})
export const removeInstitutionLogo = endpoint({
  method: 'DELETE',
  path: '/api/institutions/:id/logo',
  summary: 'Take an institution’s logo away.',
  access: changeInstitutions,
  input: one,
  reply: logo,
})

// ---------------------------------------------------------------- the sites it is on
const onSites = z.object({
  records: z.array(
    z.object({
      siteId: z.int(),
      name: z.string(),
      on: z.boolean(),
      /** The records there, in words; an institution with any stays on that site. */
      holds: z.array(z.string()),
    }),
  ),
})
export const listInstitutionSites = endpoint({
  method: 'GET',
  path: '/api/institutions/:id/sites',
  summary: 'Which of your sites an institution is on, and what lies on each.',
  access: readInstitutions,
  input: one,
  reply: onSites,
})
export const setInstitutionSites = endpoint({
  method: 'PUT',
  path: '/api/institutions/:id/sites',
  summary: 'Put an institution on the chosen ones of your sites; one with policies or reports stays.',
  access: changeInstitutions,
  input: one.extend({ siteIds: z.array(rowId).min(1, 'Choose at least one site').max(100) }),
  reply: onSites,
})

// ---------------------------------------------------------------- subsidiaries
const subsidiaryFields = { ...institutionNames, ein: ein.optional() }
const subsidiary = z.object({
  id: z.int(),
  ...institutionNames,
  ein,
  policies: z.int(),
  reports: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
const subsidiaryId = one.extend({ subsidiaryId: idParam })
export const listSubsidiaries = endpoint({
  method: 'GET',
  path: '/api/institutions/:id/subsidiaries',
  summary: 'Further owners of policies inside the same client.',
  access: readInstitutions,
  input: one,
  reply: z.object({ records: z.array(subsidiary) }),
})
export const createSubsidiary = endpoint({
  method: 'POST',
  path: '/api/institutions/:id/subsidiaries',
  summary: 'Add a subsidiary that owns policies.',
  access: changeInstitutions,
  input: one.extend(subsidiaryFields),
  reply: subsidiary,
  success: 201,
  idempotent: true,
})
export const saveSubsidiary = endpoint({
  method: 'PUT',
  path: '/api/institutions/:id/subsidiaries/:subsidiaryId',
  summary: 'Save a subsidiary.',
  access: changeInstitutions,
  input: subsidiaryId.extend({ ...subsidiaryFields, updatedAt: z.iso.datetime() }),
  reply: subsidiary,
})
export const removeSubsidiary = endpoint({
  method: 'DELETE',
  path: '/api/institutions/:id/subsidiaries/:subsidiaryId',
  summary: 'Delete a subsidiary without policies or reports.',
  access: changeInstitutions,
  input: subsidiaryId,
  reply: z.undefined(),
  success: 204,
})
