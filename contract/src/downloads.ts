/** Several files as one archive, and a file by its logical name; each answers what the caller may open, and for anything else what is not there. */
import { signedIn } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { documentFilters } from './documents.ts'
import { bytes, endpoint, flag, idList, idParam, repeated } from './kernel/endpoint.ts'
import { monthEndText } from './reports.ts'

const search = z.string().trim().max(200).optional()
const ids = idList.refine((list) => list.length <= 1000, 'Choose up to 1,000 files').optional()
/** Files by number, or by a filter: a year of a bank, a type, a year. */
const wanted = (input: Record<string, unknown>): boolean =>
  (input.ids !== undefined) !== Object.entries(input).some(([name, value]) => name !== 'ids' && value !== undefined)
const WANTED = { path: ['ids'], message: 'Name the files, or a filter that matches them' }

export const downloadClientReports = endpoint({
  method: 'GET',
  path: '/api/reports/download',
  summary: 'Chosen reports, or all of a year, a type or an institution, as one archive.',
  access: signedIn(undefined, 'institution'),
  kind: 'file',
  input: z
    .strictObject({
      ids,
      search,
      institutionId: idParam.optional(),
      typeCode: repeated(z.string().trim().toUpperCase().max(3)),
      yearOverride: idParam.optional(),
      origin: z.enum(['UPLOADED', 'RELEASED']).optional(),
      safety: z.enum(['HELD', 'REFUSED']).optional(),
    })
    .refine(wanted, WANTED),
  reply: bytes,
})
export const downloadDocuments = endpoint({
  method: 'GET',
  path: '/api/documents/download',
  summary: 'Chosen documents, or all that a filter matches, as one archive.',
  access: signedIn(undefined, 'institution'),
  kind: 'file',
  input: z.strictObject({ ids, search, ...documentFilters }).refine(wanted, WANTED),
  reply: bytes,
})
export const downloadMonth = endpoint({
  method: 'GET',
  path: '/api/reports/month',
  summary: 'The released reports of a month that the caller may open, as one archive with a manifest.',
  access: signedIn(undefined, 'institution'),
  kind: 'file',
  input: z.strictObject({ period: monthEndText }),
  reply: bytes,
})
/** `path` of a report or document record, as stored or as the menu writes it (domain/document-paths.ts). */
export const fileByPath = endpoint({
  method: 'GET',
  path: '/api/files',
  summary: 'The file of a report or document record by the record’s path.',
  access: signedIn(undefined, 'institution'),
  kind: 'file',
  input: z.strictObject({ path: z.string().min(1).max(600), inline: flag.optional() }),
  reply: bytes,
})
