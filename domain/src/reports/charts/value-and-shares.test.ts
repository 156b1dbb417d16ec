import { expect, test } from 'vitest'
import { usd } from '../../primitives/money.ts'
import { addMonthEnds, plainDate } from '../../primitives/period.ts'
import { sceneSvg } from './scene.ts'
import {
  PRINT_THEME,
  SHARE_COLORS,
  shareRing,
  shareRingText,
  sharesOf,
  type ValueMonth,
  valueTrend,
  valueTrendText,
} from './value-and-shares.ts'

const SIZE = { width: 400, height: 160 }
const months = (values: number[], increases: (number | null)[] = values.map(() => 1000)) =>
  values.map((value, index) => ({
    period: addMonthEnds(plainDate('2025-12-31'), index - values.length + 1),
    cashSurrenderValue: usd(value),
    increase: increases[index] === null ? null : usd(increases[index] ?? 0),
  }))

test('shares go from the largest down, at most six, the last of them all others together', () => {
  const parts = Array.from({ length: 9 }, (_, index) => ({ name: `Carrier ${index + 1}`, cashSurrenderValue: usd(100 * (index + 1)) }))
  const shares = sharesOf(parts)
  expect(shares.map(({ name }) => name)).toEqual(['Carrier 9', 'Carrier 8', 'Carrier 7', 'Carrier 6', 'Carrier 5', 'Other (4)'])
  expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
  expect(shares.map(({ color }) => color)).toEqual([...SHARE_COLORS])
  expect(sharesOf(parts.slice(0, 2)).map(({ share }) => share)).toEqual([2 / 3, 1 / 3])
  expect(shareRingText(sharesOf(parts.slice(0, 2)))).toBe('Ring of cash surrender value by carrier: Carrier 2 66.67%, Carrier 1 33.33%.')
})

test('no value is no chart, in words too', () => {
  expect(sharesOf([])).toEqual([])
  expect(shareRingText([])).toBe('No cash surrender value to show.')
  expect(valueTrendText([])).toBe('No months to show.')
})

test.each([
  [[1_200_000, 1_250_000, 1_300_000], '$1,300.00K'],
  [[121_000_000, 121_002_700], '$121.00M'],
  [[2_500_000_000, 2_600_000_000], '$2.60B'],
  [[900, 950], '$950.00'],
])('the last value of %j is told as %s, inside the axis, whose steps are round', (values, told) => {
  const { marks, points, top, bottom } = valueTrend(months(values), PRINT_THEME, SIZE, false)
  const words = marks.flatMap(({ text }) => text ?? [])
  expect(words).toContain(told)
  const y = points.at(-1)?.dots[0]?.y ?? 0
  expect(y).toBeGreaterThanOrEqual(top)
  expect(y).toBeLessThanOrEqual(bottom)
  const amounts = words.filter((word) => word.startsWith('$') && word !== told).map((word) => Number(word.replace(/[$,KMB]/g, '')))
  const step = (amounts[1] ?? 0) - (amounts[0] ?? 0)
  expect([1, 2, 5]).toContain(Number(step.toFixed(9).replace(/[0.]/g, '')[0]))
})

test('a month that cannot be compared has a dash in place of a bar, which the title explains, and a decrease another color, below the line of nothing', () => {
  const { marks } = valueTrend(months([100, 90, 80], [null, 5, -10]), PRINT_THEME, SIZE)
  const bars = marks.filter(({ tag, attributes }) => tag === 'path' && attributes.fill !== 'none')
  expect(bars.map(({ attributes }) => attributes.fill)).toEqual([PRINT_THEME.line, PRINT_THEME.negative])
  const words = marks.flatMap(({ text }) => text ?? [])
  expect(words.filter((word) => word === '-')).toHaveLength(1)
  expect(words.find((word) => word.startsWith('Increase of the month'))).toMatch(/\(-: not known\)$/)
  const told = valueTrend(months([100, 90]), PRINT_THEME, SIZE).marks.flatMap(({ text }) => text ?? [])
  expect(told.some((word) => word === '-' || word.includes('not known'))).toBe(false)
  const [up, down] = bars.map(({ attributes }) => /^M\S+ (\S+)h\S+V(\S+)h/.exec(String(attributes.d))?.slice(1).map(Number))
  expect(up?.[1]).toBeLessThan(up?.[0] ?? 0)
  expect(down?.[0]).toBe(up?.[0])
  expect(down?.[1]).toBeGreaterThan(down?.[0] ?? 0)
})

test('the ring closes, whether shared by many or held by one', () => {
  const ring = (values: number[]) =>
    shareRing(sharesOf(values.map((value, index) => ({ name: `${index}`, cashSurrenderValue: usd(value) }))), PRINT_THEME, {
      width: 100,
      height: 100,
    })
  const paths = ring([50, 30, 20]).marks.map(({ attributes }) => String(attributes.d))
  const from = paths.map((path) => /^M(\S+ \S+)A/.exec(path)?.[1])
  const to = paths.map((path) => /A\S+ \S+ 0 [01] 1 (\S+ \S+)L/.exec(path)?.[1])
  expect(from).toEqual(['50 2', ...to.slice(0, -1)])
  expect(to.at(-1)).toBe('50 2')
  expect(ring([7]).marks.map(({ tag }) => tag)).toEqual(['circle'])
})

