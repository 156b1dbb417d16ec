/** What lists and fields make of what people type. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compareNames,
  dropdownChoice,
  dropdownMatches,
  fileSize,
  isEmail,
  isPhone,
  maskPhone,
  pageNumber,
  phoneDigits,
  prettyBytes,
  typedDate,
  typedDateRange,
  typedMoney,
} from './list.ts'
import { cents, formatMoney, usd } from './money.ts'

test.each([
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['2.9', 2],
  ['x', 1],
  ['', 1],
  [null, 1],
  [undefined, 1],
  ['Infinity', 1],
])('page %s is %i', (text, page) => expect(pageNumber(text)).toBe(page))

describe('the searchable dropdown', () => {
  const options = ['Granite State Bank', 'First Coastal Bank', 'Second Coastal', 'Harbor', 'Coast 1', 'Coast 2', 'Coast 3', 'Coast 4'].map(
    (label, value) => ({ label, value }),
  )
  const labels = (text: string, most?: number) => dropdownMatches(options, text, most).map(({ label }) => label)
  test('finds by any part, whatever the case', () => expect(labels('COASTAL')).toEqual(['First Coastal Bank', 'Second Coastal']))
  test('shows six unless told', () => {
    expect(labels('')).toHaveLength(6)
    expect(labels('', 1000)).toHaveLength(8)
  })
  test('reverts to the default on empty or unmatched text', () => {
    expect(dropdownChoice(options, 'harbor ', null)?.label).toBe('Harbor')
    expect(dropdownChoice(options, 'Harb', options[0] ?? null)?.label).toBe('Granite State Bank')
    expect(dropdownChoice(options, '  ', null)).toBeNull()
  })
})

test.each([
  ['5', '(5'],
  ['5550', '(555) 0'],
  ['5550100', '(555) 010-0'],
  ['555-010-0199', '(555) 010-0199'],
  ['1 (555) 010 0199', '(555) 010-0199'],
  ['555010019987', '(555) 010-0199'],
  ['', ''],
])('phone %s is shown %s', (typed, shown) => expect(maskPhone(typed)).toBe(shown))
test('names stand in the order of an English collator, and no two that differ are the same', () => {
  const collator = new Intl.Collator('en-US', { sensitivity: 'base' })
  const name = fc.string({ unit: fc.constantFrom(...'abzABZ019 éÉüñÇ'.split('')), maxLength: 8 })
  fc.assert(
    fc.property(name, name, (one, other) => {
      const said = Math.sign(collator.compare(one, other))
      if (said !== 0) expect(Math.sign(compareNames(one, other))).toBe(said)
      expect(compareNames(one, other) === 0).toBe(one === other)
      expect(Math.sign(compareNames(other, one))).toBe(-Math.sign(compareNames(one, other)) || 0)
    }),
  )
  expect(['Zürich Life', 'Émile Mutual', 'East & West', 'EAST', 'east', 'Éa'].toSorted(compareNames)).toEqual([
    'Éa',
    'EAST',
    'east',
    'East & West',
    'Émile Mutual',
    'Zürich Life',
  ])
})

test('a shown phone number reads back as its digits', () =>
  fc.assert(
    fc.property(fc.stringMatching(/^[2-9]\d{9}$/), (digits) => {
      expect(phoneDigits(maskPhone(digits))).toBe(digits)
    }),
  ))
test('a phone number has ten digits that can be dialled', () => {
  expect(isPhone('(303) 555-0199')).toBe(true)
  expect(isPhone('(303) 555-019')).toBe(false)
  expect(isPhone('103 555 0199')).toBe(false)
})

test.each([
  `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.example`,
  'client@firstcoastal.example',
  "o'neil+boli@a-b.co",
  'x@y.z',
])('%s is an e-mail address', (text) => expect(isEmail(text)).toBe(true))
test.each([
  'client',
  'client@',
  '@bank.example',
  'a b@bank.example',
  'a@bank',
  'a@-bank.example',
  `a@${'b'.repeat(64)}.example`,
  `${'a'.repeat(65)}@bank.example`,
])('%s is not', (text) => expect(isEmail(text)).toBe(false))

test.each([
  ['9/30', '09-30'],
  ['09/30', '09-30'],
  ['2/29', '02-29'],
  ['9/2026', '2026-09'],
  ['9/30/26', '2026-09-30'],
  ['09/30/2026', '2026-09-30'],
  ['2026-09-30', '2026-09-30'],
  ['2026-09', '2026-09'],
  [' 9-30-2026 ', '2026-09-30'],
])('%s is %s in ISO order', (typed, iso) => expect(typedDate(typed)).toBe(iso))
test.each(['', '13/1', '2/30', '9', '9/31/2026', '2/29/2025', '9/30/026', '2026/9/30', 'Sept', '0/5', '13/2026', '9/30/2026/1'])(
  '%s is no date',
  (typed) => expect(typedDate(typed)).toBeUndefined(),
)

test('a typed month stands for all its days, a day without a year for that of this one', () => {
  expect(typedDateRange('2/2024', 2026)).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  expect(typedDateRange('9/30', 2026)).toEqual({ from: '2026-09-30', to: '2026-09-30' })
  expect(typedDateRange('2/29', 2026)).toBeUndefined()
})

test.each([
  ['$1,234.50', 123_450],
  ['1234.5', 123_450],
  ['.75', 75],
  ['-$3', -300],
  ['$-3', -300],
  ['0', 0],
  ['1,234', 123_400],
])('%s is %i cents', (typed, amount) => expect(typedMoney(typed)).toBe(amount))
test.each(['1.234', '12,34', 'abc', '$', '--1', '-', '1e5', '99999999999999999999'])('%s is not money, or none', (typed) =>
  expect(typedMoney(typed) ?? null).toBeNull(),
)
test('money reads back as it is shown', () =>
  fc.assert(
    fc.property(fc.maxSafeInteger(), (amount) => {
      expect(typedMoney(formatMoney(cents(amount)))).toBe(cents(amount))
    }),
  ))
test('the safe integers themselves', () => expect(typedMoney('$90,071,992,547,409.91')).toBe(usd(0) + Number.MAX_SAFE_INTEGER))

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1337, '1.34 kB'],
  [999_999, '1 MB'],
  [12_345_678, '12.3 MB'],
  [5e9, '5 GB'],
])('%i bytes are %s', (bytes, shown) => expect(prettyBytes(bytes)).toBe(shown))
test.each([
  [1023, '1,023 B'],
  [1024, '1 KiB'],
  [1337, '1.31 KiB'],
  [5_505_024, '5.25 MiB'],
  [104_857_600, '100 MiB'],
])('a file of %i bytes is %s', (bytes, shown) => expect(fileSize(bytes)).toBe(shown))
test('a size below nothing is refused', () => expect(() => fileSize(-1)).toThrow(RangeError))
