/** The cost basis of a policy for which no carrier's file tells it. */
import type { Cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'

/**
 * The register's cost basis of policy `p` at a day, less premiums that the carrier paid back by then. What was entered in the register after a refund was
 * recorded takes it into account already; so does the file that brought the policy.
 */
export const costBasisAt = (day: PlainDate) => sql<Cents>`greatest(p.cost_basis_cents - coalesce((
    select sum(t.amount_cents) from policy_transaction t
    where t.institution_id = p.institution_id and t.policy_id = p.id and t.type = 'PREMIUM_REFUND' and t.transaction_date <= ${day}
      and t.created_at > coalesce((select max(x.at) from register_change x
        where x.institution_id = p.institution_id and x.entity = 'policy' and x.entity_id = p.id and jsonb_exists(x.after, 'costBasisCents')), p.created_at)
      and not exists (select from carrier_file f where f.id = t.file_id and f.received_at < p.created_at)), 0), 0)::bigint`
