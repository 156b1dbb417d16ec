import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inScope, scopeOfSystem } from '../platform/http/scope.ts'
import { buildSite } from '../test/builders.ts'
import { useDatabase } from '../test/database.ts'
import { dayOfSite, siteDayOf } from './site-day.ts'

const database = useDatabase()

test.each([
  // An evening in America is tomorrow in UTC.
  ['2026-10-01T00:30:00Z', 'America/New_York', '2026-09-30'],
  ['2026-10-01T00:30:00Z', 'Pacific/Honolulu', '2026-09-30'],
  ['2026-10-01T00:30:00Z', 'Pacific/Kiritimati', '2026-10-01'],
  ['2026-09-30T10:30:00Z', 'Pacific/Kiritimati', '2026-10-01'],
  ['2026-10-01T00:30:00Z', 'UTC', '2026-10-01'],
  // Both nights on which New York's clocks change, a minute before midnight and at it.
  ['2026-03-08T04:59:00Z', 'America/New_York', '2026-03-07'],
  ['2026-03-08T05:00:00Z', 'America/New_York', '2026-03-08'],
  ['2026-11-01T03:59:00Z', 'America/New_York', '2026-10-31'],
  ['2026-11-01T04:00:00Z', 'America/New_York', '2026-11-01'],
  ['2028-03-01T04:59:00Z', 'America/New_York', '2028-02-29'],
  ['2027-01-01T04:59:59Z', 'America/New_York', '2026-12-31'],
])('at %s it is in %s %s', async (instant, timeZone, day) => {
  const siteId = await buildSite(database.ownerDb, { timeZone })
  const now = () => new Date(instant)
  expect(await inScope(database.db, scopeOfSystem(siteId), (trx) => dayOfSite({ now }, trx, siteId))).toBe(day)
  const kept = sql<{ day: string }>`select ${siteDayOf(sql`${instant}::timestamptz`, siteId)} as day`
  expect((await inScope(database.db, scopeOfSystem(siteId), (trx) => kept.execute(trx))).rows).toEqual([{ day }])
})
