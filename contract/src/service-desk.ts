/** The service desk: what an institution's people ask of their service team, and how the team answers. */
import { CLIENT_ROLES, permission, permissionOrOwn, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { KIND_WORDS, REQUEST_KINDS, REQUEST_STATUSES, STATUS_WORDS } from '@corridor/domain/service-requests/statuses.ts'
import {
  ABOUT_KINDS,
  ABOUT_LINK,
  ABOUT_LINK_MOST,
  ABOUT_TEXT_MOST,
  ABOUT_TITLE_MOST,
} from '@corridor/domain/service-requests/subject-matter.ts'
import { z } from 'zod'
import { bytes, endpoint, flag, idParam, nothing, repeated, rowId } from './kernel/endpoint.ts'
import { worded } from './kernel/list-cells.ts'
import { page, pageInput } from './kernel/page.ts'

/** Those who keep institutions, and those who take what their people send (USR), serve the desk. */
const team = (level: 1 | 2) => permission(['INSTITUTIONS', 'USR'], level, STAFF_ROLES, 'institution')
const read = permissionOrOwn(team(1), CLIENT_ROLES)
const write = permissionOrOwn(team(2), CLIENT_ROLES)
const serve = permission(['INSTITUTIONS', 'USR'], 2, STAFF_ROLES, 'site')

export const REQUEST_SUBJECT_MOST = 150
export const REQUEST_TEXT_MOST = 5000
/** Files that come with one message. */
export const REQUEST_FILES_MOST = 10

const kind = z.enum(REQUEST_KINDS)
const status = z.enum(REQUEST_STATUSES)
const day = z.iso.date()
const files = z.array(rowId).max(REQUEST_FILES_MOST, `A message takes up to ${REQUEST_FILES_MOST} files.`).default([])
const subjectMatter = z.strictObject({
  kind: z.enum(ABOUT_KINDS),
  title: z.string().trim().min(1).max(ABOUT_TITLE_MOST),
  text: z.string().trim().max(ABOUT_TEXT_MOST).nullable(),
  link: z.string().max(ABOUT_LINK_MOST).regex(ABOUT_LINK, 'Enter an address of this portal.'),
})

const row = z.object({
  id: z.int(),
  institutionId: z.int(),
  institutionName: z.string(),
  subject: z.string(),
  text: z.string(),
  kind: worded(kind, KIND_WORDS),
  /** In files as the service team reads them: a request that waits names the institution. */
  status: worded(status, STATUS_WORDS.team),
  /** The institution's other people read and answer it too. */
  shared: z.boolean(),
  askedBy: z.string(),
  /** The caller asked it. */
  mine: z.boolean(),
  ownerId: z.int().nullable(),
  owner: z.string().nullable(),
  dueOn: z.string().nullable(),
  overdue: z.boolean(),
  /** Messages of others that the caller has not read. */
  unread: z.int(),
  createdAt: z.string(),
  lastMessageAt: z.string().nullable(),
  firstAnsweredAt: z.string().nullable(),
  doneAt: z.string().nullable(),
  /** Whom the request went to, by name where known. */
  recipients: z.array(z.string()),
})
export type ServiceRequestRow = z.infer<typeof row>

export const sendServiceRequest = endpoint({
  method: 'POST',
  path: '/api/service-requests',
  summary: 'Ask something of your service team; one mail goes to all of them.',
  access: signedIn(CLIENT_ROLES, 'institution'),
  input: z.strictObject({
    subject: z.string().trim().min(3, 'Enter a subject').max(REQUEST_SUBJECT_MOST),
    text: z.string().trim().min(10, 'Enter what you need in a sentence or two').max(REQUEST_TEXT_MOST),
    kind: kind.default('OTHER'),
    shared: z.boolean().default(false),
    about: subjectMatter.optional(),
    files,
  }),
  reply: row,
  success: 201,
  idempotent: true,
})

export const REQUEST_VIEWS = ['mine', 'unowned', 'overdue', 'unanswered', 'unread'] as const
export const listServiceRequests = endpoint({
  method: 'GET',
  path: '/api/service-requests',
  summary: 'Service requests: your own and those your colleagues share, or those of all institutions of the site.',
  access: read,
  background: true,
  input: pageInput(
    ['createdAt', 'subject', 'institutionName', 'kind', 'status', 'askedBy', 'owner', 'dueOn', 'lastMessageAt'],
    'createdAt',
    true,
  ).extend({
    status: repeated(status),
    kind: repeated(kind),
    ownerId: idParam.optional(),
    institutionId: idParam.optional(),
    /** `mine`: the caller owns it, or for an institution's people asked it. */
    show: z.enum(REQUEST_VIEWS).optional(),
  }),
  reply: page(row),
})

const file = z.object({
  id: z.int(),
  uploadName: z.string(),
  sizeBytes: z.int(),
  /** HELD waits for the virus scanner, REFUSED was found harmful: neither can be opened. */
  safety: z.enum(['PASSED', 'HELD', 'REFUSED']),
})
export type ServiceRequestFile = z.infer<typeof file>
const message = z.object({
  id: z.int(),
  kind: z.enum(['REPLY', 'NOTE', 'CHANGE']),
  fromTeam: z.boolean(),
  author: z.string(),
  mine: z.boolean(),
  text: z.string(),
  /** It came as a reply to an email. */
  byMail: z.boolean(),
  createdAt: z.string(),
  files: z.array(file),
})
export type ServiceRequestMessage = z.infer<typeof message>
const named = z.object({ id: z.int(), subject: z.string() })
const person = z.object({ id: z.int(), name: z.string() })
const conversation = z.object({
  request: row,
  /** The caller answers with the team. */
  side: z.enum(['bank', 'team']),
  /** Null where it is about nothing in particular; without title and text for who may not open the page that it is about. */
  about: z.object({ kind: z.enum(ABOUT_KINDS), title: z.string().nullable(), text: z.string().nullable(), link: z.string() }).nullable(),
  files: z.array(file),
  messages: z.array(message),
  /** Others who opened it, with how far they have read. */
  readers: z.array(z.object({ name: z.string(), readUpTo: z.int(), readAt: z.string() })),
  mergedInto: named.nullable(),
  merged: z.array(named),
  moves: z.array(status),
  /** For staff: who can own it, its institution's service team first. */
  owners: z.array(person.extend({ onTeam: z.boolean() })),
  /** For staff: people of the institution whom a reply is meant for, and who get no email, since they were not invited yet. */
  uninvited: z.array(z.string()),
})
export type Conversation = z.infer<typeof conversation>

export const getServiceRequest = endpoint({
  method: 'GET',
  path: '/api/service-requests/:id',
  summary: 'A service request with its messages; internal notes are for staff alone.',
  access: read,
  background: true,
  input: z.strictObject({ id: idParam }),
  reply: conversation,
})
export const replyToServiceRequest = endpoint({
  method: 'POST',
  path: '/api/service-requests/:id/messages',
  summary: 'Reply to a service request, which the other side is told by mail; staff may write an internal note instead.',
  access: write,
  input: z.strictObject({
    id: idParam,
    text: z.string().trim().min(1, 'Enter your message').max(REQUEST_TEXT_MOST),
    note: z.boolean().default(false),
    /** The status after it, for the team; else what a reply brings by itself. */
    status: status.optional(),
    files,
  }),
  reply: conversation.extend({
    mailed: z.array(z.string()).meta({
      description: 'Who of the other side gets an email of it at once: people of the institution by name, its service team as such.',
    }),
  }),
  success: 201,
  idempotent: true,
})
export const readServiceRequest = endpoint({
  method: 'POST',
  path: '/api/service-requests/:id/read',
  summary: 'Mark a service request as read up to a message.',
  access: read,
  background: true,
  success: 204,
  input: z.strictObject({ id: idParam, upTo: z.int().min(0).max(2_147_483_647) }),
  reply: nothing,
})
export const moveServiceRequest = endpoint({
  method: 'PUT',
  path: '/api/service-requests/:id/status',
  summary: 'Change the status of a service request, close or reopen it.',
  access: write,
  /** `from`: the status as the page showed it; when it is another by now, nothing is changed. */
  input: z.strictObject({ id: idParam, from: status, to: status }),
  reply: conversation,
})
const assigned = z.strictObject({ kind, ownerId: rowId.nullable(), dueOn: day.nullable() })
export const assignServiceRequest = endpoint({
  method: 'PUT',
  path: '/api/service-requests/:id',
  summary: 'Set kind, owner and due date of a service request.',
  access: serve,
  /** `before`: as the page showed them; when they are others by now, nothing is changed. */
  input: assigned.extend({ id: idParam, before: assigned }),
  reply: conversation,
})
export const mergeServiceRequest = endpoint({
  method: 'POST',
  path: '/api/service-requests/:id/merge',
  summary: 'Merge a service request into another of the same institution: it is done, keeps its messages and points there.',
  access: serve,
  input: z.strictObject({ id: idParam, intoId: rowId }),
  reply: conversation,
})

/** multipart: file or uploadId; staff name the request in `requestId`. */
export const attachToServiceRequest = endpoint({
  method: 'POST',
  path: '/api/service-requests/files',
  summary: 'Add a file, which waits for the message that it goes with.',
  access: write,
  kind: 'multipart',
  success: 201,
  input: z.strictObject({}),
  reply: file,
})
export const detachFromServiceRequest = endpoint({
  method: 'DELETE',
  path: '/api/service-requests/files/:fileId',
  summary: 'Remove a file of yours that no message was sent with yet.',
  access: write,
  success: 204,
  input: z.strictObject({ fileId: idParam }),
  reply: nothing,
})
export const serviceRequestFile = endpoint({
  method: 'GET',
  path: '/api/service-requests/files/:fileId',
  summary: 'A file that came with a service request.',
  access: read,
  kind: 'file',
  input: z.strictObject({ fileId: idParam, inline: flag.optional() }),
  reply: bytes,
})

export const countWaitingRequests = endpoint({
  method: 'GET',
  path: '/api/service-requests/waiting',
  summary: 'Requests with an answer of the service team to read, or for staff those that wait for an answer and are theirs or nobody’s.',
  access: read,
  background: true,
  input: z.strictObject({}),
  reply: z.object({ waiting: z.int() }),
})
export const serviceRequestTimes = endpoint({
  method: 'GET',
  path: '/api/service-requests/times',
  summary: 'By month and owner: requests, and the median time to the first answer and until they were done.',
  access: permission(['INSTITUTIONS', 'USR'], 1, STAFF_ROLES, 'site'),
  input: z.strictObject({}),
  reply: z.object({
    records: z.array(
      z.object({
        month: z.string(),
        ownerId: z.int().nullable(),
        owner: z.string().nullable(),
        requests: z.int(),
        answered: z.int(),
        done: z.int(),
        hoursToAnswer: z.number().nullable(),
        hoursToDone: z.number().nullable(),
      }),
    ),
    /** Left out: requests that were answered by email before the portal kept answers, and those merged into others. */
    byMail: z.int(),
    merged: z.int(),
  }),
})
export const listRequestOwners = endpoint({
  method: 'GET',
  path: '/api/service-requests/owners',
  summary: 'The people who own service requests of the site.',
  access: permission(['INSTITUTIONS', 'USR'], 1, STAFF_ROLES, 'site'),
  background: true,
  input: z.strictObject({}),
  reply: z.object({ records: z.array(person) }),
})
export const serviceRequestEvents = endpoint({
  method: 'GET',
  path: '/api/service-requests/events',
  summary: 'Server-sent events of service requests that were sent, answered or changed.',
  access: read,
  kind: 'events',
  background: true,
  input: z.strictObject({}),
  reply: z.unknown(),
})
