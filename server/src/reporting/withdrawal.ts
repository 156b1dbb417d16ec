/** Withdrawals of versions that stand withdrawn: by whom, when and why, as the report's page tells it and its next release quotes it. */
import { formatDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Scope } from '../platform/http/scope.ts'
import { siteDayOf } from '../shared/site-day.ts'

export interface Withdrawal {
  on: PlainDate
  by: string | null
  reason: string | null
}

/** Whether the present version of a report `r` is the one that was withdrawn. */
export const isWithdrawnNow = sql<boolean>`(r.withdrawn_at is not null and r.released_version = r.current_version)`

/** The withdrawal of a report `r`: null unless its present version is the one that was withdrawn. The reason stands in the activity log alone. */
export const withdrawalOf = ({ siteId }: Scope) => sql<Withdrawal | null>`case when ${isWithdrawnNow} then
  jsonb_build_object('on', ${siteDayOf(sql`r.withdrawn_at`, siteId)},
    'by', (select nullif(concat_ws(' ', w.first_name, w.last_name), '') from user_account w where w.id = r.withdrawn_by),
    'reason', (select a.after ->> 'reason' from activity a
      where a.entity = 'report' and a.entity_id = r.id::text and a.action = 'report.withdrawn' and a.site_id = r.site_id order by a.id desc limit 1)) end`

export const withdrawalInWords = ({ on, by, reason }: Withdrawal): string =>
  `Withdrawn ${by === null ? '' : `by ${by} `}on ${formatDate(on)}.${reason === null ? '' : ` Reason: ${reason.replace(/(?<![.!?])$/, '.')}`}`
