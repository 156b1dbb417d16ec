import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, formatMoney, usd } from './money.ts'
import { isEmail, isPhone, maskPhone, phoneDigits, typedDate, typedDateRange, typedMoney, typedMonth } from './typed-input.ts'

test.each([
  ['5', '(5'],
  ['5550', '(555) 0'],
  ['5550100', '(555) 010-0'],
  ['555-010-0199', '(555) 010-0199'],
  ['1 (555) 010 0199', '(555) 010-0199'],
  ['555010019987', '(555) 010-0199'],
  ['', ''],
])('phone %s is shown %s', (typed, shown) => expect(maskPhone(typed)).toBe(shown))

test('a shown phone number reads back as its digits', () =>
  fc.assert(
    fc.property(fc.stringMatching(/^[2-9]\d{9}$/), (digits) => {
      expect(phoneDigits(maskPhone(digits))).toBe(digits)
    }),
  ))

test('a phone number has ten digits that can be dialed', () => {
  expect(isPhone('(303) 555-0199')).toBe(true)
  expect(isPhone('(303) 555-019')).toBe(false)
  expect(isPhone('103 555 0199')).toBe(false)
})

test.each([
  `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.example`,
  'client@firstcoastal.example',
  "o'neil+boli@a-b.co",
  'x@y.z',
])('%s is an email address', (text) => expect(isEmail(text)).toBe(true))

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
  ['September 2026', '2026-09-30', ''],
  ['generate asset reports sep 2026', '2026-09-30', 'generate asset reports'],
  ['close of 2/2024', '2024-02-29', 'close of'],
  ['2026-12 upload', '2026-12-31', 'upload'],
])('%s names the month that ends on %s', (typed, month, rest) => expect(typedMonth(typed)).toEqual({ month, rest }))

test.each(['13/2026', '2026-00', 'September', '2026', '0905-2026', 'policy 12345678'])('%s names no month', (typed) =>
  expect(typedMonth(typed)).toBeUndefined(),
)

test.each([
  ['$1,234.50', 123_450],
  ['1234.5', 123_450],
  ['.75', 75],
  ['-$3', -300],
  ['$-3', -300],
  ['0', 0],
  ['1,234', 123_400],
])('%s is %i cents', (typed, amount) => expect(typedMoney(typed)).toBe(amount))

test.each(['1.234', '12,34', 'abc', '$', '--1', '-', '1e5', '99999999999999999999', '()', '(-5.00)', '-(5.00)', '(5.00', '($)'])(
  '%s is not money, or none',
  (typed) => expect(typedMoney(typed) ?? null).toBeNull(),
)

test.each([
  ['(5,000.00)', -500_000],
  ['($5,000.00)', -500_000],
  [' (.05) ', -5],
])('the accountant’s %s is %i cents', (typed, amount) => expect(typedMoney(typed)).toBe(amount))

test('money reads back as it is shown', () =>
  fc.assert(
    fc.property(fc.maxSafeInteger(), (amount) => {
      expect(typedMoney(formatMoney(cents(amount)))).toBe(cents(amount))
    }),
  ))

test('the safe integers themselves', () => expect(typedMoney('$90,071,992,547,409.91')).toBe(usd(0) + Number.MAX_SAFE_INTEGER))
