import { expect, test } from 'vitest'
import type { FlowType } from '../../calculations/yields.ts'
import { usd } from '../../primitives/money.ts'
import { monthEndsBetween, plainDate } from '../../primitives/period.ts'
import { firstExampleBank } from '../../test/first-example-bank.ts'
import { buildAssetReport } from './build.ts'
import { eventOf } from './value-events.ts'

const flow = (type: FlowType, amount: number, date = '2026-08-19') => ({ type, amount: usd(amount), date: plainDate(date) })
const month = (end: number, flows: ReturnType<typeof flow>[], comparable = true) =>
  eventOf({ begin: usd(1_000_000), end: usd(end), flows, comparable })?.dated ?? null

test('a fall of a hundredth and more is named after what was taken out, with its month, the larger first', () => {
  expect(month(990_000, [flow('WITHDRAWAL', 13_000)])).toBe('Withdrawal, Aug 2026')
  expect(month(900_000, [flow('EXCHANGE_OUT', 60_000, '2026-03-12'), flow('SURRENDER', 45_000)])).toBe(
    '1035 exchange out and surrender, Mar 2026',
  )
  expect(month(900_000, [flow('DEATH_CLAIM', 100_000), flow('PREMIUM_REFUND', 2_000)])).toBe('Death claim paid, Aug 2026')
})

test.each([
  ['a smaller fall', month(990_001, [flow('SURRENDER', 13_000)])],
  ['a rise', month(1_010_000, [flow('WITHDRAWAL', 5_000)])],
  ['a fall that nothing on file explains', month(900_000, [])],
  ['a fall of which what was taken out is less than half', month(900_000, [flow('WITHDRAWAL', 49_999)])],
  ['premiums, which add', month(900_000, [flow('PREMIUM', 90_000)])],
  ['a month in which a value is missing', month(500_000, [flow('SURRENDER', 500_000)], false)],
])('nothing is said of %s', (_what, said) => expect(said).toBeNull())

test('the chart’s month bears the name with its month, the table’s row the name alone; a book without such a fall has no column for it', () => {
  const trend = monthEndsBetween(plainDate('2025-10-31'), plainDate('2025-12-31')).map((period, index) => ({
    period,
    beginCashSurrenderValue: usd(1_000_000),
    cashSurrenderValue: usd(index === 1 ? 940_000 : 1_000_000),
    flows: index === 1 ? [flow('WITHDRAWAL', 63_000, '2025-11-12')] : [],
    comparable: true,
  }))
  const { months, table } = buildAssetReport(firstExampleBank({ trend })).trend
  expect(months.map(({ event }) => event)).toEqual([undefined, 'Withdrawal, Nov 2025', undefined])
  expect(table.rows.map(({ cells }) => cells.event)).toEqual([null, 'Withdrawal', null])
  const quiet = buildAssetReport(firstExampleBank({ trend: trend.slice(0, 1) })).trend.table
  expect(quiet.columns.map(({ key }) => key)).not.toContain('event')
})
