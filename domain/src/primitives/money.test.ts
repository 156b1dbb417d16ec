/** Money is exact to the cent, at any size a bank can reach; formats are as screens and papers print them. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cents,
  formatAmount,
  formatCount,
  formatDecimal,
  formatMoney,
  formatPercent,
  roundHalfAwayFromZero,
  sumCents,
  times,
  usd,
} from './money.ts'

describe('rounding half away from zero', () => {
  test.each([
    [1.005 * 100, 101],
    [2.5, 3],
    [-2.5, -3],
    [0.5, 1],
    [-0.5, -1],
    [0.49, 0],
    [-0.49, 0],
    [1.4999, 1],
    [8.345 * 100, 835],
    [1.255 * 100, 126],
  ])('%d is %i', (value, rounded) => expect(roundHalfAwayFromZero(value)).toBe(rounded))
  test('never answers minus nought', () => expect(Object.is(roundHalfAwayFromZero(-0.2), 0)).toBe(true))
  test.each([499_945_321_814, 5e11 + 1, 9e15 - 1, Number.MAX_SAFE_INTEGER])('whole numbers stay themselves: %i', (value) =>
    expect([roundHalfAwayFromZero(value), roundHalfAwayFromZero(-value)]).toEqual([value, -value]),
  )
  test('billions keep their cents', () => {
    expect(roundHalfAwayFromZero(499_945_321_814.25)).toBe(499_945_321_814)
    expect(roundHalfAwayFromZero(499_945_321_814.49)).toBe(499_945_321_814)
    expect(roundHalfAwayFromZero(499_945_321_814.5)).toBe(499_945_321_815)
  })
  test('what is not finite is refused', () => expect(() => roundHalfAwayFromZero(Number.NaN)).toThrow(RangeError))
})

test('dollars of two decimals become their cents, up to a hundred billion', () =>
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), (amount) => {
      expect(usd(Number((amount / 100).toFixed(2)))).toBe(cents(amount))
    }),
  ))
test('half a cent goes away from zero', () => expect([usd(1.005), usd(-1.005), usd(10_426.515)]).toEqual([101, -101, 1_042_652]))

test('a fraction of an amount is rounded once, to the cent', () => {
  expect(times(usd(559_706.52), 0.2574)).toBe(usd(144_068.46))
  expect(times(usd(559_706.52), 0.1)).toBe(usd(55_970.65))
  expect(times(cents(5), 0.5)).toBe(3)
})

test('sums are exact, and refuse what is beyond exactness', () => {
  expect(sumCents([])).toBe(0)
  expect(sumCents([usd(0.1), usd(0.2)])).toBe(usd(0.3))
  expect(() => sumCents([cents(Number.MAX_SAFE_INTEGER), cents(1)])).toThrow(RangeError)
})
test.each([0.5, Number.NaN, Infinity, 2 ** 53])('%d is no number of cents', (amount) => expect(() => cents(amount)).toThrow(RangeError))
test('minus nought is nought', () => expect(Object.is(cents(-0), 0)).toBe(true))

describe('formats', () => {
  test.each([
    [123_450, '$1,234.50'],
    [-123_450, '-$1,234.50'],
    [0, '$0.00'],
    [5, '$0.05'],
    [Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91'],
    [1_468_254_481, '$14,682,544.81'],
  ])('%i cents are %s', (amount, shown) => expect(formatMoney(cents(amount))).toBe(shown))
  test('amounts go without the dollar sign', () =>
    expect([formatAmount(cents(123_450)), formatAmount(cents(-5))]).toEqual(['1,234.50', '-0.05']))
  test.each([
    [0.034217, '3.42%'],
    [0, '0.00%'],
    [-0.00001, '0.00%'],
    [-0.0342, '-3.42%'],
    [1, '100.00%'],
    [0.00005, '0.01%'],
    [0.244709, '24.47%'],
    [12.5, '1,250.00%'],
  ])('%d is %s', (fraction, shown) => expect(formatPercent(fraction)).toBe(shown))
  test('with other decimals', () => expect([formatPercent(0.25, 0), formatPercent(0.0374711, 4)]).toEqual(['25%', '3.7471%']))
  test('what is missing is "-"', () =>
    expect([formatMoney(null), formatAmount(undefined), formatPercent(null), formatPercent(Number.NaN), formatCount(null)]).toEqual([
      '-',
      '-',
      '-',
      '-',
      '-',
    ]))
  test('counts in thousands', () => expect(formatCount(100_000)).toBe('100,000'))
})

test('figures are written as Intl writes them', () => {
  const intl = (options: Intl.NumberFormatOptions = {}) => new Intl.NumberFormat('en-US', options)
  const [dollars, two, four, whole] = [
    intl({ style: 'currency', currency: 'USD' }),
    intl({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    intl({ minimumFractionDigits: 4, maximumFractionDigits: 4 }),
    intl(),
  ]
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), (amount) => {
      expect([formatMoney(cents(amount)), formatAmount(cents(amount))]).toEqual([dollars.format(amount / 100), two.format(amount / 100)])
      expect(formatCount(amount)).toBe(whole.format(amount))
      expect(formatDecimal(amount / 100)).toBe(two.format(amount / 100))
      expect([formatPercent(amount / 1e4), formatPercent(amount / 1e6, 4)]).toEqual([
        `${two.format(amount / 100)}%`,
        `${four.format(amount / 1e4)}%`,
      ])
    }),
  )
})
