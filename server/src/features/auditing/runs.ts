/** How far the audit of a whole month is. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { personName } from '../../shared/people/person-name.ts'

/** The run, or the newest of a month; null when none was asked for. */
export async function selectRun(trx: Trx, scope: Scope, which: { id: number } | { period: PlainDate }) {
  const query = trx
    .selectFrom('auditRun as r')
    .where('r.siteId', '=', scope.siteId)
    .select([
      'r.id',
      'r.period',
      'r.askedAt',
      'r.startedAt',
      'r.endedAt',
      'r.parts',
      'r.partsDone',
      'r.policies',
      'r.opened',
      'r.reopened',
      'r.resolved',
      'r.failure',
    ])
    .select(personName('r.asked_by').as('askedBy'))
    .orderBy('r.id', 'desc')
    .limit(1)
  const found = await ('id' in which ? query.where('r.id', '=', which.id) : query.where('r.period', '=', which.period)).executeTakeFirst()
  return found ?? null
}
