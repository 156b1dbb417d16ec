/**
 * Whoever chooses where reset links and codes go can become that person. So a change of address holds only when the new address was proved by a link
 * sent there, and the person agreed: by asking, by a link sent to the present address, or, where that mailbox is lost, through a manager who did not
 * ask for the change. A trigger on user_account holds the same (0038).
 */
import type { EmailChange } from '@corridor/contract/email-changes.ts'
import { EMAIL_CHANGE_DAYS } from '@corridor/contract/email-changes.ts'
import type { Session } from '@corridor/contract/session.ts'
import { isStaff, type Role } from '@corridor/domain/access/access.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { recordActivity } from '../../platform/audit-log/activity.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { endSessionsOf, hashOf, newId } from '../../platform/http/sessions.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { isSettled, SETTLED_DAYS } from '../../shared/people/settled-accounts.ts'
import { mailCancel, mailChange, mailRequest } from './mails.ts'

export interface Asking {
  kernel: Kernel
  trx: Trx
  session: Session
  request: FastifyRequest
}
export interface Person {
  id: number
  email: string
  firstName: string
  role: Role
  status: number
  updatedAt: string
}

const DAY = 86_400_000
/** Requests of one person in a day: each sends a mail to an address that somebody typed. */
const REQUESTS_A_DAY = 20

export async function selectOpen(asking: Asking, userId: number): Promise<EmailChange | null> {
  await reach(asking, userId)
  return shown(asking, userId)
}

export async function request(asking: Asking, userId: number, newEmail: string): Promise<EmailChange | null> {
  const { kernel, trx, session } = asking
  const person = await reach(asking, userId, true)
  if (person.status !== 1) throw new AppError('wrong_status', { message: 'Reactivate this person first.' })
  if (newEmail.toLowerCase() === person.email.toLowerCase()) throw inputError({ email: ['This is the current address.'] })
  const own = userId === session.userId
  const now = kernel.now()
  await limitRequests(trx, session.userId, now)
  await end(trx, userId, 'CANCELED', now)
  const [newToken, presentToken] = [newId(), newId()]
  await trx
    .insertInto('emailChange')
    .values({
      userId,
      newEmail,
      requestedBy: session.userId,
      requestedAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + EMAIL_CHANGE_DAYS * DAY).toISOString(),
      newTokenHash: hashOf(newToken),
      presentTokenHash: hashOf(presentToken),
      // People who ask for themselves gave the password a moment ago, on a session with its second factor.
      ...(own ? { agreedAt: now.toISOString(), agreedBy: userId } : {}),
    })
    .execute()
  await mailRequest(kernel, trx, { person, newEmail, asker: own ? null : nameOf(session), newToken, presentToken })
  await recordActivity(trx, asking, { action: 'email-change.requested', entity: 'users', entityId: userId })
  return shown(asking, userId)
}

/** In the person's place, where the present mailbox is lost. */
export async function agree(asking: Asking, userId: number): Promise<EmailChange | null> {
  const { kernel, trx, session } = asking
  const person = await reach(asking, userId, true)
  const open = await selectRow(trx, userId, kernel.now())
  if (!open) throw new AppError('wrong_status', { message: 'There is no open request to change this address.' })
  if (open.requestedBy === session.userId || userId === session.userId)
    throw new AppError('forbidden', { message: 'Another manager must agree to a change that you requested.' })
  if (!(await isSettled(trx, session.userId, kernel.now())))
    throw new AppError('forbidden', {
      message: `A manager whose account or rights are less than ${SETTLED_DAYS} days old cannot agree to a change of address.`,
    })
  if (open.agreedAt === null) {
    await trx
      .updateTable('emailChange')
      .set({ agreedAt: kernel.now().toISOString(), agreedBy: session.userId })
      .where('id', '=', open.id)
      .execute()
    await recordActivity(trx, asking, { action: 'email-change.agreed', entity: 'users', entityId: userId })
  }
  if (open.provedAt !== null && (await settle(kernel, trx, person, open)) === 'taken')
    throw new AppError('conflict', { message: 'Someone else has this address now. Cancel the request and choose another address.' })
  return shown(asking, userId)
}

export async function cancel(asking: Asking, userId: number): Promise<undefined> {
  const { kernel, trx } = asking
  const person = await reach(asking, userId, true)
  const ended = await end(trx, userId, 'CANCELED', kernel.now())
  if (!ended) return undefined
  await mailCancel(kernel, trx, person)
  await recordActivity(trx, asking, { action: 'email-change.canceled', entity: 'users', entityId: userId })
  return undefined
}

