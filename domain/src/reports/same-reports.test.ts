/**
 * Reports of known books read as they did, part by part: the first print is of figures, statuses and formulas, the second of words. A change that means to
 * change one of them runs `npx vitest run domain/src/reports/same-reports -u` and shows which parts it changed; `tools/report-prints.ts` shows how.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { controlsOf } from '../auditing/controls.ts'
import { AUDIT_RULES } from '../auditing/rules.ts'
import { cents } from '../primitives/money.ts'
import { addMonthEnds, plainDate } from '../primitives/period.ts'
import { firstExampleBank } from '../test/first-example-bank.ts'
import { workedForm8925 } from '../test/form-8925-example.ts'
import { fundExample } from '../test/fund-example.ts'
import { livedBook, reportAt } from '../test/lived-book.ts'
import { livedReviews, reviewAt } from '../test/lived-review.ts'
import { Prints } from '../test/prints.ts'
import { REVIEWS_OF_EVERY_KIND } from '../test/reviews-of-every-kind.ts'
import { buildAnnualReview } from './annual-review/build.ts'
import { compareAnnualReviews } from './annual-review/comparison.ts'
import { executiveSummaryOf } from './annual-review/executive-summary.ts'
import { explainReviewFigure } from './annual-review/explanation.ts'
import type { AnnualReviewSnapshot } from './annual-review/snapshot.ts'
import { buildAssetReport } from './asset-report/build.ts'
import { compareAssetReports } from './asset-report/comparison.ts'
import { explainAssetFigure } from './asset-report/explanation.ts'
import type { AssetReportSnapshot } from './asset-report/snapshot.ts'
import { accountArea, accountAreaText, accountsHeld } from './charts/by-account.ts'
import { concentrationTrend, concentrationTrendText } from './charts/concentration.ts'
import { sceneSvg } from './charts/scene.ts'
import { PRINT_THEME, shareRing, shareRingText, sharesOf, valueTrend, valueTrendText } from './charts/value-and-shares.ts'
import type { Comparison } from './comparison.ts'
import type { FigureAddress } from './explanation/address.ts'
import type { Explanation } from './explanation/explanation.ts'
import { compareForm8925 } from './form-8925/comparison.ts'
import { explainForm8925Figure } from './form-8925/explanation.ts'
import type { Form8925Snapshot } from './form-8925/snapshot.ts'
import { buildForm8925 } from './form-8925/view.ts'

const kept = (prints: Prints, name: string) => expect(prints.toString()).toMatchFileSnapshot(`same-reports/${name}.txt`)

interface AnyTable {
  id: string
  columns: readonly { key: string }[]
  rows: readonly { id: string }[]
  total?: { id: string } | null
}
const isTable = (value: object): value is AnyTable => 'id' in value && 'columns' in value && 'rows' in value && Array.isArray(value.rows)
/** Every place of a view that might have an explanation, tables within tables and figures that stand alone. */
function addressesIn(value: unknown, within = ''): FigureAddress[] {
  if (typeof value !== 'object' || value === null) return []
  const own = isTable(value)
    ? [...value.rows, ...(value.total ? [value.total] : [])].flatMap((row) =>
        value.columns.map(({ key }) => ({ table: value.id, row: row.id, column: key })),
      )
    : 'value' in value && 'id' in value
      ? [{ table: within, row: String(value.id), column: 'value' }]
      : 'value' in value && 'key' in value
        ? [{ table: 'highlights', row: '', column: String(value.key) }]
        : []
  const name = 'id' in value && 'kind' in value && typeof value.id === 'string' ? value.id : within
  return [...own, ...Object.values(value).flatMap((inner) => addressesIn(inner, name))]
}
function addExplanations(prints: Prints, view: unknown, explain: (address: FigureAddress) => Explanation | null): void {
  for (const address of addressesIn(view)) prints.add(`explanations of ${address.table}`, { address, made: explain(address) })
}
function addComparison(prints: Prints, { measures, ...rest }: Comparison): void {
  for (const measure of measures) prints.add(`comparison, ${measure.key}`, measure)
  prints.add('comparison, the rest', rest)
}
const lived = fc.sample(livedReviews, { seed: 1, numRuns: 12 })
const books = fc.sample(livedBook, { seed: 1, numRuns: 12 })

