/** Customers recalculate what they are sent: for generated books, screen, PDF, XLSX, CSV and SQL tell the same figures to the cent. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { type Cents, cents, formatAmount } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, monthEndsBetween, type PlainDate, plainDate, priorFiscalYearEnd } from '@corridor/domain/primitives/period.ts'
import type { AssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import ExcelJS from 'exceljs'
import fc from 'fast-check'
import { sql } from 'kysely'
import papaparse from 'papaparse'
import { expect, test } from 'vitest'
import { TEST_PERIOD } from '../../test/book.ts'
import { useServer } from '../../test/call.ts'
import { compareWithDashboard } from '../../test/dashboard-figures.ts'
import { pdfText } from '../../test/report-files.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'
import { fundStory, separateWeightInSql, stateFund } from '../../test/stated-funds.ts'

const server = useServer()
const RUNS = Number(process.env.FIGURE_RUNS ?? 12)
const LAST_NAMES = ["O'Brien", 'Dvořák', '=SUM(A1)', 'von der Leyen', '-Minus', 'Nguyễn', 'Li, Jr.', 'Smith']

/** One policy's story: its start, its monthly growth, what was added, taken out, and when it ended. */
const policy = fc.record({
  start: fc.integer({ min: 100, max: 900_000_000_00 }),
  growth: fc.array(fc.integer({ min: -50_000, max: 900_000 }), { minLength: 14, maxLength: 14 }),
  benefit: fc.integer({ min: 1, max: 5_000_000_00 }),
  insuredFraction: fc.constantFrom(0, 0.25, 1),
  grossRate: fc.option(fc.double({ min: 0, max: 0.08, noNaN: true }), { nil: null }),
  issuedMonthsAgo: fc.option(fc.integer({ min: 0, max: 12 }), { nil: null, freq: 4 }),
  endedMonthsAgo: fc.option(fc.integer({ min: 0, max: 11 }), { nil: null, freq: 5 }),
  premium: fc.option(fc.record({ monthsAgo: fc.integer({ min: 0, max: 11 }), amount: fc.integer({ min: 1, max: 1_000_000_00 }) }), {
    nil: null,
    freq: 3,
  }),
  withdrawal: fc.option(fc.record({ monthsAgo: fc.integer({ min: 0, max: 11 }), amount: fc.integer({ min: 1, max: 50 }) }), {
    nil: null,
    freq: 3,
  }),
  /** Cents by which its stored opening balance differs from the posted year end; null where none is stored. */
  openingApart: fc.option(fc.integer({ min: -90, max: 9_000_00 }), { nil: null, freq: 2 }),
  lastName: fc.constantFrom(...LAST_NAMES),
})
type PolicyStory = typeof policy extends fc.Arbitrary<infer Story> ? Story : never

test('screen, PDF, XLSX, CSV and SQL agree to the cent', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(policy, { minLength: 1, maxLength: 30 }), fc.boolean(), fundStory, async (stories, isQuarterly, stated) => {
      const world = await buildReportWorld(server, { institutions: 1, policiesEach: stories.length, months: 1 })
      const [institutionId = 0] = world.institutionIds
      await tell(world, institutionId, stories)
      if (stated) await stateFund(server.ownerDb, world.siteId, institutionId, stated)
      const batchId = await world.start({ isQuarterly })
      await world.make(batchId)
      const { id, status } = await world.reportOf(institutionId)
      if (stories.every((story) => endOf(story) !== null && (endOf(story) ?? '') <= addMonthEnds(TEST_PERIOD, isQuarterly ? -3 : -1))) {
        expect(status).toBe('Failed')
        return
      }
      expect(status).toBe('Ready')

      const { body } = await server.callAs(world.staff, assetReports.getReport, { batch: batchId, report: id })
      const view = body.view as AssetReportView
      const told = await sumsInSql(institutionId, isQuarterly)
      expect({ ...told }).toEqual({
        policies: view.totals.policies,
        cashSurrenderValue: view.totals.cashSurrenderValue,
        deathBenefit: view.totals.deathBenefit,
        insuredShare: view.totals.insuredShare,
        additions: view.totals.additions,
        removals: view.totals.removals,
        increase: view.totals.increase ?? 0,
        ytdIncrease: view.totals.ytdIncrease ?? 0,
        yearAdditions: yearTotal(view, 'ytdAdditions'),
        yearTaken: yearTotal(view, 'ytdWithdrawals') + yearTotal(view, 'ytdRemoved'),
      })
      const weighed = view.callReport?.riskWeights?.table.rows.find(({ id }) => id === 'separate')?.cells.assets ?? 0
      if (isQuarterly) expect(weighed).toBe(await separateWeightInSql(server.ownerDb, institutionId))

      const file = async (format: 'pdf' | 'xlsx' | 'csv') =>
        (await server.callAs(world.staff, assetReports.downloadReports, { batch: batchId, reportIds: String(id), format })).bytes
      compareWithText(view, await pdfText(await file('pdf')))
      await compareWithWorkbook(view, await file('xlsx'))
      compareWithCsv(view, (await file('csv')).toString())
      await server.callAs(world.staff, assetReports.releaseReports, { batch: batchId, reportIds: [id] })
      await compareWithDashboard(server, view, world.clients[0] ?? '')
    }),
    { numRuns: RUNS, seed: Number(process.env.FIGURE_SEED ?? 20260930), verbose: true },
  )
})

