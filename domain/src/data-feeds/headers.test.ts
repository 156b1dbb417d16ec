import { expect, test } from 'vitest'
import { FEED_FIELD_NAMES, FEED_FIELDS } from './columns.ts'
import { isPersonal, normalizeHeader, recognizeHeader, resolveHeaders, rivalOf } from './headers.ts'

// Every header variant, as carriers write them.
test.each([
  ['Val Date', 'asOfDate'],
  ['Valuation Date', 'asOfDate'],
  ['As Of', 'asOfDate'],
  ['Stmt Date', 'asOfDate'],
  ['Company', 'carrierCode'],
  ['Carrier', 'carrierCode'],
  ['Policy No', 'policyNumber'],
  ['Pol #', 'policyNumber'],
  ['Contract', 'policyNumber'],
  ['Cert #', 'policyNumber'],
  ['Insured', 'insuredName'],
  ['DOB', 'insuredDateOfBirth'],
  ['SSN4', 'insuredSsnLast4'],
  ['Status', 'policyStatus'],
  ['Pol Stat', 'policyStatus'],
  ['Issue Dt', 'issueDate'],
  ['Eff Date', 'issueDate'],
  ['Policy Date', 'issueDate'],
  ['Face', 'faceAmount'],
  ['Specified Amount', 'faceAmount'],
  ['Beg AV', 'accountValueBegin'],
  ['Prior CV', 'accountValueBegin'],
  ['Account Value', 'accountValueEnd'],
  ['AV', 'accountValueEnd'],
  ['Cash Value', 'accountValueEnd'],
  ['CV', 'accountValueEnd'],
  ['Accum Value', 'accountValueEnd'],
  ['Surr Chg', 'surrenderCharge'],
  ['SC', 'surrenderCharge'],
  ['CSV', 'cashSurrenderValue'],
  ['Surr Value', 'cashSurrenderValue'],
  ['Cash Surr Val', 'cashSurrenderValue'],
  ['Net CSV', 'netSurrenderValue'],
  ['NSV', 'netSurrenderValue'],
  ['Loan', 'loanBalance'],
  ['Loan Bal', 'loanBalance'],
  ['Guar CV', 'guaranteedCashValue'],
  ['DB', 'deathBenefit'],
  ['Total DB', 'deathBenefit'],
  ['Net Death Ben', 'deathBenefit'],
  ['Premium', 'premiumPaid'],
  ['Prem Paid', 'premiumPaid'],
  ['Cum Prem', 'cumulativePremium'],
  ['W/D', 'withdrawals'],
  ['Partial Surr', 'withdrawals'],
  ['Interest', 'interestCredited'],
  ['Int Cr', 'interestCredited'],
  ['COI', 'costOfInsurance'],
  ['Mortality Chg', 'costOfInsurance'],
  ['Cost of Ins', 'costOfInsurance'],
  ['Exp', 'expenseCharge'],
  ['Admin Fee', 'expenseCharge'],
  ['M&E', 'expenseCharge'],
  ['Load', 'expenseCharge'],
  ['Credited Rate', 'grossCreditingRate'],
  ['Current Rate', 'grossCreditingRate'],
  ['Gross Rate', 'grossCreditingRate'],
  ['Net Rate', 'netCreditingRate'],
  ['Guar Rate', 'guaranteedRate'],
  ['MV', 'marketValue'],
  ['BV', 'bookValue'],
  ['Basis', 'costBasis'],
  ['Tax Basis', 'costBasis'],
  ['PolNumber', 'policyNumber'],
  ['CashSurrValue', 'cashSurrenderValue'],
  ['DeathBenefitAmt', 'deathBenefit'],
  ['LoanBalance', 'loanBalance'],
  ['NetSurrValueAmt', 'netSurrenderValue'],
  ['FaceAmt', 'faceAmount'],
])('%s is %s', (header, field) => expect(recognizeHeader(header)).toBe(field))

