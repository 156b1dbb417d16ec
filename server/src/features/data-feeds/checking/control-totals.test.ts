/** Totals below the rows, and checks that a file as a whole does not allow. */
import type { FeedField } from '@corridor/domain/data-feeds/columns.ts'
import { NO_VALUES } from '@corridor/domain/data-feeds/row.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { describe, expect, test } from 'vitest'
import { isTotalLine, mergeTotals, readTotals } from './control-totals.ts'
import type { FoundHeader } from './header.ts'
import { coverageOf } from './reconcile.ts'
import { addToTotals, columnFindings, contestFindings, isNeeded, noTotals, skippedChecks, totalsFindings } from './whole-file.ts'

const headers = ['Policy', 'CSV', 'DB']
const header: FoundHeader = {
  table: { name: '', place: 0, rows: async function* () {}, hiddenColumns: new Set() },
  line: 1,
  headers,
  fields: new Map<number, FeedField>([
    [0, 'policyNumber'],
    [1, 'cashSurrenderValue'],
    [2, 'deathBenefit'],
  ]),
  contests: [],
  repeated: [],
  preamble: [],
}

describe('a line below the rows', () => {
  test.each([
    ['a policy', ['P-1', '1.00', '2.00'], false],
    ['a policy whose name reads like a label', ['P-1', 'Total Loss, Inc.', '2.00'], false],
    ['a label for a policy number', ['Grand Total', '1.00', '2.00'], true],
    ['a label elsewhere', ['', 'Total', '2.00'], true],
    ['bare numbers', ['', '1.00', ' 2.00 '], true],
    ['a number and a word', ['', '1.00', 'see letter'], false],
    ['nothing', ['', ' ', ''], false],
    ['stars', ['*** END', '', ''], true],
  ])('%s', (_, cells, isTotal) => expect(isTotalLine(cells, 0)).toBe(isTotal))
  test('without a column of policy numbers, the label decides', () => {
    expect(isTotalLine(['Total', '1.00'], undefined)).toBe(true)
    expect(isTotalLine(['P-1', '1.00'], undefined)).toBe(false)
    expect(isTotalLine(['Total'], 4)).toBe(true)
  })
  test.each([
    ['figures under their columns', ['Total', '1,000.00', '2,000.00'], null, 100_000, 200_000],
    ['a count beside them', ['Total: 12 policies', '1,000.00', '2,000.00'], 12, 100_000, 200_000],
    ['a count alone, in whatever column', ['Records', '1,205', ''], 1205, null, null],
    ['a count that is no amount', ['Number of policies: 12', '', ''], 12, null, null],
    ['one figure beside its label', ['Total DB', '7.00', ''], null, null, 700],
    ['one figure beside its label, of surrender values', ['Total surrender value', '', '7.00'], null, 700, null],
    ['one figure without a label of its own', ['Total', '7.00', ''], null, 700, null],
    ['an amount that cannot be read', ['Total', '#REF!', '2.00'], null, null, 200],
  ])('%s', (_, cells, rows, cashSurrenderValueCents, deathBenefitCents) =>
    expect(readTotals(9, cells, header)).toEqual({ line: 9, rows, cashSurrenderValueCents, deathBenefitCents }),
  )
  test('a later line completes an earlier one, and replaces what it says anew', () => {
    const first = { line: 5, rows: 12, cashSurrenderValueCents: 100, deathBenefitCents: null }
    expect(mergeTotals(null, first)).toEqual(first)
    expect(mergeTotals(first, { line: 6, rows: null, cashSurrenderValueCents: 300, deathBenefitCents: 200 })).toEqual({
      line: 6,
      rows: 12,
      cashSurrenderValueCents: 300,
      deathBenefitCents: 200,
    })
  })
})

describe('totals', () => {
  const say = (line: number) => `line ${line}`
  const read = { rows: 2, cashSurrenderValueCents: 100_000, deathBenefitCents: 200_000 }
  test('may differ by a cent of value and a dollar of benefits, and not in the count', () => {
    const off = (rows: number, value: number, benefit: number) =>
      totalsFindings(read, { line: 9, rows, cashSurrenderValueCents: 100_000 + value, deathBenefitCents: 200_000 - benefit }, say)
    expect(off(2, 1, 100)).toEqual([])
    expect(off(3, -2, 101)).toEqual([
      { field: null, message: 'Line 9 counts 3 policies; 2 were read. Rows may have been lost in transit.' },
      {
        field: 'Cash surrender value',
        message: 'Line 9 gives a total cash surrender value of $999.98; the rows add up to $1,000.00, $0.02 off.',
      },
      { field: 'Death benefit', message: 'Line 9 gives a total death benefit of $1,998.99; the rows add up to $2,000.00, $1.01 off.' },
    ])
    expect(totalsFindings(read, { line: 9, rows: null, cashSurrenderValueCents: null, deathBenefitCents: null }, say)).toEqual([])
    expect(totalsFindings(read, null, say)).toEqual([])
  })
  test('count every row, and stop where a sum is no longer exact', () => {
    const totals = noTotals()
    const row = (cashSurrenderValue: number | null, deathBenefit: number | null) => ({
      line: 7,
      values: {
        ...NO_VALUES,
        cashSurrenderValue: cashSurrenderValue === null ? null : cents(cashSurrenderValue),
        deathBenefit: deathBenefit === null ? null : cents(deathBenefit),
      },
    })
    const add = (each: ReturnType<typeof row>) => addToTotals(totals, { ...EMPTY_ROW, ...each }, say)
    add(row(10, 20))
    add(row(null, null))
    expect(totals).toEqual({ rows: 2, cashSurrenderValueCents: 10, deathBenefitCents: 20 })
    expect(() => add(row(null, Number.MAX_SAFE_INTEGER))).toThrow(/^Up to line 7 the amounts add up to more than/)
    totals.deathBenefitCents = 0
    expect(() => add(row(Number.MAX_SAFE_INTEGER, null))).toThrow('all life insurance in existence')
  })
})
const EMPTY_ROW = {
  cells: [],
  texts: {
    policyNumber: '',
    carrierCode: '',
    institutionId: '',
    fdicCertificate: '',
    institutionName: '',
    planName: '',
    insuredName: '',
    insuredFirstName: '',
    insuredLastName: '',
    insuredSsnLast4: '',
  },
  newPolicy: {},
  loanedInterest: null,
  charges: null,
  problems: [],
  openDates: [],
  ragged: false,
}

