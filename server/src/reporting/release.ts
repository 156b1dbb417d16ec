/** Release, withdrawal and deletion: what institutions see of the reports that were made for them. */

import { ERRORS, type ErrorCode } from '@corridor/contract/kernel/errors.ts'
import { reportFamily, reportTitle, typeCodeOf } from '@corridor/domain/reports/families.ts'
import { type GeneratedReportAction, isWithdrawn, openActions } from '@corridor/domain/reports/statuses.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { type Scope, visible } from '../platform/http/scope.ts'
import type { Kernel } from '../platform/kernel.ts'
import { announceFiles } from '../shared/notifications/file-mails.ts'
import { completeBatch } from './completion.ts'
import { familyOf } from './family.ts'
import { releasedFileName } from './file-name.ts'
import type { LockedReport } from './locked-report.ts'
import { closeGates, monthKey } from './release-check.ts'
import { type AcceptedReport, assertReasons, keepReasons, type ReleaseReasons, reasonsOf, withPrintedReasons } from './release-reasons.ts'

export interface Selection {
  reportType: string
  batchId: number
  reportIds: readonly number[]
}
export interface Refusal {
  reportId: number
  code: ErrorCode
  message: string
}
export interface Release {
  released: ReleasedReport[]
  refused: Refusal[]
  mailsQueued: number
}
export interface ReleasedReport {
  reportId: number
  institutionId: number
  version: number
  gatePassedOver: string | null
  /** Why it was passed over. */
  reason: string | undefined
  /** The missing parts, released with a reason. */
  incomplete: string | null
  /** Why they were, as the report prints it. */
  printedReason: string | undefined
}

/**
 * Shows the current versions to their institutions: client-report records, mails, activity, all in the caller's transaction. Each report is
 * judged for itself; those that may not be released are refused with a reason and hinder no other.
 * @throws AppError not_found when one of them is not there for the caller, input when reasons are given by report and one is missing: then
 * nothing is released
 */
export async function releaseReports(
  kernel: Kernel,
  trx: Trx,
  scope: Scope,
  selection: Selection,
  { userId, ...reasons }: { userId: number | null } & ReleaseReasons,
): Promise<Release> {
  const reports = await lockReports(trx, scope, selection)
  const { overrideReasonOf, incompleteReasonOf } = reasonsOf(reports, reasons)
  const gates = await closeGates(trx, scope, reports)
  const fourEyes = await requiresFourEyes(kernel, trx)
  const refused: Refusal[] = []
  const released: AcceptedReport[] = []
  for (const report of reports) {
    const gate = gates.get(monthKey(report))
    const incomplete = familyOf(report.reportType).incomplete?.(report.controlTotals ?? {}) ?? null
    const overrideReason = overrideReasonOf(report)
    const incompleteReason = incompleteReasonOf(report)
    const refusal = refusalOf(
      report,
      fourEyes && report.generatedBy === userId,
      overrideReason === undefined ? gate : undefined,
      incompleteReason === undefined ? incomplete : null,
      reports.length > 1,
    )
    if (refusal) refused.push({ reportId: report.id, ...refusal })
    else released.push({ ...report, gate, overrideReason, incomplete, incompleteReason })
  }
  assertReasons(reports, refused, reasons)
  if (released.length === 0) return { released: [], refused, mailsQueued: 0 }
  const accepted = await withPrintedReasons(kernel, trx, scope, released, userId)
  await markReleased(trx, scope, accepted, userId)
  await keepReasons(trx, scope, accepted, userId)
  const records = await enterClientReports(trx, scope, accepted, userId)
  const mailsQueued = await announceReleases(kernel, trx, scope, records)
  for (const { institutionId, batchId, id } of accepted)
    await kernel.events.publish(trx, { siteId: scope.siteId, institutionId, type: 'report', batchId, reportId: id, status: 'Released' })
  return {
    released: accepted.map((report) => ({
      reportId: report.id,
      institutionId: report.institutionId,
      version: report.currentVersion,
      gatePassedOver: report.gate ?? null,
      reason: report.overrideReason,
      incomplete: report.incomplete,
      printedReason: report.incompleteReason,
    })),
    refused,
    mailsQueued,
  }
}

