/** Deleting rows of a generic resource and undoing it: what others depend on is named or set inactive, what goes is kept for 30 days. */
import { counted } from '@corridor/domain/primitives/counted.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { JsonValue } from '../../db/schema.ts'
import type { Db, Trx } from '../database/database.ts'
import { AppError } from '../http/errors.ts'
import type { Scope } from '../http/scope.ts'
import type { Kernel } from '../kernel.ts'
import {
  inOrder,
  type Key,
  loadRow,
  lockRow,
  masked,
  nameOf,
  type ResourceBinding,
  type ResourceCall,
  type Row,
  reachable,
  snake,
} from './resource-rows.ts'

export const UNDO_DAYS = 30

/**
 * All of the chosen rows or none. @throws AppError('in_use') naming, by row, what depends on it
 * @param refuse takes the rows that a rule protects, so that the others go; without it the rule's error ends the whole
 */
export async function removeRows(
  call: ResourceCall,
  kernel: Kernel,
  binding: ResourceBinding,
  keys: readonly Key[],
  refuse?: (key: Key, row: Row, cause: AppError) => void,
): Promise<{ deleted: Key[]; deactivated: Key[] }> {
  const { trx, session, scope, record } = call
  const { model, endpoints } = binding.resource
  const done: { deleted: Key[]; deactivated: Key[] } = { deleted: [], deactivated: [] }
  const inUse: Record<string, string[]> = {}
  const told: string[] = []
  for (const key of inOrder(keys)) {
    await lockRow(trx, binding, key)
    const row = await loadRow(call, binding, endpoints.remove.access, key)
    try {
      // A rule is asked before anything is written, so a refusal leaves the transaction whole.
      await binding.check?.({ trx, session, scope, before: row, after: undefined })
    } catch (cause) {
      if (!refuse || !(cause instanceof AppError)) throw cause
      refuse(key, row, cause)
      continue
    }
    const used = await dependantsOf(trx, binding, row)
    const refused =
      used.length > 0 ? used : await (binding.trash ? putInTrash(call, kernel, binding, key) : tryDelete(call, kernel, binding, key))
    if (refused.length === 0) done.deleted.push(key)
    else if (binding.inactive) {
      await deactivate(call, kernel, binding, key)
      done.deactivated.push(key)
    } else {
      inUse[String(key)] = refused
      told.push(`${nameOf(binding, key, row)} is used by ${refused.join(', ')}.`)
    }
    if (refused.length === 0 || binding.inactive)
      await record({
        action: `${model}.${refused.length === 0 ? 'deleted' : 'deactivated'}`,
        entity: model,
        entityId: key,
        before: masked(binding, row),
      })
  }
  if (told.length > 0) {
    const more = told.length > NAMED ? [`So are ${told.length - NAMED} more.`] : []
    throw new AppError('in_use', { message: [...told.slice(0, NAMED), ...more, 'Remove or move them first.'].join(' '), meta: inUse })
  }
  return done
}

/** Rows that a refusal names; the others are counted. */
const NAMED = 3
/** Puts rows back as they were, with their own numbers. @throws AppError('not_found') for one that was not deleted, or too long ago */
export async function restoreRows(
  call: ResourceCall,
  kernel: Kernel,
  binding: ResourceBinding,
  keys: readonly Key[],
): Promise<{ restored: Key[] }> {
  const { trx, scope, record } = call
  const { model } = binding.resource
  if (binding.trash) return restoreFromTrash(call, binding, keys, undoneSince(kernel))
  for (const key of keys) {
    const content = await takeKept(trx, scope, kernel, model, key)
    if (content === null) await setInactive(trx, kernel, binding, key, 'on')
    else await putBack(trx, snake(binding.table), content).catch(nameTaken(binding))
    await checkRestored(call, binding, key)
    await record({ action: `${model}.restored`, entity: model, entityId: key })
  }
  return { restored: [...keys] }
}

const undoneSince = (kernel: Pick<Kernel, 'now'>): string => new Date(kernel.now().getTime() - UNDO_DAYS * 86_400_000).toISOString()

