/** Decisions on exceptions and sign-offs of audits that came after a report's version `v` and that its controls would print: the report `r` says of its audits what holds no more. */
import type { OutdatedControls } from '@corridor/domain/reports/outdated-controls.ts'
import { sql } from 'kysely'
import type { Scope } from '../platform/http/scope.ts'
import { unread } from './stale-terms.ts'

/** A paper that went out before the decision said what held on that day: it is older only than what was decided before its release. */
const reaches = (at: string) =>
  sql<boolean>`(r.released_version is distinct from v.version or r.withdrawn_at is not null or ${sql.ref(at)} <= r.released_at)`
const since = (table: string, at: string) => sql<boolean>`(${unread(table, at)} and ${reaches(`${table}.${at}`)})`

/** Months whose controls the report prints; those of a year's review are of its last month. Read only where something was decided. */
const STATEMENTS = sql`(select coalesce(v.snapshot -> 'controls', v.snapshot #> '{asset,controls}') as last) c
  cross join lateral jsonb_array_elements(jsonb_build_array(c.last) || case when r.is_quarterly then coalesce(c.last -> 'earlier', '[]') else '[]' end) as s (said)`
const ofMonths = (table: string) => sql<boolean>`${sql.ref(`${table}.site_id`)} = r.site_id
  and ${sql.ref(`${table}.period`)} <= r.period and ${sql.ref(`${table}.period`)} > r.period - make_interval(months => case when r.is_quarterly then 3 else 1 end)`

/** Only the report in full prints why an exception was settled. */
const isPrintedOtherwise = sql<boolean>`(x.status <> k.status or r.report_type = 'AssetReport' and x.reason_code is distinct from k.reason_code)`

/** Decided by a person: what an audit finds or no longer finds follows from values, of which the report is told apart. */
const EXCEPTIONS = sql`
  select count(*) filter (where k.status = 'OPEN')::int as decided, count(*) filter (where k.status <> 'OPEN')::int as changed
  from audit_exception x
  join lateral (select t.status, t.reason_code from audit_exception_step t where t.institution_id = x.institution_id and t.exception_id = x.id and not ${unread('t', 'at')}
    order by t.id desc limit 1) k on true
  where x.institution_id = r.institution_id and ${ofMonths('x')} and x.updated_at > v.generated_at - interval '1 hour'
    and exists (select from audit_exception_step t where t.institution_id = x.institution_id and t.exception_id = x.id and t.user_id is not null and ${since('t', 'at')})
    and ${isPrintedOtherwise}
    and exists (select from ${STATEMENTS} where (s.said ->> 'asOf')::date = x.period and s.said ->> 'examined' is not null)`

/** Sign-offs that hold and were given since, and those that the report prints and were withdrawn since. */
const SIGN_OFFS = sql`
  select count(distinct (o.check_code, o.period))::int as "signOffs"
  from audit_sign_off o left join audit_sign_off_withdrawal w on w.site_id = o.site_id and w.sign_off_id = o.id
  where ${ofMonths('o')} and case when w.sign_off_id is null then ${since('o', 'signed_at')} else ${since('w', 'withdrawn_at')} and not ${unread('o', 'signed_at')} end
    and exists (select from ${STATEMENTS} where (s.said ->> 'asOf')::date = o.period and s.said ->> 'examined' is not null and s.said ? 'reviews')`

/** Null for a report that prints no controls. A key of one institution does not read sign-offs, which are of every institution's month. */
export const outdatedControlsFor = ({ institutionId }: Scope) => sql<OutdatedControls | null>`case when r.report_type <> 'C8925Report' then
  (select to_jsonb(d) from (select x.decided, x.changed, o."signOffs" from (${EXCEPTIONS}) x
    cross join (${institutionId > 0 ? sql`select 0 as "signOffs"` : SIGN_OFFS}) o) d) end`
