/** Batches and the institutions they can be started for. */
import type { PageQuery } from '@corridor/contract/kernel/page.ts'
import type { GeneratableInstitution, ReportBatch } from '@corridor/contract/reports.ts'
import { monthOf, type PlainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { remainingSeconds } from '@corridor/domain/primitives/remaining-time.ts'
import { reportFamily } from '@corridor/domain/reports/families.ts'
import type { GeneratedReportStatus } from '@corridor/domain/reports/statuses.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { type Scope, visible } from '../platform/http/scope.ts'
import { heldAt } from '../shared/policies/in-force-policies.ts'
import { siteDayOf } from '../shared/site-day.ts'
import { type ControlTotals, incompleteOf } from './family.ts'

export interface BatchFilter {
  batchName?: string | undefined
  period?: PlainDate | undefined
  year?: number | undefined
  isQuarterly?: boolean | undefined
  createdAt?: PlainDate | undefined
  search?: string | undefined
}

interface BatchRow extends Omit<ReportBatch, 'year' | 'month' | 'stats' | 'remainingSeconds'> {
  period: PlainDate
  ready: number
  remaining: number
  scheduled: number
  failed: number
  canceled: number
  madeHere: number
  firstDoneAt: string | null
  asOf: string
  released: number
  total: number
}

/** A month and the quarter that ends with it stand side by side, the quarter above when the newest come first. */
const SORTS = {
  createdAt: [sql`b.created_at`],
  batchName: [sql`lower(b.batch_name)`],
  period: [sql`b.period`, sql`b.is_quarterly`],
  completedAt: [sql`b.completed_at`],
}

/** A page of batches with their counts, which are counted, never kept. Clients see the batches that hold a report released to them. */
export async function selectBatches(
  trx: Trx,
  scope: Scope,
  type: string,
  filter: BatchFilter,
  page: PageQuery & { sort: keyof typeof SORTS },
): Promise<{ records: ReportBatch[]; total: number }> {
  const where = sql.join([sql`b.site_id = ${scope.siteId} and b.report_type = ${type}`, ...conditions(scope, filter)], sql` and `)
  const records = await batchRows(
    trx,
    scope,
    where,
    sql`order by ${sql.join([...SORTS[page.sort], sql`b.id`].map((by) => sql`${by} ${page.desc ? sql`desc` : sql`asc`} nulls last`))}
      limit ${page.take} offset ${page.skip}`,
  )
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from report_batch b where ${where}`.execute(trx)
  return { records, total: rows[0]?.total ?? 0 }
}

/** @returns undefined when there is none in the scope */
export async function selectBatch(trx: Trx, scope: Scope, type: string, batchId: number): Promise<ReportBatch | undefined> {
  const where = sql.join(
    [sql`b.site_id = ${scope.siteId} and b.report_type = ${type} and b.id = ${batchId}`, ...conditions(scope, {})],
    sql` and `,
  )
  const [batch] = await batchRows(trx, scope, where, sql``)
  return batch
}

function conditions(scope: Scope, { batchName, period, year, isQuarterly, createdAt, search }: BatchFilter): RawBuilder<unknown>[] {
  return [
    ...(scope.side === 'client'
      ? [
          sql`exists (select from report_version m join report r on r.institution_id = m.institution_id and r.id = m.report_id and r.released_version = m.version
      where m.batch_id = b.id and ${visible(scope, 'm')} and r.withdrawn_at is null and r.deleted_at is null)`,
        ]
      : []),
    ...(batchName === undefined ? [] : [sql`b.batch_name ilike ${contains(batchName)}`]),
    ...(search === undefined || search === '' ? [] : [sql`b.batch_name ilike ${contains(search)}`]),
    ...(period === undefined ? [] : [sql`b.period = ${period}`]),
    ...(year === undefined ? [] : [sql`b.period between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)`]),
    ...(isQuarterly === undefined ? [] : [sql`b.is_quarterly = ${isQuarterly}`]),
    ...(createdAt === undefined ? [] : [sql`${siteDayOf(sql`b.created_at`, scope.siteId)} = ${createdAt}`]),
  ]
}

/** A pattern that finds the text anywhere in a value; % and _ are themselves. */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Tells the later batches of one period from the first; a client is shown periods, and knows of no batches. Of a batch aliased b. */
export const NUMBERED = sql`coalesce((
  select ', batch ' || count(*) from report_batch o
  where o.site_id = b.site_id and o.report_type = b.report_type and o.period = b.period and o.is_quarterly = b.is_quarterly and o.id <= b.id having count(*) > 1
), '')`

/** Reports whose making tells the batch's rate; those of an earlier batch were there before. */
const MADE_HERE = sql`r.batch_id = b.id and r.status in ('Ready', 'Failed') and r.completed_at >= b.created_at`

async function batchRows(trx: Trx, scope: Scope, where: RawBuilder<unknown>, tail: RawBuilder<unknown>): Promise<ReportBatch[]> {
  const { rows } = await sql<BatchRow>`
    select b.id, b.batch_name || ${scope.side === 'staff' ? NUMBERED : sql`''`} as batch_name, b.report_type, b.period, b.is_quarterly, b.hold, b.created_at, b.completed_at, clock_timestamp() as as_of,
      ${scope.side === 'staff' ? sql`b.canceled_at, nullif(concat_ws(' ', c.first_name, c.last_name), '')` : sql`null::timestamptz as canceled_at, null::text`} as canceled_by,
      ${scope.side === 'staff' ? sql`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), 'System')` : sql`''`} as created_by, s.*
    from report_batch b
    left join user_account u on u.id = b.created_by
    left join user_account c on c.id = b.canceled_by
    cross join lateral (
      select count(*) filter (where r.status = 'Ready')::int as ready, count(*) filter (where r.status in ('Scheduled', 'Generating', 'Refreshing'))::int as remaining,
        count(*) filter (where r.status = 'Scheduled')::int as scheduled, count(*) filter (where r.status = 'Failed')::int as failed,
        count(*) filter (where r.status = 'Canceled')::int as canceled,
        count(*) filter (where ${MADE_HERE})::int as made_here, min(r.completed_at) filter (where ${MADE_HERE}) as first_done_at,
        count(*) filter (where r.released_version is not null and r.withdrawn_at is null)::int as released, count(*)::int as total
      from report_batch_entry e join report r on r.institution_id = e.institution_id and r.id = e.report_id and r.deleted_at is null
      where e.batch_id = b.id and ${visible(scope, 'e')} ${
        scope.side === 'staff'
          ? sql``
          : sql`and exists (select from report_version m
        where m.institution_id = r.institution_id and m.report_id = r.id and m.version = r.released_version and m.batch_id = b.id)`
      }) s
    where ${where} ${tail}`.execute(trx)
  return rows.map(({ ready, remaining, scheduled, failed, canceled, released, total, madeHere, firstDoneAt, asOf, ...batch }) => ({
    ...batch,
    remainingSeconds:
      scope.side === 'client' || remaining === 0
        ? null
        : remainingSeconds({
            done: madeHere,
            left: remaining,
            firstDoneAt: firstDoneAt === null ? null : Date.parse(firstDoneAt),
            now: Date.parse(asOf),
          }),
    year: yearOf(batch.period),
    month: monthOf(batch.period),
    // How staff work on a report is not the client's: what it sees is ready.
    stats:
      scope.side === 'staff'
        ? { Ready: ready, remaining, scheduled, failed, canceled, released, total }
        : { Ready: released, remaining: 0, scheduled: 0, failed: 0, canceled: 0, released, total: released },
  }))
}

interface TargetRow {
  id: number
  name: string
  city: string | null
  stateCode: string | null
  subsidiaryId: number | null
  subsidiaryName: string | null
  policyCount: number
  policiesWithoutValue: number
  quarterEnds: boolean
  reportId: number | null
  batchId: number | null
  status: GeneratedReportStatus | null
  currentVersion: number | null
  releasedVersion: number | null
  withdrawnAt: string | null
  controlTotals: ControlTotals | null
}
/** A report that was made has no status to show before the release check has spoken. */
export interface Target extends Omit<GeneratableInstitution, 'closeGate' | 'existing'> {
  existing: (Omit<Existing, 'shown'> & Pick<TargetRow, 'releasedVersion' | 'withdrawnAt'>) | null
}
type Existing = NonNullable<GeneratableInstitution['existing']>

/** Institutions and subsidiaries that hold policies at the period, and what was made for it already; of annual reports those whose fiscal year ends then, of quarterly ones a quarter of it. */
export async function selectTargets(trx: Trx, scope: Scope, type: string, period: PlainDate, isQuarterly: boolean): Promise<Target[]> {
  const owner = {
    each: sql`p.subsidiary_id`,
    'with-ein': sql`case when o.ein is not null then o.id end`,
    none: sql`null::int`,
  }[reportFamily(type).subsidiaries]
  const quarterEnds = sql<boolean>`(i.fiscal_year_end_month - ${monthOf(period)}::int) % 3 = 0`
  const isDue =
    reportFamily(type).rhythm === 'annual'
      ? sql<boolean>`i.fiscal_year_end_month = ${monthOf(period)}`
      : isQuarterly
        ? quarterEnds
        : sql<boolean>`true`
  const { rows } = await sql<TargetRow>`
    with held as materialized (
      select p.institution_id, ${owner} as subsidiary_id, count(*)::int as policy_count, count(*) filter (where v.policy_id is null)::int as policies_without_value
      from policy p
      left join subsidiary o on o.institution_id = p.institution_id and o.id = p.subsidiary_id
      left join policy_valuation v on v.site_id = p.site_id and v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${period} and v.status = 'POSTED'
      where p.site_id = ${scope.siteId} and ${heldAt(period)}
      group by 1, 2)
    select i.id, i.name, i.city, i.state_code, held.subsidiary_id, s.name as subsidiary_name, held.policy_count, held.policies_without_value, ${quarterEnds} as quarter_ends,
      r.id as report_id, r.batch_id, r.status, r.current_version, r.released_version, r.withdrawn_at, m.control_totals
    from held
    join institution i on i.id = held.institution_id and i.status = 'ACTIVE' and ${isDue}
    left join subsidiary s on s.institution_id = held.institution_id and s.id = held.subsidiary_id
    left join report r on r.institution_id = held.institution_id and r.site_id = ${scope.siteId} and r.report_type = ${type} and coalesce(r.subsidiary_id, 0) = coalesce(held.subsidiary_id, 0)
      and r.period = ${period} and r.is_quarterly = ${isQuarterly} and r.deleted_at is null
    left join report_version m on m.institution_id = r.institution_id and m.report_id = r.id and m.version = r.current_version
    order by lower(i.name), i.id, held.subsidiary_id nulls first`.execute(trx)
  return rows.map(
    ({
      id,
      name,
      city,
      stateCode,
      subsidiaryId,
      subsidiaryName,
      policyCount,
      policiesWithoutValue,
      quarterEnds,
      reportId,
      batchId,
      status,
      currentVersion,
      releasedVersion,
      withdrawnAt,
      controlTotals,
    }) => ({
      id,
      name,
      city,
      stateCode,
      subsidary_id: subsidiaryId,
      subsidiaryName,
      policyCount,
      policiesWithoutValue,
      quarterEnds,
      existing:
        reportId === null || batchId === null || status === null
          ? null
          : {
              reportId,
              batchId,
              status,
              currentVersion: currentVersion ?? 0,
              released: releasedVersion !== null && withdrawnAt === null,
              releasedVersion,
              withdrawnAt,
              incomplete: incompleteOf(type, controlTotals),
            },
    }),
  )
}

/** Institutions that hold policies at the period, and whose fiscal year ends in another month: they are not forgotten, their year is another. */
export async function selectOtherYears(trx: Trx, { siteId }: Scope, period: PlainDate) {
  const { rows } = await sql<{ id: number; name: string; fiscalYearEndMonth: number }>`
    select i.id, i.name, i.fiscal_year_end_month from institution i
    where i.status = 'ACTIVE' and i.fiscal_year_end_month <> ${monthOf(period)}
      and exists (select from policy p where p.site_id = ${siteId} and p.institution_id = i.id and ${heldAt(period)})
    order by lower(i.name), i.id`.execute(trx)
  return rows
}

/** The fiscal year ends of the institutions, for quarters. */
export const selectFiscalYears = (trx: Trx, institutionIds: readonly number[]) =>
  trx
    .selectFrom('institution')
    .select(['id', 'name', 'fiscalYearEndMonth'])
    .where(sql<SqlBool>`id = any(${[...institutionIds]}::int[])`)
    .orderBy('name')
    .execute()
