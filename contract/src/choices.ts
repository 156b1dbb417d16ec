/** Choices of forms and filters, with no more of a record than its name. */
import { STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'

export const listInstitutionChoices = endpoint({
  method: 'GET',
  path: '/api/choices/institutions',
  summary: 'The active institutions of the site by name, to choose from.',
  access: signedIn(STAFF_ROLES, 'site'),
  background: true,
  input: z.strictObject({}),
  reply: z.object({ records: z.array(z.object({ id: z.int(), name: z.string(), active: z.boolean() })) }),
})
