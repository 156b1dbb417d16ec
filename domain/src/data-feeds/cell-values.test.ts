import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  dateOrderOf,
  isUnreadable,
  matchKey,
  rateUnitOf,
  readDate,
  readGender,
  readMoney,
  readName,
  readPolicyNumber,
  readRate,
  readStatus,
  readText,
  readYesNo,
} from './cell-values.ts'

const problem = (value: unknown) => (isUnreadable(value) ? value.problem : value)

test.each([
  ['1.23457E+11', 'exponent'],
  ['1.23457e11', 'exponent'],
  ['1E+15', 'exponent'],
  ['9'.repeat(61), 'longer than any'],
])('policy number %s is refused', (cell, told) => expect(readPolicyNumber(cell)).toEqual({ problem: expect.stringContaining(told) }))
test.each(['00123', '1E5', 'E+12', 'AB-1.5E+3'])('policy number %s stands', (cell) => expect(readPolicyNumber(cell)).toBe(cell))

test.each([
  ['3059706.52', 305_970_652],
  ['3059706.5', 305_970_650],
  ['3059706', 305_970_600],
  ['$3,059,706.52', 305_970_652],
  ['(1,234.50)', -123_450],
  ['$(1,234.50)', -123_450],
  ['1,234.50-', -123_450],
  ['-1234.5', -123_450],
  [' USD 12.00 ', 1200],
  ['0', 0],
  ['.5', 50],
  ['10426.523', 1_042_652],
  ['10426.525', 1_042_653],
  ['-10426.525', -1_042_653],
  ['', null],
  ['-', null],
  ['n/a', null],
  ['999999999999.99', 99_999_999_999_999],
])('money %j is %j cents', (cell, expected) => expect(readMoney(cell)).toBe(expected))

test.each([
  ['1.234,56', 'comma for the decimals'],
  ['1234,56', 'comma for the decimals'],
  ['3.06E+06', 'exponent'],
  ['#####', 'widen the column'],
  ['abc', 'not an amount'],
  ['12.3.4', 'not an amount'],
  ['12..4', 'not an amount'],
  ['(-5)', 'two minus signs'],
  ['1,23,456.00', 'not an amount'],
  ['99999999999999999', 'larger than any'],
  ['999999999999999', 'larger than any'],
  ['1000000000000.01', 'larger than any'],
])('money %j is refused: %s', (cell, expected) => expect(problem(readMoney(cell))).toContain(expected))

test('any amount reads back to the cent from every usual way of writing it', () =>
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000_000_000, max: 10_000_000_000_000 }), (amount) => {
      const magnitude = `${Math.floor(Math.abs(amount) / 100)}.${String(Math.abs(amount) % 100).padStart(2, '0')}`
      const grouped = magnitude.replace(/\B(?=(\d{3})+\.)/g, ',')
      const ways =
        amount < 0
          ? [`-${magnitude}`, `(${grouped})`, `$(${grouped})`.replace('$(', '($'), `${magnitude}-`]
          : [magnitude, `$${grouped}`, ` ${grouped} `]
      for (const way of ways) expect(readMoney(way)).toBe(amount === 0 ? 0 : amount)
    }),
  ))

test.each([
  ['4.10%', 0.041],
  ['0.041', 0.041],
  ['4.10', 0.041],
  ['4.1 %', 0.041],
  ['410 bps', 0.041],
  ['0.2', 0.2],
  ['0.95', 0.0095],
  ['0', 0],
  ['-0.5%', -0.005],
  ['', null],
])('rate %j is %j', (cell, expected) => expect(readRate(cell)).toBe(expected))
test.each([
  ['41', 'more than 20 %'],
  ['410%', 'more than 20 %'],
  ['four', 'not a rate'],
])('rate %j is refused: %s', (cell, expected) => expect(problem(readRate(cell))).toContain(expected))

test.each([
  ['2026-10-31', '2026-10-31'],
  ['10/31/2026', '2026-10-31'],
  ['1/5/26', '2026-01-05'],
  ['20261031', '2026-10-31'],
  ['31-Oct-2026', '2026-10-31'],
  ['31 October 2026', '2026-10-31'],
  ['October 31, 2026', '2026-10-31'],
  ['2026-10-31T00:00:00', '2026-10-31'],
  ['10/31/2026 12:00:00 AM', '2026-10-31'],
  ['00/00/0000', null],
  ['', null],
])('date %j is %j', (cell, expected) => expect(readDate(cell)).toBe(expected))
test.each([
  ['31/10/2026', 'day before the month'],
  ['02/30/2026', 'not a calendar date'],
  ['46326', 'day number'],
  ['soon', 'not a date'],
])('date %j is refused: %s', (cell, expected) => expect(problem(readDate(cell))).toContain(expected))
test('a two-digit year of birth is never in the future', () => expect(readDate('03/15/58', 2019)).toBe('1958-03-15'))

