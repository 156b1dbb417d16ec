/** Which policies count at a date: SQL shared by snapshots, the close gate and the dashboards. */
import type { PlainDate } from '@corridor/domain/period.ts'
import { type RawBuilder, sql } from 'kysely'

/** Statuses in which a policy is no longer held; until its status date it still was. */
export const ENDED_STATUSES = ['DEATH_PAID', 'SURRENDERED', 'EXCHANGED_OUT', 'LAPSED', 'TRANSFERRED'] as const
export type EndedStatus = (typeof ENDED_STATUSES)[number]
export const isEnded = (status: string): status is EndedStatus => ENDED_STATUSES.some((ended) => ended === status)

const HELD = sql`('IN_FORCE', 'GRACE', 'PAID_UP', 'DEATH_CLAIM_PENDING')`

/**
 * "In force at `date`", over a policy aliased p: by the status it had then. Few policies have changed since, so that the present status
 * answers for nearly all, and the history only for those that have. PENDING policies are not in force yet.
 */
export const heldAt = (
  date: PlainDate | RawBuilder<PlainDate>,
) => sql<boolean>`(p.issue_date <= ${date} and case when coalesce(p.status_date, p.issue_date) <= ${date}
  then p.policy_status in ${HELD}
  else coalesce((select e.status in ${HELD} from policy_status_history e where e.institution_id = p.institution_id and e.policy_id = p.id and e.voided_at is null
    and e.effective_date <= ${date} order by e.effective_date desc limit 1), false) end)`
