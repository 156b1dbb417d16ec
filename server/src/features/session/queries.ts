/** Statements of signing in, before any scope exists: as corridor_app, on the few tables it may see. */
import type { Role } from '@corridor/domain/access/access.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

export const selectSignIn = (db: Db, email: string) =>
  db
    .selectFrom('userAccount')
    .select(['id', 'role', 'status', 'institutionId'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()

/** Where a person may work: their sites with, on the client side, the institutions theirs on each; by site, then institution name. */
export const selectPlaces = async (db: Db | Trx, user: { id: number; role: Role; institutionId: number | null }) => {
  const { rows } = await sql<{ siteId: number; institutionId: number }>`
    select us.site_id, coalesce(i.id, 0) as institution_id
    from user_site us
    join site on site.id = us.site_id and site.status = 'ACTIVE'
    left join institution i on i.status = 'ACTIVE'
      and exists (select from institution_site x where x.institution_id = i.id and x.site_id = us.site_id)
      and (i.id = ${user.institutionId}::int or exists (select from user_institution x where x.user_id = us.user_id and x.institution_id = i.id))
    where us.user_id = ${user.id} and (i.id is not null or ${user.role} in ('b', 'd'))
    order by us.site_id, i.name, i.id`.execute(db)
  return rows
}

export const hasInstitution = async (db: Db, siteId: number, institutionId: number): Promise<boolean> =>
  (await db
    .selectFrom('institutionSite')
    .innerJoin('institution', 'institution.id', 'institutionSite.institutionId')
    .select('institution.id')
    .where('institutionSite.siteId', '=', siteId)
    .where('institution.id', '=', institutionId)
    .where('institution.status', '=', 'ACTIVE')
    .executeTakeFirst()) !== undefined

/** The site of somebody who is not signed in: the one whose address they came by, else the first. */
export const selectPublicSite = async (db: Db, siteId: number, host: string) => {
  const sites = await db
    .selectFrom('site')
    .select(['id', 'name', 'displayName', 'url', 'linkedUrl', 'logoSha256', 'theme', 'siteNavigation'])
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .execute()
  const site = sites.find(({ id }) => id === siteId) ?? sites.find(({ url }) => url !== null && hostOf(url) === host) ?? sites[0]
  return site && { ...site, severalSites: sites.length > 1 }
}

export const hostOf = (url: string): string | undefined => {
  const address = /^https?:/.test(url) ? url : `https://${url}`
  return URL.canParse(address) ? new URL(address).hostname : undefined
}

export const selectActiveEmails = (db: Db, emails: readonly string[]) =>
  db.selectFrom('userAccount').select('email').where('email', 'in', emails).where('status', '=', 1).execute()
