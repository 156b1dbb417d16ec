/** Limits on concentration are the legal entity's: every portal, every owner and what is stated of other vendors count, and of a part nobody says "within". */
import { expect, test } from 'vitest'
import { cents, usd } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { firstExampleBank, YEAR_START } from '../../test/first-example-bank.ts'
import { reviewExample } from '../../test/review-example.ts'
import { buildAnnualReview } from '../annual-review/build.ts'
import { compareAnnualReviews } from '../annual-review/comparison.ts'
import { explainReviewFigure } from '../annual-review/explanation.ts'
import type { AnnualReviewView } from '../annual-review/view.ts'
import { workedOut } from '../explanation/explanation.ts'
import { textOfCell } from '../table.ts'
import { buildAssetReport } from './build.ts'
import { type HoldingElsewhere, holdingsStated, type SnapshotEntity } from './entity-holdings.ts'
import { assetFigureAt, explainAssetFigure } from './explanation.ts'
import { ASSET_FORMULAS } from './formulas.ts'

const COLI = { id: 2, name: 'COLI', portalLabel: 'COLI' } as const
const SUBSIDIARY = { id: 9, legalName: 'First Example Wealth, LLC' }
const held = (amount: number, over: Partial<HoldingElsewhere> = {}): HoldingElsewhere => ({
  site: COLI,
  owner: null,
  carrierCode: 'ALPHA',
  carrierName: 'Alpha',
  policies: 6,
  missing: 0,
  cashSurrenderValue: usd(amount),
  ...over,
})
const entity = (elsewhere: HoldingElsewhere[], stated: SnapshotEntity['stated'] = null): SnapshotEntity => ({
  elsewhere,
  stated,
  ofSubsidiaries: cents(0),
})
/** 14,682,544.81 of its own, of 60,000,000. */
const report = (of: SnapshotEntity) => buildAssetReport(firstExampleBank({ entity: of }))
const sentenceOf = (of: SnapshotEntity, key = 'aggregate') => report(of).limitTests.find((one) => one.key === key)?.sentence
const BOTH = [held(1_000_000), held(2_000_000, { owner: SUBSIDIARY, carrierCode: 'DELTA', carrierName: 'Delta' })]

test('two portals and a subsidiary are measured together, with the parts and what the institution holds without its subsidiaries', () => {
  expect(sentenceOf(entity(BOTH))).toBe(
    'Aggregate 29.47% of Tier 1 against a 25% limit: over the limit by $2,682,544.81. These policies 24.47%, COLI Portal 1.67%, First Example Wealth, LLC (COLI Portal) 3.33%. Without subsidiaries 26.14% of Tier 1: over the limit by $682,544.81.',
  )
  expect(sentenceOf(entity(BOTH), 'ALPHA')).toMatch(/ These policies \d+\.\d\d%, COLI Portal 1\.67%\.$/)
  // A carrier of another portal alone has its own line.
  expect(sentenceOf(entity(BOTH), 'DELTA')).toBe(
    'Delta 3.33% of Tier 1 against a 15% limit: within limit, headroom $7,000,000.00. First Example Wealth, LLC (COLI Portal) 3.33%.',
  )
  const view = report(entity(BOTH))
  expect(view.highlights.find(({ key }) => key === 'shareOfTier1')?.detail).toMatch(/^All holdings 29\.47%; Tier 1 at /)
  expect(view.notes.join(' ')).toContain('its subsidiaries and its other portals with it: 29.47% of Tier 1')
  // Policies, sums and entries of the report stay its own.
  expect(view.totals.cashSurrenderValue).toBe(report(entity([])).totals.cashSurrenderValue)
})

test('a part is never within: where values of another portal are missing the limit is not tested, or passed by at least that much', () => {
  const missing = { policies: 6, missing: 2 }
  expect(report(entity([held(10_000, missing)])).limitTests.at(-1)).toMatchObject({
    status: 'unknown',
    headroom: null,
    sentence: expect.stringMatching(
      /^Aggregate at least 24\.49% of Tier 1 against a 25% limit, which cannot be tested: 2 of 6 policies without a value \(COLI Portal\)\. /,
    ),
  })
  expect(sentenceOf(entity([held(1_000_000, missing)]))).toContain(
    'over the limit by at least $682,544.81; 2 of 6 policies without a value (COLI Portal).',
  )
  // Those of carriers that nothing is missing of are tested.
  expect(report(entity([held(10_000, missing)])).limitTests.find(({ key }) => key === 'BRAVO')?.status).not.toBe('unknown')
})

