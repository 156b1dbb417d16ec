import { assetReports } from '@corridor/contract/asset-reports.ts'
import { form8925Reports } from '@corridor/contract/form-8925.ts'
import { addMonthEnds, plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

const server = useServer()

test('the latest complete month is the last in which no policy in force lacks its value', async () => {
  const world = await buildReportWorld(server, { institutions: 2, months: 2 })
  const complete = async () =>
    (await server.callAs(world.staff, assetReports.listInstitutionsToGenerate, { period: world.period })).body.completePeriod
  expect(await complete()).toBe(world.period)
  const [bank = 0] = world.institutionIds
  const { policyId } = await server.ownerDb
    .selectFrom('policyValuation')
    .select('policyId')
    .where('institutionId', '=', bank)
    .where('asOfDate', '=', world.period)
    .executeTakeFirstOrThrow()
  await sql`delete from policy_valuation where institution_id = ${bank} and policy_id = ${policyId} and as_of_date = ${world.period}`.execute(
    server.ownerDb,
  )
  expect(await complete()).toBe(addMonthEnds(world.period, -1))
  await sql`update institution set status = 'INACTIVE' where id = ${bank}`.execute(server.ownerDb)
  expect(await complete()).toBe(world.period)
})

test('an annual family knows besides its calendar year the months that values have reached, for fiscal years that end in them', async () => {
  const world = await buildReportWorld(server, { institutions: 2, months: 2, period: plainDate('2026-06-30') })
  const asked = async () => (await server.callAs(world.staff, form8925Reports.listInstitutionsToGenerate, { period: '2026-06-30' })).body
  expect(await asked()).toMatchObject({ currentPeriod: '2025-12-31', values: { latest: '2026-06-30', complete: '2026-06-30' } })
  const [bank = 0] = world.institutionIds
  await server.ownerDb
    .deleteFrom('policyValuation')
    .where('institutionId', '=', bank)
    .where('asOfDate', '=', plainDate('2026-06-30'))
    .execute()
  expect((await asked()).values).toEqual({ latest: '2026-06-30', complete: '2026-05-31' })
})

test('an institution with policies whose fiscal year ends in another month is named beside those that are offered', async () => {
  const world = await buildReportWorld(server, { institutions: 2, months: 2, period: plainDate('2025-12-31') })
  const [bank = 0] = world.institutionIds
  const named = async () =>
    (await server.callAs(world.staff, form8925Reports.listInstitutionsToGenerate, { period: '2025-12-31' })).body.otherYears
  expect(await named()).toEqual([])
  await sql`update institution set fiscal_year_end_month = 6 where id = ${bank}`.execute(server.ownerDb)
  expect(await named()).toMatchObject([{ id: bank, fiscalYearEndMonth: 6 }])
})
