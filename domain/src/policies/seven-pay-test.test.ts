/** The 7-pay test by numbers worked by hand: a 7-pay premium of $50,000 from March 1, 2021, so that $50,000 more may be paid on each March 1 up to 2027. */
import { describe, expect, test } from 'vitest'
import type { Flow } from '../calculations/yields.ts'
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { type SevenPayPeriod, type SevenPayPolicy, sevenPayRefused, sevenPayStanding } from './seven-pay-test.ts'

const issueDate = plainDate('2021-03-01')
const flow = (type: Flow['type'], date: string, dollars: number): Flow => ({ type, date: plainDate(date), amount: usd(dollars) })
const paid = (date: string, dollars: number) => flow('PREMIUM', date, dollars)
const taken = (date: string, dollars: number) => flow('WITHDRAWAL', date, dollars)
const period = (over: Partial<SevenPayPeriod> = {}): SevenPayPeriod => ({
  startsOn: issueDate,
  annualPremium: usd(50_000),
  paid: null,
  statedOn: issueDate,
  source: 'Policy schedule',
  ...over,
})
const policy = (flows: Flow[], over: Partial<SevenPayPolicy> = {}): SevenPayPolicy => ({
  issueDate,
  isModifiedEndowment: false,
  isExchanged: false,
  reportedBasis: null,
  flows,
  ...over,
})
const at = (on: string, flows: Flow[], periods = [period()], over: Partial<SevenPayPolicy> = {}) =>
  sevenPayStanding(policy(flows, over), periods, plainDate(on))
const brief = (...asked: Parameters<typeof at>) => {
  const { result, contractYear, limit, paid: sum, headroom } = at(...asked)
  return [result, contractYear, limit, sum, headroom]
}
const LEVEL = [2021, 2022, 2023].map((year) => paid(`${year}-03-01`, 48_000))

describe('the limit', () => {
  test('grows by one premium on each anniversary, not the day before', () => {
    expect(brief('2021-03-01', LEVEL)).toEqual(['WITHIN', 1, usd(50_000), usd(48_000), usd(2_000)])
    expect(brief('2022-02-28', LEVEL)).toEqual(['WITHIN', 1, usd(50_000), usd(48_000), usd(2_000)])
    expect(brief('2022-03-01', LEVEL)).toEqual(['WITHIN', 2, usd(100_000), usd(96_000), usd(4_000)])
    expect(brief('2025-12-31', LEVEL)).toEqual(['WITHIN', 5, usd(250_000), usd(144_000), usd(106_000)])
  })
  test('is seven premiums in the seventh year; on the seventh anniversary the test is over, and what is paid from then on does not count', () => {
    const late = [...LEVEL, paid('2028-03-01', 400_000)]
    expect(brief('2028-02-29', late)).toEqual(['WITHIN', 7, usd(350_000), usd(144_000), usd(206_000)])
    expect(brief('2028-03-01', late)).toEqual(['OVER', null, usd(350_000), usd(144_000), usd(206_000)])
  })
  test('of a period begun on February 29 grows on the 28th where there is none', () => {
    const leap = [period({ startsOn: plainDate('2024-02-29') })]
    const of = (on: string) => at(on, [], leap, { issueDate: plainDate('2024-02-29') }).contractYear
    expect([of('2025-02-27'), of('2025-02-28'), of('2028-02-28'), of('2028-02-29')]).toEqual([1, 2, 4, 5])
  })
})

