import { assetReports } from '@corridor/contract/asset-reports.ts'
import { reportFile, searchReports } from '@corridor/contract/client-reports.ts'
import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { unzipped } from '../../test/report-files.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()
const MISSING = 999_999
async function releasedWorld(): Promise<ReportWorld & { reports: number[]; batchId: number }> {
  const world = await buildReportWorld(server, { institutions: 2 })
  const batchId = await world.start()
  await world.make(batchId)
  const reports = await Promise.all(world.institutionIds.map(async (id) => (await world.reportOf(id)).id))
  await server.callAs(world.staff, assetReports.releaseReports, { batch: batchId, reportIds: reports })
  return { ...world, reports, batchId }
}
const at = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index]
  if (item === undefined) throw new Error(`no item ${index}`)
  return item
}

test('a client finds its own report in lists and search, and of the others not even that they exist', async () => {
  const world = await releasedWorld()
  const [client, own, foreign] = [at(world.clients, 0), at(world.reports, 0), at(world.reports, 1)]
  expect((await server.callAs(client, assetReports.listReports, { batch: 0 })).body.records.map(({ id }) => id)).toEqual([own])
  expect((await server.callAs(client, assetReports.listReports, { batch: world.batchId })).body.records.map(({ id }) => id)).toEqual([own])
  expect((await server.callAs(client, assetReports.listBatches, {})).body.records).toMatchObject([
    { id: world.batchId, createdBy: '', stats: { Ready: 1, total: 1, failed: 0 } },
  ])
  expect((await server.callAs(client, searchReports, {})).body.records.map(({ sourceReportId }) => sourceReportId)).toEqual([own])
  const answers = await Promise.all([foreign, MISSING].map((report) => server.callAs(client, assetReports.getReport, { batch: 0, report })))
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect(answers[0]?.error).toEqual(answers[1]?.error)
})

test('a client’s list goes by the month a report is of, then by its kind, not by when it was made', async () => {
  const world = await buildReportWorld(server, { institutions: 1, months: 6 })
  const asked = [
    { period: world.period, isQuarterly: false },
    { period: addMonthEnds(world.period, -3), isQuarterly: true },
    { period: addMonthEnds(world.period, -3), isQuarterly: false },
  ]
  const ids: number[] = []
  for (const one of asked) {
    const batchId = await world.startDirectly(one)
    await world.make(batchId)
    const { id } = await world.reportOf(at(world.institutionIds, 0))
    expect(
      (await server.callAs(world.staff, assetReports.releaseReports, { batch: batchId, reportIds: [id], overrideReason: 'Closed by hand' }))
        .status,
    ).toBe(200)
    ids.push(batchId)
  }
  const { body } = await server.callAs(at(world.clients, 0), assetReports.listBatches, { sort: 'period', desc: true })
  expect(body.records.map(({ id }) => id)).toEqual(ids)
  const records = (await server.callAs(at(world.clients, 0), searchReports, {})).body.records
  expect(records.map(({ sourceBatchId }) => sourceBatchId).indexOf(ids[0] ?? 0)).toBe(0)
})

test('a foreign file is 404 with the body of a missing one, alone or among several', async () => {
  const world = await releasedWorld()
  const [client, own, foreign] = [at(world.clients, 0), at(world.reports, 0), at(world.reports, 1)]
  expect((await server.callAs(client, assetReports.downloadReports, { batch: 0, reportIds: String(own) })).status).toBe(200)
  const missing = await server.callAs(client, assetReports.downloadReports, { batch: 0, reportIds: String(MISSING) })
  for (const reportIds of [String(foreign), `${own},${foreign}`]) {
    for (const format of ['pdf', 'xlsx', 'csv'] as const) {
      const answer = await server.callAs(client, assetReports.downloadReports, { batch: 0, reportIds, format })
      expect([answer.status, answer.error]).toEqual([404, missing.error])
    }
  }
  const record = await server.ownerDb
    .selectFrom('clientReport')
    .select('id')
    .where('sourceReportId', '=', foreign)
    .executeTakeFirstOrThrow()
  expect((await server.callAs(client, reportFile, { id: record.id })).error).toEqual(
    (await server.callAs(client, reportFile, { id: MISSING })).error,
  )
  expect((await server.callAs(client, reportFile, { id: record.id })).status).toBe(404)
})

