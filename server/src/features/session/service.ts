/** Signing in, out, and moving between institutions and sites: each gives the session a new id and leaves a row in the activity log. */

import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { login, Session } from '@corridor/contract/session.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { recordActivity, recordVisitor } from '../../platform/audit-log/activity.ts'
import { AppError } from '../../platform/http/errors.ts'
import { inScope, scopeOfSession } from '../../platform/http/scope.ts'
import { endSession, readSession, rotateSession, sessionRowOf, startSession } from '../../platform/http/sessions.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { isPasswordOf } from '../../shared/people/password-hashes.ts'
import { countAttempt, forgetAttempts } from './attempts.ts'
import { rememberDevice } from './devices.ts'
import { handOver, hostElsewhere } from './hand-over.ts'
import { isNewBrowser, tellOfNewBrowser } from './new-browser.ts'
import { hasInstitution, selectPlaces, selectSignIn } from './queries.ts'
import type { SignedInVisit, Visit } from './visit.ts'

/** The same answer after the same work for an unknown address, a wrong password and a deactivated person. */
export async function signIn({ kernel, request, reply }: Visit, input: ParsedOf<typeof login>): Promise<Session> {
  const { email, password, siteId, institutionId } = input
  const lockedFor = await countAttempt(kernel, 'sign-in', email, request)
  const user = await selectSignIn(kernel.db, email)
  // While locked a hash that nobody has is compared: the right password is not told from a wrong one by any answer.
  const right = await isPasswordOf(kernel, lockedFor === undefined ? user?.id : undefined, password)
  if (lockedFor !== undefined) {
    await recordVisitor(kernel.db, request, { action: 'session.locked', ...(user ? { actorId: user.id, actorRole: user.role } : {}) })
    throw new AppError('too_many_requests', { retryAfter: lockedFor })
  }
  if (!user || !right || user.status !== 1) {
    await recordVisitor(kernel.db, request, { action: 'session.refused', ...(user ? { actorId: user.id, actorRole: user.role } : {}) })
    throw new AppError('wrong_credentials')
  }
  const places = await selectPlaces(kernel.db, user)
  const onSite = places.filter((one) => one.siteId === siteId)
  const place = onSite.find((one) => one.institutionId === institutionId) ?? onSite[0] ?? places[0]
  if (place && institutionId && isStaff(user.role) && (await hasInstitution(kernel.db, place.siteId, institutionId)))
    place.institutionId = institutionId
  if (!place) throw new AppError('forbidden', { message: 'No institution or site is open to you yet. Ask your contact to add you to one.' })
  const before = sessionRowOf(request)
  const mfaValid = !kernel.configuration.mfaRequired
  const isNew = await isNewBrowser(kernel, request, { email, userId: user.id, sites: places.map((one) => one.siteId) })
  const started = await kernel.db.transaction().execute(async (trx) => {
    await forgetAttempts(kernel, trx, email, request)
    if (before) await endSession(kernel, trx, before.idHash, reply)
    const idHash = await startSession(kernel, trx, request, reply, {
      userId: user.id,
      ...place,
      mfaValid,
    })
    if (isNew) await tellOfNewBrowser(kernel, trx, request, { userId: user.id, siteId: place.siteId, mfaValid })
    await recordVisitor(trx, request, {
      action: 'session.started',
      actorId: user.id,
      actorRole: user.role,
      siteId: place.siteId,
      ...(place.institutionId ? { institutionId: place.institutionId } : {}),
    })
    return idHash
  })
  rememberDevice(kernel, request, reply, email)
  return readSession(kernel, started)
}

export async function signOut({ kernel, request, reply, session }: SignedInVisit, deliberate: boolean): Promise<undefined> {
  const row = sessionRowOf(request)
  if (!row) return undefined
  await kernel.db.transaction().execute(async (trx) => {
    await endSession(kernel, trx, row.idHash, reply)
    await recordActivity(trx, { session, request }, { action: 'session.ended' })
  })
  if (deliberate) reply.header('clear-site-data', '"cache", "storage"')
  return undefined
}

/** A representative moves among the institutions assigned; staff choose one of the site to look at, or none (0). */
export async function moveToInstitution(visit: SignedInVisit, institutionId: number): Promise<Session> {
  const { kernel, session } = visit
  const reachable = isStaff(session.userRole)
    ? institutionId === 0 || (await isOnSite(kernel, session, institutionId))
    : session.institutions.some(({ id }) => id === institutionId)
  if (!reachable) throw new AppError('not_found')
  return move(
    visit,
    { institutionId },
    { action: 'session.institution', entity: 'institution', entityId: institutionId, ...(institutionId ? { institutionId } : {}) },
  )
}

export async function moveToSite(visit: SignedInVisit, siteId: number): Promise<Session & { handOver: string | null }> {
  const { kernel, session } = visit
  const own = isStaff(session.userRole) || session.userRole === 'e' ? null : session.institutionId
  const places = (await selectPlaces(kernel.db, { id: session.userId, role: session.userRole, institutionId: own })).filter(
    (place) => place.siteId === siteId,
  )
  // A representative keeps the institution where the other site has it too.
  const place = places.find((one) => one.institutionId === session.institutionId) ?? places[0]
  if (!place) throw new AppError('not_found')
  const elsewhere = await hostElsewhere(kernel, siteId, visit.request.hostname)
  // The session stays here until it is entered there: a link nobody follows changes nothing.
  if (elsewhere) return { ...session, handOver: `${elsewhere}/login#enter=${await handOver(visit, siteId)}` }
  return { ...(await move(visit, place, { action: 'session.site', entity: 'site', entityId: siteId })), handOver: null }
}

async function move(
  { kernel, request, reply, session }: SignedInVisit,
  change: { siteId?: number; institutionId: number },
  event: Parameters<typeof recordActivity>[2],
): Promise<Session> {
  const row = sessionRowOf(request)
  if (!row) throw new AppError('not_signed_in')
  const moved = await kernel.db.transaction().execute(async (trx) => {
    await recordActivity(trx, { session, request }, event)
    return rotateSession(kernel, trx, row.idHash, reply, change)
  })
  return readSession(kernel, moved)
}

const isOnSite = (kernel: Kernel, session: Session, institutionId: number): Promise<boolean> =>
  inScope(kernel.db, scopeOfSession(session), async (trx) => {
    const found = await trx
      .selectFrom('institutionSite')
      .select('institutionId')
      .where('siteId', '=', session.siteId)
      .where('institutionId', '=', institutionId)
      .executeTakeFirst()
    return found !== undefined
  })
