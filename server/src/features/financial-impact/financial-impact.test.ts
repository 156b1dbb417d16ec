/** The financial-impact calculation over HTTP: what it begins with, who keeps and sees scenarios, and what its papers say. */

import { assetReports } from '@corridor/contract/asset-reports.ts'
import {
  createScenario,
  deleteScenario,
  type ImpactInputs,
  impactInputs,
  listScenarios,
  printScenario,
  updateScenario,
} from '@corridor/contract/financial-impact.ts'
import { horizonText } from '@corridor/domain/financial-impact/horizon-chart.ts'
import { SCENARIO_KEYS } from '@corridor/domain/financial-impact/scenario.ts'
import { impactOf, TAX_RATES } from '@corridor/domain/financial-impact/view.ts'
import { formatLongDate } from '@corridor/domain/primitives/period.ts'
import { textOfCell } from '@corridor/domain/reports/table.ts'
import ExcelJS from 'exceljs'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MOST_EMPTY } from '../../reporting/document/page-flow.ts'
import { closePdfWorkers } from '../../reporting/pdf/pool.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { emptyParts } from '../../test/report-files.ts'
import { buildReportWorld } from '../../test/report-world.ts'
import { evaluator } from '../../test/workbook-formulas.ts'

// The first paper starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 90_000 })
const server = useServer()
afterAll(closePdfWorkers)

type World = Awaited<ReturnType<typeof buildReportWorld>>
let world: World
let [bank, other] = [0, 0]
let client = ''
let inputs: ImpactInputs
beforeAll(async () => {
  world = await buildReportWorld(server, { institutions: 2, policiesEach: 4 })
  const [first = 0, second = 0] = world.institutionIds
  ;[bank, other] = [first, second]
  client = world.clients[0] ?? ''
  const batch = await world.start()
  await world.make(batch)
  await server.callAs(world.staff, assetReports.releaseReports, { batch, reportIds: [(await world.reportOf(bank)).id] })
  await sql`update institution set net_income_ttm_cents = 720000000, average_assets_cents = 65000000000, total_assets_cents = 66000000000,
    total_equity_cents = 6200000000, shares_outstanding = 2500000, price_earnings_multiple = 12 where id = ${bank}`.execute(server.ownerDb)
  await sql`insert into treasury_yield values (10, current_date - 20, 0.0425, 'Federal Reserve H.15, FRED GS10')`.execute(server.ownerDb)
  inputs = (await server.callAs(client, impactInputs, {})).body
})

const saved = (name: string, more: object = {}) => ({ name, scenario: inputs.scenario, ...more })

