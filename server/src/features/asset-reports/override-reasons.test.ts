/** Reports of several banks, released in one call over open audit errors: each gives its own bank's reason, and no other bank's. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { useServer } from '../../test/call.ts'
import { pdfText } from '../../test/report-files.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 90_000 })
const server = useServer()
const CEDAR = 'The missing policy is confirmed by letter'
const MARINERS = 'The cost of insurance is confirmed'

async function madeWorld() {
  const world = await buildReportWorld(server, { institutions: 2 })
  const batch = await world.start()
  await world.make(batch)
  for (const institutionId of world.institutionIds)
    await sql`insert into audit_exception (institution_id, site_id, check_code, rule_code, severity, period, message, status)
      values (${institutionId}, ${world.siteId}, 'client-exceptions', 'V3', 'error', ${world.period}, 'x', 'OPEN')`.execute(server.ownerDb)
  const reports = await Promise.all(world.institutionIds.map(async (id) => (await world.reportOf(id)).id))
  const [cedar = 0, mariners = 0] = reports
  return {
    ...world,
    cedar,
    mariners,
    release: (given: { reportIds?: number[]; overrideReason?: string; overrideReasons?: { reportId: number; reason: string }[] }) =>
      server.callAs(world.staff, assetReports.releaseReports, { batch, reportIds: reports, ...given }),
    released: async () =>
      (await server.ownerDb.selectFrom('report').select('id').where('id', 'in', reports).where('releasedVersion', 'is not', null).execute())
        .length,
    /** Everything that tells the reason of a report's release: its paper, what its bank reads, what staff reads, the log and the record of overrides. */
    tellings: async (report: number, client: string) => {
      const activity = await sql<{ after: unknown }>`
        select after from activity where action = 'report.released' and entity_id = ${String(report)}`.execute(server.ownerDb)
      const kept = await server.ownerDb.selectFrom('releaseOverride').select('reason').where('reportId', '=', report).execute()
      const { bytes } = await server.callAs(client, assetReports.downloadReports, { batch: 0, reportIds: String(report), format: 'pdf' })
      const read = async (cookie: string) => (await server.callAs(cookie, assetReports.getReport, { batch: 0, report })).body
      const { report: row } = await read(world.staff)
      return [
        (await pdfText(bytes)).replaceAll(/\s+/g, ' '),
        ...[(await read(client)).view, row.override, activity.rows, kept].map((told) => JSON.stringify(told)),
      ]
    },
  }
}

test('two banks released in one call carry their own reasons on paper, on screen and in the log, and neither has the other’s', async () => {
  const world = await madeWorld()
  const { cedar, mariners } = world
  const overrideReasons = [
    { reportId: mariners, reason: MARINERS },
    { reportId: cedar, reason: CEDAR },
  ]
  expect((await world.release({ overrideReasons })).body).toMatchObject({ released: [cedar, mariners], refused: [] })
  const [first = '', second = ''] = world.clients
  for (const told of await world.tellings(cedar, first)) {
    expect(told).toContain(CEDAR)
    expect(told).not.toContain(MARINERS)
  }
  for (const told of await world.tellings(mariners, second)) {
    expect(told).toContain(MARINERS)
    expect(told).not.toContain(CEDAR)
  }
})

test('a report without a reason of its own takes the one of the call', async () => {
  const world = await madeWorld()
  const { cedar, mariners } = world
  const given = { overrideReason: MARINERS, overrideReasons: [{ reportId: cedar, reason: CEDAR }] }
  expect((await world.release(given)).body).toMatchObject({ released: [cedar, mariners], refused: [] })
  const [first = '', second = ''] = world.clients
  for (const told of await world.tellings(cedar, first)) expect(told).not.toContain(MARINERS)
  for (const told of await world.tellings(mariners, second)) expect(told).toContain(MARINERS)
})

test('reasons that leave out a report with open items release nothing, and the answer names its bank and what is open', async () => {
  const world = await madeWorld()
  const { status, error } = await world.release({ overrideReasons: [{ reportId: world.cedar, reason: CEDAR }] })
  const { name } = await server.ownerDb
    .selectFrom('institution')
    .select('name')
    .where('id', '=', world.institutionIds[1] ?? 0)
    .executeTakeFirstOrThrow()
  expect([status, error.code, error.meta, await world.released()]).toEqual([
    400,
    'input',
    {
      overrideReasons: [`${name} has open items and no reason: 1 open audit error: Cash surrender value differs from what is posted.`],
    },
    0,
  ])
})

test('a reason for a report that is not released now, and a second one for the same report, are refused where they stand', async () => {
  const world = await madeWorld()
  const { cedar, mariners } = world
  const overrideReasons = [
    { reportId: cedar, reason: CEDAR },
    { reportId: mariners, reason: MARINERS },
    { reportId: cedar, reason: MARINERS },
  ]
  const { error } = await world.release({ reportIds: [cedar], overrideReasons })
  expect([error.code, error.meta, await world.released()]).toEqual([
    'input',
    {
      'overrideReasons.1.reportId': ['This report is not among those to release.'],
      'overrideReasons.2.reportId': ['This report has two reasons.'],
    },
    0,
  ])
})

test('a call that gives no reason releases the reports of months that are closed, as before', async () => {
  const world = await madeWorld()
  const { cedar, mariners } = world
  await sql`update audit_exception set status = 'RESOLVED', reason_code = 'CONTRACT' where institution_id = ${world.institutionIds[0]}`.execute(
    server.ownerDb,
  )
  expect((await world.release({})).body).toMatchObject({ released: [cedar], refused: [{ reportId: mariners, code: 'close_gate' }] })
})
