/** Negative amounts, zeros, refunds, flows of ended policies, and amounts that are in no field: whatever is not used is said. */
import { FEED_FIELDS, type FeedField } from '@corridor/domain/data-feeds/columns.ts'
import { MONEY_FIELDS } from '@corridor/domain/data-feeds/row.ts'
import { columnOfField } from '../feed-fixture.ts'
import { at, type DirtyFeed, everyLine, inForm, NARROW, only, spoiled, without } from './dirty-feed.ts'

const kind = 'amounts below zero or not used'
const gain = (line: { cashSurrenderValue: number }, amount: number) => ({
  accountValue: line.cashSurrenderValue + amount,
  cashSurrenderValue: line.cashSurrenderValue + amount,
})

/** Amounts that the sound lines have, or that add up with others: one below zero breaks more rules than its sign's. */
const JUDGED_ELSEWHERE: readonly FeedField[] = ['accountValueBegin', 'accountValueEnd', 'insuredShare', 'institutionShare']

export const AMOUNTS: DirtyFeed[] = [
  spoiled({
    kind,
    name: 'a premium paid back',
    change: (line) => ({ premium: -100_000, ...gain(line, -100_000) }),
    meant: 'as written',
    finds: [['SIGN', 'warning', at(1), 'Premium']],
  }),
  spoiled({
    kind,
    name: 'a premium paid back, in brackets, in a workbook of text',
    form: 'csv',
    dress: { money: (cents) => (cents < 0 ? `(${(-cents / 100).toFixed(2)})` : (cents / 100).toFixed(2)) },
    change: (line) => ({ premium: -100_000, ...gain(line, -100_000) }),
    meant: 'as written',
    finds: [['SIGN', 'warning', at(1), 'Premium']],
  }),
  spoiled({
    kind,
    name: 'a refund of a premium that the values do not show',
    change: { premium: -100_000 },
    meant: () => ({ premium: 0 }),
    finds: [['M4', 'error', at(1)]],
  }),
  spoiled({
    kind,
    name: 'a withdrawal below zero',
    change: (line) => ({ withdrawals: -50_000, ...gain(line, -50_000) }),
    meant: (line) => ({ withdrawals: 50_000, ...gain(line, -50_000) }),
    finds: [['UNUSED', 'error', at(1), 'W/D']],
  }),
  spoiled({
    kind,
    name: 'a withdrawal below zero, and nothing else in the row',
    headers: { ...NARROW, withdrawals: 'W/D' },
    change: (line) => ({ withdrawals: -50_000, cashSurrenderValue: line.cashSurrenderValue - 50_000 }),
    meant: (line) => ({ withdrawals: 50_000, cashSurrenderValue: line.cashSurrenderValue - 50_000 }),
    finds: [['UNUSED', 'error', at(1), 'W/D']],
  }),
  spoiled({
    kind,
    name: 'negative cost of insurance',
    change: (line) => ({ costOfInsurance: -line.costOfInsurance }),
    finds: [['SIGN', 'error', at(1), 'COI']],
  }),
  everyLine({
    kind,
    name: 'every charge written with a minus',
    change: (line) => ({ costOfInsurance: -line.costOfInsurance, expense: -line.expense }),
    finds: [
      ['SIGN', 'error', at(0), 'COI'],
      ['SIGN', 'error', at(5), 'Exp'],
    ],
  }),
  everyLine({
    kind,
    name: 'every surrender charge written with a minus',
    headers: without('begin', 'interest'),
    change: () => ({ surrenderCharge: -10_000, accountValue: '' }),
    meant: () => ({ surrenderCharge: 10_000, accountValue: '' }),
    finds: [['SIGN', 'error', at(0), 'Surr Chg']],
  }),
  spoiled({
    kind,
    name: 'interest below zero of a general account',
    headers: without('begin'),
    change: { interest: -350_000 },
    meant: (line) => ({ interest: line.interest }),
    finds: [['SIGN', 'error', at(1), 'Interest']],
  }),
  ...MONEY_FIELDS.filter((field) => FEED_FIELDS[field].neverNegative === 'amount' && !JUDGED_ELSEWHERE.includes(field)).map((field) => {
    const { label } = FEED_FIELDS[field]
    const column = columnOfField(field)
    return spoiled({
      kind,
      name: `${label.toLowerCase()} below zero`,
      headers: { ...NARROW, [column]: label },
      change: { [column]: -100_000_000 },
      meant: () => ({ [column]: 100_000_000 }),
      finds: [['SIGN', 'error', at(1), label]],
    })
  }),
  spoiled({
    kind,
    name: 'a negative cash surrender value',
    headers: NARROW,
    change: (line) => ({ cashSurrenderValue: -line.cashSurrenderValue }),
    finds: [['V5', 'error', at(1), 'CSV']],
  }),
  spoiled({
    kind,
    name: 'a negative death benefit',
    headers: NARROW,
    change: (line) => ({ deathBenefit: -line.deathBenefit }),
    finds: [['V5', 'error', at(1), 'DB']],
  }),
  ...(
    [
      ['Premium Refund', 125_000, 'an amount under a header that nobody knows'],
      ['Conversion Charge', 4_150, 'a charge that is not among those added to the expense charge'],
      ['Bonus Credit', 12_000, 'a bonus'],
      ['Dividend', 88_000, 'a dividend'],
      ['1035 Exchange Amount', 25_000_000, 'an exchange in'],
      ['Gross Death Benefit', 510_000_000, 'a gross death benefit beside the one that is read'],
    ] as const
  ).map(([header, amount, what]) =>
    spoiled({
      kind,
      name: `${what} (“${header}”)`,
      headers: { ...NARROW, other: header },
      change: { other: amount },
      row: 2,
      finds: [['UNUSED', header.startsWith('Gross') ? 'error' : 'warning', null, header]],
    }),
  ),
  {
    kind,
    name: 'interest on loaned funds without interest on the rest',
    finds: [['UNUSED', 'error', at(1), 'TotalIntLoanedFundAmt']],
    make: async (feeds) => {
      const headers = { ...NARROW, other: 'TotalIntLoanedFundAmt' }
      return {
        content: await inForm(
          'csv',
          feeds.sound().map((line, row) => (row === 1 ? { ...line, other: 55_000 } : line)),
          { headers },
        ),
        truth: only(feeds.sound(), NARROW),
      }
    },
  },
  {
    kind,
    name: 'a premium that differs from the one entered by hand for the month',
    book: async ({ server, policies, book, period }) => {
      const policy = policies[1]
      await server.ownerDb
        .insertInto('policyTransaction')
        .values({
          institutionId: policy?.institutionId ?? 0,
          siteId: book.siteId,
          policyId: policy?.policyId ?? 0,
          transactionDate: period,
          type: 'PREMIUM',
          amountCents: 1_000_000 as never,
        })
        .execute()
    },
    finds: [['FLOW', 'error', at(1), 'Premium']],
    make: async (feeds) => {
      const lines = feeds.sound().map((line, row) => (row === 1 ? { ...line, premium: 900_000, ...gain(line, 900_000) } : line))
      return { content: await inForm('csv', lines), truth: lines }
    },
  },
  {
    kind,
    name: 'a premium that is the section 1035 exchange of the register',
    book: async ({ server, policies, book, period }) => {
      const policy = policies[1]
      await server.ownerDb
        .insertInto('policyTransaction')
        .values({
          institutionId: policy?.institutionId ?? 0,
          siteId: book.siteId,
          policyId: policy?.policyId ?? 0,
          transactionDate: period,
          type: 'EXCHANGE_IN',
          amountCents: 1_000_000 as never,
        })
        .execute()
    },
    finds: [['FLOW', 'error', at(1), 'Premium']],
    make: async (feeds) => {
      const lines = feeds.sound().map((line, row) => (row === 1 ? { ...line, premium: 1_000_000, ...gain(line, 1_000_000) } : line))
      return { content: await inForm('xlsx', lines), truth: only(feeds.sound(), without()) }
    },
  },
]