describe('what a calculation begins with', () => {
  test('the bank’s own figures, each with its source', async () => {
    const { scenario } = inputs
    expect(scenario.numbers).toMatchObject({ netIncome: 720_000_000, shares: 2_500_000, priceEarnings: 12, averageAssets: 65_000_000_000 })
    expect(scenario.sources.netIncome).toBe('The institution’s record, size and earnings')
    expect(scenario.numbers.capitalBase).toBeGreaterThan(0)
    expect(scenario.sources.capitalBase).toMatch(/^Capital of \d\d\/\d\d\/\d{4}, .*: Tier 1/)
    expect(Object.entries(scenario.numbers).filter(([key, value]) => value !== null && !(key in scenario.sources))).toEqual([])
  })
  test('a source states where a figure comes from, and asks nothing of the reader of a paper', () => {
    const { scenario, alternatives } = inputs
    const ofAlternatives = Object.values(alternatives).flatMap(({ yield: annual, tax, riskWeight }) => [annual, tax, riskWeight])
    const sources = [...Object.values(scenario.sources), ...ofAlternatives.map(({ source }) => source)]
    expect(sources.filter((source) => /^[a-z]|call report|\b([Cc]hange|[Ss]et|[Ee]nter)\b/.test(source))).toEqual([])
    expect(scenario.sources.premium).toBe('Corridor’s starting value, not changed')
    expect(scenario.sources.tier1).toMatch(/, (Call Report|annual questionnaire|entered by staff)$/)
    expect(alternatives.MORTGAGE.yield.source).toMatch(/FRED GS10, no spread added$/)
  })
  test('its holdings by carrier sum to what its report prints', async () => {
    const { rows } = await sql<{ total: number }>`select sum(cash_surrender_value_cents) as total from policy_valuation
      where institution_id = ${bank} and as_of_date = ${world.period} and status = 'POSTED'`.execute(server.ownerDb)
    expect(inputs.scenario.held.reduce((sum, { cashSurrenderValue }) => sum + cashSurrenderValue, 0)).toBe(rows[0]?.total)
  })
  test('alternatives begin with the newest Treasury yield and say so', () => {
    expect(inputs.alternatives.TREASURY.yield).toEqual({
      value: 0.0425,
      source: expect.stringMatching(/^10-year Treasury of .*, \d+ (day|month)s? old, .*FRED GS10$/),
    })
    expect(inputs.alternatives.AGENCY.yield.value).toBeNull()
    expect(inputs.alternatives.MUNICIPAL.tax.value).toBeLessThan(inputs.alternatives.CORPORATE.tax.value ?? 0)
  })
  test('it can be computed as it is', () => expect(impactOf(inputs.scenario).tables.length).toBeGreaterThan(7))
  test('who may not read asset reports learns no holdings, and nothing is within a limit', async () => {
    const blind = await signedInAs(server.ownerDb, 'a', { siteId: world.siteId, institutionId: bank, permissions: {} })
    const { body } = await server.callAs(blind, impactInputs, {})
    expect(body.scenario.held).toEqual([])
    expect(body.scenario.lacking).toBe('holdings, which your rights do not include')
    expect(
      impactOf(body.scenario)
        .tables.find(({ id }) => id === 'concentrations')
        ?.rows.at(-1)?.cells.status,
    ).toBe('Not tested')
  })
  test.each(['withdrawn_at', 'deleted_at'])('a bank whose only report has %s set is told no holdings', async (column) => {
    const held = async () => (await server.callAs(client, impactInputs, {})).body.scenario.held.length
    expect(await held()).toBeGreaterThan(0)
    const set = (value: string | null) =>
      sql`update report set ${sql.ref(column)} = ${value} where institution_id = ${bank}`.execute(server.ownerDb)
    await set('2026-01-05T12:00:00Z')
    expect(await held()).toBe(0)
    await set(null)
    expect(await held()).toBeGreaterThan(0)
  })
  test('staff choose an institution of their site; a client gets its own or none', async () => {
    expect((await server.callAs(world.staff, impactInputs, { clientId: other })).body.institutionId).toBe(other)
    expect((await server.callAs(client, impactInputs, { clientId: other })).status).toBe(404)
    expect((await server.callAs(world.staff, impactInputs, {})).status).toBe(400)
  })
})

describe('scenarios', () => {
  test('one’s own are kept, renamed and deleted, and a name stands once', async () => {
    const { body, status } = await server.callAs(client, createScenario, saved('Own'))
    expect([status, body.mine, body.scenario]).toEqual([201, true, inputs.scenario])
    expect((await server.callAs(client, createScenario, saved('OWN'))).body).toMatchObject({
      meta: { name: ['You have a scenario of this name already.'] },
    })
    expect((await server.callAs(client, updateScenario, { id: body.id, ...saved('Own, larger') })).body.name).toBe('Own, larger')
    expect((await server.callAs(client, deleteScenario, { id: body.id })).status).toBe(204)
    expect((await server.callAs(client, listScenarios, {})).body.records).toEqual([])
  })
  test('inputs that cannot be computed with are refused by name, and nothing is kept', async () => {
    const numbers = { ...inputs.scenario.numbers, premium: null, policyYield: 0.9 }
    const { body, status } = await server.callAs(client, createScenario, saved('Flawed', { scenario: { ...inputs.scenario, numbers } }))
    expect([status, body]).toMatchObject([
      400,
      { meta: { 'scenario.numbers.premium': ['Enter a value.'], 'scenario.numbers.policyYield': ['Enter 20% or less.'] } },
    ])
    expect((await server.callAs(client, listScenarios, {})).body.records).toEqual([])
  })
  test('they are shared with the bank’s people, the service team, or nobody, and only their owner changes them', async () => {
    const colleague = await signedInAs(server.ownerDb, 'c', { siteId: world.siteId, institutionId: bank, permissions: { ASSET_REPORT: 1 } })
    const stranger = await signedInAs(server.ownerDb, 'c', { siteId: world.siteId, institutionId: other, permissions: { ASSET_REPORT: 1 } })
    const make = async (name: string, more: object) => (await server.callAs(client, createScenario, saved(name, more))).body.id
    const ids = {
      own: await make('For me', {}),
      bank: await make('For the bank', { withBank: true }),
      team: await make('For the team', { withTeam: true }),
    }
    const names = async (session: string, clientId?: number) =>
      (await server.callAs(session, listScenarios, clientId === undefined ? {} : { clientId })).body.records.map(({ name }) => name)
    expect(await names(client)).toEqual(['For me', 'For the bank', 'For the team'])
    expect(await names(colleague)).toEqual(['For the bank'])
    expect(await names(world.staff, bank)).toEqual(['For the team'])
    expect(await names(stranger)).toEqual([])
    for (const id of Object.values(ids)) expect((await server.callAs(stranger, updateScenario, { id, ...saved('Taken') })).status).toBe(404)
    expect((await server.callAs(colleague, updateScenario, { id: ids.bank, ...saved('Mine now') })).status).toBe(403)
    expect((await server.callAs(world.staff, deleteScenario, { id: ids.team })).status).toBe(403)
    for (const id of Object.values(ids)) await server.callAs(client, deleteScenario, { id })
  })
})

