/**
 * API keys: how a machine calls in the name of the person who made the key, with no more than the key's scopes. The firm's staff keep those of the site, a
 * bank's Clients (its administrators) those of their own people.
 */
import { PERMISSION_CODES, permission, permissionOrOwn, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { endpoint, idParam, repeated, rowId } from './kernel/endpoint.ts'
import { oneLine } from './kernel/fields.ts'
import { worded } from './kernel/list-cells.ts'
import { page, pageInput } from './kernel/page.ts'
import { API_KEY_STATUS_WORDS } from './words.ts'

const see = permissionOrOwn(permission('USERS', 1, STAFF_ROLES, 'site'), ['c'])
export const keepApiKeys = permissionOrOwn(permission('USERS', 2, STAFF_ROLES, 'site'), ['c'])

export const API_KEY_STATUSES = ['ACTIVE', 'STOPPED', 'EXPIRED', 'REVOKED'] as const
/** No key is good for longer without somebody renewing it. */
export const API_KEY_DAYS_MOST = 366
/** Hours that the secret before a rotation may go on. */
export const OVERLAP_HOURS = [0, 1, 24, 168] as const

const scope = z.object({ code: z.enum(PERMISSION_CODES), access: z.literal([1, 2]) })
const apiKey = z.object({
  id: z.int(),
  name: z.string(),
  hint: z.string().meta({ description: 'The beginning of the secret.' }),
  ownerId: z.int(),
  ownerName: z.string(),
  scopes: z.array(scope),
  carrierCode: z
    .string()
    .nullable()
    .meta({ description: 'Set: the key sends files of this carrier and asks for their state; nothing else is open to it.' }),
  carrierName: z.string().nullable(),
  institutionId: z.int().nullable().meta({ description: 'Set: the key reaches this institution’s rows and no others.' }),
  institutionName: z.string().nullable(),
  ofClient: z.boolean().meta({ description: 'Made by one of the institution’s own people, as whom it calls.' }),
  expiresOn: z.string().meta({ description: 'The last day it is good for, in the time zone of the site.' }),
  createdAt: z.string(),
  rotatedAt: z.string().nullable(),
  formerUntil: z.string().nullable().meta({ description: 'Until then the secret before the last rotation is good, too.' }),
  lastUsedAt: z.string().nullable().meta({ description: 'To the minute.' }),
  lastUsedFrom: z.string().nullable(),
  revokedAt: z.string().nullable(),
  revokedByName: z.string().nullable(),
  /** STOPPED: its maker is no longer active on the site, or the institution is not. */
  status: worded(z.enum(API_KEY_STATUSES), API_KEY_STATUS_WORDS),
})
export type ApiKey = z.infer<typeof apiKey>
const shownOnce = apiKey.extend({ secret: z.string().meta({ description: 'Shown in this answer alone; only a hash of it is kept.' }) })

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/api-keys',
  summary: 'The API keys of the site, for a client those of its own people, newest first, with their makers and when they were last used.',
  access: see,
  input: pageInput(['name', 'ownerName', 'institutionName', 'expiresOn', 'lastUsedAt', 'createdAt'], 'createdAt', true).extend({
    status: repeated(z.enum(API_KEY_STATUSES)),
    carrierCode: z.string().max(12).optional(),
    institutionId: idParam.optional(),
  }),
  reply: page(apiKey),
})
const offered = z.object({
  code: z.enum(PERMISSION_CODES),
  access: z.literal([1, 2]),
  calls: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      summary: z.string(),
      ofSeveral: z.boolean().meta({ description: 'About several institutions at once: not open to a key that is limited to one.' }),
    }),
  ),
})
export const listApiKeyScopes = endpoint({
  method: 'GET',
  path: '/api/api-keys/scopes',
  summary:
    'What an API key of the caller can be given: each permission and level with the calls that it opens; and the carriers and institutions of the site that it can be limited to.',
  access: keepApiKeys,
  input: z.strictObject({}),
  reply: z.object({
    scopes: z.array(offered),
    carriers: z.array(z.object({ code: z.string(), name: z.string() })),
    institutions: z.array(z.object({ id: z.int(), name: z.string() })).meta({ description: 'For a client its own alone.' }),
    today: z.string().meta({ description: 'Of the site.' }),
  }),
})
export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/api-keys',
  summary: 'Make an API key that acts with the caller’s rights, cut down to its scopes. Its secret is in this answer and nowhere else.',
  access: keepApiKeys,
  success: 201,
  input: z
    .strictObject({
      name: oneLine(z.string().trim().min(3, 'Name it after what uses it').max(80)),
      /** Left out of a key for one carrier's files. */
      scopes: z
        .array(z.strictObject({ code: z.enum(PERMISSION_CODES), access: z.literal([1, 2]) }))
        .max(PERMISSION_CODES.length)
        .refine((list) => new Set(list.map(({ code }) => code)).size === list.length, 'Name each permission once')
        .default([]),
      carrierCode: z.string().trim().toUpperCase().max(12).nullable().default(null),
      /** A client's key is always limited to the institution it works for. */
      institutionId: rowId.nullable().default(null),
      expiresOn: z.iso.date(),
    })
    .refine(({ carrierCode, institutionId }) => carrierCode === null || institutionId === null, {
      path: ['institutionId'],
      message: 'A carrier’s files hold policies of many institutions. Leave the institution out',
    })
    .refine(({ scopes, carrierCode }) => (carrierCode === null) === scopes.length > 0, {
      path: ['scopes'],
      message: 'Choose at least one scope, or a carrier whose files it sends',
    }),
  reply: shownOnce,
})
export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/api/api-keys/:id/rotate',
  summary: 'Give one’s own API key a new secret; the one before ends at once, or after some hours.',
  access: keepApiKeys,
  input: z.strictObject({ id: idParam, overlapHours: z.literal(OVERLAP_HOURS) }),
  reply: shownOnce,
})
export const revokeApiKey = endpoint({
  method: 'POST',
  path: '/api/api-keys/:id/revoke',
  summary: 'End an API key of the site, for a client one of its own people’s, at once, whoever made it.',
  access: keepApiKeys,
  input: z.strictObject({ id: idParam }),
  reply: apiKey,
})
