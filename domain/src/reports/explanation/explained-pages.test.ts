/** Every figure on the pages of every report family opens how it comes about, and works out: a walk over all of them, so that none is forgotten. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, roundHalfAwayFromZero } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { expectLeads } from '../../test/expect-leads.ts'
import { firstExampleBank } from '../../test/first-example-bank.ts'
import { workedForm8925 } from '../../test/form-8925-example.ts'
import { livedReviews, reviewAt } from '../../test/lived-review.ts'
import { bareReview, REVIEWS_OF_EVERY_KIND, toldReview } from '../../test/reviews-of-every-kind.ts'
import { buildAnnualReview } from '../annual-review/build.ts'
import { explainReviewFigure, reviewFigureAt } from '../annual-review/explanation.ts'
import { REVIEW_FORMULAS } from '../annual-review/formulas.ts'
import type { AnnualReviewSnapshot } from '../annual-review/snapshot.ts'
import type { AnnualReviewView } from '../annual-review/view.ts'
import { buildAssetReport } from '../asset-report/build.ts'
import { explainAssetFigure } from '../asset-report/explanation.ts'
import type { AssetReportSnapshot } from '../asset-report/snapshot.ts'
import { explainForm8925Figure } from '../form-8925/explanation.ts'
import { buildForm8925 } from '../form-8925/view.ts'
import type { ViewTable } from '../table.ts'
import type { FigureAddress } from './address.ts'
import { type Explanation, workedOut } from './explanation.ts'
import { HOUSE } from './formula.ts'
import { explainTables, tablesIn } from './of-table.ts'

/** Every number in a table of a view. */
const cellsOf = (tables: readonly ViewTable[]): FigureAddress[] =>
  tables.flatMap(({ id, columns, rows, total }) =>
    [...rows, ...(total ? [total] : [])].flatMap((row) =>
      columns.flatMap(({ key }) => (typeof row.cells[key] === 'number' ? [{ table: id, row: row.id, column: key }] : [])),
    ),
  )

/** Every number of a review, in tables or not, charts and their tables included. */
function figuresOf(view: AnnualReviewView): FigureAddress[] {
  return [
    ...cellsOf(tablesIn(view.sections)),
    ...view.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block): FigureAddress[] => {
        const facts = block.kind === 'figures' ? block.figures : block.kind === 'risk' ? block.risk.facts : []
        const scores = block.kind === 'scorecard' ? block.rows : []
        const shares = block.kind === 'chart' && block.chart.kind === 'carriers' ? block.chart.shares : []
        return [
          ...facts.flatMap(({ id, value }) => (typeof value === 'number' ? [{ table: block.id, row: id, column: 'value' }] : [])),
          ...scores.flatMap((row) =>
            (['thisYear', 'lastYear'] as const).flatMap((key) =>
              typeof row[key] === 'number' ? [{ table: 'scorecard', row: row.id, column: key }] : [],
            ),
          ),
          ...(block.kind === 'chart' && block.chart.kind === 'concentration' ? block.chart.years : []).map(({ period }) => ({
            table: 'concentration-chart',
            row: period,
            column: 'ratio',
          })),
          ...shares.map(({ name }) => ({ table: 'carriers-ring', row: name, column: 'share' })),
        ]
      }),
    ),
  ]
}

const unexplained = (addresses: readonly FigureAddress[], explainer: (address: FigureAddress) => Explanation | null): string[] =>
  addresses.filter((address) => explainer(address) === null).map(({ table, row, column }) => `${table} ${row} ${column}`)

/** @returns how many figures there are */
function expectReview(snapshot: AnnualReviewSnapshot): number {
  const view = buildAnnualReview(snapshot)
  const addresses = figuresOf(view)
  expect(unexplained(addresses, (address) => explainReviewFigure(view, address))).toEqual([])
  let leading = 0
  for (const address of addresses) {
    const where = `${address.table} ${address.row} ${address.column}`
    const figure = reviewFigureAt(view, address)
    if (!figure) throw new Error(where)
    leading += expectLeads(explainReviewFigure(view, address), (further) => explainReviewFigure(view, further))
    const worked = workedOut(figure, REVIEW_FORMULAS)
    if (worked === null) continue
    if (figure.kind === 'percent' || figure.kind === 'decimal') expect(worked, where).toBeCloseTo(Number(figure.value), 9)
    else expect(roundHalfAwayFromZero(worked), where).toBe(figure.value)
  }
  expect(leading).toBeGreaterThan(0)
  return addresses.length
}

test('of annual reviews every figure opens and works out, of banks and corporations, told and untold, with the appendix or without', () => {
  expect(expectReview(toldReview)).toBeGreaterThan(400)
  for (const snapshot of Object.values(REVIEWS_OF_EVERY_KIND)) expectReview(snapshot)
  // Without the appendix no policy is named.
  const view = buildAnnualReview(bareReview)
  expect(explainReviewFigure(view, { table: 'carriers', row: 'ALPHA', column: 'value' })).toMatchObject({ lines: null })
})

