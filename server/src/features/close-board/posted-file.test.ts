import { assetReports } from '@corridor/contract/asset-reports.ts'
import { closeBoard } from '@corridor/contract/charts.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { withOpenItems } from '../../reporting/open-items.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()

test('a carrier whose file is posted is not missing: the board counts its policies without a value', async () => {
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: 3 })
  const [carrierCode = ''] = world.carrierCodes
  await sql`delete from policy_valuation v using policy p where v.institution_id = p.institution_id and v.policy_id = p.id
    and p.carrier_code = ${carrierCode} and p.site_id = ${world.siteId} and v.as_of_date = ${world.period}`.execute(server.ownerDb)
  const ofBoard = async () => {
    const { banks, carriers } = (await server.callAs(world.staff, closeBoard, {})).body
    const carrier = carriers.find((each) => each.carrierCode === carrierCode)
    return { name: carrier?.name, status: carrier?.status, blockers: banks[0]?.blockers }
  }
  const { name, blockers } = await ofBoard()
  expect(blockers).toEqual([`${name}’s feed is missing`])
  await server.ownerDb
    .insertInto('carrierFile')
    .values({
      siteId: world.siteId,
      carrierCode,
      period: world.period,
      fileName: 'september.csv',
      sha256: 'c'.repeat(64),
      sizeBytes: 10,
      mediaType: 'text/csv',
      status: 'POSTED',
    })
    .execute()
  expect(await ofBoard()).toEqual({
    name,
    status: 'incomplete',
    blockers: [expect.stringMatching(new RegExp(`^\\d ${name} (policy has|policies have) no value for September 2026$`))],
  })
})

test('a missing file that the audit found is one reason with the audit’s error, and one item of a release over it', async () => {
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: 1 })
  const { period, siteId } = world
  const [institutionId = 0] = world.institutionIds
  await sql`delete from policy_valuation where institution_id = ${institutionId} and as_of_date = ${period}`.execute(server.ownerDb)
  const board = async () => (await server.callAs(world.staff, closeBoard, { period })).body
  const carrier = (await board()).carriers.find(({ policiesExpected }) => policiesExpected > 0)
  const found = { institutionId, siteId, period, checkCode: 'policy-count-exceptions', severity: 'error' as const, message: 'No file' }
  await server.ownerDb
    .insertInto('auditException')
    .values({ ...found, ruleCode: 'P6', carrierCode: carrier?.carrierCode ?? '' })
    .execute()
  const reason = `${carrier?.name}’s feed is missing`
  const [bank] = (await board()).banks
  expect(bank?.blockers).toEqual([`${reason} (open audit error: No file from the carrier)`])
  const scope = scopeOfSystem(siteId)
  const gated = { institutionId, period, gate: `${bank?.blockers[0]}.` }
  const [told] = await inScope(server.kernel.db, scope, (trx) => withOpenItems(trx, scope, [gated], () => true))
  expect(told?.items).toEqual([{ title: reason, policyId: null, subject: null, amounts: null }])
})

test('a bank that lacks a value names its audit errors beside it, on the board and where reports are generated; its failed report repeats neither', async () => {
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: 1 })
  const [institutionId = 0] = world.institutionIds
  const { period, siteId } = world
  const policies = await server.ownerDb
    .selectFrom('policy')
    .select(['id', 'policyNumber'])
    .where('institutionId', '=', institutionId)
    .execute()
  await sql`delete from policy_valuation where institution_id = ${institutionId} and as_of_date = ${period}`.execute(server.ownerDb)
  await server.ownerDb
    .insertInto('auditException')
    .values({
      institutionId,
      siteId,
      period,
      checkCode: 'client-exceptions',
      ruleCode: 'V1',
      severity: 'error',
      message: 'None',
      policyId: policies[0]?.id ?? 0,
    })
    .execute()
  const reasons = [expect.stringMatching(/’s feed is missing$/), `1 open audit error: No value posted (${policies[0]?.policyNumber})`]
  const { records } = (await server.callAs(world.staff, assetReports.listInstitutionsToGenerate, { period })).body
  expect(records[0]?.closeGate?.replace(/\.$/, '').split('; ')).toEqual(reasons)
  await world.make(await world.start())
  const [bank] = (await server.callAs(world.staff, closeBoard, { period })).body.banks
  expect([bank?.status, bank?.blockers]).toEqual(['failed', reasons])
})
