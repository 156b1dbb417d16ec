/** Mails of the service desk: each message goes to the other side with a link. What the team answers is read in the portal, and not in the mail. */
import { REPLY_ABOVE } from '@corridor/domain/service-requests/quoted-text.ts'
import { answeredWords, type RequestStatus } from '@corridor/domain/service-requests/statuses.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { type Mail, queueMails } from '../../platform/mail/mail.ts'
import { tellPeople } from '../../shared/notifications/bell.ts'
import { type Serving, selectServing } from '../../shared/people/serving.ts'
import { selectAskers } from './askers.ts'
import type { Key } from './conversation.ts'
import { replyAddress } from './reply-address.ts'

interface MailedMessage extends Key {
  /** Its number in the conversation; 0 is the request itself. */
  messageId: number
  institutionName: string
  subject: string
  author: string
}

/** One mail to the request's owner, or without one to all who serve the institution and to the owner of its relationship. With the rights of staff. @returns who gets it, by name */
export async function mailTeam(
  kernel: Kernel,
  trx: Trx,
  scope: Scope,
  told: MailedMessage & { ownerId: number | null; lines: string[] },
): Promise<string[]> {
  const owner = told.ownerId === null ? [] : await selectActive(trx, [told.ownerId])
  const serving = owner.length > 0 ? owner : await selectConcerned(trx, scope.siteId, told.institutionId)
  const concerned = serving.filter(({ userId }) => userId !== scope.userId)
  const now = await tellPeople(
    trx,
    concerned.flatMap(({ userId }) => userId ?? []),
    noticeOf(told, `${told.institutionName} wrote about “${told.subject}”`),
  )
  // A person who serves the institution without an account here has no bell: the mail is all they get.
  const to = concerned.filter(({ userId }) => userId === null || now.has(userId))
  if (to.length === 0) return []
  // A mail to several people takes no reply: what they write to each other about it is not for the institution.
  const answer = answering(kernel, told.id, to.length === 1 ? (to[0]?.userId ?? null) : null)
  await queueMails(kernel, trx, [
    {
      recipient: to.map(({ email }) => email).join(', '),
      subject: `${told.institutionName}: ${told.subject}`,
      bodyText: [
        ...answer.above,
        ...told.lines,
        `Read and answer it here: ${linkOf(kernel, `/service-requests/${told.id}`)}`,
        ...answer.words(`A reply to this email goes to ${told.institutionName} as your answer, with the files that you attach.`),
        '',
      ].join('\n\n'),
      dedupeKey: keyOf(told, 'team'),
      replyTo: answer.replyTo,
    },
  ])
  return to.map(({ name }) => name)
}

/**
 * A mail to each of those who asked and have a way to sign in. With the rights of staff.
 * @param told.status that the request has by now: one that waits for them says so before it is opened
 * @returns who gets it, by name
 */
export async function mailBank(
  kernel: Kernel,
  trx: Trx,
  scope: Scope,
  told: MailedMessage & { news: string; status: RequestStatus },
): Promise<string[]> {
  const waits = told.status === 'WAITING'
  const rows = await selectAskers(trx, scope, told)
  const now = await tellPeople(
    trx,
    rows.map(({ userId }) => userId),
    {
      kind: 'REQUEST_ANSWERED',
      subject: `request ${told.institutionId} ${told.id}`,
      title: answeredWords(told.subject, told.status),
      link: `/service-request/${told.id}`,
      institutionId: told.institutionId,
    },
  )
  const to = rows.filter(({ userId, isExpected }) => isExpected && now.has(userId))
  await queueMails(
    kernel,
    trx,
    to.map(({ userId, email, firstName }): Mail => {
      const answer = answering(kernel, told.id, userId)
      return {
        recipient: email,
        subject: `${told.institutionName}: your request “${told.subject}”${waits ? ' waits for your answer' : ''}`,
        bodyText: [
          ...answer.above,
          `Dear ${firstName},`,
          told.news,
          `Sign in to read it: ${linkOf(kernel, `/service-request/${told.id}`)}`,
          'To keep your data safe, what is written in the portal is not repeated in this mail.',
          ...answer.words('You may answer by replying to this email: your words and the files that you attach are added to the request.'),
          '',
        ].join('\n\n'),
        dedupeKey: keyOf(told, String(userId)),
        replyTo: answer.replyTo,
      }
    }),
  )
  return to.map(({ name }) => name)
}

/** Somebody else made them the owner. With the rights of staff. */
export async function mailOwner(
  kernel: Kernel,
  trx: Trx,
  scope: Scope,
  told: MailedMessage & { ownerId: number; dueOn: string | null },
): Promise<void> {
  if (told.ownerId === scope.userId) return
  const now = await tellPeople(trx, [told.ownerId], noticeOf(told, `${told.author} made you the owner of “${told.subject}”`))
  const due = told.dueOn === null ? '' : ` It is due on ${told.dueOn}.`
  await queueMails(
    kernel,
    trx,
    (now.has(told.ownerId) ? await selectActive(trx, [told.ownerId]) : []).map(({ email }) => ({
      recipient: email,
      subject: `${told.institutionName}: ${told.subject}`,
      bodyText: `${told.author} made you the owner of this service request.${due}\n\nRead and answer it here: ${linkOf(kernel, `/service-requests/${told.id}`)}\n`,
      dedupeKey: keyOf(told, 'owner'),
    })),
  )
}

const noticeOf = ({ institutionId, id }: MailedMessage, title: string) => ({
  kind: 'REQUEST_CAME' as const,
  subject: `request ${institutionId} ${id}`,
  title,
  link: `/service-requests/${id}`,
  institutionId,
})

/** The address at which one person may answer by email, with the words that say so; neither where replies by email are not set up. */
function answering({ configuration }: Kernel, requestId: number, userId: number | null) {
  const replyTo = userId === null ? undefined : replyAddress(configuration, requestId, userId)
  return { replyTo, above: replyTo === undefined ? [] : [REPLY_ABOVE], words: (text: string) => (replyTo === undefined ? [] : [text]) }
}

const keyOf = ({ institutionId, id, messageId }: MailedMessage, to: string): string =>
  `service-request ${institutionId} ${id}${messageId === 0 ? '' : ` ${messageId} ${to}`}`
/** Through the page of signing in, which returns there. */
export const linkOf = ({ configuration }: Kernel, to: string): string =>
  `${configuration.publicUrl}/login?fromUrl=${encodeURIComponent(to)}`

/** Those who serve the institution, and whoever owns its relationship without being on its team. */
async function selectConcerned(trx: Trx, siteId: number, institutionId: number): Promise<Serving[]> {
  const serving = await selectServing(trx, siteId, institutionId)
  const { rows } = await sql<{ ownerId: number }>`
    select i.relationship_owner_id as owner_id from institution i
    join user_site s on s.user_id = i.relationship_owner_id and s.site_id = ${siteId} where i.id = ${institutionId}`.execute(trx)
  const others = rows.map(({ ownerId }) => ownerId).filter((ownerId) => serving.every(({ userId }) => userId !== ownerId))
  return others.length === 0 ? serving : [...serving, ...(await selectActive(trx, others))]
}

const selectActive = (trx: Trx, ids: readonly number[]): Promise<Serving[]> =>
  trx
    .selectFrom('userAccount as u')
    .select(['u.id as userId', 'u.email', sql<string>`coalesce(u.display_name, u.first_name || ' ' || u.last_name)`.as('name')])
    .where('u.id', 'in', ids)
    .where('u.status', '=', 1)
    .execute()
