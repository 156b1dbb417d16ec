/** Thousands, implied cents, and amounts a factor off, in a file, a column or a row, also where no month before tells. */
import { sql } from 'kysely'
import type { FeedServer } from '../feed-server.ts'
import { at, type DirtyFeed, everyLine, type Found, NARROW, spoiled } from './dirty-feed.ts'

const kind = 'sizes'
const forget = async ({ server, book }: FeedServer) =>
  void (await sql`delete from policy_valuation where site_id = ${book.siteId}`.execute(server.ownerDb))
const thousands = (cents: number) => (cents / 100_000).toFixed(3)
const implied = (cents: number) => String(cents)
const CSV_DB = (row: number): Found[] => [
  ['SIZE', 'error', at(row), 'CSV'],
  ['SIZE', 'error', at(row), 'DB'],
]
const WHOLE: Found[] = [...CSV_DB(0), ...CSV_DB(5)]

/** Policies that are not in the book, under a factor: nothing of their own tells their size. */
const fresh = (name: string, factor: number, book: ((feeds: FeedServer) => Promise<void>) | undefined, finds: Found[]): DirtyFeed => ({
  ...everyLine({
    kind,
    name,
    headers: NARROW,
    change: (line, row) => ({
      policyNumber: `N-${row}`,
      cashSurrenderValue: Math.round(line.cashSurrenderValue * factor),
      deathBenefit: line.deathBenefit * factor,
    }),
    meant: (_line, row) => ({ policyNumber: `N-${row}` }),
    finds: [['V2', 'error', at(0)], ...finds],
  }),
  ...(book ? { book } : {}),
})

/** One column of the file a factor off. */
const column = (header: string, key: string, amount: number, factor: number, finds: Found[], what: string): DirtyFeed =>
  everyLine({
    kind,
    name: `${header.toLowerCase()} ${what}, the other columns in dollars`,
    headers: { ...NARROW, [key]: header },
    change: () => ({ [key]: Math.round(amount * factor) }),
    meant: () => ({ [key]: amount }),
    finds,
  })

