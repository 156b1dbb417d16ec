/** Actions of an institution's people on their questionnaire: save an answer, give a section away, sign and return. */
import type { StoredAnswer } from '@corridor/contract/questionnaire-content.ts'
import { levelOf } from '@corridor/domain/access/access.ts'
import { type Answer, bookRows, isRowValue, progressOf, ROWS_MOST, shapeProblem } from '@corridor/domain/questionnaires/answers.ts'
import { type Question, type Questionnaire, questionOf } from '@corridor/domain/questionnaires/definition.ts'
import type { QuestionnaireBook } from '@corridor/domain/questionnaires/register-facts.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { canonical } from '../../platform/http/idempotency.ts'
import type { Acting } from '../../platform/http/route.ts'
import { asProduct, type Scope, visible } from '../../platform/http/scope.ts'
import { seesPersonal } from '../../shared/visibility/salaries.ts'
import { fileQuestionnaires } from './filing.ts'
import { mailTeam, type Occasion, writeToPeople } from './mail.ts'
import { selectAnswerers } from './people.ts'
import {
  type AnswerRow,
  announce,
  selectAnswers,
  selectAssignments,
  selectAttachments,
  selectContent,
  selectReturns,
  selectRow,
} from './queries.ts'
import { answersHash, personalColumns, plainAnswer, readJudged, withoutPersonalCells } from './sheet.ts'

export interface Open {
  id: number
  batchId: number
  institutionId: number
  institutionName: string
  year: number
  dueOn: string | null
  content: Questionnaire
  book: QuestionnaireBook
}

/**
 * The open questionnaire, held so for the rest of the transaction: whoever signs waits for those who are saving, and they find it returned.
 * @throws AppError not_found, wrong_status when it was returned
 */
export async function holdOpen(
  { trx, scope, session }: Pick<Acting, 'trx' | 'scope' | 'session'>,
  id: number,
  alone = false,
): Promise<Open> {
  const row = await selectRow(trx, scope, session, id)
  const { rows } = await sql<{ defaultsVersion: number; book: QuestionnaireBook }>`
    select q.defaults_version, q.book from questionnaire q where ${visible(scope, 'q')} and q.id = ${id} and q.status = 1
    ${alone ? sql`for update` : sql`for share`}`.execute(trx)
  const [open] = rows
  if (!open) throw new AppError('wrong_status', { message: 'This questionnaire was returned. Your service team can reopen it.' })
  const { batchId, institutionId, institutionName, year, dueOn } = row
  const content = await selectContent(trx, scope.siteId, open.defaultsVersion)
  return { id, batchId, institutionId, institutionName, year, dueOn, content, book: open.book }
}

/** The question and its section, when the caller may answer there. @throws AppError not_found, forbidden */
export async function questionToAnswer(
  { trx, scope, session }: Pick<Acting, 'trx' | 'scope' | 'session'>,
  { id, content }: Open,
  code: string,
): Promise<Question> {
  const section = content.sections.find(({ questions }) => questions.some((question) => question.code === code))
  const question = questionOf(content, code)
  if (!section || !question) throw new AppError('not_found')
  if (levelOf(session, 'ANNUAL_QUESTIONNAIRE') >= 2) return question
  const mine = (await selectAssignments(trx, scope, id)).some(
    ({ section: given, userId }) => given === section.code && userId === session.userId,
  )
  if (!mine)
    throw new AppError('forbidden', { message: `“${section.title}” was not assigned to you. Ask the person who signs the questionnaire.` })
  return question
}

/** Minutes in which one person's further typing on a question is not told again in the log. */
const TOLD_AGAIN_AFTER = 10 * 60_000

