/** A session that moves to a site on another host: cookies do not cross hosts, so a token good once and for a minute carries it. */
import type { Session } from '@corridor/contract/session.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { recordActivity } from '../../platform/audit-log/activity.ts'
import { AppError } from '../../platform/http/errors.ts'
import { endSession, hashOf, newId, readSession, rotateSession, sessionRowOf } from '../../platform/http/sessions.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { hostOf, selectPlaces } from './queries.ts'
import type { SignedInVisit, Visit } from './visit.ts'

const VALID_SECONDS = 60

/** The origin of a site that answers on another host than the one asked; null when the session's cookie reaches it. */
export async function hostElsewhere(kernel: Kernel, siteId: number, host: string): Promise<string | null> {
  const site = await kernel.db.selectFrom('site').select('url').where('id', '=', siteId).executeTakeFirst()
  if (!site?.url || hostOf(site.url) === undefined || hostOf(site.url) === host) return null
  return new URL(/^https?:/.test(site.url) ? site.url : `https://${site.url}`).origin
}

export async function handOver({ kernel, request, session }: SignedInVisit, siteId: number): Promise<string> {
  const row = sessionRowOf(request)
  if (!row) throw new AppError('not_signed_in')
  const token = newId()
  const now = kernel.now()
  await kernel.db
    .insertInto('singleUseToken')
    .values({
      tokenHash: hashOf(token),
      purpose: 'enter',
      userId: session.userId,
      sessionHash: row.idHash,
      targetSiteId: siteId,
      ...browserOf(request),
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + VALID_SECONDS * 1000).toISOString(),
    })
    .execute()
  return token
}

/** The session itself moves: under a new id, on this host, and the old host's cookie is worth nothing from then on. */
export async function enterSite(visit: Visit, token: string): Promise<Session> {
  const { kernel, request, reply } = visit
  const now = kernel.now().toISOString()
  const before = sessionRowOf(request)
  const entered = await kernel.db.transaction().execute(async (trx) => {
    const passage = await trx
      .updateTable('singleUseToken')
      .set({ usedAt: now })
      .where('tokenHash', '=', hashOf(token))
      .where('purpose', '=', 'enter')
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', now)
      // Only the browser that asked: somebody else's link must not sign a person in as them.
      .where('address', '=', request.ip)
      .where('userAgent', '=', browserOf(request).userAgent)
      .returning(['userId', 'sessionHash', 'targetSiteId'])
      .executeTakeFirst()
    if (!passage?.sessionHash || !passage.targetSiteId) return undefined
    const session = await readSession(kernel, passage.sessionHash)
    if (session.userId !== passage.userId || (await hostElsewhere(kernel, passage.targetSiteId, request.hostname))) return undefined
    const own = isStaff(session.userRole) || session.userRole === 'e' ? null : session.institutionId
    const places = await selectPlaces(trx, { id: session.userId, role: session.userRole, institutionId: own })
    const onSite = places.filter(({ siteId }) => siteId === passage.targetSiteId)
    const place = onSite.find(({ institutionId }) => institutionId === session.institutionId) ?? onSite[0]
    if (!place) return undefined
    if (before && !before.idHash.equals(passage.sessionHash)) await endSession(kernel, trx, before.idHash, reply)
    await recordActivity(trx, { session, request }, { action: 'session.site', entity: 'site', entityId: place.siteId })
    return rotateSession(kernel, trx, passage.sessionHash, reply, place)
  })
  if (!entered) throw new AppError('link_over')
  return readSession(kernel, entered)
}

const browserOf = (request: Visit['request']) => ({
  address: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? '',
})