function refusalOf(
  report: LockedReport,
  isOwnWork: boolean,
  gate: string | undefined,
  incomplete: string | null,
  isOneOfSeveral: boolean,
): { code: ErrorCode; message: string } | undefined {
  if (!allows(report, 'release') || report.fileSha256 === null)
    return {
      code: 'wrong_status',
      message: report.status === 'Ready' ? 'This version is already released.' : `A report that is ${report.status} cannot be released.`,
    }
  if (isOneOfSeveral && isWithdrawn(stateOf(report)))
    return { code: 'wrong_status', message: 'This version was withdrawn. Release it on its own.' }
  if (isOwnWork) return { code: 'four_eyes', message: ERRORS.four_eyes[1] }
  if (gate) return { code: 'close_gate', message: gate }
  if (incomplete !== null) return { code: 'not_complete', message: `${incomplete} Enter a reason, which the report prints.` }
  return undefined
}

/** Hides released reports from their institutions; the files stay. */
export async function withdrawReports(
  kernel: Kernel,
  trx: Trx,
  scope: Scope,
  selection: Selection,
): Promise<{ withdrawn: LockedReport[]; refused: Refusal[] }> {
  const reports = await lockReports(trx, scope, selection)
  const withdrawn = reports.filter((report) => allows(report, 'withdraw'))
  const others = reports.filter((report) => !allows(report, 'withdraw'))
  const refused = others.map((report): Refusal => ({ reportId: report.id, code: 'wrong_status', message: 'This report is not released.' }))
  if (withdrawn.length === 0) return { withdrawn, refused }
  const ids = withdrawn.map(({ id }) => id)
  await sql`update report set withdrawn_at = now(), withdrawn_by = ${scope.userId}, updated_at = now() where site_id = ${scope.siteId} and id = any(${ids}::int[])`.execute(
    trx,
  )
  await sql`update report_version v set withdrawn_at = now() from report r where r.site_id = ${scope.siteId} and r.id = any(${ids}::int[])
    and v.site_id = r.site_id and v.institution_id = r.institution_id and v.report_id = r.id and v.version = r.released_version`.execute(
    trx,
  )
  await sql`update client_report set withdrawn_at = now(), updated_at = now() where site_id = ${scope.siteId} and source_report_id = any(${ids}::int[])`.execute(
    trx,
  )
  for (const { institutionId, batchId, id } of withdrawn)
    await kernel.events.publish(trx, { siteId: scope.siteId, institutionId, type: 'report', batchId, reportId: id, status: 'Withdrawn' })
  return { withdrawn, refused }
}

/** Deletes a report that no institution ever saw. @throws AppError not_found, wrong_status */
export async function deleteReport(kernel: Kernel, trx: Trx, scope: Scope, selection: Selection): Promise<LockedReport> {
  const [report] = await lockReports(trx, scope, selection)
  if (!report) throw new AppError('not_found')
  if (report.releasedVersion !== null)
    throw new AppError('wrong_status', { message: 'A released report cannot be deleted. Withdraw it instead.' })
  if (!allows(report, 'delete')) throw new AppError('wrong_status')
  await sql`update report set deleted_at = now(), deleted_by = ${scope.userId}, updated_at = now() where site_id = ${scope.siteId} and id = ${report.id}`.execute(
    trx,
  )
  // One that was waiting to be made may have been the batch's last.
  await completeBatch(kernel, trx, report.batchId)
  await kernel.events.publish(trx, {
    siteId: scope.siteId,
    institutionId: report.institutionId,
    type: 'report',
    batchId: report.batchId,
    reportId: report.id,
    status: 'Deleted',
  })
  return report
}

const RESTORED_FOR_DAYS = 30

