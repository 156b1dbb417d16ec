/** Single cells: amounts, policy numbers and errors as spreadsheets and mainframes leave them. */

import { feedText } from '../feed-fixture.ts'
import type { FeedServer } from '../feed-server.ts'
import { workbook } from '../feed-workbook.ts'
import { at, type DirtyFeed, type Found, type Line, NARROW, only } from './dirty-feed.ts'

const kind = 'numbers as written'
type Written = (amount: number) => string
const grouped = (amount: number, by: string) => (amount / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, by)
const UNREADABLE: Found[] = [['VALUE', 'error', at(1), 'CSV']]

/** One cell of the surrender value, written so. */
const cell = (name: string, write: Written, finds: Found[] | 'rightly'): DirtyFeed => ({
  kind,
  name,
  ...(finds === 'rightly' ? { rightly: true as const } : { finds }),
  make: (feeds) => ({
    content: feedText(
      feeds.sound().map((line, row): Line => (row === 1 ? { ...line, cashSurrenderValue: write(line.cashSurrenderValue) } : line)),
      { headers: NARROW },
    ),
    truth: only(feeds.sound(), NARROW),
  }),
})
const fullWidth = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
/** One cell of a premium of 1,000 dollars paid back. */
const refunded = (name: string, written: string, finds: Found[]): DirtyFeed => ({
  kind,
  name,
  finds,
  make: (feeds) => {
    const headers = { ...NARROW, premium: 'Premium' }
    const back = (line: { cashSurrenderValue: number }) => ({ cashSurrenderValue: line.cashSurrenderValue - 100_000 })
    return {
      content: feedText(
        feeds.sound().map((line, row): Line => (row === 1 ? { ...line, ...back(line), premium: written } : line)),
        { headers },
      ),
      truth: only(
        feeds.sound().map((line, row): Line => (row === 1 ? { ...line, ...back(line), premium: -100_000 } : line)),
        headers,
      ),
    }
  },
})
const SIGNED: Found[] = [['SIGN', 'warning', at(1), 'Premium']]

/** A cell of a workbook that is no plain number. */
const inWorkbook = (name: string, value: (amount: number) => unknown, finds: Found[] | 'rightly', numFmt?: string): DirtyFeed => ({
  kind,
  name,
  ...(finds === 'rightly' ? { rightly: true as const } : { finds }),
  make: async (feeds) => ({
    content: await workbook([{ name: 'Values', lines: feeds.sound(), headers: NARROW }], (book) => {
      const at3 = book.getWorksheet('Values')?.getCell(3, 3)
      if (at3) Object.assign(at3, { value: value((feeds.sound()[1]?.cashSurrenderValue ?? 0) / 100), ...(numFmt ? { numFmt } : {}) })
    }),
    truth: only(feeds.sound(), NARROW),
  }),
})

/** Policies whose numbers are digits alone, as one of them is written. */
const numberedSo = (numbers: (index: number) => string) => async (feeds: FeedServer) => {
  for (const [index, policy] of feeds.policies.entries()) {
    const policyNumber = numbers(index)
    await feeds.server.ownerDb
      .updateTable('policy')
      .set({ policyNumber, matchKey: policyNumber.replaceAll('-', '') })
      .where('id', '=', policy.policyId)
      .execute()
    policy.policyNumber = policyNumber
  }
}
const policyNumber = (
  name: string,
  numbers: (index: number) => string,
  write: (number: string) => string,
  finds: Found[] | 'rightly',
  form: 'csv' | 'xlsx' = 'csv',
): DirtyFeed => ({
  kind,
  name,
  book: numberedSo(numbers),
  ...(finds === 'rightly' ? { rightly: true as const } : { finds }),
  make: async (feeds) => {
    const truth = only(feeds.sound(), NARROW)
    const lines = feeds.sound().map((line, row): Line => (row === 1 ? { ...line, policyNumber: write(line.policyNumber) } : line))
    const numeric = lines.map(
      (line): Line => ({
        ...line,
        policyNumber: /^\d+$/.test(String(line.policyNumber)) && form === 'xlsx' ? Number(line.policyNumber) : (line.policyNumber ?? ''),
      }),
    )
    return {
      content:
        form === 'csv' ? feedText(lines, { headers: NARROW }) : await workbook([{ name: 'Values', lines: numeric, headers: NARROW }]),
      truth,
    }
  },
})
const long = (index: number) => `12345678901${index}`
const led = (index: number) => `00012345${index}`
const UNKNOWN: Found[] = [['V2', 'error', at(1), 'Policy No']]

