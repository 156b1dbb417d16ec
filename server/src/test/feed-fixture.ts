/** For tests: the feed that a carrier would send for a book, in any dress, with or without faults planted. */
import type { FeedField } from '@corridor/domain/data-feeds/columns.ts'
import { MONEY_FIELDS } from '@corridor/domain/data-feeds/row.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

export interface FeedPolicy {
  policyId: number
  institutionId: number
  institutionName: string
  carrierCode: string
  policyNumber: string
  insuredName: string
  issueDate: string
  faceCents: number
  priorCents: number
  deathBenefitCents: number
}

/** Policies of a carrier with their value of the month before, in the order of their ids. */
export async function policiesOf(db: Db, carrierCode: string, period: PlainDate): Promise<FeedPolicy[]> {
  const { rows } = await sql<FeedPolicy>`
    select p.id as policy_id, p.institution_id, i.name as institution_name, p.carrier_code, p.policy_number, n.last_name || ', ' || n.first_name as insured_name, p.issue_date, p.face_amount_cents as face_cents,
      v.cash_surrender_value_cents as prior_cents, v.death_benefit_cents
    from policy p
    join institution i on i.id = p.institution_id
    join insured n on n.institution_id = p.institution_id and n.id = p.insured_id
    join policy_valuation v on v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${addMonthEnds(period, -1)} and v.status = 'POSTED'
    where p.carrier_code = ${carrierCode} order by p.id`.execute(db)
  return rows
}

/** A row of a sound feed: opening value, interest, charges and closing value agree with each other and with last month. */
export interface FeedLine {
  policyNumber: string
  insured: string
  valuationDate: string
  status: string
  begin: number
  premium: number
  withdrawals: number
  interest: number
  costOfInsurance: number
  expense: number
  accountValue: number
  surrenderCharge: number
  cashSurrenderValue: number
  deathBenefit: number
  rate: string
  [extra: string]: string | number
}

/** The policy earns what it earned the month before, as `buildBook` has it grow: 3,000 dollars and as many cents as its id. */
export function soundLine(policy: FeedPolicy, period: PlainDate): FeedLine {
  const [interest, costOfInsurance, expense] = [350_000 + policy.policyId, 40_000, 10_000]
  const accountValue = policy.priorCents + interest - costOfInsurance - expense
  return {
    policyNumber: policy.policyNumber,
    insured: policy.insuredName,
    valuationDate: period,
    status: 'Active',
    begin: policy.priorCents,
    premium: 0,
    withdrawals: 0,
    interest,
    costOfInsurance,
    expense,
    accountValue,
    surrenderCharge: 0,
    cashSurrenderValue: accountValue,
    deathBenefit: policy.deathBenefitCents,
    rate: '4.05%',
  }
}

export const HEADERS: Record<string, string> = {
  policyNumber: 'Policy No',
  insured: 'Insured',
  valuationDate: 'Val Date',
  status: 'Status',
  begin: 'Beg AV',
  premium: 'Premium',
  withdrawals: 'W/D',
  interest: 'Interest',
  costOfInsurance: 'COI',
  expense: 'Exp',
  accountValue: 'AV',
  surrenderCharge: 'Surr Chg',
  cashSurrenderValue: 'CSV',
  deathBenefit: 'DB',
  rate: 'Credited Rate',
}

export const dollars = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
/** Columns of a line that have a shorter name than their field. */
const SHORT_NAMES: Readonly<Record<string, FeedField>> = {
  face: 'faceAmount',
  begin: 'accountValueBegin',
  accountValue: 'accountValueEnd',
  netValue: 'netSurrenderValue',
  loan: 'loanBalance',
  loanInterest: 'loanInterestAccrued',
  guaranteedValue: 'guaranteedCashValue',
  premium: 'premiumPaid',
  interest: 'interestCredited',
  expense: 'expenseCharge',
  rate: 'grossCreditingRate',
  netRate: 'netCreditingRate',
  basis: 'costBasis',
}
/** The column of a line that a field's values stand in. */
export const columnOfField = (field: FeedField): string => Object.keys(SHORT_NAMES).find((name) => SHORT_NAMES[name] === field) ?? field
/** Columns of dollars: a number under them is cents. */
export const MONEY: ReadonlySet<string> = new Set([...MONEY_FIELDS.map(columnOfField), 'other'])

export interface Dress {
  headers?: Record<string, string>
  columns?: string[]
  separator?: string
  preamble?: string[]
  money?: (cents: number) => string
  date?: (date: string) => string
  trailer?: string[]
}

/** Lines as separated text. Numbers under a money column are cents. */
export function feedText(lines: readonly Record<string, string | number>[], dress: Dress = {}): string {
  const {
    headers = HEADERS,
    columns = Object.keys(headers),
    separator = ',',
    preamble = [],
    money = dollars,
    date = (text) => text,
    trailer = [],
  } = dress
  const cell = (column: string, value: string | number | undefined): string => {
    const text =
      value === undefined
        ? ''
        : MONEY.has(column) && typeof value === 'number'
          ? money(value)
          : column === 'valuationDate'
            ? date(String(value))
            : String(value)
    return text.includes(separator) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
  }
  const rows = lines.map((line) => columns.map((column) => cell(column, line[column])).join(separator))
  return `${[...preamble, columns.map((column) => headers[column] ?? column).join(separator), ...rows, ...trailer].join('\n')}\n`
}

/** A form as a browser sends it: text parts first, then the file. */
export function formOf(
  content: Buffer | string,
  fileName: string,
  fields: Record<string, string> = {},
  boundary = 'corridor-boundary',
): { payload: Buffer; headers: Record<string, string> } {
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  const file = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  )
  return {
    payload: Buffer.concat([...parts, file, Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
