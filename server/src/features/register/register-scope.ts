/** The institution whose register it is: in reach, or 404; who changes it takes turns, and stays out of locked months. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/http/errors.ts'
import type { Kernel } from '../../platform/kernel.ts'
import type { ResourceCall } from '../../platform/records/resource-rows.ts'
import { refuseLockedFacts } from '../../shared/policies/period-locks.ts'
import { dayOfSite } from '../../shared/site-day.ts'

/** A call on the register of one institution. */
export interface RegisterCall extends ResourceCall {
  kernel: Kernel
  institutionId: number
}

/** @throws AppError not_found, the same for one out of reach and one that never was */
export async function reach({ trx, scope, institutionId }: Pick<RegisterCall, 'trx' | 'scope' | 'institutionId'>, forUpdate = false) {
  const { rows } = await sql<{ name: string }>`
    select i.name from institution i where i.id = ${institutionId}
      and exists (select from institution_site s where s.institution_id = i.id and s.site_id = ${scope.siteId}) ${forUpdate ? sql`for no key update of i` : sql``}`.execute(
    trx,
  )
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

/** The same for who changes it: changes to one register take turns. */
export const reachToChange = (call: RegisterCall) => reach(call, true)

export const todayOf = ({ kernel, trx, scope }: RegisterCall): Promise<PlainDate> => dayOfSite(kernel, trx, scope.siteId)

/** @throws AppError period_locked when a fact that holds from that day reaches into a locked month */
export const refuseLocked = ({ trx, scope, institutionId }: RegisterCall, reaches: PlainDate | null): Promise<void> =>
  refuseLockedFacts(trx, scope, institutionId, reaches)

/** The earlier of two days, of which either may be missing. */
export const earlier = (one: PlainDate | null, other: PlainDate | null): PlainDate | null =>
  one === null ? other : other === null || one < other ? one : other
