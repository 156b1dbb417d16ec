/** The caller, proved: a Scope can only be minted here, and no query on client data runs without one. */

import type { Role } from '@corridor/domain/access/access.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../database/database.ts'

declare const scopeBrand: unique symbol

export interface Scope {
  readonly [scopeBrand]: 'Scope'
  readonly userId: number
  readonly role: Role
  /** The runtime role of the database: client-side sessions see one institution, staff one site. */
  readonly side: 'client' | 'staff'
  readonly siteId: number
  /** The one institution of a client-side session, or of a staff API key that is limited to it; 0 for staff otherwise. */
  readonly institutionId: number
  /** A member of staff looks through this person's eyes: what they look at was not looked at by that person. */
  readonly viewedAs: boolean
}

/**
 * The mint for a signed-in request; called by the session lookup only.
 * @param onlyInstitution of an API key that is limited to it
 */
export function scopeOfSession(
  session: { userId: number; userRole: Role; siteId: number; institutionId: number; actingAs?: object | null },
  onlyInstitution: number | null = null,
): Scope {
  const side = session.userRole === 'b' || session.userRole === 'd' ? 'staff' : 'client'
  if (!(session.siteId > 0) || (side === 'client' && !(session.institutionId > 0)))
    throw new Error('a scope needs a site, and for clients an institution')
  if (onlyInstitution !== null && onlyInstitution !== session.institutionId) throw new Error('a limited key has one institution')
  return {
    userId: session.userId,
    role: session.userRole,
    side,
    siteId: session.siteId,
    institutionId: side === 'client' ? session.institutionId : (onlyInstitution ?? 0),
    viewedAs: Boolean(session.actingAs),
  } as Scope
}

/** The mint for work done by the product itself (jobs), on one site, with the rights of staff. */
export const scopeOfSystem = (siteId: number): Scope =>
  ({ userId: 0, role: 'b', side: 'staff', siteId, institutionId: 0, viewedAs: false }) as Scope

/** The mint for work that a manager asked for and that runs outside a request; called by what has looked up that they are one (manager-scope.ts). */
export const scopeOfManager = (siteId: number, userId: number): Scope =>
  ({ userId, role: 'd', side: 'staff', siteId, institutionId: 0, viewedAs: false }) as Scope

/** `where(visible(scope))` on a table with institution_id and site_id: the first of the two fences; row-level security is the second. */
export function visible(scope: Scope, table?: string): Expression<SqlBool> {
  const column = (name: string) => sql.ref(table ? `${table}.${name}` : name)
  const site = sql<SqlBool>`${column('siteId')} = ${scope.siteId}`
  return scope.institutionId === 0 ? site : sql<SqlBool>`${site} and ${column('institutionId')} = ${scope.institutionId}`
}

/**
 * One transaction in the scope's database role, with the context that the policies read. Its beginning is one trip to PostgreSQL.
 * @param reads several statements that must tell of one moment read the book as it stood at the first of them
 */
export function inScope<Result>(
  db: Db,
  scope: Scope,
  work: (trx: Trx) => Promise<Result>,
  reads: 'each its moment' | 'one moment' = 'each its moment',
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    try {
      await sql.raw(prologueOf(scope, reads === 'one moment')).execute(connection)
      // Kysely types a transaction only when it sent the `begin` itself.
      const result = await work(connection as Trx)
      // After a statement that failed and was caught, PostgreSQL takes `commit` for `rollback` and says so only here.
      const { rows } = await sql<{ command: string }>`commit`.execute(connection)
      if (rows[0]?.command !== 'COMMIT') throw new Error('a statement of this transaction failed, and nothing of it was kept')
      return result
    } catch (cause) {
      await sql`rollback`.execute(connection).catch(() => undefined)
      throw cause
    }
  })
}

/**
 * Part of a staff transaction on another site that its person belongs to: what lies there is seen and written, as if they had switched.
 * @param sites those of the session; anything else is refused
 */
export async function onSite<Result>(
  trx: Trx,
  scope: Scope,
  sites: readonly { id: number }[],
  siteId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (scope.side !== 'staff' || !sites.some(({ id }) => id === siteId))
    throw new Error(`site ${siteId} is not open to person ${scope.userId}`)
  await sql`select set_config('app.site', ${String(siteId)}, true)`.execute(trx)
  const result = await work()
  await sql`select set_config('app.site', ${String(scope.siteId)}, true)`.execute(trx)
  return result
}

/**
 * Part of a client's transaction that the product does on its own account, with the rights of staff on the same site: queueing a mail, say.
 * Nothing but the session and parsed input may decide what is written. A failure ends the whole transaction, and the rights with it.
 */
export async function asProduct<Result>(trx: Trx, scope: Scope, work: () => Promise<Result>): Promise<Result> {
  // Staff have these rights already; a key of theirs that is limited to an institution is not lifted over its fence.
  if (scope.side === 'staff') return work()
  await sql`set local role corridor_staff`.execute(trx)
  const result = await work()
  await sql`set local role ${sql.raw(roleOf(scope))}`.execute(trx)
  return result
}

const roleOf = ({ side, institutionId }: Scope): string =>
  side === 'client' ? 'corridor_client' : institutionId > 0 ? 'corridor_limited' : 'corridor_staff'

/** Several statements in one message take no parameters: what goes in are whole numbers, and words from here. */
function prologueOf(scope: Scope, asOfOneMoment: boolean): string {
  const { siteId, institutionId, userId } = scope
  if (![siteId, institutionId, userId].every(Number.isSafeInteger)) throw new Error('a scope holds whole numbers')
  const begin = asOfOneMoment ? 'begin isolation level repeatable read' : 'begin'
  return `${begin}; set local role ${roleOf(scope)}; set local app.site = '${siteId}'; set local app.institution = '${institutionId || ''}'; set local app."user" = '${userId}'`
}
