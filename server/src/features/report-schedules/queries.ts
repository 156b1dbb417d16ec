/** Schedules and their runs as they are listed, with when each falls due next. */
import type { PageQuery } from '@corridor/contract/kernel/page.ts'
import type { ReportSchedule, ScheduleRun } from '@corridor/contract/report-schedules.ts'
import type { Session } from '@corridor/contract/session.ts'
import { allows, type Level, permission } from '@corridor/domain/access/access.ts'
import { monthOf, type PlainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { isReportTypeName, REPORT_FAMILIES, REPORT_TYPE_NAMES, type ReportTypeName } from '@corridor/domain/reports/families.ts'
import { nextDue, type Rhythm } from '@corridor/domain/reports/schedules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

export interface ScheduleRow {
  id: number
  siteId: number
  name: string
  reportType: ReportTypeName
  isQuarterly: boolean
  businessDay: number
  institutionIds: number[] | null
  hold: boolean
  startsOn: PlainDate
  pausedAt: string | null
  createdBy: number | null
  /** The person who last set it, after the one who made it. */
  changedBy: number | null
  updatedAt: string
}
interface ListedRow extends ScheduleRow {
  createdByName: string | null
  createdAt: string
  fiscalYearEnds: number[]
  lastPeriod: PlainDate | null
  lastStatus: ScheduleRun['status'] | null
  lastReason: string | null
}

/** The families whose reports the caller may see, or make. */
export const typesOf = (session: Session, minimum: Level): ReportTypeName[] =>
  REPORT_TYPE_NAMES.filter((name) => allows(session, permission(REPORT_FAMILIES[name].permission, minimum)))

/** In which months the fiscal years of a schedule's institutions end. */
export const fiscalYearEndsOf = (siteId: number | RawBuilder<unknown>, institutionIds: RawBuilder<unknown>) => sql`
  array(select distinct i.fiscal_year_end_month from institution i join institution_site o on o.institution_id = i.id and o.site_id = ${siteId}
    where i.status = 'ACTIVE' and (${institutionIds} is null or i.id = any(${institutionIds})) order by 1)`

export const rhythmOf = (
  row: Pick<ScheduleRow, 'reportType' | 'isQuarterly' | 'businessDay' | 'startsOn'> & { fiscalYearEnds: readonly number[] },
): Rhythm => ({
  ...row,
  rhythm: REPORT_FAMILIES[row.reportType].rhythm,
})

const SORTS = { name: sql`lower(s.name)`, reportType: sql`s.report_type`, businessDay: sql`s.business_day`, createdAt: sql`s.created_at` }

export async function selectSchedules(
  trx: Trx,
  { siteId }: Scope,
  session: Session,
  today: PlainDate,
  input: PageQuery & { sort: keyof typeof SORTS; reportType?: ReportTypeName | undefined; paused?: boolean | undefined },
): Promise<{ records: ReportSchedule[]; total: number }> {
  const where = sql`s.site_id = ${siteId} and s.deleted_at is null and s.report_type = any(${typesOf(session, 1)}::text[])
    ${input.reportType === undefined ? sql`` : sql`and s.report_type = ${input.reportType}`}
    ${input.paused === undefined ? sql`` : sql`and (s.paused_at is not null) = ${input.paused}`}
    ${input.search ? sql`and position(lower(${input.search}) in lower(s.name)) > 0` : sql``}`
  const direction = input.desc ? sql`desc` : sql`asc`
  const rows = await selectRows(
    trx,
    where,
    sql`order by ${SORTS[input.sort]} ${direction}, s.id ${direction} limit ${input.take} offset ${input.skip}`,
  )
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from report_schedule s where ${where}`.execute(trx)
  return { records: rows.map((row) => shown(row, session, today)), total: counted[0]?.total ?? 0 }
}

/** @returns undefined when it is not there for the caller */
export async function selectSchedule(
  trx: Trx,
  { siteId }: Scope,
  session: Session,
  today: PlainDate,
  id: number,
): Promise<ReportSchedule | undefined> {
  const [row] = await selectRows(
    trx,
    sql`s.id = ${id} and s.site_id = ${siteId} and s.deleted_at is null and s.report_type = any(${typesOf(session, 1)}::text[])`,
    sql``,
  )
  return row && shown(row, session, today)
}

async function selectRows(trx: Trx, where: RawBuilder<unknown>, tail: RawBuilder<unknown>): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select s.id, s.site_id, s.name, s.report_type, s.is_quarterly, s.business_day, s.institution_ids, s.hold, s.starts_on, s.paused_at, s.created_by, s.changed_by, s.created_at, s.updated_at,
      nullif(concat_ws(' ', u.first_name, u.last_name), '') as created_by_name, ${fiscalYearEndsOf(sql`s.site_id`, sql`s.institution_ids`)} as fiscal_year_ends,
      r.period as last_period, r.status as last_status, r.reason as last_reason
    from report_schedule s
    left join user_account u on u.id = s.created_by
    left join lateral (select period, status, reason from report_schedule_run where schedule_id = s.id order by status in ('WAITING', 'STARTED') desc, period desc limit 1) r on true
    where ${where} ${tail}`.execute(trx)
  return rows
}

function shown(
  { siteId: _, createdByName, changedBy: __, pausedAt, institutionIds, fiscalYearEnds, startsOn, ...row }: ListedRow,
  session: Session,
  today: PlainDate,
): ReportSchedule {
  const next = pausedAt === null ? nextDue(rhythmOf({ ...row, startsOn, fiscalYearEnds }), today) : null
  return {
    ...row,
    institutionIds: institutionIds ?? [],
    paused: pausedAt !== null,
    nextOn: next?.on ?? null,
    nextPeriod: next?.period ?? null,
    createdBy: createdByName,
    mayChange: session.actingAs === null && typesOf(session, 2).includes(row.reportType),
  }
}

const RUN_SORTS = { period: sql`r.period`, dueOn: sql`r.due_on`, startedAt: sql`r.started_at` }

export async function selectRuns(
  trx: Trx,
  { siteId }: Scope,
  scheduleId: number,
  input: PageQuery & { sort: keyof typeof RUN_SORTS },
): Promise<{ records: ScheduleRun[]; total: number }> {
  const direction = input.desc ? sql`desc` : sql`asc`
  const { rows } = await sql<Omit<ScheduleRun, 'id'> & { period: PlainDate; count: number }>`
    select r.period, r.due_on, r.status, r.reason, r.batch_id, r.looked_at, r.started_at, r.finished_at, nullif(concat_ws(' ', u.first_name, u.last_name), '') as asked_by,
      b.ready, b.failed, b.total, (count(*) over ())::int as count
    from report_schedule_run r
    left join user_account u on u.id = r.asked_by
    cross join lateral (
      select count(*) filter (where p.status = 'Ready')::int as ready, count(*) filter (where p.status = 'Failed')::int as failed, count(*)::int as total
      from report_batch_entry e join report p on p.institution_id = e.institution_id and p.id = e.report_id and p.deleted_at is null where e.batch_id = r.batch_id) b
    where r.schedule_id = ${scheduleId} and r.site_id = ${siteId}
    order by ${RUN_SORTS[input.sort]} ${direction} nulls last, r.period ${direction} limit ${input.take} offset ${input.skip}`.execute(trx)
  return {
    records: rows.map(({ count: _, ...run }) => ({ ...run, id: yearOf(run.period) * 100 + monthOf(run.period) })),
    total: rows[0]?.count ?? 0,
  }
}

/** The schedule's own row, locked: whoever changes, runs or looks at it does so one after the other. */
export async function lockSchedule(
  trx: Trx,
  siteId: number,
  id: number,
): Promise<(ScheduleRow & { fiscalYearEnds: number[]; deletedAt: string | null }) | undefined> {
  const { rows } = await sql<ScheduleRow & { fiscalYearEnds: number[]; deletedAt: string | null }>`
    select s.id, s.site_id, s.name, s.report_type, s.is_quarterly, s.business_day, s.institution_ids, s.hold, s.starts_on, s.paused_at, s.created_by, s.changed_by, s.updated_at, s.deleted_at,
      ${fiscalYearEndsOf(siteId, sql`s.institution_ids`)} as fiscal_year_ends
    from report_schedule s where s.id = ${id} and s.site_id = ${siteId} for update of s`.execute(trx)
  const [row] = rows
  return row && isReportTypeName(row.reportType) ? row : undefined
}