test('a bank whose policies stand in no released report yet has limits that cannot be tested; one without policies holds nothing', async () => {
  const begun = async () => (await server.callAs(world.clients[1], impactInputs, {})).body.scenario
  expect(await begun()).toMatchObject({ held: [], lacking: 'the policies held, which stand in no released report yet' })
  await server.ownerDb.updateTable('policy').set({ policyStatus: 'SURRENDERED' }).where('institutionId', '=', other).execute()
  expect(await begun()).toMatchObject({ held: [], lacking: null })
})

test('a shared scenario shows no holdings to a person who may not read the asset reports, on the page or on paper', async () => {
  const { id } = (await server.callAs(client, createScenario, saved('Shared', { withBank: true }))).body
  const blind = await signedInAs(server.ownerDb, 'a', { siteId: world.siteId, institutionId: bank, permissions: {} })
  const [seen] = (await server.callAs(blind, listScenarios, {})).body.records
  expect([seen?.id, seen?.scenario.held, seen?.scenario.lacking]).toEqual([id, [], 'holdings, which your rights do not include'])
  const { bytes } = await server.callAs(blind, printScenario, { id, format: 'pdf' })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  expect(text).toContain('Not tested')
  for (const { carrierName } of inputs.scenario.held) expect(text).not.toContain(carrierName)
  await server.callAs(client, deleteScenario, { id })
})