describe('what was paid', () => {
  test('is less what the carrier paid back, and no less than nothing; what exceeded the limit until then did', () => {
    const refund = (date: string, dollars: number) => flow('PREMIUM_REFUND', date, dollars)
    expect(brief('2021-06-30', [paid('2021-03-01', 48_000), refund('2021-04-01', 3_000)])).toEqual([
      'WITHIN',
      1,
      usd(50_000),
      usd(45_000),
      usd(5_000),
    ])
    expect(at('2021-06-30', [paid('2021-03-01', 48_000), refund('2021-04-01', 3_000)]).parts).toEqual({
      stated: usd(0),
      premiums: usd(45_000),
      withdrawals: usd(0),
    })
    expect(brief('2021-06-30', [refund('2021-04-01', 3_000), paid('2021-05-01', 48_000)])[3]).toBe(usd(48_000))
    expect(at('2021-06-30', [paid('2021-03-01', 52_000), refund('2021-04-01', 3_000)])).toMatchObject({
      result: 'EXCEEDED',
      paid: usd(49_000),
    })
    // The carrier's reported basis counts the refund too: it tells of no premium that the book lacks.
    const reportedBasis = { on: plainDate('2021-06-30'), amount: usd(45_000) }
    expect(at('2021-06-30', [paid('2021-03-01', 48_000), refund('2021-04-01', 3_000)], [period()], { reportedBasis }).result).toBe('WITHIN')
    expect(at('2021-06-30', [paid('2021-03-01', 47_000), refund('2021-04-01', 3_000)], [period()], { reportedBasis }).result).toBe(
      'UNKNOWN',
    )
  })
  test('up to the limit exactly holds, one cent more fails', () => {
    expect(brief('2021-06-30', [paid('2021-03-01', 50_000)])).toEqual(['AT_LIMIT', 1, usd(50_000), usd(50_000), usd(0)])
    expect(at('2021-06-30', [paid('2021-03-01', 50_000.01)])).toMatchObject({
      result: 'EXCEEDED',
      headroom: usd(-0.01),
      exceededOn: '2021-03-01',
    })
  })
  test('the day before an anniversary is held to the year that ends', () => {
    const twice = (second: string) => [paid('2021-03-01', 50_000), paid(second, 50_000)]
    expect(at('2022-03-31', twice('2022-02-28'))).toMatchObject({ result: 'EXCEEDED', exceededOn: '2022-02-28', headroom: usd(0) })
    expect(at('2022-03-31', twice('2022-03-01'))).toMatchObject({ result: 'AT_LIMIT', exceededOn: null })
  })
  test('once too much stays too much, whatever the limit grows to and whatever is taken out', () => {
    const early = [paid('2021-03-01', 80_000), taken('2021-03-20', 40_000)]
    expect(brief('2021-03-31', early)).toEqual(['EXCEEDED', 1, usd(50_000), usd(40_000), usd(10_000)])
    expect(at('2023-12-31', early)).toMatchObject({ result: 'EXCEEDED', headroom: usd(110_000), exceededOn: '2021-03-01' })
    expect(at('2029-12-31', early)).toMatchObject({ result: 'EXCEEDED', contractYear: null })
  })
  test('a withdrawal makes room for what is paid after it; on one day the premium comes first', () => {
    const flows = (second: string) => [paid('2021-03-01', 50_000), taken('2021-09-01', 10_000), paid(second, 10_000)]
    expect(at('2021-12-31', flows('2021-09-02'))).toMatchObject({
      result: 'AT_LIMIT',
      paid: usd(50_000),
      parts: { stated: usd(0), premiums: usd(60_000), withdrawals: usd(10_000) },
    })
    expect(at('2021-12-31', flows('2021-09-01'))).toMatchObject({ result: 'EXCEEDED', exceededOn: '2021-09-01' })
  })
  test('a withdrawal beyond the premiums is gain, which reduces nothing', () =>
    expect(at('2021-12-31', [paid('2021-03-01', 20_000), taken('2021-06-01', 30_000), paid('2021-07-01', 50_000)])).toMatchObject({
      result: 'AT_LIMIT',
      parts: { premiums: usd(70_000), withdrawals: usd(20_000) },
    }))
  test('exchanges are no premium: the carrier’s 7-pay premium has taken them in', () =>
    expect(brief('2021-12-31', [flow('EXCHANGE_IN', '2021-03-01', 900_000), paid('2021-05-01', 1_000)])).toEqual([
      'WITHIN',
      1,
      usd(50_000),
      usd(1_000),
      usd(49_000),
    ]))
  test('a reported cost basis above the register’s own says that premiums are missing, so nothing is told; too much is too much all the same', () => {
    const known = LEVEL.slice(1)
    const reported = (dollars: number, on = '2023-12-31') => ({ reportedBasis: { on: plainDate(on), amount: usd(dollars) } })
    expect(brief('2023-12-31', known, [period()], reported(96_000))[0]).toBe('WITHIN')
    expect(brief('2023-12-31', known, [period()], reported(144_000))).toEqual(['UNKNOWN', 3, usd(150_000), null, null])
    expect(brief('2023-12-31', [...known, paid('2023-04-01', 60_000)], [period()], reported(204_000))[0]).toBe('EXCEEDED')
    // A correction as of an earlier day is compared with the register of that day: 48,000 until February 28, 2023.
    expect(brief('2023-12-31', known, [period()], reported(48_000, '2023-02-28'))[0]).toBe('WITHIN')
    expect(brief('2023-12-31', known, [period()], reported(48_000.01, '2023-02-28'))[0]).toBe('UNKNOWN')
    expect(brief('2023-12-31', [...LEVEL, taken('2023-06-01', 14_000)], [period()], reported(130_000))[0]).toBe('WITHIN')
  })
  test('where no cost basis is reported, the register must hold a premium or an exchange of the policy’s first year', () => {
    const of = (flows: Flow[], over: Partial<SevenPayPolicy> = {}) => at('2023-12-31', flows, [period()], over).result
    expect([of(LEVEL), of(LEVEL.slice(1)), of([])]).toEqual(['WITHIN', 'UNKNOWN', 'UNKNOWN'])
    expect([of([paid('2022-02-28', 48_000)]), of([paid('2022-03-01', 48_000)])]).toEqual(['WITHIN', 'UNKNOWN'])
    // An exchange brings its own cost basis along.
    const exchanged = { isExchanged: true, reportedBasis: { on: plainDate('2023-12-31'), amount: usd(900_000) } }
    expect([of([flow('EXCHANGE_IN', '2021-03-01', 700_000)], exchanged), of([], exchanged)]).toEqual(['WITHIN', 'UNKNOWN'])
  })
  test('the carrier’s own sum stands for the register up to its day: for premiums before the register began, and for one given back in time', () => {
    const stated = (on: string, dollars: number) => [period({ paid: usd(dollars), statedOn: plainDate(on) })]
    const missing = at('2023-12-31', LEVEL.slice(2), stated('2022-12-31', 96_000))
    expect(missing).toMatchObject({ result: 'WITHIN', paid: usd(144_000), parts: { stated: usd(96_000), premiums: usd(48_000) } })
    // 60,000 paid, 10,000 of it returned on April 15, 2022: within 60 days after the contract year.
    const returned = [paid('2021-03-01', 60_000), taken('2022-04-15', 10_000)]
    expect(at('2022-12-31', returned)).toMatchObject({ result: 'EXCEEDED' })
    expect(brief('2022-12-31', returned, stated('2022-04-15', 50_000))).toEqual(['WITHIN', 2, usd(100_000), usd(50_000), usd(50_000)])
    expect(at('2022-12-31', [], stated('2022-12-31', 100_000.01))).toMatchObject({ result: 'EXCEEDED', exceededOn: '2022-12-31' })
    expect(at('2022-06-30', LEVEL, stated('2022-12-31', 1)).paid, 'stated after the day').toBe(usd(96_000))
  })
})

