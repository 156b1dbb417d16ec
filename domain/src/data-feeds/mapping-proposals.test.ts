import { expect, test } from 'vitest'
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { matchKey } from './cell-values.ts'
import type { FeedField } from './columns.ts'
import { type BookedPolicy, type ProposalBasis, proposeMapping } from './mapping-proposals.ts'

const NUMBERS = Array.from({ length: 20 }, (_, index) => `P-${1000 + index}`)
const value = (index: number) => 100_000 + 5_000 * index
const booked = (index: number, more: Partial<Record<FeedField, number>> = {}): BookedPolicy => ({
  amounts: Object.fromEntries(
    Object.entries({ cashSurrenderValue: value(index), deathBenefit: 3 * value(index), faceAmount: 250_000 + 1_000 * index, ...more }).map(
      ([field, dollars]) => [field, usd(dollars)],
    ),
  ),
  rates: { grossCreditingRate: 0.0395 },
  dates: { issueDate: plainDate(`2014-03-${String(index + 1).padStart(2, '0')}`) },
  words: { insuredName: `Last${index} First`, policyStatus: 'IN_FORCE' },
})
const BOOK = new Map(NUMBERS.map((number, index) => [matchKey(number), booked(index)]))
const column = (header: string, cell: (index: number) => string | number) => ({
  header,
  cells: NUMBERS.map((_, index) => String(cell(index))),
})
const propose = (open: ProposalBasis['open'], more: Partial<ProposalBasis> = {}) =>
  proposeMapping({
    open,
    policyNumbers: column('Policy', (index) => NUMBERS[index] ?? ''),
    taken: ['policyNumber'],
    book: BOOK,
    month: plainDate('2026-09-30'),
    isCarrier: (cell) => cell === 'Harbor Life',
    isInstitution: () => false,
    ...more,
  })
const grown = (index: number) => (value(index) * 1.003).toFixed(2)

test('a column that grew a little from last month’s cash surrender value is surely it, with the rows counted', () => {
  expect(propose([column('Contract Net Value EOM', (index) => (index === 7 ? '1.00' : grown(index)))])).toEqual([
    {
      header: 'Contract Net Value EOM',
      field: 'cashSurrenderValue',
      sure: true,
      reason: '19 of 20 rows are within 5% of the cash surrender value posted for September 2026.',
    },
  ])
})

test('last month’s values themselves are an opening balance, not this month’s value', () => {
  const book = new Map(NUMBERS.map((number, index) => [matchKey(number), booked(index, { accountValueBegin: value(index) })]))
  expect(propose([column('Wert', value)], { book }).map(({ field }) => field)).toEqual(['accountValueBegin'])
})

test('with eight of ten rows, or few rows, it is likely and not sure', () => {
  const mostly = column('Wert', (index) => (index % 5 === 0 ? '7' : grown(index)))
  expect(propose([mostly])).toMatchObject([{ field: 'cashSurrenderValue', sure: false }])
  const few = { header: 'Wert', cells: NUMBERS.map((_, index) => (index < 4 ? grown(index) : '')) }
  expect(propose([few])).toMatchObject([{ sure: false, reason: expect.stringMatching(/^4 of 4 rows/) }])
})

test('fewer than six rows of ten that agree propose nothing', () => {
  expect(propose([column('Wert', (index) => (index % 2 === 0 ? '7' : grown(index)))])).toEqual([])
})

test('two fields that fit alike are said, the one that a row needs comes first, and it is not sure', () => {
  const book = new Map(NUMBERS.map((number, index) => [matchKey(number), booked(index, { accountValueEnd: value(index) })]))
  expect(propose([column('Wert', grown)], { book })).toMatchObject([
    { field: 'cashSurrenderValue', sure: false, reason: expect.stringMatching(/It could be the account value as well\.$/) },
  ])
})

test('two columns that fit one field alike name each other', () => {
  const [first, second] = propose([column('Wert A', grown), column('Wert B', grown)])
  expect([first?.sure, first?.reason.endsWith('“Wert B” fits as well.')]).toEqual([false, true])
  expect(second).toBeUndefined()
})

test('a field that another column holds is not proposed', () => {
  expect(propose([column('Wert', grown)], { taken: ['policyNumber', 'cashSurrenderValue'] })).toEqual([])
})

test('the column of policy numbers is found by the register, and the others beside it', () => {
  const open = [column('Nummer', (index) => NUMBERS[index]?.toLowerCase() ?? ''), column('Wert', grown)]
  expect(propose(open, { policyNumbers: null, taken: [] })).toMatchObject([
    { header: 'Nummer', field: 'policyNumber', sure: true, reason: '20 of 20 rows hold the number of a policy in the register.' },
    { header: 'Wert', field: 'cashSurrenderValue', sure: true },
  ])
})

test.each([
  ['faceAmount', (index: number) => 250_000 + 1_000 * index, 'equal the face amount in the register'],
  ['deathBenefit', (index: number) => 3 * value(index), 'are within 1% of the death benefit posted for September 2026'],
  ['grossCreditingRate', () => '3.95%', 'are within 5 basis points of the gross crediting rate posted for September 2026'],
  ['issueDate', (index: number) => `${index + 1}/3/2014`, 'equal the issue date in the register'],
  ['insuredName', (index: number) => `First Q. Last${index}`, 'name the insured as the register does'],
  ['policyStatus', () => 'Active', 'have the policy status in the register'],
  ['carrierCode', () => 'Harbor Life', 'name a carrier'],
  ['asOfDate', () => '31/10/2026', 'say 10/31/2026, a month end'],
] as const)('%s is told by its values', (field, cell, what) => {
  expect(propose([column('?', cell)])).toEqual([{ header: '?', field, sure: true, reason: `20 of 20 rows ${what}.` }])
})

test('zeros beside zeros tell nothing', () => {
  const book = new Map(NUMBERS.map((number, index) => [matchKey(number), booked(index, { loanBalance: 0, surrenderCharge: 0 })]))
  expect(propose([column('?', () => '0.00')], { book })).toEqual([])
})
