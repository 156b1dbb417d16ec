/** Releases that take a reason: of a month that is not closed, and of a report that is not complete. Both are kept, and printed. */
import { gateReasons } from '@corridor/domain/auditing/close-gate.ts'
import type { Release } from '@corridor/domain/reports/heading.ts'
import type { OpenItem, ReleasedBy } from '@corridor/domain/reports/open-items.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { keepFile } from '../platform/files/files.ts'
import { inputError } from '../platform/http/errors.ts'
import type { Scope } from '../platform/http/scope.ts'
import type { Kernel } from '../platform/kernel.ts'
import { dayOfSite } from '../shared/site-day.ts'
import { familyOf } from './family.ts'
import type { LockedReport } from './locked-report.ts'
import { withOpenItems } from './open-items.ts'
import { printedNow } from './pdf/pool.ts'
import { markedPdf, pdfAs } from './release-files.ts'
import { readStamp, readVersion } from './versions.ts'

/** A report that may be released, with what was passed over for it. */
export interface AcceptedReport extends LockedReport {
  gate: string | undefined
  /** Why its closed gate is passed over. */
  overrideReason: string | undefined
  incomplete: string | null
  /** Why it is released although it is not complete: its institution reads it. */
  incompleteReason: string | undefined
  /** Named where its paper says that it was released over them. */
  items?: readonly OpenItem[]
  /** Told beside them. */
  releasedBy?: ReleasedBy
}
type ReasonByReport = readonly { reportId: number; reason: string }[] | undefined
/** One for every report that has none of its own, and those by report: one bank's matter is not printed on another bank's paper. */
export interface ReleaseReasons {
  overrideReason?: string | undefined
  overrideReasons?: ReasonByReport
  incompleteReason?: string | undefined
  incompleteReasons?: ReasonByReport
}
type OwnReason = (report: LockedReport) => string | undefined

/** @throws AppError input where a reason is of a report that is not released now, or is its second */
export function reasonsOf(
  reports: readonly LockedReport[],
  { overrideReason, overrideReasons = [], incompleteReason, incompleteReasons = [] }: ReleaseReasons,
): { overrideReasonOf: OwnReason; incompleteReasonOf: OwnReason } {
  const ids = new Set(reports.map(({ id }) => id))
  const stray: Record<string, string[]> = {}
  const own = (field: string, given: NonNullable<ReasonByReport>, usual: string | undefined): OwnReason => {
    const reasons = new Map<number, string>()
    for (const [at, { reportId, reason }] of given.entries()) {
      const problem = !ids.has(reportId)
        ? 'This report is not among those to release.'
        : reasons.has(reportId) && 'This report has two reasons.'
      if (problem) stray[`${field}.${at}.reportId`] = [problem]
      reasons.set(reportId, reason)
    }
    return ({ id }) => reasons.get(id) ?? usual
  }
  const overrideReasonOf = own('overrideReasons', overrideReasons, overrideReason)
  const incompleteReasonOf = own('incompleteReasons', incompleteReasons, incompleteReason)
  if (Object.keys(stray).length > 0) throw inputError(stray)
  return { overrideReasonOf, incompleteReasonOf }
}

/**
 * A release with reasons by report was decided bank by bank: one that nobody decided on, such as of a month opened since, holds all of it.
 * @throws AppError input
 */
export function assertReasons(
  reports: readonly LockedReport[],
  refused: readonly { reportId: number; code: string; message: string }[],
  { overrideReasons, incompleteReasons }: ReleaseReasons,
): void {
  const names = new Map(reports.map(({ id, institutionName }) => [id, institutionName]))
  const missing = (given: ReasonByReport, of: string, what: string) =>
    given === undefined
      ? []
      : refused.filter(({ code }) => code === of).map(({ reportId, message }) => `${names.get(reportId)} ${what} and no reason: ${message}`)
  const problems = {
    overrideReasons: missing(overrideReasons, 'close_gate', 'has open items'),
    incompleteReasons: missing(incompleteReasons, 'not_complete', 'has a report that is not complete'),
  }
  const found = Object.entries(problems).filter(([, sentences]) => sentences.length > 0)
  if (found.length > 0) throw inputError(Object.fromEntries(found))
}

/** Each error that a gate counts, and each carrier whose values are missing: "2 open audit errors: …; 3 policies have no value" is three. */
const openItemsIn = (gate: string): number =>
  gateReasons(gate).reduce((sum, reason) => sum + Number.parseInt(/^(\d+) open /.exec(reason)?.[1] ?? '1', 10), 0)

/** The release as the report's own paper tells it; null where it is released as it was made. */
function toldRelease(report: AcceptedReport): (Release & { reason: string }) | null {
  const { gate, overrideReason, incompleteReason, items, releasedBy } = report
  const over = gate === undefined ? undefined : overrideReason
  const open = gate !== undefined && { openItems: openItemsIn(gate), ...(items && { items }), ...(releasedBy && { releasedBy }) }
  if (report.incomplete !== null && incompleteReason !== undefined)
    return { standing: 'released', reason: incompleteReason, ...(over !== undefined && { ...open, overrideReason: over }) }
  return over === undefined ? null : { standing: 'released', reason: over, ...open }
}

/**
 * The papers that institutions get: those of reports that are released with a reason print it. Their files are stored before the rows that name them, like
 * every file; when the process dies between, the same release on the same day makes the same bytes.
 */
