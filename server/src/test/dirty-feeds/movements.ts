/** Values that are readable, add up with themselves where they can, and do not follow from the month before. */
import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { type FeedLine, policiesOf } from '../feed-fixture.ts'
import type { FeedServer } from '../feed-server.ts'
import { at, type DirtyFeed, everyLine, NARROW, pick, spoiled, without } from './dirty-feed.ts'

const kind = 'movements'
/** Exchanges two of an amount's digits, counted from the right of the cents. */
const exchanged = (amount: number, place: number): number => {
  const digits = String(amount).split('').toReversed()
  const [low, high] = [digits[place] ?? '', digits[place + 1] ?? '']
  digits[place] = high
  digits[place + 1] = low
  return Number(digits.toReversed().join(''))
}
/** In dollars of value, whatever the policy's id makes of the other digits. */
const CSV = (change: (value: number) => number) => (line: FeedLine) => ({ cashSurrenderValue: change(line.cashSurrenderValue) })
const DB = (change: (value: number) => number) => (line: FeedLine) => ({ deathBenefit: change(line.deathBenefit) })
const anyMovement = /CSV/

const VALUE_DEFECTS: [name: string, change: (value: number) => number, rule: 'M1' | 'M2' | 'M3' | 'Y4', severity?: 'warning'][] = [
  ['its hundreds and thousands exchanged, 4 and 6 (1,246 for 1,264 thousand)', (value) => exchanged(value, 6), 'M3'],
  ['a digit dropped at the end', (value) => Math.floor(value / 10), 'M1'],
  ['a digit doubled at the front', (value) => value + 10 ** String(value).length, 'M3'],
  ['0.7 % higher', (value) => Math.round(value * 1.007), 'Y4'],
  ['0.4 % higher', (value) => Math.round(value * 1.004), 'M2', 'warning'],
  ['0.05 % higher', (value) => Math.round(value * 1.0005), 'M2', 'warning'],
  ['0.05 % lower', (value) => Math.round(value * 0.9995), 'M2', 'warning'],
  ['a cent below last month’s', () => -1, 'M1'],
  ['halved', (value) => Math.round(value / 2), 'M1'],
  ['doubled', (value) => value * 2, 'M3'],
]

const BENEFIT_DEFECTS: [name: string, change: (value: number) => number][] = [
  ['doubled', (value) => value * 2],
  ['halved', (value) => value / 2],
  ['0.9 % higher', (value) => Math.round(value * 1.009)],
  ['0.9 % lower', (value) => Math.round(value * 0.991)],
  ['the net amount at risk in its place', (value) => value - 124_000_000],
]

