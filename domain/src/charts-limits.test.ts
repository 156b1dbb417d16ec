/** What the charts of limits and yields draw, and what a reader who cannot see them is told. */
import { expect, test } from 'vitest'
import { buildAssetReport } from './asset-report.ts'
import { PRINT_THEME } from './charts.ts'
import { carrierLimitOption, carrierLimitText, yieldTrendOption, yieldTrendText } from './charts-limits.ts'
import { usd } from './money.ts'
import { plainDate } from './period.ts'
import { firstExampleBank } from './test/first-example-bank.ts'

const { limitTests } = buildAssetReport(firstExampleBank())
const tight = buildAssetReport(
  firstExampleBank({ capital: { tier1: usd(35_000_000), allowance: null, total: null, asOf: plainDate('2025-09-30'), source: 'x' } }),
).limitTests

test('carriers stand from the top in the report’s order, against a line at their limit', () => {
  const option = carrierLimitOption(limitTests, PRINT_THEME)
  expect(option.yAxis.data).toEqual(['Charlie', 'Bravo', 'Alpha'])
  expect(option.series[0]).toMatchObject({ markLine: { data: [{ xAxis: 0.15 }], label: { formatter: 'Limit 15%' } } })
  expect(option.series[0]?.data.map(({ value, label }) => [value?.toFixed(6), label.formatter()])).toEqual([
    ['0.066855', '6.69%'],
    ['0.092751', '9.28%'],
    ['0.085103', '8.51%'],
  ])
})
test('a carrier over its limit is told by word and colour', () => {
  const [, bravo] = carrierLimitOption(tight, PRINT_THEME).series[0]?.data ?? []
  expect(bravo?.label.formatter()).toBe('15.90% over')
  expect(bravo?.itemStyle.color).toBe(PRINT_THEME.negative)
  expect(carrierLimitText(tight)).toContain('Bravo 15.90% of Tier 1 against a 15% limit: over the limit by $315,084.20.')
})
test('without capital there is nothing to draw, and the text says so', () => {
  const unknown = buildAssetReport(firstExampleBank({ capital: null })).limitTests
  expect(carrierLimitOption(unknown, PRINT_THEME).series[0]?.data).toEqual([])
  expect(carrierLimitText(unknown)).toBe('No capital on file to measure carriers against.')
})
test('a month without a yield is a gap', () => {
  const months = [
    { period: plainDate('2025-10-31'), netYield: 0.0351 },
    { period: plainDate('2025-11-30'), netYield: null },
    { period: plainDate('2025-12-31'), netYield: 0.034217 },
  ]
  expect(yieldTrendOption(months, PRINT_THEME).series[0]).toMatchObject({ connectNulls: false, data: [0.0351, null, 0.034217] })
  expect(yieldTrendText(months)).toBe('Net yield by month, 3.51% in October 2025 and 3.42% in December 2025, between 3.42% and 3.51%.')
  expect(yieldTrendText([])).toBe('No net yield to show.')
})
