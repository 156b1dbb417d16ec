/** Permission templates as a generic resource: staff go as far as their own levels, managers as far as there are levels. */
import { permissionTemplates } from '@corridor/contract/rights.ts'
import type { Session } from '@corridor/contract/session.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { beyond, type Levels, levelsOf } from '@corridor/domain/access/permission-catalog.ts'
import { PERMISSION_WORDS } from '@corridor/domain/access/permission-labels.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { ResourceBinding, Row } from '../../platform/records/resource-rows.ts'
import { heldEntries } from './permissions.ts'

const entries = sql`(select coalesce(jsonb_agg(jsonb_build_object('code', held.key, 'access', held.value) order by held.key), '[]') from jsonb_each(t.permissions) held)`

export const templateBinding: ResourceBinding = {
  resource: permissionTemplates,
  table: 'permissionTemplate',
  key: 'id',
  fields: { permissions: entries },
  // Stored as {code: level} without the levels at nothing.
  store: (input: Row) =>
    input.permissions === undefined
      ? input
      : {
          ...input,
          permissions: Object.fromEntries(
            heldEntries.parse(input.permissions).flatMap(({ code, access }) => (access > 0 ? [[code, access]] : [])),
          ),
        },
  reach: () => sql`true`,
  search: ['name', 'description'],
  dependants: [],
  check: async ({ session, before, after }) => {
    for (const row of [before, after]) if (row?.permissions !== undefined) keepWithin(session, levelsOf(heldEntries.parse(row.permissions)))
  },
}

/** @throws AppError('not_found') */
export async function selectTemplate(trx: Trx, id: number): Promise<{ name: string; levels: Levels; updatedAt: string }> {
  const row = await trx
    .selectFrom(sql<{ id: number; name: string; updatedAt: string }>`permission_template`.as('t'))
    .select(['t.name', 't.updatedAt', entries.as('permissions')])
    .where('t.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return { name: row.name, updatedAt: row.updatedAt, levels: levelsOf(heldEntries.parse(row.permissions)) }
}

function keepWithin({ userRole, permissions }: Session, levels: Levels): void {
  if (userRole === 'd' || !isStaff(userRole)) return
  const too = beyond(levels, levelsOf(permissions))
  if (too.length > 0)
    throw new AppError('forbidden', {
      message: `A template may not go beyond your own rights. It goes beyond them in: ${too.map((code) => PERMISSION_WORDS[code].name).join(', ')}.`,
    })
}
