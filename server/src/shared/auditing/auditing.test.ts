/** The audits of a posted month, on a real book: what they find, what they leave alone, and the life of an exception. */
import { postFile } from '@corridor/contract/data-feeds.ts'
import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { feedText } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'
import { auditMonth } from './audit-month.ts'

const feeds = useFeeds()

const exceptions = async (period = feeds.period) =>
  (
    await sql<{ rule: string; policyId: number | null; status: string; months: number; message: string }>`
      select rule_code as rule, policy_id, status, months, message from audit_exception where site_id = ${feeds.book.siteId} and period = ${period} order by id`.execute(
      feeds.server.ownerDb,
    )
  ).rows
const audit = (period = feeds.period) => {
  const scope = scopeOfSystem(feeds.book.siteId)
  return inScope(feeds.server.kernel.db, scope, (trx) => auditMonth(trx, scope, { period, today: addMonthEnds(period, 1) }))
}
const post = async (lines = feeds.sound()) => {
  const file = await feeds.handedIn(feedText(lines))
  const { body, status, error } = await feeds.server.callAs(feeds.staff, postFile, { id: file.id })
  expect([status, error.message]).toEqual([200, ''])
  return body
}

test('a sound month has no exception, and says what was examined', async () => {
  await post()
  await audit()
  // No file came from the other two carriers, which is said once for each client and carrier.
  expect((await exceptions()).map(({ rule, policyId }) => `${rule} ${policyId}`)).toEqual(Array(4).fill('P6 null'))
  const { rows } = await sql<{ expected: number; posted: number; fed: number; asked: Record<string, number> }>`
    select sum(expected)::int as expected, sum(posted)::int as posted, sum(fed)::int as fed, jsonb_object_agg(institution_id, asked) as asked from audit_coverage
    where site_id = ${feeds.book.siteId} and period = ${feeds.period} and carrier_code = ${feeds.carrier}`.execute(feeds.server.ownerDb)
  expect(rows[0]).toMatchObject({ expected: feeds.policies.length, posted: feeds.policies.length, fed: feeds.policies.length })
})
