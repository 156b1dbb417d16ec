/** Cells as carriers write them; what cannot be read gets a sentence and never a guess. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isUnreadable, matchKey, readDate, readGender, readMoney, readName, readRate, readStatus, readText } from './feed-values.ts'
import { cents, formatAmount, formatMoney } from './money.ts'

describe('money', () => {
  test.each([
    ['3059706.52', 305_970_652],
    ['$3,059,706.52', 305_970_652],
    ['3,059,706.5', 305_970_650],
    ['(1,234.50)', -123_450],
    ['($1,234.50)', -123_450],
    ['-1234.5', -123_450],
    ['1,234.50-', -123_450],
    ['$ 12', 1_200],
    ['USD 12.00', 1_200],
    ['0', 0],
    ['.5', 50],
    ['12.', 1_200],
    ['+7', 700],
    ['1.005', 101],
    ['0.004', 0],
    ['000123.40', 12_340],
  ])('%s is %i cents', (cell, amount) => expect(readMoney(cell)).toBe(amount))
  test.each(['', ' ', '-', '--', 'N/A', 'null', 'None'])('%j is nothing', (cell) => expect(readMoney(cell)).toBeNull())
  test.each([
    ['1.234,56', 'comma for the decimals'],
    ['12,5', 'comma for the decimals'],
    ['3.05E+06', 'exponent'],
    ['#####', 'widen the column'],
    ['(-5)', 'twice over'],
    ['abc', 'not an amount'],
    ['1,23,456', 'not an amount'],
    ['12.3.4', 'not an amount'],
    ['$', 'not an amount'],
    ['99999999999999999', 'larger than'],
  ])('%s is refused: %s', (cell, reason) => {
    const read = readMoney(cell)
    expect(isUnreadable(read) && read.problem).toContain(reason)
  })
  test('what is printed reads back to the cent', () =>
    fc.assert(
      fc.property(fc.integer({ min: -1e13, max: 1e13 }), (amount) => {
        for (const shown of [formatMoney(cents(amount)), formatAmount(cents(amount)), (amount / 100).toFixed(2)])
          expect(readMoney(shown)).toBe(cents(amount))
      }),
    ))
})

describe('rates', () => {
  test.each([
    ['4.10%', 0.041],
    ['4.10', 0.041],
    ['0.0410', 0.041],
    ['.041', 0.041],
    ['0.2', 0.2],
    ['0.21', 0.0021],
    ['410 bps', 0.041],
    ['-0.5%', -0.005],
    ['0', 0],
    ['20', 0.2],
    ['4.1 %', 0.041],
  ])('%s is %f', (cell, fraction) => expect(readRate(cell)).toBe(fraction))
  test.each(['25%', '21', 'x', '4,10'])('%s is refused', (cell) => expect(isUnreadable(readRate(cell))).toBe(true))
  test('nothing is nothing', () => expect(readRate(' - ')).toBeNull())
})

describe('dates', () => {
  test.each([
    ['2025-12-31', '2025-12-31'],
    ['2025-12-31T00:00:00', '2025-12-31'],
    ['12/31/2025', '2025-12-31'],
    ['1/5/25', '2025-01-05'],
    ['12-31-2025', '2025-12-31'],
    ['20251231', '2025-12-31'],
    ['31-Dec-2025', '2025-12-31'],
    ['Dec 31, 2025', '2025-12-31'],
    ['December 31 2025', '2025-12-31'],
    ['2025/12/31', '2025-12-31'],
    ['6/15/16', '2016-06-15'],
  ])('%s is %s', (cell, date) => expect(readDate(cell)).toBe(date))
  test('a birth year of two digits is not in the future', () =>
    expect([readDate('6/15/58', 2025), readDate('6/15/08', 2025)]).toEqual(['1958-06-15', '2008-06-15']))
  test.each(['', '00/00/0000', 'N/A'])('%j is nothing', (cell) => expect(readDate(cell)).toBeNull())
  test.each([
    ['31/12/2025', 'day before the month'],
    ['02/30/2025', 'no day'],
    ['2025-13-01', 'no day'],
    ['46022', 'day number'],
    ['yesterday', 'not a date'],
  ])('%s is refused: %s', (cell, reason) => {
    const read = readDate(cell)
    expect(isUnreadable(read) && read.problem).toContain(reason)
  })
})

test.each([
  ['In Force', 'IN_FORCE'],
  ['ACTIVE', 'IN_FORCE'],
  ['a', 'IN_FORCE'],
  ['Paid-Up', 'PAID_UP'],
  ['Death Claim - Pending', 'DEATH_CLAIM_PENDING'],
  ['DEATH', 'DEATH_PAID'],
  ['Surr', 'SURRENDERED'],
  ['1035', 'EXCHANGED_OUT'],
  ['Lapsed', 'LAPSED'],
])('status %s is %s', (cell, status) => expect(readStatus(cell)).toBe(status))
test('a status nobody knows is refused, none is none', () => {
  expect(isUnreadable(readStatus('ZZ'))).toBe(true)
  expect(readStatus('')).toBeNull()
})
test.each([
  ['m', 'M'],
  ['Female', 'F'],
  ['U', null],
  ['', null],
])('gender %s is %s', (cell, gender) => expect(readGender(cell)).toBe(gender))

test.each([
  ['00-123 45', '0012345'],
  [' a1001 ', 'A1001'],
  ['A–1001', 'A1001'],
  ['', ''],
])('policy number %j is compared as %j', (number, key) => expect(matchKey(number)).toBe(key))
test('spreadsheet tricks that keep zeros are taken off', () =>
  expect([readText('="00123"'), readText("'00123"), readText(' 00123 ')]).toEqual(['00123', '00123', '00123']))
test.each([
  ['Doe, John Q', { firstName: 'John', middleName: 'Q', lastName: 'Doe' }],
  ['John Q Doe', { firstName: 'John', middleName: 'Q', lastName: 'Doe' }],
  ['van Dyke, Ann', { firstName: 'Ann', middleName: null, lastName: 'van Dyke' }],
  ['Doe', null],
  ['a b c d e', null],
])('%s taken apart', (name, parts) => expect(readName(name)).toEqual(parts))
