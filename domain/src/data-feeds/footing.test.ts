import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cents, cents, usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import type { FeedField } from './columns.ts'
import { type LineFacts, lineCorrections } from './corrections.ts'
import type { LineCells } from './footing.ts'

const text = (amount: number) => (amount / 100).toFixed(2)
const cellsOf = (amounts: Partial<Record<FeedField, number>>): LineCells =>
  Object.fromEntries(Object.entries(amounts).map(([field, amount]) => [field, text(amount)]))
const corrected = (fields: FeedField[], cells: LineCells, amounts: Partial<Record<FeedField, Cents>> = {}) => {
  const booked: LineFacts['booked'] = { amounts, rates: {}, dates: {}, words: {} }
  return lineCorrections(fields, { cells, booked, month: plainDate('2026-09-30'), fileMonth: null, orderOf: () => 'MDY', numbers: [] })
}
const offered = (...asked: Parameters<typeof corrected>) => corrected(...asked).likely.map(({ field, value }) => [field, value])

/** A line whose account value is what its flows add up to. */
const LINE = {
  accountValueBegin: 8_645_000,
  premiumPaid: 0,
  withdrawals: 0,
  interestCredited: 28_476,
  costOfInsurance: 6_210,
  expenseCharge: 1_082,
  accountValueEnd: 8_666_184,
}
const WITH_VALUE = { ...LINE, surrenderCharge: 12_000, cashSurrenderValue: 8_654_184 }

describe('a line that does not foot', () => {
  test('for an interest with a digit too many is offered the interest, and its account value is left alone with the reason', () => {
    const cells = cellsOf({ ...LINE, interestCredited: 284_760 })
    expect(corrected(['accountValueEnd', 'interestCredited'], cells, { interestCredited: usd(281) })).toEqual({
      likely: [
        {
          field: 'interestCredited',
          value: '284.76',
          reason: 'Read with one digit less, the line foots, and it is close to the interest credited posted for September 2026.',
        },
      ],
      following: [{ field: 'accountValueEnd', reason: 'Account value foots once interest credited is 284.76.' }],
    })
  })
  test('is offered the interest although the finding is on the account value alone', () =>
    expect(offered(['accountValueEnd'], cellsOf({ ...LINE, interestCredited: 284_760 }))).toEqual([['interestCredited', '284.76']]))
  test.each([
    ['two digits exchanged', { interestCredited: 82_476 }, ['interestCredited', '284.76']],
    ['a digit lost in the middle', { costOfInsurance: 610 }, ['costOfInsurance', '62.10']],
    ['another sign', { expenseCharge: -1_082 }, ['expenseCharge', '10.82']],
    ['a decimal point that is lost', { interestCredited: 2_847_600 }, ['interestCredited', '284.76']],
  ] as const)('for %s is offered that cell first', (_, wrong, first) =>
    expect(offered(['accountValueEnd'], cellsOf({ ...LINE, ...wrong }))[0]).toEqual(first),
  )
  test('is offered its account value with two digits exchanged, where it opens at what was posted last', () => {
    const cells = cellsOf({ ...LINE, accountValueEnd: 6_866_184 })
    expect(offered(['accountValueEnd'], cells, { accountValueBegin: cents(8_645_000) })[0]).toEqual(['accountValueEnd', '86661.84'])
    // The opening value may have the same two digits exchanged.
    expect(offered(['accountValueEnd'], cells)).toEqual([])
  })
  test('is offered nothing where two of its amounts may have two digits exchanged', () =>
    expect(offered(['accountValueEnd'], cellsOf({ ...LINE, costOfInsurance: 2_610 }))).toEqual([]))
  test('is offered no sum where nothing tells which of its amounts is wrong', () =>
    expect(corrected(['accountValueEnd'], cellsOf({ ...LINE, interestCredited: 28_911 }))).toEqual({
      likely: [],
      following: [
        {
          field: 'accountValueEnd',
          reason: 'No value is suggested: it would be the sum of the other amounts on the line, and one of them may be wrong.',
        },
      ],
    }))
  test('is offered the sum where its amounts are what they were last month', () =>
    expect(
      offered(['accountValueEnd'], cellsOf({ ...LINE, accountValueEnd: 9_100_000 }), {
        accountValueBegin: cents(8_645_000),
        interestCredited: cents(28_300),
        costOfInsurance: cents(6_200),
        expenseCharge: cents(1_082),
      })[0],
    ).toEqual(['accountValueEnd', '86661.84']))
  test('is offered the account value that mends both of its sums', () =>
    expect(corrected(['accountValueEnd', 'cashSurrenderValue'], cellsOf({ ...WITH_VALUE, accountValueEnd: 9_100_000 }))).toMatchObject({
      likely: [{ field: 'accountValueEnd', value: '86661.84' }],
      following: [{ field: 'cashSurrenderValue', reason: 'Cash surrender value foots once account value is 86661.84.' }],
    }))
  test('is offered the amount with a finding of its own, whatever was written', () =>
    expect(offered(['accountValueEnd', 'interestCredited'], cellsOf({ ...LINE, interestCredited: 777_777 }))[0]).toEqual([
      'interestCredited',
      '284.76',
    ]))
  test('by a few cents of rounding is offered the slip, not the cents', () =>
    expect(offered(['accountValueEnd'], cellsOf({ ...LINE, interestCredited: 284_760, accountValueEnd: 8_666_187 }))[0]).toEqual([
      'interestCredited',
      '284.76',
    ]))
})

