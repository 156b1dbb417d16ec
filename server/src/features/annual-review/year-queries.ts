/** Events around an institution's policies in a year, for its annual review: exceptions on record, files posted and their checks, Form 8925, and its peers. */

import { isAuditRule, RULE_SUBJECTS } from '@corridor/domain/auditing/rules.ts'
import { type PeerBank, peerGroupOf } from '@corridor/domain/calculations/peers.ts'
import { FEED_RULES } from '@corridor/domain/data-feeds/rules.ts'
import type { Cents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import type { FileChecks, YearAudits } from '@corridor/domain/reports/annual-review/file-checks.ts'
import type { AnnualReviewSnapshot, ReviewPeers } from '@corridor/domain/reports/annual-review/snapshot.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { siteDayOf } from '../../shared/site-day.ts'
import { rowsOf } from './snapshot-queries.ts'

type ExceptionRow = AnnualReviewSnapshot['exceptions'][number] & { institutionId: number }
export const selectExceptions = (trx: Trx, scope: Scope, ids: number[], after: PlainDate, period: PlainDate) =>
  rowsOf(
    trx,
    sql<ExceptionRow>`
    select institution_id, check_code as "check", severity, count(*)::int as found, count(*) filter (where status in ('RESOLVED', 'FALSE_POSITIVE'))::int as cleared
    from audit_exception
    where site_id = ${scope.siteId} and institution_id = any(${ids}::int[]) and period > ${after} and period <= ${period}
    group by institution_id, check_code, severity order by institution_id, check_code, severity`,
  )

type SkippedRow = Omit<FileChecks, 'notRun'> & { institutionId: number; skipped: { ruleCode: string; files: number }[] }

/** Files that gave posted values for months of the year, which checks they could not be tried with, and what was found on the institution's rows of them. */
export async function selectFileChecks(
  trx: Trx,
  scope: Scope,
  ids: number[],
  after: PlainDate,
  period: PlainDate,
): Promise<Map<number, FileChecks>> {
  const rows = await rowsOf(
    trx,
    sql<SkippedRow>`
    with posted as materialized (
      select institution_id, file_id, array_agg(distinct policy_id) as policies from policy_valuation
      where site_id = ${scope.siteId} and institution_id = any(${ids}::int[]) and as_of_date > ${after} and as_of_date <= ${period} and status = 'POSTED' and file_id is not null
      group by institution_id, file_id)
    select p.institution_id, count(*)::int as files, (select count(distinct n)::int from posted o cross join unnest(o.policies) n where o.institution_id = p.institution_id) as policies,
      count(f.checked_at)::int as checked, coalesce(sum(x.errors), 0)::int as errors, coalesce(sum(x.warnings), 0)::int as warnings,
      coalesce(sum(x.accepted), 0)::int as accepted, coalesce(sum(x.open), 0)::int as open,
      coalesce((select array_agg(distinct concat_ws(' ', u.first_name, u.last_name) order by concat_ws(' ', u.first_name, u.last_name))
        from posted o join carrier_file_finding c on c.file_id = o.file_id and c.institution_id = o.institution_id and c.status = 'ACCEPTED' and c.severity <> 'info'
        join user_account u on u.id = c.resolved_by where o.institution_id = p.institution_id), '{}') as accepted_by,
      coalesce((select jsonb_agg(jsonb_build_object('ruleCode', s.code, 'files', s.files) order by s.files desc, s.code) from (
        select k.code, count(distinct o.file_id)::int as files
        from posted o join carrier_file w on w.id = o.file_id cross join jsonb_array_elements_text(w.skipped_rules) k (code)
        where o.institution_id = p.institution_id group by 1) s), '[]') as skipped
    from posted p join carrier_file f on f.id = p.file_id
    left join lateral (select count(*) filter (where c.severity = 'error') as errors, count(*) filter (where c.severity = 'warning') as warnings,
        count(*) filter (where c.status = 'ACCEPTED') as accepted, count(*) filter (where c.status = 'OPEN') as open
      from carrier_file_finding c where c.file_id = p.file_id and c.institution_id = p.institution_id and c.severity <> 'info') x on true
    group by p.institution_id order by p.institution_id`,
  )
  const told = ({ institutionId, skipped, ...row }: SkippedRow): [number, FileChecks] => [
    institutionId,
    {
      ...row,
      notRun: skipped.map(({ ruleCode, files }) => ({
        check: isAuditRule(ruleCode) ? RULE_SUBJECTS[ruleCode] : isFeedRule(ruleCode) ? FEED_RULES[ruleCode].title : ruleCode,
        files,
      })),
    },
  ]
  return new Map(rows.map(told))
}
/** Audits of the institutions' posted month ends in the year, where any ran. */
export async function selectAudits(
  trx: Trx,
  scope: Scope,
  ids: number[],
  after: PlainDate,
  period: PlainDate,
): Promise<Map<number, YearAudits>> {
  const rows = await rowsOf(
    trx,
    sql<YearAudits & { institutionId: number }>`
    with month as (
      select institution_id, period, sum(expected) as policies from audit_coverage
      where site_id = ${scope.siteId} and institution_id = any(${ids}::int[]) and period > ${after} and period <= ${period} group by institution_id, period)
    select m.institution_id, count(*)::int as months, max(m.policies)::int as policies,
      (select count(distinct code)::int from audit_coverage a cross join lateral jsonb_object_keys(a.asked) as code
        where a.site_id = ${scope.siteId} and a.institution_id = m.institution_id and a.period > ${after} and a.period <= ${period}) as rules
    from month m group by m.institution_id`,
  )
  return new Map(rows.map(({ institutionId, ...audits }) => [institutionId, audits]))
}

export const selectChecks = async (trx: Trx, scope: Scope, ids: number[], after: PlainDate, period: PlainDate) => ({
  files: await selectFileChecks(trx, scope, ids, after, period),
  audits: await selectAudits(trx, scope, ids, after, period),
})
/** The checks of one institution, as its snapshot holds them: nothing is said of what did not run. */
export function checksOf(
  { files, audits }: Awaited<ReturnType<typeof selectChecks>>,
  institutionId: number,
): Pick<AnnualReviewSnapshot, 'filesPosted' | 'fileChecks' | 'audits'> {
  const [checks, audited] = [files.get(institutionId), audits.get(institutionId)]
  return {
    ...(checks ? { filesPosted: checks.files, fileChecks: checks } : { filesPosted: 0 }),
    ...(audited ? { audits: audited } : {}),
  }
}
const isFeedRule = (code: string): code is keyof typeof FEED_RULES => code in FEED_RULES

/** The institution's own Form 8925 for the year, with the totals kept with its newest version, and the day of the site on which it was released. */
export const selectForms = (trx: Trx, scope: Scope, ids: number[], period: PlainDate) =>
  rowsOf(
    trx,
    sql<{ institutionId: number; insuredEmployees: number | null; withoutConsent: number | null; releasedOn: PlainDate | null }>`
    select r.institution_id, (v.control_totals ->> 'insuredEmployees')::int as insured_employees, (v.control_totals ->> 'withoutConsent')::int as without_consent,
      case when r.released_version is not null and r.withdrawn_at is null then ${siteDayOf(sql`r.released_at`, scope.siteId)} end as released_on
    from report r
    join report_version v on v.institution_id = r.institution_id and v.report_id = r.id and v.version = r.current_version
    where r.site_id = ${scope.siteId} and r.institution_id = any(${ids}::int[]) and r.report_type = 'C8925Report' and r.period = ${period}
      and r.subsidiary_id is null and r.deleted_at is null`,
  )

export interface PeerBook {
  reportDate: PlainDate
  source: ReviewPeers['source']
  banks: PeerBank[]
}

/** Call Reports of another date than a quarter beside the year's end are no peers of it. */
const FURTHEST_MONTHS = 3

/** The newest Call Reports that were due by the year end; null when none of a date near it were imported. */
export async function selectPeers(trx: Trx, period: PlainDate): Promise<PeerBook | null> {
  const [dated] = await rowsOf(
    trx,
    sql<{ reportDate: PlainDate; source: ReviewPeers['source'] }>`
    select report_date, source from call_report_import where report_date <= ${period} and report_date >= ${addMonthEnds(period, -FURTHEST_MONTHS)}
    order by report_date desc limit 1`,
  )
  if (!dated) return null
  const banks = await rowsOf(
    trx,
    sql<PeerBank>`
    select id_rssd, name, state_code, total_assets_cents as total_assets, life_general_cents + life_separate_cents + life_hybrid_cents as life_insurance,
      tier1_cents as tier1, total_capital_cents as total_capital
    from call_report_bank where report_date = ${dated.reportDate} order by id_rssd`,
  )
  return { ...dated, banks }
}

/** The bank among its peers: its own figures are those of this book, since its filing of the date may not be public yet. */
export function peersOf(
  book: PeerBook | null,
  own: { idRssd: number; name: string; stateCode: string; lifeInsurance: Cents },
  capital: { tier1: Cents; total: Cents | null; totalAssets: Cents | null } | null,
): ReviewPeers | null {
  if (!book || !capital || capital.totalAssets === null || capital.totalAssets <= 0) return null
  const bank: PeerBank = { ...own, totalAssets: capital.totalAssets, tier1: capital.tier1, totalCapital: capital.total }
  const group = peerGroupOf(bank, book.banks, { holdersOnly: true })
  return {
    reportDate: book.reportDate,
    source: book.source,
    banks: book.banks.length,
    own: bank,
    sizeGroup: group.size.name,
    stateCode: group.stateCode,
    group: group.banks,
  }
}
