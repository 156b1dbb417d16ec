/** Which rows of a file `r` become posted values `v`, and what of them is compared: shared by posting and by what is said before it. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { valuationColumns } from '../../shared/policies/valuation-names.ts'

/** A row of a policy that still has values. */
export const hasValue = sql<boolean>`(r.policy_status is null or r.policy_status in ('IN_FORCE', 'GRACE', 'PAID_UP', 'DEATH_CLAIM_PENDING'))`
/** A row that is posted as a value: matched, not rejected, and of a policy that still has one. */
export const valued = sql`r.match_status = 'MATCHED' and ${hasValue}
  and r.cash_surrender_value_cents is not null and r.death_benefit_cents is not null`
/** One month at a time: with the month as a constant the database looks into its year's partition only. */
export const current = (period: PlainDate) =>
  sql`policy_valuation v where v.institution_id = r.institution_id and v.policy_id = r.policy_id and v.as_of_date = ${period} and v.status = 'POSTED'`

/** A row with a status that differs from the book's, proposed or accepted. */
const proposesStatus = sql`exists (select from carrier_file_finding f
  where f.file_id = r.file_id and f.line_number = r.line_number and f.rule_code = 'V10' and f.status in ('OPEN', 'ACCEPTED'))`

/** A row that would change what is in the book of its month, now or once it is settled. */
export const changesBook = (period: PlainDate) =>
  sql`(r.match_status in ('NEW', 'UNMATCHED', 'DUPLICATE') or r.match_status = 'MATCHED' and ${proposesStatus}
    or ${valued} and not exists (select from ${current(period)} and (${valuationColumns('r')}) is not distinct from (${valuationColumns('v')})))`
