/** Signing in where the person has not been before is told to them: the right password may be in another's hands. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Trx } from '../../platform/database/database.ts'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { sendNotice } from '../../shared/people/security-notices.ts'
import { knownDevice } from './devices.ts'

const HOUR = 3_600_000

/**
 * Whether this browser is news: it is not known with this address, and the account was signed in to before.
 * @param sites those of the person, whose log is asked: their first sign-in is where they joined, and tells them nothing
 */
export async function isNewBrowser(
  kernel: Kernel,
  request: FastifyRequest,
  { email, userId, sites }: { email: string; userId: number; sites: readonly number[] },
): Promise<boolean> {
  if (knownDevice(kernel, request, email) !== undefined) return false
  for (const siteId of new Set(sites)) {
    const before = await inScope(kernel.db, scopeOfSystem(siteId), (trx) =>
      trx.selectFrom('activity').select('id').where('actorId', '=', userId).where('action', '=', 'session.started').limit(1).execute(),
    )
    if (before.length > 0) return true
  }
  return false
}

/** A browser that takes no cookie is new each time: within an hour it is told once, however often it signs in. */
export async function tellOfNewBrowser(
  kernel: Kernel,
  trx: Trx,
  request: FastifyRequest,
  person: { userId: number; siteId: number; mfaValid: boolean },
): Promise<void> {
  const browser = createHash('sha256').update(`${request.ip} ${request.headers['user-agent']}`).digest('base64url')
  await sendNotice(kernel, trx, {
    kind: person.mfaValid ? 'signedIn' : 'passwordGiven',
    userId: person.userId,
    siteId: person.siteId,
    request,
    dedupeKey: `new browser ${person.userId} ${Math.floor(kernel.now().getTime() / HOUR)} ${browser}`,
  })
}
