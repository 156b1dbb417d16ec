/** Questionnaires on their way: sent, reminded of, opened again; who is written to, and what is refused with its reason. */

import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { QUESTIONNAIRE_STATUSES, questionnaireCan } from '@corridor/domain/questionnaires/statuses.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { readBook } from './book.ts'
import { withdrawRecord } from './filing.ts'
import { writeToPeople } from './mail.ts'
import { type Answerer, selectAnswerers } from './people.ts'
import { announce, type LockedQuestionnaire, lockQuestionnaires, selectAssignments, selectReturns } from './queries.ts'

interface Refusal {
  id: number
  institutionName: string
  message: string
}
interface Sending {
  dueOn: PlainDate | null
  remindEveryDays: number | null
  note: string
}

/** All that can be sent are; the others say why not. @throws AppError not_found when one is out of reach */
export async function send(call: Acting, ids: readonly number[], { dueOn, remindEveryDays, note }: Sending) {
  const { kernel, trx, scope, session, record } = call
  const { rows, people, today } = await chosen(call, ids)
  if (dueOn !== null && dueOn < today) throw inputError({ dueOn: ['Choose a date in the future.'] })
  const refused: Refusal[] = []
  const sent: number[] = []
  let mailsQueued = 0
  const now = kernel.now().toISOString()
  for (const row of rows) {
    const theirs = people.get(row.institutionId) ?? []
    const reason = refusalOf(row, 'send') ?? (theirs.some(({ signs }) => signs) ? undefined : NOBODY_SIGNS)
    if (reason) {
      refused.push({ id: row.id, institutionName: row.institutionName, message: reason })
      continue
    }
    const book = await readBook(trx, scope.siteId, row.institutionId, today)
    await trx
      .updateTable('questionnaire')
      .set({
        status: 1,
        book: JSON.stringify(book),
        dueOn,
        remindEveryDays,
        nextReminderOn: sql`${today}::date + ${remindEveryDays}::int`,
        sentAt: now,
        sentBy: session.userId,
        updatedAt: now,
      })
      .where('siteId', '=', scope.siteId)
      .where('id', '=', row.id)
      .execute()
    const signers = theirs.filter(({ signs }) => signs)
    mailsQueued += await writeToPeople(kernel, trx, scope.siteId, { ...row, dueOn }, signers, { kind: 'sent', note }, session.userId)
    await record({
      action: 'questionnaire.sent',
      entity: 'questionnaire',
      entityId: row.id,
      institutionId: row.institutionId,
      after: { year: row.year, dueOn, remindEveryDays, to: signers.map(({ name }) => name) },
    })
    await announce(call, row)
    sent.push(row.id)
  }
  return { sent, refused, mailsQueued }
}

const NOBODY_SIGNS =
  'No one there can sign it: signing requires a Client, or a Team Member with Annual Questionnaires at level 2, with access to report type AQU.'

export const refusalOf = ({ status }: { status: number }, action: 'send' | 'remind' | 'reopen' | 'delete'): string | undefined =>
  questionnaireCan[action].some((one) => one === status)
    ? undefined
    : `It is ${(STATUS_WORDS.get(status) ?? 'gone').toLowerCase()} already.`
const STATUS_WORDS = new Map(Object.entries(QUESTIONNAIRE_STATUSES).map(([status, label]) => [Number(status), label]))

async function chosen({ kernel, trx, scope }: Acting, ids: readonly number[]) {
  const wanted = [...new Set(ids)]
  const rows = await lockQuestionnaires(trx, scope, wanted)
  if (rows.length !== wanted.length) throw new AppError('not_found')
  const people = Map.groupBy(
    await selectAnswerers(
      trx,
      scope.siteId,
      rows.map(({ institutionId }) => institutionId),
    ),
    ({ institutionId }) => institutionId,
  )
  return { rows, people, today: await dayOfSite(kernel, trx, scope.siteId) }
}

export async function remind(call: Acting, ids: readonly number[]) {
  const { kernel, trx, scope, session, record } = call
  const { rows, people, today } = await chosen(call, ids)
  const refused: Refusal[] = []
  const reminded: number[] = []
  let mailsQueued = 0
  for (const row of rows) {
    const reason = row.status === 0 ? 'It has not been sent yet.' : refusalOf(row, 'remind')
    if (reason) {
      refused.push({ id: row.id, institutionName: row.institutionName, message: reason })
      continue
    }
    const { mails, to } = await remindOne(kernel, trx, scope, row, people.get(row.institutionId) ?? [], today, session.userId)
    mailsQueued += mails
    await record({
      action: 'questionnaire.reminded',
      entity: 'questionnaire',
      entityId: row.id,
      institutionId: row.institutionId,
      after: { year: row.year, to },
    })
    await announce(call, row)
    reminded.push(row.id)
  }
  return { reminded, refused, mailsQueued }
}

/** Those who sign, and those who have a section. The next one by itself is so many days from today. */
export async function remindOne(
  kernel: Kernel,
  trx: Trx,
  scope: Scope,
  row: LockedQuestionnaire,
  people: readonly Answerer[],
  today: PlainDate,
  causedBy: number | null,
): Promise<{ mails: number; to: string[] }> {
  const given = new Set((await selectAssignments(trx, scope, row.id)).map(({ userId }) => userId))
  const to = people.filter(({ signs, userId }) => signs || given.has(userId))
  const number = row.reminders + 1
  const now = kernel.now().toISOString()
  await trx
    .updateTable('questionnaire')
    .set({ reminders: number, lastRemindedAt: now, nextReminderOn: sql`${today}::date + remind_every_days`, updatedAt: now })
    .where('siteId', '=', scope.siteId)
    .where('id', '=', row.id)
    .execute()
  const mails = await writeToPeople(kernel, trx, scope.siteId, row, to, { kind: 'reminder', number }, causedBy)
  return { mails, to: to.map(({ name }) => name) }
}

/** @throws AppError not_found, wrong_status unless it was returned */
export async function reopen(call: Acting, id: number, note: string, dueOn: PlainDate | null): Promise<void> {
  const { kernel, trx, scope, session, record } = call
  const { rows, people, today } = await chosen(call, [id])
  const [row] = rows
  if (!row) throw new AppError('not_found')
  if (refusalOf(row, 'reopen')) throw new AppError('wrong_status', { message: 'Only a returned questionnaire can be reopened.' })
  if (dueOn !== null && dueOn < today) throw inputError({ dueOn: ['Choose a date in the future.'] })
  const number = (await selectReturns(trx, scope, [id]))[0]?.number ?? 0
  const now = kernel.now().toISOString()
  await trx
    .updateTable('questionnaire')
    .set({
      status: 1,
      returnedAt: null,
      returnedBy: null,
      reopenedAt: now,
      reopenedBy: session.userId,
      reopenNote: note,
      dueOn: dueOn ?? row.dueOn,
      nextReminderOn: sql`${today}::date + remind_every_days`,
      updatedAt: now,
    })
    .where('siteId', '=', scope.siteId)
    .where('id', '=', id)
    .execute()
  await withdrawRecord(kernel, trx, scope, id)
  const signers = (people.get(row.institutionId) ?? []).filter(({ signs }) => signs)
  await writeToPeople(
    kernel,
    trx,
    scope.siteId,
    { ...row, dueOn: dueOn ?? row.dueOn },
    signers,
    { kind: 'reopened', note, number },
    session.userId,
  )
  await record({
    action: 'questionnaire.reopened',
    entity: 'questionnaire',
    entityId: id,
    institutionId: row.institutionId,
    after: { year: row.year, note },
  })
  await announce(call, row)
}
