/** Reports made before figures they print were corrected: to be made again. Found by comparing times, so that making one again is all it takes. */
import { sql } from 'kysely'

/** How far a dated fact reaches: thirteen months of trend, and the month they begin from. */
const REACH_MONTHS = 14

/** The latest correction that a report's version `v` does not know of, as a time; null when there is none. In SQL the report is `r`. */
export const outdatedSince = sql<string | null>`(
  select max(c.at) from register_change c
  where c.institution_id = r.institution_id and c.site_id = r.site_id and c.reaches_from is not null and c.at > v.generated_at
    and c.reaches_from <= r.period and (c.entity <> 'valuation' or c.reaches_from > r.period - make_interval(months => ${REACH_MONTHS}))
    and (c.policy_id is null or exists (select from policy o where o.institution_id = c.institution_id and o.id = c.policy_id and coalesce(o.subsidiary_id, 0) = coalesce(r.subsidiary_id, 0))))`
