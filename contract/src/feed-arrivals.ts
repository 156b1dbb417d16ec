/** Carriers whose files arrive by themselves: what becomes of those that have nothing against them. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { page, pageInput } from './kernel/page.ts'

export const keepArrivals = permission('ASSET_REPORT', 2, STAFF_ROLES, 'site')

const carrierArrival = z.object({
  id: z.int().meta({ description: 'Of the carrier.' }),
  carrierCode: z.string(),
  carrierName: z.string(),
  postsByItself: z.boolean().meta({
    description: 'Files without any finding are posted when they arrive by API key or inbox folder; all others wait for a person.',
  }),
  ownerName: z.string().nullable().meta({ description: 'Told of files that wait; without one, all who may post.' }),
  lastArrivedAt: z.string().nullable().meta({ description: 'By API key or inbox folder.' }),
  changedAt: z.string().nullable(),
  changedByName: z.string().nullable(),
})
export type CarrierArrival = z.infer<typeof carrierArrival>

export const listArrivals = endpoint({
  method: 'GET',
  path: '/api/etl/arrivals',
  summary: 'The carriers, and whether files of theirs that arrive by themselves are posted without a person.',
  access: permission('ASSET_REPORT', 1, STAFF_ROLES, 'site'),
  input: pageInput(['carrierName', 'lastArrivedAt'], 'carrierName'),
  reply: page(carrierArrival).extend({
    inbox: z.object({ folder: z.string(), problem: z.string().nullable() }).nullable().meta({
      description: 'The folder on the server that is watched for this site, with its carriers’ folders in it; null where none is.',
    }),
  }),
})
export const setArrival = endpoint({
  method: 'PUT',
  path: '/api/etl/arrivals/:carrierCode',
  summary: 'Switch the posting of a carrier’s clean files on or off; it holds for files that arrive from then on.',
  access: keepArrivals,
  input: z.strictObject({ carrierCode: z.string().trim().toUpperCase().max(12), postsByItself: z.boolean() }),
  reply: carrierArrival,
})
