/** The lists of the register as of a month end: rows, totals and page under the same conditions, each kind one statement. */

import type { PageQuery } from '@corridor/contract/kernel/page.ts'
import { insureds, plans } from '@corridor/contract/register.ts'
import { funds, illustrations, liabilities, sevenPay } from '@corridor/contract/register-backing.ts'
import { agreements, policies, transactions } from '@corridor/contract/register-holdings.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { beside, matches, pageOf } from '../../platform/http/lists.ts'
import type { Row } from '../../platform/records/resource-rows.ts'
import { rowOf, sheetOf } from '../../shared/policies/feed-line.ts'
import { heldAt } from '../../shared/policies/in-force-policies.ts'
import type { RegisterCall } from './register-scope.ts'

type Reading = Pick<RegisterCall, 'trx' | 'scope' | 'institutionId'>
type Query = PageQuery & Record<string, unknown>

/** The last month end with posted values; null before the first. */
export async function latestPeriod({ trx, scope, institutionId }: Reading): Promise<PlainDate | null> {
  const { rows } = await sql<{ period: PlainDate | null }>`
    select max(as_of_date) as period from policy_valuation where institution_id = ${institutionId} and site_id = ${scope.siteId} and status = 'POSTED'`.execute(
    trx,
  )
  return rows[0]?.period ?? null
}

/** Every policy with its status and value as of the period; what was issued later is shown as it stands, without a value. */
const policiesAt = ({ scope, institutionId }: Reading, period: PlainDate) => sql`
  select p.id, p.policy_number, p.carrier_code, c.short_name as carrier_name, d.product_name, d.account_type, p.plan_id, n.plan_name, p.insured_id, p.subsidiary_id,
    concat_ws(', ', concat_ws(' ', s.last_name, s.suffix), s.first_name) as insured_name, u.name as subsidiary_name, p.issue_date, p.face_amount_cents, p.split_dollar_agreement_id, p.updated_at,
    coalesce(h.status, p.policy_status) as policy_status, coalesce(h.effective_date, p.status_date, p.issue_date) as status_date, held.is as held,
    case when held.is then v.cash_surrender_value_cents end as cash_surrender_value_cents, case when held.is then v.death_benefit_cents end as death_benefit_cents,
    case when held.is then v.insured_share_cents end as insured_share_cents, held.is and v.policy_id is null as without_value
  from policy p
  cross join lateral (select ${heldAt(period)} as is) held
  join carrier c on c.code = p.carrier_code
  join product d on d.id = p.product_id
  join plan n on n.institution_id = p.institution_id and n.id = p.plan_id
  join insured s on s.institution_id = p.institution_id and s.id = p.insured_id
  left join subsidiary u on u.institution_id = p.institution_id and u.id = p.subsidiary_id
  left join lateral (select x.status, x.effective_date from policy_status_history x
    where x.institution_id = p.institution_id and x.policy_id = p.id and x.voided_at is null and x.effective_date <= ${period} order by x.effective_date desc limit 1) h on true
  left join policy_valuation v on v.site_id = p.site_id and v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${period} and v.status = 'POSTED'
  where p.institution_id = ${institutionId} and p.site_id = ${scope.siteId}`

const sums = sql`count(*) filter (where q.held)::int as policies, coalesce(sum(q.cash_surrender_value_cents), 0)::bigint as cash_surrender_value_cents,
  coalesce(sum(q.death_benefit_cents), 0)::bigint as death_benefit_cents`

interface ListKind {
  path: string
  rows: (call: Reading, period: PlainDate) => RawBuilder<unknown>
  search: readonly string[]
  /** Filters that do not compare a column with what was asked. */
  filters?: Readonly<Record<string, (value: unknown) => RawBuilder<SqlBool>>>
  totals: RawBuilder<unknown>
}
const HOLDING_TOTALS = sql`coalesce(sum(policies), 0)::int as policies, coalesce(sum(cash_surrender_value_cents), 0)::bigint as cash_surrender_value_cents,
  coalesce(sum(death_benefit_cents), 0)::bigint as death_benefit_cents, coalesce(sum(without_value), 0)::int as without_value`
