/** Sums of the dashboard's months by account type. */
import type { AccountType } from '@corridor/domain/primitives/insurance-terms.ts'
import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

export type ByAccountType = Record<AccountType, Cents>

/** Sums by month and account type, of policies held at each month's end. */
export async function selectByAccountType(
  trx: Trx,
  scope: Scope,
  institutionId: number,
  from: PlainDate,
  to: PlainDate,
  knownAt: string | null,
): Promise<Map<PlainDate, ByAccountType>> {
  const known =
    knownAt === null
      ? sql`v.status = 'POSTED'`
      : sql`v.posted_at <= ${knownAt}::timestamptz and not exists (
    select from policy_valuation later where later.institution_id = v.institution_id and later.policy_id = v.policy_id and later.as_of_date = v.as_of_date
      and later.version > v.version and later.posted_at <= ${knownAt}::timestamptz)`
  const { rows } = await sql<{ period: PlainDate; accountType: AccountType; amount: Cents }>`
    select v.as_of_date as period, d.account_type, sum(v.cash_surrender_value_cents) as amount
    from policy_valuation v
    join policy p on p.institution_id = v.institution_id and p.id = v.policy_id
    join product d on d.id = p.product_id
    where v.site_id = ${scope.siteId} and v.institution_id = ${institutionId} and v.as_of_date between ${from} and ${to} and ${known}
      and p.issue_date <= v.as_of_date and (p.policy_status not in ('DEATH_PAID', 'SURRENDERED', 'EXCHANGED_OUT', 'LAPSED', 'TRANSFERRED', 'PENDING') or p.status_date > v.as_of_date)
    group by v.as_of_date, d.account_type`.execute(trx)
  const months = new Map<PlainDate, ByAccountType>()
  for (const { period, accountType, amount } of rows) {
    const month = months.get(period) ?? { GENERAL: cents(0), HYBRID: cents(0), SEPARATE: cents(0) }
    months.set(period, { ...month, [accountType]: amount })
  }
  return months
}
