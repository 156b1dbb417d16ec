/** Cash surrender value by account type over time, stacked: general, hybrid and separate accounts, for the dashboard and in print. */
import type { ChartTheme } from './charts.ts'
import { type Cents, formatMoney, sumCents } from './money.ts'
import { formatMonth, formatShortMonth, type PlainDate } from './period.ts'

export const ACCOUNT_TYPES = ['general', 'hybrid', 'separate'] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]
export const ACCOUNT_NAMES: Record<AccountType, string> = {
  general: 'General account',
  hybrid: 'Hybrid account',
  separate: 'Separate account',
}

/** Each at least 3:1 against its surface, and of another lightness than its neighbour: no reader depends on hue. */
export const ACCOUNT_COLOURS: Record<'light' | 'dark', Record<AccountType, string>> = {
  light: { general: '#12436d', hybrid: '#4a90d2', separate: '#28a197' },
  dark: { general: '#a9cdf0', hybrid: '#4a90d2', separate: '#1f8f86' },
}

export type AccountMonth = { period: PlainDate } & Record<AccountType, Cents>

const MOST_LABELS = 6

/** Account types that hold anything in these months: the others would be a legend entry without an area. */
export const accountsHeld = (months: readonly AccountMonth[]): AccountType[] =>
  ACCOUNT_TYPES.filter((type) => months.some((month) => month[type] !== 0))

/** A stacked area in dollars from zero. @param months in order of time */
export function accountAreaOption(months: readonly AccountMonth[], theme: ChartTheme, colours: Record<AccountType, string>) {
  const text = { color: theme.mute, fontSize: theme.fontSize }
  // Evenly spaced, counted back from the last month, which is always named.
  const step = Math.max(1, Math.ceil(months.length / MOST_LABELS))
  const labelled = (index: number) => (months.length - 1 - index) % step === 0
  return {
    textStyle: { fontFamily: 'Inter Variable, Inter, system-ui, sans-serif' },
    grid: { left: 4, right: 4, top: theme.fontSize, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      boundaryGap: false,
      data: months.map((month) => formatShortMonth(month.period)),
      axisLine: { lineStyle: { color: theme.mute } },
      axisTick: { show: false },
      axisLabel: { ...text, hideOverlap: true, margin: theme.fontSize, alignMinLabel: 'left', alignMaxLabel: 'right', interval: labelled },
    },
    yAxis: {
      type: 'value',
      splitNumber: 5,
      axisLabel: { ...text, formatter: shortDollars },
      splitLine: { lineStyle: { color: theme.grid } },
    },
    series: accountsHeld(months).map((type) => ({
      type: 'line',
      name: ACCOUNT_NAMES[type],
      stack: 'account',
      showSymbol: false,
      symbolSize: 7,
      data: months.map((month) => month[type] / 100),
      itemStyle: { color: colours[type] },
      lineStyle: { width: 1.5, color: colours[type] },
      areaStyle: { color: colours[type], opacity: 0.82 },
    })),
  }
}

export function accountAreaText(months: readonly AccountMonth[]): string {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return 'No months to show.'
  const whole = (month: AccountMonth) => formatMoney(sumCents(ACCOUNT_TYPES.map((type) => month[type])))
  const parts = accountsHeld(months).map((type) => `${ACCOUNT_NAMES[type].toLowerCase()} ${formatMoney(last[type])}`)
  return `Cash surrender value from ${whole(first)} in ${formatMonth(first.period)} to ${whole(last)} in ${formatMonth(last.period)}: ${parts.join(', ')}.`
}

/** "$12.5M" without a trailing ".0"; the axis starts at $0. */
function shortDollars(dollars: number): string {
  const [scale, letter] =
    Math.abs(dollars) >= 1e9 ? [1e9, 'B'] : Math.abs(dollars) >= 1e6 ? [1e6, 'M'] : Math.abs(dollars) >= 1e3 ? [1e3, 'K'] : [1, '']
  return `$${(dollars / scale).toLocaleString('en-US', { maximumFractionDigits: 1 })}${letter}`
}