/** Undoes a deletion. @throws AppError not_found after 30 days, in_use when the same report was made anew meanwhile */
export async function restoreReport(kernel: Kernel, trx: Trx, scope: Scope, selection: Selection): Promise<LockedReport> {
  const [report] = await lockReports(trx, scope, selection, 'deleted')
  if (!report) throw new AppError('not_found')
  const anew = await sql`
    select from report a join report b on b.institution_id = a.institution_id and b.site_id = a.site_id and b.report_type = a.report_type and b.period = a.period
      and b.is_quarterly = a.is_quarterly and coalesce(b.subsidiary_id, 0) = coalesce(a.subsidiary_id, 0) and b.deleted_at is null
    where a.site_id = ${scope.siteId} and a.id = ${report.id}`.execute(trx)
  if (anew.rows.length > 0)
    throw new AppError('in_use', { message: 'The same report was generated again in the meantime. Delete that one first.' })
  await sql`update report set deleted_at = null, deleted_by = null, updated_at = now() where site_id = ${scope.siteId} and id = ${report.id}`.execute(
    trx,
  )
  await kernel.events.publish(trx, {
    siteId: scope.siteId,
    institutionId: report.institutionId,
    type: 'report',
    batchId: report.batchId,
    reportId: report.id,
    status: report.status,
  })
  return report
}

const stateOf = (report: LockedReport) => ({ ...report, withdrawn: report.withdrawnAt !== null })
const allows = (report: LockedReport, action: GeneratedReportAction): boolean => openActions(stateOf(report)).includes(action)

/** @throws AppError not_found unless every one of them is in the scope, of the type, and in the batch (0 is any) */
async function lockReports(
  trx: Trx,
  scope: Scope,
  { reportType, batchId, reportIds }: Selection,
  which: 'present' | 'deleted' = 'present',
): Promise<LockedReport[]> {
  const ids = [...new Set(reportIds)]
  const deleted = which === 'present' ? sql`r.deleted_at is null` : sql`r.deleted_at > now() - make_interval(days => ${RESTORED_FOR_DAYS})`
  const { rows } = await sql<LockedReport>`
    select r.institution_id, r.id, r.report_type, r.subsidiary_id, r.period, r.is_quarterly, r.batch_id, r.status, r.failure_code, r.current_version, r.released_version, r.withdrawn_at, r.deleted_at,
      v.generated_by, v.control_totals, v.pdf_sha256 as file_sha256, f.size_bytes, i.name as institution_name, s.name as subsidiary_name
    from report r
    join institution i on i.id = r.institution_id
    left join subsidiary s on s.institution_id = r.institution_id and s.id = r.subsidiary_id
    left join report_version v on v.institution_id = r.institution_id and v.report_id = r.id and v.version = r.current_version
    left join stored_file f on f.sha256 = v.pdf_sha256
    where r.id = any(${ids}::int[]) and r.report_type = ${reportType} and ${visible(scope, 'r')} and ${deleted}
      and (${batchId} = 0 or exists (select from report_batch_entry e where e.institution_id = r.institution_id and e.report_id = r.id and e.batch_id = ${batchId}))
    order by r.institution_id, r.id
    for update of r`.execute(trx)
  if (rows.length !== ids.length) throw new AppError('not_found')
  return rows
}

export async function requiresFourEyes(kernel: Pick<Kernel, 'configuration'>, trx: Trx): Promise<boolean> {
  if (kernel.configuration.fourEyesRelease) return true
  const settings = await trx.selectFrom('settings').select('fourEyesRelease').executeTakeFirst()
  return settings?.fourEyesRelease === true
}

const keysOf = (
  reports: readonly LockedReport[],
) => sql`unnest(${reports.map(({ institutionId }) => institutionId)}::int[], ${reports.map(({ id }) => id)}::int[], ${reports.map(({ currentVersion }) => currentVersion)}::int[])
  as chosen (institution_id, report_id, version)`

