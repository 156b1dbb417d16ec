/** The funds of separate accounts as they stood on file at a period: of each product and policy the newest statement up to then. */

import type { SnapshotFund } from '@corridor/domain/policies/separate-account-funds.ts'
import type { Cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

interface FundRow extends Omit<SnapshotFund, 'wrap'> {
  institutionId: number
  wrapProvider: string | null
  wrapRating: string | null
  wrapWeight: number | null
  wrapFeeRate: number | null
  wrapEndsOn: PlainDate | null
  marketValue: Cents
  bookValue: Cents
}

/** By institution; of each line the statement that a report of the period stands on. */
export async function readFunds(trx: Trx, scope: Scope, institutionIds: number[], period: PlainDate): Promise<Map<number, SnapshotFund[]>> {
  const { rows } = await sql<FundRow>`
    select distinct on (f.institution_id, f.product_id, f.policy_id) f.institution_id, f.id as fund_id, d.carrier_code, d.product_name, f.policy_id, p.policy_number, f.fund_name as name,
      f.as_of_date as as_of, f.market_value_cents as market_value, f.book_value_cents as book_value, f.wrap_provider, f.wrap_rating, f.wrap_weight, f.wrap_fee_rate, f.wrap_ends_on,
      f.approach, f.classes, f.source, f.document_date
    from separate_account_fund f join product d on d.id = f.product_id
    left join policy p on p.institution_id = f.institution_id and p.id = f.policy_id
    where f.site_id = ${scope.siteId} and f.institution_id = any(${institutionIds}::int[]) and f.as_of_date <= ${period}
    order by f.institution_id, f.product_id, f.policy_id, f.as_of_date desc`.execute(trx)
  return new Map([...Map.groupBy(rows, ({ institutionId }) => institutionId)].map(([id, funds]) => [id, funds.map(fundOf)]))
}

const fundOf = ({
  institutionId: _,
  wrapProvider,
  wrapRating,
  wrapWeight,
  wrapFeeRate,
  wrapEndsOn,
  classes,
  ...fund
}: FundRow): SnapshotFund => ({
  ...fund,
  // In one order whatever the database made of the row's keys: the same book makes the same bytes.
  classes: classes.map(({ name, share, weight, most }) => ({ name, share, weight, most })),
  wrap:
    wrapProvider === null || wrapWeight === null
      ? null
      : { provider: wrapProvider, rating: wrapRating, weight: wrapWeight, feeRate: wrapFeeRate, endsOn: wrapEndsOn },
})
