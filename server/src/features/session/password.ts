/** Giving one's password again, changing it, and the link for those who forgot it. */
import type { ParsedOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { changePassword, checkPasswordLink } from '@corridor/contract/session.ts'
import { recordActivity, recordVisitor } from '../../platform/audit-log/activity.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { endSessionsOf, hashOf, rotateSession, sessionRowOf } from '../../platform/http/sessions.ts'
import { passwordProblems, storePassword } from '../../shared/people/password-check.ts'
import { isPasswordOf } from '../../shared/people/password-hashes.ts'
import { sendResetLink } from '../../shared/people/password-links.ts'
import { type NoticeKind, sendNotice } from '../../shared/people/security-notices.ts'
import { countAttempt, countConfirmation, forgetAllAttempts, forgetAttempts, forgetConfirmations } from './attempts.ts'
import { selectSignIn } from './queries.ts'
import type { SignedInVisit, Visit } from './visit.ts'

/** Guesses at the password of an open session are counted by that session: whoever found a screen unlocked gets as many as anybody at sign-in. */
export async function confirmPassword(visit: SignedInVisit, password: string): Promise<undefined> {
  const { kernel, reply } = visit
  const row = ownSession(visit)
  if (!(await isOwnPassword(visit, password))) throw inputError({ password: ['This is not your password.'] })
  await kernel.db.transaction().execute(async (trx) => {
    await forgetConfirmations(kernel, trx, row.id)
    await recordActivity(trx, visit, { action: 'session.confirmed' })
    await rotateSession(kernel, trx, row.idHash, reply, { confirmedAt: kernel.now().toISOString() })
  })
  return undefined
}

/** The same work and the same answer for an address that somebody has, that nobody has, and that asked too often. */
export async function forgotPassword({ kernel, request }: Visit, email: string): Promise<undefined> {
  const lockedFor = await countAttempt(kernel, 'forgotten', email, request)
  const user = await selectSignIn(kernel.db, email)
  const userId = user && user.status === 1 && lockedFor === undefined ? user.id : 0
  await kernel.db.transaction().execute(async (trx) => {
    await recordVisitor(trx, request, { action: 'password.forgotten', ...(user ? { actorId: user.id, actorRole: user.role } : {}) })
    await kernel.jobs.send(trx, sendResetLink, { userId })
  })
  return undefined
}

export async function readPasswordLink({ kernel }: Visit, token: string): Promise<ReplyOf<typeof checkPasswordLink>> {
  const link = await selectLink(kernel.db, token, kernel.now())
  if (!link) throw new AppError('link_over')
  return { purpose: link.purpose, email: link.email, firstName: link.firstName }
}

export async function setPassword(visit: SignedInVisit, input: ParsedOf<typeof changePassword>): Promise<undefined> {
  const { token, current } = input
  if ((token === undefined) === (current === undefined))
    throw inputError({ current: ['Enter your current password, or use the link in an email.'] })
  return token === undefined ? setWithCurrent(visit, input, current ?? '') : setByLink(visit, input, token)
}

type Chosen = Pick<ParsedOf<typeof changePassword>, 'password' | 'confirmation'>

/** Ends the person's other sessions; the one that asked goes on under a new id. */
async function setWithCurrent(visit: SignedInVisit, chosen: Chosen, current: string): Promise<undefined> {
  const { kernel, reply, session } = visit
  const row = ownSession(visit)
  const right = await isOwnPassword(visit, current)
  await kernel.db.transaction().execute(async (trx) => {
    const problems = await passwordProblems(kernel, trx, session.userId, chosen.password, chosen.confirmation)
    refuse({ current: right ? [] : ['This is not your password.'], password: problems })
    await take(visit, trx, session, chosen.password, 'passwordChanged')
    await endSessionsOf(trx, session.userId, row.idHash)
    await recordActivity(trx, visit, { action: 'password.changed', entity: 'users', entityId: session.userId })
    await rotateSession(kernel, trx, row.idHash, reply, { confirmedAt: kernel.now().toISOString() })
  })
  return undefined
}

/** Gives no session: signing in, with the second factor, comes after (ASVS 6.4.3). */
async function setByLink(visit: Visit, chosen: Chosen, token: string): Promise<undefined> {
  const { kernel, request } = visit
  await kernel.db.transaction().execute(async (trx) => {
    const link = await selectLink(trx, token, kernel.now(), true)
    if (!link) throw new AppError('link_over')
    refuse({ password: await passwordProblems(kernel, trx, link.userId, chosen.password, chosen.confirmation) })
    await take(visit, trx, link, chosen.password, link.purpose === 'invite' ? 'passwordSet' : 'passwordReset')
    await trx
      .updateTable('singleUseToken')
      .set({ usedAt: kernel.now().toISOString() })
      .where('userId', '=', link.userId)
      .where('purpose', 'in', ['invite', 'reset'])
      .execute()
    await endSessionsOf(trx, link.userId)
    const actor = { actorId: link.userId, actorRole: link.role, entity: 'users', entityId: link.userId }
    await recordVisitor(trx, request, { action: link.purpose === 'invite' ? 'password.set' : 'password.reset', ...actor })
  })
  return undefined
}

/** The part that both ways have in common: the new hash, an end to the guesses counted so far, and a word to the person, who may not have done it. */
async function take(
  { kernel, request }: Visit,
  trx: Trx,
  person: { userId: number; email: string; siteId?: number },
  password: string,
  kind: NoticeKind,
): Promise<void> {
  await storePassword(trx, person.userId, password, kernel.now())
  await forgetAllAttempts(kernel, trx, person.email)
  await forgetAttempts(kernel, trx, person.email, request)
  await sendNotice(kernel, trx, { kind, userId: person.userId, siteId: person.siteId, request })
}

function ownSession({ request, session }: SignedInVisit) {
  const row = sessionRowOf(request)
  if (!row) throw new AppError('not_signed_in')
  if (!session.isMfaValid) throw new AppError('mfa_required')
  return row
}

function refuse(meta: Record<string, string[]>): void {
  const broken = Object.entries(meta).filter(([, messages]) => messages.length > 0)
  if (broken.length > 0) throw inputError(Object.fromEntries(broken))
}

async function isOwnPassword(visit: SignedInVisit, password: string): Promise<boolean> {
  const { kernel, session } = visit
  const lockedFor = await countConfirmation(kernel, ownSession(visit).id)
  const right = await isPasswordOf(kernel, lockedFor === undefined ? session.userId : undefined, password)
  if (right) return true
  await recordActivity(kernel.db, visit, { action: 'session.confirm_refused' })
  if (lockedFor !== undefined) throw new AppError('too_many_requests', { retryAfter: lockedFor })
  return false
}

/** @param claim holds the row until the transaction ends: of two who use a link at once, the second finds it used */
async function selectLink(db: Db | Trx, token: string, now: Date, claim = false) {
  const query = db
    .selectFrom('singleUseToken')
    .innerJoin('userAccount', 'userAccount.id', 'singleUseToken.userId')
    .select(['singleUseToken.userId', 'singleUseToken.purpose', 'userAccount.email', 'userAccount.firstName', 'userAccount.role'])
    .where('singleUseToken.tokenHash', '=', hashOf(token))
    .where('singleUseToken.purpose', 'in', ['invite', 'reset'])
    .where('singleUseToken.usedAt', 'is', null)
    .where('singleUseToken.expiresAt', '>', now.toISOString())
    .where('userAccount.status', '=', 1)
  const link = await (claim ? query.forUpdate('singleUseToken') : query).executeTakeFirst()
  return link && { ...link, purpose: link.purpose === 'invite' ? ('invite' as const) : ('reset' as const) }
}
