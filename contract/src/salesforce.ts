/** The firm's Salesforce organization as a source of records: connection, mappings, pulls, deletions. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { PULL_STATUS_WORDS, PULL_TYPE_WORDS, PULL_TYPES } from '@corridor/domain/onboarding/salesforce.ts'
import { codesOf } from '@corridor/domain/primitives/codes.ts'
import { z } from 'zod'
import { endpoint, idParam } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { page, pageInput } from './kernel/page.ts'

const view = permission('ASSET_REPORT', 1, STAFF_ROLES, 'site')
const change = permission('ASSET_REPORT', 2, STAFF_ROLES, 'site')

/** Pulls that change institutions, people or the register are accepted by managers who may create them, as a firm’s book is. */
const accept = permission('INSTITUTIONS', 2, ['d'], 'site')

const type = worded(z.enum(PULL_TYPES), PULL_TYPE_WORDS)
const objectName = z.string().regex(/^[A-Za-z]\w{0,79}$/, 'Choose an object of Salesforce')
const fieldPath = z.string().regex(/^[A-Za-z]\w{0,79}(\.[A-Za-z]\w{0,79}){0,5}$/, 'Choose a field of Salesforce')
const fields = z.record(z.string().max(60), fieldPath)

const pull = z.object({
  id: z.int(),
  type,
  label: z.string(),
  object: z.string(),
  mappingVersion: z.int(),
  status: worded(z.enum(codesOf(PULL_STATUS_WORDS)), PULL_STATUS_WORDS),
  since: z
    .string()
    .nullable()
    .meta({ description: 'Null when every record was read; else those that changed since, by Salesforce’s clock.' }),
  wholeBecause: z.string().nullable(),
  startedBy: z.string().nullable(),
  askedAt: z.string(),
  endedAt: z.string().nullable(),
  recordsExpected: z.int().nullable(),
  recordsRead: z.int(),
  calls: z.int().meta({ description: 'Calls to Salesforce, each of which counts against the organization’s limit.' }),
  failure: z.string().nullable(),
  fileId: z.int().nullable().meta({ description: 'The file under Data Feeds that waits to be accepted; null where nothing had changed.' }),
  fileStatus: z.string().nullable(),
  import: z
    .object({
      id: z.int(),
      status: z.string(),
      problems: z.int(),
      added: z.int(),
      changed: z.int(),
      same: z.int(),
      failure: z.string().nullable(),
    })
    .nullable()
    .meta({
      description: 'Of records that are no valuations: how their rows compare with the book, or what was written once they were accepted.',
    }),
  mayBeAccepted: z.boolean(),
})
export type SalesforcePull = z.infer<typeof pull>

export const getSalesforce = endpoint({
  method: 'GET',
  path: '/api/etl/Salesforce',
  summary: 'Whether Salesforce is connected, the types of record that are read, and the last pull of each.',
  access: view,
  input: z.strictObject({}),
  reply: z.object({
    connection: z
      .object({
        host: z.string(),
        user: z.string().nullable().meta({ description: 'Null for the client credentials flow: the connected app names its user.' }),
        apiVersion: z.string(),
        isTest: z.boolean().meta({ description: 'It is a test double on this machine, and no organization.' }),
      })
      .nullable(),
    types: z.array(
      z.object({
        type,
        label: z.string(),
        object: z.string().nullable(),
        mappingVersion: z.int().nullable(),
        lastPull: pull.nullable(),
        openDeletions: z.int(),
      }),
    ),
  }),
})
export type SalesforceType = z.infer<typeof getSalesforce.reply>['types'][number]

export const startPull = endpoint({
  method: 'POST',
  path: '/api/etl/Salesforce',
  summary: 'Pull records from Salesforce: of one type, or of all that have a mapping. They wait under Data Feeds to be accepted.',
  access: change,
  success: 202,
  input: z.strictObject({
    type: type.optional(),
    everything: z.boolean().default(false).meta({ description: 'Every record, and not only those that changed since the last pull.' }),
  }),
  reply: z.object({ records: z.array(pull) }),
})
export const listPulls = endpoint({
  method: 'GET',
  path: '/api/etl/Salesforce/pulls',
  summary: 'Pulls from Salesforce, newest first.',
  access: view,
  input: pageInput(['askedAt', 'type', 'status', 'recordsRead'], 'askedAt', true).extend({ type: type.optional() }),
  reply: page(pull),
})
export const cancelPull = endpoint({
  method: 'POST',
  path: '/api/etl/Salesforce/pulls/:id/cancel',
  summary: 'Stop a pull. Nothing of it is kept.',
  access: change,
  input: z.strictObject({ id: idParam }),
  reply: pull,
})

