/** Board books: chosen reports and documents of an institution, in an order, as one PDF. Each is its maker's own. */
import { CLIENT_ROLES, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { bytes, endpoint, idParam, nothing, rowId } from './kernel/endpoint.ts'
import { monthEndText } from './reports.ts'

const binds = signedIn([...CLIENT_ROLES, ...STAFF_ROLES], 'institution')

/** The press holds a book in memory while it is bound. */
export const BOOK_PARTS_MOST = 40
export const BOOK_BYTES_MOST = 60_000_000
export const BOOK_PAGES_MOST = 1500
/** Books that one person keeps of an institution. */
export const BOOKS_MOST = 50
/** Files to choose from, the newest first. */
export const BOOK_FILES_MOST = 1000

const kind = z.enum(['REPORT', 'DOCUMENT'])
const bookFile = z.object({
  kind,
  id: z.int(),
  title: z.string(),
  typeName: z.string(),
  uploadName: z.string(),
  extension: z.string(),
  year: z.int(),
  version: z.int(),
  /** The month end that a report made here is of; null for other papers. */
  period: z.string().nullable(),
  sizeBytes: z.int(),
  createdAt: z.string(),
  standing: z.string().meta({ description: 'When it was released or filed, which later version stands since when, and by whom.' }),
})
export type BookFile = z.infer<typeof bookFile>

export const listBookFiles = endpoint({
  method: 'GET',
  path: '/api/board-books/files',
  summary: 'The reports and documents of an institution that the caller may open, to choose from for a board book.',
  access: binds,
  input: z.strictObject({ clientId: idParam.optional() }),
  background: true,
  reply: z.object({ institutionName: z.string(), latestPeriod: z.string(), totalRecords: z.int(), records: z.array(bookFile) }),
})

const part = z.object({
  kind,
  id: z.int(),
  title: z.string(),
  typeName: z.string(),
  uploadName: z.string(),
  version: z.int(),
  standing: z.string(),
  sha256: z.string(),
  pages: z.int().nullable().meta({ description: 'Null for a file that is no PDF: it is named in the book and not included.' }),
  since: z
    .enum(['SAME', 'NEWER', 'GONE'])
    .meta({ description: 'Whether the record has another file by now, or is no longer open to the caller.' }),
})
const boardBook = z.object({
  id: z.int(),
  name: z.string(),
  period: z.string(),
  status: z.enum(['MAKING', 'READY', 'FAILED']),
  failure: z.string().nullable(),
  sizeBytes: z.int().nullable(),
  pages: z.int().nullable(),
  createdAt: z.string(),
  parts: z.array(part),
})
export type BoardBook = z.infer<typeof boardBook>

export const listBoardBooks = endpoint({
  method: 'GET',
  path: '/api/board-books',
  summary: 'One’s own board books of an institution, with what each was made of.',
  access: binds,
  input: z.strictObject({ clientId: idParam.optional() }),
  background: true,
  reply: z.object({ records: z.array(boardBook) }),
})
export const createBoardBook = endpoint({
  method: 'POST',
  path: '/api/board-books',
  summary: 'Have a board book made of chosen files in their order.',
  access: binds,
  input: z.strictObject({
    clientId: idParam.optional(),
    name: z.string().trim().min(1, 'Give the board book a name').max(120),
    period: monthEndText,
    parts: z
      .array(z.strictObject({ kind, id: rowId }))
      .min(1, 'Choose at least one report or document')
      .max(BOOK_PARTS_MOST),
  }),
  reply: z.object({ id: z.int() }),
  success: 201,
  idempotent: true,
})
export const boardBookFile = endpoint({
  method: 'GET',
  path: '/api/board-books/:id/file',
  summary: 'One’s own board book as PDF, as long as all of its parts are open to the caller.',
  access: binds,
  kind: 'file',
  input: z.strictObject({ id: idParam }),
  reply: bytes,
})
export const deleteBoardBook = endpoint({
  method: 'DELETE',
  path: '/api/board-books/:id',
  summary: 'Delete one’s own board book.',
  access: binds,
  input: z.strictObject({ id: idParam }),
  reply: nothing,
  success: 204,
})
