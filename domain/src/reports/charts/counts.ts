/** Counts by group as bars across: how many exceptions are of an age, in two kinds; and differences by group as dots about zero. */
import { type ChartTheme, dot, fixed, type Mark, type Scene, type Size, stroke, text } from './scene.ts'

interface CountRow {
  label: string
  /** Drawn first, in the color of what is bad. */
  strong: number
  weak: number
}

const LABEL = 9

/** Bars on one scale, each with its number behind it. */
export function countBars(rows: readonly CountRow[], theme: ChartTheme, { width, height }: Size): Scene {
  const { fontSize } = theme
  const left = fontSize * LABEL
  const right = width - fontSize * 4
  const slot = height / Math.max(1, rows.length)
  const bar = Math.min(fontSize * 1.6, slot * 0.6)
  const most = Math.max(1, ...rows.map(({ strong, weak }) => strong + weak))
  const long = (count: number) => (count / most) * (right - left)
  const middle = (index: number) => slot * (index + 0.5)
  const box = (from: number, length: number, y: number, fill: string): Mark[] =>
    length <= 0
      ? []
      : [
          {
            tag: 'path',
            attributes: { d: `M${fixed(from)} ${fixed(y - bar / 2)}h${fixed(length)}v${fixed(bar)}h${fixed(-length)}Z`, fill },
          },
        ]
  return {
    width,
    height,
    marks: [
      ...rows.flatMap(({ label, strong, weak }, index) => [
        text(label, left - fontSize * 0.8, middle(index), theme, { textAnchor: 'end' }),
        ...box(left, long(strong), middle(index), theme.negative),
        ...box(left + long(strong), long(weak), middle(index), theme.line),
        text(String(strong + weak), left + long(strong + weak) + fontSize * 0.6, middle(index), theme, {
          fill: theme.ink,
          fontWeight: 600,
        }),
      ]),
      stroke(`M${fixed(left)} 0V${fixed(height)}`, theme.mute, 1),
    ],
    points: rows.map(({ strong, weak }, index) => ({
      x: left + long(strong + weak),
      dots: [{ y: middle(index), color: strong > 0 ? theme.negative : theme.line }],
    })),
    top: 0,
    bottom: height,
    isScatter: true,
  }
}

interface Variance {
  group: string
  basisPoints: number
}

/** Rows in the order of the picture: by group, from the lowest to the highest. */
export const byGroup = <Row extends Variance>(variances: readonly Row[]): Row[] =>
  variances.toSorted((one, other) => one.group.localeCompare(other.group, 'en-US') || one.basisPoints - other.basisPoints)

/** A row for each group, a dot for each difference on one scale about zero. */
export function varianceStrips(variances: readonly Variance[], theme: ChartTheme, { width, height }: Size): Scene {
  const { fontSize } = theme
  const rows = byGroup(variances)
  const groups = [...new Set(rows.map(({ group }) => group))]
  const [left, right, top, bottom] = [fontSize * LABEL, width - fontSize * 2, fontSize * 0.5, height - fontSize * 2.4]
  const slot = (bottom - top) / Math.max(1, groups.length)
  const most = Math.max(10, ...rows.map(({ basisPoints }) => Math.abs(basisPoints)))
  const x = (basisPoints: number) => (left + right) / 2 + (basisPoints / most) * ((right - left) / 2 - fontSize)
  const y = (group: string) => top + slot * (groups.indexOf(group) + 0.5)
  const colorOf = ({ basisPoints }: Variance) => (basisPoints < 0 ? theme.negative : theme.line)
  const ends = [-most, 0, most]
  return {
    width,
    height,
    marks: [
      ...groups.flatMap((group) => [
        stroke(`M${fixed(left)} ${fixed(y(group))}H${fixed(right)}`, theme.grid, 1),
        text(group, left - fontSize * 0.8, y(group), theme, { textAnchor: 'end' }),
      ]),
      stroke(`M${fixed(x(0))} ${fixed(top)}V${fixed(bottom)}`, theme.mute, 1),
      ...ends.map((value) =>
        text(value === 0 ? '0' : `${value > 0 ? '+' : ''}${Math.round(value)} bps`, x(value), bottom + fontSize * 1.3, theme, {
          textAnchor: 'middle',
        }),
      ),
      ...rows.map((row) => dot(x(row.basisPoints), y(row.group), 4.5, colorOf(row))),
    ],
    points: rows.map((row) => ({ x: x(row.basisPoints), dots: [{ y: y(row.group), color: colorOf(row) }] })),
    top,
    bottom,
    isScatter: true,
  }
}
