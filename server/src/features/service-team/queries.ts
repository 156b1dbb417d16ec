/** The service team of an institution on a site. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'

/** In the order the client reads them; also those who left the firm, whom only staff are shown. */
export async function selectTeam(trx: Trx, scope: Scope, institutionId: number) {
  const rows = await trx
    .selectFrom('serviceTeamMember as m')
    .innerJoin('userAccount as u', 'u.id', 'm.userId')
    .select([
      'u.id',
      'u.firstName',
      'u.middleName',
      'u.lastName',
      'u.email',
      'u.title',
      'u.displayName',
      'u.bio',
      'u.phone',
      'u.extension',
      sql<
        string | null
      >`case when u.avatar_sha256 is not null then '/api/service-team/' || u.id || '/avatar?v=' || left(u.avatar_sha256, 12) end`.as(
        'avatar',
      ),
      sql<boolean>`u.status = 1`.as('active'),
    ])
    .where(visible(scope, 'm'))
    .where('m.institutionId', '=', institutionId)
    .orderBy('m.position')
    .execute()
  return scope.side === 'client' ? rows.filter(({ active }) => active) : rows
}

/** The portrait of somebody on the team, or, for staff, of anybody of the firm. */
export async function selectAvatar(trx: Trx, scope: Scope, userId: number): Promise<string | null> {
  let query = trx.selectFrom('userAccount as u').select('u.avatarSha256').where('u.id', '=', userId)
  query =
    scope.side === 'client'
      ? query.where((of) =>
          of.exists(
            of.selectFrom('serviceTeamMember as m').select('m.userId').where(visible(scope, 'm')).whereRef('m.userId', '=', 'u.id'),
          ),
        )
      : query.where('u.role', 'in', ['b', 'd', 'e'])
  return (await query.executeTakeFirst())?.avatarSha256 ?? null
}

export const selectContact = (trx: Trx, scope: Scope) =>
  trx
    .selectFrom('site')
    .select(['contactName as name', 'contactEmail as email', 'contactPhone as phone'])
    .where('id', '=', scope.siteId)
    .executeTakeFirstOrThrow()
