/** Reply to a person who asks anew for reports that are being made: which batch makes them, since when, and how many are left. */
import { type BeingMade, beingMadeWords } from '@corridor/domain/reports/being-made.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { type Scope, visible } from '../platform/http/scope.ts'

const UNFINISHED = sql`r.status in ('Scheduled', 'Generating', 'Refreshing')`

/** Those of the batches that still make reports, what is left of most first. */
async function selectBeingMade(trx: Trx, scope: Scope, batches: RawBuilder<unknown>): Promise<BeingMade[]> {
  const { rows } = await sql<BeingMade>`
    select b.id as batch_id, b.batch_name, b.report_type, b.created_at as since, nullif(concat_ws(' ', u.first_name, u.last_name), '') as asked_by,
      count(*)::int as total, (count(*) filter (where ${UNFINISHED}))::int as remaining
    from report_batch b
    join report_batch_entry e on e.batch_id = b.id
    join report r on r.institution_id = e.institution_id and r.id = e.report_id and r.deleted_at is null
    left join user_account u on u.id = b.created_by
    where ${visible(scope, 'e')} and b.id in (${batches})
    group by b.id, u.id having count(*) filter (where ${UNFINISHED}) > 0
    order by remaining desc, b.id`.execute(trx)
  return rows
}

const refusal = (batches: readonly BeingMade[]): AppError =>
  new AppError('already_running', batches.length === 0 ? {} : { message: beingMadeWords(batches), meta: { beingMade: batches } })

/** Refusal of reports that are asked for anew while they are being made. @throws AppError already_running, with what a page needs to show it in `meta.beingMade` */
export async function refuseBeingMade(trx: Trx, scope: Scope, reportIds: readonly number[]): Promise<never> {
  throw refusal(
    await selectBeingMade(
      trx,
      scope,
      sql`select m.batch_id from report m where m.id = any(${[...reportIds]}::int[]) and ${visible(scope, 'm')}`,
    ),
  )
}

/** @throws AppError already_running, as above, while the batch still makes reports */
export async function refuseUnfinished(trx: Trx, scope: Scope, batchId: number): Promise<void> {
  const batches = await selectBeingMade(trx, scope, sql`${batchId}::int`)
  if (batches.length > 0) throw refusal(batches)
}
