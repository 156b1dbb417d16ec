/** The source of the month-end close dashboard: five statements for a whole site. */

import type { CLOSE_FAILURES } from '@corridor/contract/charts.ts'
import type { Arrival } from '@corridor/domain/data-feeds/arrivals.ts'
import type { Cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { GeneratedReportStatus } from '@corridor/domain/reports/statuses.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { outdatedSince } from '../../reporting/stale.ts'
import { isWithdrawnNow } from '../../reporting/withdrawal.ts'
import { heldAt } from '../../shared/policies/in-force-policies.ts'
import { carriersOf, monthsOf } from './file-coverage.ts'

/** Months to choose from, newest first. */
export async function selectPeriods(trx: Trx, scope: Scope, latest: PlainDate, months: number): Promise<PlainDate[]> {
  const { rows } = await sql<{ period: PlainDate }>`
    select m.period from (
      select (date_trunc('month', ${latest}::date) - make_interval(months => back) + interval '1 month - 1 day')::date as period from generate_series(0, ${months - 1}::int) back) m
    where exists (select from policy_valuation v where v.site_id = ${scope.siteId} and v.as_of_date = m.period and v.status = 'POSTED')
      or exists (select from carrier_file f where f.site_id = ${scope.siteId} and f.status <> 'REJECTED' and ${monthsOf} ? m.period::text)
    order by m.period desc`.execute(trx)
  return rows.map(({ period }) => period)
}

/** The newest month that has ended of which a file was received. */
export async function newestFilePeriod(trx: Trx, scope: Scope, today: PlainDate): Promise<PlainDate | null> {
  const { rows } = await sql<{ period: PlainDate | null }>`
    select max(m.period::date) as period from carrier_file f cross join lateral jsonb_array_elements_text(${monthsOf}) as m (period)
    where f.site_id = ${scope.siteId} and f.status <> 'REJECTED' and m.period::date <= ${today}`.execute(trx)
  return rows[0]?.period ?? null
}

export interface HeldRow {
  institutionId: number
  subsidiaryId: number | null
  carrierCode: string
  expected: number
  valued: number
  cashSurrenderValue: Cents | null
}

/** Policies in force at the period and how many have their value, by institution, owner and carrier. */
export const selectHeld = async (trx: Trx, scope: Scope, period: PlainDate): Promise<HeldRow[]> =>
  (
    await sql<HeldRow>`
      select p.institution_id, p.subsidiary_id, p.carrier_code, count(*)::int as expected, count(v.policy_id)::int as valued, sum(v.cash_surrender_value_cents) as cash_surrender_value
      from policy p
      left join policy_valuation v on v.site_id = p.site_id and v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${period} and v.status = 'POSTED'
      where p.site_id = ${scope.siteId} and ${heldAt(period)}
      group by p.institution_id, p.subsidiary_id, p.carrier_code`.execute(trx)
  ).rows

export interface FileRow {
  id: number
  carrierCode: string
  fileName: string
  status: string
  openErrors: number
  receivedAt: string
  arrival: Arrival
  arrivalName: string | null
}

/** Files of the period; one that holds several carriers stands with each of them. */
export const selectFiles = async (trx: Trx, scope: Scope, period: PlainDate): Promise<FileRow[]> =>
  (
    await sql<FileRow>`
      select f.id, c.carrier_code, f.file_name, f.status, f.received_at, f.arrival, f.arrival_name,
        (select count(*)::int from carrier_file_finding x where x.file_id = f.id and x.status = 'OPEN' and x.severity = 'error') as open_errors
      from carrier_file f
      cross join lateral jsonb_array_elements_text(${carriersOf}) as c (carrier_code)
      where f.site_id = ${scope.siteId} and ${monthsOf} ? ${period}::text and f.status <> 'REJECTED'
      order by f.received_at desc, f.id desc`.execute(trx)
  ).rows

const nameOf = (person: string) =>
  sql<string | null>`nullif(concat_ws(' ', ${sql.ref(`${person}.firstName`)}, ${sql.ref(`${person}.lastName`)}), '')`

export const selectCarriers = (trx: Trx, scope: Scope, codes: string[]) =>
  trx
    .selectFrom('carrier as c')
    .leftJoin('carrierOwner as o', (join) => join.onRef('o.carrierCode', '=', 'c.code').on('o.siteId', '=', scope.siteId))
    .leftJoin('userAccount as u', 'u.id', 'o.userId')
    .select(['c.id', 'c.code', 'c.shortName as name', 'c.feedDueBusinessDay', 'o.userId as ownerId', nameOf('u').as('owner')])
    .where('c.code', '=', sql<string>`any(${codes}::text[])`)
    .orderBy('c.shortName')
    .execute()

export interface BankRow {
  institutionId: number
  name: string
  stateCode: string | null
  ownerId: number | null
  owner: string | null
  openExceptions: number
  /** The only open exception of the bank, which its warning leads to; null when there are several. */
  openException: { id: number; ruleCode: string } | null
}
export const selectBanks = async (trx: Trx, scope: Scope, period: PlainDate): Promise<BankRow[]> =>
  (
    await sql<BankRow>`
      select i.id as institution_id, i.name, i.state_code, u.id as owner_id, ${nameOf('u')} as owner,
        x.open_exceptions, x.open_exception
      from institution i join institution_site s on s.institution_id = i.id and s.site_id = ${scope.siteId}
      cross join lateral (
        select count(*)::int as open_exceptions, case when count(*) = 1 then jsonb_build_object('id', min(x.id), 'ruleCode', min(x.rule_code)) end as open_exception
        from audit_exception x where x.site_id = ${scope.siteId} and x.institution_id = i.id and x.period = ${period} and x.status = 'OPEN') x
      left join user_account u on u.id = i.relationship_owner_id
      where i.status = 'ACTIVE' order by lower(i.name), i.id`.execute(trx)
  ).rows

export interface ReportRow {
  institutionId: number
  subsidiaryId: number | null
  id: number
  batchId: number
  status: GeneratedReportStatus
  failureCode: string | null
  failureReason: string | null
  isShown: boolean
  isCurrent: boolean
  isWithdrawn: boolean
  isPreliminary: boolean
  isOutdated: boolean
}
export const selectMonthReports = async (trx: Trx, scope: Scope, period: PlainDate): Promise<ReportRow[]> =>
  (
    await sql<ReportRow>`
      select r.institution_id, r.subsidiary_id, r.id, r.batch_id, r.status, r.failure_code, r.failure_reason, r.released_version is not null and r.withdrawn_at is null as is_shown,
        coalesce(r.released_version = r.current_version, false) as is_current,
        ${isWithdrawnNow} as is_withdrawn, coalesce(v.preliminary, false) as is_preliminary,
        v.report_id is not null and ${outdatedSince} is not null as is_outdated
      from report r
      left join report_version v on v.institution_id = r.institution_id and v.report_id = r.id and v.version = r.current_version
      where r.site_id = ${scope.siteId} and r.report_type = 'AssetReport' and r.period = ${period} and not r.is_quarterly and r.deleted_at is null
      order by r.institution_id, r.subsidiary_id nulls first, r.id`.execute(trx)
  ).rows

export const selectLock = (trx: Trx, scope: Scope, period: PlainDate) =>
  trx.selectFrom('periodLock').select('lockedAt').where('siteId', '=', scope.siteId).where('periodEnd', '=', period).executeTakeFirst()

export interface Failure {
  kind: (typeof CLOSE_FAILURES)[number]
  id: number
  batchId: number | null
  label: string
  why: string
  at: string
}
/** Work that failed since a time and stands so: reports, the last audit of a month, schedules that wait. */
export const selectFailures = async (trx: Trx, scope: Scope, since: Date): Promise<Failure[]> =>
  (
    await sql<Failure>`
      select 'report' as kind, r.id, r.batch_id, concat_ws(', ', i.name, b.batch_name) as label, coalesce(r.failure_reason, 'The report could not be made.') as why,
        coalesce(r.completed_at, r.created_at) as at
      from report r join report_batch b on b.id = r.batch_id join institution i on i.id = r.institution_id
      where r.site_id = ${scope.siteId} and r.status = 'Failed' and r.deleted_at is null and r.created_at > ${since}
      union all
      select 'audit', a.id, null, 'Audit of ' || to_char(a.period, 'FMMonth YYYY'), a.failure, coalesce(a.ended_at, a.asked_at)
      from audit_run a
      where a.site_id = ${scope.siteId} and a.failure is not null and a.asked_at > ${since}
        and not exists (select from audit_run n where n.site_id = a.site_id and n.period = a.period and n.id > a.id and n.ended_at is not null and n.failure is null)
      union all
      select 'schedule', s.id, null, s.name, coalesce(w.reason, 'Waiting.'), coalesce(w.looked_at, w.created_at)
      from report_schedule_run w join report_schedule s on s.id = w.schedule_id and s.deleted_at is null
      where w.site_id = ${scope.siteId} and w.status = 'WAITING' and w.reason is not null
      order by at desc
      limit 100`.execute(trx)
  ).rows

/** Open exceptions and service requests by the person who has them, requests without an owner by null; overdue by `isExceptionOverdue` and `isOverdue` of the domain. */
export const selectLoad = async (trx: Trx, scope: Scope, today: PlainDate) =>
  (
    await sql<{ userId: number | null; exceptions: number; requests: number; overdue: number }>`
      select user_id, sum(exceptions)::int as exceptions, sum(requests)::int as requests, sum(overdue)::int as overdue from (
        select x.assigned_to as user_id, 1 as exceptions, 0 as requests, (x.due_on < ${today})::int as overdue from audit_exception x
        where x.site_id = ${scope.siteId} and x.status in ('OPEN', 'ACKNOWLEDGED') and x.assigned_to is not null
        union all
        select r.owner_id, 0, 1, (r.due_on < ${today} and r.status <> 'WAITING')::int from service_request r
        where r.site_id = ${scope.siteId} and r.status <> 'DONE') w
      group by user_id`.execute(trx)
  ).rows