const WITHOUT = sql`count(*) filter (where q.without_value)::int as without_value`
const ADDS = ['PREMIUM', 'EXCHANGE_IN', 'LOAN_REPAY']
const REMOVES = ['WITHDRAWAL', 'PREMIUM_REFUND', 'LOAN', 'SURRENDER', 'DEATH_CLAIM', 'EXCHANGE_OUT']
const HELD: Record<string, RawBuilder<SqlBool>> = {
  held: sql<SqlBool>`held`,
  ended: sql<SqlBool>`not held`,
  withoutValue: sql<SqlBool>`without_value`,
}
const at = (field: string) => (value: unknown) => sql<SqlBool>`${sql.ref(field)} = ${value}`

const LISTS = {
  plans: {
    path: plans.endpoints.list.path,
    rows: (call, period) => sql`
      select n.id, n.plan_name, n.plan_type, n.effective_date, n.business_purpose, n.benefit_expense_offset_cents, n.rabbi_trust, n.updated_at, ${sums}, ${WITHOUT}
      from plan n left join (${policiesAt(call, period)}) q on q.plan_id = n.id
      where n.institution_id = ${call.institutionId} and n.site_id = ${call.scope.siteId} group by n.institution_id, n.id`,
    search: ['planName', 'businessPurpose'],
    totals: HOLDING_TOTALS,
  },
  policies: {
    path: policies.endpoints.list.path,
    rows: policiesAt,
    search: ['policyNumber', 'insuredName', 'productName', 'planName', 'carrierName'],
    filters: { held: (value) => HELD[String(value)] ?? sql<SqlBool>`false` },
    totals: sql`count(*) filter (where held)::int as policies, coalesce(sum(cash_surrender_value_cents), 0)::bigint as cash_surrender_value_cents,
      coalesce(sum(death_benefit_cents), 0)::bigint as death_benefit_cents, count(*) filter (where without_value)::int as without_value`,
  },
  insureds: {
    path: insureds.endpoints.list.path,
    rows: (call, period) => sql`
      select s.id, concat_ws(', ', concat_ws(' ', s.last_name, s.suffix), s.first_name) as insured_name, s.title, s.insured_role, s.employment_status, s.employment_status_date, s.updated_at,
        array_agg(distinct q.plan_id) as plan_ids, ${sums}, ${WITHOUT}
      from insured s left join (${policiesAt(call, period)}) q on q.insured_id = s.id
      where s.institution_id = ${call.institutionId} and s.site_id = ${call.scope.siteId} group by s.institution_id, s.id`,
    search: ['insuredName', 'title'],
    filters: { planId: (value) => sql<SqlBool>`${value}::int = any(plan_ids)` },
    totals: HOLDING_TOTALS,
  },
  agreements: {
    path: agreements.endpoints.list.path,
    rows: (call, period) => sql`
      select a.id, a.insured_id, a.type, a.benefit_formula, a.amount_cents, a.fraction, a.cap_cents, a.survives_termination, a.rate_basis, a.effective_date, a.termination_date, a.updated_at,
        concat_ws(', ', concat_ws(' ', s.last_name, s.suffix), s.first_name) as insured_name, coalesce(array_agg(q.id order by q.id) filter (where q.id is not null), '{}') as policy_ids,
        string_agg(q.policy_number, ', ' order by q.policy_number) as policy_numbers,
        coalesce(sum(q.insured_share_cents), 0)::bigint as insured_share_cents, coalesce(sum(q.death_benefit_cents), 0)::bigint as death_benefit_cents
      from split_dollar_agreement a join insured s on s.institution_id = a.institution_id and s.id = a.insured_id
      left join (${policiesAt(call, period)}) q on q.split_dollar_agreement_id = a.id
      where a.institution_id = ${call.institutionId} and a.site_id = ${call.scope.siteId} group by a.institution_id, a.id, s.last_name, s.suffix, s.first_name`,
    search: ['insuredName', 'policyNumbers'],
    totals: sql`count(*)::int as agreements, coalesce(sum(insured_share_cents), 0)::bigint as insured_share_cents, coalesce(sum(death_benefit_cents), 0)::bigint as death_benefit_cents`,
  },
  transactions: {
    path: transactions.endpoints.list.path,
    rows: (call) => sql`
      select t.id, t.policy_id, p.policy_number, p.carrier_code, c.short_name as carrier_name, concat_ws(', ', concat_ws(' ', s.last_name, s.suffix), s.first_name) as insured_name, t.transaction_date, t.type, t.amount_cents, t.note,
        o.policy_id as paired_policy_id, op.policy_number as paired_policy_number, t.file_id, f.file_name, ${sheetOf('t.lineNumber')} as sheet, ${rowOf('t.lineNumber')} as line_number, nullif(concat_ws(' ', w.first_name, w.last_name), '') as entered_by, t.updated_at
      from policy_transaction t
      join policy p on p.institution_id = t.institution_id and p.id = t.policy_id
      join carrier c on c.code = p.carrier_code
      join insured s on s.institution_id = p.institution_id and s.id = p.insured_id
      left join policy_transaction o on o.institution_id = t.institution_id and o.id = t.paired_transaction_id
      left join policy op on op.institution_id = o.institution_id and op.id = o.policy_id
      left join carrier_file f on f.id = t.file_id
      left join user_account w on w.id = t.created_by
      where t.institution_id = ${call.institutionId} and t.site_id = ${call.scope.siteId}`,
    search: ['policyNumber', 'insuredName', 'carrierName', 'note'],
    filters: {
      from: (value) => sql<SqlBool>`transaction_date >= ${value}::date`,
      to: (value) => sql<SqlBool>`transaction_date <= ${value}::date`,
      policyId: at('policyId'),
    },
    totals: sql`coalesce(sum(amount_cents) filter (where type = any(${ADDS}::text[])), 0)::bigint as added_cents, coalesce(sum(amount_cents) filter (where type = any(${REMOVES}::text[])), 0)::bigint as removed_cents`,
  },
  funds: {
    path: funds.endpoints.list.path,
    rows: (call) => sql`
      select f.id, f.product_id, f.policy_id, f.as_of_date, f.fund_name, f.market_value_cents, f.book_value_cents, f.wrap_provider, f.wrap_rating, f.wrap_weight, f.wrap_fee_rate, f.wrap_ends_on,
        f.approach, f.classes, f.source, f.document_date, d.product_name, c.short_name as carrier_name, p.policy_number, f.updated_at,
        f.as_of_date = max(f.as_of_date) over (partition by f.product_id, f.policy_id) as newest
      from separate_account_fund f join product d on d.id = f.product_id join carrier c on c.code = d.carrier_code
      left join policy p on p.institution_id = f.institution_id and p.id = f.policy_id
      where f.institution_id = ${call.institutionId} and f.site_id = ${call.scope.siteId}`,
    search: ['fundName', 'productName', 'policyNumber', 'wrapProvider'],
    filters: { productId: at('productId') },
    totals: sql`count(*)::int as funds`,
  },
  liabilities: {
    path: liabilities.endpoints.list.path,
    rows: (call) => sql`
      select l.id, l.plan_id, l.as_of_date, l.liability_cents, l.hedges, l.source, n.plan_name, v.cash_surrender_value_cents, v.valued_on, l.updated_at
      from plan_liability l join plan n on n.institution_id = l.institution_id and n.id = l.plan_id
      left join lateral (select w.as_of_date as valued_on, sum(w.cash_surrender_value_cents)::bigint as cash_surrender_value_cents
        from policy p join policy_valuation w on w.institution_id = p.institution_id and w.policy_id = p.id and w.status = 'POSTED'
        where p.institution_id = l.institution_id and p.plan_id = l.plan_id and w.as_of_date = (select max(m.as_of_date) from policy q
          join policy_valuation m on m.institution_id = q.institution_id and m.policy_id = q.id and m.status = 'POSTED'
          where q.institution_id = l.institution_id and q.plan_id = l.plan_id and m.as_of_date <= l.as_of_date) group by w.as_of_date) v on true
      where l.institution_id = ${call.institutionId} and l.site_id = ${call.scope.siteId}`,
    search: ['planName', 'source'],
    filters: { planId: at('planId') },
    totals: sql`count(*)::int as liabilities`,
  },
  illustrations: {
    path: illustrations.endpoints.list.path,
    rows: (call) => sql`
      select i.id, i.policy_id, i.illustrated_on, i.illustrated_yield, i.yearly_values, i.source, p.policy_number, c.short_name as carrier_name, p.issue_date,
        concat_ws(', ', concat_ws(' ', s.last_name, s.suffix), s.first_name) as insured_name, i.updated_at
      from policy_illustration i join policy p on p.institution_id = i.institution_id and p.id = i.policy_id join carrier c on c.code = p.carrier_code
      join insured s on s.institution_id = p.institution_id and s.id = p.insured_id
      where i.institution_id = ${call.institutionId} and i.site_id = ${call.scope.siteId}`,
    search: ['policyNumber', 'insuredName', 'source'],
    filters: { policyId: at('policyId') },
    totals: sql`count(*)::int as illustrations`,
  },
  sevenPay: {
    path: sevenPay.endpoints.list.path,
    rows: (call) => sql`
      select y.id, y.policy_id, y.starts_on, y.annual_premium_cents, y.paid_cents, y.stated_on, y.source, p.policy_number, c.short_name as carrier_name, p.issue_date, p.mec,
        concat_ws(', ', concat_ws(' ', s.last_name, s.suffix), s.first_name) as insured_name, y.updated_at,
        y.starts_on = max(y.starts_on) over (partition by y.policy_id) as newest
      from policy_seven_pay y join policy p on p.institution_id = y.institution_id and p.id = y.policy_id join carrier c on c.code = p.carrier_code
      join insured s on s.institution_id = p.institution_id and s.id = p.insured_id
      where y.institution_id = ${call.institutionId} and y.site_id = ${call.scope.siteId}`,
    search: ['policyNumber', 'insuredName', 'source'],
    filters: { policyId: at('policyId') },
    totals: sql`count(*)::int as periods`,
  },
} as const satisfies Record<string, ListKind>
export type ListName = keyof typeof LISTS

