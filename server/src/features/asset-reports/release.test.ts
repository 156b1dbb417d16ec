import { assetReports } from '@corridor/contract/asset-reports.ts'
import { reportFile, searchReports } from '@corridor/contract/client-reports.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { buildUser } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()
const first = <Item>(items: readonly Item[]): Item => {
  const [item] = items
  if (item === undefined) throw new Error('there is none')
  return item
}
/** A world of one institution whose report is Ready. */
async function readyWorld(): Promise<ReportWorld & { institutionId: number; client: string; batchId: number; reportId: number }> {
  const world = await buildReportWorld(server, { institutions: 1 })
  const batchId = await world.start()
  await world.make(batchId)
  const institutionId = first(world.institutionIds)
  return { ...world, institutionId, client: first(world.clients), batchId, reportId: (await world.reportOf(institutionId)).id }
}
const mailsTo = async (institutionId: number) =>
  (
    await sql<{
      recipient: string
      subject: string
      bodyText: string
    }>`select m.recipient, m.subject, m.body_text from mail_outbox m join user_account u on u.email = m.recipient where u.institution_id = ${institutionId} order by m.id`.execute(
      server.ownerDb,
    )
  ).rows
const actionsOn = async (reportId: number) =>
  (
    await server.ownerDb
      .selectFrom('activity')
      .select('action')
      .where('entity', '=', 'report')
      .where('entityId', '=', String(reportId))
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

test('release creates the record, named by the rule of uploads, and the client downloads the very bytes that staff find there', async () => {
  const { institutionId, client, batchId, reportId, staff } = await readyWorld()
  expect((await server.callAs(client, assetReports.downloadReports, { batch: 0, reportIds: String(reportId) })).status).toBe(404)
  await server.callAs(staff, assetReports.releaseReports, { batch: batchId, reportIds: [reportId] })
  const { body } = await server.callAs(client, searchReports, { filter: { typeCode: first(await typeCodes(institutionId)) } })
  expect(body.records).toMatchObject([
    { institutionId, yearOverride: 2026, extension: 'pdf', restated: false, sourceReportId: reportId, sourceBatchId: batchId },
  ])
  const record = first(body.records)
  expect(record.uploadName).toMatch(new RegExp(`^${institutionId}-(MBR|MCR)-26-[A-Za-z0-9_]+-2026-09\\.pdf$`))
  const after = await server.callAs(client, assetReports.downloadReports, { batch: 0, reportIds: String(reportId) })
  const asRecord = await server.callAs(client, reportFile, { id: record.id })
  const ours = await server.callAs(staff, assetReports.downloadReports, { batch: batchId, reportIds: String(reportId) })
  expect(after.bytes.equals(ours.bytes)).toBe(true)
  expect(asRecord.bytes.equals(ours.bytes)).toBe(true)
  expect(after.headers['content-disposition']).toBe(`attachment; filename="${record.uploadName}"`)
  expect(await actionsOn(reportId)).toEqual(['report.made', 'report.released', 'report.downloaded', 'report.downloaded'])
})
const typeCodes = async (institutionId: number) =>
  (await server.ownerDb.selectFrom('clientReport').select('typeCode').where('institutionId', '=', institutionId).execute()).map(
    ({ typeCode }) => typeCode,
  )

test('one mail goes to each active person who holds the type and did not opt out; none twice for a batch', async () => {
  const { institutionId, clientIds, batchId, reportId, staff, siteId } = await readyWorld()
  const db = server.ownerDb
  await buildUser(db, 'c', { sites: [siteId], institutionId, mailReports: false })
  await buildUser(db, 'c', { sites: [siteId], institutionId, status: 0 })
  await buildUser(db, 'a', { sites: [siteId], institutionId })
  const member = await buildUser(db, 'a', { sites: [siteId], institutionId, permissions: { ASSET_REPORT: 1 } })
  const narrowed = await buildUser(db, 'c', { sites: [siteId], institutionId })
  await db
    .insertInto('membership')
    .values({ institutionId, siteId, userId: narrowed, reportTypeCodes: ['SMB'] })
    .execute()
  const emails = await db
    .selectFrom('userAccount')
    .select('email')
    .where('id', 'in', [...clientIds, member])
    .orderBy('id')
    .execute()
  const second = await buildUser(db, 'b', { sites: [siteId], firstName: 'Second', lastName: 'Named' })
  const lead = await buildUser(db, 'b', { sites: [siteId], firstName: 'First', lastName: 'Named' })
  await db
    .insertInto('serviceTeamMember')
    .values([lead, second].map((userId, index) => ({ institutionId, siteId, userId, position: index + 1 })))
    .execute()
  const { body } = await server.callAs(staff, assetReports.releaseReports, { batch: batchId, reportIds: [reportId] })
  expect(body.mailsQueued).toBe(2)
  const mails = await mailsTo(institutionId)
  expect(mails.map(({ recipient }) => recipient)).toEqual(emails.map(({ email }) => email))
  expect(first(mails).bodyText).toContain(`/login?fromUrl=${encodeURIComponent(`/asset-reporting/${batchId}/report/${reportId}`)}`)
  expect(first(mails).bodyText).not.toContain('{{')
  // Signed by the service team in its order.
  expect(first(mails).bodyText).toContain('\n\nFirst Named\nSecond Named')
  await sql`update report set withdrawn_at = now() where id = ${reportId}`.execute(db)
  expect((await server.callAs(staff, assetReports.releaseReports, { batch: batchId, reportIds: [reportId] })).body).toMatchObject({
    released: [reportId],
    mailsQueued: 0,
  })
})

test('clients keep the released version until the new one is released, then see it restated', async () => {
  const { institutionId, client, reportId, staff, period, ...world } = await readyWorld()
  await server.callAs(staff, assetReports.releaseReports, { batch: 0, reportIds: [reportId] })
  const seen = async () => (await server.callAs(client, assetReports.getReport, { batch: 0, report: reportId })).body
  const old = await seen()
  await sql`update policy_valuation set status = 'SUPERSEDED' where institution_id = ${institutionId} and as_of_date = ${period}`.execute(
    server.ownerDb,
  )
  await sql`insert into policy_valuation (institution_id, policy_id, as_of_date, version, site_id, cash_surrender_value_cents, death_benefit_cents, restatement_reason)
    select institution_id, policy_id, as_of_date, 2, site_id, cash_surrender_value_cents - 1000, death_benefit_cents, 'The carrier restated' from policy_valuation where institution_id = ${institutionId} and as_of_date = ${period}`.execute(
    server.ownerDb,
  )
  const again = await world.start({ isRegenerating: true })
  expect(await seen()).toMatchObject({ version: 1, report: { status: 'Ready' } })
  await world.make(again)
  expect(await seen()).toEqual(old)
  expect((await server.callAs(client, assetReports.getReport, { batch: 0, report: reportId, version: 2 })).status).toBe(404)
  expect((await server.callAs(client, assetReports.downloadReports, { batch: 0, reportIds: String(reportId), version: 2 })).status).toBe(
    404,
  )
  await server.callAs(staff, assetReports.releaseReports, { batch: again, reportIds: [reportId] })
  expect(await seen()).toMatchObject({
    version: 2,
    versions: [{ version: 2, restated: true }],
    view: { header: { stamp: { kind: 'preliminary', text: 'RESTATED v2 · SEPTEMBER NOT AUDITED' } } },
  })
  expect((await server.callAs(client, assetReports.getReport, { batch: 0, report: reportId, version: 1 })).status).toBe(404)
  expect((await server.callAs(client, searchReports, {})).body.records).toMatchObject([{ restated: true, sourceReportId: reportId }])
})

test('the close gate stops release, and is passed over only with a reason that is kept', async () => {
  const { institutionId, batchId, reportId, staff, siteId, period } = await readyWorld()
  await server.ownerDb
    .insertInto('auditException')
    .values({
      institutionId,
      siteId,
      checkCode: 'client-exceptions',
      ruleCode: 'V3',
      severity: 'error',
      period,
      message: 'A value differs',
    })
    .execute()
  const { body: refused } = await server.callAs(staff, assetReports.releaseReports, { batch: batchId, reportIds: [reportId] })
  expect(refused).toEqual({
    released: [],
    refused: [{ reportId, code: 'close_gate', message: '1 open audit error: Cash surrender value differs from what is posted.' }],
    mailsQueued: 0,
  })
  const { body } = await server.callAs(staff, assetReports.releaseReports, {
    batch: batchId,
    reportIds: [reportId],
    overrideReason: 'Explained by the carrier',
  })
  expect(body.released).toEqual([reportId])
  expect(
    await server.ownerDb.selectFrom('releaseOverride').select(['version', 'reason']).where('reportId', '=', reportId).execute(),
  ).toEqual([{ version: 1, reason: 'Explained by the carrier' }])
})

test('of several reports each is judged for itself', async () => {
  const world = await buildReportWorld(server)
  const batchId = await world.start()
  await world.make(batchId)
  const [ours = 0, theirs = 0] = await Promise.all(world.institutionIds.map(async (id) => (await world.reportOf(id)).id))
  await sql`update report set status = 'Failed' where id = ${theirs}`.execute(server.ownerDb)
  expect((await server.callAs(world.staff, assetReports.releaseReports, { batch: batchId, reportIds: [ours, theirs] })).body).toMatchObject(
    {
      released: [ours],
      refused: [{ reportId: theirs, code: 'wrong_status' }],
    },
  )
  expect((await server.callAs(world.staff, assetReports.releaseReports, { batch: batchId, reportIds: [ours] })).body).toMatchObject({
    released: [],
    refused: [{ code: 'wrong_status' }],
  })
})

test('a report is released through a batch that holds it, and through no other', async () => {
  const { batchId, reportId, staff, startDirectly } = await readyWorld()
  const other = await startDirectly({ period: plainDate('2026-08-31') })
  expect((await server.callAs(staff, assetReports.releaseReports, { batch: other, reportIds: [reportId] })).status).toBe(404)
  const { releasedVersion } = await server.ownerDb
    .selectFrom('report')
    .select('releasedVersion')
    .where('id', '=', reportId)
    .executeTakeFirstOrThrow()
  expect(releasedVersion).toBeNull()
  expect((await server.callAs(staff, assetReports.releaseReports, { batch: batchId, reportIds: [reportId] })).body.released).toEqual([
    reportId,
  ])
})

test('a foreign or unknown report in the body is 404, and nothing is released', async () => {
  const mine = await readyWorld()
  const other = await readyWorld()
  for (const foreign of [other.reportId, 999_999])
    expect(await server.callAs(mine.staff, assetReports.releaseReports, { batch: 0, reportIds: [mine.reportId, foreign] })).toMatchObject({
      status: 404,
      error: { code: 'not_found' },
    })
  expect(await mine.reportOf(mine.institutionId)).toMatchObject({ releasedVersion: null })
})

test('with the four-eyes rule on, who generated does not release, and is not offered to', async () => {
  const { batchId, reportId, staff, otherStaff } = await readyWorld()
  await server.ownerDb.updateTable('settings').set({ fourEyesRelease: true }).execute()
  const offered = async (cookie: string) =>
    (await server.callAs(cookie, assetReports.listReports, { batch: batchId })).body.records[0]?.can.includes('release')
  expect([await offered(staff), await offered(otherStaff)]).toEqual([false, true])
  expect((await server.callAs(staff, assetReports.releaseReports, { batch: batchId, reportIds: [reportId] })).body.refused).toMatchObject([
    { code: 'four_eyes' },
  ])
  expect((await server.callAs(otherStaff, assetReports.releaseReports, { batch: batchId, reportIds: [reportId] })).body.released).toEqual([
    reportId,
  ])
  await server.ownerDb.updateTable('settings').set({ fourEyesRelease: false }).execute()
})

test('a batch that is not held shows its reports as soon as they are Ready', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  await world.make(await world.start({ hold: false }))
  expect((await server.callAs(first(world.clients), assetReports.listReports, { batch: 0 })).body.records).toMatchObject([
    { status: 'Ready', releasedVersion: 1, can: [] },
  ])
})

