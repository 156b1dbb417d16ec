/** The rights of a person on the active site, asked by themselves or by staff who may see users; and how far their invitation is. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { Session } from '@corridor/contract/session.ts'
import type { getInvitation } from '@corridor/contract/users.ts'
import { isStaff, levelOf } from '@corridor/domain/access/access.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { INVITATION } from '../../shared/people/invitation.ts'

/** @returns undefined for somebody out of the caller's reach */
export async function selectMembership(trx: Trx, scope: Scope, session: Session, userId: number): Promise<string[] | undefined> {
  if (userId === session.userId) return session.reportTypeCodes
  if (!isStaff(session.userRole) || levelOf(session, 'USERS') < 1) return undefined
  const { rows } = await sql<{ codes: string[] }>`
    select coalesce(
      (select array(select unnest(own.report_type_codes) intersect select unnest(ours.report_type_codes) order by 1)
         from membership own join membership ours on ours.institution_id = own.institution_id and ours.site_id = own.site_id and ours.user_id is null
         where own.user_id = u.id and own.site_id = ${scope.siteId} and own.institution_id = u.institution_id),
      (select ours.report_type_codes from membership ours where ours.institution_id = u.institution_id and ours.site_id = ${scope.siteId} and ours.user_id is null), '{}') as codes
    from user_account u join user_site us on us.user_id = u.id and us.site_id = ${scope.siteId} where u.id = ${userId}`.execute(trx)
  return rows[0]?.codes
}

type Invitation = ReplyOf<typeof getInvitation>

export async function selectInvitation(trx: Trx, userId: number): Promise<Invitation> {
  const { rows } = await sql<Invitation>`select ${INVITATION} as status, x.expires_at, x.used_at from user_account t
    left join lateral (select expires_at, used_at from single_use_token where user_id = t.id and purpose = 'invite' order by expires_at desc limit 1) x on true
    where t.id = ${userId}`.execute(trx)
  return rows[0] ?? { status: 'none', expiresAt: null, usedAt: null }
}
