/** A posted value put right by hand, or one entered that no feed brought: a new version, with the one before kept. */

import type { KeptField } from '@corridor/domain/data-feeds/kept-values.ts'
import { type ValuationFacts, valuationRefused } from '@corridor/domain/policies/rules.ts'
import { formatDate, isMonthEnd, plainDate } from '@corridor/domain/primitives/period.ts'
import { type RawBuilder, sql } from 'kysely'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { auditTouched } from '../../shared/auditing/audit-month.ts'
import { takeTurn } from '../../shared/auditing/turns.ts'
import { heldAt } from '../../shared/policies/in-force-policies.ts'
import { refuseLockedValues } from '../../shared/policies/period-locks.ts'
import { noteChange } from '../../shared/policies/register-changes.ts'
import { VALUATION_COLUMNS } from '../../shared/policies/valuation-columns.ts'
import { VALUATION_NAMES } from '../../shared/policies/valuation-names.ts'
import { outdatedReports } from './detail.ts'
import { type RegisterCall, reachToChange, todayOf } from './register-scope.ts'

export interface ValueInput extends ValuationFacts {
  policyId: number
  asOfDate: string
  version: number
  reason: string
}
const FACTS = ['cashSurrenderValueCents', 'deathBenefitCents', 'insuredShareCents', 'accountValueEndCents', 'surrenderChargeCents'] as const

export async function correctValue(call: RegisterCall, { policyId, asOfDate, version, reason, ...value }: ValueInput) {
  const { trx, scope, institutionId, session } = call
  await takeTurn(trx, scope)
  await reachToChange(call)
  const month = plainDate(asOfDate)
  const { rows } = await sql<{ id: number; insuredId: number; policyNumber: string; issueDate: string; isHeld: boolean }>`
    select p.id, p.insured_id, p.policy_number, p.issue_date, ${heldAt(month)} as is_held from policy p
    where p.institution_id = ${institutionId} and p.site_id = ${scope.siteId} and p.id = ${policyId}`.execute(trx)
  const [policy] = rows
  if (!policy) throw new AppError('not_found')
  const refused = valuationRefused(value)
  if (!isMonthEnd(month)) refused.asOfDate = ['Values are posted at month ends.']
  else if (month > (await todayOf(call))) refused.asOfDate = ['Values can be posted once the month has ended.']
  else if (!policy.isHeld) refused.asOfDate = [`The policy was not in force on ${formatDate(month)}.`]
  if (Object.keys(refused).length > 0) throw inputError(refused)
  await refuseLockedValues(trx, scope, [month])

  const posted = await trx
    .selectFrom('policyValuation')
    .select(['version', 'postedAt', ...FACTS])
    .where('institutionId', '=', institutionId)
    .where('policyId', '=', policyId)
    .where('asOfDate', '=', month)
    .where('status', '=', 'POSTED')
    .forUpdate()
    .executeTakeFirst()
  if ((posted?.version ?? 0) !== version) throw new AppError('conflict', { meta: { current: posted ?? null, yours: value } })
  if (posted && FACTS.every((name) => posted[name] === value[name]))
    throw inputError({ cashSurrenderValueCents: ['Nothing differs from what is posted.'] })

  await trx
    .updateTable('policyValuation')
    .set({ status: 'SUPERSEDED' })
    .where('institutionId', '=', institutionId)
    .where('policyId', '=', policyId)
    .where('asOfDate', '=', month)
    .where('status', '=', 'POSTED')
    .execute()
  const corrected: Partial<Record<KeptField, RawBuilder<unknown>>> = {
    accountValueEnd: sql`${value.accountValueEndCents}::bigint`,
    surrenderCharge: sql`${value.surrenderChargeCents}::bigint`,
    cashSurrenderValue: sql`${value.cashSurrenderValueCents}::bigint`,
    netSurrenderValue: sql`${value.cashSurrenderValueCents}::bigint - coalesce(o.loan_balance_cents, 0) - coalesce(o.loan_interest_accrued_cents, 0)`,
    deathBenefit: sql`${value.deathBenefitCents}::bigint`,
    insuredShare: sql`${value.insuredShareCents}::bigint`,
  }
  // The carrier's statements beside these figures still hold: flows, charges, rates, loans.
  const kept = sql.join(VALUATION_COLUMNS.map(({ field, name }) => corrected[field] ?? sql.ref(`o.${name}`)))
  const { rows: made } = await sql<{ version: number }>`
    insert into policy_valuation (institution_id, policy_id, as_of_date, version, site_id, valuation_date, ${VALUATION_NAMES}, restatement_reason, posted_by, posted_at)
    select ${institutionId}, ${policyId}, ${month}, coalesce((select max(x.version) from policy_valuation x where x.institution_id = ${institutionId} and x.policy_id = ${policyId} and x.as_of_date = ${month}), 0) + 1,
      ${scope.siteId}, o.valuation_date, ${kept}, ${reason}, ${session.userId}, clock_timestamp()
    from (select 1) as one left join policy_valuation o on o.institution_id = ${institutionId} and o.policy_id = ${policyId} and o.as_of_date = ${month} and o.version = ${version}
    returning version`.execute(trx)
  const facts = (row: Record<string, unknown>) => Object.fromEntries(FACTS.map((name) => [name, row[name]]))
  await noteChange(call, {
    entity: 'valuation',
    entityId: policyId,
    policyId,
    insuredId: policy.insuredId,
    action: posted ? 'CORRECTED' : 'ADDED',
    reason,
    before: posted ? { asOfDate: null, ...facts(posted) } : undefined,
    after: { asOfDate: month, ...facts(value) },
    reachesFrom: month,
  })
  await auditTouched(trx, scope, { period: month, today: await todayOf(call), institutionIds: [institutionId] })
  return { asOfDate: month, version: made[0]?.version ?? version + 1, outdatedReports: await outdatedReports(call, policyId) }
}