test('a value that is missing is not added up from an interest with a finding of its own', () => {
  const cells = { ...cellsOf({ ...LINE, interestCredited: 284_760 }), accountValueEnd: '#REF!' }
  expect(offered(['accountValueEnd', 'interestCredited'], cells)).toEqual([])
  expect(offered(['accountValueEnd'], { ...cellsOf(LINE), accountValueEnd: '#REF!' })).toEqual([['accountValueEnd', '86661.84']])
})

test('interest on loaned funds is credited too', () =>
  expect(offered(['accountValueEnd'], { ...cellsOf({ ...LINE, loanedInterestCredited: 500 }), accountValueEnd: '' })).toEqual([
    ['accountValueEnd', '86666.84'],
  ]))

const FLOWS = ['premiumPaid', 'interestCredited', 'withdrawals', 'costOfInsurance', 'expenseCharge'] as const
const SLIPS: readonly ((amount: number) => number)[] = [
  (amount) => amount * 10,
  (amount) => amount * 100,
  (amount) => amount * 1_000,
  (amount) => -amount,
  (amount) => Number(String(amount).replace(/^(.)(.)/, '$2$1')),
]
const amount = fc.integer({ min: 1_001, max: 999_999 })

test.each([
  ['with a surrender value that agrees', true],
  ['without one', false],
])('of a row with one wrong flow the first proposal is that flow, and never the sum, %s', (_, hasValue) =>
  fc.assert(
    fc.property(
      fc.record({ begin: fc.integer({ min: 5_000_000, max: 900_000_000 }), flows: fc.tuple(amount, amount, amount, amount, amount) }),
      fc.constantFrom(...FLOWS),
      fc.constantFrom(...SLIPS),
      ({ begin, flows: [premiumPaid, interestCredited, withdrawals, costOfInsurance, expenseCharge] }, wrong, slip) => {
        const meant = { premiumPaid, interestCredited, withdrawals, costOfInsurance, expenseCharge }
        const accountValueEnd = begin + premiumPaid + interestCredited - withdrawals - costOfInsurance - expenseCharge
        const values = hasValue ? { surrenderCharge: 12_345, cashSurrenderValue: accountValueEnd - 12_345 } : {}
        const amounts = { accountValueBegin: begin, ...meant, accountValueEnd, ...values }
        const written = slip(meant[wrong])
        fc.pre(Math.abs(written - meant[wrong]) > 5)
        const { likely } = corrected(['accountValueEnd', wrong], cellsOf({ ...amounts, [wrong]: written }), {
          accountValueBegin: cents(begin),
        })
        expect(likely[0]).toMatchObject({ field: wrong, value: text(meant[wrong]) })
        expect(likely.filter(({ field }) => field === 'accountValueEnd')).toEqual([])
      },
    ),
    { numRuns: 500 },
  ),
)
