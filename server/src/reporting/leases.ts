/**
 * Leases on reports. The report rows are the queue: a maker claims a few for some seconds, renews while it works, and settles them with the
 * token it got. A maker that died loses its claim by itself; one that was only slow finds its token gone and leaves no trace.
 */
import { randomUUID } from 'node:crypto'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { inScope, type Scope } from '../platform/http/scope.ts'
import type { Kernel } from '../platform/kernel.ts'

/** Shorter than the job queue's own time-out (8 s), so that whoever takes a dead maker's job finds its reports free. */
const LEASE_SECONDS = 5
const RENEW_EVERY = 1_500
/** A report whose maker was cut off this often is given up. */
export const ATTEMPTS_AT_MOST = 12
/** From this attempt on a report is made alone: it may be what kills its maker, and others shall not suffer. */
const ALONE_FROM = 4

export interface Claim {
  institutionId: number
  id: number
  reportType: string
  subsidiaryId: number | null
  period: PlainDate
  isQuarterly: boolean
  currentVersion: number
  wasReleased: boolean
  preliminaryReason: string | null
  attempts: number
  /** Policies it may hold at most: sizes the query and the memory that a group of reports takes. */
  policies: number
}

export interface ClaimedReports {
  token: string
  reports: Claim[]
}

/** Claims up to `limit` reports of a batch: what a dead maker left comes first. Reports being made by others are passed over. */
export async function claimReports(trx: Trx, scope: Scope, batchId: number, limit: number): Promise<ClaimedReports> {
  const token = randomUUID()
  const { rows } = await sql<Claim>`
    with free as materialized (
      select r.institution_id, r.id, r.attempts, row_number() over (order by r.lease_until is null, r.attempts, r.institution_id, r.id) as place
      from report r
      where r.batch_id = ${batchId} and r.site_id = ${scope.siteId} and r.status in ('Scheduled', 'Generating', 'Refreshing') and r.deleted_at is null
        and (r.lease_until is null or r.lease_until < clock_timestamp())
    ), chosen as materialized (
      select r.institution_id, r.id from report r join free on free.institution_id = r.institution_id and free.id = r.id
      where case when (select attempts from free where place = 1) >= ${ALONE_FROM} then free.place = 1 else free.attempts < ${ALONE_FROM} end and r.status in ('Scheduled', 'Generating', 'Refreshing')
        and (r.lease_until is null or r.lease_until < clock_timestamp())
      order by free.place limit ${limit} for update of r skip locked
    )
    update report r set status = case when r.status = 'Refreshing' then 'Refreshing' else 'Generating' end,
      lease_token = ${token}, lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}), attempts = r.attempts + 1, updated_at = now()
    from chosen where r.institution_id = chosen.institution_id and r.id = chosen.id
    returning r.institution_id, r.id, r.report_type, r.subsidiary_id, r.period, r.is_quarterly, r.current_version, r.released_version is not null as was_released,
      r.preliminary_reason, r.attempts,
      (select count(*)::int from policy p where p.site_id = r.site_id and p.institution_id = r.institution_id and p.subsidiary_id is not distinct from r.subsidiary_id) as policies`.execute(
    trx,
  )
  return { token, reports: rows.sort((a, b) => a.institutionId - b.institutionId || a.id - b.id) }
}

/** Whoever takes several reports takes them by their numbers, staff who release or ask anew as makers do: nobody waits for one while holding a later one. */
const heldInOrder = (scope: Scope, token: string) => sql`select r.institution_id, r.id from report r
    where r.lease_token = ${token} and r.site_id = ${scope.siteId} order by r.institution_id, r.id for no key update`

/** Renews the lease until stopped, once at a time: a renewal that has to wait is not joined by others. Losing it is not reported: settling with the token tells. */
export function keepClaim(kernel: Kernel, scope: Scope, token: string): () => void {
  let renewing = false
  const timer = setInterval(() => {
    if (renewing) return
    renewing = true
    inScope(kernel.db, scope, (trx) =>
      sql`with held as materialized (${heldInOrder(scope, token)})
        update report r set lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}) from held where r.institution_id = held.institution_id and r.id = held.id`.execute(
        trx,
      ),
    )
      .catch(() => undefined)
      .finally(() => {
        renewing = false
      })
  }, RENEW_EVERY)
  timer.unref()
  return () => clearInterval(timer)
}

/** Gives back what was not settled, so that nobody waits for the lease to end; it does not count as an attempt. */
export async function releaseClaim(trx: Trx, scope: Scope, token: string): Promise<void> {
  await sql`with held as materialized (${heldInOrder(scope, token)})
    update report r set lease_token = null, lease_until = null, attempts = greatest(r.attempts - 1, 0) from held
    where r.institution_id = held.institution_id and r.id = held.id and r.status in ('Scheduled', 'Generating', 'Refreshing')`.execute(trx)
}