describe('papers', () => {
  const download = async (format: 'pdf' | 'xlsx', names: readonly string[]) => {
    const ids: number[] = []
    for (const name of names) ids.push((await server.callAs(client, createScenario, saved(name))).body.id)
    const [id = 0, ...beside] = ids
    const answer = await server.callAs(client, printScenario, { id, format, beside })
    for (const one of ids) await server.callAs(client, deleteScenario, { id: one })
    expect(answer.status).toBe(200)
    return answer.bytes
  }
  test('the PDF is tagged and says breach, figures, sources and disclosures as the page does', async () => {
    const pdf = await getDocumentProxy(new Uint8Array(await download('pdf', ['A purchase'])))
    const { text } = await extractText(pdf, { mergePages: true })
    const view = impactOf(inputs.scenario)
    const words = text.replaceAll(/\s+/g, ' ')
    expect(words).toContain('a difference may not add because of rounding')
    expect(words).toContain(TAX_RATES)
    for (const table of view.tables)
      for (const row of table.rows)
        for (const column of table.columns) if (column.kind === 'money') expect(words).toContain(textOfCell(row, column))
    for (const sentence of [...view.approvals, ...view.alerts, ...view.warnings, ...view.disclosures])
      expect(words).toContain(sentence.slice(0, 60))
    expect(words).toContain('ILLUSTRATION')
    expect(words).toContain(`Values of ${formatLongDate(world.period)}`)
    expect(words).not.toContain('As of')
    expect((await pdf.getMarkInfo())?.Marked).toBe(true)
    // The picture of the years stands below their figures, and the disclosures on the page of the inputs.
    expect(words.indexOf('Value over the years')).toBeGreaterThan(words.indexOf('Over the years'))
    expect(words.indexOf('Difference of year one, by yield and tax')).toBeGreaterThan(words.indexOf('Value over the years'))
    expect((await extractText(pdf, { mergePages: false })).text.at(-1)).toMatch(/Each input with its source\..*Disclosures/s)
    const trees = await Promise.all(
      Array.from({ length: pdf.numPages }, async (_, index) => (await pdf.getPage(index + 1)).getStructTree()),
    )
    expect(JSON.stringify(trees)).toContain(JSON.stringify({ alt: horizonText(view.years) }).slice(1, -1))
  })
  test('a file is named after the institution and its scenarios, as the files of reports are', async () => {
    const { id } = (await server.callAs(client, createScenario, saved('MBS swap / 2027'))).body
    const answer = await server.callAs(client, printScenario, { id, format: 'xlsx' })
    await server.callAs(client, deleteScenario, { id })
    expect(String(answer.headers['content-disposition'])).toMatch(
      new RegExp(`filename="${bank}-[A-Za-z0-9_]+_Financial_Impact-MBS_swap_2027-\\d{4}-\\d\\d-\\d\\d\\.xlsx"`),
    )
  })
  test('two scenarios stand beside each other before the figures of each, and no page but the last is more than a third empty', async () => {
    const bytes = await download('pdf', ['Smaller', 'Larger'])
    const pdf = await getDocumentProxy(new Uint8Array(bytes))
    for (const empty of await emptyParts(bytes)) expect(empty).toBeLessThan(MOST_EMPTY)
    const { text } = await extractText(pdf, { mergePages: false })
    expect(text[0]).toMatch(/Scenarios side by side.*Smaller.*Larger/s)
  })
  test('scenarios on the values of different days print the day when the last was saved, and each its own', async () => {
    const older = saved('Older', { scenario: { ...inputs.scenario, valuesOn: '2024-06-30' } })
    const [one, two] = [
      (await server.callAs(client, createScenario, saved('Newer'))).body,
      (await server.callAs(client, createScenario, older)).body,
    ]
    await server.ownerDb.updateTable('impactScenario').set({ updatedAt: '2026-11-04T15:00:00Z' }).where('id', '=', one.id).execute()
    await server.ownerDb.updateTable('impactScenario').set({ updatedAt: '2026-11-05T15:00:00Z' }).where('id', '=', two.id).execute()
    const { bytes } = await server.callAs(client, printScenario, { id: one.id, format: 'pdf', beside: [two.id] })
    for (const { id } of [one, two]) await server.callAs(client, deleteScenario, { id })
    const words = (await extractText(new Uint8Array(bytes), { mergePages: true })).text.replaceAll(/\s+/g, ' ')
    expect(words).toContain('Saved November 5, 2026')
    expect(words).toContain('values of 06/30/2024')
  })
  test('a scenario saved late in the evening prints the site’s day, not that of Greenwich', async () => {
    const { id } = (await server.callAs(client, createScenario, saved('Late'))).body
    await server.ownerDb.updateTable('impactScenario').set({ updatedAt: '2026-11-02T03:00:00Z' }).where('id', '=', id).execute()
    const { bytes } = await server.callAs(client, printScenario, { id, format: 'pdf', beside: [] })
    await server.callAs(client, deleteScenario, { id })
    expect((await extractText(new Uint8Array(bytes), { mergePages: true })).text).toContain('saved 11/01/2026')
  })
  test('the workbook’s formulas give the printed figures, and follow an input that is changed', async () => {
    const book = new ExcelJS.Workbook()
    await book.xlsx.load(new Uint8Array(await download('xlsx', ['A purchase'])).buffer)
    const [figures, sheet] = [book.getWorksheet('Figures'), book.getWorksheet('Inputs')]
    if (!figures || !sheet) throw new Error('a sheet is missing')
    const formulas: { address: string; stored: number }[] = []
    figures.eachRow((row) => row.eachCell((cell) => cell.formula && formulas.push({ address: cell.address, stored: Number(cell.result) })))
    expect(formulas.length).toBeGreaterThan(100)
    expect(book.getWorksheet('About')?.getSheetValues().flat()).toContain(TAX_RATES)
    const evaluate = evaluator(book)
    for (const { address, stored } of formulas) expect(evaluate('Figures', address), address).toBeCloseTo(stored, 6)

    // Twice the premium and a dollar, with a load, in the sheet of inputs is that in the calculation.
    const more = { premium: 2 * (inputs.scenario.numbers.premium ?? 0) + 133, loadFraction: 0.01003 }
    for (const [key, value] of [
      ['premium', more.premium / 100],
      ['loadFraction', more.loadFraction],
    ] as const)
      sheet.getCell(`C${SCENARIO_KEYS.indexOf(key) + 2}`).value = value
    const changed = evaluator(book)
    const view = impactOf({ ...inputs.scenario, numbers: { ...inputs.scenario.numbers, ...more } })
    const wanted = view.tables
      .filter(({ id }) => id !== 'inputs')
      .flatMap(({ id, rows, columns }) =>
        rows.flatMap((row) =>
          columns.flatMap(({ key, kind }) => {
            const value = row.cells[key]
            return typeof value === 'number' ? [{ figure: `${id} ${row.id} ${key}`, value: kind === 'money' ? value / 100 : value }] : []
          }),
        ),
      )
    const numbers: number[] = []
    figures.eachRow((row) =>
      row.eachCell((cell) => {
        if (cell.type === ExcelJS.ValueType.Formula || cell.type === ExcelJS.ValueType.Number)
          numbers.push(changed('Figures', cell.address))
      }),
    )
    const near = (value: number) => numbers.some((one) => Math.abs(one - value) < 0.0051 + Math.abs(value) * 1e-9)
    expect(wanted.filter(({ value }) => !near(value))).toEqual([])
  })
})
