import { expect, test } from 'vitest'
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { POLICY } from '../test/feed-rows.ts'
import { type FeedValues, NO_VALUES, type PolicyFacts } from './row.ts'
import { checkRates, meaningOf, oddAverages, oddSizes } from './sizes.ts'

const period = plainDate('2025-12-31')
const messages = (values: Partial<FeedValues>, book: Partial<PolicyFacts> | null = null) => {
  const found: string[] = []
  checkRates({ ...NO_VALUES, ...values }, book && { ...POLICY, ...book }, period, (ruleCode, field, message) => {
    found.push(`${ruleCode} ${field}: ${message}`)
  })
  return found
}

test.each([
  [usd(358), usd(358_000), 'thousands'],
  [usd(35_800_000), usd(358_000), 'cents'],
  [usd(358_000), usd(358_000), null],
  [usd(7_160_000), usd(358_000), null],
  [usd(7_160_001), usd(358_000), 'cents'],
  [usd(7_160), usd(358_000), null],
  [usd(7_159), usd(358_000), 'unknown'],
  [usd(358_000_000), usd(358_000), 'unknown'],
  [usd(0), usd(358_000), null],
  [usd(5), usd(0), null],
])('%i cents where %i are usual mean %s', (amount, usual, meaning) => expect(meaningOf(amount, usual)).toBe(meaning))

test('values are compared with last month’s or the register’s, each on its own', () => {
  const usual = { cashSurrenderValue: usd(146_000), deathBenefit: usd(358_000) }
  expect(oddSizes({ ...NO_VALUES, cashSurrenderValue: usd(146.795), deathBenefit: usd(358_000) }, { usual, costBasis: null })).toEqual([
    { field: 'cashSurrenderValue', meaning: 'thousands', amount: usd(146.8), usual: usd(146_000), beside: 'book' },
  ])
  expect(oddSizes({ ...NO_VALUES, cashSurrenderValue: usd(146.795), deathBenefit: usd(358) }, { usual: null, costBasis: null })).toEqual([])
})

test.each<[string, [number, number, number], [number, number, number], number | null, string | null]>([
  [
    'beside the carrier’s own policies',
    [10, 1_460, 3_580],
    [500, 150_000, 360_000],
    null,
    'thousands: Death benefit averages $358.00 a policy; the carrier’s posted policies average $360,000.00',
  ],
  [
    'a value alone',
    [10, 1_460, 3_580_000],
    [500, 150_000, 360_000],
    null,
    'thousands: Cash surrender value averages $146.00 a policy; the carrier’s posted policies average $150,000.00',
  ],
  [
    'in cents',
    [10, 146_000_000, 358_000_000],
    [500, 150_000, 360_000],
    null,
    'cents: Death benefit averages $35,800,000.00 a policy; the carrier’s posted policies average $360,000.00',
  ],
  ['of the right size', [10, 1_460_000, 3_580_000], [500, 150_000, 360_000], null, null],
  ['of a carrier without any', [10, 1_460, 3_580], [0, 0, 0], null, 'thousands: Death benefit averages $358.00 a policy'],
  [
    'too large of a carrier without any',
    [2, 60_000_000, 120_000_000],
    [0, 0, 0],
    null,
    'cents: Death benefit averages $60,000,000.00 a policy',
  ],
  [
    'more than the bank files',
    [10, 20_000_000, 40_000_000],
    [0, 0, 0],
    5_000_000,
    'unknown: Cash surrender value adds up to $20,000,000.00; the institution’s last Call Report has $5,000,000.00 of life insurance',
  ],
  [
    'a hundred times what the bank files',
    [100, 500_000_000, 900_000_000],
    [0, 0, 0],
    5_000_000,
    'cents: Cash surrender value adds up to $500,000,000.00; the institution’s last Call Report has $5,000,000.00 of life insurance',
  ],
  [
    'a thousandth of what the bank files',
    [1, 5_000, 9_000],
    [0, 0, 0],
    5_000_000,
    'thousands: Cash surrender value adds up to $5,000.00; the institution’s last Call Report has $5,000,000.00 of life insurance',
  ],
  ['one carrier of several', [10, 1_460_000, 3_580_000], [0, 0, 0], 50_000_000, null],
])('a first load %s', (_, load, typical, filed, expected) => {
  const of = ([policies, cashSurrenderValue, deathBenefit]: [number, number, number]) => ({
    policies,
    cashSurrenderValue: usd(cashSurrenderValue),
    deathBenefit: usd(deathBenefit),
  })
  const odd = oddAverages(of(load), of(typical), filed === null ? null : usd(filed))
  expect(odd && `${odd.meaning}: ${odd.message}`).toBe(expected)
})

test.each<[Partial<FeedValues>, string]>([
  [{ grossCreditingRate: -0.04 }, 'Gross crediting rate is -4.00% a year, below zero. Is a sign or another column meant?'],
  [{ grossCreditingRate: 0.2 }, 'Gross crediting rate is 20.00% a year, above what any policy has. Perhaps 2.00% or 0.20% was meant.'],
  [{ grossCreditingRate: 0.15 }, 'Gross crediting rate is 15.00% a year, above what any policy has. Perhaps 1.50% or 0.15% was meant.'],
  [{ grossCreditingRate: 0.0004 }, 'Gross crediting rate is 0.040% a year, below what any policy has. Perhaps 4.00% or 0.40% was meant.'],
  [{ guaranteedRate: 0.07 }, 'Guaranteed rate is 7.00% a year, above what any policy has. Perhaps 0.70% was meant.'],
  [{ netCreditingRate: -0.001 }, 'Net crediting rate is -0.10% a year, below zero. Is a sign or another column meant?'],
])('%o is in doubt', (values, message) => expect(messages(values)).toEqual([`RATE ${Object.keys(values)[0]}: ${message}`]))