test.each(['POLICY NUMBER', 'Policy-Number', ' policy_no. ', 'Pol. #', 'Pol Num'])('%j is the policy number', (header) =>
  expect(recognizeHeader(header)).toBe('policyNumber'),
)
test('units in brackets do not hide a column', () => expect(recognizeHeader('Cash Surrender Value ($)')).toBe('cashSurrenderValue'))
test('what nobody knows stays unknown', () => expect(recognizeHeader('Widget Index')).toBeUndefined())

test('no header of one field is taken by another', () => {
  for (const field of FEED_FIELD_NAMES)
    for (const header of FEED_FIELDS[field].headers) expect([field, header, recognizeHeader(header)]).toEqual([field, header, field])
})
test('a mapping wins over recognition, may silence a column, and gives a field one column only', () => {
  const { fields: mapped } = resolveHeaders(['Pol #', 'CSV', 'Value A', 'DB', 'Cash Surr Val'], {
    'value a': 'cashSurrenderValue',
    DB: null,
  })
  expect([...mapped]).toEqual([
    [2, 'cashSurrenderValue'],
    [0, 'policyNumber'],
  ])
})
test.each<[string, string[], Record<string, string | null>, [string, number[], number | null][], [number, string][]]>([
  [
    'a net value before the gross one',
    ['Pol #', 'Surrender Value', 'CSV'],
    {},
    [['cashSurrenderValue', [1, 2], null]],
    [[0, 'policyNumber']],
  ],
  ['the same header twice', ['Premium', 'Premium (2)'], {}, [['premiumPaid', [0, 1], null]], []],
  [
    'the loan’s rate before the credited one',
    ['Interest Rate', 'Credited Rate', 'DB'],
    { 'Interest Rate': null },
    [],
    [
      [1, 'grossCreditingRate'],
      [2, 'deathBenefit'],
    ],
  ],
  ['the second of two alike chosen', ['Premium', 'Premium (2)'], { Premium: null }, [], [[1, 'premiumPaid']]],
  ['the first of two alike chosen', ['Premium', 'Premium (2)'], { 'Premium (2)': null }, [], [[0, 'premiumPaid']]],
  [
    'a column that came after the choice',
    ['Value A', 'CSV'],
    { 'Value A': 'cashSurrenderValue' },
    [['cashSurrenderValue', [0, 1], 0]],
    [[0, 'cashSurrenderValue']],
  ],
  [
    'two chosen for one field',
    ['Value A', 'Value B'],
    { 'Value A': 'deathBenefit', 'Value B': 'deathBenefit' },
    [['deathBenefit', [0, 1], null]],
    [],
  ],
])('two columns for one field are a contest that nobody wins silently: %s', (_, headers, kept, contests, fields) => {
  const resolved = resolveHeaders(headers, kept)
  expect(resolved.contests.map(({ field, columns, chosen }) => [field, columns, chosen])).toEqual(contests)
  expect([...resolved.fields]).toEqual(fields)
})
test('headers compare without case, punctuation and abbreviations', () =>
  expect(normalizeHeader('Cum. Prem (USD)')).toBe(normalizeHeader('cumulative premium')))
test.each([
  ['Gross Death Benefit', 'deathBenefit'],
  ['Net Surr. Val. Before Loan', 'cashSurrenderValue'],
  ['Total Surrender Value', 'cashSurrenderValue'],
  ['Declared Crediting Rate', 'grossCreditingRate'],
  ['Rider Death Benefit', undefined],
  ['Death Benefit', undefined],
  ['Gross', undefined],
])('%s may be %s, where another column is read as it', (header, field) => expect(rivalOf(header)).toBe(field))
test.each<[string, string | null | undefined, boolean]>([
  ['Column 7', 'insuredDateOfBirth', true],
  ['Column 7', 'insuredSsnLast4', true],
  ['Insured Date of Birth', null, true],
  ['DOB', undefined, true],
  ['Birthday of spouse', undefined, true],
  ['SSN', null, true],
  ['Taxpayer ID', undefined, true],
  ['Policy Number', 'policyNumber', false],
  ['Issue Date', null, false],
  ['Rebirth', undefined, false],
])('%j as %s is for few to see: %s, also where its field is taken away', (header, field, expected) =>
  expect(isPersonal(header, field)).toBe(expected),
)
