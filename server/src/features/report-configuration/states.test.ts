/** How states tax banks: seeded figures with year and source, periods that do not overlap, review, history, and the reports that use a row. */
import { readFileSync } from 'node:fs'
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { taxProfiles } from '@corridor/contract/institution-terms.ts'
import { reviewState, stateHistory, states, stateTaxRows } from '@corridor/contract/states.ts'
import { TREATMENTS_OF } from '@corridor/domain/calculations/state-tax.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'
import { sharedData } from '../../test/shared-data.ts'

const server = useServer()
const of = states.endpoints
const world = { keeper: '', reader: '', bankers: '' }
let reports: ReportWorld

beforeAll(async () => {
  reports = await buildReportWorld(server, { institutions: 1, months: 14 })
  const { siteId } = reports
  world.keeper = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { REPORT_CONFIGURATION: 2, ASSET_REPORT: 1 } })
  world.reader = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { REPORT_CONFIGURATION: 1 } })
  world.bankers = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { INSTITUTIONS: 2 } })
})

const all = async (filter = {}) => (await server.callAs(world.reader, of.list, { take: 100, ...filter })).body.records
const rowOf = async (stateCode: string) => {
  const [row] = await all({ stateCode: [stateCode] })
  if (!row) throw new Error(`no row of ${stateCode}`)
  return row
}
/** A state that nobody has: rows of the tests' own. */
const row = (over = {}) => ({
  stateCode: 'ZZ',
  stateName: 'Zenith',
  effectiveFrom: '2022-01-01',
  effectiveTo: '2022-12-31',
  taxName: 'Bank tax',
  taxBasis: 'NET_INCOME' as const,
  financialInstitutionRate: 0.06,
  boliGrowthTreatment: 'EXCLUDED' as const,
  figuresYear: 2022,
  sourceCitation: 'Zenith Code 1-2-3',
  ...over,
})
const add = async (over = {}) => {
  const { status, body, error } = await server.callAs(world.keeper, of.create, row(over))
  if (status !== 201) throw new Error(JSON.stringify(error))
  return body
}
const meta = async (over = {}) => {
  const { status, error } = await server.callAs(world.keeper, of.create, row(over))
  return [status, Object.keys(error.meta ?? {})]
}

describe('what comes with the product', () => {
  test('a row for each state and the District, with its year and source, reviewed by nobody', async () => {
    const rows = (await all()).filter(({ stateCode }) => stateCode !== 'ZZ')
    expect(new Set(rows.map(({ stateCode }) => stateCode)).size).toBe(51)
    for (const { stateCode, figuresYear, sourceCitation, reviewStatus, effectiveTo, taxBasis, boliGrowthTreatment } of rows) {
      expect([stateCode, figuresYear, reviewStatus, effectiveTo]).toEqual([stateCode, 2020, 'UNREVIEWED', null])
      expect(sourceCitation).toMatch(/^Federation of Tax Administrators, tax year 2020, as published by the Tax Policy Center/)
      expect(TREATMENTS_OF[taxBasis]).toContain(boliGrowthTreatment)
    }
  })
  const published = sharedData('data/state_tax/state_corporate_and_bank_tax_2007_2020.csv')
  test.skipIf(!published)('the figures are those published for the newest year at hand (skipped where ../shared is absent)', async () => {
    // The columns that matter hold no comma.
    const newest = readFileSync(String(published), 'utf8')
      .split('\n')
      .map((line) => line.split(','))
      .filter(([year]) => year === '2020')
    const rate = (text: string | undefined) => (text ? Number((Number(text) / 100).toFixed(6)) : null)
    const rows = new Map((await all()).map((one) => [one.stateCode, one]))
    expect(newest).toHaveLength(51)
    for (const [, code = '', , , corporate, , bank] of newest)
      expect([code, rows.get(code)?.corporateRate, rows.get(code)?.financialInstitutionRate]).toEqual([code, rate(corporate), rate(bank)])
  })
  test('Ohio taxes banks on capital, North Dakota limits what they buy', async () => {
    expect(await rowOf('OH')).toMatchObject({ taxBasis: 'NET_CAPITAL', boliGrowthTreatment: 'IN_CAPITAL_BASE' })
    expect(
      (await all({ limits: 'true' })).map((one) => [one.stateCode, one.stateCharteredLimitPerCarrierFraction, one.limitBasis]),
    ).toEqual([['ND', 0.15, 'TIER1']])
  })
})

