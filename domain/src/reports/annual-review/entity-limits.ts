/** The holdings that an annual review's limits are measured on: all that the legal entity holds, at the date under review and at the year ends before it. */

import { concentration, type LimitTest } from '../../calculations/concentration.ts'
import { type Cents, cents, sumCents } from '../../primitives/money.ts'
import { column, tableBlock } from './blocks.ts'
import type { ReviewFigures, ReviewYear } from './figures.ts'
import type { ReviewBlock } from './view.ts'

export const aggregateOf = ({ asset }: Pick<ReviewFigures, 'asset'>): LimitTest | undefined =>
  asset.limitTests.find(({ key }) => key === 'aggregate')

/** The carrier with most of what the limits are measured on. */
export const largestOf = ({ asset }: Pick<ReviewFigures, 'asset'>): LimitTest | undefined =>
  asset.limitTests.filter(({ key }) => key !== 'aggregate').toSorted((a, b) => b.cashSurrenderValue - a.cashSurrenderValue)[0]

/** Whether other portals or vendors hold a part, at the date or at a year end before it. */
export const isPartOfMore = ({ asset, snapshot }: Pick<ReviewFigures, 'asset' | 'snapshot'>): boolean =>
  aggregateOf({ asset })?.parts !== undefined || (snapshot.elsewhereBefore ?? []).some(({ holdings }) => holdings.length > 0)

export interface ReviewMeasured {
  /** Held elsewhere: in other portals, and at the date under review what was stated of other vendors. */
  elsewhere: Cents
  /** Null where a value is missing, here or elsewhere. */
  all: Cents | null
  largest: Cents | null
}

/** Holdings measured against limits at a year's end. For other vendors only the last statement is known, so that earlier years leave them out. */
export function measuredOf(figures: ReviewFigures, year: ReviewYear | null): ReviewMeasured {
  if (!year) return { elsewhere: cents(0), all: null, largest: null }
  if (year.to === figures.snapshot.asset.period) {
    const [aggregate, largest] = [aggregateOf(figures), largestOf(figures)]
    const elsewhere = sumCents((aggregate?.parts ?? []).slice(1).map((part) => part.cashSurrenderValue))
    return { elsewhere, all: aggregate?.cashSurrenderValue ?? null, largest: largest?.cashSurrenderValue ?? null }
  }
  const holdings = figures.snapshot.elsewhereBefore?.find(({ yearEnd }) => yearEnd === year.to)?.holdings ?? []
  const elsewhere = sumCents(holdings.map((held) => held.cashSurrenderValue))
  const own = year.missing > 0 ? null : year.cashSurrenderValue
  if (own === null || own + elsewhere === 0 || holdings.some(({ missing }) => missing > 0)) return { elsewhere, all: null, largest: null }
  const carriers = new Map(year.carriers)
  for (const held of holdings) carriers.set(held.carrierCode, cents((carriers.get(held.carrierCode) ?? 0) + held.cashSurrenderValue))
  return { elsewhere, all: cents(own + elsewhere), largest: cents(Math.max(0, ...carriers.values())) }
}

/** The parts that the limits are measured on, beside each other; none where the review's own policies are all. */
export function partsTable(
  figures: ReviewFigures,
  tier1: Cents | null | undefined,
  withAllowance: Cents | null | undefined,
): ReviewBlock[] {
  const aggregate = aggregateOf(figures)
  if (!aggregate?.parts) return []
  const of = (value: Cents) => ({
    value,
    ofTier1: tier1 ? concentration(value, tier1) : null,
    ofBoth: withAllowance ? concentration(value, withAllowance) : null,
  })
  return [
    tableBlock(
      'entity-holdings',
      'Basis of the limits',
      [
        column('part', 'Part', 'text', { width: 40, group: 'key' }),
        column('value', 'Cash surrender value', 'money', { formula: 'measuredPart' }),
        column('ofTier1', '% of Tier 1', 'percent', { total: 'computed', formula: 'shareOfTier1' }),
        column('ofBoth', '% of Tier 1 and allowance', 'percent', { total: 'computed', width: 12, formula: 'shareOfBoth' }),
      ],
      aggregate.parts.map(({ label, cashSurrenderValue }, index) => ({ id: String(index), part: label, ...of(cashSurrenderValue) })),
      {
        total: { part: 'All holdings of the legal entity', ...of(aggregate.cashSurrenderValue) },
        note: [
          'Limits are the legal entity’s: its subsidiaries and every portal count. For other portals only sums are shown, no policies or names.',
          ...(aggregate.lacking ? [`Not known: ${aggregate.lacking}.`] : []),
        ].join(' '),
      },
    ),
  ]
}