export async function withPrintedReasons(
  kernel: Kernel,
  trx: Trx,
  scope: Scope,
  accepted: readonly AcceptedReport[],
  userId: number | null,
): Promise<AcceptedReport[]> {
  const reports = await withReleaser(kernel, trx, scope, await withItems(trx, scope, accepted), userId)
  const papers: AcceptedReport[] = []
  for (let at = 0; at < reports.length; at += AT_ONCE) {
    const orders: { report: AcceptedReport; print: Print | null }[] = []
    for (const report of reports.slice(at, at + AT_ONCE))
      orders.push({ report, print: await printOf(kernel, trx, scope, report, toldRelease(report)) })
    const printed = await Promise.all(orders.map(async ({ report, print }) => ({ report, bytes: print && (await print()) })))
    for (const { report, bytes } of printed) {
      const stored = bytes && (await kernel.files.put(bytes))
      if (stored) await keepFile(trx, stored, 'application/pdf')
      papers.push(stored ? { ...report, fileSha256: stored.sha256, sizeBytes: stored.sizeBytes } : report)
    }
  }
  return papers
}

const withItems = (trx: Trx, scope: Scope, accepted: readonly AcceptedReport[]): Promise<AcceptedReport[]> =>
  withOpenItems(trx, scope, accepted, (report) => toldRelease(report)?.openItems !== undefined)

/** The name and the day are kept as they are now: printed again, a paper reads neither of the account nor of the clock. */
async function withReleaser(
  kernel: Pick<Kernel, 'now'>,
  trx: Trx,
  scope: Scope,
  reports: AcceptedReport[],
  userId: number | null,
): Promise<AcceptedReport[]> {
  if (!reports.some(({ items }) => items)) return reports
  const person =
    userId === null
      ? undefined
      : await trx.selectFrom('userAccount').select(['firstName', 'lastName']).where('id', '=', userId).executeTakeFirst()
  const name = [person?.firstName, person?.lastName].filter(Boolean).join(' ')
  const releasedBy = { name: name || null, on: await dayOfSite(kernel, trx, scope.siteId) }
  return reports.map((report) => (report.items ? { ...report, releasedBy } : report))
}

/** Printed beside each other: as many as the press has threads at most. */
const AT_ONCE = 8
type Print = () => Promise<Buffer>

/** Null where the paper is the one that was made. */
async function printOf(kernel: Kernel, trx: Trx, scope: Scope, report: AcceptedReport, release: Release | null): Promise<Print | null> {
  if (release === null) return null
  const { institutionId, id, currentVersion, reportType, fileSha256 } = report
  const version = { institutionId, reportId: id, version: currentVersion }
  const { openItems } = release
  const stamp = await readStamp(trx, scope, version, openItems)
  // The pages that were printed when it was made kept room for the reason.
  if (openItems === undefined)
    return () => pdfAs(kernel, { ...version, siteId: scope.siteId, reportType, stamp, pdfSha256: fileSha256 }, release)
  // They kept none for open items, which few reports are released over: it is printed anew of what it was made of.
  const { snapshot } = await readVersion(trx, scope, version)
  return async () => {
    const { bytes } = await printedNow(familyOf(reportType).print(snapshot, reportType, kernel.files, release))
    return release.overrideReason === undefined ? bytes : markedPdf(bytes, stamp, release)
  }
}

/** Each reason with the version that it was given for; one that is printed with the paper that prints it. */
export async function keepReasons(trx: Trx, scope: Scope, reports: readonly AcceptedReport[], userId: number | null): Promise<void> {
  await keepPrinted(trx, scope, reports)
  if (userId === null) return
  const kept = reports.flatMap((report) => {
    const key = { institutionId: report.institutionId, reportId: report.id, version: report.currentVersion, siteId: scope.siteId, userId }
    return [
      ...(report.gate !== undefined && report.overrideReason !== undefined
        ? [{ ...key, kind: 'CLOSE_GATE' as const, reason: report.overrideReason, pdfSha256: report.fileSha256 }]
        : []),
      ...(report.incomplete !== null && report.incompleteReason !== undefined
        ? [{ ...key, kind: 'INCOMPLETE' as const, reason: report.incompleteReason, pdfSha256: report.fileSha256 }]
        : []),
    ]
  })
  if (kept.length > 0) await trx.insertInto('releaseOverride').values(kept).execute()
}

/** The reason, paper and open items in force. One that is released again with nothing open reads as it was made. */
async function keepPrinted(trx: Trx, scope: Scope, reports: readonly AcceptedReport[]): Promise<void> {
  const told = reports.map((report) => {
    const release = toldRelease(report)
    const { openItems: openAtRelease, items, releasedBy, overrideReason } = release ?? {}
    return {
      ...report,
      reason: release?.reason ?? null,
      sha256: release && report.fileSha256,
      over: JSON.stringify({ openAtRelease, items, releasedBy, overrideReason }),
    }
  })
  if (told.length === 0) return
  await sql`update report_version v set release_reason = given.reason, released_pdf_sha256 = given.sha256,
      control_totals = v.control_totals - '{openAtRelease,items,releasedBy,overrideReason}'::text[] || given.over
    from unnest(${told.map(({ institutionId }) => institutionId)}::int[], ${told.map(({ id }) => id)}::int[], ${told.map(({ currentVersion }) => currentVersion)}::int[],
      ${told.map(({ reason }) => reason)}::text[], ${told.map(({ sha256 }) => sha256)}::text[], ${told.map(({ over }) => over)}::jsonb[])
      as given (institution_id, report_id, version, reason, sha256, over)
    where v.site_id = ${scope.siteId} and v.institution_id = given.institution_id and v.report_id = given.report_id and v.version = given.version`.execute(
    trx,
  )
}
