/** Sessions and the site for component tests and for looking at pages without a server: invented, and true to the contract. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { getSite, Session } from '@corridor/contract/session.ts'
import { PERMISSION_CODES } from '@corridor/domain/access/access.ts'

export function buildSession(overrides: Partial<Session> = {}): Session {
  return {
    userId: 1,
    userRole: 'd',
    firstName: 'Helen',
    lastName: 'Marsh',
    email: 'manager@corridor.example',
    title: 'Director of Client Service',
    mfaChannel: 'email',
    isMfaValid: true,
    isMFAEnabled: true,
    isMFAValid: true,
    permissions: PERMISSION_CODES.map((code) => ({ code, access: 2 as const })),
    reportTypeCodes: [],
    siteId: 1,
    siteName: 'Corridor BOLI',
    // The zone of the machine: a moment of the site's own zone is written without its name.
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    portalLabel: 'BOLI Portal',
    sites: [
      { id: 1, name: 'Corridor BOLI' },
      { id: 2, name: 'Corridor COLI' },
    ],
    institutionId: 0,
    institutionName: '',
    institutionLogo: null,
    institutions: [],
    msLength: 900_000,
    msAbsolute: 43_200_000,
    passwordExpired: false,
    serviceRequest: '',
    environment: 'production',
    version: '0.0.120',
    actingAs: null,
    ...overrides,
  }
}

export const clientSession = (overrides: Partial<Session> = {}): Session =>
  buildSession({
    userId: 4,
    userRole: 'c',
    firstName: 'Margaret',
    lastName: 'Ellison',
    email: 'client@firstcoastal.example',
    title: 'Chief Financial Officer',
    permissions: [],
    reportTypeCodes: ['MBR', 'SMB', 'ABR', 'EOL'],
    institutionId: 101,
    institutionName: 'First Coastal Bank',
    sites: [{ id: 1, name: 'Corridor BOLI' }],
    ...overrides,
  })

export const repSession = (overrides: Partial<Session> = {}): Session =>
  clientSession({
    userId: 3,
    userRole: 'e',
    firstName: 'Owen',
    lastName: 'Tate',
    email: 'rep@corridor.example',
    title: null,
    institutions: [
      { id: 101, name: 'First Coastal Bank' },
      { id: 102, name: 'Harbor Mills Savings' },
      { id: 103, name: 'Prairie Union Bank' },
    ],
    ...overrides,
  })

export const signedOutSession = (): Session => buildSession({ userId: 0, firstName: '', lastName: '', email: '', permissions: [] })

export const site: ReplyOf<typeof getSite> = {
  id: 1,
  name: 'Corridor BOLI',
  displayName: 'Corridor BOLI',
  portalLabel: 'BOLI Portal',
  url: null,
  linkedUrl: null,
  logoUrl: null,
  theme: null,
  siteNavigation: [],
  severalSites: false,
  environment: 'production',
  version: '0.0.120',
  asksSecondFactor: true,
  demoAccounts: [
    { email: 'manager@corridor.example', role: 'd', password: 'Corridor-Demo-2026' },
    { email: 'staff@corridor.example', role: 'b', password: 'Corridor-Demo-2026' },
    { email: 'rep@corridor.example', role: 'e', password: 'Corridor-Demo-2026' },
    { email: 'client@firstcoastal.example', role: 'c', password: 'Corridor-Demo-2026' },
    { email: 'team@firstcoastal.example', role: 'a', password: 'Corridor-Demo-2026' },
  ],
}
