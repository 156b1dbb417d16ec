/** Rows that expire: ended sessions, old sign-in failures and questions, idempotency keys after a day, drafts after a month, notifications after three, files that nothing mentions. Hourly, on one node. */
import { DRAFT_DAYS } from '@corridor/contract/drafts.ts'
import { NOTICE_DAYS } from '@corridor/domain/sites/notice-kinds.ts'
import type { Db } from '../platform/database/database.ts'
import { sweepFiles } from '../platform/files/files.ts'
import { forgetUploads } from '../platform/files/uploads.ts'
import type { JobDefinition } from '../platform/kernel.ts'
import { forgetSentMails } from '../platform/mail/mail.ts'
import { forgetDeletedRows, UNDO_DAYS } from '../platform/records/resource-removal.ts'
import { forgetTrash } from './trash.ts'

const HOUR = 3_600_000

export const keepHouse: JobDefinition<Record<string, never>> = {
  name: 'keep-house',
  title: 'Hourly housekeeping',
  parse: () => ({}),
  concurrency: 1,
  retryLimit: 1,
  schedule: '17 * * * *',
  run: async ({ ownerDb, files, now, log }) => {
    const at = now()
    const before = (hours: number) => new Date(at.getTime() - hours * HOUR).toISOString()
    await ownerDb
      .deleteFrom('userSession')
      .where((where) => where.or([where('absoluteExpiry', '<', at.toISOString()), where('lastSeenAt', '<', before(24))]))
      .execute()
    await ownerDb.deleteFrom('signInFailure').where('failedAt', '<', before(24)).execute()
    // Failures and sendings of second factors count for a day (features/second-factor/limits.ts).
    await ownerDb.deleteFrom('mfaChallenge').where('createdAt', '<', before(25)).execute()
    await ownerDb.deleteFrom('singleSignOnRequest').where('expiresAt', '<', at.toISOString()).execute()
    // Over for a week: whatever a mail still leads to answers as a link that never was.
    await ownerDb
      .deleteFrom('singleUseToken')
      .where('expiresAt', '<', before(7 * 24))
      .execute()
    await ownerDb.deleteFrom('idempotencyKey').where('createdAt', '<', before(24)).execute()
    await ownerDb
      .deleteFrom('draft')
      .where('savedAt', '<', before(24 * DRAFT_DAYS))
      .execute()
    await ownerDb
      .deleteFrom('notification')
      .where('createdAt', '<', before(24 * NOTICE_DAYS))
      .execute()
    await forgetSentMails(ownerDb, at)
    await forgetDeleted(ownerDb, at)
    await forgetUploads(ownerDb, at)
    const { missing } = await sweepFiles(files, ownerDb, at)
    if (missing > 0) log.error(`${missing} stored files are named in the database and are not in the store: restore them from a backup`)
  },
}

/** Deleted records can be restored for a month, rows and files alike. */
export async function forgetDeleted(ownerDb: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 24 * UNDO_DAYS * HOUR).toISOString()
  await forgetDeletedRows(ownerDb, before)
  await forgetTrash(ownerDb, before)
}
