/** Keeping one's own methods in order, and the reset by a manager or at the command line. Each change is mailed to the person. */
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import { type changeMfaMethod, MFA_CHANNELS, type MfaMethod } from '@corridor/contract/mfa.ts'
import { holds, permission } from '@corridor/domain/access/access.ts'
import { sql } from 'kysely'
import { recordActivity, recordSystemActivity } from '../../platform/audit-log/activity.ts'
import { asPerson } from '../../platform/database/as-person.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { inScope, scopeOfSession } from '../../platform/http/scope.ts'
import { endSessionsOf } from '../../platform/http/sessions.ts'
import { noticeMail, sendNotice } from '../../shared/people/security-notices.ts'
import { replaceRecoveryCodes } from './codes.ts'
import { tellOfChange } from './messages.ts'
import { CHANNEL_NAMES, selectMethods, selectPerson, settleChannel, shownMethod, takeTurn } from './queries.ts'
import type { Visit } from './setup.ts'

export async function change(visit: Visit, { id, name, preferred }: ParsedOf<typeof changeMfaMethod>): Promise<MfaMethod> {
  const { kernel, session } = visit
  return asPerson(kernel.db, session.userId, async (trx) => {
    await takeTurn(trx, session.userId)
    const method = (await selectMethods(trx, await selectPerson(trx, session.userId))).find((one) => one.id === id)
    if (!method) throw new AppError('not_found')
    if (name !== undefined && method.channel !== 'passkey') throw inputError({ name: ['Only passkeys have names of their own.'] })
    if (name !== undefined) await trx.updateTable('mfaMethod').set({ name }).where('id', '=', id).execute()
    if (preferred) await settleChannel(trx, session.userId, method.channel)
    const person = await selectPerson(trx, session.userId)
    const methods = await selectMethods(trx, person)
    await recordActivity(trx, visit, {
      action: 'mfa.changed',
      entity: 'mfa',
      entityId: id,
      before: { name: method.name },
      after: { channel: method.channel, name: name ?? method.name, ...(preferred ? { preferred } : {}) },
    })
    if (preferred && session.mfaChannel !== method.channel)
      await tellOfChange(visit, trx, `${CHANNEL_NAMES[method.channel]} is now your first method to confirm your sign-in.`)
    const after = methods.find((one) => one.id === id)
    if (!after) throw new AppError('not_found')
    return shownMethod(after, person, methods)
  })
}

/** One's own; @returns false when it is somebody else's, or nobody's */
export async function removeOwn(visit: Visit, id: number): Promise<boolean> {
  const { kernel, session } = visit
  return asPerson(kernel.db, session.userId, async (trx) => {
    await takeTurn(trx, session.userId)
    const removed = await trx.deleteFrom('mfaMethod').where('id', '=', id).returning('channel').executeTakeFirst()
    if (!removed) return false
    const left = await settleChannel(trx, session.userId)
    if (left === null) await trx.deleteFrom('mfaRecoveryCode').where('userId', '=', session.userId).execute()
    await recordActivity(trx, visit, { action: 'mfa.removed', entity: 'mfa', entityId: id, before: removed, after: { left } })
    const next = left === null ? ' It was the last one: your next sign-in will ask you to set up a new one.' : ''
    await tellOfChange(visit, trx, `${CHANNEL_NAMES[removed.channel]} was removed as a sign-in method.${next}`)
    return true
  })
}

/** Another person's, by a manager of a site that is theirs too; anybody else learns nothing. */
export async function resetOfAnother(visit: Visit, id: number): Promise<void> {
  const { kernel, session } = visit
  if (!holds(session, permission('USERS', 2, ['d']))) throw new AppError('not_found')
  await inScope(kernel.db, scopeOfSession(session), async (trx) => {
    const found = await trx.deleteFrom('mfaMethod').where('id', '=', id).returning(['channel', 'userId']).executeTakeFirst()
    if (!found) throw new AppError('not_found')
    const { userId, channel } = found
    const rest = await trx.selectFrom('mfaMethod').select('channel').where('userId', '=', userId).execute()
    const person = await trx.selectFrom('userAccount').select('mfaChannel').where('id', '=', userId).executeTakeFirstOrThrow()
    const left = [person.mfaChannel, ...MFA_CHANNELS].find((one) => rest.some((method) => method.channel === one)) ?? null
    await trx.updateTable('userAccount').set({ mfaChannel: left }).where('id', '=', userId).execute()
    if (left === null) await trx.deleteFrom('mfaRecoveryCode').where('userId', '=', userId).execute()
    // Steps begun with the removed factor end, and so do links that would stand beside the password alone.
    await endSessionsOf(trx, userId)
    await trx.deleteFrom('singleUseToken').where('userId', '=', userId).where('usedAt', 'is', null).execute()
    await recordActivity(trx, visit, { action: 'mfa.reset', entity: 'users', entityId: userId, before: { channel }, after: { left } })
    await sendNotice(kernel, trx, {
      kind: 'methodsChanged',
      userId,
      siteId: session.siteId,
      happened: `${session.firstName} ${session.lastName}, a manager, removed ${CHANNEL_NAMES[channel]} as a sign-in method.`,
    })
  })
}

export async function renewRecoveryCodes(visit: Visit): Promise<{ recoveryCodes: string[] }> {
  const { kernel, session } = visit
  return asPerson(kernel.db, session.userId, async (trx) => {
    await takeTurn(trx, session.userId)
    const person = await selectPerson(trx, session.userId)
    if ((await selectMethods(trx, person)).length === 0)
      throw inputError({ code: ['Set up a second factor first. Recovery codes replace it when it is lost.'] })
    const recoveryCodes = await replaceRecoveryCodes(trx, session.userId, kernel.now())
    await recordActivity(trx, visit, { action: 'mfa.recovery-codes', entity: 'mfa', after: { made: recoveryCodes.length } })
    await tellOfChange(visit, trx, 'New recovery codes were created. The earlier ones no longer work.')
    return { recoveryCodes }
  })
}

/**
 * At the command line, when nobody else can: every method, link and session goes, and the next sign-in sets up anew.
 * The mail leaves with the server's next round of the outbox.
 * @returns false when nobody has that address
 */
export async function resetMfa(ownerDb: Db, publicUrl: string, email: string): Promise<boolean> {
  return ownerDb.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom('userAccount')
      .select(['id', 'mfaChannel'])
      .where(sql`lower(email)`, '=', email.trim().toLowerCase())
      .executeTakeFirst()
    if (!person) return false
    const methods = await trx.deleteFrom('mfaMethod').where('userId', '=', person.id).returning('channel').execute()
    await trx.deleteFrom('mfaRecoveryCode').where('userId', '=', person.id).execute()
    await trx.deleteFrom('userSession').where('userId', '=', person.id).execute()
    await trx.deleteFrom('singleUseToken').where('userId', '=', person.id).where('usedAt', 'is', null).execute()
    await trx.updateTable('userAccount').set({ mfaChannel: null }).where('id', '=', person.id).execute()
    await recordSystemActivity(trx, {
      action: 'mfa.reset',
      entity: 'users',
      entityId: person.id,
      before: { channel: person.mfaChannel, methods: methods.map(({ channel }) => channel) },
      after: { by: 'command line' },
    })
    const happened = 'An administrator removed all your sign-in methods. Your next sign-in will ask you to set up a new one.'
    const mail = await noticeMail(trx, publicUrl, new Date(), { kind: 'methodsChanged', userId: person.id, happened })
    await trx.insertInto('mailOutbox').values(mail).execute()
    return true
  })
}
