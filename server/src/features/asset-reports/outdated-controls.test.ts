/** A report is told older than what people decided of its exceptions and audits after it was made; and by nothing that its controls would print alike. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { auditReview, listSignOffs, signOffAudit, withdrawSignOff } from '@corridor/contract/audit-sign-offs.ts'
import { assignExceptions, settleExceptions } from '@corridor/contract/auditing.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { inScope } from '../../platform/http/scope.ts'
import { selectReport } from '../../reporting/list.ts'
import { auditMonth } from '../../shared/auditing/audit-month.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()
let world: ReportWorld
let id = 0
let exceptions: { institutionId: number; id: number }[] = []

beforeAll(async () => {
  world = await buildReportWorld(server, { institutions: 1 })
  id = world.institutionIds[0] ?? 0
  await inScope(server.kernel.db, world.scope, (trx) =>
    auditMonth(trx, world.scope, { period: world.period, today: world.period, isWhole: true }),
  )
  const { rows } = await sql<{ id: number }>`
    with found as (insert into audit_exception (institution_id, site_id, check_code, rule_code, severity, period, message, status)
      select ${id}, ${world.siteId}, 'yield-exceptions', code, 'error', ${world.period}, 'x', 'OPEN' from unnest(array['Y5', 'Y6']) code returning id)
    insert into audit_exception_step (institution_id, site_id, exception_id, status) select ${id}, ${world.siteId}, id, 'OPEN' from found returning exception_id as id`.execute(
    server.ownerDb,
  )
  exceptions = rows.map((row) => ({ institutionId: id, id: row.id }))
})

const batch = async () => world.make(await world.start({ isRegenerating: true, institutions: [id] }))
const row = async (cookie = world.staff) => {
  const { id: report, batchId } = await world.reportOf(id)
  return (await server.callAs(cookie, assetReports.getReport, { batch: batchId, report })).body.report
}
const told = async () => (await row()).outdatedControls
const settle = (records: typeof exceptions, to: 'OPEN' | 'RESOLVED', reasonCode: 'CONTRACT' | 'ROUNDING' = 'CONTRACT') =>
  server.callAs(world.otherStaff, settleExceptions, {
    records,
    to,
    ...(to === 'OPEN' ? {} : { reasonCode }),
    note: 'Told on the phone',
  })
const signOff = async () => {
  const of = { check: 'client-exceptions', period: world.period } as const
  const { stateSha256 } = (await server.callAs(world.otherStaff, auditReview, of)).body
  return server.callAs(world.otherStaff, signOffAudit, { ...of, stateSha256 })
}
const DECIDED =
  '2 exceptions were decided after this report was generated; its controls still show them open. Regenerate it to print the decisions.'

test('decided exceptions are told on its page, in its list and before its release, and block nothing; generated again it prints them', async () => {
  await batch()
  expect(await told()).toBeNull()
  await server.callAs(world.otherStaff, assignExceptions, { records: exceptions, assignedTo: null })
  expect(await told(), 'an assignment is printed nowhere').toBeNull()
  expect((await settle(exceptions, 'RESOLVED')).body).toEqual({ settled: 2 })
  expect(await row()).toMatchObject({
    outdatedControls: DECIDED,
    outdatedSince: null,
    closeGate: null,
    can: expect.arrayContaining(['release']),
  })
  const { id: report, batchId } = await world.reportOf(id)
  expect((await server.callAs(world.staff, assetReports.listReports, { batch: batchId })).body.records).toMatchObject([
    { outdatedControls: DECIDED },
  ])
  expect(
    (await server.callAs(world.staff, assetReports.previewRelease, { batch: batchId, reportIds: [report] })).body.records,
  ).toMatchObject([{ outdatedControls: DECIDED }])
  const rights = { mayWrite: true, userId: 0, fourEyes: false }
  const ofKey = await inScope(server.kernel.db, { ...world.scope, institutionId: id }, (trx) =>
    selectReport(trx, { ...world.scope, institutionId: id }, 'AssetReport', batchId, report, rights),
  )
  expect(ofKey?.outdatedControls, 'as a key of the one bank reads it').toBe(DECIDED)
  await settle(exceptions.slice(1), 'OPEN')
  expect(await told(), 'one of them is open again').toMatch(/^1 exception was decided /)
  await settle(exceptions.slice(1), 'RESOLVED')
  await batch()
  expect(await told()).toBeNull()
})

test('a reason that is another one, or an exception that is open again, is told of as well', async () => {
  await settle(exceptions.slice(0, 1), 'OPEN')
  await settle(exceptions.slice(0, 1), 'RESOLVED')
  expect(await told(), 'decided again as it was printed').toBeNull()
  await settle(exceptions.slice(0, 1), 'OPEN')
  await settle(exceptions.slice(0, 1), 'RESOLVED', 'ROUNDING')
  await settle(exceptions.slice(1), 'OPEN')
  expect(await told()).toMatch(/^2 exceptions were reopened or decided differently after this report was generated; /)
  await settle(exceptions.slice(1), 'RESOLVED')
  await batch()
  expect(await told()).toBeNull()
})

test('a sign-off given or withdrawn is told of; one that was given and withdrawn since changes nothing that is printed', async () => {
  const GIVEN = /^The sign-off of 1 audit was given or withdrawn after this report was generated; /
  const { body: given } = await signOff()
  expect(await told()).toMatch(GIVEN)
  const withdraw = (signed: number) => server.callAs(world.otherStaff, withdrawSignOff, { id: signed, reason: 'Signed too early' })
  expect((await withdraw(given.id)).status).toBe(204)
  expect(await told()).toBeNull()
  await signOff()
  await batch()
  expect(await told()).toBeNull()
  const { records } = (await server.callAs(world.otherStaff, listSignOffs, { period: world.period })).body
  await withdraw(records[0]?.id ?? 0)
  expect(await told()).toMatch(GIVEN)
  await batch()
})

test('a report that went out says what held that day: it is told of what was decided before its release, and of nothing since; its client of nothing', async () => {
  const release = async () => {
    const { id: report, batchId } = await world.reportOf(id)
    await server.callAs(world.staff, assetReports.releaseReports, { batch: batchId, reportIds: [report], overrideReason: 'It is reviewed' })
    return (await row()).releasedVersion
  }
  expect(await release()).toBe((await row()).currentVersion)
  await settle(exceptions, 'OPEN')
  expect(await told()).toBeNull()
  await batch()
  await settle(exceptions, 'RESOLVED')
  await release()
  expect(await told()).toBe(DECIDED)
  expect((await row(world.clients[0])).outdatedControls).toBeNull()
})
