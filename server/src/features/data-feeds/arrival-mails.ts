/** Mails about files that arrived by themselves: to the carrier's owner on the site, else to everybody there who may post. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { queueMails } from '../../platform/mail/mail.ts'
import { tellPeople } from '../../shared/notifications/bell.ts'
import { arrivalInWords } from './arrivals.ts'

/** That it waits, and why; once a file. */
export async function tellOfArrival(kernel: Kernel, trx: Trx, scope: Scope, fileId: number, why: readonly string[]): Promise<void> {
  const file = await trx
    .selectFrom('carrierFile as f')
    .leftJoin('carrier as c', 'c.code', 'f.carrierCode')
    .select(['f.fileName', 'f.carrierCode', 'f.arrival', 'f.arrivalName', 'f.status', 'c.shortName'])
    .where('f.id', '=', fileId)
    .where('f.siteId', '=', scope.siteId)
    .executeTakeFirstOrThrow()
  const what = file.status === 'REJECTED' ? 'could not be read' : 'waits for you'
  await tellFeedPeople(kernel, trx, scope, file.carrierCode, {
    subject: `${file.shortName ? `${file.shortName}: ` : ''}${file.fileName} ${what}`,
    lines: [`${file.fileName} came ${arrivalInWords(file)} and ${what}:`, ...why.map((reason) => `- ${reason}`)],
    path: `/data-feeds/${fileId}`,
    cause: `arrived-file ${fileId}`,
  })
}

interface News {
  subject: string
  lines: readonly string[]
  path: string
  /** One mail a person and cause. */
  cause: string
}

/** @param carrierCode null where no carrier is known */
export async function tellFeedPeople(kernel: Kernel, trx: Trx, scope: Scope, carrierCode: string | null, news: News): Promise<void> {
  const people = await selectFeedPeople(trx, scope, carrierCode)
  const now = await tellPeople(
    trx,
    people.map(({ userId }) => userId),
    { kind: 'FILE_WAITING', subject: news.cause, title: news.subject, link: news.path },
  )
  if (people.length === 0) kernel.log.error(`nobody on site ${scope.siteId} may post carriers' files, so nobody was told: ${news.subject}`)
  await queueMails(
    kernel,
    trx,
    people
      .filter(({ userId }) => now.has(userId))
      .map(({ userId, email, firstName }) => ({
        recipient: email,
        subject: news.subject,
        bodyText: [
          `Dear ${firstName},`,
          '',
          ...news.lines,
          '',
          `See it in the portal, under Data Feeds: ${kernel.configuration.publicUrl}${news.path}`,
          '',
        ].join('\n'),
        dedupeKey: `${news.cause} ${userId}`,
      })),
  )
}

/** An owner who left the site, or may no longer open Data Feeds, is no owner to tell. */
async function selectFeedPeople(trx: Trx, scope: Scope, carrierCode: string | null) {
  const { rows } = await sql<{ userId: number; email: string; firstName: string; isOwner: boolean }>`
    select u.id as user_id, u.email, u.first_name, coalesce(o.user_id = u.id, false) as is_owner
    from user_account u
    join user_site s on s.user_id = u.id and s.site_id = ${scope.siteId}
    join user_permission p on p.user_id = u.id and p.code = 'ASSET_REPORT'
    left join carrier_owner o on o.site_id = s.site_id and o.carrier_code = ${carrierCode}
    where u.status = 1 and u.role in ('b', 'd') and (p.access = 2 or (p.access = 1 and o.user_id = u.id))
    order by u.id limit 200`.execute(trx)
  const owner = rows.filter(({ isOwner }) => isOwner)
  return owner.length > 0 ? owner : rows
}
