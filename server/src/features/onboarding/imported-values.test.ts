/** Values that came in with a firm's book, wherever the portal says where a value came from. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { getException } from '@corridor/contract/auditing.ts'
import { listOnboarding } from '@corridor/contract/onboarding.ts'
import { getPolicy } from '@corridor/contract/register-policies.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()

/** A portal whose first policy has its value of the period from row 12 of a sheet of an imported workbook. */
async function importedWorld() {
  const world = await buildReportWorld(server, { institutions: 1 })
  const [institutionId = 0] = world.institutionIds
  const { id: policyId } = await server.ownerDb
    .selectFrom('policy')
    .select('id')
    .where('institutionId', '=', institutionId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const { id: importId } = await server.ownerDb
    .insertInto('onboardingImport')
    .values({
      siteId: world.siteId,
      name: 'Northbound',
      purpose: 'IMPORT',
      status: 'DONE',
      counts: '{"values": {"added": 1, "changed": 0}}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: sourceId } = await server.ownerDb
    .insertInto('onboardingSource')
    .values({ importId, siteId: world.siteId, name: 'Book.xlsx/Values' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update policy_valuation set file_id = null, onboarding_source_id = ${sourceId}, line_number = 12
    where institution_id = ${institutionId} and policy_id = ${policyId} and as_of_date = ${world.period}`.execute(server.ownerDb)
  const bookRow = { importId, importName: 'Northbound', source: 'Book.xlsx/Values', row: 12, record: null }
  return { ...world, institutionId, policyId, importId, bookRow }
}

test('a printed figure is traced to the row of the firm’s book, for staff alone', async () => {
  const { institutionId, policyId, bookRow, clients, ...world } = await importedWorld()
  await world.make(await world.start())
  const { id: report } = await world.reportOf(institutionId)
  const { body } = await server.callAs(world.viewer, assetReports.tracePolicy, { batch: 0, report, policy: policyId })
  expect(body.valuations[0]).toMatchObject({ asOfDate: world.period, source: null, bookRow })
  expect(body.valuations[1]).toMatchObject({ bookRow: null })
  expect((await server.callAs(clients[0], assetReports.tracePolicy, { batch: 0, report, policy: policyId })).status).toBe(403)
})

test('the register names the row of the firm’s book that a posted value came from', async () => {
  const { siteId, institutionId, policyId, bookRow } = await importedWorld()
  const reader = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { INSTITUTIONS: 1 } })
  const { body } = await server.callAs(reader, getPolicy, { id: institutionId, policyId })
  expect(body.valuations[0]).toMatchObject({ fileId: null, lineNumber: 12, bookRow })
  expect(body.valuations[1]).toMatchObject({ bookRow: null })
})

test('an exception in a value that was imported names its row, and one in another line names none', async () => {
  const { siteId, institutionId, policyId, period, viewer, bookRow } = await importedWorld()
  const found = async (lineNumber: number) => {
    const { id } = await server.ownerDb
      .insertInto('auditException')
      .values({
        siteId,
        institutionId,
        policyId,
        period,
        checkCode: 'cash-surrender-exceptions',
        ruleCode: 'M3',
        severity: 'error',
        message: `Row ${lineNumber}`,
        lineNumber,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return (await server.callAs(viewer, getException, { institutionId, id })).body
  }
  expect(await found(12)).toMatchObject({ fileId: null, fileName: 'Book.xlsx/Values', lineNumber: 12, bookRow })
  await server.ownerDb.deleteFrom('auditException').execute()
  // A line that no imported value stands in.
  expect(await found(13)).toMatchObject({ bookRow: null })
})

test('imports are found by the month whose values they brought, by managers alone', async () => {
  const { siteId, importId, viewer, period } = await importedWorld()
  await server.ownerDb
    .insertInto('onboardingImport')
    .values({ siteId, name: 'People only', purpose: 'IMPORT', status: 'DONE', counts: '{"people": {"added": 3}}' })
    .execute()
  const manager = await signedInAs(server.ownerDb, 'd', { siteId, permissions: { INSTITUTIONS: 2 } })
  const found = async (month?: string) =>
    (await server.callAs(manager, listOnboarding, { withValues: true, ...(month ? { month } : {}) })).body.records.map(({ id }) => id)
  expect(await found()).toEqual([importId])
  expect(await found(period)).toEqual([importId])
  expect(await found('2019-12-31')).toEqual([])
  expect((await server.callAs(viewer, listOnboarding, { withValues: true })).status).toBe(403)
})
