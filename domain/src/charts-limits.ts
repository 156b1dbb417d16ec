/** Charts about capital and yield: each carrier against its limit, and net yield by month. Plain ECharts options, as in charts.ts. */
import type { ChartTheme } from './charts.ts'
import type { LimitTest } from './concentration.ts'
import { formatPercent } from './money.ts'
import { formatMonth, formatShortMonth, type PlainDate } from './period.ts'

/** Bars of the carriers' shares of capital with a line at the limit; bars over it take another colour, and their label says so. */
export function carrierLimitOption(tests: readonly LimitTest[], theme: ChartTheme) {
  const carriers = tests.filter(({ key, ratio }) => key !== 'aggregate' && ratio !== null).toReversed()
  const limit = carriers[0]?.limit
  const text = { color: theme.mute, fontSize: theme.fontSize }
  return {
    textStyle: { fontFamily: 'Inter, Inter Variable, sans-serif' },
    grid: { left: theme.fontSize * 12, right: theme.fontSize * 6, top: theme.fontSize * 2, bottom: theme.fontSize * 2 },
    xAxis: {
      type: 'value',
      min: 0,
      splitNumber: 4,
      splitLine: { lineStyle: { color: theme.grid } },
      axisLabel: { ...text, formatter: (value: number) => formatPercent(value, 0) },
    },
    yAxis: {
      type: 'category',
      data: carriers.map(({ label }) => label),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: theme.grid } },
      axisLabel: { ...text, width: theme.fontSize * 11, overflow: 'truncate' },
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: theme.fontSize * 1.8,
        data: carriers.map(({ ratio, status }) => ({
          value: ratio,
          itemStyle: { color: status === 'over' ? theme.negative : theme.line },
          label: {
            show: true,
            position: 'right',
            color: theme.ink,
            fontSize: theme.fontSize,
            formatter: () => `${formatPercent(ratio)}${status === 'over' ? ' over' : ''}`,
          },
        })),
        ...(limit === undefined
          ? {}
          : {
              markLine: {
                symbol: 'none',
                silent: true,
                lineStyle: { color: theme.ink, type: 'dashed', width: 1 },
                label: { position: 'end', color: theme.ink, fontSize: theme.fontSize, formatter: `Limit ${formatPercent(limit, 0)}` },
                data: [{ xAxis: limit }],
              },
            }),
      },
    ],
  }
}

export function carrierLimitText(tests: readonly LimitTest[]): string {
  const carriers = tests.filter(({ key, ratio }) => key !== 'aggregate' && ratio !== null)
  return carriers.length === 0 ? 'No capital on file to measure carriers against.' : carriers.map(({ sentence }) => sentence).join(' ')
}

export interface YieldMonth {
  period: PlainDate
  netYield: number | null
}

/** Net yield by month; months that cannot be told are gaps in the line, not nought. */
export function yieldTrendOption(months: readonly YieldMonth[], theme: ChartTheme) {
  const text = { color: theme.mute, fontSize: theme.fontSize }
  return {
    textStyle: { fontFamily: 'Inter, Inter Variable, sans-serif' },
    grid: { left: theme.fontSize * 5, right: theme.fontSize * 2, top: theme.fontSize * 2, bottom: theme.fontSize * 2.5 },
    xAxis: {
      type: 'category',
      data: months.map(({ period }) => formatShortMonth(period)),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: theme.grid } },
      axisLabel: { ...text, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      scale: true,
      splitNumber: 4,
      splitLine: { lineStyle: { color: theme.grid } },
      axisLabel: { ...text, formatter: (value: number) => formatPercent(value) },
    },
    series: [
      {
        type: 'line',
        connectNulls: false,
        symbol: 'circle',
        symbolSize: 4,
        lineStyle: { width: 1.6, color: theme.line },
        itemStyle: { color: theme.line },
        data: months.map(({ netYield }) => netYield),
      },
    ],
  }
}

export function yieldTrendText(months: readonly YieldMonth[]): string {
  const told = months.flatMap(({ period, netYield }) => (netYield === null ? [] : [{ period, netYield }]))
  const [first, last] = [told[0], told.at(-1)]
  if (!first || !last) return 'No net yield to show.'
  const ordered = told.map(({ netYield }) => netYield).sort((one, other) => one - other)
  return `Net yield by month, ${formatPercent(first.netYield)} in ${formatMonth(first.period)} and ${formatPercent(last.netYield)} in ${formatMonth(last.period)}, between ${formatPercent(ordered[0])} and ${formatPercent(ordered.at(-1))}.`
}