export const acceptPull = endpoint({
  method: 'POST',
  path: '/api/etl/Salesforce/pulls/:id/accept',
  summary: 'Write what was pulled into the book: all of it, or nothing. Valuations are posted under Data Feeds instead.',
  access: accept,
  success: 202,
  input: z.strictObject({ id: idParam }),
  reply: pull,
})
export const listPullProblems = endpoint({
  method: 'GET',
  path: '/api/etl/Salesforce/pulls/:id/problems',
  summary: 'Every problem of the rows that were pulled, by record, field, value and reason.',
  access: view,
  input: pageInput(['source', 'column'], 'source').extend({ id: idParam }),
  reply: page(
    z.object({
      id: z.int(),
      source: z.string().meta({ description: 'Object, record id and line of the rows that were pulled.' }),
      column: z.string().nullable(),
      value: z.string().nullable(),
      problem: z.string(),
    }),
  ),
})

const orgField = z.object({ path: z.string(), label: z.string(), type: z.string() })
export const listOrgObjects = endpoint({
  method: 'GET',
  path: '/api/etl/Salesforce/objects',
  summary: 'The objects of the organization that can be read, asked of Salesforce now.',
  access: view,
  input: z.strictObject({}),
  reply: z.object({ records: z.array(z.object({ name: z.string(), label: z.string() })) }),
})
export const getOrgObject = endpoint({
  method: 'GET',
  path: '/api/etl/Salesforce/objects/:object',
  summary: 'The fields of one object, and those of the records that it refers to, asked of Salesforce now; with a mapping to begin with.',
  access: view,
  input: z.strictObject({ object: objectName, type }),
  reply: z.object({ name: z.string(), label: z.string(), fields: z.array(orgField), proposed: fields }),
})

const version = z.object({
  version: z.int(),
  object: z.string(),
  fields,
  createdBy: z.string().nullable(),
  createdAt: z.string(),
})
export const getMapping = endpoint({
  method: 'GET',
  path: '/api/etl/Salesforce/mappings/:type',
  summary: 'How a type of record is read: the fields of the portal, and every version of the mapping, newest first.',
  access: view,
  input: z.strictObject({ type }),
  reply: z.object({
    label: z.string(),
    usualObject: z.string(),
    targets: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
    versions: z.array(version),
  }),
})
export const saveMapping = endpoint({
  method: 'PUT',
  path: '/api/etl/Salesforce/mappings/:type',
  summary: 'Keep a mapping as the next version. What was pulled stays as it was read.',
  access: change,
  input: z.strictObject({
    type,
    object: objectName,
    fields,
    version: z.int().min(0).max(1_000_000).meta({ description: 'The version that was changed; 0 for the first.' }),
  }),
  reply: version,
})
export const previewMapping = endpoint({
  method: 'POST',
  path: '/api/etl/Salesforce/mappings/:type/preview',
  summary: 'Read the first 50 records by a mapping and check them as a file is checked. Nothing is kept.',
  access: view,
  changes: false,
  input: z.strictObject({ type, object: objectName, fields }),
  reply: z.object({
    total: z.int().meta({ description: 'Records that Salesforce counts.' }),
    headers: z.array(z.object({ field: z.string(), label: z.string(), path: z.string() })),
    rows: z.array(z.object({ line: z.int(), recordId: z.string(), cells: z.array(z.string()) })),
    findings: z.array(
      z.object({
        line: z.int().nullable(),
        column: z.string().nullable(),
        value: z.string().nullable(),
        severity: z.enum(['error', 'warning', 'info']),
        message: z.string(),
      }),
    ),
  }),
})
export type MappingPreview = z.infer<typeof previewMapping.reply>
export type DryFinding = MappingPreview['findings'][number]

export const listDeletions = endpoint({
  method: 'GET',
  path: '/api/etl/Salesforce/deletions',
  summary: 'Records that were deleted in Salesforce after they had come in. Nothing in the book changed by it.',
  access: view,
  input: pageInput(['deletedAt', 'type', 'name'], 'deletedAt', true).extend({ open: z.enum(['true', 'false']).optional() }),
  reply: page(
    z.object({
      recordId: z.string(),
      type,
      label: z.string(),
      deletedAt: z.string(),
      name: z
        .string()
        .nullable()
        .meta({ description: 'The name of what it is in the book: a policy by its number; null where it is there no more.' }),
      institutionName: z.string().nullable(),
      proposal: z.string().meta({ description: 'The change that the deletion proposes to a person; nothing is changed by itself.' }),
      period: z.string().nullable(),
      fileId: z.int().nullable().meta({ description: 'Of a value, the file that it came in by; of any other record the import.' }),
      line: z.int().nullable(),
      importId: z.int().nullable(),
      source: z.string().nullable(),
      settledBy: z.string().nullable(),
      settledAt: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
})
export const settleDeletion = endpoint({
  method: 'POST',
  path: '/api/etl/Salesforce/deletions/:type/:recordId',
  summary: 'Say what became of a record that was deleted in Salesforce. The book is corrected where it is kept, not here.',
  access: change,
  input: z.strictObject({
    type,
    recordId: z.string().regex(/^\w{1,18}$/),
    reason: z.string().trim().min(5, 'Enter a reason in a few words').max(500),
  }),
  reply: z.object({ recordId: z.string(), settledAt: z.string(), reason: z.string() }),
})
