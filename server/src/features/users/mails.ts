/** What the people concerned are told of a change of accounts, so that none happens behind their backs. */
import { randomUUID } from 'node:crypto'
import { ROLE_NAMES, ROLE_NUMBERS } from '@corridor/domain/access.ts'
import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import { queueMails } from '../../kernel/mail.ts'
import type { ChangeCall, Key } from '../../kernel/resource-rows.ts'

type Changed = ChangeCall & { key: Key }
interface Reader {
  email: string
  firstName: string
}

/** The clients of a bank hear who else signs in for it from now on, and by whom; where nobody of the bank is there yet, the other managers do. */
export async function tellOfAccess(kernel: Kernel, { trx, session, before, after, key }: Changed): Promise<void> {
  const institutionId = after?.institutionId
  if (typeof institutionId !== 'number' || institutionId === before?.institutionId) return
  const { rows } = await sql<Reader & { ofBank: boolean; institutionName: string; person: string; address: string; role: 'a' | 'c' }>`
    select u.email, u.first_name, u.role = 'c' as of_bank, i.name as institution_name, p.first_name || ' ' || p.last_name as person, p.email as address, p.role
    from user_account p join institution i on i.id = p.institution_id
    join user_account u on (u.institution_id = i.id and u.role = 'c' or u.role = 'd') and u.status = 1 and u.id not in (p.id, ${session.userId})
      and u.password_changed_at is not null
    where p.id = ${Number(key)}`.execute(trx)
  const readers = rows.some(({ ofBank }) => ofBank) ? rows.filter(({ ofBank }) => ofBank) : rows
  await queueMails(
    kernel,
    trx,
    readers.map(({ email, firstName, ofBank, institutionName, person, address, role }) => ({
      recipient: email,
      subject: `A new person signs in for ${institutionName}`,
      bodyText: `Dear ${firstName},\n\n${session.firstName} ${session.lastName} opened an account for ${institutionName}: ${person} (${address}), ${ROLE_NAMES[role]}.\n\n${
        ofBank
          ? 'If this person should not see your reports, tell your service team at once.'
          : 'Nobody else of this institution signs in yet. If you know nothing of it, look at it under Users.'
      }\n`,
      dedupeKey: `account opened ${randomUUID()}`,
    })),
  )
}

/** Staff and managers' own accounts are told to every other manager. */
export async function tellManagers(kernel: Kernel, { trx, session, before, after, key }: Changed): Promise<void> {
  const staff: readonly unknown[] = [ROLE_NUMBERS.b, ROLE_NUMBERS.d]
  if (!staff.includes(after?.role) || after?.role === before?.role) return
  const { rows: readers } = await sql<Reader & { person: string; address: string; role: 'b' | 'd' }>`
    select u.email, u.first_name, p.first_name || ' ' || p.last_name as person, p.email as address, p.role
    from user_account p join user_account u on u.role = 'd' and u.status = 1 and u.id not in (p.id, ${session.userId}) and u.password_changed_at is not null
    where p.id = ${Number(key)}`.execute(trx)
  await queueMails(
    kernel,
    trx,
    readers.map(({ email, firstName, person, address, role }) => ({
      recipient: email,
      subject: `${person} is ${ROLE_NAMES[role]} from now on`,
      bodyText: `Dear ${firstName},\n\n${session.firstName} ${session.lastName} made ${person} (${address}) ${ROLE_NAMES[role]}.\n\nIf you know nothing of this, look at it under Users and end the account.\n`,
      dedupeKey: `role given ${randomUUID()}`,
    })),
  )
}

/** Before somebody joined, an address is put right by who entered it: what was sent to the old one ends, and both are told. */
export async function tellOfAddress(kernel: Kernel, { trx, before, after, key }: Changed): Promise<void> {
  if (before === undefined || typeof after?.email !== 'string' || after.email === before.email) return
  await trx.deleteFrom('singleUseToken').where('userId', '=', Number(key)).where('usedAt', 'is', null).execute()
  await queueMails(kernel, trx, [
    {
      recipient: String(before.email),
      subject: 'An invitation to Corridor was withdrawn',
      bodyText: `Dear reader,\n\nan account at Corridor was entered with this address and has another one now. A link that was sent here no longer works. There is nothing to do.\n`,
      dedupeKey: `address withdrawn ${randomUUID()}`,
    },
    {
      recipient: after.email,
      subject: 'An account at Corridor has this address now',
      bodyText: `Dear reader,\n\nan account at Corridor was entered with this address. You are invited by a mail of its own; until then there is nothing to do.\n`,
      dedupeKey: `address entered ${randomUUID()}`,
    },
  ])
}

/** A phone number that somebody else changed is told to the person. Codes never go to it: those go to the number that the person confirmed. */
export async function tellOfContact(kernel: Kernel, { trx, session, before, after, key }: Changed): Promise<void> {
  if (before === undefined || before.id === session.userId || after?.phone === undefined || after.phone === before.phone) return
  const person = await trx.selectFrom('userAccount').select(['email', 'firstName']).where('id', '=', Number(key)).executeTakeFirstOrThrow()
  await queueMails(kernel, trx, [
    {
      recipient: person.email,
      subject: 'Your phone number at Corridor was changed',
      bodyText: `Dear ${person.firstName},\n\n${session.firstName} ${session.lastName} changed the phone number of your account. How you sign in has not changed.\n\nIf it is wrong, put it right under My profile or tell your service team.\n`,
      dedupeKey: `phone changed ${randomUUID()}`,
    },
  ])
}
