/** Idempotency-Key: the same request sent twice has one effect and one answer; the key is committed with the effect. */
import { createHash } from 'node:crypto'
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import type { Session } from '@corridor/contract/session.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../database/database.ts'
import { AppError, inputError } from './errors.ts'

const KEPT_HOURS = 24

interface Asked {
  session: Session
  request: FastifyRequest
  input: unknown
  kernel: { now: () => Date }
}

/** Wraps a handler's work inside its transaction: answers what was answered before, or runs it and keeps the answer. */
export type Replay = <Value>(trx: Trx, work: () => Promise<Value>) => Promise<Value | unknown>

/**
 * Runs `run` once per key. Equal requests that arrive together wait for the first: those of this process here, in order, so that they do not
 * hold connections the first may need; those of other nodes on the key's row.
 */
export async function replayOr<Result>(asked: Asked, endpoint: Endpoint, run: (replay: Replay) => Promise<Result>): Promise<Result> {
  const key = keyOf(asked.request)
  if (key === undefined) return run((_, work) => work())
  const place = `${asked.session.userId} ${key}`
  const before = waiting.get(place)
  const mine = (before ?? Promise.resolve()).catch(() => undefined).then(() => run((trx, work) => keep(trx, asked, endpoint, key, work)))
  waiting.set(place, mine)
  try {
    return await mine
  } finally {
    if (waiting.get(place) === mine) waiting.delete(place)
  }
}

const waiting = new Map<string, Promise<unknown>>()

async function keep<Value>(trx: Trx, asked: Asked, endpoint: Endpoint, key: string, work: () => Promise<Value>): Promise<unknown> {
  const userId = asked.session.userId
  const request = { endpoint: `${endpoint.method} ${endpoint.path}`, requestHash: requestHash(asked) }
  const now = asked.kernel.now()
  const stale = new Date(now.getTime() - KEPT_HOURS * 3_600_000).toISOString()
  // Whoever inserts first works; the others wait here until that transaction ends, and then read its answer or take its place.
  const mine = await trx
    .insertInto('idempotencyKey')
    .values({ userId, key, ...request, status: null, reply: null, createdAt: now.toISOString() })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'key'])
        .doUpdateSet({ ...request, status: null, reply: null, createdAt: now.toISOString() })
        .where('idempotencyKey.createdAt', '<', stale),
    )
    .returning('key')
    .executeTakeFirst()
  if (!mine) {
    const kept = await trx
      .selectFrom('idempotencyKey')
      .select(['endpoint', 'requestHash', 'reply'])
      .where('userId', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst()
    if (!kept || kept.endpoint !== request.endpoint || kept.requestHash !== request.requestHash) throw new AppError('key_reused')
    return kept.reply
  }
  const value = await work()
  await trx
    .updateTable('idempotencyKey')
    .set({ status: endpoint.success, reply: sql`${JSON.stringify(value ?? null)}::jsonb` })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .execute()
  return value
}

function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header))
    throw inputError({ 'Idempotency-Key': ['Enter 1 to 200 visible ASCII characters'] })
  return header
}

/** Hash of the parsed input and the institution acted for: a key is bound to both. */
const requestHash = (asked: Asked): string =>
  createHash('sha256')
    .update(canonical({ input: asked.input, siteId: asked.session.siteId, institutionId: asked.session.institutionId }))
    .digest('hex')

/** JSON whose objects list their keys in order. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  ) ?? 'null'
