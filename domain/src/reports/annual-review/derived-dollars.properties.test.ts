/** One rule for every derived dollar of a total: the rate on the amount printed beside it, rounded once; where printed lines miss it by cents, a note says so. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capitalBase } from '../../calculations/concentration.ts'
import { combinedRateOf } from '../../calculations/tax-equivalent-yield.ts'
import type { ReviewLiability } from '../../policies/plan-liability.ts'
import { type Cents, cents, formatMoney, sumCents, times } from '../../primitives/money.ts'
import { livedReviews, reviewAt } from '../../test/lived-review.ts'
import { buildAssetReport } from '../asset-report/build.ts'
import type { ViewTable } from '../table.ts'
import { buildAnnualReview } from './build.ts'
import type { AnnualReviewSnapshot } from './snapshot.ts'
import type { AnnualReviewView } from './view.ts'

const blocksOf = (view: AnnualReviewView) => view.sections.flatMap(({ blocks }) => blocks)
const figuresIn = (view: AnnualReviewView, id: string) =>
  new Map(blocksOf(view).flatMap((block) => (block.kind === 'figures' && block.id === id ? block.figures.map((one) => [one.id, one]) : [])))
const blockOf = (view: AnnualReviewView, id: string) =>
  blocksOf(view).flatMap((block) => (block.kind === 'table' && block.id === id ? [block] : []))[0]
const amount = (row: ViewTable['total'] | undefined, key: string): Cents => cents(Number(row?.cells[key]))

const printed = fc
  .tuple(
    livedReviews,
    fc.integer({ min: 0, max: 3 }),
    fc.double({ min: 0.01, max: 0.4, noNaN: true }),
    fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  )
  .map(([lived, place, federalRate, endowments]): AnnualReviewSnapshot => {
    const review = reviewAt(lived, place)
    return {
      ...review,
      asset: { ...review.asset, tax: review.asset.tax && { ...review.asset.tax, federalRate } },
      policies: review.policies.map((policy, index) => ({ ...policy, modifiedEndowment: endowments[index] ?? true })),
    }
  })
  .filter(({ asset }) => asset.policies.length > 0)

test('tax and penalty of surrendering everything are their rates on the printed gains, and net proceeds what they leave', () =>
  fc.assert(
    fc.property(printed, (snapshot) => {
      const shown = figuresIn(buildAnnualReview(snapshot), 'surrender')
      const of = (id: string) => cents(Number(shown.get(id)?.value))
      const { tax } = snapshot.asset
      if (!tax) throw new Error('a lived review has tax rates')
      const value = sumCents(snapshot.asset.policies.map(({ cashSurrenderValue }) => cashSurrenderValue))
      expect(of('tax')).toBe(times(of('gain'), combinedRateOf(tax)))
      const named = /\$([\d,.]+)/.exec(shown.get('penalty')?.note ?? '')?.[1]
      const base = named === undefined ? of('gain') : cents(Math.round(Number(named.replaceAll(',', '')) * 100))
      expect(of('penalty')).toBe(times(base, 0.1))
      expect(of('net')).toBe(value - of('tax') - of('penalty'))
    }),
    { numRuns: 60 },
  ))

const liabilities = fc.array(fc.integer({ min: 1, max: 9_999_999 }).map(cents), { minLength: 2, maxLength: 6 })
test('a liability after tax is the rate on the printed liability, of each plan and of all; where the plans add to other cents a note says so', () =>
  fc.assert(
    fc.property(printed, liabilities, (snapshot, owed) => {
      const plans = owed.flatMap((liability, index) => {
        const stated: ReviewLiability = { asOf: snapshot.asset.period, liability, hedges: [], source: 'Recordkeeper' }
        return snapshot.plans.map((plan) => ({
          ...plan,
          planId: index + 1,
          name: `Plan ${index + 1}`,
          type: 'NQDC_COLI',
          liabilities: [stated],
        }))
      })
      const view = buildAnnualReview({ ...snapshot, plans })
      const block = blockOf(view, 'plan-coverage')
      const { tax } = snapshot.asset
      if (!block || !tax) throw new Error('no coverage')
      for (const row of [...block.table.rows, block.table.total])
        expect(amount(row, 'cost')).toBe(times(amount(row, 'liability'), 1 - combinedRateOf(tax)))
      const footed = sumCents(block.table.rows.map((row) => amount(row, 'cost')))
      const differs = footed !== amount(block.table.total, 'cost')
      expect(block.note?.includes(`the plans add to ${formatMoney(footed)}`) ?? false).toBe(differs)
    }),
    { numRuns: 60 },
  ))

test('headroom is the limit of the printed capital less the printed value, and risk-weighted assets their weight on the printed value', () =>
  fc.assert(
    fc.property(printed, (snapshot) => {
      const asset = buildAssetReport({ ...snapshot.asset, isQuarterly: true })
      for (const { cashSurrenderValue, limit, basis, capital, headroom } of asset.limitTests) {
        expect(capital).toBe(snapshot.asset.capital && capitalBase(snapshot.asset.capital, basis))
        if (capital !== null) expect(headroom).toBe(times(capital, limit) - cashSurrenderValue)
      }
      const weighed = blockOf(buildAnnualReview(snapshot), 'risk-weights')?.table
      if (!weighed) throw new Error('no risk weights')
      for (const row of weighed.rows) expect(amount(row, 'assets')).toBe(times(amount(row, 'value'), Number(row.cells.weight)))
      expect(amount(weighed.total, 'assets')).toBe(sumCents(weighed.rows.map((row) => amount(row, 'assets'))))
    }),
    { numRuns: 40 },
  ))
