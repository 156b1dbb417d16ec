/** Reports as rows of lists, with what may be done with them. */
import type { PageQuery } from '@corridor/contract/kernel/page.ts'
import type { ReportRow } from '@corridor/contract/reports.ts'
import { formatMonth, monthOf, type PlainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { type ReportTypeName, reportTitle } from '@corridor/domain/reports/families.ts'
import { type OutdatedControls, outdatedControlsText } from '@corridor/domain/reports/outdated-controls.ts'
import { type GeneratedReportStatus, openActions, shownStatus } from '@corridor/domain/reports/statuses.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { type Scope, visible } from '../platform/http/scope.ts'
import { siteDayOf } from '../shared/site-day.ts'
import { contains } from './batch-list.ts'
import type { FailurePolicy } from './failures.ts'
import { type ControlTotals, familyOf, incompleteOf } from './family.ts'
import { closeGates, monthKey } from './release-check.ts'
import { outdatedSince } from './stale.ts'
import { outdatedControlsFor } from './stale-controls.ts'
import { openAtRelease } from './versions.ts'
import { type Withdrawal, withdrawalInWords, withdrawalOf } from './withdrawal.ts'

export interface ReportFilter {
  batchId: number
  reportName?: string | undefined
  search?: string | undefined
  createdAt?: PlainDate | undefined
  status?: readonly GeneratedReportStatus[] | undefined
  institutionId?: number | undefined
  period?: PlainDate | undefined
  reportingPeriod?: PlainDate | undefined
  released?: boolean | undefined
}

/** The caller's rights at all; the report's own state narrows them. */
export interface Rights {
  mayWrite: boolean
  userId: number
  fourEyes: boolean
}

interface Row {
  id: number
  batchId: number
  reportType: ReportTypeName
  institutionId: number
  institutionName: string
  subsidiaryId: number | null
  subsidiaryName: string | null
  period: PlainDate
  isQuarterly: boolean
  createdAt: string
  status: GeneratedReportStatus
  completedAt: string | null
  failureCode: string | null
  failureReason: string | null
  failurePolicies: FailurePolicy[] | null
  currentVersion: number
  releasedVersion: number | null
  releasedAt: string | null
  releasedBy: string | null
  withdrawnAt: string | null
  withdrawal: Withdrawal | null
  preliminary: boolean | null
  controlTotals: ControlTotals | null
  generatedBy: number | null
  generatedAt: string | null
  outdatedSince: string | null
  outdatedControls: OutdatedControls | null
  overrideReason: string | null
  openAtRelease: number | null
}

const SORTS = {
  reportName: sql`lower(i.name), s.name nulls first, r.period`,
  institutionName: sql`lower(i.name)`,
  createdAt: sql`r.created_at`,
  statementDate: sql`r.period`,
  status: sql`r.status`,
  completedAt: sql`r.completed_at`,
  releasedAt: sql`r.released_at`,
}
export type ReportSort = keyof typeof SORTS

/** A page of a batch's reports; batch 0 is any. Clients see those released to them, as they were released. */
export async function selectReports(
  trx: Trx,
  scope: Scope,
  type: string,
  filter: ReportFilter,
  page: PageQuery & { sort: ReportSort },
  rights: Rights,
): Promise<{ records: ReportRow[]; total: number }> {
  const where = sql.join([...conditions(scope, type, filter), ...inBatch(scope, filter.batchId)], sql` and `)
  const direction = page.desc ? sql`desc` : sql`asc`
  const order =
    page.sort === 'reportName'
      ? sql`lower(i.name) ${direction}, s.name ${direction} nulls first, r.period ${direction}`
      : sql`${SORTS[page.sort]} ${direction} nulls last, lower(i.name), s.name nulls first`
  const rows = await selectRows(trx, scope, where, sql`order by ${order}, r.id ${direction} limit ${page.take} offset ${page.skip}`)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from report r join institution i on i.id = r.institution_id left join subsidiary s on s.institution_id = r.institution_id and s.id = r.subsidiary_id where ${where}`.execute(
    trx,
  )
  return { records: await present(trx, scope, rows, rights), total: counted[0]?.total ?? 0 }
}

/** @returns undefined when it is not there for the caller */
export async function selectReport(
  trx: Trx,
  scope: Scope,
  type: string,
  batchId: number,
  reportId: number,
  rights: Rights,
): Promise<ReportRow | undefined> {
  const rows = await selectRows(
    trx,
    scope,
    sql.join([...conditions(scope, type, { batchId }), ...everIn(batchId), sql`r.id = ${reportId}`], sql` and `),
    sql``,
  )
  const [report] = await present(trx, scope, rows, rights)
  return report
}

function conditions(scope: Scope, type: string, filter: ReportFilter): RawBuilder<unknown>[] {
  const name = filter.reportName ?? filter.search
  return [
    sql`${visible(scope, 'r')} and r.report_type = ${type} and r.deleted_at is null`,
    ...(scope.side === 'client' ? [sql`r.released_version is not null and r.withdrawn_at is null`] : []),
    ...(name === undefined || name === '' ? [] : [sql`concat_ws(' ', i.name, s.name) ilike ${contains(name)}`]),
    ...(filter.createdAt === undefined ? [] : [sql`${siteDayOf(sql`r.created_at`, scope.siteId)} = ${filter.createdAt}`]),
    ...(filter.status === undefined || scope.side === 'client' ? [] : [sql`r.status = any(${[...filter.status]}::text[])`]),
    ...(filter.institutionId === undefined ? [] : [sql`r.institution_id = ${filter.institutionId}`]),
    ...[filter.period, filter.reportingPeriod].flatMap((period) => (period === undefined ? [] : [sql`r.period = ${period}`])),
    ...(filter.released === undefined ? [] : [sql`(r.released_version is not null and r.withdrawn_at is null) = ${filter.released}`]),
  ]
}

/** Staff find a report in every batch that it was asked for in; clients in the one that made what was released to them. */
function inBatch(scope: Scope, batchId: number): RawBuilder<unknown>[] {
  if (batchId === 0 || scope.side === 'staff') return everIn(batchId)
  return [
    sql`exists (select from report_version m where m.institution_id = r.institution_id and m.report_id = r.id and m.version = r.released_version and m.batch_id = ${batchId})`,
  ]
}

/** A link in an old mail still leads to the report. */
const everIn = (batchId: number): RawBuilder<unknown>[] =>
  batchId === 0
    ? []
    : [
        sql`exists (select from report_batch_entry e where e.institution_id = r.institution_id and e.report_id = r.id and e.batch_id = ${batchId})`,
      ]

async function selectRows(trx: Trx, scope: Scope, where: RawBuilder<unknown>, tail: RawBuilder<unknown>): Promise<Row[]> {
  const version = scope.side === 'staff' ? sql`r.current_version` : sql`r.released_version`
  const { rows } = await sql<Row>`
    select r.id, ${scope.side === 'staff' ? sql`r.batch_id` : sql`v.batch_id`} as batch_id, r.report_type, r.institution_id, i.name as institution_name, r.subsidiary_id, s.name as subsidiary_name, r.period, r.is_quarterly, r.created_at, r.status, r.completed_at,
      r.failure_code, r.failure_reason, r.failure_detail -> 'policies' as failure_policies, r.current_version, r.released_version, r.released_at,
      concat_ws(' ', u.first_name, u.last_name) as released_by, r.withdrawn_at, ${scope.side === 'staff' ? withdrawalOf(scope) : sql`null`} as withdrawal, v.preliminary, v.control_totals, v.generated_by, v.generated_at, ${scope.side === 'staff' ? outdatedSince : sql`null`} as outdated_since,
      ${scope.side === 'staff' ? outdatedControlsFor(scope) : sql`null`} as outdated_controls,
      ${scope.side === 'staff' ? overrideReason : sql`null`} as override_reason, ${openAtRelease} as open_at_release
    from report r
    join institution i on i.id = r.institution_id
    left join subsidiary s on s.institution_id = r.institution_id and s.id = r.subsidiary_id
    left join report_version v on v.institution_id = r.institution_id and v.report_id = r.id and v.version = ${version}
    left join user_account u on u.id = r.released_by
    where ${where} ${tail}`.execute(trx)
  return rows
}

/** Given for the release in force of the version that staff see: an earlier release of it may have had another. */
const overrideReason = sql`case when r.current_version = r.released_version and r.withdrawn_at is null then (select o.reason from release_override o
  where o.institution_id = r.institution_id and o.report_id = r.id and o.version = r.released_version and o.kind = 'CLOSE_GATE' and o.at >= r.released_at order by o.at desc limit 1) end`

async function present(trx: Trx, scope: Scope, rows: readonly Row[], rights: Rights): Promise<ReportRow[]> {
  const gates = scope.side === 'staff' ? await closeGates(trx, scope, rows) : new Map<string, string>()
  return rows.map((row) => withShown(scope.side === 'staff' ? staffRow(row, gates.get(monthKey(row)) ?? null, rights) : clientRow(row)))
}

const withShown = (row: Omit<ReportRow, 'shown'>): ReportRow => ({
  ...row,
  shown: { status: shownStatus(row), version: row.currentVersion > 0 ? row.currentVersion : null },
})

function common(row: Row) {
  const title = reportTitle(row.reportType, row.isQuarterly)
  const owner = row.subsidiaryName === null ? row.institutionName : `${row.institutionName}, ${row.subsidiaryName}`
  return {
    id: row.id,
    batchId: row.batchId,
    reportName: `${owner}, ${formatMonth(row.period)}`,
    reportDisplayName: `${title}, ${formatMonth(row.period)}`,
    reportType: row.reportType,
    institutionId: row.institutionId,
    institutionName: row.institutionName,
    subsidary_id: row.subsidiaryId,
    subsidiaryName: row.subsidiaryName,
    period: row.period,
    year: yearOf(row.period),
    month: monthOf(row.period),
    isQuarterly: row.isQuarterly,
    createdAt: row.createdAt,
    statementDate: row.period,
    releasedVersion: row.releasedVersion,
    releasedAt: row.releasedAt,
    preliminary: row.preliminary === true,
    ...familyOf(row.reportType).totalsOf(row.controlTotals ?? {}),
  }
}

function staffRow(row: Row, closeGate: string | null, { mayWrite, userId, fourEyes }: Rights): Omit<ReportRow, 'shown'> {
  const open = mayWrite ? openActions({ ...row, withdrawn: row.withdrawnAt !== null }) : []
  return {
    ...common(row),
    status: row.status,
    completedAt: row.completedAt,
    failureCode: row.failureCode,
    failureReason: row.failureReason,
    failurePolicies: row.failurePolicies ?? [],
    currentVersion: row.currentVersion,
    releasedBy: row.releasedBy || null,
    withdrawnAt: row.withdrawnAt,
    withdrawn: row.withdrawal && withdrawalInWords(row.withdrawal),
    closeGate,
    incomplete: incompleteOf(row.reportType, row.controlTotals),
    override: row.overrideReason === null ? null : { reason: row.overrideReason, openItems: row.openAtRelease },
    outdatedSince: row.outdatedSince,
    outdatedControls: row.outdatedControls && outdatedControlsText(row.outdatedControls),
    // Behind a closed gate Release stays open, with a reason: `closeGate` tells the page to ask for it.
    can: open.filter((action) => action !== 'release' || !(fourEyes && row.generatedBy === userId)),
  }
}

/** A client learns of a released report nothing but the released version. */
const clientRow = (row: Row): Omit<ReportRow, 'shown'> => ({
  ...common(row),
  createdAt: row.releasedAt ?? row.createdAt,
  status: 'Ready',
  completedAt: row.generatedAt,
  failureCode: null,
  failureReason: null,
  failurePolicies: [],
  currentVersion: row.releasedVersion ?? 0,
  releasedBy: null,
  withdrawnAt: null,
  withdrawn: null,
  closeGate: null,
  incomplete: null,
  override: null,
  outdatedSince: null,
  outdatedControls: null,
  can: [],
})