test('of lived years every figure of a review works out', () =>
  fc.assert(
    fc.property(livedReviews, fc.integer({ min: 0, max: 3 }), (lived, place) => {
      expectReview(reviewAt(lived, place))
    }),
    { numRuns: 25 },
  ))

test('what is summed over policies lists them: a carrier, a plan, a product, a kind, the whole, and what surrendering costs', () => {
  const view = buildAnnualReview(toldReview)
  const listed = figuresOf(view).flatMap((address) =>
    explainReviewFigure(view, address)?.lines ? [{ address, made: explainReviewFigure(view, address) }] : [],
  )
  expect(listed.length).toBeGreaterThan(80)
  for (const { address, made } of listed) {
    // Lines of another kind are what a formula is worked out from.
    if (made?.linesKind) continue
    const sum = made?.lines?.reduce((total, { value }) => total + value, 0)
    if (made?.kind === 'decimal') expect(sum, JSON.stringify(address)).toBeCloseTo(Number(made.value), 9)
    else expect(roundHalfAwayFromZero(sum ?? 0), JSON.stringify(address)).toBe(made?.value)
  }
  expect(
    explainReviewFigure(view, { table: 'carriers', row: 'ALPHA', column: 'value' })?.lines?.map(({ detail, text }) => [detail, text]),
  ).toEqual([
    ['A-1001', '3,059,706.52'],
    ['A-1002', '2,046,468.80'],
  ])
  expect(explainReviewFigure(view, { table: 'surrender', row: 'gain', column: 'value' })?.lines).toHaveLength(5)
  expect(explainReviewFigure(view, { table: 'surrender', row: 'tax', column: 'value' })).toMatchObject({
    figures: 'rounded (1,982,544.81 × 25.74%)',
    text: '510,307.03',
  })
  expect(explainReviewFigure(view, { table: 'policies', row: '1', column: 'value' })).toMatchObject({ policyId: 1 })
  expect(explainReviewFigure(view, { table: 'years', row: '2025-12-31', column: 'yield' })).toMatchObject({
    text: '3.63%',
    formula: 'increase ÷ average invested value × days in the year ÷ days in the period',
    figures: '514,307.55 ÷ 14,168,237.26 × 365 ÷ 365',
  })
  expect(explainReviewFigure(view, { table: 'nowhere', row: 'x', column: 'y' })).toBeNull()
  // A family without an explainer of its own has its tables explained all the same, but for the source of what they sum.
  const total = { table: 'carriers', row: 'total', column: 'value' }
  expect(explainTables(view, total)).toEqual({ ...explainReviewFigure(view, total), source: HOUSE })
  expect(explainTables(view, { table: 'nowhere', row: 'x', column: 'y' })).toBeNull()
})

test('of asset reports and forms no number in a table or beside one is without its explanation', () => {
  const asset = (snapshot: AssetReportSnapshot) => {
    const view = buildAssetReport(snapshot)
    const { detail } = view
    const rows = (detail?.carriers ?? []).flatMap(({ products, subtotal }) => [
      ...products.flatMap((product) => [...product.rows, product.subtotal]),
      subtotal,
    ])
    const details = detail ? [{ id: 'detail', title: '', columns: detail.columns, rows, total: detail.total }] : []
    const alone = [
      ...view.highlights.flatMap(({ key, value }) => (typeof value === 'number' ? [{ table: 'highlights', row: '', column: key }] : [])),
      ...view.limitTests.flatMap(({ key, headroom }) => (headroom === null ? [] : [{ table: 'limits', row: key, column: 'headroom' }])),
    ]
    const addresses = [...cellsOf([...tablesIn({ ...view, detail: null }), ...details]), ...alone]
    expect(unexplained(addresses, (address) => explainAssetFigure(view, address))).toEqual([])
    return addresses.length
  }
  const month = firstExampleBank()
  expect(asset(month)).toBeGreaterThan(150)
  asset({ ...month, isQuarterly: true, period: plainDate('2025-12-31'), priorPeriod: plainDate('2025-09-30') })
  asset({ ...month, kind: 'AssetSummaryReport' })
  const form = buildForm8925(workedForm8925())
  const lines = form.form.flatMap(({ line, value }) => (value === null ? [] : [{ table: 'form', row: line, column: 'entry' }]))
  expect(lines).toHaveLength(5)
  expect(unexplained([...cellsOf(tablesIn(form)), ...lines], (address) => explainForm8925Figure(form, address))).toEqual([])
})

test('line 4a lists who is counted and whose consent is not valid', () => {
  const form = buildForm8925(workedForm8925())
  const made = explainForm8925Figure(form, { table: 'form', row: '4a', column: 'entry' })
  expect(made?.text).toBe('No')
  expect(made?.words).toContain('every person on line 2')
  expect(cents(made?.lines?.reduce((sum, { value }) => sum + value, 0) ?? 0)).toBe(form.controlTotals.withoutConsent)
})
