/** Starting work on reports: which exist, which are to be made, and the batch that holds them together. */
import { formatMonth, isQuarterEnd, monthOf, type PlainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { reportFamily, reportTitle } from '@corridor/domain/reports/families.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { type Scope, visible } from '../platform/http/scope.ts'
import type { Kernel } from '../platform/kernel.ts'
import { refuseBeingMade } from './being-made.ts'
import { type GenerationPayload, generateReports } from './generation.ts'
import { SWEEP_NEXT, sweepReports } from './sweeper.ts'

export interface BatchRequest {
  reportType: string
  period: PlainDate
  isQuarterly: boolean
  /** A subsidiary has reports of its own; null is the institution without its subsidiaries. */
  targets: readonly { institutionId: number; subsidiaryId: number | null }[]
  isRegenerating: boolean
  /** Whether a Ready report waits for Release. */
  hold: boolean
  /** False for reports of the past, of which nobody is to be told by mail. */
  announce?: boolean
  /** The maker of a report, where a job asks for somebody: with four eyes another person releases it. The caller unless said. */
  askedBy?: number | null
}

/**
 * Asks for reports. One exists per (report type, site, institution, subsidiary, period, quarterly): what exists already is returned, not made
 * again, unless `isRegenerating`; failed and canceled ones are tried again. Equal calls, also at the same instant, answer the same batch.
 * @returns the batch, whether this call made it, and how many that were asked for anew are being made already: they are not made a second time
 * @throws AppError not_found for an institution or subsidiary outside the scope; already_running when all that was asked anew is being made
 */
export async function startBatch(
  kernel: Pick<Kernel, 'jobs' | 'events'>,
  trx: Trx,
  scope: Scope,
  request: BatchRequest,
): Promise<{ batchId: number; isNew: boolean; beingMade: number }> {
  const targets = [...new Map(request.targets.map((target) => [`${target.institutionId}/${target.subsidiaryId ?? 0}`, target])).values()]
  await assertTargets(trx, scope, targets)
  // Most repetitions end here, without waiting for anybody.
  const known = request.isRegenerating ? undefined : await finishedOrRunning(trx, scope, request, targets)
  if (known !== undefined) return { batchId: known, isNew: false, beingMade: 0 }
  // Equal requests wait for each other here, so that the second sees what the first made.
  await sql`select pg_advisory_xact_lock(hashtext(${`report batch ${scope.siteId} ${request.reportType} ${request.period} ${request.isQuarterly}`}))`.execute(
    trx,
  )

  const existing = await selectExisting(trx, scope, request, targets, sql`for update of r`)
  const isRunning = (status: string) => status === 'Scheduled' || status === 'Generating' || status === 'Refreshing'
  const again = existing.filter(
    (report) => !isRunning(report.status) && (request.isRegenerating || report.status === 'Failed' || report.status === 'Canceled'),
  )
  const running = request.isRegenerating ? existing.filter(({ status }) => isRunning(status)) : []
  if (request.isRegenerating && existing.length === targets.length && again.length === 0)
    await refuseBeingMade(
      trx,
      scope,
      running.map(({ id }) => id),
    )

  if (existing.length === targets.length && again.length === 0) {
    const batchId = await batchHolding(
      trx,
      scope,
      request,
      existing.map(({ id }) => id),
    )
    if (batchId !== undefined) return { batchId, isNew: false, beingMade: 0 }
  }

  const batch = await trx
    .insertInto('reportBatch')
    .values({
      siteId: scope.siteId,
      reportType: request.reportType,
      batchName: batchName(request),
      period: request.period,
      isQuarterly: request.isQuarterly,
      isRegenerating: request.isRegenerating,
      hold: request.hold,
      announce: request.announce ?? true,
      createdBy: request.askedBy === undefined ? scope.userId || null : request.askedBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  const found = new Set(existing.map(({ institutionId, subsidiaryId }) => `${institutionId}/${subsidiaryId ?? 0}`))
  const missing = targets.filter(({ institutionId, subsidiaryId }) => !found.has(`${institutionId}/${subsidiaryId ?? 0}`))
  const made = missing.length === 0 ? [] : await insertReports(trx, scope, request, batch.id, missing)
  if (again.length > 0) await requeue(trx, batch.id, again)
  await enterInto(trx, scope, batch.id, [...existing, ...made])
  await sendWork(kernel, trx, scope, batch.id, made.length + again.length)
  if (made.length + again.length === 0)
    await trx.updateTable('reportBatch').set({ completedAt: sql<string>`now()` }).where('id', '=', batch.id).execute()
  await kernel.events.publish(trx, { siteId: scope.siteId, type: 'batch', batchId: batch.id })
  return { batchId: batch.id, isNew: true, beingMade: running.length }
}

/**
 * Tries one report again inside its batch, on last month's values where this month's are missing.
 * @throws AppError not_found, wrong_status when it did not fail for missing values
 */
export async function startPreliminary(
  kernel: Pick<Kernel, 'jobs' | 'events'>,
  trx: Trx,
  scope: Scope,
  reportId: number,
  reason: string,
): Promise<{ institutionId: number; batchId: number }> {
  const report = await trx
    .selectFrom('report')
    .select(['institutionId', 'id', 'batchId', 'status', 'failureCode', 'currentVersion'])
    .where('id', '=', reportId)
    .where('deletedAt', 'is', null)
    .where(visible(scope))
    .forUpdate()
    .executeTakeFirst()
  if (!report) throw new AppError('not_found')
  if (report.status !== 'Failed' || report.failureCode !== 'missing_values') throw new AppError('wrong_status')
  await requeue(trx, report.batchId, [report], { reason, userId: scope.userId })
  await trx.updateTable('reportBatch').set({ completedAt: null }).where('id', '=', report.batchId).execute()
  await sendWork(kernel, trx, scope, report.batchId, 1)
  await kernel.events.publish(trx, {
    siteId: scope.siteId,
    institutionId: report.institutionId,
    type: 'report',
    batchId: report.batchId,
    reportId,
    status: 'Scheduled',
  })
  return { institutionId: report.institutionId, batchId: report.batchId }
}

const JOBS_AT_MOST = 8

/** Wakes the makers. The reports themselves are the queue; a job only says that there is something in it. */
export async function sendWork(kernel: Pick<Kernel, 'jobs'>, trx: Trx, scope: Scope, batchId: number, reports: number): Promise<void> {
  const payload: GenerationPayload = { siteId: scope.siteId, batchId }
  const jobs = Math.min(Math.ceil(reports / 4), JOBS_AT_MOST)
  if (jobs === 0) return
  await kernel.jobs.sendAll(
    trx,
    generateReports,
    Array.from({ length: jobs }, () => ({ payload })),
  )
  // The second line stands wherever there is work.
  await kernel.jobs.send(trx, sweepReports, {}, SWEEP_NEXT)
}

function batchName({ reportType, period, isQuarterly }: BatchRequest): string {
  const title = reportTitle(reportType, isQuarterly)
  if (reportFamily(reportType).rhythm === 'annual') return `${title}s, year to ${formatMonth(period)}`
  if (!isQuarterly) return `${title}s, ${formatMonth(period)}`
  // In a fiscal year of its own.
  return `${title}s, quarter ${isQuarterEnd(period) ? `${monthOf(period) / 3} ${yearOf(period)}` : `to ${formatMonth(period)}`}`
}

async function assertTargets(trx: Trx, scope: Scope, targets: BatchRequest['targets']): Promise<void> {
  const institutions = [...new Set(targets.map(({ institutionId }) => institutionId))]
  const known = await trx
    .selectFrom('institutionSite')
    .select('institutionId')
    .where('siteId', '=', scope.siteId)
    .where('institutionId', '=', sql<number>`any(${institutions}::int[])`)
    .execute()
  if (known.length !== institutions.length) throw new AppError('not_found')
  const subsidiaries = targets.filter((target) => target.subsidiaryId !== null)
  if (subsidiaries.length === 0) return
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from subsidiary s
    join unnest(${subsidiaries.map((target) => target.institutionId)}::int[], ${subsidiaries.map((target) => target.subsidiaryId)}::int[]) as asked (institution_id, id)
      on asked.institution_id = s.institution_id and asked.id = s.id`.execute(trx)
  if (rows[0]?.found !== subsidiaries.length) throw new AppError('not_found')
}

type ExistingReport = { institutionId: number; id: number; subsidiaryId: number | null; status: string; currentVersion: number }

async function selectExisting(
  trx: Trx,
  scope: Scope,
  request: BatchRequest,
  targets: BatchRequest['targets'],
  lock: RawBuilder<unknown>,
): Promise<ExistingReport[]> {
  const { rows } = await sql<ExistingReport>`
    select r.institution_id, r.id, r.subsidiary_id, r.status, r.current_version
    from report r
    join unnest(${targets.map((target) => target.institutionId)}::int[], ${targets.map((target) => target.subsidiaryId ?? 0)}::int[]) as asked (institution_id, subsidiary_id)
      on asked.institution_id = r.institution_id and asked.subsidiary_id = coalesce(r.subsidiary_id, 0)
    where r.site_id = ${scope.siteId} and r.report_type = ${request.reportType} and r.period = ${request.period}
      and r.is_quarterly = ${request.isQuarterly} and r.deleted_at is null
    order by r.institution_id, r.id
    ${lock}`.execute(trx)
  return rows
}

/** The batch that holds exactly what was asked for, when none of it is missing or failed. */
async function finishedOrRunning(
  trx: Trx,
  scope: Scope,
  request: BatchRequest,
  targets: BatchRequest['targets'],
): Promise<number | undefined> {
  const existing = await selectExisting(trx, scope, request, targets, sql``)
  if (existing.length < targets.length || existing.some(({ status }) => status === 'Failed' || status === 'Canceled')) return undefined
  return batchHolding(
    trx,
    scope,
    request,
    existing.map(({ id }) => id),
  )
}

/** The newest batch that holds exactly these reports. */
async function batchHolding(trx: Trx, scope: Scope, request: BatchRequest, reportIds: number[]): Promise<number | undefined> {
  const { rows } = await sql<{ batchId: number }>`
    select e.batch_id from report_batch_entry e
    join report_batch b on b.id = e.batch_id
    where b.site_id = ${scope.siteId} and b.report_type = ${request.reportType} and b.period = ${request.period} and b.is_quarterly = ${request.isQuarterly}
    group by e.batch_id
    having count(*) = ${reportIds.length} and count(*) filter (where e.report_id = any(${reportIds}::int[])) = ${reportIds.length}
    order by e.batch_id desc limit 1`.execute(trx)
  return rows[0]?.batchId
}

async function insertReports(trx: Trx, scope: Scope, request: BatchRequest, batchId: number, targets: BatchRequest['targets']) {
  const { rows } = await sql<{ institutionId: number; id: number }>`
    insert into report (institution_id, site_id, report_type, subsidiary_id, period, is_quarterly, batch_id)
    select institution_id, ${scope.siteId}, ${request.reportType}, subsidiary_id, ${request.period}, ${request.isQuarterly}, ${batchId}
    from unnest(${targets.map((target) => target.institutionId)}::int[], ${targets.map((target) => target.subsidiaryId)}::int[]) as asked (institution_id, subsidiary_id)
    order by institution_id, subsidiary_id
    returning institution_id, id`.execute(trx)
  return rows
}

/** Back into the queue: with an earlier version it is refreshed, without one made from the start. */
export async function requeue(
  trx: Trx,
  batchId: number,
  reports: readonly { institutionId: number; id: number }[],
  preliminary?: { reason: string; userId: number },
): Promise<void> {
  await sql`
    update report r set status = case when current_version > 0 then 'Refreshing' else 'Scheduled' end, batch_id = ${batchId}, attempts = 0,
      lease_token = null, lease_until = null, failure_code = null, failure_reason = null, failure_detail = null, completed_at = null,
      preliminary_reason = ${preliminary?.reason ?? null}, preliminary_by = ${preliminary?.userId ?? null}, updated_at = now()
    from unnest(${reports.map((report) => report.institutionId)}::int[], ${reports.map((report) => report.id)}::int[]) as again (institution_id, id)
    where r.institution_id = again.institution_id and r.id = again.id`.execute(trx)
}

async function enterInto(
  trx: Trx,
  scope: Scope,
  batchId: number,
  reports: readonly { institutionId: number; id: number }[],
): Promise<void> {
  await sql`
    insert into report_batch_entry (institution_id, batch_id, report_id, site_id)
    select institution_id, ${batchId}, id, ${scope.siteId}
    from unnest(${reports.map((report) => report.institutionId)}::int[], ${reports.map((report) => report.id)}::int[]) as entered (institution_id, id)`.execute(
    trx,
  )
}
