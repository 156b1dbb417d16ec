/** A site's fields as its form shows them, and what closing one does. */
import { ACTIVE_WORDS } from '@corridor/contract/words.ts'
import {
  DEFAULT_THEME,
  isDarkEnoughForSidebar,
  isReadableOnWhite,
  THEME_COLOR_NAMES,
  THEME_COLORS,
  themeField,
} from '@corridor/domain/sites/theme.ts'
import type { Fields, FormSection } from '../../ui/form/form-fields.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export const SITE_STATUS: StatusTable<'ACTIVE' | 'INACTIVE'> = {
  ACTIVE: { label: ACTIVE_WORDS.ACTIVE, tone: 'good' },
  INACTIVE: { label: ACTIVE_WORDS.INACTIVE, tone: 'quiet' },
}
export const CLOSING =
  'Everyone working there is signed out at once, and no one can sign in to it. Institutions, policies and reports stay. You cannot close the site you work on, and at least one stays active.'
export const REOPENING = 'Its people can sign in to it again, with everything as it was.'

const ADDRESS = /^(https?:\/\/)?[\w.-]+(:\d+)?(\/[^\s]*)?$/i
const address = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && !ADDRESS.test(value.trim())
    ? 'Enter an address such as portal.example.com'
    : undefined

const colorCheck = (color: string) => (value: unknown) => {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const typed = value.trim().toLowerCase()
  if (!/^#[0-9a-f]{6}$/.test(typed)) return 'Enter the color as #1d5c9b'
  if (color === 'darkBlue' && !isDarkEnoughForSidebar(typed)) return 'Choose a darker color: the sidebar’s pale text must be readable on it'
  return isReadableOnWhite(typed) ? undefined : 'Choose a darker color: white text must be readable on it (4.5 : 1)'
}

/** The United States first, as the firm's clients are there; then what else the browser knows. */
const AT_HOME: readonly (readonly [zone: string, name: string])[] = [
  ['America/New_York', 'Eastern (New York)'],
  ['America/Chicago', 'Central (Chicago)'],
  ['America/Denver', 'Mountain (Denver)'],
  ['America/Phoenix', 'Mountain, no daylight time (Phoenix)'],
  ['America/Los_Angeles', 'Pacific (Los Angeles)'],
  ['America/Anchorage', 'Alaska (Anchorage)'],
  ['Pacific/Honolulu', 'Hawaii (Honolulu)'],
  ['America/Puerto_Rico', 'Atlantic (Puerto Rico)'],
]
const timeZones = (present: string) => {
  const home = AT_HOME.map(([value, label]) => ({ value, label }))
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !AT_HOME.some(([known]) => known === zone))
  const all = [...home, ...others.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))]
  return all.some(({ value }) => value === present) ? all : [...all, { value: present, label: present }]
}

export const siteFields = (present = 'America/New_York'): Fields => ({
  displayName: { kind: 'text', label: 'Name', required: true, most: 100, hint: 'In the header and footer, and on reports' },
  name: { kind: 'text', label: 'Short name', required: true, most: 100, hint: 'As staff call it, such as BOLI' },
  timeZone: {
    kind: 'dropdown',
    label: 'Time zone',
    required: true,
    options: timeZones(present),
  },
  url: { kind: 'text', label: 'Address', most: 500, check: address, hint: 'Where people sign in; https:// is added when left out' },
  linkedUrl: { kind: 'text', label: 'Linked address', most: 500, check: address, hint: 'The firm’s own web site' },
  contactName: { kind: 'text', label: 'Service contact', most: 120, hint: 'For institutions without a service team' },
  contactEmail: { kind: 'email', label: 'Contact email' },
  contactPhone: { kind: 'phone', label: 'Contact phone' },
  ...Object.fromEntries(
    THEME_COLORS.map((color) => [
      themeField(color),
      {
        kind: 'text' as const,
        label: THEME_COLOR_NAMES[color],
        hint: `If empty: ${DEFAULT_THEME[color]}`,
        check: colorCheck(color),
      },
    ]),
  ),
})

export const SITE_SECTIONS: readonly FormSection[] = [
  { title: 'Site', fields: ['displayName', 'name', 'url', 'linkedUrl', 'timeZone'] },
  {
    title: 'Service contact',
    note: 'Clients see it until a service team is named for them.',
    fields: ['contactName', 'contactEmail', 'contactPhone'],
  },
  {
    title: 'Colors',
    note: 'Written as #1d5c9b. Lighter shades for the dark scheme are derived, so that everything stays readable.',
    fields: THEME_COLORS.map(themeField),
  },
]
