/** Cash surrender value by account type over time, stacked: general, hybrid and separate accounts. */
import {
  amountAxis,
  amountSteps,
  axisOver,
  type ChartTheme,
  heightIn,
  monthAxis,
  type Scene,
  type Size,
  stroke,
  through,
  unitOf,
} from './chart-scene.ts'
import { type Cents, formatMoney, sumCents } from './money.ts'
import { formatMonth, formatShortMonth, type PlainDate } from './period.ts'

export const ACCOUNT_TYPES = ['general', 'hybrid', 'separate'] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]
export const ACCOUNT_NAMES: Record<AccountType, string> = {
  general: 'General account',
  hybrid: 'Hybrid account',
  separate: 'Separate account',
}

export type AccountMonth = { period: PlainDate } & Record<AccountType, Cents>

/** Account types that hold anything in these months: the others would be a legend entry without an area. */
export const accountsHeld = (months: readonly AccountMonth[]): AccountType[] =>
  ACCOUNT_TYPES.filter((type) => months.some((month) => month[type] !== 0))

/** Stacked areas in dollars from zero. @param months in order of time, at least one @param colours of the account types */
export function accountArea(
  months: readonly AccountMonth[],
  theme: ChartTheme,
  colours: Record<AccountType, string>,
  { width, height }: Size,
): Scene {
  const { fontSize } = theme
  const accounts = accountsHeld(months)
  const totals = months.map((month) => sumCents(accounts.map((account) => month[account])))
  const unit = unitOf(totals)
  const axis = { ...axisOver([0, ...totals.map((total) => total / 100)], amountSteps(height - fontSize * 3, theme)), min: 0 }
  const show = (dollars: number) => unit.show(dollars, axis.step)
  const longest = Math.max(show(axis.max).length, show(axis.max - axis.step).length)
  const plot = { left: fontSize * (1.2 + longest * 0.62), right: width - 2, top: fontSize, bottom: height - fontSize * 2.2 }
  const at = heightIn(plot, axis)
  // One month alone is a column in the middle.
  const [first, step] = months.length > 1 ? [plot.left, (plot.right - plot.left) / (months.length - 1)] : [(plot.left + plot.right) / 2, 0]
  const xs = months.map((_month, index) => first + index * step)
  const edges = (ys: readonly number[]): [number, number][] => {
    const only = ys[0] ?? 0
    return ys.length > 1
      ? ys.map((y, index) => [xs[index] ?? 0, y])
      : [
          [first - fontSize * 2, only],
          [first + fontSize * 2, only],
        ]
  }
  let under = months.map(() => 0)
  const layers = accounts.map((account) => {
    const base = under.map(at)
    under = under.map((dollars, index) => dollars + (months[index]?.[account] ?? 0) / 100)
    return { colour: colours[account], base, top: under.map(at) }
  })
  const marks = [
    ...amountAxis(plot, axis, show, theme),
    // A line of the surface's colour between neighbours: each is told from the ground, and so from the next.
    ...layers.flatMap(({ colour, base, top }) => [
      { tag: 'path' as const, attributes: { d: `M${through([...edges(top), ...edges(base).reverse()])}Z`, fill: colour } },
      stroke(`M${through(edges(top))}`, theme.surface, 1.5),
    ]),
    ...monthAxis(
      plot,
      xs,
      months.map((month) => formatShortMonth(month.period)),
      theme,
    ),
  ]
  const points = xs.map((x, index) => ({ x, dots: layers.map(({ colour, top }) => ({ y: top[index] ?? 0, colour })) }))
  return { width, height, marks, points, top: plot.top, bottom: plot.bottom }
}

export function accountAreaText(months: readonly AccountMonth[]): string {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return 'No months to show.'
  const whole = (month: AccountMonth) => formatMoney(sumCents(ACCOUNT_TYPES.map((type) => month[type])))
  const parts = accountsHeld(months).map((type) => `${ACCOUNT_NAMES[type].toLowerCase()} ${formatMoney(last[type])}`)
  return `Cash surrender value from ${whole(first)} in ${formatMonth(first.period)} to ${whole(last)} in ${formatMonth(last.period)}: ${parts.join(', ')}.`
}
