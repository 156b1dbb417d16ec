/** The inputs of annual reviews beside their holdings: institutions, terms, plans, carriers and products with five years of history. Set-wise. */

import type { ReviewBoardLimits, ReviewRating } from '@corridor/domain/carriers/watch-list.ts'
import type { ReviewLiability } from '@corridor/domain/policies/plan-liability.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import type {
  ReviewCapital,
  ReviewCarrier,
  ReviewPlan,
  ReviewProduct,
  ReviewState,
} from '@corridor/domain/reports/annual-review/snapshot.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { siteDayOf } from '../../shared/site-day.ts'

export const rowsOf = async <Row>(trx: Trx, statement: RawBuilder<Row>): Promise<Row[]> => (await statement.execute(trx)).rows

export interface HolderRow {
  institutionId: number
  name: string
  type: string
  charter: string | null
  regulator: string | null
  isCommunityBankLeverageRatio: boolean
  stateCode: string | null
  rssdId: string | null
}
export const selectHolders = (trx: Trx, ids: number[]) =>
  rowsOf(
    trx,
    sql<HolderRow>`
    select id as institution_id, name, institution_type as type, charter_type as charter, primary_regulator as regulator,
      cblr_elected as is_community_bank_leverage_ratio, state_code, rssd_id
    from institution where id = any(${ids}::int[])`,
  )

/** Capital that stands for a year end is at most so many months older. */
const STALE_AFTER_MONTHS = 15

export const selectCapital = (trx: Trx, ids: number[], yearEnds: readonly PlainDate[]) =>
  rowsOf(
    trx,
    sql<ReviewCapital & { institutionId: number }>`
    select i.id as institution_id, y.year_end, f.as_of_date as as_of, f.tier1_capital_cents as tier1, f.allowance_for_credit_losses_cents as allowance,
      f.tier2_capital_cents as tier2, f.total_risk_based_capital_cents as total, f.total_assets_cents as total_assets, f.source
    from unnest(${ids}::int[]) as i (id)
    cross join unnest(${[...yearEnds]}::date[], ${yearEnds.map((end) => addMonthEnds(end, -STALE_AFTER_MONTHS))}::date[]) as y (year_end, earliest)
    join lateral (select * from institution_financials where institution_id = i.id and as_of_date <= y.year_end and as_of_date > y.earliest
      order by as_of_date desc limit 1) f on true
    order by i.id, y.year_end`,
  )

interface BoardRow extends Omit<ReviewBoardLimits, 'minimums'> {
  institutionId: number
  minAmBest: string | null
  minSp: string | null
  minMoodys: string | null
  minFitch: string | null
}
export const selectBoards = (trx: Trx, ids: number[], period: PlainDate) =>
  rowsOf(
    trx,
    sql<BoardRow>`
    select distinct on (institution_id) institution_id, effective_from, per_carrier_limit_fraction as per_carrier, aggregate_limit_fraction as aggregate,
      capital_basis as basis, min_am_best, min_sp, min_moodys, min_fitch, min_comdex, max_death_benefit_multiple_of_salary as max_salary_multiple,
      board_approval_date as approved_on, next_review_date as next_review_on
    from institution_policy_limits where institution_id = any(${ids}::int[]) and effective_from <= ${period}
    order by institution_id, effective_from desc`,
  )

export const boardOf = ({ institutionId: _, minAmBest, minSp, minMoodys, minFitch, ...limits }: BoardRow): ReviewBoardLimits => ({
  ...limits,
  minimums: {
    ...(minAmBest === null ? {} : { AM_BEST: minAmBest }),
    ...(minSp === null ? {} : { SP: minSp }),
    ...(minMoodys === null ? {} : { MOODYS: minMoodys }),
    ...(minFitch === null ? {} : { FITCH: minFitch }),
  },
})

export const selectStates = (trx: Trx, { siteId }: Scope, period: PlainDate) =>
  rowsOf(
    trx,
    sql<ReviewState>`
    select distinct on (state_code) state_code, state_name, tax_name, figures_year, source_citation as source, ${siteDayOf(sql`reviewed_at`, siteId)} as reviewed_on,
      state_chartered_limit_per_carrier_fraction as per_carrier, state_chartered_limit_aggregate_fraction as aggregate, limit_basis as basis,
      approval_required, insurable_interest_statute, consent_type
    from state_configuration where effective_from <= ${period} and coalesce(effective_to, 'infinity') >= ${period}
    order by state_code, effective_from desc`,
  )

