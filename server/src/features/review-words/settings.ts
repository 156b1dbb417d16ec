/** One institution's narrative of a year's review: read, and saved as far as it differs from the site's. */

import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { ReviewSettings, saveReviewSettings } from '@corridor/contract/review-words.ts'
import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { completed, effectiveWording, ownOf } from '@corridor/domain/reports/annual-review/narrative.ts'
import { type AnnualReviewView, readAnnualReviewView } from '@corridor/domain/reports/annual-review/view.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import { familyOf } from '../../reporting/family.ts'
import { readVersion } from '../../reporting/versions.ts'
import { frameOfSite, selectSiteWording, selectWritten } from '../../shared/review-narrative.ts'
import { selectAssessmentOf } from './assessment.ts'
import type { ReviewReport } from './report.ts'

const REPORT_TYPE = 'AnnualBoliReview'

/** @param forChange changes to the words of one institution take turns @throws AppError not_found */
export async function selectReview(trx: Trx, scope: Scope, id: number, forChange = false): Promise<ReviewReport> {
  const { rows } = await sql<ReviewReport>`
    select r.id, r.batch_id, r.institution_id, i.name as institution_name, r.period, r.current_version
    from report r join institution i on i.id = r.institution_id
    where r.id = ${id} and r.report_type = ${REPORT_TYPE} and r.deleted_at is null and ${visible(scope, 'r')}`.execute(trx)
  const [report] = rows
  if (!report) throw new AppError('not_found')
  if (forChange)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`review words of ${report.institutionId} on ${scope.siteId}`}, 0))`.execute(
      trx,
    )
  return report
}

/** The report as it was last made; null while it is not. */
export async function readView(
  trx: Trx,
  scope: Scope,
  { id, institutionId, currentVersion }: ReviewReport,
): Promise<AnnualReviewView | null> {
  if (currentVersion === 0) return null
  const stored = await readVersion(trx, scope, { institutionId, reportId: id, version: currentVersion })
  return readAnnualReviewView(familyOf(REPORT_TYPE).render(stored).view)
}

const MONTHS_OF_A_YEAR = 12

/** @throws AppError not_found */
export async function readSettings(call: Pick<Acting, 'trx' | 'scope' | 'session'>, id: number): Promise<ReviewSettings> {
  const { trx, scope } = call
  const report = await selectReview(trx, scope, id)
  const { institutionId, period } = report
  const site = await selectSiteWording(trx, scope)
  const written = await selectWritten(trx, scope, institutionId, period)
  const before = await selectWritten(trx, scope, institutionId, addMonthEnds(period, -MONTHS_OF_A_YEAR))
  const { configuration, narratives } = effectiveWording(site, written.own)
  const { risks, items, boardMeetingOn, ownFrom, updatedBy, updatedAt } = written
  return {
    reportId: id,
    batchId: report.batchId,
    institutionId,
    institutionName: report.institutionName,
    period,
    frame: frameOfSite(scope.siteId),
    configuration: completed(configuration),
    narratives,
    site: { ...site, configuration: completed(site.configuration) },
    ownFrom,
    risks,
    risksBefore: before.risks,
    items,
    boardMeetingOn,
    values: (await readView(trx, scope, report))?.placeholders ?? null,
    assessment: await selectAssessmentOf(call, report),
    updatedBy,
    updatedAt: updatedAt ?? NEVER,
  }
}
const NEVER = new Date(0).toISOString()

/** @throws AppError not_found, conflict with what somebody saved meanwhile */
export async function saveSettings(call: Acting, input: ParsedOf<typeof saveReviewSettings>): Promise<ReviewSettings> {
  const { kernel, trx, scope, session, record } = call
  const report = await selectReview(trx, scope, input.id, true)
  const { institutionId, period } = report
  const before = await readSettings(call, input.id)
  if (before.updatedAt !== new Date(input.updatedAt).toISOString())
    throw new AppError('conflict', { meta: { current: before, changedBy: before.updatedBy, changedAt: before.updatedAt } })
  const own = ownOf(before.site, {
    configuration: input.configuration ?? before.configuration,
    narratives: { ...before.narratives, ...input.narratives },
  })
  const values = {
    configuration: own.configuration === null ? null : JSON.stringify(own.configuration),
    narratives: JSON.stringify(own.narratives),
    risks: JSON.stringify({ ...before.risks, ...input.risks }),
    items: JSON.stringify(input.items ?? before.items),
    boardMeetingOn: input.boardMeetingOn === undefined ? before.boardMeetingOn : input.boardMeetingOn,
  }
  const now = kernel.now().toISOString()
  await sql`
    insert into review_words (institution_id, site_id, period, configuration, narratives, risks, items, board_meeting_on, updated_by, created_at, updated_at)
    values (${institutionId}, ${scope.siteId}, ${period}, ${values.configuration}::jsonb, ${values.narratives}::jsonb, ${values.risks}::jsonb, ${values.items}::jsonb,
      ${values.boardMeetingOn}, ${session.userId}, ${now}, ${now})
    on conflict (institution_id, site_id, period) do update set configuration = excluded.configuration, narratives = excluded.narratives, risks = excluded.risks,
      items = excluded.items, board_meeting_on = excluded.board_meeting_on, updated_by = excluded.updated_by,
      updated_at = greatest(excluded.updated_at, review_words.updated_at + interval '1 millisecond')`.execute(trx)
  const { id: _, updatedAt: __, ...after } = input
  await record({
    action: 'review.words.saved',
    entity: 'review',
    entityId: input.id,
    institutionId,
    before: changedOf(before, after),
    after,
  })
  return readSettings(call, input.id)
}

/** Only the part of the earlier texts that the change speaks of. */
function changedOf(before: ReviewSettings, after: Record<string, unknown>): Record<string, unknown> {
  const part = (stored: unknown, changed: unknown) =>
    stored && changed && typeof stored === 'object' && typeof changed === 'object' && !Array.isArray(changed)
      ? Object.fromEntries(Object.entries(stored).filter(([key]) => key in changed))
      : stored
  return Object.fromEntries(Object.entries(after).map(([key, changed]) => [key, part(Reflect.get(before, key), changed)]))
}
