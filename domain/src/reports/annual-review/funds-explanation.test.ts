/** The risk weight of a fund behind separate accounts works out from its classes, by each approach of look-through. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fundWeight } from '../../calculations/risk-weight.ts'
import { lookThroughOf } from '../../policies/separate-account-funds.ts'
import { fundExample } from '../../test/fund-example.ts'
import { reviewExample } from '../../test/review-example.ts'
import { buildAssetReport } from '../asset-report/build.ts'
import { explainAssetFigure } from '../asset-report/explanation.ts'
import { type Explanation, workedOut } from '../explanation/explanation.ts'
import { buildAnnualReview } from './build.ts'
import { explainReviewFigure, reviewFigureAt } from './explanation.ts'
import { REVIEW_FORMULAS } from './formulas.ts'

const sumOfLines = (made: Explanation | null): number => (made?.lines ?? []).reduce((sum, { value }) => sum + value, 0)

const classes = fc
  .array(
    fc.record({ part: fc.integer({ min: 0, max: 9 }), weight: fc.constantFrom(0, 0.2, 0.5, 1, 4), most: fc.integer({ min: 2, max: 10 }) }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((some) => {
    // The shares are the whole fund, and what the guidelines allow is at least that.
    const whole = some.reduce((sum, { part }) => sum + part, 0) || 1
    return some.map(({ part, weight, most }, index) => ({
      name: `Class ${index}`,
      share: some.every((one) => one.part === 0) ? (index === 0 ? 1 : 0) : part / whole,
      weight,
      most: index === 0 ? 1 : most / 10,
    }))
  })

test('a fund’s weight is summed from its classes as the elected approach takes them, and a separate account from its funds', () =>
  fc.assert(
    fc.property(
      classes,
      fc.constantFrom('FULL' as const, 'ALTERNATIVE_MODIFIED' as const, 'SIMPLE_MODIFIED' as const),
      (some, approach) => {
        const example = reviewExample()
        const view = buildAnnualReview({ ...example, asset: { ...example.asset, funds: [fundExample({ approach, classes: some })] } })
        const weight = explainReviewFigure(view, { table: 'separate-account-funds', row: 'fund-31', column: 'weight' })
        expect(weight?.lines?.length).toBeGreaterThan(0)
        expect(sumOfLines(weight)).toBeCloseTo(fundWeight(lookThroughOf({ approach, classes: some })), 9)
        expect(weight?.lines?.every(({ label }) => label.startsWith('Class ') || weight?.value === 0.2)).toBe(true)
        const quarter = buildAssetReport({
          ...example.asset,
          kind: 'AssetReport',
          isQuarterly: true,
          institution: { ...example.asset.institution, callReportForm: 'FFIEC041' },
          funds: [fundExample({ approach, classes: some })],
        })
        const inAsset = (column: string) => explainAssetFigure(quarter, { table: 'separate-account-funds', row: 'fund-31', column })
        expect(inAsset('weight')?.lines).toEqual(weight?.lines)
        const inReview = explainReviewFigure(view, { table: 'separate-account-funds', row: 'fund-31', column: 'value' })
        for (const value of [inAsset('value'), inReview]) {
          expect(value?.lines?.map(({ detail }) => detail)).toEqual(['C-3001'])
          expect(sumOfLines(value)).toBe(value?.value)
        }
        for (const [explained, row] of [
          [explainAssetFigure(quarter, { table: 'risk-weights', row: 'separate', column: 'assets' }), 'weighted'],
          [explainAssetFigure(quarter, { table: 'call-report', row: 'rc-r-ii-8-a-weighted', column: 'amount' }), 'filed'],
          [explainReviewFigure(view, { table: 'call-report', row: 'rc-r-ii-8-a-weighted', column: 'amount' }), 'reviewed'],
        ] as const) {
          expect(
            explained?.lines?.map(({ address }) => address?.row),
            row,
          ).toEqual(['fund-31'])
          expect(sumOfLines(explained), row).toBe(explained?.value)
        }
        const assets = explainReviewFigure(view, { table: 'risk-weights', row: 'SEPARATE', column: 'assets' })
        expect([sumOfLines(assets), assets?.lines?.map(({ label }) => label)]).toEqual([assets?.value, ['Charlie Stable Value Division']])
        const account = reviewFigureAt(view, { table: 'risk-weights', row: 'SEPARATE', column: 'weight' })
        expect(account && workedOut(account, REVIEW_FORMULAS)).toBeCloseTo(Number(account?.value), 12)
        expect(explainReviewFigure(view, { table: 'risk-weights', row: 'GENERAL', column: 'weight' })?.formula).toBeNull()
      },
    ),
    { numRuns: 40 },
  ))
