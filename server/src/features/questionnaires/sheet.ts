/** A questionnaire as it is answered and read: questions, offers, answers, files, who has which section, what was signed. */
import type { QuestionnaireSheet } from '@corridor/contract/questionnaire-sheet.ts'
import type { Session } from '@corridor/contract/session.ts'
import { type AccessSubject, isStaff } from '@corridor/domain/access/access.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { type Answer, type AnswerContext, isRowValue } from '@corridor/domain/questionnaires/answers.ts'
import { type Questionnaire, questionOf, withoutPersonalColumns } from '@corridor/domain/questionnaires/definition.ts'
import { deathsOfYear, offeredAnswers } from '@corridor/domain/questionnaires/prefilled-answers.ts'
import type { QuestionnaireBook } from '@corridor/domain/questionnaires/register-facts.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { canonical } from '../../platform/http/idempotency.ts'
import { asProduct, type Scope, visible } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { fingerprint } from '../../platform/security/encryption.ts'
import type { Keys } from '../../platform/security/keys.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { seesPersonal } from '../../shared/visibility/salaries.ts'
import { readBook } from './book.ts'
import { type Answerer, selectAnswerers } from './people.ts'
import { selectAnswers, selectAssignments, selectAttachments, selectContent, selectLastYear, selectReturns, selectRow } from './queries.ts'

/** The reader that decides what a questionnaire shows: a session, or the product itself. */
export type Reader = AccessSubject & Pick<Session, 'userId' | 'siteName'>

interface Reading {
  kernel: Kernel
  trx: Trx
  scope: Scope
  session: Reader
}

/** The full questionnaire, whoever looks: nothing of it is hidden yet. */
export interface Judged {
  content: Questionnaire
  answers: Answer[]
  context: AnswerContext
}

/** @throws AppError not_found */
export async function readJudged(
  { kernel, trx, scope, session }: Reading,
  id: number,
): Promise<Judged & { institutionId: number; year: number }> {
  const row = await selectRow(trx, scope, session, id)
  const { content, book } = await contentAndBook({ kernel, trx, scope, session }, row.id, row.institutionId)
  const files = new Map<string, number>()
  for (const { question } of await selectAttachments(trx, scope, id)) files.set(question, (files.get(question) ?? 0) + 1)
  return {
    institutionId: row.institutionId,
    year: row.year,
    content,
    answers: (await selectAnswers(trx, scope, id)).map(plainAnswer),
    context: {
      today: await dayOfSite(kernel, trx, scope.siteId),
      book,
      lastYear: (await selectLastYear(trx, scope, row.institutionId, row.year))?.answers ?? [],
      files,
    },
  }
}

/** @throws AppError not_found */
export async function readSheet(reading: Reading, id: number): Promise<QuestionnaireSheet> {
  const { kernel, trx, scope, session } = reading
  const questionnaire = await selectRow(trx, scope, session, id)
  const { content, book } = await contentAndBook(reading, id, questionnaire.institutionId)
  const lastYear = await selectLastYear(trx, scope, questionnaire.institutionId, questionnaire.year)
  const stored = await selectAnswers(trx, scope, id)
  const files = await selectAttachments(trx, scope, id)
  const people = await asProduct(trx, scope, () => selectAnswerers(trx, scope.siteId, [questionnaire.institutionId]))
  const assignments = await selectAssignments(trx, scope, id)
  const personal = seesPersonal(session)
  const shown = <One extends Answer>(answers: readonly One[]) => (personal ? [...answers] : withoutPersonalCells(content, answers))
  return {
    questionnaire,
    siteName: session.siteName,
    today: await dayOfSite(kernel, trx, scope.siteId),
    content: personal ? content : withoutPersonalColumns(content),
    book: shownBook(book, session),
    offers: shown(offeredAnswers(content, book, lastYear?.answers ?? [])),
    answers: shown(stored).map(({ savedById: _, ...answer }) => answer),
    lastYear: lastYear && { year: lastYear.year, answers: shown(lastYear.answers) },
    assignments,
    colleagues: people.map(({ userId, name, signs }) => ({ id: userId, name, signs })),
    attachments: files.map(({ sha256: _, ...file }) => file),
    returns: (await selectReturns(trx, scope, [id])).map(({ questionnaireId: _, ...signed }) => signed),
    answersSha256: answersHash(kernel.configuration.keys, stored, files),
    mine: sectionsOf(people, content, session, assignments),
    signs: people.some(({ userId, signs }) => userId === session.userId && signs),
  }
}