const months = monthEndsBetween(addMonthEnds(TEST_PERIOD, -13), TEST_PERIOD)
const monthAgo = (ago: number): PlainDate => addMonthEnds(TEST_PERIOD, -ago)
const middleOf = (month: PlainDate): PlainDate => plainDate(`${month.slice(0, 8)}15`)
/** The day a policy ended, in the middle of a month after the one it was issued in. */
const endOf = (story: PolicyStory): PlainDate | null =>
  story.endedMonthsAgo === null || (story.issuedMonthsAgo !== null && story.endedMonthsAgo >= story.issuedMonthsAgo)
    ? null
    : middleOf(monthAgo(story.endedMonthsAgo))

async function tell(world: ReportWorld, institutionId: number, stories: readonly PolicyStory[]): Promise<void> {
  const db = server.ownerDb
  await sql`delete from policy_valuation where institution_id = ${institutionId}`.execute(db)
  const policies = await db
    .selectFrom('policy')
    .select(['id', 'insuredId'])
    .where('institutionId', '=', institutionId)
    .orderBy('id')
    .execute()
  const values: { policyId: number; date: PlainDate; value: number; benefit: number; insured: number; rate: number | null }[] = []
  const flows: { policyId: number; date: PlainDate; type: string; amount: number }[] = []
  for (const [index, story] of stories.entries()) {
    const { id: policyId = 0, insuredId = 0 } = policies[index] ?? {}
    const issued = story.issuedMonthsAgo === null ? plainDate('2016-06-15') : middleOf(monthAgo(story.issuedMonthsAgo))
    const ended = endOf(story)
    await db
      .updateTable('policy')
      .set({ issueDate: issued, ...(ended ? { policyStatus: 'SURRENDERED', statusDate: ended } : {}) })
      .where('institutionId', '=', institutionId)
      .where('id', '=', policyId)
      .execute()
    await db
      .updateTable('insured')
      .set({ lastName: story.lastName })
      .where('institutionId', '=', institutionId)
      .where('id', '=', insuredId)
      .execute()
    if (story.issuedMonthsAgo !== null) flows.push({ policyId, date: issued, type: 'PREMIUM', amount: story.start })
    let value = story.start
    for (const [place, month] of months.entries()) {
      if (issued > month || (ended !== null && ended <= month)) continue
      value += story.growth[place] ?? 0
      for (const [type, flow] of [
        ['PREMIUM', story.premium],
        ['WITHDRAWAL', story.withdrawal],
      ] as const) {
        if (flow === null || monthAgo(flow.monthsAgo) !== month || issued > middleOf(month)) continue
        flows.push({ policyId, date: middleOf(month), type, amount: flow.amount })
        value += type === 'PREMIUM' ? flow.amount : -flow.amount
      }
      value = Math.max(1, value)
      const benefit = value + story.benefit
      values.push({
        policyId,
        date: month,
        value,
        benefit,
        insured: Math.floor(story.benefit * story.insuredFraction),
        rate: story.grossRate,
      })
    }
    if (ended !== null) flows.push({ policyId, date: ended, type: 'SURRENDER', amount: value })
  }
  await sql`insert into policy_valuation (institution_id, policy_id, as_of_date, site_id, cash_surrender_value_cents, death_benefit_cents, insured_share_cents, gross_crediting_rate)
    select ${institutionId}, v."policyId", v.date, ${world.siteId}, v.value, v.benefit, v.insured, v.rate from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v ("policyId" int, date date, value bigint, benefit bigint, insured bigint, rate float8)`.execute(
    db,
  )
  const opened = values.flatMap(({ policyId, date, value }) => {
    const apart = stories[policies.findIndex(({ id }) => id === policyId)]?.openingApart ?? null
    return date === priorFiscalYearEnd(TEST_PERIOD) && apart !== null ? [{ policyId, date, value: value + apart }] : []
  })
  await sql`insert into opening_balance (institution_id, site_id, policy_id, year_end, cash_surrender_value_cents)
    select ${institutionId}, ${world.siteId}, o."policyId", o.date, o.value from jsonb_to_recordset(${JSON.stringify(opened)}::jsonb) as o ("policyId" int, date date, value bigint)`.execute(
    db,
  )
  await sql`insert into policy_transaction (institution_id, site_id, policy_id, transaction_date, type, amount_cents)
    select ${institutionId}, ${world.siteId}, f."policyId", f.date, f.type, f.amount from jsonb_to_recordset(${JSON.stringify(flows)}::jsonb) as f ("policyId" int, date date, type text, amount bigint)`.execute(
    db,
  )
}

