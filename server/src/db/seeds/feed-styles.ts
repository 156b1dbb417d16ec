/** How each invented carrier writes its monthly extract: its own headers, dates, money and status words. */
import { type FeedField, isFeedField } from '@corridor/domain/data-feeds/columns.ts'
import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import { formatDate, formatLongDate, isPlainDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { carrierOf } from './carriers.ts'

/** One policy's line, before a carrier writes it in its way. Rates are fractions. */
export type FeedLine = { [Field in FeedField]?: string | number | null }

export interface FeedStyle {
  carrierCode: string
  format: 'csv' | 'xlsx'
  fileName: (period: PlainDate) => string
  /** Whether a line below the policies gives their number and totals. */
  withTotals: boolean
  /** Lines above the headers. */
  title: (period: PlainDate) => string[][]
  columns: readonly (readonly [header: string, field: FeedField])[]
  write: (field: FeedField, value: string | number | null | undefined) => string
}

export const kindOfField = (field: FeedField): 'money' | 'rate' | 'date' | 'text' => {
  if (MONEY.has(field)) return 'money'
  if (field === 'grossCreditingRate' || field === 'netCreditingRate' || field === 'guaranteedRate') return 'rate'
  return field === 'asOfDate' || field === 'issueDate' || field === 'insuredDateOfBirth' ? 'date' : 'text'
}

const MONEY: ReadonlySet<FeedField> = new Set([
  'faceAmount',
  'accountValueBegin',
  'accountValueEnd',
  'surrenderCharge',
  'cashSurrenderValue',
  'netSurrenderValue',
  'loanBalance',
  'deathBenefit',
  'premiumPaid',
  'cumulativePremium',
  'withdrawals',
  'interestCredited',
  'costOfInsurance',
  'expenseCharge',
  'marketValue',
  'bookValue',
  'costBasis',
  'insuredShare',
  'institutionShare',
] satisfies FeedField[])

type Column = readonly [header: string, field: FeedField]
type Words = Record<'IN_FORCE' | 'DEATH_CLAIM_PENDING', string>

const columns = (text: string): Column[] =>
  text
    .trim()
    .split(/\s*\|\s*/)
    .map((pair) => {
      const [header = '', field = ''] = pair.split('=')
      const name = field.trim()
      if (!isFeedField(name)) throw new RangeError(`${name} is no field of a feed`)
      return [header.trim(), name]
    })

const style = (
  carrierCode: string,
  format: 'csv' | 'xlsx',
  fileName: string,
  layout: string,
  forms: {
    date: (date: PlainDate) => string
    money: (amount: Cents) => string
    rate: (rate: number) => string
    words: Words
    blank?: string
    withTotals?: boolean
    title?: (period: PlainDate) => string[][]
  },
): FeedStyle => ({
  carrierCode,
  format,
  fileName: (period) =>
    fileName
      .replace('YYYYMMDD', period.replaceAll('-', ''))
      .replace('YYYY-MM', period.slice(0, 7))
      .replace('MMYY', `${period.slice(5, 7)}${period.slice(2, 4)}`),
  withTotals: forms.withTotals ?? false,
  title: forms.title ?? (() => []),
  columns: columns(layout),
  write: (field, value) => {
    if (value === null || value === undefined) return forms.blank ?? ''
    const kind = kindOfField(field)
    if (kind === 'money' && typeof value === 'number') return forms.money(cents(value))
    if (kind === 'rate' && typeof value === 'number') return forms.rate(value)
    if (kind === 'date' && typeof value === 'string' && isPlainDate(value)) return forms.date(value)
    if (field === 'policyStatus' && (value === 'IN_FORCE' || value === 'DEATH_CLAIM_PENDING')) return forms.words[value]
    return String(value)
  },
})

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const iso = (date: PlainDate) => date
const us = (date: PlainDate) => formatDate(date)
const shortUs = (date: PlainDate) => `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}/${date.slice(0, 4)}`
const named = (date: PlainDate) => `${date.slice(8, 10)}-${MONTHS[Number(date.slice(5, 7)) - 1]}-${date.slice(0, 4)}`
const compact = (date: PlainDate) => date.replaceAll('-', '')
const spreadsheet = (date: PlainDate) => date

const digits = (amount: Cents): [sign: string, dollars: string, cents: string] => {
  const magnitude = Math.abs(amount)
  return [amount < 0 ? '-' : '', String(Math.floor(magnitude / 100)), String(magnitude % 100).padStart(2, '0')]
}
const grouped = (dollars: string) => dollars.replace(/\B(?=(\d{3})+$)/g, ',')
const plain = (amount: Cents) => {
  const [sign, dollars, rest] = digits(amount)
  return `${sign}${dollars}.${rest}`
}
const commas = (amount: Cents) => {
  const [sign, dollars, rest] = digits(amount)
  return sign ? `(${grouped(dollars)}.${rest})` : `${grouped(dollars)}.${rest}`
}
const dollarSign = (amount: Cents) => {
  const [sign, dollars, rest] = digits(amount)
  return `${sign}$${grouped(dollars)}.${rest}`
}
/** As a spreadsheet's number reads back: no trailing zeros. */
const number = (amount: Cents) => String(amount / 100)

const percent = (decimals: number) => (rate: number) => `${(rate * 100).toFixed(decimals)}%`
const fraction = (rate: number) => rate.toFixed(6)
const shortPercent = (rate: number) => `${Number((rate * 100).toPrecision(15))}%`

const titleOf = (code: string) => (period: PlainDate) => [
  [carrierOf(code).legalName],
  [`Bank-owned in-force extract as of ${formatLongDate(period)}`],
  [],
]

export const FEED_STYLES: readonly FeedStyle[] = [
  style(
    'TAMAR',
    'csv',
    'TH_BOLI_INFORCE_YYYYMMDD.csv',
    `
    Policy No=policyNumber|Insured=insuredName|DOB=insuredDateOfBirth|Owner=institutionName|Status=policyStatus|Issue Dt=issueDate|Val Date=asOfDate|Face=faceAmount|Beg AV=accountValueBegin|
    Premium=premiumPaid|W/D=withdrawals|Interest=interestCredited|COI=costOfInsurance|Exp=expenseCharge|Account Value=accountValueEnd|SC=surrenderCharge|CSV=cashSurrenderValue|DB=deathBenefit|
    Credited Rate=grossCreditingRate|Guar Rate=guaranteedRate|Basis=costBasis`,
    { date: us, money: plain, rate: percent(2), words: { IN_FORCE: 'Active', DEATH_CLAIM_PENDING: 'Death Claim Pending' } },
  ),
  style(
    'HALCY',
    'csv',
    'halcyon-inforce-YYYY-MM.csv',
    `
    Pol #=policyNumber|Case Name=institutionName|Insured Name=insuredName|SSN4=insuredSsnLast4|Pol Stat=policyStatus|Eff Date=issueDate|As Of=asOfDate|Specified Amount=faceAmount|Prior CV=accountValueBegin|
    Prem Paid=premiumPaid|Partial Surr=withdrawals|Int Cr=interestCredited|Mortality Chg=costOfInsurance|Load=expenseCharge|Cash Value=accountValueEnd|Cash Surr Val=cashSurrenderValue|Total DB=deathBenefit|Current Rate=grossCreditingRate`,
    { date: compact, money: plain, rate: fraction, words: { IN_FORCE: 'IF', DEATH_CLAIM_PENDING: 'DC' }, withTotals: true },
  ),
  style(
    'CORVA',
    'csv',
    'Corvane BOLI values YYYY-MM.csv',
    `
    Company=carrierCode|Contract=policyNumber|Bank=institutionName|FDIC Cert=fdicCertificate|Participant=insuredName|Birth Date=insuredDateOfBirth|Sex=insuredGender|Contract Status=policyStatus|Policy Date=issueDate|Valuation Date=asOfDate|
    Face Amount=faceAmount|Beginning Value=accountValueBegin|Premium Received=premiumPaid|Withdrawals=withdrawals|Interest Earned=interestCredited|Cost of Ins=costOfInsurance|M&E=expenseCharge|Ending Value=accountValueEnd|
    Surrender Value=cashSurrenderValue|Loan Bal=loanBalance|Net CSV=netSurrenderValue|Death Benefit=deathBenefit|Employee Share=insuredShare|Bank Share=institutionShare|Gross Rate=grossCreditingRate|Tax Basis=costBasis`,
    { date: us, money: commas, rate: percent(3), words: { IN_FORCE: 'In Force', DEATH_CLAIM_PENDING: 'Claim Pending' }, blank: '-' },
  ),
  style(
    'STONE',
    'csv',
    'SM_UL_MMYY.csv',
    `
    Cert #=policyNumber|Policy Owner=institutionName|Life Insured=insuredName|Insured DOB=insuredDateOfBirth|Status=policyStatus|Issued=issueDate|Stmt Date=asOfDate|Face Amt=faceAmount|Begin AV=accountValueBegin|Premiums=premiumPaid|
    Withdrawal=withdrawals|Int Credited=interestCredited|COI Charges=costOfInsurance|Admin Fee=expenseCharge|Accum Value=accountValueEnd|Surr Chg=surrenderCharge|Surr Value=cashSurrenderValue|Net Death Ben=deathBenefit|Interest Rate=grossCreditingRate|Cum Prem=cumulativePremium`,
    { date: named, money: plain, rate: percent(2), words: { IN_FORCE: 'ACTIVE', DEATH_CLAIM_PENDING: 'CLAIM PENDING' } },
  ),
  style(
    'ASHGR',
    'xlsx',
    'Ashgrove_BOLI_Values_YYYY-MM.xlsx',
    `
    Policy Number=policyNumber|Employer=institutionName|Insured=insuredName|Issue Date=issueDate|Val Date=asOfDate|Policy Status=policyStatus|Face=faceAmount|Prior Account Value=accountValueBegin|Premium=premiumPaid|W/D=withdrawals|
    Earnings=interestCredited|Cost of Ins=costOfInsurance|Fees=expenseCharge|AV=accountValueEnd|CSV=cashSurrenderValue|MV=marketValue|BV=bookValue|Total Death Benefit=deathBenefit|Crediting Rate=grossCreditingRate`,
    { date: spreadsheet, money: number, rate: shortPercent, words: { IN_FORCE: 'In force', DEATH_CLAIM_PENDING: 'Death claim' } },
  ),
  style(
    'MERID',
    'csv',
    'MERIDANE_BANKOWNED_YYYYMMDD.csv',
    `
    Carrier=carrierCode|Policy Number=policyNumber|Bank Name=institutionName|Insured=insuredName|DOB=insuredDateOfBirth|Policy Status=policyStatus|Effective Date=issueDate|Period End=asOfDate|Face Amount=faceAmount|
    Beginning Cash Value=accountValueBegin|Premium Paid=premiumPaid|Withdrawals=withdrawals|Interest Credited=interestCredited|Cost of Insurance=costOfInsurance|Expenses=expenseCharge|Ending Cash Value=accountValueEnd|
    Cash Surrender Value=cashSurrenderValue|Death Benefit=deathBenefit|Declared Rate=grossCreditingRate|Minimum Rate=guaranteedRate`,
    {
      date: shortUs,
      money: dollarSign,
      rate: percent(2),
      words: { IN_FORCE: 'Inforce', DEATH_CLAIM_PENDING: 'Pending Claim' },
      title: titleOf('MERID'),
    },
  ),
  style(
    'QUILL',
    'csv',
    'QM-corporate-YYYY-MM.csv',
    `
    Policy=policyNumber|Client=institutionName|Name of Insured=insuredName|Status=policyStatus|Policy Date=issueDate|As of Date=asOfDate|Spec Amt=faceAmount|Opening Value=accountValueBegin|Prem Paid=premiumPaid|Partial Surrender=withdrawals|
    Interest=interestCredited|COI=costOfInsurance|Policy Fee=expenseCharge|Policy Value=accountValueEnd|Cash Surrender=cashSurrenderValue|Death Ben=deathBenefit|Rate=grossCreditingRate|Total Premiums Paid=cumulativePremium|Tax Basis=costBasis`,
    { date: iso, money: plain, rate: fraction, words: { IN_FORCE: 'Premium Paying', DEATH_CLAIM_PENDING: 'Death Pending' } },
  ),
  style(
    'VESPR',
    'xlsx',
    'Vesperin Corporate VUL YYYY-MM.xlsx',
    `
    Contract Number=policyNumber|Client Name=institutionName|Insured Full Name=insuredName|Status=policyStatus|Contract Date=issueDate|Report Date=asOfDate|Face Amount=faceAmount|Beginning Balance=accountValueBegin|Premiums=premiumPaid|
    Withdrawals=withdrawals|Earnings=interestCredited|Mortality Charge=costOfInsurance|Admin Charge=expenseCharge|Accumulated Value=accountValueEnd|Cash Surrender Value=cashSurrenderValue|Death Benefit=deathBenefit|Crediting Rate=grossCreditingRate|Premiums to Date=cumulativePremium`,
    { date: spreadsheet, money: number, rate: shortPercent, words: { IN_FORCE: 'Active', DEATH_CLAIM_PENDING: 'Claim Pending' } },
  ),
]

export function feedStyleOf(code: string): FeedStyle {
  const found = FEED_STYLES.find(({ carrierCode }) => carrierCode === code)
  if (!found) throw new RangeError(`no feed style of ${code}`)
  return found
}
