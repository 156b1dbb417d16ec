/** The activity log: written in the causing transaction; activity-chain.ts seals it within seconds. */
import type { Session } from '@corridor/contract/session.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { JsonValue } from '../../db/schema.ts'
import type { Db, Trx } from '../database/database.ts'
import { keyOf } from '../http/api-keys.ts'
import type { CallingKey } from '../http/found-session.ts'
import { sessionRowOf } from '../http/sessions.ts'
import type { ActivityEvent } from '../kernel.ts'

/** Records what a person did. What was done while viewing as a client is recorded in both people's names: who looked, and who was looked at. */
export async function recordActivity(
  trx: Db | Trx,
  asked: { session: Session; request: FastifyRequest },
  event: ActivityEvent,
): Promise<void> {
  const { session, request } = asked
  const row = sessionRowOf(request)
  const key = keyOf(request)
  const where = {
    siteId: session.siteId || null,
    institutionId: event.institutionId ?? institutionOf(event) ?? (session.institutionId || null),
    sessionHash: row?.idHash ?? null,
    ...originOf(request),
  }
  const person = { actorId: session.userId || null, actorRole: session.userId ? session.userRole : null, actingAs: null }
  if (key) return insert(trx, { ...event, after: inNameOf(key, event.after) }, { ...person, ...where })
  if (!session.actingAs || !row) return insert(trx, event, { ...person, ...where })
  await insert(trx, event, { actorId: row.actorId, actorRole: row.actorRole, actingAs: session.actingAs.userId, ...where })
  const seen = { viewedBy: row.actorId, ...(event.after === undefined ? {} : { of: event.after }) }
  await insert(trx, { ...event, action: `viewed.${event.action}`, after: seen }, { ...person, ...where })
}

/** The row stands under the key's maker and says which key it was; sealed with the rest of it (`sentences.ts` reads it). */
const inNameOf = ({ id, name }: CallingKey, after: unknown): object => ({
  ...(typeof after === 'object' && after !== null && !Array.isArray(after) ? after : after === undefined ? {} : { of: after }),
  apiKey: { id, name },
})

/** A change of an institution itself is found under it. */
const institutionOf = ({ entity, entityId }: ActivityEvent): number | undefined => {
  const id = entity === 'institutions' ? Number(entityId) : Number.NaN
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
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