async function markReleased(trx: Trx, scope: Scope, reports: readonly LockedReport[], userId: number | null): Promise<void> {
  await sql`update report r set released_version = chosen.version, released_at = now(), released_by = ${userId}, withdrawn_at = null, withdrawn_by = null, updated_at = now()
    from ${keysOf(reports)} where r.site_id = ${scope.siteId} and r.institution_id = chosen.institution_id and r.id = chosen.report_id`.execute(
    trx,
  )
  await sql`update report_version v set released = true, withdrawn_at = null
    from ${keysOf(reports)} where v.site_id = ${scope.siteId} and v.institution_id = chosen.institution_id and v.report_id = chosen.report_id and v.version = chosen.version`.execute(
    trx,
  )
}

/** Batches that were started without mails stay silent. @returns how many mails were queued */
async function announceReleases(kernel: Kernel, trx: Trx, scope: Scope, records: readonly EnteredReport[]): Promise<number> {
  const batchIds = [...new Set(records.map(({ batchId }) => batchId))]
  const told = await trx
    .selectFrom('reportBatch')
    .select('id')
    .where('id', 'in', batchIds)
    .where('announce', '=', true)
    .orderBy('id')
    .execute()
  let queued = 0
  for (const { id } of told) {
    const theirs = records.filter(({ batchId }) => batchId === id)
    const [first] = theirs
    if (!first) continue
    const family = reportFamily(first.reportType)
    const place = `${family.address}/${id}`
    queued += await announceFiles(kernel, trx, scope, {
      batch: `release ${id}`,
      files: theirs.map(({ recordId, reportId }) => ({ kind: 'REPORT', id: recordId, place: `${place}/${family.page}/${reportId}` })),
      place,
      done: true,
      once: true,
    })
  }
  return queued
}

interface EnteredReport {
  recordId: number
  reportId: number
  batchId: number
  reportType: string
}

/** One record a report, pointing at the released version's file: the client's menu, search and list read it. */
async function enterClientReports(
  trx: Trx,
  scope: Scope,
  reports: readonly LockedReport[],
  userId: number | null,
): Promise<EnteredReport[]> {
  const records = reports.map((report) => {
    const typeCode = typeCodeOf(report.reportType, scope.siteId)
    const title = reportTitle(report.reportType, report.isQuarterly)
    const { id, institutionId, currentVersion, fileSha256, sizeBytes } = report
    const named = releasedFileName({ ...report, typeCode, title })
    return { id, institutionId, currentVersion, fileSha256, sizeBytes, ...named, typeCode, siteId: scope.siteId, userId }
  })
  const { rows } = await sql<{ recordId: number; reportId: number }>`
    insert into client_report (institution_id, site_id, type_code, upload_name, year_override, name, display_name, extension, path, file_sha256, size_bytes, source_report_id, source_version, created_by)
    select a."institutionId", a."siteId", a."typeCode", a."uploadName", a."yearOverride", a.name, a."displayName", 'pdf', a.path, a."fileSha256", a."sizeBytes", a.id, a."currentVersion", a."userId"
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as a ("institutionId" int, "siteId" int, "typeCode" text, "uploadName" text, "yearOverride" int, name text, "displayName" text, path text,
      "fileSha256" text, "sizeBytes" bigint, id int, "currentVersion" int, "userId" int)
    on conflict (institution_id, source_report_id) where source_report_id is not null do update set
      upload_name = excluded.upload_name, name = excluded.name, display_name = excluded.display_name, path = excluded.path, file_sha256 = excluded.file_sha256,
      size_bytes = excluded.size_bytes, source_version = excluded.source_version, withdrawn_at = null, updated_at = now()
    returning id as record_id, source_report_id as report_id`.execute(trx)
  const ids = new Map(rows.map(({ recordId, reportId }) => [reportId, recordId]))
  return reports.flatMap(({ id, batchId, reportType }) => {
    const recordId = ids.get(id)
    return recordId === undefined ? [] : [{ recordId, reportId: id, batchId, reportType }]
  })
}
