/** One bank's register lists, and adds up, that bank's records, and not those of its neighbor on the same site. */
import { insureds, plans } from '@corridor/contract/register.ts'
import { funds, illustrations, liabilities, sevenPay } from '@corridor/contract/register-backing.ts'
import { agreements, policies, transactions } from '@corridor/contract/register-holdings.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { buildBook } from '../../test/book.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { staff: '', banks: [] as number[] }

beforeAll(async () => {
  const db = server.ownerDb
  const { siteId, institutionIds } = await buildBook(db, { institutions: 2, policiesEach: 2, months: 3 })
  world.banks = institutionIds
  world.staff = await signedInAs(db, 'b', { siteId, permissions: { INSTITUTIONS: 2 } })
  await sql`insert into policy_transaction (institution_id, site_id, policy_id, transaction_date, type, amount_cents)
    select institution_id, site_id, id, '2026-08-15', 'PREMIUM', 100000 * institution_id from policy`.execute(db)
  await sql`insert into separate_account_fund (institution_id, site_id, product_id, policy_id, as_of_date, fund_name, market_value_cents, book_value_cents, approach, classes, source)
    select institution_id, site_id, product_id, id, '2026-08-31', 'Fund', 100, 100, 'FULL', '[{"name": "Cash", "share": 1, "weight": 0.2, "most": 1}]', 'Statement' from policy`.execute(
    db,
  )
  await sql`insert into plan_liability (institution_id, site_id, plan_id, as_of_date, liability_cents, source) select institution_id, site_id, id, '2026-08-31', 100, 'Statement' from plan`.execute(
    db,
  )
  await sql`insert into policy_illustration (institution_id, site_id, policy_id, illustrated_on, illustrated_yield, source) select institution_id, site_id, id, '2020-01-01', 0.03, 'Letter' from policy`.execute(
    db,
  )
  await sql`insert into policy_seven_pay (institution_id, site_id, policy_id, starts_on, annual_premium_cents, paid_cents, stated_on, source)
    select institution_id, site_id, id, '2020-01-01', 100, 100, '2026-01-01', 'Letter' from policy`.execute(db)
  await sql`insert into split_dollar_agreement (institution_id, site_id, insured_id, type, benefit_formula, amount_cents, effective_date)
    select institution_id, site_id, id, 'ENDORSEMENT', 'FIXED_DOLLAR', 100, '2020-01-01' from insured`.execute(db)
})

test.each([
  ['plan', plans],
  ['policy', policies],
  ['insured', insureds],
  ['split_dollar_agreement', agreements],
  ['policy_transaction', transactions],
  ['separate_account_fund', funds],
  ['plan_liability', liabilities],
  ['policy_illustration', illustrations],
  ['policy_seven_pay', sevenPay],
] as const)('of %s', async (table, { endpoints }) => {
  for (const bank of world.banks) {
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where institution_id = ${bank} order by id`.execute(
      server.ownerDb,
    )
    expect(rows.length).toBeGreaterThan(0)
    const { status, body } = await server.callAs(world.staff, endpoints.list, { id: bank, take: 1000 })
    expect([status, body.records.map(({ id }) => id).toSorted((one, other) => one - other)]).toEqual([200, rows.map(({ id }) => id)])
    if (table === 'policy_transaction') expect(body).toMatchObject({ totals: { addedCents: 2 * 100_000 * bank } })
  }
})
