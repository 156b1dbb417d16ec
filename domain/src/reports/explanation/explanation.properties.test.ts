/** Every explanation of every figure works out to what is printed: to the cent, and rates to the hundredth of a basis point. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, roundHalfAwayFromZero } from '../../primitives/money.ts'
import { addMonthEnds, plainDate } from '../../primitives/period.ts'
import { expectLeads } from '../../test/expect-leads.ts'
import { firstExampleBank } from '../../test/first-example-bank.ts'
import { workedForm8925 } from '../../test/form-8925-example.ts'
import { fundExample } from '../../test/fund-example.ts'
import { livedBook, reportAt } from '../../test/lived-book.ts'
import { REVIEW_FORMULAS } from '../annual-review/formulas.ts'
import { buildAssetReport } from '../asset-report/build.ts'
import { assetFigureAt, explainAssetFigure } from '../asset-report/explanation.ts'
import { ASSET_FORMULAS } from '../asset-report/formulas.ts'
import type { AssetReportView } from '../asset-report/view.ts'
import { explainForm8925Figure, form8925FigureAt } from '../form-8925/explanation.ts'
import { FORM_8925_FORMULAS } from '../form-8925/formulas.ts'
import { buildForm8925 } from '../form-8925/view.ts'
import { type Column, formatCell, type ViewRow, type ViewTable } from '../table.ts'
import { type FigureAddress, isExplained } from './address.ts'
import { explain, type Figure, workedOut } from './explanation.ts'
import { type FormulaTable, formulaOf } from './formula.ts'
import { namesIn, workOut, written } from './formula-text.ts'

/** Every figure that stands on the page with a number. */
function addressesOf(view: AssetReportView): FigureAddress[] {
  const cellsOf = (table: string, columns: readonly Column[], row: ViewRow, isTotal: boolean) =>
    columns.flatMap((column) => (isExplained(column, row, isTotal) ? [{ table, row: row.id, column: column.key }] : []))
  const flat = (table: ViewTable | null | undefined) =>
    table
      ? [
          ...table.rows.flatMap((row) => cellsOf(table.id, table.columns, row, false)),
          ...(table.total ? cellsOf(table.id, table.columns, table.total, true) : []),
        ]
      : []
  const { detail } = view
  return [
    ...view.highlights.filter(({ value }) => value !== null).map(({ key }) => ({ table: 'highlights', row: '', column: key })),
    ...view.limitTests
      .filter(({ ratio }) => ratio !== null)
      .flatMap(({ key }) => ['ratio', 'headroom'].map((column) => ({ table: 'limits', row: key, column }))),
    ...[view.carriers, view.yearToDate?.table, view.trend.table, view.ledger.table, view.ledger.schedule, view.callReport?.table].flatMap(
      flat,
    ),
    ...[view.callReport?.riskWeights?.table, view.callReport?.riskWeights?.funds].flatMap(flat),
    ...Object.values(view.activity ?? {}).flatMap(flat),
    ...(detail?.carriers ?? []).flatMap(({ products, subtotal }) => [
      ...products.flatMap((product) => [
        ...product.rows.flatMap((row) => cellsOf('detail', detail?.columns ?? [], row, false)),
        ...cellsOf('detail', detail?.columns ?? [], product.subtotal, true),
      ]),
      ...cellsOf('detail', detail?.columns ?? [], subtotal, true),
    ]),
    ...(detail ? cellsOf('detail', detail.columns, detail.total, true) : []),
  ]
}

function expectWorksOut(figure: Figure, formulas: FormulaTable, where: string): void {
  const worked = workedOut(figure, formulas)
  const made = explain(figure, formulas)
  expect(made?.text, where).toBe(formatCell(figure.kind, figure.value))
  if (worked === null) return
  if (figure.kind === 'percent' || figure.kind === 'decimal') expect(worked, where).toBeCloseTo(Number(figure.value), 9)
  else expect(roundHalfAwayFromZero(worked), where).toBe(figure.value)
  // The lines under a formula sum to it as well.
  if (figure.lines && figure.formula === 'lines')
    expect(
      figure.lines.reduce((total, { value }) => total + value, 0),
      where,
    ).toBe(figure.value)
}

