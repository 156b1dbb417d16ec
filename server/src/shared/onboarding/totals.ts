/** Tying out: what the book will hold of each institution and month after the import, beside what the firm's own system says. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { filled } from './resolving.ts'

/** @returns how many of the stated totals differ, and whether any was stated */
export async function tieOut(
  trx: Trx,
  scope: Scope,
  importId: number,
  months: readonly PlainDate[],
): Promise<{ stated: number; differences: number }> {
  await sql`create temporary table held (institution_id int, month_end date, policies int, surrender bigint, death bigint)`.execute(trx)
  const { rows: also } = await sql<{
    month: PlainDate
  }>`select distinct month_end as month from staged_control_totals where month_end is not null`.execute(trx)
  for (const month of new Set([...months, ...also.map((row) => row.month)]))
    await sql
      .raw(
        filled(
          // A value that the sheets give stands in place of the posted one; what they do not give stays.
          `insert into held select institution_id, '${month}'::date, count(*), sum(surrender), sum(death) from (
             select s.institution_id, s.cash_surrender_value_cents as surrender, s.death_benefit_cents as death from staged_values s where s.as_of_date = '${month}'
             union all select v.institution_id, v.cash_surrender_value_cents, v.death_benefit_cents from policy_valuation v
             where v.site_id = :site and v.as_of_date = '${month}' and v.status = 'POSTED'
               and not exists (select from staged_values s where s.as_of_date = '${month}' and s.institution_id = v.institution_id and s.policy_id = v.policy_id)) x group by 1`,
          scope,
        ),
      )
      .execute(trx)
  // Only institutions that the sheets speak of: the others on the portal are no matter of this import.
  await sql
    .raw(
      filled(
        `insert into onboarding_total (import_id, site_id, institution_name, month_end, stated_policies, stated_cash_surrender_value_cents, stated_death_benefit_cents,
           policies, cash_surrender_value_cents, death_benefit_cents, differs)
         select :import, :site, coalesce((select i.name from staged_institutions i where i.record_id = o.institution_id limit 1), (select i.name from institution i where i.id = o.institution_id), 'Unknown'),
           o.month_end, c.policies, c.cash_surrender_value_cents, c.death_benefit_cents, coalesce(h.policies, 0), coalesce(h.surrender, 0), coalesce(h.death, 0),
           c.n is not null and (c.policies, c.cash_surrender_value_cents, c.death_benefit_cents) is distinct from (coalesce(h.policies, 0)::bigint, coalesce(h.surrender, 0), coalesce(h.death, 0))
         from (select institution_id, month_end from held where institution_id in (select institution_id from staged_values union select institution_id from staged_control_totals)
               union select institution_id, month_end from staged_control_totals where institution_id is not null and month_end is not null) o
         left join held h on h.institution_id = o.institution_id and h.month_end = o.month_end
         left join (select distinct on (institution_id, month_end) * from staged_control_totals order by institution_id, month_end, n) c on c.institution_id = o.institution_id and c.month_end = o.month_end
         order by 3, o.month_end`,
        scope,
        importId,
      ),
    )
    .execute(trx)
  const { rows } = await sql<{ stated: number; differences: number }>`
    select count(*) filter (where stated_policies is not null)::int as stated, count(*) filter (where differs)::int as differences from onboarding_total where import_id = ${importId}`.execute(
    trx,
  )
  return rows[0] ?? { stated: 0, differences: 0 }
}
