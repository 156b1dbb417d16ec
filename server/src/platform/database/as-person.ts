/** A person's actions on themselves (second factors, profile): no rights of a role are needed, and the policies let through their own rows only. */
import { sql } from 'kysely'
import type { Db, Trx } from './database.ts'

/** One transaction as corridor_app, with the person that the policies read. */
export function asPerson<Result>(db: Db, userId: number, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('app.user', ${String(userId)}, true)`.execute(trx)
    return work(trx)
  })
}