test('annual reviews of banks and corporations, told and untold, and of lived years', () => {
  const prints = new Prints()
  const add = (snapshot: AnnualReviewSnapshot) => {
    const view = buildAnnualReview(snapshot)
    const { sections, ...rest } = view
    for (const { code, ...section } of sections) prints.add(`section ${code}`, section)
    for (const [key, part] of Object.entries(rest)) prints.add(key, part)
    prints.add('executive summary as a document', executiveSummaryOf(view))
    addExplanations(prints, view, (address) => explainReviewFigure(view, address))
  }
  for (const snapshot of Object.values(REVIEWS_OF_EVERY_KIND)) add(snapshot)
  for (const [index, years] of lived.entries()) add(reviewAt(years, index % 4))
  return kept(prints, 'annual-reviews')
})

test('comparisons of annual reviews, of two years and of two kinds', () => {
  const prints = new Prints()
  for (const [index, years] of lived.entries())
    addComparison(prints, compareAnnualReviews(reviewAt(years, index % 3), reviewAt(years, 3, 1 + (index % 2))))
  const kinds = Object.values(REVIEWS_OF_EVERY_KIND)
  for (const [index, one] of kinds.entries()) {
    const other = kinds[(index + 1) % kinds.length]
    if (other) addComparison(prints, compareAnnualReviews(one, other))
  }
  return kept(prints, 'annual-review-comparisons')
})

test('asset reports and their comparisons, of months and of quarters, with gaps, estimates, funds and another tax', () => {
  const prints = new Prints()
  const add = (snapshot: AssetReportSnapshot) => {
    const view = buildAssetReport(snapshot)
    for (const [key, part] of Object.entries(view)) prints.add(key, part)
    addExplanations(prints, view, (address) => explainAssetFigure(view, address))
  }
  const example = firstExampleBank()
  for (const over of [{}, { kind: 'AssetSummaryReport' as const }, { isQuarterly: true, priorPeriod: plainDate('2025-09-30') }])
    add(firstExampleBank({ ...over, funds: [fundExample()] }))
  const restated = { on: plainDate('2025-03-02'), reason: 'The carrier corrected its December file' }
  const opened = example.policies.map((policy, place) =>
    place === 0 ? policy : { ...policy, opening: { cashSurrenderValue: cents(300_000_000 + place), ...(place === 1 ? { restated } : {}) } },
  )
  const lines = controlsOf(
    [{ ruleCode: 'V3', title: AUDIT_RULES.V3.title, reasonCode: 'CORRECTED', status: 'RESOLVED' }],
    new Set(['V1', 'V3', 'M3']),
    new Map([['M4', ['no interest in the carrier’s file']]]),
  )
  const examined = { policies: 5, valued: 5, carriers: 3, files: 2, auditedAt: '2026-01-06T09:00:00.000Z' }
  for (const kind of ['AssetReport', 'AssetSummaryReport'] as const)
    for (const controls of [
      { asOf: example.period, examined, lines },
      { asOf: example.period, examined: null, lines: [] },
    ])
      add({ ...example, kind, policies: opened, controls })
  for (const [index, book] of books.entries()) {
    const yieldConvention = (['SIMPLE', 'COMPOUND', 'TIMES12'] as const)[index % 3] ?? 'SIMPLE'
    const month = reportAt(book, index, { yieldConvention })
    const tax = month.tax && { ...month.tax, boliStateTreatment: (['TAXED', 'IN_CAPITAL_BASE', 'EXCLUDED'] as const)[index % 3] ?? 'TAXED' }
    const policies = month.policies.map((policy, place) =>
      place % 3 === 0 ? { ...policy, balances: [] } : { ...policy, flags: { ...policy.flags, estimated: place % 3 === 1 } },
    )
    add(month)
    add({ ...month, tax, policies })
    const quarter = reportAt(book, 2 + 3 * (index % 4))
    add({ ...quarter, isQuarterly: true, priorPeriod: addMonthEnds(quarter.period, -3), funds: [fundExample()] })
    addComparison(prints, compareAssetReports(month, reportAt(book, Math.min(13, index + 1 + (index % 3)))))
    addComparison(prints, compareAssetReports(example, { ...example, tax, policies: example.policies.slice(index % 3) }))
  }
  return kept(prints, 'asset-reports')
})

