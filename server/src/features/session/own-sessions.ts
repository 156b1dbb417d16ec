/** Where a person is signed in, and ending it: their own sessions, and for a manager anybody's of the site (ASVS 7.4.5, 7.5.2). */
import type { OpenSession } from '@corridor/contract/session.ts'
import { sql } from 'kysely'
import { recordActivity } from '../../platform/audit-log/activity.ts'
import { AppError } from '../../platform/http/errors.ts'
import { endSession, endSessionsOf, sessionRowOf } from '../../platform/http/sessions.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { deviceOf } from '../../shared/people/device-name.ts'
import type { SignedInVisit } from './visit.ts'

export async function ownSessions(visit: SignedInVisit): Promise<OpenSession[]> {
  const row = own(visit)
  return selectOpen(visit.kernel, row.actorId, row.idHash)
}

export async function endOwnSession(visit: SignedInVisit, id: number): Promise<undefined> {
  const { kernel, reply } = visit
  const row = own(visit)
  await kernel.db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('userSession')
      .select('idHash')
      .where('id', '=', id)
      .where('userId', '=', row.actorId)
      .executeTakeFirst()
    if (!found) throw new AppError('not_found')
    if (found.idHash.equals(row.idHash)) await endSession(kernel, trx, row.idHash, reply)
    else await endSessionsOf(trx, row.actorId, undefined, found.idHash)
    await recordActivity(trx, visit, { action: 'session.ended', entity: 'session', entityId: id })
  })
  return undefined
}

export async function endOwnOtherSessions(visit: SignedInVisit): Promise<{ ended: number }> {
  const row = own(visit)
  return visit.kernel.db.transaction().execute(async (trx) => {
    const ended = await endSessionsOf(trx, row.actorId, row.idHash)
    await recordActivity(trx, visit, { action: 'session.ended_others', after: { ended } })
    return { ended }
  })
}

export async function sessionsOfUser(visit: SignedInVisit, userId: number): Promise<OpenSession[]> {
  await reach(visit, userId)
  return selectOpen(visit.kernel, userId, own(visit).idHash)
}

export async function endSessionsOfUser(visit: SignedInVisit, userId: number): Promise<{ ended: number }> {
  await reach(visit, userId)
  return visit.kernel.db.transaction().execute(async (trx) => {
    const ended = await endSessionsOf(trx, userId)
    await recordActivity(trx, visit, { action: 'session.ended_for', entity: 'users', entityId: userId, after: { ended } })
    return { ended }
  })
}

function own({ request, session }: SignedInVisit) {
  const row = sessionRowOf(request)
  if (!row) throw new AppError('not_signed_in')
  if (!session.isMfaValid) throw new AppError('mfa_required')
  return row
}

/** A manager reaches the people of the active site. */
async function reach({ kernel, session }: SignedInVisit, userId: number): Promise<void> {
  const found = await kernel.db
    .selectFrom('userSite')
    .select('userId')
    .where('userId', '=', userId)
    .where('siteId', '=', session.siteId)
    .executeTakeFirst()
  if (!found) throw new AppError('not_found')
}

async function selectOpen(kernel: Kernel, userId: number, current: Buffer): Promise<OpenSession[]> {
  const now = kernel.now().toISOString()
  const { rows } = await sql<Row>`
    select s.id, s.id_hash, s.created_at as started_at, s.last_seen_at, s.address, s.user_agent, site.display_name as site_name
    from user_session s join site on site.id = s.site_id cross join settings
    where s.user_id = ${userId} and s.absolute_expiry > ${now}::timestamptz
      and s.last_seen_at > ${now}::timestamptz - settings.session_timeout * interval '1 minute'
    order by s.last_seen_at desc, s.id desc limit 100`.execute(kernel.db)
  return rows.map(({ idHash, userAgent, ...row }) => ({ ...row, current: idHash.equals(current), device: deviceOf(userAgent) }))
}

interface Row {
  id: number
  idHash: Buffer
  startedAt: string
  lastSeenAt: string
  address: string | null
  userAgent: string | null
  siteName: string
}
