/** One mail per recipient and batch: the institution's active people who hold the report's type and did not opt out. */
import { maskPhone } from '@corridor/domain/list.ts'
import { fillTemplate } from '@corridor/domain/mail-template.ts'
import { sql } from 'kysely'
import type { Trx } from '../kernel/database.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { queueMails } from '../kernel/mail.ts'
import type { Scope } from '../kernel/scope.ts'
import { familyOf } from './family.ts'

export interface AnnouncedReport {
  institutionId: number
  institutionName: string
  id: number
  batchId: number
  reportType: string
  isQuarterly: boolean
}

/** Seed 3: type 1 is "file upload". */
const FILE_TEMPLATE = 1

/** Queues the mails in the causing transaction. @returns how many were new; a recipient who was told of the batch before is not told again */
export async function queueReleaseMails(
  kernel: Pick<Kernel, 'configuration' | 'jobs' | 'now'>,
  trx: Trx,
  scope: Scope,
  reports: readonly AnnouncedReport[],
  userId: number | null,
): Promise<number> {
  const template = await trx
    .selectFrom('emailTemplate')
    .select(['subject', 'body'])
    .where('type', '=', FILE_TEMPLATE)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!template) return 0
  const typeOf = ({ reportType }: AnnouncedReport) => familyOf(reportType).typeCodeOf(reportType, scope.siteId)
  const batchIds = [...new Set(reports.map(({ batchId }) => batchId))]
  const silent = await trx.selectFrom('reportBatch').select('id').where('id', 'in', batchIds).where('announce', '=', false).execute()
  const told = reports.filter(({ batchId }) => !silent.some(({ id }) => id === batchId))
  if (told.length === 0) return 0
  const institutionIds = [...new Set(told.map(({ institutionId }) => institutionId))]
  const recipients = await selectRecipients(trx, scope, institutionIds)
  const team = await selectTeam(trx, scope, institutionIds, userId)
  const typeNames = new Map((await trx.selectFrom('reportType').select(['code', 'name']).execute()).map(({ code, name }) => [code, name]))

  const mails = [...Map.groupBy(told, ({ institutionId, batchId }) => `${institutionId} ${batchId}`).values()].flatMap((announced) => {
    const [first] = announced
    if (!first) return []
    return recipients
      .filter(
        (person) =>
          person.institutionId === first.institutionId &&
          announced.some((report) => person.reportTypeCodes.includes(typeOf(report)) && holdsPermission(person, report.reportType)),
      )
      .map((person) => {
        const [one, two] = team.get(first.institutionId) ?? []
        const place = announced.length === 1 ? `${pathOf(first)}/report/${first.id}` : pathOf(first)
        const values = {
          firstName: person.firstName,
          lastName: person.lastName,
          institutionName: first.institutionName,
          institutionNumber: String(first.institutionId),
          fileType: [
            ...new Set(
              announced.map(
                (report) => typeNames.get(typeOf(report)) ?? familyOf(report.reportType).titleOf(report.reportType, report.isQuarterly),
              ),
            ),
          ].join(', '),
          loginLink: `${kernel.configuration.publicUrl}/login?fromUrl=${encodeURIComponent(place)}`,
          member1Name: one?.name ?? null,
          member1Title: one?.title ?? null,
          member1Phone: one?.phone ? maskPhone(one.phone) : null,
          member1Email: one?.email ?? null,
          member2Name: two?.name ?? null,
          member2Title: two?.title ?? null,
          member2Phone: two?.phone ? maskPhone(two.phone) : null,
          member2Email: two?.email ?? null,
        }
        return {
          recipient: person.email,
          subject: fillTemplate(template.subject, values),
          bodyText: fillTemplate(template.body, values),
          dedupeKey: `release ${first.batchId} ${person.userId}`,
        }
      })
  })
  return queueMails(kernel, trx, mails)
}

const pathOf = ({ reportType, batchId }: AnnouncedReport): string => `${familyOf(reportType).pageOf(reportType)}/${batchId}`

interface Recipient {
  userId: number
  institutionId: number
  role: 'a' | 'c'
  email: string
  firstName: string
  lastName: string
  reportTypeCodes: string[]
  permissionCodes: string[]
}

/** A Team Member needs the family's permission as well (product.md 1). */
const holdsPermission = (person: Recipient, reportType: string): boolean =>
  person.role === 'c' || person.permissionCodes.includes(familyOf(reportType).permissionOf(reportType))

async function selectRecipients(trx: Trx, scope: Scope, institutionIds: number[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select u.id as user_id, u.institution_id, u.role, u.email, u.first_name, u.last_name,
      case when own.id is null then ours.report_type_codes else array(select unnest(own.report_type_codes) intersect select unnest(ours.report_type_codes)) end as report_type_codes,
      array(select p.code from user_permission p where p.user_id = u.id and p.access > 0) as permission_codes
    from user_account u
    join user_site on user_site.user_id = u.id and user_site.site_id = ${scope.siteId}
    join membership ours on ours.institution_id = u.institution_id and ours.site_id = ${scope.siteId} and ours.user_id is null
    left join membership own on own.institution_id = u.institution_id and own.site_id = ${scope.siteId} and own.user_id = u.id
    where u.institution_id = any(${institutionIds}::int[]) and u.role in ('a', 'c') and u.status = 1 and u.mail_reports
    order by u.id`.execute(trx)
  return rows
}

interface TeamMember {
  institutionId: number
  name: string
  title: string | null
  phone: string | null
  email: string
}

/** The service team in its order; where none is named the relationship owner, then whoever released. */
async function selectTeam(trx: Trx, scope: Scope, institutionIds: number[], userId: number | null): Promise<Map<number, TeamMember[]>> {
  const { rows } = await sql<TeamMember>`
    select i.id as institution_id, concat_ws(' ', u.first_name, u.last_name) as name, u.title, u.phone, u.email
    from institution i
    join user_account u on u.status = 1
    left join service_team_member m on m.institution_id = i.id and m.site_id = ${scope.siteId} and m.user_id = u.id
    where i.id = any(${institutionIds}::int[]) and (m.user_id is not null or (u.id = i.relationship_owner_id or u.id = ${userId}::int)
      and not exists (select from service_team_member other where other.institution_id = i.id and other.site_id = ${scope.siteId}))
    order by i.id, m.position, u.id = i.relationship_owner_id desc nulls last, u.id`.execute(trx)
  return Map.groupBy(rows, ({ institutionId }) => institutionId)
}
