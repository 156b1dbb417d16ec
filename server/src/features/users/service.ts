/** The rules of changing people: no one raises themselves, only managers touch staff, a manager is always left, everyone belongs somewhere. */
import type { Session } from '@corridor/contract/session.ts'
import { ROLE_NUMBERS } from '@corridor/domain/access/access.ts'
import { isPublicMail } from '@corridor/domain/access/public-mail.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Kernel } from '../../platform/kernel.ts'
import type { ChangeCall, Key, Row } from '../../platform/records/resource-rows.ts'
import { keepAManager } from '../../shared/people/managers.ts'
import { createPasswordLink } from '../../shared/people/password-links.ts'

const STAFF: readonly unknown[] = [ROLE_NUMBERS.b, ROLE_NUMBERS.d]
const OF_ONE_INSTITUTION: readonly unknown[] = [ROLE_NUMBERS.a, ROLE_NUMBERS.c]

export async function checkUser({ trx, session, before, after }: ChangeCall): Promise<void> {
  const role = after?.role ?? before?.role
  const status = after === undefined ? 0 : (after.status ?? before?.status ?? 1)
  const [roleChanges, ends] = [before !== undefined && role !== before.role, before !== undefined && before.status === 1 && status === 0]
  if (session.userRole !== 'd' && (roleChanges || STAFF.includes(role) || STAFF.includes(before?.role)))
    throw new AppError('forbidden', { message: 'Only a manager can change staff and roles.' })
  if (before?.id === session.userId && (roleChanges || ends || after === undefined))
    throw new AppError('forbidden', { message: 'You cannot change your own role or deactivate yourself.' })
  if (before?.role === ROLE_NUMBERS.d && (roleChanges || ends || after === undefined)) await keepAManager(trx, Number(before.id))
  if (after === undefined) return
  const institutionId = after.institutionId === undefined ? (before?.institutionId ?? null) : after.institutionId
  if (OF_ONE_INSTITUTION.includes(role) && institutionId === null)
    throw inputError({ institutionId: ['Choose the institution of this person'] })
  if (!OF_ONE_INSTITUTION.includes(role) && institutionId !== null)
    throw inputError({ institutionId: ['Staff and representatives belong to no single institution'] })
  await reachable(trx, session, after, institutionId)
  keepAddress(before, after)
  await keepWithinBank(trx, session, before, { ...after, role, institutionId })
}

/** Whoever has joined keeps the address until they, or a second manager, agreed to another (features/email-changes). */
function keepAddress(before: Row | undefined, after: Row): void {
  const changes = before !== undefined && after.email !== undefined && after.email !== before.email
  if (changes && before.invitation === 'accepted')
    throw inputError({ email: ['Use “Change email address”: the person agrees to it, and the new address is confirmed.'] })
}

/**
 * Staff who are no managers open accounts at a bank only for addresses of its own: a link that goes to a mailbox of theirs would make them its client.
 * A manager opens the first one, and gives representatives their institutions.
 */
async function keepWithinBank(trx: Trx, session: Session, before: Row | undefined, after: Row): Promise<void> {
  if (session.userRole === 'd') return
  const gains = numbers(after.institutionIds)?.some((id) => !numbers(before?.institutionIds)?.includes(id)) ?? false
  if (after.role === ROLE_NUMBERS.e && (before === undefined || gains))
    throw new AppError('forbidden', { message: 'Only a manager can assign institutions to a representative.' })
  const email = String(after.email ?? before?.email)
  const same = before !== undefined && after.institutionId === before.institutionId && email === before.email
  if (!OF_ONE_INSTITUTION.includes(after.role) || same) return
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (isPublicMail(domain))
    throw new AppError('forbidden', {
      message: `Anyone may have an address at ${domain}. Only a manager can open accounts with such an address.`,
    })
  const { rows } =
    await sql`select from user_account u where u.institution_id = ${after.institutionId} and u.status = 1 and u.role in ('a', 'c')
    and u.id <> ${Number(before?.id ?? 0)} and lower(split_part(u.email, '@', 2)) = ${domain}
    and (u.password_changed_at is not null or exists (select from user_identity i where i.user_id = u.id))
    limit 1`.execute(trx)
  if (rows.length === 0)
    throw new AppError('forbidden', {
      message: `No one at this institution signs in with an address at ${domain} yet. A manager must open the first account there.`,
    })
}

/** Sites the person belongs to, the institutions of a representative; those on sites out of the caller's reach stay as they are. */
export async function linkUser({ trx, session, scope, before, after, key }: ChangeCall & { key: Key }): Promise<void> {
  const userId = Number(key)
  const siteIds = numbers(after?.siteIds) ?? (before ? undefined : [scope.siteId])
  if (siteIds) {
    const within = session.sites.map(({ id }) => id)
    await trx.deleteFrom('userSite').where('userId', '=', userId).where('siteId', 'in', within).execute()
    await trx
      .insertInto('userSite')
      .values(siteIds.map((siteId) => ({ userId, siteId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const institutionIds = numbers(after?.institutionIds)
  if (institutionIds) {
    await sql`delete from user_institution where user_id = ${userId} and institution_id in (select institution_id from institution_site where site_id = ${scope.siteId})`.execute(
      trx,
    )
    if (institutionIds.length > 0)
      await trx
        .insertInto('userInstitution')
        .values(institutionIds.map((institutionId) => ({ userId, institutionId })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
}

/** The mail with which a person chooses the first password; queued with the account it opens. */
export const invite = (kernel: Kernel, trx: Trx, userId: number) => createPasswordLink(kernel, trx, userId, 'invite')

/** A foreign id in a body is not there. */
async function reachable(trx: Trx, session: Session, after: Record<string, unknown>, institutionId: unknown): Promise<void> {
  const sites = numbers(after.siteIds)
  if (sites?.some((id) => !session.sites.some((site) => site.id === id))) throw new AppError('not_found')
  if (sites && !sites.includes(session.siteId))
    throw inputError({ siteIds: [`Keep ${session.siteName} among the sites, or switch to the other site and add the person there.`] })
  const wanted = [...new Set([...(numbers(after.institutionIds) ?? []), ...(typeof institutionId === 'number' ? [institutionId] : [])])]
  if (wanted.length === 0) return
  const found = await trx.selectFrom('institution').select('id').where('id', 'in', wanted).execute()
  if (found.length < wanted.length) throw new AppError('not_found')
}

const numbers = (value: unknown): number[] | undefined =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'number') : undefined
