import { assetReports } from '@corridor/contract/asset-reports.ts'
import { cents, formatMoney } from '@corridor/domain/primitives/money.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { TEST_PERIOD } from '../../test/book.ts'
import { useServer } from '../../test/call.ts'
import { pdfText, workbookOf } from '../../test/report-files.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()
const statusesOf = async (world: ReportWorld, batchId: number, cookie = world.staff) =>
  (await server.callAs(cookie, assetReports.listReports, { batch: batchId })).body.records.map(({ status }) => status)
/** Takes one policy's value of the period out of the book, as if its feed lacked the line. */
async function loseValue(world: ReportWorld, institutionId: number) {
  const { rows } = await sql<{
    policyId: number
  }>`delete from policy_valuation where institution_id = ${institutionId} and as_of_date = ${world.period}
    and policy_id = (select min(id) from policy where institution_id = ${institutionId}) returning policy_id`.execute(server.ownerDb)
  const policyId = rows[0]?.policyId ?? 0
  const { policyNumber } = await server.ownerDb
    .selectFrom('policy')
    .select('policyNumber')
    .where('id', '=', policyId)
    .executeTakeFirstOrThrow()
  return { policyId, policyNumber }
}
const oneOf = <Item>(items: readonly Item[], index = 0): Item => {
  const item = items[index]
  if (item === undefined) throw new Error(`there is no item ${index}`)
  return item
}

test('Scheduled, then Ready; the batch counts them and is complete', async () => {
  const world = await buildReportWorld(server)
  const started = await server.callAs(world.staff, assetReports.generateReports, {
    period: world.period,
    institutions: world.institutionIds,
  })
  expect(started.status).toBe(202)
  expect(started.body).toMatchObject({
    batchName: 'Asset Reports, September 2026',
    stats: { Ready: 0, remaining: 2, scheduled: 2, failed: 0, canceled: 0, released: 0, total: 2 },
    completedAt: null,
    isQuarterly: false,
    hold: true,
  })
  expect(await statusesOf(world, started.body.id)).toEqual(['Scheduled', 'Scheduled'])
  await world.make(started.body.id)
  expect(await statusesOf(world, started.body.id)).toEqual(['Ready', 'Ready'])
  const { body } = await server.callAs(world.staff, assetReports.listBatches, { batchName: 'september' })
  expect(body.records).toMatchObject([{ id: started.body.id, stats: { Ready: 2, remaining: 0, total: 2 } }])
  expect(body.records[0]?.completedAt).not.toBeNull()
  expect(body.page.totalRecords).toBe(1)
})

test('asking again answers the same batch and makes nothing again', async () => {
  const world = await buildReportWorld(server)
  const batchId = await world.start()
  await world.make(batchId)
  expect(await world.start()).toBe(batchId)
  expect(await world.reportOf(oneOf(world.institutionIds))).toMatchObject({ currentVersion: 1, status: 'Ready' })
})

test('asking for more makes only what is missing, and shows all of it in one batch', async () => {
  const world = await buildReportWorld(server)
  const first = await world.start({ institutions: [oneOf(world.institutionIds)] })
  await world.make(first)
  const second = await world.start()
  expect(second).not.toBe(first)
  expect((await statusesOf(world, second)).sort()).toEqual(['Ready', 'Scheduled'])
  expect(await statusesOf(world, first)).toEqual(['Ready'])
})

test('regenerating refreshes: a second version, the first kept under History', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  await world.make(await world.start())
  const again = await world.start({ isRegenerating: true })
  expect(await statusesOf(world, again)).toEqual(['Refreshing'])
  await world.make(again)
  const { id } = await world.reportOf(oneOf(world.institutionIds))
  const { body } = await server.callAs(world.staff, assetReports.getReport, { batch: again, report: id })
  expect(body.versions.map(({ version, current, restated }) => ({ version, current, restated }))).toEqual([
    { version: 2, current: true, restated: false },
    { version: 1, current: false, restated: false },
  ])
  expect((await server.callAs(world.staff, assetReports.getReport, { batch: 0, report: id, version: 1 })).body).toMatchObject({
    version: 1,
    view: { footer: { version: 1 } },
  })
})

