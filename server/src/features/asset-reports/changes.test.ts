import { assetReports } from '@corridor/contract/asset-reports.ts'
import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { useServer } from '../../test/call.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const server = useServer()
const world = {} as { of: ReportWorld; august: number; september: number; institutionId: number }

beforeAll(async () => {
  const of = await buildReportWorld(server)
  const [institutionId = 0] = of.institutionIds
  const reports = async (period: typeof of.period) => {
    await of.make(await of.startDirectly({ period }))
    return of.reportOf(institutionId)
  }
  const august = (await reports(addMonthEnds(of.period, -1))).id
  const september = (await reports(of.period)).id
  Object.assign(world, { of, august, september, institutionId })
})

const ask = (cookie: string, input: Partial<Parameters<typeof server.callAs<typeof assetReports.listChanges>>[2]> = {}) =>
  server.callAs(cookie, assetReports.listChanges, { batch: 0, report: world.september, ...input })

test('a report is compared with the one of the month before, and interest less charges is what its policies grew', async () => {
  const { status, body } = await ask(world.of.staff)
  expect(status).toBe(200)
  expect(body.comparison).toMatchObject({ between: 'periods', from: { period: '2026-08-31' }, to: { period: '2026-09-30' } })
  expect(body.others.map(({ period, versions }) => [period, versions.length])).toEqual([
    ['2026-09-30', 1],
    ['2026-08-31', 1],
  ])
  const value = body.comparison?.measures[0]
  // Each policy is credited 3,500.00 and charged 400.00 and 100.00; it grows by 3,000.00 and its own number of cents.
  const cents = body.records.reduce((total, { policyId }) => total + (policyId ?? 0), 0)
  expect(value).toMatchObject({
    key: 'cashSurrenderValue',
    difference: 3 * 300_000 + cents,
    unexplained: cents,
    causes: [
      { key: 'interest', amount: 3 * 350_000 },
      { key: 'costOfInsurance', amount: -3 * 40_000 },
      { key: 'expenses', amount: -3 * 10_000 },
    ],
  })
  expect(body.records).toHaveLength(3)
  for (const { by, unexplainedCents, differenceCents } of body.records)
    expect(Object.values(by).reduce((total, each) => total + each, unexplainedCents)).toBe(differenceCents)
})

test('lines are searched, narrowed to a cause, sorted and paged; and leave as a file with every cause in a column', async () => {
  const { body: all } = await ask(world.of.staff, { sort: 'differenceCents', desc: true })
  const differences = all.records.map(({ differenceCents }) => differenceCents)
  expect(differences).toEqual(differences.toSorted((a, b) => b - a))
  const [first] = all.records
  expect((await ask(world.of.staff, { search: String(first?.policyNumber) })).body.records).toHaveLength(1)
  expect((await ask(world.of.staff, { cause: 'deaths' })).body.page.totalRecords).toBe(0)
  expect((await ask(world.of.staff, { cause: 'unexplained', take: 2 })).body).toMatchObject({ page: { totalRecords: 3, perPage: 2 } })
  const file = await ask(world.of.staff, {
    format: 'csv',
    columns: ['policyNumber', 'fromCents', 'by.interestCents', 'unexplainedCents', 'differenceCents'],
  })
  expect(file.bytes.toString()).toContain('Policy Number,From,By Interest,Unexplained,Difference')
  expect(file.bytes.toString().trim().split('\n')).toHaveLength(4)
})

