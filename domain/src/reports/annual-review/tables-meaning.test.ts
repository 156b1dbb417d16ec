/** The places where an annual review prints each term, found by changing it: the table that marks reviews as stale names these places and no other. */
import { expect, test } from 'vitest'
import { cents, usd } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { firstExampleBank } from '../../test/first-example-bank.ts'
import { BOARD, reviewExample } from '../../test/review-example.ts'
import type { SnapshotCapital } from '../asset-report/snapshot.ts'
import { buildAnnualReview } from './build.ts'
import { executiveSummaryOf } from './executive-summary.ts'
import { defaultReviewTexts, type ReviewFrame, type ReviewSectionCode } from './outline.ts'
import type { AnnualReviewSnapshot, ReviewCapital } from './snapshot.ts'
import {
  type PrintedWhere,
  REVIEW_BOARD_TERMS,
  REVIEW_CAPITAL_TERMS,
  REVIEW_LIMIT_TERMS,
  REVIEW_TAX_TERMS,
  REVIEW_YEAR_END_TERMS,
} from './tables-meaning.ts'

const yearEnd = (date: string, tier1: number): ReviewCapital => ({
  yearEnd: plainDate(date),
  asOf: plainDate(date),
  tier1: usd(tier1),
  allowance: usd(60_000_000),
  tier2: usd(6_000_000),
  total: usd(tier1 + 9_000_000),
  totalAssets: usd(650_000_000),
  source: 'CALL_REPORT',
})
const LIMITS = { perCarrier: 0.2, aggregate: 0.3, basis: 'TIER1_PLUS_ACL' } as const
const CAPITAL: SnapshotCapital = {
  tier1: usd(60_000_000),
  allowance: usd(5_400_000),
  total: usd(72_000_000),
  asOf: plainDate('2025-09-30'),
  source: 'CALL_REPORT',
}

/** A review with every section on, each term stated. */
function stated(frame: ReviewFrame): AnnualReviewSnapshot {
  const texts = defaultReviewTexts(frame)
  const example = reviewExample()
  const site = { id: frame === 'COLI' ? 2 : 1, name: frame, portalLabel: frame }
  return reviewExample({
    asset: firstExampleBank({ site, capital: CAPITAL, limits: LIMITS }),
    board: { ...BOARD, minimums: { AM_BEST: 'A-' }, minComdex: 40, approvedOn: plainDate('2025-02-18') },
    carriers: example.carriers.map((carrier) => ({
      ...carrier,
      ratings: carrier.ratings.flatMap((rating) => [rating, { ...rating, agency: 'COMDEX' as const, rating: '90' }]),
    })),
    // A year more than the example's, so that an earlier year end stands on the review.
    policies: example.policies.map((policy) => ({
      ...policy,
      values: policy.values.flatMap((value) => [{ ...value, date: plainDate('2023-12-31') }, value]),
    })),
    capital: [yearEnd('2023-12-31', 55_000_000), yearEnd('2024-12-31', 57_000_000), yearEnd('2025-12-31', 60_000_000)],
    texts: {
      ...texts,
      configuration: { ...texts.configuration, sections: texts.configuration.sections.map((one) => ({ ...one, on: true })) },
    },
  })
}

type Change = (review: AnnualReviewSnapshot) => AnnualReviewSnapshot
const inAsset =
  (part: 'tax' | 'capital' | 'limits', values: object): Change =>
  (review) => ({ ...review, asset: { ...review.asset, [part]: { ...review.asset[part], ...values } } })
const inBoard =
  (values: object): Change =>
  (review) => ({ ...review, board: { ...BOARD, ...review.board, ...values } })
const inYearEnd =
  (back: number, values: object): Change =>
  (review) => ({
    ...review,
    capital: review.capital.map((row, index) => (index === review.capital.length - 1 - back ? { ...row, ...values } : row)),
  })
/** Limits measured on total capital, which is printed then. */
const onTotal =
  (change: Change): Change =>
  (review) =>
    change(inAsset('limits', { basis: 'TOTAL' })(review))

const early = plainDate('2025-03-31')
const of = (terms: object) => Object.keys(terms)

