/** The Document Center: papers of one institution, or of a carrier or vendor for every institution that may see them. */
import { CLIENT_ROLES, permission, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { DOCUMENT_OWNERS, VENDOR_CODE } from '@corridor/domain/files/document-paths.ts'
import { z } from 'zod'
import { fileVersions } from './file-versions.ts'
import { bytes, endpoint, flag, idParam, repeated } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { BULK_MAX, page, pageInput } from './kernel/page.ts'
import { defineResource } from './kernel/resource.ts'
import { DOCUMENT_SAFETY_WORDS, OWNER_WORDS } from './words.ts'

const read = permission('DOCUMENT_CENTER', 1, STAFF_ROLES, 'site')
const change = permission('DOCUMENT_CENTER', 2, STAFF_ROLES, 'site')

const typeCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{3}$/, 'Choose a type')
const carrierCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{2,12}$/, 'Choose a carrier')
const year = z.coerce.number().int().min(1900, 'Enter the year with four digits').max(2199, 'Enter the year with four digits')

/** The owner: `institution` with its id, `carrier` with its code, `vendor` with a name. */
const owner = {
  owner: z.enum(DOCUMENT_OWNERS),
  institutionId: idParam.nullable().optional(),
  carrierCode: carrierCode
    .refine((code) => code !== VENDOR_CODE, `${VENDOR_CODE} stands for vendors: choose Vendor`)
    .nullable()
    .optional(),
  vendorName: z.string().trim().max(120).nullable().optional(),
}
const about = {
  ...owner,
  typeCode,
  yearOverride: year,
  displayName: z.string().trim().min(1).max(200),
  description: z.string().trim().max(2000).nullable().optional(),
}

/** Filters of the list, and the documents of a download or a move. */
export const documentFilters = {
  owner: z.enum(DOCUMENT_OWNERS).optional(),
  institutionId: idParam.optional(),
  carrierCode: z.string().max(12).optional(),
  vendorName: z.string().max(120).optional(),
  typeCode: repeated(typeCode),
  yearOverride: idParam.optional(),
}