const expectAll = (view: AssetReportView) => {
  const addresses = addressesOf(view)
  for (const address of addresses) {
    const where = `${address.table} ${address.row} ${address.column}`
    const figure = assetFigureAt(view, address)
    expect(figure, where).not.toBeNull()
    if (figure) expectWorksOut(figure, ASSET_FORMULAS, where)
    const made = explainAssetFigure(view, address)
    expect(made, where).not.toBeNull()
    expectLeads(made, (further) => explainAssetFigure(view, further))
  }
  return addresses.length
}

test('of lived books every figure works out, by month and by convention of yields', () =>
  fc.assert(
    fc.property(
      livedBook,
      fc.integer({ min: 0, max: 13 }),
      fc.constantFrom('SIMPLE' as const, 'COMPOUND' as const, 'TIMES12' as const),
      (lived, place, yieldConvention) => {
        expectAll(buildAssetReport(reportAt(lived, place, { yieldConvention })))
      },
    ),
    { numRuns: 60 },
  ))

const fund = fc.option(
  fc.record({
    marketValue: fc.integer({ min: 1, max: 900_000_000 }).map(cents),
    bookValue: fc.integer({ min: 1, max: 900_000_000 }).map(cents),
    wrap: fc
      .option(fc.record({ provider: fc.constant('Delta Life'), weight: fc.constantFrom(0.2, 1) }))
      .map((one) => one && { rating: null, feeRate: null, endsOn: null, ...one }),
    approach: fc.constantFrom('FULL' as const, 'ALTERNATIVE_MODIFIED' as const, 'SIMPLE_MODIFIED' as const),
  }),
)
test('of quarters every month works out, with funds and without, and the Call Report in thousands', () =>
  fc.assert(
    fc.property(livedBook, fc.constantFrom(2, 5, 8, 11), fund, (lived, place, stated) => {
      const monthly = reportAt(lived, place)
      const { productName = '' } = monthly.policies.find(({ accountType }) => accountType === 'SEPARATE') ?? {}
      const funds = stated === null ? [] : [fundExample({ ...stated, productName })]
      const quarter = { ...monthly, isQuarterly: true, priorPeriod: addMonthEnds(monthly.period, -3), funds }
      const view = buildAssetReport(quarter)
      expect(view.callReport).not.toBeNull()
      expectAll(view)
    }),
    { numRuns: 40 },
  ))

test('gaps, estimates and another tax work out too, and a summary explains itself without a name', () =>
  fc.assert(
    fc.property(
      livedBook,
      fc.integer({ min: 0, max: 11 }),
      fc.constantFrom('EXCLUDED' as const, 'TAXED' as const, 'IN_CAPITAL_BASE' as const),
      fc.option(fc.constant(0.24)),
      (lived, place, boliStateTreatment, combinedRateOverride) => {
        const whole = reportAt(lived, place)
        const gaps = {
          ...whole,
          tax: whole.tax && { ...whole.tax, boliStateTreatment, combinedRateOverride },
          policies: whole.policies.map((policy, index) => {
            if (index % 3 === 0) return { ...policy, balances: [] }
            return index % 3 === 1 ? { ...policy, flags: { ...policy.flags, estimated: true } } : policy
          }),
        }
        expectAll(buildAssetReport(gaps))
        const summary = buildAssetReport({ ...gaps, kind: 'AssetSummaryReport' })
        expectAll(summary)
        const said = addressesOf(summary).map((address) => explainAssetFigure(summary, address))
        expect(JSON.stringify(said)).not.toMatch(/Name\d|P-\d/)
      },
    ),
    { numRuns: 60 },
  ))

