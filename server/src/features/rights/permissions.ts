/** A person's permissions: read, replaced, or taken from a template. Nobody raises their own; somebody always can manage. */
import type { UserPermissions } from '@corridor/contract/rights.ts'
import type { Session } from '@corridor/contract/session.ts'
import { type PermissionEntry, ROLE_NAMES, type Role } from '@corridor/domain/access/access.ts'
import { beyond, changesBetween, entriesOf, type Levels, levelsOf, NO_LEVELS } from '@corridor/domain/access/permission-catalog.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { ActivityEvent } from '../../platform/kernel.ts'
import { keepAManager, lockManagers } from '../../shared/people/managers.ts'
import { beginSettling } from '../../shared/people/settled-accounts.ts'

interface Holder {
  userId: number
  role: Role
  status: number
  levels: Levels
  updatedAt: string
}

/** @throws AppError('not_found') for nobody, and for somebody of other sites alone */
export async function selectPermissions(trx: Trx, scope: Scope, userId: number): Promise<UserPermissions> {
  return presented(await selectHolder(trx, scope, userId))
}

export interface Change {
  trx: Trx
  scope: Scope
  session: Session
  record: (event: ActivityEvent) => Promise<void>
  now: Date
}

/**
 * Replaces a person's permissions by what `next` makes of the present ones. Their session reads them anew at its next call.
 * @param updatedAt of the permissions as the caller saw them
 */
export async function changePermissions(
  { trx, scope, session, record, now }: Change,
  userId: number,
  updatedAt: string,
  next: (present: Levels) => Levels,
  because: Record<string, unknown> = {},
): Promise<UserPermissions> {
  // Always managers first, then the person: the same order for everybody who changes rights.
  await lockManagers(trx)
  await sql`select 1 from user_account where id = ${userId} for update`.execute(trx)
  const before = await selectHolder(trx, scope, userId)
  const after = next(before.levels)
  if (before.updatedAt !== new Date(updatedAt).toISOString())
    throw new AppError('conflict', { meta: { current: presented(before), yours: { permissions: entriesOf(after) } } })
  await checkRules(trx, session, before, after)
  const changes = changesBetween(before.levels, after)
  if (changes.length === 0) return presented(before)
  await trx.deleteFrom('userPermission').where('userId', '=', userId).execute()
  const held = entriesOf(after).filter(({ access }) => access > 0)
  if (held.length > 0)
    await trx
      .insertInto('userPermission')
      .values(held.map((entry) => ({ userId, ...entry })))
      .execute()
  await beginSettling(trx, userId, now)
  await record({
    action: 'permissions.changed',
    entity: 'users',
    entityId: userId,
    before: Object.fromEntries(changes.map(({ code, before: level }) => [code, level])),
    after: { ...Object.fromEntries(changes.map(({ code, after: level }) => [code, level])), ...because },
  })
  return selectPermissions(trx, scope, userId)
}

async function checkRules(trx: Trx, session: Session, before: Holder, after: Levels): Promise<void> {
  if (before.userId === session.userId && beyond(after, before.levels).length > 0)
    throw new AppError('forbidden', { message: 'You cannot raise your own rights. Ask another manager.' })
  if ((before.role === 'c' || before.role === 'e') && beyond(after, NO_LEVELS).length > 0)
    throw inputError({
      permissions: [`A ${ROLE_NAMES[before.role]} holds no permissions: what they see comes from their institution’s membership.`],
    })
  const manages = before.role === 'd' && before.status === 1 && before.levels.USERS === 2
  if (manages && after.USERS < 2) await keepAManager(trx, before.userId)
}

async function selectHolder(trx: Trx, scope: Scope, userId: number): Promise<Holder> {
  const { rows } = await sql<{ role: Role; status: number; updatedAt: string; permissions: unknown }>`
    select u.role, u.status, u.permissions_updated_at as updated_at,
      coalesce((select jsonb_agg(jsonb_build_object('code', p.code, 'access', p.access)) from user_permission p where p.user_id = u.id), '[]') as permissions
    from user_account u where u.id = ${userId} and exists (select from user_site x where x.user_id = u.id and x.site_id = ${scope.siteId})`.execute(
    trx,
  )
  const row = rows[0]
  if (!row) throw new AppError('not_found')
  return { userId, role: row.role, status: row.status, updatedAt: row.updatedAt, levels: levelsOf(heldEntries.parse(row.permissions)) }
}

const presented = ({ userId, role, levels, updatedAt }: Holder): UserPermissions => ({
  userId,
  userRole: role,
  permissions: entriesOf(levels),
  updatedAt,
})

/** A code that the product no longer knows grants nothing. */
export const heldEntries = z.array(z.object({ code: z.string(), access: z.literal([0, 1, 2]) })).transform((entries) =>
  entries.flatMap((entry): PermissionEntry[] => {
    const known = entriesOf(NO_LEVELS).find(({ code }) => code === entry.code)
    return known ? [{ code: known.code, access: entry.access }] : []
  }),
)
