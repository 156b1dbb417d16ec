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
    read: [],
    book: BOOK,
    month: plainDate('2026-09-30'),
    isCarrier: (cell) => cell === 'Harbor Life',
    isInstitution: () => false,
    ...more,
  })
const grown = (index: number) => (value(index) * 1.003).toFixed(2)

test('a column that grew a little from last month’s cash surrender value is likely it, with the rows counted, and not certain: close is not equal', () => {
  expect(propose([column('Contract Net Value EOM', (index) => (index === 7 ? '1.00' : grown(index)))])).toEqual([
    {
      header: 'Contract Net Value EOM',
      field: 'cashSurrenderValue',
      sure: false,
      reason: '19 of 20 rows are within 5% of the cash surrender value posted for September 2026.',
    },
  ])
})

test('last month’s values themselves are an opening balance, not this month’s value', () => {
  const book = new Map(NUMBERS.map((number, index) => [matchKey(number), booked(index, { accountValueBegin: value(index) })]))
  expect(propose([column('Wert', value)], { book }).map(({ field }) => field)).toEqual(['accountValueBegin'])
})

test('with eight of ten rows, or few rows, even equal values are likely and not certain', () => {
  const face = (index: number) => 250_000 + 1_000 * index
  const mostly = column('Wert', (index) => (index % 5 === 0 ? '7' : face(index)))
  expect(propose([mostly])).toMatchObject([{ field: 'faceAmount', sure: false }])
  const few = { header: 'Wert', cells: NUMBERS.map((_, index) => (index < 4 ? String(face(index)) : '')) }
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
  expect(propose([column('Wert', grown)], { read: [{ ...column('CSV', grown), field: 'cashSurrenderValue' }] })).toEqual([])
})

test('the column of policy numbers is found by the register, and the others beside it', () => {
  const open = [column('Nummer', (index) => NUMBERS[index]?.toLowerCase() ?? ''), column('Wert', grown)]
  expect(propose(open, { policyNumbers: null })).toMatchObject([
    { header: 'Nummer', field: 'policyNumber', sure: true, reason: '20 of 20 rows hold the number of a policy in the register.' },
    { header: 'Wert', field: 'cashSurrenderValue', sure: false },
  ])
})

test.each([
  ['faceAmount', (index: number) => 250_000 + 1_000 * index, 'equal the face amount in the register'],
  ['deathBenefit', (index: number) => 3 * value(index), 'equal the death benefit posted for September 2026'],
  ['grossCreditingRate', () => '3.95%', 'equal the gross crediting rate posted for September 2026'],
  ['issueDate', (index: number) => `${index + 1}/3/2014`, 'equal the issue date in the register'],
  ['insuredName', (index: number) => `First Q. Last${index}`, 'name the insured as the register does'],
  ['policyStatus', () => 'Active', 'have the policy status in the register'],
  ['carrierCode', () => 'Harbor Life', 'name a carrier'],
  ['asOfDate', () => '31/10/2026', 'say 10/31/2026, a month end'],
] as const)('%s is told by its values', (field, cell, what) => {
  expect(propose([column('?', cell)])).toEqual([{ header: '?', field, sure: true, reason: `20 of 20 rows ${what}.` }])
})

test.each([
  [
    'deathBenefit',
    (index: number) => 3 * value(index) + (index === 9 ? 0.01 : 0),
    'are within 1% of the death benefit posted for September 2026',
  ],
  [
    'grossCreditingRate',
    (index: number) => (index === 9 ? '3.96%' : '3.95%'),
    'are within 5 basis points of the gross crediting rate posted for September 2026',
  ],
] as const)('%s that is off in one row, by however little, is not equal to the book and not certain', (field, cell, what) => {
  expect(propose([column('?', cell)])).toEqual([{ header: '?', field, sure: false, reason: `20 of 20 rows ${what}.` }])
})

test('a column that is read already and holds the same figures is named, and what it is read as', () => {
  const read = [
    { ...column('Accum Value', grown), field: 'accountValueEnd' as const },
    { ...column('Premium', () => '0.00'), field: 'premiumPaid' as const },
  ]
  expect(propose([column('Net Value', grown)], { read })).toMatchObject([
    {
      field: 'cashSurrenderValue',
      reason:
        '20 of 20 rows are within 5% of the cash surrender value posted for September 2026. “Accum Value”, read as the account value, fits as well.',
    },
  ])
  const charged = { ...column('Accum Value', (index) => (value(index) * 1.02).toFixed(2)), field: 'accountValueEnd' as const }
  const [near] = propose([column('Net Value', grown)], { read: [charged] })
  expect(near?.reason).toMatch(/“Accum Value”, read as the account value, fits as well\.$/)
  const face = (index: number) => 250_000 + 1_000 * index
  expect(propose([column('Spec', face)], { read: [{ ...column('DB', face), field: 'deathBenefit' }] })).toMatchObject([
    { field: 'faceAmount', sure: false, reason: expect.stringMatching(/“DB”, read as the death benefit, fits as well\.$/) },
  ])
})

test('beside values that are equal, a column that is read already and only close to them is no second fit', () => {
  const close = { ...column('DB Next', (index) => 3 * value(index) * 1.005), field: 'faceAmount' as const }
  expect(propose([column('DB', (index) => 3 * value(index))], { read: [close] })).toMatchObject([{ field: 'deathBenefit', sure: true }])
})

test('zeros beside zeros tell nothing', () => {
  const book = new Map(NUMBERS.map((number, index) => [matchKey(number), booked(index, { loanBalance: 0, surrenderCharge: 0 })]))
  expect(propose([column('?', () => '0.00')], { book })).toEqual([])
})
