/**
 * The columns of a carrier file: the headers each may have, how it is read, and the rules that hold of its amounts.
 * There is no public standard layout for in-force files: carriers send spreadsheets of their own.
 */

import { type FeedFieldDefinition, type FeedKind, field } from './field.ts'
import { NEW_POLICY_FIELDS } from './new-policy-fields.ts'

export const FEED_FIELDS = {
  policyNumber: field(
    'Policy number',
    'policyNumber',
    'Policy; Policy No; Pol #; Contract; Contract Number; Cert #; Certificate; Certificate Number; PolNumber; CertificateNo; Policy ID',
  ),
  carrierCode: field('Carrier', 'text', 'Company; Carrier Code; Carrier Name; Insurer; Insurance Company; Co Code; Company Code'),
  asOfDate: field(
    'Valuation date',
    'date',
    'Val Date; As Of; As of Date; Stmt Date; Statement Date; End Date; Month End; Report Date; Period End; Valuation Dt; Period',
  ),
  institutionId: field('Institution id', 'text', 'Client Id; Institution Number; Client Number'),
  fdicCertificate: field('FDIC certificate', 'text', 'FDIC Cert; FDIC Cert Number; FDIC; FDIC Number'),
  institutionName: field(
    'Institution',
    'text',
    'Institution Name; Bank; Bank Name; Client; Client Name; Owner; Owner Name; Policy Owner; Policyholder; Employer; Group Name; Case Name',
  ),
  planName: field('Plan', 'text', 'Plan Name'),
  productName: field('Product', 'text', 'Product Name; Policy Form; Plan of Insurance; Product Code'),
  insuredName: field('Insured', 'text', 'Insured Name; Name of Insured; Participant; Participant Name; Life Insured; Insured Full Name'),
  insuredFirstName: field('Insured first name', 'text', 'First Name; Given Name; Insured First'),
  insuredLastName: field('Insured last name', 'text', 'Last Name; Surname; Insured Last'),
  insuredDateOfBirth: field('Date of birth', 'date', 'DOB; Birth Date; Insured DOB; Birthdate; Insured Date of Birth'),
  insuredGender: field('Gender', 'gender', 'Sex; Insured Gender; Insured Sex'),
  insuredSsnLast4: field('SSN last four', 'text', 'SSN4; SSN Last 4; Last 4 SSN'),
  policyStatus: field('Policy status', 'status', 'Status; Pol Stat; Contract Status; Policy Status Code'),
  issueDate: field('Issue date', 'date', 'Issue Dt; Eff Date; Effective Date; Policy Date; Issued; Contract Date'),
  faceAmount: field('Face amount', 'money', 'Face; Specified Amount; Face Amt; Spec Amt', {
    neverNegative: 'amount',
    proposed: { within: 0 },
  }),
  accountValueBegin: field(
    'Beginning account value',
    'money',
    'Beg AV; Prior CV; Beginning Value; Beginning Cash Value; Prior Account Value; Opening Value; Prior AV; Policy Value at Start Date; Beginning Balance; Prior Cash Value; Begin AV',
    { neverNegative: 'amount', proposed: { within: 0 } },
  ),
  accountValueEnd: field(
    'Account value',
    'money',
    'AV; Cash Value; CV; Accum Value; Accumulated Value; Ending Account Value; Ending Cash Value; Policy Value; Policy Value at End Date; End AV; Ending Value; Accumulation Value',
    { neverNegative: 'amount', besideValue: { least: 0, most: 20 }, proposed: { within: 0.05, moves: true } },
  ),
  surrenderCharge: field('Surrender charge', 'money', 'Surr Chg; SC; Surrender Charge Amt; Surr Charge', {
    neverNegative: 'charge',
    proposed: { within: 0.2 },
  }),
  cashSurrenderValue: field(
    'Cash surrender value',
    'money',
    'CSV; Surr Value; Cash Surr Val; CashSurrValue; Surrender Value; Cash Surrender',
    { proposed: { within: 0.05, moves: true } },
  ),
  netSurrenderValue: field(
    'Net surrender value',
    'money',
    'Net CSV; NSV; Net Surr Value; NetSurrValueAmt; Net Cash Surrender Value; Net Cash Value',
    { proposed: { within: 0.05, moves: true } },
  ),
  loanBalance: field('Loan balance', 'money', 'Loan; Loan Bal; Policy Loan; Outstanding Loan', {
    neverNegative: 'amount',
    proposed: { within: 0.05 },
  }),
  loanInterestAccrued: field('Accrued loan interest', 'money', 'Loan Interest; Loan Int; TotalLoanIntAmt; Loan Interest Accrued', {
    neverNegative: 'amount',
  }),
  guaranteedCashValue: field('Guaranteed cash value', 'money', 'Guar CV; GuarCashValue; Guaranteed CSV', {
    neverNegative: 'amount',
    besideValue: { least: 1 / 200, most: 5 },
    proposed: { within: 0.05, moves: true },
  }),
  deathBenefit: field(
    'Death benefit',
    'money',
    'DB; Total DB; Net Death Ben; Death Benefit Amt; Total Death Benefit; Net Death Benefit; Death Ben',
    { proposed: { within: 0.01 } },
  ),
  premiumPaid: field(
    'Premium paid',
    'money',
    'Premium; Prem Paid; Premiums; Premium Paid in Period; TotalGrossPremAmt; Premium Received; Premium Paid Period',
  ),
  cumulativePremium: field('Cumulative premium', 'money', 'Cum Prem; TotCumPremAmt; Total Premium; Total Premiums Paid; Premiums to Date', {
    neverNegative: 'amount',
    besideBasis: true,
    proposed: { within: 0.01 },
  }),
  withdrawals: field('Withdrawals', 'money', 'W/D; Partial Surr; Withdrawal; Partial Surrender; Partial Surrenders; TotalAmtWthdrwn'),
  interestCredited: field(
    'Interest credited',
    'money',
    'Interest; Int Cr; Int Credited; Interest Earned; TotalIntUnloanedFundAmt; Earnings',
    { proposed: { within: 0.15 } },
  ),
  loanedInterestCredited: field(
    'Interest credited on loaned funds',
    'money',
    // Beside a carrier's own column of interest it may be part of it; ACORD's pair is told apart by name.
    'TotalIntLoanedFundAmt',
  ),
  costOfInsurance: field(
    'Cost of insurance',
    'money',
    'COI; Mortality Chg; Cost of Ins; COI Charge; COI Charges; TotalDeductedCOIChgs; Mortality Charge',
    { neverNegative: 'charge', proposed: { within: 0.15 } },
  ),
  expenseCharge: field(
    'Expense charge',
    'money',
    'Exp; Admin Fee; M&E; Load; Expense; Expenses; Fee; Fees; Expense Charges; Admin Charge; Policy Fee; Mortality and Expense; TotalAdjustmentAmt',
    { neverNegative: 'charge', proposed: { within: 0.15 } },
  ),
  // Carriers itemize what a valuation keeps as one expense charge: these are added to it.
  premiumLoad: field('Premium load', 'charge', 'Prem Load; Sales Load; Premium Load Charge; Front-End Load'),
  premiumTaxCharge: field('Premium tax', 'charge', 'Prem Tax; State Premium Tax; Premium Tax Charge; DAC Tax'),
  riderCharge: field('Rider charge', 'charge', 'Rider Charges; Rider Cost; Rider Fee; Rider COI'),
  otherCharge: field('Further charge', 'charge', 'Other Charges; Other Fees; Misc Charges'),
  grossCreditingRate: field(
    'Gross crediting rate',
    'rate',
    'Credited Rate; Current Rate; Gross Rate; Crediting Rate; Interest Rate; WeightedAvgIntRate; Declared Rate; Rate',
  ),
  netCreditingRate: field('Net crediting rate', 'rate', 'Net Rate; Net Yield'),
  guaranteedRate: field('Guaranteed rate', 'rate', 'Guar Rate; Minimum Rate; Guaranteed Minimum Rate'),
  marketValue: field('Market value', 'money', 'MV', {
    neverNegative: 'amount',
    besideValue: { least: 1 / 5, most: 5 },
    proposed: { within: 0.05, moves: true },
  }),
  bookValue: field('Book value', 'money', 'BV', {
    neverNegative: 'amount',
    besideValue: { least: 1 / 5, most: 5 },
    proposed: { within: 0.05, moves: true },
  }),
  costBasis: field('Cost basis', 'money', 'Basis; Tax Basis', { neverNegative: 'amount', besideBasis: true, proposed: { within: 0 } }),
  mecIndicator: field('MEC indicator', 'yesNo', 'MEC; MEC Flag; MEC Status; Is MEC; Modified Endowment; Modified Endowment Contract'),
  insuredShare: field('Insured share of death benefit', 'money', 'Insured Share; Employee Share; Employee Death Benefit; Insured DB', {
    neverNegative: 'amount',
    proposed: { within: 0.02 },
  }),
  institutionShare: field(
    'Institution share of death benefit',
    'money',
    'Institution Share; Bank Share; Employer Share; Institution Death Benefit; Employer DB',
    { neverNegative: 'amount', proposed: { within: 0.02 } },
  ),
  ...NEW_POLICY_FIELDS,
} as const satisfies Record<string, FeedFieldDefinition>

export type FeedField = keyof typeof FEED_FIELDS
export type FieldOf<Kind extends FeedKind> = {
  [Field in FeedField]: (typeof FEED_FIELDS)[Field]['kind'] extends Kind ? Field : never
}[FeedField]
export const FEED_FIELD_NAMES = Object.keys(FEED_FIELDS).filter(isFeedField)

/** Without these a row cannot be valued. Carrier and valuation date may be given for the whole file instead. */
export const REQUIRED_FIELDS = ['policyNumber', 'cashSurrenderValue', 'deathBenefit'] as const satisfies readonly FeedField[]

export function isFeedField(name: string): name is FeedField {
  return Object.hasOwn(FEED_FIELDS, name)
}
