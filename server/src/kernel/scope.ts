/** Who is asking, proved: a Scope can only be minted here, and no query on client data runs without one. */

import type { Role } from '@corridor/domain/access.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from './database.ts'

declare const scopeBrand: unique symbol

export interface Scope {
  readonly [scopeBrand]: 'Scope'
  readonly userId: number
  readonly role: Role
  /** The runtime role of the database: client-side sessions see one institution, staff one site. */
  readonly side: 'client' | 'staff'
  readonly siteId: number
  /** The one institution of a client-side session; 0 for staff. */
  readonly institutionId: number
}

/** The mint for a signed-in request; called by the session lookup only. */
export function scopeOfSession(session: { userId: number; userRole: Role; siteId: number; institutionId: number }): Scope {
  const side = session.userRole === 'b' || session.userRole === 'd' ? 'staff' : 'client'
  if (!(session.siteId > 0) || (side === 'client' && !(session.institutionId > 0)))
    throw new Error('a scope needs a site, and for clients an institution')
  return {
    userId: session.userId,
    role: session.userRole,
    side,
    siteId: session.siteId,
    institutionId: side === 'client' ? session.institutionId : 0,
  } as Scope
}

/** The mint for work done by the product itself (jobs), on one site, with the rights of staff. */
export const scopeOfSystem = (siteId: number): Scope => ({ userId: 0, role: 'b', side: 'staff', siteId, institutionId: 0 }) as Scope

/** `where(visible(scope))` on a table with institution_id and site_id: the first of the two fences; row-level security is the second. */
export function visible(scope: Scope, table?: string): Expression<SqlBool> {
  const column = (name: string) => sql.ref(table ? `${table}.${name}` : name)
  const site = sql<SqlBool>`${column('siteId')} = ${scope.siteId}`
  return scope.side === 'staff' ? site : sql<SqlBool>`${site} and ${column('institutionId')} = ${scope.institutionId}`
}

/** One transaction in the scope's database role, with the context that the policies read. */
export function inScope<Result>(db: Db, scope: Scope, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('role', ${`corridor_${scope.side}`}, true), set_config('app.site', ${String(scope.siteId)}, true),
      set_config('app.institution', ${scope.institutionId ? String(scope.institutionId) : ''}, true), set_config('app.user', ${String(scope.userId)}, true)`.execute(
      trx,
    )
    return work(trx)
  })
}
