/** Which institutions of the site hold a carrier's policies, and what these are worth. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import { HELD_STATUSES } from '../../shared/policies/in-force-policies.ts'

interface Holder {
  institutionId: number
  institutionName: string
  policies: number
  cashSurrenderValueCents: number
  deathBenefitCents: number
  asOf: PlainDate | null
}

/** @param period the month whose posted values count; null in an empty book */
export const selectHolders = (trx: Trx, scope: Scope, code: string, period: PlainDate | null) =>
  trx
    .selectFrom(
      sql<Holder>`(
        select p.institution_id, i.name as institution_name, count(*)::int as policies, coalesce(sum(v.cash_surrender_value_cents), 0)::bigint as cash_surrender_value_cents,
          coalesce(sum(v.death_benefit_cents), 0)::bigint as death_benefit_cents, ${period}::date as as_of
        from policy p join institution i on i.id = p.institution_id
        left join policy_valuation v on v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${period}::date and v.status = 'POSTED'
        where p.carrier_code = ${code} and p.policy_status in ${HELD_STATUSES} and ${visible(scope, 'p')}
        group by p.institution_id, i.name)`.as('h'),
    )
    .selectAll()
