/** How PostgreSQL is to join what it has no statistics of. */
import { sql } from 'kysely'
import type { Trx } from './database.ts'

/**
 * Until the transaction ends, joins are hashed: the rows of a fresh file and the values of a fresh month have no statistics yet, and a loop
 * within a loop over a hundred thousand of them would take hours.
 */
export async function hashJoins(trx: Trx): Promise<void> {
  await sql`select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true)`.execute(
    trx,
  )
}
