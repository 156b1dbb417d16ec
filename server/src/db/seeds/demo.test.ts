/** The demo's first start, one killed halfway, and the next. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useServer } from '../../test/call.ts'
import { loadDemo, seedDemo } from './demo.ts'

const server = useServer()

const reports = async () =>
  (
    await sql<{ siteId: number; batches: number; reports: number; announced: number }>`
      select b.site_id, count(distinct b.id)::int as batches, count(distinct r.id)::int as reports, count(*) filter (where b.announce or b.hold)::int as announced
      from report_batch b left join report r on r.batch_id = b.id group by 1 order by 1`.execute(server.ownerDb)
  ).rows

test('the book is loaded with its files; a start killed before the reports were asked for is made good by the next, and asks once only', async () => {
  await loadDemo(server.ownerDb, server.kernel)
  expect(await reports()).toEqual([])
  const { rows: files } = await sql<{ sha256: string; stored: boolean }>`
    select c.sha256, exists (select from stored_file s where s.sha256 = c.sha256 and s.size_bytes = c.size_bytes) as stored from carrier_file c`.execute(
    server.ownerDb,
  )
  expect(files.length).toBeGreaterThan(290)
  expect(files.every(({ stored }) => stored)).toBe(true)
  for (const { sha256 } of files) if (!(await server.kernel.files.has(sha256))) expect(sha256).toBe('in the file store')

  const asked = [
    // Asset and summary reports of three months and a quarter: twelve institutions on the BOLI site, three and two subsidiaries on the other.
    { siteId: 1, batches: 8, reports: 96, announced: 0 },
    { siteId: 2, batches: 8, reports: 40, announced: 0 },
  ]
  await seedDemo(server.ownerDb, server.kernel)
  expect(await reports()).toEqual(asked)
  await seedDemo(server.ownerDb, server.kernel)
  expect(await reports()).toEqual(asked)
}, 120_000)