test('columns that no row does without are asked for, unless the whole file was given them', () => {
  const missing = (fields: FeedField[], hasCarrier: boolean, hasPeriod: boolean) =>
    columnFindings(new Set(fields), { hasCarrier, hasPeriod }).map(({ field }) => field)
  expect(missing([], false, false)).toEqual(['policyNumber', 'cashSurrenderValue', 'deathBenefit', 'carrierCode', 'asOfDate'])
  expect(missing(['policyNumber', 'cashSurrenderValue', 'deathBenefit', 'carrierCode', 'asOfDate'], false, false)).toEqual([])
  expect(missing(['policyNumber', 'deathBenefit'], true, true)).toEqual(['cashSurrenderValue'])
  expect((['deathBenefit', 'asOfDate', 'carrierCode', 'premiumPaid'] as const).map(isNeeded)).toEqual([true, true, true, false])
})

test('columns that contend for a field are told with what each begins with', () => {
  const contest = (chosen: number | null) =>
    contestFindings({ headers, contests: [{ field: 'cashSurrenderValue', columns: [1, 2], chosen }] }, { CSV: ['', ' 12.00 '], DB: [] })
  expect(contest(null)).toEqual([
    {
      names: 'CSV, DB',
      message:
        'More than one column could be the cash surrender value: “CSV” begins with 12.00 and “DB” begins with nothing. None of them is read. Choose under Column mapping which one it is.',
    },
  ])
  expect(contest(2)[0]?.message).toMatch(/^“DB” was chosen as the cash surrender value, and another column could be it too: “CSV”/)
})

describe('checks that a file does not allow are named', () => {
  const period = plainDate('2026-10-31')
  const book = (withPrior: number[]) => ({
    period,
    policies: new Map([['1', ['']]]),
    withPrior: new Set(withPrior),
    typical: { policies: 0, cashSurrenderValue: 0, deathBenefit: 0 },
    posted: new Set<number>(),
    postedSince: null,
  })
  const all: FeedField[] = [
    ...(['asOfDate', 'accountValueBegin', 'accountValueEnd', 'surrenderCharge', 'policyStatus', 'insuredShare', 'issueDate'] as const),
    ...(['premiumPaid', 'withdrawals', 'interestCredited', 'costOfInsurance', 'expenseCharge', 'netCreditingRate'] as const),
  ]
  const control = { line: 9, rows: 1, cashSurrenderValueCents: null, deathBenefitCents: null }
  const skipped = (
    fields: FeedField[],
    ...rest: [Parameters<typeof skippedChecks>[1]?, Parameters<typeof skippedChecks>[2]?, Parameters<typeof skippedChecks>[3]?]
  ) => skippedChecks(new Set(fields), rest[0] ?? null, rest[1] ?? [], rest[2])
  const codes = (checks: ReturnType<typeof skipped>) => checks.map(({ ruleCode }) => ruleCode)

  test('none where every column is there', () => expect(skipped(all, control, [coverageOf('ALP', book([1]))])).toEqual([]))
  test('each for the column it lacks', () => {
    expect(codes(skipped([]))).toEqual(['V7', 'V9', 'V10', 'V11', 'V12', 'V13', 'M4', 'M6', 'V8'])
    expect(skipped([...all, 'netSurrenderValue'], control)[0]?.reason).toMatch(/: the file has no column for loan balance\.$/)
    expect(skipped([], control)[1]?.reason).toMatch(/: the file has no column for account value and surrender charge\.$/)
    expect(skipped(all)[0]?.reason).toMatch(/: the file ends without a total line\.$/)
  })
  test('those that compare with last month where it was never posted, and is not in the file', () => {
    const first = coverageOf('ALP', book([]))
    expect(codes(skipped(all, control, [first]))).toEqual(['V8', 'M1', 'M2', 'M3', 'M5', 'M6', 'Y4', 'P2', 'P3'])
    expect(skipped(all, control, [first])[0]?.reason).toMatch(/: nothing was posted for ALP at 09\/30\/2026\.$/)
    expect(skipped(all, control, [first], [plainDate('2026-09-30')])).toEqual([])
    expect(
      codes(
        skipped(
          [...all].filter((field) => field !== 'accountValueBegin'),
          control,
          [first],
        ),
      ).filter((code) => code === 'M6'),
    ).toHaveLength(1)
  })
  test('policies of which no movement could be expected, by why', () => {
    const covered = coverageOf('ALP', book([1]))
    covered.unexpected = { firstMonths: 1, market: 0, claim: 1200 }
    expect(skipped(all, control, [covered, { ...covered }])).toEqual([
      {
        ruleCode: 'M2',
        reason: expect.stringMatching(
          /: not tried for 2 policies without values at both month ends before, .* and 2,400 policies under a pending death claim\.$/,
        ),
      },
    ])
  })
})
