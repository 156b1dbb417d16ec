/** Journal entries: each kind of movement books to its accounts, and every entry balances. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cents, cents, usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import {
  accountsOf,
  ledgerEntries,
  ledgerSummary,
  ledgerTotals,
  type NamedAccounts,
  type PolicyMovement,
  postingLines,
} from './journal-entries.ts'
import type { FlowType } from './yields.ts'

const movement = (
  increase: Cents | null,
  type?: FlowType,
  amount: Cents = usd(0),
  institutionDeathBenefit: Cents | null = null,
  isClaimPaid = false,
): PolicyMovement => ({ increase, flows: type ? [{ type, amount }] : [], institutionDeathBenefit, isClaimPaid })
const booked = (...movements: PolicyMovement[]) =>
  ledgerEntries(movements, {}, 'December 2025').map(({ kind, lines }) => [
    kind,
    ...lines.map(({ accountName, debit, credit }) => `${debit === null ? 'Cr' : 'Dr'} ${accountName} ${(debit ?? credit ?? 0) / 100}`),
  ])

test('growth and decrease are entries of their own', () =>
  expect(booked(movement(usd(100)), movement(usd(50)), movement(usd(-30)))).toEqual([
    ['growth', 'Dr Cash surrender value of life insurance 150', 'Cr Other noninterest income, life insurance 150'],
    ['decrease', 'Dr Other noninterest expense, life insurance 30', 'Cr Cash surrender value of life insurance 30'],
  ]))
test.each([
  ['PREMIUM', 'premium', 'Dr Cash surrender value of life insurance 10', 'Cr Cash 10'],
  ['PREMIUM_REFUND', 'premiumRefund', 'Dr Cash 10', 'Cr Cash surrender value of life insurance 10'],
  ['WITHDRAWAL', 'withdrawal', 'Dr Cash 10', 'Cr Cash surrender value of life insurance 10'],
  ['SURRENDER', 'surrender', 'Dr Cash 10', 'Cr Cash surrender value of life insurance 10'],
  ['EXCHANGE_OUT', 'exchangeOut', 'Dr Section 1035 exchange clearing 10', 'Cr Cash surrender value of life insurance 10'],
  ['EXCHANGE_IN', 'exchangeIn', 'Dr Cash surrender value of life insurance 10', 'Cr Section 1035 exchange clearing 10'],
] as const)('%s', (type, kind, debit, credit) => expect(booked(movement(usd(0), type, usd(10)))).toEqual([[kind, debit, credit]]))

test('a claim books its gain, and a share below the value released its loss', () => {
  expect(booked(movement(usd(0), 'DEATH_CLAIM', usd(40), usd(100)), movement(usd(0), 'DEATH_CLAIM', usd(40), usd(25)))).toEqual([
    [
      'death',
      'Dr Life insurance claim receivable 125',
      'Dr Other noninterest expense, life insurance 15',
      'Cr Cash surrender value of life insurance 80',
      'Cr Other noninterest income, life insurance 60',
    ],
  ])
})
test('what the carrier paid comes in as cash and is receivable no more; what it owes stays', () =>
  expect(booked(movement(usd(0), 'DEATH_CLAIM', usd(40), usd(100), true), movement(usd(0), 'DEATH_CLAIM', usd(40), usd(70)))).toEqual([
    [
      'death',
      'Dr Life insurance claim receivable 170',
      'Cr Cash surrender value of life insurance 80',
      'Cr Other noninterest income, life insurance 90',
    ],
    ['claimReceipt', 'Dr Cash 100', 'Cr Life insurance claim receivable 100'],
  ]))
test('a claim whose benefit is not known books no gain', () =>
  expect(booked(movement(usd(0), 'DEATH_CLAIM', usd(40)))).toEqual([
    ['death', 'Dr Life insurance claim receivable 40', 'Cr Cash surrender value of life insurance 40'],
  ]))
test('an increase that is not known is not booked', () => expect(booked(movement(null))).toEqual([]))
test('the institution’s own accounts and numbers are printed', () => {
  const [entry] = ledgerEntries([movement(usd(1))], { cashSurrenderValue: { number: '1890-01', name: 'BOLI' } }, 'December 2025')
  expect(entry?.lines[0]).toMatchObject({
    accountNumber: '1890-01',
    accountName: 'BOLI',
    memo: 'Increase in cash surrender value, December 2025',
  })
})
test('one line an account', () =>
  expect(
    ledgerSummary(ledgerEntries([movement(usd(100), 'PREMIUM', usd(10)), movement(usd(-30))], {}, 'x')).map(
      ({ accountName, debit, credit }) => [accountName, debit, credit],
    ),
  ).toEqual([
    ['Cash surrender value of life insurance', usd(110), usd(30)],
    ['Other noninterest income, life insurance', null, usd(100)],
    ['Other noninterest expense, life insurance', usd(30), null],
    ['Cash', null, usd(10)],
  ]))
test('a negative flow is refused', () => expect(() => ledgerEntries([movement(usd(0), 'PREMIUM', usd(-1))], {}, 'x')).toThrow(RangeError))

const unnamed: NamedAccounts = {
  cashSurrenderValueNumber: null,
  cashSurrenderValueName: null,
  otherIncomeNumber: null,
  otherIncomeName: null,
  otherExpenseNumber: null,
  otherExpenseName: null,
  cashNumber: null,
  cashName: null,
  claimReceivableNumber: null,
  claimReceivableName: null,
  exchangeClearingNumber: null,
  exchangeClearingName: null,
}
test('an account is the institution’s, else its site’s, else the standard one; number and name each on its own', () => {
  const own = { ...unnamed, cashNumber: '1010', otherIncomeName: 'BOLI income' }
  const site = { ...unnamed, cashNumber: '9', cashName: 'Due from banks', otherIncomeNumber: '4210' }
  const { cash, otherIncome, otherExpense } = accountsOf(own, site)
  expect([cash, otherIncome, otherExpense]).toEqual([
    { number: '1010', name: 'Due from banks' },
    { number: '4210', name: 'BOLI income' },
    { number: null, name: 'Other noninterest expense, life insurance' },
  ])
  expect(accountsOf(null, null).cash).toEqual({ number: null, name: 'Cash' })
})
test('lines to post: one a line of an entry, on the last day of the period, with numbers', () => {
  const accounts = accountsOf({ ...unnamed, cashSurrenderValueNumber: '1890-01', otherIncomeNumber: '4210' })
  const entries = ledgerEntries([movement(usd(42_544.81))], accounts, 'December 2025')
  expect(postingLines(entries, plainDate('2025-12-31'))).toEqual([
    {
      date: '2025-12-31',
      account: '1890-01',
      accountName: 'Cash surrender value of life insurance',
      memo: 'Increase in cash surrender value, December 2025',
      debit: usd(42_544.81),
      credit: null,
    },
    {
      date: '2025-12-31',
      account: '4210',
      accountName: 'Other noninterest income, life insurance',
      memo: 'Increase in cash surrender value, December 2025',
      debit: null,
      credit: usd(42_544.81),
    },
  ])
  expect(postingLines(entries, plainDate('2025-12-31'), 'PRELIMINARY')).toMatchObject([
    { memo: expect.stringMatching(/^PRELIMINARY, Inc/) },
    {},
  ])
})
test('nothing is posted in part, out of balance or of nothing', () => {
  const day = plainDate('2025-12-31')
  const half = ledgerEntries(
    [movement(usd(1), 'PREMIUM', usd(2))],
    accountsOf({ ...unnamed, cashNumber: '1', otherIncomeNumber: '2' }),
    'x',
  )
  expect(postingLines(half, day)).toEqual({
    problem:
      'This account has no number yet: Cash surrender value of life insurance. Enter the GL accounts on the institution’s page, then regenerate the report.',
  })
  expect(postingLines([], day)).toMatchObject({ problem: expect.stringContaining('No entry is suggested') })
  const [entry] = half
  if (!entry) throw new Error('no entry')
  const broken = { ...entry, lines: entry.lines.map((line) => (line.credit === null ? line : { ...line, credit: cents(line.credit + 1) })) }
  expect(() => postingLines([broken], day)).toThrow(RangeError)
})

const amount = fc.integer({ min: 0, max: 1e11 }).map(cents)
const movements = fc.array(
  fc.record({
    increase: fc.option(fc.integer({ min: -1e9, max: 1e9 }).map(cents)),
    flows: fc.array(
      fc.record({
        type: fc.constantFrom(
          'PREMIUM' as const,
          'EXCHANGE_IN' as const,
          'WITHDRAWAL' as const,
          'PREMIUM_REFUND' as const,
          'SURRENDER' as const,
          'DEATH_CLAIM' as const,
          'EXCHANGE_OUT' as const,
        ),
        amount,
      }),
      { maxLength: 3 },
    ),
    institutionDeathBenefit: fc.option(amount),
    isClaimPaid: fc.boolean(),
  }),
  { maxLength: 20 },
)
test('every entry balances, and so do the totals and the accounts', () =>
  fc.assert(
    fc.property(movements, (held) => {
      const entries = ledgerEntries(held, {}, 'x')
      for (const entry of entries) {
        const { debits, credits } = ledgerTotals([entry])
        expect(debits).toBe(credits)
        expect(debits).toBeGreaterThan(0)
      }
      const { debits, credits } = ledgerTotals(entries)
      const accounts = ledgerSummary(entries)
      expect([
        debits,
        accounts.reduce((sum, { debit }) => sum + (debit ?? 0), 0),
        accounts.reduce((sum, { credit }) => sum + (credit ?? 0), 0),
      ]).toEqual([credits, debits, debits])
    }),
  ))
