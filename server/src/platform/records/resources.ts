/** The one mechanism behind every generic resource: list, load, create, save, delete, undo. */
import type { PageQuery } from '@corridor/contract/kernel/page.ts'
import type { Access } from '@corridor/domain/access/access.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../database/database.ts'
import { AppError } from '../http/errors.ts'
import { pageOf } from '../http/lists.ts'
import { route } from '../http/route.ts'
import { requireRecentSignIn } from '../http/sessions.ts'
import type { Kernel } from '../kernel.ts'
import { changeRows } from './resource-bulk.ts'
import { removeRows, restoreRows } from './resource-removal.ts'
import {
  fieldOf,
  filtered,
  type Key,
  loadRow,
  lockRow,
  masked,
  type ResourceBinding,
  type ResourceCall,
  type Row,
  reachable,
  selection,
  snake,
} from './resource-rows.ts'

/** @param given what the feature does in its own way: `create: false` leaves the binding of that call to it */
export function resourceRoutes(app: FastifyInstance, kernel: Kernel, binding: ResourceBinding, given: { create?: false } = {}): void {
  const { list, get, create, update, remove, restore, bulk } = binding.resource.endpoints
  route(app, kernel, list, async ({ input, ...call }) => listRows(call, binding, list.access, pageQuery.parse(input)))
  route(app, kernel, get, async ({ input, ...call }) => loadRow(call, binding, get.access, keyed.parse(input).id))
  if (given.create !== false)
    route(app, kernel, create, async ({ input, ...call }) => createRow(call, kernel, binding, fields.parse(input)))
  route(app, kernel, update, async ({ input, ...call }) => {
    const { id, updatedAt, ...changes } = saved.parse(input)
    return saveRow(call, kernel, binding, id, updatedAt, changes)
  })
  route(app, kernel, remove, async ({ input, ...call }) => removeRows(call, kernel, binding, chosen.parse(input).ids))
  route(app, kernel, restore, async ({ input, ...call }) => restoreRows(call, kernel, binding, chosen.parse(input).ids))
  route(app, kernel, bulk, async ({ input, ...call }) => changeRows(call, kernel, binding, bulkChange.parse(input)))
}

// Each input was parsed by its contract, whose fields are not known here; these say what all resources have.
const key = z.union([z.number(), z.string()])
const keyed = z.looseObject({ id: key })
const saved = z.looseObject({ id: key, updatedAt: z.string() })
const chosen = z.object({ ids: z.array(key) })
const fields = z.record(z.string(), z.unknown())
const bulkChange = z.object({
  action: z.enum(['delete', 'deactivate', 'reactivate', 'restore']),
  ids: z.array(key).optional(),
  matching: fields.optional(),
  expected: z.int().optional(),
})
const pageQuery = z.looseObject({
  take: z.int(),
  skip: z.int(),
  sort: z.string(),
  desc: z.boolean(),
  search: z.string().optional(),
  format: z.enum(['xlsx', 'csv']).optional(),
  columns: z.array(z.string()).optional(),
})

/** A page of the list; for a feature whose list answers at another address too. */
export async function listRows({ trx, session, scope }: ResourceCall, binding: ResourceBinding, access: Access, input: PageQuery & Row) {
  const query = selection(trx, binding, session, access)
    .where(reachable(binding, session, scope, access, { deleted: input.deleted === true }))
    .where(filtered(binding, session, input))
  return pageOf(query, input, {
    id: `t.${binding.key}`,
    sort: { [input.sort]: fieldOf(binding, session, input.sort) },
    search: binding.search.map((name) => fieldOf(binding, session, name)),
    neverNull: !binding.fields?.[input.sort] && binding.resource.record.shape[input.sort]?.safeParse(null).success === false,
    scope,
  })
}

async function createRow(call: ResourceCall, kernel: Kernel, binding: ResourceBinding, input: Row): Promise<Row> {
  const { trx, session, scope, record } = call
  await binding.check?.({ trx, session, scope, before: undefined, after: input })
  const now = kernel.now().toISOString()
  const stored = { ...columnsOf(binding, input), createdAt: now, updatedAt: now }
  // The number is taken beforehand: row-level security shows a new row only once it is linked to the site.
  const id = await nextId(trx, binding)
  const key = binding.key === 'id' ? id : String(input[binding.key])
  await insert(trx, binding, { id, ...stored })
  await binding.link?.({ trx, session, scope, before: undefined, after: input, key })
  await record({
    action: `${binding.resource.model}.created`,
    entity: binding.resource.model,
    entityId: key,
    after: masked(binding, input),
  })
  return loadRow(call, binding, binding.resource.endpoints.create.access, key)
}

