/** The months of an asset report's trend: value, increase and yield of each, and what explains a remarkable fall. */

import { additionsOf, flowsBetween, increase, removalsOf, weightedBegin, type YieldPeriod } from '../../calculations/yields.ts'
import type { Cents } from '../../primitives/money.ts'
import { addMonthEnds, daysBetween, daysInYear, yearOf } from '../../primitives/period.ts'
import type { Basis } from '../table.ts'
import { column, YIELD_FORMULAS } from './columns.ts'
import { type Holding, type Span, sumKnown, yieldOf } from './holdings.ts'
import type { AssetReportSnapshot } from './snapshot.ts'
import type { SnapshotMonth } from './snapshot-sums.ts'
import { eventOf } from './value-events.ts'
import type { HoldingFigures, TrendMonth, TrendView } from './view.ts'

/** The last month is what the report itself says of its month. */
export function trendView(sorted: readonly Holding[], total: HoldingFigures, snapshot: AssetReportSnapshot): TrendView {
  const told = snapshot.trend.map((month) => {
    const { period } = month
    const isNow = period === snapshot.period
    const between = { from: addMonthEnds(period, -1), to: period }
    const spans = isNow ? spansOfMonth(sorted, between, snapshot) : month.comparable ? [spanOfMonth(month)] : []
    const gain = sumKnown(spans.map((span) => span.increase))
    const netYield = gain === null ? null : yieldOf(spans, between, snapshot)
    const { cashSurrenderValue, policies, missing } = isNow ? nowOf(total, snapshot) : valuedIn(month)
    const partial = [
      ...(missing > 0 && cashSurrenderValue !== null ? ['cashSurrenderValue'] : []),
      ...(gain !== null && spans.some((span) => span.increase === null) ? ['increase'] : []),
    ]
    const event = eventOf({ ...month, begin: month.beginCashSurrenderValue, end: month.cashSurrenderValue })
    const shown: TrendMonth = {
      period,
      cashSurrenderValue,
      increase: gain,
      netYield,
      policies,
      missing,
      ...(event ? { event: event.dated } : {}),
    }
    return { month: shown, event: event?.name ?? null, basis: monthBasis(spans, between), partial }
  })
  const isGapped = told.some(({ month }) => (month.missing ?? 0) > 0)
  const isEventful = told.some(({ month }) => month.event)
  const columns = [
    column('period', 'Month', 'date', { group: 'key' }),
    column('cashSurrenderValue', 'Cash surrender value', 'money', { total: 'none', formula: 'monthEndValue' }),
    column('increase', 'Increase', 'money', { total: 'none', formula: 'increase' }),
    column('netYield', 'Net yield', 'percent', { formula: YIELD_FORMULAS[snapshot.yieldConvention] }),
    ...(isGapped ? [column('missing', 'Policies without a value', 'text', { width: 12 })] : []),
    ...(isEventful ? [column('event', 'Event', 'text', { width: 18 })] : []),
  ]
  return {
    months: told.map(({ month }) => month),
    table: {
      id: 'trend',
      title: 'Thirteen months',
      columns,
      rows: told.map(({ month: { policies, missing = 0, event: _, ...cells }, event, basis, partial }) => ({
        id: `trend-${cells.period}`,
        cells: {
          ...cells,
          ...(isGapped ? { missing: missing > 0 ? `${missing} of ${policies}` : null } : {}),
          ...(isEventful ? { event } : {}),
        },
        basis,
        ...(partial.length > 0 ? { partial } : {}),
      })),
      total: null,
    },
  }
}

const nowOf = ({ cashSurrenderValue }: HoldingFigures, { policies }: AssetReportSnapshot) => ({
  cashSurrenderValue,
  policies: policies.length,
  missing: 0,
})

/** No value at all is none, and no nought; what was stored before policies were counted stands as it was printed. */
function valuedIn({ cashSurrenderValue, policies, missing = 0 }: SnapshotMonth) {
  const isEmpty = policies !== undefined && policies > 0 && missing === policies
  return { cashSurrenderValue: isEmpty ? null : cashSurrenderValue, policies: policies ?? null, missing }
}

type MonthSpan = Span & { added: Cents; taken: Cents }

function spanOfMonth({ period, beginCashSurrenderValue: begin, cashSurrenderValue: end, flows }: SnapshotMonth): MonthSpan {
  const atWork = weightedBegin(begin, flows, addMonthEnds(period, -1), period)
  return { begin, end, increase: increase(begin, end, flows), atWork, added: additionsOf(flows), taken: removalsOf(flows) }
}

function spansOfMonth(sorted: readonly Holding[], { from, to }: YieldPeriod, { isQuarterly }: AssetReportSnapshot): MonthSpan[] {
  return sorted.map((holding) => {
    const flows = flowsBetween(holding.policy.flows, from, to)
    return { ...((isQuarterly && holding.months.at(-1)) || holding.span), added: additionsOf(flows), taken: removalsOf(flows) }
  })
}

/** Inputs of a month's increase and yield; spans without an increase are left out on both sides. */
function monthBasis(spans: readonly MonthSpan[], { from, to }: YieldPeriod): Basis {
  const told = spans.filter((span) => span.increase !== null)
  const sum = (of: (span: MonthSpan) => number | null) => told.reduce((all, span) => all + (of(span) ?? 0), 0)
  return {
    end: sum(({ end }) => end),
    begin: sum(({ begin }) => begin),
    added: sum(({ added }) => added),
    taken: sum(({ taken }) => taken),
    atWork: sum(({ atWork }) => atWork),
    days: daysBetween(from, to),
    daysInYear: daysInYear(yearOf(to)),
    months: 1,
  }
}
