/** Finds the row that names the columns, below whatever a carrier prints above it, and what that preamble says. */

import { periodOf } from '@corridor/domain/feed-checks.ts'
import { FEED_FIELDS, type FeedField, type HeaderContest, normaliseHeader, resolveHeaders } from '@corridor/domain/feed-columns.ts'
import { dateOrderOf, isUnreadable, readDate, readMoney } from '@corridor/domain/feed-values.ts'
import type { PlainDate } from '@corridor/domain/period.ts'
import { FeedRefusal, type OpenFeed, type RawRow } from '../../../kernel/reading/refusal.ts'
import type { CheckOptions, CheckSummary } from './check-file.ts'
import type { ColumnForms } from './column-forms.ts'

/** How far down a header is looked for. */
const DEPTH = 60

export type Mapping = Record<string, string | null>

export interface FoundHeader {
  table: OpenFeed['tables'][number]
  line: number
  /** Trimmed, made distinct: "Premium", "Premium (2)". */
  headers: string[]
  fields: Map<number, FeedField>
  /** Columns of which each could be one field. */
  contests: HeaderContest[]
  /** Headers that occur more than once as written, and are not contested. */
  repeated: string[]
  preamble: RawRow[]
}

/** @throws FeedRefusal when no sheet has a row that could name columns */
export async function findHeader(feed: OpenFeed, kept: Mapping): Promise<FoundHeader> {
  let fallback: { table: FoundHeader['table']; rows: RawRow[]; index: number } | undefined
  let anyRow = false
  for (const table of feed.tables) {
    const rows = await firstRows(table)
    anyRow ||= rows.length > 0
    const scores = rows.map((row) => fieldsIn(row.cells, kept))
    const best = Math.max(0, ...scores)
    // One known word may stand anywhere; two known headers in a row name columns.
    if (best >= 2) return describe(table, rows, scores.indexOf(best), kept)
    const wordy = rows.findIndex(looksLikeHeader)
    if (wordy >= 0) fallback ??= { table, rows, index: wordy }
  }
  if (fallback) return describe(fallback.table, fallback.rows, fallback.index, kept)
  throw new FeedRefusal(
    anyRow
      ? 'No line names the columns. The first line of the extract should read like “Policy Number, Cash Surrender Value, Death Benefit”.'
      : 'The file holds no rows. Ask the carrier to send it again.',
  )
}

/** How many fields a row could name. */
function fieldsIn(cells: readonly string[], kept: Mapping): number {
  const { fields, contests } = resolveHeaders(cells, kept)
  return fields.size + contests.filter(({ chosen }) => chosen === null).length
}

async function firstRows(table: FoundHeader['table']): Promise<RawRow[]> {
  const rows: RawRow[] = []
  for await (const batch of table.rows()) {
    for (const row of batch) if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row)
    if (rows.length >= DEPTH) break
  }
  return rows.slice(0, DEPTH)
}

/** At least two cells, most of them filled, none a number or date: unknown words, but words. */
function looksLikeHeader({ cells }: RawRow): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  return (
    filled.length >= 2 &&
    filled.length >= cells.length / 2 &&
    filled.every((cell) => isUnreadable(readMoney(cell)) && isUnreadable(readDate(cell)))
  )
}

function describe(table: FoundHeader['table'], rows: RawRow[], index: number, kept: Mapping): FoundHeader {
  const row = rows[index] ?? { line: 1, cells: [] }
  const cells = [...row.cells]
  while (cells.length > 0 && cells.at(-1)?.trim() === '') cells.pop()
  const seen = new Map<string, number>()
  const repeated: string[] = []
  const headers = cells.map((cell, column) => {
    const name = cell.replace(/\s+/g, ' ').trim().slice(0, 120) || `Column ${column + 1}`
    const count = (seen.get(name.toLowerCase()) ?? 0) + 1
    seen.set(name.toLowerCase(), count)
    if (count === 2) repeated.push(name)
    return count === 1 ? name : `${name} (${count})`
  })
  const { fields, contests } = resolveHeaders(headers, kept)
  const contested = new Set(contests.flatMap(({ columns }) => columns.map((column) => headers[column])))
  return {
    table,
    line: row.line,
    headers,
    fields,
    contests,
    repeated: repeated.filter((name) => !contested.has(name)),
    preamble: rows.slice(0, index),
  }
}

/** A date that the lines above the header give for all rows: "As of 10/31/2026", "Valuation Date: October 31, 2026". */
export function dateInPreamble(preamble: readonly RawRow[]): PlainDate | null {
  for (const { cells } of preamble) {
    const text = cells.join(' ').trim()
    if (!/\b(as of|valuation|val|statement|period|month end(ing)?|date)\b/i.test(text)) continue
    for (const [candidate] of text.matchAll(/\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{4}|[A-Z][a-z]{2,8}\.? \d{1,2},? \d{4}/g)) {
      // 05/11/2026 tells no month: the rows, or a person, must.
      const order = dateOrderOf(candidate)
      const date = order === 'EITHER' ? null : readDate(candidate, undefined, order)
      if (date !== null && !isUnreadable(date)) return date
    }
  }
  return null
}

/** A kept mapping whose every header with a field is in this file: whose layout it is shows by its columns. */
export const fitsHeaders = (mapping: Mapping, headers: readonly string[]): boolean => {
  const present = new Set(headers.map(normaliseHeader))
  const names = Object.keys(mapping).filter((name) => mapping[name] !== null)
  return names.length > 0 && names.every((name) => present.has(normaliseHeader(name)))
}

export const labelOf = (field: FeedField): string => FEED_FIELDS[field].label

export const preamblePeriod = (preamble: Parameters<typeof dateInPreamble>[0]): PlainDate | null => {
  const date = dateInPreamble(preamble)
  return date === null ? null : periodOf(date)
}

export interface ChosenMapping {
  mapping: Mapping
  forms: ColumnForms
  source: CheckSummary['mappingSource']
}

/** What a person gave for this very file; else what is kept for its carrier, or fits its columns; else what is recognized. */
export async function chooseMapping(
  feed: OpenFeed,
  { given, kept, carrierCode }: Pick<CheckOptions, 'given' | 'kept' | 'carrierCode'>,
): Promise<ChosenMapping> {
  if (given) return { ...given, source: 'given' }
  const ofCarrier = kept.find((entry) => entry.carrierCode === carrierCode)
  if (ofCarrier) return { ...ofCarrier, source: 'kept' }
  if (carrierCode === null)
    for (const entry of kept) {
      const { headers } = await findHeader(feed, entry.mapping)
      if (fitsHeaders(entry.mapping, headers)) return { ...entry, source: 'kept' }
    }
  return { mapping: {}, forms: {}, source: 'recognised' }
}
