/** The list of institutions states what reports state: policies in force, carriers by name, and the value of the newest asset reports. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { institutions } from '@corridor/contract/institutions.ts'
import { readAssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TEST_PERIOD } from '../../test/book.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

const server = useServer()

test('policies that ended are not counted, and the value is that of the newest report, or none', async () => {
  const world = await buildReportWorld(server, { institutions: 2, policiesEach: 3, months: 2 })
  const [one = 0] = world.institutionIds
  const staff = await signedInAs(server.ownerDb, 'b', { siteId: world.siteId, permissions: { INSTITUTIONS: 1 } })
  const listed = async () => {
    const { records } = (await server.callAs(staff, institutions.endpoints.list, { sort: 'cashSurrenderValueCents', desc: true })).body
    return records.find(({ id }) => id === one)
  }
  expect(await listed()).toMatchObject({ policies: 3, cashSurrenderValueCents: null, valueAsOf: null })
  const batch = await world.start()
  await world.make(batch)
  const { id } = await world.reportOf(one)
  const view = readAssetReportView((await server.callAs(world.staff, assetReports.getReport, { batch, report: id })).body.view)
  const { rows: carriers } = await sql<{ name: string }>`
    select distinct c.short_name as name from policy p join carrier c on c.code = p.carrier_code where p.institution_id = ${one}`.execute(
    server.ownerDb,
  )
  expect(await listed()).toMatchObject({
    policies: 3,
    cashSurrenderValueCents: view?.totals.cashSurrenderValue,
    valueAsOf: TEST_PERIOD,
    carrierNames: expect.arrayContaining(carriers.map(({ name }) => name)),
  })
  await sql`update policy set policy_status = 'SURRENDERED', status_date = ${TEST_PERIOD} where id = (select min(id) from policy where institution_id = ${one})`.execute(
    server.ownerDb,
  )
  expect(await listed()).toMatchObject({ policies: 2 })
})