describe('a material change', () => {
  const changed = [period(), period({ startsOn: plainDate('2023-09-15'), annualPremium: usd(20_000) })]
  test('begins the test anew from its day: its own years, its own premium, what was paid since', () => {
    const flows = [...LEVEL, paid('2023-09-15', 20_000)]
    expect(brief('2023-09-14', flows, changed)).toEqual(['WITHIN', 3, usd(150_000), usd(144_000), usd(6_000)])
    expect(brief('2023-09-15', flows, changed)).toEqual(['AT_LIMIT', 1, usd(20_000), usd(20_000), usd(0)])
    expect(brief('2024-09-15', flows, changed)).toEqual(['WITHIN', 2, usd(40_000), usd(20_000), usd(20_000)])
    expect(at('2030-09-15', flows, changed).result).toBe('OVER')
  })
  test('does not heal a test that was failed before it, and premiums before it fail none after it', () => {
    expect(at('2024-12-31', [paid('2022-01-01', 50_000.01)], changed)).toMatchObject({
      result: 'EXCEEDED',
      exceededOn: '2022-01-01',
      paid: usd(0),
    })
    expect(at('2024-12-31', [paid('2021-03-01', 30_000), paid('2023-09-14', 120_000)], changed)).toMatchObject({
      result: 'WITHIN',
      paid: usd(0),
    })
  })
})

