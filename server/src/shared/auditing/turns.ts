/** Whatever posts, changes or audits values of a site takes turns: each sees what the others left, and no exception is opened twice. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** Waits for its turn, which lasts until the transaction ends. Asked for before any other lock, so that no two wait for each other; asking again is free. */
export async function takeTurn(trx: Trx, { siteId }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`posting ${siteId}`}, 0))`.execute(trx)
}

/**
 * Takes the turn of an audit. Its statements are planned for the institutions they name: the plan that PostgreSQL keeps for any number of them reads whole months,
 * and one transaction's new values are in no statistics yet.
 */
export async function beginAudit(trx: Trx, scope: Scope): Promise<void> {
  await takeTurn(trx, scope)
  await sql`set local plan_cache_mode to force_custom_plan`.execute(trx)
}