test('one institution without a value fails, naming the policy; the others are made', async () => {
  const world = await buildReportWorld(server)
  const lost = await loseValue(world, oneOf(world.institutionIds))
  const told = new Map<number, string>()
  const stop = server.kernel.events.subscribe(world.siteId, (event) => {
    if (event.type === 'report' && event.reportId !== undefined && (event.status === 'Ready' || event.status === 'Failed'))
      told.set(event.reportId, event.status)
  })
  const batchId = await world.start()
  await world.make(batchId)
  const { body } = await server.callAs(world.staff, assetReports.listReports, { batch: batchId, sort: 'status' })
  // An open page draws each report as it comes to its end, failed or made.
  await vi.waitFor(() => expect(told).toEqual(new Map(body.records.map(({ id, status }) => [id, status]))), { timeout: 20_000 })
  stop()
  expect(body.records).toMatchObject([
    {
      status: 'Failed',
      failureCode: 'missing_values',
      failureReason: expect.stringContaining(lost.policyNumber),
      failurePolicies: [lost],
      can: ['regenerate', 'delete', 'makePreliminary'],
    },
    { status: 'Ready', failureCode: null, can: ['release', 'regenerate', 'delete'] },
  ])
  expect(body.batch).toMatchObject({ stats: { Ready: 1, failed: 1, remaining: 0 } })
  expect(body.batch?.completedAt).not.toBeNull()
})

test('reports of a batch of which none was released stand by their institutions from A, whichever way Released is sorted', async () => {
  const world = await buildReportWorld(server)
  const [first, last] = [oneOf(world.institutionIds), oneOf(world.institutionIds, 1)]
  await sql`update institution set name = case id when ${first} then 'Zephyr Bank' else 'Alder Bank' end where id in (${first}, ${last})`.execute(
    server.ownerDb,
  )
  const batch = await world.start()
  for (const desc of [true, false]) {
    const { body } = await server.callAs(world.staff, assetReports.listReports, { batch, sort: 'releasedAt', desc })
    expect(body.records.map(({ institutionId }) => institutionId)).toEqual([last, first])
  }
})

test('a failed report is made PRELIMINARY on last month’s value, with a reason, and says so', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  const lost = await loseValue(world, oneOf(world.institutionIds))
  const batchId = await world.start()
  await world.make(batchId)
  const { id } = await world.reportOf(oneOf(world.institutionIds))
  const answer = await server.callAs(world.staff, assetReports.makePreliminary, {
    batch: batchId,
    report: id,
    reason: 'The carrier is late',
  })
  expect([answer.status, answer.body.status]).toEqual([202, 'Scheduled'])
  await world.make(batchId)
  const { body } = await server.callAs(world.staff, assetReports.getReport, { batch: batchId, report: id })
  expect(body.report).toMatchObject({ status: 'Ready', preliminary: true, closeGate: expect.stringContaining('feed is missing') })
  expect(body.view).toMatchObject({
    header: { stamp: { kind: 'draft', text: 'DRAFT, NOT RELEASED, PRELIMINARY' }, preliminaryReason: 'The carrier is late' },
  })
  const { rows } = await sql<{
    value: number
  }>`select cash_surrender_value_cents as value from policy_valuation where policy_id = ${lost.policyId} and as_of_date = '2026-08-31'`.execute(
    server.ownerDb,
  )
  const { rows: total } = await sql<{
    total: number
  }>`select sum(cash_surrender_value_cents) as total from policy_valuation where institution_id = ${oneOf(world.institutionIds)} and as_of_date = ${TEST_PERIOD}`.execute(
    server.ownerDb,
  )
  expect(body.report.totalCashSurrenderValueCents).toBe((rows[0]?.value ?? 0) + (total[0]?.total ?? 0))

  const earlier = `${formatMoney(cents(rows[0]?.value ?? 0))} is the value of 08/31/2026 (1 policy)`
  expect(body.view).toMatchObject({ carried: { policies: 1, asOf: '2026-08-31', cashSurrenderValue: rows[0]?.value, text: earlier } })
  const file = async (format: 'pdf' | 'xlsx') =>
    (await server.callAs(world.staff, assetReports.downloadReports, { batch: batchId, reportIds: String(id), format })).bytes
  const paper = (await pdfText(await file('pdf'))).replaceAll(/\s+/g, ' ')
  expect(paper.split(earlier)).toHaveLength(3)
  const workbook = await workbookOf(await file('xlsx'))
  expect(workbook.getWorksheet('Summary')?.getRow(2).getCell(3).text).toBe(`Of which ${earlier}`)
})

test('only a report that failed for missing values can be made preliminary', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  const batchId = await world.start()
  await world.make(batchId)
  const { id } = await world.reportOf(oneOf(world.institutionIds))
  expect(
    await server.callAs(world.staff, assetReports.makePreliminary, { batch: batchId, report: id, reason: 'For no reason' }),
  ).toMatchObject({
    status: 409,
    error: { code: 'wrong_status' },
  })
})

test('an institution without policies fails with what to do', async () => {
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: 0 })
  await world.make(await world.start())
  expect(await world.reportOf(oneOf(world.institutionIds))).toMatchObject({ status: 'Failed', failureCode: 'no_policies' })
})