test('summary reports are records of their own type', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  const batchId = await world.start({ ReportType: 'AssetSummaryReport' })
  await world.make(batchId)
  const { id } = await world.reportOf(first(world.institutionIds))
  expect((await server.callAs(world.staff, assetReports.releaseReports, { batch: batchId, reportIds: [id] })).status).toBe(404)
  await server.callAs(world.staff, assetReports.releaseReports, { batch: batchId, reportIds: [id], ReportType: 'AssetSummaryReport' })
  expect((await server.callAs(first(world.clients), searchReports, { filter: { typeCode: 'SMB' } })).body.records).toMatchObject([
    { typeCode: 'SMB', sourceReportId: id },
  ])
})

test('a quarterly report is another one, and only at a quarter end of the institution’s own year', async () => {
  const world = await buildReportWorld(server, { institutions: 1 })
  await world.make(await world.start())
  await world.make(await world.start({ isQuarterly: true }))
  const reports = await server.ownerDb
    .selectFrom('report')
    .select(['isQuarterly', 'status'])
    .where('institutionId', '=', first(world.institutionIds))
    .orderBy('id')
    .execute()
  expect(reports).toEqual([
    { isQuarterly: false, status: 'Ready' },
    { isQuarterly: true, status: 'Ready' },
  ])
  const august = await server.callAs(world.staff, assetReports.generateReports, {
    period: '2026-08-31',
    institutions: world.institutionIds,
    isQuarterly: true,
  })
  expect(august).toMatchObject({ status: 400, error: { code: 'input', meta: { period: [expect.stringContaining('No quarter')] } } })
})

test('a quarter of a fiscal year of its own is offered when it ends, and its batch says so', async () => {
  const world = await buildReportWorld(server, { institutions: 2 })
  const bank = first(world.institutionIds)
  await server.ownerDb.updateTable('institution').set({ fiscalYearEndMonth: 2 }).where('id', '=', bank).execute()
  const offered = async (period: string, isQuarterly: boolean) =>
    (await server.callAs(world.staff, assetReports.listInstitutionsToGenerate, { period, isQuarterly })).body.records.map(
      ({ id, quarterEnds }) => [id, quarterEnds],
    )
  const [, other = 0] = world.institutionIds
  expect(await offered('2026-08-31', true)).toEqual([[bank, true]])
  expect(await offered('2026-09-30', true)).toEqual([[other, true]])
  expect((await offered('2026-08-31', false)).toSorted()).toEqual(
    [
      [bank, true],
      [other, false],
    ].toSorted(),
  )
  const asked = { institutions: [bank], isQuarterly: true }
  const { body } = await server.callAs(world.staff, assetReports.generateReports, { period: '2026-08-31', ...asked })
  expect(body.batchName).toBe('Quarterly Asset Reports, quarter to August 2026')
})
