/** A carrier's beginning value, plans' values of earlier years and the last month's yield work out from what they list. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from '../../primitives/money.ts'
import { addressesOf, explained, sumOfLines } from '../../test/explained-review.ts'
import { livedReviews, reviewAt } from '../../test/lived-review.ts'
import { workedOut } from '../explanation/explanation.ts'
import { buildAnnualReview } from './build.ts'
import { reviewFigureAt } from './explanation.ts'
import { REVIEW_FORMULAS } from './formulas.ts'

test('a carrier’s value at the year’s beginning lists the policies held then, those that ended since among them', () =>
  fc.assert(
    fc.property(livedReviews, fc.integer({ min: 0, max: 3 }), (lived, place) => {
      const snapshot = reviewAt(lived, place)
      const view = buildAnnualReview(snapshot)
      for (const address of addressesOf(view, 'begin')) {
        if (address.row === 'total') continue
        const made = explained(view, address)
        expect(made.lines, JSON.stringify(address)).not.toBeNull()
        expect(sumOfLines(made), JSON.stringify(address)).toBe(made.value)
        const { yearStart } = snapshot.asset
        const held = [...snapshot.asset.policies, ...snapshot.asset.removedPolicies].filter(
          ({ carrierCode, balances }) =>
            carrierCode === address.row && balances.some(({ date, cashSurrenderValue }) => date === yearStart && cashSurrenderValue > 0),
        )
        const listed = made.lines?.map(({ detail }) => detail?.split(',')[0]).toSorted()
        expect(listed).toEqual(held.map(({ policyNumber }) => policyNumber).toSorted())
      }
      // A view without the list of policies gets none, terminated ones neither.
      const sections = snapshot.texts.configuration.sections.map((one) => (one.code === 'APPENDICES' ? { ...one, on: false } : one))
      const bare = buildAnnualReview({
        ...snapshot,
        texts: { ...snapshot.texts, configuration: { ...snapshot.texts.configuration, sections } },
      })
      expect(bare.workings?.ended).toBeUndefined()
      for (const address of addressesOf(bare, 'begin'))
        if (address.row !== 'total')
          expect(explained(bare, address)).toMatchObject({ lines: null, note: expect.stringContaining('not listed') })
    }),
    { numRuns: 40 },
  ))

test('last month’s yield works out by carrier and in total, and plans’ values of each year are told by plan and carrier', () =>
  fc.assert(
    fc.property(
      livedReviews,
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom('SIMPLE' as const, 'COMPOUND' as const),
      (lived, place, yieldConvention) => {
        const snapshot = reviewAt(lived, place)
        const [first] = snapshot.yearEnds
        const liabilities = [{ asOf: first ?? snapshot.asset.period, liability: cents(1_500_000_00), source: 'Administrator', hedges: [] }]
        const plans = snapshot.plans.map((plan) => ({ ...plan, type: 'NQDC_COLI', liabilities }))
        const site = { ...snapshot.asset.site, portalLabel: 'COLI' as const }
        const view = buildAnnualReview({ ...snapshot, plans, asset: { ...snapshot.asset, site, yieldConvention } })
        for (const address of addressesOf(view, 'month')) {
          const figure = reviewFigureAt(view, address)
          expect(figure && workedOut(figure, REVIEW_FORMULAS), JSON.stringify(address)).toBeCloseTo(Number(figure?.value), 9)
          expect(explained(view, address).figures).not.toBeNull()
        }
        const years = addressesOf(view, 'value').filter(({ table }) => table === 'coverage-by-year')
        expect(years.length).toBeGreaterThan(0)
        for (const address of years) {
          const made = explained(view, address)
          if (made.value === 0) continue
          expect(made.lines, JSON.stringify(address)).not.toBeNull()
          expect(sumOfLines(made), JSON.stringify(address)).toBe(made.value)
        }
      },
    ),
    { numRuns: 40 },
  ))
