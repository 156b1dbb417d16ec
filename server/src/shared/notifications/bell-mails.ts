/** One mail each morning with what a person's bell tells and was not read, of the kinds that they chose to get so. */
import { NOTICE_KIND_CODES, NOTICE_KINDS } from '@corridor/domain/sites/notice-kinds.ts'
import { sql } from 'kysely'
import type { JobDefinition, Kernel } from '../../platform/kernel.ts'
import { queueMails } from '../../platform/mail/mail.ts'

/** Notifications that a mail names. */
const NAMED = 20
/** Kinds whose morning mail is usual have one of their own, which says more. */
const KINDS = NOTICE_KIND_CODES.filter((kind) => NOTICE_KINDS[kind].usual !== 'DAILY')

interface Unread {
  userId: number
  id: number
  siteId: number
  title: string
  email: string
  firstName: string
}

export const mailBells: JobDefinition<Record<string, never>> = {
  name: 'mail-bells',
  title: 'Morning mails about notifications',
  parse: () => ({}),
  concurrency: 1,
  retryLimit: 2,
  schedule: '0 12 * * *',
  run: async (kernel) => {
    await mailUnread(kernel)
  },
}

/** @returns how many mails were queued, one a person and site */
export function mailUnread(kernel: Pick<Kernel, 'jobs' | 'now' | 'configuration' | 'ownerDb'>): Promise<number> {
  return kernel.ownerDb.transaction().execute(async (trx) => {
    const { rows } = await sql<Unread>`
      with told as (
        update notification n set mailed_at = now() from notification_choice c, user_account u
        where c.user_id = n.user_id and c.kind = n.kind and c.delivery = 'DAILY' and n.kind = any (${sql.val(KINDS)}::text[])
          and u.id = n.user_id and u.status = 1 and exists (select from user_site s where s.user_id = n.user_id and s.site_id = n.site_id)
          and n.read_at is null and n.mailed_at is null and n.created_at > now() - interval '7 days'
        returning n.user_id, n.id, n.site_id, n.title, n.created_at, u.email, u.first_name)
      select user_id, id, site_id, title, email, first_name from told order by user_id, site_id, created_at, id`.execute(trx)
    const mails = [...Map.groupBy(rows, ({ userId, siteId }) => `${userId} ${siteId}`)].flatMap(([whose, theirs]) => {
      const [first] = theirs
      if (!first) return []
      return [
        {
          recipient: first.email,
          subject: theirs.length === 1 ? first.title : `${theirs.length} notifications`,
          bodyText: [
            `Dear ${first.firstName},`,
            'You were notified of the following since yesterday:',
            theirs
              .slice(0, NAMED)
              .map(({ title }) => `- ${title}`)
              .concat(theirs.length > NAMED ? [`- and ${theirs.length - NAMED} more`] : [])
              .join('\n'),
            `Sign in to read on: ${kernel.configuration.publicUrl}`,
            'You choose on your profile which notifications come by email.',
            '',
          ].join('\n\n'),
          dedupeKey: `bell ${whose} ${theirs.map(({ id }) => id).join(' ')} ${kernel.now().toISOString().slice(0, 10)}`,
        },
      ]
    })
    return queueMails(kernel, trx, mails)
  })
}
