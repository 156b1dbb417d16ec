/** Names of what made a value fall, written into a chart above the month or year in which it did. */
import { type ChartTheme, dot, fixed, type Mark, type Plot, stroke, text } from './scene.ts'

interface Told {
  /** "Death claim, Aug 2026"; absent where nothing remarkable happened, or nothing on file explains it. */
  event?: string | undefined
}

/** The width of a letter in font sizes: wide enough for any word. */
export const LETTER = 0.56
/** From one name to the next above it, in font sizes. */
const LINE = 1.2

/**
 * Each name stands above the line as far as it reaches, with a thin line down to its point.
 * @param points where the months stand; null where nothing is drawn
 */
export function eventMarks(
  months: readonly Told[],
  points: readonly ({ x: number; y: number } | null)[],
  plot: Plot,
  theme: ChartTheme,
): Mark[] {
  const { fontSize } = theme
  const placed: { left: number; right: number; y: number }[] = []
  return months.flatMap(({ event }, index) => {
    const point = points[index]
    if (!event || !point) return []
    const half = (event.length * fontSize * LETTER) / 2
    const middle = Math.min(Math.max(point.x, plot.left + half), plot.right - half)
    const [left, right] = [middle - half, middle + half]
    const highest = Math.min(...points.flatMap((one) => (one && one.x >= left && one.x <= right ? [one.y] : [])), point.y)
    const beside = placed.filter((one) => one.left < right && one.right > left).map(({ y }) => y)
    const wanted = Math.min(highest - fontSize * 0.9, ...beside.map((other) => other - fontSize * LINE))
    // A little above the plot is room, below the title of the axis.
    const y = Math.max(plot.top - fontSize * 0.4, wanted)
    const mark = dot(point.x, point.y, 2.2, theme.negative)
    // The table tells a second name that would lie on the first.
    if (beside.some((other) => Math.abs(other - y) < fontSize)) return [mark]
    placed.push({ left, right, y })
    const [from, to] = [y + fontSize * 0.7, point.y - fontSize * 0.5]
    return [
      ...(to > from ? [stroke(`M${fixed(point.x)} ${fixed(from)}V${fixed(to)}`, theme.negative, 0.7)] : []),
      mark,
      text(event, middle, y, theme, { textAnchor: 'middle', fill: theme.ink, fontWeight: 600 }),
    ]
  })
}

/** The same in words, for who does not see the picture. */
export function eventsText(months: readonly Told[]): string {
  const told = months.flatMap(({ event }) => event ?? [])
  return told.length === 0 ? '' : ` What explains a fall: ${told.join('; ')}.`
}
