/** Digests: what came for people who want to hear of it once a day, or on Mondays, at eight in the morning of the site's time zone. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { JobDefinition, Kernel } from '../../platform/kernel.ts'
import { queueMails } from '../../platform/mail/mail.ts'
import { filesFor, selectRecipients, selectTellable, wantsMail } from './file-mail-recipients.ts'
import { writeFileMail } from './file-mail-text.ts'
import { MAIL_TYPES, selectServiceTeams, selectTemplateInUse } from './mail-templates.ts'

export const sendDigests: JobDefinition<Record<string, never>> = {
  name: 'send-digests',
  title: 'Digest mails',
  parse: () => ({}),
  concurrency: 1,
  retryLimit: 1,
  schedule: '* * * * *',
  run: async (kernel, _, { signal }) => {
    const { rows } = await sql<{ userId: number; siteId: number }>`
      select distinct e.user_id, e.site_id from digest_entry e join user_account u on u.id = e.user_id join site s on s.id = e.site_id
      where ${isDue(kernel.now())} order by e.site_id, e.user_id`.execute(kernel.ownerDb)
    for (const { userId, siteId } of rows) {
      if (signal.aborted) return
      await sendDigest(kernel, siteId, userId)
    }
  },
}

const HOUR = 8

/**
 * For an entry `e` of person `u` on site `s`: eight o'clock (of a Monday) has come since it was noticed. Who wants mail for each batch by now, or none,
 * waits no longer.
 */
function isDue(now: Date): RawBuilder<SqlBool> {
  const hours = sql.raw(`interval '${HOUR} hours'`)
  const last = (unit: 'day' | 'week') =>
    sql`(date_trunc('${sql.raw(unit)}', ${now.toISOString()}::timestamptz at time zone s.time_zone - ${hours}) + ${hours}) at time zone s.time_zone`
  return sql<SqlBool>`(case u.mail_frequency when 'DAILY' then e.noticed_at < ${last('day')} when 'WEEKLY' then e.noticed_at < ${last('week')} else true end)`
}

/** One transaction takes a person's entries and queues their mail: a process that dies did both or neither. */
const sendDigest = (kernel: Kernel, siteId: number, userId: number): Promise<number> =>
  inScope(kernel.db, scopeOfSystem(siteId), async (trx) => {
    const due = await sql`select from digest_entry e join user_account u on u.id = e.user_id join site s on s.id = e.site_id
      where e.user_id = ${userId} and e.site_id = ${siteId} and ${isDue(kernel.now())} limit 1`.execute(trx)
    if (due.rows.length === 0) return 0
    const entries = await trx
      .deleteFrom('digestEntry')
      .where('userId', '=', userId)
      .where('siteId', '=', siteId)
      .returning(['id', 'kind', 'fileId', 'place'])
      .execute()
    const [first] = entries.map(({ id }) => Number(id)).sort((one, other) => one - other)
    const [person] = await selectRecipients(trx, siteId, { userId })
    if (first === undefined || !person || !wantsMail(person)) return 0
    const there = await selectTellable(
      trx,
      siteId,
      entries.map(({ kind, fileId, place }) => ({ kind, id: fileId, place })),
    )
    const files = filesFor(
      person,
      there.filter(({ safety }) => safety !== 'HELD'),
    )
    if (files.length === 0) return 0
    const team = await selectServiceTeams(trx, siteId, [person.institutionId], null)
    return queueMails(kernel, trx, [
      writeFileMail({
        publicUrl: kernel.configuration.publicUrl,
        siteId,
        template: await selectTemplateInUse(trx, siteId, MAIL_TYPES.FILES),
        person,
        files,
        place: null,
        team: team.get(person.institutionId) ?? [],
        dedupeKey: `digest ${first}`,
      }),
    ])
  })
