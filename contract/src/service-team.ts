/** Staff who serve an institution, and what clients ask of them. */
import { CLIENT_ROLES, ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { changeInstitutions, readInstitutions } from './institutions.ts'
import { bytes, endpoint, idParam } from './kernel/endpoint.ts'
import { page, pageInput } from './kernel/page.ts'

export const teamMember = z.object({
  id: z.int(),
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  email: z.string(),
  title: z.string().nullable(),
  displayName: z.string().nullable(),
  bio: z.string().nullable(),
  phone: z.string().nullable(),
  extension: z.string().nullable(),
  avatar: z.string().nullable(),
})
const contact = z.object({ name: z.string().nullable(), email: z.string().nullable(), phone: z.string().nullable() })

export const getServiceTeam = endpoint({
  method: 'GET',
  path: '/api/service-team',
  summary: 'The people who serve your institution, and the site’s own contact.',
  access: signedIn(CLIENT_ROLES, 'institution'),
  input: z.strictObject({}),
  reply: z.object({ records: z.array(teamMember), contact }),
})
export const getTeamAvatar = endpoint({
  method: 'GET',
  path: '/api/service-team/:id/avatar',
  summary: 'The portrait of a person who serves the institution.',
  access: signedIn(ROLES, 'institution'),
  input: z.strictObject({ id: idParam, v: z.string().max(64).optional() }),
  reply: bytes,
  kind: 'file',
  background: true,
})

const team = z.object({
  records: z.array(teamMember.extend({ active: z.boolean() })),
  candidates: z.array(z.object({ id: z.int(), name: z.string(), title: z.string().nullable() })),
})
export const getInstitutionTeam = endpoint({
  method: 'GET',
  path: '/api/institutions/:id/service-team',
  summary: 'The people who serve an institution on this site in order, and who else could.',
  access: readInstitutions,
  input: z.strictObject({ id: idParam }),
  reply: team,
})
export const setInstitutionTeam = endpoint({
  method: 'PUT',
  path: '/api/institutions/:id/service-team',
  summary: 'Set who serves an institution, in the order the client reads them.',
  access: changeInstitutions,
  input: z.strictObject({
    id: idParam,
    userIds: z.array(idParam).max(20, 'A team has up to 20 people'),
    /** The team as the page showed it; when it is another by now, nothing is changed. */
    before: z.array(idParam).max(100),
  }),
  reply: team,
})

export const REQUEST_SUBJECT_MOST = 150
export const REQUEST_TEXT_MOST = 5000
const request = z.object({
  id: z.int(),
  subject: z.string(),
  text: z.string(),
  createdAt: z.string(),
  /** Whom it went to, by name where known. */
  recipients: z.array(z.string()),
})
export const sendServiceRequest = endpoint({
  method: 'POST',
  path: '/api/service-requests',
  summary: 'Ask something of your service team; one mail goes to all of them.',
  access: signedIn(CLIENT_ROLES, 'institution'),
  input: z.strictObject({
    subject: z.string().trim().min(3, 'Enter a subject').max(REQUEST_SUBJECT_MOST),
    text: z.string().trim().min(10, 'Enter what you need in a sentence or two').max(REQUEST_TEXT_MOST),
  }),
  reply: request,
  success: 201,
  idempotent: true,
})
export const listServiceRequests = endpoint({
  method: 'GET',
  path: '/api/service-requests',
  summary: 'What you asked of your service team.',
  access: signedIn(CLIENT_ROLES, 'institution'),
  input: pageInput(['createdAt', 'subject'], 'createdAt', true),
  reply: page(request),
})
export const listInstitutionRequests = endpoint({
  method: 'GET',
  path: '/api/institutions/:id/service-requests',
  summary: 'What an institution’s people asked of their service team on this site.',
  access: readInstitutions,
  input: pageInput(['createdAt', 'subject', 'askedBy'], 'createdAt', true).extend({ id: idParam }),
  reply: page(request.extend({ askedBy: z.string() })),
})
