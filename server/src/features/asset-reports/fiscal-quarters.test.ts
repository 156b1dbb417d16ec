/** The Call Report's income of a bank whose fiscal year is not the calendar year, out of the book. */

import { plainDate } from '@corridor/domain/primitives/period.ts'
import { buildAssetReport, readAssetReportSnapshot } from '@corridor/domain/reports/asset-report/build.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { prepareAssetReports } from '../../reporting/holdings/snapshot.ts'
import { buildBook } from '../../test/book.ts'
import { useDatabase } from '../../test/database.ts'

vi.setConfig({ testTimeout: 60_000 })
const database = useDatabase()
const period = plainDate('2026-09-30')

test('of a June bank, RI-E 1.b at September 30 is the increase since December 31, in which a policy ended and another began', async () => {
  const book = await buildBook(database.ownerDb, { institutions: 1, policiesEach: 4, period })
  const db = database.ownerDb
  const institutionId = book.institutionIds[0] ?? 0
  await sql`update institution set fiscal_year_end_month = 6`.execute(db)
  const ids = (await db.selectFrom('policy').select('id').orderBy('id').execute()).map(({ id }) => id)
  const [ended = 0, begun = 0] = ids
  const valueOf = async (policyId: number, day: string) =>
    (
      await sql<{
        value: number
      }>`select cash_surrender_value_cents as value from policy_valuation where policy_id = ${policyId} and as_of_date = ${day}`.execute(db)
    ).rows[0]?.value ?? 0
  // Surrendered in March at what February's value had become; issued in May for a premium.
  const released = (await valueOf(ended, '2026-02-28')) + 123_456
  await sql`delete from policy_valuation where policy_id = ${ended} and as_of_date > '2026-02-28' or policy_id = ${begun} and as_of_date < '2026-05-31'`.execute(
    db,
  )
  await sql`update policy set policy_status = 'SURRENDERED', status_date = '2026-03-12' where id = ${ended}`.execute(db)
  await sql`update policy set issue_date = '2026-05-04' where id = ${begun}`.execute(db)
  await sql`insert into policy_transaction (institution_id, site_id, policy_id, transaction_date, type, amount_cents)
    values (${institutionId}, ${book.siteId}, ${ended}, '2026-03-12', 'SURRENDER', ${released}), (${institutionId}, ${book.siteId}, ${begun}, '2026-05-04', 'PREMIUM', 90000000)`.execute(
    db,
  )
  const scope = scopeOfSystem(book.siteId)
  const order = {
    reportId: 1,
    reportType: 'AssetReport',
    institutionId,
    subsidiaryId: null,
    period,
    isQuarterly: true,
    version: 1,
    batchId: 1,
    preparedOn: period,
    isRestated: false,
    preliminaryReason: null,
  }
  const view = async () => {
    const made = (await inScope(database.db, scope, (trx) => prepareAssetReports(trx, scope, [order]))).get(1)
    if (!made || 'failure' in made) throw new Error(made?.failure.reason)
    return buildAssetReport(readAssetReportSnapshot(JSON.parse(JSON.stringify(made.snapshot))))
  }
  const sum = async (day: string) =>
    (
      await sql<{ value: number }>`select sum(cash_surrender_value_cents) as value from policy_valuation where as_of_date = ${day}`.execute(
        db,
      )
    ).rows[0]?.value ?? 0
  const incomeOf = (made: Awaited<ReturnType<typeof view>>) => made.callReport?.table.rows.find(({ id }) => id === 'ri-e-1-b')?.cells.amount
  const made = await view()
  expect(incomeOf(made)).toBe((await sum('2026-09-30')) - (await sum('2025-12-31')) - 90_000_000 + released)
  expect(made.totals.ytdIncrease, 'since June').toBe((await sum('2026-09-30')) - (await sum('2026-06-30')))
  // One value of the beginning is missing: the income is not told.
  await sql`delete from policy_valuation where policy_id = ${ids[2] ?? 0} and as_of_date = '2025-12-31'`.execute(db)
  const gap = await view()
  expect(incomeOf(gap)).toBeUndefined()
  expect(gap.callReport?.note).toContain('RI-E 1.b is not shown: one policy has no value at December 31, 2025')
})
