/** Worked numbers of surrender, and of surrender and repurchase. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, sumCents, times, usd } from '../primitives/money.ts'
import { WORKED_POLICIES } from '../test/first-example-bank.ts'
import { breakEvenYears, embeddedGain, imputedIncome, surrenderOfAll, TABLE_2001, table2001Rate } from './surrender.ts'

const TAX = 0.2574

test('A-1001: gain, tax, penalty and what is left', () =>
  expect(
    surrenderOfAll([{ cashSurrenderValue: usd(3_059_706.52), costBasis: usd(2_500_000), isModifiedEndowment: true }], TAX),
  ).toMatchObject({ gain: usd(559_706.52), tax: usd(144_068.46), penalty: usd(55_970.65), netProceeds: usd(2_859_667.41) }))

test('the portfolio, at 4.83 % of its value', () => {
  const cost = surrenderOfAll(
    WORKED_POLICIES.map((policy) => ({ ...policy, isModifiedEndowment: true })),
    TAX,
  )
  expect(cost).toMatchObject({ gain: usd(1_982_544.81), tax: usd(510_307.03), penalty: usd(198_254.48) })
  // 13,973,983.29 where tax and penalty are subtracted unrounded; here each is a whole cent that someone pays.
  expect(Math.abs(cost.netProceeds - usd(13_973_983.29))).toBeLessThanOrEqual(1)
  expect(((cost.costFraction ?? 0) * 100).toFixed(2)).toBe('4.83')
})

test('a policy under water pays nothing', () =>
  expect(surrenderOfAll([{ cashSurrenderValue: usd(90), costBasis: usd(100), isModifiedEndowment: true }], TAX)).toEqual({
    gain: 0,
    loss: usd(10),
    endowmentGain: 0,
    tax: 0,
    penalty: 0,
    netProceeds: usd(90),
    costFraction: 0,
  }))

test('no penalty unless it is a modified endowment contract', () =>
  expect(surrenderOfAll([{ cashSurrenderValue: usd(200), costBasis: usd(100), isModifiedEndowment: false }], 0).netProceeds).toBe(usd(200)))

test('a tax rate is at least nothing and below the whole gain', () => {
  for (const rate of [-0.0001, 1, Number.NaN]) expect(() => surrenderOfAll([], rate)).toThrow(RangeError)
  for (const rate of [0, 0.9999])
    expect(surrenderOfAll([{ cashSurrenderValue: usd(10_200), costBasis: usd(200), isModifiedEndowment: false }], rate).tax).toBe(
      usd(10_000 * rate),
    )
})

test.each([
  [54, 500_000, 1_825],
  [58, 1_000_000, 5_660],
])('imputed income at age %i on a share of %i is %i', (age, share, income) =>
  expect(imputedIncome(usd(share), table2001Rate(age))).toBe(usd(income)),
)
test('Table 2001 runs from 20 to 80 and rises', () => {
  expect([table2001Rate(20), table2001Rate(45), table2001Rate(80)]).toEqual([0.62, 1.53, 54.56])
  // The sum of all 61 rates, so that a slip in any one shows.
  expect(TABLE_2001.reduce((sum, rate) => sum + rate, 0)).toBeCloseTo(573.48, 6)
  expect([...TABLE_2001].sort((one, other) => one - other)).toEqual(TABLE_2001)
  expect(() => table2001Rate(19)).toThrow(RangeError)
  expect(() => table2001Rate(81)).toThrow(RangeError)
})

test('the embedded gain may be negative', () => expect(embeddedGain(usd(1), usd(2))).toBe(usd(-1)))

test('3.9: a restructuring costs 214,440 and is earned back in 4.79 years', () => {
  const { tax, penalty, netProceeds } = surrenderOfAll(
    [{ cashSurrenderValue: usd(3_000_000), costBasis: usd(2_400_000), isModifiedEndowment: true }],
    TAX,
  )
  expect([cents(tax + penalty), netProceeds]).toEqual([usd(214_440), usd(2_785_560)])
  expect(breakEvenYears({ before: usd(3_000_000), after: netProceeds, oldRate: 0.026, newRate: 0.042 })?.toFixed(2)).toBe('4.79')
  expect(breakEvenYears({ before: usd(2), after: usd(1), oldRate: 0.04, newRate: 0.04 })).toBeNull()
  expect(breakEvenYears({ before: usd(1), after: usd(1), oldRate: 0.04, newRate: 0.01 })).toBe(0)
})

const anyPolicy = fc.record({
  cashSurrenderValue: fc.integer({ min: 0, max: 900_000_000 }).map(cents),
  costBasis: fc.integer({ min: 0, max: 900_000_000 }).map(cents),
  isModifiedEndowment: fc.boolean(),
})
test('of any book the penalty is 10 % of the printed gain, the tax its rate, and what is left is the value less both', () =>
  fc.assert(
    fc.property(fc.array(anyPolicy, { maxLength: 120 }), fc.double({ min: 0, max: 0.6, noNaN: true }), (policies, taxRate) => {
      const { gain, loss, endowmentGain, tax, penalty, netProceeds } = surrenderOfAll(policies, taxRate)
      const value = sumCents(policies.map(({ cashSurrenderValue }) => cashSurrenderValue))
      expect([tax, penalty]).toEqual([times(gain, taxRate), times(endowmentGain, 0.1)])
      expect(gain - loss).toBe(value - sumCents(policies.map(({ costBasis }) => costBasis)))
      expect(netProceeds).toBe(value - tax - penalty)
      expect(endowmentGain).toBeLessThanOrEqual(gain)
    }),
  ))

test('94 policies whose own penalties round up are taxed 10 % of their gain together', () => {
  const policies = Array.from({ length: 94 }, () => ({
    cashSurrenderValue: cents(1_000_005),
    costBasis: cents(900_000),
    isModifiedEndowment: true,
  }))
  const { gain, penalty } = surrenderOfAll(policies, 0.21)
  expect([gain, penalty]).toEqual([9_400_470, 940_047])
  const own = policies.map((policy) => surrenderOfAll([policy], 0.21).penalty)
  // Each policy's own penalty of 10,000.5 cents rounds to 10,001: 94 of them would miss the printed gain by 47 cents.
  expect(sumCents(own)).toBe(940_094)
})
test('a break-even is asked of amounts above nothing and of rates above a total loss', () => {
  const ask = (over: object) => () => breakEvenYears({ before: usd(100), after: usd(90), oldRate: 0.03, newRate: 0.04, ...over })
  for (const over of [{ before: usd(0) }, { after: usd(0) }, { oldRate: -1 }, { newRate: -1 }]) expect(ask(over)).toThrow(RangeError)
  expect([ask({ after: usd(100) })(), ask({ newRate: 0.03 })(), ask({ oldRate: -0.99 })()]).toEqual([0, null, expect.any(Number)])
})
