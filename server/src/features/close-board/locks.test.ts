import { assetReports } from '@corridor/contract/asset-reports.ts'
import { auditReview, signOffAudit } from '@corridor/contract/audit-sign-offs.ts'
import { lockPeriod } from '@corridor/contract/period-locks.ts'
import { AUDIT_CHECK_CODES, type AuditCheck } from '@corridor/domain/auditing/rules.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inScope } from '../../platform/http/scope.ts'
import { auditMonth } from '../../shared/auditing/audit-month.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()

test('a month is locked without a reason when its values are posted, its reports released, its exceptions settled and its audits signed off', async () => {
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
    'Still outstanding for September 2026: 1 policy without a value, 1 open exception, 5 audits not signed off. Enter a reason to lock it all the same.',
  )
  await sql`update policy_valuation set status = 'POSTED' where (institution_id, policy_id) in ${policy} and as_of_date = ${period}`.execute(
    server.ownerDb,
  )
  await inScope(server.kernel.db, world.scope, (trx) => auditMonth(trx, world.scope, { period, today: period, isWhole: true }))
  await sql`update audit_exception set status = 'RESOLVED' where institution_id = ${bank}`.execute(server.ownerDb)
  const sign = async (check: AuditCheck) => {
    const { stateSha256 } = (await server.callAs(world.otherStaff, auditReview, { check, period })).body
    expect((await server.callAs(world.otherStaff, signOffAudit, { check, period, stateSha256 })).status).toBe(201)
  }
  const [last, ...others] = AUDIT_CHECK_CODES
  for (const check of others) await sign(check)
  expect((await server.callAs(manager, lockPeriod, { period })).error.message).toBe(
    'Still outstanding for September 2026: 1 audit not signed off. Enter a reason to lock it all the same.',
  )
  await sign(last)
  expect(await server.callAs(manager, lockPeriod, { period })).toMatchObject({ status: 200, body: { reason: null } })
})
