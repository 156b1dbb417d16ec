/** An examiner recalculates the review: for generated books, screen, PDF, XLSX, CSV, SQL and the asset report of the same date tell the same figures to the cent. */
import { annualReviews } from '@corridor/contract/annual-reviews.ts'
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { addMonthEnds, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import {
  type AnnualReviewView,
  findingsOfReview,
  readAnnualReviewView,
  tablesOfReview,
} from '@corridor/domain/reports/annual-review/view.ts'
import { readAssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { textOfCell, type ViewTable } from '@corridor/domain/reports/table.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import papaparse from 'papaparse'
import { expect, test } from 'vitest'
import { useServer } from '../../test/call.ts'
import { pdfText, workbookOf } from '../../test/report-files.ts'
import { buildReportWorld } from '../../test/report-world.ts'

const server = useServer()
const RUNS = Number(process.env.FIGURE_RUNS ?? 4)
const PERIOD = plainDate('2025-12-31')
const MONTHS = 26

const story = fc.record({
  /** Held by a subsidiary of the institution. */
  subsidiary: fc.boolean(),
  ended: fc.constantFrom(null, null, null, 'DEATH_PAID', 'SURRENDERED'),
  /** Months before the date, for an ending or a movement. */
  back: fc.integer({ min: 1, max: 20 }),
  premium: fc.constantFrom(0, 0, 12_345_67),
  mec: fc.boolean(),
  salary: fc.constantFrom(null, 90_000_00, 410_000_00),
})
type Story = typeof story extends fc.Arbitrary<infer One> ? One : never

test('screen, PDF, XLSX, CSV, SQL and the asset report agree', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(story, { minLength: 2, maxLength: 14 }), async (stories) => {
      const world = await buildReportWorld(server, { institutions: 1, policiesEach: stories.length, months: MONTHS, period: PERIOD })
      const [institutionId = 0] = world.institutionIds
      const isAnyHeld = await tell(world.siteId, institutionId, stories)
      await state(world.siteId, institutionId)
      const batch = await world.startDirectly({ reportType: 'AnnualBoliReview' })
      await world.make(batch)
      const { id, status } = await world.reportOf(institutionId)
      if (!isAnyHeld) return
      expect(status).toBe('Ready')
      const { body } = await server.callAs(world.staff, annualReviews.getReport, { batch, report: id })
      const view = readAnnualReviewView(body.view)
      if (!view) throw new Error('no view')
      const { value, benefit, policies } = await sumsInSql(institutionId)
      expect(view.controlTotals).toMatchObject({ cashSurrenderValue: value, deathBenefit: benefit, policies })
      expect(body.report).toMatchObject({ cashSurrenderValueCents: value, policies, incomeCents: view.controlTotals.income })

      const file = async (format: 'pdf' | 'xlsx' | 'csv') =>
        (await server.callAs(world.staff, annualReviews.downloadReports, { batch, reportIds: String(id), format })).bytes
      compareWithText(view, await pdfText(await file('pdf')))
      await compareWithWorkbook(view, await file('xlsx'))
      compareWithCsv(view, (await file('csv')).toString())
      if (stories.every(({ subsidiary }) => !subsidiary))
        expect(await incomeOfAssetReport(world, institutionId)).toBe(view.controlTotals.income)
    }),
    { numRuns: RUNS, seed: Number(process.env.FIGURE_SEED ?? 20251231) },
  )
})

