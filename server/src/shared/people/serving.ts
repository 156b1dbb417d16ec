/** The people who are written to when an institution sends something: its service team on the site, or the site's own contact. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

export interface Serving {
  /** Null for the site's contact, who has no account here. */
  userId: number | null
  email: string
  name: string
}

/** Those active on the team, in its order; where none is named, the site's contact; nobody where the site has none either. With the rights of staff. */
export async function selectServing(trx: Trx, siteId: number, institutionId: number): Promise<Serving[]> {
  const team = await trx
    .selectFrom('serviceTeamMember as m')
    .innerJoin('userAccount as u', 'u.id', 'm.userId')
    .select(['u.id as userId', 'u.email', sql<string>`coalesce(u.display_name, u.first_name || ' ' || u.last_name)`.as('name')])
    .where('m.siteId', '=', siteId)
    .where('m.institutionId', '=', institutionId)
    .where('u.status', '=', 1)
    .orderBy('m.position')
    .execute()
  if (team.length > 0) return team
  const { email, name } = await trx
    .selectFrom('site')
    .select(['contactEmail as email', 'contactName as name'])
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow()
  return email === null ? [] : [{ userId: null, email, name: name ?? email }]
}