/** The report's totals, straight from the tables and by other means than the snapshot's. */
async function sumsInSql(institutionId: number, isQuarterly: boolean) {
  const prior = addMonthEnds(TEST_PERIOD, isQuarterly ? -3 : -1)
  const yearStart = priorFiscalYearEnd(TEST_PERIOD)
  const change = (since: PlainDate) => sql`(
    coalesce((select sum(cash_surrender_value_cents) from policy_valuation where institution_id = ${institutionId} and as_of_date = ${TEST_PERIOD}), 0)
    - coalesce((select sum(cash_surrender_value_cents) from policy_valuation where institution_id = ${institutionId} and as_of_date = ${since}), 0)
    - coalesce((select sum(case when type = 'PREMIUM' then amount_cents else -amount_cents end) from policy_transaction where institution_id = ${institutionId} and transaction_date > ${since}), 0))::bigint`
  const opened = sql`coalesce((select sum(o.cash_surrender_value_cents - v.cash_surrender_value_cents) from opening_balance o
    join policy_valuation v on v.institution_id = o.institution_id and v.policy_id = o.policy_id and v.as_of_date = o.year_end
    where o.institution_id = ${institutionId} and o.year_end = ${yearStart}), 0)`
  const moved = (types: readonly string[], since: PlainDate = prior) =>
    sql`coalesce((select sum(amount_cents) from policy_transaction where institution_id = ${institutionId} and transaction_date > ${since} and type = any(${[...types]}::text[])), 0)::bigint`
  const { rows } = await sql<Record<string, number>>`
    select count(*)::int as policies, coalesce(sum(cash_surrender_value_cents), 0)::bigint as cash_surrender_value, coalesce(sum(death_benefit_cents), 0)::bigint as death_benefit,
      coalesce(sum(insured_share_cents), 0)::bigint as insured_share, ${moved(['PREMIUM'])} as additions, ${moved(['WITHDRAWAL', 'SURRENDER'])} as removals,
      ${moved(['PREMIUM'], yearStart)} as year_additions, ${moved(['WITHDRAWAL', 'SURRENDER'], yearStart)} as year_taken,
      ${change(prior)} as increase, (${change(yearStart)} - ${opened})::bigint as ytd_increase
    from policy_valuation where institution_id = ${institutionId} and as_of_date = ${TEST_PERIOD}`.execute(server.ownerDb)
  return rows[0]
}

interface Line {
  policyNumber: string
  value: Cents
  increase: Cents | null
  ytdIncrease: Cents | null
  deathBenefit: Cents
}
const centsOf = (cell: unknown) => (cell === null || cell === undefined ? null : cents(Number(cell)))
const linesOf = (view: AssetReportView): Line[] =>
  (view.detail?.carriers ?? [])
    .flatMap(({ products }) => products.flatMap(({ rows }) => rows))
    .map(({ cells }) => ({
      policyNumber: String(cells.policyNumber),
      value: cents(Number(cells.cashSurrenderValue)),
      increase: centsOf(cells.increase),
      ytdIncrease: centsOf(cells.ytdIncrease),
      deathBenefit: cents(Number(cells.deathBenefit)),
    }))

function compareWithText(view: AssetReportView, text: string): void {
  const words = new Set(text.split(/\s+/))
  const figures = [
    ...linesOf(view).flatMap(({ policyNumber, value, increase, ytdIncrease, deathBenefit }) => [
      policyNumber,
      formatAmount(value),
      ...(increase === null ? [] : [formatAmount(increase)]),
      ...(ytdIncrease === null ? [] : [formatAmount(ytdIncrease)]),
      formatAmount(deathBenefit),
    ]),
    ...(view.detail?.carriers ?? []).map(({ subtotal }) => formatAmount(cents(Number(subtotal.cells.cashSurrenderValue)))),
    formatAmount(view.totals.cashSurrenderValue),
    formatAmount(view.totals.deathBenefit),
    ...[...fundFigures(view), ...yearFigures(view)].map((amount) => formatAmount(amount)),
  ]
  expect(figures.filter((figure) => !words.has(figure))).toEqual([])
}

