/** The institution that a dashboard or a calculation is about. */
import type { Session } from '@corridor/contract/session.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'

/**
 * A client's own institution, whatever it asks for; for staff the one asked for, or the one they work on.
 * @returns 0 where staff have chosen none
 * @throws AppError not_found for an institution outside the scope
 */
export async function chosenInstitution(trx: Trx, scope: Scope, session: Session, clientId: number | undefined): Promise<number> {
  if (!isStaff(session.userRole) && clientId !== undefined && clientId !== 0 && clientId !== scope.institutionId)
    throw new AppError('not_found')
  const institutionId = isStaff(session.userRole) ? clientId || session.institutionId : scope.institutionId
  if (institutionId === 0) return 0
  const known = await trx
    .selectFrom('institutionSite')
    .select('institutionId')
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', scope.siteId)
    .executeTakeFirst()
  if (!known) throw new AppError('not_found')
  return institutionId
}