test('a corrected value is a restatement, between two versions and since the month before', async () => {
  const { of, institutionId, september } = world
  const policy = await server.ownerDb
    .selectFrom('policy')
    .select('id')
    .where('institutionId', '=', institutionId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const key = sql`institution_id = ${institutionId} and policy_id = ${policy.id} and as_of_date = ${of.period}`
  await sql`update policy_valuation set status = 'SUPERSEDED' where ${key}`.execute(server.ownerDb)
  await sql`
    insert into policy_valuation (institution_id, policy_id, as_of_date, version, site_id, cash_surrender_value_cents, death_benefit_cents, insured_share_cents, interest_credited_cents, cost_of_insurance_cents, expense_charge_cents, gross_crediting_rate, restatement_reason)
    select institution_id, policy_id, as_of_date, 2, site_id, cash_surrender_value_cents + 12345, death_benefit_cents, insured_share_cents, interest_credited_cents + 12345, cost_of_insurance_cents, expense_charge_cents, gross_crediting_rate, 'the carrier corrected it'
    from policy_valuation where ${key}`.execute(server.ownerDb)
  await of.make(await of.startDirectly({ isRegenerating: true }))
  const { body } = await ask(of.staff, { against: september, measure: 'cashSurrenderValue' })
  expect(body.comparison).toMatchObject({ between: 'versions', from: { version: 1 }, to: { version: 2 } })
  expect(body.comparison?.measures[0]).toMatchObject({
    difference: 12345,
    unexplained: 0,
    causes: [{ key: 'restated', amount: 12345, lines: 1 }],
  })
  expect(body.records).toMatchObject([{ policyId: policy.id, by: { restatedCents: 12345 } }])
  // A version above the first is compared with the one before it unless another is named, and the first with the month before.
  expect((await ask(of.staff)).body.comparison).toMatchObject({ between: 'versions', from: { version: 1 }, to: { version: 2 } })
  expect((await ask(of.staff, { version: 1 })).body.comparison).toMatchObject({ between: 'periods', from: { period: '2026-08-31' } })
  // An earlier version of either side is asked for by its number.
  expect((await ask(of.staff, { version: 1 })).body.comparison?.to).toMatchObject({ period: '2026-09-30', version: 1 })
  expect((await ask(of.staff, { version: 9 })).status).toBe(404)
  expect((await ask(of.staff, { against: september, againstVersion: 9 })).status).toBe(404)
})

test('a client compares what is released to the own bank, and finds nothing else', async () => {
  const { of, august, september } = world
  const [client = '', stranger = ''] = of.clients
  expect((await ask(client)).status).toBe(404)
  const release = (report: number) =>
    server.callAs(of.otherStaff, assetReports.releaseReports, { batch: 0, reportIds: [report], overrideReason: 'the carrier confirmed' })
  expect((await release(september)).body.released).toEqual([september])
  const alone = await ask(client)
  expect(alone.body).toMatchObject({ comparison: null, records: [], others: [{ reportId: september, versions: [{ version: 2 }] }] })
  for (const hidden of [{ against: august }, { version: 1 }, { against: september, againstVersion: 1 }])
    expect((await ask(client, hidden)).status, JSON.stringify(hidden)).toBe(404)
  expect((await release(august)).body.released).toEqual([august])
  const both = await ask(client)
  expect(both.body.comparison).toMatchObject({ from: { reportId: august }, to: { reportId: september, version: 2 } })
  expect(both.body.others.map(({ versions }) => versions.length)).toEqual([1, 1])
  expect((await ask(stranger)).status).toBe(404)
  expect((await ask(stranger, { report: 2_147_483_000 })).status).toBe(404)
  await server.callAs(of.otherStaff, assetReports.withdrawReports, { batch: 0, reportIds: [august], reason: 'a mistake in it' })
  expect((await ask(client)).body.comparison).toBe(null)
  expect((await ask(client, { against: august })).status).toBe(404)
  const { others } = (await ask(of.staff)).body
  expect(others.map(({ versions }) => versions.map(({ released, withdrawn }) => [released, withdrawn]))).toEqual([
    [
      [true, false],
      [false, false],
    ],
    [[true, true]],
  ])
})

test('reports of another bank are no other side', async () => {
  const { of, institutionId } = world
  const foreign = await of.reportOf(of.institutionIds.find((id) => id !== institutionId) ?? 0)
  expect((await ask(of.staff, { against: foreign.id })).status).toBe(404)
  expect((await ask(of.viewer)).status).toBe(200)
})
