import { expect, test } from 'vitest'
import { PRINT_THEME, SHARE_COLOURS, shareRingText, sharesOf, valueTrendOption, valueTrendText } from './charts.ts'
import { usd } from './money.ts'
import { addMonthEnds, plainDate } from './period.ts'

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
  expect(shares.map(({ colour }) => colour)).toEqual([...SHARE_COLOURS])
  expect(sharesOf(parts.slice(0, 2)).map(({ share }) => share)).toEqual([2 / 3, 1 / 3])
  expect(shareRingText(sharesOf(parts.slice(0, 2)))).toBe('Ring of cash surrender value by carrier: Carrier 2 66.67%, Carrier 1 33.33%.')
})

test('no value is no chart, in words too', () => {
  expect(sharesOf([])).toEqual([])
  expect(shareRingText([])).toBe('No cash surrender value to show.')
  expect(valueTrendText([])).toBe('No months to show.')
})

test.each([
  [[1_200_000, 1_250_000, 1_300_000], '$1,300.0K'],
  [[121_000_000, 121_002_700], '$121.0M'],
  [[2_500_000_000, 2_600_000_000], '$2.6B'],
  [[900, 950], '$950.0'],
])('the last value of %j is told as %s, inside the axis, whose steps are round', (values, told) => {
  const { series, yAxis } = valueTrendOption(months(values), PRINT_THEME)
  const last: unknown = series[0]?.data.at(-1)
  expect(last).toMatchObject({ value: values.at(-1) })
  const label: unknown = Reflect.get(Object(Reflect.get(Object(last), 'label')), 'formatter')
  expect(typeof label === 'function' ? label() : label).toBe(told)
  const [axis] = yAxis
  expect(axis?.min).toBeLessThanOrEqual(Math.min(...values))
  expect(axis?.max).toBeGreaterThanOrEqual(Math.max(...values))
  expect([1, 2, 5]).toContain(Number(String(axis?.interval).replace(/[0.]/g, '')[0]))
})

test('a month that cannot be compared has no bar, and a decrease another colour', () => {
  const { series } = valueTrendOption(months([100, 90, 80], [null, 5, -10]), PRINT_THEME)
  expect(series[1]?.data).toMatchObject([
    { value: null },
    { value: 5, itemStyle: { color: PRINT_THEME.line } },
    { value: -10, itemStyle: { color: PRINT_THEME.negative } },
  ])
})
