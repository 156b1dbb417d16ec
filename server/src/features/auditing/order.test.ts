/** Rows that are equal in what a list is sorted by: their institutions stand from A, whichever way the list is sorted. */
import { listOpenings } from '@corridor/contract/audit-settings.ts'
import { clientExceptionsReport } from '@corridor/contract/auditing.ts'
import { lockPeriod } from '@corridor/contract/period-locks.ts'
import { addDays } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { auditMonth } from '../../shared/auditing/audit-month.ts'
import { signedInAs } from '../../test/builders.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()

test.each([true, false])('equals in the values audit and among opening balances stand from A, descending %s', async (desc) => {
  const [first = 0, last = 0] = feeds.book.institutionIds
  for (const [id, name] of [
    [first, 'Zephyr Bank'],
    [last, 'Alder Bank'],
  ] as const)
    await sql`update institution set name = ${name}, fiscal_year_end_month = extract(month from ${feeds.book.period}::date) where id = ${id}`.execute(
      feeds.server.ownerDb,
    )
  const { period, siteId } = feeds.book
  const today = addDays(period, 12)
  await feeds.goTo(today)
  const scope = scopeOfSystem(siteId)
  await inScope(feeds.server.kernel.db, scope, (trx) => auditMonth(trx, scope, { period, today, isWhole: true }))
  const now = new Date(`${today}T17:00:00Z`)
  const manager = await signedInAs(feeds.server.ownerDb, 'd', { siteId, permissions: { ASSET_REPORT: 2 }, now })
  const { body } = await feeds.server.callAs(manager, clientExceptionsReport, { period, sort: 'open', desc })
  expect([...new Set(body.records.map(({ institutionName }) => institutionName))]).toEqual(['Alder Bank', 'Zephyr Bank'])
  expect((await feeds.server.callAs(manager, lockPeriod, { period, reason: 'Reports follow' })).status).toBe(200)
  const openings = (await feeds.server.callAs(manager, listOpenings, { sort: 'yearEnd', desc })).body.records
  expect(openings.map(({ institutionName }) => institutionName)).toEqual(['Alder Bank', 'Zephyr Bank'])
})
