/** A session as a request finds it, and what the signed-out are told. Who somebody is and what they may do is read by the business (`Business.findSession`). */
import type { Session } from '@corridor/contract/session.ts'
import type { PermissionEntry, Role } from '@corridor/domain/access/access.ts'
import type { Configuration } from '../configuration.ts'
import { VERSION } from '../version.ts'

export const MINUTE = 60_000
/**
 * How often the idle clock is written at most: once a minute, of short sessions more often. What a person did since is not in it, so their page is told a
 * length that is shorter by as much, and has counted down before the server's limit, which allows nothing beyond the setting.
 */
export const writeEvery = (idleLength: number): number => Math.min(MINUTE, idleLength / 5)

/** BOLI on site 1, COLI on every other. */
export const portalLabel = (siteId: number): string => (siteId === 1 ? 'BOLI Portal' : 'COLI Portal')

export const signedOut = (configuration: Configuration): Session => ({
  userId: 0,
  userRole: 'c',
  firstName: '',
  lastName: '',
  email: '',
  title: null,
  mfaChannel: null,
  isMfaValid: false,
  isMFAEnabled: false,
  isMFAValid: false,
  permissions: [],
  reportTypeCodes: [],
  siteId: 0,
  siteName: '',
  timeZone: 'America/New_York',
  portalLabel: portalLabel(1),
  sites: [],
  institutionId: 0,
  institutionName: '',
  institutionLogo: null,
  institutions: [],
  // Nothing ends; the length of a session that is signed out.
  msLength: 30_000,
  msAbsolute: 0,
  passwordExpired: false,
  serviceRequest: '',
  environment: configuration.environmentText,
  version: VERSION,
  actingAs: null,
})

/** A session as it was found, with what decides how long it lasts. */
export interface FoundSession {
  session: Session
  id: number
  idHash: Buffer
  actorId: number
  actorRole: Role
  lastSeen: number
  /** When the password was last given on this session. */
  confirmedAt: number
  /** The idle time that the server allows, in milliseconds. */
  idleLength: number
  /** Begun through a bank's own provider, and over with any change of it. */
  throughProvider: boolean
}

/** An API key behind a call. */
export interface CallingKey {
  id: number
  name: string
  /** Its maker, in whose name and with whose rights it calls. */
  ownerId: number
  ownerRole: Role
  siteId: number
  /** Set: for this carrier's files alone. */
  carrierCode: string | null
  /** Set: for this institution's rows alone, be its maker one of its people or of the firm's staff. */
  institutionId: number | null
}

/** A key as it was found, with its maker's session cut down to its scopes. */
export interface FoundKey {
  key: CallingKey
  lastUsedAt: number | null
  lastUsedFrom: string | null
  session: Session & { keyScopes: readonly PermissionEntry[] }
}
