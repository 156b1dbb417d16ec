/** First steps on a portal, in the order of doing: whom each is for, and the right that its page asks for. */
import { type Access, CLIENT_ROLES, permission, signedIn } from '../access/access.ts'
import { codesOf } from '../primitives/codes.ts'
import { counted } from '../primitives/counted.ts'

interface FirstStepRow {
  title: string
  /** Said until it is done. */
  why: string
  access: Access
}

const MANAGERS = ['d'] as const

export const FIRST_STEPS = {
  LOGO: {
    title: 'Add the site’s logo',
    why: 'It heads every page, every report and every mail of the site.',
    access: permission('SITES', 2, MANAGERS),
  },
  INSTITUTIONS: {
    title: 'Add the institutions',
    why: 'Each bank or corporation sees its own policies and reports and no one else’s.',
    access: permission('INSTITUTIONS', 2, MANAGERS),
  },
  CARRIERS: {
    title: 'Add the carriers',
    why: 'A carrier’s files and policies need its record first.',
    access: permission('CARRIERS', 2, MANAGERS),
  },
  FILE: {
    title: 'Upload the first carrier file',
    why: 'Reports are made of the values that are posted from carrier files.',
    access: permission('ASSET_REPORT', 2, MANAGERS),
  },
  PEOPLE: {
    title: 'Invite the institutions’ people',
    why: 'They sign in by the link in their invitation.',
    access: permission('USERS', 2, MANAGERS),
  },
  REPORT: {
    title: 'Release the first report',
    why: 'Generate it, read it, and release it: only then does the institution see it.',
    access: permission('ASSET_REPORT', 2, MANAGERS),
  },
  SECOND_FACTOR: {
    title: 'Set up a second factor',
    why: 'It protects your sign-in should someone learn your password.',
    access: signedIn(CLIENT_ROLES),
  },
  PROFILE: {
    title: 'Complete your profile',
    why: 'Your service team reaches you by the title and phone number there.',
    access: signedIn(CLIENT_ROLES),
  },
  FIRST_READING: {
    title: 'Open your first report',
    why: 'Your reports and documents appear here once your service team releases them.',
    access: signedIn(CLIENT_ROLES),
  },
} as const satisfies Record<string, FirstStepRow>
export type FirstStep = keyof typeof FIRST_STEPS
export const FIRST_STEP_CODES = codesOf(FIRST_STEPS)

/** Said of the first reading once there is something to read. */
export const firstReadingWhy = (released: number): string =>
  `${counted(released, 'report')} ${released === 1 ? 'is' : 'are'} released to you. Open one to read or download it.`

/** Parts of a profile that the step about it asks for. */
export const PROFILE_PARTS = ['title', 'phone'] as const
export type ProfilePart = (typeof PROFILE_PARTS)[number]
const PART_WORDS: Readonly<Record<ProfilePart, string>> = { title: 'title', phone: 'phone number' }
/** "Add your phone number, so that your service team can reach you." */
export const profileWhy = (lacks: readonly ProfilePart[]): string =>
  `Add your ${lacks.map((part) => PART_WORDS[part]).join(' and ')}, so that your service team can reach you.`
