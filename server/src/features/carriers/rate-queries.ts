/** Lists of the rate table: products, declared rates, cost-of-insurance tables and their changes. Carriers and their products are no site's; policies counted are the active one's. */

import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { chargeTable, declaredRate, listChargeTables, listDeclaredRates, listRateChanges } from '@corridor/contract/rate-table.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/http/lists.ts'
import { HELD_STATUSES } from '../../shared/policies/in-force-policies.ts'

const personOf = (column: string) => sql`(select u.first_name || ' ' || u.last_name from user_account u where u.id = ${sql.ref(column)})`

export async function selectRatedProducts(trx: Trx, today: string) {
  const { rows } = await sql<{
    id: number
    carrierId: number
    carrierCode: string
    carrierName: string
    legalName: string
    productName: string
    accountType: string
    policies: number
    grossRate: number | null
    rateSince: string | null
    chargesSince: string | null
    guaranteedMinimumRate: number
    followsMarket: boolean
  }>`
    select p.id, c.id as carrier_id, c.code as carrier_code, c.short_name as carrier_name, c.legal_name, p.product_name, p.account_type, p.guaranteed_minimum_rate,
      (select count(*)::int from policy o where o.product_id = p.id and o.policy_status in ${HELD_STATUSES}) as policies,
      r.gross_rate, r.effective_from as rate_since,
      (select max(t.effective_from) from cost_of_insurance_table t where t.product_id = p.id and t.superseded_at is null and t.effective_from <= ${today}::date) as charges_since,
      p.rate_method in ('INDEXED', 'TOTAL_RETURN') or (p.account_type = 'SEPARATE' and not p.stable_value_wrap) as follows_market
    from product p join carrier c on c.code = p.carrier_code
    left join lateral (select gross_rate, effective_from from product_rate r where r.product_id = p.id and r.effective_from <= ${today}::date order by r.effective_from desc limit 1) r on true
    order by c.short_name, p.product_name, p.id`.execute(trx)
  return rows
}

export function pageOfRates(trx: Trx, today: string, input: ParsedOf<typeof listDeclaredRates>) {
  const { carrierCode, productId, holds, since, until } = input
  let query = trx
    .selectFrom(
      sql<z.output<typeof declaredRate>>`(
        select r.id, c.id as carrier_id, c.code as carrier_code, c.short_name as carrier_name, r.product_id, p.product_name, r.effective_from as effective_on,
          (lead(r.effective_from) over product - 1)::date as ends_on,
          case when r.effective_from > ${today}::date then 'LATER' when lead(r.effective_from) over product <= ${today}::date then 'EARLIER' else 'NOW' end as holds,
          r.gross_rate, lag(r.gross_rate) over product as before_rate,
          round(((r.gross_rate - lag(r.gross_rate) over product) * 10000)::numeric, 4)::float8 as change_bps,
          r.source, ${personOf('r.enteredBy')} as entered_by, r.updated_at,
          (select count(*)::int from carrier_change x where x.kind = 'PRODUCT_RATE' and x.row_id = r.id and x.carrier_code = c.code and x.before is not null) as corrections
        from product_rate r join product p on p.id = r.product_id join carrier c on c.code = p.carrier_code
        window product as (partition by r.product_id order by r.effective_from))`.as('t'),
    )
    .selectAll('t')
  if (carrierCode) query = query.where('t.carrierCode', 'in', carrierCode)
  if (productId) query = query.where('t.productId', 'in', productId)
  if (holds) query = query.where('t.holds', 'in', holds)
  if (since) query = query.where('t.effectiveOn', '>=', since)
  if (until) query = query.where('t.effectiveOn', '<=', until)
  return pageOf(query, input, { id: 't.id', search: ['t.carrierName', 't.productName', 't.source'] })
}

