/** The locked months of a site, for what must not change them. */
import { formatMonth, type PlainDate } from '@corridor/domain/period.ts'
import { sql } from 'kysely'
import type { Trx } from './database.ts'
import { AppError } from './errors.ts'
import type { Scope } from './scope.ts'

/** Newest first; until the transaction ends none is added, so that what was found open stays open. */
export async function lockedPeriods(trx: Trx, { siteId }: Scope): Promise<PlainDate[]> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${`period locks ${siteId}`}, 0))`.execute(trx)
  const locks = await trx.selectFrom('periodLock').select('periodEnd').where('siteId', '=', siteId).orderBy('periodEnd', 'desc').execute()
  return locks.map(({ periodEnd }) => periodEnd)
}

/** Waits until what read the locks has ended. */
export async function changePeriodLocks(trx: Trx, { siteId }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`period locks ${siteId}`}, 0))`.execute(trx)
}

/** @throws AppError period_locked naming the first of the months that is locked */
export async function refuseLockedPeriods(trx: Trx, scope: Scope, periods: readonly PlainDate[]): Promise<void> {
  if (periods.length === 0) return
  const locked = (await lockedPeriods(trx, scope)).filter((period) => periods.includes(period)).toSorted()
  const [first] = locked
  if (first)
    throw new AppError('period_locked', { message: `${formatMonth(first)} is locked. A manager can unlock it.`, meta: { periods: locked } })
}
