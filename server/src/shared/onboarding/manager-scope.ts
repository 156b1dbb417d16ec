/** The right to bring a book over outside a request: the same as the Onboarding page asks for, looked up when the work begins. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type Scope, scopeOfManager } from '../../platform/http/scope.ts'

export interface Portal {
  name: string
  scope: Scope
}

/** The portals on which a person is an active manager with level 2 of Institutions; none where they are not. */
export async function portalsOfManager(db: Db, who: { email: string } | { userId: number }): Promise<Portal[]> {
  const condition = 'email' in who ? sql`lower(u.email) = ${who.email.toLowerCase()}` : sql`u.id = ${who.userId}`
  const { rows } = await sql<{ userId: number; siteId: number; name: string }>`
    select u.id as user_id, s.id as site_id, s.name from user_account u join user_site x on x.user_id = u.id join site s on s.id = x.site_id
    join user_permission p on p.user_id = u.id and p.code = 'INSTITUTIONS' and p.access = 2
    where ${condition} and u.status = 1 and u.role = 'd' order by s.id`.execute(db)
  return rows.map(({ userId, siteId, name }) => ({ name, scope: scopeOfManager(siteId, userId) }))
}