test('rates that policies have are not', () => {
  for (const rate of [0, 0.005, 0.041, 0.1])
    expect(messages({ grossCreditingRate: rate, netCreditingRate: rate, guaranteedRate: Math.min(rate, 0.02) })).toEqual([])
  expect(messages({ grossCreditingRate: 0.0405 }, {})).toEqual([])
  expect(messages({ grossCreditingRate: 0.061 }, {})).toEqual([])
})
test('a declared rate that moves by over two points in a month is', () =>
  expect(messages({ grossCreditingRate: 0.014 }, {})).toEqual([
    'RATE grossCreditingRate: Gross crediting rate is 1.40% a year; last month it was 4.10%. A declared rate moves less in a month.',
  ]))

test('a column of interest that holds rates is told by what they would be of the value', () => {
  expect(messages({ interestCredited: usd(4.1), cashSurrenderValue: usd(146_340.12) })).toEqual([
    'RATE interestCredited: Interest credited is $4.10 on $146,340.12, 0.034% a year: does the column hold rates, not dollars? Say so under Column mapping.',
  ])
  expect(messages({ interestCredited: usd(4.1), cashSurrenderValue: usd(1_200) })).toEqual([])
  expect(messages({ interestCredited: usd(0), cashSurrenderValue: usd(146_340.12) })).toEqual([])
  expect(messages({ interestCredited: usd(410), cashSurrenderValue: usd(146_340.12) })).toEqual([])
  // A first month has few days.
  expect(messages({ interestCredited: usd(4.1), cashSurrenderValue: usd(146_340.12), issueDate: plainDate('2025-12-30') })).toEqual([])
})

test.each<[string, Partial<FeedValues>, string[]]>([
  ['a death benefit of ten faces', { deathBenefit: usd(3_580_000) }, ['deathBenefit digit book']],
  ['a death benefit of a tenth', { deathBenefit: usd(35_800) }, ['deathBenefit digit book']],
  ['a death benefit in a corridor', { deathBenefit: usd(1_500_000) }, []],
  ['a cost basis in thousands', { costBasis: usd(90) }, ['costBasis thousands book']],
  ['premiums to date in cents', { cumulativePremium: usd(9_000_000) }, ['cumulativePremium cents book']],
  ['a book value in cents', { bookValue: usd(14_600_000) }, ['bookValue cents row']],
  ['a market value in thousands', { marketValue: usd(146) }, ['marketValue thousands row']],
  ['an account value in cents', { accountValueEnd: usd(14_700_000) }, ['accountValueEnd cents row']],
  ['a guaranteed value in cents', { guaranteedCashValue: usd(13_000_000) }, ['guaranteedCashValue cents row']],
  ['a loan beyond the account', { loanBalance: usd(150_000) }, ['loanBalance unknown row']],
  ['a loan beyond the value, within the account', { loanBalance: usd(150_000), accountValueEnd: usd(160_000) }, []],
  [
    'all as they may be',
    { costBasis: usd(20_000), bookValue: usd(140_000), guaranteedCashValue: usd(9_000), loanBalance: usd(100_000) },
    [],
  ],
  // The surrender value is the odd one: what stands beside it is not.
  ['a surrender value in thousands', { cashSurrenderValue: usd(146), bookValue: usd(146_000) }, ['cashSurrenderValue thousands book']],
])('%s', (_, values, expected) => {
  const usual = { cashSurrenderValue: usd(146_000), deathBenefit: usd(358_000) }
  const row = { ...NO_VALUES, cashSurrenderValue: usd(146_000), deathBenefit: usd(358_000), ...values }
  expect(oddSizes(row, { usual, costBasis: usd(90_000) }).map(({ field, meaning, beside }) => `${field} ${meaning} ${beside}`)).toEqual(
    expected,
  )
})

test('interest is what an account earns in a month: more is a year’s, less a loan’s', () => {
  const said = (interest: number, more: Partial<FeedValues> = {}) =>
    messages({ interestCredited: usd(interest), cashSurrenderValue: usd(146_340.12), ...more })
  expect(said(4_910)).toEqual([
    'RATE interestCredited: Interest credited is $4,910.00 on $146,340.12, 40.26% a year: is it the interest of the month, credited on the account? A year’s, or a loan’s, stands in another column.',
  ])
  expect(said(49.1)).toHaveLength(1)
  expect(said(491)).toEqual([])
  // On an account that a surrender charge leaves little of, or a premium doubled at the end of the month.
  expect(said(4_910, { accountValueEnd: usd(1_400_000) })).toEqual([])
  expect(said(49.1, { accountValueBegin: usd(50_000) })).toEqual([])
})

test.each(['netCreditingRate', 'guaranteedRate'] as const)('%s above the gross crediting rate is in doubt', (field) => {
  expect(messages({ grossCreditingRate: 0.04, [field]: 0.045 })).toEqual([
    expect.stringMatching(/^RATE .* above the gross crediting rate of 4.00%/),
  ])
  expect(messages({ grossCreditingRate: 0.04, [field]: 0.04 })).toEqual([])
})