/** @throws AppError input, conflict with what a colleague saved meanwhile */
export async function saveAnswer(answering: Acting, id: number, input: Answer & { version: number }): Promise<StoredAnswer> {
  const { kernel, trx, scope, session, record } = answering
  const open = await holdOpen(answering, id)
  const question = await questionToAnswer(answering, open, input.question)
  const stored = await selectOne(trx, scope, id, input.question, input.row)
  const answer = keepHidden(answering, open, plainAnswer(input), stored)
  const problem = shapeProblem(question, answer) ?? (await rowRefused(trx, scope, open, question, answer, stored !== undefined))
  if (problem) throw inputError({ value: [problem] }, problem)
  // Taken back before it was ever kept: there is nothing to write.
  if (!stored && answer.value === null && answer.row !== '')
    return { ...answer, version: 0, savedBy: null, savedAt: kernel.now().toISOString() }
  if (stored && canonical([stored.value, stored.note]) === canonical([answer.value, answer.note])) return told(answering, open, stored)
  if ((stored?.version ?? 0) !== input.version) throw changedMeanwhile(answering, open, stored)
  const now = kernel.now().toISOString()
  const values = {
    value: answer.value === null ? null : JSON.stringify(answer.value),
    note: answer.note,
    version: input.version + 1,
    savedBy: session.userId,
    savedAt: now,
  }
  const key = { institutionId: open.institutionId, questionnaireId: id, questionCode: question.code, rowKey: answer.row }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('questionnaireAnswer')
    .values({ ...key, siteId: scope.siteId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['institutionId', 'questionnaireId', 'questionCode', 'rowKey'])
        .doUpdateSet(values)
        .where('questionnaireAnswer.version', '=', input.version),
    )
    .executeTakeFirst()
  const saved = await selectOne(trx, scope, id, question.code, answer.row)
  if (!saved || numInsertedOrUpdatedRows !== 1n) throw changedMeanwhile(answering, open, saved)
  await announce(answering, open)
  if (stored?.savedById !== session.userId || Date.parse(now) - Date.parse(stored.savedAt) > TOLD_AGAIN_AFTER)
    await record({
      action: 'questionnaire.answered',
      entity: 'questionnaire',
      entityId: id,
      institutionId: open.institutionId,
      after: { question: question.label, ...(answer.row ? { row: answer.row } : {}) },
    })
  return told(answering, open, saved)
}

/** The answer as the caller may see it: cells that were hidden from them are not told when they save. */
function told({ session }: Acting, { content }: Open, { savedById: _, ...answer }: AnswerRow): StoredAnswer {
  const [shown = answer] = seesPersonal(session) ? [answer] : withoutPersonalCells(content, [answer])
  return shown
}

const changedMeanwhile = (answering: Acting, open: Open, current: AnswerRow | undefined) =>
  new AppError('conflict', {
    message: current?.savedBy ? `${current.savedBy} answered this in the meantime.` : 'This was answered in the meantime.',
    meta: {
      current: current ? told(answering, open, current) : null,
      changedBy: current?.savedBy ?? null,
      changedAt: current?.savedAt ?? null,
    },
  })

async function selectOne(trx: Trx, scope: Scope, id: number, code: string, row: string) {
  return (await selectAnswers(trx, scope, id, { code, row }))[0]
}

/** Cells that the caller may not see stay as they are. */
function keepHidden({ session }: Acting, { content }: Open, answer: Answer, stored: Answer | undefined): Answer {
  if (!isRowValue(answer.value) || seesPersonal(session)) return answer
  const hidden = personalColumns(content, answer.question)
  const before = stored && isRowValue(stored.value) ? stored.value.cells : {}
  const typed = Object.entries(answer.value.cells).filter(([code]) => !hidden.has(code))
  const kept = Object.entries(before).filter(([code]) => hidden.has(code))
  return { ...answer, value: { ...answer.value, cells: Object.fromEntries([...typed, ...kept]) } }
}

/** The rows of a table, those taken back counted too: each stays, for whoever goes on from it. */
const ROWS_EVER = 4 * ROWS_MOST

/** Rows of the book are its own; others are so many at most. */
async function rowRefused(
  trx: Trx,
  scope: Scope,
  { id, book }: Open,
  question: Question,
  answer: Answer,
  known: boolean,
): Promise<string | undefined> {
  if (question.type !== 'rows' || known) return undefined
  if (question.rows !== 'ADDED') return bookRows(question, book).some(({ key }) => key === answer.row) ? undefined : 'There is no such row.'
  const rows = await selectAnswers(trx, scope, id, { code: question.code })
  return rows.filter(({ value }) => value !== null).length < ROWS_MOST && rows.length < ROWS_EVER
    ? undefined
    : `A table has up to ${ROWS_MOST} rows.`
}

