/** Giving one's password again, changing it, and the link for those who forgot it (product.md 2). */
import { recordActivity } from '../../kernel/activity.ts'
import { AppError, inputError } from '../../kernel/errors.ts'
import { verifyPassword } from '../../kernel/passwords.ts'
import { rotateSession, sessionRowOf } from '../../kernel/sessions.ts'
import { countAttempt, forgetAttempts } from './attempts.ts'
import type { SignedInVisit } from './service.ts'

/** A guess at the password of an open session counts as one at sign-in: whoever found a screen unlocked gets no more of them. */
export async function confirmPassword(visit: SignedInVisit, password: string): Promise<undefined> {
  const { kernel, request, reply, session } = visit
  const row = sessionRowOf(request)
  if (!row) throw new AppError('not_signed_in')
  if (!session.isMfaValid) throw new AppError('mfa_required')
  if (!(await isOwnPassword(visit, password))) throw inputError({ password: ['This is not your password.'] })
  await kernel.db.transaction().execute(async (trx) => {
    await forgetAttempts(kernel, trx, session.email)
    await recordActivity(trx, visit, { action: 'session.confirmed' })
    await rotateSession(kernel, trx, row.idHash, reply, { confirmedAt: kernel.now().toISOString() })
  })
  return undefined
}

async function isOwnPassword(visit: SignedInVisit, password: string): Promise<boolean> {
  const { kernel, request, session } = visit
  const lockedFor = await countAttempt(kernel, 'sign-in', session.email, request.ip)
  const user = await kernel.db.selectFrom('userAccount').select('passwordHash').where('id', '=', session.userId).executeTakeFirst()
  const right = await verifyPassword(lockedFor === undefined ? user?.passwordHash : undefined, password)
  if (right) return true
  await recordActivity(kernel.db, visit, { action: 'session.confirm_refused' })
  if (lockedFor !== undefined) throw new AppError('too_many_requests', { retryAfter: lockedFor })
  return false
}
