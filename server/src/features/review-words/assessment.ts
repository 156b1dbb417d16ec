/** Management's own assessment: asked for with the facts of the report, read by both sides, given back when it is to be looked at again. */
import { createHash } from 'node:crypto'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { askAssessment, ReviewAssessment, reopenAssessment } from '@corridor/contract/review-words.ts'
import type { Session } from '@corridor/contract/session.ts'
import { isStaff, levelOf } from '@corridor/domain/access/access.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { REVIEW_RISK_CODES, type ReviewRiskCode } from '@corridor/domain/reports/annual-review/outline.ts'
import type { AnnualReviewView } from '@corridor/domain/reports/annual-review/view.ts'
import { REVIEW_ASSESSMENT_ACTIONS, type ReviewAssessmentAction, reviewAssessmentCan } from '@corridor/domain/reports/statuses.ts'
import { formatFigure } from '@corridor/domain/reports/table.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import { frameOfSite } from '../../shared/review-narrative.ts'
import { type Asked, askPeople, reviewName } from './mail.ts'
import type { ReviewReport } from './report.ts'

type Reading = Pick<Acting, 'trx' | 'scope' | 'session'>

export interface AssessmentRow {
  id: number
  institutionId: number
  institutionName: string
  period: PlainDate
  status: 1 | 2
  note: string
  dueOn: PlainDate | null
  askedAt: string
  signedAt: string | null
  reopenedAt: string | null
  reopenNote: string | null
  facts: ReviewAssessment['facts']
}

/** By what it is asked for: its id, its year, or the institution and date of a report. Newest first, what is open before what is signed. */
export async function selectAssessments(
  trx: Trx,
  scope: Scope,
  { id = null, institutionId = null, period = null }: { id?: number | null; institutionId?: number | null; period?: PlainDate | null },
  lock = sql``,
): Promise<AssessmentRow[]> {
  const { rows } = await sql<AssessmentRow>`
    select a.id, a.institution_id, i.name as institution_name, a.period, a.status, a.note, a.due_on, a.asked_at, a.signed_at, a.reopened_at, a.reopen_note, a.facts
    from review_assessment a join institution i on i.id = a.institution_id
    where ${visible(scope, 'a')} and (${id}::int is null or a.id = ${id}::int)
      and (${institutionId}::int is null or a.institution_id = ${institutionId}::int) and (${period}::date is null or a.period = ${period}::date)
    order by a.status, a.period desc, a.id desc ${lock}`.execute(trx)
  return [...rows]
}

/** The assessment of a report's institution and year; null while nobody asked for one. */
export async function selectAssessmentOf(reading: Reading, { institutionId, period }: ReviewReport): Promise<ReviewAssessment | null> {
  const [row] = await selectAssessments(reading.trx, reading.scope, { institutionId, period })
  return row ? withWords(reading, row) : null
}

/** The row with what was written and signed. */
export async function withWords({ trx, scope, session }: Reading, row: AssessmentRow): Promise<ReviewAssessment> {
  const key = sql`institution_id = ${row.institutionId} and assessment_id = ${row.id}`
  const { rows: conclusions } = await sql<ReviewAssessment['conclusions'][number]>`
    select c.risk_code as risk, c.conclusion, c.version, c.saved_at,
      (select coalesce(u.display_name, u.first_name || ' ' || u.last_name) from user_account u where u.id = c.saved_by) as saved_by
    from review_assessment_answer c where ${key} order by c.risk_code`.execute(trx)
  const { rows: signatures } = await sql<ReviewAssessment['signatures'][number]>`
    select number, signer_name, signer_title, attestation, signed_on, signed_at, answers_sha256
    from review_assessment_signature where ${key} order by number desc`.execute(trx)
  return {
    ...row,
    siteName: session.siteName,
    frame: frameOfSite(scope.siteId),
    conclusions,
    signatures,
    answersSha256: answersHash(conclusions),
    can: actionsOf(session, row.status),
  }
}

function actionsOf(session: Session, status: 1 | 2): ReviewAssessmentAction[] {
  const level = levelOf(session, 'ANNUAL_BOLI_REVIEW')
  const theirs: readonly ReviewAssessmentAction[] = isStaff(session.userRole)
    ? level >= 2
      ? ['reopen']
      : []
    : session.userRole === 'e' || session.actingAs
      ? []
      : level >= 2
        ? ['answer', 'sign']
        : ['answer']
  return REVIEW_ASSESSMENT_ACTIONS.filter((action) => theirs.includes(action) && reviewAssessmentCan[action].includes(status))
}

