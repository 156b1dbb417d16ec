/** A row read cell by cell, and doubts about a sheet whose rows are read. */
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { describe, expect, test } from 'vitest'
import type { RawRow } from '../../../platform/formats/reading/refusal.ts'
import { headerOf, type Lines } from '../../../test/feed-tables.ts'
import { trackForms } from './column-forms.ts'
import { correctedRow } from './corrected-cells.ts'
import type { Mapping } from './header.ts'
import { insuredNameOf, rowReader } from './read-row.ts'
import { watchDoubts } from './sheet-doubts.ts'
import { unreadFinding, watchUnread } from './unread-columns.ts'

const VALUES = ['Policy No', 'CSV', 'DB']
const POLICY = ['P-1', '10.00', '20.00']

describe('a row', () => {
  const read = async (headers: string[], cells: string[], padShort = false, more: Partial<RawRow> = {}) =>
    rowReader(await headerOf([headers, POLICY]), padShort, trackForms({}, {}))({ line: 7, cells, ...more })
  test('that a spreadsheet left short is completed, a text’s is not, and neither may be too long', async () => {
    expect(await read(VALUES, ['P-1', '10.00'], true)).toMatchObject({ ragged: false, cells: ['P-1', '10.00', ''], problems: [] })
    const short = await read(VALUES, ['P-1', '10.00'])
    expect(short).toMatchObject({ ragged: true, cells: ['P-1', '10.00', ''], values: { cashSurrenderValue: null } })
    expect(short.problems).toEqual([
      {
        ruleCode: 'RAGGED',
        column: null,
        field: null,
        value: null,
        message: expect.stringMatching(/^Line 7 has 2 columns, the header 3\./),
      },
    ])
    expect(await read(VALUES, [...POLICY, ' ', ''])).toMatchObject({ ragged: false, cells: POLICY })
    expect(await read(VALUES, [...POLICY, 'x', 'y'], true)).toMatchObject({ ragged: true, cells: ['P-1', '10.00', '20.00 x y'] })
  })
  test('adds its charges up, and interest on loaned funds to the rest of it', async () => {
    const charged = [...VALUES, 'Exp', 'Premium Load', 'Rider Charge', 'Interest', 'TotalIntLoanedFundAmt']
    const sums = async (...cells: string[]) => {
      const { values, problems } = await read(charged, [...POLICY, ...cells])
      return [values.expenseCharge, values.interestCredited, problems.map(({ ruleCode, column }) => [ruleCode, column])]
    }
    expect(await sums('1.00', '2.00', '3.00', '5.00', '7.00')).toEqual([600, 1200, []])
    expect(await sums('', '2.00', '', '5.00', '')).toEqual([200, 500, []])
    expect(await sums('1.00', '', '', '', '7.00')).toEqual([100, null, [['UNUSED', 7]]])
    expect(await sums('', '', '', '', '0.00')).toEqual([null, null, []])
  })
  test('says which cell cannot be read: of the policy, of the values, or nobody else’s business', async () => {
    const { problems } = await read([...VALUES, 'Issue Date', 'DOB'], ['P-1', '1O', '20.00', 'soon', 'soon'], false, {
      problems: [
        { column: 2, reason: 'was never computed' },
        { column: 9, reason: 'stands nowhere' },
      ],
    })
    expect(problems.map(({ ruleCode, field, value, message }) => [ruleCode, field, value, message])).toEqual([
      ['VALUE', 'cashSurrenderValue', '1O', expect.stringMatching(/^Cash surrender value: “1O” /)],
      ['MASTER', 'issueDate', 'soon', expect.stringMatching(/^Issue date: “soon” /)],
      ['MASTER', 'insuredDateOfBirth', 'soon', expect.stringMatching(/^Date of birth: what is written /)],
      ['VALUE', 'deathBenefit', '20.00', 'was never computed'],
    ])
  })
  test('names the insured in one column, or from two', async () => {
    const named = async (headers: string[], ...cells: string[]) =>
      insuredNameOf((await read([...VALUES, ...headers], [...POLICY, ...cells])).texts)
    expect(await named(['Insured', 'Last Name'], 'Doe, Jo', 'Roe')).toBe('Doe, Jo')
    expect(await named(['First Name', 'Last Name'], 'Jo', 'Doe')).toBe('Doe, Jo')
    expect(await named(['First Name', 'Last Name'], '', 'Doe')).toBe('Doe')
    expect(await named([])).toBeNull()
  })
})

test('a corrected cell is read in place of the one received, which is kept, with the problems of the others', () => {
  const raw: RawRow = {
    line: 3,
    cells: ['P-1', '#REF!'],
    problems: [
      { column: 1, reason: 'it is an error' },
      { column: 0, reason: 'it is odd' },
    ],
    received: new Map([[0, 'P1']]),
  }
  const headers = ['Policy No', 'CSV', 'Note', 'DB']
  const { row, received } = correctedRow(raw, { CSV: '10.00', DB: '20.00', 'Policy No': 'P-2', Gone: 'x' }, headers)
  expect(row).toEqual({ line: 3, cells: ['P-2', '10.00', '', '20.00'], received: raw.received })
  expect([...received]).toEqual([
    [0, 'P1'],
    [1, '#REF!'],
    [3, ''],
  ])
  expect(correctedRow(raw, { CSV: '10.00' }, headers).row.problems).toEqual([{ column: 0, reason: 'it is odd' }])
  expect(correctedRow(raw, undefined, headers)).toEqual({ row: raw, received: raw.received })
})

