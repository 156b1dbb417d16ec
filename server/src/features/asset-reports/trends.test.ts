/** Months that lack values: no sum of some policies stands for all of them, on no surface, and no report that leaves policies out of its entry is final. */
import { assetReports, type ReportType } from '@corridor/contract/asset-reports.ts'
import { boliChart } from '@corridor/contract/charts.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { explainAssetFigure } from '@corridor/domain/reports/asset-report/explanation.ts'
import { readAssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { textOfCell } from '@corridor/domain/reports/table.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { TEST_PERIOD } from '../../test/book.ts'
import { useServer } from '../../test/call.ts'
import { pdfText, workbookOf } from '../../test/report-files.ts'
import { buildReportWorld } from '../../test/report-world.ts'

vi.setConfig({ testTimeout: 90_000 })
const server = useServer()
const POLICIES = 60
const MISSING = 26
const month = (back: number) => addMonthEnds(TEST_PERIOD, -back)

async function gapped() {
  const world = await buildReportWorld(server, { institutions: 1, policiesEach: POLICIES })
  const institutionId = world.institutionIds[0] ?? 0
  const forget = (day: PlainDate, count: number) =>
    sql`delete from policy_valuation where institution_id = ${institutionId} and as_of_date = ${day}
      and policy_id in (select id from policy where institution_id = ${institutionId} order by id limit ${count})`.execute(server.ownerDb)
  const report = async (reportType: ReportType = 'AssetReport', isRegenerating = false) => {
    const batch = await world.start({ ReportType: reportType, isRegenerating })
    await world.make(batch)
    const { id, status, failureCode } = await world.reportOf(institutionId)
    const { body } = await server.callAs(world.staff, assetReports.getReport, { batch, report: id, ReportType: reportType })
    return { batch, id, status, failureCode, row: body.report, view: readAssetReportView(body.view) }
  }
  const fileOf = async (batch: number, id: number, format: 'pdf' | 'xlsx') =>
    (await server.callAs(world.staff, assetReports.downloadReports, { batch, reportIds: String(id), format })).bytes
  /** The stamp that it has once institutions see it. */
  const released = async (batch: number, id: number, reportType: 'AssetReport' | 'AssetSummaryReport' = 'AssetReport') => {
    const { body } = await server.callAs(world.otherStaff, assetReports.releaseReports, {
      batch,
      reportIds: [id],
      ReportType: reportType,
      overrideReason: 'The books are closed.',
    })
    expect(body.released).toEqual([id])
    const read = await server.callAs(world.staff, assetReports.getReport, { batch, report: id, ReportType: reportType })
    return readAssetReportView(read.body.view)?.header.stamp.text
  }
  return { ...world, institutionId, forget, report, fileOf, released }
}

test('a month without a value is "-", a month of some is marked with their number, and the report of a whole month stays final', async () => {
  const { forget, report, fileOf, staff, institutionId, released } = await gapped()
  await forget(month(5), POLICIES)
  await forget(month(3), MISSING)
  const { batch, id, view } = await report()
  if (!view) throw new Error('no view')
  expect(view.header.stamp.text).toBe('DRAFT, NOT RELEASED')
  const { table } = view.trend
  const texts = (back: number) => {
    const row = table.rows.find((each) => each.id === `trend-${month(back)}`)
    return row && table.columns.map((column) => textOfCell(row, column)).slice(1)
  }
  expect(texts(5)).toEqual(['-', '-', '-', '60 of 60'])
  expect(texts(4)?.slice(1)).toEqual(['-', '-', '-'])
  expect(texts(3)).toEqual([expect.stringMatching(/^[\d,]+\.\d\d\*$/), '-', '-', '26 of 60'])
  expect(texts(1)?.[0]).toMatch(/^[\d,]+\.\d\d$/)
  expect(view.notes.join(' ')).toContain('A sum marked * leaves out policies without a value')
  expect(view.notes.join(' ')).toContain('April 2026 60 of 60; June 2026 26 of 60')
  expect(explainAssetFigure(view, { table: 'trend', row: `trend-${month(5)}`, column: 'cashSurrenderValue' })).toBeNull()

  const printed = await pdfText(await fileOf(batch, id, 'pdf'))
  expect(printed).toContain(texts(3)?.[0] ?? 'nothing')
  expect(printed).toContain('26 of 60')
  const sheet = (await workbookOf(await fileOf(batch, id, 'xlsx'))).getWorksheet('Trend')
  const lines = (sheet?.getSheetValues() ?? []).flatMap((line) => (Array.isArray(line) ? [line.slice(1)] : []))
  const of = (count: string) => lines.find((line) => line.includes(count))
  expect(of('60 of 60')?.[1]).toBeUndefined()
  expect(typeof of('26 of 60')?.[1]).toBe('number')
  const formats: string[] = []
  sheet?.getColumn(2).eachCell((cell) => typeof cell.value === 'number' && cell.numFmt.includes('*') && formats.push(cell.numFmt))
  expect(formats, 'one number, shown with its mark').toHaveLength(1)

  const { body } = await server.callAs(staff, boliChart, { clientId: institutionId })
  const charted = (back: number) => body.months.find(({ period }) => period === month(back))
  expect(charted(5)).toMatchObject({ cashSurrenderValueCents: null, generalCents: null, policies: POLICIES, missing: POLICIES })
  expect(charted(3)).toMatchObject({ policies: POLICIES, missing: MISSING, increaseCents: null })
  expect(charted(1)).toMatchObject({ policies: POLICIES, missing: 0 })
  expect(await released(batch, id)).toBe('FINAL · SEPTEMBER NOT AUDITED')
})

test('a report whose growth entry would cover 34 of 60 policies fails by their names, and is preliminary with the reason when staff give one', async () => {
  const { forget, report, fileOf, staff, institutionId, make, released } = await gapped()
  await forget(month(1), MISSING)
  const failed = await report()
  expect([failed.status, failed.failureCode]).toEqual(['Failed', 'missing_values'])
  expect(failed.row.failureReason).toContain(
    'without a value at August 31, 2026, where the increase begins: the increase and its journal entry would cover 34 of 60 policies.',
  )
  expect(failed.row.failurePolicies).toHaveLength(MISSING)
  const made = await server.callAs(staff, assetReports.makePreliminary, {
    batch: failed.batch,
    report: failed.id,
    reason: 'The August file is late.',
  })
  expect(made.status).toBe(202)
  await make(failed.batch)
  const { body } = await server.callAs(staff, assetReports.getReport, { batch: failed.batch, report: failed.id })
  const view = readAssetReportView(body.view)
  if (!view) throw new Error('no view')
  expect(view.header.stamp.text).toBe('DRAFT, NOT RELEASED, PRELIMINARY')
  expect(view.notes[0]).toBe('Preliminary: The August file is late. The increase and its journal entry cover 34 of 60 policies.')
  expect(view.highlights.find(({ key }) => key === 'increase')?.detail).toBe('Of 34 of 60 policies, since 08/31/2026')
  expect(view.carriers.total?.partial).toEqual(['priorValue', 'increase'])
  const printed = await pdfText(await fileOf(failed.batch, failed.id, 'pdf'))
  expect(printed).toContain('PRELIMINARY')
  expect(printed).toContain(textOfCell(view.carriers.total ?? { id: '', cells: {} }, { key: 'increase', kind: 'money' }))
  // Dashboards tell no increase of some policies as the institution's.
  const charted = (await server.callAs(staff, boliChart, { clientId: institutionId })).body
  expect([charted.asOf, charted.highlights?.monthlyIncreaseCents]).toEqual([TEST_PERIOD, null])
  expect(await released(failed.batch, failed.id), 'released it is still not final').toBe('PRELIMINARY · SEPTEMBER NOT AUDITED')
})

test('where no carrier delivered the month before, there is no entry that leaves anything out: the report is final and tells no increase', async () => {
  const { forget, report, released } = await gapped()
  await forget(month(1), POLICIES)
  const { batch, id, view } = await report('AssetSummaryReport')
  expect([view?.totals.increase, view?.ledger.totalDebits]).toEqual([null, 0])
  expect(await released(batch, id, 'AssetSummaryReport')).toBe('FINAL · SEPTEMBER NOT AUDITED')
  expect(view?.trend.months.at(-2)).toMatchObject({ cashSurrenderValue: null, missing: POLICIES })
})

test('charges of a quarter are not told where a month of it is missing', async () => {
  const { report, forget, start, make, reportOf, institutionId, staff } = await gapped()
  await forget(month(1), 1)
  const batch = await start({ isQuarterly: true })
  await make(batch)
  const { id } = await reportOf(institutionId)
  const { rows } = await sql<{ told: number; untold: number }>`
    select count(*) filter (where p ->> 'interest' is not null)::int as told, count(*) filter (where p ->> 'interest' is null)::int as untold
    from report_version v, jsonb_array_elements(v.snapshot -> 'policies') p where v.report_id = ${id}`.execute(server.ownerDb)
  expect(rows).toEqual([{ told: POLICIES - 1, untold: 1 }])
  const { body } = await server.callAs(staff, assetReports.getReport, { batch, report: id })
  const view = readAssetReportView(body.view)
  expect(view?.carriers.total?.partial).toEqual(['month2Increase', 'month3Increase'])
  expect(view?.notes.join(' ')).toContain(
    'Policies whose increase of a month of the quarter is not known, by month: August 2026 1 of 60; September 2026 1 of 60.',
  )
  expect((await report()).status, 'of the month alone').toBe('Failed')
})
