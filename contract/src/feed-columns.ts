/** A carrier's file whose headers do not tell what its columns hold, or whose it is: proposals from the values. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { FEED_FIELD_NAMES } from '@corridor/domain/data-feeds/columns.ts'
import { z } from 'zod'
import { endpoint, idParam } from './kernel/endpoint.ts'

export const listMappingProposals = endpoint({
  method: 'GET',
  path: '/api/etl/files/:id/mapping/proposals',
  summary:
    'Fields proposed for columns that nothing reads, from their cells beside the register and the last posted month; and a carrier, for a file that names none.',
  access: permission('ASSET_REPORT', 1, STAFF_ROLES, 'site'),
  input: z.strictObject({ id: idParam }),
  reply: z.object({
    records: z.array(z.object({ header: z.string(), field: z.enum(FEED_FIELD_NAMES), sure: z.boolean(), reason: z.string() })),
    rows: z.int().meta({ description: 'How many rows were looked at, from the first on.' }),
    carrier: z.object({ code: z.string(), name: z.string(), reason: z.string() }).nullable().meta({
      description: 'The one that most policy numbers of the file are of; null where the file has a carrier, or they do not tell.',
    }),
  }),
})
