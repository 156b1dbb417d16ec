/**
 * Accounts that one person could have made up to agree with themselves: an account, role, right or bank is a week old before its holder counts as a second person. By then
 * those who are mailed of each (features/users/mails.ts) have seen it.
 */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

export const SETTLED_DAYS = 7

export async function isSettled(trx: Trx, userId: number, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - SETTLED_DAYS * 86_400_000).toISOString()
  const settled = await trx
    .selectFrom('userAccount')
    .select('id')
    .where('id', '=', userId)
    .where('createdAt', '<=', since)
    .where('permissionsUpdatedAt', '<=', since)
    .executeTakeFirst()
  return settled !== undefined
}

/** The week begins anew with each thing that a person is given. */
export async function beginSettling(trx: Trx, userId: number, now: Date): Promise<void> {
  await sql`update user_account set permissions_updated_at = greatest(${now.toISOString()}::timestamptz, permissions_updated_at + interval '1 millisecond')
    where id = ${userId}`.execute(trx)
}
