/** A row of a file: whose it is, which policy and month, and what is said of it. */
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { describe, expect, test } from 'vitest'
import { checked, HEADERS, policy } from '../../../test/checked-feed.ts'
import { bookOf, recordOf } from '../../../test/feed-tables.ts'

describe('a row', () => {
  test('is matched by its number, kept with its cells, and found in nothing', async () => {
    const { rows, summary, found } = await checked([HEADERS, policy(1), policy(2), policy(3)])
    expect(found).toEqual([])
    expect(
      rows.map(({ line, matchStatus, institutionId, policyId, period, carrierCode }) => [
        line,
        matchStatus,
        institutionId,
        policyId,
        period,
        carrierCode,
      ]),
    ).toEqual([1, 2, 3].map((id) => [id + 1, 'MATCHED', 1, id, '2026-10-31', 'ALP']))
    expect(rows[0]).toMatchObject({
      matchKey: 'P1',
      policyNumber: 'P-1',
      insuredName: null,
      raw: 'P-1\u001f10.05\u001f50.00',
      master: null,
      insuredShare: 0,
    })
    expect(summary).toMatchObject({
      headers: HEADERS,
      headerLine: 1,
      mapping: { 'Policy No': 'policyNumber', CSV: 'cashSurrenderValue', DB: 'deathBenefit' },
      mappingSource: 'recognised',
      missingFields: [],
      samples: { CSV: ['10.05', '10.05', '10.05'] },
      totals: { rows: 3, cashSurrenderValueCents: 3015, deathBenefitCents: 15_000 },
      controlTotals: null,
      periods: ['2026-10-31'],
      carriers: ['ALP'],
      sheets: [],
      fixed: null,
      complete: true,
    })
  })

  test('says what is missing in it, unless it is of an ended policy', async () => {
    const lines = [
      [...HEADERS, 'Insured', 'Status', 'Carrier', 'Val Date'],
      ['', '10.05', '50.00', 'Doe', '', '', '2026-10-31'],
      ['P-1', '', '', 'Doe', '', '', '2026-10-31'],
      ['P-2', '', '', 'Doe', 'Surrendered', '', '2026-10-31'],
      ['P-3', '10.05', '50.00', 'Doe', '', 'Nobody Life', '2026-10-31'],
      ['P-3', '10.05', '50.00', 'Doe', '', 'Alpine', ''],
    ]
    const { said, rows } = await checked(lines, { carrierCode: null, period: null })
    expect(said('VALUE')).toEqual([
      [2, 'Policy No', '', 'The policy number is missing.'],
      [3, 'CSV', '', 'Cash surrender value is missing.'],
      [3, 'DB', '', 'Death benefit is missing.'],
      [5, 'Carrier', 'Nobody Life', '“Nobody Life” is not a known carrier. Add the carrier, or correct the column.'],
      [6, 'Val Date', '', 'The row has no valuation date, and the file was uploaded without a period.'],
    ])
    expect(rows.map(({ carrierCode, period }) => [carrierCode, period])).toEqual([
      ...[2, 3, 4].map(() => [null, '2026-10-31']),
      [null, '2026-10-31'],
      ['ALP', null],
    ])
  })

  test('is of a month that has ended', async () => {
    const dated = [[...HEADERS, 'Val Date'], policy(1, '2026-11-30'), policy(2, '2026-10-31')]
    expect((await checked(dated)).said('MONTH')).toEqual([
      [
        2,
        'Val Date',
        '2026-11-30',
        'November 2026 has not ended, so nothing is posted to it. Correct the date, or upload the file again on 11/30/2026 or later.',
      ],
    ])
    expect((await checked(dated, { today: plainDate('2026-11-30') })).said('MONTH')).toEqual([])
  })

  test('comes once', async () => {
    const { said, rows } = await checked([HEADERS, policy(1), policy(2), policy(1), policy(9), policy(9)])
    expect(said('P5')).toEqual([
      [4, 'Policy No', 'P-1', 'Policy P-1 was in line 2 already, for 10/31/2026. Exclude one of the two.'],
      [6, 'Policy No', 'P-9', 'Policy P-9 was in line 5 already, for 10/31/2026. Exclude one of the two.'],
    ])
    expect(rows.map(({ matchStatus }) => matchStatus)).toEqual(['MATCHED', 'MATCHED', 'DUPLICATE', 'NEW', 'DUPLICATE'])
  })

  test('of a policy that is not in the register is kept with what it says of it', async () => {
    const lines = [
      [...HEADERS, 'Bank', 'Last Name', 'First Name', 'SSN4', 'Plan'],
      [...policy(9), 'Second Bank', 'Doe', 'Jo', '1234', ''],
      [...policy(8), '', 'Roe', '', '12345', 'BOLI I'],
    ]
    const { said, rows } = await checked(lines)
    expect(said('V2')).toEqual([
      [
        2,
        'Policy No',
        'P-9',
        'Policy P-9 is not in the register of Second Bank. Correct the number, accept it as a new policy, or exclude the row.',
      ],
      [3, 'Policy No', 'P-8', 'Policy P-8 is not in the register. Correct the number, accept it as a new policy, or exclude the row.'],
    ])
    expect(rows.map(({ master }) => JSON.parse(master ?? '{}'))).toMatchObject([
      {
        institutionName: 'Second Bank',
        planName: null,
        insuredFirstName: 'Jo',
        insuredLastName: 'Doe',
        insuredSsnLast4: '1234',
        fdicCertificate: null,
      },
      { institutionName: null, planName: 'BOLI I', insuredFirstName: null, insuredLastName: 'Roe', insuredSsnLast4: null },
    ])
    expect(rows.map(({ institutionId, insuredName }) => [institutionId, insuredName])).toEqual([
      [2, 'Doe, Jo'],
      [null, 'Roe'],
    ])
  })

  test('belongs to the bank that the register says; another that the carrier names is asked about, an unknown one once', async () => {
    const lines = [[...HEADERS, 'Bank'], policy(1, 'Second Bank'), policy(2, 'Unheard Of'), policy(3, 'Unheard Of')]
    const { said, rows } = await checked(lines)
    expect(said('P7')).toEqual([
      [
        2,
        'Bank',
        'Second Bank',
        'The carrier says the policy belongs to Second Bank; the register has it with First Bank. Accept to post it there, or exclude the row.',
      ],
    ])
    expect(said('V12').map(([line, , , message]) => [line, message])).toEqual([
      [
        3,
        '“Unheard Of” is not a known institution. By their numbers the policies under that name belong to First Bank; this is reported once for all its lines.',
      ],
    ])
    expect(rows.map(({ institutionId }) => institutionId)).toEqual([1, 1, 1])
  })

  test('whose number two banks have is told apart by the bank alone', async () => {
    const same = [recordOf(1), recordOf(4, { matchKey: 'P1', institutionId: '2', policyNumber: 'P-1' })]
    const book = { ...bookOf([]), policies: new Map([['P1', same]]), withPrior: new Set([1, 2]) }
    const lines = [[...HEADERS, 'Bank'], policy(1, ''), policy(1, 'Second Bank'), policy(1, 'First Bank')]
    const { said, rows } = await checked(lines, { book })
    expect(said('V2')).toEqual([
      [2, 'Policy No', 'P-1', expect.stringMatching(/^2 policies of this carrier have the number P-1, at different institutions\./)],
    ])
    expect(said('P5')).toEqual([])
    expect(rows.map(({ policyId, matchStatus }) => [policyId, matchStatus])).toEqual([
      [null, 'UNMATCHED'],
      [4, 'MATCHED'],
      [1, 'MATCHED'],
    ])
  })

  test('shows no date of birth, and of a long cell its beginning', async () => {
    const lines = [[...HEADERS, 'DOB', 'Issue Date'], policy(1, 'around 1958', `soon ${'x'.repeat(200)}`)]
    const { found } = await checked(lines)
    const masters = found.filter(({ ruleCode }) => ruleCode === 'MASTER')
    expect(masters.map(({ columnName, value }) => [columnName, value?.length ?? null])).toEqual([
      ['DOB', null],
      ['Issue Date', 120],
    ])
    expect(JSON.stringify(found)).not.toContain('1958')
  })

  test('is measured by the register, and by itself', async () => {
    const lines = [
      [...HEADERS, 'MV'],
      ['P-1', '1005.00', '50.00', '1005.00'],
      [...policy(2), '1005.00'],
      [...policy(3), '10.05'],
    ]
    const { said } = await checked(lines)
    expect(said('SIZE').map(([line, column, , message]) => [line, column, message])).toEqual([
      [
        2,
        'CSV',
        'Cash surrender value is $1,005.00, where the register leads to expect something like $10.00: these look like cents without a decimal point.',
      ],
      [3, 'MV', 'Market value is $1,005.00, where the row’s value is $10.05: these look like cents without a decimal point.'],
    ])
  })

  test('that does not fit the header is read no further', async () => {
    const { rows, found } = await checked([HEADERS, ['P-1', '10.05'], policy(2), policy(3)])
    expect(found.filter(({ line }) => line === 2).map(({ ruleCode }) => ruleCode)).toEqual(['RAGGED'])
    expect(rows[0]).toMatchObject({ matchStatus: 'UNMATCHED', policyId: null })
  })
})
