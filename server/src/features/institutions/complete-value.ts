/** An institution's value as its page states it: at the last month, of the last three on record, that has the values of all policies held, subsidiaries' too. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { heldAt, heldOrEndedSince, statusAt } from '../../shared/policies/in-force-policies.ts'

const MONTH = sql<PlainDate>`m.period`
const PRIOR = sql<PlainDate>`m.prior`

/** Reads as readHoldings does of the same month; over an institution aliased t. A month in which nothing was held or ended is no month. */
const COMPLETE = sql`
  from (select v.as_of_date as day from policy_valuation v where v.institution_id = t.id and v.status = 'POSTED' order by v.as_of_date desc limit 1) latest
  cross join generate_series(0, 2) back
  cross join lateral (select (date_trunc('month', latest.day) + interval '1 month' * (1 - back))::date - 1 as period,
    (date_trunc('month', latest.day) - interval '1 month' * back)::date - 1 as prior) m
  cross join lateral (
    select count(*) as policies, coalesce(sum(v.cash_surrender_value_cents) filter (where ${heldAt(MONTH)}), 0)::bigint as value,
      bool_and(v.policy_id is not null) filter (where ${heldAt(MONTH)}) as is_complete
    from policy p cross join lateral ${statusAt(MONTH)} h
    left join policy_valuation v on v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = m.period and v.status = 'POSTED'
    where p.institution_id = t.id and ${heldOrEndedSince(MONTH, PRIOR)}) sums
  where sums.is_complete is not false order by back limit 1`

export const COMPLETE_VALUE = sql`(select case when sums.policies > 0 then sums.value end ${COMPLETE})`
export const COMPLETE_MONTH = sql`(select case when sums.policies > 0 then m.period::text end ${COMPLETE})`
