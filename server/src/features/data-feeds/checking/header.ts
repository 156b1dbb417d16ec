/** Finds the rows that name the columns, in every sheet that has one, below whatever a carrier prints above it. */

import { isUnreadable, readDate, readMoney } from '@corridor/domain/data-feeds/cell-values.ts'
import { FEED_FIELDS, type FeedField } from '@corridor/domain/data-feeds/columns.ts'
import { type HeaderContest, normalizeHeader, recognizeHeader, resolveHeaders } from '@corridor/domain/data-feeds/headers.ts'
import { FeedRefusal, type FeedTable, type OpenFeed, type RawRow } from '../../../platform/formats/reading/refusal.ts'
import type { ColumnForms } from './column-forms.ts'

/** How far down a header is looked for. */
const DEPTH = 60

export type Mapping = Record<string, string | null>

export type MappingSource = 'recognised' | 'kept' | 'given'
export interface WantedMapping {
  carrierCode: string | null
  /** A person's choice for this very file, which wins; else the one kept for the carriers of the site. */
  given: { mapping: Mapping; forms: ColumnForms } | null
  kept: { carrierCode: string; mapping: Mapping; forms: ColumnForms }[]
  /** Sheets of a workbook that a person chose; null for all that are not hidden. */
  sheets: readonly string[] | null
}

