/** The end of making reports, in one transaction: version rows, statuses, the batch's completion, activity and events. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { recordSystemActivity } from '../platform/audit-log/activity.ts'
import type { Trx } from '../platform/database/database.ts'
import type { StoredFile } from '../platform/files/file-store.ts'
import { inScope, type Scope } from '../platform/http/scope.ts'
import type { Kernel } from '../platform/kernel.ts'
import { completeBatch } from './completion.ts'
import type { Failure } from './failures.ts'
import type { ControlTotals } from './family.ts'
import { releaseReports } from './release.ts'

export interface MadeVersion {
  version: number
  preparedOn: PlainDate
  /** When the book was read for it; what was corrected since it does not know (outdated.ts). */
  readAt: string
  /** Which transactions it saw, as PostgreSQL writes it. */
  readAsOf: string
  isPreliminary: boolean
  isRestated: boolean
  snapshot: unknown
  controlTotals: ControlTotals
  /** The PDF, stored and synced before this transaction begins. */
  file: StoredFile
  pages: number
}
interface ReportKey {
  institutionId: number
  id: number
}
export type Outcome = { report: ReportKey; version: MadeVersion } | { report: ReportKey; failure: Failure }

/** Settles what the token still holds; what was taken over meanwhile is left to the new maker. */
export async function settleReports(
  kernel: Kernel,
  scope: Scope,
  batchId: number,
  token: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  await inScope(kernel.db, scope, async (trx) => {
    const made = outcomes.filter((outcome) => 'version' in outcome)
    const failed = outcomes.filter((outcome) => 'failure' in outcome)
    await lockInOrder(trx, outcomes)
    const ready = made.length > 0 ? await settleMade(trx, scope, batchId, token, made) : new Set<number>()
    const refused = failed.length > 0 ? await settleFailed(trx, scope, batchId, token, failed) : new Set<number>()
    if (ready.size > 0) await releaseUnheld(kernel, trx, scope, batchId, [...ready])
    await completeBatch(kernel, trx, batchId)
    for (const { report } of outcomes) {
      const status = ready.has(report.id) ? 'Ready' : refused.has(report.id) ? 'Failed' : undefined
      if (status)
        await kernel.events.publish(trx, {
          siteId: scope.siteId,
          institutionId: report.institutionId,
          type: 'report',
          batchId,
          reportId: report.id,
          status,
        })
    }
    await kernel.events.publish(trx, { siteId: scope.siteId, type: 'batch', batchId })
  })
}

/** They come in the order they were made in, and the failed after the others; whoever releases them takes them by their numbers, and so do we. */
const lockInOrder = (trx: Trx, outcomes: readonly Outcome[]) =>
  sql`
  select from report r join unnest(${outcomes.map(({ report }) => report.institutionId)}::int[], ${outcomes.map(({ report }) => report.id)}::int[])
    as settled (institution_id, id) on settled.institution_id = r.institution_id and settled.id = r.id
  order by r.institution_id, r.id for no key update of r`.execute(trx)

