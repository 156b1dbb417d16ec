/** The checks that follow posting (rules V1, V3, V4), kept as audit exceptions until they no longer hold or somebody clears them. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** @returns how many exceptions of the file's carriers, institutions and month are open */
export async function auditAfterPosting(trx: Trx, scope: Scope, fileId: number, period: PlainDate): Promise<number> {
  const covered = sql`select distinct r.carrier_code, r.institution_id, r.period from carrier_file_row r where r.file_id = ${fileId} and r.period = ${period} and r.policy_id is not null`
  const { rows } = await sql<{ open: number }>`
    with covered as (${covered}),
    found as (
      select 'V1' as rule_code, p.institution_id, p.id as policy_id, c.period, c.carrier_code, null::bigint as expected, null::bigint as actual, null::int as line_number,
        'Policy ' || p.policy_number || ' is in force and has no posted value.' as message
      from covered c
      join policy p on p.institution_id = c.institution_id and p.carrier_code = c.carrier_code and p.site_id = ${scope.siteId}
      where p.policy_status in ('IN_FORCE', 'GRACE', 'PAID_UP', 'DEATH_CLAIM_PENDING') and (p.issue_date is null or p.issue_date <= c.period)
        and not exists (select from policy_valuation v where v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${period} and v.status = 'POSTED')
      union all
      select rule.code, r.institution_id, r.policy_id, r.period, r.carrier_code, rule.posted, rule.fed, r.line_number,
        rule.name || ' of the feed differs from what is posted.'
      from carrier_file_row r
      join policy_valuation v on v.institution_id = r.institution_id and v.policy_id = r.policy_id and v.as_of_date = ${period} and v.status = 'POSTED'
      cross join lateral (values
        ('V3', 'The cash surrender value', v.cash_surrender_value_cents, r.cash_surrender_value_cents, 1),
        ('V4', 'The death benefit', v.death_benefit_cents, r.death_benefit_cents, 100)) as rule (code, name, posted, fed, tolerance)
      where r.file_id = ${fileId} and r.period = ${period} and abs(rule.posted - rule.fed) > rule.tolerance),
    resolved as (
      update audit_exception x set status = 'RESOLVED', resolved_at = now(), note = 'No longer found when a feed was posted.'
      from covered c
      where x.site_id = ${scope.siteId} and x.institution_id = c.institution_id and x.carrier_code = c.carrier_code and x.period = c.period and x.rule_code in ('V1', 'V3', 'V4') and x.status = 'OPEN'
        and not exists (select from found f where f.rule_code = x.rule_code and f.policy_id = x.policy_id and f.institution_id = x.institution_id and f.period = x.period)
      returning x.id),
    entered as (
      insert into audit_exception (institution_id, site_id, check_code, rule_code, severity, period, carrier_code, policy_id, expected, actual, difference_cents, message, file_id, line_number)
      select f.institution_id, ${scope.siteId}, 'client-exceptions', f.rule_code, 'error', f.period, f.carrier_code, f.policy_id, f.expected::text, f.actual::text, f.actual - f.expected, f.message, ${fileId}, f.line_number
      from found f
      where not exists (select from audit_exception x where x.institution_id = f.institution_id and x.site_id = ${scope.siteId} and x.rule_code = f.rule_code and x.policy_id = f.policy_id
        and x.period = f.period and x.status in ('OPEN', 'ACKNOWLEDGED'))
      returning id)
    select (select count(*) from found)::int as open, (select count(*) from resolved) as resolved, (select count(*) from entered) as entered`.execute(
    trx,
  )
  return rows[0]?.open ?? 0
}