export interface FoundHeader {
  table: FeedTable
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

/** A sheet of which nothing is read. */
export interface PassedSheet {
  name: string
  reason: 'empty' | 'hidden' | 'noHeader' | 'noPolicies' | 'noCells' | 'notChosen'
  /** It names columns and policy numbers: a person may choose it. */
  mayBeRead: boolean
  /** It has rows with numbers: whoever made it may have meant it to be read. */
  holdsData: boolean
}

export interface FoundHeaders {
  read: [FoundHeader, ...FoundHeader[]]
  passed: PassedSheet[]
}

/** @param wanted sheets that a person chose, hidden ones too; null for all that are not hidden @throws FeedRefusal when no sheet has a row that could name columns */
export async function findHeaders(feed: OpenFeed, kept: Mapping, wanted: readonly string[] | null): Promise<FoundHeaders> {
  const hidden = new Set(feed.hidden)
  const all = await Promise.all([...feed.tables, ...feed.hidden].map((table) => look(table, kept)))
  const looks = all.filter(({ table }) => (wanted === null ? !hidden.has(table) : wanted.includes(table.name)))
  const holdsPolicies = ({ score, found }: Look) => score >= 2 && found !== null && names(found, 'policyNumber')
  const named = looks.filter(({ score }) => score >= 2)
  // A sheet of sums by bank names columns too; what holds policies has their numbers.
  const ofPolicies = looks.filter(holdsPolicies)
  const chosen = ofPolicies.length > 0 ? ofPolicies : (named.length > 0 ? named : looks.filter(({ found }) => found !== null)).slice(0, 1)
  const [first, ...others] = chosen.flatMap(({ found }) => (found === null ? [] : [found]))
  if (!first)
    throw new FeedRefusal(
      looks.some(({ rows }) => rows.length > 0)
        ? 'No line names the columns. The first line of the file should read like “Policy Number, Cash Surrender Value, Death Benefit”.'
        : 'The file holds no rows. Ask the carrier to send it again.',
    )
  const passed = all
    .filter((one) => !chosen.includes(one))
    .map((one): PassedSheet & { place: number } => ({
      place: one.table.place,
      name: one.table.name,
      reason:
        one.rows.length === 0
          ? 'empty'
          : hidden.has(one.table)
            ? 'hidden'
            : holdsPolicies(one)
              ? 'notChosen'
              : one.score >= 2
                ? 'noPolicies'
                : 'noHeader',
      mayBeRead: holdsPolicies(one),
      holdsData: holdsData(one.rows),
    }))
  const known = new Set(all.map(({ table }) => table.place))
  const charts = (feed.sheets ?? []).flatMap((name, place) =>
    known.has(place) ? [] : [{ place, name, reason: 'noCells' as const, mayBeRead: false, holdsData: false }],
  )
  return {
    read: [first, ...others],
    passed: [...passed, ...charts].toSorted((a, b) => a.place - b.place).map(({ place: _, ...sheet }) => sheet),
  }
}

interface Look {
  table: FeedTable
  rows: RawRow[]
  /** Fields that its best row names. One known word may stand anywhere; two in a row name columns. */
  score: number
  /** By that row, or by the first that reads like one. */
  found: FoundHeader | null
}

async function look(table: FeedTable, kept: Mapping): Promise<Look> {
  const rows = await firstRows(table)
  // Named by a layout: as if a line above the first said so.
  if (table.headers) return { table, rows, score: 2, found: describe(table, [{ line: 0, cells: [...table.headers] }, ...rows], 0, kept) }
  const scores = rows.map((row) => fieldsIn(row.cells, kept))
  const score = Math.max(0, ...scores)
  const index = score >= 2 ? scores.indexOf(score) : rows.findIndex(looksLikeHeader)
  return { table, rows, score, found: index < 0 ? null : describe(table, rows, index, kept) }
}

const names = ({ fields, contests }: FoundHeader, wanted: FeedField): boolean =>
  [...fields.values()].includes(wanted) || contests.some(({ field }) => field === wanted)

/** How many fields a row could name. */
function fieldsIn(cells: readonly string[], kept: Mapping): number {
  const { fields, contests } = resolveHeaders(cells, kept)
  return fields.size + contests.filter(({ chosen }) => chosen === null).length
}

/**
 * Whether a row below the header names columns once more: as it does, on every page, or in another order, and then what follows cannot be read by it.
 * @param valueColumn of amounts: what begins with a digit there is no header, which spares the look at the rest
 */
export function headerAgain(
  cells: readonly string[],
  { headers, fields }: FoundHeader,
  valueColumn: number | null,
): 'same' | 'other' | null {
  const cell = valueColumn === null ? '' : (cells[valueColumn] ?? '').trim()
  if (cell === '' || cell.charCodeAt(0) < 65 || cells.filter((each) => recognizeHeader(each) !== undefined).length < 2) return null
  const repeats = [...fields.keys()].every((column) => normalizeHeader(cells[column] ?? '') === normalizeHeader(headers[column] ?? ''))
  return repeats ? 'same' : 'other'
}

/** At least two rows with two numbers or more each. */
export const holdsData = (rows: readonly RawRow[]): boolean =>
  rows.filter(({ cells }) => cells.filter((cell) => cell.trim() !== '' && !isUnreadable(readMoney(cell))).length >= 2).length >= 2

async function firstRows(table: FeedTable): Promise<RawRow[]> {
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

function describe(table: FeedTable, rows: RawRow[], index: number, kept: Mapping): FoundHeader {
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

/** A kept mapping whose every header with a field is in this file: whose layout it is shows by its columns. */
export const fitsHeaders = (mapping: Mapping, headers: readonly string[]): boolean => {
  const present = new Set(headers.map(normalizeHeader))
  const wanted = Object.keys(mapping).filter((name) => mapping[name] !== null)
  return wanted.length > 0 && wanted.every((name) => present.has(normalizeHeader(name)))
}

export const labelOf = (field: FeedField): string => FEED_FIELDS[field].label

export interface ChosenMapping {
  mapping: Mapping
  forms: ColumnForms
  source: MappingSource
}

/** A person's choice for this very file; else the one kept for its carrier, or the one that fits its columns; else the recognized one. */
export async function chooseMapping(feed: OpenFeed, { given, kept, carrierCode, sheets }: WantedMapping): Promise<ChosenMapping> {
  if (given) return { ...given, source: 'given' }
  const ofCarrier = kept.find((entry) => entry.carrierCode === carrierCode)
  if (ofCarrier) return { ...ofCarrier, source: 'kept' }
  if (carrierCode === null)
    for (const entry of kept) {
      const { read } = await findHeaders(feed, entry.mapping, sheets)
      if (
        fitsHeaders(
          entry.mapping,
          read.flatMap(({ headers }) => headers),
        )
      )
        return { ...entry, source: 'kept' }
    }
  return { mapping: {}, forms: {}, source: 'recognised' }
}