const NOT_FILTERS = new Set(['id', 'period', 'take', 'skip', 'sort', 'desc', 'search', 'format', 'columns'])

export async function selectList(call: Reading, name: ListName, input: Query) {
  const kind: ListKind = LISTS[name]
  const period = typeof input.period === 'string' ? plainDate(input.period) : await latestPeriod(call)
  // Without any posted month the register shows the book as it stands.
  const rows = kind.rows(call, period ?? plainDate('2199-12-31'))
  const conditions = Object.entries(input).flatMap(([field, value]) => {
    if (NOT_FILTERS.has(field) || value === undefined) return []
    return [kind.filters?.[field]?.(value) ?? sql<SqlBool>`${sql.ref(field)} = any(${Array.isArray(value) ? value : [value]})`]
  })
  const filtered = () =>
    call.trx
      .selectFrom(sql<Row>`(${rows})`.as('r'))
      .where(conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`)
  const found = await pageOf(filtered().selectAll(), input, { id: 'r.id', search: kind.search })
  // The same conditions once more: totals are of all rows that match, not of the page.
  const searched = input.search ? filtered().where(matches(input.search, kind.search)) : filtered()
  const { rows: totals } = await beside(() => sql<Row>`select ${kind.totals} from (${searched.selectAll()}) as r`.execute(call.trx))
  return { ...found, totals: totals[0], period }
}
