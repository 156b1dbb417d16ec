/** Announcements: what people read above their pages from one day to another, by site, role and institution. */
import { permission, ROLE_NAMES, ROLES, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { endpoint, idParam, nothing, repeated, rowId } from './kernel/endpoint.ts'
import { activeStatus } from './kernel/fields.ts'
import { worded } from './kernel/list-cells.ts'
import { defineResource } from './kernel/resource.ts'
import { LEVEL_WORDS, PHASE_WORDS, SWITCH_WORDS } from './words.ts'

export const ANNOUNCEMENT_LEVELS = ['INFO', 'WARNING'] as const
const day = z.iso.date('Choose a date').refine((text) => text >= '2000-01-01' && text <= '2199-12-31', 'Choose a date after 2000')
/** Whom it is for; an empty list is everybody. */
const audience = {
  siteIds: z.array(rowId).max(100),
  roles: z.array(worded(z.enum(ROLES), ROLE_NAMES)).max(ROLES.length),
  institutionIds: z.array(rowId).max(1000),
}
const text = {
  title: z.string().trim().min(1, 'Enter the title').max(120),
  /** Plain text; addresses in it become links. */
  body: z.string().trim().min(1, 'Enter the text').max(2000),
  level: worded(z.enum(ANNOUNCEMENT_LEVELS), LEVEL_WORDS),
  dismissible: z.boolean(),
}
const write = z.object({
  ...text,
  ...audience,
  /** Whole days of each reader's site, both included. */
  startsOn: day,
  endsOn: day.nullable(),
  status: worded(activeStatus, SWITCH_WORDS).optional(),
})
/** Today on the active site: still to come, being shown, over, or switched off. */
export const ANNOUNCEMENT_PHASES = ['SHOWN', 'TO_COME', 'OVER', 'OFF'] as const

const read = permission('ANNOUNCEMENTS', 1, STAFF_ROLES, 'site')

export const announcements = defineResource({
  model: 'announcements',
  key: idParam,
  words: ['announcement', 'announcements'],
  permission: 'ANNOUNCEMENTS',
  record: z.object({
    id: z.int(),
    ...write.required().shape,
    phase: worded(z.enum(ANNOUNCEMENT_PHASES), PHASE_WORDS),
    /** Names of the sites and institutions; those out of the reader's sight are only counted. */
    sites: z.array(z.string()),
    institutions: z.array(z.string()),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
  write,
  sortable: ['title', 'level', 'startsOn', 'endsOn', 'status', 'createdAt', 'updatedAt'],
  defaultSort: 'startsOn',
  filters: {
    status: activeStatus.optional(),
    phase: repeated(z.enum(ANNOUNCEMENT_PHASES)),
    level: z.enum(ANNOUNCEMENT_LEVELS).optional(),
    role: z.enum(ROLES).optional(),
    institutionId: idParam.optional(),
  },
})

export const searchAnnouncements = endpoint({
  method: 'POST',
  path: '/api/announcements/search',
  summary: 'List announcements; the same as GET, asked in a body.',
  access: read,
  input: announcements.endpoints.list.input,
  reply: announcements.endpoints.list.reply,
  changes: false,
})

export const removeAnnouncement = endpoint({
  method: 'DELETE',
  path: '/api/announcements/:id',
  summary: 'Delete one announcement; it can be restored for 30 days.',
  access: permission('ANNOUNCEMENTS', 2, STAFF_ROLES, 'site'),
  input: z.strictObject({ id: idParam }),
  reply: nothing,
  success: 204,
})

const shown = z.object({ id: z.int(), ...text })
export type ShownAnnouncement = z.infer<typeof shown>
export const listActiveAnnouncements = endpoint({
  method: 'GET',
  path: '/api/announcements/active',
  summary: 'What is announced to the caller today and was not dismissed.',
  access: signedIn(ROLES, 'institution'),
  input: z.strictObject({}),
  reply: z.object({ records: z.array(shown) }),
  background: true,
})

export const dismissAnnouncement = endpoint({
  method: 'POST',
  path: '/api/announcements/:id/dismiss',
  summary: 'Put an announcement away: it does not come back to this person.',
  access: signedIn(ROLES, 'institution'),
  input: z.strictObject({ id: idParam }),
  reply: nothing,
  success: 204,
})

export const countAudience = endpoint({
  method: 'POST',
  path: '/api/announcements/audience',
  summary: 'How many active people an audience has.',
  access: read,
  input: z.strictObject(audience),
  reply: z.object({ people: z.int(), byRole: z.array(z.object({ role: z.enum(ROLES), people: z.int() })) }),
  changes: false,
  background: true,
})