test('a report nobody saw is deleted, made anew, and not restored over the new one', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  const batchId = await world.start()
  await world.make(batchId)
  const { id } = await world.reportOf(oneOf(world.institutionIds))
  expect((await server.callAs(world.staff, assetReports.deleteReport, { batch: batchId, report: id })).status).toBe(204)
  expect(await statusesOf(world, batchId)).toEqual([])
  expect((await server.callAs(world.staff, assetReports.getReport, { batch: 0, report: id })).status).toBe(404)
  const deletedFor = (hours: number) =>
    sql`update report set deleted_at = now() - make_interval(hours => ${hours}) where id = ${id}`.execute(server.ownerDb)
  await deletedFor(30 * 24 + 1)
  expect((await server.callAs(world.staff, assetReports.restoreReport, { batch: batchId, report: id })).status).toBe(404)
  await deletedFor(30 * 24 - 1)
  expect((await server.callAs(world.staff, assetReports.restoreReport, { batch: batchId, report: id })).body).toMatchObject({
    id,
    status: 'Ready',
  })
  await server.callAs(world.staff, assetReports.deleteReport, { batch: batchId, report: id })
  const second = await world.start()
  expect(second).not.toBe(batchId)
  expect(await server.callAs(world.staff, assetReports.restoreReport, { batch: batchId, report: id })).toMatchObject({
    status: 409,
    error: { code: 'in_use' },
  })
})

test('a released report is never deleted; withdrawn, its institution no longer sees it; released again, it does, and its neighbor all along', async () => {
  const world = await buildReportWorld(server)
  const batchId = await world.start()
  await world.make(batchId)
  const { id } = await world.reportOf(oneOf(world.institutionIds))
  const neighbor = await world.reportOf(oneOf(world.institutionIds, 1))
  const ofNeighbor = async () =>
    (
      await sql`select to_jsonb(r) as report, (select jsonb_agg(to_jsonb(v) order by v.version) from report_version v where v.report_id = r.id) as versions,
        (select jsonb_agg(to_jsonb(c)) from client_report c where c.source_report_id = r.id) as records from report r where r.id = ${neighbor.id}`.execute(
        server.ownerDb,
      )
    ).rows
  await server.callAs(world.staff, assetReports.releaseReports, { batch: batchId, reportIds: [neighbor.id] })
  const before = await ofNeighbor()
  const client = oneOf(world.clients)
  const sees = async () => (await server.callAs(client, assetReports.listReports, { batch: 0 })).body.records.length
  expect(await sees()).toBe(0)
  expect((await server.callAs(world.staff, assetReports.releaseReports, { batch: batchId, reportIds: [id] })).body).toMatchObject({
    released: [id],
    refused: [],
  })
  expect(await sees()).toBe(1)
  expect(await server.callAs(world.staff, assetReports.deleteReport, { batch: batchId, report: id })).toMatchObject({
    status: 409,
    error: { code: 'wrong_status' },
  })
  expect(
    (await server.callAs(world.staff, assetReports.withdrawReports, { batch: batchId, reportIds: [id], reason: 'A wrong rate' })).body,
  ).toEqual({
    withdrawn: [id],
    refused: [],
  })
  expect(await sees()).toBe(0)
  expect(
    (await server.callAs(world.staff, assetReports.withdrawReports, { batch: batchId, reportIds: [id], reason: 'A wrong rate' })).body,
  ).toMatchObject({ withdrawn: [], refused: [{ reportId: id, code: 'wrong_status' }] })
  const read = async () => (await server.callAs(world.staff, assetReports.getReport, { batch: batchId, report: id })).body
  const history = async () => (await read()).versions
  expect(await history()).toMatchObject([
    { withdrawn: expect.stringMatching(/^Withdrawn by .+ on \d\d\/\d\d\/\d{4}\. Reason: A wrong rate\.$/) },
  ])
  expect((await read()).report.withdrawn).toMatch(/^Withdrawn by .+ on \d\d\/\d\d\/\d{4}\. Reason: A wrong rate\.$/)
  await server.callAs(world.staff, assetReports.releaseReports, { batch: batchId, reportIds: [id] })
  expect(await history()).toMatchObject([{ released: true, withdrawn: null }])
  expect((await read()).report.withdrawn).toBeNull()
  expect((await server.callAs(client, assetReports.listReports, { batch: 0 })).body.records.map(({ withdrawn }) => withdrawn)).toEqual([
    null,
  ])
  expect(await sees()).toBe(1)
  const again = await world.start({ isRegenerating: true, institutions: [oneOf(world.institutionIds)] })
  expect([await statusesOf(world, again), (await statusesOf(world, batchId)).toSorted()]).toEqual([['Refreshing'], ['Ready', 'Refreshing']])
  expect(await ofNeighbor()).toEqual(before)
})
