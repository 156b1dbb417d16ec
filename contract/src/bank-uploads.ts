/** Files that an institution's people send to their service team: sent, seen, withdrawn until taken; taken by the team (report type USR). */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { BANK_UPLOAD_WORDS } from '@corridor/domain/files/bank-uploads.ts'
import { z } from 'zod'
import { bytes, endpoint, flag, idParam, nothing, repeated, rowId } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { page, pageInput } from './kernel/page.ts'

const SENDERS = ['c', 'a'] as const
/** Both sides read the list, each its own rows. */
const read = permission('USR', 1, [...SENDERS, ...STAFF_ROLES], 'institution')
const send = permission('USR', 1, SENDERS, 'institution')
const take = permission('USR', 2, STAFF_ROLES, 'site')

/** HELD waits for the virus scanner, REFUSED was found harmful: these two are the file's own and come before SENT. */
export const BANK_UPLOAD_STATUSES = ['SENT', 'TAKEN', 'WITHDRAWN', 'HELD', 'REFUSED'] as const
export type BankUploadStatus = (typeof BANK_UPLOAD_STATUSES)[number]
/** Files of one sending. */
export const BANK_UPLOAD_FILES = 50
export const NOTE_MOST = 1000

export const bankUpload = z.object({
  id: z.int(),
  institutionId: z.int(),
  institutionName: z.string(),
  uploadBatch: z.string(),
  uploadName: z.string(),
  extension: z.string(),
  sizeBytes: z.int(),
  note: z.string().nullable(),
  status: worded(z.enum(BANK_UPLOAD_STATUSES), BANK_UPLOAD_WORDS),
  sentBy: z.string(),
  createdAt: z.string(),
  takenBy: z.string().nullable(),
  takenAt: z.string().nullable(),
  withdrawnAt: z.string().nullable(),
})
export type BankUpload = z.infer<typeof bankUpload>

export const listBankUploads = endpoint({
  method: 'GET',
  path: '/api/bank-uploads',
  summary: 'Files that institutions sent to their service team: an institution’s own, or those of the site.',
  access: read,
  background: true,
  input: pageInput(['createdAt', 'uploadName', 'institutionName', 'sentBy', 'status', 'sizeBytes', 'takenAt'], 'createdAt', true).extend({
    status: repeated(z.enum(BANK_UPLOAD_STATUSES)),
    institutionId: idParam.optional(),
  }),
  reply: page(bankUpload),
})

export const bankUploadForm = z.strictObject({
  /** The files sent together: one mail to the team. */
  uploadBatch: z.uuid(),
  note: z
    .string()
    .trim()
    .max(NOTE_MOST, `A note may have ${NOTE_MOST.toLocaleString('en-US')} characters.`)
    .optional(),
})
/** multipart: file or uploadId, with the fields of `bankUploadForm`. */
export const sendBankUpload = endpoint({
  method: 'POST',
  path: '/api/bank-uploads',
  summary: 'Send a file to your service team.',
  access: send,
  kind: 'multipart',
  success: 201,
  input: z.strictObject({}),
  reply: bankUpload,
})
export const finishBankUploads = endpoint({
  method: 'POST',
  path: '/api/bank-uploads/finish',
  summary: 'Nothing more is to come: the service team is told of the files in one mail. Without this call it is told some minutes later.',
  access: send,
  input: z.strictObject({ uploadBatch: z.uuid() }),
  reply: z.object({ files: z.int(), told: z.array(z.string()) }),
})
export const withdrawBankUpload = endpoint({
  method: 'DELETE',
  path: '/api/bank-uploads/:id',
  summary: 'Withdraw a file that your service team has not taken yet.',
  access: send,
  success: 204,
  input: z.strictObject({ id: idParam }),
  reply: nothing,
})
export const takeBankUploads = endpoint({
  method: 'POST',
  path: '/api/bank-uploads/take',
  summary: 'Take files that institutions sent: they see who has them, and cannot withdraw them any more.',
  access: take,
  input: z.strictObject({ ids: z.array(rowId).min(1, 'Choose files to take.').max(1000) }),
  reply: z.object({ taken: z.int() }),
})
export const bankUploadFile = endpoint({
  method: 'GET',
  path: '/api/bank-uploads/:id/file',
  summary: 'The file that was sent.',
  access: read,
  kind: 'file',
  input: z.strictObject({ id: idParam, inline: flag.optional() }),
  reply: bytes,
})
export const bankUploadEvents = endpoint({
  method: 'GET',
  path: '/api/bank-uploads/events',
  summary: 'Server-sent events of files that were sent, taken, withdrawn or checked.',
  access: read,
  kind: 'events',
  background: true,
  input: z.strictObject({}),
  reply: z.unknown(),
})

/** The form without scripts, and what it answers. */
export const plainBankUploads = endpoint({
  method: 'GET',
  path: '/ie-bank-uploads',
  summary: 'A page to send files to the service team without scripts, with the files sent before.',
  access: send,
  kind: 'file',
  input: z.strictObject({}),
  reply: bytes,
})
/** multipart: token (of the page), note, action (send, or withdraw-{id}), and any number of parts `files`. */
export const sendPlainBankUploads = endpoint({
  method: 'POST',
  path: '/ie-bank-uploads',
  summary: 'Send or withdraw files by the page without scripts; answers the page with what became of each.',
  access: send,
  kind: 'multipart',
  input: z.strictObject({}),
  reply: bytes,
})
