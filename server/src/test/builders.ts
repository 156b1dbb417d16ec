/** Builders of the rows every test starts from: a test names what matters to it, the rest is made up. */
import type { Level, PermissionCode, Role } from '@corridor/domain/access/access.ts'
import type { Insertable } from 'kysely'
import type { Carrier, Institution, Site, UserAccount } from '../db/schema.ts'
import type { Db } from '../platform/database/database.ts'
import { hashOf, newId } from '../platform/http/sessions.ts'

let sequence = 0
/** A number no other row of this process got: names built from it do not collide. */
export const next = (): number => ++sequence

export async function buildSite(db: Db, overrides: Partial<Insertable<Site>> = {}): Promise<number> {
  const name = `Site ${next()}`
  const { id } = await db
    .insertInto('site')
    .values({ name, displayName: name, ...overrides })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An institution on the given sites, holding the given report types on each. */
export async function buildInstitution(
  db: Db,
  {
    sites,
    reportTypes = ['MBR', 'SMB'],
    ...overrides
  }: { sites: readonly number[]; reportTypes?: string[] } & Partial<Insertable<Institution>>,
): Promise<number> {
  const name = `Bank ${next()}`
  const { id } = await db
    .insertInto('institution')
    .values({ name, legalName: `${name}, N.A.`, ...overrides })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const siteId of sites) {
    await db.insertInto('institutionSite').values({ institutionId: id, siteId }).execute()
    await db.insertInto('membership').values({ institutionId: id, siteId, userId: null, reportTypeCodes: reportTypes }).execute()
  }
  return id
}

export async function buildCarrier(db: Db, overrides: Partial<Insertable<Carrier>> = {}): Promise<string> {
  const code = `C${next()}`
  const { code: made } = await db
    .insertInto('carrier')
    .values({ code, legalName: `Carrier ${code} Life`, shortName: code, ...overrides })
    .returning('code')
    .executeTakeFirstOrThrow()
  return made
}

export type Permissions = Partial<Record<PermissionCode, Level>>

/** People have joined unless a test says otherwise; no password has this hash. */
const JOINED = 'of no password'

/**
 * A person of a role on the given sites. Clients and Team Members need `institutionId`; a representative gets `institutions`.
 * Whoever signs in with a password needs `passwordHash`.
 */
export async function buildUser(
  db: Db,
  role: Role,
  {
    sites,
    permissions = {},
    institutions = [],
    ...overrides
  }: { sites: readonly number[]; permissions?: Permissions; institutions?: readonly number[] } & Partial<Insertable<UserAccount>>,
): Promise<number> {
  const number = next()
  const { id } = await db
    .insertInto('userAccount')
    .values({
      email: `person${number}@example.test`,
      firstName: 'Pat',
      lastName: `Person ${number}`,
      role,
      passwordHash: JOINED,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const siteId of sites) await db.insertInto('userSite').values({ userId: id, siteId }).execute()
  for (const institutionId of institutions) await db.insertInto('userInstitution').values({ userId: id, institutionId }).execute()
  for (const [code, access] of Object.entries(permissions))
    await db.insertInto('userPermission').values({ userId: id, code, access }).execute()
  return id
}

/** Signs a person in by inserting the session's row; answers the cookie's value. No test types a password unless it tests sign-in. */
export async function signIn(
  db: Db,
  userId: number,
  {
    siteId,
    institutionId = 0,
    mfaValid = true,
    now = new Date(),
  }: { siteId: number; institutionId?: number; mfaValid?: boolean; now?: Date },
): Promise<string> {
  const id = newId()
  await db
    .insertInto('userSession')
    .values({
      idHash: hashOf(id),
      userId,
      siteId,
      institutionId,
      mfaValid,
      createdAt: now.toISOString(),
      lastSeenAt: now.toISOString(),
      confirmedAt: now.toISOString(),
      absoluteExpiry: new Date(now.getTime() + 12 * 3_600_000).toISOString(),
      actingAs: null,
      address: null,
      userAgent: null,
    })
    .execute()
  return id
}

/** A person of a role, signed in on a site: the cookie that `callAs` takes. */
export async function signedInAs(
  db: Db,
  role: Role,
  {
    siteId,
    institutionId = 0,
    permissions = {},
    mfaValid = true,
    now = new Date(),
  }: { siteId: number; institutionId?: number; permissions?: Permissions; mfaValid?: boolean; now?: Date },
): Promise<string> {
  const own = role === 'a' || role === 'c'
  const userId = await buildUser(db, role, {
    sites: [siteId],
    permissions,
    institutionId: own ? institutionId : null,
    institutions: role === 'e' ? [institutionId] : [],
  })
  return signIn(db, userId, { siteId, institutionId, mfaValid, now })
}
