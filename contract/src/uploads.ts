/** Files on their way in. Small ones come with the call that keeps them; larger ones in parts, on whichever node, and go on after a cut. */
import { type Access, CLIENT_ROLES, permission, permissionOrOwn, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { endpoint, idParam, nothing } from './kernel/endpoint.ts'

/** The largest upload of a person, in bytes. */
export const MAX_UPLOAD_BYTES = 100_000_000
/** Up to this size a file is one call; above it, parts. */
export const ONE_CALL_BYTES = 8 * 1024 * 1024
/** Every part but the last has exactly this size. */
export const PART_BYTES = 4 * 1024 * 1024
/** An upload that nobody went on with for this long is forgotten. */
export const UPLOAD_HOURS = 24

export const UPLOAD_PURPOSES = ['CLIENT_REPORT', 'DOCUMENT', 'BANK_UPLOAD', 'QUESTIONNAIRE', 'SERVICE_REQUEST'] as const
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]
/** The right to upload: the same that the call that keeps the file asks for. */
export const UPLOAD_ACCESS: Record<UploadPurpose, Access> = {
  CLIENT_REPORT: permission('CLIENT_REPORTS', 2, STAFF_ROLES, 'site'),
  DOCUMENT: permission('DOCUMENT_CENTER', 2, STAFF_ROLES, 'site'),
  BANK_UPLOAD: permission('USR', 1, ['c', 'a'], 'institution'),
  QUESTIONNAIRE: permission('ANNUAL_QUESTIONNAIRE', 1, ['c', 'a'], 'institution'),
  SERVICE_REQUEST: permissionOrOwn(permission(['INSTITUTIONS', 'USR'], 2, STAFF_ROLES, 'institution'), CLIENT_ROLES),
}

/** A key of staff sends reports and documents in parts; each part is asked for its own purpose's right (`UPLOAD_ACCESS`). */
const SENT_BY = permission(['CLIENT_REPORTS', 'DOCUMENT_CENTER'], 2, STAFF_ROLES, 'site')

const uploadId = z.uuid()
export const upload = z.object({
  id: z.string(),
  purpose: z.enum(UPLOAD_PURPOSES),
  fileName: z.string(),
  sizeBytes: z.int(),
  receivedBytes: z.int(),
  /** The pieces that arrived, in order. Before going on the browser compares the hashes with the file in its hands. */
  parts: z.array(z.object({ startByte: z.int(), sizeBytes: z.int(), sha256: z.string() })),
  updatedAt: z.string(),
})
export type Upload = z.infer<typeof upload>

export const startUpload = endpoint({
  method: 'POST',
  path: '/api/uploads',
  summary: 'Begin to upload a large file in parts, or find what arrived of it before.',
  access: signedIn(),
  forKeys: SENT_BY,
  success: 201,
  input: z.strictObject({
    purpose: z.enum(UPLOAD_PURPOSES),
    fileName: z.string().trim().min(1).max(255),
    sizeBytes: z.int().min(1).max(MAX_UPLOAD_BYTES, 'A file may have up to 100 MB.'),
    /** True: from the beginning, because what arrived before was another file of this name and size. */
    anew: z.boolean().default(false),
  }),
  reply: upload,
})
export const getUpload = endpoint({
  method: 'GET',
  path: '/api/uploads/:uploadId',
  summary: 'How far an upload got.',
  access: signedIn(),
  forKeys: SENT_BY,
  background: true,
  input: z.strictObject({ uploadId }),
  reply: upload,
})
/** multipart: file, one part. The same part sent again changes nothing. */
export const sendPart = endpoint({
  method: 'POST',
  path: '/api/uploads/:uploadId/parts/:start',
  summary: 'The next 4 MB of an upload; the last part may be shorter.',
  access: signedIn(),
  forKeys: SENT_BY,
  kind: 'multipart',
  input: z.strictObject({ uploadId, start: idParam }),
  reply: z.object({ id: z.string(), receivedBytes: z.int() }),
})
export const dropUpload = endpoint({
  method: 'DELETE',
  path: '/api/uploads/:uploadId',
  summary: 'Give up an upload.',
  access: signedIn(),
  forKeys: SENT_BY,
  success: 204,
  input: z.strictObject({ uploadId }),
  reply: nothing,
})