describe('what the register says of the policy', () => {
  const failed = [paid('2021-03-01', 60_000)]
  const told = (flows: Flow[], over: Partial<SevenPayPolicy>, periods = [period()]) => at('2023-12-31', flows, periods, over).contradiction
  test('is contradicted by a failed test that it does not mark', () => {
    expect(told(failed, {})).toBe('UNMARKED')
    expect(told(failed, { isModifiedEndowment: true })).toBeNull()
    expect(told(LEVEL, {})).toBeNull()
  })
  test('is contradicted by a mark without a failed test, unless the reason may lie where nothing is on file', () => {
    const marked = { isModifiedEndowment: true }
    expect(told(LEVEL, marked)).toBe('MARKED')
    expect(told(LEVEL, { ...marked, isExchanged: true }), 'received for one').toBeNull()
    expect(told(LEVEL.slice(1), marked), 'premiums are missing').toBeNull()
    expect(told(LEVEL, marked, [period({ startsOn: plainDate('2022-01-01') })]), 'an earlier period was not stated').toBeNull()
  })
})

test('without a stated premium, or before its period begins, nothing is told', () => {
  expect(brief('2023-12-31', LEVEL, [])).toEqual(['NOT_STATED', null, null, null, null])
  expect(at('2022-12-31', LEVEL, [period({ startsOn: plainDate('2023-01-01') })]).result).toBe('NOT_STATED')
  expect(() => at('2023-12-31', LEVEL, [period({ annualPremium: usd(0) })])).toThrow(RangeError)
})

test('each rule of the register names its field', () => {
  const told = { startsOn: issueDate, paidCents: null as number | null, statedOn: plainDate('2021-02-01') }
  const known = { issueDate, isTaken: false, today: plainDate('2026-01-01') }
  const fields = (over: Partial<typeof told>, more: Partial<typeof known> = {}) =>
    Object.keys(sevenPayRefused({ ...told, ...over }, { ...known, ...more }))
  expect([fields({}), fields({}, { isTaken: true })]).toEqual([[], ['startsOn']])
  expect(fields({ startsOn: plainDate('2026-01-02') })).toEqual(['startsOn'])
  expect(fields({ startsOn: plainDate('2021-02-28') })).toEqual(['startsOn'])
  const old = plainDate('1987-05-01')
  expect([
    fields({ startsOn: plainDate('1988-06-20') }, { issueDate: old }),
    fields({ startsOn: plainDate('1988-06-21') }, { issueDate: old }),
  ]).toEqual([['startsOn'], []])
  expect(fields({ statedOn: plainDate('2026-01-02') })).toEqual(['statedOn'])
  expect([fields({ paidCents: 1 }), fields({ paidCents: 1, statedOn: issueDate })]).toEqual([['paidCents'], []])
})
