/** Refused calls in the audit log: one row each, written after the refused call's own transaction is gone. */
import type { Session } from '@corridor/contract/session.ts'
import type { FastifyRequest } from 'fastify'
import { hasKey, keyOf } from '../http/api-keys.ts'
import { AppError } from '../http/errors.ts'
import { signedOut } from '../http/found-session.ts'
import { cookieName, sessionOf } from '../http/sessions.ts'
import type { ActivityEvent, Kernel } from '../kernel.ts'
import { recordActivity, recordVisitor } from './activity.ts'

/** The codes that are somebody reaching for what is not theirs; the others are about what they sent. */
const DENIALS = new Set(['not_signed_in', 'forbidden', 'mfa_required', 'read_only', 'cross_site', 'not_found', 'key_refused'])

/** Rows an address may cause in a minute: the log cannot be shortened, so nobody may fill it. What is above is counted in one row. */
const MOST_A_MINUTE = 120
const MINUTE = 60_000

/** Never fails: a refusal stands whether or not it could be written down. */
export async function recordDenial(kernel: Kernel, failure: unknown, request: FastifyRequest): Promise<void> {
  const route = request.routeOptions.url
  if (!(failure instanceof AppError) || !DENIALS.has(failure.code) || route === undefined) return
  // Nobody signed in and nothing claimed: a visitor met the door, which is no event.
  if (failure.code === 'not_signed_in' && !request.cookies?.[cookieName(kernel.configuration)]) return
  try {
    const folded = count(addressesOf(kernel), kernel.now().getTime(), request.ip)
    if (folded === 'fold') return
    // Another site's call is refused before its cookies are read: who sent it is not known, and did not mean to.
    const session = await sessionBehind(kernel, request)
    // Another person's record and one that never was look alike to the caller, and here too; a visitor has no record of anybody's.
    if (failure.code === 'not_found' && session.userId === 0) return
    const write = (event: ActivityEvent) =>
      session.userId === 0 ? recordVisitor(kernel.db, request, event) : recordActivity(kernel.db, { session, request }, event)
    if (folded > 0) await write({ action: 'access.folded', after: { rows: folded } })
    await write({ action: `access.${failure.code}`, after: { method: request.method, route, ...idsIn(request.params) } })
  } catch (cause) {
    kernel.log.error('a refusal could not be recorded', cause)
  }
}

/** A key's call stands in its maker's name; one with a key that opens nothing in nobody's, whatever cookies came with it. */
async function sessionBehind(kernel: Kernel, request: FastifyRequest): Promise<Session> {
  const nobody = signedOut(kernel.configuration)
  if (hasKey(request)) {
    const key = keyOf(request)
    return key ? { ...nobody, userId: key.ownerId, userRole: key.ownerRole, siteId: key.siteId } : nobody
  }
  return request.cookies ? sessionOf(kernel, request, true) : nobody
}

/** Ids of the path; what else stands there (an email address, a phone number) is nobody's business in a log. */
function idsIn(params: unknown): Record<string, unknown> {
  if (typeof params !== 'object' || params === null) return {}
  const ids = Object.entries(params).filter(([, value]) => typeof value === 'string' && /^\d{1,9}$/.test(value))
  return ids.length > 0 ? { ids: Object.fromEntries(ids) } : {}
}

type Addresses = Map<string, { since: number; rows: number; folded: number }>
const seenBy = new WeakMap<Kernel, Addresses>()
const addressesOf = (kernel: Kernel): Addresses => {
  const seen = seenBy.get(kernel) ?? new Map()
  seenBy.set(kernel, seen)
  return seen
}

/** @returns 'fold', or how many were folded before this one */
function count(seen: Addresses, now: number, address: string): 'fold' | number {
  const known = seen.get(address)
  if (!known || now - known.since >= MINUTE) {
    forgetOld(seen, now)
    seen.set(address, { since: now, rows: 1, folded: 0 })
    return known?.folded ?? 0
  }
  if (known.rows >= MOST_A_MINUTE) {
    known.folded += 1
    return 'fold'
  }
  known.rows += 1
  return 0
}

function forgetOld(seen: Addresses, now: number): void {
  for (const [address, { since, folded }] of seen) if (folded === 0 && now - since >= MINUTE) seen.delete(address)
}
