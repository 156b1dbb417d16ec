import { expect, test } from 'vitest'
import type { FlowType } from '../../calculations/yields.ts'
import { usd } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { eventOf } from './value-events.ts'

const flow = (type: FlowType, amount: number, date = '2026-08-19') => ({ type, amount: usd(amount), date: plainDate(date) })
const month = (end: number, flows: ReturnType<typeof flow>[], comparable = true) =>
  eventOf({ begin: usd(1_000_000), end: usd(end), flows, comparable })

test('a fall of a hundredth and more is named after what was taken out, with its month, the larger first', () => {
  expect(month(990_000, [flow('WITHDRAWAL', 13_000)])).toBe('Withdrawal, Aug 2026')
  expect(month(900_000, [flow('EXCHANGE_OUT', 60_000, '2026-03-12'), flow('SURRENDER', 45_000)])).toBe(
    '1035 exchange out and surrender, Mar 2026',
  )
  expect(month(900_000, [flow('DEATH_CLAIM', 100_000), flow('PREMIUM_REFUND', 2_000)])).toBe('Death claim, Aug 2026')
})

test.each([
  ['a smaller fall', month(990_001, [flow('SURRENDER', 13_000)])],
  ['a rise', month(1_010_000, [flow('WITHDRAWAL', 5_000)])],
  ['a fall that nothing on file explains', month(900_000, [])],
  ['a fall of which what was taken out is less than half', month(900_000, [flow('WITHDRAWAL', 49_999)])],
  ['premiums, which add', month(900_000, [flow('PREMIUM', 90_000)])],
  ['a month in which a value is missing', month(500_000, [flow('SURRENDER', 500_000)], false)],
])('nothing is said of %s', (_what, said) => expect(said).toBeNull())
