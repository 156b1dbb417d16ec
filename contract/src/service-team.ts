/** Staff who serve an institution, as its people read them; they ask them for things at the service desk. */
import { CLIENT_ROLES, ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { changeInstitutions, readInstitutions } from './institutions.ts'
import { bytes, endpoint, idParam } from './kernel/endpoint.ts'
import { invitationStatus } from './users.ts'

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
/** Readers of what the portal holds of an institution: its own active accounts, and the representatives it is assigned to. */
const readers = z.object({
  people: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      email: z.string(),
      title: z.string().nullable(),
      role: z.enum(['a', 'c']),
      invitation: invitationStatus,
      /** On this site, with a second factor where one is asked for. */
      lastSignedInAt: z.string().nullable(),
    }),
  ),
  representatives: z.array(z.object({ id: z.int(), name: z.string(), email: z.string() })),
})

export const getServiceTeam = endpoint({
  method: 'GET',
  path: '/api/service-team',
  summary: 'The people who serve your institution, the site’s own contact and, for Clients, who has access.',
  access: signedIn(CLIENT_ROLES, 'institution'),
  input: z.strictObject({}),
  reply: z.object({
    records: z.array(teamMember),
    contact,
    /** Told to Clients, who answer for their institution; null for its Team Members and for representatives. */
    readers: readers.nullable(),
  }),
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
