/** The tolerances and suppressions that hold on a site. */
import { type AuditRules, DEFAULT_RULES } from '@corridor/domain/auditing/rules.ts'
import { type Tolerance, withTolerances } from '@corridor/domain/data-feeds/tolerances.ts'
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

/** The rules for a carrier and product, each worked out once. */
export function ruleBook(tolerances: readonly Tolerance[]): (carrierCode: string | null, productName: string | null) => AuditRules {
  if (tolerances.length === 0) return () => DEFAULT_RULES
  const known = new Map<string, AuditRules>()
  return (carrierCode, productName) => {
    const key = `${carrierCode ?? ''} ${productName ?? ''}`
    const rules = known.get(key) ?? withTolerances(DEFAULT_RULES, tolerances, carrierCode, productName)
    known.set(key, rules)
    return rules
  }
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
