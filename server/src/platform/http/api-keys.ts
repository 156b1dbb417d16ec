/** Calls with an API key: `Authorization: Bearer …` in place of the cookie. Each call asks anew what its maker may do and what the key holds of it. */
import { beyondOneBank, type Endpoint, openToKeys } from '@corridor/contract/kernel/endpoint.ts'
import type { Session } from '@corridor/contract/session.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import type { FastifyRequest } from 'fastify'
import type { Kernel } from '../kernel.ts'
import { fingerprint } from '../security/encryption.ts'
import { AppError } from './errors.ts'
import { type CallingKey, MINUTE } from './found-session.ts'

/** Scanners that look for secrets in code and logs know them by such a beginning. */
export const KEY_PREFIX = 'corridor_key_'
/** Behind it 32 random bytes in base64url. */
const SECRET = /^Bearer (corridor_key_[\w-]{43})$/i

/** A key's calls in a minute, on all nodes together. */
const CALLS_A_MINUTE = 120
/** Secrets that open nothing, from one address in a minute on one node. */
const MISSES_A_MINUTE = 60

/** A fast hash is enough: what is hashed is random, 256 bits of it. Without ENCRYPTION_KEY nobody can tell whether a secret is one of them. */
export const hashOfKey = (kernel: Kernel, secret: string): string => fingerprint(kernel.configuration.keys, 'API keys', secret)

const keys = new WeakMap<FastifyRequest, CallingKey>()
/** The key behind a request that was let in. */
export const keyOf = (request: FastifyRequest): CallingKey | undefined => keys.get(request)

/** Whether a machine calls: its cookies, if any, count for nothing. */
export const hasKey = ({ headers }: FastifyRequest): boolean => /^bearer /i.test(headers.authorization ?? '')

/**
 * The session that a key has for this call: its maker's, cut down to its scopes.
 * @throws AppError key_refused; too_many_requests; forbidden where the call is none for keys, or for this one
 */
export async function sessionOfKey(kernel: Kernel, request: FastifyRequest, endpoint: Endpoint): Promise<Session> {
  const misses = missesOf(kernel)
  const now = kernel.now().getTime()
  const secret = SECRET.exec(request.headers.authorization ?? '')?.[1]
  refuseMore(misses, request.ip, MISSES_A_MINUTE, now, false)
  const found = secret === undefined ? undefined : await kernel.business.findKey(kernel, hashOfKey(kernel, secret))
  if (!found) {
    refuseMore(misses, request.ip, MISSES_A_MINUTE, now)
    throw new AppError('key_refused')
  }
  const { key, session } = found
  keys.set(request, key)
  const counted = await kernel.business.countCall(kernel, key.id)
  if (counted.calls > CALLS_A_MINUTE) throw tooMany(CALLS_A_MINUTE, counted.since, now)
  await kernel.business.keyUsed(kernel, found, request.ip)
  if (!openToKeys(endpoint))
    throw new AppError('forbidden', { message: 'This call is not open to API keys. A person makes it in the portal.' })
  if (key.carrierCode !== null && !endpoint.forCarriers)
    throw new AppError('forbidden', {
      message: `The API key “${key.name}” is for files of one carrier: it can send them and ask for their state.`,
    })
  const reason = beyondOneBank(endpoint)
  if (key.institutionId !== null && isStaff(key.ownerRole) && reason !== undefined) throw beyondLimit(key, reason)
  return session
}

/** PostgreSQL's answer where a role has no right on a table, or a row-level policy refuses what is written. */
const INSUFFICIENT_PRIVILEGE = '42501'

/** A right that a key limited to one institution lacks in the database is refused in words; for everybody else it is a fault of ours. */
export function asBeyondLimit(request: FastifyRequest, failure: unknown): unknown {
  const key = keys.get(request)
  if (key === undefined || key.institutionId === null) return failure
  if (!(failure instanceof Error && 'code' in failure && failure.code === INSUFFICIENT_PRIVILEGE)) return failure
  return beyondLimit(key, 'This call reaches beyond it.', failure)
}

const beyondLimit = ({ name }: CallingKey, reason: string, cause?: unknown): AppError =>
  new AppError('forbidden', {
    message: `The API key “${name}” is limited to one institution. ${reason} Nothing was changed.`,
    cause,
  })

interface Count {
  since: number
  count: number
}
/** On this node alone: strangers cause no writing in the database. */
const missed = new WeakMap<Kernel, Map<string, Count>>()
function missesOf(kernel: Kernel): Map<string, Count> {
  const known = missed.get(kernel) ?? new Map<string, Count>()
  missed.set(kernel, known)
  return known
}

/** @param counts whether this call is one of them, or is only stopped by them */
function refuseMore(of: Map<string, Count>, who: string, most: number, now: number, counts = true): void {
  const known = of.get(who)
  const current = known && now - known.since < MINUTE ? known : { since: now, count: 0 }
  if (current.count >= most) throw tooMany(most, current.since, now)
  if (!counts) return
  if (!known) for (const [old, { since }] of of) if (now - since >= MINUTE) of.delete(old)
  of.set(who, { ...current, count: current.count + 1 })
}

function tooMany(most: number, since: number, now: number): AppError {
  const retryAfter = Math.max(1, Math.ceil((since + MINUTE - now) / 1000))
  return new AppError('too_many_requests', {
    message: `More than ${most} calls in a minute. Wait ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'} and call again.`,
    retryAfter,
  })
}
