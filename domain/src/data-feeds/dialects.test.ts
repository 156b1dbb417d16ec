/** How carriers write differs: ACORD element names as XML tools and mainframes write them, and signs in words. */
import { expect, test } from 'vitest'
import { readMoney } from './cell-values.ts'
import { type FeedField } from './columns.ts'
import { recognizeHeader } from './headers.ts'

const ELEMENTS: [string, FeedField][] = [
  ['EndDate', 'asOfDate'],
  ['CarrierCode', 'carrierCode'],
  ['PolNumber', 'policyNumber'],
  ['CertificateNo', 'policyNumber'],
  ['PolicyStatus', 'policyStatus'],
  ['IssueDate', 'issueDate'],
  ['EffDate', 'issueDate'],
  ['FaceAmt', 'faceAmount'],
  ['PolicyValueAtStartDate', 'accountValueBegin'],
  ['PolicyValueAtEndDate', 'accountValueEnd'],
  ['SurrenderChargeAmt', 'surrenderCharge'],
  ['CashSurrValue', 'cashSurrenderValue'],
  ['NetSurrValueAmt', 'netSurrenderValue'],
  ['LoanBalance', 'loanBalance'],
  ['TotalLoanIntAmt', 'loanInterestAccrued'],
  ['GuarCashValue', 'guaranteedCashValue'],
  ['DeathBenefitAmt', 'deathBenefit'],
  ['TotalGrossPremAmt', 'premiumPaid'],
  ['TotCumPremAmt', 'cumulativePremium'],
  ['TotalAmtWthdrwn', 'withdrawals'],
  ['TotalIntUnloanedFundAmt', 'interestCredited'],
  ['TotalIntLoanedFundAmt', 'loanedInterestCredited'],
  ['TotalAdjustmentAmt', 'expenseCharge'],
  ['TotalDeductedCOIChgs', 'costOfInsurance'],
  ['WeightedAvgIntRate', 'grossCreditingRate'],
]

test.each(ELEMENTS)('%s is %s', (element, field) => {
  for (const header of [element, element.toUpperCase(), element.toLowerCase(), element.replace(/([a-z])([A-Z])/g, '$1_$2')])
    expect(recognizeHeader(header), header).toBe(field)
})

test.each(['1,234.50 CR', '1234.50DR', '$12 cr'])(
  '%s is not guessed at: a credit of interest and a credit of a charge have opposite signs',
  (cell) => expect(readMoney(cell)).toEqual({ problem: 'ends in CR or DR, which carriers use both ways; export it with a minus sign' }),
)

test.each([
  ['Premium Tax', 'premiumTaxCharge'],
  ['PREMIUMTAX', 'premiumTaxCharge'],
  ['Rider Chg', 'riderCharge'],
  ['RIDERCHARGE', 'riderCharge'],
  ['Prem Load', 'premiumLoad'],
  ['COSTOFINSURANCE', 'costOfInsurance'],
  ['EXPENSECHARGE', 'expenseCharge'],
  ['SURRENDERCHARGE', 'surrenderCharge'],
  ['Load', 'expenseCharge'],
] as const)('charges as carriers’ interfaces itemize them: %s is %s', (header, field) => expect(recognizeHeader(header)).toBe(field))

test.each(['Cumulative COI', 'YTD Interest', 'Uncollected Cost of Insurance', 'Market Value Adjustment'])(
  '%s is no charge or interest of the month, and not taken for one',
  (header) => expect(recognizeHeader(header)).toBeUndefined(),
)
