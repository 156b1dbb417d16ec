/** Funds of separate accounts for tests of reports: stated at random, and weighed from the tables by other means than the reports'. */
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { TEST_PERIOD } from './book.ts'

/** Values in cents, and what of the fund lies in corporate bonds, in percent. */
export const fundStory = fc.option(
  fc.record({
    market: fc.integer({ min: 1, max: 500_000_000_00 }),
    book: fc.integer({ min: 1, max: 500_000_000_00 }),
    corporate: fc.integer({ min: 0, max: 100 }),
    wrapped: fc.boolean(),
  }),
  { nil: null, freq: 3 },
)
type FundStory = NonNullable<typeof fundStory extends fc.Arbitrary<infer Story> ? Story : never>

export async function stateFund(
  db: Db,
  siteId: number,
  institutionId: number,
  { market, book, corporate, wrapped }: FundStory,
): Promise<void> {
  const classes = [
    { name: 'Agency securities', share: (100 - corporate) / 100, weight: 0.2, most: null },
    { name: 'Corporate bonds', share: corporate / 100, weight: 1, most: null },
  ]
  await sql`insert into separate_account_fund (institution_id, site_id, product_id, as_of_date, fund_name, market_value_cents, book_value_cents, wrap_provider, wrap_weight, approach, classes, source)
    select distinct ${institutionId}::int, ${siteId}::int, d.id, ${TEST_PERIOD}::date, 'Fund', ${market}::bigint, ${book}::bigint, ${wrapped ? 'Delta' : null}, ${wrapped ? 0.5 : null}::float8, 'FULL', ${JSON.stringify(classes)}::jsonb, 'test'
    from policy p join product d on d.id = p.product_id and d.account_type = 'SEPARATE' where p.institution_id = ${institutionId}`.execute(
    db,
  )
}

/** The weight of the separate accounts from the tables: the fund's assets at theirs, the rest at the wrap's half, everything in full without a fund. */
export async function separateWeightInSql(db: Db, institutionId: number): Promise<number> {
  const { rows } = await sql<{ assets: number }>`
    with held as (
      select p.product_id, sum(v.cash_surrender_value_cents) as value from policy_valuation v
      join policy p on p.institution_id = v.institution_id and p.id = v.policy_id
      join product d on d.id = p.product_id and d.account_type = 'SEPARATE'
      where v.institution_id = ${institutionId} and v.as_of_date = ${TEST_PERIOD} group by p.product_id),
    parts as (
      select h.value, f.id, case when f.wrap_provider is null then h.value else least(h.value, round(h.value * f.market_value_cents::numeric / f.book_value_cents)) end as market,
        coalesce(f.wrap_weight, 1)::numeric as wrap_weight,
        greatest(0.2, (select sum((c ->> 'share')::numeric * (c ->> 'weight')::numeric) from jsonb_array_elements(f.classes) c)) as weight
      from held h left join separate_account_fund f on f.institution_id = ${institutionId} and f.product_id = h.product_id)
    select coalesce(sum(case when id is null then value else round(market * weight) + round((value - market) * wrap_weight) end), 0)::bigint as assets from parts`.execute(
    db,
  )
  return rows[0]?.assets ?? 0
}