const tables = (trx: Trx) =>
  trx
    .selectFrom(
      sql<z.output<typeof chargeTable>>`(
        select t.id, c.id as carrier_id, c.code as carrier_code, c.short_name as carrier_name, t.product_id, p.product_name, t.effective_from as effective_on, t.per,
          r.rates, r.from_age, r.to_age, t.source, t.reason, ${personOf('t.enteredBy')} as entered_by, t.entered_at,
          ${personOf('t.supersededBy')} as superseded_by, t.superseded_at
        from cost_of_insurance_table t join product p on p.id = t.product_id join carrier c on c.code = p.carrier_code
        cross join lateral (select count(*)::int as rates, coalesce(min(attained_age), 0) as from_age, coalesce(max(attained_age), 0) as to_age
          from cost_of_insurance_rate where table_id = t.id) r)`.as('t'),
    )
    .selectAll('t')

export function pageOfChargeTables(trx: Trx, input: ParsedOf<typeof listChargeTables>) {
  const { carrierCode, productId, superseded } = input
  let query = tables(trx)
  if (carrierCode) query = query.where('t.carrierCode', 'in', carrierCode)
  if (productId) query = query.where('t.productId', 'in', productId)
  if (!superseded) query = query.where('t.supersededAt', 'is', null)
  return pageOf(query, input, { id: 't.id', search: ['t.carrierName', 't.productName', 't.source'] })
}

export const selectChargeTable = (trx: Trx, id: number) => tables(trx).where('t.id', '=', id).executeTakeFirst()

export const selectCharges = (trx: Trx, tableId: number) =>
  trx
    .selectFrom('costOfInsuranceRate')
    .select(['sex', 'smokerClass', 'attainedAge', 'rate'])
    .where('tableId', '=', tableId)
    .orderBy('sex')
    .orderBy('smokerClass')
    .orderBy('attainedAge')
    .execute()

/** A change of a rate tells what stood before; what stands after is told by the next change of the same rate, or by the rate itself. */
export function pageOfChanges(trx: Trx, input: ParsedOf<typeof listRateChanges>) {
  const { carrierCode, productId } = input
  let query = trx
    .selectFrom(
      sql<{
        id: number
        key: string
        at: string
        by: string | null
        what: 'RATE' | 'CHARGES'
        action: 'ADDED' | 'CORRECTED' | 'REMOVED'
        carrierCode: string
        carrierName: string
        productId: number | null
        productName: string | null
        effectiveOn: string | null
        before: number | null
        after: number | null
        reason: string | null
      }>`(
        with change as (
          select x.id, x.at, x.user_id, x.action, x.carrier_code, x.row_id, x.before, x.reason,
            lead(x.before) over (partition by x.carrier_code, x.row_id order by x.id) as next from carrier_change x where x.kind = 'PRODUCT_RATE'),
        said as (
          select change.*, coalesce((change.next ->> 'productId')::int, r.product_id, (change.before ->> 'productId')::int) as product_id,
            case when action = 'REMOVED' then (before ->> 'effectiveOn')::date else coalesce((next ->> 'effectiveOn')::date, r.effective_from) end as effective_on,
            case when action <> 'REMOVED' then coalesce((next ->> 'grossRate')::float8, r.gross_rate) end as after
          from change left join product_rate r on r.id = change.row_id)
        select said.id, 'r' || said.id as key, said.at, ${personOf('said.userId')} as by, 'RATE' as what, said.action, said.carrier_code, c.short_name as carrier_name, said.product_id,
          (select product_name from product p where p.id = said.product_id) as product_name, said.effective_on, (said.before ->> 'grossRate')::float8 as before, said.after, said.reason
        from said join carrier c on c.code = said.carrier_code
        union all
        select t.id, 'c' || t.id, t.entered_at, ${personOf('t.enteredBy')}, 'CHARGES', case when t.reason is null then 'ADDED' else 'CORRECTED' end, c.code, c.short_name, t.product_id,
          p.product_name, t.effective_from, null, null, t.reason
        from cost_of_insurance_table t join product p on p.id = t.product_id join carrier c on c.code = p.carrier_code)`.as('t'),
    )
    .selectAll('t')
  if (carrierCode) query = query.where('t.carrierCode', 'in', carrierCode)
  if (productId) query = query.where('t.productId', 'in', productId)
  return pageOf(query, input, { id: ['t.at', 't.key'], search: ['t.carrierName', 't.productName', 't.reason'] })
}