const yearTotal = (view: AssetReportView, key: string): number => Number(view.yearToDate?.table.total?.cells[key] ?? 0)

const yearFigures = ({ yearToDate }: AssetReportView): Cents[] =>
  [...(yearToDate?.table.rows ?? []), ...(yearToDate?.table.total ? [yearToDate.table.total] : [])].flatMap(({ cells }) =>
    (yearToDate?.table.columns ?? []).flatMap(({ key }) => (typeof cells[key] === 'number' ? [cents(cells[key])] : [])),
  )

/** The risk weights by account and the funds behind them. */
const fundFigures = (view: AssetReportView): Cents[] =>
  [view.callReport?.riskWeights?.table, view.callReport?.riskWeights?.funds].flatMap((table) =>
    (table?.rows ?? []).flatMap(({ cells }) =>
      [cells.value, cells.market, cells.wrap, cells.assets].flatMap((value) => (typeof value === 'number' ? cents(value) : [])),
    ),
  )

async function compareWithWorkbook(view: AssetReportView, bytes: Buffer): Promise<void> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer)
  const sheet = workbook.getWorksheet('Policies')
  const labels = (sheet?.getRow(1).values as (string | undefined)[] | undefined) ?? []
  const columnOf = (key: string) => labels.indexOf(view.detail?.columns.find((column) => column.key === key)?.label)
  const centsAt = (row: ExcelJS.Row, key: string) => {
    const cell = row.getCell(columnOf(key))
    // exceljs leaves a result of 0 out of `value`, not out of `result`.
    const number = cell.formula ? cell.result : cell.value
    return typeof number === 'number' ? Math.round(number * 100) : null
  }
  const read = new Map<string, Line>()
  const totals: (number | null)[] = []
  sheet?.eachRow((row) => {
    const policyNumber = row.getCell(columnOf('policyNumber')).text
    if (/^P-\d+$/.test(policyNumber))
      read.set(policyNumber, {
        policyNumber,
        value: cents(centsAt(row, 'cashSurrenderValue') ?? 0),
        increase: centsAt(row, 'increase') as Cents | null,
        ytdIncrease: centsAt(row, 'ytdIncrease') as Cents | null,
        deathBenefit: cents(centsAt(row, 'deathBenefit') ?? 0),
      })
    if (row.getCell(1).value === 'Total')
      totals.push(centsAt(row, 'cashSurrenderValue'), centsAt(row, 'deathBenefit'), centsAt(row, 'increase'))
  })
  expect([...read.values()].sort(byNumber)).toEqual(linesOf(view).sort(byNumber))
  expect(totals).toEqual([view.totals.cashSurrenderValue, view.totals.deathBenefit, view.totals.increase])
  const weighed = new Set<number>()
  for (const name of ['Risk weights', 'Separate account funds', 'Year to date'])
    workbook.getWorksheet(name)?.eachRow((row) =>
      row.eachCell(({ value, result }) => {
        const shown = result ?? value
        if (typeof shown === 'number') weighed.add(Math.round(shown * 100))
      }),
    )
  expect([...fundFigures(view), ...yearFigures(view)].filter((amount) => !weighed.has(amount))).toEqual([])
}

function compareWithCsv(view: AssetReportView, text: string): void {
  const [labels = [], ...rows] = papaparse.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data
  const at = (row: string[], key: string) =>
    row[labels.indexOf(view.detail?.columns.find((column) => column.key === key)?.label ?? '')] ?? ''
  const asCents = (written: string) => (written === '' ? null : cents(Math.round(Number(written) * 100)))
  const read = rows.map((row) => ({
    policyNumber: at(row, 'policyNumber'),
    value: asCents(at(row, 'cashSurrenderValue')) ?? cents(0),
    increase: asCents(at(row, 'increase')),
    ytdIncrease: asCents(at(row, 'ytdIncrease')),
    deathBenefit: asCents(at(row, 'deathBenefit')) ?? cents(0),
  }))
  expect(read.sort(byNumber)).toEqual(linesOf(view).sort(byNumber))
}

const byNumber = (a: Line, b: Line) => (a.policyNumber < b.policyNumber ? -1 : 1)
