/** Charts as ECharts option objects, without importing a chart library: the browser and the printed report draw the same ones. */
import { type Cents, formatMoney, formatPercent, sumCents } from './money.ts'
import { formatMonth, formatShortMonth, type PlainDate } from './period.ts'

/** What a surface brings along: sizes in its own unit (points or pixels), colours of its theme. */
export interface ChartTheme {
  fontSize: number
  ink: string
  mute: string
  grid: string
  line: string
  positive: string
  negative: string
  surface: string
}

/** White paper, sizes in points. */
export const PRINT_THEME: ChartTheme = {
  fontSize: 7,
  ink: '#0B2A5B',
  mute: '#566273',
  grid: '#E1E7EF',
  line: '#1F5FBF',
  positive: '#2E9E6B',
  negative: '#E8782A',
  surface: '#FFFFFF',
}

/** From the largest share to the smallest; the sixth is "Other". Neighbours differ in lightness, so that no reader depends on hue. */
export const SHARE_COLOURS = ['#0B2A5B', '#1F5FBF', '#2E9E6B', '#7FB2F0', '#E8782A', '#A9B4C2'] as const
const MOST_SHARES = SHARE_COLOURS.length

export interface Share {
  name: string
  cashSurrenderValue: Cents
  /** Fraction of the whole. */
  share: number
  colour: string
}

/** The largest carriers, and the rest as "Other", each with its colour and share. */
export function sharesOf(parts: readonly { name: string; cashSurrenderValue: Cents }[]): Share[] {
  const whole = parts.reduce((sum, part) => sum + part.cashSurrenderValue, 0)
  if (whole <= 0) return []
  const sorted = [...parts].sort((a, b) => b.cashSurrenderValue - a.cashSurrenderValue || (a.name < b.name ? -1 : 1))
  const shown = sorted.length > MOST_SHARES ? sorted.slice(0, MOST_SHARES - 1) : sorted
  const rest = sorted.slice(shown.length)
  const entries =
    rest.length === 0
      ? shown
      : [...shown, { name: `Other (${rest.length})`, cashSurrenderValue: sumCents(rest.map((part) => part.cashSurrenderValue)) }]
  return entries.map((part, index) => ({
    ...part,
    share: part.cashSurrenderValue / whole,
    colour: rest.length > 0 && index === entries.length - 1 ? (SHARE_COLOURS[MOST_SHARES - 1] ?? '') : (SHARE_COLOURS[index] ?? ''),
  }))
}

/** A ring of shares; names and figures stand in the legend beside it. */
export function shareRingOption(shares: readonly Share[], theme: ChartTheme) {
  return {
    series: [
      {
        type: 'pie',
        radius: ['58%', '96%'],
        startAngle: 90,
        label: { show: false },
        labelLine: { show: false },
        itemStyle: { borderColor: theme.surface, borderWidth: 1.4 },
        data: shares.map(({ name, cashSurrenderValue, colour }) => ({
          name,
          value: cashSurrenderValue / 100,
          itemStyle: { color: colour },
        })),
      },
    ],
  }
}

export const shareRingText = (shares: readonly Share[]): string =>
  shares.length === 0
    ? 'No cash surrender value to show.'
    : `Ring of cash surrender value by carrier: ${shares.map(({ name, share }) => `${name} ${formatPercent(share)}`).join(', ')}.`

export interface ValueMonth {
  period: PlainDate
  cashSurrenderValue: Cents
  increase: Cents | null
}

