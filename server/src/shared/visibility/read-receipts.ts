/** Read receipts of an institution's people by file, first and last: the client's "new" marks go by it, and the service team reads it. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

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
