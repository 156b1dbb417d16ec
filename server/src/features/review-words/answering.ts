/** Actions of an institution's people on management's assessment: write a conclusion, sign. */
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { ReviewAssessment, StoredConclusion, saveConclusion, signAssessment } from '@corridor/contract/review-words.ts'
import { yearOf } from '@corridor/domain/primitives/period.ts'
import { ASSESSMENT_ATTESTATION, conclusionsLeft, risksAsked } from '@corridor/domain/reports/annual-review/narrative.ts'
import { REVIEW_RISKS } from '@corridor/domain/reports/annual-review/outline.ts'
import { reviewAssessmentCan } from '@corridor/domain/reports/statuses.ts'
import { sql } from 'kysely'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import { asProduct } from '../../platform/http/scope.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { type AssessmentRow, askedOf, selectAssessments, withWords } from './assessment.ts'
import { mailTeam } from './mail.ts'

/** The open one, else the newest that was signed; of one year when it is named. */
export async function readMine(
  reading: Pick<Acting, 'trx' | 'scope' | 'session'>,
  year: number | undefined,
): Promise<{ assessment: ReviewAssessment | null; years: number[] }> {
  const rows = await selectAssessments(reading.trx, reading.scope, {})
  const row = year === undefined ? rows[0] : rows.find(({ period }) => yearOf(period) === year)
  const years = [...new Set(rows.map(({ period }) => yearOf(period)))].toSorted((a, b) => b - a)
  return { assessment: row ? await withWords(reading, row) : null, years }
}

/**
 * The open assessment, held so for the rest of the transaction: whoever signs waits for those who are saving, and they find it signed.
 * @throws AppError not_found, wrong_status when it is signed
 */
async function holdOpen({ trx, scope }: Acting, id: number, alone: boolean): Promise<AssessmentRow> {
  const [row] = await selectAssessments(trx, scope, { id })
  if (!row) throw new AppError('not_found')
  const [open] = await selectAssessments(trx, scope, { id }, alone ? sql`for update of a` : sql`for share of a`)
  if (!open || !reviewAssessmentCan.answer.includes(open.status))
    throw new AppError('wrong_status', { message: 'This assessment was signed. Your service team can reopen it.' })
  return open
}

/** Minutes in which one person's further typing on a risk is not told again in the log. */
const TOLD_AGAIN_AFTER = 10 * 60_000

/** @throws AppError conflict with what a colleague saved meanwhile */
export async function keepConclusion(call: Acting, input: ParsedOf<typeof saveConclusion>): Promise<StoredConclusion> {
  const { kernel, trx, scope, session, record } = call
  const { id, risk, conclusion, version } = input
  const { institutionId } = await holdOpen(call, id, false)
  const select = async () => {
    const { rows } = await sql<StoredConclusion & { savedById: number | null }>`
      select c.risk_code as risk, c.conclusion, c.version, c.saved_at, c.saved_by as saved_by_id,
        (select coalesce(u.display_name, u.first_name || ' ' || u.last_name) from user_account u where u.id = c.saved_by) as saved_by
      from review_assessment_answer c where c.institution_id = ${institutionId} and c.assessment_id = ${id} and c.risk_code = ${risk}`.execute(
      trx,
    )
    return rows[0]
  }
  const told = ({ savedById: _, ...stored }: NonNullable<Awaited<ReturnType<typeof select>>>): StoredConclusion => stored
  const stored = await select()
  if (stored && stored.conclusion === conclusion) return told(stored)
  const now = kernel.now().toISOString()
  const { rows: written } = await sql`
    insert into review_assessment_answer (institution_id, assessment_id, risk_code, site_id, conclusion, version, saved_by, saved_at)
    select ${institutionId}, ${id}, ${risk}, ${scope.siteId}, ${conclusion}, ${version + 1}, ${session.userId}, ${now} where ${stored !== undefined} or ${version} = 0
    on conflict (institution_id, assessment_id, risk_code) do update set conclusion = excluded.conclusion, version = excluded.version,
      saved_by = excluded.saved_by, saved_at = excluded.saved_at where review_assessment_answer.version = ${version}
    returning version`.execute(trx)
  const saved = await select()
  if (!saved || written.length === 0)
    throw new AppError('conflict', {
      message: saved?.savedBy ? `${saved.savedBy} changed this in the meantime.` : 'This was changed in the meantime.',
      meta: { current: saved ? told(saved) : null, changedBy: saved?.savedBy ?? null, changedAt: saved?.savedAt ?? null },
    })
  if (stored?.savedById !== session.userId || Date.parse(now) - Date.parse(stored.savedAt) > TOLD_AGAIN_AFTER)
    await record({
      action: 'review.assessment.answered',
      entity: 'review-assessment',
      entityId: id,
      institutionId,
      after: { risk: REVIEW_RISKS[risk].title },
    })
  return told(saved)
}

/** @throws AppError input while a risk has no conclusion, conflict when the words are not those the signer saw */
export async function sign(call: Acting, input: ParsedOf<typeof signAssessment>): Promise<ReviewAssessment> {
  const { kernel, trx, scope, session, record } = call
  const { id, signerName, signerTitle, answersSha256 } = input
  const row = await holdOpen(call, id, true)
  const assessment = await withWords(call, row)
  const conclusions = Object.fromEntries(assessment.conclusions.map(({ risk, conclusion }) => [risk, conclusion.trim()]))
  const left = conclusionsLeft(risksAsked(row.facts), conclusions)
  if (left.length > 0)
    throw inputError(
      { conclusions: left.map((code) => `${REVIEW_RISKS[code].title}: enter management’s conclusion`) },
      `${left.length === 1 ? 'One risk has' : `${left.length} risks have`} no conclusion yet.`,
    )
  if (assessment.answersSha256 !== answersSha256)
    throw new AppError('conflict', { message: 'A conclusion changed since you reviewed them. Review them again before you sign.' })
  const number = (assessment.signatures[0]?.number ?? 0) + 1
  const now = kernel.now().toISOString()
  const signedOn = await dayOfSite(kernel, trx, scope.siteId)
  await trx
    .insertInto('reviewAssessmentSignature')
    .values({
      institutionId: row.institutionId,
      assessmentId: id,
      number,
      siteId: scope.siteId,
      signerId: session.userId,
      signerName,
      signerTitle,
      attestation: ASSESSMENT_ATTESTATION,
      conclusions: JSON.stringify(conclusions),
      answersSha256,
      signedOn,
      signedAt: now,
    })
    .execute()
  await sql`update review_assessment set status = 2, signed_at = ${now}, updated_at = ${now}
    where institution_id = ${row.institutionId} and id = ${id}`.execute(trx)
  await record({
    action: 'review.assessment.signed',
    entity: 'review-assessment',
    entityId: id,
    institutionId: row.institutionId,
    after: { year: yearOf(row.period), signedBy: signerName, title: signerTitle, sha256: answersSha256 },
  })
  await asProduct(trx, scope, async () => {
    const { rows } = await sql<{ reportId: number; batchId: number }>`
      select r.id as report_id, r.batch_id from report r where r.institution_id = ${row.institutionId} and r.site_id = ${scope.siteId} and r.period = ${row.period}
        and r.report_type = 'AnnualBoliReview' and r.deleted_at is null order by r.id limit 1`.execute(trx)
    const [report] = rows
    if (report) await mailTeam(kernel, trx, askedOf(row, scope), { number, signerName, signerTitle, ...report })
  })
  const [signed] = await selectAssessments(trx, scope, { id })
  return withWords(call, signed ?? row)
}
