/** The 7-pay test from the register to the review: what carriers stated, what the book's transactions came to, and which reviews a correction reaches. */
import { annualReviews } from '@corridor/contract/annual-reviews.ts'
import { sevenPay } from '@corridor/contract/register-backing.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { findingsOfReview, readAnnualReviewView, tablesOfReview } from '@corridor/domain/reports/annual-review/view.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

const server = useServer()
const PERIOD = plainDate('2025-12-31')

test('a review tests each policy by the periods begun up to its date, on the register’s own premiums, and is marked when a period that it tells of is corrected', async () => {
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: 4, months: 14, period: PERIOD })
  const [id = 0] = world.institutionIds
  const keeper = await signedInAs(server.ownerDb, 'b', { siteId: world.siteId, permissions: { INSTITUTIONS: 2 } })
  const held = await server.ownerDb.selectFrom('policy').select('id').where('institutionId', '=', id).orderBy('id').execute()
  const [paid = 0, assumed = 0, reported = 0] = held.map((policy) => policy.id)
  // Every policy is of June 15, 2016, a modified endowment contract or not as its carrier says.
  await sql`update policy set mec = false where institution_id = ${id}`.execute(server.ownerDb)
  await sql`insert into policy_transaction (institution_id, site_id, policy_id, transaction_date, type, amount_cents)
    select ${id}, ${world.siteId}, x.policy, x.date::date, x.type, x.amount from (values
      (${paid}::int, '2016-06-15', 'PREMIUM', 90000000::bigint), (${paid}, '2022-06-15', 'PREMIUM', 2000000), (${paid}, '2023-06-15', 'PREMIUM', 1500000),
      (${paid}, '2024-01-10', 'WITHDRAWAL', 500000), (${paid}, '2026-01-10', 'PREMIUM', 9000000),
      (${reported}, '2022-06-15', 'PREMIUM', 2000000)) as x (policy, date, type, amount)`.execute(server.ownerDb)
  await sql`update policy_valuation set cost_basis_cents = 2000001 where institution_id = ${id} and policy_id = ${reported} and as_of_date = '2025-11-30'`.execute(
    server.ownerDb,
  )
  const enter = async (policyId: number, startsOn: string, more: object = {}) => {
    const stated = { id, policyId, startsOn, annualPremiumCents: 1_000_000, paidCents: null, statedOn: startsOn, source: 'Carrier' }
    const { status, body } = await server.callAs(keeper, sevenPay.endpoints.create, { ...stated, ...more })
    expect(status).toBe(201)
    return body
  }
  const made = await enter(paid, '2022-06-15', { annualPremiumCents: 2_000_000 })
  await enter(assumed, '2022-06-15')
  await enter(reported, '2022-06-15', { annualPremiumCents: 2_000_000 })

  const batch = await world.startDirectly({ reportType: 'AnnualBoliReview' })
  await world.make(batch)
  const read = async () => {
    const { id: report } = await world.reportOf(id)
    const { body } = await server.callAs(world.staff, annualReviews.getReport, { batch, report })
    const view = readAnnualReviewView(body.view)
    if (!view) throw new Error(`no view: ${body.report.failureReason}`)
    return { view, isOutdated: body.report.outdatedSince !== null }
  }
  const { view, isOutdated } = await read()
  expect(isOutdated).toBe(false)
  const rows = new Map(
    tablesOfReview(view)
      .find((table) => table.id === 'seven-pay')
      ?.rows.map((row) => [row.id, row.cells]),
  )
  // Four years begun on June 15 of 2022 to 2025: 80,000; paid 20,000 and 15,000 less 5,000, before what was paid in 2026.
  expect(rows.get(String(paid))).toMatchObject({ year: 4, limit: 8_000_000, paid: 3_000_000, headroom: 5_000_000, result: 'Within' })
  expect(rows.get(String(assumed)), 'an initial premium of the register is no transaction').toMatchObject({
    paid: null,
    result: 'Not known',
  })
  expect(rows.get(String(reported)), 'the carrier reports a cent more of cost basis').toMatchObject({ paid: null, result: 'Not known' })
  expect(findingsOfReview(view).find((finding) => finding.id === 'seven-pay')).toMatchObject({ status: 'watch' })

  await enter(paid, '2026-02-01')
  expect((await read()).isOutdated, 'begun after it').toBe(false)
  await server.callAs(keeper, sevenPay.endpoints.update, {
    id,
    recordId: made.id,
    annualPremiumCents: 900_000,
    reason: 'The carrier’s letter says so',
    updatedAt: made.updatedAt,
  })
  const after = await read()
  expect([after.isOutdated, after.view]).toEqual([true, view])
})
