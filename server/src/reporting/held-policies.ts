/** Which policies count at a date: SQL shared by snapshots, the close gate and the dashboards. */
import type { PlainDate } from '@corridor/domain/period.ts'
import { type RawBuilder, sql } from 'kysely'

/** Statuses in which a policy is no longer held; until its status date it still was. */
export const ENDED_STATUSES = ['DEATH_PAID', 'SURRENDERED', 'EXCHANGED_OUT', 'LAPSED', 'TRANSFERRED'] as const
export type EndedStatus = (typeof ENDED_STATUSES)[number]
export const isEnded = (status: string): status is EndedStatus => ENDED_STATUSES.some((ended) => ended === status)

/** "In force at `date`", over a policy aliased p. PENDING policies are not in force yet. */
export const heldAt = (
  date: PlainDate | RawBuilder<PlainDate>,
) => sql<boolean>`(p.issue_date <= ${date} and (p.policy_status in ('IN_FORCE', 'GRACE', 'PAID_UP', 'DEATH_CLAIM_PENDING')
  or (p.policy_status in ('DEATH_PAID', 'SURRENDERED', 'EXCHANGED_OUT', 'LAPSED', 'TRANSFERRED') and p.status_date > ${date})))`
