/** Cash surrender value by account type over time, stacked: general, hybrid and separate accounts. */

import { type Cents, cents, formatMoney, sumCents } from '../../primitives/money.ts'
import { formatMonth, formatShortMonth, type PlainDate } from '../../primitives/period.ts'
import { PARTIAL } from '../table.ts'
import { eventMarks, eventsText } from './events.ts'
import {
  amountAxis,
  amountSteps,
  axisOver,
  type ChartTheme,
  dot,
  heightIn,
  type Mark,
  monthAxis,
  type Scene,
  type Size,
  stroke,
  text,
  through,
  unitOf,
} from './scene.ts'

export const ACCOUNT_TYPES = ['general', 'hybrid', 'separate'] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]
export const ACCOUNT_NAMES: Record<AccountType, string> = {
  general: 'General account',
  hybrid: 'Hybrid account',
  separate: 'Separate account',
}

export type AccountMonth = {
  period: PlainDate
  /** Policies held then without a value: the amounts are of the others. */
  missing?: number
  /** The explanation of a remarkable fall. */
  event?: string
} & Record<AccountType, Cents | null>

/** The account types together; null where no policy has a value. */
export const totalOf = (month: AccountMonth): Cents | null =>
  ACCOUNT_TYPES.every((type) => month[type] === null) ? null : sumCents(ACCOUNT_TYPES.map((type) => month[type] ?? cents(0)))
const isWhole = (month: AccountMonth): boolean => totalOf(month) !== null && (month.missing ?? 0) === 0

/** Account types that hold anything in these months: the others would be a legend entry without an area. */
export const accountsHeld = (months: readonly AccountMonth[]): AccountType[] =>
  ACCOUNT_TYPES.filter((type) => months.some((month) => (month[type] ?? 0) !== 0))

/** Stacked areas in dollars from zero, broken where a month's value is missing or not whole. @param months in order of time, at least one @param colors of the account types */
export function accountArea(
  months: readonly AccountMonth[],
  theme: ChartTheme,
  colors: Record<AccountType, string>,
  { width, height }: Size,
): Scene {
  const { fontSize } = theme
  const accounts = accountsHeld(months)
  const totals = months.map((month) => totalOf(month) ?? cents(0))
  const unit = unitOf(totals)
  const axis = { ...axisOver([0, ...totals.map((total) => total / 100)], amountSteps(height - fontSize * 3, theme)), min: 0 }
  const show = (dollars: number) => unit.show(dollars, axis.step)
  const longest = Math.max(show(axis.max).length, show(axis.max - axis.step).length)
  const plot = { left: fontSize * (1.2 + longest * 0.62), right: width - 2, top: fontSize, bottom: height - fontSize * 2.2 }
  const at = heightIn(plot, axis)
  // One month alone is a column in the middle.
  const [first, step] = months.length > 1 ? [plot.left, (plot.right - plot.left) / (months.length - 1)] : [(plot.left + plot.right) / 2, 0]
  const xs = months.map((_month, index) => first + index * step)
  // A month between gaps is a narrow column, as one month alone is.
  const edges = (ys: readonly number[], from: number): [number, number][] => {
    const [only, x] = [ys[0] ?? 0, xs[from] ?? 0]
    const half = months.length > 1 ? Math.min(step * 0.3, fontSize * 2) : fontSize * 2
    return ys.length > 1
      ? ys.map((y, index) => [xs[from + index] ?? 0, y])
      : [
          [x - half, only],
          [x + half, only],
        ]
  }
  let under = months.map(() => 0)
  const layers = accounts.map((account) => {
    const base = under.map(at)
    under = under.map((dollars, index) => dollars + (months[index]?.[account] ?? 0) / 100)
    return { color: colors[account], base, top: under.map(at) }
  })
  const runs = runsOf(months)
  const marks = [
    ...amountAxis(plot, axis, show, theme),
    // A line of the surface's color between neighbors: each is told from the ground, and so from the next.
    ...layers.flatMap(({ color, base, top }) =>
      runs.flatMap(([from, to]) => {
        const [upper, lower] = [edges(top.slice(from, to), from), edges(base.slice(from, to), from)]
        return [
          { tag: 'path' as const, attributes: { d: `M${through([...upper, ...lower.reverse()])}Z`, fill: color } },
          stroke(`M${through(upper)}`, theme.surface, 1.5),
        ]
      }),
    ),
    ...months.flatMap((month, index) => {
      const total = isWhole(month) ? null : totalOf(month)
      return total === null ? [] : partialMark(xs[index] ?? 0, at(total / 100), theme)
    }),
    ...eventMarks(
      months,
      xs.map((x, index) => ({ x, y: at((totals[index] ?? 0) / 100) })),
      plot,
      theme,
    ),
    ...monthAxis(
      plot,
      xs,
      months.map((month) => formatShortMonth(month.period)),
      theme,
    ),
  ]
  const points = xs.map((x, index) => {
    const month = months[index]
    return { x, dots: month && isWhole(month) ? layers.map(({ color, top }) => ({ y: top[index] ?? 0, color })) : [] }
  })
  return { width, height, marks, points, top: plot.top, bottom: plot.bottom }
}

/** Neighboring months of whole values: the first of each run, and the one after its last. */
function runsOf(months: readonly AccountMonth[]): [from: number, to: number][] {
  const runs: [number, number][] = []
  for (const [index, month] of months.entries()) {
    if (!isWhole(month)) continue
    const last = runs.at(-1)
    if (last && last[1] === index) last[1] = index + 1
    else runs.push([index, index + 1])
  }
  return runs
}

/** A hollow point at the sum of the policies that have a value, with the mark that the table has. */
const partialMark = (x: number, y: number, theme: ChartTheme): Mark[] => [
  dot(x, y, 2.4, theme.line),
  dot(x, y, 1.4, theme.surface),
  text(PARTIAL, x, y - theme.fontSize * 0.9, theme, { textAnchor: 'middle', fill: theme.ink }),
]

export function accountAreaText(months: readonly AccountMonth[]): string {
  const [first, last] = [months.find(isWhole), months.findLast(isWhole)]
  if (!first || !last) return 'No months to show.'
  const parts = accountsHeld(months).map((type) => `${ACCOUNT_NAMES[type].toLowerCase()} ${formatMoney(last[type])}`)
  const gaps = months.filter((month) => !isWhole(month)).map(({ period }) => formatMonth(period))
  const said = gaps.length === 0 ? '' : ` Values are missing in ${gaps.join(', ')}.`
  return `Cash surrender value from ${formatMoney(totalOf(first))} in ${formatMonth(first.period)} to ${formatMoney(totalOf(last))} in ${formatMonth(last.period)}: ${parts.join(', ')}.${said}${eventsText(months)}`
}
