/** Read receipts of an institution's people by file, first and last: the client's "new" marks go by it, and the service team reads it. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'

export type OpenedKind = 'REPORT' | 'DOCUMENT'

/** For client roles only: staff who look, also through a client's eyes, have not opened it for them. @param opened numbers of report or document records */
export async function noteOpening(trx: Trx, scope: Scope, kind: OpenedKind, opened: number | readonly number[]): Promise<void> {
  if (scope.side === 'staff' || scope.viewedAs) return
  const { institutionId, siteId, userId } = scope
  // In one order, so that two who open the same files at once wait for each other and not in a circle.
  const fileIds = typeof opened === 'number' ? [opened] : opened.toSorted((a, b) => a - b)
  if (fileIds.length === 0) return
  await trx
    .insertInto('fileOpening')
    .columns(['institutionId', 'siteId', 'userId', 'kind', 'fileId'])
    .expression(
      sql`select ${institutionId}::int, ${siteId}::int, ${userId}::int, ${kind}::text, file_id from unnest(${fileIds}::int[]) as file_id`,
    )
    .onConflict((conflict) =>
      conflict
        .columns(['institutionId', 'siteId', 'userId', 'kind', 'fileId'])
        .doUpdateSet({ times: sql`file_opening.times + 1`, lastOpenedAt: sql`now()` }),
    )
    .execute()
}

/** A page asks for its report again whenever its reader comes back to it: within this time it is one reading. */
const ONE_READING = '30 minutes'

/** Released reports read in place of their files, on screen or out of a batch: the files are as good as opened. @param reportIds of the reports as they were made */
export async function noteReading(trx: Trx, scope: Scope, reportIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select c.id from client_report c where c.source_report_id = any(${[...reportIds]}::int[]) and ${visible(scope, 'c')}
      and not exists (select from file_opening o where o.institution_id = c.institution_id and o.site_id = c.site_id and o.user_id = ${scope.userId}
        and o.kind = 'REPORT' and o.file_id = c.id and o.last_opened_at > now() - ${ONE_READING}::interval)`.execute(trx)
  await noteOpening(
    trx,
    scope,
    'REPORT',
    rows.map(({ id }) => id),
  )
}
