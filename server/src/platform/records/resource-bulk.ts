/** One action on many rows of a generic resource: those named, or all that the list's filter matches, found in the transaction that changes them. */
import { BULK_MAX } from '@corridor/contract/kernel/page.ts'
import { sql } from 'kysely'
import { AppError, inputError } from '../http/errors.ts'
import { matches } from '../http/lists.ts'
import type { Kernel } from '../kernel.ts'
import { removeRows, restoreRows, setInactive } from './resource-removal.ts'
import {
  fieldOf,
  filtered,
  inOrder,
  type Key,
  loadRow,
  lockRow,
  nameOf,
  type ResourceBinding,
  type ResourceCall,
  type Row,
  reachable,
} from './resource-rows.ts'

interface BulkChange {
  action: 'delete' | 'deactivate' | 'reactivate' | 'restore'
  ids?: Key[] | undefined
  matching?: Row | undefined
  expected?: number | undefined
}
interface BulkReply {
  done: Key[]
  deactivated: Key[]
  refused: { id: Key; name: string; message: string }[]
  unchanged: number
}

/** @throws AppError('not_found') for a named row out of reach; AppError('conflict') when another number matches than the person was shown */
export async function changeRows(call: ResourceCall, kernel: Kernel, binding: ResourceBinding, change: BulkChange): Promise<BulkReply> {
  const keys = await chosenKeys(call, binding, change)
  if (change.action === 'restore') {
    const { restored } = await restoreRows(call, kernel, binding, keys)
    return { done: restored, deactivated: [], refused: [], unchanged: 0 }
  }
  if (change.action === 'delete') {
    const refused: BulkReply['refused'] = []
    const refuse = (id: Key, row: Row, { message }: AppError) => refused.push({ id, name: nameOf(binding, id, row), message })
    const { deleted, deactivated } = await removeRows(call, kernel, binding, keys, refuse)
    return { done: [...deleted, ...deactivated], deactivated, refused, unchanged: 0 }
  }
  const { inactive } = binding
  if (!inactive) throw inputError({ action: [`${binding.resource.words[1]} are not deactivated`] })
  const to = change.action === 'deactivate' ? 'off' : 'on'
  const reply: BulkReply = { done: [], deactivated: [], refused: [], unchanged: 0 }
  for (const key of inOrder(keys)) {
    await lockRow(call.trx, binding, key)
    const row = await loadRow(call, binding, binding.resource.endpoints.bulk.access, key)
    if (row[inactive.column] === inactive[to]) {
      reply.unchanged += 1
      continue
    }
    try {
      // A rule is asked before anything is written, so a refusal leaves the transaction whole.
      await binding.check?.({ ...call, before: row, after: { [inactive.column]: inactive[to] } })
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      reply.refused.push({
        id: key,
        name: nameOf(binding, key, row),
        message: cause.message,
      })
      continue
    }
    await setInactive(call.trx, kernel, binding, key, to)
    if (to === 'on') await binding.returned?.({ ...call, key, row })
    await call.record({
      action: `${binding.resource.model}.${change.action}d`,
      entity: binding.resource.model,
      entityId: key,
      before: { [inactive.column]: row[inactive.column] },
      after: { [inactive.column]: inactive[to] },
    })
    reply.done.push(key)
  }
  return reply
}

/** The rows named, or all that the filter matches by now. @throws AppError('conflict') when another number matches than the person was shown */
export const chosenKeys = async (
  call: ResourceCall,
  binding: ResourceBinding,
  { ids, matching = {}, expected }: Pick<BulkChange, 'ids' | 'matching' | 'expected'>,
): Promise<Key[]> => (ids ? [...new Set(ids)] : matchingKeys(call, binding, matching, expected))

async function matchingKeys(
  { trx, session, scope }: ResourceCall,
  binding: ResourceBinding,
  matching: Row,
  expected: number | undefined,
): Promise<Key[]> {
  const { endpoints, words } = binding.resource
  let query = trx
    .selectFrom(sql<Row>`${sql.table(binding.table)}`.as('t'))
    .select(sql<Key>`${sql.ref(`t.${binding.key}`)}`.as('key'))
    .where(reachable(binding, session, scope, endpoints.bulk.access, { deleted: matching.deleted === true }))
    .where(filtered(binding, session, matching))
  if (typeof matching.search === 'string' && matching.search !== '')
    query = query.where(
      matches(
        matching.search,
        binding.search.map((name) => fieldOf(binding, session, name)),
      ),
    )
  const rows = await query
    .orderBy(sql`1`)
    .limit(BULK_MAX + 1)
    .execute()
  const most = BULK_MAX.toLocaleString('en-US')
  if (rows.length > BULK_MAX) throw inputError({ matching: [`At most ${most} ${words[1]} at a time: narrow the search or add a filter.`] })
  if (rows.length === 0 || (expected !== undefined && rows.length !== expected))
    throw new AppError('conflict', {
      message: `The list has changed: ${rows.length.toLocaleString('en-US')} ${words[rows.length === 1 ? 0 : 1]} match now. Review it again; nothing was done.`,
      meta: { matching: rows.length },
    })
  return rows.map(({ key }) => key)
}