/** Hash of the conclusions as they stand, in the order of the risks. */
export function answersHash(conclusions: readonly { risk: ReviewRiskCode; conclusion: string }[]): string {
  const byRisk = new Map(conclusions.map(({ risk, conclusion }) => [risk, conclusion.trim()]))
  return createHash('sha256')
    .update(JSON.stringify(REVIEW_RISK_CODES.map((code) => [code, byRisk.get(code) ?? ''])))
    .digest('hex')
}

export const askedOf = (row: AssessmentRow, { siteId }: Scope): Asked => ({ ...row, siteId, frame: frameOfSite(siteId) })

/** By risk, what the report computed and which tests it found not met, as it prints them. */
const factsOf = (view: AnnualReviewView | null): ReviewAssessment['facts'] =>
  Object.fromEntries(
    (view?.risks ?? []).map(({ code, facts, findings }) => [
      code,
      [
        ...facts.map(({ label, kind, value, digits }) => ({ label, value: formatFigure(kind, value, digits) })),
        ...findings
          .filter(({ status }) => status === 'bad')
          .map(({ label, sentence }) => ({ label, value: sentence, isNotMet: true as const })),
      ],
    ]),
  )

/** Asks, or asks again while it is open: with newer facts. @throws AppError wrong_status once it is signed */
export async function ask(
  { kernel, trx, scope, session, record }: Acting,
  report: ReviewReport,
  view: AnnualReviewView | null,
  { dueOn, note }: Pick<ParsedOf<typeof askAssessment>, 'dueOn' | 'note'>,
): Promise<ReviewAssessment> {
  const now = kernel.now().toISOString()
  const { institutionId, period } = report
  const { rows } = await sql<{ id: number }>`
    insert into review_assessment (institution_id, site_id, period, facts, note, due_on, asked_by, asked_at, updated_at)
    values (${institutionId}, ${scope.siteId}, ${period}, ${JSON.stringify(factsOf(view))}::jsonb, ${note}, ${dueOn}, ${session.userId}, ${now}, ${now})
    on conflict (institution_id, site_id, period) do update set facts = excluded.facts, note = excluded.note, due_on = excluded.due_on,
      asked_by = excluded.asked_by, asked_at = excluded.asked_at, updated_at = excluded.updated_at where review_assessment.status = 1
    returning id`.execute(trx)
  const row = rows[0] && (await selectAssessments(trx, scope, { id: rows[0].id }))[0]
  if (!row) throw new AppError('wrong_status', { message: 'Management has signed its assessment. Reopen it to request another.' })
  await record({
    action: 'review.assessment.asked',
    entity: 'review-assessment',
    entityId: row.id,
    institutionId,
    after: { period, dueOn, ...(note ? { note } : {}) },
  })
  await askPeople(kernel, trx, askedOf(row, scope), {
    subject: 'Management’s assessment',
    opening: [
      `We would like management’s own assessment of each risk in the ${reviewName(askedOf(row, scope))} of ${row.institutionName}. The facts that we computed are shown beside each risk.`,
      ...(note ? [note] : []),
    ],
    key: `asked ${now}`,
  })
  return withWords({ trx, scope, session }, row)
}

/** @throws AppError not_found, wrong_status while it is open */
export async function reopen(
  { kernel, trx, scope, session, record }: Acting,
  report: ReviewReport,
  { note, dueOn }: Pick<ParsedOf<typeof reopenAssessment>, 'note' | 'dueOn'>,
): Promise<ReviewAssessment> {
  const [row] = await selectAssessments(trx, scope, { institutionId: report.institutionId, period: report.period }, sql`for update of a`)
  if (!row) throw new AppError('not_found')
  if (!reviewAssessmentCan.reopen.includes(row.status))
    throw new AppError('wrong_status', { message: 'Management has not signed it yet: it is open.' })
  const now = kernel.now().toISOString()
  await sql`update review_assessment set status = 1, reopened_by = ${session.userId}, reopened_at = ${now}, reopen_note = ${note}, due_on = ${dueOn}, updated_at = ${now}
    where institution_id = ${row.institutionId} and id = ${row.id}`.execute(trx)
  await record({
    action: 'review.assessment.reopened',
    entity: 'review-assessment',
    entityId: row.id,
    institutionId: row.institutionId,
    after: { note, dueOn },
  })
  const opened = (await selectAssessments(trx, scope, { id: row.id }))[0] ?? row
  await askPeople(kernel, trx, askedOf(opened, scope), {
    subject: 'Please review management’s assessment again',
    opening: [
      `We reopened management’s assessment in the ${reviewName(askedOf(opened, scope))} of ${row.institutionName}. Please review the following:`,
      note,
    ],
    key: `reopened ${now}`,
  })
  return withWords({ trx, scope, session }, opened)
}