/** @param reason why, where the form did not ask */
export async function saveRow(
  call: ResourceCall & { request: FastifyRequest },
  kernel: Kernel,
  binding: ResourceBinding,
  key: Key,
  updatedAt: string,
  changes: Row,
  reason?: string,
): Promise<Row> {
  const { trx, session, scope, record } = call
  const access = binding.resource.endpoints.update.access
  await lockRow(trx, binding, key)
  const before = await loadRow(call, binding, access, key)
  // Both versions go back, so that the form can show what changed and let the person merge.
  if (before.updatedAt !== new Date(updatedAt).toISOString()) {
    const last = await lastChange(trx, binding, key)
    throw new AppError('conflict', { meta: { current: before, yours: changes, ...last } })
  }
  await binding.check?.({ trx, session, scope, before, after: changes })
  if (binding.confirms?.({ session, before, after: changes })) requireRecentSignIn({ kernel, request: call.request })
  const stored = columnsOf(binding, changes)
  const assignments = Object.entries(stored).map(
    ([column, value]) => sql`${sql.ref(column)} = ${asValue(value, binding.json?.includes(column))}`,
  )
  // Later than before by a millisecond at least: two saves never carry the same time.
  assignments.push(
    sql`${sql.ref('updatedAt')} = greatest(${kernel.now().toISOString()}::timestamptz, ${sql.ref('updatedAt')} + interval '1 millisecond')`,
  )
  try {
    await sql`update ${sql.table(binding.table)} set ${sql.join(assignments)} where ${sql.ref(binding.key)} = ${key}`.execute(trx)
  } catch (cause) {
    throw asTaken(binding, cause) ?? cause
  }
  await binding.link?.({ trx, session, scope, before, after: changes, key })
  const changed = Object.keys(changes).filter((name) => JSON.stringify(changes[name]) !== JSON.stringify(before[name]))
  const only = (row: Row) => masked(binding, Object.fromEntries(changed.map((name) => [name, row[name]])))
  await record({
    action: `${binding.resource.model}.saved`,
    entity: binding.resource.model,
    entityId: key,
    before: only(before),
    after: { ...only(changes), ...(reason === undefined ? {} : { reason }) },
  })
  return loadRow(call, binding, access, binding.key === 'code' && typeof changes.code === 'string' ? changes.code : key)
}

/** "Changed by X at T", from the activity log. */
async function lastChange(trx: Trx, binding: ResourceBinding, key: Key): Promise<{ changedBy: string | null; changedAt: string | null }> {
  const found = await trx
    .selectFrom('activity')
    .leftJoin('userAccount', 'userAccount.id', 'activity.actorId')
    .select(['activity.at', sql<string | null>`user_account.first_name || ' ' || user_account.last_name`.as('name')])
    .where('activity.entity', '=', binding.resource.model)
    .where('activity.entityId', '=', String(key))
    .orderBy('activity.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { changedBy: found?.name ?? null, changedAt: found?.at ?? null }
}

function columnsOf({ columns = {}, store = (input) => input }: ResourceBinding, input: Row): Row {
  const stored: Row = {}
  for (const [field, value] of Object.entries(store(input))) {
    const column = columns[field] === undefined ? field : columns[field]
    if (column !== null && value !== undefined) stored[column] = value
  }
  return stored
}

async function insert(trx: Trx, binding: ResourceBinding, row: Row): Promise<void> {
  const columns = Object.keys(row)
  try {
    await sql`insert into ${sql.table(binding.table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values (${sql.join(columns.map((column) => asValue(row[column], binding.json?.includes(column))))})`.execute(
      trx,
    )
  } catch (cause) {
    throw asTaken(binding, cause) ?? cause
  }
}

async function nextId(trx: Trx, binding: ResourceBinding): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence(${snake(binding.table)}, 'id')) as id`.execute(trx)
  return Number(rows[0]?.id)
}

/** jsonb takes objects as text; arrays of scalars are PostgreSQL arrays, unless the column is told to hold JSON. */
const asValue = (value: unknown, isJson = false): RawBuilder<unknown> =>
  typeof value === 'object' && value !== null && (isJson || !Array.isArray(value)) ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`

/** A name or address that must be unique, and is somebody's already. Under row-level security PostgreSQL names the index, not the column. */
function asTaken({ table, key }: ResourceBinding, cause: unknown): AppError | undefined {
  if (!(cause instanceof Error) || !('code' in cause) || cause.code !== '23505') return undefined
  const [, column] = 'detail' in cause ? (/^Key \((?:lower\()?(\w+)/.exec(String(cause.detail)) ?? []) : []
  const index =
    'constraint' in cause
      ? String(cause.constraint)
          .replace(`${snake(table)}_`, '')
          .replace(/(^|_)p?key$/, '')
      : ''
  const field = (column ?? index).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return new AppError('input', { meta: { [field || key]: ['This is already taken.'] }, cause })
}
