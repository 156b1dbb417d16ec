/** Rights: people's permissions and their templates, memberships, viewing as a client, and why somebody sees something. */
import { PERMISSION_CODES, permission, ROLES, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { RULES } from '@corridor/domain/access/explanation.ts'
import { TEMPLATE_MODES, VARIANT_CODES, withoutVariants } from '@corridor/domain/access/permission-catalog.ts'
import { z } from 'zod'
import { endpoint, idParam, nothing } from './kernel/endpoint.ts'
import { defineResource } from './kernel/resource.ts'
import { session } from './session.ts'

const entriesOf = <Code extends string>(codes: readonly Code[]) =>
  z
    .array(z.strictObject({ code: z.enum(codes), access: z.literal([0, 1, 2]) }))
    .max(codes.length)
    .refine((entries) => new Set(entries.map(({ code }) => code)).size === entries.length, 'Name each permission once')
const permissionEntries = entriesOf(PERMISSION_CODES)
/** Asset reports are also known by two codes, for reading and for writing. */
const givenEntries = entriesOf([...PERMISSION_CODES, ...VARIANT_CODES]).transform(withoutVariants)
const seen = z.iso.datetime()
const typeCodes = z
  .array(z.string().min(1).max(12))
  .max(200)
  .refine((codes) => new Set(codes).size === codes.length, 'Name each report type once')

// ---------------------------------------------------------------- permissions

const userPermissions = z.object({
  userId: z.int(),
  userRole: z.enum(ROLES),
  /** Every code, those at 0 included. */
  permissions: permissionEntries,
  /** For saving: what somebody changed since is answered with 409. */
  updatedAt: z.string(),
})
export type UserPermissions = z.infer<typeof userPermissions>

/** Managers alone change rights, and it takes the permission as well. */
const changeRights = permission('USERS', 2, ['d'], 'site')
const seeRights = permission('USERS', 1, STAFF_ROLES, 'site')

export const getUserPermissions = endpoint({
  method: 'GET',
  path: '/api/users/:id/permissions',
  summary: 'What a person may do: a level for every permission.',
  access: seeRights,
  input: z.strictObject({ id: idParam }),
  reply: userPermissions,
})
export const saveUserPermissions = endpoint({
  method: 'PUT',
  path: '/api/users/:id/permissions',
  summary: 'Replace a person’s permissions; codes that are not named are taken away. In force at their next click.',
  access: changeRights,
  input: z.strictObject({ id: idParam, permissions: givenEntries, updatedAt: seen }),
  reply: userPermissions,
})
export const applyTemplate = endpoint({
  method: 'POST',
  path: '/api/users/:id/permissions/template',
  summary: 'Give a person the permissions of a template: merged with theirs, or in their place.',
  access: changeRights,
  input: z.strictObject({
    id: idParam,
    templateId: idParam,
    mode: z.enum(TEMPLATE_MODES),
    updatedAt: seen,
    /** The version of the template as it was shown. */
    templateUpdatedAt: seen,
  }),
  reply: userPermissions,
})

const gives = z.object({ summary: z.string(), roles: z.array(z.enum(ROLES)) })
export const listPermissionCodes = endpoint({
  method: 'GET',
  path: '/api/permission-codes',
  summary: 'What each level of each permission opens, and to which roles: read from the contracts.',
  access: permission(['USERS', 'PERMISSION_TEMPLATES'], 1, STAFF_ROLES, 'none'),
  background: true,
  input: z.strictObject({}),
  reply: z.object({ records: z.array(z.object({ code: z.enum(PERMISSION_CODES), view: z.array(gives), change: z.array(gives) })) }),
})

export const permissionTemplates = defineResource({
  model: 'permission-templates',
  key: idParam,
  words: ['permission template', 'permission templates'],
  permission: 'PERMISSION_TEMPLATES',
  record: z.object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    permissions: permissionEntries,
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
  write: z.object({
    name: z.string().trim().min(1, 'Give the template a name').max(100),
    description: z.string().trim().max(500).nullable().optional(),
    permissions: givenEntries,
  }),
  sortable: ['name', 'createdAt', 'updatedAt'],
  defaultSort: 'name',
})

export const removePermissionTemplate = endpoint({
  method: 'DELETE',
  path: '/api/permission-templates/:id',
  summary: 'Delete one permission template; it can be restored for 30 days.',
  access: permission('PERMISSION_TEMPLATES', 2, STAFF_ROLES, 'site'),
  input: z.strictObject({ id: idParam }),
  reply: nothing,
  success: 204,
})

// ---------------------------------------------------------------- memberships

const reportTypeChoice = z.object({ code: z.string(), name: z.string() })
const institutionMembership = z.object({
  institutionId: z.int(),
  institutionName: z.string(),
  /** The reports that the institution's people may see on the active site. */
  reportTypeCodes: z.array(z.string()),
  /** Null: nothing was ever set. */
  updatedAt: z.string().nullable(),
})
const personMembership = institutionMembership.extend({
  /** Narrower ones of this person's own; null when they see all of the institution's. `updatedAt` is theirs. */
  ownTypeCodes: z.array(z.string()).nullable(),
})
export type PersonMembership = z.infer<typeof personMembership>

export const listUserMemberships = endpoint({
  method: 'GET',
  path: '/api/memberships/:userId/institutions',
  summary: 'The report types a person may see on the active site, by institution: the institution’s own and what narrows them.',
  access: seeRights,
  input: z.strictObject({ userId: idParam }),
  reply: z.object({ records: z.array(personMembership), reportTypes: z.array(reportTypeChoice) }),
})
export const saveMembership = endpoint({
  method: 'PUT',
  path: '/api/memberships/:userId',
  summary: 'Narrow what a person sees of an institution’s report types, or with null let them see all of them.',
  access: permission('USERS', 2, STAFF_ROLES, 'site'),
  input: z.strictObject({
    userId: idParam,
    institutionId: idParam,
    ownTypeCodes: typeCodes.nullable(),
    updatedAt: seen.nullable().default(null),
  }),
  reply: personMembership,
})
export const getInstitutionMembership = endpoint({
  method: 'GET',
  path: '/api/institutions/:id/membership',
  summary: 'The report types an institution’s people may see on the active site, and who of them sees fewer.',
  access: permission(['INSTITUTIONS', 'USERS'], 1, STAFF_ROLES, 'site'),
  input: z.strictObject({ id: idParam }),
  reply: institutionMembership.extend({
    reportTypes: z.array(reportTypeChoice),
    people: z.array(z.object({ userId: z.int(), name: z.string(), userRole: z.enum(ROLES), ownTypeCodes: z.array(z.string()).nullable() })),
  }),
})
export const saveInstitutionMembership = endpoint({
  method: 'PUT',
  path: '/api/institutions/:id/membership',
  summary: 'Choose the report types an institution’s people may see on the active site.',
  access: permission('INSTITUTIONS', 2, STAFF_ROLES, 'site'),
  input: z.strictObject({ id: idParam, reportTypeCodes: typeCodes, updatedAt: seen.nullable().default(null) }),
  reply: institutionMembership,
})

// ---------------------------------------------------------------- viewing as a client

export const startViewAs = endpoint({
  method: 'POST',
  path: '/api/session/view-as/:userId',
  summary: 'See the portal as a client does, read-only; for a representative, acting for one of their institutions.',
  access: seeRights,
  input: z.strictObject({ userId: idParam, institutionId: idParam.optional() }),
  reply: session,
})
export const endViewAs = endpoint({
  method: 'DELETE',
  path: '/api/session/view-as',
  summary: 'Stop viewing as a client; without a view it changes nothing.',
  access: signedIn(),
  input: z.strictObject({}),
  reply: session,
})

// ---------------------------------------------------------------- why somebody sees something

const named = z.object({ id: z.int(), name: z.string() })
export const getAccessFacts = endpoint({
  method: 'GET',
  path: '/api/users/:id/access',
  summary: 'What decides about a person on the active site: role, permissions, institution, memberships.',
  access: seeRights,
  input: z.strictObject({ id: idParam, institutionId: idParam.optional() }),
  reply: z.object({
    name: z.string(),
    userRole: z.enum(ROLES),
    isActive: z.boolean(),
    siteName: z.string(),
    onSite: z.boolean(),
    permissions: permissionEntries,
    institution: named.nullable(),
    institutionTypes: z.array(z.string()),
    ownTypes: z.array(z.string()).nullable(),
    /** A representative's institutions on the site, one of which they act for. */
    institutions: z.array(named),
  }),
})

export const RECORD_KINDS = ['assetReport', 'clientReport', 'institution', 'carrierFile'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]
const recordChoice = z.object({ id: z.int(), label: z.string(), note: z.string() })
export const findRecords = endpoint({
  method: 'GET',
  path: '/api/access-records',
  summary: 'Find a record to ask about, among those the caller sees.',
  access: seeRights,
  background: true,
  input: z.strictObject({ kind: z.enum(RECORD_KINDS), search: z.string().trim().max(200).optional() }),
  reply: z.object({ records: z.array(recordChoice) }),
})
export const explainRecord = endpoint({
  method: 'GET',
  path: '/api/users/:id/access/:kind/:record',
  summary: 'Why a person can, or cannot, see a record: every rule with what it found.',
  access: seeRights,
  input: z.strictObject({ id: idParam, kind: z.enum(RECORD_KINDS), record: idParam, institutionId: idParam.optional() }),
  reply: z.object({
    label: z.string(),
    opens: z.boolean(),
    reasons: z.array(z.object({ rule: z.enum(RULES), passes: z.boolean(), sentence: z.string() })),
  }),
})
