/** A client's visits to their site: what came after the visit before this one is new to them, until they open it. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Visitor } from '../../platform/kernel.ts'
import type { OpenedKind } from './read-receipts.ts'

/** A person who was away this long comes back to a new visit, though their session went on. */
const VISIT_PAUSE = 30 * 60_000

/**
 * Begins a visit: at sign-in, on arriving at an institution, and after a pause.
 * @param since of the session or the pause: one visit for all that happens after it, however often a representative switches to and fro
 */
export async function beginVisit(db: Db | Trx, { userId, siteId, institutionId }: Visitor, now: Date, since: Date = now): Promise<void> {
  if (institutionId === 0) return
  await sql`
    insert into site_visit (user_id, site_id, institution_id, began_at) values (${userId}, ${siteId}, ${institutionId}, ${now.toISOString()})
    on conflict (user_id, site_id, institution_id) do update set previous_at = site_visit.began_at, began_at = excluded.began_at
    where site_visit.began_at < ${since.toISOString()}::timestamptz`.execute(db)
}

/** At a call of a session that went on. */
export async function seenAgain(db: Db | Trx, visitor: Visitor, { lastSeen, now }: { lastSeen: Date; now: Date }): Promise<void> {
  if (now.getTime() - lastSeen.getTime() >= VISIT_PAUSE) await beginVisit(db, visitor, now)
}

/** When the visit before this one began; null on a first visit, when nothing is called new. */
export async function previousVisit(trx: Trx, { userId, siteId, institutionId }: Scope): Promise<string | null> {
  const found = await trx
    .selectFrom('siteVisit')
    .select('previousAt')
    .where('userId', '=', userId)
    .where('siteId', '=', siteId)
    .where('institutionId', '=', institutionId)
    .executeTakeFirst()
  return found?.previousAt ?? null
}

/** Whether the file of that row came after a moment, and this person has not opened it. @param alias of client_report or document in the statement */
export const unopenedSince = (scope: Scope, kind: OpenedKind, alias: string, since: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${alias}.createdAt`)} > ${since}::timestamptz and not exists (select from file_opening opened where opened.institution_id = ${scope.institutionId}
    and opened.site_id = ${scope.siteId} and opened.user_id = ${scope.userId} and opened.kind = ${kind} and opened.file_id = ${sql.ref(`${alias}.id`)})`
