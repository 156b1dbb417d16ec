/** The demo's first start, one killed halfway, and the next. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useServer } from '../../test/call.ts'
import { loadDemo, seedDemo } from './demo.ts'

const server = useServer()

const reports = async () =>
  (
    await sql<{ siteId: number; batches: number; reports: number; announced: number; held: number }>`
      select b.site_id, count(distinct b.id)::int as batches, count(distinct r.id)::int as reports, count(*) filter (where b.announce)::int as announced, count(*) filter (where b.hold)::int as held
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
  // Papers that people handed in: each is in the store, with the version it is.
  const { rows: papers } = await sql<{ sha256: string; versioned: boolean; extension: string }>`
    select c.file_sha256 as sha256, c.extension, exists (select from client_report_version v where v.client_report_id = c.id and v.version = c.version and v.file_sha256 = c.file_sha256) as versioned
    from client_report c where c.origin = 'UPLOADED'
    union all select d.file_sha256, d.extension, exists (select from document_version v where v.document_id = d.id and v.version = d.version and v.file_sha256 = d.file_sha256) from document d`.execute(
    server.ownerDb,
  )
  expect(papers.length).toBeGreaterThan(400)
  expect(new Set(papers.map(({ extension }) => extension))).toEqual(new Set(['pdf', 'xlsx', 'docx', 'csv', 'png']))
  expect(papers.every(({ versioned }) => versioned)).toBe(true)
  for (const { sha256 } of papers) if (!(await server.kernel.files.has(sha256))) expect(sha256).toBe('in the file store')

  const asked = [
    // Asset and summary reports of three months and a quarter: twelve institutions on the BOLI site, three and two subsidiaries on the other. Form 8925 of
    // all whose year is the calendar's, in two batches, one of them held for review; annual reviews of two years likewise.
    { siteId: 1, batches: 14, reports: 129, announced: 0, held: 15 },
    { siteId: 2, batches: 14, reports: 51, announced: 0, held: 4 },
  ]
  await seedDemo(server.ownerDb, server.kernel)
  expect(await reports()).toEqual(asked)
  await seedDemo(server.ownerDb, server.kernel)
  expect(await reports()).toEqual(asked)
  // Twelve institutions on the BOLI site, three on the other: last year's are back but for every fourth and one more, this year's are out until December 11, one is back.
  const { rows: questionnaires } = await sql<{ siteId: number; year: number; statuses: number[] }>`
    select site_id, year, array[count(*) filter (where status = 0), count(*) filter (where status = 1), count(*) filter (where status = 2)]::int[] as statuses
    from questionnaire group by 1, 2 order by 1, 2`.execute(server.ownerDb)
  expect(questionnaires.slice(0, 2)).toEqual([
    { siteId: 1, year: 2025, statuses: [0, 4, 8] },
    { siteId: 1, year: 2026, statuses: [2, 9, 1] },
  ])
}, 120_000)
