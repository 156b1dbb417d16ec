/** An announcement's levels, phases, audience and fields, in words. */

import type { ANNOUNCEMENT_LEVELS, ANNOUNCEMENT_PHASES } from '@corridor/contract/announcements.ts'
import { LEVEL_WORDS, PHASE_WORDS } from '@corridor/contract/words.ts'
import { ROLE_NAMES, ROLES } from '@corridor/domain/access/access.ts'
import type { Choice, Fields, FormSection } from '../../ui/form/form-fields.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export const LEVEL_STATUS: StatusTable<(typeof ANNOUNCEMENT_LEVELS)[number]> = {
  INFO: { label: LEVEL_WORDS.INFO, tone: 'note' },
  WARNING: { label: LEVEL_WORDS.WARNING, tone: 'warn' },
}
export const PHASE_STATUS: StatusTable<(typeof ANNOUNCEMENT_PHASES)[number]> = {
  SHOWN: { label: PHASE_WORDS.SHOWN, tone: 'good' },
  TO_COME: { label: PHASE_WORDS.TO_COME, tone: 'note', sign: 'planned' },
  OVER: { label: PHASE_WORDS.OVER, tone: 'quiet', sign: 'over' },
  OFF: { label: PHASE_WORDS.OFF, tone: 'quiet' },
}
export const DELETING = 'It is no longer shown. It can be restored for 30 days; people who dismissed it will then see it again.'

/** Those that others see, and those out of the reader's sight counted. */
const named = (names: readonly string[], all: number): string =>
  [...names.slice(0, 3), ...(all > Math.min(3, names.length) ? [`${all - Math.min(3, names.length)} more`] : [])].join(', ')

interface Audience {
  siteIds: readonly number[]
  roles: readonly (typeof ROLES)[number][]
  institutionIds: readonly number[]
  sites: readonly string[]
  institutions: readonly string[]
}
export function audienceText({ siteIds, roles, institutionIds, sites, institutions }: Audience): string {
  const parts = [
    siteIds.length > 0 ? named(sites, siteIds.length) : '',
    roles.length > 0 ? roles.map((role) => ROLE_NAMES[role]).join(', ') : '',
    institutionIds.length > 0 ? named(institutions, institutionIds.length) : '',
  ].filter(Boolean)
  return parts.join(' · ') || 'Everyone'
}

export const announcementFields = (sites: readonly { id: number; name: string }[], institutions: readonly Choice[]): Fields => ({
  title: { kind: 'text', label: 'Title', required: true, most: 120, wide: true },
  body: {
    kind: 'area',
    label: 'Text',
    required: true,
    most: 2000,
    hint: 'Plain text; addresses such as https://example.com become links, and [words](/reports) lead to a page of the portal',
  },
  level: {
    kind: 'select',
    label: 'Level',
    required: true,
    options: [
      { value: 'INFO', label: LEVEL_STATUS.INFO.label },
      { value: 'WARNING', label: LEVEL_STATUS.WARNING.label },
    ],
  },
  status: {
    kind: 'select',
    label: 'Status',
    required: true,
    options: [
      { value: 'ACTIVE', label: 'On' },
      { value: 'INACTIVE', label: 'Off' },
    ],
  },
  startsOn: { kind: 'date', label: 'From', required: true, hint: 'From the start of this day, in the time zone of each reader’s site' },
  endsOn: { kind: 'date', label: 'To', hint: 'Through the end of this day; leave empty to show it until it is switched off' },
  dismissible: { kind: 'check', label: 'Readers may dismiss it', hint: 'It stays hidden for people who dismiss it' },
  siteIds: { kind: 'many', label: 'Sites', options: sites.map(({ id, name }) => ({ value: id, label: name })), wide: true },
  roles: { kind: 'many', label: 'Roles', options: ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] })), wide: true },
  institutionIds: {
    kind: 'many',
    label: 'Institutions',
    options: institutions,
    wide: true,
    hint: 'With institutions selected, it reaches their people and representatives only, not our staff',
  },
})

export const ANNOUNCEMENT_SECTIONS: readonly FormSection[] = [
  { title: 'Announcement', fields: ['title', 'body', 'level', 'status', 'startsOn', 'endsOn', 'dismissible'] },
  { title: 'Audience', note: 'Empty means everyone.', fields: ['siteIds', 'roles', 'institutionIds'] },
]
