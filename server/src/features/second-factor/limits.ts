/** How often a second factor may be tried and a code be sent: counted by person over all their sessions, so that signing in again gains nothing. */
import { RESEND_SECONDS } from '@corridor/contract/mfa.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'

interface Limit {
  most: number
  minutes: number
}
/** Two hundred tries of a million codes a day at most (NIST 800-63B 3.2.2 allows 100 in a row; the second limit stops earlier). */
const TRIES: readonly Limit[] = [
  { most: 10, minutes: 15 },
  { most: 50, minutes: 24 * 60 },
]
const SENDINGS: readonly Limit[] = [
  { most: 5, minutes: 15 },
  { most: 20, minutes: 24 * 60 },
]

/** @throws AppError('too_many_requests') saying when to come back */
export async function limitTries(trx: Trx, userId: number, now: Date): Promise<void> {
  await limit(trx, userId, now, TRIES, sql`failures`, sql`used_at is null and failures > 0`, 'Too many wrong codes.')
}

/** @throws AppError('too_many_requests') */
export async function limitSendings(trx: Trx, userId: number, now: Date): Promise<void> {
  const last = await trx
    .selectFrom('mfaChallenge')
    .select('createdAt')
    .where('userId', '=', userId)
    .where('sent', '=', true)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  const wait = last ? RESEND_SECONDS - (now.getTime() - Date.parse(last.createdAt)) / 1000 : 0
  if (wait > 0) throw tooMany('A code was sent a moment ago.', Math.ceil(wait))
  await limit(trx, userId, now, SENDINGS, sql`1`, sql`sent`, 'Too many codes were sent.')
}

async function limit(
  trx: Trx,
  userId: number,
  now: Date,
  limits: readonly Limit[],
  weight: ReturnType<typeof sql>,
  counts: ReturnType<typeof sql>,
  sentence: string,
): Promise<void> {
  for (const { most, minutes } of limits) {
    const since = new Date(now.getTime() - minutes * 60_000).toISOString()
    const { rows } = await sql<{
      total: number
      first: string | null
    }>`select coalesce(sum(${weight}), 0)::int as total, min(created_at) as first
      from mfa_challenge where user_id = ${userId} and created_at > ${since}::timestamptz and ${counts}`.execute(trx)
    const [found] = rows
    if (!found?.first || found.total < most) continue
    throw tooMany(sentence, Math.ceil((Date.parse(found.first) + minutes * 60_000 - now.getTime()) / 1000))
  }
}

function tooMany(sentence: string, seconds: number): AppError {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return new AppError('too_many_requests', { message: `${sentence} Try again in ${wait}.`, retryAfter: seconds })
}