test('the worked bank: 3.42% is 42,544.81 ÷ 14,640,000.00 × 365 ÷ 31', () => {
  const view = buildAssetReport(firstExampleBank())
  expect(explainAssetFigure(view, { table: 'highlights', row: '', column: 'netYield' })).toMatchObject({
    text: '3.42%',
    formula: 'increase ÷ average invested value × days in the year ÷ days in the period',
    figures: '42,544.81 ÷ 14,640,000.00 × 365 ÷ 31',
  })
  expect(explainAssetFigure(view, { table: 'highlights', row: '', column: 'taxEquivalentYield' })).toMatchObject({
    text: '4.61%',
    figures: '3.421659% × (1 − 0%) ÷ (1 − 25.74%)',
    inputs: [{ by: null }, { by: { name: 'Tax on policy growth' } }, { by: { name: 'Combined tax rate', figures: '6% + 21% × (1 − 6%)' } }],
  })
  const value = explainAssetFigure(view, { table: 'carriers', row: 'carrier-ALPHA', column: 'cashSurrenderValue' })
  expect(value?.lines?.map(({ detail, text }) => [detail, text])).toEqual([
    ['A-1001', '3,059,706.52'],
    ['A-1002', '2,046,468.80'],
  ])
  expect(value?.lines?.[0]?.address).toEqual({ table: 'detail', row: 'policy-1', column: 'cashSurrenderValue' })
  expect(explainAssetFigure(view, { table: 'detail', row: 'policy-1', column: 'cashSurrenderValue' })).toMatchObject({ policyId: 1 })
})

test('formulas are read, said and written; each names only inputs that it lists, and each input is used', () => {
  expect(workOut('(1 + 2 * 3) ^ 2 - -4 / 8', () => 0)).toBe(49.5)
  expect(workOut('round(max(a, -b) * 2.5)', (name) => ({ a: 1, b: -3 })[name] ?? 0)).toBe(8)
  expect(written('a - max(b, 0)', (name) => name.toUpperCase())).toBe('A − the larger of (B, 0)')
  for (const wrong of ['1 +', '(1', '1 2', 'a % b']) expect(() => workOut(wrong, () => 1), wrong).toThrow(RangeError)
  for (const formulas of [ASSET_FORMULAS, FORM_8925_FORMULAS, REVIEW_FORMULAS])
    for (const key of Object.keys(formulas)) {
      const { text, inputs, words, source } = formulaOf(formulas, key)
      expect([key, namesIn(text ?? '').toSorted()]).toEqual([key, Object.keys(inputs ?? {}).toSorted()])
      expect([key, text === null ? Boolean(words) : !words, source.endsWith('.')]).toEqual([key, true, true])
      for (const { by } of Object.values(inputs ?? {})) if (by) expect(formulaOf(formulas, by).source).toBeTruthy()
    }
  expect(() => formulaOf(ASSET_FORMULAS, 'toString')).toThrow('there is no formula toString')
})

test('every figure of a Form 8925 report works out, whoever left, died or exchanged', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 5, maxLength: 5 }), (what) => {
      const snapshot = workedForm8925()
      const view = buildForm8925({
        ...snapshot,
        policies: snapshot.policies.map((policy, index) => {
          if (what[index] === 1) return { ...policy, statusAtYearEnd: 'SURRENDERED', deathBenefit: null }
          return what[index] === 2 ? { ...policy, issueDate: plainDate('2004-05-01') } : policy
        }),
        insureds: snapshot.insureds.map((insured, index) => {
          if (what[index] === 3) return { ...insured, dateOfDeath: plainDate('2025-03-01') }
          return what[index] === 4 ? { ...insured, personId: snapshot.insureds[0]?.personId ?? 0 } : insured
        }),
      })
      const figures = [
        ...view.form.filter(({ value }) => value !== null).map(({ line }) => ({ table: 'form', row: line, column: 'entry' })),
        ...[view.schedule, view.reconciliation].flatMap(({ id, columns, rows, total }) =>
          [...rows, ...(total ? [total] : [])].flatMap((row) =>
            columns.flatMap((column) => (isExplained(column, row, row === total) ? [{ table: id, row: row.id, column: column.key }] : [])),
          ),
        ),
      ]
      expect(figures.length).toBeGreaterThan(10)
      for (const address of figures) {
        const where = JSON.stringify(address)
        const figure = form8925FigureAt(view, address)
        expect(figure, where).not.toBeNull()
        if (figure) expectWorksOut(figure, FORM_8925_FORMULAS, where)
        const made = explainForm8925Figure(view, address)
        expect(made, where).not.toBeNull()
        expectLeads(made, (further) => explainForm8925Figure(view, further))
      }
    }),
    { numRuns: 80 },
  ))
