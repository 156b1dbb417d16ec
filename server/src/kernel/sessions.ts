/** Sessions are rows, found by the hash of a cookie in one prepared statement; they end on the server, whatever the page believes. */
import { createHash, randomBytes } from 'node:crypto'
import type { Session } from '@corridor/contract/session.ts'
import { PERMISSION_CODES, type Role } from '@corridor/domain/access.ts'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Configuration } from './configuration.ts'
import type { Db, Trx } from './database.ts'
import type { Kernel } from './kernel.ts'
import { VERSION } from './version.ts'

const MINUTE = 60_000
/** NIST 800-63B AAL2 allows 24 hours; ours end 12 hours after sign-in whatever happens. */
export const ABSOLUTE_HOURS = 12
/** The idle clock is written at most this often, so the limit lies this much later than it says: never early for the person. */
const WRITE_EVERY = MINUTE

/** Behind a signed-in request: who really acts, and the row to rotate or end. */
export interface SessionRow {
  idHash: Buffer
  /** The person who signed in; `Session.userId` is who they look as. */
  actorId: number
  actorRole: Role
}

const rows = new WeakMap<FastifyRequest, SessionRow>()
export const sessionRowOf = (request: FastifyRequest): SessionRow | undefined => rows.get(request)

/** The session of a request, signed out when there is none. A person's own call restarts the idle clock, a background one does not. */
export async function sessionOf(kernel: Kernel, request: FastifyRequest, background: boolean): Promise<Session> {
  const cookie = request.cookies[cookieName(kernel.configuration)]
  if (!cookie || cookie.length > 100) return signedOut(kernel.configuration)
  const found = await findSession(kernel, hashOf(cookie))
  if (!found) return signedOut(kernel.configuration)
  const now = kernel.now().getTime()
  rows.set(request, { idHash: found.idHash, actorId: found.actorId, actorRole: found.actorRole })
  // A page says so of its own refetches (web/src/kernel/call.ts); it can only make its session shorter with it.
  if (background || request.headers['x-background'] === '1')
    return { ...found.session, msLength: Math.max(0, Math.min(found.session.msLength, found.lastSeen + found.session.msLength - now)) }
  if (now - found.lastSeen >= WRITE_EVERY) {
    await kernel.db
      .updateTable('userSession')
      .set({ lastSeenAt: new Date(now).toISOString() })
      .where('idHash', '=', found.idHash)
      .execute()
  }
  return found.session
}

/** Whether the session behind an open stream still stands. */
export const isAlive = async (kernel: Kernel, idHash: Buffer): Promise<boolean> => (await findSession(kernel, idHash)) !== undefined

export interface NewSession {
  userId: number
  siteId: number
  institutionId: number
  mfaValid: boolean
}

/** Starts a session and sets its cookie; the id leaves this process in the cookie only. */
export async function startSession(
  kernel: Kernel,
  db: Db | Trx,
  request: FastifyRequest,
  reply: FastifyReply,
  session: NewSession,
): Promise<Buffer> {
  const id = newId()
  const now = kernel.now()
  await db
    .insertInto('userSession')
    .values({
      ...session,
      idHash: hashOf(id),
      actingAs: null,
      createdAt: now.toISOString(),
      lastSeenAt: now.toISOString(),
      absoluteExpiry: new Date(now.getTime() + ABSOLUTE_HOURS * 60 * MINUTE).toISOString(),
      address: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    })
    .execute()
  setCookie(kernel.configuration, reply, id)
  return hashOf(id)
}

/** The same session under a new id: after MFA, on a switch of institution or site, and when viewing as a client begins or ends (ASVS 7.2.4). */
export async function rotateSession(
  kernel: Kernel,
  db: Db | Trx,
  idHash: Buffer,
  reply: FastifyReply,
  change: { siteId?: number; institutionId?: number; mfaValid?: boolean; actingAs?: number | null; returnsToInstitution?: number },
): Promise<Buffer> {
  const id = newId()
  await db
    .updateTable('userSession')
    .set({ ...change, idHash: hashOf(id), lastSeenAt: kernel.now().toISOString() })
    .where('idHash', '=', idHash)
    .execute()
  setCookie(kernel.configuration, reply, id)
  return hashOf(id)
}

