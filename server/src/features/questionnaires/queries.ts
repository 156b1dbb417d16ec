/** Questionnaires and their batches as either side may see them; answers, files and signatures of one. */

import type { QuestionnaireAttachment } from '@corridor/contract/questionnaire-sheet.ts'
import type { QuestionnaireRow } from '@corridor/contract/questionnaires.ts'
import { type AccessSubject, isStaff, levelOf } from '@corridor/domain/access/access.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { Answer } from '@corridor/domain/questionnaires/answers.ts'
import type { Questionnaire } from '@corridor/domain/questionnaires/definition.ts'
import { type QuestionnaireAction, questionnaireActions } from '@corridor/domain/questionnaires/statuses.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import { siteDayOf } from '../../shared/site-day.ts'

export const questionnaireName = (year: number): string => `Annual Questionnaire ${year}`
const NAME = sql<string>`'Annual Questionnaire ' || q.year`
const personName = (id: string) =>
  sql<string | null>`(select coalesce(u.display_name, u.first_name || ' ' || u.last_name) from user_account u where u.id = ${sql.ref(id)})`

export const SORTS = {
  questionnaireName: 'q.year',
  institutionName: 'i.name',
  status: 'q.status',
  createdAt: 'q.createdAt',
  sentAt: 'q.sentAt',
  dueOn: 'q.dueOn',
  returnedAt: 'q.returnedAt',
}
export const SEARCHED = ['i.name', NAME] as const

/** An unsent questionnaire is the staff's own business. */
export const selectQuestionnaires = (trx: Trx, scope: Scope) =>
  trx
    .selectFrom('questionnaire as q')
    .innerJoin('institution as i', 'i.id', 'q.institutionId')
    .select([
      'q.id',
      'q.batchId',
      NAME.as('questionnaireName'),
      'q.institutionId',
      'i.name as institutionName',
      'q.year',
      'q.period',
      'q.status',
      sql<number>`(select count(*)::int from questionnaire_answer a
        where a.institution_id = q.institution_id and a.questionnaire_id = q.id and a.value is not null)`.as('answers'),
      sql<
        string | null
      >`(select max(a.saved_at) from questionnaire_answer a where a.institution_id = q.institution_id and a.questionnaire_id = q.id)`.as(
        'lastAnswerAt',
      ),
      'q.sentAt',
      'q.dueOn',
      'q.remindEveryDays',
      'q.nextReminderOn',
      'q.reminders',
      'q.lastRemindedAt',
      'q.returnedAt',
      sql<
        string | null
      >`(select r.signer_name from questionnaire_return r where r.institution_id = q.institution_id and r.questionnaire_id = q.id and q.status = 2
        order by r.number desc limit 1)`.as('returnedBy'),
      'q.reopenedAt',
      'q.reopenNote',
      'q.createdAt',
    ])
    .where(visible(scope, 'q'))
    .where('q.status', '>=', scope.side === 'client' ? 1 : 0)

/** Which actions a person is offered on a row. */
export function withActions<Row extends { status: number }>(
  session: AccessSubject,
  rows: readonly Row[],
): (Row & { can: QuestionnaireAction[] })[] {
  const level = levelOf(session, 'ANNUAL_QUESTIONNAIRE')
  const ours: readonly QuestionnaireAction[] = isStaff(session.userRole)
    ? level >= 2
      ? ['send', 'remind', 'reopen', 'delete']
      : []
    : session.userRole === 'e'
      ? []
      : level >= 2
        ? ['answer', 'return']
        : ['answer']
  return rows.map((row) => ({ ...row, can: questionnaireActions(row.status).filter((action) => ours.includes(action)) }))
}

/** @throws AppError not_found, the same for one out of reach */
export async function selectRow(trx: Trx, scope: Scope, session: AccessSubject, id: number): Promise<QuestionnaireRow> {
  const row = await selectQuestionnaires(trx, scope).where('q.id', '=', id).executeTakeFirst()
  const [found] = row ? withActions(session, [row]) : []
  if (!found) throw new AppError('not_found')
  return found
}

export interface LockedQuestionnaire {
  id: number
  batchId: number
  institutionId: number
  institutionName: string
  period: PlainDate
  year: number
  status: number
  defaultsVersion: number
  dueOn: PlainDate | null
  remindEveryDays: number | null
  reminders: number
  nextReminderOn: PlainDate | null
}
/** Staff's rows, locked for the rest of the transaction, in the order of their ids. */
export const lockQuestionnaires = (trx: Trx, scope: Scope, ids: readonly number[]): Promise<LockedQuestionnaire[]> =>
  trx
    .selectFrom('questionnaire as q')
    .innerJoin('institution as i', 'i.id', 'q.institutionId')
    .select([
      'q.id',
      'q.batchId',
      'q.institutionId',
      'i.name as institutionName',
      'q.period',
      'q.year',
      'q.status',
      'q.defaultsVersion',
      'q.dueOn',
      'q.remindEveryDays',
      'q.reminders',
      'q.nextReminderOn',
    ])
    .where(visible(scope, 'q'))
    .where('q.id', 'in', ids)
    .orderBy('q.id')
    .forUpdate('q')
    .execute()

/** Open pages of the staff ask again. */
export const announce = (
  { kernel, trx, scope }: Pick<Acting, 'kernel' | 'trx' | 'scope'>,
  { id, batchId, institutionId }: { id: number; batchId: number; institutionId: number },
): Promise<void> => kernel.events.publish(trx, { siteId: scope.siteId, institutionId, type: 'questionnaire', batchId, reportId: id })