/** Above, cash surrender value by month; below, the increase of each month, unless the chart is too low for both. */
export function valueTrendOption(months: readonly ValueMonth[], theme: ChartTheme, withIncreases = true) {
  const unit = unitOf(months.map((month) => month.cashSurrenderValue))
  const smallUnit = unitOf(months.map((month) => month.increase ?? 0))
  const text = { color: theme.mute, fontSize: theme.fontSize }
  const last = months.length - 1
  const periods = months.map((month) => formatShortMonth(month.period))
  const values = months.map((month) => month.cashSurrenderValue / 100)
  const increases = months.map((month) => (month.increase ?? 0) / 100)
  const category = (gridIndex: number, labels: boolean) => ({
    type: 'category',
    gridIndex,
    data: periods,
    boundaryGap: true,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: theme.grid } },
    axisLabel: { ...text, show: labels, interval: months.length > 8 ? 1 : 0 },
  })
  const amounts = (gridIndex: number, { show }: Unit, axis: Axis) => ({
    type: 'value',
    gridIndex,
    min: axis.min,
    max: axis.max,
    interval: axis.step,
    splitLine: { lineStyle: { color: theme.grid } },
    axisLabel: { ...text, formatter: (value: number) => show(value, axis.step) },
  })
  const sides = { left: theme.fontSize * 6, right: theme.fontSize * 2 }
  const panels = withIncreases ? 2 : 1
  const title = (label: string, top: string) => ({ text: label, left: 0, top, padding: 0, textStyle: { ...text, fontWeight: 'normal' } })
  return {
    textStyle: { fontFamily: 'Inter, Inter Variable, sans-serif' },
    title: [title(`Cash surrender value, ${unit.name}`, '0%'), title(`Increase of the month, ${smallUnit.name}`, '63%')].slice(0, panels),
    grid: [
      {
        ...sides,
        top: withIncreases ? '11%' : theme.fontSize * 2,
        ...(withIncreases ? { height: '45%' } : { bottom: theme.fontSize * 2 }),
      },
      { ...sides, top: '73%', bottom: theme.fontSize * 2 },
    ].slice(0, panels),
    xAxis: [category(0, !withIncreases), category(1, true)].slice(0, panels),
    yAxis: [amounts(0, unit, axisOver(values, withIncreases ? 3 : 2)), amounts(1, smallUnit, axisOver([0, ...increases], 2))].slice(
      0,
      panels,
    ),
    series: [
      {
        type: 'line',
        xAxisIndex: 0,
        yAxisIndex: 0,
        symbol: 'circle',
        symbolSize: 3,
        lineStyle: { width: 1.6, color: theme.line },
        itemStyle: { color: theme.line },
        data: values.map((value, index) =>
          index === last
            ? {
                value,
                symbolSize: 6,
                itemStyle: { color: theme.positive },
                label: {
                  show: true,
                  position: value < (values[index - 1] ?? value) ? 'bottom' : 'top',
                  color: theme.ink,
                  fontWeight: 600,
                  fontSize: theme.fontSize,
                  formatter: () => unit.show(value),
                },
              }
            : value,
        ),
      },
      {
        type: 'bar',
        xAxisIndex: 1,
        yAxisIndex: 1,
        barMaxWidth: theme.fontSize * 2.4,
        data: months.map(({ increase }) => ({
          value: increase === null ? null : increase / 100,
          itemStyle: { color: (increase ?? 0) < 0 ? theme.negative : theme.line },
        })),
      },
    ].slice(0, panels),
  }
}

export function valueTrendText(months: readonly ValueMonth[]): string {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return 'No months to show.'
  return `Cash surrender value by month, from ${formatMoney(first.cashSurrenderValue)} in ${formatMonth(first.period)} to ${formatMoney(last.cashSurrenderValue)} in ${formatMonth(last.period)}, and the increase of each month.`
}

interface Axis {
  min: number
  max: number
  step: number
}

// Axis bounds on round numbers with some air: a line shows its movement, and the axis says where it starts.
function axisOver(values: readonly number[], steps: number): Axis {
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  const span = Math.max(greatest - least, Math.abs(greatest) * 0.02, 1)
  const step = niceStep(span / steps)
  const air = least === 0 ? 0 : span * 0.1
  return {
    min: Math.floor((least - (least > 0 ? Math.min(air, least) : air)) / step) * step,
    max: Math.ceil((greatest + span * 0.12) / step) * step,
    step,
  }
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  return (rough / power <= 1 ? 1 : rough / power <= 2 ? 2 : rough / power <= 5 ? 5 : 10) * power
}

interface Unit {
  name: string
  /** With as many decimals as a step of the axis needs; one without an axis. */
  show: (dollars: number, step?: number) => string
}

const UNITS = [
  [1e9, 'B', 'billions of dollars'],
  [1e6, 'M', 'millions of dollars'],
  [1e3, 'K', 'thousands of dollars'],
] as const

function unitOf(amounts: readonly number[]): Unit {
  const greatest = Math.max(0, ...amounts.map((amount) => Math.abs(amount) / 100))
  const [scale, letter, name] = UNITS.find(([size]) => greatest >= 2 * size) ?? [1, '', 'dollars']
  return {
    name,
    show: (dollars, step = scale / 10) => {
      if (dollars === 0) return '$0'
      const decimals = Math.max(0, Math.ceil(-Math.log10(step / scale) - 1e-9))
      // Not toLocaleString: it costs more than drawing the axis.
      const text = (Math.abs(dollars) / scale).toFixed(decimals).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
      return `${dollars < 0 ? '-' : ''}$${text}${letter}`
    },
  }
}
