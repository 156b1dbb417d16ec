/** The activity log: written in the causing transaction, sealed into a hash chain within seconds by whoever holds the sealer's lock. */
import { createHash } from 'node:crypto'
import type { Session } from '@corridor/contract/session.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { JsonValue } from '../db/schema.ts'
import type { Db, Trx } from './database.ts'
import type { ActivityEvent } from './kernel.ts'
import { sessionRowOf } from './sessions.ts'

/** Records what a person did. What was done while viewing as a client is recorded in both people's names: who looked, and who was looked at. */
export async function recordActivity(
  trx: Db | Trx,
  asked: { session: Session; request: FastifyRequest },
  event: ActivityEvent,
): Promise<void> {
  const { session, request } = asked
  const row = sessionRowOf(request)
  const where = {
    siteId: session.siteId || null,
    institutionId: event.institutionId ?? (session.institutionId || null),
    sessionHash: row?.idHash ?? null,
    ...originOf(request),
  }
  const person = { actorId: session.userId || null, actorRole: session.userId ? session.userRole : null, actingAs: null }
  if (!session.actingAs || !row) return insert(trx, event, { ...person, ...where })
  await insert(trx, event, { actorId: row.actorId, actorRole: row.actorRole, actingAs: session.actingAs.userId, ...where })
  const seen = { viewedBy: row.actorId, ...(event.after === undefined ? {} : { of: event.after }) }
  await insert(trx, { ...event, action: `viewed.${event.action}`, after: seen }, { ...person, ...where })
}

/** Records what somebody did who has no session (yet): sign-in, its refusal, a reset asked for. */
export const recordVisitor = (
  trx: Db | Trx,
  request: FastifyRequest,
  event: ActivityEvent & { actorId?: number; actorRole?: string; siteId?: number },
): Promise<void> =>
  insert(trx, event, {
    ...nobody,
    actorId: event.actorId ?? null,
    actorRole: event.actorRole ?? null,
    siteId: event.siteId ?? null,
    institutionId: event.institutionId ?? null,
    ...originOf(request),
  })

/** Records what the product did by itself, in a job or command. `actorId` names who asked for it, where known. */
export const recordSystemActivity = (trx: Db | Trx, event: ActivityEvent & { siteId?: number; actorId?: number }): Promise<void> =>
  insert(trx, event, {
    ...nobody,
    actorId: event.actorId ?? null,
    siteId: event.siteId ?? null,
    institutionId: event.institutionId ?? null,
  })

const nobody = {
  actorId: null,
  actorRole: null,
  actingAs: null,
  siteId: null,
  institutionId: null,
  sessionHash: null,
  address: null,
  userAgent: null,
  requestId: null,
}

const originOf = (request: FastifyRequest) => ({
  address: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
  requestId: request.id,
})

interface Circumstances {
  actorId: number | null
  actorRole: string | null
  actingAs: number | null
  siteId: number | null
  institutionId: number | null
  sessionHash: Buffer | null
  address: string | null
  userAgent: string | null
  requestId: string | null
}

async function insert(trx: Db | Trx, event: ActivityEvent, circumstances: Circumstances): Promise<void> {
  await trx
    .insertInto('activity')
    .values({
      ...circumstances,
      action: event.action,
      entity: event.entity ?? null,
      entityId: event.entityId === undefined ? null : String(event.entityId),
      before: asJson(event.before),
      after: asJson(event.after),
    })
    .execute()
}

const asJson = (value: unknown) => (value === undefined || value === null ? null : sql<JsonValue>`${JSON.stringify(value)}::jsonb`)

// ---------------------------------------------------------------- the chain

const SEALER_LOCK = 0x7365616c // 'seal'
const BATCH = 1000
/** What the first row is chained to. */
const GENESIS: Buffer = createHash('sha256').update('Corridor activity log').digest()

