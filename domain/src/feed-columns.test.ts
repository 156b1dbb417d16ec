/** Headers as carriers write them: every variant of domain.md 1.8, and what is not recognised. */
import { describe, expect, test } from 'vitest'
import { FEED_FIELD_NAMES, FEED_FIELDS, type FeedField, mapHeaders, normaliseHeader, recogniseHeader } from './feed-columns.ts'

/** The "common headers" and ACORD elements of the table in domain.md 1.8. */
const TABLE: [FeedField, string][] = [
  ['asOfDate', 'Val Date, Valuation Date, As Of, Stmt Date, EndDate'],
  ['carrierCode', 'Company, Carrier, CarrierCode'],
  ['policyNumber', 'Policy No, Pol #, Contract, Cert #, PolNumber, CertificateNo'],
  ['insuredName', 'Insured'],
  ['insuredDateOfBirth', 'DOB'],
  ['insuredSsnLast4', 'SSN4'],
  ['policyStatus', 'Status, Pol Stat, PolicyStatus'],
  ['issueDate', 'Issue Dt, Eff Date, Policy Date, IssueDate, EffDate'],
  ['faceAmount', 'Face, Specified Amount, FaceAmt'],
  ['accountValueBegin', 'Beg AV, Prior CV, PolicyValueAtStartDate'],
  ['accountValueEnd', 'Account Value, AV, Cash Value, CV, Accum Value, PolicyValueAtEndDate'],
  ['surrenderCharge', 'Surr Chg, SC, SurrenderChargeAmt'],
  ['cashSurrenderValue', 'CSV, Surr Value, Cash Surr Val, CashSurrValue'],
  ['netSurrenderValue', 'Net CSV, NSV, NetSurrValueAmt'],
  ['loanBalance', 'Loan, Loan Bal, LoanBalance'],
  ['loanInterestAccrued', 'TotalLoanIntAmt'],
  ['guaranteedCashValue', 'Guar CV, GuarCashValue'],
  ['deathBenefit', 'DB, Total DB, Net Death Ben, DeathBenefitAmt'],
  ['premiumPaid', 'Premium, Prem Paid, TotalGrossPremAmt'],
  ['cumulativePremium', 'Cum Prem, TotCumPremAmt'],
  ['withdrawals', 'W/D, Partial Surr, TotalAmtWthdrwn'],
  ['interestCredited', 'Interest, Int Cr, TotalIntUnloanedFundAmt'],
  ['costOfInsurance', 'COI, Mortality Chg, Cost of Ins, TotalDeductedCOIChgs'],
  ['expenseCharge', 'Exp, Admin Fee, M&E, Load, Fee'],
  ['grossCreditingRate', 'Credited Rate, Current Rate, Gross Rate, WeightedAvgIntRate'],
  ['netCreditingRate', 'Net Rate'],
  ['guaranteedRate', 'Guar Rate'],
  ['marketValue', 'MV'],
  ['bookValue', 'BV'],
  ['costBasis', 'Basis, Tax Basis'],
]

describe('the headers of domain.md 1.8', () => {
  test.each(TABLE.flatMap(([field, headers]) => headers.split(', ').map((header): [string, FeedField] => [header, field])))(
    '%s is %s',
    (header, field) => {
      expect(recogniseHeader(header)).toBe(field)
      expect(recogniseHeader(`  ${header.toUpperCase()} `)).toBe(field)
    },
  )
})

test('case, punctuation, units and abbreviations make no difference', () => {
  expect(new Set(['Policy Number', 'POLICY NO.', 'Pol. #', 'policy_number', 'Policy-Nbr'].map(normaliseHeader)).size).toBe(1)
  expect(recogniseHeader('Cash Surrender Value ($)')).toBe('cashSurrenderValue')
  expect(recogniseHeader('DEATH BENEFIT (USD)')).toBe('deathBenefit')
})

test.each(['', 'Remarks', 'Agent', 'Region', '12'])('%j is not known', (header) => expect(recogniseHeader(header)).toBeUndefined())

test('no header names two fields', () => {
  const claimed = new Map<string, FeedField>()
  const clashes: string[] = []
  for (const field of FEED_FIELD_NAMES)
    for (const header of FEED_FIELDS[field].headers) {
      const key = normaliseHeader(header)
      const owner = claimed.get(key)
      if (owner !== undefined && owner !== field) clashes.push(`${header}: ${owner}, ${field}`)
      claimed.set(key, field)
    }
  expect(clashes).toEqual([])
})

describe('mapping a file’s headers', () => {
  test('each field once, the first header winning', () => {
    const mapped = mapHeaders(['Policy No', 'Contract', 'CSV', 'Surr Value', 'Remarks'])
    expect([...mapped]).toEqual([
      [0, 'policyNumber'],
      [2, 'cashSurrenderValue'],
    ])
  })
  test('what a person said goes before what is recognised', () => {
    const mapped = mapHeaders(['Policy No', 'Value 1', 'Value 2', 'CSV'], { 'value 2': 'cashSurrenderValue', 'Value 1': 'deathBenefit' })
    expect([...mapped].sort(([one], [other]) => one - other)).toEqual([
      [0, 'policyNumber'],
      [1, 'deathBenefit'],
      [2, 'cashSurrenderValue'],
    ])
  })
  test('a header set aside stays unread, and a field that does not exist is none', () => {
    expect([...mapHeaders(['CSV', 'DB'], { CSV: null, DB: 'nonsense' })]).toEqual([])
  })
})
