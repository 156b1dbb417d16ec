/** Worked numbers of income and yields, and the public series beside them. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { PERIOD, PRIOR, WORKED_POLICIES, YEAR_START } from '../test/first-example-bank.ts'
import {
  additionsOf,
  compoundGrowth,
  flowsBetween,
  increase,
  netYield,
  removalsOf,
  weightedBegin,
  weightedRate,
  yearToDateYield,
} from './yields.ts'

const december = { from: PRIOR, to: PERIOD }
const percent = (fraction: number | null) => (fraction === null ? null : Number((fraction * 100).toFixed(4)))

describe('the increase is the change that no flow explains', () => {
  test('A-1001', () => expect(increase(usd(3_050_000), usd(3_059_706.52))).toBe(usd(9_706.52)))
  test('a first premium is not income', () =>
    expect(increase(usd(0), usd(1_002_400), [{ date: plainDate('2025-12-05'), type: 'PREMIUM', amount: usd(1_000_000) }])).toBe(usd(2_400)))
  test('what a surrender, claim, exchange or withdrawal took out is no loss', () => {
    for (const type of ['SURRENDER', 'DEATH_CLAIM', 'EXCHANGE_OUT', 'WITHDRAWAL', 'PREMIUM_REFUND'] as const)
      expect(increase(usd(500_000), usd(0), [{ date: plainDate('2025-12-18'), type, amount: usd(501_000) }])).toBe(usd(1_000))
  })
  test('a premium paid back is no loss: 706.66 less after a refund of 1,000.00 is an income of 293.34', () =>
    expect(
      increase(usd(146_340.12), usd(145_633.46), [{ date: plainDate('2025-12-31'), type: 'PREMIUM_REFUND', amount: usd(1_000) }]),
    ).toBe(usd(293.34)))
  test('a fall without a flow is negative', () => expect(increase(usd(3_050_000), usd(3_049_100))).toBe(usd(-900)))
})

describe('the annualized net yield', () => {
  const a1001 = (convention?: 'SIMPLE' | 'COMPOUND' | 'TIMES12') => percent(netYield(usd(9_706.52), usd(3_050_000), december, convention))
  test('simple', () => expect(a1001()).toBe(3.7471))
  test('compounded', () => expect(a1001('COMPOUND')).toBe(3.812))
  test('times twelve', () => expect(a1001('TIMES12')).toBe(Number(((9_706.52 / 3_050_000) * 1200).toFixed(4))))
  test('times twelve of a quarter is times four', () =>
    expect(netYield(1, 100, { from: plainDate('2025-09-30'), to: PERIOD }, 'TIMES12')).toBeCloseTo(0.04, 12))

  test('the portfolio from summed dollars, and the wrong way round', () => {
    expect(percent(netYield(usd(42_544.81), usd(14_640_000), december))).toBe(3.4217)
    const single = WORKED_POLICIES.map(({ balances, cashSurrenderValue }) => {
      const begin = balances.at(-1)?.cashSurrenderValue ?? cents(0)
      return netYield(increase(begin, cashSurrenderValue), begin, december) ?? 0
    })
    expect(percent(single.reduce((sum, one) => sum + one, 0) / single.length)).toBe(3.4407)
  })

  test('a leap year has 366 days', () => {
    const february = { from: plainDate('2024-01-31'), to: plainDate('2024-02-29') }
    expect(netYield(1, 100, february)).toBeCloseTo(0.01 * (366 / 29), 12)
  })

  test('a flow counts for the days that remain', () => {
    const flows = [
      { date: plainDate('2025-12-05'), type: 'PREMIUM' as const, amount: usd(310_000) },
      { date: PERIOD, type: 'WITHDRAWAL' as const, amount: usd(50_000) },
    ]
    expect(weightedBegin(usd(1_000_000), flows, PRIOR, PERIOD)).toBeCloseTo(usd(1_000_000 + (310_000 * 26) / 31), 6)
    expect(() => weightedBegin(usd(0), [{ date: PRIOR, type: 'PREMIUM', amount: usd(1) }], PRIOR, PERIOD)).toThrow(RangeError)
  })

  test('nothing at work has no yield, and no days are nonsense', () => {
    expect(netYield(0, 0, december)).toBeNull()
    expect(netYield(-200, 100, december, 'COMPOUND')).toBeNull()
    expect(() => netYield(1, 1, { from: PERIOD, to: PERIOD })).toThrow(RangeError)
  })

  test('year to date, on the year start and on the average of two balances', () => {
    const year = { from: YEAR_START, to: PERIOD }
    expect(percent(yearToDateYield(usd(514_307.55), [usd(14_168_237.26)], year))).toBe(3.63)
    expect(percent(yearToDateYield(usd(514_307.55), [usd(14_168_237.26), usd(14_682_544.81)], year))).toBe(3.5653)
    expect(yearToDateYield(usd(1), [], year)).toBeNull()
    expect(yearToDateYield(usd(1), [usd(100)], { from: YEAR_START, to: plainDate('2025-03-31') })).toBeCloseTo(0.01 * (365 / 90), 12)
  })
})

test('the public EBN series, its cash value yields and tax-equivalent yields', () => {
  const cashValues = [1_030_102, 1_060_221, 1_091_234, 1_122_113, 1_154_458, 1_188_352, 1_223_202, 1_259_188, 1_297_830, 1_337_373]
  const yields = cashValues.map((value, index) => compoundGrowth(1_000_000, value, index + 1))
  const shown = yields.map((fraction) => (fraction * 100).toFixed(2))
  expect(shown.slice(0, 3)).toEqual(['3.01', '2.97', '2.95'])
  expect(shown.at(-1)).toBe('2.95')
  // Recomputed by hand from the published cash values, all ten years.
  expect(shown).toEqual(['3.01', '2.97', '2.95', '2.92', '2.91', '2.92', '2.92', '2.92', '2.94', '2.95'])
  expect(yields.map((fraction) => ((fraction / 0.79) * 100).toFixed(2))).toEqual([
    '3.81',
    '3.76',
    '3.74',
    '3.70',
    '3.69',
    '3.69',
    '3.70',
    '3.70',
    '3.72',
    '3.73',
  ])
  expect((compoundGrowth(1_030_102, 1_060_221, 1) * 100).toFixed(2)).toBe('2.92')
})

test('the weighted crediting rate', () => {
  expect(percent(weightedRate(WORKED_POLICIES))).toBe(3.8748)
  expect(
    weightedRate([
      { cashSurrenderValue: usd(10), grossRate: null },
      { cashSurrenderValue: usd(10), grossRate: 0.04 },
    ]),
  ).toBe(0.04)
  expect(weightedRate([{ cashSurrenderValue: usd(10), grossRate: null }])).toBeNull()
})

test('additions and removals split the flows, and the period’s are those after its beginning', () => {
  const flows = (['PREMIUM', 'EXCHANGE_IN', 'WITHDRAWAL', 'SURRENDER'] as const).map((type, index) => ({
    date: plainDate(`2025-12-0${index + 1}`),
    type,
    amount: usd(10 ** index),
  }))
  expect([additionsOf(flows), removalsOf(flows)]).toEqual([usd(11), usd(1_100)])
  expect(flowsBetween(flows, plainDate('2025-12-01'), plainDate('2025-12-03'))).toHaveLength(2)
})

test('the increase over two periods is the sum of both', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e12 }),
      fc.integer({ min: 0, max: 1e12 }),
      fc.integer({ min: 0, max: 1e12 }),
      fc.integer({ min: 0, max: 1e12 }),
      (begin, middle, end, premium) => {
        const flow = { date: plainDate('2025-11-10'), type: 'PREMIUM' as const, amount: cents(premium) }
        expect(increase(cents(begin), cents(middle), [flow]) + increase(cents(middle), cents(end))).toBe(
          increase(cents(begin), cents(end), [flow]),
        )
      },
    ),
  ))

test('growth from nothing or over no time is refused, growth to nothing is a total loss', () => {
  for (const [begin, end, years] of [
    [0, 1, 1],
    [1, 1, 0],
    [1, -1, 1],
    [-1, 1, 1],
  ] as const)
    expect(() => compoundGrowth(begin, end, years)).toThrow(RangeError)
  expect(compoundGrowth(1, 0, 1)).toBe(-1)
})