export async function endSession(kernel: Kernel, db: Db | Trx, idHash: Buffer, reply: FastifyReply): Promise<void> {
  await db.deleteFrom('userSession').where('idHash', '=', idHash).execute()
  await announceEnd(db, idHash)
  reply.clearCookie(cookieName(kernel.configuration), cookieOptions(kernel.configuration))
}

/** Tells the open streams of a session that it ended; heard on commit. */
export async function announceEnd(db: Db | Trx, idHash: Buffer): Promise<void> {
  await sql`select pg_notify('corridor_session_end', ${idHash.toString('hex')})`.execute(db)
}

/** The session under a known hash: what the browser is told after signing in or switching. */
export async function readSession(kernel: Kernel, idHash: Buffer): Promise<Session> {
  return (await findSession(kernel, idHash))?.session ?? signedOut(kernel.configuration)
}

/** `__Host-` needs https; plain http exists on loopback and in demos only, and PUBLIC_URL says which it is. */
export const cookieName = (configuration: Configuration): string => (isHttps(configuration) ? '__Host-sid' : 'sid')

const cookieOptions = (configuration: Configuration) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isHttps(configuration),
})
const setCookie = (configuration: Configuration, reply: FastifyReply, id: string) =>
  reply.setCookie(cookieName(configuration), id, cookieOptions(configuration))
const isHttps = (configuration: Configuration) => configuration.publicUrl.startsWith('https:')

export const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest()
export const newId = (): string => randomBytes(32).toString('base64url')

/** BOLI on site 1, COLI on every other (seed 1). */
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
  permissions: [],
  reportTypeCodes: [],
  siteId: 0,
  siteName: '',
  portalLabel: portalLabel(1),
  sites: [],
  institutionId: 0,
  institutionName: '',
  institutions: [],
  msLength: 0,
  serviceRequest: '',
  environment: configuration.environmentText,
  version: VERSION,
  actingAs: null,
})

interface Found {
  session: Session
  idHash: Buffer
  actorId: number
  actorRole: Role
  lastSeen: number
}

const named = z.array(z.object({ id: z.int(), name: z.string() }))
const permissionEntries = z.array(z.object({ code: z.string(), access: z.literal([0, 1, 2]) }))
const codes = new Map<string, Session['permissions'][number]['code']>(PERMISSION_CODES.map((code) => [code, code]))

/**
 * One statement for everything a request must know of its caller. A session counts only while its person is active, still belongs to the
 * site, and, on the client side, the institution is active, theirs and on that site: taking any of these away ends access at the next call.
 * While somebody views as a client both must hold: the client's own reach, and the right to look (USERS 1) of whoever looks.
 */