/** The kept copy of a deleted row, which it no longer is then. @throws AppError('not_found') for one that was not deleted, or too long ago */
export async function takeKept(trx: Trx, scope: Scope, kernel: Pick<Kernel, 'now'>, model: string, key: Key): Promise<JsonValue> {
  const kept = await trx
    .deleteFrom('deletedRow')
    .where('siteId', '=', scope.siteId)
    .where('model', '=', model)
    .where('rowKey', '=', String(key))
    .where('deletedAt', '>=', undoneSince(kernel))
    .returning(['content'])
    .execute()
  const last = kept.at(-1)
  if (!last) throw new AppError('not_found')
  return last.content
}

/** A person who may not change a row may not bring it back either: a refusal undoes the restoring. */
async function checkRestored(call: ResourceCall, binding: ResourceBinding, key: Key): Promise<void> {
  const { trx, session, scope } = call
  const row = await loadRow(call, binding, binding.resource.endpoints.restore.access, key)
  await binding.check?.({ trx, session, scope, before: row, after: {} })
  await binding.returned?.({ trx, session, scope, key, row })
}

async function restoreFromTrash(
  call: ResourceCall,
  binding: ResourceBinding,
  keys: readonly Key[],
  since: string,
): Promise<{ restored: Key[] }> {
  const { trx, session, scope, record } = call
  const { model, endpoints } = binding.resource
  for (const key of inOrder(keys)) {
    const { numAffectedRows } = await sql`update ${sql.table(binding.table)} t set deleted_at = null, deleted_by = null
      where ${sql.ref(`t.${binding.key}`)} = ${key} and ${reachable(binding, session, scope, endpoints.restore.access, { deleted: true })} and t.deleted_at >= ${since}`
      .execute(trx)
      .catch(nameTaken(binding))
    if (numAffectedRows !== 1n) throw new AppError('not_found')
    await checkRestored(call, binding, key)
    await record({ action: `${model}.restored`, entity: model, entityId: key })
  }
  return { restored: [...keys] }
}

/** While it was away another came under its name. */
const nameTaken = (binding: ResourceBinding) => (cause: unknown) => {
  if (!(cause instanceof Error && 'code' in cause && cause.code === '23505')) throw cause
  const [one] = binding.resource.words
  throw new AppError('conflict', {
    message: `Another ${one} now has the same name. Rename or delete that one first; nothing was restored.`,
    cause,
  })
}

/** After 30 days a deletion is for good. */
export const forgetDeletedRows = (ownerDb: Db, before: string) => ownerDb.deleteFrom('deletedRow').where('deletedAt', '<', before).execute()

async function dependantsOf(trx: Trx, binding: ResourceBinding, row: Row): Promise<string[]> {
  const named: string[] = []
  for (const { what, count } of binding.dependants) {
    const { rows } = await sql<{ count: number }>`select (${count(row)})::int as count`.execute(trx)
    if (rows[0]?.count) named.push(counted(rows[0].count, what))
  }
  return named
}

async function putInTrash({ trx, session }: ResourceCall, kernel: Kernel, binding: ResourceBinding, key: Key): Promise<string[]> {
  await sql`update ${sql.table(binding.table)} set deleted_at = ${kernel.now().toISOString()}, deleted_by = ${session.userId} where ${sql.ref(binding.key)} = ${key}`.execute(
    trx,
  )
  return []
}

