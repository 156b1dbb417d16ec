/** Search over names and words of files, the command palette, and what could not be read (page.totalRecords and records). */
import { FILE_PERMISSIONS, permission, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { AUDIT_CHECK_CODES } from '@corridor/domain/auditing/rules.ts'
import { REPORT_TYPE_NAMES } from '@corridor/domain/reports/families.ts'
import { z } from 'zod'
import { endpoint, idParam, repeated } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { page, pageInput } from './kernel/page.ts'

/** So many are put in order and can be paged through; the count says how many match. */
export const SEARCH_MOST = 500

export const SEARCH_KINDS = ['REPORT', 'DOCUMENT', 'BANK_UPLOAD'] as const
const SEARCH_KIND_WORDS = { REPORT: 'Report', DOCUMENT: 'Document', BANK_UPLOAD: 'Bank upload' } as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** Text with the places that match, as offsets: what files say never travels as markup. */
const marked = z.object({ text: z.string(), marks: z.array(z.tuple([z.int(), z.int()])) })
export type Marked = z.infer<typeof marked>

export const foundFile = z.object({
  kind: z.enum(SEARCH_KINDS),
  id: z.int(),
  name: marked,
  uploadName: z.string(),
  typeCode: z.string(),
  typeName: z.string(),
  /** Null: a carrier's or vendor's paper, for everybody who may see it. */
  institutionId: z.int().nullable(),
  institutionName: z.string().nullable(),
  carrierCode: z.string().nullable(),
  carrierName: z.string().nullable(),
  year: z.int(),
  extension: z.string(),
  sizeBytes: z.int(),
  cameAt: z.string(),
  /** PENDING is being read, FAILED could not be: found by its name only. */
  text: z.enum(['READY', 'PENDING', 'FAILED', 'NONE']),
  /** `page` of a PDF. */
  passages: z.array(marked.extend({ page: z.int().nullable() })),
})
export type FoundFile = z.infer<typeof foundFile>

/** A key of staff finds files of the types that its scopes show; of a bank's people not all types stand under a permission, so their keys list and do not search. */
const SEARCHED_BY = permission(FILE_PERMISSIONS, 1, STAFF_ROLES)

export const searchFiles = endpoint({
  method: 'GET',
  path: '/api/search',
  summary: 'Files whose names or words match, the best first, of those that the caller may open.',
  access: signedIn(undefined, 'institution'),
  forKeys: SEARCHED_BY,
  input: z.strictObject({
    query: z.string().trim().max(200),
    kind: z.enum(SEARCH_KINDS).optional(),
    type: repeated(z.string().regex(/^[A-Z0-9]{3}$/)),
    year: repeated(z.coerce.number().int().min(1900).max(2199)),
    carrier: z.string().max(12).optional(),
    institution: idParam.optional(),
    take: z.coerce.number().int().min(1).max(100).default(10),
    skip: z.coerce.number().int().min(0).max(SEARCH_MOST, `The best ${SEARCH_MOST} are listed: add a word or a filter.`).default(0),
  }),
  reply: z.object({
    page: z.object({ page: z.int(), perPage: z.int(), totalRecords: z.int() }),
    /** How it was understood: WORDS as written, BEGINNINGS of words, SIMILAR words where none matched, NOTHING to look for. */
    understood: z.object({ how: z.enum(['WORDS', 'BEGINNINGS', 'SIMILAR', 'NOTHING']), query: z.string() }),
    records: z.array(foundFile),
  }),
})

export const searchChoices = endpoint({
  method: 'GET',
  path: '/api/search/choices',
  summary: 'The types, years and carriers of the files that the caller may find.',
  access: signedIn(undefined, 'institution'),
  forKeys: SEARCHED_BY,
  background: true,
  input: z.strictObject({}),
  reply: z.object({
    kinds: z.array(z.enum(SEARCH_KINDS)),
    types: z.array(z.object({ code: z.string(), name: z.string() })),
    years: z.array(z.int()),
    carriers: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
})

/** Entries of the palette beside pages, in the order it shows them. */
export const PALETTE_KINDS = [
  'INSTITUTION',
  'REPORT',
  'DOCUMENT',
  'BANK_UPLOAD',
  'PERSON',
  'BATCH',
  'INSURANCE_POLICY',
  'EXCEPTION',
  'VIEW_AS',
] as const
/** Kinds that the palette may be asked for alone: a policy by its number, or clients to view as, by their names or their institution's. */
export const PALETTE_ALONE = ['INSURANCE_POLICY', 'VIEW_AS'] as const
export type PaletteKind = (typeof PALETTE_KINDS)[number]
const paletteItem = z.object({
  kind: z.enum(PALETTE_KINDS),
  id: z.int(),
  name: z.string(),
  /** The difference from others of its name. */
  detail: z.string(),
  /** For an insurance policy, which stands on its institution's page, an exception, and a client to view as. */
  institutionId: z.int().nullable(),
  /** The audit and month of an exception. */
  exception: z.object({ check: z.enum(AUDIT_CHECK_CODES), period: z.string() }).nullable(),
  /** The number of a batch. */
  reportType: z.enum(REPORT_TYPE_NAMES).nullable(),
})
export type PaletteItem = z.infer<typeof paletteItem>

export const palette = endpoint({
  method: 'GET',
  path: '/api/palette',
  summary:
    'Up to five of each kind whose names begin as written: institutions, files, people, batches, insurance policies, and open exceptions by rule or policy number. Alone, if asked: policies, or clients to view as.',
  access: signedIn(undefined, 'institution'),
  background: true,
  input: z.strictObject({ query: z.string().trim().max(100), alone: z.enum(PALETTE_ALONE).optional() }),
  reply: z.object({ records: z.array(paletteItem) }),
})

const FILE_STAFF = ['CLIENT_REPORTS', 'DOCUMENT_CENTER'] as const
export const unreadFile = z.object({
  id: z.string(),
  name: z.string(),
  kind: worded(z.enum(SEARCH_KINDS), SEARCH_KIND_WORDS),
  recordId: z.int(),
  institutionName: z.string().nullable(),
  extension: z.string(),
  reason: z.string(),
  attempts: z.int(),
  readAt: z.string(),
})
export const listUnreadFiles = endpoint({
  method: 'GET',
  path: '/api/search/unread',
  summary: 'Files of the site that could not be read: they are found by their names only.',
  access: permission(FILE_STAFF, 1, STAFF_ROLES, 'site'),
  input: pageInput(['readAt', 'name', 'institutionName', 'extension'], 'readAt', true),
  reply: page(unreadFile).extend({ pending: z.int() }),
})
export const retryUnreadFiles = endpoint({
  method: 'POST',
  path: '/api/search/unread/retry',
  summary: 'Read files again that could not be read.',
  access: permission(FILE_STAFF, 2, STAFF_ROLES, 'site'),
  input: z.strictObject({
    ids: z
      .array(z.string().regex(/^[0-9a-f]{64}$/))
      .min(1)
      .max(1000),
  }),
  reply: z.object({ retried: z.int() }),
})
