/** Charts of the audits: where points, bars and dots stand, and in what order they are read. */
import { expect, test } from 'vitest'
import { plainDate } from '../../primitives/period.ts'
import { byGroup, countBars, varianceStrips } from './counts.ts'
import { inOrder, movementScatter } from './movements.ts'
import { rateSteps } from './rates.ts'
import type { ChartTheme } from './scene.ts'

const theme: ChartTheme = {
  fontSize: 10,
  ink: 'ink',
  mute: 'mute',
  grid: 'grid',
  line: 'line',
  positive: 'good',
  negative: 'bad',
  surface: 'white',
}
const size = { width: 600, height: 300 }
const M2 = { absolute: 2_500, relative: 0.1 }

test('a tenth of what is expected may differ, and $25 at least', () => {
  const scene = movementScatter([{ expectedCents: 100_000, increaseCents: 100_000, isException: false }], M2, theme, size)
  const band = scene.marks.find(({ attributes }) => attributes.fill === 'good')?.attributes.d
  const corners = String(band)
    .slice(1, -1)
    .split('L')
    .map((point) => Number(point.split(' ')[1]))
  const half = corners.length / 2
  const thickness = (index: number) => (corners[corners.length - 1 - index] ?? 0) - (corners[index] ?? 0)
  const xs = String(band)
    .slice(1, -1)
    .split('L')
    .map((point) => Number(point.split(' ')[0]))
  expect([Math.min(...xs), Math.max(...xs)]).toEqual([55, 590])
  // The axis ends at $1,000 or a little beyond: there a tenth is four times $25.
  expect(thickness(half - 1) / thickness(4)).toBeGreaterThan(2)
  expect(thickness(8)).toBeCloseTo(thickness(4), 0)
})

test('a point stands on the line where the increase is the expected one, above it where it is more; exceptions are drawn last', () => {
  const movements = [
    { expectedCents: 971_404, increaseCents: 4_570_652, isException: true },
    { expectedCents: 971_404, increaseCents: 971_404, isException: false },
    { expectedCents: 500_000, increaseCents: 400_000, isException: false },
  ]
  const scene = movementScatter(movements, M2, theme, size)
  const ys = scene.points.map(({ dots }) => dots[0]?.y ?? Number.NaN)
  expect(inOrder(movements).map(({ increaseCents }) => increaseCents)).toEqual([400_000, 4_570_652, 971_404])
  expect(ys[1]).toBeLessThan(ys[2] ?? 0)
  expect(scene.points.map(({ dots }) => dots[0]?.color)).toEqual(['line', 'bad', 'line'])
  expect(scene.marks.filter(({ tag }) => tag === 'circle').at(-1)?.attributes.fill).toBe('bad')
  expect(scene.isScatter).toBe(true)
  for (const { x, dots } of scene.points) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x).toBeLessThanOrEqual(size.width)
    expect(dots[0]?.y).toBeGreaterThanOrEqual(scene.top)
    expect(dots[0]?.y).toBeLessThanOrEqual(scene.bottom)
  }
})

test('bars have one scale, the bad kind first; none has no bar', () => {
  const scene = countBars(
    [
      { label: 'Up to 2 days', strong: 2, weak: 2 },
      { label: 'Over 30 days', strong: 0, weak: 2 },
      { label: 'None', strong: 0, weak: 0 },
    ],
    theme,
    size,
  )
  expect(scene.marks.filter(({ attributes }) => attributes.fill === 'bad' || attributes.fill === 'line')).toHaveLength(3)
  const [all, half, none] = scene.points.map(({ x }) => x - 90)
  expect(half).toBeCloseTo((all ?? 0) / 2)
  expect(none).toBe(0)
})

test('differences stand left of zero when less, right when more, in the row of their group', () => {
  const variances = [
    { group: 'Stonemarch', basisPoints: 40 },
    { group: 'Alder', basisPoints: -20 },
    { group: 'Stonemarch', basisPoints: -40 },
  ]
  expect(byGroup(variances).map(({ basisPoints }) => basisPoints)).toEqual([-20, -40, 40])
  const { points, marks } = varianceStrips(variances, theme, size)
  const zero = ((points[1]?.x ?? 0) + (points[2]?.x ?? 0)) / 2
  const line = String(marks.find(({ attributes }) => attributes.stroke === 'mute')?.attributes.d)
  expect(Number(/^M([\d.]+) /.exec(line)?.[1])).toBeCloseTo(zero, 1)
  expect(marks.flatMap(({ text: words }) => words ?? [])).toEqual(['Alder', 'Stonemarch', '-40 bps', '0', '+40 bps'])
  expect(points[0]?.x).toBeLessThan(zero)
  expect(points[1]?.dots[0]?.y).toBe(points[2]?.dots[0]?.y)
  expect(points[0]?.dots[0]?.y).toBeLessThan(points[1]?.dots[0]?.y ?? 0)
})

test('a rate is drawn level from its day to the next, a higher one higher, and the guarantee under all of them', () => {
  const steps = [
    { from: plainDate('2024-01-01'), rate: 0.04 },
    { from: plainDate('2025-01-01'), rate: 0.045 },
  ]
  const { marks, points } = rateSteps(steps, 0.02, plainDate('2026-01-01'), theme, size)
  const line = String(marks.find(({ attributes }) => attributes.stroke === 'line')?.attributes.d).slice(1)
  const [start, before, raised, end] = line.split('L').map((point) => point.split(' ').map(Number))
  expect([start?.[1] === before?.[1], before?.[0] === raised?.[0], raised?.[1] === end?.[1]]).toEqual([true, true, true])
  expect(raised?.[1]).toBeLessThan(before?.[1] ?? 0)
  const floor = Number(String(marks.find(({ attributes }) => attributes.stroke === 'bad')?.attributes.d).split(/[ H]/)[1])
  expect(floor).toBeGreaterThan(before?.[1] ?? 0)
  expect(points).toHaveLength(2)
  expect(marks.flatMap(({ text: words }) => words ?? []).filter((words) => /^20/.test(words))).toEqual(['2024', '2025', '2026'])
  expect(() => rateSteps([], 0, plainDate('2026-01-01'), theme, size)).toThrow(RangeError)
})