test('nor does the database show a client another institution’s rows, were the query to forget', async () => {
  const world = await releasedWorld()
  const { rows } = await server.kernel.db.transaction().execute(async (trx) => {
    await sql`select set_config('role', 'corridor_client', true), set_config('app.site', ${String(world.siteId)}, true), set_config('app.institution', ${String(at(world.institutionIds, 0))}, true)`.execute(
      trx,
    )
    return sql<{
      found: number
    }>`select (select count(*) from report)::int + (select count(*) from report_version)::int + (select count(*) from client_report)::int + (select count(distinct institution_id) from policy)::int as found`.execute(
      trx,
    )
  })
  expect(rows).toEqual([{ found: 4 }])
})

test('a client’s row tells nothing of how staff work: no actions, no gate, no failure, no later version', async () => {
  const world = await releasedWorld()
  const [client, own] = [at(world.clients, 0), at(world.reports, 0)]
  await sql`update report set status = 'Failed', failure_code = 'missing_values', failure_reason = 'Policy X' where id = ${own}`.execute(
    server.ownerDb,
  )
  const { body } = await server.callAs(client, assetReports.getReport, { batch: 0, report: own })
  expect(body.report).toMatchObject({
    status: 'Ready',
    can: [],
    closeGate: null,
    outdatedSince: null,
    outdatedControls: null,
    failureCode: null,
    failureReason: null,
    failurePolicies: [],
    currentVersion: 1,
    releasedBy: null,
  })
  expect(body.versions).toHaveLength(1)
})

test('client roles may not start, release, withdraw, delete or trace, whatever they hold', async () => {
  const world = await releasedWorld()
  const [institutionId, report] = [at(world.institutionIds, 0), at(world.reports, 0)]
  const member = await signedInAs(server.ownerDb, 'a', {
    siteId: world.siteId,
    institutionId,
    permissions: { ASSET_REPORT: 2, ASSET_SUMMARY_REPORT: 2 },
  })
  for (const cookie of [at(world.clients, 0), member]) {
    const calls = await Promise.all([
      server.callAs(cookie, assetReports.generateReports, { period: world.period, institutions: [institutionId] }),
      server.callAs(cookie, assetReports.makePreliminary, { batch: 0, report, reason: 'Because we can' }),
      server.callAs(cookie, assetReports.releaseReports, { batch: 0, reportIds: [report] }),
      server.callAs(cookie, assetReports.withdrawReports, { batch: 0, reportIds: [report], reason: 'Because we can' }),
      server.callAs(cookie, assetReports.deleteReport, { batch: 0, report }),
      server.callAs(cookie, assetReports.restoreReport, { batch: 0, report }),
      server.callAs(cookie, assetReports.tracePolicy, { batch: 0, report, policy: 1 }),
      server.callAs(cookie, assetReports.listInstitutionsToGenerate, { period: world.period }),
    ])
    expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 403))
  }
  expect((await server.callAs(member, assetReports.getReport, { batch: 0, report })).status).toBe(200)
})

test('level 1 reads and is offered nothing; each family needs its own permission', async () => {
  const world = await releasedWorld()
  const { body } = await server.callAs(world.viewer, assetReports.listReports, { batch: world.batchId })
  expect(body.records.map(({ can }) => can)).toEqual([[], []])
  expect(
    (await server.callAs(world.viewer, assetReports.generateReports, { period: world.period, institutions: world.institutionIds })).status,
  ).toBe(403)
  expect((await server.callAs(world.viewer, assetReports.listReports, { batch: 0, ReportType: 'AssetSummaryReport' })).status).toBe(403)
  expect((await server.callAs(undefined, assetReports.listReports, { batch: 0 })).status).toBe(401)
})

test('staff of another site find nothing, and may not start a batch for its institutions', async () => {
  const world = await releasedWorld()
  const other = await buildReportWorld(server, { institutions: 1 })
  expect((await server.callAs(other.staff, assetReports.listReports, { batch: 0 })).body.records).toEqual([])
  expect((await server.callAs(other.staff, assetReports.getReport, { batch: world.batchId, report: at(world.reports, 0) })).status).toBe(
    404,
  )
  expect(
    (await server.callAs(other.staff, assetReports.generateReports, { period: world.period, institutions: [at(world.institutionIds, 0)] }))
      .status,
  ).toBe(404)
  expect((await server.callAs(other.staff, assetReports.listReports, { batch: world.batchId })).status).toBe(404)
})

