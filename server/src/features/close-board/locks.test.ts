import { assetReports } from '@corridor/contract/asset-reports.ts'
import { lockPeriod } from '@corridor/contract/period-locks.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()

test('a month is locked without a reason when its values are posted, its reports released and its exceptions settled', async () => {
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: 1 })
  const [bank = 0] = world.institutionIds
  const { period } = world
  const manager = await signedInAs(server.ownerDb, 'd', { siteId: world.siteId })
  const batchId = await world.start()
  await world.make(batchId)
  await server.callAs(world.staff, assetReports.releaseReports, { batch: batchId, reportIds: [(await world.reportOf(bank)).id] })
  const policy = sql`(select institution_id, id from policy where institution_id = ${bank})`
  await sql`insert into audit_exception (institution_id, site_id, check_code, rule_code, severity, message, period, status)
    values (${bank}, ${world.siteId}, 'yield-exceptions', 'Y1', 'warning', 'Off.', ${period}, 'OPEN')`.execute(server.ownerDb)
  await sql`update policy_valuation set status = 'SUPERSEDED' where (institution_id, policy_id) in ${policy} and as_of_date = ${period}`.execute(
    server.ownerDb,
  )
  expect((await server.callAs(manager, lockPeriod, { period })).error.message).toBe(
    'Still outstanding for September 2026: 1 policy without a value, 1 open exception. Enter a reason to lock it all the same.',
  )
  await sql`update policy_valuation set status = 'POSTED' where (institution_id, policy_id) in ${policy} and as_of_date = ${period}`.execute(
    server.ownerDb,
  )
  await sql`update audit_exception set status = 'RESOLVED' where institution_id = ${bank}`.execute(server.ownerDb)
  expect(await server.callAs(manager, lockPeriod, { period })).toMatchObject({ status: 200, body: { reason: null } })
})
