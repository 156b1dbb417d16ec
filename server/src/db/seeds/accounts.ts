/** People who sign in: staff, the demo accounts, each institution's people; with mail templates. */
import { PERMISSION_CODES, type PermissionCode } from '@corridor/domain/access/access.ts'
import type { InstitutionTerms } from './institution-terms.ts'
import { FAMILY_NAMES, MEN, WOMEN } from './names.ts'
import { randomOf } from './random.ts'
import type { Book, Row } from './rows.ts'

/** User ids that other rows name. */
export const MANAGER_ID = 1
export const STAFF_ID = 2
const REP_ID = 3
export const CLIENT_ID = 4
const TEAM_ID = 5
const FIRST_FURTHER_ID = 8

const TEAM =
  '{{member1Name}}, {{member1Title}}\n{{member1Phone}} · {{member1Email}}\n\n{{member2Name}}, {{member2Title}}\n{{member2Phone}} · {{member2Email}}'

export function addReferenceRows(book: Book): void {
  book.site.push(
    {
      id: 1,
      name: 'BOLI',
      displayName: 'Corridor BOLI',
      url: null,
      linkedUrl: null,
      theme: JSON.stringify({}),
      siteNavigation: JSON.stringify([]),
      contactName: 'Client services',
      contactEmail: 'service@corridor.example',
      contactPhone: '2025550190',
    },
    {
      id: 2,
      name: 'COLI',
      displayName: 'Corridor COLI',
      url: null,
      linkedUrl: null,
      theme: JSON.stringify({}),
      siteNavigation: JSON.stringify([]),
      contactName: 'Client services',
      contactEmail: 'service@corridor.example',
      contactPhone: '2025550190',
    },
  )
  // Banks of the BOLI site may post from the file at once; corporations name their accounts first.
  book.siteLedgerAccounts.push({
    siteId: 1,
    version: 1,
    cashSurrenderValueNumber: '1890',
    otherIncomeNumber: '4310',
    otherExpenseNumber: '5790',
    cashNumber: '1010',
    claimReceivableNumber: '1895',
    exchangeClearingNumber: '1899',
  })
  book.emailTemplate.push(
    {
      id: 1,
      name: 'Welcome',
      type: 0,
      usedEverywhere: true,
      subject: 'Your account with Corridor',
      body: `Dear {{firstName}} {{lastName}},\n\nYou are invited to our portal, where the reports and documents on the life insurance of {{institutionName}} are kept. Choose your password and set up your sign-in here within seven days:\n\n{{loginLink}}\n\nYour service team: ${TEAM}\n`,
    },
    {
      id: 2,
      name: 'New report',
      type: 1,
      usedEverywhere: true,
      subject: 'A new report is ready for {{institutionName}}',
      body: `Dear {{firstName}} {{lastName}},\n\nA new {{fileType}} for {{institutionName}} is ready:\n\n{{fileNames}}\n\nSign in to read, print or download it:\n\n{{loginLink}}\n\nYour service team: ${TEAM}\n\nTo get these emails daily, weekly or not at all: {{choiceLink}}\n`,
    },
  )
  book.permissionTemplate.push(
    ...TEMPLATES.map(([name, description, levelOf], index) => ({
      id: index + 1,
      name,
      description,
      permissions: JSON.stringify(
        Object.fromEntries(PERMISSION_CODES.flatMap((code) => (levelOf(code) > 0 ? [[code, levelOf(code)]] : []))),
      ),
    })),
  )
}

const STAFF_AT_2: readonly PermissionCode[] = [
  'ASSET_REPORT',
  'ASSET_SUMMARY_REPORT',
  'C8925_REPORT',
  'ANNUAL_QUESTIONNAIRE',
  'ANNUAL_BOLI_REVIEW',
  'CLIENT_REPORTS',
  'CARRIERS',
  'INSTITUTIONS',
  'DOCUMENT_CENTER',
  'ANNOUNCEMENTS',
  'USR',
]
const TEAM_AT_1: readonly PermissionCode[] = [
  'ASSET_REPORT',
  'ASSET_SUMMARY_REPORT',
  'C8925_REPORT',
  'ANNUAL_QUESTIONNAIRE',
  'ANNUAL_BOLI_REVIEW',
  'DOCUMENT_CENTER',
  'USR',
]

const FAMILIES: readonly PermissionCode[] = [
  'ASSET_REPORT',
  'ASSET_SUMMARY_REPORT',
  'C8925_REPORT',
  'ANNUAL_QUESTIONNAIRE',
  'ANNUAL_BOLI_REVIEW',
]
const TEMPLATES: readonly (readonly [name: string, description: string, levelOf: (code: PermissionCode) => 0 | 1 | 2])[] = [
  ['Account manager', 'Looks after institutions: reports, documents, announcements.', (code) => (STAFF_AT_2.includes(code) ? 2 : 1)],
  [
    'Report desk',
    'Makes and releases reports; reads the rest of Operations.',
    (code) => (FAMILIES.includes(code) ? 2 : code === 'CLIENT_REPORTS' || code === 'DOCUMENT_CENTER' || code === 'INSTITUTIONS' ? 1 : 0),
  ],
  [
    'Security officer',
    'Looks after people and rights; reads the activity log.',
    (code) => (code === 'USERS' || code === 'PERMISSION_TEMPLATES' ? 2 : code === 'ACTIVITY_REPORT' ? 1 : 0),
  ],
  ['Auditor', 'Reads everything and changes nothing.', () => 1],
  ['Bank team member', 'What a bank’s further user reads: every family, documents, uploads.', (code) => (TEAM_AT_1.includes(code) ? 1 : 0)],
]

