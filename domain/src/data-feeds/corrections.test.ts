import { describe, expect, test } from 'vitest'
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import type { FeedField } from './columns.ts'
import { closeNumber, type LineFacts, lineCorrections, sameNumber } from './corrections.ts'
import type { LineCells } from './footing.ts'

const BOOKED: LineFacts['booked'] = {
  amounts: { cashSurrenderValue: usd(3_050_000), deathBenefit: usd(6_900_000), costBasis: usd(2_000_000) },
  rates: { grossCreditingRate: 0.041 },
  dates: { issueDate: plainDate('2014-03-05') },
  words: { insuredGender: 'F', policyStatus: 'PAID_UP', mecIndicator: 'true' },
}
const offered = (field: FeedField, cells: LineCells, more: Partial<LineFacts> = {}) =>
  lineCorrections([field], {
    cells,
    booked: BOOKED,
    month: plainDate('2026-09-30'),
    fileMonth: null,
    orderOf: () => 'MDY',
    numbers: [],
    ...more,
  }).likely.map(({ value, reason }) => [value, reason])

describe('amounts', () => {
  test('the rest of the line leads to a value with two digits exchanged', () =>
    expect(
      offered('cashSurrenderValue', { cashSurrenderValue: '3,095,706.52', accountValueEnd: '3,060,706.52', surrenderCharge: '1000.00' }),
    ).toEqual([['3059706.52', 'The line’s account value less its surrender charge, with two digits exchanged.']]))
  test('a beginning value, premium, interest and charges lead to the account value', () =>
    expect(
      offered('accountValueEnd', {
        accountValueEnd: '#REF!',
        accountValueBegin: '100',
        premiumPaid: '10',
        interestCredited: '1.5',
        costOfInsurance: '0.5',
      }),
    ).toEqual([['111.00', 'The line’s beginning value with its premium and interest, less its withdrawals and charges.']]))
  test('charges that are itemized are taken off too', () =>
    expect(
      offered('accountValueEnd', {
        accountValueEnd: '',
        accountValueBegin: '100',
        interestCredited: '2',
        costOfInsurance: '1',
        premiumTaxCharge: '0.25',
        riderCharge: '0.5',
      }),
    ).toEqual([['100.25', 'The line’s beginning value with its premium and interest, less its withdrawals and charges.']]))
  test('nothing is added up where a part is missing or cannot be read', () => {
    expect(offered('accountValueEnd', { accountValueEnd: '', accountValueBegin: '100' })).toEqual([])
    expect(offered('cashSurrenderValue', { cashSurrenderValue: '', accountValueEnd: '100', surrenderCharge: '#N/A' })).toEqual([])
  })
  test('decimals after a comma are read so where last month’s value is close, or nothing is known of it', () => {
    expect(offered('cashSurrenderValue', { cashSurrenderValue: '3.059.706,52' })).toEqual([
      ['3059706.52', 'Read with a comma before the decimals, it is close to the cash surrender value posted for September 2026.'],
    ])
    expect(offered('cashSurrenderValue', { cashSurrenderValue: '9.059.706,52' })).toEqual([])
    expect(offered('loanBalance', { loanBalance: '1200,5' })).toEqual([['1200.50', 'Read with a comma before the decimals.']])
  })
  test.each([
    ['3059.71', '3059710.00', 'Read as thousands of dollars'],
    ['305970652', '3059706.52', 'Read as cents without a decimal point'],
    ['-3059706.52', '3059706.52', 'Read with the other sign'],
    ['305970.65', '3059706.50', 'Read with one more digit'],
  ])('%s is offered as %s', (cell, value, words) =>
    expect(offered('cashSurrenderValue', { cashSurrenderValue: cell })).toEqual([
      [value, `${words}, it is close to the cash surrender value posted for September 2026.`],
    ]),
  )
  test('a death benefit that is missing is last month’s; a cash surrender value never is', () => {
    expect(offered('deathBenefit', { deathBenefit: '' })).toEqual([['6900000.00', 'The death benefit posted for September 2026.']])
    expect(offered('cashSurrenderValue', { cashSurrenderValue: '' })).toEqual([])
  })
  test('a credit in letters is read without them where it is close to last month’s', () =>
    expect(offered('deathBenefit', { deathBenefit: '6,900,010.00 CR' })).toEqual([
      ['6900010.00', 'Read without CR, it is close to the death benefit posted for September 2026.'],
      ['6900000.00', 'The death benefit posted for September 2026.'],
    ]))
})

test('a rate a hundred times too large is offered as percent', () =>
  expect(offered('grossCreditingRate', { grossCreditingRate: '410' })).toEqual([
    ['4.1%', 'It is then close to the gross crediting rate posted for September 2026.'],
  ]))

describe('dates', () => {
  test('with the day first, as the register has it', () =>
    expect(offered('issueDate', { issueDate: '05/03/2014' })).toEqual([['2014-03-05', 'Read with the day first, as the register has it.']]))
  test('a valuation date with the day first', () =>
    expect(offered('asOfDate', { asOfDate: '31/10/2026' })).toEqual([['2026-10-31', 'Read with the day first, a month end.']]))
  test('a valuation date of another month is likely of the month of most rows; one that reads the same either way is offered once', () => {
    const fileMonth = plainDate('2026-10-31')
    expect(offered('asOfDate', { asOfDate: '30-SEP-2026' }, { fileMonth })).toEqual([
      ['2026-10-31', 'The month end of most rows of the file.'],
    ])
    expect(offered('asOfDate', { asOfDate: '30-OCT-2026' }, { fileMonth })).toEqual([])
  })
  test('a date that is the register’s but for the order of day and month', () =>
    expect(offered('issueDate', { issueDate: '03-MAY-2014' })).toEqual([
      ['2014-03-05', 'The issue date in the register, with day and month exchanged.'],
    ]))
  test('the day number of a spreadsheet', () =>
    expect(offered('asOfDate', { asOfDate: '46326' })).toEqual([['2026-10-31', 'Read as the day number of a spreadsheet.']]))
})

test('words are the register’s', () => {
  expect(offered('insuredGender', { insuredGender: 'X' })).toEqual([['F', 'The gender in the register.']])
  expect(offered('policyStatus', { policyStatus: '??' })).toEqual([['paid up', 'The policy status in the register.']])
  expect(offered('mecIndicator', { mecIndicator: 'maybe' })).toEqual([['Yes', 'The MEC indicator in the register.']])
})

test('a policy number that lost its zeros, or has a letter for a digit, is told with the reason', () => {
  expect(sameNumber('872872', '00872872')).toBe('The register has it with its leading zeros.')
  expect(sameNumber('CV-5O8-598', 'CV 508 598')).toBe('The register has it with a letter and a digit that look alike exchanged.')
  expect(sameNumber('872873', '00872872')).toBeNull()
  expect(sameNumber('00872872', '0087-2872')).toBeNull()
})

test.each([
  ['S7-429480-01', 'S7-429408-01', 'S7-429408-01 is missing from the file, and two neighboring characters are exchanged.'],
  ['S7 429418 01', 'S7-429408-01', 'S7-429408-01 is missing from the file, and one character differs.'],
  ['S7-429418-02', 'S7-429408-01', null],
  ['S7-924408-01', 'S7-429408-01', null],
  ['S7-42940-01', 'S7-429408-01', null],
  ['S7-429408-01', 'S7-429408-01', null],
])('%s may be %s where one slip alone lies between them: %s', (one, missing, reason) => expect(closeNumber(one, missing)).toBe(reason))

test('what the cell says already is not offered', () => expect(offered('deathBenefit', { deathBenefit: '6900000.00' })).toEqual([]))
