/** The person whose address a mail comes from, and whether they may reply to the request that it names: what a session would be asked, without one. */
import { replyToServiceRequest } from '@corridor/contract/service-desk.ts'
import { allows, type Role } from '@corridor/domain/access/access.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { knownOf } from '../../shared/people/session-lookup.ts'

export interface Sender {
  userId: number
  role: Role
  firstName: string
  name: string
  email: string
  requestId: number
  institutionId: number
  siteId: number
  /** They reach the request's institution on its site, and hold the right. */
  mayReply: boolean
}

/**
 * As the owner, before it is known whose rights count; the reply itself is written under the sender's own.
 * @param email in small letters
 * @returns undefined for an address of no active account, or a request that is not there
 */
export async function selectSender(db: Db, requestId: number, email: string): Promise<Sender | undefined> {
  const { rows } = await sql<Omit<Sender, 'name' | 'mayReply'> & { lastName: string; reaches: boolean; permissions: unknown }>`
    select u.id as user_id, u.role, u.first_name, u.last_name, u.email, r.id as request_id, r.institution_id, r.site_id,
      coalesce((select jsonb_agg(jsonb_build_object('code', p.code, 'access', p.access)) from user_permission p where p.user_id = u.id), '[]') as permissions,
      exists (select from site where site.id = r.site_id and site.status = 'ACTIVE')
        and exists (select from user_site x where x.user_id = u.id and x.site_id = r.site_id)
        and exists (select from institution_site x where x.institution_id = r.institution_id and x.site_id = r.site_id)
        and exists (select from institution i where i.id = r.institution_id and i.status = 'ACTIVE')
        and case u.role when 'e' then exists (select from user_institution x where x.user_id = u.id and x.institution_id = r.institution_id)
                        when 'a' then u.institution_id = r.institution_id when 'c' then u.institution_id = r.institution_id else true end as reaches
    from service_request r join user_account u on lower(u.email) = ${email} and u.status = 1
    where r.id = ${requestId}`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { lastName, reaches, permissions, ...sender } = found
  const subject = { userRole: sender.role, permissions: knownOf(permissions), reportTypeCodes: [] }
  return {
    ...sender,
    name: `${sender.firstName} ${lastName}`,
    mayReply: reaches && allows(subject, replyToServiceRequest.access),
  }
}
