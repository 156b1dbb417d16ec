/** The people of an institution who hold a permission: they are written to, and answer or sign for it. */
import { type AccessSubject, type Level, levelOf, type PermissionCode, type PermissionEntry } from '@corridor/domain/access/access.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { selectServiceTeams } from '../notifications/mail-templates.ts'

export interface PersonWith {
  userId: number
  institutionId: number
  email: string
  firstName: string
  lastName: string
  name: string
  level: Level
}

/** Active Clients and Team Members of these institutions on the site. With the rights of staff. */
export async function selectPeopleWith(
  trx: Trx,
  siteId: number,
  institutionIds: readonly number[],
  code: PermissionCode,
): Promise<PersonWith[]> {
  const { rows } = await sql<
    Omit<PersonWith, 'level'> & { userRole: 'a' | 'c'; permissions: PermissionEntry[]; reportTypeCodes: string[] }
  >`
    select u.id as user_id, u.institution_id, u.email, u.first_name, u.last_name, coalesce(u.display_name, u.first_name || ' ' || u.last_name) as name,
      u.role as user_role,
      coalesce((select jsonb_agg(jsonb_build_object('code', p.code, 'access', p.access)) from user_permission p where p.user_id = u.id), '[]') as permissions,
      case when own.id is null then ours.report_type_codes else array(select unnest(own.report_type_codes) intersect select unnest(ours.report_type_codes)) end as report_type_codes
    from user_account u
    join user_site on user_site.user_id = u.id and user_site.site_id = ${siteId}
    join membership ours on ours.institution_id = u.institution_id and ours.site_id = ${siteId} and ours.user_id is null
    left join membership own on own.institution_id = u.institution_id and own.site_id = ${siteId} and own.user_id = u.id
    where u.institution_id = any(${[...institutionIds]}::int[]) and u.role in ('a', 'c') and u.status = 1
    order by u.institution_id, u.last_name, u.first_name, u.id`.execute(trx)
  return rows.flatMap(({ permissions, reportTypeCodes, userRole, ...person }) => {
    const subject: AccessSubject = { userRole, permissions, reportTypeCodes }
    const level = levelOf(subject, code)
    return level === 0 ? [] : [{ ...person, level }]
  })
}

/** Recipients of an institution's uploads: its service team; where none is named, the site's own contact. With the rights of staff. */
export async function selectTeamAddresses(trx: Trx, siteId: number, institutionId: number): Promise<string[]> {
  const team = (await selectServiceTeams(trx, siteId, [institutionId], null)).get(institutionId)?.map(({ email }) => email) ?? []
  const contact = team.length > 0 ? null : await trx.selectFrom('site').select('contactEmail').where('id', '=', siteId).executeTakeFirst()
  return contact?.contactEmail ? [contact.contactEmail] : team
}
