/** Seeing the portal exactly as a client does: the staff member's own session, under a new id, looks through the client's eyes; kernel/route keeps it read-only. */
import type { Session } from '@corridor/contract/session.ts'
import { isStaff, type Role } from '@corridor/domain/access/access.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { recordActivity } from '../../platform/audit-log/activity.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { inScope, type Scope } from '../../platform/http/scope.ts'
import { readSession, rotateSession, sessionRowOf } from '../../platform/http/sessions.ts'
import type { Kernel } from '../../platform/kernel.ts'

interface Visit {
  kernel: Kernel
  session: Session
  scope: Scope
  request: FastifyRequest
  reply: FastifyReply
}

export async function startView(
  { kernel, session, scope, request, reply }: Visit,
  { userId, institutionId }: { userId: number; institutionId?: number | undefined },
): Promise<Session> {
  const row = sessionRowOf(request)
  if (!row) throw new AppError('not_signed_in')
  // Otherwise the view would be nothing but the request for a new password.
  if (session.passwordExpired) throw new AppError('password_expired')
  const person = await inScope(kernel.db, scope, (trx) => selectViewed(trx, scope, userId, institutionId))
  if (!person) throw new AppError('not_found')
  if (isStaff(person.role))
    throw new AppError('forbidden', {
      message: 'You cannot view the portal as a staff member: choose a client, a Team Member or a representative.',
    })
  if (person.status !== 1) throw new AppError('wrong_status', { message: `${person.name} is deactivated and sees nothing.` })
  if (person.institutionId === null)
    throw institutionId === undefined
      ? new AppError('wrong_status', { message: `No institution of ${person.name} is active on this site, so they see nothing here.` })
      : new AppError('not_found')
  const change = { actingAs: userId, institutionId: person.institutionId, returnsToInstitution: session.institutionId }
  const seen = {
    ...session,
    userId,
    userRole: person.role,
    institutionId: person.institutionId,
    actingAs: { userId, name: person.name },
  }
  const started = await kernel.db.transaction().execute(async (trx) => {
    await recordActivity(trx, { session: seen, request }, { action: 'view_as.started', entity: 'users', entityId: userId })
    return rotateSession(kernel, trx, row.idHash, reply, change)
  })
  return readSession(kernel, started)
}

export async function endView({ kernel, session, request, reply }: Visit): Promise<Session> {
  const row = sessionRowOf(request)
  const viewed = session.actingAs
  if (!row || !viewed) return session
  const ended = await kernel.db.transaction().execute(async (trx) => {
    const { returnsToInstitution } = await trx
      .selectFrom('userSession')
      .select('returnsToInstitution')
      .where('idHash', '=', row.idHash)
      .executeTakeFirstOrThrow()
    await recordActivity(trx, { session, request }, { action: 'view_as.ended', entity: 'users', entityId: viewed.userId })
    return rotateSession(kernel, trx, row.idHash, reply, { actingAs: null, institutionId: returnsToInstitution, returnsToInstitution: 0 })
  })
  return readSession(kernel, ended)
}

interface Viewed {
  role: Role
  status: number
  name: string
  institutionId: number | null
}

/** Somebody of the active site, with the institution they act for there: the one asked for, else the first by name, as at sign-in. */
async function selectViewed(trx: Trx, scope: Scope, userId: number, institutionId: number | undefined): Promise<Viewed | undefined> {
  const { rows } = await sql<Viewed>`
    select u.role, u.status, concat_ws(' ', u.first_name, u.last_name) as name, i.id as institution_id
    from user_account u
    join user_site s on s.user_id = u.id and s.site_id = ${scope.siteId}
    left join institution i on i.status = 'ACTIVE' and (${institutionId ?? null}::int is null or i.id = ${institutionId ?? null}::int)
      and exists (select from institution_site x where x.institution_id = i.id and x.site_id = ${scope.siteId})
      and case u.role when 'e' then exists (select from user_institution x where x.user_id = u.id and x.institution_id = i.id)
                      else u.institution_id = i.id end
    where u.id = ${userId} order by i.name, i.id limit 1`.execute(trx)
  return rows[0]
}
