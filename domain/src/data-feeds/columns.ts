/**
 * The columns of a carrier file: the headers each may have, and how it is read.
 * There is no public standard layout for in-force files: carriers send spreadsheets of their own.
 */

import { type FeedFieldDefinition, type FeedKind, field } from './field.ts'
import { isUndescribed } from './fixed-layout.ts'
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
  faceAmount: field('Face amount', 'money', 'Face; Specified Amount; Face Amt; Spec Amt'),
  accountValueBegin: field(
    'Beginning account value',
    'money',
    'Beg AV; Prior CV; Beginning Value; Beginning Cash Value; Prior Account Value; Opening Value; Prior AV; Policy Value at Start Date; Beginning Balance; Prior Cash Value; Begin AV',
  ),
  accountValueEnd: field(
    'Account value',
    'money',
    'AV; Cash Value; CV; Accum Value; Accumulated Value; Ending Account Value; Ending Cash Value; Policy Value; Policy Value at End Date; End AV; Ending Value; Accumulation Value',
  ),
  surrenderCharge: field('Surrender charge', 'money', 'Surr Chg; SC; Surrender Charge Amt; Surr Charge'),
  cashSurrenderValue: field(
    'Cash surrender value',
    'money',
    'CSV; Surr Value; Cash Surr Val; CashSurrValue; Surrender Value; Cash Surrender',
  ),
  netSurrenderValue: field(
    'Net surrender value',
    'money',
    'Net CSV; NSV; Net Surr Value; NetSurrValueAmt; Net Cash Surrender Value; Net Cash Value',
  ),
  loanBalance: field('Loan balance', 'money', 'Loan; Loan Bal; Policy Loan; Outstanding Loan'),
  loanInterestAccrued: field('Accrued loan interest', 'money', 'Loan Interest; Loan Int; TotalLoanIntAmt; Loan Interest Accrued'),
  guaranteedCashValue: field('Guaranteed cash value', 'money', 'Guar CV; GuarCashValue; Guaranteed CSV'),
  deathBenefit: field(
    'Death benefit',
    'money',
    'DB; Total DB; Net Death Ben; Death Benefit Amt; Total Death Benefit; Net Death Benefit; Death Ben',
  ),
  premiumPaid: field(
    'Premium paid',
    'money',
    'Premium; Prem Paid; Premiums; Premium Paid in Period; TotalGrossPremAmt; Premium Received; Premium Paid Period',
  ),
  cumulativePremium: field('Cumulative premium', 'money', 'Cum Prem; TotCumPremAmt; Total Premium; Total Premiums Paid; Premiums to Date'),
  withdrawals: field('Withdrawals', 'money', 'W/D; Partial Surr; Withdrawal; Partial Surrender; Partial Surrenders; TotalAmtWthdrwn'),
  interestCredited: field(
    'Interest credited',
    'money',
    'Interest; Int Cr; Int Credited; Interest Earned; TotalIntUnloanedFundAmt; Earnings',
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
  ),
  expenseCharge: field(
    'Expense charge',
    'money',
    'Exp; Admin Fee; M&E; Load; Expense; Expenses; Fee; Fees; Expense Charges; Admin Charge; Policy Fee; Mortality and Expense; TotalAdjustmentAmt',
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
  marketValue: field('Market value', 'money', 'MV'),
  bookValue: field('Book value', 'money', 'BV'),
  costBasis: field('Cost basis', 'money', 'Basis; Tax Basis'),
  mecIndicator: field('MEC indicator', 'yesNo', 'MEC; MEC Flag; MEC Status; Is MEC; Modified Endowment; Modified Endowment Contract'),
  insuredShare: field('Insured share of death benefit', 'money', 'Insured Share; Employee Share; Employee Death Benefit; Insured DB'),
  institutionShare: field(
    'Institution share of death benefit',
    'money',
    'Institution Share; Bank Share; Employer Share; Institution Death Benefit; Employer DB',
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

/** The field that a header names, or undefined when it is not known. "Pol. #", "POLICY NO" and "Policy Number" are one. */
export function recognizeHeader(header: string): FeedField | undefined {
  return BY_HEADER.get(normalizeHeader(header)) ?? BY_LETTERS.get(lettersOf(header))
}

/** Words that tell two figures of one field apart, and not which of them is the field. */
const QUALIFIERS = new Set([
  'gross',
  'net',
  'total',
  'full',
  'base',
  'before',
  'after',
  'loan',
  'loans',
  'less',
  'declared',
  'new',
  'actual',
])

/** The field that a header nobody knows would be without such a word: “Gross Death Benefit”. It may be the one, where another column is read as it. */
export function rivalOf(header: string): FeedField | undefined {
  const words = normalizeHeader(header).split(' ')
  const rest = words.filter((word) => !QUALIFIERS.has(word))
  return rest.length === words.length || rest.length === 0 ? undefined : recognizeHeader(rest.join(' '))
}

/** Columns of which each could be one field. */
export interface HeaderContest {
  field: FeedField
  columns: number[]
  /** The column that a mapping names for it, to which the others came later; null where nobody chose, and none is read. */
  chosen: number | null
}
export interface ResolvedHeaders {
  fields: Map<number, FeedField>
  contests: HeaderContest[]
}

/**
 * The field of each header: what a mapping says, else what is recognized. A field comes from one column: where two could be it and no mapping says which,
 * none is taken. A header that a mapping silences (null) contests nothing.
 * @param kept header to field (null: deliberately not read), as kept for a carrier or given by a person
 */
export function resolveHeaders(headers: readonly string[], kept: Readonly<Record<string, string | null>> = {}): ResolvedHeaders {
  const exact = new Map(Object.entries(kept))
  const alike = new Map(
    Object.entries(kept).flatMap(([header, target]) => (headers.includes(header) ? [] : [[normalizeHeader(header), target]])),
  )
  const said = (header: string) => (exact.has(header) ? exact.get(header) : alike.get(normalizeHeader(header)))
  const columnsOf = new Map<FeedField, { chosen: number[]; recognized: number[] }>()
  const claim = (kind: 'chosen' | 'recognized', column: number, target: string | null | undefined) => {
    if (!target || !isFeedField(target)) return
    const claims = columnsOf.get(target) ?? { chosen: [], recognized: [] }
    columnsOf.set(target, claims)
    claims[kind].push(column)
  }
  for (const [column, header] of headers.entries()) claim('chosen', column, said(header))
  for (const [column, header] of headers.entries()) if (said(header) === undefined) claim('recognized', column, recognizeHeader(header))
  const resolved: ResolvedHeaders = { fields: new Map(), contests: [] }
  for (const [field, { chosen, recognized }] of columnsOf) {
    const columns = [...chosen, ...recognized]
    const only = chosen.length === 1 ? chosen[0] : columns.length === 1 ? columns[0] : undefined
    if (only !== undefined) resolved.fields.set(only, field)
    if (columns.length > 1) resolved.contests.push({ field, columns: columns.toSorted((a, b) => a - b), chosen: only ?? null })
  }
  return resolved
}

/** Columns that hold what only few may see, by their field or by their own name: taking the field away does not open a column. */
export const isPersonal = (header: string, field: string | null | undefined): boolean =>
  isPersonalField(field) ||
  isPersonalField(recognizeHeader(header)) ||
  isSocialSecurity(header) ||
  isUndescribed(header) ||
  /\b(dob|birth)/.test(normalizeHeader(header))
export const isPersonalField = (field: string | null | undefined): boolean => PERSONAL.has(field ?? '')
const PERSONAL: ReadonlySet<string> = new Set(['insuredDateOfBirth', 'insuredSsnLast4', 'annualCompensation'] satisfies FeedField[])
/** Columns that name the insured, by their field or by their own name. */
export const namesInsured = (header: string, field: string | null | undefined): boolean =>
  isNameField(field) || isNameField(recognizeHeader(header))
const isNameField = (field: string | null | undefined): boolean => NAME_FIELDS.some((name) => name === field)
const NAME_FIELDS = ['insuredName', 'insuredFirstName', 'insuredLastName']
export const isSocialSecurity = (header: string): boolean =>
  /\b(ssn|social security|soc sec|taxpayer id|tin)\b/i.test(`${header} ${normalizeHeader(header)}`)

/** Headers alike but for case, punctuation, units in brackets and abbreviations become equal. */
export function normalizeHeader(header: string): string {
  const words = header
    .replace(/\((\$|usd|us\$|%|in dollars|\d+)\)/gi, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('#', ' number ')
    .replaceAll('&', ' and ')
    .replace(/\bw\/d\b/g, 'withdrawals')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && word !== 'the' && word !== 'of' && word !== 'in' && word !== 'usd')
  return words.map((word) => WORDS[word] ?? word).join(' ')
}

const WORDS: Record<string, string> = {
  no: 'number',
  num: 'number',
  nbr: 'number',
  nr: 'number',
  pol: 'policy',
  dt: 'date',
  amt: 'amount',
  chg: 'charge',
  chgs: 'charge',
  charges: 'charge',
  surr: 'surrender',
  cum: 'cumulative',
  prem: 'premium',
  premiums: 'premium',
  beg: 'beginning',
  begin: 'beginning',
  int: 'interest',
  bal: 'balance',
  guar: 'guaranteed',
  gtd: 'guaranteed',
  ben: 'benefit',
  acct: 'account',
  val: 'value',
  tot: 'total',
  cert: 'certificate',
  cur: 'current',
  stat: 'status',
  eff: 'effective',
  inst: 'institution',
  accum: 'accumulated',
  withdrawal: 'withdrawals',
  ins: 'insurance',
  valuation: 'value',
  stmt: 'statement',
  spec: 'specified',
}

/** CASHSURRVALUE: mainframes drop the spaces that tell words apart. */
const lettersOf = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]+/g, '')

// Made once: where two fields claim one header, the first listed keeps it.
const BY_HEADER = new Map<string, FeedField>()
const BY_LETTERS = new Map<string, FeedField>()
for (const name of FEED_FIELD_NAMES)
  for (const header of FEED_FIELDS[name].headers) {
    const [key, letters] = [normalizeHeader(header), lettersOf(header)]
    if (!BY_HEADER.has(key)) BY_HEADER.set(key, name)
    if (!BY_LETTERS.has(letters)) BY_LETTERS.set(letters, name)
  }