export const SIZES: DirtyFeed[] = [
  everyLine({
    kind,
    name: 'thousands of dollars, with a month before',
    headers: NARROW,
    dress: { money: thousands },
    change: () => ({}),
    finds: WHOLE,
  }),
  everyLine({
    kind,
    name: 'cents without a point, with a month before',
    headers: NARROW,
    dress: { money: implied },
    change: () => ({}),
    finds: WHOLE,
  }),
  everyLine({
    kind,
    name: 'thousands of dollars on a first load',
    book: forget,
    headers: NARROW,
    dress: { money: thousands },
    change: () => ({}),
    finds: WHOLE,
  }),
  everyLine({
    kind,
    name: 'cents without a point on a first load',
    book: forget,
    headers: NARROW,
    dress: { money: implied },
    change: () => ({}),
    finds: WHOLE,
  }),
  everyLine({
    kind,
    name: 'all columns of a first load in thousands',
    book: forget,
    dress: { money: thousands },
    change: () => ({}),
    finds: WHOLE,
  }),
  everyLine({
    kind,
    name: 'thousands in a workbook on a first load',
    book: forget,
    form: 'xlsx',
    headers: NARROW,
    change: (line) => ({ cashSurrenderValue: Math.round(line.cashSurrenderValue / 1000), deathBenefit: line.deathBenefit / 1000 }),
    finds: WHOLE,
  }),
  ...([1, 3] as const).flatMap((row) => [
    spoiled({
      kind,
      name: `row ${row} alone in thousands`,
      row,
      headers: NARROW,
      change: (line) => ({ cashSurrenderValue: Math.round(line.cashSurrenderValue / 1000), deathBenefit: line.deathBenefit / 1000 }),
      finds: CSV_DB(row),
    }),
    spoiled({
      kind,
      name: `row ${row} alone in cents on a first load`,
      row,
      book: forget,
      headers: NARROW,
      change: (line) => ({ cashSurrenderValue: line.cashSurrenderValue * 100, deathBenefit: line.deathBenefit * 100 }),
      finds: CSV_DB(row),
    }),
  ]),
  everyLine({
    kind,
    name: 'surrender values alone in thousands on a first load',
    book: forget,
    headers: NARROW,
    change: (line) => ({ cashSurrenderValue: Math.round(line.cashSurrenderValue / 1000) }),
    finds: [['SIZE', 'error', at(0), 'CSV']],
  }),
  everyLine({
    kind,
    name: 'death benefits alone in cents on a first load',
    book: forget,
    headers: NARROW,
    change: (line) => ({ deathBenefit: line.deathBenefit * 100 }),
    finds: [['SIZE', 'error', at(0), 'DB']],
  }),
  everyLine({
    kind,
    name: 'surrender values ten times too large on a first load',
    book: forget,
    headers: NARROW,
    change: (line) => ({ cashSurrenderValue: line.cashSurrenderValue * 10 }),
    finds: [['V6', 'error', at(0)]],
  }),
  everyLine({
    kind,
    name: 'values and benefits ten times too large on a first load',
    book: forget,
    headers: NARROW,
    change: (line) => ({ cashSurrenderValue: line.cashSurrenderValue * 10, deathBenefit: line.deathBenefit * 10 }),
    finds: [['SIZE', 'error', at(0), 'DB']],
  }),
  spoiled({
    kind,
    name: 'one row ten times too large on a first load',
    book: forget,
    headers: NARROW,
    change: (line) => ({ cashSurrenderValue: line.cashSurrenderValue * 10, deathBenefit: line.deathBenefit * 10 }),
    finds: [['SIZE', 'error', at(1), 'DB']],
  }),
  spoiled({
    kind,
    name: 'one row with a digit short on a first load',
    book: forget,
    headers: NARROW,
    change: (line) => ({ cashSurrenderValue: Math.round(line.cashSurrenderValue / 10), deathBenefit: line.deathBenefit / 10 }),
    finds: [['SIZE', 'error', at(1), 'DB']],
  }),
  fresh('new policies in thousands beside others of the carrier', 1 / 1000, undefined, [['SIZE', 'error', null]]),
  fresh('new policies in cents beside others of the carrier', 100, undefined, [['SIZE', 'error', null]]),
  fresh('new policies in thousands, nothing in the register', 1 / 1000, forget, [['SIZE', 'error', null]]),
  fresh('new policies in cents, nothing in the register', 100, forget, [['SIZE', 'error', null]]),
  column('Face Amount', 'face', 500_000_000, 1 / 1000, [['V12', 'warning', at(0), 'Face Amount']], 'in thousands'),
  column('Account Value', 'accountValue', 124_900_000, 1 / 1000, [['V9', 'warning', at(0)]], 'in thousands'),
  column('Account Value', 'accountValue', 124_900_000, 100, [['SIZE', 'error', at(0), 'Account Value']], 'in cents'),
  column('Loan Balance', 'loan', 20_000_000, 100, [['SIZE', 'error', at(0), 'Loan Balance']], 'in cents'),
  column('Cost Basis', 'basis', 100_000_000, 1 / 1000, [['SIZE', 'error', at(0), 'Cost Basis']], 'in thousands'),
  column('Cost Basis', 'basis', 100_000_000, 100, [['SIZE', 'error', at(0), 'Cost Basis']], 'in cents'),
  column(
    'Cumulative Premium',
    'cumulativePremium',
    100_000_000,
    1 / 1000,
    [['SIZE', 'error', at(0), 'Cumulative Premium']],
    'in thousands',
  ),
  column('Market Value', 'marketValue', 120_000_000, 1 / 1000, [['SIZE', 'error', at(0), 'Market Value']], 'in thousands'),
  column('Book Value', 'bookValue', 120_000_000, 100, [['SIZE', 'error', at(0), 'Book Value']], 'in cents'),
  column('Guaranteed Cash Value', 'guaranteedValue', 110_000_000, 100, [['SIZE', 'error', at(0), 'Guaranteed Cash Value']], 'in cents'),
  column('Interest Credited', 'interest', 350_000, 1 / 1000, [['RATE', 'error', at(0), 'Interest Credited']], 'in thousands'),
  column('Interest Credited', 'interest', 350_000, 100, [['RATE', 'error', at(0), 'Interest Credited']], 'in cents'),
  column('Cost of Insurance', 'costOfInsurance', 40_000, 100, [['SIZE', 'error', at(0), 'Cost of Insurance']], 'in cents'),
  column('Expense Charge', 'expense', 10_000, 1000, [['SIZE', 'error', at(0), 'Expense Charge']], 'a thousand times too large'),
  everyLine({
    kind,
    name: 'premiums in cents while the values are in dollars',
    headers: { ...NARROW, premium: 'Premium' },
    change: (line) => ({ premium: 100_000_000, cashSurrenderValue: line.cashSurrenderValue + 1_000_000 }),
    meant: (line) => ({ premium: 1_000_000, cashSurrenderValue: line.cashSurrenderValue + 1_000_000 }),
    finds: [['M1', 'error', at(0), 'CSV']],
  }),
  everyLine({
    kind,
    name: 'everything in whole dollars',
    rightly: true,
    headers: NARROW,
    change: (line) => ({ cashSurrenderValue: Math.round(line.cashSurrenderValue / 100) * 100 }),
    meant: (line) => ({ cashSurrenderValue: Math.round(line.cashSurrenderValue / 100) * 100 }),
    dress: { money: (cents) => String(cents / 100) },
  }),
]
