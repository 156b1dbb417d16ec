/** The institution and the month of the rows, by the words of a carrier: names, labels, lines above the header. */
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { describe, expect, test } from 'vitest'
import { type Directory, filedBy, findCarrier, findInstitution, namedBy, nameOf } from './directory.ts'
import { institutionOf, monthInName, monthInPreamble, monthOfValues } from './sheets.ts'

const bank = (id: number, name: string, fdicCertificate: string | null, filedCents: number | null = null) => ({
  id,
  name,
  legalName: `${name}, National Association of Springfield`,
  fdicCertificate,
  filedCents,
})
const directory: Directory = {
  carriers: [
    { code: 'ALP', legalName: 'Alpine Life Insurance Company', shortName: 'Alpine', naicCompanyCode: '00123' },
    { code: 'BRD', legalName: 'Broad Mutual, Inc.', shortName: 'Broad', naicCompanyCode: null },
  ],
  institutions: [bank(1, 'First Bank', '00777', 5_000_000), bank(2, 'Second Bank', '888'), bank(3, 'Twin', null), bank(4, 'Twin', null)],
}
const lines = (...texts: (string | string[])[]) => texts.map((text, index) => ({ line: index + 1, cells: [text].flat() }))

describe('a carrier', () => {
  test.each([
    ['ALP', 'ALP'],
    ['alpine life insurance co.', 'ALP'],
    ['The Alpine', 'ALP'],
    ['123', 'ALP'],
    ['00123', 'ALP'],
    ['Broad Mutual', 'BRD'],
    ['12', null],
    ['000123', null],
    ['Broader', null],
    ['', null],
  ])('called “%s” is %s', (name, code) => expect(findCarrier(directory, name)).toBe(code))
})

describe('an institution', () => {
  const texts = { institutionId: '', fdicCertificate: '', institutionName: '' }
  test.each([
    ['by its certificate, with or without zeros', { fdicCertificate: '777' }, 1],
    ['by a certificate before a name', { fdicCertificate: '0888', institutionName: 'First Bank' }, 2],
    ['by its name before an id, which may be the carrier’s own', { institutionName: 'The first bank', institutionId: '2' }, 1],
    ['by its legal name', { institutionName: 'Second Bank National Association of Springfield' }, 2],
    ['by its id where nothing else tells', { institutionId: '2' }, 2],
    ['by its id where its certificate is unknown', { fdicCertificate: '9', institutionId: '2' }, 2],
    ['nowhere where two share the name', { institutionName: 'Twin' }, null],
    ['nowhere where nothing is said', {}, null],
  ])('is found %s', (_, said, id) => expect(findInstitution(directory, { ...texts, ...said })?.id ?? null).toBe(id))
  test('is called what the row calls it, and by its name here', () => {
    expect(namedBy({ ...texts, fdicCertificate: '777', institutionId: '1' })).toBe('777')
    expect(namedBy({ ...texts, institutionName: 'First', fdicCertificate: '777' })).toBe('First')
    expect([nameOf(directory, 2), nameOf(directory, 9)]).toEqual(['Second Bank', 'another institution'])
    expect([filedBy(directory, 1), filedBy(directory, 2), filedBy(directory, null)]).toEqual([5_000_000, null, null])
  })
})

describe('the institution of a sheet', () => {
  test.each([
    ['labeled in a cell of its own', 'Sheet 1', lines(['', 'Bank Name:', '', 'Unheard Of']), 'Unheard Of'],
    ['labeled in the same cell', 'Sheet 1', lines('Policy Owner:  Unheard Of '), 'Unheard Of'],
    ['known, without a label', null, lines('In-force extract', ['Printed today', 'First Bank']), 'First Bank'],
    ['known by the name of the sheet', 'second bank', lines('In-force extract'), 'second bank'],
    ['said above its rows before its name', 'Second Bank', lines('First Bank'), 'First Bank'],
    ['cut off by the spreadsheet', 'First Bank, National Associatio', [], 'First Bank'],
    ['cut off, of two that begin so', 'Twin, National Association of S', [], null],
    ['shortened by somebody', 'First Bank, National Associati', [], null],
    ['a label without a name', null, lines('Bank:'), null],
    ['nobody known', 'Sheet 1', lines('Bank of what is to come'), null],
  ])('%s', (_, name, above, institution) => expect(institutionOf(name, above, directory)).toBe(institution))
})

describe('the month above the rows', () => {
  test.each([
    ['as of', ['As of 10/31/2026'], '2026-10-31', '2026-10-31'],
    ['a day in the month', ['Valuation Date: October 15, 2026'], '2026-10-31', '2026-10-31'],
    ['the end of a span', ['Statement period October 1, 2026 - November 30, 2026'], '2026-11-30', '2026-11-30'],
    ['two dates that are no span', ['Val dates 10/31/2026, 11/30/2026'], null, null],
    ['the surest label first', ['Statement of 2026-11-30', 'Month ending 2026-10-31'], '2026-10-31', '2026-10-31'],
    ['two months under one label', ['As of 2026-10-31', 'As of 2026-11-30'], null, null],
    ['one month said twice', ['As of 2026-10-30', 'As of 2026-10-31'], '2026-10-31', '2026-10-31'],
    ['a date of anything', ['Date 2026-10-31'], '2026-10-31', null],
    ['the day of printing', ['Run date as of 2026-10-31'], null, null],
    ['a date without a label', ['2026-10-31'], null, null],
    ['a date of two readings', ['As of 05/11/2026'], null, null],
    ['no such day', ['As of 13/32/2026'], null, null],
    ['in two cells', [['As of', '31.10.2026']], '2026-10-31', '2026-10-31'],
  ])('%s', (_, above, any, ofValues) => {
    expect(monthInPreamble(lines(...above))).toBe(any)
    expect(monthOfValues(lines(...above))).toBe(ofValues)
  })
})

test.each([
  ['December', null],
  ['Dec ’25', '2025-12-31'],
  ['Jan_27', '2027-01-31'],
  ['2026.1', null],
  ['1-2026', '2026-01-31'],
  ['FY2026-09 values', '2026-09-30'],
  ['May 2026', '2026-05-31'],
  ['Maybe', null],
])('without a month chosen, a sheet called %s is of %s', (name, month) => expect(monthInName(name, null)).toBe(month))
test('of a month without a year, the year chosen is meant', () => expect(monthInName('Feb', plainDate('2024-10-31'))).toBe('2024-02-29'))