describe('rows of one state', () => {
  test('follow one another, and never share a day', async () => {
    const first = await add()
    expect(await meta({ effectiveFrom: '2022-12-31', effectiveTo: null })).toEqual([400, ['effectiveFrom']])
    expect(await meta({ effectiveFrom: '2021-06-01', effectiveTo: '2022-01-01' })).toEqual([400, ['effectiveFrom']])
    const second = await add({ effectiveFrom: '2023-01-01', effectiveTo: null, financialInstitutionRate: 0.05 })
    const moved = await server.callAs(world.keeper, of.update, { id: first.id, updatedAt: first.updatedAt, effectiveTo: null })
    expect([moved.status, Object.keys(moved.error.meta ?? {})]).toEqual([400, ['effectiveFrom']])
    const on = async (day: string) => (await all({ stateCode: ['ZZ'], on: day })).map(({ id }) => id)
    expect([await on('2022-12-31'), await on('2023-01-01'), await on('2021-12-31')]).toEqual([[first.id], [second.id], []])
  })
  test('entered by two at once, one is refused', async () => {
    const answers = await Promise.all(
      ['2010-01-01', '2010-06-01'].map((effectiveFrom) =>
        server.callAs(world.keeper, of.create, row({ stateCode: 'ZY', effectiveFrom, effectiveTo: null })),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
  })
  test('one deleted comes back, unless another took its days', async () => {
    const gone = await add({
      stateCode: 'ZX',
      bracketTable: [
        { fromCents: 0, rate: 0.02 },
        { fromCents: 2_500_000, rate: 0.06 },
      ],
    })
    expect((await server.callAs(world.keeper, of.remove, { ids: [gone.id] })).body.deleted).toEqual([gone.id])
    const instead = await add({ stateCode: 'ZX' })
    expect((await server.callAs(world.keeper, of.restore, { ids: [gone.id] })).status).toBe(400)
    await server.callAs(world.keeper, of.remove, { ids: [instead.id] })
    expect((await server.callAs(world.keeper, of.restore, { ids: [gone.id] })).status).toBe(200)
    const { updatedAt: _one, ...back } = (await server.callAs(world.keeper, of.get, { id: gone.id })).body
    const { updatedAt: _other, ...was } = gone
    expect(back).toEqual(was)
  })
})

test.each([
  ['a rate above all', { financialInstitutionRate: 1.01 }, ['financialInstitutionRate']],
  ['a rate that no income tax has', { financialInstitutionRate: 0.6 }, ['financialInstitutionRate']],
  ['no rate', { financialInstitutionRate: null }, ['financialInstitutionRate']],
  [
    'brackets that fall',
    {
      bracketTable: [
        { fromCents: 0, rate: 0.02 },
        { fromCents: 0, rate: 0.03 },
      ],
    },
    ['bracketTable'],
  ],
  ['a treatment that the basis does not know', { taxBasis: 'DEPOSITS' }, ['boliGrowthTreatment']],
  ['a limit of nothing named', { stateCharteredLimitAggregateFraction: 0.25 }, ['limitBasis']],
  ['an end before the beginning', { effectiveTo: '2021-01-01' }, ['effectiveTo']],
  ['no source', { sourceCitation: ' ' }, ['sourceCitation']],
] as const)('%s is refused by name', async (_, over, fields) => expect(await meta({ stateCode: 'ZW', ...over })).toEqual([400, fields]))

test('who may only look changes nothing, and others do not look', async () => {
  expect((await server.callAs(world.reader, of.create, row({ stateCode: 'ZV' }))).status).toBe(403)
  expect((await server.callAs(world.bankers, of.list, {})).status).toBe(403)
  expect((await server.callAs(world.bankers, stateTaxRows, {})).body.records.length).toBeGreaterThanOrEqual(51)
})

test('a review stands until a figure changes, and everything said before is kept', async () => {
  const entered = await add({ stateCode: 'ZU' })
  const { id } = entered
  const review = (updatedAt: string, reviewDueAt: string | null = null) =>
    server.callAs(world.keeper, reviewState, { id, updatedAt, reviewDueAt })
  expect((await review(entered.updatedAt, '2001-01-01')).status).toBe(400)
  const reviewed = (await review(entered.updatedAt, '2199-01-01')).body
  expect(reviewed).toMatchObject({ reviewStatus: 'REVIEWED', reviewDueAt: '2199-01-01', reviewedBy: expect.any(String) })
  expect((await review(entered.updatedAt)).status).toBe(409)
  const stale = await server.callAs(world.keeper, of.update, { id, updatedAt: entered.updatedAt, financialInstitutionRate: 0.07 })
  expect([stale.status, stale.error.meta]).toMatchObject([
    409,
    { current: { id, reviewStatus: 'REVIEWED' }, yours: { financialInstitutionRate: 0.07 } },
  ])
  const saved = await server.callAs(world.keeper, of.update, { id, updatedAt: reviewed.updatedAt, financialInstitutionRate: 0.07 })
  expect(saved.body).toMatchObject({ financialInstitutionRate: 0.07, reviewStatus: 'UNREVIEWED', reviewedBy: null, reviewDueAt: null })
  const { records } = (await server.callAs(world.reader, stateHistory, { id })).body
  expect(records.map(({ action, by }) => [action, by === null])).toEqual([
    ['CHANGED', false],
    ['CHANGED', false],
    ['ADDED', false],
  ])
  expect(records[0]?.changes).toContainEqual({ field: 'financialInstitutionRate', before: 0.06, after: 0.07 })
  expect((await server.callAs(world.reader, stateHistory, { id: 999_999 })).status).toBe(404)
})

describe('a tax profile that takes the state’s figures', () => {
  const profile = (over = {}) => ({
    id: reports.institutionIds[0] ?? 0,
    effectiveOn: '2024-01-01',
    federalRate: 0.21,
    stateRate: 0,
    stateCode: 'ZT',
    usesStateRow: true,
    federalDeductibleFraction: 0,
    boliStateTreatment: 'EXCLUDED' as const,
    combinedRateOverride: null,
    source: 'Return of 2023',
    ...over,
  })
  const read = async (report: number, batch: number) => (await server.callAs(reports.staff, assetReports.getReport, { batch, report })).body
  const made = async (isRegenerating = false) => {
    const batch = await reports.start({ isRegenerating })
    await reports.make(batch)
    const { id } = await reports.reportOf(reports.institutionIds[0] ?? 0)
    return read(id, batch)
  }

  test('needs a row that holds on its first day', async () => {
    const { status, error } = await server.callAs(world.bankers, taxProfiles.endpoints.add, profile())
    expect([status, Object.keys(error.meta ?? {})]).toEqual([400, ['usesStateRow']])
  })

  test('holds them, keeps the row from being deleted, and its reports say which row they used', async () => {
    const state = await add({
      stateCode: 'ZT',
      stateName: 'Zephyr',
      effectiveFrom: '2024-01-01',
      effectiveTo: null,
      financialInstitutionRate: 0.065,
      federalDeductibleFraction: 1,
    })
    const { body } = await server.callAs(world.bankers, taxProfiles.endpoints.add, profile())
    expect(body.records[0]).toMatchObject({
      usesStateRow: true,
      stateRate: 0.065,
      federalDeductibleFraction: 1,
      boliStateTreatment: 'EXCLUDED',
    })
    expect((await server.callAs(world.keeper, of.remove, { ids: [state.id] })).error.code).toBe('in_use')
    expect(await rowOf('ZT')).toMatchObject({ taxProfiles: 1 })

    const before = JSON.stringify((await made()).view)
    expect(before).toContain('combined rate of 25.11%')
    expect(before).toContain('State row: Zephyr, in use from 01/01/2024, figures of 2022, not reviewed by a tax reviewer.')

    // The row changes: what was made stays as it is, and is marked; made again it takes the new figures.
    const { updatedAt } = await rowOf('ZT')
    await server.callAs(world.keeper, of.update, {
      id: state.id,
      updatedAt,
      taxBasis: 'NET_CAPITAL',
      federalDeductibleFraction: 0,
      boliGrowthTreatment: 'IN_CAPITAL_BASE',
    })
    const { id, batchId } = await reports.reportOf(reports.institutionIds[0] ?? 0)
    const marked = await read(id, batchId)
    expect([marked.report.outdatedSince, JSON.stringify(marked.view) === before]).toEqual([expect.any(String), true])
    const again = await made(true)
    expect(again.report.outdatedSince).toBeNull()
    expect(JSON.stringify(again.view)).toContain('federal 21.00% alone')
  })
})
