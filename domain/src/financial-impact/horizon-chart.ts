/** The two values over the years as a scene, which the browser and paper draw, with its words. */
import { counted } from '../primitives/counted.ts'
import { formatMoney } from '../primitives/money.ts'
import {
  amountAxis,
  amountSteps,
  axisOver,
  type ChartTheme,
  dot,
  fixed,
  heightIn,
  monthAxis,
  type Scene,
  type Size,
  stroke,
  text,
  through,
  unitOf,
} from '../reports/charts/scene.ts'
import type { ImpactYear } from './impact.ts'

/** Neighbors differ in lightness, so that no reader depends on hue. */
const HORIZON_COLORS = { policies: '#1F5FBF', alternative: '#E8782A' } as const

export const HORIZON_TITLE = 'Value over the years'
export const HORIZON_LEGEND = [
  { label: 'Cash surrender value', color: HORIZON_COLORS.policies },
  { label: 'Alternative after tax', color: HORIZON_COLORS.alternative },
] as const

/** The chart for who does not see it. */
export function horizonText(years: readonly ImpactYear[]): string {
  const last = years.at(-1)
  return last
    ? `After ${counted(last.year, 'year')} ${formatMoney(last.policyValue)} in policies, ${formatMoney(last.alternativeValue)} in the alternative.`
    : ''
}

export function horizonChart(years: readonly ImpactYear[], theme: ChartTheme, { width, height }: Size): Scene {
  const { fontSize } = theme
  const plot = { left: fontSize * 6, right: width - fontSize * 2, top: fontSize * 2, bottom: height - fontSize * 2 }
  const slot = (plot.right - plot.left) / Math.max(1, years.length)
  const xs = years.map((_year, index) => plot.left + (index + 0.5) * slot)
  const amounts = years.flatMap(({ policyValue, alternativeValue }) => [policyValue, alternativeValue])
  const unit = unitOf(amounts)
  const axis = axisOver(
    amounts.map((amount) => amount / 100),
    amountSteps(plot.bottom - plot.top, theme),
  )
  const at = heightIn(plot, axis)
  const lines = [
    { color: HORIZON_COLORS.policies, of: ({ policyValue }: ImpactYear) => policyValue },
    { color: HORIZON_COLORS.alternative, of: ({ alternativeValue }: ImpactYear) => alternativeValue },
  ].map(({ color, of }) => ({ color, points: years.map((year, index) => [xs[index] ?? 0, fixed(at(of(year) / 100))] as const) }))
  return {
    width,
    height,
    marks: [
      text(`Value at the year’s end, ${unit.name}`, 0, fontSize * 0.5, theme),
      ...amountAxis(plot, axis, (value) => unit.show(value, axis.step), theme),
      ...lines.flatMap(({ color, points }) => [
        ...(points.length > 1 ? [stroke(`M${through(points)}`, color, 1.8)] : []),
        ...points.map(([x, y]) => dot(x, y, 1.8, color)),
      ]),
      ...monthAxis(
        plot,
        xs,
        years.map(({ year }) => String(year)),
        theme,
      ),
    ],
    points: xs.map((x, index) => ({ x, dots: lines.map(({ color, points }) => ({ y: points[index]?.[1] ?? 0, color })) })),
    top: plot.top,
    bottom: plot.bottom,
  }
}
