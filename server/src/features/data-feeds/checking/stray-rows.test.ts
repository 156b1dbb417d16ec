/** Rows dated in another month than nearly all of their file: the date is asked about by line, and nothing is missing from that month. */
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { describe, expect, test } from 'vitest'
import { checked, HEADERS, policy } from '../../../test/checked-feed.ts'
import { bookOf, recordOf } from '../../../test/feed-tables.ts'

const [september, october] = ['2026-09-30', '2026-10-31']
const dated = (lines: (readonly [id: number, date: string])[], more: Parameters<typeof checked>[1] = {}) =>
  checked([[...HEADERS, 'Val Date'], ...lines.map(([id, date]) => policy(id, date))], {
    book: bookOf(lines.map(([id]) => recordOf(id))),
    period: null,
    ...more,
  })
const rows = (count: number, date: string, from = 1) => Array.from({ length: count }, (_, at) => [from + at, date] as const)

describe('of a file of one month', () => {
  test('the one row that is dated in another is named with both dates, and no policy is missing from that month', async () => {
    const { said, summary } = await dated([...rows(48, october), [49, september]])
    expect(said('PERIOD')).toEqual([
      [
        50,
        'Val Date',
        '2026-09-30',
        'This row is dated September 30, 2026; 48 of 49 rows are dated October 31, 2026. Correct the date, or accept to post the row to September 2026.',
      ],
    ])
    // Its policy has no value of October, and the others have none of September.
    expect(said('P1', 'P4').map(([, , value, message]) => [value, /October|September/.exec(String(message))?.[0]])).toEqual([
      [null, 'October'],
      ['P-49', 'October'],
    ])
    expect(summary.periods).toEqual([september, october])
  })
  test('whose own dates differ by days, the month is named', async () => {
    const { said } = await dated([...rows(5, october), [6, '2026-10-29'], [7, september]])
    expect(said('PERIOD').map(([, , , message]) => message)).toEqual([expect.stringContaining('; 6 of 7 rows are of October 2026. ')])
  })
  test.each([
    [4, 1, 1],
    [3, 1, 0],
    [18, 2, 2],
    [17, 2, 0],
    [450, 50, 50],
    [600, 51, 0],
  ])('of %i rows, %i of another month are named %i times; more are a month of its own', async (many, few, named) => {
    const { said } = await dated([...rows(many, october), ...rows(few, september, many + 1)])
    expect(said('PERIOD')).toHaveLength(named)
    expect(said('P4').some(([, , , message]) => String(message).includes('September 2026'))).toBe(named === 0)
  })
  test('a few rows of each of many months are a catch-up file', async () => {
    const months = ['2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30', '2026-07-31', '2026-08-31', september, october]
    expect((await dated(months.flatMap((month) => rows(2, month)))).said('PERIOD')).toEqual([])
  })
})

test('another carrier’s month is its own, and rows are counted by carrier', async () => {
  const directory = {
    carriers: ['ALP', 'BET'].map((code) => ({ code, legalName: `${code} Life`, shortName: `${code} short`, naicCompanyCode: null })),
    institutions: [],
  }
  const lines = (carrier: string, months: string[]) => months.map((month, at) => policy(at + 1, month, carrier))
  const { said } = await checked(
    [[...HEADERS, 'Val Date', 'Carrier'], ...lines('ALP', Array(30).fill(october)), ...lines('BET', [september, september])],
    { period: null, directory },
  )
  expect(said('PERIOD')).toEqual([])
  const mixed = await checked(
    [
      [...HEADERS, 'Val Date', 'Carrier'],
      ...lines('ALP', Array(30).fill(october)),
      ...lines('BET', [...Array(5).fill(october), september]),
    ],
    { period: null, directory },
  )
  expect(mixed.said('PERIOD').map(([line, , , message]) => [line, message])).toEqual([
    [37, expect.stringContaining('; 5 of BET short’s 6 rows are dated October 31, 2026.')],
  ])
})

describe('a policy with a posted value of the month', () => {
  const book = (...posted: number[]) =>
    bookOf(
      [1, 2, 3].map((id) => recordOf(id)),
      { posted: new Set(posted) },
    )
  test('is not missing from a file that leaves it out, as nothing becomes of its value', async () => {
    expect((await checked([HEADERS, policy(1)], { book: book(2, 3) })).said('P1', 'P4')).toEqual([])
    expect((await checked([HEADERS, policy(1)], { book: book(1) })).said('P4')).toHaveLength(2)
  })
  test('is counted beside those of the file', async () => {
    const { said } = await checked([HEADERS, policy(1)], { book: book(2), period: plainDate('2026-10-31') })
    expect(said('P1', 'P4').map(([, , , message]) => String(message).slice(0, 100))).toEqual([
      expect.stringContaining('the file has 1 policy, 1 other is posted already, the register expects 3.'),
      expect.stringContaining('Policy P-3 is in force'),
    ])
  })
})
