/** Sites, the portals of the firm: BOLI is site 1, every other is COLI (seed 3 Site); and what the sign-in page must know of passwords. */
import { publicAccess, ROLES } from '@corridor/domain/access.ts'
import { z } from 'zod'
import { activeStatus } from './institutions.ts'
import { endpoint, idParam } from './kernel/endpoint.ts'
import { defineResource } from './kernel/resource.ts'

const link = z
  .string()
  .trim()
  .max(500)
  .regex(/^(https?:\/\/)?[\w.-]+(:\d+)?(\/[^\s]*)?$/, 'Write an address such as portal.example.com')
  .nullable()
const named = { name: z.string().trim().min(1).max(100), displayName: z.string().trim().min(1).max(100) }
const narrow = z.object({
  id: z.int(),
  ...named,
  url: link,
  linkedUrl: link,
  logoUrl: z.string().nullable(),
  siteNavigation: z.array(z.unknown()),
})

export const sites = defineResource({
  model: 'sites',
  key: idParam,
  words: ['site', 'sites'],
  permission: 'SITES',
  record: narrow.extend({ theme: z.record(z.string(), z.unknown()), status: activeStatus, createdAt: z.string(), updatedAt: z.string() }),
  narrow: { record: narrow, roles: ROLES },
  write: z.object({
    ...named,
    url: link.optional(),
    linkedUrl: link.optional(),
    theme: z.record(z.string().max(60), z.union([z.string().max(500), z.number(), z.boolean(), z.null()])).optional(),
    status: activeStatus.optional(),
  }),
  sortable: ['name', 'displayName', 'url', 'status', 'updatedAt'],
  defaultSort: 'name',
  filters: { status: activeStatus.optional() },
})

export const getSiteSettings = endpoint({
  method: 'GET',
  path: '/api/sites/settings',
  summary: 'The public password policy and portal label.',
  access: publicAccess,
  input: z.strictObject({}),
  background: true,
  reply: z.object({
    portalLabel: z.string(),
    minLength: z.int(),
    minUniqueChars: z.int(),
    minUpperAlphaChars: z.int(),
    minLowerAlphaChars: z.int(),
    minNumericChars: z.int(),
    minSymbolChars: z.int(),
    sessionTimeout: z.int(),
  }),
})