test('a subsidiary’s report measures the whole institution, its own policies as a part', () => {
  const snapshot = firstExampleBank({ entity: entity([held(3_000_000, { site: firstExampleBank().site })]) })
  const view = buildAssetReport({ ...snapshot, institution: { ...snapshot.institution, subsidiary: { ...SUBSIDIARY, name: 'Wealth' } } })
  expect(view.limitTests.at(-1)?.sentence).toBe(
    `Aggregate 29.47% of Tier 1 against a 25% limit: over the limit by $2,682,544.81. These policies 24.47%, ${snapshot.institution.legalName} 5.00%. Without subsidiaries 5.00% of Tier 1.`,
  )
})

test('what was stated of other vendors counts, with the carrier it names; an amount that was not stated leaves the limit untested', () => {
  const stated = (value: number | null) =>
    entity([], { period: YEAR_START, holdings: [{ carrier: 'bravo', cashSurrenderValue: value === null ? null : usd(value) }] })
  expect(sentenceOf(stated(600_000))).toContain('over the limit by $282,544.81. These policies 24.47%, Other vendors, as stated 1.00%.')
  expect(sentenceOf(stated(600_000), 'BRAVO')).toContain('Other vendors, as stated 1.00%.')
  expect(sentenceOf(stated(null))).toContain('which cannot be tested: amounts of policies with other vendors not stated.')
})

test('nothing elsewhere is the report’s own policies, and says so; a snapshot of before reads as it did', () => {
  const none = report(entity([]))
  const before = buildAssetReport(firstExampleBank())
  expect(none.limitTests).toEqual(before.limitTests)
  expect(none.notes.join(' ')).toContain(
    'no further policies of theirs are on file, here or in another portal. Of policies with other vendors nothing was stated; none are counted.',
  )
  expect(before.notes.join(' ')).toContain('policies held elsewhere (subsidiaries, other portals, other services) are not counted')
})

test('a limit explains its parts, and every headroom in the table of carriers works out', () => {
  const view = buildAssetReport(firstExampleBank({ kind: 'AssetSummaryReport', entity: entity(BOTH) }))
  for (const row of [...view.carriers.rows, ...(view.carriers.total ? [view.carriers.total] : [])]) {
    const address = { table: 'carriers', row: row.id, column: 'headroom' }
    const figure = assetFigureAt(view, address)
    expect(figure && workedOut(figure, ASSET_FORMULAS), row.id).toBeCloseTo(Number(row.cells.headroom), 0)
  }
  expect(view.carriers.columns.find(({ key }) => key === 'headroom')?.label).toBe('Headroom, in total')
  const made = explainAssetFigure(report(entity(BOTH)), { table: 'limits', row: 'aggregate', column: 'headroom' })
  expect(made?.lines?.map(({ label, text }) => [label, text])).toEqual([
    ['These policies', '14,682,544.81'],
    ['COLI Portal', '1,000,000.00'],
    ['First Example Wealth, LLC (COLI Portal)', '2,000,000.00'],
  ])
})

const reviewed = (elsewhere: HoldingElsewhere[], before: HoldingElsewhere[] = []) => {
  const example = reviewExample()
  return {
    ...example,
    asset: { ...example.asset, entity: entity(elsewhere) },
    elsewhereBefore: [{ yearEnd: YEAR_START, holdings: before }],
  }
}
const blocksOf = (view: AnnualReviewView) => view.sections.flatMap(({ blocks }) => blocks)
const tableOf = (view: AnnualReviewView, id: string) =>
  blocksOf(view).flatMap((block) => (block.kind === 'table' && block.table.id === id ? [block.table] : []))[0]