/** The profile that clients read of those who serve them. */
const BIOS: Readonly<Record<number, string>> = {
  [MANAGER_ID]: 'Leads client services. Twenty years with bank-owned life insurance, before that in a bank’s treasury.',
  [STAFF_ID]: 'Keeps the month-end close: carriers’ files, values, reports. Ask about any figure and its source.',
  6: 'Account manager for community banks: purchases, exchanges, claims.',
  7: 'Account manager for savings institutions and credit unions; prepares the annual reviews.',
}

// 555-0100 to 555-0199 are kept for invented numbers.
const phone = (id: number) => `20255501${String(id % 100).padStart(2, '0')}`

/** @param seed @param terms of every institution; the first is where the demo's client works, the first three are the representative's */
export function addAccounts(book: Book, seed: string, terms: readonly InstitutionTerms[]): void {
  const [home] = terms
  if (!home) throw new RangeError('a book without institutions')
  const firm = (id: number, email: string, role: 'b' | 'd' | 'e', firstName: string, lastName: string, title: string) => {
    addUser(book, { id, email, role, firstName, lastName, title, institutionId: null }, [1, 2])
    if (role === 'd') addPermissions(book, id, () => 2)
    if (role === 'b') addPermissions(book, id, (code) => (STAFF_AT_2.includes(code) ? 2 : 1))
  }
  firm(MANAGER_ID, 'manager@corridor.example', 'd', 'Morgan', 'Hale', 'Director of Client Services')
  firm(STAFF_ID, 'staff@corridor.example', 'b', 'Avery', 'Lindgren', 'Senior Account Manager')
  firm(REP_ID, 'rep@corridor.example', 'e', 'Jordan', 'Castillo', 'Regional Representative')
  book.userInstitution.push(...terms.slice(0, 3).map(({ id }) => ({ userId: REP_ID, institutionId: id })))
  ofInstitution(book, home, {
    id: CLIENT_ID,
    email: 'client@firstcoastal.example',
    role: 'c',
    firstName: 'Eleanor',
    lastName: 'Whitfield',
    title: 'Chief Financial Officer',
  })
  ofInstitution(book, home, {
    id: TEAM_ID,
    email: 'team@firstcoastal.example',
    role: 'a',
    firstName: 'Samuel',
    lastName: 'Okafor',
    title: 'Controller',
  })
  firm(6, 'dana.prescott@corridor.example', 'b', 'Dana', 'Prescott', 'Account Manager')
  firm(7, 'theo.nakamura@corridor.example', 'b', 'Theo', 'Nakamura', 'Account Manager')
  for (const institution of terms) addServiceTeam(book, institution)
  const keepers = [STAFF_ID, 6, 7]
  for (const siteId of [1, 2])
    book.carrierOwner.push(
      ...book.carrier.map(({ code }, index) => ({ siteId, carrierCode: code, userId: keepers[index % keepers.length] ?? STAFF_ID })),
    )

  let id = FIRST_FURTHER_ID
  for (const institution of terms) {
    const random = randomOf(seed, 'people of', institution.id)
    for (const [mailbox, role, title] of [
      ['cfo', 'c', 'Chief Financial Officer'],
      ['controller', 'a', 'Controller'],
      ['accounting', 'a', 'Accounting Officer'],
    ] as const) {
      if (institution === home && mailbox !== 'accounting') continue
      const firstName = random.pick(random.chance(0.5) ? MEN : WOMEN)
      ofInstitution(book, institution, {
        id,
        email: `${mailbox}@${institution.emailDomain}`,
        role,
        firstName,
        lastName: random.pick(FAMILY_NAMES),
        title,
      })
      id += 1
    }
  }
}

/** The person who looks after the institution, then the director; on each of its sites. */
function addServiceTeam(book: Book, institution: InstitutionTerms): void {
  const people = [...new Set([institution.relationshipOwnerId ?? STAFF_ID, MANAGER_ID])]
  for (const siteId of institution.coli ? [1, 2] : [1])
    book.serviceTeamMember.push(...people.map((userId, index) => ({ institutionId: institution.id, siteId, userId, position: index + 1 })))
}

type NewUser = Pick<Row<'userAccount'>, 'email' | 'role' | 'firstName' | 'lastName' | 'title' | 'institutionId'> & { id: number }

function ofInstitution(book: Book, institution: InstitutionTerms, user: Omit<NewUser, 'institutionId'>): void {
  addUser(book, { ...user, institutionId: institution.id }, institution.coli ? [1, 2] : [1])
  if (user.role === 'a') addPermissions(book, user.id, (code) => (TEAM_AT_1.includes(code) ? 1 : 0))
}

function addUser(book: Book, user: NewUser, sites: readonly number[]): void {
  book.userAccount.push({
    ...user,
    displayName: `${user.firstName} ${user.lastName}`,
    bio: BIOS[user.id] ?? null,
    phone: phone(user.id),
    mfaChannel: 'email',
    status: 1,
  })
  book.userSite.push(...sites.map((siteId) => ({ userId: user.id, siteId })))
}

function addPermissions(book: Book, userId: number, levelOf: (code: PermissionCode) => 0 | 1 | 2): void {
  for (const code of PERMISSION_CODES) {
    const access = levelOf(code)
    if (access > 0) book.userPermission.push({ userId, code, access })
  }
}
