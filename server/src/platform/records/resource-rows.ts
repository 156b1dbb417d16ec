/** A generic resource's binding to its table, and the reading of its rows: which fields, which rows in reach. */
import type { Resource } from '@corridor/contract/kernel/resource.ts'
import type { Session } from '@corridor/contract/session.ts'
import { type Access, holds } from '@corridor/domain/access/access.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from '../database/database.ts'
import { AppError } from '../http/errors.ts'
import type { Scope } from '../http/scope.ts'
import type { ActivityEvent } from '../kernel.ts'

export type Row = Record<string, unknown>
export type Key = string | number

/** Where a resource's rows live and who reaches them. In SQL the row is `t`. */
export interface ResourceBinding {
  resource: Resource
  table: string
  /** The column that the path's parameter names. */
  key: 'id' | 'code'
  /** Fields of the record that are not a column of the same name; a function where they depend on who reads. */
  fields?: Readonly<Record<string, RawBuilder<unknown> | ((session: Session) => RawBuilder<unknown>)>>
  /** Written fields that go to a column of another name, or, null, to none: `link` writes them. */
  columns?: Readonly<Record<string, string | null>>
  /** Which rows the permission opens. */
  reach: (scope: Scope, session: Session) => RawBuilder<SqlBool>
  /** Which rows are a caller's own, who does not hold the permission; seen in the narrow form. */
  own?: (session: Session, scope: Scope) => RawBuilder<SqlBool>
  search: readonly string[]
  /** Filters that do not compare a field with what was asked. */
  filters?: Readonly<Record<string, (value: unknown) => RawBuilder<SqlBool>>>
  /** References to a row, each as a count; more than none and it is not deleted. */
  dependants: readonly { what: string; count: (row: Row) => RawBuilder<unknown> }[]
  /** Rows that are part of it and go with it. */
  parts?: readonly { table: string; column: string }[]
  /** How a row is set inactive when something refers to it; without it the deletion is refused. */
  inactive?: { column: string; off: Key; on: Key }
  /** Deleted rows stay in their table, with deletedAt and deletedBy: its list shows them where `deleted` is asked for. */
  trash?: true
  /** Columns of JSON: objects, or lists of them. */
  json?: readonly string[]
  /** Turns what was sent into what is stored: numbers of roles into letters. */
  store?: (input: Row) => Row
  /** Rules beyond access: throws what forbids the change. `before` is missing on creation, `after` on deletion. */
  check?: (call: ChangeCall) => Promise<void>
  /** Which changes ask for the caller's password again (POST /api/session/confirm). */
  confirms?: (change: Pick<ChangeCall, 'session' | 'before' | 'after'>) => boolean
  /** Writes what lies in other tables. */
  link?: (call: ChangeCall & { key: Key }) => Promise<void>
  /** Tells whoever has to know that a row counts again that was inactive or deleted. */
  returned?: (call: Omit<ChangeCall, 'before' | 'after'> & { key: Key; row: Row }) => Promise<void>
  /** A sentence's name for a row; its `name` unless given. */
  nameOf?: (row: Row) => string
  /** Fields whose values do not go into the activity log. */
  masked?: readonly string[]
}
export interface ChangeCall {
  trx: Trx
  session: Session
  scope: Scope
  before: Row | undefined
  after: Row | undefined
}

export interface ResourceCall {
  trx: Trx
  session: Session
  scope: Scope
  record: (event: ActivityEvent) => Promise<void>
}

/** @throws AppError('not_found'), the same for a row out of reach and for one that never was */
export async function loadRow(
  { trx, session, scope }: Pick<ResourceCall, 'trx' | 'session' | 'scope'>,
  binding: ResourceBinding,
  access: Access,
  key: Key,
): Promise<Row> {
  const row = await selection(trx, binding, session, access)
    .where(reachable(binding, session, scope, access))
    .where(isKey(binding, key))
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/** Two savers take turns; the second then sees the first one's time. */
export async function lockRow(trx: Trx, binding: ResourceBinding, key: Key): Promise<void> {
  await sql`select 1 from ${sql.table(binding.table)} where ${sql.ref(binding.key)} = ${key} for update`.execute(trx)
}

/** Rows that are changed together are taken in one order, however they are named: of two who do so at once neither waits for the other. */
export const inOrder = (keys: Iterable<Key>): Key[] =>
  [...new Set(keys)].sort((one, other) =>
    typeof one === 'number' && typeof other === 'number' ? one - other : String(one) < String(other) ? -1 : 1,
  )

export function selection(trx: Trx, binding: ResourceBinding, session: Session, access: Access) {
  const names = shapeFor(binding, session, access)
  return trx.selectFrom(sql<Row>`${sql.table(binding.table)}`.as('t')).select(names.map((name) => fieldOf(binding, session, name).as(name)))
}

const shapeFor = (binding: ResourceBinding, session: Session, access: Access): string[] => {
  const { record, narrow } = binding.resource
  return Object.keys((holds(session, access) || !narrow ? record : narrow).shape)
}

export function reachable(
  binding: ResourceBinding,
  session: Session,
  scope: Scope,
  access: Access,
  { deleted = false }: { deleted?: boolean } = {},
): RawBuilder<SqlBool> {
  const full = holds(session, access)
  const rows = full ? binding.reach(scope, session) : (binding.own?.(session, scope) ?? sql<SqlBool>`false`)
  if (!binding.trash) return rows
  // Deleted rows are there for those who may put them back.
  return deleted && full ? sql<SqlBool>`(${rows}) and t.deleted_at is not null` : sql<SqlBool>`(${rows}) and t.deleted_at is null`
}

export function fieldOf({ fields }: ResourceBinding, session: Session, name: string): RawBuilder<unknown> {
  const field = fields?.[name] ?? sql`${sql.ref(`t.${name}`)}`
  return typeof field === 'function' ? field(session) : field
}

/** The list's filters as one condition: what the list shows and what a bulk action on "all matching" takes is the same. */
export function filtered(binding: ResourceBinding, session: Session, input: Row): RawBuilder<SqlBool> {
  const conditions = binding.resource.filters.flatMap((name) => {
    const value = input[name]
    // Whether it lies in the trash is a matter of reach.
    if (value === undefined || (binding.trash && name === 'deleted')) return []
    const filter = binding.filters?.[name]
    return [filter ? filter(value) : sql<SqlBool>`${fieldOf(binding, session, name)} = any(${Array.isArray(value) ? value : [value]})`]
  })
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** A sentence's name for a row. */
export const nameOf = (binding: ResourceBinding, key: Key, row: Row): string =>
  binding.nameOf?.(row) ?? (typeof row.name === 'string' ? row.name : String(key))

/** The key as text on both sides, because a path has no types. */
const isKey = (binding: ResourceBinding, key: Key): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(`t.${binding.key}`)} = ${key}`

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export function masked(binding: ResourceBinding, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      binding.masked?.includes(name) && value !== null && value !== undefined ? '(masked)' : value,
    ]),
  )
}
