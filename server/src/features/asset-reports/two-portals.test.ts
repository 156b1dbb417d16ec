/** Limits of an institution with both portals: measured on all of it in every paper and page, with sums of the other portal and nothing else of it. */
import { annualReviews } from '@corridor/contract/annual-reviews.ts'
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { boliChart, carrierSummaryChart } from '@corridor/contract/charts.ts'
import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import { type AssetReportView, readAssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { scopeOfSystem } from '../../platform/http/scope.ts'
import { generateSome } from '../../reporting/generation.ts'
import { buildReportTypes } from '../../test/book.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { pdfText, workbookOf } from '../../test/report-files.ts'
import { buildTwoPortals, ENTITY_PERIOD, type EntityPolicy } from '../../test/two-portals.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })
const server = useServer()
const usd = (dollars: number): Cents => cents(Math.round(dollars * 100))

/** The part of 62,332,402.50: 19.80 % here, 5.60 % there, 4.36 % of the subsidiary there. */
const TIER_1 = usd(62_332_402.5)
const POLICIES: EntityPolicy[] = [
  { portal: 'boli', person: 'Ada', value: usd(9_000_000), deathBenefit: usd(20_000_000) },
  { portal: 'boli', person: 'Ben', carrier: 1, value: usd(3_341_815.7), deathBenefit: usd(9_000_000) },
  { portal: 'coli', person: 'Ada', value: usd(3_490_581.54), deathBenefit: usd(5_000_000) },
  { portal: 'coli', person: 'Cid', ofSubsidiary: true, carrier: 2, value: usd(2_717_692.75), deathBenefit: usd(5_000_000) },
]

const RIGHTS = { ASSET_REPORT: 2, ANNUAL_BOLI_REVIEW: 2, INSTITUTIONS: 2 } as const
async function world(policies: readonly EntityPolicy[] = POLICIES) {
  await buildReportTypes(server.ownerDb)
  const two = await buildTwoPortals(server.ownerDb, policies, { tier1: TIER_1 })
  const staff = {
    boli: await signedInAs(server.ownerDb, 'b', { siteId: two.boli, permissions: RIGHTS }),
    coli: await signedInAs(server.ownerDb, 'b', { siteId: two.coli, permissions: RIGHTS }),
  }
  const client = await signedInAs(server.ownerDb, 'c', {
    siteId: two.boli,
    institutionId: two.institutionId,
    permissions: { ASSET_REPORT: 1 },
  })
  const made = async (portal: 'boli' | 'coli', subsidiaryId: number | null = null) => {
    const { body: batch } = await server.callAs(staff[portal], assetReports.generateReports, {
      period: ENTITY_PERIOD,
      institutions: [{ id: two.institutionId, subsidary_id: subsidiaryId }],
      isRegenerating: true,
    })
    while ((await generateSome(server.kernel, scopeOfSystem(two[portal]), batch.id)) > 0) continue
    const report = (await server.callAs(staff[portal], assetReports.listReports, { batch: batch.id })).body.records[0]?.id ?? 0
    const { body } = await server.callAs(staff[portal], assetReports.getReport, { batch: batch.id, report })
    return { batch: batch.id, report, view: readAssetReportView(body.view) }
  }
  return { ...two, staff, client, made }
}
const aggregateOf = (view: AssetReportView | null) => view?.limitTests.find(({ key }) => key === 'aggregate')

test('19.80% in one portal is not within the limit where both hold 25.40%, and 29.76% with the subsidiary', async () => {
  const { made } = await world()
  const [boli, coli] = [await made('boli'), await made('coli')]
  const said = '25% limit: over the limit by $2,966,989.36.'
  expect(aggregateOf(boli.view)?.sentence).toContain(`29.76% of Tier 1 against a ${said} These policies 19.80%, COLI Portal 5.60%,`)
  expect(aggregateOf(boli.view)?.sentence).toMatch(
    /Wealth Advisors \d+, LLC \(COLI Portal\) 4\.36%\. Without subsidiaries 25\.40% of Tier 1: over the limit by \$249,296\.61\.$/,
  )
  expect(aggregateOf(coli.view)?.sentence).toContain(`29.76% of Tier 1 against a ${said} These policies 5.60%, BOLI Portal 19.80%,`)
})

test('paper, workbook and explanation tell the sums of the other portal, and no name or number of it', async () => {
  const { made, staff, secrets } = await world()
  const { batch, report, view } = await made('boli')
  const file = async (format: 'pdf' | 'xlsx' | 'csv') =>
    (await server.callAs(staff.boli, assetReports.downloadReports, { batch, reportIds: String(report), format })).bytes
  const pdf = (await pdfText(await file('pdf'))).replaceAll(/\s+/g, ' ')
  const sheets = (await workbookOf(await file('xlsx'))).worksheets.map((sheet) => JSON.stringify(sheet.getSheetValues())).join(' ')
  for (const text of [pdf, sheets]) expect(text).toContain('Without subsidiaries 25.40% of Tier 1: over the limit by $249,296.61.')
  const { rows } = await sql<{ snapshot: unknown }>`select snapshot from report_version where report_id = ${report}`.execute(server.ownerDb)
  for (const told of [pdf, sheets, (await file('csv')).toString(), JSON.stringify(view), JSON.stringify(rows)])
    for (const secret of secrets.coli) expect(told).not.toContain(secret)
})

test('a client of one portal reads on the dashboard what was released: its own values, and the share and limit of all holdings', async () => {
  const { made, staff, client, institutionId, secrets } = await world()
  const { batch, report } = await made('boli')
  const before = await server.callAs(client, boliChart, {})
  expect(before.body.highlights).toBeNull()
  await server.callAs(staff.boli, assetReports.releaseReports, { batch, reportIds: [report], overrideReason: 'The books are closed.' })
  const { body } = await server.callAs(client, boliChart, {})
  expect(body.highlights).toMatchObject({ cashSurrenderValueCents: usd(12_341_815.7), limitStatus: 'over' })
  expect([body.highlights?.shareOfTier1, body.highlights?.allOfTier1]).toEqual([expect.closeTo(0.198, 4), expect.closeTo(0.2976, 4)])
  const carriers = await server.callAs(client, carrierSummaryChart, {})
  expect(carriers.body.measured.at(-1)).toMatchObject({ key: 'aggregate', cashSurrenderValueCents: usd(18_550_089.99), lacking: null })
  for (const secret of secrets.coli) expect(JSON.stringify([body, carriers.body])).not.toContain(secret)
  // Staff read the same of today's book.
  const staffs = await server.callAs(staff.boli, carrierSummaryChart, { clientId: institutionId })
  expect(staffs.body.measured).toEqual(carriers.body.measured)
})

test('where the other portal lacks a value nothing is within; posted there, the report is marked and measures it when it is regenerated', async () => {
  const lacking = POLICIES.map((policy, index) =>
    index === 2 ? { ...policy, value: null } : index === 3 ? { ...policy, value: usd(10_000) } : policy,
  )
  const { made, staff, policyIds, institutionId, coli } = await world(lacking)
  const { batch, report, view } = await made('boli')
  expect(aggregateOf(view)).toMatchObject({
    status: 'unknown',
    headroom: null,
    sentence: expect.stringContaining('1 of 1 policies without a value (COLI Portal)'),
  })
  await sql`insert into policy_valuation (institution_id, policy_id, site_id, as_of_date, version, cash_surrender_value_cents, death_benefit_cents)
    values (${institutionId}, ${policyIds[2]}, ${coli}, ${ENTITY_PERIOD}, 1, ${usd(1_000_000)}, ${usd(5_000_000)})`.execute(server.ownerDb)
  expect((await server.callAs(staff.boli, assetReports.getReport, { batch, report })).body.report.outdatedSince).not.toBeNull()
  expect(aggregateOf((await made('boli')).view)).toMatchObject({ status: 'within', sentence: expect.stringContaining('COLI Portal 1.60%') })
})

test('a review tests the limits of both portals, this year and the years before', async () => {
  const { staff, institutionId, boli } = await world()
  const { body: batch } = await server.callAs(staff.boli, annualReviews.generateReports, {
    period: ENTITY_PERIOD,
    institutions: [institutionId],
  })
  while ((await generateSome(server.kernel, scopeOfSystem(boli), batch.id)) > 0) continue
  const { rows } = await sql<{
    before: { yearEnd: string; holdings: unknown[] }[]
  }>`select snapshot -> 'elsewhereBefore' as before from report_version v
    join report r on r.id = v.report_id where r.institution_id = ${institutionId} and r.report_type = 'AnnualBoliReview'`.execute(
    server.ownerDb,
  )
  expect(rows[0]?.before.map(({ yearEnd }) => yearEnd)).toEqual(['2021-12-31', '2022-12-31', '2023-12-31', '2024-12-31'])
  const report = (await server.callAs(staff.boli, annualReviews.listReports, { batch: batch.id })).body.records[0]?.id ?? 0
  const { body } = await server.callAs(staff.boli, annualReviews.getReport, { batch: batch.id, report })
  const said = JSON.stringify(body.view)
  expect(said).toContain('Aggregate 29.76% of Tier 1')
  expect(said).toContain('Basis of the limits')
})
