/** Checked rows and findings, column by column, as the text of PostgreSQL arrays: made in the worker, passed on unread, unpacked by the database. */

import type { FeedField } from '@corridor/domain/data-feeds/columns.ts'
import type { FeedValues } from '@corridor/domain/data-feeds/row.ts'
import type { RuleCode, Severity } from '@corridor/domain/data-feeds/rules.ts'
import { VALUATION_COLUMNS } from '../../../shared/policies/valuation-columns.ts'

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

interface Column<Item> {
  name: string
  type: string
  of: (item: Item) => string | number | null
  /** Text of any signs. */
  isText?: boolean
}

/** Columns of carrier_file_row after file and site. */
export const ROW_COLUMNS: readonly Column<CheckedRow>[] = [
  { name: 'line_number', type: 'int', of: (row) => row.line },
  { name: 'match_status', type: 'text', of: (row) => row.matchStatus },
  { name: 'institution_id', type: 'int', of: (row) => row.institutionId },
  { name: 'policy_id', type: 'int', of: (row) => row.policyId },
  { name: 'period', type: 'date', of: (row) => row.period },
  { name: 'carrier_code', type: 'text', of: (row) => row.carrierCode, isText: true },
  { name: 'match_key', type: 'text', of: (row) => row.matchKey, isText: true },
  { name: 'policy_number', type: 'text', of: (row) => row.policyNumber, isText: true },
  { name: 'insured_name', type: 'text', of: (row) => row.insuredName, isText: true },
  { name: 'raw', type: 'text', of: (row) => row.raw, isText: true },
  { name: 'master', type: 'jsonb', of: (row) => row.master, isText: true },
  { name: 'valuation_date', type: 'date', of: (row) => row.values.asOfDate },
  { name: 'policy_status', type: 'text', of: (row) => row.values.policyStatus },
  ...VALUATION_COLUMNS.map(
    ({ field, name, type }): Column<CheckedRow> => ({
      name,
      type,
      of: field === 'insuredShare' ? (row) => row.insuredShare : (row) => row.values[field],
    }),
  ),
]

export const FINDING_COLUMNS: readonly Column<CheckedFinding>[] = [
  { name: 'line_number', type: 'int', of: (finding) => finding.line },
  { name: 'column_name', type: 'text', of: (finding) => finding.columnName, isText: true },
  { name: 'value', type: 'text', of: (finding) => finding.value, isText: true },
  { name: 'rule_code', type: 'text', of: (finding) => finding.ruleCode },
  { name: 'severity', type: 'text', of: (finding) => finding.severity },
  { name: 'message', type: 'text', of: (finding) => finding.message, isText: true },
  { name: 'institution_id', type: 'int', of: (finding) => finding.institutionId },
  { name: 'policy_id', type: 'int', of: (finding) => finding.policyId },
  { name: 'period', type: 'date', of: (finding) => finding.period ?? null },
]

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

export const rowColumns = (rows: readonly CheckedRow[]): WrittenRows => written(rows, ROW_COLUMNS)
export const findingColumns = (findings: readonly CheckedFinding[]): WrittenRows => written(findings, FINDING_COLUMNS)

const written = <Item>(items: readonly Item[], columns: readonly Column<Item>[]): WrittenRows => ({
  count: items.length,
  columns: columns.map(({ of, isText }) => columnOfRows(items, of, isText ? quoted : String)),
})

/** Most columns of a file have no value at all, and cost no text. */
function columnOfRows<Item>(items: readonly Item[], of: Column<Item>['of'], write: (value: string | number) => string): string {
  if (items.every((item) => of(item) === null)) return ''
  // Joined once: text that grows value by value is a tree of a thousand pieces until somebody reads it.
  return items
    .map((item) => {
      const value = of(item)
      return value === null ? 'NULL' : write(value)
    })
    .join(',')
}

function quoted(value: string | number): string {
  const text = String(value)
  return text.includes('"') || text.includes('\\') ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`
}

export const headerOf = (headers: readonly string[], column: number | null): string | null =>
  column === null ? null : (headers[column] ?? null)
export const columnOf = (fields: ReadonlyMap<number, FeedField>, field: FeedField | null): number | null => {
  for (const [column, mapped] of fields) if (mapped === field) return column
  return null
}

/** The kept part of a social security number that is not read. */
export const lastFour = (text: string): string => (/\d{4}\D*$/.test(text) ? `•••-••-${text.replace(/\D/g, '').slice(-4)}` : '')