test.each([
  ['Active', 'IN_FORCE'],
  ['IN-FORCE', 'IN_FORCE'],
  ['Death Claim Pending', 'DEATH_CLAIM_PENDING'],
  ['SURR', 'SURRENDERED'],
  ['', null],
])('status %j is %j', (cell, expected) => expect(readStatus(cell)).toBe(expected))
test('an unknown status is named', () => expect(problem(readStatus('XQ'))).toContain('not a known policy status'))
test.each([
  ['M', 'M'],
  ['female', 'F'],
  ['U', null],
])('gender %j is %j', (cell, expected) => expect(readGender(cell)).toBe(expected))

test.each([
  ['Y', true],
  ['no', false],
  ['Non-MEC', false],
  ['MEC', true],
  ['', null],
])('yes or no %j is %j', (cell, expected) => expect(readYesNo(cell)).toBe(expected))
test('what is neither yes nor no is named', () => expect(problem(readYesNo('maybe'))).toBe('is neither yes nor no'))

test('leading zeros survive the tricks that protect them from a spreadsheet', () =>
  expect([readText('="007"'), readText("'007"), matchKey(' a-00 7 ')]).toEqual(['007', '007', 'A007']))
test.each([
  ['Doe, John Q', { firstName: 'John', middleName: 'Q', lastName: 'Doe' }],
  ['John Doe', { firstName: 'John', middleName: null, lastName: 'Doe' }],
  ['Cher', null],
  ['John Q Doe', { firstName: 'John', middleName: 'Q', lastName: 'Doe' }],
  ['Ana Maria Luz Doe', { firstName: 'Ana', middleName: 'Maria Luz', lastName: 'Doe' }],
  ['Estate of John Quincy Doe', null],
  ['Doe, John Q R', { firstName: 'John', middleName: 'Q R', lastName: 'Doe' }],
])('the name %j', (name, expected) => expect(readName(name)).toEqual(expected))

test.each([
  ['12/31/2026', 'MDY'],
  ['31/12/2026', 'DMY'],
  ['12/13/2026', 'MDY'],
  ['13/12/2026', 'DMY'],
  ['12/12/2026', undefined],
  ['11/12/2026', 'EITHER'],
  ['13/13/2026', undefined],
  ['2026-12-31', undefined],
])('%j proves of its column that days are written %s', (cell, order) => expect(dateOrderOf(cell)).toBe(order))
test('a column read day first takes the day from the first number, and refuses a month there', () => {
  expect(readDate('03/04/2026', 2069, 'DMY')).toBe('2026-04-03')
  expect(readDate('12/12/2026', 2069, 'DMY')).toBe('2026-12-12')
  expect(problem(readDate('04/13/2026', 2069, 'DMY'))).toContain('its column is read day first')
  expect(problem(readDate('13/13/2026'))).toContain('is not a calendar date')
})
test('of a year in two digits the latest one up to the given year is meant', () =>
  expect([readDate('01/05/69'), readDate('01/05/70'), readDate('5-Jan-19', 2019), readDate('5-Jan-20', 2019)]).toEqual([
    '2069-01-05',
    '1970-01-05',
    '2019-01-05',
    '1920-01-05',
  ]))
test.each([
  ['0', undefined],
  ['0.2', 'FRACTION'],
  ['0.21', 'PERCENT'],
  ['4.1%', undefined],
  ['-0.1', undefined],
])('the rate %j shows its column to hold %s', (cell, unit) => expect(rateUnitOf(cell)).toBe(unit))
test('the column’s unit tells what a rate without a sign is, up to 20 % a year', () => {
  expect([readRate('0.15', 'PERCENT'), readRate('0.15', 'FRACTION'), readRate('20', 'PERCENT'), readRate('20%')]).toEqual([
    0.0015, 0.15, 0.2, 0.2,
  ])
  expect(problem(readRate('4.1', 'FRACTION'))).toBe('is 410 % a year in a column of fractions; 4.1 % would be written 0.041')
  expect([problem(readRate('20.5', 'FRACTION')), problem(readRate('20.01', 'PERCENT'))]).toEqual([
    'is more than 20 % a year',
    'is more than 20 % a year',
  ])
})