interface Stats {
  unsent: number
  sent: number
  returned: number
  total: number
}
/** An institution sees the batches with one of its own, and counts only these. */
export const selectBatches = (trx: Trx, scope: Scope) => {
  const count = (status: number) => sql`count(*) filter (where q.status = ${status})::int`
  const of = sql`from questionnaire q where q.batch_id = b.id and ${visible(scope, 'q')}`
  const query = trx
    .selectFrom('questionnaireBatch as b')
    .select(['b.id', 'b.batchName', 'b.period', sql<number>`extract(year from b.period)::int`.as('year')])
    .select(
      sql<Stats>`(select jsonb_build_object('unsent', ${count(0)}, 'sent', ${count(1)}, 'returned', ${count(2)}, 'total', count(*)::int) ${of})`.as(
        'stats',
      ),
    )
    // Institutions do not learn which of the staff made it, as with reports.
    .select([(scope.side === 'staff' ? personName('b.createdBy') : sql<string | null>`null`).as('createdBy'), 'b.createdAt'])
    .where('b.siteId', '=', scope.siteId)
  return scope.side === 'staff' ? query : query.where(sql<boolean>`exists (select ${of} and q.status > 0)`)
}

/** Also of questionnaires made with an older one. @throws AppError not_found */
export async function selectContent(trx: Trx, siteId: number, version: number): Promise<Questionnaire> {
  const { rows } = await sql<{ content: Questionnaire }>`
    select content from questionnaire_defaults where site_id = ${siteId} and version = ${version}`.execute(trx)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0].content
}

export interface AnswerRow extends Answer {
  version: number
  savedBy: string | null
  savedById: number | null
  savedAt: string
}
/** @param of one question, or one row of it */
export async function selectAnswers(
  trx: Trx,
  scope: Scope,
  questionnaireId: number,
  of: { code?: string; row?: string } = {},
): Promise<AnswerRow[]> {
  const question = of.code === undefined ? sql`true` : sql`a.question_code = ${of.code}`
  const row = of.row === undefined ? sql`true` : sql`a.row_key = ${of.row}`
  const { rows } = await sql<AnswerRow>`
    select a.question_code as question, a.row_key as row, a.value, a.note, a.version, ${personName('a.savedBy')} as saved_by, a.saved_by as saved_by_id,
      a.saved_at
    from questionnaire_answer a where ${visible(scope, 'a')} and a.questionnaire_id = ${questionnaireId} and ${question} and ${row}
    order by a.question_code, a.row_key`.execute(trx)
  return rows
}

export interface Signed {
  number: number
  signerName: string
  signerTitle: string
  attestation: string
  answersSha256: string
  signedAt: string
  /** By the site's calendar. */
  signedOn: PlainDate
}
export const selectReturns = (
  trx: Trx,
  scope: Scope,
  questionnaireIds: readonly number[],
): Promise<(Signed & { questionnaireId: number })[]> =>
  trx
    .selectFrom('questionnaireReturn as r')
    .select(['r.questionnaireId', 'r.number', 'r.signerName', 'r.signerTitle', 'r.attestation', 'r.answersSha256', 'r.signedAt'])
    .select(siteDayOf(sql`r.signed_at`, scope.siteId).$notNull().as('signedOn'))
    .where(visible(scope, 'r'))
    .where('r.questionnaireId', 'in', questionnaireIds.length > 0 ? questionnaireIds : [0])
    .orderBy('r.number', 'desc')
    .execute()

/** The institution's last signed questionnaire before a year. */
export async function selectLastYear(
  trx: Trx,
  scope: Scope,
  institutionId: number,
  year: number,
): Promise<{ year: number; answers: Answer[] } | null> {
  const { rows } = await sql<{ year: number; answers: Answer[] }>`
    select q.year, r.answers from questionnaire q
    join questionnaire_return r on r.institution_id = q.institution_id and r.questionnaire_id = q.id
    where ${visible(scope, 'q')} and q.institution_id = ${institutionId} and q.year < ${year} order by q.year desc, r.number desc limit 1`.execute(
    trx,
  )
  return rows[0] ?? null
}

export const selectAttachments = (
  trx: Trx,
  scope: Scope,
  questionnaireId: number,
): Promise<(QuestionnaireAttachment & { sha256: string })[]> =>
  trx
    .selectFrom('questionnaireAttachment as f')
    .innerJoin('storedFile as s', 's.sha256', 'f.fileSha256')
    .select([
      'f.id',
      'f.questionCode as question',
      'f.uploadName',
      'f.extension',
      'f.sizeBytes',
      personName('f.attachedBy').as('attachedBy'),
      'f.createdAt',
      's.safety',
      'f.fileSha256 as sha256',
    ])
    .where(visible(scope, 'f'))
    .where('f.questionnaireId', '=', questionnaireId)
    .where('f.removedAt', 'is', null)
    .orderBy('f.id')
    .execute()

export const selectAssignments = (trx: Trx, scope: Scope, questionnaireId: number) =>
  trx
    .selectFrom('questionnaireAssignment as a')
    .innerJoin('userAccount as u', 'u.id', 'a.userId')
    .select([
      'a.sectionCode as section',
      'a.userId',
      sql<string>`coalesce(u.display_name, u.first_name || ' ' || u.last_name)`.as('name'),
      'a.assignedAt',
    ])
    .where(visible(scope, 'a'))
    .where('a.questionnaireId', '=', questionnaireId)
    .orderBy('a.sectionCode')
    .execute()
