import { assetReports } from '@corridor/contract/asset-reports.ts'
import { boliChart, carrierSummaryChart, controlsStatement, creditChart } from '@corridor/contract/charts.ts'
import { addMonthEnds, formatDate, priorFiscalYearEnd } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { postMonths } from '../../test/book.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()
const at = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index]
  if (item === undefined) throw new Error(`no item ${index}`)
  return item
}
async function chartWorld() {
  const world = await buildReportWorld(server, { institutions: 2, policiesEach: 5 })
  const batchId = await world.start()
  await world.make(batchId)
  const institutionId = at(world.institutionIds, 0)
  const reportId = (await world.reportOf(institutionId)).id
  const { rows } = await sql<{
    total: number
  }>`select sum(cash_surrender_value_cents) as total from policy_valuation where institution_id = ${institutionId} and as_of_date = ${world.period}`.execute(
    server.ownerDb,
  )
  return {
    ...world,
    batchId,
    institutionId,
    reportId,
    client: at(world.clients, 0),
    total: rows[0]?.total ?? 0,
    release: () => server.callAs(world.staff, assetReports.releaseReports, { batch: batchId, reportIds: [reportId] }),
  }
}

test('a client sees nothing until a report is released, then that month', async () => {
  const { client, release, period, total, reportId, batchId } = await chartWorld()
  expect((await server.callAs(client, boliChart, {})).body).toEqual({ asOf: null, report: null, highlights: null, months: [] })
  await release()
  const { body } = await server.callAs(client, boliChart, {})
  expect(body).toMatchObject({
    asOf: period,
    report: { id: reportId, batchId, reportType: 'AssetReport' },
    highlights: { cashSurrenderValueCents: total, policies: 5, insureds: 5, carriers: 3, limitStatus: 'within', aggregateLimit: 0.25 },
  })
  expect(body.highlights?.yearToDateSince).toBe(`Since ${formatDate(priorFiscalYearEnd(period))}`)
  expect(body.months).toHaveLength(13)
  for (const month of body.months)
    expect((month.generalCents ?? 0) + (month.hybridCents ?? 0) + (month.separateCents ?? 0)).toBe(month.cashSurrenderValueCents)
  expect(body.months.at(-1)).toMatchObject({ period, cashSurrenderValueCents: total, increaseCents: body.highlights?.monthlyIncreaseCents })
})