test('several reports come as one archive of the files as they are', async () => {
  const world = await releasedWorld()
  const single = await server.callAs(world.staff, assetReports.downloadReports, {
    batch: world.batchId,
    reportIds: String(at(world.reports, 0)),
  })
  const { bytes, headers } = await server.callAs(world.staff, assetReports.downloadReports, {
    batch: world.batchId,
    reportIds: world.reports.join(','),
  })
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="asset-reports-2026-09.zip"',
    'x-content-type-options': 'nosniff',
  })
  const entries = await unzipped(bytes)
  expect([...entries.keys()].map((name) => name.replace(/^\d+-/, '').replace(/Bank_\d+/, 'Bank'))).toEqual(
    Array(2).fill(expect.stringMatching(/^M[BC]R-26-Bank_Asset_Report-2026-09\.pdf$/)),
  )
  expect(
    entries.get([...entries.keys()].find((name) => name.startsWith(`${at(world.institutionIds, 0)}-`)) ?? '')?.equals(single.bytes),
  ).toBe(true)
})

test('a spreadsheet is made once: everybody gets the same bytes', async () => {
  const world = await releasedWorld()
  const [client, own] = [at(world.clients, 0), at(world.reports, 0)]
  const asked = await Promise.all(
    [world.staff, client, world.otherStaff].map((cookie) =>
      server.callAs(cookie, assetReports.downloadReports, { batch: 0, reportIds: String(own), format: 'xlsx' }),
    ),
  )
  expect(new Set(asked.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1)
  expect(asked[0]?.headers.etag).toBe(
    `"${(await server.ownerDb.selectFrom('reportVersion').select('xlsxSha256').where('reportId', '=', own).executeTakeFirstOrThrow()).xlsxSha256}"`,
  )
})

test('a figure is traced to its valuation, and to the line of the file it was read from', async () => {
  const world = await releasedWorld()
  const [institutionId, report] = [at(world.institutionIds, 0), at(world.reports, 0)]
  const policy = await server.ownerDb
    .selectFrom('policy')
    .select(['id', 'policyNumber'])
    .where('institutionId', '=', institutionId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const file = await server.ownerDb
    .insertInto('carrierFile')
    .values({
      siteId: world.siteId,
      fileName: 'september.csv',
      sha256: 'a'.repeat(64),
      sizeBytes: 10,
      mediaType: 'text/csv',
      headers: ['Pol #', 'CSV', '', 'DOB'],
      period: world.period,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.ownerDb
    .insertInto('carrierFileRow')
    .values({ fileId: file.id, lineNumber: 7, siteId: world.siteId, raw: [policy.policyNumber, '1,000.00', 'x', '12/31/1958'] })
    .execute()
  await sql`update policy_valuation set file_id = ${file.id}, line_number = 7 where institution_id = ${institutionId} and policy_id = ${policy.id} and as_of_date = ${world.period}`.execute(
    server.ownerDb,
  )
  const { body } = await server.callAs(world.staff, assetReports.tracePolicy, { batch: 0, report, policy: policy.id })
  expect(body).toMatchObject({ policyNumber: policy.policyNumber })
  expect(body.valuations.map(({ asOfDate }) => asOfDate)).toEqual(['2026-09-30', '2026-08-31', '2025-12-31'])
  expect(body.valuations[0]?.source).toMatchObject({
    fileId: file.id,
    fileName: 'september.csv',
    lineNumber: 7,
    raw: { 'Pol #': policy.policyNumber, CSV: '1,000.00', 'Column 3': 'x', DOB: '•••' },
  })
  // Dates of birth are for those who may change institutions.
  const trusted = await signedInAs(server.ownerDb, 'b', { siteId: world.siteId, permissions: { ASSET_REPORT: 1, INSTITUTIONS: 2 } })
  const open = await server.callAs(trusted, assetReports.tracePolicy, { batch: 0, report, policy: policy.id })
  expect(open.body.valuations[0]?.source?.raw).toMatchObject({ CSV: '1,000.00', DOB: '12/31/1958' })
  expect(
    (await server.callAs(world.staff, assetReports.tracePolicy, { batch: 0, report: at(world.reports, 1), policy: policy.id })).status,
  ).toBe(404)
  // A policy of a subsidiary is on the subsidiary's own report.
  const { id: subsidiaryId } = await server.ownerDb
    .insertInto('subsidiary')
    .values({ institutionId, name: 'Wealth', legalName: 'Wealth Advisors, LLC' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const traced = async () => (await server.callAs(world.staff, assetReports.tracePolicy, { batch: 0, report, policy: policy.id })).status
  await server.ownerDb.updateTable('policy').set({ subsidiaryId }).where('id', '=', policy.id).execute()
  expect(await traced()).toBe(404)
  await server.ownerDb.updateTable('report').set({ subsidiaryId }).where('id', '=', report).execute()
  expect(await traced()).toBe(200)
})
