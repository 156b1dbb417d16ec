/** How far an import is, and that somebody canceled it, as its row tells every page that follows it. */
import { RECORD_TYPES } from '@corridor/domain/onboarding/record-types.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { inScope, type Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { canceledWords } from '../jobs.ts'
import { FILES_TYPE } from './bindings.ts'

/** Milliseconds between two notes of how far it is. */
const TOLD_EVERY = 700

/** Notes the step on a connection of its own: that of the import has a transaction open. */
export function teller(kernel: Kernel, scope: Scope, importId: number): (step: string, rows?: number) => void {
  let [last, told] = ['', 0]
  return (step, rows) => {
    const now = performance.now()
    if (step === last && now - told < TOLD_EVERY) return
    ;[last, told] = [step, now]
    inScope(kernel.db, scope, async (trx) => {
      await sql`update onboarding_import set progress = ${JSON.stringify({ step, rows: rows ?? null })}::jsonb where id = ${importId} and status in ('CHECKING', 'WRITING')`.execute(
        trx,
      )
    }).catch((cause: unknown) => kernel.log.error('the progress of an import could not be noted', cause))
  }
}

/** The step of an import `i` that is at work: "Reading policies, 12,000 rows". */
export const STEP = sql`case when i.status in ('CHECKING', 'WRITING') then (i.progress->>'step') || coalesce(', ' || to_char((i.progress->>'rows')::bigint, 'FM999,999,999') || ' rows', '') end`

/** Sheet groups are written whole: those that were stay, and the import says so. @returns false where it had ended before */
export async function cancelImport(trx: Trx, { siteId, importId, by }: { siteId: number; importId: number; by: number }): Promise<boolean> {
  const { rows } = await sql<{ recordType: string; count: number }>`
    select record_type, count(*)::int as count from onboarding_record where import_id = ${importId} and site_id = ${siteId} group by 1
    union all select ${FILES_TYPE.code}, count(*)::int from onboarding_file where import_id = ${importId} and site_id = ${siteId} and is_written`.execute(
    trx,
  )
  const written = RECORD_TYPES.flatMap(({ code, words }) => {
    const count = rows.find(({ recordType }) => recordType === code)?.count ?? 0
    return count > 0 ? [`${formatCount(count)} ${words[count === 1 ? 0 : 1]}`] : []
  })
  const stays =
    written.length > 0
      ? `What was written stays: ${written.join(', ')}. Start it again, and it goes on where it ended.`
      : 'Nothing was written. It can be started again.'
  const { numUpdatedRows } = await trx
    .updateTable('onboardingImport')
    .set({
      status: 'FAILED',
      canceledBy: by,
      failure: `${await canceledWords(trx, by)} ${stays}`,
      progress: '{}',
      endedAt: sql<string>`clock_timestamp()`,
    })
    .where('id', '=', importId)
    .where('siteId', '=', siteId)
    .where('status', 'in', ['WAITING', 'CHECKING', 'WRITING', 'FAILED'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
