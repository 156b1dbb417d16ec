/** The people of an institution whom its team's answers are meant for: who asked the request, and who replied to it. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** But for the caller, and only those who may still be there for it. With the rights of staff. @returns `isExpected` false: they have no way to sign in yet */
export async function selectAskers(trx: Trx, scope: Scope, { institutionId, id }: { institutionId: number; id: number }) {
  const { rows } = await sql<{ userId: number; email: string; firstName: string; name: string; isExpected: boolean }>`
    select u.id as user_id, u.email, u.first_name, u.first_name || ' ' || u.last_name as name, is_expected(u.id) as is_expected from user_account u
    join user_site s on s.user_id = u.id and s.site_id = ${scope.siteId}
    where u.status = 1 and u.id <> ${scope.userId}
      and (u.institution_id = ${institutionId}
        or exists (select from user_institution x where x.user_id = u.id and x.institution_id = ${institutionId}))
      and (u.id = (select r.user_id from service_request r where r.institution_id = ${institutionId} and r.id = ${id})
        or exists (select from service_request_message m where m.institution_id = ${institutionId} and m.request_id = ${id}
          and m.user_id = u.id and m.kind = 'REPLY' and not m.from_team))
    order by u.id`.execute(trx)
  return rows
}