export type OpenChange = NonNullable<Awaited<ReturnType<typeof selectRow>>>

/**
 * Makes the change once it is proved and agreed to: the address, an end to every session and open link, a mail to both addresses.
 * @returns 'taken' when somebody has the address by now; nothing changes then
 */
export async function settle(kernel: Kernel, trx: Trx, person: Person, open: OpenChange): Promise<'changed' | 'taken'> {
  const taken = await trx
    .selectFrom('userAccount')
    .select('id')
    .where(sql`lower(email)`, '=', open.newEmail.toLowerCase())
    .executeTakeFirst()
  if (taken) return 'taken'
  const at = new Date(Math.max(kernel.now().getTime(), Date.parse(person.updatedAt) + 1)).toISOString()
  await trx.updateTable('emailChange').set({ endedAt: at, outcome: 'CHANGED' }).where('id', '=', open.id).execute()
  await trx.updateTable('userAccount').set({ email: open.newEmail, updatedAt: at }).where('id', '=', person.id).execute()
  await trx.deleteFrom('singleUseToken').where('userId', '=', person.id).where('usedAt', 'is', null).execute()
  await endSessionsOf(trx, person.id)
  await mailChange(kernel, trx, person, open.newEmail)
  return 'changed'
}

/** Refused or canceled: its links lead nowhere any more. @returns whether there was one */
export async function end(trx: Trx, userId: number, outcome: 'CANCELED' | 'REFUSED', now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('emailChange')
    .set({ endedAt: now.toISOString(), outcome })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const selectPerson = (trx: Trx, userId: number): Promise<Person | undefined> =>
  trx
    .selectFrom('userAccount')
    .select(['id', 'email', 'firstName', 'role', 'status', 'updatedAt'])
    .where('id', '=', userId)
    .executeTakeFirst()

/** Changes of one person's address take turns. */
export const lockPerson = (trx: Trx, userId: number) =>
  trx.selectFrom('userAccount').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()

/** Oneself, or somebody of the active site; only managers touch staff. @throws AppError('not_found') */
async function reach({ trx, session }: Asking, userId: number, changes = false): Promise<Person> {
  if (changes) await lockPerson(trx, userId)
  const person = await selectPerson(trx, userId)
  const onSite =
    userId === session.userId ||
    (await trx
      .selectFrom('userSite')
      .select('userId')
      .where('userId', '=', userId)
      .where('siteId', '=', session.siteId)
      .executeTakeFirst()) !== undefined
  if (!person || !onSite) throw new AppError('not_found')
  if (changes && userId !== session.userId && isStaff(person.role) && session.userRole !== 'd')
    throw new AppError('forbidden', { message: 'Only a manager can change staff and roles.' })
  return person
}

const selectRow = (trx: Trx, userId: number, now: Date) =>
  trx
    .selectFrom('emailChange')
    .select(['id', 'newEmail', 'requestedBy', 'requestedAt', 'expiresAt', 'provedAt', 'agreedAt', 'agreedBy'])
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst()

async function shown({ kernel, trx, session }: Asking, userId: number): Promise<EmailChange | null> {
  const open = await selectRow(trx, userId, kernel.now())
  if (!open) return null
  const people = await trx
    .selectFrom('userAccount')
    .select(['id', 'firstName', 'lastName'])
    .where('id', 'in', [open.requestedBy, open.agreedBy ?? 0])
    .execute()
  const name = (id: number | null) => people.filter((one) => one.id === id).map(nameOf)[0] ?? null
  const { newEmail, requestedAt, expiresAt, provedAt, agreedAt, requestedBy } = open
  return {
    newEmail,
    requestedAt,
    expiresAt,
    provedAt,
    agreedAt,
    requestedBy: name(requestedBy) ?? '',
    agreedBy: name(open.agreedBy),
    mayAgree:
      agreedAt === null &&
      session.userRole === 'd' &&
      requestedBy !== session.userId &&
      userId !== session.userId &&
      (await isSettled(trx, session.userId, kernel.now())),
  }
}

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string => `${firstName} ${lastName}`

async function limitRequests(trx: Trx, userId: number, now: Date): Promise<void> {
  const { asked } = await trx
    .selectFrom('emailChange')
    .select((of) => of.fn.countAll<number>().as('asked'))
    .where('requestedBy', '=', userId)
    .where('requestedAt', '>', new Date(now.getTime() - DAY).toISOString())
    .executeTakeFirstOrThrow()
  if (asked >= REQUESTS_A_DAY)
    throw new AppError('too_many_requests', {
      message: `You requested ${asked} changes of address within a day. Try again tomorrow.`,
      retryAfter: DAY / 1000,
    })
}