/** @throws AppError not_found for a section or person that is not theirs */
export async function assignSection(answering: Acting, id: number, code: string, userId: number | null) {
  const { kernel, trx, scope, session, record } = answering
  const open = await holdOpen(answering, id)
  const section = open.content.sections.find((one) => one.code === code)
  const people = await asProduct(trx, scope, () => selectAnswerers(trx, scope.siteId, [open.institutionId]))
  const person = people.find((one) => one.userId === userId)
  if (!section || (userId !== null && !person)) throw new AppError('not_found')
  const key = { institutionId: open.institutionId, questionnaireId: id, sectionCode: code }
  if (person) await giveSection(answering, key, person.userId)
  else
    await trx
      .deleteFrom('questionnaireAssignment')
      .where('institutionId', '=', key.institutionId)
      .where('questionnaireId', '=', id)
      .where('sectionCode', '=', code)
      .execute()
  await record({
    action: person ? 'questionnaire.assigned' : 'questionnaire.unassigned',
    entity: 'questionnaire',
    entityId: id,
    institutionId: open.institutionId,
    after: { section: section.title, ...(person ? { to: person.name } : {}) },
  })
  if (person && person.userId !== session.userId) {
    const occasion: Occasion = {
      kind: 'section',
      title: section.title,
      by: `${session.firstName} ${session.lastName}`,
      at: kernel.now().toISOString(),
    }
    await asProduct(trx, scope, () => writeToPeople(kernel, trx, scope.siteId, open, [person], occasion, null))
  }
  return selectAssignments(trx, scope, id)
}

async function giveSection(
  { kernel, trx, scope, session }: Acting,
  key: { institutionId: number; questionnaireId: number; sectionCode: string },
  userId: number,
): Promise<void> {
  const values = { userId, assignedBy: session.userId, assignedAt: kernel.now().toISOString() }
  await trx
    .insertInto('questionnaireAssignment')
    .values({ ...key, siteId: scope.siteId, ...values })
    .onConflict((conflict) => conflict.columns(['institutionId', 'questionnaireId', 'sectionCode']).doUpdateSet(values))
    .execute()
}

interface Signature {
  signerName: string
  signerTitle: string
  answersSha256: string
}

/** @throws AppError input while something is left, conflict when the answers are not those the signer saw */
export async function signAndReturn(answering: Acting, id: number, { signerName, signerTitle, answersSha256 }: Signature) {
  const { kernel, trx, scope, session, record } = answering
  const open = await holdOpen(answering, id, true)
  const { content, answers, context } = await readJudged(answering, id)
  const left = progressOf(content, answers, context).flatMap((section) => section.left)
  if (left.length > 0) {
    const message = `${left.length === 1 ? 'One answer is' : `${left.length} answers are`} left before it can be signed.`
    throw inputError(
      { answers: left.slice(0, 50).map(({ question, message: what }) => `${questionOf(content, question)?.label ?? question}: ${what}`) },
      message,
    )
  }
  const files = await selectAttachments(trx, scope, id)
  const held = files.find(({ safety }) => safety === 'HELD' || safety === 'REFUSED')
  if (held)
    throw new AppError('file_held', {
      message: `${held.uploadName} has not passed the virus scanner yet. Wait a few minutes, or remove it.`,
    })
  const hash = answersHash(kernel.configuration.keys, answers, files)
  if (hash !== answersSha256)
    throw new AppError('conflict', { message: 'An answer changed since you reviewed them. Review the answers again before you sign.' })
  const number = ((await selectReturns(trx, scope, [id]))[0]?.number ?? 0) + 1
  const now = kernel.now().toISOString()
  await trx
    .insertInto('questionnaireReturn')
    .values({
      institutionId: open.institutionId,
      questionnaireId: id,
      number,
      siteId: scope.siteId,
      signerId: session.userId,
      signerName,
      signerTitle,
      attestation: content.attestation,
      answers: JSON.stringify(answers.filter(({ value }) => value !== null)),
      answersSha256: hash,
      signedAt: now,
    })
    .execute()
  await trx
    .updateTable('questionnaire')
    .set({ status: 2, returnedAt: now, returnedBy: session.userId, nextReminderOn: null, updatedAt: now })
    .where('institutionId', '=', open.institutionId)
    .where('id', '=', id)
    .execute()
  await record({
    action: 'questionnaire.returned',
    entity: 'questionnaire',
    entityId: id,
    institutionId: open.institutionId,
    after: { year: open.year, signedBy: signerName, title: signerTitle, answers: answers.length, sha256: hash },
  })
  await asProduct(trx, scope, async () => {
    await mailTeam(kernel, trx, scope.siteId, open, { number, signerName, signerTitle })
    await kernel.jobs.send(trx, fileQuestionnaires, {})
  })
  await announce(answering, open)
  return selectRow(trx, scope, session, id)
}
