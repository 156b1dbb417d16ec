/** A client's first visit to their site: a file that came after it, or in the month before, is new to them until they open it, over any number of later sign-ins. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Visitor } from '../../platform/kernel.ts'
import type { OpenedKind } from './read-receipts.ts'

/** The first report is released before the bank's people first sign in; years of earlier papers are no news. */
const BEFORE_FIRST_VISIT_DAYS = 31

/** At sign-in and on arriving at an institution: the first time is kept, later ones change nothing. */
export async function noteVisit(db: Db | Trx, { userId, siteId, institutionId }: Visitor, now: Date): Promise<void> {
  if (institutionId === 0) return
  await sql`
    insert into site_visit (user_id, site_id, institution_id, began_at, previous_at)
    values (${userId}, ${siteId}, ${institutionId}, ${now.toISOString()}, ${now.toISOString()}::timestamptz - make_interval(days => ${BEFORE_FIRST_VISIT_DAYS}))
    on conflict (user_id, site_id, institution_id) do nothing`.execute(db)
}

/** From when on files are new to the person; null for somebody who has not arrived yet. It is `previous_at` where that is kept, else the first visit itself. */
export async function newFrom(trx: Trx, { userId, siteId, institutionId }: Scope): Promise<string | null> {
  const found = await trx
    .selectFrom('siteVisit')
    .select((of) => of.fn.coalesce('previousAt', 'beganAt').as('newFrom'))
    .where('userId', '=', userId)
    .where('siteId', '=', siteId)
    .where('institutionId', '=', institutionId)
    .executeTakeFirst()
  return found?.newFrom ?? null
}

/** Whether the file of that row came after a moment, and this person has not opened it. @param alias of client_report or document in the statement */
export const unopenedSince = (scope: Scope, kind: OpenedKind, alias: string, since: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${alias}.createdAt`)} > ${since}::timestamptz and not exists (select from file_opening opened where opened.institution_id = ${scope.institutionId}
    and opened.site_id = ${scope.siteId} and opened.user_id = ${scope.userId} and opened.kind = ${kind} and opened.file_id = ${sql.ref(`${alias}.id`)})`
