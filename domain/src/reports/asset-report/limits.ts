/** The limits of an asset report, measured on all that the legal entity holds, and what the report says of that. */

import { capitalBase, DEFAULT_LIMITS, type LimitTest, limitTest } from '../../calculations/concentration.ts'
import { type Cents, cents, formatPercent, sumCents } from '../../primitives/money.ts'
import { formatLongDate } from '../../primitives/period.ts'
import type { Basis, ViewRow } from '../table.ts'
import { holdingsElsewhere, measuredOn, withoutSubsidiaries } from './entity-holdings.ts'
import type { Holding } from './holdings.ts'
import { groupBy } from './order.ts'
import type { AssetReportSnapshot, SnapshotCapital, SnapshotCarrier } from './snapshot.ts'
import type { AssetReportTotals } from './view.ts'

export function limitTestsOf(
  holdings: readonly Holding[],
  carriers: ReadonlyMap<string, SnapshotCarrier>,
  snapshot: AssetReportSnapshot,
): LimitTest[] {
  const { perCarrier, aggregate, basis } = snapshot.limits ?? DEFAULT_LIMITS
  const capital = snapshot.capital ? capitalBase(snapshot.capital, basis) : null
  const own = new Map(
    groupBy(holdings, ({ policy }) => policy.carrierCode).map(([code, held]) => [
      code,
      sumCents(held.map((one) => one.cashSurrenderValue)),
    ]),
  )
  const names = new Map([...own.keys()].map((code) => [code, carriers.get(code)?.shortName ?? code]))
  const elsewhere = holdingsElsewhere(snapshot, names)
  const measured = (value: Cents, others: typeof elsewhere) => {
    const { parts, ...all } = measuredOn(value, others)
    return { ...all, ...(elsewhere.length > 0 ? { parts } : {}) }
  }
  const lines = [...new Map([...names, ...elsewhere.map(({ carrier }): [string, string] => [carrier.code, carrier.name])])]
  const total = sumCents([...own.values()])
  return [
    ...lines.map(([key, label]) => {
      const others = elsewhere.filter(({ carrier }) => carrier.code === key)
      return limitTest({ key, label, ...measured(own.get(key) ?? cents(0), others), limit: perCarrier, basis, capital })
    }),
    limitTest(
      { key: 'aggregate', label: 'Aggregate', ...measured(total, elsewhere), limit: aggregate, basis, capital },
      withoutSubsidiaries(total, elsewhere, snapshot),
    ),
  ]
}

/** These policies are a part where the legal entity holds more: its share stands beside theirs. */
export function wholeShare(tests: readonly LimitTest[], { tier1 }: SnapshotCapital): string {
  const aggregate = tests.find(({ key }) => key === 'aggregate')
  return aggregate?.parts ? `All holdings ${formatPercent(aggregate.cashSurrenderValue / tier1)}; ` : ''
}

/** The agencies measure concentration on different capital, so both stand side by side; limits are measured on all that the legal entity holds. */
export function sideBySide(
  { cashSurrenderValue }: AssetReportTotals,
  { tier1, allowance }: SnapshotCapital,
  { entity }: AssetReportSnapshot,
  tests: readonly LimitTest[],
): string {
  const shares = (value: Cents) =>
    `${formatPercent(value / tier1)} of Tier 1${allowance === null ? '' : ` and ${formatPercent(value / (tier1 + allowance))} of Tier 1 + allowance`}`
  const own = `These policies are ${shares(cashSurrenderValue)}`
  if (!entity) return `${own}; policies held elsewhere (subsidiaries, other portals, other services) are not counted.`
  const aggregate = tests.find(({ key }) => key === 'aggregate')
  const all = aggregate?.parts
    ? ` Limits are measured on all that the legal entity holds, its subsidiaries and its other portals with it: ${shares(aggregate.cashSurrenderValue)}.`
    : ' The limits count everything that the institution and its subsidiaries own; no further policies of theirs are on file, here or in another portal.'
  const vendors = entity.stated
    ? `Policies with other vendors count as the questionnaire of ${formatLongDate(entity.stated.period)} states them.`
    : 'Of policies with other vendors nothing was stated; none are counted.'
  return `${own}.${all} ${vendors}`
}

/** A line's headroom is that of all holdings, of which its own policies may be a part. */
export const inAll = (test: LimitTest | undefined, basis: Basis): Pick<ViewRow, 'basis' | 'formulas'> =>
  test?.parts ? { basis: { ...basis, inAll: test.cashSurrenderValue }, formulas: { headroom: 'headroomInAll' } } : { basis }