test('as SVG text nothing in a name is read as markup', () => {
  const svg = sceneSvg(
    {
      width: 10,
      height: 5,
      marks: [{ tag: 'text', attributes: { x: 1, textAnchor: 'end' }, text: '<A> & "B"' }],
      points: [],
      top: 0,
      bottom: 5,
    },
    'Inter',
  )
  expect(svg).toContain('<text x="1" text-anchor="end">&#60;A&#62; &#38; &#34;B&#34;</text>')
})

test('a month without a value leaves a gap, and one of some policies is a hollow point with the mark, never a fall', () => {
  const shown: ValueMonth[] = months([100, 101, 102, 103, 104])
  const gapped = shown.map(
    (month, index): ValueMonth =>
      index === 1
        ? { ...month, cashSurrenderValue: null, missing: 60 }
        : index === 3
          ? { ...month, cashSurrenderValue: usd(50), missing: 26 }
          : month,
  )
  const lines = (of: readonly ValueMonth[]) =>
    valueTrend(of, PRINT_THEME, SIZE).marks.filter(({ attributes }) => attributes.stroke === PRINT_THEME.line).length
  expect([lines(shown), lines(gapped), lines(gapped.slice(2))]).toEqual([1, 0, 0])
  const { marks, points } = valueTrend(gapped, PRINT_THEME, SIZE)
  expect(marks.filter(({ text }) => text === '*')).toHaveLength(1)
  expect(points.map(({ dots }) => dots.length)).toEqual([1, 0, 1, 1, 1])
  expect(valueTrendText(gapped)).toMatch(/from \$100\.00 in .* to \$104\.00 in .*Values are missing in .+, .+\.$/)
  expect(valueTrendText(gapped.slice(1, 2))).toBe('No months to show.')
})

test('what explains a fall stands above the line of its month, inside the picture, and in the words for who does not see it; two that would lie on each other are one', () => {
  const fallen = months([1_000_000, 1_004_000, 950_000, 953_000, 900_000]).map((month, index) => ({
    ...month,
    ...(index === 2 ? { event: 'Surrender, Oct 2025' } : index === 4 ? { event: 'Death claim, Dec 2025' } : {}),
  }))
  const told = (size: typeof SIZE) =>
    valueTrend(fallen, PRINT_THEME, size, false).marks.filter(({ text }) => text?.endsWith(' 2025') && text.includes(', '))
  const wide = told({ width: 460, height: 160 })
  expect(wide.map(({ text }) => text)).toEqual(['Surrender, Oct 2025', 'Death claim, Dec 2025'])
  const { points } = valueTrend(fallen, PRINT_THEME, { width: 460, height: 160 }, false)
  for (const [place, { attributes }] of wide.entries()) {
    expect(Number(attributes.y)).toBeLessThan(points[place === 0 ? 2 : 4]?.dots[0]?.y ?? 0)
    expect(Number(attributes.x) + 0.28 * 7 * (wide[place]?.text?.length ?? 0)).toBeLessThanOrEqual(460)
  }
  expect(told({ width: 200, height: 60 })).toHaveLength(1)
  expect(valueTrendText(fallen)).toMatch(/ What explains a fall: Surrender, Oct 2025; Death claim, Dec 2025\.$/)
  expect(valueTrendText(months([100, 90]))).not.toContain('explains')
})

test('the last figure stands below its point where the line of an event beside it would run through it', () => {
  const rising = months([1_000_000, 1_004_000, 950_000, 953_000]).map((month, index) => ({
    ...month,
    ...(index === 2 ? { event: 'Surrender, Oct 2025' } : {}),
  }))
  const below = (width: number) => {
    const { marks, points } = valueTrend(rising, PRINT_THEME, { width, height: 160 }, false)
    const figure = marks.filter(({ text, attributes }) => text?.startsWith('$') && attributes.textAnchor === 'middle').at(-1)
    return Number(figure?.attributes.y) > (points.at(-1)?.dots[0]?.y ?? 0)
  }
  expect([below(460), below(90)]).toEqual([false, true])
})

test('on a narrow chart the last figure stands below the line that rises to it, not on it', () => {
  const fallen = months([1_000_000, 1_004_000, 950_000, 970_000]).map((month, index) => ({
    ...month,
    ...(index === 2 ? { event: 'Surrender, Oct 2025' } : {}),
  }))
  const { marks, points } = valueTrend(fallen, PRINT_THEME, { width: 90, height: 160 }, false)
  const figure = marks.filter(({ text, attributes }) => text?.startsWith('$') && attributes.textAnchor === 'middle').at(-1)
  const lowest = points.at(-2)?.dots[0]?.y ?? Number.POSITIVE_INFINITY
  expect(Number(figure?.attributes.y)).toBeGreaterThanOrEqual(lowest + PRINT_THEME.fontSize)
})
