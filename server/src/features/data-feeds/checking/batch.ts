/** Checked rows and findings, column by column, as the text of PostgreSQL arrays: made in the worker, passed on unread, unpacked by the database. */

import type { FeedField } from '@corridor/domain/data-feeds/columns.ts'
import type { FeedValues } from '@corridor/domain/data-feeds/row.ts'
import type { RuleCode, Severity } from '@corridor/domain/data-feeds/rules.ts'

export type MatchStatus = 'MATCHED' | 'UNMATCHED' | 'DUPLICATE' | 'NEW'

export interface CheckedRow {
  line: number
  matchStatus: MatchStatus
  institutionId: number | null
  policyId: number | null
  period: string | null
  carrierCode: string | null
  matchKey: string | null
  policyNumber: string | null
  insuredName: string | null
  /** Cells joined by FIELD. */
  raw: string
  master: string | null
  values: FeedValues
  insuredShare: number | null
}

export interface CheckedFinding {
  line: number | null
  columnName: string | null
  value: string | null
  ruleCode: RuleCode
  severity: Severity
  message: string
  institutionId: number | null
  policyId: number | null
  /** The month it is of, where no line tells. */
  period?: string
}

/** Columns of carrier_file_row after file and site, with their types; the order is that of `rowColumns`. */
export const ROW_COLUMNS = [
  ['line_number', 'int'],
  ['match_status', 'text'],
  ['institution_id', 'int'],
  ['policy_id', 'int'],
  ['period', 'date'],
  ['carrier_code', 'text'],
  ['match_key', 'text'],
  ['policy_number', 'text'],
  ['insured_name', 'text'],
  ['raw', 'text'],
  ['master', 'jsonb'],
  ['valuation_date', 'date'],
  ['policy_status', 'text'],
  ['face_amount_cents', 'bigint'],
  ['account_value_begin_cents', 'bigint'],
  ['account_value_end_cents', 'bigint'],
  ['surrender_charge_cents', 'bigint'],
  ['cash_surrender_value_cents', 'bigint'],
  ['net_surrender_value_cents', 'bigint'],
  ['loan_balance_cents', 'bigint'],
  ['loan_interest_accrued_cents', 'bigint'],
  ['guaranteed_cash_value_cents', 'bigint'],
  ['death_benefit_cents', 'bigint'],
  ['insured_share_cents', 'bigint'],
  ['premium_paid_cents', 'bigint'],
  ['cumulative_premium_cents', 'bigint'],
  ['withdrawals_cents', 'bigint'],
  ['interest_credited_cents', 'bigint'],
  ['cost_of_insurance_cents', 'bigint'],
  ['expense_charge_cents', 'bigint'],
  ['gross_crediting_rate', 'float8'],
  ['net_crediting_rate', 'float8'],
  ['guaranteed_rate', 'float8'],
  ['market_value_cents', 'bigint'],
  ['book_value_cents', 'bigint'],
  ['cost_basis_cents', 'bigint'],
] as const

export const FINDING_COLUMNS = [
  ['line_number', 'int'],
  ['column_name', 'text'],
  ['value', 'text'],
  ['rule_code', 'text'],
  ['severity', 'text'],
  ['message', 'text'],
  ['institution_id', 'int'],
  ['policy_id', 'int'],
  ['period', 'date'],
] as const

/** Some rows, column by column, as the inner text of arrays; empty for a column without any value. */
export interface WrittenRows {
  count: number
  columns: string[]
}

/** One array a column, of all the rows. A column without any value is the empty array: unnest fills it up with nulls. */
export function arraysOf(pieces: readonly WrittenRows[]): string[] {
  const nulls = ({ count }: WrittenRows) => `${'NULL,'.repeat(count - 1)}NULL`
  return (pieces[0]?.columns ?? []).map((_, column) =>
    pieces.some(({ columns }) => columns[column] !== '')
      ? `{${pieces.map((piece) => piece.columns[column] || nulls(piece)).join(',')}}`
      : '{}',
  )
}

export function rowColumns(rows: readonly CheckedRow[]): WrittenRows {
  const text = (of: (row: CheckedRow) => string | null) => columnOfRows(rows, of, quoted)
  const plain = (of: (row: CheckedRow) => string | number | null) => columnOfRows(rows, of, String)
  const value = (field: Exclude<keyof FeedValues, 'productName'>) => columnOfRows(rows, (row) => row.values[field], String)
  const columns = [
    plain((row) => row.line),
    plain((row) => row.matchStatus),
    plain((row) => row.institutionId),
    plain((row) => row.policyId),
    plain((row) => row.period),
    text((row) => row.carrierCode),
    text((row) => row.matchKey),
    text((row) => row.policyNumber),
    text((row) => row.insuredName),
    text((row) => row.raw),
    text((row) => row.master),
    value('asOfDate'),
    value('policyStatus'),
    value('faceAmount'),
    value('accountValueBegin'),
    value('accountValueEnd'),
    value('surrenderCharge'),
    value('cashSurrenderValue'),
    value('netSurrenderValue'),
    value('loanBalance'),
    value('loanInterestAccrued'),
    value('guaranteedCashValue'),
    value('deathBenefit'),
    plain((row) => row.insuredShare),
    value('premiumPaid'),
    value('cumulativePremium'),
    value('withdrawals'),
    value('interestCredited'),
    value('costOfInsurance'),
    value('expenseCharge'),
    value('grossCreditingRate'),
    value('netCreditingRate'),
    value('guaranteedRate'),
    value('marketValue'),
    value('bookValue'),
    value('costBasis'),
  ]
  return { count: rows.length, columns }
}

export function findingColumns(findings: readonly CheckedFinding[]): WrittenRows {
  const text = (of: (finding: CheckedFinding) => string | null) => columnOfRows(findings, of, quoted)
  const plain = (of: (finding: CheckedFinding) => string | number | null) => columnOfRows(findings, of, String)
  const columns = [
    plain((finding) => finding.line),
    text((finding) => finding.columnName),
    text((finding) => finding.value),
    plain((finding) => finding.ruleCode),
    plain((finding) => finding.severity),
    text((finding) => finding.message),
    plain((finding) => finding.institutionId),
    plain((finding) => finding.policyId),
    plain((finding) => finding.period ?? null),
  ]
  return { count: findings.length, columns }
}

/** Most columns of a file have no value at all, and cost no text. */
function columnOfRows<Item, Value>(items: readonly Item[], of: (item: Item) => Value | null, write: (value: Value) => string): string {
  if (items.every((item) => of(item) === null)) return ''
  // Joined once: text that grows value by value is a tree of a thousand pieces until somebody reads it.
  return items
    .map((item) => {
      const value = of(item)
      return value === null ? 'NULL' : write(value)
    })
    .join(',')
}

const quoted = (text: string): string => (text.includes('"') || text.includes('\\') ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`)

export const headerOf = (headers: readonly string[], column: number | null): string | null =>
  column === null ? null : (headers[column] ?? null)
export const columnOf = (fields: ReadonlyMap<number, FeedField>, field: FeedField | null): number | null => {
  for (const [column, mapped] of fields) if (mapped === field) return column
  return null
}

/** The kept part of a social security number that is not read. */
export const lastFour = (text: string): string => (/\d{4}\D*$/.test(text) ? `•••-••-${text.replace(/\D/g, '').slice(-4)}` : '')