test('policies of a subsidiary count with the institution’s in every month, named once a carrier', async () => {
  const { staff, institutionId, period, total } = await chartWorld()
  const { body: alone } = await server.callAs(staff, boliChart, { clientId: institutionId })
  const { id } = await server.ownerDb
    .insertInto('subsidiary')
    .values({ institutionId, name: 'Wealth', legalName: 'Wealth Advisors, LLC' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update policy set subsidiary_id = ${id} where institution_id = ${institutionId} and id in
    (select id from policy where institution_id = ${institutionId} order by id limit 2)`.execute(server.ownerDb)
  const { body } = await server.callAs(staff, boliChart, { clientId: institutionId })
  expect(body).toMatchObject({ asOf: period, highlights: { cashSurrenderValueCents: total, policies: 5, insureds: 5, carriers: 3 } })
  expect(body.months).toEqual(alone.months)
})

test('what is posted after the release is staff’s to see, not yet the client’s', async () => {
  const { client, staff, release, institutionId, siteId, period, total } = await chartWorld()
  await release()
  await postMonths(server.ownerDb, siteId, [institutionId], addMonthEnds(period, 1), addMonthEnds(period, 1))
  await sql`update policy_valuation set status = 'SUPERSEDED' where institution_id = ${institutionId} and as_of_date = ${period}`.execute(
    server.ownerDb,
  )
  await sql`insert into policy_valuation (institution_id, policy_id, as_of_date, version, site_id, cash_surrender_value_cents, death_benefit_cents)
    select institution_id, policy_id, as_of_date, 2, site_id, cash_surrender_value_cents + 100, death_benefit_cents from policy_valuation where institution_id = ${institutionId} and as_of_date = ${period}`.execute(
    server.ownerDb,
  )
  const { body: seen } = await server.callAs(client, boliChart, {})
  expect(seen.asOf).toBe(period)
  expect(seen.months.at(-1)).toMatchObject({ cashSurrenderValueCents: total })
  expect((seen.months.at(-1)?.generalCents ?? 0) + (seen.months.at(-1)?.hybridCents ?? 0) + (seen.months.at(-1)?.separateCents ?? 0)).toBe(
    total,
  )
  const { body: staffs } = await server.callAs(staff, boliChart, { clientId: institutionId })
  expect(staffs.asOf).toBe(addMonthEnds(period, 1))
  expect(staffs.months.at(-2)).toMatchObject({ cashSurrenderValueCents: total + 500 })
})

test('carriers and their ratings add up to the whole', async () => {
  const { staff, institutionId, period, total } = await chartWorld()
  const { body } = await server.callAs(staff, carrierSummaryChart, { clientId: institutionId })
  expect(body).toMatchObject({ asOf: period, capitalAsOf: '2026-06-30' })
  expect(body.carriers.reduce((sum, { cashSurrenderValueCents }) => sum + cashSurrenderValueCents, 0)).toBe(total)
  expect(body.carriers.reduce((sum, { shareOfTotal }) => sum + shareOfTotal, 0)).toBeCloseTo(1, 12)
  expect(body.carriers.every(({ netYield, shareOfTier1 }) => netYield !== null && shareOfTier1 !== null)).toBe(true)
  const credit = await server.callAs(staff, creditChart, { clientId: institutionId })
  expect(credit.body.carriers.map(({ amBest, outlook, watch }) => ({ amBest, outlook, watch }))).toEqual(
    Array(3).fill({ amBest: 'A+', outlook: 'STABLE', watch: false }),
  )
})

test('another institution is 404; whoever may not read the reports sees no holdings', async () => {
  const { client, institutionIds, institutionId, siteId, staff, release } = await chartWorld()
  await release()
  expect((await server.callAs(client, boliChart, { clientId: at(institutionIds, 1) })).status).toBe(404)
  expect((await server.callAs(staff, boliChart, { clientId: 999_999 })).status).toBe(404)
  const member = await signedInAs(server.ownerDb, 'a', { siteId, institutionId })
  expect((await server.callAs(member, carrierSummaryChart, {})).body).toEqual({ asOf: null, capitalAsOf: null, carriers: [], measured: [] })
})

test('a client reads the controls of its released month: its own exceptions and how they were settled, and no note of the staff', async () => {
  const { client, release, institutionId, institutionIds, siteId, period } = await chartWorld()
  const audited = (bank: number, ruleCode: string, status: string, note: string) =>
    sql`insert into audit_exception (institution_id, site_id, check_code, rule_code, severity, period, message, status, reason_code, note)
      values (${bank}, ${siteId}, 'cash-surrender-exceptions', ${ruleCode}, 'error', ${period}, 'x', ${status}, 'CARRIER_CONFIRMED', ${note})`.execute(
      server.ownerDb,
    )
  for (const bank of institutionIds)
    await sql`insert into audit_coverage (institution_id, site_id, period, carrier_code, expected, posted, prior, added, removed, fed_cash_surrender_value_cents,
        posted_cash_surrender_value_cents, fed_death_benefit_cents, posted_death_benefit_cents, asked, audited_at)
      values (${bank}, ${siteId}, ${period}, 'AAA', 5, 5, 5, 0, 0, 0, 0, 0, 0, '{"M3": 5, "M1": 5}', now())`.execute(server.ownerDb)
  await audited(institutionId, 'M3', 'ACKNOWLEDGED', 'Spoke with Ada at the carrier')
  await audited(at(institutionIds, 1), 'M1', 'OPEN', 'of the neighbor')
  expect((await server.callAs(client, controlsStatement, {})).body).toEqual({ asOf: null, examined: null, lines: [] })
  await release()
  const { body } = await server.callAs(client, controlsStatement, {})
  expect(body).toMatchObject({ asOf: period, examined: { policies: 5, valued: 5, carriers: 1 } })
  const balance = body.lines.find(({ check }) => check === 'cash-surrender-exceptions')
  expect(balance).toMatchObject({
    found: 1,
    open: 0,
    sentences: ['Movement too large: 1 exception; acknowledged: the carrier confirmed the value.'],
  })
  expect(JSON.stringify(body)).not.toMatch(/Ada|neighbor/)
})