/** Each term with what is changed in it, twice where one value may leave a test as it was. */
const CHANGES: Record<string, Record<string, Change[]>> = {
  tax: {
    federalRate: [inAsset('tax', { federalRate: 0.3 })],
    stateRate: [inAsset('tax', { stateRate: 0.09 })],
    stateCode: [inAsset('tax', { stateCode: 'OH' })],
    federalDeductibleFraction: [inAsset('tax', { stateRate: 0.09, federalDeductibleFraction: 0.5 })],
    boliStateTreatment: [inAsset('tax', { boliStateTreatment: 'TAXED' })],
    combinedRateOverride: [inAsset('tax', { combinedRateOverride: 0.4 })],
    asOf: [inAsset('tax', { asOf: early })],
    source: [inAsset('tax', { source: 'Another return' })],
  },
  capital: {
    tier1: [inAsset('capital', { tier1: usd(20_000_000) }), inAsset('capital', { tier1: usd(59_000_000) })],
    allowance: [inAsset('capital', { allowance: usd(900_000) })],
    asOf: [inAsset('capital', { asOf: early })],
    source: [inAsset('capital', { source: 'STAFF' })],
    total: [inAsset('capital', { total: usd(20_000_000) })],
  },
  limits: {
    perCarrier: [inAsset('limits', { perCarrier: 0.01 }), inAsset('limits', { perCarrier: 0.19 })],
    aggregate: [inAsset('limits', { aggregate: 0.02 }), inAsset('limits', { aggregate: 0.29 })],
    basis: [inAsset('limits', { basis: 'TIER1' })],
  },
  board: {
    minimums: [inBoard({ minimums: { AM_BEST: 'A++' } }), inBoard({ minimums: { AM_BEST: 'B' } }), inBoard({ minimums: {} })],
    minComdex: [inBoard({ minComdex: 99 }), inBoard({ minComdex: null })],
    maxSalaryMultiple: [inBoard({ maxSalaryMultiple: 0.5 }), inBoard({ maxSalaryMultiple: 90 })],
    approvedOn: [inBoard({ approvedOn: early }), inBoard({ approvedOn: null })],
    nextReviewOn: [inBoard({ nextReviewOn: early }), inBoard({ nextReviewOn: plainDate('2027-03-31') })],
    effectiveFrom: [inBoard({ effectiveFrom: early })],
    perCarrier: [inBoard({ perCarrier: 0.01 })],
    aggregate: [inBoard({ aggregate: 0.01 })],
    basis: [inBoard({ basis: 'TOTAL' })],
  },
  ...Object.fromEntries(
    Object.keys(REVIEW_YEAR_END_TERMS).map((place, back) => [
      place,
      Object.fromEntries(
        (
          [
            ['asOf', [early]],
            ['tier1', [usd(21_000_000), usd(900_000_000)]],
            ['allowance', [cents(7), usd(900_000_000)]],
            ['tier2', [usd(1_000_000)]],
            ['total', [usd(31_000_000), usd(900_000_000)]],
            ['totalAssets', [usd(90_000_000)]],
            ['source', ['STAFF']],
          ] as const
        ).map(([name, values]) => [name, values.map((value) => inYearEnd(back, { [name]: value }))]),
      ),
    ]),
  ),
}
const TABLE: Record<string, Record<string, Record<ReviewFrame, PrintedWhere>>> = {
  tax: REVIEW_TAX_TERMS,
  capital: REVIEW_CAPITAL_TERMS,
  limits: REVIEW_LIMIT_TERMS,
  board: REVIEW_BOARD_TERMS,
  ...REVIEW_YEAR_END_TERMS,
}

/** The view as a reader sees it: inputs of formulas alone, which every section keeps, are nothing printed. */
const seen = (value: unknown) => JSON.stringify(value, (key, each) => (key === 'basis' ? undefined : each))

/** Sections that differ, and whether notes or the executive summary do. */
function differing(before: AnnualReviewSnapshot, after: AnnualReviewSnapshot): { everywhere: boolean; sections: ReviewSectionCode[] } {
  const [was, is] = [buildAnnualReview(before), buildAnnualReview(after)]
  const whole = (view: typeof was) => seen([view.header, view.footer, view.notes, executiveSummaryOf(view)])
  return {
    everywhere: whole(was) !== whole(is),
    sections: was.sections.flatMap((section, index) => (seen(section) === seen(is.sections[index]) ? [] : [section.code])),
  }
}

const CASES = (['BOLI', 'COLI'] as const).flatMap((frame) =>
  Object.entries(CHANGES).flatMap(([kind, fields]) => Object.entries(fields).map(([name, changes]) => ({ frame, kind, name, changes }))),
)

test.each(CASES)('$frame: $kind $name is printed where the table says, and nowhere else', ({ frame, kind, name, changes }) => {
  const where = TABLE[kind]?.[name]?.[frame] ?? []
  const isTotal = name === 'total'
  const found = changes.map((change) => {
    const before = isTotal ? onTotal((review) => review)(stated(frame)) : stated(frame)
    return differing(before, change(before))
  })
  const sections = [...new Set(found.flatMap((one) => one.sections))]
  if (where === 'EVERYWHERE') expect(found.some(({ everywhere }) => everywhere)).toBe(true)
  else
    expect({ everywhere: found.some(({ everywhere }) => everywhere), sections }).toEqual({
      everywhere: false,
      // Peers are measured when the snapshot is read: the example has none.
      sections: where.filter((code) => code !== 'PEERS'),
    })
})

test('total capital is printed only where limits are measured on it', () => {
  for (const change of [CHANGES.capital?.total, CHANGES.date?.total, CHANGES.before?.total, CHANGES.earlier?.total].flat())
    expect(change && differing(stated('BOLI'), change(stated('BOLI')))).toEqual({ everywhere: false, sections: [] })
})

test('every term of the table is changed above', () => {
  for (const [kind, terms] of Object.entries(TABLE)) expect(of(CHANGES[kind] ?? {})).toEqual(expect.arrayContaining(of(terms)))
})
