/** A bank's controls statement accounts for every rule, and says whether its opening balances were compared with its general ledger. */
import { postFile } from '@corridor/contract/data-feeds.ts'
import { controlsResult } from '@corridor/domain/auditing/controls.ts'
import { addDays, addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { auditMonth } from '../../shared/auditing/audit-month.ts'
import { selectControls } from '../../shared/auditing/controls.ts'
import { feedText } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()

test('opening balances are compared with the general ledger only where the bank gave it, and the statement names the rule otherwise', async () => {
  await feeds.goTo(addDays(feeds.period, 12))
  const file = await feeds.handedIn(feedText(feeds.sound()))
  await feeds.server.callAs(feeds.staff, postFile, { id: file.id })
  const { ownerDb, kernel } = feeds.server
  const { siteId } = feeds.book
  const yearEnd = addMonthEnds(feeds.period, -1)
  await sql`update institution set fiscal_year_end_month = extract(month from ${yearEnd}::date)`.execute(ownerDb)
  await sql`insert into opening_balance (institution_id, policy_id, site_id, year_end, cash_surrender_value_cents)
    select institution_id, policy_id, site_id, as_of_date, cash_surrender_value_cents from policy_valuation
    where site_id = ${siteId} and as_of_date = ${yearEnd} and status = 'POSTED'`.execute(ownerDb)
  const institutionId = feeds.policies[0]?.institutionId ?? 0
  const audited = () =>
    inScope(kernel.db, scopeOfSystem(siteId), async (trx) => {
      const scope = scopeOfSystem(siteId)
      await auditMonth(trx, scope, { period: feeds.period, today: addDays(feeds.period, 12), isWhole: true })
      return (await selectControls(trx, scope, [institutionId], feeds.period))(institutionId).lines
    })
  const before = await audited()
  for (const { asked, skipped, apart = [], rules } of before) expect(asked + skipped + apart.length).toBe(rules)
  expect(before.map(controlsResult)[3]).toContain(
    '5 of 6 rules applied, 1 not applied: “Opening balance differs from the general ledger” (no general ledger balance was entered)',
  )
  expect(before.map(controlsResult)[0]).toContain(
    '2 belong to the check of each carrier’s file before it is posted: “Policy not in the register”, “Control totals differ”',
  )

  await sql`insert into ledger_balance (institution_id, site_id, year_end, balance_cents, source)
    select institution_id, site_id, year_end, sum(cash_surrender_value_cents), 'Trial balance' from opening_balance
    where institution_id = ${institutionId} and site_id = ${siteId} group by 1, 2, 3`.execute(ownerDb)
  expect((await audited()).map(controlsResult)[3]).toContain('6 of 6 rules applied')
  await sql`delete from ledger_balance where institution_id = ${institutionId}`.execute(ownerDb)
  expect((await audited()).map(controlsResult)[3], 'a balance that is gone is compared with no more').toContain('5 of 6 rules applied')
})
