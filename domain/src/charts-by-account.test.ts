import { expect, test } from 'vitest'
import { PRINT_THEME } from './charts.ts'
import { ACCOUNT_COLOURS, accountAreaOption, accountAreaText, accountsHeld } from './charts-by-account.ts'
import { usd } from './money.ts'
import { plainDate } from './period.ts'

const months = [
  { period: plainDate('2026-08-31'), general: usd(1000), hybrid: usd(0), separate: usd(500.5) },
  { period: plainDate('2026-09-30'), general: usd(1100), hybrid: usd(0), separate: usd(510.25) },
]

test('an account type without value gets no area', () => {
  expect(accountsHeld(months)).toEqual(['general', 'separate'])
  expect(accountAreaOption(months, PRINT_THEME, ACCOUNT_COLOURS.light).series.map((series) => series.name)).toEqual([
    'General account',
    'Separate account',
  ])
})

test('the areas are stacked dollars in order of time', () => {
  const { series, xAxis } = accountAreaOption(months, PRINT_THEME, ACCOUNT_COLOURS.light)
  expect(xAxis.data).toEqual(['Aug 2026', 'Sep 2026'])
  expect(series[1]?.data).toEqual([500.5, 510.25])
})

test('the sentence for those who do not see the picture gives both totals and the parts', () => {
  expect(accountAreaText(months)).toBe(
    'Cash surrender value from $1,500.50 in August 2026 to $1,610.25 in September 2026: general account $1,100.00, separate account $510.25.',
  )
  expect(accountAreaText([])).toBe('No months to show.')
})
