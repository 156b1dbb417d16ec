/** A chart as plain marks with coordinates: the browser draws them as SVG elements, print as SVG text. Axes and scales are made here. */

/** The surface of a chart: sizes in its own unit (points or pixels), colors of its theme. */
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

export interface Size {
  width: number
  height: number
}

/** One SVG element; attributes are spelled as React spells them. */
export interface Mark {
  tag: 'path' | 'circle' | 'text'
  attributes: Readonly<Record<string, string | number>>
  text?: string
}

/** A month to point at: where its line stands, and a dot on each value drawn. */
export interface ScenePoint {
  x: number
  dots: readonly { y: number; color: string }[]
}

export interface Scene extends Size {
  marks: readonly Mark[]
  points: readonly ScenePoint[]
  /** From where to where the line of a point reaches. */
  top: number
  bottom: number
  /** True: points lie anywhere, and the pointer takes the one nearest to it, not the nearest month. */
  isScatter?: boolean
}

/** The rectangle values are drawn in. */
export interface Plot {
  left: number
  right: number
  top: number
  bottom: number
}

export interface Axis {
  min: number
  max: number
  step: number
}

/** Axis bounds on round numbers with some air: a line shows its movement, and the axis says where it starts. */
export function axisOver(values: readonly number[], steps: number): Axis {
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

/** @returns where a value stands between the plot's bottom and top */
export const heightIn =
  ({ top, bottom }: Plot, { min, max }: Axis) =>
  (value: number): number =>
    bottom - ((value - min) / (max - min)) * (bottom - top)

/** Lines across the plot with their amounts at its left. */
export function amountAxis(plot: Plot, axis: Axis, show: (dollars: number) => string, theme: ChartTheme): Mark[] {
  const at = heightIn(plot, axis)
  const count = Math.round((axis.max - axis.min) / axis.step)
  return Array.from({ length: count + 1 }, (_, index) => axis.min + index * axis.step).flatMap((value) => [
    stroke(`M${fixed(plot.left)} ${fixed(at(value))}H${fixed(plot.right)}`, theme.grid, 1),
    text(show(value), plot.left - theme.fontSize * 0.7, at(value), theme, { textAnchor: 'end' }),
  ])
}

/** @returns how many amounts fit beside a plot of this height without crowding */
export const amountSteps = (height: number, { fontSize }: ChartTheme): number =>
  Math.min(5, Math.max(2, Math.floor(height / (fontSize * 4))))

/** Months under the plot, as many as fit, counted back from the last, which is always named. @param xs where each stands */
export function monthAxis(plot: Plot, xs: readonly number[], labels: readonly string[], theme: ChartTheme): Mark[] {
  const last = labels.length - 1
  const slot = last > 0 ? ((xs[last] ?? 0) - (xs[0] ?? 0)) / last : plot.right - plot.left
  // At the edges of the plot names stand inside: their neighbors need half a name more, and some air to look evenly spaced.
  const apart = theme.fontSize * (LABEL_WIDTH + (xs[0] === plot.left ? LABEL_WIDTH * 0.7 : 0))
  const step = LABEL_STEPS.find((each) => each * slot >= apart) ?? labels.length
  const base = stroke(`M${fixed(plot.left)} ${fixed(plot.bottom)}H${fixed(plot.right)}`, theme.mute, 1)
  const names = labels.flatMap((label, index) => {
    const x = xs[index] ?? 0
    if ((last - index) % step !== 0) return []
    // A name at the edge stays inside the picture.
    const half = (theme.fontSize * LABEL_WIDTH) / 2.4
    const textAnchor = x - half < 0 || (x === plot.left && last > 0) ? 'start' : x === plot.right && last > 0 ? 'end' : 'middle'
    return [text(label, x, plot.bottom + theme.fontSize * 1.4, theme, { textAnchor })]
  })
  return [base, ...names]
}
/** "Sep 2026" with the gap after it, in font sizes. */
const LABEL_WIDTH = 5.2
const LABEL_STEPS = [1, 2, 3, 4, 6, 12, 24, 36]

/** Text whose middle stands at `y`: not every reader of SVG knows `dominant-baseline`. */
export function text(words: string, x: number, y: number, { fontSize, mute }: ChartTheme, more: Mark['attributes'] = {}): Mark {
  return { tag: 'text', attributes: { x: fixed(x), y: fixed(y + fontSize * 0.36), fontSize, fill: mute, ...more }, text: words }
}

export const stroke = (d: string, color: string, strokeWidth: number): Mark => ({
  tag: 'path',
  attributes: { d, fill: 'none', stroke: color, strokeWidth, strokeLinejoin: 'round' },
})
export const dot = (cx: number, cy: number, r: number, fill: string): Mark => ({
  tag: 'circle',
  attributes: { cx: fixed(cx), cy: fixed(cy), r, fill },
})
/** "x y x y": the points of a line, after an M. */
export const through = (points: readonly (readonly [x: number, y: number])[]): string =>
  points.map(([x, y]) => `${fixed(x)} ${fixed(y)}`).join('L')

/** A hundredth of a point is finer than paper. */
export const fixed = (value: number): number => Math.round(value * 100) / 100

/** The scene as an SVG document. @param family of its letters */
export function sceneSvg({ width, height, marks }: Scene, family: string): string {
  const elements = marks.map(({ tag, attributes, text: words }) => {
    const written = Object.entries(attributes).map(
      ([name, value]) => ` ${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${escaped(String(value))}"`,
    )
    return words === undefined ? `<${tag}${written.join('')}/>` : `<${tag}${written.join('')}>${escaped(words)}</${tag}>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${family}">${elements.join('')}</svg>`
}

const escaped = (words: string): string => words.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** A unit of money for an axis. */
export interface Unit {
  name: string
  /** With as many decimals as a step of the axis needs; two without an axis, so that a value between two lines is told from both. */
  show: (dollars: number, step?: number) => string
}

const UNITS = [
  [1e9, 'B', 'billions of dollars'],
  [1e6, 'M', 'millions of dollars'],
  [1e3, 'K', 'thousands of dollars'],
] as const

/** The unit in which the greatest of these amounts, in cents, has at least two of it. */
export function unitOf(amounts: readonly number[]): Unit {
  const greatest = Math.max(0, ...amounts.map((amount) => Math.abs(amount) / 100))
  const [scale, letter, name] = UNITS.find(([size]) => greatest >= 2 * size) ?? [1, '', 'dollars']
  return {
    name,
    show: (dollars, step = scale / 100) => {
      if (dollars === 0) return '$0'
      const decimals = Math.max(0, Math.ceil(-Math.log10(step / scale) - 1e-9))
      // Not toLocaleString: it costs more than drawing the axis.
      const figure = (Math.abs(dollars) / scale).toFixed(decimals).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
      return `${dollars < 0 ? '-' : ''}$${figure}${letter}`
    },
  }
}