/** Its questions, and the book as it was when it was sent; as it is now while it was not. */
async function contentAndBook(
  { kernel, trx, scope }: Reading,
  id: number,
  institutionId: number,
): Promise<{ content: Questionnaire; book: QuestionnaireBook }> {
  const { rows } = await sql<{ defaultsVersion: number; period: PlainDate; book: QuestionnaireBook | null }>`
    select q.defaults_version, q.period, q.book from questionnaire q where ${visible(scope, 'q')} and q.id = ${id}`.execute(trx)
  const [row] = rows
  if (!row) throw new AppError('not_found')
  const today = await dayOfSite(kernel, trx, scope.siteId)
  const book = row.book ?? (await readBook(trx, scope.siteId, institutionId, today))
  return {
    content: await selectContent(trx, scope.siteId, row.defaultsVersion),
    book: { ...book, deaths: deathsOfYear(book, row.period) },
  }
}

/** Last year's answers too, whose version may have had other columns: only those stay that are known today, and known to be nobody's secret. */
export function withoutPersonalCells<One extends Answer>(content: Questionnaire, answers: readonly One[]): One[] {
  return answers.map((answer) => {
    if (!isRowValue(answer.value)) return answer
    const open = new Set((questionOf(content, answer.question)?.columns ?? []).flatMap(({ code, personal }) => (personal ? [] : [code])))
    const cells = Object.fromEntries(Object.entries(answer.value.cells).filter(([code]) => open.has(code)))
    return { ...answer, value: { ...answer.value, cells } }
  })
}
export const personalColumns = (content: Questionnaire, code: string): Set<string> =>
  new Set((questionOf(content, code)?.columns ?? []).flatMap((column) => (column.personal ? [column.code] : [])))

/** Without what its reader may not see. Values were posted when it was sent, not released: an institution reads them in its reports. */
function shownBook(book: QuestionnaireBook, session: Reader): QuestionnaireBook {
  const [ours, personal] = [isStaff(session.userRole), seesPersonal(session)]
  return {
    ...book,
    cashSurrenderValueCents: ours ? book.cashSurrenderValueCents : cents(0),
    insureds: book.insureds.map((insured) => ({
      ...insured,
      deathBenefitCents: ours ? insured.deathBenefitCents : cents(0),
      annualCompensationCents: personal ? insured.annualCompensationCents : null,
    })),
  }
}

/** The signer answers everywhere, a Team Member below that in the sections given to them. */
function sectionsOf(
  people: readonly Answerer[],
  { sections }: Questionnaire,
  session: Reader,
  assignments: readonly { section: string; userId: number }[],
): string[] {
  const me = people.find(({ userId }) => userId === session.userId)
  if (!me) return []
  const given = assignments.flatMap(({ section, userId }) => (userId === me.userId ? [section] : []))
  return sections.map(({ code }) => code).filter((code) => me.signs || given.includes(code))
}

export const plainAnswer = ({ question, row, value, note }: Answer): Answer => ({ question, row, value, note })

/**
 * Hash of the answers and files as they stand. The same answers have the same hash, in whatever order they were given. Keyed: it is read also by those who
 * may not see the salaries among the answers.
 */
export function answersHash(keys: Keys, answers: readonly Answer[], files: readonly { question: string; sha256: string }[]): string {
  const given = answers
    .filter(({ value }) => value !== null)
    .map(({ question, row, value, note }) => [question, row, canonical(value), note])
  const attached = files.map(({ question, sha256 }) => [question, sha256])
  const byText = (one: readonly string[], other: readonly string[]) => (one.join('\u0000') < other.join('\u0000') ? -1 : 1)
  return fingerprint(keys, 'answers', JSON.stringify({ answers: given.toSorted(byText), files: attached.toSorted(byText) }))
}
