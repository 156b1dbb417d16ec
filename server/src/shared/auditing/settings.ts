/** The tolerances and suppressions that hold on a site. */
import type { Tolerance } from '@corridor/domain/data-feeds/tolerances.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

export async function selectTolerances(trx: Trx, scope: Scope): Promise<Tolerance[]> {
  const { rows } = await sql<Tolerance>`
    select t.rule_code, t.carrier_code, p.product_name, t.limits from audit_tolerance t left join product p on p.id = t.product_id
    where t.site_id = ${scope.siteId} and t.ended_at is null order by t.id`.execute(trx)
  return rows
}

/** Rules and policies of which nothing is found at a month end, as "rule policy". */
export async function selectSuppressed(trx: Trx, scope: Scope, period: PlainDate): Promise<Set<string>> {
  const { rows } = await sql<{ ruleCode: string; policyId: number }>`
    select rule_code, policy_id from audit_suppression where site_id = ${scope.siteId} and lifted_at is null and until >= ${period}`.execute(
    trx,
  )
  return new Set(rows.map(({ ruleCode, policyId }) => suppressionKey(ruleCode, policyId)))
}
export const suppressionKey = (ruleCode: string, policyId: number): string => `${ruleCode} ${policyId}`
