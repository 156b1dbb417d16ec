/** Puts what happened into people's bells, and says who of them also gets the mail of it at once. */
import { NOTICE_KINDS, type NoticeDelivery, type NoticeKind } from '@corridor/domain/sites/notice-kinds.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { queueMails } from '../../platform/mail/mail.ts'

interface Notice {
  kind: NoticeKind
  /** By this a later event about the same replaces it: "request 17". */
  subject: string
  title: string
  /** An address of the portal. */
  link: string
  /** The bank that it speaks of; its people, and staff, may be told. */
  institutionId?: number | null
}

/** @returns those of the people who get the mail at once; whoever may not be told is none of them, but a service team is mailed whether it has a bell here or not */
export async function tellPeople(trx: Trx, people: readonly number[], notice: Notice): Promise<ReadonlySet<number>> {
  if (people.length === 0) return new Set()
  const { kind, subject, title, link, institutionId = null } = notice
  const { rows } = await sql<{ person: number; chosen: string | null }>`
    select p as person, tell_person(p, ${institutionId}::int, ${kind}, ${subject}, ${title}, ${link}) as chosen
    from unnest(${sql.val([...new Set(people)])}::int[]) p`.execute(trx)
  return new Set(
    rows
      .filter(({ chosen }) => (chosen === null ? kind === 'REQUEST_CAME' : (chosen || NOTICE_KINDS[kind].usual) === 'NOW'))
      .map(({ person }) => person),
  )
}

/** How a kind reaches each of these people by mail: for the mails of the morning that some kinds have of their own. With the rights of staff. */
export async function deliveriesOf(trx: Trx, people: readonly number[], kind: NoticeKind): Promise<(person: number) => NoticeDelivery> {
  const { rows } = await sql<{ userId: number; delivery: NoticeDelivery }>`
    select user_id, delivery from chosen_delivery(${sql.val([...people])}::int[], ${kind})`.execute(trx)
  const chosen = new Map(rows.map(({ userId, delivery }) => [userId, delivery]))
  return (person) => chosen.get(person) ?? NOTICE_KINDS[kind].usual
}

/** The mail at once of kinds that have none of their own. With the rights of staff. */
export async function mailAtOnce(
  kernel: Pick<Kernel, 'jobs' | 'now' | 'configuration'>,
  trx: Trx,
  people: ReadonlySet<number>,
  { title, link, cause }: Pick<Notice, 'title' | 'link'> & { cause: string },
): Promise<void> {
  if (people.size === 0) return
  const found = await trx
    .selectFrom('userAccount')
    .select(['id', 'email', 'firstName'])
    .where('id', 'in', [...people])
    .execute()
  await queueMails(
    kernel,
    trx,
    found.map(({ id, email, firstName }) => ({
      recipient: email,
      subject: title,
      bodyText: `Dear ${firstName},\n\n${title}.\n\nSee it in the portal: ${kernel.configuration.publicUrl}${link}\n`,
      dedupeKey: `${cause} ${id}`,
    })),
  )
}