describe('a column that nothing reads', () => {
  const unread = async (column: string, cells: readonly string[], wanted: Mapping = {}) => {
    const watched = watchUnread(
      await headerOf([
        [...VALUES, column],
        [...POLICY, ''],
      ]),
      wanted,
    )
    for (const [at, cell] of cells.entries()) watched.see([...POLICY, cell], at + 2)
    return watched.found().map((one) => [one.cell, one.line, one.rival?.field ?? null])
  }
  test.each([
    ['GIO', ['', '0.00', '12.50', '13.50'], [['12.50', 4, null]]],
    ['GIO', ['(1,024)'], [['(1,024)', 2, null]]],
    ['GIO', ['$ 5'], [['$ 5', 2, null]]],
    ['Branch', ['1024', 'B-12.5', '12.5 m'], []],
    ['Premium Refund', ['1024'], [['1024', 2, null]]],
    ['Premium Refund', ['0', 'none'], []],
    ['Gross Death Benefit', ['20', 'see letter'], [['20', 2, 'deathBenefit']]],
    ['Gross Death Benefit', ['0', 'see letter'], []],
    ['Social Security', ['12.50'], []],
    ['Positions 10 to 20', ['12.50'], [['•••', 2, null]]],
  ])('%s of %j', async (column, cells, found) => expect(await unread(column, cells)).toEqual(found))
  test('is not watched once somebody said that it is not used', async () =>
    expect(await unread('GIO', ['12.50'], { gio: null })).toEqual([]))
  test('may be the one that another is read as, and then that is an error', () => {
    const rival = { field: 'deathBenefit' as const, header: 'DB' }
    const say = (line: number) => `line ${line}`
    expect(unreadFinding({ header: 'Gross DB', cell: '20', line: 2, rival }, say)).toEqual({
      ruleCode: 'UNUSED',
      field: 'Gross DB',
      message:
        '“Gross DB” holds amounts (20 in line 2) and could be the death benefit as well as “DB”, which is read as it. Choose under Column mapping which of them it is; saved there as not used, it is not asked about again.',
      severity: 'error',
    })
    expect(unreadFinding({ header: 'GIO', cell: '20', line: 2, rival: null }, say).severity).toBe('warning')
  })
})

describe('a sheet is doubted', () => {
  const doubts = async (lines: Lines, said: string | null, wanted: Mapping = {}, rows: Lines = []) => {
    const header = await headerOf(lines, wanted)
    const watched = watchDoubts(header, wanted, said === null ? null : plainDate(said))
    const read = rowReader(header, false, trackForms({}, {}))
    for (const [at, cells] of rows.entries()) {
      const raw = { line: at + 10, cells: [...cells] }
      if (!watched.isHeader(raw, raw.line)) watched.see(read(raw))
    }
    return watched.found((line) => `line ${line}`).map(({ ruleCode, field, message }) => [ruleCode, field, message])
  }
  const DATED = [...VALUES, 'Val Date']
  test('where no row is of the month said above', async () => {
    const rows = [
      [...POLICY, '2026-09-15'],
      [...POLICY, '2026-08-31'],
      [...POLICY, ''],
    ]
    expect(await doubts([DATED, POLICY], '2026-10-31', {}, rows)).toEqual([
      ['PERIOD', null, expect.stringMatching(/say October 2026, and no row is dated so\. The rows are read as dated, September 2026:/)],
    ])
    expect(await doubts([DATED, POLICY], '2026-10-31', {}, [...rows, [...POLICY, '2026-10-05']])).toEqual([])
    expect(await doubts([DATED, POLICY], '2026-10-31', {}, [[...POLICY, '']])).toEqual([])
    expect(await doubts([DATED, POLICY], null, {}, rows)).toEqual([])
  })
  test('where its columns are named in another order further down', async () => {
    const turned = [POLICY, ['CSV', 'Policy No', 'DB'], ['DB', 'CSV', 'Policy No']]
    expect(await doubts([VALUES, POLICY], null, {}, turned)).toEqual([
      ['FILE', null, expect.stringMatching(/^line 11 names the columns again, in another order\./)],
    ])
    expect(await doubts([VALUES, POLICY], null, {}, [VALUES])).toEqual([])
  })
  test('where figures stand above the header', async () =>
    expect(await doubts([['1', '2'], ['3', '4'], VALUES, POLICY], null)).toEqual([
      ['NOTE', null, 'lines above the header hold figures, and are not read. The header is in line 3.'],
    ]))
  test('where a rate stands beside loans, until somebody says whose it is', async () => {
    const lent = [...VALUES, 'Loan', 'Interest Rate']
    const rows = [
      [...POLICY, '0.00', '8%'],
      [...POLICY, '5.00', '8%'],
    ]
    expect(await doubts([lent, POLICY], null, {}, rows)).toEqual([
      ['RATE', 'Interest Rate', expect.stringContaining('“Interest Rate” stands beside loans')],
    ])
    expect(await doubts([lent, POLICY], null, {}, rows.slice(0, 1))).toEqual([])
    expect(await doubts([lent, POLICY], null, { 'interest rate': 'grossCreditingRate' }, rows)).toEqual([])
    expect(await doubts([[...VALUES, 'Loan', 'Credited Rate'], POLICY], null, {}, rows)).toEqual([])
    expect(await doubts([[...VALUES, 'Other', 'Interest Rate'], POLICY], null, {}, rows)).toEqual([])
  })
})
