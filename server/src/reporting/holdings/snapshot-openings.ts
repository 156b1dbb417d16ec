/** Opening balances of the fiscal year that a period is in, as they were stored when its beginning was locked. */
import type { Cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { SnapshotPolicy } from '@corridor/domain/reports/asset-report/snapshot.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { siteDayOf } from '../../shared/site-day.ts'

interface OpeningRow {
  institutionId: number
  policyId: number
  yearEnd: PlainDate
  cashSurrenderValue: Cents
  restatedOn: PlainDate | null
  reason: string | null
}

/** The opening balance of a policy for the year that starts there; nothing where none is stored. */
export type Openings = (policy: Pick<OpeningRow, 'institutionId' | 'policyId'>, yearStart: PlainDate) => Pick<SnapshotPolicy, 'opening'>

export async function readOpenings(trx: Trx, scope: Scope, institutionIds: number[], period: PlainDate): Promise<Openings> {
  const { rows } = await sql<OpeningRow>`
    select o.institution_id, o.policy_id, o.year_end, o.cash_surrender_value_cents as cash_surrender_value,
      ${siteDayOf(sql`o.restated_at`, scope.siteId)} as restated_on, o.restated_reason as reason
    from opening_balance o
    where o.site_id = ${scope.siteId} and o.institution_id = any(${institutionIds}::int[]) and o.year_end < ${period} and o.year_end >= ${period}::date - interval '1 year'`.execute(
    trx,
  )
  const keyOf = ({ institutionId, policyId, yearEnd }: Pick<OpeningRow, 'institutionId' | 'policyId' | 'yearEnd'>) =>
    `${institutionId}/${policyId}/${yearEnd}`
  const known = new Map(rows.map((row) => [keyOf(row), row]))
  return ({ institutionId, policyId }, yearStart) => {
    const row = known.get(keyOf({ institutionId, policyId, yearEnd: yearStart }))
    if (!row) return {}
    const { cashSurrenderValue, restatedOn: on, reason } = row
    return { opening: { cashSurrenderValue, ...(on !== null && reason !== null ? { restated: { on, reason } } : {}) } }
  }
}