export const selectPlans = (trx: Trx, scope: Scope, ids: number[]) =>
  rowsOf(
    trx,
    sql<ReviewPlan & { institutionId: number }>`
    select institution_id, id as plan_id, plan_name as name, plan_type as type, business_purpose as purpose, effective_date,
      benefit_expense_offset_cents as benefit_expense, rabbi_trust
    from plan where site_id = ${scope.siteId} and institution_id = any(${ids}::int[]) order by institution_id, lower(plan_name), id`,
  )

/** Liabilities of plans, stated within the history and up to the period. */
export const selectLiabilities = (trx: Trx, scope: Scope, ids: number[], since: PlainDate, period: PlainDate) =>
  rowsOf(
    trx,
    sql<ReviewLiability & { institutionId: number; planId: number }>`
    select institution_id, plan_id, as_of_date as as_of, liability_cents as liability, hedges, source from plan_liability
    where site_id = ${scope.siteId} and institution_id = any(${ids}::int[]) and as_of_date <= ${period} and as_of_date > ${addMonthEnds(since, -12)}
    order by institution_id, plan_id, as_of_date`,
  )

/** Each carrier with its ratings since the history began (and those in force then), and its own year-end figures. */
export async function selectCarriers(trx: Trx, codes: string[], since: PlainDate, period: PlainDate): Promise<ReviewCarrier[]> {
  const carriers = await rowsOf(
    trx,
    sql<Omit<ReviewCarrier, 'ratings' | 'financials'>>`
    select code, short_name, legal_name, domicile_state, company_type, active_in_market from carrier where code = any(${codes}::text[]) order by code`,
  )
  const ratings = await rowsOf(
    trx,
    sql<ReviewRating & { carrierCode: string }>`
    select r.carrier_code, r.agency, r.rating, r.outlook, r.watch, r.action, r.effective_date
    from carrier_rating r
    where r.carrier_code = any(${codes}::text[]) and r.effective_date <= ${period} and r.effective_date >= coalesce(
      (select max(b.effective_date) from carrier_rating b where b.carrier_code = r.carrier_code and b.agency = r.agency and b.effective_date <= ${since}), '-infinity')
    order by r.effective_date, r.agency`,
  )
  const financials = await rowsOf(
    trx,
    sql<ReviewCarrier['financials'][number] & { carrierCode: string }>`
    select carrier_code, year, assets_cents as assets, surplus_cents as surplus, risk_based_capital_ratio, source
    from carrier_financials where carrier_code = any(${codes}::text[]) and make_date(year, 12, 31) <= ${period} order by carrier_code, year`,
  )
  const [rated, filed] = [Map.groupBy(ratings, ({ carrierCode }) => carrierCode), Map.groupBy(financials, ({ carrierCode }) => carrierCode)]
  return carriers.map((carrier) => ({
    ...carrier,
    ratings: (rated.get(carrier.code) ?? []).map(({ carrierCode: _, ...rating }) => rating),
    financials: (filed.get(carrier.code) ?? []).map(({ carrierCode: _, ...year }) => year),
  }))
}

export async function selectProducts(trx: Trx, ids: number[], since: PlainDate, period: PlainDate): Promise<ReviewProduct[]> {
  const products = await rowsOf(
    trx,
    sql<Omit<ReviewProduct, 'rates'>>`
    select id as product_id, carrier_code, product_name as name, account_type, rate_method, guaranteed_minimum_rate, stable_value_wrap
    from product where id = any(${ids}::int[]) order by carrier_code, lower(product_name), id`,
  )
  const rates = await rowsOf(
    trx,
    sql<{ productId: number; from: PlainDate; rate: number }>`
    select r.product_id, r.effective_from as "from", r.gross_rate as rate
    from product_rate r
    where r.product_id = any(${ids}::int[]) and r.effective_from <= ${period} and r.effective_from >= coalesce(
      (select max(b.effective_from) from product_rate b where b.product_id = r.product_id and b.effective_from <= ${since}), '-infinity')
    order by r.effective_from`,
  )
  const byProduct = Map.groupBy(rates, ({ productId }) => productId)
  return products.map((product) => ({
    ...product,
    rates: (byProduct.get(product.productId) ?? []).map(({ from, rate }) => ({ from, rate })),
  }))
}
