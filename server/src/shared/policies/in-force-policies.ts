/** Which policies count at a date: SQL shared by snapshots, the release check and the dashboards. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { type RawBuilder, sql } from 'kysely'

/** Statuses in which a policy is no longer held; until its status date it still was. */
export const ENDED_STATUSES = ['DEATH_PAID', 'SURRENDERED', 'EXCHANGED_OUT', 'LAPSED', 'TRANSFERRED'] as const
export type EndedStatus = (typeof ENDED_STATUSES)[number]
export const isEnded = (status: string): status is EndedStatus => ENDED_STATUSES.some((ended) => ended === status)

/** Statuses in which a policy is held: it has a value each month. */
export const HELD_STATUSES = sql`('IN_FORCE', 'GRACE', 'PAID_UP', 'DEATH_CLAIM_PENDING')`

/** A day, or the column that has it. */
type Day = PlainDate | RawBuilder<PlainDate>

/**
 * "In force at `date`", over a policy aliased p: by the status it had then. Few policies have changed since, so that the present status
 * answers for nearly all, and the history only for those that have. PENDING policies are not in force yet.
 */
export const heldAt = (date: Day) => sql<boolean>`(p.issue_date <= ${date} and case when coalesce(p.status_date, p.issue_date) <= ${date}
  then p.policy_status in ${HELD_STATUSES}
  else coalesce((select e.status in ${HELD_STATUSES} from policy_status_history e where e.institution_id = p.institution_id and e.policy_id = p.id and e.voided_at is null
    and e.effective_date <= ${date} order by e.effective_date desc limit 1), false) end)`

/** The status that a policy aliased p had at `date`, since when and why: `cross join lateral ${statusAt(date)} h`. None where it had no status yet. */
export const statusAt = (date: Day) => sql`(
  select p.policy_status as status, p.status_date, p.status_reason as reason where coalesce(p.status_date, p.issue_date) <= ${date}
  union all
  select * from (select e.status, e.effective_date, e.reason from policy_status_history e
    where e.institution_id = p.institution_id and e.policy_id = p.id and e.voided_at is null and e.effective_date <= ${date} and coalesce(p.status_date, p.issue_date) > ${date}
    order by e.effective_date desc limit 1) as earlier)`

/** Held at `date`, or ended after `since` and by then; where `statusAt(date)` is joined as h. */
export const heldOrEndedSince = (date: Day, since: Day) =>
  sql<boolean>`(${heldAt(date)} or (h.status = any(${[...ENDED_STATUSES]}::text[]) and h.status_date > ${since} and p.issue_date <= ${date}))`
