/** Concentration by year as a chart: a column for each year end, the limit as a line across. */

import { formatPercent } from '../../primitives/money.ts'
import { formatMonth, formatShortMonth, type PlainDate } from '../../primitives/period.ts'
import {
  amountAxis,
  axisOver,
  type ChartTheme,
  fixed,
  heightIn,
  type Mark,
  monthAxis,
  type Plot,
  type Scene,
  type Size,
  stroke,
  text,
} from './scene.ts'

interface ConcentrationYear {
  period: PlainDate
  /** Fraction of capital. */
  ratio: number
}

/** @param limit a fraction of the same capital */
export function concentrationTrend(years: readonly ConcentrationYear[], limit: number, theme: ChartTheme, { width, height }: Size): Scene {
  const { fontSize } = theme
  const plot: Plot = { left: fontSize * 5, right: width - fontSize * 2, top: fontSize * 2.6, bottom: height - fontSize * 2 }
  const axis = axisOver([0, limit * 110, ...years.map(({ ratio }) => ratio * 100)], 3)
  const at = heightIn(plot, axis)
  const slot = (plot.right - plot.left) / Math.max(1, years.length)
  const xs = years.map((_, index) => plot.left + slot * (index + 0.5))
  const bar = Math.min(fontSize * 6, slot * 0.6)
  const marks: Mark[] = [
    text(`Share of capital; the line is the limit of ${formatPercent(limit)}`, 0, fontSize * 0.5, theme),
    ...amountAxis(plot, axis, (value) => `${value}%`, theme),
    ...years.flatMap(({ ratio }, index): Mark[] => {
      const x = xs[index] ?? 0
      const d = `M${fixed(x - bar / 2)} ${fixed(at(0))}h${fixed(bar)}V${fixed(at(ratio * 100))}h${fixed(-bar)}Z`
      return [
        { tag: 'path', attributes: { d, fill: ratio > limit ? theme.negative : theme.line } },
        text(formatPercent(ratio), x, at(ratio * 100) - fontSize * 0.8, theme, { textAnchor: 'middle', fill: theme.ink, fontWeight: 600 }),
      ]
    }),
    stroke(`M${fixed(plot.left)} ${fixed(at(limit * 100))}H${fixed(plot.right)}`, theme.negative, 1.2),
    ...monthAxis(
      plot,
      xs,
      years.map(({ period }) => formatShortMonth(period)),
      theme,
    ),
  ]
  return { width, height, marks, points: xs.map((x) => ({ x, dots: [] })), top: plot.top, bottom: plot.bottom }
}

export const concentrationTrendText = (years: readonly ConcentrationYear[], limit: number): string =>
  years.length === 0
    ? 'No capital on file for any year end.'
    : `Share of capital by year end, ${years.map(({ period, ratio }) => `${formatMonth(period)} ${formatPercent(ratio)}`).join(', ')}, against a limit of ${formatPercent(limit)}.`
