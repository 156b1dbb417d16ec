/** The firm's own people: staff, managers and representatives. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** Those active on the site: who may look after an institution, or serve on its team. */
export async function selectFirm(trx: Trx, scope: Scope): Promise<{ id: number; name: string; title: string | null }[]> {
  return trx
    .selectFrom('userAccount as u')
    .innerJoin('userSite as s', (join) => join.onRef('s.userId', '=', 'u.id').on('s.siteId', '=', scope.siteId))
    .select(['u.id', 'u.title', sql<string>`u.first_name || ' ' || u.last_name`.as('name')])
    .where('u.role', 'in', ['b', 'd', 'e'])
    .where('u.status', '=', 1)
    .orderBy('u.lastName')
    .orderBy('u.firstName')
    .orderBy('u.id')
    .limit(1000)
    .execute()
}
