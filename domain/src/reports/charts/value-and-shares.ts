/** The charts of asset reports as scenes (chart-scene.ts): the browser and the printed report draw the same ones. */

import { type Cents, formatMoney, formatPercent, MISSING, sumCents } from '../../primitives/money.ts'
import { formatMonth, formatShortMonth, type PlainDate } from '../../primitives/period.ts'
import { PARTIAL } from '../table.ts'
import { eventMarks, eventsText, LETTER } from './events.ts'
import {
  amountAxis,
  axisOver,
  type ChartTheme,
  dot,
  fixed,
  heightIn,
  type Mark,
  monthAxis,
  type Plot,
  type Scene,
  type Size,
  stroke,
  text,
  through,
  unitOf,
} from './scene.ts'

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

/** From the largest share to the smallest; the sixth is "Other". Neighbors differ in lightness, so that no reader depends on hue. */
export const SHARE_COLORS = ['#0B2A5B', '#1F5FBF', '#2E9E6B', '#7FB2F0', '#E8782A', '#A9B4C2'] as const
const MOST_SHARES = SHARE_COLORS.length

export interface Share {
  name: string
  cashSurrenderValue: Cents
  /** Fraction of the whole. */
  share: number
  color: string
}

/** The largest carriers, and the rest as "Other", each with its color and share. */
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
    color: rest.length > 0 && index === entries.length - 1 ? (SHARE_COLORS[MOST_SHARES - 1] ?? '') : (SHARE_COLORS[index] ?? ''),
  }))
}

/** A ring of shares, clockwise from the top; names and figures stand in the legend beside it. */
export function shareRing(shares: readonly Share[], { surface }: ChartTheme, { width, height }: Size): Scene {
  const [x, y, whole] = [width / 2, height / 2, Math.min(width, height) / 2]
  const [inner, outer] = [whole * 0.58, whole * 0.96]
  let turned = 0
  const marks = shares.map(({ share, color }): Mark => {
    // An arc cannot come back to its own beginning.
    if (share > 0.9999)
      return {
        tag: 'circle',
        attributes: { cx: x, cy: y, r: fixed((inner + outer) / 2), fill: 'none', stroke: color, strokeWidth: fixed(outer - inner) },
      }
    const [from, to] = [turned, turned + share]
    turned = to
    const at = (radius: number, turn: number) =>
      `${fixed(x + radius * Math.sin(turn * 2 * Math.PI))} ${fixed(y - radius * Math.cos(turn * 2 * Math.PI))}`
    const arc = (radius: number, turn: number, sweep: 0 | 1) =>
      `A${fixed(radius)} ${fixed(radius)} 0 ${share > 0.5 ? 1 : 0} ${sweep} ${at(radius, turn)}`
    const d = `M${at(outer, from)}${arc(outer, to, 1)}L${at(inner, to)}${arc(inner, from, 0)}Z`
    return { tag: 'path', attributes: { d, fill: color, stroke: surface, strokeWidth: 1.4, strokeLinejoin: 'round' } }
  })
  return { width, height, marks, points: [], top: 0, bottom: height }
}

export const shareRingText = (shares: readonly Share[]): string =>
  shares.length === 0
    ? 'No cash surrender value to show.'
    : `Ring of cash surrender value by carrier: ${shares.map(({ name, share }) => `${name} ${formatPercent(share)}`).join(', ')}.`

export interface ValueMonth {
  period: PlainDate
  /** Null is no value, and no nought. */
  cashSurrenderValue: Cents | null
  increase: Cents | null
  /** Policies held then without a value: the sum is of the others. */
  missing?: number
  /** The explanation of a remarkable fall. */
  event?: string
}

/** A month whose value is that of the whole program. */
export const isWhole = ({ cashSurrenderValue, missing = 0 }: Pick<ValueMonth, 'cashSurrenderValue' | 'missing'>): boolean =>
  cashSurrenderValue !== null && missing === 0