/** As whoever may open it sees it. */
export const documentRecord = z.object({
  id: z.int(),
  typeCode: z.string(),
  typeName: z.string(),
  institutionId: z.int().nullable(),
  institutionName: z.string().nullable(),
  uploadName: z.string(),
  yearOverride: z.int(),
  name: z.string(),
  displayName: z.string(),
  description: z.string().nullable(),
  extension: z.string(),
  path: z.string(),
  carrierCode: z.string().nullable(),
  carrierName: z.string().nullable(),
  vendorName: z.string().nullable(),
  isCarrier: z.boolean(),
  isVendor: z.boolean(),
  sizeBytes: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type DocumentRecord = z.infer<typeof documentRecord>

const base = defineResource({
  model: 'documents',
  words: ['document', 'documents'],
  permission: 'DOCUMENT_CENTER',
  key: idParam,
  record: documentRecord.extend({
    owner: worded(z.enum(DOCUMENT_OWNERS), OWNER_WORDS),
    /** Id, code or name of the institution, carrier or vendor. */
    ownerName: z.string(),
    version: z.int(),
    /** HELD waits for the scanner, REFUSED was found harmful: neither is served. */
    safety: worded(z.enum(['TRUSTED', 'PASSED', 'HELD', 'REFUSED']), DOCUMENT_SAFETY_WORDS),
    createdBy: z.string().nullable(),
    deletedAt: z.string().nullable(),
    deletedBy: z.string().nullable(),
  }),
  narrow: { record: documentRecord, roles: CLIENT_ROLES, list: true },
  write: z.object(about),
  sortable: ['displayName', 'ownerName', 'typeCode', 'yearOverride', 'sizeBytes', 'createdAt', 'updatedAt', 'deletedAt'],
  defaultSort: 'createdAt',
  filters: {
    ...documentFilters,
    /** From the last 30 days: the records that can be restored. */
    deleted: flag.optional(),
  },
})

/** multipart: file or uploadId, and as text what `about` names. One batch is what was uploaded together. */
export const documentForm = z.strictObject({
  ...about,
  displayName: about.displayName.optional(),
  uploadBatch: z.uuid().optional(),
})
const create = endpoint({
  method: 'POST',
  path: '/api/documents',
  summary: 'Upload a document of an institution, a carrier or a vendor.',
  access: change,
  kind: 'multipart',
  success: 201,
  // The fields that describe the file come with it, in the form.
  input: z.strictObject({}),
  reply: base.record,
})

export const finishDocumentBatch = endpoint({
  method: 'POST',
  path: '/api/documents/batches/:uploadBatch/done',
  summary: 'Nothing more comes of what was uploaded together: its institutions are told now, by one mail a recipient.',
  access: change,
  input: z.strictObject({ uploadBatch: z.uuid() }),
  reply: z.object({ files: z.int(), mails: z.int() }),
})

export const documents = { ...base, endpoints: { ...base.endpoints, create } }

export const documentFile = endpoint({
  method: 'GET',
  path: '/api/documents/:id/file',
  summary: 'The file of a document record.',
  access: signedIn(undefined, 'institution'),
  kind: 'file',
  input: z.strictObject({ id: idParam, inline: flag.optional() }),
  reply: bytes,
})
/** multipart: file or uploadId, and `updatedAt` as the person saw the document. */
export const replaceDocument = endpoint({
  method: 'POST',
  path: '/api/documents/:id/file',
  summary: 'A new version of a document’s file; the versions before are kept.',
  access: change,
  kind: 'multipart',
  input: z.strictObject({ id: idParam }),
  reply: base.record,
})
export const listDocumentVersions = endpoint({
  method: 'GET',
  path: '/api/documents/:id/versions',
  summary: 'Every version of a document’s file, newest first.',
  access: read,
  input: z.strictObject({ id: idParam }),
  reply: fileVersions,
})
export const documentVersionFile = endpoint({
  method: 'GET',
  path: '/api/documents/:id/versions/:version/file',
  summary: 'The file of a document as it was in a version.',
  access: read,
  kind: 'file',
  input: z.strictObject({ id: idParam, version: idParam }),
  reply: bytes,
})

/** Where documents go: to another owner, type or year, or several of these at once. */
const destination = z
  .strictObject({ ...owner, owner: owner.owner.optional(), typeCode: typeCode.optional(), yearOverride: year.optional() })
  .refine((to) => Object.values(to).some((value) => value !== undefined && value !== null), 'Choose where the documents go')
export type DocumentDestination = z.output<typeof destination>
export const moveDocuments = endpoint({
  method: 'POST',
  path: '/api/documents/move',
  summary: 'Move chosen documents, or all that a filter matches, to another owner, type or year; a preview says first what would move.',
  access: change,
  input: z
    .strictObject({
      ids: z.array(idParam).min(1, 'Choose at least one document').max(BULK_MAX).optional(),
      matching: z.strictObject({ search: z.string().trim().max(200).optional(), ...documentFilters }).optional(),
      expected: z.int().min(1).optional(),
      to: destination,
      /** True: nothing is moved. */
      preview: flag.default(false),
    })
    .refine(({ ids, matching }) => (ids === undefined) !== (matching === undefined), {
      path: ['ids'],
      message: 'Name the documents, or a filter that matches them',
    }),
  reply: z.object({
    /** Documents that were elsewhere, by where they were: moving each group back undoes it. */
    moved: z.array(
      z.object({
        ids: z.array(z.int()),
        ownerName: z.string(),
        from: z.object({
          owner: z.enum(DOCUMENT_OWNERS),
          institutionId: z.int().nullable(),
          carrierCode: z.string().nullable(),
          vendorName: z.string().nullable(),
          typeCode: z.string(),
          yearOverride: z.int(),
        }),
      }),
    ),
    /** Documents that are there already. */
    unchanged: z.int(),
  }),
})

export const documentChoices = endpoint({
  method: 'GET',
  path: '/api/documents/choices',
  summary: 'The types, carriers and vendors that documents are filed under.',
  access: read,
  background: true,
  input: z.strictObject({}),
  reply: z.object({
    types: z.array(z.object({ code: z.string(), name: z.string() })),
    carriers: z.array(z.object({ code: z.string(), name: z.string() })),
    vendors: z.array(z.string()),
  }),
})

/** The files of a menu item: one carrier's, with the vendors' code all vendors', and with no code the institution's own papers of its types. */
export const menuTypes = endpoint({
  method: 'POST',
  path: '/api/sites/menu/types',
  summary: 'The documents of a carrier, of the vendors, or of the institution itself, that stand under a menu item.',
  access: signedIn(undefined, 'institution'),
  changes: false,
  background: true,
  input: z.strictObject({
    carrierCodes: z.array(z.string().trim().toUpperCase().max(12)).max(50),
    reportTypeCodes: z.array(z.string().trim().toUpperCase().max(3)).min(1).max(50),
    take: z.int().min(1).max(1000).default(1000),
    skip: z.int().min(0).max(10_000).default(0),
  }),
  reply: z.object({ page: z.object({ totalRecords: z.int() }), records: z.array(documentRecord) }),
})

/** An institution's papers and reports in one list; each says whether the caller may open it. */
export const institutionFile = z.object({
  /** Number of the row: documents and reports are numbered apart. */
  key: z.string(),
  kind: worded(z.enum(['document', 'report']), { document: 'Document', report: 'Report' }),
  id: z.int(),
  typeCode: z.string(),
  typeName: z.string(),
  displayName: z.string(),
  uploadName: z.string(),
  extension: z.string(),
  yearOverride: z.int(),
  sizeBytes: z.int(),
  createdAt: z.string(),
  mayOpen: z.boolean(),
})
export type InstitutionFile = z.infer<typeof institutionFile>
export const listInstitutionFiles = endpoint({
  method: 'GET',
  path: '/api/institutions/:id/documents',
  summary: 'The documents of an institution and the reports it has received.',
  access: permission(['DOCUMENT_CENTER', 'INSTITUTIONS'], 1, STAFF_ROLES, 'site'),
  input: pageInput(['displayName', 'kind', 'typeName', 'yearOverride', 'sizeBytes', 'createdAt'], 'createdAt', true).extend({
    id: idParam,
    kind: z.enum(['document', 'report']).optional(),
    typeCode: repeated(typeCode),
    yearOverride: idParam.optional(),
  }),
  reply: page(institutionFile),
})
