/** ACORD element names (domain.md 1.8), as XML tools and mainframes write them: CashSurrValue, CASHSURRVALUE, Cash_Surr_Value. */
import { expect, test } from 'vitest'
import { type FeedField, recogniseHeader } from './feed-columns.ts'

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
  ['TotalDeductedCOIChgs', 'costOfInsurance'],
  ['WeightedAvgIntRate', 'grossCreditingRate'],
]

test.each(ELEMENTS)('%s is %s', (element, field) => {
  for (const header of [element, element.toUpperCase(), element.toLowerCase(), element.replace(/([a-z])([A-Z])/g, '$1_$2')])
    expect(recogniseHeader(header), header).toBe(field)
})