test('a review tests, charts, projects and scores all holdings, this year and before, and shows the parts', () => {
  const view = buildAnnualReview(reviewed(BOTH, [held(900_000)]))
  const findings = blocksOf(view).flatMap((block) => (block.kind === 'findings' ? block.findings : []))
  expect(findings.find(({ id }) => id === 'aggregate')).toMatchObject({
    status: 'bad',
    sentence: expect.stringContaining('29.47% of Tier 1'),
  })
  expect(findings.find(({ id }) => id === 'projected-breach')?.sentence).toContain('is already exceeded')
  expect(view.summary.scorecard.find(({ id }) => id === 'aggregate')).toMatchObject({ status: 'bad' })
  const { thisYear, lastYear } = view.summary.scorecard.find(({ id }) => id === 'aggregate') ?? {}
  expect([thisYear, lastYear]).toEqual([
    expect.closeTo(17_682_544.81 / 60_000_000, 9),
    expect.closeTo((14_168_237.26 + 900_000) / 57_000_000, 9),
  ])
  const parts = tableOf(view, 'entity-holdings')
  expect(parts?.rows.map((row) => parts.columns.map((column) => textOfCell(row, column)))).toEqual([
    ['These policies', '14,682,544.81', '24.47%', '22.45%'],
    ['COLI Portal', '1,000,000.00', '1.67%', '1.53%'],
    ['First Example Wealth, LLC (COLI Portal)', '2,000,000.00', '3.33%', '3.06%'],
  ])
  expect(tableOf(view, 'concentration-years')?.rows.at(-1)?.cells).toMatchObject({ elsewhere: usd(3_000_000), all: usd(17_682_544.81) })
  expect(tableOf(view, 'concentration')?.total?.cells).toMatchObject({ all: usd(17_682_544.81), headroom: usd(-2_682_544.81) })
  expect(JSON.stringify(view)).not.toContain('within limit, headroom $317,455.19')
  for (const table of ['entity-holdings', 'concentration', 'concentration-years', 'limits-compared'] as const)
    for (const row of tableOf(view, table)?.rows ?? [])
      for (const [column, value] of Object.entries(row.cells))
        if (typeof value === 'number')
          expect(explainReviewFigure(view, { table, row: row.id, column }), `${table} ${row.id} ${column}`).not.toBeNull()
})

test('of a year before with values missing elsewhere no share is told; a comparison of headroom counts what came elsewhere', () => {
  const view = buildAnnualReview(reviewed(BOTH, [held(900_000, { missing: 1 })]))
  expect(tableOf(view, 'concentration-years')?.rows.find(({ id }) => id === YEAR_START)?.cells).toMatchObject({ all: null, ofTier1: null })
  const measure = compareAnnualReviews(reviewed([]), { ...reviewed(BOTH), asset: { ...reviewed(BOTH).asset, version: 2 } }).measures.find(
    ({ key }) => key === 'headroom',
  )
  expect([measure?.from, measure?.to, measure?.unexplained]).toEqual([usd(317_455.19), usd(-2_682_544.81), 0])
})

test('an amount stated as nothing is nothing, one that is no amount in cents is not known, and yes without a line is a holding without an amount', () => {
  const period = plainDate('2025-12-31')
  const stated = (holds: unknown, ...values: unknown[]) =>
    holdingsStated({ period, holds, holdings: values.map((value) => ({ carrier: 'Alpha', value })) })
  const of = (...amounts: (number | null)[]) => ({
    period,
    holdings: amounts.map((cashSurrenderValue) => ({ carrier: 'Alpha', cashSurrenderValue })),
  })
  expect(stated(true, 0, 1, 250_000_00)).toEqual(of(0, 1, 250_000_00))
  expect(stated(true, -1, 0.5, '250', null, 2 ** 53)).toEqual(of(null, null, null, null, null))
  expect(stated(null, 100)).toEqual(of(100))
  expect(stated(false, 100)).toEqual({ period, holdings: [] })
  expect(stated(null)).toEqual({ period, holdings: [] })
  expect(stated(true)).toEqual({ period, holdings: [{ carrier: '', cashSurrenderValue: null }] })
  expect(holdingsStated({ period, holds: true, holdings: [{ carrier: 7, value: 100 }] }).holdings).toEqual([
    { carrier: '', cashSurrenderValue: 100 },
  ])
})