async function settleMade(
  trx: Trx,
  scope: Scope,
  batchId: number,
  token: string,
  made: Extract<Outcome, { version: MadeVersion }>[],
): Promise<Set<number>> {
  const asked = JSON.stringify(
    made.map(({ report, version: { snapshot: _, file, ...version } }) => ({
      ...report,
      ...version,
      sha256: file.sha256,
      sizeBytes: file.sizeBytes,
    })),
  )
  // Snapshots travel as their own array: escaping them into a second JSON would double their size. Their identity is the hash of PostgreSQL's
  // own text of them, which is the same whenever it is asked for.
  const { rows } = await sql<{ id: number }>`
    with asked as (
      select * from jsonb_to_recordset(${asked}::jsonb) as a ("institutionId" int, id int, version int, "preparedOn" date, "readAt" timestamptz, "readAsOf" pg_snapshot, "isPreliminary" boolean, "isRestated" boolean,
        "controlTotals" jsonb, "sha256" text, "sizeBytes" bigint, pages int)
    ), snapshot as (
      select id, snapshot, encode(sha256(convert_to(snapshot::text, 'UTF8')), 'hex') as sha256
      from unnest(${made.map(({ report }) => report.id)}::int[], ${made.map(({ version }) => JSON.stringify(version.snapshot))}::jsonb[]) as s (id, snapshot)
    ), settled as (
      update report r set status = 'Ready', current_version = a.version, completed_at = now(), updated_at = now(), lease_token = null, lease_until = null, attempts = 0,
        failure_code = null, failure_reason = null, failure_detail = null
      from asked a where r.institution_id = a."institutionId" and r.id = a.id and r.site_id = ${scope.siteId} and r.lease_token = ${token} and r.deleted_at is null
        and r.current_version = a.version - 1
      returning r.id, r.preliminary_by
    ), file as (
      insert into stored_file (sha256, size_bytes, media_type) select distinct on (sha256) sha256, "sizeBytes", 'application/pdf' from asked join settled using (id)
      on conflict do nothing
    ), version as (
      insert into report_version (institution_id, report_id, version, site_id, batch_id, snapshot, snapshot_sha256, prepared_on, preliminary, restated, control_totals,
        pdf_sha256, page_count, generated_by, generated_at, read_as_of)
      select a."institutionId", a.id, a.version, ${scope.siteId}, ${batchId}, s.snapshot, s.sha256, a."preparedOn", a."isPreliminary", a."isRestated", a."controlTotals",
        a."sha256", a.pages, coalesce(settled.preliminary_by, b.created_by), a."readAt", a."readAsOf"
      from asked a join settled using (id) join snapshot s using (id) join report_batch b on b.id = ${batchId}
    ), logged as (
      insert into activity (actor_id, site_id, institution_id, action, entity, entity_id, after)
      select coalesce(settled.preliminary_by, b.created_by), ${scope.siteId}, a."institutionId", 'report.made', 'report', a.id::text,
        jsonb_build_object('version', a.version, 'batchId', ${batchId}::int, 'snapshotSha256', s.sha256, 'pdfSha256', a."sha256", 'controlTotals', a."controlTotals")
      from asked a join settled using (id) join snapshot s using (id) join report_batch b on b.id = ${batchId}
    )
    select id from settled`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

async function settleFailed(
  trx: Trx,
  scope: Scope,
  batchId: number,
  token: string,
  failed: Extract<Outcome, { failure: Failure }>[],
): Promise<Set<number>> {
  const asked = JSON.stringify(failed.map(({ report, failure }) => ({ ...report, ...failure })))
  const { rows } = await sql<{ id: number }>`
    with asked as (
      select * from jsonb_to_recordset(${asked}::jsonb) as a ("institutionId" int, id int, code text, reason text, policies jsonb)
    ), settled as (
      update report r set status = 'Failed', failure_code = a.code, failure_reason = a.reason, failure_detail = jsonb_build_object('policies', a.policies),
        completed_at = now(), updated_at = now(), lease_token = null, lease_until = null, attempts = 0
      from asked a where r.institution_id = a."institutionId" and r.id = a.id and r.site_id = ${scope.siteId} and r.lease_token = ${token}
      returning r.id
    ), logged as (
      insert into activity (actor_id, site_id, institution_id, action, entity, entity_id, after)
      select b.created_by, ${scope.siteId}, a."institutionId", 'report.failed', 'report', a.id::text, jsonb_build_object('batchId', ${batchId}::int, 'code', a.code, 'reason', a.reason)
      from asked a join settled using (id) join report_batch b on b.id = ${batchId}
    )
    select id from settled`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** A batch that is not held for review shows its reports at once, as far as the release check and the four-eyes rule let it. */
async function releaseUnheld(kernel: Kernel, trx: Trx, scope: Scope, batchId: number, reportIds: number[]): Promise<void> {
  const batch = await trx
    .selectFrom('reportBatch')
    .select(['hold', 'reportType', 'createdBy'])
    .where('id', '=', batchId)
    .executeTakeFirstOrThrow()
  if (batch.hold) return
  const { released } = await releaseReports(
    kernel,
    trx,
    scope,
    { reportType: batch.reportType, batchId, reportIds },
    { userId: batch.createdBy },
  )
  for (const { reportId, institutionId, version } of released)
    await recordSystemActivity(trx, {
      action: 'report.released',
      entity: 'report',
      entityId: reportId,
      institutionId,
      siteId: scope.siteId,
      ...(batch.createdBy === null ? {} : { actorId: batch.createdBy }),
      after: { version, batchId, hold: false },
    })
}