test('charts of value, income, accounts and concentration, wide and narrow, whole, with gaps and of nothing', () => {
  const prints = new Prints()
  const colors = { general: 'navy', hybrid: 'blue', separate: 'green' }
  const months = Array.from({ length: 14 }, (_, index) => addMonthEnds(plainDate('2024-12-31'), index))
  for (const [index, size] of [
    { width: 720, height: 320 },
    { width: 300, height: 150 },
    { width: 480, height: 90 },
  ].entries())
    for (const scale of [0, 1_234, 98_765_432, 1_312_345_678_901]) {
      const amount = (place: number) =>
        index === 1 && place % 5 === 3 ? null : cents(Math.round(scale * (1 + place / 10) * (place % 4 === 2 ? 0.9 : 1)))
      const values = months.map((period, place) => ({
        period,
        cashSurrenderValue: amount(place),
        increase: place % 6 === 4 ? null : cents(Math.round((scale * (place - 3)) / 90)),
        ...(place === 8 ? { missing: index } : {}),
      }))
      for (const shown of [values, values.slice(0, 1), values.slice(0, 3)]) {
        prints.add('value by month', [valueTrend(shown, PRINT_THEME, size, index !== 2), valueTrendText(shown)])
        prints.add('value by year', valueTrend(shown, PRINT_THEME, size, true, 'year'))
      }
      const accounts = months.map((period, place) => ({
        period,
        general: amount(place),
        hybrid: index === 0 ? cents(0) : amount(place + 1),
        separate: amount(place + 2),
        missing: place === 6 ? index : 0,
      }))
      prints.add('value by account', [accountArea(accounts, PRINT_THEME, colors, size), accountAreaText(accounts), accountsHeld(accounts)])
      const parts = months.slice(0, 3 + 4 * index).map((name, place) => ({ name, cashSurrenderValue: amount(place) ?? cents(0) }))
      const shares = scale === 0 ? [] : sharesOf(parts)
      prints.add('shares of carriers', [shares, shareRing(shares, PRINT_THEME, size), shareRingText(shares)])
      const years = months.slice(0, 1 + 2 * index).map((period, place) => {
        const cashSurrenderValue = cents(Math.round(scale * (1 + place)))
        return { period, cashSurrenderValue, capital: cents(1_000_000_000), ratio: 0.18 + 0.03 * place }
      })
      prints.add('concentration', [concentrationTrend(years, 0.25, PRINT_THEME, size), concentrationTrendText(years, 0.25)])
      prints.add('as SVG', sceneSvg(concentrationTrend(years, 0.25, PRINT_THEME, size), 'Inter'))
    }
  return kept(prints, 'charts')
})

test('forms 8925 and their comparisons, whoever left, died, was insured earlier or twice', () => {
  const prints = new Prints()
  const worked = workedForm8925()
  const variants = [0, 1, 2, 3, 4].map((shift): Form8925Snapshot => {
    const what = (index: number) => (index + shift) % 5
    return {
      ...worked,
      policies: worked.policies.map((policy, index) => {
        if (what(index) === 1) return { ...policy, statusAtYearEnd: 'SURRENDERED', deathBenefit: null }
        return what(index) === 2 ? { ...policy, issueDate: plainDate('2004-05-01') } : policy
      }),
      insureds: worked.insureds.map((insured, index) => {
        if (what(index) === 3) return { ...insured, dateOfDeath: plainDate('2025-03-01') }
        return what(index) === 4 ? { ...insured, consents: [] } : insured
      }),
    }
  })
  for (const [index, snapshot] of [worked, ...variants].entries()) {
    const view = buildForm8925(snapshot)
    for (const [key, part] of Object.entries(view)) prints.add(key, part)
    addExplanations(prints, view, (address) => explainForm8925Figure(view, address))
    addComparison(prints, compareForm8925(worked, variants[index] ?? worked))
  }
  return kept(prints, 'forms-8925')
})