async function tell(siteId: number, institutionId: number, stories: readonly Story[]): Promise<boolean> {
  const db = server.ownerDb
  const { id: subsidiaryId } = await db
    .insertInto('subsidiary')
    .values({ institutionId, name: 'Holding', legalName: 'Holding LLC' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const policies = await db
    .selectFrom('policy')
    .select(['id', 'insuredId'])
    .where('institutionId', '=', institutionId)
    .orderBy('id')
    .execute()
  for (const [index, one] of stories.entries()) {
    const policy = policies[index]
    if (!policy) continue
    const on = addMonthEnds(PERIOD, -one.back)
    const key = { institutionId, siteId, policyId: policy.id, transactionDate: on }
    await sql`update policy set subsidiary_id = ${one.subsidiary ? subsidiaryId : null}, mec = ${one.mec} where institution_id = ${institutionId} and id = ${policy.id}`.execute(
      db,
    )
    await sql`update insured set annual_compensation_cents = ${one.salary}, date_of_death = ${one.ended === 'DEATH_PAID' ? on : null} where institution_id = ${institutionId} and id = ${policy.insuredId}`.execute(
      db,
    )
    if (one.ended) {
      const released = await valueAt(institutionId, policy.id, on)
      await sql`update policy set policy_status = ${one.ended}, status_date = ${on} where institution_id = ${institutionId} and id = ${policy.id}`.execute(
        db,
      )
      await sql`delete from policy_valuation where institution_id = ${institutionId} and policy_id = ${policy.id} and as_of_date >= ${on}`.execute(
        db,
      )
      await sql`insert into policy_transaction (institution_id, site_id, policy_id, transaction_date, type, amount_cents)
        values (${key.institutionId}, ${key.siteId}, ${key.policyId}, ${key.transactionDate}, ${one.ended === 'DEATH_PAID' ? 'DEATH_CLAIM' : 'SURRENDER'}, ${released})`.execute(
        db,
      )
    } else if (one.premium > 0) {
      await sql`insert into policy_transaction (institution_id, site_id, policy_id, transaction_date, type, amount_cents)
        values (${key.institutionId}, ${key.siteId}, ${key.policyId}, ${key.transactionDate}, 'PREMIUM', ${one.premium})`.execute(db)
    }
  }
  return stories.some(({ ended }) => ended === null)
}

/** A fund behind the separate account: half bonds, three percent short of its book value, and wrapped. What the plan owes, this year and last. 7-pay premiums. */
async function state(siteId: number, institutionId: number): Promise<void> {
  const classes = [
    { name: 'Agency securities', share: 0.5, weight: 0.2, most: 1 },
    { name: 'Corporate bonds', share: 0.5, weight: 1, most: 0.4 },
  ]
  await sql`insert into separate_account_fund (institution_id, site_id, product_id, as_of_date, fund_name, market_value_cents, book_value_cents, wrap_provider, wrap_weight, approach, classes, source)
    select distinct ${institutionId}::int, ${siteId}::int, d.id, ${PERIOD}::date, 'Fund', 97::bigint, 100::bigint, 'Delta', 1::float8, 'FULL', ${JSON.stringify(classes)}::jsonb, 'test'
    from policy p join product d on d.id = p.product_id and d.account_type = 'SEPARATE' where p.institution_id = ${institutionId}`.execute(
    server.ownerDb,
  )
  await sql`insert into policy_illustration (institution_id, site_id, policy_id, illustrated_on, illustrated_yield, yearly_values, source)
    select institution_id, site_id, id, issue_date, case when id % 2 = 0 then 0.031 end, ${JSON.stringify([9, 10].map((year) => ({ year, value: 100_000_000 + year * 1_234_567 })))}::jsonb, 'test'
    from policy where institution_id = ${institutionId}`.execute(server.ownerDb)
  // For every second policy, from five years ago on: the carrier's count up to two years ago, and then the register's premiums.
  await sql`insert into policy_seven_pay (institution_id, site_id, policy_id, starts_on, annual_premium_cents, paid_cents, stated_on, source)
    select institution_id, site_id, id, '2021-02-15', 9876543, case when id % 4 = 0 then 12345678 end, '2023-12-31', 'test'
    from policy where institution_id = ${institutionId} and id % 2 = 0`.execute(server.ownerDb)
  await sql`update plan set plan_type = 'NQDC_COLI' where institution_id = ${institutionId}`.execute(server.ownerDb)
  await sql`insert into plan_liability (institution_id, site_id, plan_id, as_of_date, liability_cents, hedges, source)
    select institution_id, site_id, id, d, 123456789, ${JSON.stringify([{ fund: 'Index', notional: 98_765_432 }])}::jsonb, 'test'
    from plan, unnest(${[addMonthEnds(PERIOD, -12), PERIOD]}::date[]) d where institution_id = ${institutionId}`.execute(server.ownerDb)
}

async function valueAt(institutionId: number, policyId: number, on: PlainDate): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    select cash_surrender_value_cents as value from policy_valuation where institution_id = ${institutionId} and policy_id = ${policyId} and as_of_date = ${on}`.execute(
    server.ownerDb,
  )
  return rows[0]?.value ?? 0
}

/** Straight from the tables, by other means than the snapshot's. */
async function sumsInSql(institutionId: number): Promise<{ value: number; benefit: number; policies: number }> {
  const { rows } = await sql<{ value: number; benefit: number; policies: number }>`
    select sum(cash_surrender_value_cents)::bigint as value, sum(death_benefit_cents)::bigint as benefit, count(*)::int as policies
    from policy_valuation where institution_id = ${institutionId} and as_of_date = ${PERIOD} and status = 'POSTED'`.execute(server.ownerDb)
  return rows[0] ?? { value: -1, benefit: -1, policies: -1 }
}

async function incomeOfAssetReport(world: Awaited<ReturnType<typeof buildReportWorld>>, institutionId: number): Promise<number | null> {
  const batch = await world.startDirectly({ reportType: 'AssetReport' })
  await world.make(batch)
  const { id } = await world.reportOf(institutionId)
  const { body } = await server.callAs(world.staff, assetReports.getReport, { batch, report: id })
  return readAssetReportView(body.view)?.totals.ytdIncrease ?? null
}

const printedCells = (table: ViewTable): string[] =>
  [...table.rows, ...(table.total ? [table.total] : [])].flatMap((row) =>
    table.columns.flatMap((column) =>
      typeof row.cells[column.key] === 'number' && column.kind !== 'text' ? [textOfCell(row, column)] : [],
    ),
  )

function compareWithText(view: AnnualReviewView, text: string): void {
  const words = new Set(text.split(/\s+/))
  const missing = tablesOfReview(view).flatMap((table) =>
    printedCells(table)
      .filter((cell) => !words.has(cell))
      .map((cell) => `${table.id}: ${cell}`),
  )
  expect(missing).toEqual([])
  const flat = text.replaceAll(/\s+/g, ' ')
  for (const { number, title } of view.sections) expect(flat).toContain(`${number} ${title}`)
  expect(findingsOfReview(view).filter(({ label }) => !flat.includes(label.split(' ')[0] ?? label))).toEqual([])
}

async function compareWithWorkbook(view: AnnualReviewView, bytes: Buffer): Promise<void> {
  const workbook = await workbookOf(bytes)
  const sheets = workbook.worksheets.map((sheet) => {
    const rows: unknown[][] = []
    sheet.eachRow({ includeEmpty: true }, (row) => {
      rows.push(
        Array.from({ length: sheet.columnCount }, (_, index) => row.getCell(index + 1)).map((cell) =>
          cell.formula ? cell.result : cell.value,
        ),
      )
    })
    return rows
  })
  const cells = sheets.flat(2)
  for (const table of tablesOfReview(view)) {
    if (table.rows.length === 0) {
      expect(
        cells.some((cell) => typeof cell === 'string' && cell.includes(`${table.title}: `)),
        `${table.id}, left out`,
      ).toBe(true)
      continue
    }
    const labels = table.columns.map(({ label }) => label)
    const found = sheets.flatMap((rows) =>
      rows.flatMap((row, index) =>
        labels.every((label, column) => row[column] === label) ? [rows.slice(index + 1, index + 1 + table.rows.length)] : [],
      ),
    )
    const expected = table.rows.map(({ cells }) => table.columns.map(({ key, kind }) => asKept(kind, cells[key])))
    const read = found.map((rows) => rows.map((row) => table.columns.map(({ kind }, column) => asRead(kind, row[column]))))
    expect(read, `${table.id} in the workbook`).toContainEqual(expected)
  }
}

const asKept = (kind: string, value: unknown): unknown =>
  value === undefined || value === '' || value === null ? null : kind === 'text' && typeof value === 'number' ? `${value}` : value
function asRead(kind: string, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (kind === 'money' && typeof value === 'number') return Math.round(value * 100)
  return value
}

function compareWithCsv(view: AnnualReviewView, text: string): void {
  const [labels = [], ...rows] = papaparse.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data
  const sum = rows.reduce((total, row) => total + Math.round(Number(row[labels.indexOf('Cash surrender value')]) * 100), 0)
  expect([rows.length, sum]).toEqual([view.controlTotals.policies, view.controlTotals.cashSurrenderValue])
}
