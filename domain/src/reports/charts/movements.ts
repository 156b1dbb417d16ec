/** Increases against what they are expected to be, as a scatter: the band of tolerance behind, exceptions marked. */
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
  unitOf,
} from './scene.ts'

interface Movement {
  expectedCents: number
  increaseCents: number
  isException: boolean
}

/** The tolerance: the greater of an amount in cents and a fraction of what is expected. */
interface Band {
  absolute: number
  relative: number
}

/** In the order of the picture: from left to right. */
export const inOrder = <Point extends Movement>(movements: readonly Point[]): Point[] =>
  movements.toSorted((one, other) => one.expectedCents - other.expectedCents)

const roomOf = ({ absolute, relative }: Band, expectedCents: number): number => Math.max(absolute, relative * Math.abs(expectedCents))

const STEPS = 48

export function movementScatter(movements: readonly Movement[], band: Band, theme: ChartTheme, { width, height }: Size): Scene {
  const { fontSize } = theme
  const plot: Plot = { left: fontSize * 5.5, right: width - fontSize, top: fontSize * 2.4, bottom: height - fontSize * 3.6 }
  const points = inOrder(movements)
  const unit = unitOf(points.flatMap(({ expectedCents, increaseCents }) => [expectedCents, increaseCents]))
  const dollars = (amount: number) => amount / 100
  const expected = [0, ...points.map((point) => dollars(point.expectedCents))]
  const upward = axisOver([...expected, ...points.map((point) => dollars(point.increaseCents))], amountSteps(plot.bottom - plot.top, theme))
  const across = axisOver(expected, Math.max(2, Math.floor((plot.right - plot.left) / (fontSize * 9))))
  const at = heightIn(plot, upward)
  const x = (value: number) => plot.left + ((value - across.min) / (across.max - across.min)) * (plot.right - plot.left)
  const inside = (y: number) => Math.min(plot.bottom, Math.max(plot.top, y))
  const edge = Array.from({ length: STEPS + 1 }, (_, index) => across.min + ((across.max - across.min) * index) / STEPS)
  const limit = (side: 1 | -1) =>
    edge.map((value) => `${fixed(x(value))} ${fixed(inside(at(value + (side * roomOf(band, value * 100)) / 100)))}`)
  const ticks = Array.from(
    { length: Math.round((across.max - across.min) / across.step) + 1 },
    (_, index) => across.min + index * across.step,
  )
  const colorOf = ({ isException }: Movement) => (isException ? theme.negative : theme.line)
  const marks: Mark[] = [
    text('Increase of the month', 0, fontSize * 0.5, theme),
    ...amountAxis(plot, upward, (value) => unit.show(value, upward.step), theme),
    {
      tag: 'path',
      attributes: { d: `M${limit(1).join('L')}L${limit(-1).toReversed().join('L')}Z`, fill: theme.positive, fillOpacity: 0.16 },
    },
    stroke(`M${edge.map((value) => `${fixed(x(value))} ${fixed(inside(at(value)))}`).join('L')}`, theme.positive, 1.2),
    ...ticks.map((value) => text(unit.show(value, across.step), x(value), plot.bottom + fontSize * 1.2, theme, { textAnchor: 'middle' })),
    text('Expected increase', plot.right, plot.bottom + fontSize * 2.7, theme, { textAnchor: 'end' }),
    // Exceptions last, so that no other point hides one.
    ...points.filter(({ isException }) => !isException).map((point) => mark(point, 2.6)),
    ...points.filter(({ isException }) => isException).map((point) => mark(point, 4.6)),
  ]
  function mark(point: Movement, radius: number): Mark {
    const made = dot(x(dollars(point.expectedCents)), at(dollars(point.increaseCents)), radius, colorOf(point))
    return { ...made, attributes: { ...made.attributes, fillOpacity: point.isException ? 1 : 0.6 } }
  }
  return {
    width,
    height,
    marks,
    points: points.map((point) => ({
      x: x(dollars(point.expectedCents)),
      dots: [{ y: at(dollars(point.increaseCents)), color: colorOf(point) }],
    })),
    top: plot.top,
    bottom: plot.bottom,
    isScatter: true,
  }
}
