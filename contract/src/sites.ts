/** Sites, the portals of the firm: BOLI is site 1, every other is COLI; and what the sign-in page must know of passwords. */
import { permission, publicAccess, ROLES, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { isDarkEnoughForSidebar, isReadableOnWhite } from '@corridor/domain/sites/theme.ts'
import { z } from 'zod'
import { bytes, endpoint, idParam } from './kernel/endpoint.ts'
import { activeStatus } from './kernel/fields.ts'
import { worded } from './kernel/list-cells.ts'
import { defineResource } from './kernel/resource.ts'
import { ACTIVE_WORDS } from './words.ts'

const link = z
  .string()
  .trim()
  .max(500)
  .regex(/^(https?:\/\/)?[\w.-]+(:\d+)?(\/[^\s]*)?$/, 'Enter an address such as portal.example.com')
  .nullable()
const named = {
  name: z.string().trim().min(1, 'Enter the name').max(100),
  displayName: z.string().trim().min(1, 'Enter the name that people see').max(100),
}
const hex = z
  .string()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { error: 'Enter the color as #1d5c9b', abort: true })
  .refine(isReadableOnWhite, 'Choose a darker color: white text on it, and it on white, must be readable (4.5 : 1)')
/** Colors that differ from the product's own; null is the product's. */
const colors = {
  themeBlue: hex.nullable(),
  themeDarkBlue: hex.refine(isDarkEnoughForSidebar, 'Choose a darker color: the sidebar’s pale text must be readable on it').nullable(),
  themeAccent: hex.nullable(),
  themeHover: hex.nullable(),
}
const narrow = z.object({
  id: z.int(),
  ...named,
  url: link,
  linkedUrl: link,
  logoUrl: z.string().nullable(),
  siteNavigation: z.array(z.unknown()),
})
const contact = {
  contactName: z.string().trim().max(120).nullable(),
  contactEmail: z.email('Enter an address such as service@example.com').max(254).nullable(),
  contactPhone: z
    .string()
    .regex(/^\d{10}$/, 'Enter the phone number as 10 digits')
    .nullable(),
}
/** By IANA name, as the browser and PostgreSQL know it. */
const timeZone = z.string().max(60).refine(isTimeZone, 'Choose a time zone from the list')

export const sites = defineResource({
  model: 'sites',
  key: idParam,
  words: ['site', 'sites'],
  permission: 'SITES',
  record: narrow.extend({
    /** The required shape: `theme.logo`, and the colors by their own names. */
    theme: z.looseObject({ logo: z.string().nullable() }),
    ...colors,
    timeZone: z.string(),
    ...contact,
    users: z.int(),
    status: worded(activeStatus, ACTIVE_WORDS),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
  narrow: { record: narrow, roles: ROLES },
  write: z.object({
    ...named,
    url: link.optional(),
    linkedUrl: link.optional(),
    ...z.object(colors).partial().shape,
    timeZone: timeZone.optional(),
    contactName: contact.contactName.optional(),
    contactEmail: contact.contactEmail.optional(),
    contactPhone: contact.contactPhone.optional(),
    status: activeStatus.optional(),
  }),
  sortable: ['name', 'displayName', 'url', 'timeZone', 'users', 'status', 'updatedAt'],
  defaultSort: 'name',
  filters: { status: activeStatus.optional() },
})

const change = permission('SITES', 2, STAFF_ROLES, 'site')
const one = z.strictObject({ id: idParam })
const logo = z.object({ logoUrl: z.string().nullable(), updatedAt: z.string() })
export const getSiteLogo = endpoint({
  method: 'GET',
  path: '/api/sites/:id/logo',
  summary: 'A site’s logo, as the sign-in page shows it to everyone.',
  access: publicAccess,
  input: one.extend({ v: z.string().max(64).optional() }),
  reply: bytes,
  kind: 'file',
  background: true,
})
export const setSiteLogo = endpoint({
  method: 'POST',
  path: '/api/sites/:id/logo',
  summary: 'Upload a site’s logo: PNG, JPEG or WebP, up to 5 MB.',
  access: change,
  input: one,
  reply: logo,
  kind: 'multipart',
})
export const removeSiteLogo = endpoint({
  method: 'DELETE',
  path: '/api/sites/:id/logo',
  summary: 'Take a site’s logo away.',
  access: change,
  input: one,
  reply: logo,
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
    reusePasswords: z.int(),
    expirationDays: z.int(),
    sessionTimeout: z.int(),
  }),
})

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return /^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/.test(name)
  } catch {
    return false
  }
}
