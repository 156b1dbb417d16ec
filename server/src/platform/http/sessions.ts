/** Sessions are rows, found by the hash of a cookie in one prepared statement; they end on the server, whatever the page believes. */
import { createHash, randomBytes } from 'node:crypto'
import type { Session } from '@corridor/contract/session.ts'
import type { Role } from '@corridor/domain/access/access.ts'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Configuration } from '../configuration.ts'
import type { Db, Trx } from '../database/database.ts'
import type { Kernel } from '../kernel.ts'
import { keyOf } from './api-keys.ts'
import { AppError } from './errors.ts'
import { type FoundSession, MINUTE, signedOut, writeEvery } from './found-session.ts'

/** NIST 800-63B AAL2 allows 24 hours; ours end 12 hours after sign-in whatever happens. */
export const ABSOLUTE_HOURS = 12

/** Behind a signed-in request: who really acts, and the row to rotate or end. */
export interface SessionRow {
  /** Stays when the cookie's id changes. */
  id: number
  idHash: Buffer
  /** The person who signed in; `Session.userId` is who they look as. */
  actorId: number
  actorRole: Role
  /** When the password was last given on this session, in epoch milliseconds. */
  confirmedAt: number
  /** Begun through a bank's own provider. */
  throughProvider: boolean
}

const rows = new WeakMap<FastifyRequest, SessionRow>()
export const sessionRowOf = (request: FastifyRequest): SessionRow | undefined => rows.get(request)

/** The session of a request, signed out when there is none. A person's own call restarts the idle clock, a background one does not. */
export async function sessionOf(kernel: Kernel, request: FastifyRequest, background: boolean): Promise<Session> {
  const cookie = request.cookies[cookieName(kernel.configuration)]
  if (!cookie || cookie.length > 100) return signedOut(kernel.configuration)
  const found = await kernel.business.findSession(kernel, hashOf(cookie))
  if (!found) return signedOut(kernel.configuration)
  const now = kernel.now().getTime()
  const { id, idHash, actorId, actorRole, confirmedAt, throughProvider } = found
  rows.set(request, { id, idHash, actorId, actorRole, confirmedAt, throughProvider })
  // A page says so of its own refetches (web/src/kernel/call.ts); it can only make its session shorter with it.
  if (background || request.headers['x-background'] === '1') return { ...found.session, msLength: msLeft(found, now) }
  if (now - found.lastSeen >= writeEvery(found.idleLength)) {
    await kernel.db
      .updateTable('userSession')
      .set({ lastSeenAt: new Date(now).toISOString() })
      .where('idHash', '=', found.idHash)
      .execute()
  }
  return found.session
}

/** Remains of a session that nobody touches. */
const msLeft = ({ session, idleLength, lastSeen }: FoundSession, now: number): number =>
  Math.max(0, Math.min(session.msAbsolute, lastSeen + idleLength - writeEvery(idleLength) - now))

/** How long a password given counts for changes of what protects an account (ASVS 7.5.1). */
export const CONFIRMED_MINUTES = 10

/**
 * Before a sensitive change (own email address, phone, second factor): refuses unless the password was given on this session within ten minutes.
 * The page answers `confirm_required` by asking for the password (POST /api/session/confirm) and repeats the call by itself.
 */
export function requireRecentSignIn({ kernel, request }: { kernel: Kernel; request: FastifyRequest }): void {
  const row = sessionRowOf(request)
  if (!row && keyOf(request))
    throw new AppError('forbidden', { message: 'This change requires a password. A person makes it in the portal; an API key cannot.' })
  if (!row) throw new AppError('not_signed_in')
  if (row.confirmedAt + CONFIRMED_MINUTES * MINUTE <= kernel.now().getTime()) throw new AppError('confirm_required')
}

/** Whether the session behind an open stream still stands. */
export const isAlive = async (kernel: Kernel, idHash: Buffer): Promise<boolean> =>
  (await kernel.business.findSession(kernel, idHash)) !== undefined

export interface NewSession {
  userId: number
  siteId: number
  institutionId: number
  mfaValid: boolean
  /** The bank's own provider that proved the person, as it stood then: with any change of it the session is over. */
  providerSiteId?: number
  providerUpdatedAt?: string
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
      confirmedAt: now.toISOString(),
      absoluteExpiry: new Date(now.getTime() + ABSOLUTE_HOURS * 60 * MINUTE).toISOString(),
      address: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    })
    .execute()
  // A session that still waits for its second factor visits nobody yet.
  if (session.mfaValid) await kernel.business.noteVisit(db, session, now)
  setCookie(kernel.configuration, reply, id)
  return hashOf(id)
}

/** The same session under a new id: after MFA, on a switch of institution or site, and when viewing as a client begins or ends (ASVS 7.2.4). */
export async function rotateSession(
  kernel: Kernel,
  db: Db | Trx,
  idHash: Buffer,
  reply: FastifyReply,
  change: {
    siteId?: number
    institutionId?: number
    mfaValid?: boolean
    actingAs?: number | null
    returnsToInstitution?: number
    confirmedAt?: string
  },
): Promise<Buffer> {
  const id = newId()
  const row = await db
    .updateTable('userSession')
    .set({ ...change, idHash: hashOf(id), lastSeenAt: kernel.now().toISOString() })
    .where('idHash', '=', idHash)
    .returning(['userId', 'siteId', 'institutionId', 'mfaValid', 'actingAs'])
    .executeTakeFirst()
  // Signed in to the end, or arrived at another institution; whoever looks through a client's eyes is no visit of theirs.
  const arrives = change.mfaValid || change.institutionId !== undefined || change.siteId !== undefined
  if (row && arrives && row.mfaValid && row.actingAs === null && change.actingAs === undefined)
    await kernel.business.noteVisit(db, row, kernel.now())
  setCookie(kernel.configuration, reply, id)
  return hashOf(id)
}

export async function endSession(kernel: Kernel, db: Db | Trx, idHash: Buffer, reply: FastifyReply): Promise<void> {
  await db.deleteFrom('userSession').where('idHash', '=', idHash).execute()
  await announceEnd(db, idHash)
  reply.clearCookie(cookieName(kernel.configuration), cookieOptions(kernel.configuration))
}

/**
 * Ends a person's sessions: all, all but one, or one. Their open streams end with them.
 * @returns how many there were
 */
export async function endSessionsOf(trx: Db | Trx, userId: number, but?: Buffer, only?: Buffer): Promise<number> {
  let sessions = trx.deleteFrom('userSession').where('userId', '=', userId)
  if (but) sessions = sessions.where('idHash', '<>', but)
  if (only) sessions = sessions.where('idHash', '=', only)
  const ended = await sessions.returning('idHash').execute()
  for (const { idHash } of ended) await announceEnd(trx, idHash)
  return ended.length
}

/** Tells the open streams of a session that it ended; heard on commit. */
export async function announceEnd(db: Db | Trx, idHash: Buffer): Promise<void> {
  await sql`select pg_notify('corridor_session_end', ${idHash.toString('hex')})`.execute(db)
}

/** The session under a known hash: what the browser is told after signing in or switching. */
export async function readSession(kernel: Kernel, idHash: Buffer): Promise<Session> {
  return (await kernel.business.findSession(kernel, idHash))?.session ?? signedOut(kernel.configuration)
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
