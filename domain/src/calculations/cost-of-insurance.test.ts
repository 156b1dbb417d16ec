/** Worked numbers of cost of insurance. */
import { expect, test } from 'vitest'
import { cents, sumCents, usd } from '../primitives/money.ts'
import { PERIOD, PRIOR, WORKED_POLICIES } from '../test/first-example-bank.ts'
import { chargeBasisPoints } from './cost-of-insurance.ts'

const december = { from: PRIOR, to: PERIOD }
const sums = (policies: readonly (typeof WORKED_POLICIES)[number][]) => {
  const sum = (of: (policy: (typeof WORKED_POLICIES)[number]) => number) => sumCents(policies.map((policy) => cents(of(policy))))
  return {
    begin: sum(({ balances }) => balances.at(-1)?.cashSurrenderValue ?? 0),
    end: sum((policy) => policy.cashSurrenderValue),
    coi: sum((policy) => policy.costOfInsurance ?? 0),
    expense: sum((policy) => policy.expense ?? 0),
  }
}
const basisPoints = (charge: number, { begin, end }: { begin: number; end: number }) =>
  Number(chargeBasisPoints(cents(charge), cents(begin), cents(end), december)?.toFixed(2))

test('A-1001 costs 27.75 basis points', () => expect(basisPoints(usd(720), { begin: usd(3_050_000), end: usd(3_059_706.52) })).toBe(27.75))
test('the portfolio costs 30.32, with expenses 38.53', () => {
  const portfolio = sums(WORKED_POLICIES)
  expect(basisPoints(portfolio.coi, portfolio)).toBe(30.32)
  expect(basisPoints(portfolio.coi + portfolio.expense, portfolio)).toBe(38.53)
})
test('CHARLIE costs 26.45, with wrap and expenses 50.95', () => {
  const charlie = sums(WORKED_POLICIES.filter(({ carrierCode }) => carrierCode === 'CHARLIE'))
  expect(basisPoints(charlie.coi, charlie)).toBe(26.45)
  expect(basisPoints(charlie.coi + charlie.expense, charlie)).toBe(50.95)
})
test('nothing at work has no rate', () => {
  expect(chargeBasisPoints(usd(1), usd(0), usd(0), december)).toBeNull()
  expect(() => chargeBasisPoints(usd(1), usd(1), usd(1), { from: PERIOD, to: PERIOD })).toThrow(RangeError)
})