export const NUMBERS: DirtyFeed[] = [
  cell('a point for thousands and a decimal comma', (amount) => grouped(amount, '.').replace(/\.(\d\d)$/, ',$1'), UNREADABLE),
  cell('points for thousands without decimals', (amount) => grouped(amount, '.').slice(0, -3), UNREADABLE),
  cell('apostrophes for thousands', (amount) => grouped(amount, "'"), UNREADABLE),
  cell('thousands in groups of two, as in India', (amount) => grouped(amount, ',').replace(/^(\d),(\d)(\d\d),/, '$1$2,$3,'), UNREADABLE),
  cell('a comma too many', (amount) => grouped(amount, ',').replace(',', ',,'), UNREADABLE),
  cell('commas for thousands', (amount) => grouped(amount, ','), 'rightly'),
  cell('a sign of currency', (amount) => `$ ${grouped(amount, ',')}`, 'rightly'),
  cell('a code of currency', (amount) => `USD ${grouped(amount, ',')}`, 'rightly'),
  cell('another currency', (amount) => `€${grouped(amount, ',')}`, UNREADABLE),
  cell('Canadian dollars', (amount) => `CAD ${grouped(amount, ',')}`, UNREADABLE),
  cell('C$ before the amount', (amount) => `C$${grouped(amount, ',')}`, UNREADABLE),
  cell('no-break spaces around it', (amount) => `\u00a0${grouped(amount, ',')}\u00a0`, 'rightly'),
  cell('narrow no-break spaces for thousands', (amount) => grouped(amount, '\u202f'), 'rightly'),
  cell('a zero-width space within', (amount) => `${grouped(amount, ',').slice(0, 5)}\u200b${grouped(amount, ',').slice(5)}`, UNREADABLE),
  cell('full-width digits', (amount) => fullWidth(grouped(amount, ',')), UNREADABLE),
  cell(
    'Arabic digits',
    (amount) => (amount / 100).toFixed(2).replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit))),
    UNREADABLE,
  ),
  cell('the letter O for a zero', (amount) => `${(amount / 100).toFixed(2).slice(0, -1)}O`, UNREADABLE),
  cell('brackets around a value that cannot be negative', (amount) => `(${grouped(amount, ',')})`, [['V5', 'error', at(1), 'CSV']]),
  cell('a minus behind it', (amount) => `${grouped(amount, ',')}-`, [['V5', 'error', at(1), 'CSV']]),
  cell('CR behind it', (amount) => `${grouped(amount, ',')} CR`, UNREADABLE),
  cell('“est.” behind it', (amount) => `${grouped(amount, ',')} est.`, UNREADABLE),
  cell('an asterisk behind it', (amount) => `${grouped(amount, ',')}*`, UNREADABLE),
  cell('two amounts in one cell', (amount) => `${grouped(amount, ',')} / ${grouped(amount + 100, ',')}`, UNREADABLE),
  cell('#REF!', () => '#REF!', UNREADABLE),
  cell('#N/A', () => '#N/A', UNREADABLE),
  cell('N/A', () => 'N/A', UNREADABLE),
  cell('a dash', () => '-', UNREADABLE),
  cell('nothing', () => '', UNREADABLE),
  cell('“pending”', () => 'pending', UNREADABLE),
  cell('an amount too large for any policy', () => '999999999999999', UNREADABLE),
  cell('an amount of forty digits', () => '9'.repeat(40), UNREADABLE),
  cell('an exponent', (amount) => (amount / 100).toExponential(4), UNREADABLE),
  cell('an exponent with a capital letter and no sign', () => '1.2463E6', UNREADABLE),
  cell('four decimals', (amount) => `${(amount / 100).toFixed(2)}00`, 'rightly'),
  cell('three decimals, which could be thousands of a comma country', (amount) => `${(amount / 100_000).toFixed(3)}`, [
    ['SIZE', 'error', at(1), 'CSV'],
  ]),
  cell('a hexadecimal number', () => '0x1F4', UNREADABLE),
  cell('a formula as text', (amount) => `=${(amount / 100).toFixed(2)}`, UNREADABLE),
  cell('####, a column too narrow', () => '########', UNREADABLE),
  cell('a unit behind it (M)', () => '1.2463M', UNREADABLE),
  cell('a unit behind it (k)', () => '1246.3k', UNREADABLE),
  refunded('a minus of typography', '−1,000.00', SIGNED),
  refunded('a dash for a minus', '–1,000.00', SIGNED),
  refunded('a minus behind the amount', '1,000.00-', SIGNED),
  refunded('brackets', '(1,000.00)', SIGNED),
  refunded('brackets with a sign of currency within', '($1,000.00)', SIGNED),
  refunded('a sign of currency before the brackets', '$(1,000.00)', SIGNED),
  refunded('a minus before the sign of currency', '-$1,000.00', SIGNED),
  refunded('a minus in brackets', '(-1,000.00)', [['VALUE', 'error', at(1), 'Premium']]),
  refunded('DR behind it', '1,000.00 DR', [['VALUE', 'error', at(1), 'Premium']]),
  inWorkbook('a number stored as text', (amount) => amount.toFixed(2), 'rightly'),
  inWorkbook('a number stored as text with spaces', (amount) => `  ${amount.toFixed(2)} `, 'rightly'),
  inWorkbook('a formula with its value', (amount) => ({ formula: 'A1', result: amount }), 'rightly'),
  inWorkbook('a formula never computed', () => ({ formula: 'SUM(A1:A2)' }), UNREADABLE),
  inWorkbook('an error of the spreadsheet', () => ({ error: '#REF!' }), UNREADABLE),
  inWorkbook('an error of a formula', () => ({ formula: '1/0', result: { error: '#DIV/0!' } }), UNREADABLE),
  inWorkbook('a number shown in thousands', (amount) => amount, 'rightly', '#,##0,'),
  inWorkbook('a number shown as a percentage', (amount) => amount, UNREADABLE, '0.00%'),
  inWorkbook('a number shown as a date', (amount) => Math.round(amount / 100), UNREADABLE, 'mm/dd/yyyy'),
  inWorkbook('true in place of an amount', () => true, UNREADABLE),
  policyNumber('a policy number shortened to an exponent', long, () => '1.23457E+11', [['VALUE', 'error', at(1), 'Policy No']]),
  policyNumber('a policy number shortened to an exponent, in lower case without a sign', long, () => '1.23457e11', [
    ['VALUE', 'error', at(1), 'Policy No'],
  ]),
  policyNumber('a policy number without its leading zeros', led, (number) => number.replace(/^0+/, ''), UNKNOWN),
  policyNumber('a policy number without its leading zeros in a workbook', led, (number) => number.replace(/^0+/, ''), UNKNOWN, 'xlsx'),
  policyNumber('policy numbers as numbers in a workbook', long, (number) => number, 'rightly', 'xlsx'),
  policyNumber('a policy number of digits with a decimal point', long, (number) => `${number}.00`, UNKNOWN),
  policyNumber('a policy number with an apostrophe before it', led, (number) => `'${number}`, 'rightly'),
  policyNumber('a policy number as ="…"', led, (number) => `="${number}"`, 'rightly'),
  policyNumber(
    'a policy number with spaces and dashes',
    (index) => `AB-12-${index}`,
    (number) => number.replaceAll('-', ' '),
    'rightly',
  ),
  policyNumber('a policy number with the letter O for a zero', led, (number) => number.replace('0', 'O'), UNKNOWN),
  policyNumber('a policy number with a check digit behind it', led, (number) => `${number}-7`, UNKNOWN),
  policyNumber('no policy number', led, () => '', [['VALUE', 'error', at(1), 'Policy No']]),
]
