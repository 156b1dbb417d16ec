/** Whatever posts, changes or audits values of a site takes turns: each sees what the others left, and no exception is opened twice. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { hashJoins } from '../../platform/database/hash-joins.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** Waits for its turn, which lasts until the transaction ends. Asked for before any other lock, so that no two wait for each other; asking again is free. */
export async function takeTurn(trx: Trx, { siteId }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`posting ${siteId}`}, 0))`.execute(trx)
}

/**
 * Takes the turn of an audit, and says how its statements are to be read: planned for the institutions they name, because a plan for any number of them reads whole months;
 * and joined by hash, because what was just written is in no statistics.
 */
export async function beginAudit(trx: Trx, scope: Scope): Promise<void> {
  await takeTurn(trx, scope)
  await hashJoins(trx)
  await sql`set local plan_cache_mode to force_custom_plan`.execute(trx)
}