/**
 * Seals the rows committed so far, in one transaction under a lock that one sealer at a time can hold. Rows are numbered as they are sealed,
 * so that a transaction that took its id early and committed late still finds its place.
 * @returns how many rows were sealed; 0 also when another sealer is at it
 */
export async function sealActivity(ownerDb: Db): Promise<number> {
  return ownerDb.transaction().execute(async (trx) => {
    const { rows: lock } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${SEALER_LOCK}) as held`.execute(trx)
    if (!lock[0]?.held) return 0
    const { rows } =
      await sql<SealedRow>`select id, ${CONTENT} as content from activity where seal is null order by id limit ${BATCH}`.execute(trx)
    if (rows.length === 0) return 0
    const last = await trx
      .selectFrom('activity')
      .select(['sealedSequence', 'seal'])
      .where('sealedSequence', 'is not', null)
      .orderBy('sealedSequence', 'desc')
      .limit(1)
      .executeTakeFirst()
    let sequence = last?.sealedSequence ?? 0
    let previous: Buffer = last?.seal ?? GENESIS
    const sealed = rows.map((row) => {
      sequence += 1
      previous = sealOf(previous, sequence, row.content)
      return { id: row.id, sequence, seal: previous.toString('hex') }
    })
    await sql`update activity set sealed_sequence = s.sequence, seal = decode(s.seal, 'hex')
      from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as s (id bigint, sequence bigint, seal text) where activity.id = s.id`.execute(
      trx,
    )
    return sealed.length
  })
}

export interface LogVerdict {
  sealed: number
  unsealed: number
  /** The seal of the last row, to be kept elsewhere: a tail cut off later is then missed. */
  head: string
  /** The first place where the chain does not hold. */
  broken: { sequence: number; id: number; reason: string } | undefined
}

/** Recomputes every seal. A row changed, removed or slipped in breaks the chain at its place. */
export async function verifyActivity(ownerDb: Db): Promise<LogVerdict> {
  let previous: Buffer = GENESIS
  let sequence = 0
  let broken: LogVerdict['broken']
  while (!broken) {
    const { rows } = await sql<SealedRow & { sealedSequence: number; seal: Buffer }>`select id, sealed_sequence, seal, ${CONTENT} as content
      from activity where sealed_sequence > ${sequence} order by sealed_sequence limit ${BATCH}`.execute(ownerDb)
    if (rows.length === 0) break
    for (const row of rows) {
      sequence += 1
      if (row.sealedSequence !== sequence) broken = { sequence, id: row.id, reason: `row ${sequence} of the chain is missing` }
      else if (!sealOf(previous, sequence, row.content).equals(row.seal))
        broken = { sequence, id: row.id, reason: 'the row is not what was sealed' }
      if (broken) break
      previous = row.seal
    }
  }
  const unsealed = await ownerDb
    .selectFrom('activity')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('seal', 'is', null)
    .executeTakeFirstOrThrow()
  return { sealed: broken ? broken.sequence - 1 : sequence, unsealed: unsealed.count, head: previous.toString('hex'), broken }
}

interface SealedRow {
  id: number
  content: string
}

// Text that does not depend on a session's time zone or on the driver: the same row gives the same bytes for ever.
const CONTENT = sql<string>`jsonb_build_array(id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), actor_id, actor_role, acting_as, site_id, institution_id,
  encode(session_hash, 'hex'), address, user_agent, request_id, action, entity, entity_id, before, after)::text`

const sealOf = (previous: Buffer, sequence: number, content: string): Buffer =>
  createHash('sha256').update(previous).update(`${sequence}\n`).update(content).digest()

/** Seals every other second until stopped; a failure (database restarting) waits for the next round. */
export function startSealer(ownerDb: Db, onError: (cause: unknown) => void): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = sealActivity(ownerDb)
      .catch(onError)
      .finally(() => {
        busy = false
      })
  }, 2_000)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
    await sealActivity(ownerDb).catch(onError)
  }
}
