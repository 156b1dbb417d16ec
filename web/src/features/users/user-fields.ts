/** A person's fields as forms show them, and the words for role, status and invitation. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { users } from '@corridor/contract/users.ts'
import { ROLE_NAMES, ROLE_NUMBERS, ROLES, type Role } from '@corridor/domain/access/access.ts'
import { MAIL_CHOICES } from '@corridor/domain/sites/mail-frequency.ts'
import type { Choice, Fields, FormSection, Values } from '../../ui/form/form-fields.ts'

/** Whoever holds the permission is answered the full form. */
export type User = Extract<ReplyOf<typeof users.endpoints.get>, { updatedAt: string }>
export const isFull = (record: ReplyOf<typeof users.endpoints.get>): record is User => 'updatedAt' in record

export const roleOf = (number: number): Role => ROLES.find((role) => ROLE_NUMBERS[role] === number) ?? 'c'
export const roleName = (number: number): string => ROLE_NAMES[roleOf(number)]
/** In the required order. */
const ORDER: readonly Role[] = ['c', 'a', 'e', 'b', 'd']
const STAFF: readonly unknown[] = [ROLE_NUMBERS.b, ROLE_NUMBERS.d]
export const isOfStaff = (number: number): boolean => STAFF.includes(number)
/** Only managers make staff. */
export const roleChoices = (isManager: boolean): Choice[] =>
  ORDER.filter((role) => isManager || !isOfStaff(ROLE_NUMBERS[role])).map((role) => ({
    value: ROLE_NUMBERS[role],
    label: ROLE_NAMES[role],
  }))

const isClient = ({ role }: Values) => role === ROLE_NUMBERS.c || role === ROLE_NUMBERS.a
const isRepresentative = ({ role }: Values) => role === ROLE_NUMBERS.e

interface About {
  isManager: boolean
  /** For a person that exists already, the present role. */
  present?: number
  /** Joined: the address changes by a request that two sides agree to. */
  joined?: boolean
  /** One's own record: the role stays. */
  self?: boolean
  institutions: readonly Choice[]
  sites: readonly Choice[]
}

export const userFields = ({ isManager, present, joined = false, self = false, institutions, sites }: About): Fields => ({
  firstName: { kind: 'text', label: 'First name', required: true, most: 80 },
  middleName: { kind: 'text', label: 'Middle name', most: 80 },
  lastName: { kind: 'text', label: 'Last name', required: true, most: 80 },
  displayName: { kind: 'text', label: 'Display name', most: 160, hint: 'As clients see it; if empty, first and last name' },
  title: { kind: 'text', label: 'Title', most: 120 },
  bio: { kind: 'area', label: 'Bio', most: 2000 },
  email: {
    kind: 'email',
    label: 'Email address',
    required: true,
    fixed: joined,
    hint: joined ? 'Changed under “Sign-in address” below' : 'Signs in with it',
  },
  phone: { kind: 'phone', label: 'Phone' },
  extension: {
    kind: 'text',
    label: 'Extension',
    check: (value) =>
      typeof value === 'string' && value.trim() !== '' && !/^\d{1,6}$/.test(value.trim()) ? 'Enter up to 6 digits' : undefined,
  },
  role: {
    kind: 'select',
    label: 'Role',
    required: true,
    options: roleChoices(isManager || present === undefined ? isManager : true),
    fixed: self || (present !== undefined && !isManager),
    hint: present !== undefined && !isManager ? 'Only a manager can change it' : self ? 'You cannot change your own role' : undefined,
  },
  institutionId: { kind: 'dropdown', label: 'Institution', required: true, options: institutions, when: isClient, otherwise: null },
  institutionIds: {
    kind: 'many',
    label: 'Institutions',
    required: true,
    options: institutions,
    wide: true,
    when: isRepresentative,
    otherwise: [],
    hint: 'Acts for these, one at a time',
  },
  siteIds: { kind: 'many', label: 'Sites', required: true, options: sites },
  mailFrequency: { kind: 'select', label: 'Email about new files', required: true, options: MAIL_CHOICES, when: isClient },
  invite: { kind: 'check', label: 'Send the invitation by email now', hint: 'With a link, good for seven days, to choose a password' },
})

const PERSON: FormSection = { title: 'Person', fields: ['firstName', 'lastName', 'middleName', 'displayName', 'title', 'bio'] }
const CONTACT: FormSection = { title: 'Contact', fields: ['email', 'phone', 'extension', 'mailFrequency'] }
const BELONGS: FormSection = { title: 'Role and access', fields: ['role', 'institutionId', 'siteIds', 'institutionIds'] }
export const USER_SECTIONS: readonly FormSection[] = [PERSON, CONTACT, BELONGS]
export const NEW_USER_SECTIONS: readonly FormSection[] = [BELONGS, PERSON, CONTACT, { title: 'Invitation', fields: ['invite'] }]
