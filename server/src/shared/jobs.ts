/** Jobs as the business's own rows tell of them: the columns that each kind's statement gives (`JobOnPage.rows`), and the parts such statements share. */
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import type { Scope } from '../platform/http/scope.ts'

/** A kind's statement selects these, in this order. */
export const JOB_COLUMNS = sql`key, subject, report_type, institution_ids, person_id, created_at, started_at, ended_at, status, done, total, first_done_at, attempts,
  failure, canceled_by, is_retryable, step`

/** Days that a job stays in the list after it was asked for. */
export const LISTED_DAYS = 30
export const isListed = (askedAt: RawBuilder<unknown>) => sql`${askedAt} > now() - make_interval(days => ${sql.lit(LISTED_DAYS)})`

/** A heart that has not beaten for longer has stopped (platform/jobs/jobs.ts). */
const isAlive = sql`(q.state in ('created', 'retry') or q.state = 'active' and q.beat_at > clock_timestamp() - interval '8 seconds')`

/** Jobs of a kind in the queue, by the row they work on: whether one waits or runs, and how often it was tried. */
export const queueOf = (
  kind: string,
) => sql`(select q.subject_id, bool_or(${isAlive}) as is_alive, bool_or(q.state = 'active' and ${isAlive}) as is_active,
  max(q.attempts) as attempts from background_job() q where q.kind = ${sql.lit(kind)} and q.state in ('created', 'retry', 'active') group by 1)`

/** Whether a job of the row waits or runs, or counts as running while its worker is dead. */
export async function isQueued(trx: Trx, kind: string, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from background_job() q where q.kind = ${kind} and q.subject_id = ${id} and q.state in ('created', 'retry', 'active') limit 1`.execute(
    trx,
  )
  return rows.length > 0
}

/** Takes the jobs of a row out of the queue; those that a process has in hand are told within a second. @returns whether one of them is at work */
export async function cancelQueued(trx: Trx, { userId }: Scope, kind: string, id: number): Promise<boolean> {
  const { rows } = await sql<{ id: string; isActive: boolean }>`
    select q.id, q.state = 'active' and ${isAlive} as is_active from background_job() q
    where q.kind = ${kind} and q.subject_id = ${id} and q.state in ('created', 'retry', 'active')`.execute(trx)
  if (rows.length === 0) return false
  const canceled = await sql<{
    id: string
  }>`select cancel_job as id from cancel_job(${kind}, ${rows.map((row) => row.id)}::uuid[], ${userId})`.execute(trx)
  const ids = new Set(canceled.rows.map((row) => row.id))
  return rows.some((row) => row.isActive && ids.has(row.id))
}

/** "Canceled by Dana Smith." for a reason that a page shows. */
export async function canceledWords(trx: Trx, userId: number): Promise<string> {
  const person = await trx.selectFrom('userAccount').select(['firstName', 'lastName']).where('id', '=', userId).executeTakeFirst()
  return person ? `Canceled by ${person.firstName} ${person.lastName}.` : 'Canceled.'
}