/** Rows that the caller cannot see, of another site say, still refer to it: PostgreSQL's foreign keys have the last word. */
async function tryDelete({ trx, session, scope }: ResourceCall, kernel: Kernel, binding: ResourceBinding, key: Key): Promise<string[]> {
  await sql`savepoint removal`.execute(trx)
  try {
    const content = await contentOf(trx, binding, key)
    // The row before its parts: through them row-level security sees it.
    await sql`set constraints all deferred`.execute(trx)
    const { numAffectedRows } = await sql`delete from ${sql.table(binding.table)} where ${sql.ref(binding.key)} = ${key}`.execute(trx)
    if (numAffectedRows !== 1n) throw new Error(`${numAffectedRows} rows of ${binding.table} deleted in place of one`)
    for (const { table, column } of binding.parts ?? [])
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${key}`.execute(trx)
    await sql`set constraints all immediate`.execute(trx)
    await keepRow({ trx, session, scope }, kernel, binding.resource.model, key, content)
    await sql`release savepoint removal`.execute(trx)
    return []
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === '23503')) throw cause
    await sql`rollback to savepoint removal`.execute(trx)
    return ['other records']
  }
}

async function deactivate(call: ResourceCall, kernel: Kernel, binding: ResourceBinding, key: Key): Promise<void> {
  await setInactive(call.trx, kernel, binding, key, 'off')
  await keepRow(call, kernel, binding.resource.model, key, null)
}

export async function setInactive(
  trx: Trx,
  kernel: Kernel,
  { table, key: column, inactive }: ResourceBinding,
  key: Key,
  to: 'on' | 'off',
): Promise<void> {
  if (!inactive) return
  await sql`update ${sql.table(table)} set ${sql.ref(inactive.column)} = ${inactive[to]}, ${sql.ref('updatedAt')} = ${kernel.now().toISOString()} where ${sql.ref(column)} = ${key}`.execute(
    trx,
  )
}

/** Keeps a row that is being deleted, with its parts, for 30 days; null of one that was set inactive. */
export async function keepRow(
  { trx, session, scope }: Pick<ResourceCall, 'trx' | 'session' | 'scope'>,
  kernel: Pick<Kernel, 'now'>,
  model: string,
  key: Key,
  content: JsonValue,
): Promise<void> {
  await trx
    .insertInto('deletedRow')
    .values({
      siteId: scope.siteId,
      model,
      rowKey: String(key),
      deletedBy: session.userId,
      deletedAt: kernel.now().toISOString(),
      content: content === null ? null : sql<JsonValue>`${JSON.stringify(content)}::jsonb`,
    })
    .execute()
}

/** The row and its parts as PostgreSQL writes them in JSON, by the columns' own names: what it can read back exactly. */
async function contentOf(trx: Trx, binding: ResourceBinding, key: Key): Promise<JsonValue> {
  const [row] = await rowsOf(trx, binding.table, binding.key, key)
  const parts: JsonValue[] = []
  for (const { table, column } of binding.parts ?? []) parts.push({ table: snake(table), rows: await rowsOf(trx, table, column, key) })
  return { row: row ?? null, parts }
}

async function rowsOf(trx: Trx, table: string, column: string, key: Key): Promise<JsonValue[]> {
  const columns = sql.join((await columnsOf(trx, snake(table), 'select')).map((name) => sql.id(name)))
  const { rows } = await sql<{
    content: JsonValue
  }>`select to_jsonb(t) as content from (select ${columns} from ${sql.table(table)} where ${sql.ref(column)} = ${key}) t`.execute(trx)
  return rows.map(({ content }) => content)
}

/** Those that the transaction's role may read, or write anew: what it may not is kept from it here too, and what is reckoned from others is so again. */
async function columnsOf(trx: Trx, table: string, right: 'select' | 'insert'): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and has_column_privilege(attrelid, attnum, ${right})
    order by attnum`.execute(trx)
  return rows.map(({ name }) => name)
}

export async function putBack(trx: Trx, table: string, content: JsonValue): Promise<void> {
  const { row, parts } = keptContent.parse(content)
  const insert = async (table: string, one: Row) => {
    const columns = sql.join((await columnsOf(trx, table, 'insert')).filter((name) => name in one).map((name) => sql.id(name)))
    await sql`insert into ${sql.id(table)} (${columns}) select ${columns}
      from jsonb_populate_record(null::${sql.id(table)}, ${JSON.stringify(one)}::jsonb)`.execute(trx)
  }
  await insert(table, row)
  for (const part of parts) for (const one of part.rows) await insert(part.table, one)
}

const jsonRow = z.record(z.string(), z.unknown())
const keptContent = z.object({ row: jsonRow, parts: z.array(z.object({ table: z.string(), rows: z.array(jsonRow) })) })
