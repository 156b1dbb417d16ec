/** Whom announcements reach: what a person is shown today, and how many people an audience has. */
import type { ShownAnnouncement } from '@corridor/contract/announcements.ts'
import type { Session } from '@corridor/contract/session.ts'
import { allows, permission, type Role } from '@corridor/domain/access/access.ts'
import { QUESTIONNAIRE_PAGE } from '@corridor/domain/sites/announcement-text.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { dayOfSite } from '../../shared/site-day.ts'

/** More at once nobody reads. */
const MOST = 5

/**
 * Warnings first, then the latest. What is meant for institutions reaches their people and representatives, not the firm's; what leads to the annual
 * questionnaire, those who sign one that is open, and those to whom a section of it was assigned.
 */
export async function selectShown(kernel: Pick<Kernel, 'now'>, trx: Trx, scope: Scope, session: Session): Promise<ShownAnnouncement[]> {
  const { siteId, institutionId, role, userId, side } = scope
  const today = await dayOfSite(kernel, trx, siteId)
  const signs = allows(session, permission('ANNUAL_QUESTIONNAIRE', 2, ['c', 'a']))
  const { rows } = await sql<ShownAnnouncement>`
    select t.id, t.title, t.body, t.level, t.dismissible from announcement t
    where t.status = 'ACTIVE' and t.starts_on <= ${today} and (t.ends_on is null or t.ends_on >= ${today})
      and (t.site_ids = '{}' or ${siteId} = any(t.site_ids)) and (t.roles = '{}' or ${role} = any(t.roles))
      and (t.institution_ids = '{}' or ${institutionId} = any(t.institution_ids))
      and (${side} = 'staff' or position(${`](${QUESTIONNAIRE_PAGE}`} in t.body) = 0
        or exists (select from questionnaire q where ${visible(scope, 'q')} and q.status = 1 and (${signs} or exists (
          select from questionnaire_assignment g where g.institution_id = q.institution_id and g.questionnaire_id = q.id and g.user_id = ${userId}))))
      and not exists (select from announcement_dismissal d where d.announcement_id = t.id and d.user_id = ${userId})
    order by t.level = 'WARNING' desc, t.starts_on desc, t.id desc limit ${MOST}`.execute(trx)
  return rows
}

export interface Audience {
  siteIds: readonly number[]
  roles: readonly Role[]
  institutionIds: readonly number[]
}

/** Active people, each counted once however many sites and institutions lead to them. */
export async function selectAudience(trx: Trx, { siteIds, roles, institutionIds }: Audience): Promise<{ role: Role; people: number }[]> {
  const { rows } = await sql<{ role: Role; people: number }>`
    select u.role, count(*)::int as people from user_account u
    where u.status = 1 and (cardinality(${roles}::text[]) = 0 or u.role = any(${roles}::text[]))
      and exists (select from user_site x join site s on s.id = x.site_id and s.status = 'ACTIVE'
        where x.user_id = u.id and (cardinality(${siteIds}::int[]) = 0 or x.site_id = any(${siteIds}::int[])))
      and (cardinality(${institutionIds}::int[]) = 0 or u.institution_id = any(${institutionIds}::int[])
        or exists (select from user_institution i where i.user_id = u.id and i.institution_id = any(${institutionIds}::int[])))
    group by u.role order by u.role`.execute(trx)
  return rows
}
