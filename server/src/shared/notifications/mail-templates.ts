/** Which email template a mail is written from, and what its placeholders for the service team stand for: senders and the page's preview ask here. */
import { maskPhone } from '@corridor/domain/primitives/typed-input.ts'
import type { MailPlaceholder, TemplateType } from '@corridor/domain/sites/mail-template.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/** The types of email templates: 0 signup, 1 file upload. */
export const MAIL_TYPES = { SIGNUP: 0, FILES: 1 } as const

export interface TemplateInUse {
  subject: string
  body: string
}

/** The site's own choice, else the one used on all sites. @returns undefined when neither is there: the sender then has words of its own */
export async function selectTemplateInUse(trx: Trx, siteId: number, type: TemplateType): Promise<TemplateInUse | undefined> {
  const { rows } = await sql<TemplateInUse>`
    select t.subject, t.body from email_template t
    left join email_template_site s on s.template_id = t.id and s.site_id = ${siteId} and s.type = t.type
    where t.type = ${type} and (s.site_id is not null or t.used_everywhere) order by s.site_id is null limit 1`.execute(trx)
  return rows[0]
}

export interface TeamMember {
  institutionId: number
  name: string
  title: string | null
  phone: string | null
  email: string
}

/** Each institution's service team on the site in its order; where none is named the relationship owner, then whoever caused the mail. */
export async function selectServiceTeams(
  trx: Trx,
  siteId: number,
  institutionIds: readonly number[],
  causedBy: number | null,
): Promise<Map<number, TeamMember[]>> {
  const { rows } = await sql<TeamMember>`
    select i.id as institution_id, concat_ws(' ', u.first_name, u.last_name) as name, u.title, u.phone, u.email
    from institution i
    join user_account u on u.status = 1
    left join service_team_member m on m.institution_id = i.id and m.site_id = ${siteId} and m.user_id = u.id
    where i.id = any(${[...institutionIds]}::int[]) and (m.user_id is not null or (u.id = i.relationship_owner_id or u.id = ${causedBy}::int)
      and not exists (select from service_team_member other where other.institution_id = i.id and other.site_id = ${siteId}))
    order by i.id, m.position, u.id = i.relationship_owner_id desc nulls last, u.id`.execute(trx)
  return Map.groupBy(rows, ({ institutionId }) => institutionId)
}

/** The placeholders of the first two of a team. */
export function teamValues([one, two]: readonly TeamMember[]): Partial<Record<MailPlaceholder, string | null>> {
  return {
    member1Name: one?.name ?? null,
    member1Title: one?.title ?? null,
    member1Phone: one?.phone ? maskPhone(one.phone) : null,
    member1Email: one?.email ?? null,
    member2Name: two?.name ?? null,
    member2Title: two?.title ?? null,
    member2Phone: two?.phone ? maskPhone(two.phone) : null,
    member2Email: two?.email ?? null,
  }
}
