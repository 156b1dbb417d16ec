/** The links of the two mails: to the new address, which is proved by it, and to the present one, where the person agrees or refuses. */
import type { answerEmailChangeLink, readEmailChangeLink } from '@corridor/contract/email-changes.ts'
import type { ParsedOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { recordVisitor } from '../../platform/audit-log/activity.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { hashOf } from '../../platform/http/sessions.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { mailRefusal } from './mails.ts'
import { end, lockPerson, nameOf, selectPerson, settle } from './service.ts'

export async function readLink(kernel: Kernel, token: string): Promise<ReplyOf<typeof readEmailChangeLink>> {
  const link = await selectLink(kernel.db, token, kernel.now())
  if (!link) throw new AppError('link_over')
  const { sentTo, firstName, newEmail, asker } = link
  return { sentTo, firstName, newEmail, requestedBy: asker, own: link.requestedBy === link.userId }
}

export async function answerLink(
  { kernel, request }: { kernel: Kernel; request: FastifyRequest },
  { token, answer }: ParsedOf<typeof answerEmailChangeLink>,
): Promise<ReplyOf<typeof answerEmailChangeLink>> {
  return kernel.db.transaction().execute(async (trx) => {
    const seen = await selectLink(trx, token, kernel.now())
    if (seen) await lockPerson(trx, seen.userId)
    // Read again behind the lock: of two who answer at once, the second sees what the first did.
    const link = seen && (await selectLink(trx, token, kernel.now()))
    const person = link && (await selectPerson(trx, link.userId))
    if (!link || person?.status !== 1) throw new AppError('link_over')
    const record = (action: string) =>
      recordVisitor(trx, request, {
        action,
        entity: 'users',
        entityId: person.id,
        actorId: person.id,
        actorRole: person.role,
        after: { by: `link to the ${link.sentTo} address` },
      })
    if (answer === 'refuse') {
      await end(trx, person.id, 'REFUSED', kernel.now())
      await mailRefusal(kernel, trx, link)
      await record('email-change.refused')
      return { status: 'refused' }
    }
    const at = kernel.now().toISOString()
    const set =
      link.sentTo === 'new'
        ? { provedAt: link.provedAt ?? at }
        : { agreedAt: link.agreedAt ?? at, agreedBy: link.agreedAt === null ? person.id : link.agreedBy }
    await trx.updateTable('emailChange').set(set).where('id', '=', link.id).execute()
    await record(link.sentTo === 'new' ? 'email-change.proved' : 'email-change.agreed')
    const whole = { ...link, ...set }
    if (whole.provedAt === null || whole.agreedAt === null) return { status: 'waiting' }
    const outcome = await settle(kernel, trx, person, whole)
    if (outcome === 'taken') await end(trx, person.id, 'REFUSED', kernel.now())
    else await record('email-change.made')
    return { status: outcome }
  })
}

async function selectLink(db: Db | Trx, token: string, now: Date) {
  const hash = hashOf(token)
  const found = await db
    .selectFrom('emailChange as c')
    .innerJoin('userAccount as u', 'u.id', 'c.userId')
    .innerJoin('userAccount as asker', 'asker.id', 'c.requestedBy')
    .select(['c.id', 'c.userId', 'c.newEmail', 'c.requestedBy', 'c.requestedAt', 'c.expiresAt', 'c.provedAt', 'c.agreedAt', 'c.agreedBy'])
    .select(['c.newTokenHash', 'u.firstName', 'asker.firstName as askerFirst', 'asker.lastName as askerLast', 'asker.email as askerEmail'])
    .where((by) => by.or([by('c.newTokenHash', '=', hash), by('c.presentTokenHash', '=', hash)]))
    .where('c.endedAt', 'is', null)
    .where('c.expiresAt', '>', now.toISOString())
    .executeTakeFirst()
  if (!found) return undefined
  const { newTokenHash, askerFirst, askerLast, ...change } = found
  return {
    ...change,
    sentTo: newTokenHash.equals(hash) ? ('new' as const) : ('present' as const),
    asker: nameOf({ firstName: askerFirst, lastName: askerLast }),
  }
}