async function findSession(kernel: Kernel, idHash: Buffer): Promise<Found | undefined> {
  const now = kernel.now().toISOString()
  const { rows: found } = await sql<FoundRow>`
    select s.id_hash, s.user_id as actor_id, actor.role as actor_role, s.site_id, s.mfa_valid, s.acting_as, s.last_seen_at, u.id as user_id, u.role, u.first_name, u.last_name, u.email,
      u.title, u.mfa_channel, settings.session_timeout, site.display_name as site_name,
      i.id as institution_id, i.name as institution_name,
      coalesce((select jsonb_agg(jsonb_build_object('code', p.code, 'access', p.access)) from user_permission p where p.user_id = u.id), '[]') as permissions,
      (select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.display_name) order by x.id)
         from user_site us join site x on x.id = us.site_id and x.status = 'ACTIVE' where us.user_id = u.id
         and (u.role in ('b', 'd') or exists (select from institution_site xs where xs.site_id = us.site_id and (xs.institution_id = u.institution_id
           or exists (select from user_institution ui where ui.user_id = u.id and ui.institution_id = xs.institution_id))))) as sites,
      case when u.role = 'e' then coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name) order by x.name, x.id)
         from user_institution ui join institution x on x.id = ui.institution_id and x.status = 'ACTIVE'
         join institution_site xs on xs.institution_id = x.id and xs.site_id = s.site_id where ui.user_id = u.id), '[]') else '[]' end as institutions,
      case when i.id is null then '{}' else coalesce(
        (select array(select unnest(own.report_type_codes) intersect select unnest(ours.report_type_codes) order by 1)
           from membership own join membership ours on ours.institution_id = own.institution_id and ours.site_id = own.site_id and ours.user_id is null
           where own.institution_id = i.id and own.site_id = s.site_id and own.user_id = u.id),
        (select ours.report_type_codes from membership ours where ours.institution_id = i.id and ours.site_id = s.site_id and ours.user_id is null), '{}') end as report_type_codes
    from user_session s
    join user_account u on u.id = coalesce(s.acting_as, s.user_id) and u.status = 1
    join user_account actor on actor.id = s.user_id and actor.status = 1
    join site on site.id = s.site_id and site.status = 'ACTIVE'
    join user_site on user_site.user_id = s.user_id and user_site.site_id = s.site_id
    cross join settings
    left join institution i on i.id = s.institution_id and i.status = 'ACTIVE'
      and exists (select from institution_site x where x.institution_id = i.id and x.site_id = s.site_id)
      and case u.role when 'e' then exists (select from user_institution x where x.user_id = u.id and x.institution_id = i.id)
                      when 'a' then u.institution_id = i.id when 'c' then u.institution_id = i.id else true end
    where s.id_hash = ${idHash} and s.absolute_expiry > ${now}::timestamptz
      and s.last_seen_at > ${now}::timestamptz - (settings.session_timeout + ${WRITE_EVERY / MINUTE}::int) * interval '1 minute'
      and (i.id is not null or u.role in ('b', 'd'))
      and (s.acting_as is null or u.role in ('a', 'c', 'e') and actor.role in ('b', 'd')
        and exists (select from user_site x where x.user_id = u.id and x.site_id = s.site_id)
        and exists (select from user_permission p where p.user_id = actor.id and p.code = 'USERS' and p.access > 0))`.execute(kernel.db)
  const row = found[0]
  if (!row) return undefined
  const permissions: Session['permissions'] = permissionEntries.parse(row.permissions).flatMap(({ code, access }) => {
    const known = codes.get(code)
    return known ? [{ code: known, access }] : []
  })
  return {
    idHash: row.idHash,
    actorId: row.actorId,
    actorRole: row.actorRole,
    lastSeen: Date.parse(row.lastSeenAt),
    session: {
      userId: row.userId,
      userRole: row.role,
      firstName: row.firstName,
      lastName: row.lastName,
      email: row.email,
      title: row.title,
      mfaChannel: row.mfaChannel,
      isMfaValid: row.mfaValid,
      isMFAEnabled: row.mfaValid,
      permissions,
      reportTypeCodes: row.reportTypeCodes,
      siteId: row.siteId,
      siteName: row.siteName,
      portalLabel: portalLabel(row.siteId),
      sites: named.parse(row.sites),
      institutionId: row.institutionId ?? 0,
      institutionName: row.institutionName ?? '',
      institutions: named.parse(row.institutions),
      msLength: row.sessionTimeout * MINUTE,
      serviceRequest: '',
      environment: kernel.configuration.environmentText,
      version: VERSION,
      actingAs: row.actingAs === null ? null : { userId: row.actingAs, name: `${row.firstName} ${row.lastName}` },
    },
  }
}

interface FoundRow {
  idHash: Buffer
  actorId: number
  actorRole: Role
  siteId: number
  mfaValid: boolean
  actingAs: number | null
  lastSeenAt: string
  userId: number
  role: Session['userRole']
  firstName: string
  lastName: string
  email: string
  title: string | null
  mfaChannel: string | null
  sessionTimeout: number
  siteName: string
  institutionId: number | null
  institutionName: string | null
  permissions: unknown
  sites: unknown
  institutions: unknown
  reportTypeCodes: string[]
}
