/** Declared rates of a product over time as steps: each rate from its day until the next, above the guaranteed minimum. */
import { daysBetween, type PlainDate, plainDate, yearOf } from '../../primitives/period.ts'
import {
  amountAxis,
  amountSteps,
  axisOver,
  type ChartTheme,
  dot,
  fixed,
  heightIn,
  type Mark,
  type Plot,
  type Scene,
  type Size,
  stroke,
  text,
} from './scene.ts'

interface RateStep {
  from: PlainDate
  /** A fraction a year. */
  rate: number
}

/** Years named under the plot: every one, or every second, fifth or tenth as they fit. */
const YEAR_STEPS = [1, 2, 5, 10, 20]
const YEAR_WIDTH = 4

/** @param steps oldest first, one at least @param until the last day drawn @throws RangeError for none */
export function rateSteps(
  steps: readonly RateStep[],
  guaranteed: number,
  until: PlainDate,
  theme: ChartTheme,
  { width, height }: Size,
): Scene {
  const [first] = steps
  if (!first) throw new RangeError('a chart of no rates')
  const { fontSize } = theme
  const plot: Plot = { left: fontSize * 4.4, right: width - fontSize * 1.2, top: fontSize * 1.6, bottom: height - fontSize * 2.4 }
  const rates = [...steps.map(({ rate }) => rate * 100), guaranteed * 100]
  const axis = axisOver(rates, amountSteps(plot.bottom - plot.top, theme))
  const at = heightIn(plot, axis)
  const days = Math.max(daysBetween(first.from, until), 1)
  const x = (day: PlainDate) => plot.left + (Math.min(Math.max(daysBetween(first.from, day), 0), days) / days) * (plot.right - plot.left)
  const path = steps.map(({ from, rate }, place) => {
    const end = steps[place + 1]?.from ?? until
    return `${fixed(x(from))} ${fixed(at(rate * 100))}L${fixed(x(end))} ${fixed(at(rate * 100))}`
  })
  const floor = fixed(at(guaranteed * 100))
  const years = yearOf(until) - yearOf(first.from)
  const room = (plot.right - plot.left) / (fontSize * YEAR_WIDTH)
  const every = YEAR_STEPS.find((step) => years / step <= room) ?? 50
  const named = Array.from({ length: years + 1 }, (_, index) => yearOf(first.from) + index).filter(
    (year) => year % every === 0 && plainDate(`${year}-01-01`) >= first.from,
  )
  const marks: Mark[] = [
    ...amountAxis(plot, axis, (value) => `${value.toFixed(axis.step < 1 ? 1 : 0)}%`, theme),
    stroke(`M${fixed(plot.left)} ${floor}H${fixed(plot.right)}`, theme.negative, 1.2),
    stroke(`M${path.join('L')}`, theme.line, 2),
    ...named.map((year) => {
      const place = x(plainDate(`${year}-01-01`))
      return text(String(year), place, plot.bottom + fontSize * 1.4, theme, {
        textAnchor: place > plot.right - fontSize ? 'end' : 'middle',
      })
    }),
    ...steps.map(({ from, rate }) => dot(x(from), at(rate * 100), 2.6, theme.line)),
  ]
  return {
    width,
    height,
    marks,
    points: steps.map(({ from, rate }) => ({ x: x(from), dots: [{ y: at(rate * 100), color: theme.line }] })),
    top: plot.top,
    bottom: plot.bottom,
  }
}