export const MOVEMENTS: DirtyFeed[] = [
  ...VALUE_DEFECTS.map(
    ([name, change, rule, severity], index): DirtyFeed => ({
      ...spoiled({
        kind,
        name: `cash surrender value ${name}, and nothing else in the row`,
        row: index % 3,
        headers: NARROW,
        form: index % 2 === 0 ? 'csv' : 'xlsx',
        change: (line, feeds) => {
          const prior = feeds.policies[index % 3]?.priorCents ?? 0
          const value = change(line.cashSurrenderValue)
          return { cashSurrenderValue: value === -1 ? prior - 1 : value }
        },
        finds: [[rule, severity ?? 'error', at(index % 3), anyMovement]],
      }),
    }),
  ),
  ...BENEFIT_DEFECTS.map(([name, change], index) =>
    spoiled({
      kind,
      name: `death benefit ${name}`,
      row: index % 4,
      headers: NARROW,
      change: DB(change),
      finds: [['M5', 'warning', at(index % 4), 'DB']],
    }),
  ),
  spoiled({
    kind,
    name: 'death benefit a digit short',
    headers: NARROW,
    change: DB((value) => value / 10),
    finds: [['V6', 'error', at(1), 'DB']],
  }),
  spoiled({
    kind,
    name: 'death benefit doubled beside a recorded change of face in another month',
    headers: NARROW,
    book: async ({ server, policies, book, period }) => {
      const policy = policies[1]
      await server.ownerDb
        .insertInto('policyTransaction')
        .values({
          institutionId: policy?.institutionId ?? 0,
          siteId: book.siteId,
          policyId: policy?.policyId ?? 0,
          transactionDate: addMonthEnds(period, -1),
          type: 'FACE_CHANGE',
        })
        .execute()
    },
    change: DB((value) => value * 2),
    finds: [['M5', 'warning', at(1), 'DB']],
  }),
  spoiled({
    kind,
    name: 'face amount halved',
    headers: { ...NARROW, face: 'Face' },
    change: { face: 250_000_000 },
    meant: () => ({ face: 500_000_000 }),
    finds: [['V12', 'warning', at(1), 'Face']],
  }),
  spoiled({
    kind,
    name: 'account value and surrender value exchanged',
    headers: pick('policyNumber', 'valuationDate', 'accountValue', 'cashSurrenderValue', 'deathBenefit'),
    change: (line) => ({ accountValue: line.cashSurrenderValue, cashSurrenderValue: line.cashSurrenderValue + 3_000_000 }),
    finds: [['M3', 'error', at(1), 'CSV']],
  }),
  spoiled({
    kind,
    name: 'account value a digit short, without a surrender charge beside it',
    headers: without('begin', 'surrenderCharge'),
    change: (line) => ({ accountValue: Math.floor(line.accountValue / 10) }),
    finds: [['V9', 'warning', at(1)]],
  }),
  spoiled({
    kind,
    name: 'account value doubled, without a surrender charge beside it',
    book: withAccountValues,
    headers: without('begin', 'surrenderCharge'),
    change: (line) => ({ accountValue: line.accountValue * 2 }),
    finds: [['V9', 'warning', at(1)]],
  }),
  spoiled({
    kind,
    name: 'surrender value off its parts by a transposition',
    change: CSV((value) => value + 9_000),
    finds: [['V9', 'warning', at(1), 'CSV']],
  }),
  spoiled({
    kind,
    name: 'interest a digit too long, with all parts beside it',
    change: (line) => ({ interest: line.interest * 10 }),
    finds: [['M4', 'error', at(1)]],
  }),
  spoiled({
    kind,
    name: 'interest a digit too long, without the parts that would tell',
    headers: without('begin', 'accountValue', 'premium', 'withdrawals', 'expense', 'costOfInsurance'),
    change: (line) => ({ interest: line.interest * 10 }),
    finds: [['RATE', 'error', at(1), 'Interest']],
  }),
  spoiled({
    kind,
    name: 'interest a digit short, without the parts that would tell',
    headers: without('begin', 'accountValue', 'premium', 'withdrawals', 'expense', 'costOfInsurance'),
    change: (line) => ({ interest: Math.floor(line.interest / 10) }),
    finds: [['RATE', 'error', at(1), 'Interest']],
  }),
  spoiled({
    kind,
    name: 'cost of insurance a digit too long, without the parts that would tell',
    headers: without('begin', 'accountValue', 'premium', 'withdrawals'),
    change: (line) => ({ costOfInsurance: line.costOfInsurance * 10 }),
    finds: [['M4', 'warning', at(1)]],
  }),
  spoiled({
    kind,
    name: 'a premium a digit too long',
    headers: { ...NARROW, premium: 'Premium' },
    change: (line) => ({ premium: 10_000_000, cashSurrenderValue: line.cashSurrenderValue + 1_000_000 }),
    meant: (line) => ({ premium: 1_000_000, cashSurrenderValue: line.cashSurrenderValue + 1_000_000 }),
    finds: [['M1', 'error', at(1), 'CSV']],
  }),
  spoiled({
    kind,
    name: 'a premium a digit short',
    headers: { ...NARROW, premium: 'Premium' },
    change: (line) => ({ premium: 100_000, cashSurrenderValue: line.cashSurrenderValue + 1_000_000 }),
    meant: (line) => ({ premium: 1_000_000, cashSurrenderValue: line.cashSurrenderValue + 1_000_000 }),
    finds: [['Y4', 'error', at(1), 'CSV']],
  }),
  spoiled({
    kind,
    name: 'the year’s premium in the column of the month',
    headers: { ...NARROW, premium: 'Premium' },
    change: { premium: 12_000_000 },
    meant: () => ({ premium: 0 }),
    finds: [['M1', 'error', at(1), 'CSV']],
  }),
  spoiled({
    kind,
    name: 'opening balance of another policy',
    change: (line) => ({ begin: line.begin + 77_700 }),
    finds: [['M6', 'error', at(1), 'Beg AV']],
  }),
  spoiled({
    kind,
    name: 'last month’s values once more in one row',
    headers: { ...NARROW, rate: 'Credited Rate' },
    change: (_line, feeds) => ({ cashSurrenderValue: feeds.policies[1]?.priorCents ?? 0 }),
    finds: [['V8', 'error', at(1), 'CSV']],
  }),
  everyLine({
    kind,
    name: 'last month’s file under this month’s date, without rates',
    headers: NARROW,
    change: (_line, row, feeds) => ({ cashSurrenderValue: feeds.policies[row]?.priorCents ?? 0 }),
    finds: [
      ['M2', 'warning', at(0)],
      ['M2', 'warning', at(3)],
    ],
  }),
  everyLine({
    kind,
    name: 'values shifted by a row, as after a sort of one column',
    headers: NARROW,
    change: (_line, row, feeds) => ({
      cashSurrenderValue: feeds.sound()[(row + 1) % feeds.policies.length]?.cashSurrenderValue ?? 0,
      deathBenefit: feeds.sound()[(row + 1) % feeds.policies.length]?.deathBenefit ?? 0,
    }),
    book: async (feeds) => differ(feeds),
    finds: [['M3', 'error', at(0), 'CSV']],
  }),
]

async function withAccountValues({ server, book }: FeedServer): Promise<void> {
  await sql`update policy_valuation set account_value_end_cents = cash_surrender_value_cents where site_id = ${book.siteId}`.execute(
    server.ownerDb,
  )
}

/** Policies of very different size: a value in another's row is told by it. */
async function differ(feeds: FeedServer): Promise<void> {
  for (const [index, { policyId }] of feeds.policies.entries())
    await sql`update policy_valuation set cash_surrender_value_cents = cash_surrender_value_cents * ${1 + index}, death_benefit_cents = death_benefit_cents * ${1 + index}
      where policy_id = ${policyId}`.execute(feeds.server.ownerDb)
  feeds.policies = await policiesOf(feeds.server.ownerDb, feeds.carrier, feeds.period)
}
