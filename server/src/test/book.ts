/** A small book for tests of reports: institutions with policies and posted months, every figure a formula of its ids, so that it can be checked by hand. */
import { addMonthEnds, monthOf, type PlainDate, plainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { buildCarrier, buildInstitution, buildSite, next } from './builders.ts'

export interface BookOptions {
  siteId?: number
  institutions?: number
  policiesEach?: number
  /** Posted months up to `period`. */
  months?: number
  period?: PlainDate
}
export interface TestBook {
  siteId: number
  institutionIds: number[]
  carrierCodes: string[]
  period: PlainDate
}

export const TEST_PERIOD = plainDate('2026-09-30')

/**
 * Institutions on one site, each with policies spread over three carriers (general, hybrid, separate account), a tax profile, capital and limits,
 * ratings, and a value for every month. A value grows by 0.3 % of its start a month, plus a cent for each policy's place.
 */
export async function buildBook(
  db: Db,
  { siteId, institutions = 2, policiesEach = 3, months = 15, period = TEST_PERIOD }: BookOptions = {},
): Promise<TestBook> {
  const site = siteId ?? (await buildSite(db))
  const carriers = await Promise.all((['GENERAL', 'HYBRID', 'SEPARATE'] as const).map((accountType) => buildProduct(db, accountType)))
  const institutionIds: number[] = []
  for (let index = 0; index < institutions; index++)
    institutionIds.push(await buildInstitution(db, { sites: [site], reportTypes: ['MBR', 'MCR', 'SMB'], city: 'Denver', stateCode: 'CO' }))
  await sql`
    insert into institution_tax_profile (institution_id, effective_from, federal_rate, state_rate, state_code, source) select id, '2020-01-01', 0.21, 0.06, 'CO', 'test' from unnest(${institutionIds}::int[]) id`.execute(
    db,
  )
  await sql`
    insert into institution_financials (institution_id, as_of_date, tier1_capital_cents, allowance_for_credit_losses_cents, source)
    select id, '2026-06-30', 6000000000, 540000000, 'CALL_REPORT' from unnest(${institutionIds}::int[]) id`.execute(db)
  await sql`
    insert into plan (institution_id, site_id, plan_name, plan_type, effective_date, business_purpose)
    select id, ${site}, 'BOLI 2016', 'BOLI_COST_RECOVERY', '2016-01-01', 'Benefit costs' from unnest(${institutionIds}::int[]) id`.execute(
    db,
  )
  await sql`
    insert into insured (institution_id, site_id, first_name, last_name, date_of_birth, gender)
    select id, ${site}, 'First' || n, 'Last' || lpad(n::text, 4, '0'), '1970-01-01', 'F' from unnest(${institutionIds}::int[]) id, generate_series(1, ${policiesEach}::int) n`.execute(
    db,
  )
  await sql`
    insert into policy (institution_id, site_id, plan_id, product_id, carrier_code, insured_id, policy_number, match_key, issue_date, face_amount_cents, initial_premium_cents, cost_basis_cents)
    select s.institution_id, ${site}, p.id, c.product_id, c.code, s.id, 'P-' || s.id, 'P' || s.id, '2016-06-15', 500000000, 100000000, 100000000
    from insured s join plan p on p.institution_id = s.institution_id
    join lateral (select code, product_id from unnest(${carriers.map(({ code }) => code)}::text[], ${carriers.map(({ productId }) => productId)}::int[]) with ordinality as c (code, product_id, place)
      where c.place = s.id % 3 + 1) c on true
    where s.institution_id = any(${institutionIds}::int[])`.execute(db)
  await postMonths(db, site, institutionIds, addMonthEnds(period, 1 - months), period)
  return { siteId: site, institutionIds, carrierCodes: carriers.map(({ code }) => code), period }
}

/** Posts values of every policy of the institutions, or of those named, for the months from one to the other. */
export async function postMonths(
  db: Db,
  siteId: number,
  institutionIds: readonly number[],
  from: PlainDate,
  to: PlainDate,
  policyIds?: readonly number[],
): Promise<void> {
  const list: PlainDate[] = []
  for (let month = from; month <= to; month = addMonthEnds(month, 1)) list.push(month)
  await sql`
    insert into policy_valuation (institution_id, policy_id, as_of_date, site_id, cash_surrender_value_cents, death_benefit_cents, insured_share_cents, interest_credited_cents,
      cost_of_insurance_cents, expense_charge_cents, gross_crediting_rate)
    select p.institution_id, p.id, m.month, ${siteId}, ${valueAt(sql`m.place`)}, 500000000, case when p.id % 2 = 0 then 50000000 else 0 end, 350000, 40000, 10000, 0.0405
    from policy p, unnest(${list}::date[], ${list.map(monthNumber)}::int[]) as m (month, place)
    where p.institution_id = any(${[...institutionIds]}::int[]) and p.issue_date <= m.month
      and (${policyIds === undefined} or p.id = any(${[...(policyIds ?? [])]}::int[]))`.execute(db)
}

const valueAt = (place: ReturnType<typeof sql>) => sql`100000000 + ${place} * (300000 + p.id)`
const monthNumber = (month: PlainDate): number => (yearOf(month) - 2020) * 12 + monthOf(month)

async function buildProduct(db: Db, accountType: 'GENERAL' | 'HYBRID' | 'SEPARATE'): Promise<{ code: string; productId: number }> {
  const code = await buildCarrier(db)
  const { id: productId } = await db
    .insertInto('product')
    .values({ carrierCode: code, productName: `${accountType} ${next()}`, accountType, policyForm: 'UL', rateMethod: 'PORTFOLIO' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('carrierRating')
    .values({
      carrierCode: code,
      agency: 'AM_BEST',
      effectiveDate: plainDate('2020-01-01'),
      rating: 'A+',
      outlook: 'STABLE',
      source: 'test',
    })
    .execute()
  return { code, productId }
}

/** Report types and the mail template that release needs. */
export async function buildReportTypes(db: Db): Promise<void> {
  const types = [
    ['MBR', 'Monthly BOLI Asset Report'],
    ['MCR', 'Monthly COLI Asset Report'],
    ['SMB', 'Summary Monthly BOLI Asset Report'],
  ] as const
  await db
    .insertInto('reportType')
    .values(types.map(([code, name], index) => ({ code, name, displayOrder: index + 1 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('emailTemplate')
    .values({
      name: 'File upload',
      subject: 'A new report for {{institutionName}}',
      body: 'Dear {{firstName}} {{lastName}},\n\nA new {{fileType}} is ready: {{loginLink}}\n\n{{member1Name}}\n{{member2Name}}\n',
      type: 1,
      usedEverywhere: true,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
