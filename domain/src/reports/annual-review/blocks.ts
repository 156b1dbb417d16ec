/** Small makers of the blocks that an annual review's sections are built of. */

import type { TestStatus } from '../../calculations/concentration.ts'
import { MISSING } from '../../primitives/money.ts'
import { type CellKind, type CellValue, type Column, type ColumnMaker, column as columnOf, type ViewRow, type ViewTable } from '../table.ts'
import type { ReviewFormula } from './formulas.ts'
import type { ReviewSectionCode } from './outline.ts'
import type { ReviewBlock, ReviewChart, ReviewFigure, ReviewFinding } from './view.ts'

/** A column of an annual review, which names only formulas that it has. */
export const column: ColumnMaker<ReviewFormula> = columnOf

const UNIT = 'Amounts in US dollars.'

/**
 * A table; rows without an id of their own are numbered. An empty one says so on every surface, one with amounts says their unit.
 * `partial` names the columns whose sums leave something out, by the row's id or "total".
 */
export function tableBlock(
  id: string,
  title: string,
  columns: Column[],
  rows: readonly (ViewRow['cells'] & { id?: string })[],
  {
    total = null,
    note = null,
    partial = {},
  }: { total?: ViewRow['cells'] | null; note?: string | null; partial?: Readonly<Record<string, readonly string[]>> } = {},
): Extract<ReviewBlock, { kind: 'table' }> {
  const leftOut = (row: string | undefined) => (row !== undefined && partial[row] ? { partial: partial[row] } : {})
  const table: ViewTable = {
    id,
    title,
    columns,
    rows: rows.map(({ id: own, ...cells }, index) => ({ id: own ?? String(index + 1), cells, ...leftOut(own) })),
    total: total && rows.length > 0 ? { id: 'total', cells: total, ...leftOut('total') } : null,
  }
  const isMoney = rows.length > 0 && columns.some(({ kind }) => kind === 'money')
  return { kind: 'table', id, table, note: isMoney ? [UNIT, note].filter((part) => part !== null).join(' ') : note }
}

export const textBlock = (id: string, paragraphs: readonly string[], title: string | null = null): ReviewBlock[] =>
  paragraphs.length === 0 ? [] : [{ kind: 'text', id, title, paragraphs: [...paragraphs] }]

export const findingsBlock = (id: string, title: string, findings: ReviewFinding[]): ReviewBlock[] =>
  findings.length === 0 ? [] : [{ kind: 'findings', id, title, findings }]

export const figure = (id: string, label: string, kind: CellKind, value: CellValue, note: string | null = null): ReviewFigure => ({
  id,
  label,
  kind,
  value,
  note,
})

/** Two points are a difference, which the table beside it states: a chart is drawn of a course. */
const LEAST_POINTS = 3

/** Nothing where the chart would say no more than its table. One without any point is named among the parts left out. */
export const trendBlock = (
  id: string,
  title: string,
  description: string,
  chart: Exclude<ReviewChart, { kind: 'carriers' }>,
): ReviewBlock[] =>
  chart.years.length === 0 || chart.years.length >= LEAST_POINTS ? [{ kind: 'chart', id, title, description, chart }] : []

/** Makes the findings of one section. */
export const findingsOf =
  (section: ReviewSectionCode) =>
  (id: string, label: string, status: TestStatus, sentence: string): ReviewFinding => ({ id, label, status, sentence, section })

/** Good or bad by what holds; null is what could not be tested. */
export const statusOf = (holds: boolean | null, otherwise: 'watch' | 'bad' = 'bad'): TestStatus =>
  holds === null ? 'unknown' : holds ? 'good' : otherwise

export const worstOf = (statuses: readonly TestStatus[]): TestStatus =>
  (['bad', 'watch', 'unknown', 'good'] as const).find((status) => statuses.includes(status)) ?? 'unknown'

/** "A, B and 3 more"; never one more, which is named. */
export function listed(names: readonly string[], most = 5): string {
  if (names.length === 0) return MISSING
  const shown = names.length > most + 1 ? names.slice(0, most) : names
  const rest = names.length - shown.length
  // "Last, First" has a comma of its own.
  const between = names.some((name) => name.includes(',')) ? '; ' : ', '
  if (rest > 0) return `${shown.join(between)} and ${rest} more`
  return shown.length === 1 ? (shown[0] ?? MISSING) : `${shown.slice(0, -1).join(between)} and ${shown.at(-1)}`
}

/** A typed code in words, as the tables of words have it. */
export const wordFor = (words: Readonly<Record<string, string>>, code: string): string => words[code] ?? code

/** Paragraphs of a plain text: parted by empty lines. Line by line: a pattern for both would try each run of spaces from each of its places. */
export function paragraphsOf(text: string): string[] {
  const paragraphs: string[][] = [[]]
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') paragraphs.push([])
    else paragraphs.at(-1)?.push(line)
  }
  return paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join(' '))
}

/** Where figures of capital come from, inside a sentence. */
export const capitalSource = (source: string): string =>
  ({ QUESTIONNAIRE: 'questionnaire', CALL_REPORT: 'Call Report', STAFF: 'entered by staff' })[source] ?? source