/** Above, cash surrender value by month; below, the increase of each month, unless the chart is too low for both. */
export function valueTrend(
  months: readonly ValueMonth[],
  theme: ChartTheme,
  { width, height }: Size,
  withIncreases = true,
  every: 'month' | 'year' = 'month',
): Scene {
  const { fontSize } = theme
  const sides = { left: fontSize * 6, right: width - fontSize * 2 }
  const foot = height - fontSize * 2
  const above: Plot = { ...sides, ...(withIncreases ? { top: height * 0.11, bottom: height * 0.56 } : { top: fontSize * 2, bottom: foot }) }
  const below: Plot = { ...sides, top: height * 0.73, bottom: foot }
  const slot = (sides.right - sides.left) / Math.max(1, months.length)
  const xs = months.map((_month, index) => sides.left + (index + 0.5) * slot)
  const labels = months.map((month) => formatShortMonth(month.period))
  const unit = unitOf(months.map((month) => month.cashSurrenderValue ?? 0))
  const known = months.flatMap(({ cashSurrenderValue }) => (cashSurrenderValue === null ? [] : [cashSurrenderValue / 100]))
  const axis = axisOver(known.length > 0 ? known : [0], withIncreases ? 3 : 2)
  const at = heightIn(above, axis)
  const points = months.map((month, index): Drawn | null =>
    month.cashSurrenderValue === null
      ? null
      : { x: xs[index] ?? 0, y: at(month.cashSurrenderValue / 100), value: month.cashSurrenderValue / 100, isWhole: isWhole(month) },
  )
  const title = (words: string, top: number) => text(words, 0, top + fontSize * 0.5, theme)
  const marks = [
    title(`Cash surrender value, ${unit.name}`, 0),
    ...amountAxis(above, axis, (value) => unit.show(value, axis.step), theme),
    // The line breaks where a value is missing or is that of some policies only: it would show a fall that never was.
    ...runsOf(points).map((run) => stroke(`M${through(run.map(({ x, y }) => [x, y]))}`, theme.line, 1.6)),
    ...points.flatMap((point) => (point?.isWhole ? [dot(point.x, point.y, 1.5, theme.line)] : [])),
    ...points.flatMap((point) => (point && !point.isWhole ? partialPoint(point, theme) : [])),
    ...lastValue(points, unit.show, theme, Boolean(months.at(-2)?.event)),
    ...eventMarks(months, points, above, theme),
  ]
  const dots = points.map((point) => (point ? [{ y: point.y, color: theme.line }] : []))
  if (withIncreases) {
    const smallUnit = unitOf(months.map((month) => month.increase ?? 0))
    const smallAxis = axisOver([0, ...months.map(({ increase }) => (increase ?? 0) / 100)], 2)
    const smallAt = heightIn(below, smallAxis)
    const isOpen = months.some(({ increase }) => increase === null)
    const bar = Math.min(fontSize * 2.4, slot * 0.8)
    marks.push(
      title(`Increase of the ${every}, ${smallUnit.name}${isOpen ? ` (${MISSING}: not known)` : ''}`, height * 0.63),
      ...amountAxis(below, smallAxis, (value) => smallUnit.show(value, smallAxis.step), theme),
      ...months.flatMap(({ increase }, index) => {
        // Without a bar and without a word it would read as nought.
        if (increase === null) return [text(MISSING, xs[index] ?? 0, smallAt(0) - fontSize * 0.6, theme, { textAnchor: 'middle' })]
        const d = `M${fixed((xs[index] ?? 0) - bar / 2)} ${fixed(smallAt(0))}h${fixed(bar)}V${fixed(smallAt(increase / 100))}h${fixed(-bar)}Z`
        return [{ tag: 'path' as const, attributes: { d, fill: increase < 0 ? theme.negative : theme.line } }]
      }),
    )
  }
  const lowest = withIncreases ? below : above
  marks.push(...monthAxis(lowest, xs, labels, theme))
  return { width, height, marks, points: xs.map((x, index) => ({ x, dots: dots[index] ?? [] })), top: above.top, bottom: lowest.bottom }
}

interface Drawn {
  x: number
  y: number
  value: number
  isWhole: boolean
}

/** Neighboring months of whole values, each run a line of its own. */
function runsOf(points: readonly (Drawn | null)[]): Drawn[][] {
  const runs: Drawn[][] = [[]]
  for (const point of points) {
    if (point?.isWhole) runs.at(-1)?.push(point)
    else runs.push([])
  }
  return runs.filter((run) => run.length > 1)
}

/** A hollow point with the mark that the table and its note have. */
const partialPoint = ({ x, y }: Drawn, theme: ChartTheme): Mark[] => [
  dot(x, y, 2.4, theme.line),
  dot(x, y, 1.4, theme.surface),
  text(PARTIAL, x, y - theme.fontSize * 0.9, theme, { textAnchor: 'middle', fill: theme.ink }),
]

/**
 * The last value stands out where it is whole, its figure where the line leaves room.
 * @param isMarked whether the name of an event stands over the month before, with a line down to its point
 */
function lastValue(points: readonly (Drawn | null)[], show: (dollars: number) => string, theme: ChartTheme, isMarked: boolean): Mark[] {
  const [last, before] = [points.at(-1), points.at(-2)]
  if (!last?.isWhole) return []
  const { x, y, value } = last
  const half = (show(value).length * theme.fontSize * LETTER) / 2
  const isStruck = isMarked && before !== null && before !== undefined && x - before.x < half
  const side = isStruck || value < (before?.isWhole ? before.value : value) ? 1 : -1
  // On a narrow chart the months before are within the figure's reach: it stands beyond them, not on the line.
  const beside = points.flatMap((point) => (point && x - point.x < half ? [point.y * side] : []))
  const edge = Math.max(...beside) * side
  return [
    dot(x, y, 3, theme.positive),
    text(show(value), x, edge + side * theme.fontSize * 1.1, theme, { textAnchor: 'middle', fill: theme.ink, fontWeight: 600 }),
  ]
}

export function valueTrendText(months: readonly ValueMonth[]): string {
  const [first, last] = [months.find(isWhole), months.findLast(isWhole)]
  if (!first || !last) return 'No months to show.'
  const gaps = months.filter((month) => !isWhole(month)).map(({ period }) => formatMonth(period))
  const said = gaps.length === 0 ? '' : ` Values are missing in ${gaps.join(', ')}.`
  return `Cash surrender value by month, from ${formatMoney(first.cashSurrenderValue)} in ${formatMonth(first.period)} to ${formatMoney(last.cashSurrenderValue)} in ${formatMonth(last.period)}, and the increase of each month.${said}${eventsText(months)}`
}
