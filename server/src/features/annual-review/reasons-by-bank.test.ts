/** Reviews of several banks, released in one call before they are complete: each prints its own bank's reason, and no other bank's. */
import { annualReviews } from '@corridor/contract/annual-reviews.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { useServer } from '../../test/call.ts'
import { pdfText } from '../../test/report-files.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })
const server = useServer()
const PERIOD = plainDate('2025-12-31')
const REASONS = ['The examiners ask for it before the board meets', 'The chair confirmed the ratings by phone']

test('two reviews that are not complete carry their own reasons; without one of them nothing is released', async () => {
  const world = await buildReportWorld(server, { institutions: 2, policiesEach: 2, months: 26, period: PERIOD })
  await sql`update membership set report_type_codes = '{ABR}'`.execute(server.ownerDb)
  await sql`insert into report_type (code, name, display_order) values ('ABR', 'Annual BOLI Review', 9) on conflict do nothing`.execute(
    server.ownerDb,
  )
  const batch = await world.startDirectly({
    reportType: 'AnnualBoliReview',
    targets: world.institutionIds.map((institutionId) => ({ institutionId, subsidiaryId: null })),
  })
  await world.make(batch)
  const reportIds = await Promise.all(world.institutionIds.map(async (id) => (await world.reportOf(id)).id))
  const reasons = reportIds.map((reportId, at) => ({ reportId, reason: REASONS[at] ?? '' }))
  const release = (incompleteReasons: typeof reasons) =>
    server.callAs(world.otherStaff, annualReviews.releaseReports, { batch, reportIds, incompleteReasons })

  const missing = await release(reasons.slice(0, 1))
  expect([missing.status, missing.error.meta]).toEqual([
    400,
    { incompleteReasons: [expect.stringContaining('has a report that is not complete and no reason: 7 of 7 risks are not rated')] },
  ])
  const stray = await release([...reasons, { reportId: 999_999, reason: 'Of no report' }])
  expect(stray.error.meta).toEqual({ 'incompleteReasons.2.reportId': ['This report is not among those to release.'] })
  const { rows: none } = await sql`select from report where released_version is not null`.execute(server.ownerDb)
  expect(none).toHaveLength(0)

  expect((await release(reasons)).body).toMatchObject({ released: reportIds, refused: [] })
  for (const [at, report] of reportIds.entries()) {
    const client = world.clients[at] ?? ''
    const { bytes } = await server.callAs(client, annualReviews.downloadReports, { batch: 0, reportIds: String(report) })
    const log = await sql`select after from activity where action = 'report.released' and entity_id = ${String(report)}`.execute(
      server.ownerDb,
    )
    const kept = await sql`select reason from release_override where report_id = ${report}`.execute(server.ownerDb)
    const read = (await server.callAs(client, annualReviews.getReport, { batch: 0, report })).body.view
    const paper = (await pdfText(bytes)).replaceAll(/\s+/g, ' ')
    for (const told of [paper, JSON.stringify(read), JSON.stringify(log.rows), JSON.stringify(kept.rows)]) {
      expect(told).toContain(REASONS[at])
      expect(told).not.toContain(REASONS[1 - at])
    }
  }
})
