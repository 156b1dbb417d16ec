/** The posted month of a carrier's policies at some institutions, beside the carrier's newest line of each: what an audit looks at. */
import type { CreditingTerms } from '@corridor/domain/calculations/interest-credited.ts'
import { ADDING_FLOWS, type FlowType, REMOVING_FLOWS } from '@corridor/domain/calculations/yields.ts'
import type { KeptValues } from '@corridor/domain/data-feeds/kept-values.ts'
import type { Cents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { HELD_STATUSES, statusAt } from '../policies/in-force-policies.ts'
import { valuationColumns } from '../policies/valuation-names.ts'

/** The files of a carrier's month that count: posted, or read without an open error and waiting; the newest last. */
export async function filesOf(trx: Trx, scope: Scope, carrierCode: string, period: PlainDate): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.id from carrier_file f
    where f.site_id = ${scope.siteId} and f.is_audited
      and f.summary -> 'periods' ? ${period}::text and f.summary -> 'carriers' ? ${carrierCode}
    order by f.received_at, f.id`.execute(trx)
  return rows.map(({ id }) => id)
}

export interface AuditedRow extends KeptValues {
  institutionId: number
  policyId: number
  policyNumber: string
  productName: string
  productId: number
  guaranteedMinimumRate: number
  issueDate: PlainDate
  statusThen: string | null
  isHeld: boolean
  wasHeld: boolean
  // the posted value
  version: number | null
  postedBy: number | null
  fileId: number | null
  lineNumber: number | null
  valuationDate: PlainDate | null
  // the carrier's newest line: whether it has one, and its values where it is not rejected
  isFed: boolean
  fedFileId: number | null
  fedLine: number | null
  fedSurrenderCents: Cents | null
  fedDeathCents: Cents | null
  declaredRate: number | null
  declaredRateBefore: number | null
  lastReset: PlainDate | null
  /** Rates that took effect in the month, oldest first. */
  rateChanges: { from: PlainDate; rate: number }[] | null
  rateMethod: string
  interestMethod: CreditingTerms['interestMethod']
  dayCount: CreditingTerms['dayCount']
  interestFrom: CreditingTerms['interestFrom']
  issueAge: number | null
  insuredSex: 'M' | 'F' | null
  smokerStatus: string | null
  flows: { date: PlainDate; type: FlowType; amount: Cents }[] | null
  /** A file told a flow without its day: it is dated at the month end. */
  hasUndatedFlows: boolean
}

export async function selectPostedMonth(
  trx: Trx,
  scope: Scope,
  {
    carrierCode,
    period,
    institutionIds,
    fileIds,
  }: { carrierCode: string; period: PlainDate; institutionIds: readonly number[]; fileIds: readonly number[] },
): Promise<AuditedRow[]> {
  const prior = addMonthEnds(period, -1)
  const { rows } = await sql<AuditedRow>`
    with line as materialized (
      select distinct on (r.policy_id) r.policy_id, r.file_id, r.line_number, r.match_status = 'MATCHED' as counts, r.cash_surrender_value_cents, r.death_benefit_cents,
        (r.policy_status is null or r.policy_status in ${HELD_STATUSES}) as is_valued
      from carrier_file_row r
      where r.file_id = any(${[...fileIds]}::int[]) and r.period = ${period} and r.carrier_code = ${carrierCode} and r.policy_id is not null
        and r.institution_id = any(${[...institutionIds]}::int[])
      order by r.policy_id, r.match_status = 'MATCHED' desc, array_position(${[...fileIds]}::int[], r.file_id) desc, r.line_number),
    flow as materialized (
      select t.policy_id, jsonb_agg(jsonb_build_object('date', t.transaction_date, 'type', t.type, 'amount', t.amount_cents) order by t.transaction_date, t.id) as flows,
        bool_or(t.file_id is not null and t.transaction_date = ${period}) as has_undated_flows
      from policy_transaction t
      where t.site_id = ${scope.siteId} and t.institution_id = any(${[...institutionIds]}::int[]) and t.transaction_date > ${prior} and t.transaction_date <= ${period}
        and t.amount_cents is not null and t.type = any(${[...ADDING_FLOWS, ...REMOVING_FLOWS]}::text[])
      group by t.policy_id),
    rate as materialized (
      select product.id as product_id, product.product_name, product.guaranteed_minimum_rate, product.rate_method, product.interest_method, product.day_count, product.interest_from,
        (select jsonb_agg(jsonb_build_object('from', r.effective_from, 'rate', r.gross_rate) order by r.effective_from) from product_rate r
          where r.product_id = product.id and r.effective_from > ${prior} and r.effective_from <= ${period}) as rate_changes,
        (select gross_rate from product_rate r where r.product_id = product.id and r.effective_from <= ${period} order by r.effective_from desc limit 1) as declared_rate,
        (select gross_rate from product_rate r where r.product_id = product.id and r.effective_from <= ${prior} order by r.effective_from desc limit 1) as declared_rate_before,
        (select max(effective_from) from product_rate r where r.product_id = product.id and r.effective_from <= ${period}) as last_reset
      from product where product.carrier_code = ${carrierCode})
    select p.institution_id, p.id as policy_id, p.policy_number, rate.product_name, p.product_id, rate.guaranteed_minimum_rate, p.issue_date,
      h.status as status_then, coalesce(p.issue_date <= ${period} and h.status in ${HELD_STATUSES}, false) as is_held,
      coalesce(p.issue_date <= ${prior} and b.status in ${HELD_STATUSES}, false) as was_held,
      v.version, v.posted_by, v.file_id, v.line_number, v.valuation_date, ${valuationColumns('v')},
      coalesce(line.is_valued, false) as is_fed, line.file_id as fed_file_id, line.line_number as fed_line,
      case when line.counts and line.is_valued then line.cash_surrender_value_cents end as fed_surrender_cents,
      case when line.counts and line.is_valued then line.death_benefit_cents end as fed_death_cents,
      rate.declared_rate, rate.declared_rate_before, rate.last_reset, rate.rate_changes, rate.rate_method, rate.interest_method, rate.day_count, rate.interest_from,
      p.issue_age, insured.gender as insured_sex, insured.smoker_status, flow.flows, coalesce(flow.has_undated_flows, false) as has_undated_flows
    from policy p
    join insured on insured.institution_id = p.institution_id and insured.id = p.insured_id
    join rate on rate.product_id = p.product_id
    left join lateral ${statusAt(period)} h on true
    left join lateral ${statusAt(prior)} b on true
    left join policy_valuation v on v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${period} and v.status = 'POSTED'
      and v.institution_id = any(${[...institutionIds]}::int[])
    left join line on line.policy_id = p.id
    left join flow on flow.policy_id = p.id
    where p.site_id = ${scope.siteId} and p.carrier_code = ${carrierCode} and p.institution_id = any(${[...institutionIds]}::int[])
    order by p.institution_id, p.id`.execute(trx)
  return rows
}

/** Monthly returns up to the month end of values that follow the market, oldest first, by policy. */
export async function selectReturns(
  trx: Trx,
  institutionIds: readonly number[],
  policyIds: readonly number[],
  period: PlainDate,
): Promise<Map<number, number[]>> {
  if (policyIds.length === 0) return new Map()
  const since = addMonthEnds(period, -RETURNS)
  const { rows } = await sql<{ policyId: number; returns: number[] }>`
    with value as (
      select v.institution_id, v.policy_id, v.as_of_date, v.cash_surrender_value_cents as now, lag(v.cash_surrender_value_cents) over policy as before, lag(v.as_of_date) over policy as since
      from policy_valuation v
      where v.institution_id = any(${[...institutionIds]}::int[]) and v.policy_id = any(${[...policyIds]}::int[]) and v.as_of_date >= ${since} and v.as_of_date <= ${period} and v.status = 'POSTED'
      window policy as (partition by v.policy_id order by v.as_of_date))
    select m.policy_id, array_agg((m.now - m.before - coalesce(f.net, 0))::float8 / m.before order by m.as_of_date) as returns
    from value m
    left join lateral (select sum(case when t.type = any(${[...ADDING_FLOWS]}::text[]) then t.amount_cents else -t.amount_cents end) as net
      from policy_transaction t where t.institution_id = m.institution_id and t.policy_id = m.policy_id and t.transaction_date > m.since and t.transaction_date <= m.as_of_date
        and t.amount_cents is not null and t.type = any(${[...ADDING_FLOWS, ...REMOVING_FLOWS]}::text[])) f on true
    where m.before > 0 and m.as_of_date <= m.since + interval '31 days'
    group by m.policy_id`.execute(trx)
  return new Map(rows.map(({ policyId, returns }) => [policyId, returns]))
}
/** Months of returns, and one more for the first of them. */
const RETURNS = 37

export interface Illustrated {
  policyId: number
  illustratedYield: number
  /** The value twelve months before, and flows since; null where nothing was posted then. */
  begin: Cents | null
  flows: { date: PlainDate; type: FlowType; amount: Cents }[]
}

/** Policies with an illustrated yield, with what their twelve months are computed from. */
export async function selectIllustrated(
  trx: Trx,
  scope: Scope,
  institutionIds: readonly number[],
  period: PlainDate,
): Promise<Illustrated[]> {
  const since = addMonthEnds(period, -12)
  const { rows } = await sql<Illustrated>`
    select distinct on (i.policy_id) i.policy_id, i.illustrated_yield,
      (select v.cash_surrender_value_cents from policy_valuation v where v.institution_id = i.institution_id and v.policy_id = i.policy_id and v.as_of_date = ${since} and v.status = 'POSTED') as begin,
      coalesce((select jsonb_agg(jsonb_build_object('date', t.transaction_date, 'type', t.type, 'amount', t.amount_cents) order by t.transaction_date, t.id)
        from policy_transaction t where t.institution_id = i.institution_id and t.policy_id = i.policy_id and t.transaction_date > ${since} and t.transaction_date <= ${period}
          and t.amount_cents is not null and t.type = any(${[...ADDING_FLOWS, ...REMOVING_FLOWS]}::text[])), '[]') as flows
    from policy_illustration i
    where i.site_id = ${scope.siteId} and i.institution_id = any(${[...institutionIds]}::int[]) and i.illustrated_on <= ${period} and i.illustrated_yield is not null
    order by i.policy_id, i.illustrated_on desc`.execute(trx)
  return rows
}
