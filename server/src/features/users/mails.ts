/** Messages to the people concerned about a change of accounts, so that none happens behind their backs. */
import { randomUUID } from 'node:crypto'
import { ROLE_NAMES, ROLE_NUMBERS, type Role } from '@corridor/domain/access/access.ts'
import { sql } from 'kysely'
import type { Kernel } from '../../platform/kernel.ts'
import { queueMails } from '../../platform/mail/mail.ts'
import type { ChangeCall, Key, Row } from '../../platform/records/resource-rows.ts'
import { beginSettling } from '../../shared/people/settled-accounts.ts'

type Changed = ChangeCall & { key: Key }
type Change = Pick<Changed, 'trx' | 'session' | 'key'>
interface Reader {
  email: string
  firstName: string
}

const STAFF: readonly unknown[] = [ROLE_NUMBERS.b, ROLE_NUMBERS.d]
const banksOf = (row: Row | undefined): unknown[] =>
  [row?.institutionId, Array.isArray(row?.institutionIds) ? row.institutionIds : []].flat().filter((id) => typeof id === 'number')

/** A person who signs in for a bank from now on, or is staff, is told to those concerned, and is no second person for a week (shared/people/settled-accounts.ts). */
export async function mailGains(kernel: Kernel, change: Changed): Promise<void> {
  const { before, after } = change
  if (before?.status === 0 && after?.status === 1) return mailReturn(kernel, change, { ...before, ...after })
  const present = banksOf(before)
  const banks = banksOf(after).filter((id) => !present.includes(id))
  const role = after?.role !== undefined && after.role !== before?.role
  if (before !== undefined && (role || banks.length > 0)) await beginSettling(change.trx, Number(change.key), kernel.now())
  await mailBanks(kernel, change, banks, 'opened an account')
  if (role && STAFF.includes(after.role)) await mailManagers(kernel, change, 'opened the account or changed the role')
}

/** An account that was ended opens again: a colleague who left the bank, or the firm, would be back without anybody there knowing. */
export async function mailReturn(kernel: Kernel, change: Change, row: Row): Promise<void> {
  await beginSettling(change.trx, Number(change.key), kernel.now())
  await mailBanks(kernel, change, banksOf(row), 'opened again the account that was ended')
  if (STAFF.includes(row.role)) await mailManagers(kernel, change, 'opened again the account that was ended')
}

/** The clients of a bank hear who else signs in for it from now on, and by whom; where nobody of the bank is there yet, the other managers do. */
async function mailBanks(kernel: Kernel, { trx, session, key }: Change, banks: unknown[], did: string): Promise<void> {
  if (banks.length === 0) return
  const { rows } = await sql<
    Reader & { ofBank: boolean; bank: number; institutionName: string; person: string; address: string; role: Role }
  >`
    select u.email, u.first_name, u.role = 'c' as of_bank, i.id as bank, i.name as institution_name, p.first_name || ' ' || p.last_name as person, p.email as address, p.role
    from user_account p join institution i on i.id = any(${banks}::int[])
    join user_account u on (u.institution_id = i.id and u.role = 'c' or u.role = 'd') and u.status = 1 and u.id not in (p.id, ${session.userId})
      and u.password_changed_at is not null
    where p.id = ${Number(key)}`.execute(trx)
  const ofBank = new Set(rows.flatMap((row) => (row.ofBank ? [row.bank] : [])))
  await queueMails(
    kernel,
    trx,
    rows
      .filter((row) => row.ofBank || !ofBank.has(row.bank))
      .map(({ email, firstName, ofBank, institutionName, person, address, role }) => ({
        recipient: email,
        subject: `A new person signs in for ${institutionName}`,
        bodyText: `Dear ${firstName},\n\n${session.firstName} ${session.lastName} ${did} for ${institutionName}: ${person} (${address}), ${ROLE_NAMES[role]}.\n\n${
          ofBank
            ? 'If this person should not see your reports, tell your service team at once.'
            : 'No one else of this institution signs in yet. If you did not expect this, check it under Users.'
        }\n`,
        dedupeKey: `account opened ${randomUUID()}`,
      })),
  )
}

/** Staff and managers' own accounts are told to every other manager. */
async function mailManagers(kernel: Kernel, { trx, session, key }: Change, did: string): Promise<void> {
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
      bodyText: `Dear ${firstName},\n\n${session.firstName} ${session.lastName} ${did} of ${person} (${address}), who is ${ROLE_NAMES[role]} from now on.\n\nIf you know nothing of this, look at it under Users and end the account.\n`,
      dedupeKey: `role given ${randomUUID()}`,
    })),
  )
}

/** Before somebody joined, an address is put right by who entered it: what was sent to the old one ends, and both are told. */
export async function mailChangeOfAddress(kernel: Kernel, { trx, before, after, key }: Changed): Promise<void> {
  if (before === undefined || typeof after?.email !== 'string' || after.email === before.email) return
  await trx.deleteFrom('singleUseToken').where('userId', '=', Number(key)).where('usedAt', 'is', null).execute()
  await queueMails(kernel, trx, [
    {
      recipient: String(before.email),
      subject: 'An invitation to Corridor was withdrawn',
      bodyText: `Dear reader,\n\nAn account at Corridor was entered with this address and now has another one. A link that was sent here no longer works. You do not need to do anything.\n`,
      dedupeKey: `address withdrawn ${randomUUID()}`,
    },
    {
      recipient: after.email,
      subject: 'An account at Corridor has this address now',
      bodyText: `Dear reader,\n\nAn account at Corridor was entered with this address. You will be invited by a separate email; until then you do not need to do anything.\n`,
      dedupeKey: `address entered ${randomUUID()}`,
    },
  ])
}

/** A phone number that somebody else changed is told to the person. Codes never go to it: those go to the number that the person confirmed. */
export async function mailChangeOfContact(kernel: Kernel, { trx, session, before, after, key }: Changed): Promise<void> {
  if (before === undefined || before.id === session.userId || after?.phone === undefined || after.phone === before.phone) return
  const person = await trx.selectFrom('userAccount').select(['email', 'firstName']).where('id', '=', Number(key)).executeTakeFirstOrThrow()
  await queueMails(kernel, trx, [
    {
      recipient: person.email,
      subject: 'Your phone number at Corridor was changed',
      bodyText: `Dear ${person.firstName},\n\n${session.firstName} ${session.lastName} changed the phone number of your account. How you sign in has not changed.\n\nIf it is wrong, correct it under Profile or tell your service team.\n`,
      dedupeKey: `phone changed ${randomUUID()}`,
    },
  ])
}
