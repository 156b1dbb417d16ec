/** Locked months: the one rule by which every way into the book is refused, and the same rule's refusal by the database (0004_policies.sql). */
import { formatDate, formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'

/**
 * The locked months that something reaches which is of that day or holds from it: those ending on it or later, oldest first. Until the transaction ends none
 * is added, so that what was found open stays open.
 * @param institutionId whose fact it is: months before its first posted value are open to it, because nothing was printed for them; null for posted values,
 * to which a locked month is closed for everybody
 */
export async function monthsLockedSince(trx: Trx, { siteId }: Scope, institutionId: number | null, since: PlainDate): Promise<PlainDate[]> {
  const { rows } = await sql<{ months: PlainDate[] }>`
    select months_locked_since(${siteId}, ${institutionId}, ${since})::text[] as months`.execute(trx)
  return rows[0]?.months ?? []
}

/** Waits until what read the locks has ended. */
export async function changePeriodLocks(trx: Trx, { siteId }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`period locks ${siteId}`}, 0))`.execute(trx)
}

/** @throws AppError period_locked when values of one of the months would change a locked one */
export async function refuseLockedValues(trx: Trx, scope: Scope, months: readonly PlainDate[]): Promise<void> {
  const [first] = months.toSorted()
  if (!first) return
  const locked = await monthsLockedSince(trx, scope, null, first)
  if (locked.length > 0) throw locked.includes(first) ? refusal(locked) : refusal(locked, `a value of ${formatMonth(first)} reaches into`)
}

/**
 * @param since null where nothing dated changes
 * @param what in place of "what holds from 06/15/2015"
 * @throws AppError period_locked when it reaches into a locked month of the institution
 */
export async function refuseLockedFacts(
  trx: Trx,
  scope: Scope,
  institutionId: number,
  since: PlainDate | null,
  what = `what is effective from ${formatDate(since)}`,
): Promise<void> {
  if (since === null) return
  const locked = await monthsLockedSince(trx, scope, institutionId, since)
  if (locked.length > 0) throw refusal(locked, `${what} reaches into`)
}

/** "October 2025 and December 2025 are locked" */
export function lockedSentence(locked: readonly PlainDate[]): string {
  const names = locked.map(formatMonth)
  const several = names.length > 1
  return `${several ? `${names.slice(0, -1).join(', ')} and ` : ''}${names.at(-1)} ${several ? 'are' : 'is'} locked`
}

function refusal(locked: readonly PlainDate[], because?: string): AppError {
  const them = locked.length > 1 ? 'them' : 'it'
  return new AppError('period_locked', {
    message: `${lockedSentence(locked)}${because ? `, and ${because} ${them}` : ''}. A manager can unlock ${them}.`,
    meta: { periods: locked },
  })
}
