/** Links that set a password: an invitation's first one, or a new one for who forgot theirs. Good once, for a while; only the hash is kept. */
import { fillTemplate, placeholdersIn } from '@corridor/domain/sites/mail-template.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { hashOf, newId } from '../../platform/http/sessions.ts'
import type { JobDefinition, Kernel } from '../../platform/kernel.ts'
import { type Mail, queueMails } from '../../platform/mail/mail.ts'
import { MAIL_TYPES, selectServiceTeams, selectTemplateInUse, type TemplateInUse, teamValues } from '../notifications/mail-templates.ts'

export type PasswordLink = 'invite' | 'reset'

const MINUTE = 60_000
/** An invitation waits for somebody who may be away; a reset is wanted now. */
const VALID_MINUTES: Record<PasswordLink, number> = { invite: 7 * 24 * 60, reset: 30 }

/** Links that hold beside each other: whoever asks for resets in somebody's name does not end the one that the person is about to use. */
const LINKS: Record<PasswordLink, number> = { invite: 1, reset: 3 }

/**
 * Makes the link and queues its mail, in the transaction that causes it; older links of the kind end. An invitation is worded by
 * the email template of type 0 (signup) that is in use.
 * @param trx as staff the person must already be on the active site: row-level security asks for it
 */
export async function createPasswordLink(
  kernel: Pick<Kernel, 'configuration' | 'jobs' | 'now'>,
  trx: Trx,
  userId: number,
  purpose: PasswordLink,
): Promise<{ expiresAt: string }> {
  const person = await selectPerson(trx, userId)
  if (!person) throw new AppError('not_found')
  const token = newId()
  const now = kernel.now()
  const expiresAt = new Date(now.getTime() + VALID_MINUTES[purpose] * MINUTE).toISOString()
  await endOlderLinks(trx, userId, purpose)
  await trx
    .insertInto('singleUseToken')
    .values({ tokenHash: hashOf(token), purpose, userId, createdAt: now.toISOString(), expiresAt })
    .execute()
  // Behind the hash sign a browser keeps it to itself: no log and no other site ever sees it (ASVS 14.2.1).
  const link = `${kernel.configuration.publicUrl}/change-password#token=${token}`
  const text = purpose === 'invite' ? await invitation(trx, person, link) : resetText(person, link)
  const mail: Mail = { recipient: person.email, ...text, dedupeKey: `password ${purpose} ${hashOf(token).toString('hex')}`, secret: true }
  await queueMails(kernel, trx, [mail])
  return { expiresAt }
}

async function endOlderLinks(trx: Trx, userId: number, purpose: PasswordLink): Promise<void> {
  const beside = LINKS[purpose] - 1
  const older = trx.deleteFrom('singleUseToken').where('userId', '=', userId).where('purpose', '=', purpose)
  if (beside === 0) return void (await older.execute())
  const kept = trx
    .selectFrom('singleUseToken')
    .select('tokenHash')
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .orderBy('createdAt', 'desc')
    .orderBy('tokenHash')
    .limit(beside)
  await older.where('tokenHash', 'not in', kept).execute()
}

/** The job of a reset request, for every address alike: 0 is nobody, and nothing follows. So the request takes as long either way. */
export const sendResetLink: JobDefinition<{ userId: number }> = {
  name: 'send-reset-link',
  title: 'Password reset link',
  parse: (payload) => z.object({ userId: z.int() }).parse(payload),
  concurrency: 1,
  retryLimit: 5,
  run: async (kernel, { userId }) => {
    await kernel.ownerDb.transaction().execute(async (trx) => {
      // People who sign in at their bank's own provider have no password here, and get none this way.
      const { rows } = await sql<{ id: number }>`select u.id from user_account u where u.id = ${userId} and u.status = 1
        and (u.has_password or not exists (select from user_identity i where i.user_id = u.id))`.execute(trx)
      if (rows[0] && !(await hasFreshLink(trx, userId, kernel.now()))) await createPasswordLink(kernel, trx, userId, 'reset')
    })
  },
}

/** Asked for twenty times within the window that counts requests, one mail is sent: its link holds longer than that. */
async function hasFreshLink(trx: Trx, userId: number, now: Date): Promise<boolean> {
  await sql`select from user_account where id = ${userId} for update`.execute(trx)
  const { rows } =
    await sql`select from single_use_token t cross join settings s where t.user_id = ${userId} and t.purpose = 'reset' and t.used_at is null
    and t.created_at > ${now.toISOString()}::timestamptz - s.forgotten_duration * interval '1 minute' limit 1`.execute(trx)
  return rows.length > 0
}

interface Person {
  email: string
  firstName: string
  lastName: string
  institutionId: number | null
  institutionName: string | null
  siteId: number | null
}

async function selectPerson(trx: Trx, userId: number): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select u.email, u.first_name, u.last_name, i.id as institution_id, i.name as institution_name, nullif(current_setting('app.site', true), '')::int as site_id
    from user_account u left join institution i on i.id = u.institution_id
    where u.id = ${userId}`.execute(trx)
  return rows[0]
}

async function invitation(trx: Trx, person: Person, link: string): Promise<Pick<Mail, 'subject' | 'bodyText'>> {
  const template = person.siteId === null ? undefined : await selectTemplateInUse(trx, person.siteId, MAIL_TYPES.SIGNUP)
  // The template speaks of an institution; staff and representatives belong to none.
  return template && person.institutionId !== null ? writeInvitation(trx, template, person, link) : plainInvitation(person, link)
}

/** Text of an invitation by this template to a person of an institution. */
export async function writeInvitation(
  trx: Trx,
  template: TemplateInUse,
  person: Omit<Person, 'email'>,
  link: string,
): Promise<Pick<Mail, 'subject' | 'bodyText'>> {
  const institutionId = person.institutionId ?? 0
  const teams = await selectServiceTeams(trx, person.siteId ?? 0, [institutionId], null)
  const values = {
    firstName: person.firstName,
    lastName: person.lastName,
    institutionName: person.institutionName,
    institutionNumber: String(institutionId),
    loginLink: link,
    ...teamValues(teams.get(institutionId) ?? []),
  }
  const body = placeholdersIn(template.body).includes('loginLink') ? template.body : `${template.body}\n\n{{loginLink}}\n`
  return { subject: fillTemplate(template.subject, values), bodyText: fillTemplate(body, values) }
}

const plainInvitation = (person: Person, link: string) => ({
  subject: 'Your account with Corridor',
  bodyText: `Dear ${person.firstName} ${person.lastName},\n\nYou are invited to our portal for bank- and corporate-owned life insurance. Choose your password here within seven days:\n\n${link}\n\nThe link works once.\n`,
})

const resetText = (person: Person, link: string) => ({
  subject: 'Choose a new password',
  bodyText: `Dear ${person.firstName} ${person.lastName},\n\nSomeone, probably you, requested a new password for this email address. Choose it here within 30 minutes:\n\n${link}\n\nThe link works once. If it was not you, do nothing: your password stays as it is.\n`,
})
