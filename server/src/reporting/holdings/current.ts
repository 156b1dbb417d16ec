/** An institution's holdings now: the same snapshots that reports are made of, so that a dashboard or a calculation never differs from the page it stands for. */

import type { Session } from '@corridor/contract/session.ts'
import { allows, isStaff, permission } from '@corridor/domain/access/access.ts'
import { sumCents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { type AssetReportSnapshot, readAssetReportSnapshot } from '@corridor/domain/reports/asset-report/snapshot.ts'
import type { SnapshotMonth } from '@corridor/domain/reports/asset-report/snapshot-sums.ts'
import type { ReportTypeName } from '@corridor/domain/reports/families.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import { currentPeriod } from '../../shared/policies/periods.ts'
import type { ReportOrder } from '../family.ts'
import { prepareAssetReports } from './snapshot.ts'

export interface Holdings {
  snapshot: AssetReportSnapshot
  /** Nothing posted later is shown: what a client sees is what was released to it. Null for staff. */
  knownAt: string | null
  /** The released report that it is, where it is one. */
  report: { id: number; batchId: number; reportType: ReportTypeName } | null
}

/** Staff read every institution's holdings; of clients, who may read its asset reports. */
export const readsHoldings = (session: Session): boolean =>
  isStaff(session.userRole) || allows(session, permission(['ASSET_REPORT', 'ASSET_SUMMARY_REPORT'], 1))

/**
 * An institution's holdings with its subsidiaries: for clients as of the last month released to them and as they were then, for staff as of the
 * last month that has all its values. Null when there is none.
 */
export async function readHoldings(trx: Trx, scope: Scope, institutionId: number): Promise<Holdings | null> {
  return scope.side === 'client' ? releasedHoldings(trx, scope, institutionId) : currentHoldings(trx, scope, institutionId)
}

async function releasedHoldings(trx: Trx, scope: Scope, institutionId: number): Promise<Holdings | null> {
  const { rows } = await sql<{ snapshot: unknown; generatedAt: string; id: number; batchId: number; reportType: ReportTypeName }>`
    with shown as materialized (
      select r.institution_id, r.id, r.subsidiary_id, r.period, r.released_version, r.is_quarterly, r.report_type, r.batch_id
      from report r where ${visible(scope, 'r')} and r.institution_id = ${institutionId} and r.report_type in ('AssetReport', 'AssetSummaryReport')
        and r.released_version is not null and r.withdrawn_at is null and r.deleted_at is null)
    select distinct on (coalesce(s.subsidiary_id, 0)) v.snapshot, v.generated_at, s.id, s.batch_id, s.report_type
    from shown s join report_version v on v.institution_id = s.institution_id and v.report_id = s.id and v.version = s.released_version
    where s.period = (select max(period) from shown)
    order by coalesce(s.subsidiary_id, 0), s.is_quarterly, s.report_type`.execute(trx)
  const snapshots = rows.map(({ snapshot }) => readAssetReportSnapshot(snapshot))
  const knownAt = rows
    .map(({ generatedAt }) => generatedAt)
    .sort()
    .at(-1)
  const snapshot = merged(snapshots)
  const [only, another] = rows
  const report = only && !another ? { id: only.id, batchId: only.batchId, reportType: only.reportType } : null
  return snapshot && knownAt !== undefined ? { snapshot, knownAt, report } : null
}

const MONTHS_TO_TRY = 3

async function currentHoldings(trx: Trx, scope: Scope, institutionId: number): Promise<Holdings | null> {
  const latest = await currentPeriod(trx, scope, institutionId)
  if (latest === null) return null
  const { rows: owners } = await sql<{ subsidiaryId: number | null }>`
    select distinct subsidiary_id from policy where site_id = ${scope.siteId} and institution_id = ${institutionId} order by subsidiary_id nulls first`.execute(
    trx,
  )
  for (let back = 0; back < MONTHS_TO_TRY; back++) {
    const period = addMonthEnds(latest, -back)
    const prepared = await prepareAssetReports(
      trx,
      scope,
      owners.map(({ subsidiaryId }, index) => orderFor(institutionId, subsidiaryId, period, index)),
      { whose: 'own', entries: 'none' },
    )
    const outcomes = [...prepared.values()]
    if (outcomes.some((outcome) => 'failure' in outcome && outcome.failure.code !== 'no_policies')) continue
    const snapshot = merged(outcomes.flatMap((outcome) => ('snapshot' in outcome ? [outcome.snapshot] : [])))
    return snapshot ? { snapshot, knownAt: null, report: null } : null
  }
  return null
}

const orderFor = (institutionId: number, subsidiaryId: number | null, period: PlainDate, reportId: number): ReportOrder => ({
  reportId,
  reportType: 'AssetReport',
  institutionId,
  subsidiaryId,
  period,
  isQuarterly: false,
  version: 1,
  batchId: 0,
  preparedOn: period,
  isRestated: false,
  preliminaryReason: null,
})

/** The institution and its subsidiaries as one; terms (tax, capital, limits) are the institution's and the same in each. */
function merged(snapshots: readonly AssetReportSnapshot[]): AssetReportSnapshot | undefined {
  const [first, ...others] = snapshots
  if (!first || others.length === 0) return first
  const { entity } = first
  // A holding in one of them is no part beside them any more.
  const owners = new Set(snapshots.map(({ institution }) => institution.subsidiary?.id ?? null))
  const ofSubsidiaries = snapshots.flatMap(({ institution, policies }) => (institution.subsidiary ? policies : []))
  return {
    ...first,
    ...(entity
      ? {
          entity: {
            ...entity,
            elsewhere: entity.elsewhere.filter(({ site, owner }) => site.id !== first.site.id || !owners.has(owner?.id ?? null)),
            ofSubsidiaries: sumCents(ofSubsidiaries.map(({ cashSurrenderValue }) => cashSurrenderValue)),
          },
        }
      : {}),
    carriers: [...new Map(snapshots.flatMap(({ carriers }) => carriers).map((carrier) => [carrier.code, carrier])).values()],
    policies: snapshots.flatMap(({ policies }) => policies),
    removedPolicies: snapshots.flatMap(({ removedPolicies }) => removedPolicies),
    trend: [
      ...Map.groupBy(
        snapshots.flatMap(({ trend }) => trend),
        ({ period }) => period,
      ),
    ]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(
        ([period, months]): SnapshotMonth => ({
          period,
          cashSurrenderValue: sumCents(months.map((month) => month.cashSurrenderValue)),
          beginCashSurrenderValue: sumCents(months.map((month) => month.beginCashSurrenderValue)),
          flows: months.flatMap(({ flows }) => flows),
          comparable: months.every(({ comparable }) => comparable),
          ...countsOf(snapshots, period, months),
        }),
      ),
  }
}

/** Policies of a snapshot that were held at an earlier month end, as far as it knows them. */
const heldIn = ({ policies, removedPolicies }: AssetReportSnapshot, period: PlainDate): number =>
  policies.filter(({ issueDate }) => issueDate <= period).length +
  removedPolicies.filter(({ issueDate, removedOn }) => issueDate <= period && removedOn > period).length

/** A snapshot whose trend begins later has no value of the month: its policies count as missing. */
function countsOf(
  snapshots: readonly AssetReportSnapshot[],
  period: PlainDate,
  months: readonly SnapshotMonth[],
): Pick<SnapshotMonth, 'policies' | 'missing'> {
  if (months.some(({ policies }) => policies === undefined)) return {}
  const silent = snapshots.filter(({ trend }) => !trend.some((month) => month.period === period)).map((one) => heldIn(one, period))
  const missing = silent.reduce((sum, count) => sum + count, 0)
  const sum = (of: (month: SnapshotMonth) => number | undefined) => months.reduce((total, month) => total + (of(month) ?? 0), missing)
  return { policies: sum((month) => month.policies), missing: sum((month) => month.missing) }
}
